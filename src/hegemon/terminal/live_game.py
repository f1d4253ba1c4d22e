"""A game between people and agents, one step at a time: who must decide, what was decided, and what is taken back."""

from __future__ import annotations

from collections.abc import Sequence

from hegemon._core import Random
from hegemon._spec import parse_spec
from hegemon.errors import GameError
from hegemon.game import ClassicState, Decision, Game, Record, Result, Turn, seeded
from hegemon.match import Adjudication, Observer, TimeControl
from hegemon.match.foreign import HANG_TIMEOUT
from hegemon.match.play import Dice, end_seats, game_streams, play_turn
from hegemon.match.referee import Player, seat_agent

PERSON = "human"
"""The spec of a person's seat; a name may follow: human(name=Ann)."""
MARGIN = 10.0
"""Seconds beyond its time after which an agent forfeits: nobody wants to win because the machine was busy."""


def is_person(spec: str) -> bool:
    """Whether the spec of a seat means a person."""
    return parse_spec(spec).name == PERSON


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

    def ask(self, record: Record) -> Decision:
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
    """A game in progress, from its record: new, or resumed."""

    def __init__(self, record: Record) -> None:
        self.record, game, agents = record, record.game, record.agents
        self.people = tuple(seat for seat, spec in enumerate(agents) if is_person(spec))
        self._adjudication = Adjudication.default(game)
        seed, salt, seconds = (record.info.get(key) for key in ("seed", "salt", "time_per_move"))
        root = seeded(seed if isinstance(seed, int) else 0)
        streams = game_streams(record, agents, root, salt if isinstance(salt, str) else None)
        self._dice = _dice(record, streams(1))
        self.time = TimeControl(per_move=float(seconds) if isinstance(seconds, int | float) else 0.0, margin=MARGIN)
        self._players: list[Player] = []
        try:
            for seat, spec in enumerate(agents):
                self._players.append(self._seated(seat, spec, streams(2 + seat)))
        except BaseException:
            self.close()
            raise

    def _seated(self, seat: int, spec: str, random: Random) -> Player:
        if seat in self.people:
            return Person(_Chair(), spec, seat, TimeControl(), Observer())
        return seat_agent(self.record.game, spec, spec, seat, random, self.time, Observer(), HANG_TIMEOUT)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The people who must decide before the game goes on."""
        if self.record.result is not None:
            return ()
        return tuple(seat for seat in self.record.final.deciders if seat in self.people and not self._decided(seat))

    def _decided(self, seat: int) -> bool:
        player = self._players[seat]
        return isinstance(player, Person) and player.decision is not None

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

    def undo(self, seat: int) -> bool:
        """Take back the seat's last decision of the classic game, if it belongs to this turn and chance had no part."""
        record = self.record
        if record.result is not None or not record.turns or not isinstance(record.final, ClassicState):
            return False
        before = record.turns[-2].state if len(record.turns) > 1 else record.start
        own = before.deciders == record.final.deciders == (seat,) and before.turns == record.final.turns
        if not own or record.turns[-1].chance:
            return False
        record.plans.pop()
        record.turns.pop()
        return True

    def resign(self, seat: int) -> None:
        """End the game: with two seats the other wins, with more the others share the win."""
        seats = self.record.game.seats
        winner = 1 - seat if seats == 2 else None
        self.record.result = Result(winner, "resignation", seat, "resigned", seats=seats)

    def close(self) -> None:
        """Tell the agents that the game is over, and end their processes."""
        end_seats(self._players, self.record, reuse=False)


def _dice(record: Record, random: Random) -> Dice:
    """The dice of the game as they are after the turns of the record."""
    dice, state = Dice(random), record.start
    for turn in record.turns:
        if turn.chance:
            dice.rolled(state.turns, state.deciders[0])
        state = turn.state
    return dice
