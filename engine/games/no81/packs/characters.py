"""``characters/*.toml``: a character, its versions and the skills declared with it (N81-19.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.no81.content import Character, Version
from engine.games.no81.glossary import Colour
from engine.games.no81.packs.faults import Reason
from engine.games.no81.packs.reading import LONGEST_NAME, Reader
from engine.games.no81.packs.skills import Plugins, read_skill
from engine.games.no81.packs.words import Texts
from engine.games.no81.skill import Skill

__all__ = ["KARMA", "Found", "read_character"]

KARMA = range(-5, 6)
_HEALTH = range(1, 13)
_SKILLS = range(1, 5)
_VERSIONS = range(1, 3)
_LONGEST_FILE = 100


@dataclass(slots=True)
class Found:
    """What a file of characters holds."""

    character: Character | None = None
    skills: list[Skill] = field(default_factory=list)
    texts: dict[str, Texts] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)


def read_character(reader: Reader, series: frozenset[str], plugins: Plugins) -> Found:
    """Return a character and its skills; faults are noted."""
    reader.only("id", "name", "title", "series", "karma", "art", "version", "skill")
    found = Found()
    name = reader.id()
    words = reader.words("name", LONGEST_NAME)
    title = reader.words("title", LONGEST_NAME, empty=True)
    world = reader.text("series")
    if world and world not in series:
        reader.fault("series", Reason.UNKNOWN, world, *sorted(series))
    karma = reader.number("karma", KARMA)
    art = reader.sub("art")
    art.only("file", "credit")
    art.text("file", "")
    art.text("credit", "")
    versions = tuple(map(_version, reader.tables("version")))
    if not reader.has("version"):
        reader.fault("version", Reason.MISSING)
    elif len(versions) not in _VERSIONS:
        reader.fault("version", Reason.RANGE, len(versions), "1", "2")
    if len(versions) == 2 and versions[0].camp is versions[1].camp:
        reader.fault("version[2].colour", Reason.SAME_CAMP, versions[1].camp)
    found.character = Character(
        id=name, key=(words.zh, title.zh), series=world, karma=karma, versions=versions
    )
    found.texts[name] = Texts(name=words, title=title)
    found.ids.append(name)
    for table in reader.tables("skill"):
        skill, texts = read_skill(table, plugins)
        own = table.text("id", "")
        found.texts[own] = texts
        if own in found.ids:
            table.fault("id", Reason.TWICE, own)
        found.ids.append(own)
        if skill is not None:
            found.skills.append(skill)
    return found


def _version(reader: Reader) -> Version:
    reader.only("colour", "health", "skills")
    colour = reader.member("colour", Colour)
    health = reader.number("health", _HEALTH)
    skills = reader.texts("skills")
    if not reader.has("skills"):
        reader.fault("skills", Reason.MISSING)
    elif len(skills) not in _SKILLS and isinstance(reader.table["skills"], list):
        reader.fault("skills", Reason.RANGE, len(skills), "1", "4")
    for number, name in enumerate(skills, start=1):
        if name in skills[: number - 1]:
            reader.fault(f"skills[{number}]", Reason.TWICE, name)
    return Version(colour=colour, health=health, skills=skills)
