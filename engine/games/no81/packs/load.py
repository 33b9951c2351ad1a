"""A whole pack from the bytes of its files: manifest, characters, cards, plug-ins (N81-19.1)."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Any, Final

from engine.games.no81 import api
from engine.games.no81.content import Character, Limited, Pack
from engine.games.no81.effects.delayed import DetachRule
from engine.games.no81.glossary import Query, Timing
from engine.games.no81.packs.cards import CardPlugins, read_card
from engine.games.no81.packs.characters import read_character
from engine.games.no81.packs.faults import Faults, Reason
from engine.games.no81.packs.modules import classes_of
from engine.games.no81.packs.performing import Report, ignore
from engine.games.no81.packs.plugin import Sheet, plugged
from engine.games.no81.packs.programs import Program
from engine.games.no81.packs.reading import LONGEST_NAME, Reader
from engine.games.no81.packs.skills import Plugins
from engine.games.no81.packs.words import NO_WORDS, Texts, Words
from engine.games.no81.skill import Skill
from engine.games.no81.use import CardRule

__all__ = ["MANIFEST", "Sources", "is_part", "load_pack"]

MANIFEST: Final = "pack.toml"
_CHARACTERS, _MIND, _SKILLS = "characters/", "mind/", "skills/"
_TEXT_KEYS: Final = frozenset({"name", "title", "text", "label", "art"})
"""What is shown and not played: it may be mended without a journal taking offence."""
_LONGEST_VERSION: Final = 20

Sources = Mapping[str, bytes]
"""The files of a pack by their names in its folder, ``/`` between the parts."""


def is_part(name: str) -> bool:
    """Say whether a file of this name is part of a pack; ``skills/test_*.py`` is beside it."""
    folder, _slash, file = name.rpartition("/")
    match folder:
        case "":
            return file == MANIFEST
        case "characters" | "mind":
            return file.endswith(".toml")
        case "skills":
            return file.endswith(".py") and not file.startswith("test_")
        case _:
            return False


def load_pack(
    sources: Sources,
    *,
    folder: str = "",
    report: Report = ignore,
    built_in: Plugins | None = None,
    built_in_cards: CardPlugins | None = None,
) -> Pack:
    """Return the pack; raise :class:`PackError` with all its faults.

    ``folder`` is put before the names of files in faults. ``built_in``: the skills are classes of
    the engine's own, and no source of a plug-in is read. ``report`` is told when a plug-in raises.
    """
    faults = Faults()
    tables = {
        name: _parsed(folder + name, data, faults)
        for name, data in sorted(sources.items())
        if name.endswith(".toml")
    }
    head = Reader(folder + MANIFEST, tables.get(MANIFEST) or {}, faults)
    if MANIFEST not in sources:
        faults.add(folder + MANIFEST, "", Reason.MISSING)
    elif tables[MANIFEST] is None:
        head = Reader(head.file, {}, Faults())
    name, version, called, series = _manifest(head)
    texts: dict[str, Texts] = {name: Texts(name=called)}
    files = {name: head.file, **dict.fromkeys(series, head.file)}
    modules = {} if built_in is not None else _modules(sources, folder, faults)
    plugins = built_in or _plugins(modules, report)
    effects = built_in_cards or _effects(modules, report)
    characters: list[Character] = []
    skills: list[Skill] = []
    limited: list[Limited] = []
    rules: dict[str, dict[int, CardRule]] = {}
    detaching: dict[str, DetachRule] = {}
    worlds = frozenset(series)
    for file, table in tables.items():
        if table is None or file == MANIFEST:
            continue
        reader = Reader(folder + file, table, faults)
        if file.startswith(_CHARACTERS):
            found = read_character(reader, worlds, plugins)
            skills += found.skills
            texts |= found.texts
            characters += [found.character] if found.character else []
            files.update(dict.fromkeys(found.ids, reader.file))
        elif file.startswith(_MIND):
            card = read_card(reader, worlds, effects)
            if card.card is not None:
                limited.append(card.card)
                files[card.card.id] = reader.file
                rules[card.card.id] = card.rules
                if card.detaching is not None:
                    detaching[card.card.id] = card.detaching
            texts |= card.texts
    _unused(modules, tables, folder, faults)
    faults.check()
    return Pack(
        id=name,
        version=version,
        digest=_digest(tables, {} if built_in is not None else sources),
        series=series,
        characters=characters,
        limited=limited,
        skills=skills,
        rules={face: modes for face, modes in rules.items() if modes},
        detaching=detaching,
        texts=texts,
        files=files,
    )


def _parsed(file: str, data: bytes, faults: Faults) -> dict[str, Any] | None:
    """Return a TOML file's table, None if it is none."""
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError:
        faults.add(file, "", Reason.NOT_TEXT)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        faults.add(file, "", Reason.NOT_TOML, error)
    return None


def _manifest(head: Reader) -> tuple[str, str, Words, dict[str, Words]]:
    """Return id, version, name and series of ``pack.toml``."""
    if not head.table:
        return "", "", NO_WORDS, {}
    head.only("id", "name", "version", "api", "series")
    name = head.id()
    version = head.text("version")
    fits = len(version) <= _LONGEST_VERSION and version.isprintable() and " " not in version
    if not fits:
        head.fault("version", Reason.UNKNOWN, version)
    number = head.number("api", range(1, 1000))
    if head.has("api") and number != api.API:
        head.fault("api", Reason.API, number, str(api.API))
    called = head.words("name", LONGEST_NAME, must=False)
    series: dict[str, Words] = {}
    for table in head.tables("series"):
        table.only("id", "name")
        own = table.id()
        if own in series or own == name:
            table.fault("id", Reason.TWICE, own)
        series[own] = table.words("name", LONGEST_NAME)
    return name, version, called, series


def _modules(
    sources: Sources, folder: str, faults: Faults
) -> dict[str, dict[str, type[api.Skill]]]:
    """Return the classes of every module of ``skills/``, by the module's name."""
    found = {}
    for file, data in sorted(sources.items()):
        if file.startswith(_SKILLS) and is_part(file):
            try:
                source = data.decode()
            except UnicodeDecodeError:
                faults.add(folder + file, "", Reason.NOT_TEXT)
                continue
            name = file.removeprefix(_SKILLS).removesuffix(".py")
            found[name] = classes_of(folder + file, source, faults)
    return found


def _plugins(modules: Mapping[str, Mapping[str, type[api.Skill]]], report: Report) -> Plugins:
    return {
        f"{module}:{name}": partial(_made, kind=kind, report=report)
        for module, classes in modules.items()
        for name, kind in classes.items()
    }


def _effects(modules: Mapping[str, Mapping[str, type[api.Skill]]], report: Report) -> CardPlugins:
    return {
        f"{module}:{name}": Program(kind, report)
        for module, classes in modules.items()
        for name, kind in classes.items()
    }


def _made(sheet: Sheet, *, kind: type[api.Skill], report: Report) -> Skill | None:
    """Return the skill, None if its class does not fit to what its table says."""
    timings, queries = kind.timings, kind.queries
    if not _among(timings, Timing) or not _among(queries, Query):
        return None
    if sheet.kind == "trigger" and not timings:
        return None
    if sheet.kind in {"active", "offer"} and kind.activate is api.Skill.activate:
        return None
    if sheet.kind in {"static", "convert"} and kind.query is api.Skill.query:
        return None
    return plugged(sheet, kind, report)


def _among(names: object, known: type[StrEnum]) -> bool:
    """Say whether it is a tuple of names of ``known``: a plug-in may have put anything there."""
    return isinstance(names, tuple) and all(name in {k.value for k in known} for name in names)


def _unused(
    modules: Mapping[str, object],
    tables: Mapping[str, dict[str, Any] | None],
    folder: str,
    faults: Faults,
) -> None:
    """Note modules that nothing names, unless another fault may be the reason."""
    if faults.found:
        return
    named = {str(name).partition(":")[0] for table in tables.values() for name in _named(table)}
    for module in modules:
        if module not in named:
            faults.add(f"{folder}{_SKILLS}{module}.py", "", Reason.UNUSED)


def _named(value: object) -> list[object]:
    """Return every ``plugin`` of a table."""
    if isinstance(value, dict):
        own = [value["plugin"]] if "plugin" in value else []
        return own + [name for part in value.values() for name in _named(part)]
    if isinstance(value, list):
        return [name for part in value for name in _named(part)]
    return []


def _played(value: object) -> object:
    """Return a table without its texts."""
    if isinstance(value, dict):
        return {key: _played(part) for key, part in value.items() if key not in _TEXT_KEYS}
    return [_played(part) for part in value] if isinstance(value, list) else value


def _digest(tables: Mapping[str, dict[str, Any] | None], sources: Sources) -> str:
    """Return 16 hexadecimal digits over all that is played: the tables, and the plug-ins."""
    plain = [[name, _played(table)] for name, table in tables.items()]
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, default=str)
    whole = hashlib.blake2b(text.encode(), digest_size=8)
    for name, data in sorted(sources.items()):
        if name.startswith(_SKILLS) and is_part(name):
            whole.update(f"\0{name}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()
