"""Maps in a real browser: drawn, kept, replaced, deleted."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import IN_A_BROWSER, OpenPage, Server

pytestmark = IN_A_BROWSER


def test_a_map_is_drawn_and_played(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/editor")
    page.get_by_label("Name of the map").fill("three isles")
    page.get_by_label("Name of the map").press("Tab")
    box = page.locator(".canvas").bounding_box()

    def at(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    places = [at(0.3, 0.3), at(0.7, 0.3), at(0.3, 0.7), at(0.7, 0.7)]
    for place in places:
        page.mouse.click(*place)
    page.get_by_label("Links").check()
    for a, b in ((0, 1), (1, 3), (3, 2), (2, 0)):
        page.mouse.move(*places[a])
        page.mouse.down()
        page.mouse.move(*places[b], steps=4)
        page.mouse.up()
    for _ in range(2):  # clicks do the same: no link, and a link again
        page.mouse.click(*places[0])
        page.mouse.click(*places[1])
    page.get_by_role("button", name="Add a group").click()
    assert page.get_by_label("Groups", exact=True).is_checked()
    assert page.get_by_label("Choose group Group 1").is_checked()
    for place in places[:2]:
        page.mouse.click(*place)
    page.wait_for_function("() => document.querySelectorAll('.spot.c0').length === 2")
    page.get_by_label("Bonus", exact=True).fill("3")
    page.get_by_label("Name of the group").fill("Uplands")
    page.get_by_label("Name of the group").press("Tab")
    page.wait_for_selector("text=Uplands +3")
    page.get_by_role("button", name="Save and play").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector(".task h2 >> text=Deploy")
    assert page.locator(".token").count() == 4


def spots(page: Any) -> int:
    return int(page.locator(".spot").count())


def test_a_drawing_is_not_lost(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/editor")
    box = page.locator(".canvas").bounding_box()
    for at in (0.3, 0.5, 0.7):
        page.mouse.click(box["x"] + at * box["width"], box["y"] + 0.5 * box["height"])
    page.get_by_role("button", name="Undo").click()
    assert spots(page) == 2
    page.get_by_role("button", name="Redo").click()
    assert spots(page) == 3
    page.get_by_role("button", name="Begin anew").click()
    page.get_by_role("button", name="Keep it").click()
    assert spots(page) == 3
    page.get_by_role("button", name="Begin anew").click()
    page.get_by_role("button", name="Replace it").click()
    page.wait_for_function("() => !document.querySelector('.spot')")
    page.keyboard.press("Control+z")
    assert spots(page) == 3
    page.goto(f"{server.address}/editor?map=diamond")
    page.get_by_role("button", name="Keep it").click()
    assert spots(page) == 3
    page.reload()
    page.wait_for_selector(".spot")
    assert spots(page) == 3
    page.goto(f"{server.address}/editor?map=diamond")
    page.get_by_role("button", name="Replace it").click()
    page.wait_for_function("() => document.querySelectorAll('.spot').length === 4")
    page.get_by_role("button", name="Undo").click()
    assert spots(page) == 3
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Begin anew").click()  # an unchanged copy is not worth a question
    page.wait_for_function("() => !document.querySelector('.spot')")


def test_a_drawn_map_is_replaced_only_on_purpose_and_deleted(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/editor?map=diamond")
    name = page.get_by_label("Name of the map")

    def save() -> None:
        page.wait_for_timeout(400)  # the server has looked at the change
        page.get_by_role("button", name="Save", exact=True).click()

    def bonus(value: str) -> None:
        page.get_by_label("Bonus", exact=True).first.fill(value)
        page.get_by_label("Bonus", exact=True).first.press("Tab")

    def kept() -> int:
        board = page.evaluate("async () => (await fetch('/api/maps/gem')).json()")
        return int(board["groups"][0]["value"])

    page.wait_for_selector(".spot")
    name.fill("gem")
    name.press("Tab")
    bonus("7")
    save()
    page.wait_for_selector("text=gem is saved")
    bonus("8")
    save()  # one's own map is saved again without a question
    page.wait_for_function(  # the page has heard that it is saved
        "() => JSON.parse(localStorage['hegemon.map.kept']).text === localStorage['hegemon.map']"
    )
    assert kept() == 8
    page.goto(f"{server.address}/editor?map=hex")
    page.wait_for_function("() => document.querySelectorAll('.spot').length === 6")
    name.fill("gem")
    name.press("Tab")
    save()
    page.get_by_role("button", name="Choose another name").click()
    assert kept() == 8
    save()
    page.get_by_role("button", name="Replace it").click()
    page.wait_for_selector("text=gem is saved")
    assert kept() != 8
    page.goto(f"{server.address}/maps")
    page.get_by_role("button", name="Delete gem").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete gem").wait_for(state="detached")
    assert "gem" not in page.evaluate("async () => (await (await fetch('/api/choices')).json()).drawn")
