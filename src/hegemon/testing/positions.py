"""What must be true of every position, view and turn of both families. Each check yields its complaints."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from hegemon._core import Random
from hegemon.game import (
    HIDDEN,
    HIDDEN_ARMIES,
    Action,
    ClassicState,
    ClassicView,
    Decision,
    SimultaneousState,
    SimultaneousView,
    State,
    Turn,
    View,
)

MOST_ACTIONS = 60
"""Legal actions of a position that are tried one by one."""


def _board(state: State) -> Iterator[str]:
    owners, armies, seats = state.owners, state.armies, state.game.seats
    if len(owners) != len(state.game.map.territories):
        yield f"there are {len(owners)} owners"
    if not ((owners >= -1) & (owners < seats)).all():
        yield f"owners are {sorted(set(owners.tolist()))}"
    if (armies < 0).any():
        yield "a territory has less than no armies"
    for seat in range(seats):
        if state.income(seat) < 0:
            yield f"seat {seat} has an income of {state.income(seat)}"
    if owners.flags.writeable or armies.flags.writeable:
        yield "owners and armies can be written"


def _flow(state: State) -> Iterator[str]:
    over = state.phase == "over"
    if over != (state.result is not None):
        yield f"phase {state.phase} with the result {state.result}"
    if over == bool(state.deciders):
        yield f"phase {state.phase} with the deciders {state.deciders}"
    if abs(sum(state.returns)) > 1e-9 or len(state.returns) != state.game.seats:
        yield f"returns are {state.returns}"


def _text(state: State) -> Iterator[str]:
    game = state.game
    for what, text in (("str", str(state)), ("text()", state.text())):
        if game.parse(text) != state:
            yield f"{what} of the position leads to another one"
    if game.parse_cells(state.cells()).hash != state.hash:
        yield "its cells lead to another hash"
    copy = pickle.loads(pickle.dumps(state))
    if copy != state or copy.hash != state.hash or hash(copy) != hash(state):
        yield "a pickled copy differs"


def _decisions(state: State) -> Iterator[str]:
    if isinstance(state, ClassicState):
        yield from _actions(state)
    elif isinstance(state, SimultaneousState):
        for seat in state.deciders:
            plan = state.random_plan(seat, Random(state.turns))
            yield from (f"a random plan is illegal: {reason}" for reason in state.illegal_reasons(seat, plan))
            if state.read(str(plan)) != plan or state.read(plan.text(state.game.map)) != plan:
                yield f"the notation of the plan {plan} means another one"


def _actions(state: ClassicState) -> Iterator[str]:
    actions = state.legal_actions
    if len(actions) != state.action_count:
        yield f"{len(actions)} legal actions, but action_count is {state.action_count}"
    if [action.code for action in actions] != state.legal_codes.tolist():
        yield "legal_codes are not the codes of legal_actions"
    if bool(actions) != bool(state.deciders):
        yield f"{len(actions)} legal actions for the deciders {state.deciders}"
    for action in actions[:: max(1, len(actions) // MOST_ACTIONS)]:
        for reason in state.illegal_reasons(state.mover, action):
            yield f"the legal action {action} is illegal: {reason}"
        same = Action.from_code(action.code), state.read(str(action)), state.read(action.text(state.game.map))
        if any(other != action for other in same):
            yield f"code or notation of the action {action} means another one"
        after = state.apply(action)
        if after.chance and abs(sum(chance for _, chance in after.outcomes) - 1) > 1e-9:
            yield f"the chances after {action} do not sum to 1"


def _views(state: State) -> Iterator[str]:
    for seat in range(state.game.seats):
        view = state.view(seat)
        yield from (f"the view of seat {seat} {problem}" for problem in _view(state, view, seat))


def _view(state: State, view: View, seat: int) -> Iterator[str]:
    shown, counted = view.owners != HIDDEN, view.armies != HIDDEN_ARMIES
    if (
        not (view.owners[shown] == state.owners[shown]).all()
        or not (view.armies[counted] == state.armies[counted]).all()
    ):
        yield "shows what is not so"
    own = state.owners == seat
    if not (shown[own] & counted[own]).all():
        yield "hides own territories"
    if not state.game.rules.hides and not (shown.all() and counted.all()):
        yield "hides something though the rules hide nothing"
    same = state.game.view_from_bytes(view.to_bytes(), seat)
    if same.to_bytes() != view.to_bytes() or str(same) != str(view):
        yield "differs from the one that its bytes make"
    if view.income(seat) != state.income(seat):
        yield f"shows an income of {view.income(seat)}, not {state.income(seat)}"
    if isinstance(view, SimultaneousView):
        yield from _guess(view, view.determinize(), shown, counted)
    elif isinstance(view, ClassicView) and isinstance(state, ClassicState):
        guess = view.determinize(Random(1))
        yield from _guess(view, guess, shown, counted)
        if guess.cards(seat) != state.cards(seat) or view.cards(seat) != state.cards(seat):
            yield "does not show the own cards"


def _guess(view: View, guess: State, shown: np.ndarray, counted: np.ndarray) -> Iterator[str]:
    if (guess.owners[shown] != view.owners[shown]).any() or (guess.armies[counted] != view.armies[counted]).any():
        yield "is determinized to a position that contradicts it"


def picture_problems(state: State) -> Iterator[str]:
    """Drawing takes long, so that it is not tried in every position."""
    if not state.draw() or "<svg" not in state.svg():
        yield "it cannot be drawn"


def _replay(state: State, decisions: Sequence[Decision | None], turn: Turn) -> Iterator[str]:
    again = state.advance(decisions, list(turn.chance))
    if again.state != turn.state or again.chance != turn.chance or again.events != turn.events:
        yield f"the turn does not repeat from its chance outcomes {list(turn.chance)[:20]}"
    texts = [None if decision is None else str(decision) for decision in decisions]
    if state.advance(texts, list(turn.chance)).state != turn.state:
        yield "the turn does not repeat from the notation of its decisions"


def _progress(state: State, decisions: Sequence[Decision | None], turn: Turn) -> Iterator[str]:
    if turn.state.turns not in (state.turns, state.turns + 1):
        yield f"one decision leads from turn {state.turns} to turn {turn.state.turns}"
    if turn.state == state and turn.state.turns == state.turns:
        yield f"the decisions {[str(decision) for decision in decisions]} change nothing"


POSITION_CHECKS: Mapping[str, Callable[[State], Iterator[str]]] = {
    "board": _board,
    "flow": _flow,
    "notation": _text,
    "decisions": _decisions,
    "views": _views,
}
TURN_CHECKS: Mapping[str, Callable[[State, Sequence[Decision | None], Turn], Iterator[str]]] = {
    "replay": _replay,
    "progress": _progress,
}
