"""Folders of runs: one kind, one process at a time, and files that say what is wrong with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `learn`")

from hegemon.errors import TrainingError
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.learner import Learning
from hegemon.training.samples.shards import read_shard
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay
from hegemon.training.zero import Zero, ZeroRun

TINY = Zero(
    maps=(("simple",),), positions=20, first_visits=2, games=2, play=SimultaneousSelfPlay(visits=2, games=2),
    learning=Learning(epochs=1, batch=16),
)  # fmt: skip


def test_a_folder_is_of_one_kind(tmp_path: Path) -> None:
    write_kind(tmp_path / "run", "dqn")
    require_free(tmp_path / "run", "dqn")
    with pytest.raises(TrainingError, match="contains a run of train dqn, not a run of train zero"):
        require_free(tmp_path / "run", "zero")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "games.sqlite").touch()
    with pytest.raises(TrainingError, match="contains other files, not a run of train zero"):
        ZeroRun(tmp_path / "other", TINY)
    with pytest.raises(TrainingError, match="is a file"):
        require_free(tmp_path / "other" / "games.sqlite", "zero")


def test_a_run_that_was_killed_before_it_began_begins(tmp_path: Path) -> None:
    (tmp_path / "run.json.part").write_text('{"ki')
    require_free(tmp_path, "dqn")
    write_kind(tmp_path, "dqn")
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_two_processes_cannot_work_on_a_run(tmp_path: Path) -> None:
    run = ZeroRun(tmp_path / "run", TINY)
    code = "from pathlib import Path; from hegemon.training.folder import held; import sys\n"
    code += "with held(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(run.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(TrainingError, match=rf"is in progress elsewhere \(process {other.pid}\)"):
            run.run()
        other.kill()
    with held(run.folder):
        pass


def test_damaged_files_are_named_and_networks_made_again(tmp_path: Path) -> None:
    run = ZeroRun(tmp_path / "run", TINY)
    scores = run.run()
    before = run.net(1).hash
    run.net_path(1).unlink()
    assert ZeroRun(run.folder, TINY).run() == scores
    assert run.net(1).hash == before
    run.net_path(1).unlink()
    (run.folder / "checkpoints" / "1.pt").write_text("xx")
    with pytest.raises(TrainingError, match=r"1\.pt is damaged: delete it"):
        run.run()
    (run.folder / "arena" / "1.json").write_text("xx")
    (run.folder / "checkpoints" / "1.pt").unlink()
    with pytest.raises(TrainingError, match=r"1\.json is damaged"):
        run.run()
    (run.folder / "settings.json").write_text("{")
    with pytest.raises(TrainingError, match=r"settings\.json is damaged"):
        ZeroRun(run.folder, TINY)
    with pytest.raises(TrainingError, match="there is no such file"):
        read_shard(tmp_path / "none.parquet", SimultaneousSamples)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"maps": (("banana", "banana"),)}, "has banana under soares2025 twice"),
        ({"rules": "swiss2025"}, "learns the simultaneous game, not swiss2025"),
        ({"start": "swiss2025"}, "is for the classic game"),
    ],
)
def test_mistakes_are_found_before_a_folder_is_made(changes: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=message):
        ZeroRun(tmp_path / "run", Zero(**changes))  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()
    with pytest.raises(TrainingError, match="there is no preset 'foo'"):
        SimultaneousSelfPlay(preset="foo")


def test_the_setting_that_differs_is_named(tmp_path: Path) -> None:
    ZeroRun(tmp_path / "run", TINY)
    with pytest.raises(TrainingError, match=r"learning\.epochs=1, not 2; repeat its command"):
        ZeroRun(tmp_path / "run", Zero(**{**vars(TINY), "learning": Learning(epochs=2, batch=16)}))
