"""Files of weights: they hold what was written, in the safetensors format, and damage is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from hegemon.errors import NetError
from hegemon.nets import SimultaneousNet, load_net, net_names, random_net
from hegemon.nets.tensors import read_tensors, write_tensors


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    net = random_net("soares2025", seed=3)
    path = tmp_path / "my.safetensors"
    net.save(path)
    again = load_net(str(path))
    assert again.hash == net.hash
    assert again.metadata == net.metadata == {"made": "random, seed 3"}
    assert [file.name for file in tmp_path.iterdir()] == ["my.safetensors"]
    whole = path.read_bytes()
    for _ in range(10):
        again.save(path)
        assert path.read_bytes() == whole


def test_the_format_is_safetensors(tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    write_tensors(path, {"a": np.array([[1.5, -2.0]], np.float32), "b": np.array(3.0, np.float32)}, {"who": "me"})
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    assert size % 8 == 0
    assert json.loads(raw[8 : 8 + size]) == {
        "__metadata__": {"who": "me"},
        "a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]},
        "b": {"dtype": "F32", "shape": [], "data_offsets": [8, 12]},
    }
    assert np.frombuffer(raw[8 + size :], "<f4").tolist() == [1.5, -2.0, 3.0]
    tensors, metadata = read_tensors(path)
    assert metadata == {"who": "me"}
    assert tensors["a"].tolist() == [[1.5, -2.0]]
    assert tensors["b"].shape == ()


@pytest.mark.parametrize("name", net_names())
def test_files_of_other_tools_load_if_their_tensors_fit(name: str, tmp_path: Path) -> None:
    """Without our metadata, and with the counters that torch has in a state_dict."""
    net, path = load_net(name), tmp_path / "other.safetensors"
    counter = {"body.0.norm.num_batches_tracked": np.array(7, np.int64)}
    safetensors.numpy.save_file({**net.weights, **counter}, path)
    again = load_net(path)
    assert (again.architecture, again.hash, again.metadata) == (net.architecture, net.hash, {})


def _header(text: str, data: bytes = b"") -> bytes:
    return len(text).to_bytes(8, "little") + text.encode() + data


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (json.dumps({"a": {"dtype": "F32", "shape": [1] * 300_000, "data_offsets": [0, 4]}}), "300000 dimensions"),
        (json.dumps({"a": {"dtype": "F32", "shape": [10**17] * 150_000, "data_offsets": [0, 4]}}), "150000 dimensions"),
        (
            json.dumps({f"a{i}": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]} for i in range(10_001)}),
            "tensors",
        ),
        (" " * 4_000_001, "header has more than"),
        ("[" * 100_000, "not JSON"),
    ],
    ids=["dimensions", "large dimensions", "tensors", "header", "nested"],
)
def test_headers_that_would_take_minutes_are_refused(header: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "wide.safetensors"
    path.write_bytes(_header(header, bytes(4)))
    with pytest.raises(NetError, match=reason):
        read_tensors(path)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x01",
        (2**62).to_bytes(8, "little") + b"{}",
        _header("{"),
        _header("[]"),
        _header('{"a": 1}'),
        _header('{"a": {}}'),
        _header('{"__metadata__": {"a": 1}}'),
        _header('{"a": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]}}', bytes(8)),
        _header('{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}', bytes(4)),
        _header('{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [4, 0]}}', bytes(4)),
        _header('{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 8]}}', bytes(8)),
        _header("[" * 100_000),
    ],
)
def test_damaged_files_are_refused(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    path.write_bytes(raw)
    with pytest.raises(NetError, match="not a safetensors file of weights"):
        read_tensors(path)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    net, path = random_net("soares2025", seed=3), tmp_path / "my.safetensors"
    own = {"architecture": "soares2025", "encoder": "1", "hash": net.hash}
    for change, message in (
        ({"architecture": "other"}, "no network architecture 'other'"),
        ({"encoder": "0"}, "version 0 of the encoder"),
        ({"hash": "0" * 16}, "damaged"),
    ):
        write_tensors(path, net.weights, own | change)
        with pytest.raises(NetError, match=message):
            SimultaneousNet.load(path)
    write_tensors(path, {"other.weight": np.zeros(3, np.float32)}, {})
    with pytest.raises(NetError, match="does not name its architecture"):
        load_net(path)
    write_tensors(path, {name: value[:1] for name, value in net.weights.items()}, {})
    with pytest.raises(NetError, match=r"my\.safetensors.*input\.weight"):
        load_net(path)
    with pytest.raises(NetError, match="cannot write"):
        net.save(tmp_path / "missing" / "my.safetensors")
