"""The documentation site builds without a warning and documents every public name."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocs", reason="the documentation site needs the extra docs")

pytestmark = pytest.mark.xdist_group("documentation")  # built once

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def hooks() -> Any:
    spec = importlib.util.spec_from_file_location("docs_hooks", ROOT / "scripts" / "docs_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1", "DOCS_WITHOUT_OUTPUTS": "1"},  # tests/documents runs them
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_every_public_name_is_on_an_api_page(hooks: Any, site: Path) -> None:
    missing = []
    for module in hooks.api_modules():
        text = (site / hooks.api_path(module)).with_suffix(".html").read_text(encoding="utf-8")
        shown = set(re.findall(r'(?:id="|href="[^"]*#)([\w.]+)"', text))
        for name in getattr(module, "__all__", ()):
            if hooks.anchor_of(module, name) not in shown:
                missing.append(f"{module.__name__}.{name}")
    assert missing == []


def test_pages_load_nothing_from_the_network(site: Path) -> None:
    loaded = re.compile(
        r'<(?:script|img)[^>]*src="https?://[^"]*"|<link[^>]*rel="stylesheet"[^>]*href="https?://[^"]*"'
    )
    for page in site.rglob("*.html"):
        assert loaded.findall(page.read_text(encoding="utf-8")) == [], page.name
