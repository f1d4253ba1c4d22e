"""The rules of thumb of the classic game, written slowly and obviously: the oracle of core/search/classic_heuristic.

Decisions are equal only if sums are added in the same order and ties are broken in the same way. What is legal, and the
distribution of battles, are taken from the core.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from hegemon import _core
from hegemon.game import Action, ClassicView
from hegemon.game.classic.actions import attack, fortify, occupy, pick, place

_EXACT = 100
_LOSS_RATE = 0.9
_HOPE = 0.3


@lru_cache(maxsize=20_000)
def forecast(attackers: int, defenders: int, fair_duel: bool) -> tuple[float, float]:
    """The chance that an attack to the end succeeds, and how many more defenders than attackers it costs."""
    scale = max(1.0, max(attackers, defenders) / _EXACT)
    a, d = max(1, round(attackers / scale)), max(1, round(defenders / scale))
    odds = _core.battle_odds(a, d, fair_duel)
    killed = d - added(count * p for count, p in enumerate(odds[a:], 1))
    lost = a - added(count * p for count, p in enumerate(odds[:a], 1))
    return added(odds[:a]), (killed - lost) * scale


def added(numbers: Iterable[float]) -> float:
    """The sum from the left, which is not what sum() is in all versions of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


class Tactician:
    """Makes one decision, given a view."""

    def __init__(self, view: ClassicView, greed: float, caution: float) -> None:
        self.view, self.game, self.seat = view, view.game, view.seat
        self.greed, self.least_chance = greed, 0.5 + 0.1 * caution
        self.rules = self.game.rules
        self.near = self.game.map.neighbours
        self.owners: list[int] = view.owners.tolist()
        self.armies: list[int] = view.armies.tolist()
        self.own = [t for t, owner in enumerate(self.owners) if owner == self.seat]
        armies_pay = self.rules.income_base == "armies" or self.rules.cap_result == "armies"
        self.army_worth = 0.7 if armies_pay else 0.15
        self.duel = self.rules.battle == "fair-duel" and self.rules.attack_mode != "roll"

    def decide(self) -> Action:
        match self.view.phase:
            case "pick":
                return pick(self.best_pick())
            case "setup":
                return self.set_up()
            case "trade":
                return self.trade()
            case "place":
                return self.place()
            case "attack":
                return self.attack()
            case "occupy":
                return self.occupy()
            case "fortify":
                return self.fortify()
        raise AssertionError(f"there is no decision in phase {self.view.phase}")

    # --- Values -------------------------------------------------------------------------------

    def worths(self) -> list[float]:
        """The value of capturing each foreign territory."""
        worth = [
            0.0 if owner == self.seat else 1.0 + 0.2 * armies
            for owner, armies in zip(self.owners, self.armies, strict=True)
        ]
        if self.rules.cards != "none" and not self.view.conquered:
            worth = [value and value + 1.0 for value in worth]
        if self.rules.groups_pay:
            self.add_groups(worth)
        self.add_eliminations(worth)
        return worth

    def add_groups(self, worth: list[float]) -> None:
        for group in self.game.map.groups:
            if group.value <= 0:
                continue
            missing = [t for t in group.members if self.owners[t] != self.seat]
            if not missing:
                continue
            in_the_way = sum(self.armies[t] for t in missing)
            held = len(group.members) - len(missing)
            walls = sum(not set(self.near[t]) <= set(group.members) for t in group.members)
            effort = (in_the_way + 2 * len(missing)) * len(missing) * math.sqrt(max(1, walls))
            gain = 4.0 * self.greed * group.value * (0.3 + held / len(group.members)) / effort
            holder = self.owners[missing[0]]
            if held == 0 and holder >= 0 and all(self.owners[t] == holder for t in missing):
                gain += 0.8 * group.value
            for t in missing:
                worth[t] += gain

    def add_eliminations(self, worth: list[float]) -> None:
        """Add the value of eliminating a weak enemy to its last territories."""
        hands = self.view.hands
        for seat in range(self.game.seats):
            land = [t for t, owner in enumerate(self.owners) if owner == seat]
            if seat != self.seat and 0 < len(land) <= 4:
                for t in land:
                    worth[t] += (3.0 + 1.5 * hands[seat]) / len(land)

    def campaign(self, source: int, attackers: int, worth: list[float]) -> float:
        """The value that a stack could win from here: always the best next target, as long as the armies last."""
        total, at, left, taken = 0.0, source, float(attackers), {source}
        for _ in range(8):
            best, target = 0.0, -1
            for t in self.near[at]:
                if self.owners[t] != self.seat and t not in taken:
                    chance = forecast(int(left), self.armies[t], self.duel)[0] if left >= 1 else 0.0
                    if chance >= _HOPE and worth[t] * chance > best:
                        best, target = worth[t] * chance, t
            if target < 0:
                break
            total += best
            left -= 1 + _LOSS_RATE * self.armies[target]
            taken.add(target)
            at = target
        return total

    def foreign(self, territory: int) -> list[int]:
        return [t for t in self.near[territory] if self.owners[t] != self.seat]

    def threat(self, territory: int) -> int:
        """The largest foreign stack next to a territory."""
        return max((self.armies[t] for t in self.foreign(territory)), default=0)

    # --- Start --------------------------------------------------------------------------------

    def best_pick(self) -> int:
        """A territory of a group with a good bonus for its size that is mostly free or own."""
        return max(self.view.offered, key=lambda t: (self.pick_worth(t), -t))

    def pick_worth(self, territory: int) -> float:
        worth = 0.1 * sum(self.owners[t] == self.seat for t in self.near[territory])
        for g in self.game.map.groups_of[territory]:
            group = self.game.map.groups[g]
            mine = sum(self.owners[t] == self.seat for t in group.members)
            others = sum(self.owners[t] >= 0 for t in group.members) - mine
            pays = max(group.value, 0) / len(group.members)
            denies = others > 0 and others == len(group.members) - 1
            worth = max(worth, pays * (1 + mine) / (1 + others) + (pays if denies else 0))
        return worth

    def set_up(self) -> Action:
        pool = self.view.core.pool[self.seat]
        armies = min(pool, 4) if self.rules.setup_place == "four" else 1
        return place(self.best_front(self.own, pool), armies)

    # --- The phases of a turn -----------------------------------------------------------------

    def trade(self) -> Action:
        """The set with the fewest wildcards and a bonus, once it is forced or brings enough."""
        actions = self.view.legal_actions
        trades = [action for action in actions if action.kind == "trade"]
        if not trades:
            return actions[0]
        best = max(trades, key=self.trade_worth)
        value = self.view.set_value((best.source, best.target, best.third))
        wait = self.view.hands[self.seat] < 4 and value < 10
        return actions[-1] if wait and actions[-1].kind == "pass" else best

    def trade_worth(self, action: Action) -> tuple[float, int, int]:
        cards = (action.source, action.target, action.third)
        wild = sum(self.game.card_kind(card) is None for card in cards)
        bonus = self.threat(action.armies) if action.armies >= 0 else -1
        return self.view.set_value(cards) - 1.5 * wild, bonus, -action.code

    def place(self) -> Action:
        left = self.view.to_place
        border = [t for t in self.own if self.foreign(t)] or self.own
        if self.rules.place_amounts == "any":
            needed, territory = self.weakest_wall(border)
            if 0 < needed <= left // 2:
                return place(territory, needed)
        return place(self.best_front(border, left), left)

    def weakest_wall(self, border: Iterable[int]) -> tuple[int, int]:
        """The border of an owned group that needs the most armies to match its neighbours, and how many."""
        lacking = [(0, -1)]
        for t in border:
            if any(self.holds(g) for g in self.game.map.groups_of[t]):
                lacking.append((self.threat(t) - self.armies[t], t))
        return max(lacking)

    def holds(self, group: int) -> bool:
        chosen = self.game.map.groups[group]
        return self.rules.groups_pay and chosen.value > 0 and all(self.owners[t] == self.seat for t in chosen.members)

    def best_front(self, candidates: Iterable[int], more: int) -> int:
        """Where `more` armies would win and save the most; else where the enemy is strongest."""
        worth = self.worths()
        spare = 0 if self.duel else 1

        def value(t: int) -> tuple[float, int, int, int]:
            won = self.campaign(t, self.armies[t] + more - spare, worth)
            return won + self.relief(t, more), self.threat(t), self.armies[t], -t

        return max(candidates, key=value)

    def relief(self, territory: int, more: int) -> float:
        """The value that `more` armies save on a territory: its stake times the decrease of the risk."""
        threat = self.threat(territory) - (0 if self.duel else 1)
        if threat < 1:
            return 0.0
        before, _ = forecast(threat, self.armies[territory], self.duel)
        after, _ = forecast(threat, self.armies[territory] + more, self.duel)
        return (before - after) * self.stake(territory)

    def stake(self, territory: int) -> float:
        """The value of an own territory."""
        held = (g for g in self.game.map.groups_of[territory] if self.holds(g))
        return 0.5 + 1.5 * sum(self.game.map.groups[g].value for g in held)

    def attack(self) -> Action:
        worth = self.worths()
        best, source, target = 0.0, -1, -1
        for s in self.own:
            attackers = self.armies[s] - (0 if self.duel else 1)
            if self.armies[s] < 2:
                continue
            for t in self.near[s]:
                if self.owners[t] == self.seat:
                    continue
                chance, profit = forecast(attackers, self.armies[t], self.duel)
                gain = worth[t] * chance + self.army_worth * profit
                if chance >= self.least_chance and gain > best:
                    best, source, target = gain, s, t
        return self.assault(source, target) if source >= 0 else Action()

    def assault(self, source: int, target: int) -> Action:
        if self.rules.attack_mode == "roll":
            return attack(source, target, dice=min(3, self.armies[source] - 1))
        return attack(source, target, armies=self.armies[source] - (0 if self.duel else 1))

    def occupy(self) -> Action:
        """Move all armies in if there are more targets ahead; otherwise as few as allowed."""
        pending = self.view.occupation
        assert pending is not None
        source, target, least, most = pending
        total = self.armies[source] + self.armies[target]
        worth = self.worths()
        ahead = (self.campaign(target, total - 2, worth), self.threat(target))
        behind = (self.campaign(source, total - 2, worth), self.threat(source))
        return occupy(most if ahead >= behind else least)

    def fortify(self) -> Action:
        """Move the largest stack behind the lines to the front, or one step toward it."""
        distance = self.distances()
        movable = self.view.core.movable.tolist() if self.rules.fortify_fresh else self.armies
        most, source = 0, -1
        for t in self.own:
            spare = min(self.armies[t] - 1, movable[t])
            if spare > most and 0 < distance[t] < len(self.owners):
                most, source = spare, t
        targets = self.fortify_targets(source, distance) if source >= 0 else []
        return fortify(source, self.best_front(targets, most), most) if targets else Action()

    def fortify_targets(self, source: int, distance: list[int]) -> list[int]:
        if self.rules.fortify == "connected":
            return [t for t in self.reached(source) if distance[t] == 0]
        nearer = [t for t in self.near[source] if self.owners[t] == self.seat and distance[t] < distance[source]]
        return nearer if self.rules.fortify_where == "own" else [t for t in nearer if distance[t] == 0]

    def reached(self, source: int) -> set[int]:
        """The own territories connected to `source`, including it."""
        found, queue = {source}, [source]
        while queue:
            for t in self.near[queue.pop()]:
                if self.owners[t] == self.seat and t not in found:
                    found.add(t)
                    queue.append(t)
        return found

    def distances(self) -> list[int]:
        """Steps through own territories to the nearest border; a large number if there is none."""
        far = len(self.owners)
        distance = [far] * far
        queue = deque(t for t in self.own if self.foreign(t))
        for t in queue:
            distance[t] = 0
        while queue:
            at = queue.popleft()
            for t in self.near[at]:
                if self.owners[t] == self.seat and distance[t] == far:
                    distance[t] = distance[at] + 1
                    queue.append(t)
        return distance
