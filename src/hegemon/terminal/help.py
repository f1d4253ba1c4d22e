"""The text of `help`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from hegemon.game import Game
from hegemon.maps import Map
from hegemon.rules import ClassicRules, Rules, SimultaneousRules

_SIMULTANEOUS = """\
All seats write orders for the whole turn; then all orders run at once. First all deployments, then the moves, in \
turns, one of each seat after the other. A move to a territory that is yours when it runs transfers armies, any other \
one attacks.

  A+5       deploy 5 armies on A
  A>B:7     move 7 armies from A to B
  A>B:all   move all armies from A to B
  !A        pick A, before the first turn
Several orders may be on a line, separated by spaces."""

_CLASSIC = """\
The seats take turns. A turn is: trade cards, place new armies, attack, move into conquered territories, fortify.

  A+5          place 5 armies on A
  A x B:all    attack B from A to the end
  A x B/3      roll 3 dice once
  =4           move 4 armies into the conquered territory; =all moves all
  A>B:2        fortify: move 2 armies from A to B
  T A,B,C      trade three cards; T A,B,C@A puts the bonus armies on A
  !A           pick A in the draft
  -            pass: no trade, no more attacks, no fortification
Several decisions may be on a line, separated by semicolons."""

_NAMES = """\
A and B are territories: names ({name}), numbers ({number}), or abbreviations ({short}) that fit no other name."""


class _Described(Protocol):
    @property
    def usage(self) -> str: ...
    @property
    def about(self) -> str: ...


def help_text(game: Game, commands: Mapping[str, _Described]) -> str:
    """How to play, and the commands."""
    name = game.map.words[-1]
    names = _NAMES.format(name=name, number=len(game.map.words) - 1, short=_shortest(game.map, name))
    parts = [_CLASSIC if game.rules.family == "classic" else _SIMULTANEOUS, names, "", *rules_in_words(game.rules), ""]
    width = max(len(command.usage) for command in commands.values())
    parts += [f"  {command.usage:{width}}  {command.about}" for command in commands.values()]
    parts.append("Commands may be abbreviated; Tab completes commands and territories.")
    return "\n".join(parts)


def _shortest(board: Map, name: str) -> str:
    """The shortest beginning of a name that no other one has, of three letters or more if possible."""
    lengths = range(3, len(name))
    return next((name[:length].lower() for length in lengths if len(board.complete(name[:length])) == 1), name)


def rules_in_words(rules: Rules) -> list[str]:
    """The rules that a player must know."""
    if isinstance(rules, SimultaneousRules):
        return [
            f"An attacker kills {rules.offense_kill_percent} % of its number, a defender "
            f"{rules.defense_kill_percent} %; "
            + ("there is no luck." if not rules.luck_percent else f"{rules.luck_percent} % of that is luck."),
            "A territory is conquered if all its defenders fall and an attacker is left.",
            f"{rules.stands_guard or 'No'} army must stay in a territory"
            + (
                ", and armies may move on as often as orders send them. So an order may begin in a territory that is "
                "not yours yet, and hints have such chains: it runs if an earlier order of the turn has conquered it."
                if rules.moving_twice == "free"
                else ", and armies move once a turn."
            ),
            f"Income is {rules.base_income} and the value of every group that you own alone.",
            "Everything is visible." if rules.fog == "none" else f"Part of the board is hidden: fog={rules.fog}.",
        ]
    assert isinstance(rules, ClassicRules)
    lines = ["Up to 3 dice attack, up to 2 defend, the highest are compared; the defender wins ties."]
    if rules.battle == "fair-duel":
        lines = ["Battles are fair duels: each exchange kills one army of either side, with equal chances."]
    if rules.cards == "hand":
        lines.append("A conquest earns a card. Three cards of a kind, or one of each, can be traded for armies.")
    return lines
