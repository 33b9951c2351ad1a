"""Settings from flags, environment and a TOML file, in this order, then the defaults.

The keys are the fields of :class:`server.settings.Settings`, so a new setting is a new field and
nothing more. Keys of the environment are ``UNDERTABLE_PORT`` and ``UNDERTABLE_LIMITS_SESSIONS``;
other variables that begin so are left alone, for a player's client uses the same prefix. The file
is the one that is named, or ``undertable.toml`` in the data folder if there is one.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, Final, get_args, get_type_hints

from server.config_values import Kind, Problem, Refusal, checked, from_text
from server.settings import Settings

__all__ = [
    "FILE_NAME", "PREFIX", "Effective", "Origin", "SettingsError", "Source", "as_plain",
    "from_plain", "keys", "load",
]  # fmt: skip


FILE_NAME: Final = "undertable.toml"
PREFIX: Final = "UNDERTABLE_"
_LONGEST: Final = 64 * 1024
_DEEPEST: Final = 2
_FILE_KEY: Final = "config"
_DATA_KEY: Final = "data_dir"


class Source(StrEnum):
    """Where a value comes from, the strongest first."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a value comes from; ``name`` is the variable or the file."""

    source: Source
    name: str = ""


class SettingsError(Exception):
    """A setting cannot be used: ``problem`` with its ``params``, under which key, from where."""

    def __init__(self, problem: Problem, origin: Origin, key: str = "", **params: str) -> None:
        super().__init__(problem, origin, key, params)
        self.problem = problem
        self.origin = origin
        self.key = key
        self.params: Mapping[str, str] = MappingProxyType(params)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """The settings, and each key's value and origin in the order of the fields."""

    settings: Settings
    values: Mapping[str, Any]
    origins: Mapping[str, Origin]


@cache
def keys() -> Mapping[str, Kind]:
    """Return every key, ``port`` or ``limits.sessions``, with what its values are."""
    return MappingProxyType(_keys(Settings, ""))


def _keys(owner: type, prefix: str) -> dict[str, Kind]:
    hints = get_type_hints(owner)
    found: dict[str, Kind] = {}
    for name in (field.name for field in fields(owner)):
        hint = hints[name]
        if isinstance(hint, type) and is_dataclass(hint):
            found |= _keys(hint, f"{prefix}{name}.")
            continue
        optional = isinstance(hint, UnionType)
        kind = next(a for a in get_args(hint) if a is not type(None)) if optional else hint
        found[prefix + name] = Kind(type=kind, optional=optional, key=prefix + name)
    return found


def load(flags: Mapping[str, Any], environ: Mapping[str, str]) -> Effective:
    """Return the effective settings; raise :class:`SettingsError` for the first bad one.

    ``flags`` holds what the command line has set, by key; ``config`` there, or in the environment,
    names the file.
    """
    layers = [_from_flags(flags), _from_environment(environ)]
    named = flags.get(_FILE_KEY) or environ.get(PREFIX + _FILE_KEY.upper())
    if named:
        layers.append(_from_file(Path(named)))
    else:
        folder = next((layer[_DATA_KEY][0] for layer in layers if _DATA_KEY in layer), None)
        folder = folder or Settings().data_dir
        if (folder / FILE_NAME).exists():
            layers.append(_from_file(folder / FILE_NAME))
            _check_folder(layers[-1], folder)
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}
    chosen: dict[str, Any] = {}
    for key in keys():
        for layer in layers:
            if key in layer:
                chosen[key], origins[key] = layer[key]
                break
        else:
            origins[key] = Origin(source=Source.DEFAULT)
    settings = _made(Settings, chosen, "")
    for key in keys():
        values[key] = _value(settings, key)
    return Effective(settings=settings, values=values, origins=origins)


def _value(settings: Settings, key: str) -> Any:
    value: Any = settings
    for name in key.split("."):
        value = getattr(value, name)
    return value


def as_plain(settings: Settings) -> dict[str, Any]:
    """Return settings as JSON has them, by key, for a process that is to have the same."""
    found = {key: _value(settings, key) for key in keys()}
    return {key: str(value) if isinstance(value, Path) else value for key, value in found.items()}


def from_plain(values: Mapping[str, Any]) -> Settings:
    """Return the settings that :func:`as_plain` has put into words."""
    origin = Origin(source=Source.FLAG)
    chosen = {k: _checked(k, v, origin) for k, v in values.items() if v is not None}
    made: Settings = _made(Settings, chosen, "")
    return made


_Layer = dict[str, tuple[Any, Origin]]


def _from_flags(flags: Mapping[str, Any]) -> _Layer:
    origin = Origin(source=Source.FLAG)
    return {
        key: (_checked(key, flags[key], origin), origin)
        for key in keys()
        if flags.get(key) is not None
    }


def _from_environment(environ: Mapping[str, str]) -> _Layer:
    found: _Layer = {}
    for key, kind in keys().items():
        name = PREFIX + key.replace(".", "_").upper()
        if name in environ:
            origin = Origin(source=Source.ENVIRONMENT, name=name)
            try:
                plain = from_text(kind, environ[name])
            except Refusal as refusal:
                raise SettingsError(refusal.problem, origin, key, **refusal.params) from None
            found[key] = (_checked(key, plain, origin), origin)
    return found


def _from_file(path: Path) -> _Layer:
    origin = Origin(source=Source.FILE, name=str(path))
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise SettingsError(Problem.UNREADABLE, origin, reason=reason) from error
    if len(content) > _LONGEST:
        raise SettingsError(Problem.TOO_LONG, origin, most=str(_LONGEST))
    try:
        plain = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(Problem.NOT_TOML, origin, reason=str(error)) from error
    found: _Layer = {}
    for key, value in _flat(plain, "").items():
        if key not in keys():
            near = get_close_matches(key, keys(), n=1, cutoff=0.6)
            raise SettingsError(Problem.UNKNOWN_KEY, origin, key, near="".join(near))
        found[key] = (_checked(key, value, origin), origin)
    return found


def _flat(table: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Return ``{"limits": {"sessions": 3}}`` as ``{"limits.sessions": 3}``.

    What is nested deeper than any key stays as it is; it is unknown in any case.
    """
    found: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict) and value and prefix.count(".") < _DEEPEST:
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def _check_folder(layer: _Layer, folder: Path) -> None:
    """Refuse a file that was found in one data folder and names another."""
    value, origin = layer.get(_DATA_KEY, (folder, None))
    if origin is not None and value.resolve() != folder.resolve():
        raise SettingsError(Problem.OTHER_FOLDER, origin, _DATA_KEY, folder=str(value))


def _checked(key: str, value: Any, origin: Origin) -> Any:
    try:
        return checked(keys()[key], value)
    except Refusal as refusal:
        raise SettingsError(refusal.problem, origin, key, **refusal.params) from None


def _made(owner: type, chosen: Mapping[str, Any], prefix: str) -> Any:
    """Return ``owner`` made of the chosen values, and of its defaults for the rest."""
    hints = get_type_hints(owner)
    arguments: dict[str, Any] = {}
    for name in (field.name for field in fields(owner)):
        hint = hints[name]
        if isinstance(hint, type) and is_dataclass(hint):
            arguments[name] = _made(hint, chosen, f"{prefix}{name}.")
        elif prefix + name in chosen:
            arguments[name] = chosen[prefix + name]
    return owner(**arguments)
