"""The commands of a session."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hegemon.errors import GameError, HegemonError, RecordError
from hegemon.game import Action, ClassicState, Plan, SimultaneousState, SimultaneousView
from hegemon.terminal.board import own_list, show
from hegemon.terminal.chances import chances
from hegemon.terminal.help import help_text
from hegemon.terminal.hints import SECONDS, hint
from hegemon.terminal.phases import explain, undeployed
from hegemon.terminal.saved_game import SavedGame
from hegemon.terminal.words import count, write

if TYPE_CHECKING:
    from hegemon.terminal.session import Session

_NOTATION = set("+>!=:/@,;")
"""A line with one of these is an order, not an abbreviated command."""


@dataclass(frozen=True)
class Command:
    """A command: what it does with the rest of its line. `sure` is True if the person has just said the same."""

    run: Callable[[Session, str, bool], Iterator[str]]
    usage: str
    about: str


def find_command(line: str) -> tuple[str, str]:
    """The command of a line, by its name or a unique beginning of it, and the rest; an empty name for an order."""
    word, _, rest = line.partition(" ")
    word = {"?": "help", "exit": "quit", "end": "done"}.get(word, word).lower()
    if word in COMMANDS:
        return word, rest.strip()
    near = [name for name in COMMANDS if word and name.startswith(word) and line != "T"]  # T begins a trade
    if len(near) == 1 and not _NOTATION & set(line):
        return near[0], rest.strip()
    return "", ""


def nearest_command(line: str) -> str:
    """What a line that is no order may have meant, if it begins with a mistyped command; else an empty string."""
    word = line.partition(" ")[0].lower()
    near = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
    if not near or _NOTATION & set(line) or not word.isalpha():
        return ""
    return f"There is no command {word}: did you mean {near[0]}?"


def _help(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield help_text(session.live.record.game, COMMANDS)
    if not session.hidden:
        yield "\n".join(["", "Now:", *explain(session.view, session.drafts.plan(session.viewer))])


def _show(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield from session.telling.board(session.view)
    yield from _orders(session, rest, sure)


def _map(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield show(session.view, session.screen)


def _list(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield "\n".join(own_list(session.view)) or "You own no territory."


def _orders(session: Session, rest: str, sure: bool) -> Iterator[str]:
    plan = session.drafts.plan(session.viewer)
    if len(plan):
        yield f"Your orders: {write(session.state, plan)}"
    yield "\n".join(explain(session.view, plan))


def _done(session: Session, rest: str, sure: bool) -> Iterator[str]:
    if isinstance(session.state, ClassicState):
        yield from session.order("-")
        return
    plan, view = session.drafts.plan(session.viewer), session.view
    assert isinstance(view, SimultaneousView)
    left = undeployed(view, plan) if view.phase == "play" else 0
    if left and not sure:
        session.sure = "done"
        yield f"{count(left, 'army')} of your income would be lost: deploy, or end your turn with done again."
        return
    assert isinstance(session.state, SimultaneousState)
    reasons = session.state.illegal_reasons(session.viewer, plan)
    if reasons:
        raise GameError(f"Not accepted: {session.drafts.why(reasons)}")
    yield from session.submit(plan)


def _undo(session: Session, rest: str, sure: bool) -> Iterator[str]:
    if not session.drafts.undo(session.viewer):
        chance = isinstance(session.state, ClassicState)
        raise GameError("there is nothing to undo" + " before the dice, a card or another seat" * chance)
    session.save()
    yield "Undone."
    session.telling.taken_back(session.view)
    yield from _orders(session, rest, sure)


def _clear(session: Session, rest: str, sure: bool) -> Iterator[str]:
    while session.drafts.undo(session.viewer):
        pass
    session.save()
    session.telling.taken_back(session.view)
    yield from _orders(session, rest, sure)


def _hint(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield session.thinks(rest or "the adviser")
    found = hint(session.view, rest, session.live.time.per_move or SECONDS)
    session.hint, session.hinted = found, session.state
    known = found.estimate is not None and session.state.phase not in ("pick", "setup")
    chance = f" ({100 * (found.estimate or 0):.0f} % to win, it thinks)" if known else ""
    yield f"{found.agent} would play: {write(session.state, found.decision)}{chance}. take does the same."


def _take(session: Session, rest: str, sure: bool) -> Iterator[str]:
    if session.hint is None or session.hinted != session.state:
        raise GameError("there is no hint to take: type hint first")
    decision = session.hint.decision
    if isinstance(decision, Action):
        yield from session.order(str(decision))
        return
    assert isinstance(decision, Plan)
    yield session.drafts.replace(session.viewer, decision) or "Your orders: none"
    session.save()
    if session.drafts.complete(session.viewer):
        yield from session.submit(decision)


def _odds(session: Session, rest: str, sure: bool) -> Iterator[str]:
    words = [word for word in re.split(r"[\s>,]+", rest) if word not in ("", "x")]
    board, problem = session.live.record.game.map, HegemonError("write odds FROM TO, e.g. odds 3 4")
    for at in range(1, len(words)):  # names may have spaces
        try:
            pair = board.index(" ".join(words[:at])), board.index(" ".join(words[at:]))
        except HegemonError as error:
            problem = error
            continue
        yield chances(session.view, session.drafts.plan(session.viewer), *pair)
        return
    raise problem


def _save(session: Session, rest: str, sure: bool) -> Iterator[str]:
    if not rest:
        session.save()
        if session.save_problem:
            raise RecordError(session.save_problem)
        yield f"The game is saved in {session.saved.path} after every order; save FILE writes a copy."
        return
    path = Path(rest)
    if path.exists():
        raise RecordError(f"{path} already exists; choose another name")
    SavedGame(path).save(session.live.record)
    yield f"Saved. To continue from here: hegemon play --resume {path}"


def _resign(session: Session, rest: str, sure: bool) -> Iterator[str]:
    if not sure:
        session.sure = "resign"
        yield f"You would lose. {session.live.resigning(session.viewer)} Are you sure? resign again, or y, gives up."
        return
    session.live.resign(session.viewer)
    session.save()
    if session.over:
        yield from session.end()
    else:
        yield from session.proceed()


def _quit(session: Session, rest: str, sure: bool) -> Iterator[str]:
    yield session.leave()


COMMANDS = {
    "done": Command(_done, "done", "end your turn (classic: pass, as - does)"),
    "undo": Command(_undo, "undo", "take back the last line, or decisions before the dice"),
    "clear": Command(_clear, "clear", "take back all that can be taken back"),
    "show": Command(_show, "show", "the board, the seats, your orders and what is allowed"),
    "map": Command(_map, "map", "the board alone"),
    "list": Command(_list, "list", "your territories and their neighbours"),
    "orders": Command(_orders, "orders", "your orders so far and what is allowed"),
    "hint": Command(_hint, "hint [AGENT]", "what an agent would do"),
    "take": Command(_take, "take", "do what the last hint says"),
    "odds": Command(_odds, "odds FROM TO", "the odds of an attack"),
    "save": Command(_save, "save [FILE]", "write a copy; the game itself is saved all the time"),
    "resign": Command(_resign, "resign", "give the game up"),
    "quit": Command(_quit, "quit", "leave; you can continue later"),
    "help": Command(_help, "help", "this text"),
}
