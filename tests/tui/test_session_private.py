"""The private parts of Textual that we rely on are as they were when we read them."""

from __future__ import annotations

import inspect
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.strip import Strip

import tui
from tui import textual_private
from tui.textual_private import SEQUENCE_KEYS, PrivateApp, SharedStylesheet


def test_textual_is_the_version_that_was_read() -> None:
    assert version("textual") == "8.2.8"


@pytest.mark.parametrize(
    ("ours", "theirs", "name"),
    [(PrivateApp, App, name) for name in vars(PrivateApp) if hasattr(App, name)]
    + [(SharedStylesheet, Stylesheet, name) for name in vars(SharedStylesheet)],
)
def test_every_override_overrides_something_of_the_same_shape(
    ours: type, theirs: type, name: str
) -> None:
    if not inspect.isfunction(vars(ours)[name]) or name == "__init__":
        return
    base = inspect.signature(getattr(theirs, name))
    mine = inspect.signature(vars(ours)[name])
    generic = any(p.kind is p.VAR_KEYWORD for p in mine.parameters.values())
    assert generic or list(base.parameters) == list(mine.parameters)


def test_no_other_module_touches_private_parts_of_textual() -> None:
    root = Path(tui.__file__).parent
    private = re.compile(r"(from|import) textual[.\w]*\._\w+|from textual[.\w]* import .*\b_\w")
    offenders = [
        path.name
        for path in root.rglob("*.py")
        if path.name != "textual_private.py" and private.search(path.read_text("utf-8"))
    ]
    assert offenders == []


def test_trap_1_strips_are_painted_without_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> str:
        pytest.fail("Strip.render caches escape codes without the colour depth")

    monkeypatch.setattr(Strip, "render", forbidden)
    put: list[tuple[int, int, str]] = []

    def note(x: int, y: int, text: str, style: object) -> int:
        put.append((x, y, text))
        return x + len(text)

    strip = Strip.blank(3)
    assert textual_private._paint_strip(2, 1, strip, note) == 5
    assert put == [(2, 1, "   ")]


def test_what_is_no_compositor_update_is_refused() -> None:
    with pytest.raises(TypeError):
        textual_private.paint("text", lambda x, y, text, style: x)


def test_arrows_are_in_the_librarys_table() -> None:
    assert SEQUENCE_KEYS["\x1b[A"] == ("up",)
    assert SEQUENCE_KEYS["\x1bOD"] == ("left",)
