"""Training of the value network: what a run leaves, with tests on what it has not been trained with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

import torch

from hegemon import Clock, Random, _core, make_agent, play
from hegemon.agents.best import BestAgent
from hegemon.errors import AgentError, HegemonError, TrainingError
from hegemon.game import ClassicGame, SimultaneousGame, SimultaneousState
from hegemon.nets.policy import shipped_policy
from hegemon.nets.tensors import read_tensors
from hegemon.nets.torch.board_value import BoardValue, value_layers
from hegemon.nets.value import GROUP_SWAPPED, KINDS, LAND_SWAPPED, load_value, shipped_value
from hegemon.search import ClassicRolloutSettings, usual_classic_weights, usual_weights
from hegemon.training.fitting import CHECKPOINT
from hegemon.training.log import read_rows
from hegemon.training.playing import STATE, shard_path
from hegemon.training.value import run as value
from hegemon.training.value.data import LAND, Batches, Data, Group, Kind
from hegemon.training.value.fit import fit_of, losses, mean_loss
from hegemon.training.value.generations import train_generations
from hegemon.training.value.losses import even_loss, weights_loss
from hegemon.training.value.run import NET, open_run, train_value
from hegemon.training.value.shards import read_shard
from hegemon.training.value.tables import draw_table, mixed_shares, play_table, with_returns
from tests.training.small import VALUE as SMALL
from tests.training.small import VALUE_SHARDS as SHARDS
from tests.training.small import contents

FEATURES = KINDS["classic"].features
UNEVEN = SimultaneousGame("italy", "warzone").parse(
    "italy; warzone; 3 play; Toscana=a9 Umbria=a4 Lazio=a3 Sicilia=b3 Calabria=b2 *=.2"
)
PLANS = replace(SMALL, rules=("warlight2", "warzone"), seats=(2,), smallest=20, largest=30)
"""A run of the simultaneous game."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "value"
    train_value(folder, SMALL, shards=SHARDS)
    return folder


def test_a_run_leaves_a_network_that_plays(finished: Path) -> None:
    told = value.describe(finished / NET)
    data = Data.read(finished, SHARDS)
    assert (told["shards"], told["games"]) == (SHARDS, 2 * 6 * SHARDS)
    assert told["positions"] == sum(map(len, data.training))
    assert told["settings"]["seed"] == 3  # type: ignore[call-overload, index]
    assert [row["step"] for row in read_rows(finished)] == [4, 8, 12]
    agent = make_agent(f"best(value={finished / NET},visits=5)")
    assert isinstance(agent, BestAgent)
    game = ClassicGame(rules="swiss2025", seats=3)
    agent.begin(game, 0, Random(1))
    state = game.start(1)
    assert agent.act(state.view(state.mover), Clock()) in state.legal_actions
    with pytest.raises(AgentError, match="network of another family"):
        agent.begin(SimultaneousGame("simple"), 0, Random(1))


def test_a_run_of_the_simultaneous_game(tmp_path: Path) -> None:
    told: Any = train_value(tmp_path / "plans", PLANS, shards=SHARDS)
    assert {each["rules"] for each in told["losses"]} == {"warlight2", "warzone"}
    net = tmp_path / "plans" / NET
    agent = make_agent(f"best(value={net},visits=5)")
    assert isinstance(agent, BestAgent)
    game = SimultaneousGame("italy", "warlight2")
    agent.begin(game, 0, Random(1))
    assert not game.start(1).illegal_reasons(0, agent.plan(game.start(1).view(0), Clock()))
    with pytest.raises(AgentError, match="network of another family"):
        agent.begin(ClassicGame(), 0, Random(1))
    weights = _core.PlannerWeights(usual_weights(game).to_core())
    found = _core.learning_positions(game.core, weights, None, None, 2, 30, 0.1, 0, 6, 2, Random(5))
    games = found["games"]
    assert found["features"].shape == (len(games), 2 * KINDS["simultaneous"].features)
    assert {0, 1} == set(games)
    assert found["land"].shape == (found["lands"].sum(), len(LAND_SWAPPED))
    assert found["groups"].shape == (len(games) * len(game.map.groups), len(GROUP_SWAPPED))
    assert np.isnan([found[name] for name in ("expected", "ahead", "played")]).all()  # planners know nothing of it
    assert np.allclose(mixed_shares(found)[:, 0], (1 + found["ends"]) / 2)


def test_positions_of_searches_come_with_playouts() -> None:
    game = SimultaneousGame("italy", "warlight2")
    weights = _core.PlannerWeights(usual_weights(game).to_core())
    net = shipped_value("simultaneous")
    assert isinstance(net, _core.SimultaneousValueNet)
    found = _core.learning_positions(game.core, weights, net, shipped_policy(), 2, 30, 0.0, 40, 4, 2, Random(3))
    for name in ("ahead", "played"):
        assert (np.abs(found[name]) <= 1).all()
    aside = np.isnan(found["ends"])
    assert aside.any()
    assert np.isnan(found["expected"][aside]).all()
    ends, mixed = found["played"][aside] * 2 / 3 + found["ahead"][aside] / 3, mixed_shares(found)
    assert np.allclose(mixed[aside, 0], (1 + ends) / 2, atol=1e-6)
    assert np.allclose(mixed.sum(axis=1), 1)


def test_lambda_returns_mix_what_was_expected_later_with_the_end() -> None:
    nan = np.nan
    found = {
        "games": np.array([0, 0, 0, 1]),
        "expected": np.array([nan, 0.2, 0.4, 0.1], np.float32),
        "ends": np.array([1, nan, 1, -1], np.float32),  # the second one is beside the way
    }
    returns = with_returns(found, 0.5)
    assert returns["expected"] == pytest.approx([0.7, 0.2, 0.7, -0.45], nan_ok=True)
    assert np.isnan(returns["ends"]).all()


def board_network(path: Path) -> BoardValue:
    model = BoardValue(KINDS["simultaneous"].features)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in read_tensors(path)[0].items()})
    return model


@pytest.mark.parametrize(("map", "rules"), [("italy", "warzone"), ("earth", "warlight1"), ("hex", "warlight2")])
def test_the_network_that_plays_is_the_twin_of_the_one_that_is_trained(map: str, rules: str) -> None:
    game, model, net = (
        SimultaneousGame(map, rules),
        board_network(KINDS["simultaneous"].shipped),
        shipped_value("simultaneous"),
    )
    assert isinstance(net, _core.SimultaneousValueNet)
    record = play(game, ["heuristic", "heuristic"], seed=3)
    for state in [each for each in record.states if isinstance(each, SimultaneousState) and each.phase == "play"][::3]:
        features, land, groups = _core.value_inputs(game.core, state.core)
        rows = [(torch.from_numpy(each), torch.zeros(len(each), dtype=torch.int64)) for each in (land, groups)]
        with torch.no_grad():
            told = torch.softmax(model(torch.from_numpy(features)[None], *rows[0], *rows[1]), dim=1)[0].numpy()
        assert net.shares(game.core, state.core) == pytest.approx(told, abs=1e-4)


@pytest.mark.parametrize("rules", ["warlight2", "warzone"])
def test_the_evaluation_by_weights_is_told_by_the_features(rules: str) -> None:
    """What the table of losses says of the weights is what the core says of a game that is not over."""
    game = SimultaneousGame("italy", rules)
    weights = _core.PlannerWeights(usual_weights(game).to_core())

    def played(turns: int) -> tuple[Any, Any]:
        found = _core.learning_positions(game.core, weights, None, None, 1, turns, 0.0, 0, 0, 0, Random(2))
        features = found["features"].reshape(-1, 2, KINDS["simultaneous"].features)
        return features.astype(np.float16), mixed_shares(found)

    told, (features, _) = played(8)[1][-1, 0], played(9)
    group = Group(Kind(rules, 2, True), features[-1:], np.array([[1, 0]], np.float32))
    assert np.exp(-weights_loss(group)) == pytest.approx(told, abs=2e-3)


def model_of(path: Path) -> torch.nn.Sequential:
    model = value_layers(FEATURES)
    model.load_state_dict({name: torch.from_numpy(array) for name, array in read_tensors(path)[0].items()})
    return model


def test_the_metadata_tell_the_losses_of_the_network(finished: Path) -> None:
    found: Any = value.describe(finished / NET)["losses"]
    assert {each["rules"] for each in found} == {"swiss2025", "yao2025"}
    for each in found:
        assert all(np.isfinite(loss) and loss >= 0 for loss in each["losses"].values())
        assert each["losses"]["even"] <= np.log(each["seats"]) + 1e-9
    group = Data.read(finished, SHARDS).held[0]
    wanted = next(each for each in found if Kind(each["rules"], each["seats"], each["home"]) == group.kind)
    with torch.no_grad():
        mean = float(losses(model_of(finished / NET), group).mean())
    assert mean == pytest.approx(wanted["losses"]["network"], rel=1e-5)


def test_the_network_that_plays_is_the_one_that_was_trained(finished: Path) -> None:
    game = ClassicGame(rules="swiss2025", seats=3)
    weights = _core.ClassicPlannerWeights(usual_classic_weights(game).to_core())
    search = _core.ClassicRolloutSettings(ClassicRolloutSettings().to_core())
    features, _, _ = _core.classic_learning_positions(game.core, search, weights, None, 1, 1, 0.0, 0, Random(5))
    with torch.no_grad():
        shares = torch.softmax(
            model_of(finished / NET)(torch.from_numpy(features[:1].reshape(3, FEATURES)))[:, 0], dim=0
        )
    net = load_value(finished / NET)
    assert isinstance(net, _core.ClassicValueNet)
    played = net.shares(game.core, game.start(Random(5)).core)
    assert played == pytest.approx(shares.numpy(), abs=1e-5)


def test_a_lost_network_comes_back_and_a_time_fixes_the_number_of_shards(tmp_path: Path) -> None:
    assert train_value(tmp_path, replace(SMALL, steps=1), minutes=0)["shards"] == 1
    before = contents(tmp_path)
    (tmp_path / NET).unlink()
    train_value(tmp_path, replace(SMALL, steps=1), minutes=5)
    assert contents(tmp_path) == before
    with pytest.raises(TrainingError, match="contains a run with shards=1, not 2"):
        open_run(tmp_path, replace(SMALL, steps=1), 2)


def test_it_learns() -> None:
    """A network that is fitted to who has more land tells it."""
    dice = np.random.default_rng(1)
    features = dice.random((500, 2, FEATURES)).astype(np.float16)
    shares = (features[:, :, LAND] > features[:, ::-1, LAND]).astype(np.float32)
    group = Group(Kind("swiss2025", 2, True), features, np.where(shares.sum(axis=1, keepdims=True) == 1, shares, 0.5))
    torch.manual_seed(1)
    fit = fit_of(value_layers(FEATURES), [group], replace(SMALL, steps=150, batch=64, rate=0.02, average=0.9))
    while fit.step < 150:
        fit.advance()
    assert mean_loss(fit.mean, group) < 0.3 < even_loss(group) == pytest.approx(np.log(2))


def test_tables_that_are_held_out_have_maps_of_their_own() -> None:
    tables = [draw_table(SMALL, shard, number) for shard in range(20) for number in range(SMALL.tables)]
    assert [table.held for table in tables] == [False, False, True] * 40
    generated = {held: {table.map for table in tables if table.held is held and not table.home} for held in (0, 1)}
    assert generated[0].isdisjoint(generated[1])
    assert {table.seats for table in tables} == {2, 3}
    assert all(table.boldness == 0 for table in tables if table.seats == 2)
    assert tables[7] == draw_table(SMALL, 1, 1) != draw_table(replace(SMALL, seed=4), 1, 1)


def test_a_table_keeps_few_positions_of_a_game_and_bold_planners_lie_between() -> None:
    tables = (draw_table(SMALL, 0, number) for number in range(100))
    table = next(each for each in tables if each.seats == 3 and each.boldness)
    found = play_table(table, SMALL, Random(1))
    assert len(found.shares) <= 2 * SMALL.positions
    assert np.allclose(found.shares.sum(axis=1), 1, atol=1e-5)
    game = ClassicGame(table.map, table.rules, seats=3)
    usual, bold = replace(table, boldness=0.0).weights(game), table.weights(game)
    two = replace(table, boldness=1.0).weights(game)
    assert usual.danger > bold.danger > two.danger
    assert bold.value_armies == usual.value_armies


def test_shares_of_a_draw_go_to_seats_that_own_land(finished: Path, tmp_path: Path) -> None:
    for group in (data := Data.read(finished, SHARDS)).training + data.held:
        assert np.allclose(group.shares.sum(axis=1), 1, atol=1e-5)
        assert not group.shares[group.features[:, :, LAND] == 0].any()
        assert even_loss(group) > 0
        assert weights_loss(group) > 0
    batch = Batches(data.training, 64, 1)[5]
    assert batch.features.shape == (64, 3, FEATURES)
    assert np.allclose(batch.shares.sum(axis=1), 1, atol=1e-5)
    assert np.array_equal(Batches(data.training, 64, 1)[5].features, batch.features)
    assert not np.array_equal(Batches(data.training, 64, 1)[6].features, batch.features)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": ()}, "name the rules"),
        ({"rules": ("warlight2", "classic")}, "one family of games"),
        ({"rules": ("warlight2",), "seats": (3,)}, "has two seats"),
        ({"rules": ("soares2025",), "seats": (2,)}, "march on in the same turn"),
        ({"rules": ("clasic",)}, "classic"),
        ({"seats": (7,)}, "numbers from 2 to 6"),
        ({"home": 1.5}, "home=1.5 is not allowed"),
        ({"held": 1}, "held=1 is not allowed"),
        ({"smallest": 90, "largest": 80}, "more than largest"),
        ({"average": 1.0}, "average=1.0 is not allowed"),
    ],
)
def test_bad_settings_leave_no_folder(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(HegemonError, match=message):
        open_run(tmp_path / "run", replace(SMALL, **changes))
    assert not (tmp_path / "run").exists()


def test_other_settings_and_other_folders_are_refused(finished: Path, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="contains a run with seed=3, not 4"):
        open_run(finished, replace(SMALL, seed=4))
    with pytest.raises(TrainingError, match="contains a run with shards=3, not 9"):
        open_run(finished, SMALL, 9)
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(TrainingError, match="contains other files"):
        open_run(tmp_path, SMALL)


def test_too_few_tables_to_hold_one_out(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="1 shards of 2 tables leave no positions"):
        train_value(tmp_path, replace(SMALL, tables=2), shards=1)


@pytest.mark.parametrize(
    "damage", [{"format": "x"}, {"shards": 0}, {"shards": "3"}, {"seconds": None}, {"settings": 5}]
)
def test_a_damaged_state_is_refused(finished: Path, tmp_path: Path, damage: dict[str, Any]) -> None:
    (tmp_path / "run.json").write_bytes((finished / "run.json").read_bytes())
    (tmp_path / STATE).write_text(json.dumps(json.loads((finished / STATE).read_text()) | damage))
    with pytest.raises(TrainingError, match=r"state\.json is damaged"):
        open_run(tmp_path, SMALL)


def test_damaged_shards_checkpoints_and_networks_are_refused(finished: Path, tmp_path: Path) -> None:
    train_value(tmp_path, replace(SMALL, steps=1), shards=1)
    whole = shard_path(tmp_path, 0).read_bytes()
    for broken in (b"", whole[:-100], whole[:3000] + bytes(500) + whole[3500:]):
        shard_path(tmp_path, 0).write_bytes(broken)
        with pytest.raises(TrainingError, match=r"00000\.npz is damaged"):
            list(read_shard(tmp_path, 0))
    shard_path(tmp_path, 0).write_bytes(whole)
    (tmp_path / NET).unlink()
    (tmp_path / CHECKPOINT).write_bytes(b"x")
    with pytest.raises(TrainingError, match="delete it, and the network is fitted again"):
        train_value(tmp_path, replace(SMALL, steps=1), shards=1)


@pytest.mark.parametrize("name", ["nowhere", "README"])
def test_best_explains_what_value_may_be(tmp_path: Path, name: str) -> None:
    (tmp_path / "README").write_text("hello")
    with pytest.raises(AgentError, match="value is usual, weights, or a file that hegemon train value has written"):
        make_agent(f"best(value={tmp_path / name})")


def test_the_networks_of_the_package_evaluate() -> None:
    """These numbers change only if a network or the order of its features does."""
    game, net = ClassicGame(seats=4), shipped_value("classic")
    assert isinstance(net, _core.ClassicValueNet)
    assert sum(net.shares(game.core, game.start(1).core)) == pytest.approx(1)
    of_plans = shipped_value("simultaneous")
    assert isinstance(of_plans, _core.SimultaneousValueNet)
    open = SimultaneousGame("italy", "warzone").parse(
        "italy; warzone; 3 play; Toscana=a5 Umbria=a2 Sicilia=b4 Calabria=b2 *=.2"
    )
    assert of_plans.shares(open.game.core, open.core) == pytest.approx([0.5025, 0.4975], abs=1e-3)


def test_best_evaluates_with_the_network_unless_told_otherwise() -> None:
    estimates = []
    for settings in ("visits=20", "visits=20,turns=1", "value=weights,turns=1,visits=20", "value=weights,visits=20"):
        agent = make_agent(f"best({settings})")
        assert isinstance(agent, BestAgent)
        agent.begin(UNEVEN.game, 0, Random(1))
        estimates.append(agent.analyse(UNEVEN.view(0), Clock()).estimate)
    usual, two, weights, five = estimates
    assert usual == two
    assert len({two, weights, five}) == 3


def test_generations_learn_from_games_of_the_network_before(tmp_path: Path) -> None:
    settings = replace(PLANS, visits=6, rounds=4, games=1)
    told: Any = train_generations(tmp_path / "run", settings, 2, minutes=0)
    last = told["settings"]
    assert (last["visits"], last["also"]) == (6, [str(tmp_path / "run" / "generation-1")])
    assert last["value"] == last["start"] == str(tmp_path / "run" / "generation-1" / NET)
    parts: list[Any] = [value.describe(tmp_path / "run" / f"generation-{number}" / NET) for number in (0, 1, 2)]
    assert parts[0]["settings"]["visits"] == 0
    assert parts[2]["games"] == 2 * parts[1]["games"]
    before = (tmp_path / "run" / NET).read_bytes()
    assert before == (tmp_path / "run" / "generation-2" / NET).read_bytes()
    assert train_generations(tmp_path / "run", settings, 2, minutes=0) == told
    assert (tmp_path / "run" / NET).read_bytes() == before
    with pytest.raises(TrainingError, match="leave also and start away"):
        train_generations(tmp_path / "other", replace(settings, start="x"), 2, minutes=0)
