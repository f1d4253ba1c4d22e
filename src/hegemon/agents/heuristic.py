"""A rule-based agent: completes cheap bonuses, defends its borders, concentrates its armies.

The core plays the classic game (core/search/classic_heuristic). Every turn of the simultaneous game, in this order:
1. weigh every attackable territory by its gain (bonus per army still needed, an enemy bonus broken);
2. keep armies where a valuable border faces a strong enemy;
3. attack the best targets first, adding new armies where they make an attack possible;
4. place the remaining armies next to the best next target or the worst threat;
5. move all other armies toward the enemy.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from hegemon._core import ClassicHeuristic, Random
from hegemon._fields import Range
from hegemon.agents.base import Clock, SpecRepr
from hegemon.agents.picks import attackers_needed, best_picks
from hegemon.game import Action, ClassicGame, ClassicView, Deploy, Game, Move, Plan, SimultaneousView
from hegemon.maps import Map


@dataclass(frozen=True)
class Settings:
    caution: Annotated[float, Range(0, 3)] = 0.5
    """Share of a threatening neighbour's strength to keep on valuable borders; 0 keeps nothing. In the classic game
    attacks need odds of 50 % plus 10 for each point."""
    greed: Annotated[float, Range(0, 10)] = 1.0
    """Weight of completing own bonuses against taking territories from the enemy."""


class HeuristicAgent(SpecRepr):
    """Completes cheap bonuses, defends borders, concentrates attacks; heuristics only, no search."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def begin(self, game: Game, seat: int, random: Random) -> None:
        """Do nothing: the agent has no state."""

    def act(self, view: ClassicView, clock: Clock) -> Action:
        return Action.from_core(rules_of_thumb(view.game, self.settings).decide(view.core))

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        if view.phase == "pick":
            return Plan(best_picks(view))
        return _Planner(view, self.settings).plan()


@lru_cache(maxsize=64)
def rules_of_thumb(game: ClassicGame, settings: Settings) -> ClassicHeuristic:
    """The player of the classic game, in the core. It keeps the odds that it has computed."""
    return ClassicHeuristic(game.core, settings.greed, settings.caution)


class _Planner:
    """Plans one turn. `spare` is what each own territory may still send."""

    def __init__(self, view: SimultaneousView, settings: Settings) -> None:
        self.settings = settings
        self.map: Map = view.game.map
        self.rules = view.game.rules
        self.seat = view.seat
        self.owners: list[int] = view.owners.tolist()
        self.armies: list[int] = [self.rules.neutral_armies if count < 0 else count for count in view.armies.tolist()]
        self.own = [t for t, owner in enumerate(self.owners) if owner == self.seat]
        self.spare = {t: max(self.armies[t] - self.rules.stands_guard, 0) for t in self.own}
        self.budget = view.income(self.seat)
        self.enemy_deploy = view.income(1 - self.seat) / max(1, self.count_enemy_fronts())
        self.deploys: dict[int, int] = defaultdict(int)
        self.moves: list[Move] = []

    def plan(self) -> Plan:
        worth = self.weigh_targets()
        self.hold_borders()
        taken = self.attack(worth)
        self.reinforce(worth, taken)
        self.march()
        deploys = [Deploy(t, n) for t, n in self.deploys.items() if n > 0]
        return Plan([*deploys, *self.moves])

    def count_enemy_fronts(self) -> int:
        """Number of visible enemy territories with a foreign neighbour, where new armies may appear."""
        return sum(
            self.is_enemy(t) and any(self.owners[n] != owner for n in self.map.neighbours[t])
            for t, owner in enumerate(self.owners)
        )

    def is_enemy(self, territory: int) -> bool:
        return self.owners[territory] >= 0 and self.owners[territory] != self.seat

    def needed(self, target: int) -> int:
        """Armies needed to capture the target, including the enemy's likely reinforcement."""
        reinforcement = round(self.enemy_deploy) if self.is_enemy(target) else 0
        return attackers_needed(self.rules, self.armies[target] + reinforcement)

    def weigh_targets(self) -> dict[int, float]:
        """Value of each attackable territory per army it costs."""
        targets = {n for t in self.own for n in self.map.neighbours[t] if self.owners[n] != self.seat}
        worth = dict.fromkeys(sorted(targets), 0.15)
        for group in self.map.groups:
            missing = [m for m in group.members if self.owners[m] != self.seat]
            price = sum(attackers_needed(self.rules, self.armies[m]) for m in missing)
            enemy_holds = all(self.is_enemy(m) for m in group.members)
            for target in targets.intersection(missing):
                worth[target] += self.settings.greed * max(group.value, 0) * 4.0 / (price + 2.0)
                worth[target] += 2.0 * group.value if enemy_holds else 0.0
        for target in targets:
            worth[target] += 2.0 if self.is_enemy(target) else 0.0
        return {t: value / (self.needed(t) + 1.0) for t, value in worth.items()}

    def hold_borders(self) -> None:
        """Keep armies on the borders of completed groups, against the strongest enemy next to them."""
        held = {m for g in self.map.groups if all(self.owners[m] == self.seat for m in g.members) for m in g.members}
        for t in held:
            threat = max((self.armies[n] for n in self.map.neighbours[t] if self.is_enemy(n)), default=0)
            keep = int(self.settings.caution * 0.6 * threat)
            self.spare[t] = max(self.spare.get(t, 0) - keep, 0)

    def attack(self, worth: dict[int, float]) -> set[int]:
        """Attack the best targets that can be captured, deploying where needed."""
        taken: set[int] = set()
        for target in sorted(worth, key=lambda t: (-worth[t], t)):
            sources = [n for n in self.map.neighbours[target] if n in self.spare]
            source = max(sources, key=lambda n: (self.deploys[n] > 0, self.spare[n], -n))
            if self.spare[source] + self.budget < self.needed(target):
                source = max(sources, key=lambda n: (self.spare[n], -n))
            short = max(self.needed(target) - self.spare[source], 0)
            if short > self.budget:
                continue
            self.deploy(source, short)
            sent = self.needed(target)
            if self.is_enemy(target) and self.only_front(source, target):
                sent = self.spare[source]
            self.spare[source] -= sent
            self.moves.append(Move(source, target, sent))
            taken.add(target)
        return taken

    def only_front(self, source: int, target: int) -> bool:
        return all(n == target or self.owners[n] == self.seat for n in self.map.neighbours[source])

    def deploy(self, territory: int, armies: int) -> None:
        if armies > 0:
            self.deploys[territory] += armies
            self.spare[territory] += armies
            self.budget -= armies

    def reinforce(self, worth: dict[int, float], taken: set[int]) -> None:
        """Deploy the rest in one place: next to the best remaining target, or on the most threatened border."""
        if self.budget <= 0 or not self.own:
            return
        open_targets = [t for t in worth if t not in taken]
        if open_targets:
            best = max(open_targets, key=lambda t: (self.is_enemy(t), worth[t], -t))
            sources = [n for n in self.map.neighbours[best] if n in self.spare]
            self.deploy(max(sources, key=lambda n: (self.armies[n] + self.deploys[n], -n)), self.budget)
            return
        last = self.moves[-1] if self.moves else None
        self.deploy(last.source if last else self.own[0], self.budget)
        if last:  # nothing else to attack: make the last attack stronger
            self.moves[-1] = Move(last.source, last.target, last.armies + self.spare[last.source])
            self.spare[last.source] = 0

    def march(self) -> None:
        """Move armies without a foreign neighbour one step toward the nearest front, preferably the enemy's."""
        distance = self.front_distances()
        for t in self.own:
            inside = all(self.owners[n] == self.seat for n in self.map.neighbours[t])
            if not inside or self.spare[t] <= 0:
                continue
            nearer = [n for n in self.map.neighbours[t] if distance.get(n, 10**6) < distance.get(t, 10**6)]
            if nearer:
                target = min(nearer, key=lambda n: (distance[n], n))
                self.moves.append(Move(t, target, self.spare[t]))

    def front_distances(self) -> dict[int, int]:
        """Steps from each own territory to enemy territories, or, if unreachable, to any foreign territory."""
        for foreign in (self.is_enemy, lambda t: self.owners[t] != self.seat):
            fronts = [t for t in self.own if any(foreign(n) for n in self.map.neighbours[t])]
            if fronts:
                break
        distance = dict.fromkeys(fronts, 0)
        queue = deque(fronts)
        while queue:
            t = queue.popleft()
            for n in self.map.neighbours[t]:
                if self.owners[n] == self.seat and n not in distance:
                    distance[n] = distance[t] + 1
                    queue.append(n)
        return distance
