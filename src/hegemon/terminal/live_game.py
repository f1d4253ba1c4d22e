"""A game between people and agents, one step at a time: who must decide, what was decided, and what is taken back."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon._core import Random
from hegemon._spec import parse_spec
from hegemon.errors import GameError, HegemonError
from hegemon.game import Action, ClassicState, Decision, Game, Record, Result, State, Turn, seeded
from hegemon.match import Adjudication, Observer, TimeControl
from hegemon.match.foreign import HANG_TIMEOUT
from hegemon.match.play import Dice, end_seats, game_streams, play_turn
from hegemon.match.referee import Player, seat_agent

PERSON = "human"
"""The spec of a person's seat; a name may follow: human(name=Ann)."""
MARGIN = 10.0
"""Seconds beyond its time after which an agent forfeits: nobody wants to win because the machine was busy."""


def is_person(spec: str) -> bool:
    """Whether the spec of a seat means a person; the names in a record may be no specs."""
    try:
        return parse_spec(spec).name == PERSON
    except HegemonError:
        return False


def person_name(spec: str) -> str:
    """The name in the spec of a person; empty if it has none."""
    settings = parse_spec(spec).settings
    unknown = sorted(settings.keys() - {"name"})
    if unknown:
        raise GameError(f"{spec}: a person has no setting {unknown[0]}; write {PERSON} or {PERSON}(name=Ann)")
    return str(settings.get("name", ""))


class _Chair:
    """Stands where an agent would: a person is not told that the game begins."""

    def begin(self, game: Game, seat: int, random: Random) -> None:
        pass


class Person(Player):
    """A person in a seat: the decision is there before the referee asks."""

    decision: Decision | None = None
    resigned: bool = False

    def ask(self, record: Record) -> Decision:
        if self.resigned:
            return _passive(record.final)
        assert self.decision is not None
        decision, self.decision = self.decision, None
        self.decisions += 1
        return decision


def new_record(game: Game, agents: Sequence[str], seed: int, seconds: float) -> Record:
    """The record of a game that begins. It names all that is needed to resume the game."""
    record = Record(game, tuple(agents), game.start(seeded(seed).stream(0)), info={"seed": seed})
    if seconds:
        record.info["time_per_move"] = seconds
    return record


class LiveGame:
    """A game in progress, from its record: new, or resumed.

    With `apart`, every agent has a process of its own, so that the caller stays responsive while it searches. If it is
    not `seated`, nobody takes a seat and no agent is made: the game can be looked at.
    """

    def __init__(self, record: Record, *, apart: bool = False, seated: bool = True) -> None:
        self.record, game, agents = record, record.game, record.agents
        self._apart = apart
        self.people = tuple(seat for seat, spec in enumerate(agents) if is_person(spec))
        self._adjudication = Adjudication.default(game)
        seed, salt, seconds = (record.info.get(key) for key in ("seed", "salt", "time_per_move"))
        root = seeded(seed if isinstance(seed, int) else 0)
        streams = game_streams(record, agents, root, salt if isinstance(salt, str) else None)
        self._dice = _dice(record, streams(1))
        self.time = TimeControl(per_move=float(seconds) if isinstance(seconds, int | float) else 0.0, margin=MARGIN)
        self._players: list[Player] = []
        if not seated:
            return
        try:
            for seat, spec in enumerate(agents):
                self._players.append(self._seated(seat, spec, streams(2 + seat)))
        except BaseException:
            self.close()
            raise
        for seat in self._gone:
            self._leave_seat(seat)

    def _seated(self, seat: int, spec: str, random: Random) -> Player:
        if seat in self.people:
            return Person(_Chair(), spec, seat, TimeControl(), Observer())
        game, time = self.record.game, self.time
        return seat_agent(game, spec, spec, seat, random, time, Observer(), HANG_TIMEOUT, apart=self._apart)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The people who must decide before the game goes on."""
        if self.record.result is not None or not self._players:
            return ()
        return tuple(seat for seat in self.record.final.deciders if seat in self.people and not self._decided(seat))

    def _decided(self, seat: int) -> bool:
        player = self._players[seat]
        return isinstance(player, Person) and (player.resigned or player.decision is not None)

    def decide(self, seat: int, decision: Decision) -> None:
        """The decision of a person, which the rules allow."""
        player = self._players[seat]
        assert isinstance(player, Person)
        player.decision = decision

    def step(self) -> Turn | None:
        """Ask the agents and play one turn; None if the game ends without one, because a seat forfeits."""
        assert not self.waiting
        before = len(self.record.turns)
        self.record.result = play_turn(self.record, self._players, self._dice, self._adjudication)
        return self.record.turns[-1] if len(self.record.turns) > before else None

    def last_decision(self, seat: int) -> int:
        """The number of the turn with the seat's last decision; 0 if there is none."""
        plans = self.record.plans
        return max((number for number, decisions in enumerate(plans) if decisions[seat] is not None), default=0)

    def may_undo(self, seat: int) -> bool:
        """Whether the seat's last decision of the classic game belongs to this turn, and chance had no part in it."""
        record = self.record
        if record.result is not None or not record.turns or not isinstance(record.final, ClassicState):
            return False
        before = record.turns[-2].state if len(record.turns) > 1 else record.start
        own = before.deciders == record.final.deciders == (seat,) and before.turns == record.final.turns
        return own and not record.turns[-1].chance

    def undo(self, seat: int) -> bool:
        """Take back the seat's last decision, if that is allowed."""
        if not self.may_undo(seat):
            return False
        record = self.record
        record.plans.pop()
        record.turns.pop()
        return True

    def goes_on_without(self, seat: int) -> bool:
        """Whether the others play on if a person resigns: another person plays, and somebody else."""
        there = set(self.record.final.owners.tolist()) - {seat}
        people = [other for other in self.people if other in there and not self.has_resigned(other)]
        return self.record.game.seats > 2 and bool(people) and len([other for other in there if other >= 0]) > 1

    def resigning(self, seat: int) -> str:
        """What happens if the person of a seat resigns, in words to the person."""
        if self.goes_on_without(seat):
            return "The others play on, and your armies only defend."
        return "The game ends." if self.record.game.seats == 2 else "The game ends, and the others share the win."

    @property
    def _gone(self) -> list[int]:
        """The seats whose people have resigned, as the record says."""
        found = self.record.info.get("resigned")
        return [seat for seat in found if seat in self.people] if isinstance(found, list) else []

    @property
    def resignations(self) -> list[int]:
        """The seats that have resigned, in that order; the last one may have ended the game."""
        result = self.record.result
        last = [result.loser] if result is not None and result.reason == "resignation" else []
        return [*self._gone, *(seat for seat in last if seat is not None)]

    def has_resigned(self, seat: int) -> bool:
        """Whether the person of a seat has resigned, and the others play on."""
        player = self._players[seat] if self._players else None
        return isinstance(player, Person) and player.resigned

    def resign(self, seat: int) -> None:
        """Give up. If another person and somebody else are left, they play on, and the armies of the seat only defend.
        Otherwise the game ends: with two seats the other wins, with more the others share the win."""
        if self.goes_on_without(seat):
            self.record.info["resigned"] = [*self._gone, seat]
            self._leave_seat(seat)
            return
        seats = self.record.game.seats
        winner = 1 - seat if seats == 2 else None
        self.record.result = Result(winner, "resignation", seat, "resigned", seats=seats)

    def _leave_seat(self, seat: int) -> None:
        player = self._players[seat]
        if isinstance(player, Person):
            player.resigned = True

    def close(self) -> None:
        """Tell the agents that the game is over, and end their processes."""
        end_seats(self._players, self.record, reuse=False)


def _passive(state: State) -> Decision:
    """What a seat does whose player has resigned: it passes, or does as little as the rules allow."""
    assert isinstance(state, ClassicState)

    def effort(action: Action) -> tuple[bool, int]:
        return action.kind != "pass", -action.armies if action.kind == "place" else action.armies

    return min(state.legal_actions, key=effort)


def _dice(record: Record, random: Random) -> Dice:
    """The dice of the game as they are after the turns of the record."""
    dice, state = Dice(random), record.start
    for turn in record.turns:
        if turn.chance:
            dice.rolled(state.turns, state.deciders[0])
        state = turn.state
    return dice
