"""Several people in a real browser: at one screen, and on two computers."""

from __future__ import annotations

from typing import Any

from hegemon.web.store import Store
from tests.web.conftest import IN_A_BROWSER, OpenPage, Server, lost_game
from tests.web.player import Person, begin, links

pytestmark = IN_A_BROWSER
ANN_AND_BEN = [{"person": True, "name": "Ann"}, {"person": True, "name": "Ben"}]


def test_two_people_at_one_screen(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, seats=[{"person": True, "name": "Ann"}, {"person": True, "name": "Ben"}])

    def end_turn() -> None:
        page.keyboard.press("Space")
        page.get_by_role("button", name="End the turn").click()  # no army is deployed

    end_turn()
    page.wait_for_selector("text=Ben, it is your turn")
    page.get_by_role("button", name="Show the board").click()
    page.wait_for_selector(".task h2 >> text=Deploy")
    assert page.locator(".token.can.p1").count() == 2
    end_turn()
    page.wait_for_selector("text=Turn 2")  # Ben goes on, then Ann
    end_turn()
    page.wait_for_selector("text=Ann, it is your turn")
    page.get_by_role("button", name="Show the board").click()
    page.wait_for_function("() => document.querySelectorAll('.token.can.p0').length === 2")


def test_hands_are_covered_in_the_classic_game(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, map="hex", rules="classic(setup_place=random)", seats=ANN_AND_BEN)
    page.wait_for_selector(".whose >> text=Ann, it is your turn")
    person = Person(page, links("hex"))
    person.token(person.front()[0]).click(modifiers=["Shift"])
    page.wait_for_selector(".task h2 >> text=Attack")
    page.keyboard.press("Space")
    page.locator(".curtain").or_(page.get_by_role("heading", name="Fortify")).wait_for()
    if not page.locator(".curtain").count():
        page.keyboard.press("Space")
    page.wait_for_selector(".curtain >> text=Ben, it is your turn")
    covered = "() => document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('.curtain') !== null"
    assert page.evaluate(covered)
    page.keyboard.press("Space")  # the button has the focus
    page.wait_for_selector(".curtain", state="detached")
    page.wait_for_selector(".whose.p1 >> text=Ben, it is your turn")
    page.reload()  # anybody may have reloaded
    page.wait_for_selector(".curtain >> text=Ben, it is your turn")


def test_nothing_is_covered_where_nothing_is_hidden(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, map="hex", rules="swiss2025", seats=ANN_AND_BEN)
    page.wait_for_selector(".whose >> text=it is your turn")
    first = page.locator(".whose").inner_text()
    for _ in range(50):
        if page.locator(".whose").inner_text() not in ("", first):
            break
        if page.locator(".task h2 >> text=Place").count():
            page.locator(".token.can").first.click()
        else:
            page.keyboard.press("Space")
        page.wait_for_timeout(100)
    assert {first, page.locator(".whose").inner_text()} == {"Ann, it is your turn", "Ben, it is your turn"}
    assert not page.locator(".curtain").count()


def test_a_seat_is_given_to_another_browser_and_taken_back(
    open_page: OpenPage, server: Server, browser_page: Any
) -> None:
    page = open_page(server.address)
    begin(page, server, seats=ANN_AND_BEN)
    page.get_by_role("button", name="Invite").click()
    page.wait_for_selector("text=hegemon serve --host 0.0.0.0")  # this server is for this machine only
    link = page.get_by_label("Link for Ben").input_value()
    page.get_by_role("button", name="Copy the link").nth(1).click()
    page.wait_for_selector("dialog >> text=plays elsewhere")
    page.get_by_role("button", name="Close").click()
    context = browser_page.context.browser.new_context()
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector(".task h2 >> text=Deploy")
    assert "seats=" not in other.url
    assert other.locator(".token.can.p1").count() == 2
    page.keyboard.press("Space")
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".task >> text=Ben decides")
    assert not page.locator(".curtain").count()
    other.keyboard.press("Space")
    other.get_by_role("button", name="End the turn").click()
    page.wait_for_selector("text=Turn 2")
    other.wait_for_selector("text=Turn 2")
    context.close()
    page.get_by_role("button", name="Invite").click()
    page.get_by_role("button", name="Play it here").click()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("Space")
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".curtain >> text=Ben, it is your turn")
    page.get_by_role("button", name="Show the board").click()


def test_who_has_lost_is_told_so(open_page: OpenPage, server: Server) -> None:
    store = Store(server.folder)
    id, tokens = lost_game(store)
    store.close()
    page = open_page(f"{server.address}/games/{id}#seats=0:{tokens[0]}")
    page.wait_for_selector(".task h2 >> text=You have lost")
    assert page.get_by_role("button", name="Resign").count() == 0
    assert "out of the game" in page.locator(".seats li.p0").inner_text()


def test_a_link_that_is_copied_by_hand_gives_the_seat_away(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    begin(page, server, seats=ANN_AND_BEN)
    page.get_by_role("button", name="Invite").click()
    page.get_by_label("Link for Ben").click()
    page.keyboard.press("Control+c")
    page.wait_for_selector("dialog >> text=plays elsewhere")
    page.get_by_label("Link for Ann").click()
    page.keyboard.press("Control+c")  # one seat stays
    assert page.locator("dialog >> text=plays elsewhere").count() == 1
