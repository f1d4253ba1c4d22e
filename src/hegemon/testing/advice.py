"""What to do about a failure of an agent: the lesson behind the message."""

from __future__ import annotations

import re

_BY_REASON: tuple[tuple[str, str], ...] = (
    (
        r"NoneType instead of",
        "the method returned nothing: end it with return, also in the branches that are rarely taken",
    ),
    (
        r"instead of an? (Plan|Action)",
        "return a hegemon.Plan (an Action in the classic game), or its text such as '3+5 3>4:2' (or '5x6:4')",
    ),
    (
        r"wrong phase|number of picks|not offered",
        "where seats pick their first territories, view.phase is 'pick': return Plan([Pick(t)]) with t from "
        "view.offered, or where rules.picking is 'ranked' a list of 2 * view.picks_each picks",
    ),
    (
        r"has no territory|no such territory",
        "a territory is its number, or its name in view.map.territories with _ for blanks, or a unique abbreviation",
    ),
    (r"more than the income", "all armies that you deploy in a turn come from view.income(view.seat), in sum"),
    (
        r"\b(owned|no link|adjacent|source|target|own|your)\b",
        "view.legal_orders() lists where you may deploy and move; view.illegal_reasons(plan) tells what is wrong",
    ),
    (
        r"hide (part of the board|cards)",
        "view.state exists only where the rules hide nothing: use view.determinize(), or raise an AgentError in begin "
        "for games that you do not play",
    ),
    (r"is not an (action|order)|is not a plan|cannot read", "the notation is on the page docs/records.md"),
    (
        r"OverflowError|cannot convert float infinity",
        "without a time limit clock.limit is None and clock.left is infinite",
    ),
    (r"IndexError|KeyError", "hidden territories have the owner -2 and the armies -1, neutral ones the owner -1"),
)
_BY_FAULT = {
    "illegal": "view.illegal_reasons(decision) tells what is wrong before you return it; view.legal_actions and "
    "view.legal_orders() list what is allowed",
    "crash": "an exception in plan or act loses the game; play it again with hegemon.play(.., on_error='raise') to see "
    "the line in a debugger",
    "time": "stop when clock.left is nearly 0: an answer that is late loses the game",
    "hang": "without an answer the game is lost: is there a loop that never ends, or a wait for input?",
    "died": "the process of the agent ended: os._exit, too much memory, or a crash in compiled code",
}


def advice_for(fault: str, reason: str) -> str:
    """What helps against a fault with this reason."""
    if fault in ("illegal", "crash"):
        for pattern, advice in _BY_REASON:
            if re.search(pattern, reason):
                return advice
    return _BY_FAULT.get(fault, "")
