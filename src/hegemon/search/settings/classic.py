"""Settings of searches and self-play in the classic game. Generated from the core by `make settings`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hegemon._fields import Range
from hegemon.search.checked import CheckedSettings


@dataclass(frozen=True, kw_only=True)
class MctsSettings(CheckedSettings):
    """Tree search of the classic game: how the tree grows."""

    selection: Literal["uct", "puct", "gumbel"] = "uct"
    """uct: mean + c sqrt(ln N / n), children one at a time in random order. puct: mean + c P sqrt(N) / (1 + n), all
    children at once, with priors. gumbel: sequential halving at the root, planned for a number of visits."""
    exploration: Annotated[float, Range(0, 1_000)] = 1.4142135623730951
    """The c above."""
    chance: Literal["sampled", "exact"] = "sampled"
    """Dice: drawn each time, or taken in proportion to their exact probabilities."""
    playout: Literal["none", "random", "guided"] = "random"
    """How a leaf is played on: not at all, with uniform random decisions, or avoiding attacks against the odds."""
    cutoff: Annotated[int, Range(0, 100_000)] = 0
    """Decisions of a playout before the position is evaluated; 0 plays to the end."""
    threads: Annotated[int, Range(1, 256)] = 1
    """Threads that search at once."""
    parallel: Literal["tree", "root", "leaf"] = "tree"
    """With more than one thread: one tree for all, a tree for each, or a playout for each at every leaf."""
    virtual_loss: Annotated[float, Range(0, 100)] = 1.0
    """Losses that a child is charged with while another thread is below it."""
    policy_trust: Annotated[float, Range(0, 1)] = 1.0
    """t in P = t p + (1 - t) / k, where p is the evaluator's prior and k the number of actions."""
    first_play: Annotated[float, Range(-1, 1)] = 0.0
    """puct: how much below what the evaluator thinks of its parent (0 without one) an unvisited child is assumed to
    be."""
    noise: Annotated[float, Range(0, 1)] = 0.0
    """Share of Dirichlet noise in the root's priors."""
    noise_alpha: Annotated[float, Range(0.001, 1_000)] = 0.3
    """Concentration of that noise: small values favour few actions at a time."""
    forced_playouts: Annotated[float, Range(0, 100)] = 0.0
    """puct: k in the sqrt(k P N) visits that a visited child of the root gets at least; pruned from the target."""
    gumbel_actions: Annotated[int, Range(1, 100_000)] = 16
    """Actions that sequential halving begins with."""
    doubt: Annotated[float, Range(0, 1_000)] = 0.0
    """gumbel: an action is valued as if so many more visits had found what the position is worth, as few visits meet
    good or bad dice; 0 as published."""
    batch: Annotated[int, Range(1, 100_000)] = 16
    """Leaves of one thread and tree that go to an evaluator of your own together."""
    reuse: bool = False
    """Keep the part of the tree below the next position."""
    sure: Annotated[float, Range(0, 1)] = 0.0
    """The search ends early when, after some hundred visits, one decision has had this share of them, or, after some
    thousand, a few that are worth the same; 0 never ends early."""
    evaluation: Literal[
        "resources",
        "border",
        "border-published",
        "connectivity",
        "border-connectivity",
        "border-connectivity-published",
    ] = "resources"
    """What a position is worth at the cutoff."""
    votes: Annotated[float, Range(0, 1)] = 0.0
    """With a network: the share of the priors that goes to what the planner of the agent best would do, in four
    styles."""


@dataclass(frozen=True, kw_only=True)
class ClassicPlannerWeights(CheckedSettings):
    """What the planner and the evaluation of the classic game count."""

    turns: Annotated[float, Range(0, 10_000)] = 18.0
    """Turns for which income is counted."""
    land: Annotated[float, Range(0, 10_000)] = 0.12
    """Worth of any territory, besides its income."""
    group: Annotated[float, Range(0, 10_000)] = 1.7
    """Factor on groups to be completed."""
    effort: Annotated[float, Range(0, 10_000)] = 1.2
    """How fast a group loses worth with the armies that stand in its way."""
    walls: Annotated[float, Range(0, 10_000)] = 0.81
    """How fast a group loses worth with the territories from which it can be entered."""
    broken: Annotated[float, Range(0, 10_000)] = 25.0
    """Breaking a group of another seat, as a share of its worth."""
    denied: Annotated[float, Range(0, 10_000)] = 0.04
    """Standing in the way of a group, as a share of its worth."""
    card: Annotated[float, Range(0, 10_000)] = 1.2
    """Worth of a card, as a share of a third of the next set."""
    finish: Annotated[float, Range(0, 10_000)] = 2.5
    """Worth of eliminating a seat; ten times as much if that wins the game."""
    hands: Annotated[float, Range(0, 10_000)] = 0.5
    """Worth of a captured card, as a share of a third of the next set."""
    killed: Annotated[float, Range(0, 10_000)] = 0.25
    """Worth of an army of another seat that falls."""
    lost: Annotated[float, Range(0, 10_000)] = 2.1
    """Worth of an own army that falls."""
    ahead: Annotated[float, Range(0, 3)] = 0.54
    """How much more a fallen army counts for the stronger of two seats."""
    chain: Annotated[float, Range(0, 10_000)] = 1.0
    """Factor on what an attack may take after its target."""
    danger: Annotated[float, Range(0, 10_000)] = 0.97
    """How likely land that could be taken is attacked."""
    feared: Annotated[float, Range(0, 10_000)] = 0.067
    """Share of the income of other seats that is expected where they may attack."""
    spread: Annotated[float, Range(0, 10_000)] = 0.16
    """Worth of a link to foreign land that an attack closes, or opens."""
    greed: Annotated[float, Range(-10_000, 10_000)] = 0.11
    """Worth below which nothing is attacked."""
    least: Annotated[float, Range(0, 1)] = 0.0
    """Odds below which nothing is attacked."""
    defend: Annotated[float, Range(0, 10_000)] = 0.33
    """Factor on own land in danger, where armies are placed."""
    mass: Annotated[float, Range(0, 10_000)] = 0.29
    """Worth of an army already there, where armies are placed."""
    pull: Annotated[float, Range(0, 10_000)] = 0.1
    """How much armies are wanted next to what is worth taking."""
    far: Annotated[float, Range(0, 1)] = 0.24
    """How much armies are wanted a step away from where they are wanted."""
    even: Annotated[float, Range(0, 1)] = 1.0
    """Odds below which an attack is rolled throw by throw, where the rules let it."""
    wait: Annotated[float, Range(0, 10_000)] = 0.53
    """Armies for a set below which a seat keeps it if it can."""
    value_armies: Annotated[float, Range(-10_000, 10_000)] = 2.5
    """Evaluation: armies."""
    value_income: Annotated[float, Range(-10_000, 10_000)] = 0.5
    """Evaluation: income."""
    value_land: Annotated[float, Range(-10_000, 10_000)] = 0.5
    """Evaluation: territories."""
    value_strength: Annotated[float, Range(-10_000, 10_000)] = 2.5
    """Evaluation: armies with the income of some turns."""
    value_cards: Annotated[float, Range(-10_000, 10_000)] = 0.5
    """Evaluation: what cards are worth, in armies."""
    value_tempo: Annotated[float, Range(-10_000, 10_000)] = 1.2
    """Evaluation: having the turn."""


@dataclass(frozen=True, kw_only=True)
class ClassicRolloutSettings(CheckedSettings):
    """Rollout search of the classic game."""

    styles: Annotated[int, Range(1, 4_096)] = 16
    """Styles of the planner that propose decisions."""
    turns: Annotated[int, Range(1, 1_000)] = 4
    """Turns of a rollout, each of one seat, the first one included; without a network at least one of every seat."""
    ends: Annotated[int, Range(1, 1_000)] = 2
    """Turns at the end of a rollout after each of which it is evaluated."""
    worlds: Annotated[int, Range(1, 4_096)] = 8
    """Deals of hidden cards that the seat believes possible."""
    noise: Annotated[float, Range(0, 10)] = 0.15
    """How much decisions in rollouts vary."""
    few: Annotated[int, Range(0, 4_096)] = 12
    """Legal decisions that are tried besides what the styles propose, at most."""
    ways: Annotated[int, Range(0, 4_096)] = 3
    """Styles in which the turn goes on after the same decision, besides the usual one."""
    caution: Annotated[float, Range(0, 100)] = 0.7
    """Standard errors by which a decision must be better than the plan so far to be preferred."""
    sure: Annotated[float, Range(0, 100)] = 3.5
    """Standard errors by which a decision must lead for the search to end early; 0 never ends early."""
    luck: Annotated[float, Range(0, 10)] = 0.8
    """Share of the luck of the dice that is taken off the values of rollouts."""
    thumb: Annotated[float, Range(0, 1)] = 0.5
    """Share of the scenarios in which the other seats play by the rules of thumb of heuristic; in the others the
    planner plays for them."""
    opening: Annotated[int, Range(1, 1_000)] = 6
    """Turns of every seat in rollouts from before the first turn."""


@dataclass(frozen=True, kw_only=True)
class AlphaBetaSettings(CheckedSettings):
    """How to predict play, how far, and what a position is worth."""

    depth: Annotated[int, Range(1, 100)] = 5
    """Plies to look ahead; a ply is one attack or the end of a turn. With a limit of time, the most."""
    attacks: Annotated[int, Range(1, 1_000)] = 3
    """Most attacks of a turn in the tree, where the rules do not allow fewer."""
    threshold: Annotated[int, Range(1, 1_000)] = 1
    """Least surplus of armies, source over target, of an attack that is looked at."""
    targets: Literal["best", "all"] = "best"
    """From each territory only the attack with the largest surplus, or all."""
    no_pass_after_round: Annotated[int, Range(0, 1_000_000)] = 30
    """The round from which no turn ends while there is an attack to look at; 0 is never. Keeps games from stalling."""
    land: Annotated[float, Range(0, 1_000)] = 11.0
    """Weight of the share of territories."""
    armies: Annotated[float, Range(0, 1_000)] = 27.0
    """Weight of the share of armies."""
    front: Annotated[float, Range(0, 1_000)] = 29.0
    """Weight of the mean of x / (x + y) over own territories and enemies next to them, with x and y armies."""
    safety: Annotated[float, Range(0, 1_000)] = 24.0
    """Weight of 1 less the mean share of enemies among the neighbours of own territories."""
    table_bits: Annotated[int, Range(4, 26)] = 14
    """The table of positions has 2 to the power of this entries, of 32 bytes each."""


@dataclass(frozen=True, kw_only=True)
class ClassicSelfPlaySettings(CheckedSettings):
    """Games of the classic game for learning; the defaults follow the plans of the parallel-MCTS thesis (2025)."""

    visits: Annotated[int, Range(1, 1_000_000_000)] = 1000
    """Visits of a full search."""
    fast_visits: Annotated[int, Range(0, 1_000_000_000)] = 200
    """Playout-cap randomisation: of the other searches, which teach the value only; 0 is off."""
    full_share: Annotated[float, Range(0, 1)] = 0.25
    """The share of full searches then."""
    temperature: Annotated[float, Range(0, 1_000)] = 1.0
    """Of the first decisions: actions are drawn in proportion to visits ** (1 / temperature)."""
    temperature_decisions: Annotated[int, Range(0, 1_000_000)] = 30
    """How many decisions those are; later the best action is taken."""
    decision_limit: Annotated[int, Range(1, 1_000_000)] = 2000
    """Decisions after which a game is a draw."""
    expert: bool = False
    """A policy without search plays, and the search says what should have been done: Expert Iteration."""
    labels: Annotated[int, Range(1, 1_000)] = 2
    """Expert: positions of a game that are searched, all of one phase; games take turns with the phases."""
    explore: Annotated[float, Range(0, 1)] = 0.0
    """Expert: the share of decisions that are made at random."""
