"""The settings in words: the effective ones as TOML, and what is wrong with a bad one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, assert_never

from server.config import Effective, Origin, SettingsError, Source
from server.config_values import Problem
from tui.i18n import _

__all__ = ["as_toml", "settings_error"]

_WANTED = {
    "bool": "true / false",
    "int": "1, 2, 3",
    "float": "0.5, 1, 20",
    "str": '"..."',
    "list": '["...", "..."]',
}
_LONGEST_KEY = 60


def as_toml(effective: Effective) -> str:
    """Return a settings file that says what is in force, and where each value comes from."""
    return "\n".join(_lines(effective)) + "\n"


def _lines(effective: Effective) -> Iterable[str]:
    section = ""
    for key, value in effective.values.items():
        table, _dot, name = key.rpartition(".")
        if table != section:
            section = table
            yield ""
            yield f"[{table}]"
        origin = _origin_word(effective.origins[key])
        # TOML has no word for "not set": the line stays a comment.
        yield (
            f"# {name} =  # {origin}" if value is None else f"{name} = {_value(value)}  # {origin}"
        )


def _origin_word(origin: Origin) -> str:
    """Return the origin as code: it stands in a file that a program reads."""
    return f"{origin.source} {_printable(origin.name)}".rstrip()


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Path | StrEnum):
        value = str(value)
    # A basic string of TOML is a JSON string, DEL apart.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def settings_error(error: SettingsError) -> str:
    """Return which setting cannot be used, where it stands, why, and what would do."""
    return f"{_where(error)}: {_why(error)}"


def _where(error: SettingsError) -> str:
    origin, key = error.origin, _printable(error.key)[:_LONGEST_KEY]
    match origin.source:
        case Source.FILE:
            return f"{_printable(origin.name)}: {key}" if key else _printable(origin.name)
        case Source.ENVIRONMENT:
            return origin.name
        case Source.FLAG | Source.DEFAULT:
            return "--" + key.replace("_dir", "").replace("_", "-")
        case _:
            assert_never(origin.source)


def _why(error: SettingsError) -> str:  # noqa: C901 - one case per problem
    params = error.params
    match error.problem:
        case Problem.UNREADABLE:
            return _("The settings file cannot be read: {reason}.", reason=params["reason"])
        case Problem.TOO_LONG:
            return _("The settings file is longer than {most} bytes.", most=params["most"])
        case Problem.NOT_TOML:
            return _("The settings file is not valid TOML: {reason}", reason=params["reason"])
        case Problem.UNKNOWN_KEY:
            if params["near"]:
                return _("There is no such setting. Did you mean '{key}'?", key=params["near"])
            return _("There is no such setting. 'undertable serve --print-config' lists them.")
        case Problem.WRONG_TYPE:
            return _("A value like {example} is needed.", example=_WANTED[params["wanted"]])
        case Problem.OUT_OF_RANGE:
            return _(
                "A number from {least} to {most} is needed.",
                least=params["least"],
                most=params["most"],
            )
        case Problem.NOT_ONE_OF:
            return _("One of these is needed: {choices}.", choices=params["choices"])
        case Problem.NOT_LOOPBACK:
            return _("The figures are for this machine alone: 127.0.0.1 or ::1 is needed.")
        case Problem.NOT_IPV4:
            return _("An IPv4 address of this machine is needed.")
        case Problem.NOT_FINGERPRINT:
            return _(
                "A key's fingerprint is needed, SHA256: and 43 characters; 'ssh-keygen -lf FILE' "
                "or 'ssh HOST whoami' shows it."
            )
        case Problem.OTHER_FOLDER:
            return _(
                "This file stands in one data folder and names another, {folder}. Leave it out "
                "here, or name the file with --config.",
                folder=params["folder"],
            )
        case _:
            assert_never(error.problem)
