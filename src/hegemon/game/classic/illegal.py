"""Why an action of the classic game is not legal, in words. Asked only about actions that the core has refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hegemon.game.classic.actions import KINDS, Action

if TYPE_CHECKING:
    from hegemon.game.classic.position import ClassicPosition

_PHASES = {
    "pick": ("pick",),
    "setup": ("place",),
    "trade": ("trade", "pass"),
    "place": ("place",),
    "attack": ("attack", "pass"),
    "occupy": ("occupy",),
    "fortify": ("fortify", "pass"),
    "over": (),
}


def why_illegal(board: ClassicPosition, action: Action) -> str:
    """The first thing that is wrong with an action that is not legal now."""
    if action.kind not in KINDS:
        return f"there is no kind of action {action.kind!r:.40}"
    allowed = _PHASES[board.phase]
    if action.kind not in allowed:
        return f"in phase {board.phase} a seat may only {' or '.join(allowed)}" if allowed else "the game is over"
    return _CHECKS[action.kind](board, action) or "not legal now"


def _pick(board: ClassicPosition, action: Action) -> str:
    return _missing(board, action.source) or f"territory {action.source} has been picked"


def _place(board: ClassicPosition, action: Action) -> str:
    setup = board.phase == "setup"
    left = int(board.core.pool[board.mover]) if setup else board.to_place
    if problem := _not_own(board, action.source):
        return problem
    if not 1 <= action.armies <= left:
        return f"there are 1 to {left} armies to place, not {action.armies}"
    if setup:
        amount = min(left, 4) if board.game.rules.setup_place == "four" else 1
        return f"the rules place {amount} at a time in the setup, not {action.armies}"
    if board.game.rules.place_where == "border" and not _is_border(board, action.source):
        return f"the rules place on borders only, and territory {action.source} has no foreign neighbour"
    return _amounts(board.game.rules.place_amounts, left)


def _trade(board: ClassicPosition, action: Action) -> str:
    cards, held = (action.source, action.target, action.third), board.cards(board.mover)
    for card in cards:
        if card not in held:
            return f"seat {board.mover} does not hold card {card}"
    if list(cards) != sorted(cards):
        return "the cards of a trade are given in ascending order"
    if len(set(cards)) < 3 and any(cards.count(card) > held.count(card) for card in cards):
        return "a card is given twice"
    if not board.set_value(cards):
        return "these three cards are no set: three of a kind, one of each, or with a wildcard"
    if action.armies < 0:
        return "one of the cards shows an own territory: name it for the bonus armies, e.g. @5"
    return f"no card of the set shows an own territory {action.armies} for the bonus armies"


def _attack(board: ClassicPosition, action: Action) -> str:
    source, target, rules = action.source, action.target, board.game.rules
    if problem := _not_own(board, source) or _missing(board, target):
        return problem
    if board.owners[target] == board.mover:
        return f"territory {target} is the attacker's own"
    if target not in board.game.map.neighbours[source]:
        return f"territories {source} and {target} are not adjacent"
    armies = int(board.armies[source])
    if armies < 2:
        return f"territory {source} has only 1 army, and one must stay"
    if action.dice:
        most = min(3, armies - 1)
        if rules.attack_mode == "blitz":
            return "the rules attack to the end: give armies, not dice"
        return (
            f"{armies} armies attack with " + (f"1 to {most}" if rules.attack_dice == "choose" else f"{most}") + " dice"
        )
    if rules.attack_mode == "roll":
        return "the rules attack with single throws: give dice, not armies"
    most = armies if rules.battle == "fair-duel" else armies - 1
    least = most if rules.attack_armies == "all" else 2 if rules.battle == "fair-duel" else 1
    how = f"{most}" if least == most else f"{least} to {most}"
    return f"{how} of the {armies} armies on territory {source} attack, not {action.armies}"


def _occupy(board: ClassicPosition, action: Action) -> str:
    pending = board.occupation
    return f"{pending.least} to {pending.most} armies move in, not {action.armies}" if pending else ""


def _fortify(board: ClassicPosition, action: Action) -> str:
    source, target, rules = action.source, action.target, board.game.rules
    if problem := _not_own(board, source) or _not_own(board, target):
        return problem
    most = int(board.armies[source]) - 1
    if rules.fortify_fresh and board.core.movable[source] < action.armies <= most:
        return f"only {board.core.movable[source]} armies on territory {source} have not moved yet"
    if source == target:
        return "source and target are the same"
    if not 1 <= action.armies <= most:
        return f"territory {source} can send {most} armies, for one must stay, not {action.armies}"
    if rules.fortify == "adjacent" and target not in board.game.map.neighbours[source]:
        return f"territories {source} and {target} are not adjacent"
    if rules.fortify_where == "border" and not _is_border(board, target):
        return f"the rules fortify borders only, and territory {target} has no foreign neighbour"
    if rules.fortify_amounts != "any" and _amounts(rules.fortify_amounts, most):
        return _amounts(rules.fortify_amounts, most)
    return f"territories {source} and {target} are not connected through own land"


def _pass(board: ClassicPosition, action: Action) -> str:
    if board.phase == "trade":
        return f"seat {board.mover} holds {board.hands[board.mover]} cards and must trade"
    return "passing has no numbers: write Action()"


def _missing(board: ClassicPosition, territory: int) -> str:
    count = len(board.game.map.territories)
    inside = isinstance(territory, int) and 0 <= territory < count
    return "" if inside else f"there is no territory {territory!r:.20}; {board.game.map.name} has 0 to {count - 1}"


def _not_own(board: ClassicPosition, territory: int) -> str:
    if problem := _missing(board, territory):
        return problem
    owner = int(board.owners[territory])
    return "" if owner == board.mover else f"territory {territory} belongs to seat {owner}, not to seat {board.mover}"


def _is_border(board: ClassicPosition, territory: int) -> bool:
    return any(board.owners[t] != board.mover for t in board.game.map.neighbours[territory])


def _amounts(mode: str, most: int) -> str:
    if mode == "all":
        return f"the rules move all {most} at once"
    return f"the rules move 1, {most // 2} or {most} at once" if mode == "one-half-all" else ""


_CHECKS = {
    "pass": _pass,
    "pick": _pick,
    "place": _place,
    "trade": _trade,
    "attack": _attack,
    "occupy": _occupy,
    "fortify": _fortify,
}
