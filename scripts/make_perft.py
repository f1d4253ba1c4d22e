"""Count the paths from fixed positions of both families; the package has the counts, and the tests compare with them.

    python scripts/make_perft.py

Run it only after a change that is meant to alter the rules, and say in the change what altered and why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hegemon.game import ClassicGame, ClassicState
from hegemon.testing import Chance, perft

PERFT = Path(__file__).parents[1] / "src" / "hegemon" / "testing" / "data" / "perft.json"
DEPTH = 4

# Map, rules, owners, armies, phase, armies to place, hands. Seat 0 decides.
Beginning = tuple[str, str, Sequence[int], Sequence[int], str, int, Sequence[Sequence[int]]]
BEGINNINGS: tuple[Beginning, ...] = (
    ("triangle", "classic", [0, 1, 0], [2, 2, 1], "place", 3, [[], []]),
    ("triangle", "classic(trade_at=3)", [0, 1, 2], [3, 1, 1], "trade", 3, [[0, 1, 2], [3, 4], []]),
    ("triangle", "classic(moves_after_win=true, cards=none)", [0, 1, 0], [5, 1, 1], "attack", 0, [[], []]),
    ("triangle", "swiss2025", [0, 1, 1], [3, 3, 3], "place", 3, [[], []]),
    ("triangle", "heredia2022(pool=3)", [-1, -1, -1], [0, 0, 0], "pick", 0, [[], []]),
    ("diamond", "heredia2022(pool=7)", [-1] * 4, [0] * 4, "pick", 0, [[], []]),
    ("diamond", "aminian2020", [0, 1, 1, 0], [2, 2, 1, 1], "place", 2, [[], []]),
    ("diamond", "classic(attack_armies=any, attack_dice=choose)", [0, 1, 1, 0], [4, 2, 1, 1], "attack", 0, [[], []]),
    ("diamond", "classic(turn_cap=1, cap_result=territories)", [0, 1, 1, 0], [2, 1, 1, 3], "attack", 0, [[], []]),
    ("hex", "classic", [0, 0, 0, 0, 1, 2], [5, 1, 1, 2, 1, 1], "attack", 0, [[0, 1, 3, 4], [7], [5, 6]]),
    ("hex", "classic(card_values=fixed)", [0, 1] * 3, [1, 2] * 3, "trade", 3, [[0, 1, 2, 3], []]),
    ("hex", "heredia2022", [0, 0, 0, 1, 1, 1], [3, 2, 2, 1, 2, 3], "attack", 0, [[0, 1], [0, 1, 2, 3, 4]]),
    ("hex", "heredia2022", [0, 0, 0, 1, 0, 1], [3, 2, 2, 1, 2, 3], "fortify", 0, [[], []]),
    ("hex", "swiss2025", [0, 1] * 3, [3] * 6, "place", 3, [[], []]),
    ("hex", "swiss2025-text", [0, 1] * 3, [3, 2, 1, 1, 2, 3], "attack", 0, [[], [0, 1, 2]]),
    ("hex", "yao2025", [0, 1] * 3, [1] * 6, "place", 2, [[], []]),
    ("hex", "yao2025-code", [0, 1] * 3, [2] * 6, "place", 1, [[], []]),
)
# Simultaneous positions, with their depths.
POSITIONS: tuple[tuple[str, int], ...] = (
    ("triangle; soares2025; 0 play; a2 .1 b3", 3),
    ("diamond; soares2025(stands_guard=1, moving_twice=never); 0 play; a3 .2 .0 b3", 3),
    ("diamond; warzone(fog=none); 3 play; a3 b2 .2 a1", 2),
    ("hex; warlight2; 0 pick each=2; .2! .2! .2 .2! .2 .2!", 4),
    ("hex; warlight1; 0 pick each=1; .2! .2! .2 .2! .2 .2", 2),
    ("hex; warlight2; 2 play; a4 a1 .2 .6# b3 b2", 2),
    ("hex; warlight1; 98 play; a4 b1 .2 .2 b3 b2", 2),
)


def state_of(beginning: Beginning) -> ClassicState:
    name, rules, owners, armies, phase, to_place, hands = beginning
    game = ClassicGame(name, rules, len(hands))
    pools = game.start(0).core.pool if phase == "pick" else [0] * len(hands)
    more = {f"pool{seat}": armies for seat, armies in enumerate(pools)}
    return game.position(owners, armies, phase=phase, to_place=to_place, cards=hands, round=1, **more)


def counted(position: str, depth: int, *chances: Chance) -> dict[str, object]:
    row: dict[str, object] = {"position": position}
    for chance in chances:
        found = [perft(position, count, chance=chance) for count in range(1, depth + 1)]
        row[chance] = [f"{each.nodes} {each.signature}" for each in found]
    return row


def main() -> None:
    rows = [counted(str(state_of(beginning)), DEPTH, "all", "likeliest") for beginning in BEGINNINGS]
    rows += [counted(position, depth, "all") for position, depth in POSITIONS]
    lines = ",\n".join(json.dumps(row) for row in rows)
    PERFT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
