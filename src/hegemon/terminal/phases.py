"""What a person may do now, phase by phase, in plain words."""

from __future__ import annotations

from collections.abc import Callable

from hegemon.game import (
    Action,
    ClassicView,
    Plan,
    Position,
    SimultaneousView,
    View,
    battle_odds,
)
from hegemon.game.drawing.describe import LETTERS
from hegemon.terminal.words import card_name, count, listed, write

_MOST_SHOWN = 8


def task(view: View, plan: Plan) -> str:
    """The decision that is wanted, in a few words for the prompt."""
    if isinstance(view, ClassicView):
        armies = {"setup": view.core.pool[view.seat], "place": view.to_place}.get(view.phase, 0)
        return f"{view.phase} {armies}" if armies else str(view.phase)
    assert isinstance(view, SimultaneousView)
    if view.phase == "pick":
        return "pick"
    left_over = undeployed(view, plan)
    return f"deploy {left_over}" if left_over else "move"


def undeployed(view: SimultaneousView, plan: Plan) -> int:
    """Armies of the income that the plan does not deploy."""
    return max(0, view.income(view.seat) - sum(order.armies for order in plan.deploys))


def picks_wanted(view: SimultaneousView) -> int:
    """The number of territories of a pick."""
    return 1 if view.game.rules.picking == "snake" else min(2 * view.picks_each, len(view.offered))


def explain(view: View, plan: Plan) -> list[str]:
    """What the seat may do now, and how that is written."""
    if isinstance(view, ClassicView):
        return _CLASSIC[view.phase](view)
    assert isinstance(view, SimultaneousView)
    return _pick(view) if view.phase == "pick" else _play(view, plan)


def _pick(view: SimultaneousView) -> list[str]:
    names, wanted = view.game.map.territories, picks_wanted(view)
    example = write(view, Plan.parse(" ".join(f"!{t}" for t in view.offered[: min(wanted, 2)])))
    offered = listed(names[t] for t in view.offered)
    if wanted == 1:
        return [f"Pick one of the offered territories, for example {example}", f"Offered: {offered}."]
    return [
        f"Pick {wanted} of the offered territories, the most wanted first; each seat gets {view.picks_each}.",
        f"For example {example} and so on; done submits the list.",
        f"Offered: {offered}.",
    ]


def _play(view: SimultaneousView, plan: Plan) -> list[str]:
    own = [t for t, owner in enumerate(view.owners.tolist()) if owner == view.seat]
    income, left = view.income(view.seat), undeployed(view, plan)
    some = f"deploy {count(left, 'army')}{' more' * (left < income)}, then move" if left else "all is deployed; move"
    lines = [f"Your income is {income}: {some} or attack."]
    links = [(t, near) for t in own for near in view.game.map.neighbours[t]]
    if links:  # the strongest territory next to a foreign one
        words = view.game.map.words
        source, target = max(links, key=lambda link: (view.owners[link[1]] != view.seat, int(view.armies[link[0]])))
        deploys = f"{words[source]}+{left} deploys, " if left else ""
        move = f"{words[source]}>{words[target]}:all"
        lines.append(f"For example {deploys}{move} moves or attacks; done ends your turn.")
    return lines


def _draft(view: ClassicView) -> list[str]:
    example = write(view, Action("pick", view.offered[0], armies=1))
    return [f"Pick a free territory, for example {example}", f"Free: {_names(view, view.offered)}."]


def _setup(view: ClassicView) -> list[str]:
    first = view.legal_actions[0]
    return [
        f"Setup: the seats place {count(first.armies, 'army')} at a time on their territories, for example "
        f"{write(view, first)}",
        "A larger number is placed bit by bit, as often as it is your turn.",
    ]


def _trade(view: ClassicView) -> list[str]:
    game, cards = view.game, view.cards(view.seat)
    lines = [f"You hold the cards {listed(_card(view, card) for card in cards)}. You may trade a set:"]
    actions = [action for action in view.legal_actions if action.kind == "trade"]
    for action in actions[:_MOST_SHOWN]:
        three = (action.source, action.target, action.third)
        bonus = f", with the bonus on {game.map.territories[action.armies]}" if action.armies >= 0 else ""
        shown = listed(card_name(game, card) for card in three)
        lines.append(f"  {write(view, action)}  {count(view.set_value(three), 'army')} for {shown}{bonus}")
    if len(actions) > _MOST_SHOWN:
        lines.append(f"  and {len(actions) - _MOST_SHOWN} more")
    passes = any(action.kind == "pass" for action in view.legal_actions)
    return [*lines, "- keeps the cards." if passes else "You hold so many cards that you must trade."]


def _card(view: ClassicView, card: int) -> str:
    kind = view.game.card_kind(card)
    return f"{card} {card_name(view.game, card)}" + ("" if kind is None else f" (kind {'ABC'[kind]})")


def _place(view: ClassicView) -> list[str]:
    places = list(dict.fromkeys(action.source for action in view.legal_actions))
    example = write(view, view.legal_actions[-1])
    where = "your territories" if view.game.rules.place_where == "own" else "your territories with a foreign neighbour"
    lines = [f"Place {count(view.to_place, 'army')} on {where}, for example {example}"]
    if view.game.rules.place_amounts != "any":
        amounts = sorted({action.armies for action in view.legal_actions if action.source == places[0]})
        lines.append(f"At a time: {' or '.join(map(str, amounts))}.")
    return [*lines, f"Where: {_names(view, places)}."]


def _attack(view: ClassicView) -> list[str]:
    attacks = [action for action in view.legal_actions if action.kind == "attack"]
    pairs = sorted({(a.source, a.target) for a in attacks}, key=lambda pair: -win_probability(view, *pair))
    example = next((a for a in reversed(attacks) if not a.dice and (a.source, a.target) == pairs[0]), attacks[-1])
    how = "attacks to the end" if not example.dice else f"rolls {count(example.dice, 'die').replace('dies', 'dice')}"
    lines = [f"You may attack, as often as you like. For example {write(view, example)} {how}; - ends your attacks."]
    if view.game.rules.attack_mode == "either":
        once = next((a for a in attacks if a.dice and (a.source, a.target) == pairs[0]), None)
        if once is not None:
            lines.append(f"{write(view, once)} rolls the dice once.")
    lines.append("Best chances of an attack to the end:")
    for source, target in pairs[:_MOST_SHOWN]:
        names = view.game.map.territories
        lines.append(
            f"  {names[target]} ({LETTERS[view.owners[target]]}{view.armies[target]}) from {names[source]} "
            f"({view.armies[source]}): {100 * win_probability(view, source, target):.0f} %"
        )
    return [*lines, *([f"  and {len(pairs) - _MOST_SHOWN} more"] if len(pairs) > _MOST_SHOWN else [])]


def win_probability(position: Position, source: int, target: int) -> float:
    """The probability that all armies of the source but one conquer the target, with dice."""
    duel = getattr(position.game.rules, "battle", "dice") == "fair-duel"
    attackers = int(position.armies[source]) - (0 if duel else 1)
    if attackers < 1:
        return 0.0
    return battle_odds(min(attackers, 2000), min(int(position.armies[target]), 2000), fair_duel=duel).win


def _occupy(view: ClassicView) -> list[str]:
    assert view.occupation is not None
    _, target, least, most = view.occupation
    place = view.game.map.territories[target]
    return [f"{place} is conquered. Move {least} to {most} armies in, for example ={most}"]


def _fortify(view: ClassicView) -> list[str]:
    moves = [action for action in view.legal_actions if action.kind == "fortify"]
    limit = view.game.rules.fortify_moves
    times = "as often as you like" if limit == 0 else "once" if limit == 1 else f"up to {limit} times"
    lines = [f"At the end of the turn you may move armies between your territories, {times}; - ends your turn."]
    if moves:
        sources = list(dict.fromkeys(action.source for action in moves))
        lines += [f"For example {write(view, moves[-1])}", f"From: {_names(view, sources)}."]
    return lines


def _names(view: View, territories: list[int] | tuple[int, ...]) -> str:
    names = view.game.map.territories
    return listed(f"{names[t]} ({view.armies[t]})" for t in territories)


_CLASSIC: dict[str, Callable[[ClassicView], list[str]]] = {
    "pick": _draft,
    "setup": _setup,
    "trade": _trade,
    "place": _place,
    "attack": _attack,
    "occupy": _occupy,
    "fortify": _fortify,
}
