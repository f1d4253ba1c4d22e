"""The page in a real browser."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import hegemon as hg
from tests.web.conftest import IN_A_BROWSER, OpenPage, Server
from tests.web.player import NEW_GAME, Person, begin, links

pytestmark = IN_A_BROWSER


def test_a_whole_simultaneous_game_from_the_first_page(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    page.get_by_label("Beginner").check()
    page.locator("select").first.select_option("diamond")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/games/*")
    person = Person(page, links("diamond"))
    for _ in range(60):
        person.ready()
        if person.over():
            break
        person.plan()
    assert person.over()
    page.get_by_role("button", name="Rematch").first.click()
    page.wait_for_selector(".task h2 >> text=Deploy")
    assert page.locator(".seats .name[title=random]").inner_text() == "Beginner"


def test_what_was_chosen_on_the_first_page_stays(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    page.get_by_text("More: rules, players, time").click()
    fog = page.get_by_role("checkbox", name="Fog")
    assert not fog.is_checked()
    page.get_by_role("combobox", name="Map").select_option("earth")
    page.get_by_role("combobox", name="Rules").select_option("warlight2")
    assert fog.is_checked()
    page.wait_for_selector("text=the rest is fog")
    fog.uncheck()
    page.wait_for_selector("text=You see the whole board")
    fog.check()
    assert page.get_by_role("combobox", name="Map").input_value() == "earth"
    page.get_by_label("Who plays seat 2").select_option("person")
    page.get_by_label("Name of player 1").fill("Ann")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("Ben")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".seats >> text=Ben")
    info = page.evaluate("async () => (await fetch('/api' + location.pathname)).json()")
    assert (info["agents"], info["map"]["name"], info["rules"]["fog"]) == (["Ann", "Ben"], "earth", "normal")


def test_a_whole_classic_game(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, map="hex", rules="classic(setup_place=random)")
    person = Person(page, links("hex"))
    for _ in range(400):
        person.ready()
        if person.over():
            break
        person.act()
    assert person.over()
    assert page.locator(".log li").count() > 5
    assert "Blitz " in page.locator(".tray").inner_text()


def test_fog_is_shown_as_fog(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, map="italy", rules="warlight2", seats=[{"person": True}, {"agent": "heuristic"}])
    for _ in range(10):
        if page.locator("text=Pick a territory").count() == 0:
            break
        step = page.locator(".log li").count()
        page.locator(".token.can").first.click()
        page.wait_for_function("(n) => document.querySelectorAll('.log li').length > n", arg=step)
        page.wait_for_selector(".task h2")
    page.wait_for_selector(".task h2 >> text=Deploy 5 armies")
    hidden = page.locator(".token.fog")
    assert hidden.count() > 5
    assert set(hidden.locator("text").all_text_contents()) == {"?"}
    person = Person(page, links("italy"))
    person.plan()
    page.wait_for_selector("text=Turn 2")
    assert page.locator("text=Save the record").count() == 0


def test_drag_edit_and_hint(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server)
    person = Person(page, links("banana"))
    source, target = person.front()
    person.token(source).drag_to(person.token(target))
    page.wait_for_selector(".orders >> text=→")
    assert page.locator(".arrow").count() == 1
    page.keyboard.press("a")
    person.token(source).click()
    page.wait_for_selector("text=already ordered")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.get_by_role("button", name="Deploy them").click()
    slider = page.get_by_label("Armies to", exact=False).first
    if slider.count():
        slider.fill("1")
        page.wait_for_selector(".orders li >> text=1")
    page.get_by_label("Remove the order", exact=False).click()
    page.wait_for_function("() => !document.querySelector('.arrow')")
    page.keyboard.press("h")
    page.get_by_role("button", name="Use this plan").click()
    page.wait_for_selector(".orders li")


def test_keyboard_alone(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server)
    source, _ = Person(page, links("banana")).front()
    page.locator(f".token[data-t='{source}']").focus()
    for _ in range(5):
        page.keyboard.press("Enter")
    page.wait_for_selector("text=Move or attack")
    page.keyboard.press("Enter")
    assert page.locator(".token.source").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.wait_for_selector("text=Turn 2")


def test_reload_and_server_restart_keep_the_game(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server)
    person = Person(page, links("banana"))
    person.plan()
    board = page.locator(".token text").all_text_contents()
    source, _ = person.front()
    person.token(source).click()
    page.wait_for_selector(".orders li")
    page.reload()
    page.wait_for_selector(".orders li")  # also the orders that were not submitted
    assert page.locator(".token text").all_text_contents() == board
    server.stop(signal.SIGKILL)
    page.wait_for_selector("text=The connection was lost")
    server.start()
    page.wait_for_function("() => !document.querySelector('.banner').textContent")
    assert page.locator(".token text").all_text_contents() == board
    person.plan()
    person.ready()


def test_replay_branch_and_analysis(open_page: OpenPage, server: Server, tmp_path: Path) -> None:
    record = hg.play("banana", ["heuristic", "random"], seed=2)
    record.save(tmp_path / "game.jsonl")
    page = open_page(server.address)
    (tmp_path / "long.jsonl").write_bytes(bytes(8_000_001))
    page.locator("input[type=file]").set_input_files(tmp_path / "long.jsonl")
    page.wait_for_selector("text=at most 8 MB")
    page.locator("input[type=file]").set_input_files(tmp_path / "game.jsonl")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".token")
    assert not page.locator("text=wins").count()
    page.keyboard.press("End")
    page.wait_for_selector(".outcome >> text=wins")
    armies = [int(text) for text in page.locator(".token text").all_text_contents()]
    assert armies == record.final.armies.tolist()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert [int(text) for text in page.locator(".token text").all_text_contents()] == record.states[1].armies.tolist()
    assert not page.locator("text=wins").count()
    page.get_by_role("button", name="Analyse the game").click()
    page.get_by_label("Quick").check()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".candidates li")
    page.wait_for_selector("text=share of visits")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # only the column scrolls
    page.wait_for_selector(".arrow, .note", state="attached")
    assert page.locator(".graph polyline").count() == 2
    page.get_by_role("button", name="Play on from here").click()
    page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".task h2 >> text=Deploy")
    assert [int(text) for text in page.locator(".token text").all_text_contents()] == record.states[1].armies.tolist()
    page.go_back()
    page.wait_for_selector("text=1 of ")


def test_classic_decisions_are_taken_back(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, map="hex", rules="classic(setup_place=random)")
    token = page.locator(".token.can").first
    before = token.text_content()
    token.click()
    page.wait_for_selector("text=Place 2 armies")
    page.keyboard.press("u")
    page.wait_for_selector("text=Place 3 armies")
    assert token.text_content() == before


def test_a_watcher_learns_of_the_end_at_the_end(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address, speed=0.5)
    wanted = {"map": "diamond", "seats": [{"agent": "random"}, {"agent": "random"}], "seed": 1}
    id = page.evaluate(NEW_GAME, wanted)
    page.goto(f"{server.address}/replay/{id}")
    page.wait_for_function(
        "async () => (await (await fetch('/api' + location.pathname.replace('replay', 'games'))).json()).over"
    )
    page.wait_for_timeout(300)
    assert not page.locator("text=wins").count()
    page.keyboard.press("End")
    page.wait_for_selector(".outcome >> text=wins")


def test_what_is_not_sure_is_not_shown_as_sure(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    shown = page.evaluate(
        "async () => [0, 0.001, 0.004, 0.5, 0.994, 0.999, 1].map((await import('/static/dom.js')).percent)"
    )
    assert shown == ["0 %", "<1 %", "<1 %", "50 %", "99 %", ">99 %", "100 %"]


def test_watch_several_games(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/watch")
    page.get_by_label("Beginner").first.check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".wall article >> nth=1")
    page.wait_for_selector(".wall >> text=wins")


def test_phone_width(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address, width=390, height=844, dark=True)
    begin(page, server, map="classic", rules="classic(setup_place=random)")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.evaluate("[...document.querySelectorAll('.token text')].map((t) => t.getBoundingClientRect().height)")
    assert min(sizes) > 8
    assert page.locator(".task h2").bounding_box()["y"] < 844
    board, banner = (page.locator(part).bounding_box() for part in (".stage .board", ".banner"))
    assert banner["y"] >= board["y"] + board["height"]
    Person(page, links("classic")).act()


AXE = Path("build/axe/node_modules/axe-core/axe.min.js")
CHECK = """async (rules) => (await axe.run(rules ? {runOnly: rules} : {resultTypes: ['violations']})).violations
  .filter((fault) => ['serious', 'critical'].includes(fault.impact))
  .map((fault) => `${fault.id}: ${fault.help} ${fault.nodes.slice(0, 3).map((node) => node.target)}`)"""


def test_axe_finds_no_serious_fault(open_page: OpenPage, server: Server) -> None:
    if not AXE.exists():
        pytest.skip("there is no axe-core; make browser installs it")
    text = "".join(f"{line}\n" for line in hg.play("banana", ["heuristic", "random"], seed=2).lines())
    page = open_page(server.address)
    upload = "async (text) => (await (await fetch('/api/records', {method: 'POST', body: text})).json()).games[0]"
    record = page.evaluate(upload, text)
    id = page.evaluate(NEW_GAME, {"map": "banana", "seats": [{"person": True}, {"agent": "random"}], "seed": 5})
    both = {"/": ".preview .board", f"/games/{id}": ".task h2", f"/replay/{record}": ".token"}
    light = {"/watch": "h1", "/maps": ".gallery .board", "/editor": ".canvas", "/docs": "table", "/tournaments": "h1"}
    script, found = AXE.read_text(encoding="utf-8"), []
    wanted = {"agents": ["random", "heuristic"], "rules": "soares2025", "map": "diamond", "games": 2}
    light[f"/tournaments/{server.ask('/tournaments', wanted)[1]['id']}"] = "text=complete"
    for path, sign in (both | light).items():
        page.set_viewport_size({"width": 390 if "/tournaments/" in path else 1280, "height": 800})
        page.goto(server.address + path)
        page.wait_for_selector(sign)
        page.keyboard.press("End")  # of a replay
        page.evaluate(script)
        found += [f"{path}: {fault}" for fault in page.evaluate(CHECK, None)]
        if path in both:  # the other theme has the same elements in other colours
            page.emulate_media(color_scheme="dark")
            page.wait_for_timeout(300)
            found += [f"{path} dark: {fault}" for fault in page.evaluate(CHECK, ["color-contrast"])]
            page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)


def test_a_tournament_is_watched_stopped_and_its_games_are_replayed(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/tournaments")
    page.get_by_label("random", exact=True).check()
    page.get_by_label("Another agent").fill("heuristic(caution=0.5)")  # typed, but not added
    page.get_by_label("Games of every pair").fill("2000")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".wall .token.p1")  # a game in play
    page.wait_for_selector("text=Ratings")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("text=Continue")
    page.wait_for_selector(".wall", state="hidden")
    assert page.locator("tbody tr").count() >= 2
    page.get_by_role("button", name="Replay").first.click()
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".token")


def test_ratings_count_forfeits_if_there_are_any(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/tournaments")
    same = {"games": 4, "elo": 0, "interval": [-9, 9], "score": 0.5, "score_interval": [0, 1]}
    lines = [{"agent": name, **same} for name in "ab"]
    draw = "async (agents) => (await import('/static/tournament_tables.js')).ratings({ agents }).innerText"
    assert "forfeits" not in page.evaluate(draw, [line | {"forfeits": 0} for line in lines])
    shown = page.evaluate(draw, [lines[0] | {"forfeits": 0}, lines[1] | {"forfeits": 3}])
    assert "forfeits" in shown
    assert shown.count("43") == 1
