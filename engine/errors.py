"""Errors of the engine: types that carry a code and parameters, never prose.

The sentence is made where it is shown (``tui.messages``), in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from engine.event import Value

__all__ = ["ConfigError", "EngineError", "JournalError", "Refusal", "Refused"]


class Refusal(StrEnum):
    """Why an answer was turned away before it reached a rule."""

    NOT_RUNNING = "not_running"
    """The game is over, frozen or not started."""
    NOT_ASKED = "not_asked"
    """Nothing is asked of this seat now."""
    STALE = "stale"
    """The answer names an ask that is no longer open (late or duplicate)."""
    ILLEGAL = "illegal"
    """The answer is not among what was offered."""
    TOO_LONG = "too_long"
    """A free text is over its limit or holds characters that are not allowed."""
    FINAL = "final"
    """The ask was answered already and cannot be revised."""
    STAYS = "stays"
    """The rules take no notice of it that this seat's player leaves for good."""


class EngineError(Exception):
    """Base of all engine errors; ``code`` is stable, ``params`` fill its sentence."""

    def __init__(self, code: str, **params: Value) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: Mapping[str, Value] = MappingProxyType(params)

    def __str__(self) -> str:
        if not self.params:
            return self.code
        return self.code + " " + ", ".join(f"{k}={v!r}" for k, v in sorted(self.params.items()))


class Refused(EngineError):
    """An answer was refused; the game is exactly as it was before."""


class ConfigError(EngineError):
    """A table's set-up is not playable; ``params`` name what is wrong."""


class JournalError(EngineError):
    """A journal does not fit the rules that read it.

    Codes: ``rules_version``, ``fingerprint`` (param ``sequence``), ``truncated``, ``format``,
    ``unknown_game``, ``content`` (param ``missing``: what it was played with and is not
    there now); from :func:`engine.verify.verify` also ``commitment`` and ``seed`` (param
    ``sequence``).
    """
