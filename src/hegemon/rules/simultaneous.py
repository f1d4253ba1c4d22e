"""Rules of the simultaneous-orders family as one frozen value.

Both seats hand in a whole turn of orders; the turn is resolved together. Every difference between
the published systems is a field here, and a preset (see presets.py) is nothing but field values.
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
    """Where an exact half goes under straight rounding: survivors are rounded up, kills are rounded up, or kills are
    rounded up after being computed in IEEE doubles (as the second Warlight challenge's engine did: a few exact
    halves with 45 or more defenders come out one lower)."""
    annihilation: Literal["empty", "one-stays"] = "one-stays"
    """When both sides would be wiped out: the defender keeps the territory with no army, or keeps one army."""

    # --- Moving -------------------------------------------------------------------------------
    stands_guard: Annotated[int, Range(0, 1)] = 1
    """Armies (0 or 1) that may never leave a territory."""
    moving_twice: Literal["free", "never"] = "never"
    """free: an order uses whatever stands on its source when it runs, so a stack can march on. never: only armies
    that stood there after deployment and were not sent yet may move."""
    captured_frozen: bool = False
    """With moving_twice=never: a territory that changed hands this turn sends no more armies, even if retaken."""
    losses_frozen: bool = False
    """With moving_twice=never: defenders killed are taken from the armies that may still move, not from newcomers."""
    same_link_twice: bool = False
    """Whether the same source may send to the same target more than once a turn."""
    source_check: Literal["planning", "execution"] = "planning"
    """planning: the source must already be owned when the turn begins. execution: only when the order runs."""

    # --- Order of execution -------------------------------------------------------------------
    interleave: Literal["fewer-deploys", "coin-per-pair", "cycle"] = "coin-per-pair"
    """How the two lists of moves are merged (each keeps its own order, all deployments come before all moves).
    fewer-deploys: strict alternation; the seat with fewer deploy orders begins, a coin decides when equal.
    coin-per-pair: in each pair of moves a coin decides who goes first.
    cycle: strict alternation; who begins changes every turn."""
    idle_orders: Literal["use-slot", "free"] = "free"
    """Whether an order that cannot run uses up its seat's slot in the alternation."""

    # --- Deployment and income ----------------------------------------------------------------
    base_income: Armies = 5
    """Armies a turn besides those of wholly owned groups."""
    excess_deploy: Literal["refuse", "clip", "allow"] = "refuse"
    """Deploying more than the income in total: not a legal plan, cut down to what is left, or allowed as long as no
    single order exceeds the income (the published program of soares2025 never checked the sum)."""
    illegal_orders: Literal["refuse-plan", "drop"] = "drop"
    """Whether one illegal order makes the whole plan illegal, or is left out."""

    # --- Start --------------------------------------------------------------------------------
    start: Literal["scatter", "picks"] = "picks"
    """scatter: random armies everywhere, territories_each random territories a seat. picks: neutral armies
    everywhere, the seats choose among offered territories."""
    territories_each: Annotated[int, Range(0, 256)] = 0
    """Territories a seat starts with; 0 with picks: as many as the offers allow."""
    scatter_armies_low: Armies = 0
    """Least armies on a territory after start=scatter."""
    scatter_armies_high: Armies = 4
    """Most armies on a territory after start=scatter."""
    neutral_armies: Armies = 2
    """Armies on every territory before the picks."""
    start_armies: Armies = 2
    """Armies on a picked territory."""
    wastelands: Literal["none", "half-groups"] = "none"
    """half-groups: as many draws as half the number of groups; a territory drawn twice counts once."""
    wasteland_armies: Armies = 6
    """Armies on a wasteland."""
    picking: Literal["ranked", "snake"] = "snake"
    """ranked: each seat hands in one ranked list. snake: one territory at a time, in the order ABBAABBA..."""
    ranked_conflict: Literal["coin", "snake"] = "coin"
    """With picking=ranked: when both lists want the same territory a coin decides; or the lists are served in the
    order ABBA.. after one coin for the first."""
    offers_per_group: Annotated[int, Range(1, 512)] = 1
    """Territories of every group that are offered (wastelands never are)."""
    picks_shrink_percent: Percent = 0
    """With territories_each=0: for every two offers beyond six, chance that each seat gets one pick fewer."""
    picks_told: bool = True
    """Whether a seat is told which territories the other picked."""

    # --- Information and end ------------------------------------------------------------------
    fog: Literal["none", "light", "normal", "dense", "complete"] = "none"
    """none: everything is seen. light: all owners, armies only next to own land. normal: own land and its neighbours.
    dense: neighbours' owners but not their armies. complete: own land only."""
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
