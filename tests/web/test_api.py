"""The HTTP side of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import hegemon as hg
from hegemon.game import read_records
from hegemon.web.app import create_app
from hegemon.web.film import frames
from hegemon.web.settings import Settings
from tests.web.conftest import Client, Seat, new_game


def test_what_a_game_can_be_made_of(client: Client) -> None:
    found = client.get("/api/choices").json()
    assert "italy" in found["maps"]
    assert {level["family"] for level in found["levels"]} == {"simultaneous", "classic"}
    for level in found["levels"]:
        hg.make_agent(level["agent"])
    board = client.get("/api/maps/italy").json()
    assert len(board["territories"]) == len(hg.load_map("italy").territories)
    assert all(entry["path"].startswith("M") for entry in board["territories"])


def test_unfinished_maps_are_checked_and_drawn(client: Client) -> None:
    lands = [{"name": f"land {t}", "x": 100 * t, "y": 30 * t * t} for t in range(4)]
    draft: dict[str, Any] = {"format": "hegemon-map", "schema": 1, "name": "new", "territories": lands, "groups": []}
    draft["links"] = [[0, 1], [1, 9]]
    found = client.post("/api/maps/check", json={"map": draft}).json()
    assert ["links", 1] in [problem["path"] for problem in found["problems"]]
    assert found["board"] is None
    assert len(found["ground"]["areas"]) == 4
    assert all(area["path"].startswith("M") for area in found["ground"]["areas"])
    draft["links"] = [[0, 1], [1, 2], [2, 3]]
    found = client.post("/api/maps/check", json={"map": draft}).json()
    assert [area["path"] for area in found["ground"]["areas"]] == [t["path"] for t in found["board"]["territories"]]
    assert client.post("/api/maps/check", json={"map": {**draft, "territories": []}}).json()["ground"] is None


def test_drawn_maps_are_kept_replaced_on_purpose_and_deleted(client: Client) -> None:
    map = hg.load_map("diamond").to_json() | {"name": "gem", "note": "mine"}
    other = map | {"note": "yours"}
    assert client.get("/api/maps/gem").status_code == 404
    assert client.get("/api/maps/gem/file").status_code == 404
    for _ in range(2):  # the same map again changes nothing
        assert client.post("/api/maps", json={"map": map}).status_code == 201
    assert client.post("/api/maps", json={"map": other}).status_code == 409
    assert client.get("/api/maps/gem").json()["note"] == "mine"
    assert client.post("/api/maps?replace=true", json={"map": other}).status_code == 201
    assert client.get("/api/maps/gem").json()["note"] == "yours"
    assert client.delete("/api/maps/gem").status_code == 204
    assert client.delete("/api/maps/gem").status_code == 404
    assert client.delete("/api/maps/italy").status_code == 404
    assert client.post("/api/maps?replace=true", json={"map": map | {"name": "italy"}}).status_code == 400


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"seats": [{"person": True}, {"agent": "nobody"}]}, "unknown agent"),
        ({"seats": [{"person": True}, {"agent": "/tmp/evil.py:Agent"}]}, "not one of this server"),
        ({"seats": [{"person": True}, {"agent": "bot(cmd='touch /tmp/evil')"}]}, "not one of this server"),
        ({"seats": [{"person": True}, {"agent": ""}]}, "choose an agent"),
        ({"seats": [{"person": True}, {"agent": "heuristic", "level": "Hard"}]}, "is not the level 'Hard'"),
        ({"seats": [{"person": True}, {"agent": "mcts"}]}, "does not play the simultaneous game"),
        ({"seats": [{"person": True}] * 2, "map": "/etc/passwd"}, "there is no map"),
        ({"seats": [{"person": True}] * 2, "map": "../italy.json"}, "there is no map"),
        ({"seats": [{"person": True}] * 3}, "2 seats"),
        ({"seats": [{"person": True}] * 2, "rules": "chess"}, "chess"),
        ({"seats": [{"person": True}] * 2, "branch": {"game": "none", "step": 0}}, "there is no game"),
    ],
)
def test_what_cannot_be_played_is_explained(client: Client, wanted: dict[str, Any], why: str) -> None:
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code in (400, 404)
    assert why in answer.json()["detail"]
    assert client.get("/api/games").json() == {"games": []}


def test_an_unknown_agent_is_answered_with_those_that_visitors_may_use(client: Client) -> None:
    requests: list[tuple[str, dict[str, Any]]] = [
        ("/api/games", {"seats": [{"person": True}, {"agent": "xyzzy"}]}),
        ("/api/tournaments", {"agents": ["random", "xyzzy"], "rules": "soares2025"}),
    ]
    for path, wanted in requests:
        answer = client.post(path, json=wanted)
        assert answer.status_code == 400
        assert "unknown agent 'xyzzy'; agents are best, random, " in answer.json()["detail"]
        assert not any(word in answer.json()["detail"] for word in ("bot", ".py"))
    near = client.post("/api/games", json={"seats": [{"person": True}, {"agent": "heuristik"}]})
    assert near.json()["detail"].endswith("did you mean heuristic?")


def test_a_level_is_the_name_of_its_seat(client: Client) -> None:
    seats = [{"person": True}, {"agent": "heuristic", "level": "Easy"}]
    game = client.post("/api/games", json={"map": "diamond", "seats": seats, "seed": 1}).json()
    found = client.get(f"/api/games/{game['id']}").json()
    assert (found["agents"], found["levels"], found["specs"][1]) == (["Person", "Easy"], ["", "Easy"], "heuristic")
    listed = client.get("/api/games").json()["games"][0]
    assert (listed["agents"], listed["people"], listed["turns"]) == (["Person", "Easy"], 1, None)
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        assert [seat.state["seats"][1][key] for key in ("name", "agent")] == ["Easy", "heuristic"]
        seat.act("resign")
        while not seat.state["result"]:
            seat.news()
        assert seat.state["result"]["text"] == "Easy wins (resignation)."
    listed = client.get("/api/games").json()["games"][0]
    assert (listed["result"], listed["turns"]) == ("Easy wins (resignation)", 0)


def test_a_wrong_form_is_refused(client: Client) -> None:
    forms: list[Any] = [{}, {"seats": []}, {"seats": [{"person": True}] * 7}, {"seats": [{}] * 2, "more": 1}, []]
    for wanted in forms:
        assert client.post("/api/games", json=wanted).status_code == 422


def test_record_film_and_shared_page(client: Client) -> None:
    game = new_game(client, "heuristic", "random", map="italy")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket)
        while not seat.state["result"]:
            seat.news()
    text = client.get(f"/api/games/{game['id']}/record").text
    record = read_records(text.splitlines()).records[0]
    assert record.result is not None
    film = client.get(f"/api/games/{game['id']}/film").json()
    assert (film["over"], film["winner"]) == (True, record.result.winner)
    assert film["result"].startswith(f"{record.agents[record.result.winner or 0]} wins (")
    owners, armies = film["owners"], film["armies"]
    for number, frame in enumerate(film["frames"], 1):
        for t, owner, many in [*(c for event in frame["events"] for c in event["after"]), *frame["fix"]]:
            owners[t], armies[t] = owner, many
        assert (owners, armies) == (record.states[number].owners.tolist(), record.states[number].armies.tolist())
    page = client.get(f"/api/games/{game['id']}/replay.html")
    assert "attachment" in page.headers["content-disposition"]
    assert "<svg" in page.text
    uploaded = client.post("/api/records", content=text).json()["games"]
    assert client.get(f"/api/games/{uploaded[0]}/record").text == text


def test_events_of_orders_lead_to_the_position_without_corrections() -> None:
    for rules in ("soares2025", "warlight2(fog=none)"):
        record = hg.play("italy", ["heuristic", "random"], rules=rules, seed=3)
        assert not [frame["fix"] for frame in frames(record, None) if frame["fix"] and frame["phase"] == "play"]


def test_a_record_of_a_stranger_starts_no_program(client: Client, tmp_path: Path) -> None:
    game = hg.Game("diamond")
    evil = f"bot(cmd='touch {tmp_path / 'evil'}')"
    for names in ((evil, "human"), (f"{tmp_path / 'evil.py'}:Agent", "no spec )("), ("human", "human")):
        record = hg.Record(game, names, game.start(1))
        text = "".join(f"{line}\n" for line in record.lines())
        id = client.post("/api/records", content=text).json()["games"][0]
        assert client.get(f"/api/games/{id}").json()["over"]
        assert client.get(f"/api/games/{id}/film").status_code == 200
        with client.websocket_connect(f"ws://localhost/api/games/{id}/live") as socket:
            spectator = Seat(socket)
            assert spectator.state["waiting"] == []
    assert not (tmp_path / "evil").exists()


def test_damaged_uploads_are_refused(client: Client) -> None:
    for content in (b"", b"\x00\xff", b"{}", b'{"type": "game"}', b"[" * 100_000):
        assert client.post("/api/records", content=content).status_code == 400
    assert client.post("/api/records", content=b"x" * 9_000_000).status_code == 413


def test_nothing_hidden_is_in_the_record_of_a_running_game(client: Client) -> None:
    game = new_game(client, "", "heuristic", map="italy", rules="warlight2")
    for part in ("record", "film", "replay.html"):
        answer = client.get(f"/api/games/{game['id']}/{part}")
        assert answer.status_code == 400
        assert "hide" in answer.json()["detail"]
    branch = {"seats": [{"person": True}] * 2, "branch": {"game": game["id"], "step": 0}}
    assert "hide" in client.post("/api/games", json=branch).json()["detail"]
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        spectator = Seat(socket)
        assert set(spectator.state["owners"]) == {-2}
        assert set(spectator.state["armies"]) == {-1}
        assert spectator.state["frames"] == spectator.state["log"] == []


def test_analysis_gives_the_answers_of_the_engine(client: Client) -> None:
    text = "".join(f"{line}\n" for line in hg.play("diamond", ["heuristic", "random"], seed=1).lines())
    id = client.post("/api/records", content=text).json()["games"][0]
    assert client.get(f"/api/games/{id}/analysis").status_code == 404
    for foreign in ("examples/my_agent.py:Bold", "bot(cmd='touch evil')", "human"):
        assert client.post(f"/api/games/{id}/analysis", json={"agent": foreign}).status_code == 400
    client.post(f"/api/games/{id}/analysis", json={"visits": 40})
    found: dict[str, Any] = {"complete": False}
    while not found["complete"]:
        found = client.get(f"/api/games/{id}/analysis?visits=40").json()
    assert found["problem"] == ""
    assert found["total"] == len(found["answers"]) > 0
    assert {"candidates", "estimate", "played", "agent"} <= found["answers"][0].keys()


def test_games_are_listed_and_deleted(client: Client) -> None:
    game = new_game(client, "", "random")
    (listed,) = client.get("/api/games").json()["games"]
    assert (listed["id"], listed["people"], listed["over"]) == (game["id"], 1, False)
    headers = {"seat-token": game["tokens"]["0"]}
    assert client.delete(f"/api/games/{game['id']}", headers=headers).status_code == 204
    assert client.get(f"/api/games/{game['id']}").status_code == 404


def test_only_its_people_delete_a_running_game(client: Client) -> None:
    game, agents = new_game(client, "", "random"), new_game(client, "random", "random")
    for headers, status in (({}, 403), ({"seat-token": "x" * 16}, 403), ({"seat-token": "\u00e9" * 16}, 422)):
        raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        assert client.delete(f"/api/games/{game['id']}", headers=raw).status_code == status
    assert client.get(f"/api/games/{game['id']}").status_code == 200
    assert client.delete(f"/api/games/{agents['id']}").status_code == 204
    sure = f"/api/games/{new_game(client, '', 'random')['id']}?sure=true"
    assert client.delete(sure, headers={"x-forwarded-for": "192.168.1.9"}).status_code == 403
    assert client.delete(sure).status_code == 204
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        seat.act("resign")
        while not seat.state["result"]:
            seat.news()
    assert client.delete(f"/api/games/{game['id']}").status_code == 204


def test_headers_hosts_origins_and_sizes(client: Client) -> None:
    answer = client.get("/")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert client.get("/api/choices", headers={"host": "evil.example"}).status_code == 403
    body = {"seats": [{"person": True}, {"agent": "random"}], "map": "diamond"}
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        assert client.post("/api/games", json=body, headers=headers).status_code == 403
    assert client.post("/api/games", json=body, headers={"origin": "http://localhost:8642"}).status_code == 201
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("ws://localhost/api/games/x/live", headers={"origin": "http://evil.example"}),
    ):
        pass


def test_a_wrong_address_shows_the_page_to_a_browser(client: Client) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/nonsense", "/game/nonsense", "/apis"):
        answer = client.get(path, headers=browser)
        assert (answer.status_code, "/static/app.js" in answer.text) == (404, True)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert client.get(path).json() == {"detail": "Not Found"}
    for path in ("/api/nonsense", "/static/nonsense.js", "/api/games/nonsense"):
        answer = client.get(path, headers=browser)
        assert (answer.status_code, "detail" in answer.json()) == (404, True)


def test_a_socket_under_another_name_is_refused(client: Client) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("ws://evil.example/api/games/x/live"):
        pass


def test_another_host_needs_the_token(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, host="0.0.0.0", token="correct-horse")
    with Client(create_app(settings), base_url="http://192.168.1.5:8642", follow_redirects=False) as client:
        assert client.get("/").status_code == 401
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/api/invitation").status_code == 401
        first = client.get("/?token=correct-horse")
        assert first.status_code == 303
        assert "HttpOnly" in first.headers["set-cookie"]
        assert first.headers["set-cookie"].startswith("hegemon_token_8642=")
        assert client.get("/").status_code == 200
        assert client.get("/api/choices").status_code == 200
        invitation = client.get("/api/invitation").json()
        assert invitation == {"address": settings.network_address, "token": "correct-horse"}
        assert "0.0.0.0" not in invitation["address"]


def test_addresses_can_be_opened() -> None:
    assert Settings().address == "http://127.0.0.1:8642/"
    assert Settings().network_address == ""
    assert Settings(host="0.0.0.0", port=9).address == "http://127.0.0.1:9/"
    assert Settings(host="::", port=9).address == "http://[::1]:9/"
    assert Settings(host="192.168.1.5", port=9).address == Settings(host="192.168.1.5", port=9).network_address


def test_on_a_network_only_abandoned_games_of_others_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(folder=tmp_path, host="0.0.0.0", token="correct-horse")
    with Client(create_app(settings), base_url="http://192.168.1.5:8642") as client:
        client.get("/?token=correct-horse")
        address = f"/api/games/{new_game(client, '', 'random')['id']}?sure=true"
        assert client.delete(address).status_code == 403
        monkeypatch.setattr("hegemon.web.api.ABANDONED", 0.0)
        assert client.delete(address).status_code == 204


def test_the_api_describes_itself_and_the_page_is_light(client: Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/api/games", "/api/games/{id}/film", "/api/records"} <= paths.keys()
    static = Path(hg.__file__).parent / "web" / "static"
    assert sum(file.stat().st_size for file in static.iterdir()) < 300_000


def test_odds_count_the_armies_that_there_are() -> None:
    from hegemon.game import Deploy, Move, Plan, SimultaneousGame
    from hegemon.web.planning import plan_news

    game = SimultaneousGame("italy", "soares2025")
    view = game.start(1).view(0)
    source, target = next(
        (s, t)
        for s, near in enumerate(game.map.neighbours)
        for t in near
        if view.owners[s] == 0 and view.owners[t] != 0
    )
    there = int(view.armies[source]) + 3 - game.rules.stands_guard

    def odds(*armies: int) -> list[object]:
        plan = Plan((Deploy(source, 3), *(Move(source, target, number) for number in armies)))
        orders = plan_news(view, plan)["orders"]
        assert isinstance(orders, list)
        return [order["win"] if isinstance(order, dict) and "win" in order else None for order in orders[1:]]

    assert odds(there)[0] is not None
    assert odds(there + 50) == odds(there)
    assert odds(there, 9) == [*odds(there), None]


@pytest.mark.parametrize(
    "agent", ["guided-mcts(net=/etc/hostname)", "best(weights=/dev/zero)", "best(value=here)", "dqn(net=there)"]
)
def test_visitors_name_no_files(client: Client, agent: str) -> None:
    seats = [{"agent": agent}, {"agent": "random"}]
    tournament = {"agents": [agent, "random"], "rules": "soares2025"}
    game = new_game(client, "random", "random")["id"]
    for path, body in (
        ("/api/games", {"seats": seats}),
        ("/api/tournaments", tournament),
        (f"/api/games/{game}/analysis", {"agent": agent}),
    ):
        answer = client.post(path, json=body)
        assert answer.status_code == 400
        assert "must be a name of the package" in answer.json()["detail"]


def test_a_file_that_the_server_offers_may_be_named(tmp_path: Path) -> None:
    offered = f"best(weights={tmp_path / 'mine.json'})"
    app = create_app(Settings(folder=tmp_path, agents=(offered,)))
    with Client(app, base_url="http://localhost:8642") as client:
        answer = client.post("/api/games", json={"seats": [{"agent": offered}, {"person": True}]})
    assert "must be a name" not in answer.text


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400"])
def test_numbers_that_json_does_not_know_are_refused(client: Client, number: str) -> None:
    body = f'{{"seats": [{{"agent": "random"}}, {{"agent": "random"}}], "seconds": {number}}}'
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "seconds"]


def test_a_body_of_unknown_length_has_a_limit(client: Client) -> None:
    answer = client.post("/api/records", content=(b"x" * 1_000_000 for _ in range(9)))
    assert answer.status_code == 413
    body = (b"[" * 1_000_000 for _ in range(9))
    assert client.post("/api/games", content=body, headers={"content-type": "application/json"}).status_code == 413


def test_the_page_answers_who_asks_for_its_head_only(client: Client) -> None:
    assert client.head("/").status_code == client.head("/maps").status_code == 200


def test_a_tournament_that_does_not_exist(client: Client) -> None:
    for path in ("", "/games", "/boards"):
        assert client.get(f"/api/tournaments/abc{path}").status_code == 404
