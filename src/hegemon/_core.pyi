"""
The compiled core: maps, random streams, the simultaneous and the classic game, and searches.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


MAX_TERRITORIES: int = 512

class Map:
    """Territories, links and bonus groups as the rules see them."""

    def __init__(self, territories: int, links: Sequence[Sequence[int]], groups: Sequence[tuple[int, Sequence[int]]], card_kinds: Sequence[int] = []) -> None:
        """
        groups are (bonus value, members); card_kinds has 0, 1 or 2 per territory, or nothing
        """

    def __len__(self) -> int: ...

    def adjacent(self, a: int, b: int) -> bool: ...

class Random:
    """
    A counter-based random stream: the same key gives the same numbers on every machine.
    """

    def __init__(self, key: int) -> None: ...

    def stream(self, id: int) -> Random:
        """An independent stream; this one does not advance."""

    def next(self) -> int:
        """64 random bits."""

    def below(self, bound: int) -> int:
        """Uniform in 0 .. bound - 1."""

    def random(self) -> float:
        """Uniform between 0 and 1, neither included."""

    def integers(self, low: int, high: int | None = None) -> int:
        """
        Uniform in low .. high - 1, or in 0 .. low - 1 if only one bound is given.
        """

    def choice(self, items: Sequence[Any]) -> Any:
        """One item of a sequence."""

    def shuffle(self, items: list[Any]) -> None:
        """Put the items of a list into a random order."""

    def copy(self) -> Random: ...

    def __repr__(self) -> str: ...

def spin(steps: int) -> int:
    """
    A fixed amount of integer work, the yardstick that makes benchmarks of machines comparable.
    """

class Waiting:
    """
    How long a thread was ready to run while the machine gave it no processor, from now on: this thread, or the first thread of another process; or all threads together.
    """

    def __init__(self, process: int = 0, all: bool = False) -> None: ...

    def seconds(self) -> float:
        """
        0.0 where the system does not tell. What a process causes itself is left out.
        """

class Stop:
    """
    A switch that ends searches early: with Stop() as stop, searches of this thread return what they have found so far when another thread calls stop.set().
    """

    def __init__(self) -> None: ...

    def set(self) -> None:
        """
        End the searches within about 50 ms; later ones end as soon as they can.
        """

    @property
    def is_set(self) -> bool: ...

    def __enter__(self) -> Stop: ...

    def __exit__(self, *exc: object) -> None: ...

def stop_requested() -> bool:
    """Whether the switch of this thread is set: for searches in slices."""

def describe_settings() -> list[tuple[str, str, list[tuple[str, bool | int | float | str, float, float, list[str], str]]]]:
    """
    (name, summary, fields) of each struct of settings; a field is (name, default, lowest, highest, words, explanation).
    """

class SimultaneousRules:
    """The fields of hegemon.rules.SimultaneousRules, read by the core."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

    @staticmethod
    def describe() -> list[tuple[str, bool | int | float | str, list[str]]]:
        """(name, default, words) of each field."""

class ClassicRules:
    """The fields of hegemon.rules.ClassicRules, read by the core."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

    @staticmethod
    def describe() -> list[tuple[str, bool | int | float | str, list[str]]]:
        """(name, default, words) of each field."""

MAX_ARMIES: int = 10000000

class SimultaneousState:
    """A position: one flat block of bytes."""

    def __init__(self, owners: Sequence[int], armies: Sequence[int], marks: Sequence[int], round: int, phase: int, winner: int, first: int, picks_each: int, picks_made: int) -> None: ...

    def copy(self) -> SimultaneousState: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def hash(self) -> int: ...

    @property
    def owners(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def armies(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def marks(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def round(self) -> int: ...

    @property
    def phase(self) -> int: ...

    @property
    def winner(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def picks_each(self) -> int: ...

    @property
    def picks_made(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

class RandomPlay:
    """Totals over many random games."""

    @property
    def games(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def orders(self) -> int: ...

    @property
    def wins(self) -> list[int]: ...

    @property
    def undecided(self) -> int: ...

    @property
    def signature(self) -> int: ...

class SimultaneousGame:
    """A map with rules, and the verbs on its positions."""

    def __init__(self, map: Map, rules: SimultaneousRules) -> None: ...

    @property
    def round_cap(self) -> int: ...

    @property
    def most_orders(self) -> int: ...

    @property
    def gene_count(self) -> int: ...

    def start(self, random: Random) -> SimultaneousState: ...

    def settle(self, state: SimultaneousState) -> SimultaneousState:
        """The position with phase and winner set from the board and the round."""

    def deciders(self, state: SimultaneousState) -> list[int]: ...

    def income(self, state: SimultaneousState, seat: int) -> int: ...

    def random_plan(self, state: SimultaneousState, seat: int, random: Random) -> list[tuple[int, int, int, int]]: ...

    def check(self, state: SimultaneousState, seat: int, orders: Sequence[tuple[int, int, int, int]]) -> list[tuple[int, str]]:
        """(index of the order, reason) of every refused order."""

    def resolve(self, state: SimultaneousState, plans: Sequence[Sequence[tuple[int, int, int, int]]], random: Random, coin: int = -1) -> tuple[SimultaneousState, list[int], list[tuple[int, int, tuple[int, int, int, int], int, int, int, bool, str, list[bool], list[bool], list[bool]]]]:
        """
        The next position, the chance outcomes, and what each order did. A coin of 0 or 1 fixes every coin.
        """

    def replay(self, state: SimultaneousState, plans: Sequence[Sequence[tuple[int, int, int, int]]], tape: Sequence[int]) -> tuple[SimultaneousState, list[int], list[tuple[int, int, tuple[int, int, int, int], int, int, int, bool, str, list[bool], list[bool], list[bool]]]]:
        """Like resolve, with recorded chance outcomes."""

    def view(self, state: SimultaneousState, seat: int) -> SimultaneousState: ...

    def determinize(self, view: SimultaneousState, seat: int) -> SimultaneousState:
        """A whole position that fits a view, for searches."""

    def material(self, state: SimultaneousState, seat: int) -> float:
        """
        What a whole position is worth to a seat by the hand-made evaluation, from -1 to 1.
        """

    def encode(self, orders: Sequence[tuple[int, int, int, int]]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def decode(self, genes: Sequence[int]) -> list[tuple[int, int, int, int]]: ...

    def battle(self, attackers: int, defenders: int, random: Random) -> tuple[int, int, bool]:
        """One attack: (defenders killed, attackers killed, captured)."""

    def play_random(self, seed: int, first: int, count: int, turn_limit: int, threads: int) -> RandomPlay:
        """Totals of random games; the same for any number of threads."""

class SmctsSettings:
    """The fields of hegemon.search.SmctsSettings."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

class SimultaneousSearchResult:
    """What a search found; the plan to play comes first."""

    @property
    def plans(self) -> list[tuple[list[tuple[int, int, int, int]], int, float, float, float, list[list[list[tuple[int, int, int, int]]]]]]:
        """
        (orders, visits, value, prior, weight, line) of every plan looked at; a line is pairs of plans by seat.
        """

    @property
    def best(self) -> list[tuple[int, int, int, int]]:
        """The orders of the plan to play."""

    @property
    def value(self) -> float: ...

    @property
    def visits(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def iterations(self) -> int: ...

    @property
    def leaves(self) -> int: ...

    @property
    def rollouts(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def questions(self) -> int:
        """Positions about which the network was asked."""

    @property
    def net_evaluations(self) -> int:
        """
        Positions that the network had to look at: the others were equal to one of them.
        """

    @property
    def bytes(self) -> int: ...

def search_simultaneous(game: SimultaneousGame, view: SimultaneousState, seat: int, settings: SmctsSettings, visits: int, seconds: float, random: Random, network: object | None = None, fair: bool = False, plans: Sequence[Sequence[Sequence[tuple[int, int, int, int]]]] = ()) -> SimultaneousSearchResult:
    """
    Search a position for the seat's best plan. `network` is a PolicyValueNet of this game, or a function: network(owners, armies, seats, plans) returns (values, logits or None); plans is (orders, offsets of plans, offsets of rows). Where fair, waiting for a processor does not count. plans are the first candidates of both seats, in a whole position; joint selections try them before others.
    """

class ClassicState:
    """A position: one flat block of bytes."""

    def copy(self) -> ClassicState: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def hash(self) -> int: ...

    def to_bytes(self) -> bytes: ...

    @property
    def owners(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def armies(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def movable(self) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]: ...

    @property
    def cards(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def phase(self) -> int: ...

    @property
    def chance(self) -> int: ...

    @property
    def mover(self) -> int: ...

    @property
    def starter(self) -> int: ...

    @property
    def winner(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def round(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def to_place(self) -> int: ...

    @property
    def trades(self) -> int: ...

    @property
    def attacks(self) -> int: ...

    @property
    def fortifies(self) -> int: ...

    @property
    def source(self) -> int: ...

    @property
    def target(self) -> int: ...

    @property
    def committed(self) -> int: ...

    @property
    def dice(self) -> int: ...

    @property
    def conquered(self) -> bool: ...

    @property
    def mid_trade(self) -> bool: ...

    @property
    def pool(self) -> list[int]: ...

    @property
    def hands(self) -> list[int]: ...

    @property
    def nbytes(self) -> int: ...

def throw_counts(attackers: int, defenders: int) -> list[int]:
    """In how many throws the attacker loses 0, 1 and 2 armies."""

def battle_odds(attackers: int, defenders: int, fair_duel: bool = False) -> list[float]:
    """
    Probability of each outcome: a win with 1, 2, .. attackers left, then a loss with 1, 2, .. defenders left.
    """

class ClassicRandomPlay:
    """Totals over many random games."""

    @property
    def games(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def wins(self) -> list[int]: ...

    @property
    def starter_wins(self) -> int: ...

    @property
    def undecided(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def signature(self) -> int: ...

class ClassicGame:
    """A map with rules and seats, and the verbs on its positions."""

    def __init__(self, map: Map, rules: ClassicRules, seats: int) -> None: ...

    @property
    def cards(self) -> int: ...

    @property
    def card_copies(self) -> int: ...

    @property
    def state_bytes(self) -> int: ...

    def start(self, random: Random) -> ClassicState: ...

    def from_bytes(self, data: bytes) -> ClassicState: ...

    def make(self, owners: Sequence[int], armies: Sequence[int], movable: Sequence[int], cards: Sequence[int], pool: Sequence[int], head: dict[str, int], place_income: bool = False) -> ClassicState:
        """
        A position from its parts; with place_income the mover has its income to place.
        """

    def legal_actions(self, state: ClassicState) -> list[tuple[int, int, int, int, int, int]]: ...

    def legal_codes(self, state: ClassicState) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """The codes of the legal actions, in the order of legal_actions."""

    def count_actions(self, state: ClassicState) -> int: ...

    def random_action(self, state: ClassicState, random: Random) -> tuple[int, int, int, int, int, int]: ...

    def apply(self, state: ClassicState, action: tuple[int, int, int, int, int, int]) -> ClassicState:
        """The position after a decision; chance may be pending."""

    def illegal_reason(self, state: ClassicState, action: tuple[int, int, int, int, int, int]) -> str:
        """Why the action may not be taken now; empty if it may."""

    def outcomes(self, state: ClassicState) -> list[tuple[int, float]]:
        """(outcome, probability) of the chance that is pending."""

    def sample(self, state: ClassicState, random: Random) -> int: ...

    def apply_outcome(self, state: ClassicState, outcome: int) -> ClassicState: ...

    def income(self, state: ClassicState, seat: int) -> int: ...

    def hand(self, state: ClassicState, seat: int) -> list[int]: ...

    def view(self, state: ClassicState, seat: int) -> ClassicState: ...

    def determinize(self, view: ClassicState, random: Random) -> ClassicState:
        """A whole position that fits the view: hidden cards dealt at random."""

    def resources(self, state: ClassicState) -> float: ...

    def play_random(self, seed: int, first: int, count: int, cutoff: int, threads: int) -> ClassicRandomPlay:
        """Totals of random games; the same for any number of threads."""

class ClassicSearch:
    """Trees of the classic game, one per position given to begin."""

    def __init__(self, game: ClassicGame, settings: Mapping[str, bool | int | float | str], evaluate: Callable[..., object] | None = None, net: ClassicNet | None = None) -> None: ...

    def begin(self, states: Sequence[ClassicState], random: Random) -> None: ...

    def run(self, visits: int, seconds: float, fair: bool = False) -> None:
        """
        Search on; the budget is for each tree. Where fair, waiting for a processor does not count.
        """

    def reports(self, merged: bool) -> list[tuple[list[tuple[tuple[int, int, int, int, int, int], int, float, float, float, list[tuple[int, int, int, int, int, int]]]], dict[str, float]]]:
        """
        What was found since the last report: one report per tree, or one for all together.
        """

    def best(self) -> tuple[list[tuple[tuple[int, int, int, int, int, int], int, float, float, float, list[tuple[int, int, int, int, int, int]]]], dict[str, float]]:
        """Instead of reports(True): the same with the best action only."""

def classic_evaluate(game: ClassicGame, state: ClassicState, evaluation: str) -> list[float]:
    """One value per seat."""

class ClassicVectorEnv:
    """Many games of two seats side by side, each waiting for a decision."""

    def __init__(self, game: ClassicGame, random_seats: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], random: Random) -> None: ...

    def step(self, indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], random: Random) -> tuple[NDArray[numpy.bool_], NDArray[numpy.int8], NDArray[numpy.int8], NDArray[numpy.float32]]:
        """
        One decision in every game, by action index or -1 for a random one. Gives whether each game is over, its winner, the seat that decides now, and the armies of the seat that decided less the other's.
        """

    def observe(self, published: bool = False) -> tuple[NDArray[numpy.float32], NDArray[numpy.bool_]]:
        """What networks read of every position, and the legal action indices."""

    @property
    def states(self) -> list[ClassicState]: ...

    @property
    def random_seats(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def movers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    def restore(self, states: Sequence[ClassicState], random_seats: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Continue from these positions."""

def action_at(game: ClassicGame, state: ClassicState, index: int) -> tuple[int, int, int, int, int, int]:
    """The legal action of an action index, with most armies."""

class ClassicEpisode:
    """One game, stepped by numbered actions."""

    def __init__(self, game: ClassicGame, turn_limit: int) -> None: ...

    @property
    def actions(self) -> int:
        """Number of actions."""

    @property
    def width(self) -> int:
        """Numbers of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, int]]:
        """(name, first action, number of actions) of each block of actions."""

    def reset(self, random: Random) -> None: ...

    def step(self, seat: int, action: int) -> bool:
        """
        Play an action of a seat; returns whether it was legal. The legal action with the lowest number replaces an illegal one.
        """

    def play_others(self, seat: int) -> None:
        """The other seats play at random until this one decides."""

    def write(self, seat: int, observation: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], mask: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Write what a seat sees and its legal actions into arrays."""

    def legal_actions(self, seat: int) -> list[int]: ...

    def random_action(self, seat: int, random: Random) -> int:
        """A uniformly random legal action."""

    def decides(self, seat: int) -> bool: ...

    def alive(self, seat: int) -> bool: ...

    @property
    def over(self) -> bool: ...

    @property
    def winner(self) -> int: ...

    @property
    def mover(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def state(self) -> ClassicState: ...

    def copy(self) -> ClassicEpisode: ...

    @property
    def source(self) -> int:
        """The territory chosen to fortify from, or -1."""

    def decode(self, action: int) -> tuple[int, int, int, int, int, int] | None:
        """
        The action of the rules that a legal number stands for; None for a territory to fortify from.
        """

    def play(self, action: tuple[int, int, int, int, int, int]) -> None:
        """Play an action of the rules."""

    def apply(self, action: int) -> None:
        """Play a legal number without the chance that may follow."""

    def apply_outcome(self, outcome: int) -> None:
        """An outcome of the chance that is pending."""

class SimultaneousEpisode:
    """One game, stepped by numbered actions."""

    def __init__(self, game: SimultaneousGame, turn_limit: int) -> None: ...

    @property
    def actions(self) -> int:
        """Number of actions."""

    @property
    def width(self) -> int:
        """Numbers of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, int]]:
        """(name, first action, number of actions) of each block of actions."""

    def reset(self, random: Random) -> None: ...

    def step(self, seat: int, action: int) -> bool:
        """
        Play an action of a seat; returns whether it was legal. The legal action with the lowest number replaces an illegal one.
        """

    def play_others(self, seat: int) -> None:
        """The other seats play at random until this one decides."""

    def write(self, seat: int, observation: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], mask: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Write what a seat sees and its legal actions into arrays."""

    def legal_actions(self, seat: int) -> list[int]: ...

    def random_action(self, seat: int, random: Random) -> int:
        """A uniformly random legal action."""

    def decides(self, seat: int) -> bool: ...

    def alive(self, seat: int) -> bool: ...

    @property
    def over(self) -> bool: ...

    @property
    def winner(self) -> int: ...

    @property
    def mover(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def state(self) -> SimultaneousState: ...

    def copy(self) -> SimultaneousEpisode: ...

    def plan(self, seat: int) -> list[tuple[int, int, int, int]]:
        """The orders so far."""

    def hand_in(self, seat: int, orders: Sequence[tuple[int, int, int, int]]) -> None:
        """
        A whole plan in place of actions; the turn is resolved if it was the last one.
        """

    def step_both(self, first: int, second: int) -> tuple[bool, bool]:
        """
        Play an action of each seat at once; returns whether each was legal. A seat that has ended its plan waits.
        """

    def add(self, seat: int, action: int) -> None:
        """Add a legal action to the plan of a seat without resolving the turn."""

    def resolve(self, random: Random, coin: int = -1) -> None:
        """Resolve a turn for which both plans have ended."""

class ClassicVector:
    """Many games side by side, stepped together on threads."""

    def __init__(self, game: ClassicGame, games: int, turn_limit: int, opponents: bool = True, seat: int = -1, step_limit: int = 0, threads: int = 1, autoreset: str = 'next_step') -> None: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """Number of actions."""

    @property
    def width(self) -> int:
        """Numbers of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, int]]:
        """(name, first action, number of actions) of each block of actions."""

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """Begin new games with these seeds, in all or in the chosen places."""

    def reset_chosen(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Begin new games in the chosen places, with the random numbers that follow.
        """

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """One action in each game; -1 is a random legal one."""

    def close(self) -> None:
        """End the threads; whatever follows runs on the caller's alone."""

    def state(self, game: int) -> ClassicState:
        """The position of one game."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]: ...

    @property
    def final_observations(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]: ...

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]: ...

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    @property
    def terminated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def truncated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def illegal(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def movers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def winners(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def turns(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def steps(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class SimultaneousVector:
    """Many games side by side, stepped together on threads."""

    def __init__(self, game: SimultaneousGame, games: int, turn_limit: int, opponents: bool = True, seat: int = -1, step_limit: int = 0, threads: int = 1, autoreset: str = 'next_step') -> None: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """Number of actions."""

    @property
    def width(self) -> int:
        """Numbers of an observation."""

    @property
    def blocks(self) -> list[tuple[str, int, int]]:
        """(name, first action, number of actions) of each block of actions."""

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """Begin new games with these seeds, in all or in the chosen places."""

    def reset_chosen(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Begin new games in the chosen places, with the random numbers that follow.
        """

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """One action in each game; -1 is a random legal one."""

    def close(self) -> None:
        """End the threads; whatever follows runs on the caller's alone."""

    def state(self, game: int) -> SimultaneousState:
        """The position of one game."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]: ...

    @property
    def final_observations(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))]: ...

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]: ...

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

    @property
    def terminated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def truncated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def illegal(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,))]: ...

    @property
    def movers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def winners(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]: ...

    @property
    def turns(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def steps(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

class AlphaBetaResult:
    """What a search of the prediction tree found."""

    @property
    def moves(self) -> list[tuple[tuple[int, int, int, int, int, int], float, bool, int, list[tuple[int, int, int, int, int, int]]]]:
        """(action, value, exact, nodes, line) of each, best first."""

    @property
    def best(self) -> tuple[tuple[int, int, int, int, int, int], float, bool, int, list[tuple[int, int, int, int, int, int]]]:
        """The first of the moves."""

    @property
    def value(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class AlphaBeta:
    """A player: drafts by border security, attacks by alpha-beta search."""

    def __init__(self, game: ClassicGame, settings: Mapping[str, bool | int | float | str]) -> None: ...

    def decide(self, state: ClassicState, seconds: float = 0.0, all_exact: bool = False, fair: bool = False) -> AlphaBetaResult:
        """What the seat to move does; without a limit of time always the same."""

def play_alphabeta(game: ClassicGame, settings: Mapping[str, bool | int | float | str], weights: Sequence[Sequence[float]], pairings: Sequence[tuple[int, int, int]], seed: int, turns: int, threads: int) -> list[tuple[int, int]]:
    """
    Plays pairings (first, second, number) of weights from both seats; the points of each first: 2 for a win, 1 for a tie. The same for any number of threads.
    """

class CoevolutionSettings:
    """The fields of hegemon.search.CoevolutionSettings."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

class CoevolutionIndividual:
    """A plan of a population."""

    @property
    def orders(self) -> list[tuple[int, int, int, int]]: ...

    @property
    def genes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def fitness(self) -> float: ...

    @property
    def age(self) -> int:
        """Generations survived."""

class Coevolution:
    """The populations at the end of a search, fittest first."""

    @property
    def own(self) -> list[CoevolutionIndividual]: ...

    @property
    def other(self) -> list[CoevolutionIndividual]: ...

    @property
    def generations(self) -> int: ...

    @property
    def pairs(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def questions(self) -> int:
        """Positions about which the network was asked."""

    @property
    def net_evaluations(self) -> int:
        """Positions that the network had to look at."""

    @property
    def seconds(self) -> float: ...

def coevolve(game: SimultaneousGame, state: SimultaneousState, seat: int, settings: CoevolutionSettings, random: Random, generations: int, seconds: float, evaluate: Callable[..., object] | None = None, score: Callable[..., object] | None = None, net: PolicyValueNet | None = None, fair: bool = False) -> Coevolution:
    """
    Two populations of plans grow against each other. evaluate(owners, armies, seat) gives the values of many
    positions, score(genes, seat) the scores of the sampled plans, in place of what the settings say; net is the
    network of evaluation=network and init=policy. A limit of 0 is none. Where fair, waiting for a
    processor does not count.
    """

POLICY_WIDTH: int = 64

POLICY_PARTS: int = 7

NEAR_SCALE: float = 0.25

OPTION_COLUMNS: int = 8

class PolicyNet:
    """A network that proposes plans."""

    def __init__(self, parameters: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """From all parameters in a row."""

    def propose(self, game: SimultaneousGame, state: SimultaneousState, seat: int, random: Random) -> list[tuple[int, int, int, int]]:
        """A plan at random, by the probabilities of the network."""

    def choices(self, game: SimultaneousGame, state: SimultaneousState, seat: int, orders: Sequence[tuple[int, int, int, int]], random: Random) -> tuple[dict[str, Any], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """
        The plan as choices, as learning_choices has them, and the logits of their options.
        """

def learning_choices(game: SimultaneousGame, weights: PlannerWeights, net: SimultaneousValueNet | None, policy: PolicyNet | None, games: int, most_turns: int, visits: int, random: Random) -> dict[str, Any]:
    """
    What searches with so many visits decide in games with themselves, as choices among the options of drafts.
    """

class RolloutSettings:
    """The fields of hegemon.search.RolloutSettings."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

class PlannerWeights:
    """The fields of hegemon.search.PlannerWeights."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

class RolloutResult:
    """What a rollout search found; the plan to play comes first."""

    @property
    def plans(self) -> list[tuple[list[tuple[int, int, int, int]], int, float]]:
        """(orders, visits, value) of every plan tried."""

    @property
    def best(self) -> list[tuple[int, int, int, int]]:
        """The orders of the plan to play."""

    @property
    def value(self) -> float: ...

    @property
    def visits(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def scenarios(self) -> int: ...

    @property
    def seconds(self) -> float: ...

SIMULTANEOUS_FEATURES: int = 42

def land_swapped() -> list[int]:
    """
    Of every column in rows of territories, the column that tells the same of the other seat.
    """

def group_swapped() -> list[int]:
    """The same for rows of bonuses."""

BOARD_WIDTH: int = 32

LAND_SCALE: float = 0.10000000149011612

GROUP_SCALE: float = 0.25

class SimultaneousValueNet:
    """A network that tells the shares of the win."""

    def __init__(self, parameters: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """From all parameters in a row."""

    def shares(self, game: SimultaneousGame, state: SimultaneousState) -> list[float]:
        """
        The share of the win that each seat may expect at the beginning of a turn.
        """

def value_inputs(game: SimultaneousGame, state: SimultaneousState) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
    """
    What the value network sees of a position: the features of both seats, and rows of territories and of bonuses.
    """

class RolloutPlayer:
    """A seat of a simultaneous game that remembers what it has seen."""

    def __init__(self, game: SimultaneousGame, seat: int, settings: RolloutSettings, weights: PlannerWeights, net: SimultaneousValueNet | None, policy: PolicyNet | None) -> None: ...

    def observe(self, view: SimultaneousState, orders: Sequence[tuple[int, int, int, int]] | None, seen: Sequence[tuple[int, int, int, int]], random: Random) -> None:
        """
        Take in what is seen now; orders are those given since the view before, or None, and seen those of the other seat as far as they were seen.
        """

    def search(self, visits: int, seconds: float, random: Random, fair: bool = False) -> RolloutResult:
        """Search for the seat's best plan in the positions that it believes in."""

    def plan(self, random: Random) -> list[tuple[int, int, int, int]]:
        """The planner's plan, without search."""

    @property
    def worlds(self) -> list[SimultaneousState]:
        """Whole positions that may be the true one."""

def usual_weights(game: SimultaneousGame) -> dict[str, float]:
    """The weights of the planner for the rules of the game, by name."""

def play_planners(game: SimultaneousGame, first: PlannerWeights, second: PlannerWeights, pairs: int, most_turns: int, random: Random) -> float:
    """
    The share of points of the first weights in games of planners, in pairs with swapped seats.
    """

def learning_positions(game: SimultaneousGame, weights: PlannerWeights, net: SimultaneousValueNet | None, policy: PolicyNet | None, games: int, most_turns: int, stray: float, visits: int, playouts: int, aside: int, random: Random) -> dict[str, Any]:
    """
    Positions at the beginning of turns in games of planners, or of searches with so many visits: what a value network sees of them, the number of the game, and values for the first seat (NaN: not known): ends of the games, what the searches expected, and means of playouts of the policy network, for a few turns ahead and played to the end.
    """

class ClassicHeuristic:
    """Rules of thumb for the classic game, without search."""

    def __init__(self, game: ClassicGame, greed: float, caution: float) -> None: ...

    def decide(self, view: ClassicState) -> tuple[int, int, int, int, int, int]:
        """The action of the seat that decides."""

def play_classic_heuristic(player: ClassicRolloutPlayer, visits: int, pairs: int, most_turns: int, astray: int, random: Random) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """
    Games against the rules of thumb, in pairs with swapped seats, with so many rollouts per decision, or by the planner alone: the points of every game and whether the player had the first turn; features of its seat at the beginning of turns, after at most `astray` turns of random styles, and the games in which they came up.
    """

class ClassicRolloutSettings:
    """The fields of hegemon.search.ClassicRolloutSettings."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

class ClassicPlannerWeights:
    """The fields of hegemon.search.ClassicPlannerWeights."""

    def __init__(self, values: Mapping[str, bool | int | float | str]) -> None: ...

CLASSIC_FEATURES: int = 52

VALUE_HIDDEN: int = 64

class ClassicValueNet:
    """A network that tells the shares of the win."""

    def __init__(self, parameters: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """From all parameters in a row."""

    def shares(self, game: ClassicGame, state: ClassicState) -> list[float]:
        """
        The share of the win that every seat may expect at the beginning of a turn.
        """

class ClassicRolloutResult:
    """What a rollout search found; the action to take comes first."""

    @property
    def candidates(self) -> list[tuple[tuple[int, int, int, int, int, int], int, float]]:
        """
        (action, visits, share of the win) of everything tried; an action may come more than once.
        """

    @property
    def best(self) -> tuple[int, int, int, int, int, int]:
        """The action to take."""

    @property
    def share(self) -> float: ...

    @property
    def visits(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def scenarios(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class ClassicRolloutPlayer:
    """A seat of a classic game that remembers what did well this turn."""

    def __init__(self, game: ClassicGame, settings: ClassicRolloutSettings, weights: ClassicPlannerWeights, net: ClassicValueNet | None = None) -> None: ...

    def search(self, view: ClassicState, visits: int, seconds: float, random: Random, fair: bool = False) -> ClassicRolloutResult:
        """Search for the best action of the seat that decides."""

    def decide(self, view: ClassicState) -> tuple[int, int, int, int, int, int]:
        """The planner's action, without search."""

    def know(self, wins: ClassicValueNet | None) -> None:
        """
        From now on the network says how likely the own seat wins against the opponent that it was learned against.
        """

def usual_classic_weights(game: ClassicGame) -> dict[str, float]:
    """The weights of the planner for the rules of the game, by name."""

def play_classic_planners(game: ClassicGame, first: ClassicPlannerWeights, second: ClassicPlannerWeights, pairs: int, most_turns: int, random: Random) -> float:
    """
    The share of points of the first weights in games of planners, in pairs with swapped seats.
    """

def classic_learning_positions(game: ClassicGame, settings: ClassicRolloutSettings, weights: ClassicPlannerWeights, net: ClassicValueNet | None, games: int, most_turns: int, stray: float, visits: int, random: Random) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """
    Positions at the beginning of turns in games of planners, or of searches with so many visits: features of all seats, the shares of the win that the seats had in the end, and the number of the game.
    """

def classic_playouts(game: ClassicGame, weights: ClassicPlannerWeights, games: int, positions: int, playouts: int, most_turns: int, stray: float, random: Random) -> dict[str, Any]:
    """
    Positions of any phase in games of planners, and the mean shares of the win when planners play on from there.
    """

ENCODER_VERSION: int = 1

class PolicyValueNet:
    """A network, with its weights, on a game's map."""

    def __init__(self, architecture: str, weights: Mapping[str, numpy.typing.NDArray[numpy.float32]], game: SimultaneousGame, kernels: str = 'best') -> None: ...

    @property
    def kernels(self) -> str:
        """Which of the compiled kernels it runs on: portable or avx2."""

    def evaluate(self, owners: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)], armies: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], seats: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], plans: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None = None) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32] | None]:
        """Values of positions and, with plans, the logits of all of them."""

def encode_simultaneous(game: SimultaneousGame, features: str, owners: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)], armies: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], seats: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32]]:
    """
    Numbers per territory, directed link, group, and for the whole, one row per position.
    """

def stack_states(game: SimultaneousGame, states: Sequence[SimultaneousState]) -> tuple[Annotated[NDArray[numpy.int8], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """Owners and armies of many positions, one a row."""

def net_graph(game: SimultaneousGame) -> dict[str, numpy.typing.NDArray[Any]]:
    """
    The map as networks see it: lists of neighbours and of members of groups.
    """

def self_play_simultaneous(game: SimultaneousGame, search: SmctsSettings, settings: Mapping[str, bool | int | float | str], net: PolicyValueNet | None, seed: int, first: int, count: int, threads: int) -> dict[str, object]:
    """
    Play games of a search against itself; the samples as flat arrays (see core/selfplay/simultaneous.hpp).
    """

def self_play_classic(game: ClassicGame, search: Mapping[str, bool | int | float | str], settings: Mapping[str, bool | int | float | str], net: ClassicNet | None, seed: int, first: int, count: int, threads: int) -> dict[str, object]:
    """
    Play games for learning; the samples as flat arrays (see core/selfplay/classic.hpp).
    """

CLASSIC_ENCODER_VERSION: int = 1

class ClassicNet:
    """A network, with its weights, for a classic game."""

    def __init__(self, architecture: str, weights: Mapping[str, numpy.typing.NDArray[numpy.float32]], game: ClassicGame, kernels: str = 'best') -> None: ...

    @property
    def kernels(self) -> str:
        """Which of the compiled kernels it runs on: portable or avx2."""

    def evaluate(self, states: Sequence[ClassicState], policy: bool = True) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32] | None, NDArray[numpy.int32] | None]:
        """
        Values of positions, a row of seats each; with a policy, the logits of all legal actions one after the other, and where those of each position begin.
        """

def encode_classic(game: ClassicGame, features: str, states: Sequence[ClassicState]) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32]]:
    """
    Numbers per territory, per group, and for the whole, one row per position.
    """

def encode_actions(game: ClassicGame, states: Sequence[ClassicState]) -> tuple[NDArray[numpy.int32], NDArray[numpy.float32], NDArray[numpy.int32]]:
    """
    All legal actions: kind, source, target; numbers that say how; where those of each position begin.
    """
