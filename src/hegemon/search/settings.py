"""Settings of the core's searches and of self-play. Generated from the core by `make settings`."""

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
    pick_turns: Annotated[int, Range(1, 100)] = 10
    """Turns of a rollout that begins with picks."""
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
    proposed: Annotated[float, Range(0, 1)] = 0.5
    """Share of the first candidates, of the new plans and of the replies that a policy network proposes; the planner
    makes the others."""


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
