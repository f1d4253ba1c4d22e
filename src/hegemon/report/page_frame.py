"""The frame of a page: one self-contained HTML file whose only script is ours."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files

from hegemon.charts.markup import Markup, tag
from hegemon.report.page_parts import colour_rules


def html_page(title: str, sections: Sequence[Markup], colours: int) -> str:
    """A page. A content security policy allows its script and no other, and nothing from elsewhere."""
    script, style = _asset("_script.js"), _asset("_style.css") + colour_rules(colours)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=policy),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", title),
            tag("style", Markup(style)),
        ),
        tag("body", tag("main", *sections), tag("script", Markup(script))),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{page}\n"


def _asset(name: str) -> str:
    return files("hegemon.report").joinpath(name).read_text(encoding="utf-8")
