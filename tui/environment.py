"""The server's own environment is not the player's: read it once, then hide it from the UI library.

Textual and Rich read variables of the *process* at import and again in every new App (frames per
second, ``NO_COLOR``, ``COLUMNS``, terminal program …). Over SSH those describe the machine that
the server was started on, so a server started with ``NO_COLOR=1`` would grey every player's
screen. ``tui/__init__`` imports this module first, which makes the order right for every import of
a ``tui`` module; each session is then set up from what its own client said.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from types import MappingProxyType
from typing import Final

__all__ = ["LOCAL", "local_variables", "scrub"]

_READ_BY_THE_LIBRARIES: Final = (
    "CLICOLOR", "CLICOLOR_FORCE", "COLORFGBG", "COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES",
    "LC_TERMINAL", "NO_COLOR", "TERM_PROGRAM", "TTY_COMPATIBLE", "TTY_INTERACTIVE",
    "UNICODE_VERSION",
)  # fmt: skip
_FIXED: Final[Mapping[str, str]] = {
    # No key protocol that only some terminals have; no scrolling that repaints in small steps;
    # nothing that moves by itself.
    "TEXTUAL_DISABLE_KITTY_KEY": "1",
    "TEXTUAL_SMOOTH_SCROLL": "0",
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_FPS": "60",
    # Truecolor inside; each session's own depth is applied by the differ (``tui.colour``).
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
}
_CLIENT_NAMES: Final = ("LANG", "COLORTERM", "NO_COLOR", "TERM")
_CLIENT_PREFIXES: Final = ("LC_", "UNDERTABLE_")


def local_variables(environ: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a client on this machine's own terminal would have sent."""
    return MappingProxyType(
        {
            name: value
            for name, value in environ.items()
            if name in _CLIENT_NAMES or name.startswith(_CLIENT_PREFIXES)
        }
    )


def scrub(environ: MutableMapping[str, str]) -> None:
    """Remove from ``environ`` what the UI libraries would read, and fix what they should."""
    for name in list(environ):
        if name in _READ_BY_THE_LIBRARIES or name == "TEXTUAL" or name.startswith("TEXTUAL_"):
            del environ[name]
    environ.update(_FIXED)


LOCAL: Final = local_variables(os.environ)
"""The variables of the terminal that this process was started in (for local play)."""

scrub(os.environ)
