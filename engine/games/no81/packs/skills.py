"""``[[skill]]``: a plug-in's skill, or one that words and ops declare (N81-19.2, N81-19.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.no81.cards import CLASS
from engine.games.no81.declared import declared, is_word
from engine.games.no81.effects import RULES
from engine.games.no81.glossary import CardClass, Per, Timing
from engine.games.no81.ops import OPS, WHO
from engine.games.no81.packs.faults import Reason
from engine.games.no81.packs.plugin import Sheet
from engine.games.no81.packs.reading import LONGEST_NAME, LONGEST_TEXT, Reader
from engine.games.no81.packs.words import Texts
from engine.games.no81.skill import Skill

__all__ = ["KINDS", "Plugin", "Plugins", "read_ops", "read_skill"]

KINDS: Final = ("active", "trigger", "static", "offer", "convert")
_MODIFIED: Final = ("range", "attack_damage", "hand_limit")
_MANY: Final = range(21)

Plugin = Callable[[Sheet], Skill | None]
"""Makes the skill of a sheet; None if that cannot be one of this class."""
Plugins = Mapping[str, Plugin]
"""By ``<module>:<class>``."""


def read_skill(reader: Reader, plugins: Plugins) -> tuple[Skill | None, Texts]:
    """Return the skill that a table declares, None if it has a fault, and what it is called."""
    before = len(reader.faults.found)
    name = reader.id()
    texts = Texts(name=reader.words("name", LONGEST_NAME), text=reader.words("text", LONGEST_TEXT))
    kind = reader.one_of("kind", KINDS)
    limited = reader.flag("limited")
    per = reader.member("per", Per, Per.FREE)
    sheet = Sheet(
        id=name,
        kind=kind,
        per=Per.GAME if limited else per,
        mandatory=reader.flag("mandatory"),
    )
    if limited and reader.has("per") and per is not Per.GAME:
        reader.fault("per", Reason.BOTH, "", "limited", "per")
    own = ("id", "name", "text", "kind", "limited", "mandatory", "per")
    if reader.has("plugin"):
        reader.only(*own, "plugin")
        skill = read_plugin(reader, plugins, sheet)
    else:
        reader.only(*own, "on", "if", "do")
        skill = _declared(reader, sheet)
    return (skill if len(reader.faults.found) == before else None), texts


def read_plugin(reader: Reader, plugins: Plugins, sheet: Sheet) -> Skill | None:
    """Return the skill of ``plugin = "<module>:<class>"``."""
    name = reader.text("plugin")
    if name in plugins:
        skill = plugins[name](sheet)
        if skill is None:
            reader.fault("plugin", Reason.UNSUPPORTED, name)
        return skill
    module = name.partition(":")[0]
    if any(known.partition(":")[0] == module for known in plugins):
        reader.fault("plugin", Reason.NO_CLASS, name.partition(":")[2])
    elif name:
        reader.fault("plugin", Reason.NO_MODULE, f"{module}.py")
    return None


def _declared(reader: Reader, sheet: Sheet) -> Skill | None:
    if sheet.kind != "trigger":
        reader.fault("plugin", Reason.MISSING)
        return None
    on = reader.member("on", Timing)
    if on is Timing.GUARD_COST:
        reader.fault("on", Reason.UNSUPPORTED, on)  # no op says what an answer costs
    words = reader.texts("if")
    for number, word in enumerate(words, start=1):
        if not is_word(word):
            reader.fault(f"if[{number}]", Reason.UNKNOWN, word)
    ops = read_ops(reader, "do")
    if not ops and not reader.has("do"):
        reader.fault("do", Reason.MISSING)
    return declared(
        sheet.id, on=on, when=words, ops=ops, how_often=sheet.per, forced=sheet.mandatory
    )


def read_ops(reader: Reader, key: str) -> Sequence[Mapping[str, Any]]:
    """Return checked ops (N81-19.3)."""
    found = []
    for op in reader.tables(key):
        name = op.one_of("op", tuple(OPS))
        op.one_of("who", WHO, "me")
        op.number("n", _MANY, 1)
        extra: tuple[str, ...] = ()
        match name:
            case "damage":
                extra = ("attribute",)
                op.one_of("attribute", ("mine", "none"), "mine")
            case "modify":
                extra = ("what", "until")
                op.one_of("what", _MODIFIED)
                op.one_of("until", ("turn_end",))
            case "as_card":
                extra = ("id",)
                op.one_of("id", _VIRTUAL)
            case _:
                pass
        op.only("op", "who", "n", *extra)
        found.append(dict(op.table))
    return found


_VIRTUAL: Final = tuple(face for face in RULES if CLASS[face] is not CardClass.DELAYED_EVENT)
"""Cards that can be used without a physical one to lie in a zone."""
