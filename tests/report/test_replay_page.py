"""The page that steps through games: its data are those of the record, and it works in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import hegemon as hg
from hegemon.arena import StoredGames
from hegemon.errors import ReportError
from hegemon.game.drawing.steps import steps
from hegemon.report import render_replay, summarise, write_replay, write_report
from hegemon.report import replays as replays_module
from hegemon.report.summary import Summary
from tests.report.page_reader import Node, read_page

pytestmark = pytest.mark.xdist_group("report")  # its tournament is played once

UGLY = "</div><script>alert(1)</script>&amp;"


@pytest.fixture(scope="module", params=["soares2025", "warlight1", "swiss2025"])
def record(request: pytest.FixtureRequest) -> hg.Record:
    game = hg.Game("switzerland" if request.param == "swiss2025" else "italy", request.param)
    return hg.play(game, ["heuristic", "random"], seed=4, names=[UGLY, "random"], adjudication=30)


def data(page: Node) -> dict[str, list[list[object]]]:
    found = next(node for node in page.all("div") if node.attributes.get("class") == "data")
    return dict(json.loads(found.text))


def test_the_steps_are_the_positions_of_the_record(record: hg.Record) -> None:
    owners: dict[int, int] = {}
    armies: dict[int, int] = {}
    shown = data(read_page(render_replay(record)))["steps"]
    wanted = list(steps(record))
    assert len(shown) == len(wanted) > 3
    assert wanted[-1].state == record.final
    for (title, changed, income, told), step in zip(shown, wanted, strict=True):
        for territory, owner, count in changed:  # type: ignore[attr-defined]
            owners[territory], armies[territory] = owner, count
        assert [owners[t] for t in range(len(owners))] == step.state.owners.tolist()
        assert [armies[t] for t in range(len(armies))] == step.state.armies.tolist()
        assert title == step.title
        assert income == [step.state.income(seat) for seat in (0, 1)]
        assert told == [list(line) for line in step.told]


def test_names_are_text(record: hg.Record) -> None:
    html = render_replay(record)
    assert "<script>alert" not in html
    page = read_page(html)
    assert len(page.all("script")) == 1
    assert any(UGLY in node.attributes.get("title", "") for node in page.all("span"))


def test_only_records_have_a_page(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="writes the page of a Record, not of 'x'"):
        write_replay("x", tmp_path / "x.html")  # type: ignore[arg-type]


def test_what_has_no_room_keeps_its_stills(store: StoredGames, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays_module, "SCENE_ROOM", 9000)
    some = summarise(store).replays
    assert 0 < sum(bool(replay.scenes) for replay in some) < len(some)
    for replay in some:
        assert replays_module.scenes_size(replay.scenes) <= 9000
        assert replay.frames


# --- In a browser -------------------------------------------------------------------------------------------------

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")
WATCHER = """
const target = () => (document.querySelectorAll(".player").length > 1 ? box : document.body);
const press = (key) => target().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const told = () => [box.querySelector(".now b").textContent, box.querySelector("input").value,
  [...box.querySelectorAll(".count")].map((count) => +count.textContent).join()];
const box = document.querySelector(".player"), seen = [told()];
press("ArrowRight"); seen.push(told());
press("End"); seen.push(told());
press("ArrowLeft"); press("ArrowRight"); seen.push(told());
const slider = box.querySelector("input");
slider.value = 1; slider.dispatchEvent(new Event("input")); seen.push(told());
box.querySelector("button").click(); seen.push(told());
const wide = [...document.querySelectorAll("main *")].filter((node) =>
  !node.closest("svg, .film, .stage, details:not([open])") && node.getBoundingClientRect().right > innerWidth + 1);
const cut = [...document.querySelectorAll("table, .scroll, .agent")].filter((node) =>
  node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1);
const found = { seen, wide: wide.map((node) => node.className), cut: cut.map((node) => node.className) };
document.documentElement.innerHTML = "<body>FOUND" + encodeURIComponent(JSON.stringify(found)) + "END</body>";
"""


def look(html: str, folder: Path) -> dict[str, list[list[str]]]:
    """What a script sees in a browser window of 1200 pixels."""
    open_page = re.sub(r"<meta http-equiv[^>]*>", "", html)
    path = folder / "page.html"
    path.write_text(open_page.replace("</body>", f"<script>{WATCHER}</script></body>"), encoding="utf-8")
    assert BROWSER is not None
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,2000", f"--user-data-dir={folder}/b")
    command = [BROWSER, *options, "--virtual-time-budget=3000", "--dump-dom", path.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120).stdout
    found = re.search("FOUND(.*)END", dom)
    assert found is not None, dom[-2000:]
    from urllib.parse import unquote

    return dict(json.loads(unquote(found[1])))


@needs_browser
def test_keys_slider_and_buttons_step_through_a_game(record: hg.Record, tmp_path: Path) -> None:
    wanted = list(steps(record))
    last = len(wanted) - 1
    path = [0, 1, last, last, 1, 0]

    def expected(at: int) -> list[str]:
        title = wanted[at].title + " (end)" * (at == last)
        return [title, str(at), ",".join(map(str, wanted[at].state.armies.tolist()))]

    assert look(render_replay(record), tmp_path)["seen"] == [expected(at) for at in path]


@needs_browser
def test_nothing_is_cut_at_1200_pixels(store: StoredGames, summary: Summary, tmp_path: Path) -> None:
    page = write_report(store, tmp_path / "report.html", summary).read_text(encoding="utf-8")
    found = look(page, tmp_path)
    assert (found["wide"], found["cut"]) == ([], [])
