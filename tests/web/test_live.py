"""The WebSocket of a game: whole games, and everything that a visitor may do wrong."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from hegemon.game import read_records
from hegemon.web.app import create_app
from hegemon.web.live import Visitor
from hegemon.web.settings import Settings
from tests.web.conftest import Client, Seat, lost_game, new_game

CLASSIC = {"rules": "classic(setup_place=random)", "map": "hex"}


def test_a_whole_simultaneous_game(client: Client) -> None:
    game = new_game(client, "", "random", map="banana")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        while not seat.state["result"]:
            plan = _plan(seat.state)
            assert seat.act("plan", plan=plan)["ok"]
            step = seat.state["step"]
            assert seat.act("decide", decision=plan)["type"] == "done"
            while seat.state["step"] == step and not seat.state["result"]:
                seat.news()
    assert read_records(client.get(f"/api/games/{game['id']}/record").text.splitlines()).problem == ""


def _plan(state: dict[str, Any]) -> str:
    """All armies on one territory, which then attacks all around."""
    options = [entry for entry in state["choices"]["orders"] if entry["attacks"]]
    if not options:
        return "-"
    best = max(options, key=lambda entry: int(state["armies"][entry["at"]]))
    income, target = state["choices"]["income"], min(best["attacks"], key=lambda t: int(state["armies"][t]))
    return f"{best['at']}+{income} {best['at']}>{target}:{state['armies'][best['at']] + income}"


def test_a_whole_classic_game_with_three_seats(client: Client) -> None:
    game = new_game(client, "random", "", "heuristic", **CLASSIC)
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["1"])
        while not seat.state["result"]:
            state = seat.state
            assert state["viewer"] == 1
            if 1 not in state["waiting"]:
                seat.news()
                continue
            done = seat.act("decide", decision=_action(state))
            assert done["type"] == "done", done
            while seat.state["step"] == state["step"] and not seat.state["result"]:
                seat.news()


def _action(state: dict[str, Any]) -> str:
    found = state["choices"]
    match state["phase"]:
        case "place":
            return f"{found['where'][0]['at']}+{found['where'][0]['amounts'][-1]}"
        case "occupy":
            return f"={found['most']}"
        case "trade":
            return str(found["sets"][0]["decision"])
        case "attack":
            best = max(found["moves"], key=lambda move: float(move["win"]))
            return f"{best['source']}x{best['target']}:{best['amounts'][-1]}" if best["win"] > 0.4 else "-"
    return "-"


def test_undo_takes_back_within_the_turn(client: Client) -> None:
    game = new_game(client, "", "random", **CLASSIC)
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        before = seat.state
        assert "nothing to take back" in seat.act("undo")["message"]
        seat.act("decide", decision=f"{before['choices']['where'][0]['at']}+1")
        while seat.state["step"] == 0 or seat.state["thinking"]:
            seat.news()
        assert seat.state["undo"]
        assert not seat.state["fresh"]
        seat.act("undo")
        while seat.state["step"] == 1:
            seat.news()
        assert seat.state["armies"] == before["armies"]
        assert (seat.state["fresh"], seat.state["log"]) == (True, before["log"])


def test_who_missed_a_decision_taken_back_is_told_everything_again(client: Client) -> None:
    game = new_game(client, "", "random", **CLASSIC)
    app: Any = client.app

    async def watch() -> list[dict[str, Any]]:
        table = await app.state.tables.get(game["id"])
        told, states = None, []
        first, second = (entry["at"] for entry in json.loads(table.text(0, None)[0])["choices"]["where"][:2])
        for decision in (f"{first}+1", f"{second}+1"):
            table.decide(0, 0, decision)
            while table.busy:
                await asyncio.sleep(0.01)
            text, told = table.text(None, told)
            states.append(json.loads(text))
            if decision.startswith(f"{first}+"):
                table.undo(0, 1)
        return states

    assert client.portal is not None
    old, new = client.portal.call(watch)
    assert (old["step"], new["step"], new["fresh"]) == (1, 1, True)
    assert len(new["log"]) == 1
    assert new["log"] != old["log"]


def test_hints_and_odds(client: Client) -> None:
    game = new_game(client, "", "random", map="italy")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        hint = seat.act("hint")
        assert 0 <= hint["win"] <= 1
        assert hint["text"].startswith(("Deploy ", "Attack "))
        assert seat.act("plan", plan=hint["decision"])["ok"]
        entry = next(entry for entry in seat.state["choices"]["orders"] if entry["attacks"])
        odds = seat.act("odds", source=entry["at"], target=entry["attacks"][0], armies=20)
        assert odds["win"] == 1.0
        assert "neighbours" in seat.act("odds", source=0, target=19, armies=3)["message"]


def test_resigning_ends_the_game(client: Client) -> None:
    game = new_game(client, "", "random")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        assert seat.state["resigning"] == "The game ends."
        assert seat.act("resign")["type"] == "done"
        while not seat.state["result"]:
            seat.news()
        assert seat.state["result"]["winner"] == 1
        assert seat.log == ["You have resigned."]
        assert "over" in seat.act("resign")["message"]


def test_a_resignation_is_told_once(client: Client) -> None:
    game = new_game(client, "", "", "random", **CLASSIC)
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        socket.send_json({"number": 2, "type": "resign", "seat": 0, "step": seat.state["step"]})
        log: list[str] = []
        while "You have resigned." not in log:
            log += socket.receive_json().get("log", [])
        socket.send_json({"number": 3, "type": "resign", "seat": 0, "step": 0})
        while (found := socket.receive_json()).get("number") != 3:
            log += found.get("log", [])
        assert log.count("You have resigned.") == 1
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        assert "Person (a) has resigned." in Seat(socket).log


def test_who_has_lost_is_told_so_and_cannot_resign(client: Client) -> None:
    id, tokens = lost_game(client.app.state.tables.store)  # type: ignore[attr-defined]
    with client.websocket_connect(f"ws://localhost/api/games/{id}/live") as socket:
        seat = Seat(socket, tokens[0])
        assert [entry["out"] for entry in seat.state["seats"]] == [True, False, False]
        assert seat.state["seats"][0]["income"] is None
        assert "has lost" in seat.act("resign", seat=0)["message"]


def test_the_state_says_what_resigning_means(client: Client) -> None:
    for seats, words in ((("", "random", "random"), "share the win"), (("", "", "random"), "play on")):
        game = new_game(client, *seats, **CLASSIC)
        with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
            assert words in Seat(socket, game["tokens"]["0"]).state["resigning"]


def test_abuse_gets_an_error_and_changes_nothing(client: Client) -> None:
    game = new_game(client, "", "", map="italy")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        before = client.get(f"/api/games/{game['id']}/record").text
        own = seat.state["choices"]["orders"][0]["at"]
        other = next(t for t, owner in enumerate(seat.state["owners"]) if owner == 1)
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"type": "decide", "seat": 1, "step": 0, "decision": "-"}, "not your seat"),
            ({"type": "decide", "seat": 5, "step": 0, "decision": "-"}, "not your seat"),
            ({"type": "decide", "seat": 0, "step": 7, "decision": "-"}, "after 7 steps"),
            ({"type": "decide", "seat": 0, "step": 0, "decision": "rubbish"}, "not an order"),
            ({"type": "decide", "seat": 0, "step": 0, "decision": f"{own}+1000"}, "more than the income"),
            ({"type": "decide", "seat": 0, "step": 0, "decision": f"{other}+1"}, "not allowed"),
            ({"type": "decide", "seat": 0, "step": 0, "decision": "1+1 " * 4000}, "too many orders"),
            ({"type": "decide", "seat": "0", "step": 0, "decision": "-"}, "integer"),
            ({"type": "decide", "seat": 0, "step": 0, "decision": "-", "more": 1}, "more"),
            ({"type": "undo", "seat": 0, "step": 0}, "nothing to take back"),
            ({"type": "explode"}, "does not match"),
            ({"type": "join", "tokens": ["x" * 16]}, "token"),
            ({"type": "join", "tokens": ["'; DROP TABLE games; --"]}, "pattern"),
            ({}, "discriminator"),
        ]
        for message, why in wrong:
            answer = seat.ask(**message)
            assert (answer["type"], why in answer["message"]) == ("error", True), (message, answer)
        for text in ("", "nonsense", "[]", "5", '{"type": "decide"', "x" * 50_000, json.dumps({"number": 1})):
            socket.send_text(text)
            assert seat.answer()["type"] == "error"
        socket.send_json({"type": "decide", "number": 1, "seat": 0, "step": 0, "decision": "-"})
        assert "sent before" in seat.answer()["message"]
        assert client.get(f"/api/games/{game['id']}/record").text == before
        assert seat.act("decide", decision="-")["type"] == "done"
        assert "not your turn" in seat.act("decide", decision="-")["message"]  # submitted twice
        assert client.get(f"/api/games/{game['id']}/record").text == before  # the other has not decided


def test_a_binary_message_is_answered_and_the_connection_stays(client: Client) -> None:
    game = new_game(client, "", "random")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        socket.send_bytes(b"\x00\xff")
        answer = seat.answer()
        assert (answer["type"], answer["number"]) == ("error", None)
        assert "text" in answer["message"]
        assert seat.ask(type="ping")["type"] == "pong"


class _Hasty:
    """A socket whose visitor sends everything at once, and leaves."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.frames = [{"type": "websocket.receive", "text": json.dumps(message)} for message in messages]
        self.answers: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        return self.frames.pop(0) if self.frames else {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.answers.append(json.loads(text))


def test_a_decision_right_after_joining_counts(client: Client) -> None:
    game = new_game(client, "", "random")
    socket: Any = _Hasty(
        {"type": "join", "number": 1, "tokens": [game["tokens"]["0"]]},
        {"type": "decide", "number": 2, "seat": 0, "step": 0, "decision": "-"},
    )
    app: Any = client.app

    async def visit() -> None:
        await Visitor(socket, await app.state.tables.get(game["id"])).serve()

    assert client.portal is not None
    client.portal.call(visit)
    assert [answer["type"] for answer in socket.answers] == ["welcome", "done"], socket.answers


def test_an_error_repeats_the_number_of_its_message(client: Client) -> None:
    game = new_game(client, "", "random")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        wrong: list[dict[str, Any]] = [
            {"type": "decide", "seat": -1, "step": 0, "decision": "-"},
            {"type": "odds", "source": 0, "target": 1, "armies": 3},
            {"type": "explode"},
            {"type": "decide", "seat": 0, "step": 0, "decision": "x" * 45_000},
        ]
        for message in wrong:
            answer = seat.ask(**message)
            assert (answer["type"], answer["number"]) == ("error", seat.number), answer
        for number in (None, True, 0, -1, 1.5, "7", 2**60):
            socket.send_json({"type": "ping", "number": number})
            assert seat.answer()["number"] is None


def test_too_many_wrong_messages_end_the_connection(client: Client) -> None:
    game = new_game(client, "", "random")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        for _ in range(100):
            socket.send_text("x")
        answers = [socket.receive()["type"] for _ in range(101)]
        assert answers == ["websocket.send"] * 100 + ["websocket.close"]


def test_fog_hides_what_a_seat_must_not_know(client: Client) -> None:
    game = new_game(client, "", "heuristic", map="italy", rules="warlight2")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket, game["tokens"]["0"])
        while seat.state["phase"] == "pick":
            before = seat.state["step"]
            seat.act("decide", decision=f"!{seat.state['offered'][0]}")
            while seat.state["step"] == before or 0 not in seat.state["waiting"]:
                seat.news()
        assert -2 in seat.state["owners"]
        assert seat.state["seats"][1]["income"] is None
        hidden = {t for t, owner in enumerate(seat.state["owners"]) if owner == -2}
        assert all(seat.state["armies"][t] == -1 for t in hidden)


def test_a_new_connection_and_a_new_server_resume_the_game(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path)
    with Client(create_app(settings), base_url="http://localhost") as client:
        game = new_game(client, "", "heuristic", map="italy")
        with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
            seat = Seat(socket, game["tokens"]["0"])
            seat.act("decide", decision=_plan(seat.state))
            while seat.state["step"] == 0 or seat.state["thinking"]:
                seat.news()
            known = seat.state
        with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
            assert Seat(socket, game["tokens"]["0"]).state["owners"] == known["owners"]
    with (
        Client(create_app(settings), base_url="http://localhost") as client,
        client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket,
    ):
        seat = Seat(socket, game["tokens"]["0"])
        assert (seat.state["owners"], seat.state["armies"]) == (known["owners"], known["armies"])
        assert seat.act("decide", decision=_plan(seat.state))["type"] == "done"


def test_a_branch_begins_in_the_middle(client: Client) -> None:
    game = new_game(client, "heuristic", "random", map="italy")
    with client.websocket_connect(f"ws://localhost/api/games/{game['id']}/live") as socket:
        seat = Seat(socket)
        while not seat.state["result"]:
            seat.news()
    film = client.get(f"/api/games/{game['id']}/film?since=2").json()
    made = new_game(client, "random", "", branch={"game": game["id"], "step": 2})
    with client.websocket_connect(f"ws://localhost/api/games/{made['id']}/live") as socket:
        seat = Seat(socket, made["tokens"]["1"])
        assert (seat.state["step"], seat.state["owners"]) == (2, film["owners"])
        assert seat.act("decide", decision="-")["type"] == "done"
    last = client.get(f"/api/games/{game['id']}").json()
    assert last["over"]
