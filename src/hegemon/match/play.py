"""Plays one game: asks the agents, resolves turns, records them, and applies clocks and adjudication."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import cast

from hegemon._core import Random
from hegemon.agents import AgentLike, agent_name
from hegemon.agents.failures import error_line
from hegemon.agents.own import require_agents
from hegemon.errors import GameError, HegemonError, IllegalDecisionError
from hegemon.game import Decision, Game, Record, Result, State, seeded
from hegemon.maps import Map
from hegemon.match.adjudication import Adjudication
from hegemon.match.arguments import (
    OnError,
    as_adjudication,
    as_game,
    as_time_control,
    require_names,
    require_observer,
    require_on_error,
    require_order,
    require_start,
)
from hegemon.match.foreign import HANG_TIMEOUT, is_foreign
from hegemon.match.referee import Forfeit, Observer, Player, seat_agent
from hegemon.match.time_control import TimeControl
from hegemon.rules import Rules


def play(
    game: Game | Map | str | None,
    agents: Sequence[AgentLike],
    *,
    rules: str | Rules | None = None,
    seed: int | Random = 0,
    time_per_move: float | None = None,
    time_control: TimeControl | str | float | None = None,
    adjudication: Adjudication | str | int | None = None,
    start: State | None = None,
    names: Sequence[str] | None = None,
    observer: Observer | None = None,
    salt: str | None = None,
    hang_timeout: float = HANG_TIMEOUT,
    on_error: OnError = "forfeit",
) -> Record:
    """Play one game and return its record. Without a time limit the record depends only on the agents and the seed.

    A map or its name as `game` is played with `rules`, by default soares2025. An agent is a spec, an object, or a
    class or function without arguments that makes one.

    `seed` is split into streams for the start, the dice and each agent, so that an agent's search never changes the
    dice. `names` are the names of the agents in the record, by default their specs. Text is enough for a time control
    (``10+0.1``) and an adjudication (``soares2025``; a number is a turn limit).

    An agent of your own that is given by its file plays in a process of its own, and without a time limit it hangs
    after `hang_timeout` seconds. So that it cannot foretell the dice from the seed, dice and agents' streams then also
    depend on a secret salt. The record keeps it; give it as `salt` to repeat the game.

    An agent that fails loses the game, and `record.info["traceback"]` tells where its code failed. With
    `on_error="raise"` its exception is raised again, and other forfeits (also those of agents in processes of their
    own) are raised as an AgentFailure.

    An agent that has a method `end` is told that the game is over. What it raises there is kept in
    `record.info["end_failures"]`.
    """
    require_order(game, agents)
    agents = require_agents(agents)
    require_on_error(on_error)
    game = as_game(game, len(agents), rules)
    if len(agents) != game.seats:
        raise GameError(f"{game} is played by {game.seats} agents, not {len(agents)}")
    require_start(game, start)
    require_names(names, game.seats)
    require_observer(observer)
    time_control = as_time_control(time_per_move if time_control is None else time_control)
    observer = observer or Observer()
    root = seed if isinstance(seed, Random) else seeded(seed)
    names = names or list(map(agent_name, agents))
    record = Record(game, tuple(names), start or game.start(root.stream(0)))
    if not isinstance(seed, Random):
        record.info["seed"] = int(seed)
    if time_control.per_move:
        record.info["time_per_move"] = time_control.per_move
    elif time_control.limited:
        record.info["time"] = str(time_control)
    if time_control.limited:
        record.info["clock"] = time_control.clock
    observer.begins(record)
    streams = game_streams(record, agents, root, salt)
    limits = as_adjudication(adjudication) or Adjudication.default(game)
    folder = os.getcwd()  # noqa: PTH109 (twice as fast)
    players: list[Player] = []
    try:
        for seat, agent in enumerate(agents):
            players.append(
                seat_agent(game, agent, names[seat], seat, streams(2 + seat), time_control, observer, hang_timeout)
            )
        dice = Dice(streams(1))
        while record.result is None:
            record.result = play_turn(record, players, dice, limits, on_error)
            observer.turn(record)
    finally:
        failed = end_seats(players, record)
        if os.getcwd() != folder:  # noqa: PTH109
            os.chdir(folder)  # an agent may have changed the working directory
    record.info["decisions"] = [player.decisions for player in players]
    if time_control.limited:
        record.info["slowest"] = [round(player.slowest, 4) for player in players]
    if failed is not None and on_error == "raise":
        raise failed
    return record


def end_seats(players: Sequence[Player], record: Record, *, reuse: bool = True) -> BaseException | None:
    """Tell the agents that the game is over, and let go of their processes. The first failure in that, if any."""
    first: BaseException | None = None
    for player in players:
        failed = player.end(record.result)
        good = failed is None and record.result is not None and record.result.loser != player.seat
        player.close(reuse=reuse and good)
        if failed is not None:
            first = first or failed
            why = f"{player.name} (seat {player.seat}): {error_line(failed, kind=not isinstance(failed, HegemonError))}"
            record.info["end_failures"] = [*cast("list[str]", record.info.get("end_failures", [])), why]
    return first


def game_streams(
    record: Record, agents: Sequence[AgentLike], root: Random, salt: str | None
) -> Callable[[int], Random]:
    """The random streams of a game: 1 is that of the dice, 2 and above are those of the seats."""
    if salt is None and any(isinstance(agent, str) and is_foreign(agent) for agent in agents):
        salt = secrets.token_hex(16)
    if salt is None:
        return root.stream
    record.info["salt"] = salt
    secret = f"{salt}:{root.copy().next()}"
    return lambda number: Random(int.from_bytes(sha256(f"{secret}:{number}".encode()).digest()[:8], "little"))


class Dice:
    """The dice of a game. Every roll has its own random stream, keyed by turn, seat and number, so that an extra roll
    of one seat does not shift the dice of the others."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._rolls: dict[tuple[int, int], int] = {}

    def of(self, record: Record) -> Random:
        """The random stream of the next decision."""
        state, deciders = record.final, record.final.deciders
        if len(deciders) > 1:  # a whole turn at once; the core keeps the seats' dice apart within it
            return self._random.stream(len(record.turns))
        key = state.turns, deciders[0]
        return self._random.stream(key[0]).stream(key[1]).stream(self._rolls.get(key, 0))

    def rolled(self, turn: int, seat: int) -> None:
        self._rolls[turn, seat] = self._rolls.get((turn, seat), 0) + 1


def play_turn(
    record: Record, players: Sequence[Player], dice: Dice, rules: Adjudication, on_error: OnError = "forfeit"
) -> Result | None:
    """Play one turn and add it to the record; return the result if the game is over."""
    state = record.final
    if state.result is not None:
        return state.result
    decisions: list[Decision | None] = [None] * record.game.seats
    for seat in state.deciders:
        answer = players[seat].ask(record)
        if isinstance(answer, Forfeit):
            return _forfeited(record, _blame(players, answer), on_error)
        decisions[seat] = answer
    try:
        turn = state.advance(decisions, dice.of(record))
    except IllegalDecisionError as error:
        return _forfeited(record, players[error.seat].illegal(state, error.reasons[0]), on_error)
    if turn.chance:
        dice.rolled(state.turns, state.deciders[0])
    record.add(decisions, turn)
    return turn.state.result or rules.judge(turn.state, [player.estimate for player in players])


def _forfeited(record: Record, forfeit: Forfeit, on_error: OnError) -> Result:
    """The result of a forfeit, or its error raised; the record keeps the traceback."""
    if forfeit.traceback:
        record.info["traceback"] = forfeit.traceback
    if on_error == "raise":
        raise forfeit.as_error()
    return forfeit.result(record.game.seats)


def _blame(players: Sequence[Player], forfeit: Forfeit) -> Forfeit:
    """The forfeit, or that of another seat which kept the machine busy when this one was asked."""
    if forfeit.fault in ("time", "hang"):
        for other in players:
            if other.interferes(players[forfeit.seat]):
                return other.lost("crash", "crash: processes that it started go on while another seat is asked")
    return forfeit
