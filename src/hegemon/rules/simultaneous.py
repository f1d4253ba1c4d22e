"""Rules of the simultaneous-orders family as one frozen value.

Both seats submit the orders of a whole turn, which are resolved together. Every difference between the published
systems is a field here, and a preset (see presets.py) is a set of field values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from hegemon._fields import Range
from hegemon.errors import RulesError
from hegemon.rules.base import Rules

Percent = Annotated[int, Range(0, 100)]
Armies = Annotated[int, Range(0, 1000)]


@dataclass(frozen=True, kw_only=True)
class SimultaneousRules(Rules):
    """One set of rules. Percentages are whole numbers so that arithmetic is exact."""

    family: ClassVar[str] = "simultaneous"

    # --- Combat -------------------------------------------------------------------------------
    offense_kill_percent: Percent = 60
    """Chance, in percent, that an attacking army kills a defending one."""
    defense_kill_percent: Percent = 70
    """Chance, in percent, that a defending army kills an attacking one."""
    luck_percent: Percent = 0
    """Weight of luck: kills = expected * (100 - luck) % + sampled * luck %. 0 is deterministic, 100 is pure dice."""
    rounding: Literal["straight", "weighted-random"] = "straight"
    """straight: to the nearest whole number. weighted-random: up with the probability of the fraction."""
    halves: Literal["survivors", "kills", "doubles"] = "kills"
    """How straight rounding treats an exact half: survivors are rounded up, kills are rounded up, or kills are
    rounded up after being computed in IEEE doubles (as the second Warlight challenge's engine did: a few exact
    halves with 45 or more defenders come out one lower)."""
    annihilation: Literal["empty", "one-stays"] = "one-stays"
    """When both sides would be eliminated: the defender keeps the territory without armies, or with one army."""

    # --- Moving -------------------------------------------------------------------------------
    stands_guard: Annotated[int, Range(0, 1)] = 1
    """Armies (0 or 1) that must stay in a territory."""
    moving_twice: Literal["free", "never"] = "never"
    """free: an order uses all armies on its source when it runs, so that armies can move repeatedly. never: only armies
    that were there after deployment and have not moved yet may move."""
    captured_frozen: bool = False
    """With moving_twice=never: a territory that was captured this turn sends no more armies, even if retaken."""
    losses_frozen: bool = False
    """With moving_twice=never: killed defenders come from the armies that may still move, not from arrivals."""
    same_link_twice: bool = False
    """Whether the same source may send to the same target more than once a turn."""
    source_check: Literal["planning", "execution"] = "planning"
    """planning: the source must already be owned when the turn begins. execution: only when the order runs."""

    # --- Order of execution -------------------------------------------------------------------
    interleave: Literal["fewer-deploys", "coin-per-pair", "cycle"] = "coin-per-pair"
    """How the two lists of moves are merged (each keeps its order; all deployments come before all moves).
    fewer-deploys: strict alternation; the seat with fewer deploy orders begins; a coin decides ties.
    coin-per-pair: a coin decides the order of each pair of moves.
    cycle: strict alternation; the first seat changes every turn."""
    idle_orders: Literal["use-slot", "free"] = "free"
    """Whether an order that cannot run uses up its seat's slot in the alternation."""

    # --- Deployment and income ----------------------------------------------------------------
    base_income: Armies = 5
    """Armies per turn, without those of completely owned groups."""
    excess_deploy: Literal["refuse", "clip", "allow"] = "refuse"
    """Deploying more than the income in total: an illegal plan, reduced to what is left, or allowed as long as no
    single order exceeds the income (the published program of soares2025 never checked the sum)."""
    illegal_orders: Literal["refuse-plan", "drop"] = "drop"
    """Whether one illegal order makes the whole plan illegal, or is dropped."""

    # --- Start --------------------------------------------------------------------------------
    start: Literal["scatter", "picks"] = "picks"
    """scatter: random armies everywhere, territories_each random territories per seat. picks: neutral armies
    everywhere; the seats choose among offered territories."""
    territories_each: Annotated[int, Range(0, 256)] = 0
    """Territories a seat starts with; 0 with picks: as many as the offers allow."""
    scatter_armies_low: Armies = 0
    """Minimum armies on a territory after start=scatter."""
    scatter_armies_high: Armies = 4
    """Maximum armies on a territory after start=scatter."""
    neutral_armies: Armies = 2
    """Armies on every territory before the picks."""
    start_armies: Armies = 2
    """Armies on a picked territory."""
    wastelands: Literal["none", "half-groups"] = "none"
    """half-groups: as many draws as half the number of groups; a territory drawn twice counts once."""
    wasteland_armies: Armies = 6
    """Armies on a wasteland."""
    picking: Literal["ranked", "snake"] = "snake"
    """ranked: each seat submits one ranked list. snake: one territory at a time, in the order ABBAABBA..."""
    ranked_conflict: Literal["coin", "snake"] = "coin"
    """With picking=ranked: a coin decides whenever both lists want the same territory; or the lists are served in the
    order ABBA.., and one coin decides who is first."""
    offers_per_group: Annotated[int, Range(1, 512)] = 1
    """Number of territories offered per group (never wastelands)."""
    picks_shrink_percent: Percent = 0
    """With territories_each=0: for every two offers beyond six, the chance that each seat gets one pick fewer."""
    picks_told: bool = True
    """Whether each seat sees which territories the other picked."""

    # --- Information and end ------------------------------------------------------------------
    fog: Literal["none", "light", "normal", "dense", "complete"] = "none"
    """none: everything is visible. light: all owners, and armies next to own territories. normal: own territories and
    their neighbours. dense: owners of neighbours, but not their armies. complete: own territories only."""
    round_cap: Annotated[int, Range(0, 100_000)] = 0
    """The game is drawn after this many turns; 0 is no cap."""
    round_cap_percent: Annotated[int, Range(0, 10_000)] = 0
    """If positive, the cap is at least this percentage of the number of territories."""

    @property
    def hides(self) -> bool:
        return self.fog != "none"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scatter_armies_low > self.scatter_armies_high:
            raise RulesError(
                f"rules {self.name}: scatter_armies_low={self.scatter_armies_low} exceeds "
                f"scatter_armies_high={self.scatter_armies_high}"
            )
        if self.start == "scatter" and self.territories_each == 0:
            raise RulesError(f"rules {self.name}: start=scatter needs territories_each of at least 1")
