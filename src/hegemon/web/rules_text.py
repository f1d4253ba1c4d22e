"""Rules in a few sentences, for somebody who plays for the first time. What is rarely needed is left out."""

from __future__ import annotations

from functools import cache

from hegemon.game import Game
from hegemon.rules import ClassicRules, Rules, SimultaneousRules

_FOG = {
    "none": "You see the whole board.",
    "light": "You see all owners, but armies only next to your territories.",
    "normal": "You see your territories and their neighbours; the rest is fog.",
    "dense": "You see your territories, and the owners of their neighbours.",
    "complete": "You see your own territories only.",
}
_ATTACKS = {
    "roll": "An attack is one roll.",
    "blitz": "An attack goes on until one side has lost.",
    "either": "Roll once, or blitz until one side has lost.",
}
_FORTIFY = {
    "none": "Armies do not move otherwise.",
    "adjacent": "At the end of your turn you may move armies to a neighbouring territory of yours.",
    "connected": "At the end of your turn you may move armies along a chain of your territories.",
}
_CAPS = {
    "draw": " in a draw",
    "armies": ", and who has most armies wins",
    "territories": ", and who has most territories wins",
}


def rules_text(rules: Rules, game: Game | None = None) -> list[str]:
    """How a game under these rules is played and won; of a game that is known, how long it may last."""
    if isinstance(rules, SimultaneousRules):
        return _simultaneous(rules) + ([] if rules.round_cap else [_limit(game or _usual(rules), known=bool(game))])
    assert isinstance(rules, ClassicRules)
    return _classic(rules) + ([] if rules.turn_cap else [_limit(game or _usual(rules), known=bool(game))])


@cache
def _usual(rules: Rules) -> Game:
    return Game(None, rules, 2)


def _limit(game: Game, *, known: bool) -> str:
    """Rules without a cap have the turn limit of every match."""
    classic = game.rules.family == "classic"
    turns = f"{game.turn_limit // game.seats} turns of each player" if classic else f"{game.turn_limit} turns"
    return f"After {turns}{'' if known else ', more on a large map,'} the game is drawn."


def _simultaneous(rules: SimultaneousRules) -> list[str]:
    picks = ["First you pick territories from those that are offered."] if rules.start == "picks" else []
    guard = "One army always stays" if rules.stands_guard else "No army need stay"
    twice = (
        "Armies may move on in the same turn, so that one attack can follow another."
        if rules.moving_twice == "free"
        else "An army moves once in a turn."
    )
    return [
        "You win when the other side has no territory left.",
        *picks,
        f"Every turn you get {rules.base_income} armies, and the bonus of every group that is all yours.",
        "Both sides plan in secret. First all armies are deployed, then the moves of both sides run in turn.",
        f"In a battle {rules.offense_kill_percent} % of the attackers and {rules.defense_kill_percent} % of the "
        f"defenders kill an army each{_luck(rules)}.",
        f"{guard} in a territory.",
        twice,
        _FOG[rules.fog],
        *([f"After {rules.round_cap} turns{_more(rules)} the game is drawn."] if rules.round_cap else []),
    ]


def _more(rules: SimultaneousRules) -> str:
    return ", more on a large map," if rules.round_cap_percent else ""


def _luck(rules: SimultaneousRules) -> str:
    if rules.luck_percent:
        return f", with {rules.luck_percent} % luck"
    return "; fractions are rounded by chance" if rules.rounding == "weighted-random" else "; there is no luck"


def _classic(rules: ClassicRules) -> list[str]:
    return [
        "You win when nobody else has a territory.",
        _income(rules),
        f"Place your armies, attack {_often(rules.attacks_per_turn)}, then end your turn.",
        "Up to three dice attack and up to two defend. The highest are compared, and a tie is won by the defender."
        if rules.battle == "dice" or rules.attack_mode == "roll"
        else "In a battle both sides throw one die each; a tie is thrown again.",
        _ATTACKS[rules.attack_mode],
        *_cards(rules),
        _FORTIFY[rules.fortify],
        *([f"After {rules.turn_cap} turns the game ends{_CAPS[rules.cap_result]}."] if rules.turn_cap else []),
    ]


def _often(most: int) -> str:
    return {0: "as often as you like", 1: "once"}.get(most, f"up to {most} times")


def _income(rules: ClassicRules) -> str:
    counted = {"territories": ("territory", "territories"), "armies": ("army", "armies")}[rules.income_base]
    each = counted[0] if rules.income_divisor == 1 else f"{rules.income_divisor} {counted[1]}"
    least = f", at least {rules.income_least}" if rules.income_least > 1 else ""
    bonus = ", and the bonus of every group that is all yours" if rules.groups_pay else ""
    return f"Every turn you get an army for every {each}{least}{bonus}."


def _cards(rules: ClassicRules) -> list[str]:
    if rules.cards == "none":
        return ["There are no cards."]
    values = "4, 6, 8, 10, 12, 15 and so on" if rules.card_values == "escalating" else "4, 6, 8 or 10"
    when = (
        f"You may trade three that match for armies ({values}), and must with {rules.trade_at} cards."
        if rules.cards == "hand"
        else f"With {rules.trade_at} cards, three that match are traded for armies ({values})."
    )
    return [f"Who has conquered something in a turn draws a card. {when}"]
