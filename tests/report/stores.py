"""Small stores, played in this process."""

from __future__ import annotations

from pathlib import Path

from hegemon.arena import Setup, Store, Tournament, make_tournament
from hegemon.arena.game_runner import play_job

UGLY = "<script>alert('x')</script> & \"q\" 猫"
FAILING = '''
class Failing:
    """Of the simultaneous game it hands in no plan; in the classic game it fails in its third decision."""

    def begin(self, game, seat, random):
        self.asked = 0

    def plan(self, view, clock):
        return []

    def act(self, view, clock):
        self.asked += 1
        if self.asked == 3:
            raise ValueError("<b onclick='x()'>boom</b> & more")
        return view.legal_actions[0]
'''


def failing_agent(folder: Path) -> str:
    """The spec of an agent that fails."""
    file = folder / "failing.py"
    file.write_text(FAILING, encoding="utf-8")
    return f"{file}:Failing"


def mixed_tournament(folder: Path) -> Tournament:
    """Two leagues, two maps, an agent with an ugly name that fails."""
    agents = {"random": "random", "heuristic": "heuristic", "greedy": "heuristic(greed=4)", UGLY: failing_agent(folder)}
    setups = [Setup("banana"), Setup("hex"), Setup("old-world", "swiss2025", 3)]
    return make_tournament(agents, setups=setups, games=8, seed=3, name="Ugly & <i>small</i>")


def play_into(folder: Path, tournament: Tournament, most: int | None = None) -> Path:
    """Play the tournament, or its first games."""
    with Store.open(folder) as store:
        jobs = store.prepare(tournament)
        store.begin_run(1)
        for job in jobs[:most]:
            store.add(play_job(tournament, job, memoryview(bytearray(24)).cast("d")))
        store.end_run()
    return folder
