"""Analyses as text: a few lines that a person reads, with names, best first."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from hegemon._json import JSONObject
from hegemon.analysis.record import DecisionAnalysis, RecordAnalysis
from hegemon.errors import NotationError
from hegemon.game import Action, Game, Plan
from hegemon.game.drawing.describe import LETTERS
from hegemon.search import AnyAnalysis, Candidate, win_probability

MOST_STEPS = 6
"""Decisions of a principal variation that are shown."""
_BAR = 20


def analysis_text(analysis: AnyAnalysis, game: Game, *, top: int = 5, width: int = 100, agent: str = "") -> str:
    """The candidates of a position, best first: winning probability, share of the visits, decision; and below the best
    one the principal variation."""
    win, unit = win_probability(analysis.value, game.seats), analysis.unit
    work = f"{analysis.visits:,} {unit if analysis.visits != 1 else unit.removesuffix('s')} in {analysis.seconds:.2f} s"
    lines = [f"{LETTERS[analysis.seat]} wins with {_percent(win)} ({', '.join(filter(None, (agent, work)))})", ""]
    total = sum(candidate.visits for candidate in analysis.candidates)
    counted = {"visits": "share"}.get(unit, unit)
    lines.append(f"{'win':>6}  {counted:>{max(6, len(counted))}}  {'prior  ' * _has_prior(analysis)}decision")
    for rank, candidate in enumerate(analysis.candidates[:top]):
        head = _head(candidate, analysis, game, total, max(6, len(counted)))
        lines += _wrapped(head, candidate.decision.text(game.map), width, most=0 if rank == 0 else 2)
        if rank == 0:
            for text in line_texts(candidate, game, analysis.seat):
                lines += _wrapped(" " * (len(head) + 2), text, width, most=2)
    hidden = len(analysis.candidates) - top
    return "\n".join([*lines, *([f"and {hidden:,} more candidates"] if hidden > 0 else [])])


def analysis_json(analysis: AnyAnalysis, game: Game, top: int | None = None) -> JSONObject:
    """The analysis as plain data, with winning probabilities, and with names beside the numbers of territories."""
    shown = replace(analysis, candidates=analysis.candidates[:top])
    candidates = [
        each.to_json()
        | {
            "win": round(win_probability(each.value, game.seats), 6),
            "text": each.decision.text(game.map),
        }
        for each in shown.candidates
    ]
    return shown.to_json() | {"win": round(win_probability(analysis.value, game.seats), 6), "candidates": candidates}


def line_texts(candidate: Candidate[Action | Plan], game: Game, seat: int) -> list[str]:
    """The principal variation after a candidate, with names."""
    if game.rules.family == "classic":
        shown = [_named(text, game) for text in candidate.line[:MOST_STEPS]]
        return [f"then {', '.join(shown)}" + (", .." if len(candidate.line) > MOST_STEPS else "")] if shown else []
    lines = []
    for number, pair in enumerate(candidate.line[:2]):
        plans = [_named(text, game) for text in pair.split(" / ")]
        if len(plans) == 1:  # only what is expected of the other seat
            lines.append(f"{LETTERS[1 - seat]} expected: {plans[0]}")
        elif number == 0:
            lines.append(f"{LETTERS[1 - seat]} expected: {plans[1 - seat]}")
        else:
            lines += [f"then {LETTERS[each]}: {plan}" for each, plan in enumerate(plans)]
    return lines


def record_text(found: RecordAnalysis, top: int, width: int) -> str:
    """Winning probabilities turn by turn, the decisions that lost most, and what each seat lost on average."""
    record, game = found.record, found.record.game
    seats = range(game.seats)
    players = ", ".join(f"{LETTERS[seat]} = {record.agents[seat]}" for seat in seats)
    lines = [f"{game}, {players}; analysed by {found.agent}", ""]
    lines += _turn_lines(found)
    if record.result is not None and found.complete:
        winner = record.result.winner
        ended = "drawn" if winner is None else f"{LETTERS[winner]} wins"
        lines.append(f"  end   {ended}, {record.result.reason}")
    worst = found.worst(top)
    lines += ["", "Decisions that lost most:" if worst else "No decision lost 2 % or more."]
    for decision in worst:
        lines += decision_lines(decision, game, width)
    lines += ["", *(_summary(found, seat) for seat in seats if found.mean_loss(seat) is not None)]
    return "\n".join(lines)


def decision_lines(decision: DecisionAnalysis, game: Game, width: int) -> list[str]:
    """A decision, what it lost, and what the agent would have played."""
    lost = "" if decision.loss is None else f": lost {_percent(max(0.0, decision.loss))}"
    lines = [f"turn {decision.turn}, {LETTERS[decision.seat]}, {_percent(decision.win)} to win before it{lost}"]
    better = "agent " if decision.loss is not None and decision.loss <= 0 else "better"
    for word, one, win in (
        ("played", decision.played, decision.win_played),
        (better, decision.best, decision.win_best),
    ):
        if word == "played" or decision.best != decision.played:
            after = "" if win is None else _percent(win)
            lines += _wrapped(f"  {word} {after:>5}", one.text(game.map), width)
    return lines


def _turn_lines(found: RecordAnalysis) -> list[str]:
    """One line per turn: the winning probability of each seat that decided, a bar for seat a, and what was lost."""
    seats = range(found.record.game.seats)
    by_turn: dict[int, dict[int, float]] = {}
    for seat in seats:
        for turn, win in found.curves[seat]:
            by_turn.setdefault(turn, {})[seat] = win
    lines = ["  turn  " + "".join(f"{LETTERS[seat]:>6}" for seat in seats)]
    for turn, wins in sorted(by_turn.items()):
        chances = "".join(f"{_percent(wins[seat]) if seat in wins else '':>6}" for seat in seats)
        bar = f"  {_bar(wins)}" if len(seats) == 2 else ""
        lines.append(f"{turn:>6}  {chances}{bar}  {_lost_in(found, turn)}".rstrip())
    return lines


def _lost_in(found: RecordAnalysis, turn: int) -> str:
    """The seats that lost 2 % or more with one decision of a turn."""
    lost = dict.fromkeys(range(found.record.game.seats), 0.0)
    for decision in found.decisions:
        if decision.turn == turn:
            lost[decision.seat] = max(lost[decision.seat], decision.loss or 0.0)
    return ", ".join(f"{LETTERS[seat]} loses {_percent(loss)}" for seat, loss in lost.items() if loss >= 0.02)


def _bar(wins: dict[int, float]) -> str:
    """Seat a's share of a bar: its own estimate and what the other seat leaves it."""
    shares = [win if seat == 0 else 1 - win for seat, win in wins.items()]
    full = round(_BAR * sum(shares) / len(shares))
    return "#" * full + "." * (_BAR - full)


def _summary(found: RecordAnalysis, seat: int) -> str:
    own = [decision for decision in found.decisions if decision.seat == seat]
    same = sum(decision.played == decision.best for decision in own)
    agreed = f"; {same} of {len(own)} as the analyst" if found.record.game.rules.family == "classic" else ""
    mean = f"{100 * (found.mean_loss(seat) or 0.0):.1f} %"
    return f"{LETTERS[seat]} ({found.record.agents[seat]}): {mean} lost per decision{agreed}"


def _head(candidate: Candidate[Action | Plan], analysis: AnyAnalysis, game: Game, total: int, room: int) -> str:
    tried = bool(candidate.visits) or analysis.visits <= 1
    win = _percent(win_probability(candidate.value, game.seats)) if tried else ""  # an untried candidate has no value
    share = f"{candidate.visits:,}"
    if analysis.unit == "visits":
        share = _percent(candidate.visits / total) if total else ""
    prior = f"{candidate.prior or 0:>5.3f}  " if _has_prior(analysis) else ""
    return f"{win:>6}  {share:>{room}}" + (f"  {prior.rstrip()}" if prior else "")


def _has_prior(analysis: AnyAnalysis) -> bool:
    return any(candidate.prior is not None for candidate in analysis.candidates)


def _named(text: str, game: Game) -> str:
    """A decision of a principal variation with names; whatever else an agent writes stays as it is."""
    try:
        return (Action if game.rules.family == "classic" else Plan).parse(text).text(game.map)
    except NotationError:
        return text


def _wrapped(head: str, text: str, width: int, most: int = 0) -> list[str]:
    """A text beside a head, on as many lines as it needs, or on `most`."""
    room = max(30, width - len(head) - 2)
    lines: Sequence[str] = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
    if most and len(lines) > most:
        lines = [
            *lines[: most - 1],
            textwrap.shorten(" ".join(lines[most - 1 :]), room, placeholder=" ..", break_on_hyphens=False),
        ]
    return [f"{head if number == 0 else ' ' * len(head)}  {line}" for number, line in enumerate(lines)]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
