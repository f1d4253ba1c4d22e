"""The page: well-formed, on its own, harmless whatever agents are called, and with the store's numbers."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hegemon.arena import Setup, Store, StoredGames, make_tournament
from hegemon.errors import ReportError
from hegemon.report import Summary, render, summarise, write_report
from tests.report.page_reader import Node, read_page
from tests.report.stores import UGLY, mixed_tournament, play_into

pytestmark = pytest.mark.xdist_group("report")  # its tournament is played once


def league(page: Node, number: int) -> Node:
    return page.one("section", id=f"league-{number}")


def test_the_page_needs_nothing_from_outside(html: str, page: Node) -> None:
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "@import" not in html
    assert "url(" not in html.replace("url(#", "")
    assert not [node for node in page.all() if "src" in node.attributes or "xlink:href" in node.attributes]
    assert all(node.attributes["href"].startswith("#") for node in page.all() if "href" in node.attributes)


def test_ids_are_unique_and_references_lead_somewhere(page: Node) -> None:
    ids = Counter(node.attributes["id"] for node in page.all() if "id" in node.attributes)
    assert max(ids.values()) == 1
    targets = {node.attributes["href"][1:] for node in page.all() if "href" in node.attributes}
    assert targets <= set(ids)
    assert page.all("use")


def test_names_and_reasons_are_text_and_never_markup(html: str, page: Node) -> None:
    assert len(page.all("script")) == 1
    assert not [name for node in page.all() for name in node.attributes if name.startswith("on")]
    assert not page.all("i", "small")
    assert UGLY in page.text
    assert "<b onclick='x()'>boom</b> & more" in page.text
    assert page.one("h1").text == "Ugly & <i>small</i>"
    assert page.one("title").text == "Ugly & <i>small</i>"


def test_only_the_page_s_own_script_may_run(page: Node) -> None:
    policy = next(node.attributes["content"] for node in page.all("meta") if "http-equiv" in node.attributes)
    digest = base64.b64encode(hashlib.sha256(page.one("script").text.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_tables_are_even(page: Node) -> None:
    for table in page.all("table"):
        assert len({len(row) for row in table.rows()}) == 1, table.rows()[:2]
        assert not table.all("table")


def test_every_picture_has_a_name(page: Node) -> None:
    pictures = [node for node in page.all("svg") if node.attributes.get("aria-hidden") != "true"]
    assert len(pictures) > 20
    for picture in pictures:
        assert picture.attributes["role"] == "img"
        titles = [node for node in picture.children if isinstance(node, Node) and node.name == "title"]
        assert titles or picture.attributes["aria-label"]


def test_standings_are_the_store_s(page: Node, store: StoredGames) -> None:
    for number, setups in enumerate(((0, 1), (2,))):
        games = [game for game in store.games() if game.setup in setups]
        heads, *rows = league(page, number).one("table", "sortable").rows()
        assert len(rows) == 4
        for row in rows:
            line = dict(zip(heads, row, strict=False))
            agent = [a.alias for a in store.agents()].index(line["Agent"])
            points = [game.points[game.seats.index(agent)] for game in games if agent in game.seats]
            won = [game for game in games if game.winner is not None and game.seats[game.winner] == agent]
            assert int(line["Games"]) == len(points)
            assert float(line["Points"]) == pytest.approx(sum(points), abs=0.051)
            assert float(line["Score"].removesuffix("\u202f%")) == pytest.approx(
                100 * sum(points) / len(points), abs=0.051
            )
            assert int(line["Won" if number == 0 else "First"]) == len(won)
            failed = [game for game in games if game.loser is not None and game.seats[game.loser] == agent]
            assert int(line["Forfeits"]) == len(failed)
            assert bool(failed) == (line["Agent"] == UGLY)


def test_crosstable_is_the_store_s(page: Node, store: StoredGames, summary: Summary) -> None:
    order = summary.leagues[0].order
    rows = league(page, 0).one("table", "cross").all("tbody")[0].all("tr")
    for agent, row in zip(order, rows, strict=True):
        for other, cell in zip(order, row.all("td")[:-1], strict=True):
            if agent == other:
                assert cell.text == ""
                continue
            games = [game for game in store.games() if {agent, other} == set(game.seats)]
            won = sum(game.winner is not None and game.seats[game.winner] == agent for game in games)
            lost = sum(game.winner is not None and game.seats[game.winner] == other for game in games)
            assert f"won {won}, tied 0, lost {lost} of {len(games)} games from 8 starts" in cell.attributes["title"]
            assert cell.one("", "big").text == f"{100 * won / len(games):.0f}"


def test_there_is_a_table_for_every_map(page: Node) -> None:
    assert [card.one("h4").text for card in league(page, 0).all("div", "card")] == ["banana", "hex"]
    assert [card.one("h4").text for card in league(page, 1).all("div", "card")] == ["old-world"]
    assert all("48 of 48 games" in card.text for card in league(page, 0).all("div", "card"))


def test_endings_and_forfeits_are_the_store_s(page: Node, store: StoredGames) -> None:
    games = [game for game in store.games() if game.setup == 2]
    kinds = Counter("forfeit" if game.loser is not None else game.reason for game in games)
    tables = {tuple(table.rows()[0]): table.rows()[1:] for table in league(page, 1).all("table")}
    assert {row[0]: int(row[1]) for row in tables["Ending", "Games", "Share"]} == kinds
    faults = tables["Agent", "Time", "Crash", "Hang", "Died", "Illegal", "In all", "Of its games"]
    assert [row[:7] for row in faults] == [[UGLY, "0", str(kinds["forfeit"]), "0", "0", "0", str(kinds["forfeit"])]]
    (reason,) = tables["First game", "Map", "Agent", "Kind", "Games", "Reason"]
    first = next(game for game in games if game.loser is not None)
    assert reason[4] == str(kinds["forfeit"])  # all for the same reason
    assert reason[5].startswith(first.reason)
    assert "Where its code failed" in reason[5]


def test_films_show_the_positions_of_the_games(page: Node, store: StoredGames, summary: Summary) -> None:
    strips = page.one("section", id="games").all("article")
    assert len(strips) == len(summary.replays) > 5
    for strip, replay in zip(strips, summary.replays, strict=True):
        block, number = map(int, replay.game.split("."))
        record = store.record(block, number)
        last = strip.all("svg")[-1]
        shown = sorted(int(node.text) for node in last.all("text"))
        assert shown == sorted(record.final.armies.tolist())
        assert len(last.all("use")) == len(record.game.map.territories) + 1
        assert 1 <= len(strip.all("figure")) <= 8
        assert f"--game {replay.game}" in strip.text
        assert record.final.hash in strip.text


def test_what_is_needed_to_repeat_it_is_there(page: Node, store: StoredGames) -> None:
    text = page.text
    for agent in store.agents():
        assert agent.spec in text
        assert agent.hash in text
    for setup in store.setups():
        assert setup.map_hash in text
        assert setup.rules_hash in text
    machine = store.runs()[0].machine
    assert str(machine["processor"]) in text
    assert f"hegemon {machine['hegemon']}" in text
    assert "144 of 144" in text


def test_an_unfinished_tournament_says_so(tmp_path: Path) -> None:
    tournament = make_tournament(["random", "heuristic", "heuristic(greed=2)"], ["hex"], games=4)
    with Store.read(play_into(tmp_path / "s", tournament, most=3)) as store:
        summary = summarise(store)
        page = read_page(render(summary))
    assert "3 of 12 games played" in page.one("", "banner").text
    assert [line.score.games for line in summary.leagues[0].standings].count(0) == 0
    with Store.read(play_into(tmp_path / "t", tournament, most=2)) as store:
        one_idle = summarise(store)
    assert [line.rating is None for line in one_idle.leagues[0].standings] == [False, False, True]
    assert "heuristic(greed=2)" in read_page(render(one_idle)).one("table", "sortable").rows()[3]


def test_a_store_without_games(tmp_path: Path) -> None:
    with Store.open(tmp_path / "fresh") as store:
        page = read_page(write_report(store).read_text(encoding="utf-8"))
        assert page.one("h1").text == "fresh"
    with Store.open(tmp_path / "prepared") as store:
        store.prepare(mixed_tournament(tmp_path))
        page = read_page(write_report(store).read_text(encoding="utf-8"))
    assert "0 of 144 games played" in page.text
    assert page.text.count("No game of this league has been played yet.") == 2
    assert UGLY in page.text


def test_a_damaged_record_is_told_and_the_rest_shown(tmp_path: Path) -> None:
    import sqlite3

    folder = play_into(tmp_path / "s", make_tournament(["random", "heuristic"], ["hex", "banana"], games=2))
    with sqlite3.connect(folder / "games.sqlite") as database:
        database.execute("UPDATE games SET record = x'00' WHERE id = 1")
    with Store.read(folder) as store:
        page = read_page(render(summarise(store)))
    assert re.search(r"Not shown: the record of game \d+\.\d+ in .* is damaged", page.text)
    assert page.one("section", id="games").all("article")


def test_the_page_goes_where_it_is_told_and_only_whole(store: StoredGames, tmp_path: Path) -> None:
    target = tmp_path / "new" / "page.html"
    assert write_report(store, target) == target
    assert [path.name for path in target.parent.iterdir()] == ["page.html"]
    (tmp_path / "file").touch()
    with pytest.raises(ReportError, match="cannot write"):
        write_report(store, tmp_path / "file" / "page.html")


def test_many_agents_have_colours_of_their_own(summary: Summary) -> None:
    agents = tuple(replace(summary.agents[0], alias=f"a{at}") for at in range(40))
    html = render(replace(summary, agents=agents))
    colours = re.findall(r"\.c\d+\{--c:([^}]+)\}", html)
    assert len(set(colours)) == 40


def test_games_of_four_seats_have_places(tmp_path: Path) -> None:
    setup = Setup("old-world", "swiss2025", 4)
    agents = {f"a{at}": "heuristic" if at else "random" for at in range(4)}
    folder = play_into(tmp_path / "s", make_tournament(agents, setups=[setup], games=4))
    with Store.read(folder) as store:
        summary = summarise(store)
        games = store.games()
    (league,) = summary.leagues
    assert sum(line.place or 0 for line in league.standings) == pytest.approx(1 + 2 + 3 + 4)
    assert len(league.seat_points) == 4
    assert all(pair.score.games == len(games) for pair in league.pairs.values())
    page = read_page(render(summary))
    assert "Who finished ahead of whom" in page.text
    assert "Mean place" in page.one("table", "sortable").rows()[0]
