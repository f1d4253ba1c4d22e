"""Calls with odd arguments: every class and function of the compiled core, and of hegemon.search, nets and game.

Arguments are of the right kind, of another game, or nonsense. Calls come from one thread or from two, and from
evaluators that call the search that is just asking them.
"""

from __future__ import annotations

import ast
import inspect
import math
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import hegemon
from hegemon import Clock, Game, HegemonError, _core, game, nets, search
from tests.fuzz.harness import Generator

POLITE = (HegemonError, ValueError, TypeError, OverflowError, ZeroDivisionError)
"""What the core may raise."""
PYTHONIC = (*POLITE, AttributeError, IndexError, KeyError)
"""What Python code may raise when it is given objects of other kinds."""


class OddError(Exception):
    """Raised by evaluators."""


BOARDS = (("diamond", "soares2025", 2), ("hex", "warzone", 2), ("hex", "heredia2022", 2), ("simple", "swiss2025", 3),
          ("old-world", "yao2025", 2), ("hex", "classic", 4))  # fmt: skip
NONSENSE: tuple[Any, ...] = (
    None, -1, 0, 1, 2, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**63, 2**64, 10**30, 0.5, -0.0, math.nan, math.inf,
    "", "x", "puct", b"", b"\0" * 40, [], [None], [1, 2, 3], (), {}, {"x": 1}, {"threads": 2}, True, object(),
    np.zeros(0, np.int8), np.zeros((2, 3), np.int32), np.zeros((1, 4), np.float32), np.full(4, math.nan),
    lambda *given: None, lambda *given: 1 / 0, int,
)  # fmt: skip


# --- A world to call things in -------------------------------------------------------------------------------


@cache
def _games() -> tuple[Any, ...]:
    return tuple(Game(board, rules, seats=seats) for board, rules, seats in BOARDS)


@cache
def _states() -> tuple[Any, ...]:
    found: list[Any] = []
    for each in _games():
        for seed in range(3):
            state: Any = each.start(seed)
            chance = _core.Random(seed)
            for step in range(40):
                if step in (0, 1, 7, 39):
                    found += [state, state.view(0), state.view(each.seats - 1)]
                if not state.deciders:
                    break
                drawn = [
                    None if seat not in state.deciders
                    else state.random_action(chance) if hasattr(state, "random_action")
                    else state.random_plan(seat, chance)
                    for seat in range(each.seats)
                ]  # fmt: skip
                state = state.advance(drawn, chance).state
    return tuple(found)


@cache
def _nets() -> tuple[Any, ...]:
    made: list[Any] = [nets.load_net("soares2025"), nets.load_net("swiss2025"), nets.load_net("heredia2022")]
    return tuple(made)


@cache
def _core_nets() -> tuple[Any, ...]:
    found = []
    for net in _nets():
        for each in _games():
            if each.rules.family == net.family:
                found.append(net.core(each))
    return tuple(found)


class World:
    """Objects of one case, and how to make arguments."""

    def __init__(self, random: Generator) -> None:
        self.random = random
        self.made: list[Any] = []  # searches, environments, streams: what calls have given

    def pick(self, options: Sequence[Any]) -> Any:
        return self.random.choice(options)

    def argument(self, name: str) -> Any:
        """Mostly of the kind that the name says; of which game is left to chance."""
        if self.random.random() < 0.12:
            return self.nonsense(name)
        makers: dict[str, Callable[[], Any]] = {
            "game": lambda: self.pick([g.core for g in _games()]),
            "map": lambda: _core.Map(3, [[0, 1], [1, 2]], [(2, [0, 1])]),
            "rules": lambda: self.pick([_core.ClassicRules({}), _core.SimultaneousRules({})]),
            "state": self.state,
            "view": self.state,
            "states": lambda: [self.state() for _ in range(self.random.randrange(4))] + [None] * self.rarely(),
            "random": lambda: _core.Random(self.random.randrange(100)),
            "seat": lambda: self.random.randrange(-1, 4),
            "seats": lambda: self.random.choice((2, 3, np.zeros(2, np.int8))),
            "settings": self.settings,
            "values": self.values,
            "search": lambda: _core.SmctsSettings({"rollout": 3}),
            "visits": lambda: self.random.choice((0, 1, 2, 20)),
            "seconds": lambda: self.random.choice((0.0, 0.002, 0.01)),
            "generations": lambda: self.random.choice((0, 1, 2)),
            "evaluate": self.function,
            "score": self.function,
            "network": lambda: self.pick([self.function(), self.pick(_core_nets()), None]),
            "net": lambda: self.pick([*_core_nets(), None]),
            "evaluation": lambda: self.pick(["resources", "border", "border-published", "x"]),
            "orders": self.orders,
            "plans": lambda: [self.orders(), self.orders()],
            "action": lambda: tuple(self.random.randrange(-1, 8) for _ in range(6)),
            "kernels": lambda: self.pick(["best", "portable", "avx2", "x"]),
            "architecture": lambda: self.pick(list(nets.ARCHITECTURES)),
            "weights": lambda: self.pick([dict(net.weights) for net in _nets()]),
            "features": lambda: self.pick(["soares2025", "graph", "heredia2022", "yao2025", "x"]),
            "indices": lambda: np.full(self.random.randrange(4), -1, np.int32),
            "random_seats": lambda: np.zeros(self.random.randrange(4), np.int8),
            "owners": lambda: [self.random.randrange(-1, 2) for _ in range(self.pick([4, 6, 9]))],
            "armies": lambda: [self.random.randrange(4) for _ in range(self.pick([4, 6, 9]))],
            "pairings": lambda: [(self.random.randrange(3), 0, 1)],
            "data": lambda: self.pick([s.core.to_bytes() for s in _states() if hasattr(s.core, "to_bytes")]),
            "policy": lambda: self.random.random() < 0.5,
        }  # fmt: skip
        return makers[name]() if name in makers else self.random.choice((0, 1, 2, 3, self.nonsense(name)))

    def nonsense(self, name: str) -> Any:
        odd = self.pick(NONSENSE + tuple(self.made))
        endless = name in (
            "visits",
            "count",
            "generations",
            "turns",
            "steps",
            "cutoff",
            "turn_limit",
            "seconds",
            "first",
        )
        if endless and isinstance(odd, int | float) and 3 < odd < 2**64:
            return -1  # a wish that can be granted, though not today
        return odd

    def budget(self) -> search.Budget:
        return search.Budget(self.argument("visits"), self.argument("seconds"))

    def rarely(self) -> bool:
        return self.random.random() < 0.1

    def state(self) -> Any:
        return self.pick(_states()).core

    def values(self) -> dict[str, Any]:
        names = ("threads", "cutoff", "selection", "parallel", "batch", "chance", "population", "candidates", "rollout")
        odd = (1, 2, 3, "puct", "gumbel", "leaf", "root", "exact", "duct", math.nan, -1, None)
        return {self.pick(names): self.pick(odd) for _ in range(self.random.randrange(3))}

    def settings(self) -> Any:
        kinds = (_core.SmctsSettings, _core.CoevolutionSettings)
        return self.pick([self.values(), {}, {"cutoff": 2}, self.pick(kinds)({})])

    def orders(self) -> list[Any]:
        return [tuple(self.random.randrange(-1, 8) for _ in range(4)) for _ in range(self.random.randrange(4))]

    def function(self) -> Any:
        """An evaluator: sensible, wrong, failing, or one that uses what it must not use now."""
        known, kind = list(self.made), self.random.randrange(6)

        def evaluate(*given: Any) -> Any:
            rows = len(given[0]) if given and hasattr(given[0], "__len__") else 1
            if kind == 0:
                return np.zeros(rows, np.float32), None
            if kind == 1:
                return np.zeros((rows, 2)), None
            if kind == 2:
                return np.full(rows, math.nan), None
            if kind == 3:
                raise OddError
            if kind == 4:
                for each in known + self.made:
                    for verb in ("begin", "run", "reports", "best", "decide", "step"):
                        if hasattr(each, verb):
                            attempt(self, getattr(each, verb), verb)
                return np.zeros((rows, 2)), None
            return np.zeros(rows)

        return self.pick([evaluate, evaluate, None])


# --- Calls ---------------------------------------------------------------------------------------------------


@cache
def _signatures() -> dict[str, tuple[str, ...]]:
    """The names of the arguments of everything in the core, from its stub."""
    tree = ast.parse((Path(hegemon.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
    found: dict[str, tuple[str, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = tuple(arg.arg for arg in node.args.args)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    named = [arg.arg for arg in (*inner.args.posonlyargs, *inner.args.args)]
                    found[f"{node.name}.{inner.name}"] = tuple(named[1:])
    return found


def _arguments(world: World, function: Any, name: str) -> list[Any]:
    known = _signatures().get(name)
    if known is None:
        owner = type(getattr(function, "__self__", None)).__name__
        known = _signatures().get(f"{owner}.{name}")
    if known is None:
        try:
            known = tuple(p for p in inspect.signature(function).parameters if p != "self")
        except (TypeError, ValueError):
            known = ()
    given = [world.argument(each) for each in known]
    return given[:-1] if given and world.random.random() < 0.2 else given


def attempt(world: World, function: Any, name: str, polite: tuple[type[BaseException], ...] = POLITE) -> Any:
    """One call; what it gives, or None if it refuses politely."""
    try:
        made = function(*_arguments(world, function, name))
    except OddError:
        return None
    except polite:
        return None
    if type(made).__module__.startswith(("hegemon", "builtins")) and not isinstance(made, int | float | str | bytes):
        world.made.append(made)
    return made


def _core_call(world: World) -> None:
    name = world.pick([name for name in _signatures() if name.count(".") == 0 or not name.split(".")[1].startswith("_")]
                      + [name for name in _signatures() if name.endswith(".__init__")])  # fmt: skip
    if "." not in name:
        attempt(world, getattr(_core, name), name)
        return
    owner, method = name.split(".")
    kind = getattr(_core, owner)
    if method == "__init__":
        attempt(world, kind, name)
        return
    objects = [each for each in world.made if type(each) is kind]
    if owner in ("ClassicGame", "SimultaneousGame"):
        objects += [g.core for g in _games() if type(g.core) is kind]
    if owner in ("ClassicState", "SimultaneousState"):
        objects += [s.core for s in _states() if type(s.core) is kind]
    if owner in ("ClassicNet", "PolicyValueNet"):
        objects += [net for net in _core_nets() if type(net) is kind]
    if not objects:
        made = attempt(world, kind, f"{owner}.__init__")
        objects = [made] if made is not None else []
    if not objects:
        return
    chosen = world.pick(objects)
    try:
        value = getattr(chosen, method) if world.random.random() < 0.95 else getattr(kind, method)
    except ValueError:  # a property that is not there yet, such as the observation before a reset
        return
    if callable(value):
        attempt(world, value, f"{owner}.{method}")


def _search_call(world: World) -> None:
    """A search made properly, then used in the wrong order, with other games' positions, and from two threads."""
    kind = world.random.randrange(4)
    own = world.pick([g for g in _games() if (g.rules.family == "classic") == (kind in (0, 3))])
    position = world.pick([s for s in _states() if s.game is own and hasattr(s, "deciders")] if kind in (0, 3) else
                          [s for s in _states() if s.game is own and not hasattr(s, "deciders")])  # fmt: skip
    function = world.function()
    made: Any
    if kind == 0:
        values = {key: value for key, value in world.values().items() if key in ("threads", "cutoff", "batch")}
        made = search.Mcts(own, search.MctsSettings.from_values({"cutoff": 3, **values}), function)
        world.made.append(made._core)
    elif kind == 1:
        settings = {"rollout": 3, "evaluation": "network" if function else "material"}
        made = search.Smcts(own, search.SmctsSettings.from_values(settings), function)
    elif kind == 2:
        made = search.Coevolution(own, search.CoevolutionSettings(population=4), function)
    else:
        made = search.AlphaBeta(own, search.AlphaBetaSettings(depth=2))
    world.made.append(made)

    def use() -> None:
        for _ in range(3):
            verb = world.pick(["decide", "analyse", "analyse_many"])
            at = position if world.random.random() < 0.8 else world.pick(_states())

            if hasattr(made, verb):
                _polite(lambda: getattr(made, verb)(at, world.budget(), _core.Random(1)))  # noqa: B023

    _in_threads(world, use)


def _agent_call(world: World) -> None:
    """An agent asked about views of another game, or before it has begun, or from two threads."""
    agent: Any = hegemon.make_agent(world.pick(["mcts(visits=30)", "smcts(visits=3)", "alphabeta(depth=1)", "heuristic",
                                                "puct(visits=3)", "ga(generations=1)", "exit", "random"]))  # fmt: skip
    views = [s for s in _states() if not hasattr(s, "deciders")]
    view = world.pick(views)
    if world.random.random() < 0.9:
        _polite(lambda: agent.begin(view.game, view.seat, _core.Random(1)))

    def use() -> None:
        for verb in ("act", "plan", "analyse"):
            at = view if world.random.random() < 0.8 else world.pick(views)
            if hasattr(agent, verb):
                _polite(lambda: getattr(agent, verb)(at, Clock()))  # noqa: B023

    _in_threads(world, use)


def _python_call(world: World) -> None:
    """A public function or method of Python, with whatever is at hand."""
    module = world.pick([game, nets, search])
    name = world.pick([name for name in module.__all__ if not name.startswith(("save", "load_records"))])
    value = getattr(module, name)
    if getattr(value, "_is_protocol", False):
        return
    if inspect.isclass(value) and world.random.random() < 0.5:
        objects = [each for each in (*_states(), *_games(), *_nets(), *world.made) if isinstance(each, value)]
        verbs = [
            verb for verb in dir(value) if not verb.startswith("_") and verb not in ("save", "load", "random_playouts")
        ]
        if objects and verbs:
            verb = world.pick(verbs)
            _polite(lambda: _called(world, getattr(world.pick(objects), verb), verb))
        return
    if callable(value):
        _polite(lambda: _called(world, value, name))


def _called(world: World, value: Any, name: str) -> Any:
    return attempt(world, value, name, PYTHONIC) if callable(value) else value


def _polite(call: Callable[[], Any]) -> None:
    try:
        call()
    except (*PYTHONIC, OddError, ZeroDivisionError, AssertionError):
        pass


def _in_threads(world: World, use: Callable[[], None]) -> None:
    """Sometimes from two threads at once."""
    if world.random.random() < 0.6:
        return use()
    failures: list[BaseException] = []

    def guarded() -> None:
        try:
            use()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def case(random: Generator) -> None:
    world = World(random)
    for _ in range(12):
        world.pick([_core_call, _core_call, _core_call, _search_call, _agent_call, _python_call])(world)
