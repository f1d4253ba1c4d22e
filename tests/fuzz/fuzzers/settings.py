"""Products of settings: every combination plays a few decisions, or is refused when the agent is made or begins."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hegemon import Game, Random, make_agent
from hegemon._spec import Spec, Value
from hegemon.agents.base import VERBS, Clock, ask
from hegemon.agents.registry import REGISTRY
from tests.fuzz.harness import Generator
from tests.fuzz.products import draw, table

GAMES = (
    ("diamond", "soares2025", 2),
    ("hex", "warzone", 2),
    ("simple", "warlight2", 2),
    ("hex", "heredia2022", 2),
    ("grid(3, 3)", "aminian2020", 2),
    ("switzerland", "swiss2025", 2),
    ("old-world", "yao2025", 2),
    ("hex", "classic", 3),
)

SECONDS = 0.05
"""For a decision: combinations without a number of visits use all of it."""


def case(random: Generator) -> None:
    name = random.choice([name for name, entry in REGISTRY.items() if not entry.foreign])
    entry = REGISTRY[name]
    settings = draw(table(name), random)
    if random.random() < 0.5:  # mostly as usual, with a few changes
        usual = {field.name: field.default for field in fields(entry.settings)}
        settings = {key: value for key, value in settings.items() if random.random() < 0.25 or usual[key] == value}
    if entry.presets and random.random() < 0.3:
        settings["preset"] = random.choice(list(entry.presets))
    board, rules, seats = random.choice(GAMES)
    game = Game(board, rules, seats=seats)
    play(name, settings, game, random.randrange(1000), steps=random.choice((0, 3, 40)))


def play(name: str, settings: dict[str, Value], game: Game, seed: int = 0, steps: int = 0, decisions: int = 2) -> None:
    """A few decisions after some random ones. A HegemonError comes before the first decision or not at all."""
    spec = Spec(name, (), {**_short(name), **settings})
    agent = make_agent(spec)
    if not hasattr(agent, VERBS[game.rules.family]):
        return
    agent.begin(game, 0, Random(seed))
    chance, asked = Random(seed).stream(1), 0
    state: Any = game.start(seed)
    for _ in range(steps):
        state = _step(state, [_random(state, seat, chance) for seat in range(game.seats)], chance)
    for _ in range(60):
        if not state.deciders or asked == decisions:
            break
        choices = [_random(state, seat, chance) for seat in range(game.seats)]
        if 0 in state.deciders:
            asked += 1
            try:
                choices[0] = ask(agent, state.view(0), Clock(SECONDS))
                if hasattr(agent, "analyse"):
                    assert agent.analyse(state.view(0), Clock(SECONDS)).candidates
                reasons = state.illegal_reasons(0, choices[0])
            except Exception as error:
                raise AssertionError(f"{spec} on {state}: {type(error).__name__}: {error}") from error
            assert not reasons or game.rules.family == "simultaneous", (str(spec), str(state), reasons)
        state = _step(state, choices, chance)


def _short(name: str) -> dict[str, Value]:
    """Few visits, unless the combination says otherwise."""
    known = {field.name for field in fields(REGISTRY[name].settings)}
    return {key: value for key, value in {"visits": 4, "generations": 1}.items() if key in known and name != "exit"}


def _random(state: Any, seat: int, chance: Random) -> Any:
    if seat not in state.deciders:
        return None
    return state.random_action(chance) if hasattr(state, "random_action") else state.random_plan(seat, chance)


def _step(state: Any, decisions: list[Any], chance: Random) -> Any:
    return state.advance(decisions, chance).state if state.deciders else state
