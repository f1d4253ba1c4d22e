"""Count the positions of the classic game that can be reached from fixed beginnings; the tests compare with them.

    python scripts/make_perft.py

A leaf is a path of so many decisions; an action that is listed twice makes two. `expanded` follows every outcome of
chance, `likeliest` only the most probable one, the smallest number where there are several. Run it only after a change
that is meant to alter the rules, and say in the change what altered and why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hegemon import _core
from hegemon._core import ClassicGame, ClassicState
from hegemon.maps import load_map
from hegemon.rules.presets import load_rules

PERFT = Path(__file__).parents[1] / "tests" / "data" / "classic_perft.json"
PHASES = ("pick", "setup", "trade", "place", "attack", "occupy", "fortify", "over")
DEPTH = 4
IN_DECK, NO_COPY = 254, 251

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


def begin(beginning: Beginning) -> tuple[ClassicGame, ClassicState]:
    name, spec, owners, armies, phase, to_place, hands = beginning
    board, rules = load_map(name), load_rules(spec)
    fields = {key: value for key, value in rules.to_json().items() if key not in ("family", "name", "version")}
    links = _core.Map(len(board.territories), board.links, [(group.value, group.members) for group in board.groups])
    game = ClassicGame(links, _core.ClassicRules(fields), len(hands))
    start = game.start(_core.Random(0))
    cards = start.cards.tolist()
    for seat, hand in enumerate(hands):
        for card in hand:
            copies = range(card, len(cards), game.cards)
            cards[next(copy for copy in copies if cards[copy] in (IN_DECK, NO_COPY))] = seat
    fresh = [n if phase == "fortify" and owner == 0 else 0 for owner, n in zip(owners, armies, strict=True)]
    pool = start.pool if phase == "pick" else [0] * len(hands)
    head = {"phase": PHASES.index(phase), "round": 1, "winner": -1, "to_place": to_place}
    return game, game.make(owners, armies, fresh, cards, pool, head)


def settled(game: ClassicGame, state: ClassicState, expanded: bool) -> list[ClassicState]:
    """What chance makes of the position."""
    if not state.chance:
        return [state]
    outcomes = game.outcomes(state)
    if not expanded:
        most = max(chance for _, chance in outcomes)
        outcomes = [next(entry for entry in outcomes if entry[1] > most - 1e-12)]
    return [end for number, _ in outcomes for end in settled(game, game.apply_outcome(state, number), expanded)]


def leaves(
    game: ClassicGame, state: ClassicState, depth: int, expanded: bool, known: dict[tuple[bytes, int], int]
) -> int:
    """Paths of so many decisions."""
    if depth == 0:
        return 1
    key = (state.to_bytes(), depth)
    if key not in known:
        following = [end for a in game.legal_actions(state) for end in settled(game, game.apply(state, a), expanded)]
        known[key] = sum(leaves(game, end, depth - 1, expanded, known) for end in following)
    return known[key]


def count(beginning: Beginning, depth: int, expanded: bool) -> int:
    return leaves(*begin(beginning), depth, expanded, {})


def counted(beginning: Beginning) -> dict[str, Any]:
    names = ("map", "rules", "owners", "armies", "phase", "to_place", "hands")
    ways = {"expanded": True, "likeliest": False}
    numbers = {way: [count(beginning, d, flag) for d in range(1, DEPTH + 1)] for way, flag in ways.items()}
    return dict(zip(names, beginning, strict=True)) | numbers


def main() -> None:
    lines = ",\n".join(json.dumps(counted(beginning)) for beginning in BEGINNINGS)
    PERFT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
