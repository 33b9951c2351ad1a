"""What has happened since the start, as plain numbers under closed names.

A place that counts says ``counts.add(Count.HANDSHAKES)`` and knows nothing of who reads. A name is
a member of :class:`Count` and there is nothing else to say with a number, so no player, key, code,
card or table can become part of one. Used on the event loop's thread only.

Whoever reads these numbers on the server's machine may be a player. So only what everybody may know
at that moment is counted (a decision when it is complete, never a sealed answer).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

__all__ = ["Count", "add", "terminal_kind", "totals"]


class Count(StrEnum):
    """Everything that is counted, as ``group`` or ``group.kind``."""

    HANDSHAKES = "handshakes"
    HANDSHAKES_REFUSED = "handshakes_refused"
    LOGIN_KEY = "logins.key"
    LOGIN_GUEST = "logins.guest"
    LOGIN_NO_PROOF = "logins.no_proof"
    SESSION_XTERM = "sessions.xterm"
    SESSION_SCREEN = "sessions.screen"
    SESSION_TMUX = "sessions.tmux"
    SESSION_LINUX = "sessions.linux"
    SESSION_RXVT = "sessions.rxvt"
    SESSION_PUTTY = "sessions.putty"
    SESSION_VT = "sessions.vt"
    SESSION_DUMB = "sessions.dumb"
    SESSION_OTHER = "sessions.other"
    SESSION_NONE = "sessions.none"
    """No terminal: a command, or lines through a pipe."""
    SESSION_PROGRAM = "sessions.program"
    """Another program, through the subsystem."""
    BYTES_OUT = "bytes_out"
    FRAMES_SKIPPED = "frames_skipped"
    RECONNECTS = "reconnects"
    """Somebody is back at their seat in a running game."""
    DECISIONS = "decisions"
    """A decision of a game is complete, with all its answers."""


_totals: Counter[Count] = Counter()
_TERMINALS = {
    "xterm": Count.SESSION_XTERM, "screen": Count.SESSION_SCREEN, "tmux": Count.SESSION_TMUX,
    "linux": Count.SESSION_LINUX, "rxvt": Count.SESSION_RXVT, "putty": Count.SESSION_PUTTY,
    "dumb": Count.SESSION_DUMB, "unknown": Count.SESSION_DUMB,
}  # fmt: skip


def add(what: Count, amount: int = 1) -> None:
    """Count ``amount`` more of ``what``."""
    _totals[what] += amount


def totals() -> Mapping[Count, int]:
    """Return every count since the start, those at 0 included."""
    return {what: _totals[what] for what in Count}


def terminal_kind(term: str) -> Count:
    """Return which of our kinds a client's ``TERM`` is; its own words are never a name."""
    family = term.partition("-")[0].lower()
    if family.startswith("vt"):
        return Count.SESSION_VT
    return _TERMINALS.get(family, Count.SESSION_OTHER if family else Count.SESSION_NONE)
