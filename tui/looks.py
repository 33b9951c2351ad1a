"""The look of one session: which theme its colours come from, and which set its signs.

Like the language (``tui.i18n``) it is a mutable value in a context variable: :func:`begin` is
called once in a session's root context, :func:`wear` changes it for all tasks of that session.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass

from themes.loader import load, plain_glyphs
from themes.pack import Glyph, Theme

__all__ = ["begin", "sign", "signs", "wear", "worn"]


@dataclass(slots=True)
class _Look:
    theme: Theme
    plain: bool


_look: ContextVar[_Look] = ContextVar("undertable_look")


def begin() -> None:
    """Give the current context, and every task started from it later, a look of its own."""
    _look.set(_Look(load(), plain=True))


def wear(theme: Theme, *, plain: bool) -> None:
    """Change this session's look; ``plain``: its signs are ASCII whatever the theme has."""
    found = _look.get(None)
    if found is None:
        _look.set(_Look(theme, plain))
    else:
        found.theme, found.plain = theme, plain


def worn() -> Theme:
    """Return this session's theme."""
    found = _look.get(None)
    return load() if found is None else found.theme


def sign(glyph: Glyph) -> str:
    """Return how this session writes ``glyph``; outside of sessions in plain ASCII."""
    return _glyphs()[glyph]


def signs() -> tuple[str, ...]:
    """Return how this session writes all glyphs: of a look, all that lines of text depend on."""
    return tuple(_glyphs().values())


def _glyphs() -> Mapping[Glyph, str]:
    found = _look.get(None)
    return plain_glyphs() if found is None or found.plain else found.theme.glyphs
