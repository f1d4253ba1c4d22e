"""One game: what it depends on, what is recorded, and when the match ends it before the rules do."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from hegemon import (
    Action,
    Adjudication,
    ClassicGame,
    ClassicTurn,
    ClassicView,
    Clock,
    Game,
    Plan,
    Random,
    Record,
    Result,
    Series,
    SimultaneousEvent,
    SimultaneousGame,
    SimultaneousView,
    play,
)
from hegemon.errors import AgentError, GameError
from hegemon.game import ClassicEvent
from hegemon.match import SOARES2025, Observer
from tests.match.fakes import Scripted

LIMIT = Adjudication(turn_limit=8)


def passing(estimate: float | None = None) -> Scripted:
    return Scripted(estimate=estimate)


def judged(first: float | None, second: float | None, rules: Adjudication, game: str = "soares2025") -> Record:
    return play(Game("simple", game), [passing(first), passing(second)], adjudication=rules)


# --- Seeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["soares2025", "warlight1", "warlight2", "warzone"])
def test_the_same_seed_plays_the_same_game(rules: str) -> None:
    game = SimultaneousGame("banana", rules)
    games = [play(game, ["heuristic", "random"], seed=11, adjudication=LIMIT) for _ in range(2)]
    assert list(games[0].lines()) == list(games[1].lines())
    assert games[0] == games[1] != play(game, ["heuristic", "random"], seed=12, adjudication=LIMIT)


def test_thinking_does_not_change_the_dice() -> None:
    """An agent that uses up random numbers of its own meets the same start and the same dice."""

    class Gambler(Scripted):
        def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
            plan = super().plan(view, clock)
            for _ in range(100):
                self.random.next()
            return plan

    def quiet(view: SimultaneousView) -> Plan:
        return view.random_plan(Random(view.turns))

    game = SimultaneousGame("banana", "warlight1(picking=ranked, fog=none)")
    one = play(game, [Scripted(quiet), Scripted(quiet)], seed=5, adjudication=LIMIT)
    other = play(game, [Gambler(quiet), Gambler(quiet)], seed=5, adjudication=LIMIT)
    assert one.states == other.states
    assert sum(len(turn.chance) for turn in one.turns) > 20


def test_agents_have_streams_of_their_own() -> None:
    seen: list[int] = []

    class Peek(Scripted):
        def begin(self, game: Game, seat: int, random: Random) -> None:
            seen.append(random.copy().next())

    play(Game("simple"), [Peek(), Peek()], seed=5, adjudication=LIMIT)
    assert len(set(seen)) == 2
    assert seen == [Random(5).stream(2).next(), Random(5).stream(3).next()]


def test_a_stream_can_stand_for_the_seed() -> None:
    game = SimultaneousGame("simple")
    by_stream = play(game, ["random", "random"], seed=Random(5))
    by_number = play(game, ["random", "random"], seed=5)
    assert by_stream.states == by_number.states
    assert ("seed" in by_stream.info, by_number.info["seed"]) == (False, 5)


# --- The record ---------------------------------------------------------------------------------------------------


def test_a_game_can_begin_anywhere() -> None:
    game = SimultaneousGame("simple")
    start = game.position([0, -1, -1, -1, -1, -1, -1, -1, 1], [9, 0, 0, 0, 0, 0, 0, 0, 1], turns=3)
    record = play(game, ["random", "random"], start=start)
    assert record.start == start
    over = game.position([0] * 9, [1] * 9)
    finished = play(game, ["random", "random"], start=over)
    assert (finished.turns, finished.result) == ([], Result(0, "conquest"))


def test_a_start_of_another_game_is_refused() -> None:
    with pytest.raises(GameError, match="the start is a position of soares2025 on banana, not of soares2025 on simple"):
        play(Game("simple"), ["random", "random"], start=SimultaneousGame("banana").start(1))


def test_a_record_names_the_agents_and_counts_their_decisions() -> None:
    record = play(Game("simple", "warlight2"), ["random", passing()], adjudication=LIMIT)
    assert record.agents == ("random", "Scripted")
    assert record.info == {"seed": 0, "decisions": [record.rounds + 1] * 2}
    timed = play(Game("simple"), [passing(), passing()], time_per_move=60, adjudication=LIMIT)
    assert timed.info["time_per_move"] == 60
    slowest: Any = timed.info["slowest"]
    assert len(slowest) == 2
    assert all(seconds >= 0 for seconds in slowest)


def test_the_caller_is_told_after_every_turn_and_at_the_end() -> None:
    seen: list[tuple[int, bool]] = []

    class Notes(Observer):
        def turn(self, record: Record) -> None:
            seen.append((len(record.turns), record.result is not None))

    record = play(Game("simple"), [passing(), passing()], adjudication=Adjudication(turn_limit=3), observer=Notes())
    assert seen == [(1, False), (2, False), (3, True)]
    assert record.result == Result(None, "turn limit")


def test_agents_are_shown_views_and_the_events_of_the_last_turn() -> None:
    views: list[SimultaneousView] = []

    def keep(view: SimultaneousView) -> Plan:
        views.append(view)
        return view.random_plan(Random(1))

    record = play(Game("italy", "warlight1"), [Scripted(keep), "random"], seed=2, adjudication=LIMIT)
    assert all(isinstance(view, SimultaneousView) and view.seat == 0 for view in views)
    for view, turn in zip(views, record.turns, strict=False):
        assert view.events == tuple(
            event.told(0) for event in turn.events if isinstance(event, SimultaneousEvent) and event.seen[0]
        )
        assert -2 in view.owners


def test_agents_of_the_classic_game_are_told_everything_since_their_last_decision_but_no_cards() -> None:
    told: dict[int, list[ClassicEvent]] = {seat: [] for seat in range(3)}

    class Listener:
        def begin(self, game: Game, seat: int, random: Random) -> None:
            self.seat, self.random = seat, random

        def act(self, view: ClassicView, clock: Clock) -> Action:
            told[self.seat].extend(view.events)
            return view.random_action(self.random)

    game = ClassicGame("classic", "classic", 3)
    record = play(game, [Listener() for _ in range(3)], seed=3, adjudication=Adjudication(turn_limit=40))
    events = [turn.event for turn in record.turns if isinstance(turn, ClassicTurn)]
    drawn = [event for event in events if "draw" in event.kinds]
    assert len(drawn) > 10
    for seat in range(3):
        heard = told[seat]
        assert [(e.seat, e.action) for e in heard] == [(e.seat, e.action) for e in events[: len(heard)]]
        assert len(heard) > len(events) - 300
        for mine, whole in zip(heard, events, strict=False):
            hidden = seat != whole.seat and "draw" in whole.kinds
            assert mine.chance == ((*whole.chance[:-1], -1) if hidden else whole.chance)


def test_open_hands_are_told() -> None:
    game = ClassicGame("grid(4,3)", "swiss2025-text")
    record = play(game, ["random", "random"], seed=3)
    turns = [turn for turn in record.turns if isinstance(turn, ClassicTurn)]
    drawn = next(turn for turn in turns if "draw" in turn.event.kinds)
    assert drawn.state.view(1 - drawn.event.seat, drawn.events).events == drawn.events


def test_the_clock_tells_the_limit() -> None:
    agent, other = passing(), passing()
    play(Game("simple"), [agent, other], time_per_move=60, adjudication=LIMIT)
    timed = agent.clock
    assert timed.limit == 60
    assert timed.left <= 60
    play(Game("simple"), [agent, other], adjudication=LIMIT)
    assert agent.clock.limit is None
    assert agent.clock.left == float("inf")


def test_two_agents_are_needed() -> None:
    with pytest.raises(GameError, match="soares2025 on simple is played by 2 agents, not 1"):
        play(Game("simple"), ["random"])


def test_an_agent_that_cannot_begin_is_named() -> None:
    class Picky(Scripted):
        def begin(self, game: Game, seat: int, random: Random) -> None:
            raise RuntimeError("too few territories")

    with pytest.raises(AgentError) as caught:
        play(Game("simple"), ["random", Picky()])
    place = f"test_play.py:{Picky.begin.__code__.co_firstlineno + 1}"
    wanted = f"agent Picky cannot begin soares2025 on simple: RuntimeError: too few territories ({place})"
    assert str(caught.value) == wanted


# --- Adjudication -------------------------------------------------------------------------------------------------


def test_a_game_is_drawn_at_the_turn_limit() -> None:
    record = judged(None, None, Adjudication(turn_limit=4))
    assert (record.result, record.rounds) == (Result(None, "turn limit"), 4)


def test_the_turn_limit_counts_turns_of_play_only() -> None:
    record = judged(None, None, Adjudication(turn_limit=4), "warlight2")
    assert (record.rounds, len(record.turns)) == (4, 6)


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (0.995, 0.005, 0),
        (0.005, 0.995, 1),
        (0.991, 0.01, 0),
        (0.99, 0.01, None),
        (0.995, 0.02, None),
        (1.0, None, None),
    ],
)
def test_a_seat_surrenders_when_both_agree_that_it_is_lost(
    first: float | None, second: float | None, winner: int | None
) -> None:
    record = judged(first, second, Adjudication(turn_limit=5, surrender=0.01))
    if winner is None:
        assert (record.result, record.rounds) == (Result(None, "turn limit"), 5)
    else:
        assert (record.result, record.rounds) == (Result(winner, "surrender"), 1)


@pytest.mark.parametrize(
    ("first", "second", "rounds"),
    [(0.5, 0.5, 4), (0.55, 0.45, 4), (0.56, 0.5, 9), (0.5, 0.4, 9), (0.5, None, 9)],
)
def test_a_tie_is_agreed_after_enough_turns(first: float, second: float | None, rounds: int) -> None:
    record = judged(first, second, Adjudication(turn_limit=9, tie_after=3, tie_band=0.0501))
    assert record.rounds == rounds
    assert record.result == Result(None, "agreed tie" if rounds == 4 else "turn limit")


def test_estimates_count_for_nothing_where_nobody_asked() -> None:
    assert judged(1.0, 0.0, Adjudication(turn_limit=3)).result == Result(None, "turn limit")
    assert judged(0.5, 0.5, Adjudication(turn_limit=3)).result == Result(None, "turn limit")


def test_the_board_overrules_the_estimates() -> None:
    game = SimultaneousGame("simple")
    start = game.position([0, 1, -1, -1, -1, -1, -1, -1, -1], [9, 1, 0, 0, 0, 0, 0, 0, 0])
    sure_loser = Scripted(lambda view: Plan.parse("0>1:9"), estimate=0.0)
    record = play(game, [sure_loser, passing(1.0)], start=start, adjudication=Adjudication(surrender=0.01))
    assert record.result == Result(0, "conquest")


def test_the_published_adjudication() -> None:
    assert Adjudication(turn_limit=101, surrender=0.01, tie_after=50, tie_band=0.01) == SOARES2025
    assert judged(0.5, 0.5, SOARES2025).rounds == 51


def test_the_published_band_of_a_tie_includes_its_ends() -> None:
    assert judged(0.51, 0.49, SOARES2025).result == Result(None, "agreed tie")


def test_without_a_word_the_limit_grows_with_the_map_and_the_rules() -> None:
    limits = [Adjudication.default(Game(*pair)).turn_limit for pair in (("simple",), ("random(80, seed=1)",))]
    assert limits == [100, 160]
    assert Adjudication.default(Game("simple", "warlight1(round_cap=300)")).turn_limit == 300


def test_an_adjudication_is_given_by_name_or_by_fields() -> None:
    assert Adjudication.parse() is Adjudication.parse("turns") is None
    assert Adjudication.parse("turns", 30) == Adjudication(30)
    assert Adjudication.parse("soares2025", 30) == Adjudication(30, 0.01, 50, 0.01)
    assert Adjudication.parse({"turns": 7, "surrender": 0.1}) == Adjudication(7, 0.1)
    assert Adjudication.parse(asdict(SOARES2025)) == SOARES2025  # as stores keep it


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("coin", "expected turns or soares2025, not 'coin'"),
        ({"turn": 7}, "has no setting turn; did you mean turns"),
        ({"turns": 0}, "turns=0 is not allowed"),
        ({"tie_band": 0.7}, "tie_band=0.7 is not allowed"),
        ({"tie_after": -5}, "tie_after=-5 is not allowed"),
        ({"tie_after": "late"}, "tie_after='late' is not allowed"),
    ],
)
def test_a_wrong_adjudication_says_what_is_expected(given: str | dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Adjudication.parse(given)


def test_rules_are_given_with_a_map() -> None:
    assert play("simple", ["random", "random"], rules="soares2025(base_income=1)", adjudication=1).game.rules.name
    record = play(None, ["random"] * 3, rules="classic(cards=none)", adjudication=1)
    assert (record.game.map.name, record.game.seats) == ("classic", 3)
    game = Game("simple")
    assert play(game, ["random", "random"], rules="soares2025", adjudication=1).game is game
    with pytest.raises(GameError, match="has its rules already"):
        play(game, ["random", "random"], rules="warlight2")
    with pytest.raises(GameError, match="a game is needed"):
        play(None, ["random", "random"])


@pytest.mark.parametrize("second", ["italy", Game("italy"), None])
def test_swapped_arguments_are_told(second: object) -> None:
    with pytest.raises(GameError, match="the game comes first, then the agents"):
        play(["heuristic", "random"], second)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="the game comes first"):
        Series(["heuristic", "random"], second, games=2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("estimates", "reason"),
    [((0.995, 0.005, 0.0), "surrender"), ((0.34, 0.33, 0.33), "agreed tie"), ((0.5, 0.5, 0.5), None)],
)
def test_estimates_of_three_seats(estimates: tuple[float, ...], reason: str | None) -> None:
    rules = Adjudication(turn_limit=99, surrender=0.01, tie_after=1, tie_band=0.01)
    game = ClassicGame("hex", "classic(setup_place=none)", 3)
    state = game.position([0, 0, 1, 1, 2, 2], [2] * 6, turns=9)
    found = rules.judge(state, estimates)
    assert (found and found.reason) == reason
