"""One setting's value: what it may be, and how it is read from text or from TOML."""

from __future__ import annotations

import ipaddress
import math
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_origin

from server.identity import is_fingerprint

__all__ = ["Kind", "Problem", "Refusal", "checked", "from_text"]


class Problem(StrEnum):
    """What is wrong with a setting, or with the file that it stands in."""

    UNREADABLE = "unreadable"
    """The file; ``reason``: the system's."""
    TOO_LONG = "too_long"
    """The file; ``most``: bytes."""
    NOT_TOML = "not_toml"
    """The file; ``reason``: the reader's, with line and column."""
    UNKNOWN_KEY = "unknown_key"
    """``near``: the most similar key, or nothing."""
    WRONG_TYPE = "wrong_type"
    """``wanted``: bool, int, float, str, or list (of strings)."""
    OUT_OF_RANGE = "out_of_range"
    """``least``, ``most``."""
    NOT_ONE_OF = "not_one_of"
    """``choices``."""
    NOT_LOOPBACK = "not_loopback"
    """Figures are for this machine alone; no params."""
    NOT_IPV4 = "not_ipv4"
    """Not an IPv4 address; no params."""
    NOT_FINGERPRINT = "not_fingerprint"
    """Not a key's fingerprint; no params."""
    OTHER_FOLDER = "other_folder"
    """``folder``: the file was found in another one than it names."""


class Refusal(Exception):
    """A value cannot be used."""

    def __init__(self, problem: Problem, **params: str) -> None:
        super().__init__(problem, params)
        self.problem = problem
        self.params = params


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What a key's values are. ``optional``: it may be left unset."""

    key: str
    type: Any
    optional: bool = False


_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})
_BOUNDS: Final[dict[str, tuple[float, float]]] = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "metrics_port": (0, 65_535),
    "bot_delay": (0, 3600),
    "log_bytes": (16_384, 2**31),
    "log_files": (1, 99),
}
_MOST: Final = 2**31


def from_text(kind: Kind, text: str) -> Any:
    """Return what ``text`` (an environment variable) means; :func:`checked` comes after it."""
    text = text.strip()
    if get_origin(kind.type) is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind.type is bool:
        word = text.lower()
        if word not in _TRUE | _FALSE:
            raise Refusal(Problem.WRONG_TYPE, wanted="bool")
        return word in _TRUE
    if kind.type in (int, float):
        try:
            return kind.type(text)
        except ValueError:
            raise Refusal(Problem.WRONG_TYPE, wanted=kind.type.__name__) from None
    return text


def checked(kind: Kind, value: Any) -> Any:
    """Return ``value`` as the setting has it; raise :class:`Refusal`."""
    if get_origin(kind.type) is tuple:
        return _strings(kind.key, value)
    if issubclass(kind.type, StrEnum):
        choices = [str(choice) for choice in kind.type]
        if value not in choices:
            raise Refusal(Problem.NOT_ONE_OF, choices=", ".join(choices))
        return kind.type(value)
    if kind.type is bool:
        return _of(bool, value)
    if kind.type in (int, float):
        return _number(kind, value)
    if kind.type is Path:
        return Path(value) if isinstance(value, Path) else Path(_text(kind.key, value, least=1))
    return _text(kind.key, value)


def _of(wanted: type, value: Any) -> Any:
    if not isinstance(value, wanted):
        raise Refusal(Problem.WRONG_TYPE, wanted=wanted.__name__)
    return value


def _number(kind: Kind, value: Any) -> int | float:
    # In Python True is a number, in a settings file it is a mistake.
    fits = isinstance(value, int) or (kind.type is float and isinstance(value, float))
    if isinstance(value, bool) or not fits:
        raise Refusal(Problem.WRONG_TYPE, wanted=kind.type.__name__)
    least, most = _BOUNDS.get(kind.key, (1 if kind.type is int else 0.001, _MOST))
    if not math.isfinite(value) or not least <= value <= most:
        raise Refusal(Problem.OUT_OF_RANGE, least=f"{least:g}", most=f"{most:g}")
    number: int | float = kind.type(value)
    return number


def _text(key: str, value: Any, *, least: int = 0) -> str:
    text: str = _of(str, value)
    if len(text) < least or "\0" in text:
        raise Refusal(Problem.WRONG_TYPE, wanted="str")
    if key == "metrics_host" and text not in {"127.0.0.1", "::1"}:
        raise Refusal(Problem.NOT_LOOPBACK)
    return text


def _strings(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise Refusal(Problem.WRONG_TYPE, wanted="list")
    if key == "lan_interfaces":
        for part in value:
            try:
                ipaddress.IPv4Address(part)
            except ValueError:
                raise Refusal(Problem.NOT_IPV4) from None
    if key in {"admins", "allowed"} and not all(is_fingerprint(part) for part in value):
        raise Refusal(Problem.NOT_FINGERPRINT)
    return tuple(value)
