"""Settings of searches and self-play in the simultaneous game. Generated from the core by `make settings`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hegemon._fields import Range
from hegemon.search.checked import CheckedSettings


@dataclass(frozen=True, kw_only=True)
class SmctsSettings(CheckedSettings):
    """Tree search for simultaneous orders: how the tree grows and what a leaf is worth."""

    selection: Literal["serialised", "duct", "regret"] = "regret"
    """serialised: own plan, then a reply that knows it; duct, regret: both seats at once, each by its own figures."""
    formula: Literal["ucb", "puct"] = "ucb"
    """The bound of serialised and duct: W/N + c P sqrt(ln N_parent / N), or with c (P/k) sqrt(N_parent) / (1 + N)."""
    expand: Literal["all", "one"] = "one"
    """What an iteration evaluates: every candidate of the leaf it reaches (as published), or one new leaf."""
    evaluation: Literal["none", "material", "network"] = "material"
    """What an unfinished position is worth: 0, a count of armies, income and land, or what a network says."""
    candidates: Annotated[int, Range(1, 4_096)] = 20
    """Plans drawn for each seat at each node, at most."""
    focused: Annotated[int, Range(0, 100)] = 0
    """Percentage of candidates from the focused generator instead of the published random one."""
    planned: Annotated[int, Range(0, 100)] = 0
    """Percentage of candidates from the planner of the agent best, in random styles; the others as above."""
    crossover: Annotated[int, Range(0, 100)] = 0
    """Duct and regret: percentage of further candidates that are crossed from two good ones."""
    duplicates: bool = False
    """Keep equal plans among the candidates, as published."""
    cache_opponent: bool = False
    """Serialised: the same replies below every own plan."""
    widening: Annotated[float, Range(0, 1_000_000)] = 0.0
    """A node of N visits has widening * N ** widening_power candidates; 0 draws all at once."""
    widening_power: Annotated[float, Range(0, 1)] = 0.5
    """How fast candidates are added as visits grow: see widening."""
    depth: Annotated[int, Range(1, 10_000)] = 20
    """Levels from the root, two a turn, at which a game is cut off."""
    rollout: Annotated[int, Range(0, 10_000)] = 1000
    """Levels played at random from a leaf, at most; 0 evaluates the leaf itself."""
    exploration: Annotated[float, Range(0, 1_000_000)] = 0.35
    """How much a candidate of few visits is preferred to one of many, in units of the value (-1 to 1)."""
    gamma: Annotated[float, Range(0, 1)] = 0.1
    """Regret: share of uniform exploration."""
    plus: bool = True
    """Regret matching plus: no debts, and later strategies weigh more in the average (Tammelin 2014)."""
    outcomes: Annotated[int, Range(1, 1_000)] = 1
    """Duct and regret: outcomes of luck kept for a pair of plans; 1 freezes the first, as published."""
    idle_terminals: bool = False
    """Published fault: reaching a finished game again counts for nothing."""
    blind_pending: bool = False
    """Published fault: a plan that still waits for its reply is valued as if it had not been made."""
    root_priors: bool = True
    """Off is a published fault: the policy says nothing about the seat's own plans."""
    policy_trust: Annotated[float, Range(0, 1)] = 0.75
    """Policy trust tau: P = tau * p * k + (1 - tau); 0 asks for no policy. With widening it needs policy_samples."""
    policy_samples: Annotated[int, Range(0, 4_096)] = 0
    """Duct and regret: plans drawn for each seat when a node is reached again, the policy's favourites first to be
    tried; 0 asks about the candidates of every new leaf, as published."""
    batch: Annotated[int, Range(1, 65_536)] = 16
    """Duct and regret with a network: leaves evaluated at once."""
    cache: bool = True
    """A network of the core evaluates equal positions once; the search finds the same without."""
    temperature: Annotated[float, Range(0, 1_000_000)] = 0.0
    """Of the final choice: 0 takes the most visited (or the heaviest of the average strategy), 1 samples."""
    threads: Annotated[int, Range(1, 256)] = 1
    """Independent trees, added up at the root."""
    megabytes: Annotated[int, Range(1, 30_000)] = 1024
    """Memory for all trees; a search that has used it up ends."""


@dataclass(frozen=True, kw_only=True)
class CoevolutionSettings(CheckedSettings):
    """How two populations of plans grow. The defaults are the text of the thesis."""

    population: Annotated[int, Range(1, 1_000)] = 30
    """Plans in each of the two populations."""
    evaluation: Literal["material", "network"] = "material"
    """What a pair is worth: by the core's hand-made evaluation, or what a network says of the position it leads to."""
    init: Literal["random", "policy", "focused"] = "random"
    """The first plans: any, those of many to which a network gives the highest logits, or half of them from the focused
    generator of smcts."""
    init_samples: Annotated[int, Range(0, 10_000)] = 90
    """init=policy: random plans of each seat, of which the best are kept; never fewer than are kept."""
    cache: bool = True
    """The network evaluates equal positions once; the search finds the same without."""
    elites: Annotated[int, Range(0, 1_000)] = 5
    """Plans that survive unchanged, with survival=elites."""
    survival: Literal["elites", "best-half"] = "elites"
    """elites: the elites and the best offspring survive. best-half: the better half survives and breeds the rest."""
    crossover: Literal["any-two", "neighbours"] = "any-two"
    """any-two: two complementary children of any two plans. neighbours: one child of each plan and the next."""
    mutation: Literal["replace", "add", "send"] = "replace"
    """replace: a gene becomes a number from 0 to 9. add: a number between -4 and 4 is added to it. send: it becomes
    nothing, all that can be on its source, or a number in between."""
    mutation_rate: Annotated[float, Range(0, 1)] = 0.2
    """Share of the offspring that mutate."""
    gene_rate: Annotated[float, Range(0, 1)] = 0.05
    """Share of the genes that change in a plan that mutates."""
    cut_attacks: bool = False
    """Whether correction also removes attacks with armies that are not there."""
    march_on: bool = False
    """Whether plans may move on out of land that they take, where the rules allow it."""
    timing: bool = False
    """Whether plans also have genes for the order in which the territories move."""
    mirrored: bool = False
    """Whether positions are evaluated from both seats and averaged."""
    discount: Annotated[float, Range(0, 1)] = 1.0
    """Factor of the value of a position in which the game is not over."""
    idle_mutation: bool = False
    """Fault of the published program: mutated genes are thrown away."""
    uncorrected_crossover: bool = False
    """Fault of the published program: children may deploy more or fewer armies than the income."""
    skipped_pairs: bool = False
    """Fault of the published program: pairs count 0 because the list of decided pairs is out of step."""
    late_evaluation: bool = False
    """Fault of the published program: the clock is read between steps only, so that evaluation overruns it."""
    short_mutation: bool = False
    """Fault of GG-Net's program: only as many genes as there are offspring can mutate."""


@dataclass(frozen=True, kw_only=True)
class PlannerWeights(CheckedSettings):
    """What the planner and the evaluation count."""

    turns: Annotated[float, Range(0, 10_000)] = 14.7
    """Turns for which a bonus is counted."""
    patience: Annotated[float, Range(0, 0.99)] = 0.2
    """What a bonus is worth if it comes a turn later."""
    land: Annotated[float, Range(0, 10_000)] = 0.02
    """Worth of any territory."""
    broken: Annotated[float, Range(0, 10_000)] = 3.5
    """Breaking a bonus of the other seat, as a share of the bonus."""
    denied: Annotated[float, Range(0, 10_000)] = 0.16
    """Standing in the way of a bonus, as a share of the bonus."""
    contested: Annotated[float, Range(0, 10_000)] = 0.12
    """Factor on bonuses of which the other seat holds a part."""
    traded: Annotated[float, Range(0, 10_000)] = 0.04
    """Worth of a defender that falls with its territory."""
    raid: Annotated[float, Range(0, 10_000)] = 16.0
    """Worth of any territory of the other seat."""
    relief: Annotated[float, Range(0, 10_000)] = 1.3
    """Taking a neighbour that threatens own land, as a share of the land's worth."""
    risk: Annotated[float, Range(0, 10_000)] = 0.5
    """How likely land in danger is attacked."""
    far: Annotated[float, Range(0, 0.99)] = 0.97
    """How much armies are wanted a step away from where they are wanted."""
    pull: Annotated[float, Range(0, 10_000)] = 4.7
    """How much more armies are wanted next to the other seat."""
    attack: Annotated[float, Range(0, 10_000)] = 1.0
    """Factor on land of the other seat."""
    defend: Annotated[float, Range(0, 10_000)] = 8.0
    """Factor on own land in danger."""
    feared: Annotated[float, Range(0, 10_000)] = 0.8
    """Share of the other seat's income that is expected where it may attack."""
    assumed: Annotated[float, Range(0, 10_000)] = 1.6
    """Armies that are expected to be deployed on attacked land, in equal shares of the other seat's income."""
    greed: Annotated[float, Range(0, 10_000)] = 0.78
    """Worth per army below which nothing is attacked."""
    value_armies: Annotated[float, Range(-10_000, 10_000)] = 0.5
    """Evaluation: armies, as a logarithm of the ratio."""
    value_income: Annotated[float, Range(-10_000, 10_000)] = 1.0
    """Evaluation: income, as a logarithm of the ratio."""
    value_strength: Annotated[float, Range(-10_000, 10_000)] = 1.0
    """Evaluation: armies with four turns of income, likewise."""
    value_land: Annotated[float, Range(-10_000, 10_000)] = 0.1
    """Evaluation: territories, likewise."""
    value_at_risk: Annotated[float, Range(-10_000, 10_000)] = -0.5
    """Evaluation: bonuses with land that a neighbour can take."""
    value_near: Annotated[float, Range(-10_000, 10_000)] = 1.0
    """Evaluation: bonuses by how little is missing."""
    value_nearer: Annotated[float, Range(-10_000, 10_000)] = 0.5
    """Evaluation: the same, counting what is almost complete."""


@dataclass(frozen=True, kw_only=True)
class RolloutSettings(CheckedSettings):
    """Rollout search for simultaneous orders."""

    candidates: Annotated[int, Range(1, 4_096)] = 40
    """Plans that the search begins with."""
    turns: Annotated[int, Range(0, 100)] = 0
    """Turns of a rollout, the first one included; 0: 1 with a value network, 5 without."""
    pick_turns: Annotated[int, Range(0, 100)] = 0
    """Turns of a rollout that begins with picks; 0: 1 with a value network, 10 without."""
    worlds: Annotated[int, Range(1, 4_096)] = 16
    """Under fog: positions that the seat believes possible."""
    replies: Annotated[int, Range(1, 4_096)] = 16
    """Ways in which the other seat may reply; those that hurt most are met most often."""
    offspring: Annotated[float, Range(0, 0.9)] = 0.35
    """Share of the rollouts that go to new plans, crossed and changed from the best ones."""
    countered: Annotated[float, Range(0, 0.9)] = 0.15
    """Share of the rollouts that look for replies of the other seat to the best plans."""
    noise: Annotated[float, Range(0, 10)] = 0.15
    """How much plans in rollouts vary."""
    proposed: Annotated[float, Range(0, 1)] = 0.9
    """Share of the first candidates, of the new plans and of the replies that a policy network proposes; the planner
    makes the others."""
    decided: Annotated[float, Range(0, 1)] = 0.99
    """Where the best plan is worth more than this (1 is a sure win), a tenth of the budget is enough."""


@dataclass(frozen=True, kw_only=True)
class SelfPlaySettings(CheckedSettings):
    """Games of the simultaneous search against itself."""

    visits: Annotated[int, Range(1, 1_000_000_000)] = 150
    """Iterations of a search."""
    fast_visits: Annotated[int, Range(0, 1_000_000_000)] = 0
    """Playout-cap randomisation: most searches get only so many visits, and teach the value only; 0 is off."""
    full_share: Annotated[float, Range(0, 1)] = 0.25
    """The share of searches that get all visits then."""
    temperature: Annotated[float, Range(0, 1_000)] = 1.0
    """Of the first turns: plans are drawn in proportion to visits ** (1 / temperature)."""
    temperature_turns: Annotated[int, Range(0, 10_000)] = 0
    """How many turns those are; later the best plan is played."""
    turn_limit: Annotated[int, Range(1, 1_000_000)] = 100
    """Turns after which a game is a draw."""
