"""A network for agents that need one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hegemon.nets import random_net


@pytest.fixture(scope="session")
def net_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an untrained network."""
    path = tmp_path_factory.mktemp("nets") / "untrained.safetensors"
    random_net("soares2025", seed=1).save(path)
    return path
