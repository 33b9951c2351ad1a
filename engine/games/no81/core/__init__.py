"""The built-in content pack ``core``, read and put together the way any pack is (N81-19.1).

Its tables are the ``*.toml`` files here, in the order of their names; reading one's own package is
part of importing it. Its skills are classes of the engine, one small file each in ``skills``, which
reach further than a host's plug-ins can (``engine.games.no81.api``).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from engine.games.no81.content import assemble
from engine.games.no81.core.limited import LIMITED_RULES
from engine.games.no81.core.skills import SKILLS
from engine.games.no81.packs.load import is_part, load_pack
from engine.games.no81.packs.plugin import Sheet
from engine.games.no81.skill import Skill

__all__ = ["CORE", "CORE_PACK"]


def _sources() -> dict[str, bytes]:
    here = Path(__file__).parent
    names = (path.relative_to(here).as_posix() for path in here.rglob("*.toml"))
    return {name: (here / name).read_bytes() for name in names if is_part(name)}


def _made(sheet: Sheet, *, skill: Skill) -> Skill | None:
    """Return the skill if its table says the same of it as its class."""
    kinds = {
        "active": skill.active,
        "offer": skill.offer,
        "trigger": bool(skill.timings),
        "convert": bool(skill.converts),
        "static": not (skill.active or skill.offer or skill.timings),
    }
    told = (sheet.id, sheet.per, sheet.mandatory)
    return skill if (skill.id, skill.per, skill.mandatory) == told and kinds[sheet.kind] else None


CORE_PACK: Final = load_pack(
    _sources(),
    built_in={
        f"{type(skill).__module__.rpartition('.')[2]}:{type(skill).__name__}": partial(
            _made, skill=skill
        )
        for skill in SKILLS
    },
    built_in_cards={f"limited:{face}": modes[1] for face, modes in LIMITED_RULES.items()},
)
CORE: Final = assemble((CORE_PACK,))
