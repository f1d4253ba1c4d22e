"""Actions of the classic game written with names: ``Alaska x Kamchatka:4`` becomes ``10x37:4``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from hegemon.errors import NotationError
from hegemon.game.named import ARMIES, NAME, single_spaced, territory
from hegemon.maps import Map

AllOf: TypeAlias = Callable[[str, int, int], int]
"""all_of(kind, source, target): how many armies ``all`` are in this action."""

_PICK = re.compile(rf"! ?{NAME}")
_PLACE = re.compile(rf"{NAME} ?\+ ?{ARMIES}")
_TRADE = re.compile(rf"[Tt] ?{NAME} ?, ?{NAME} ?, ?{NAME}(?: ?@ ?{NAME})?")
_ATTACK = re.compile(rf"((?:\"[^\"]{{1,100}}\"|[^\"+>:!=,@/]){{1,202}}?) ?(?:: ?{ARMIES}|/ ?([123]))")
_OCCUPY = re.compile(rf"= ?{ARMIES}")
_FORTIFY = re.compile(rf"{NAME} ?> ?{NAME} ?: ?{ARMIES}")
_CROSS = re.compile(r'"[^"]*"|([xX])')
_LONGEST = 500
"""Characters of an action that is read for names."""


def with_numbers(text: str, map: Map, all_of: AllOf) -> str | None:
    """The notation with numbers for one with names; None if it is no action in either."""
    text = single_spaced(text)

    def armies(number: str, kind: str, source: int = 0, target: int = 0) -> str:
        return str(all_of(kind, source, target)) if number.lower() == "all" else number

    if len(text) > _LONGEST:
        return None
    if match := _OCCUPY.fullmatch(text):
        return f"={armies(match[1], 'occupy')}"
    if match := _PICK.fullmatch(text):
        return f"!{territory(map, match[1])}"
    if match := _PLACE.fullmatch(text):
        where = territory(map, match[1])
        return f"{where}+{armies(match[2], 'place', where)}"
    if match := _TRADE.fullmatch(text):
        first, second, third = sorted(territory(map, card) for card in match.groups()[:3])
        return f"T{first},{second},{third}" + (f"@{territory(map, match[4])}" if match[4] else "")
    if match := _FORTIFY.fullmatch(text):
        source, target = territory(map, match[1]), territory(map, match[2])
        return f"{source}>{target}:{armies(match[3], 'fortify', source, target)}"
    if (match := _ATTACK.fullmatch(text)) and _CROSS.search(match[1]):
        source, target = _attack(map, match[1])
        return f"{source}x{target}" + (f"/{match[3]}" if match[3] else f":{armies(match[2], 'attack', source, target)}")
    return None


def _attack(map: Map, text: str) -> tuple[int, int]:
    """Source and target around an x. Names contain that letter, too: every x with two territories around it counts, and
    one that stands alone counts first."""
    crosses = [match.span(1) for match in _CROSS.finditer(text) if match[1]]
    sides = [(text[:start], text[end:]) for start, end in crosses]
    alone = [(a, b) for a, b in sides if a.endswith((" ", '"')) and b.startswith((" ", '"'))]
    found: set[tuple[int, int]] = set()
    problem = NotationError(f"{text[:40]!r}: write the attacker, x and the target")
    for source, target in alone or sides:
        try:
            found.add((territory(map, source), territory(map, target)))
        except NotationError as error:
            problem = error if len(alone or sides) == 1 else problem
    if not found:
        raise problem
    if len(found) > 1:
        raise NotationError(f"{text[:40]!r} has several meanings: put spaces around the x of the attack")
    return found.pop()
