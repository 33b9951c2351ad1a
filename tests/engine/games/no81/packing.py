"""A pack of two characters in one and a card, as tables that a test may spoil."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from engine.games.no81.content import Content, Pack, assemble
from engine.games.no81.core import CORE_PACK
from engine.games.no81.packs.load import load_pack
from engine.games.no81.packs.performing import Report, ignore
from tests.engine.games.no81 import position

PACK = """
id = "harbour"
version = "1.0"
api = 1
[[series]]
id = "port"
name = { zh = "港", en = "Port" }
"""
PILOT = """
id = "pilot"
name = { zh = "领航", en = "Pilot" }
title = { zh = "", en = "" }
series = "port"
karma = -2
[[version]]
colour = "blue"
health = 6
skills = ["sure_hand"]
[[version]]
colour = "red"
health = 6
skills = ["squall"]
[[skill]]
id = "sure_hand"
name = { zh = "稳手", en = "Sure Hand" }
text = { zh = "抽", en = "Draw." }
kind = "trigger"
per = "turn"
on = "after_damage"
if = ["i_am_source", "is_attack", "target_alive"]
do = [{ op = "draw", who = "me", n = 2 }, { op = "discard_hand", who = "target", n = 1 }]
[[skill]]
id = "squall"
name = { zh = "骤风", en = "Squall" }
text = { zh = "风", en = "Wind." }
kind = "trigger"
plugin = "harbour:Squall"
"""
BUOY = """
id = "lm_buoy"
name = { zh = "浮标", en = "Buoy" }
rank = "5"
class = "instant_event"
fallback = "mind_restore"
[condition]
series = ["port"]
[[mode]]
when = "play"
target = "other"
cost = [{ op = "discard_mind", n = 1 }]
do = [
  { op = "damage", who = "target", n = 1, attribute = "none" },
  { op = "modify", what = "range", n = 1, until = "turn_end" },
  { op = "spent_to_bottom", who = "me", n = 1 },
]
"""


SQUALL = """
from no81.api import Skill

class Squall(Skill):
    timings = ("turn_end",)

    def can_use(self, g, ev):
        return ev.who == self.seat
"""

Files = dict[str, dict[str, Any]]
PILOT_FILE, BUOY_FILE, CODE_FILE = "characters/pilot.toml", "mind/lm_buoy.toml", "skills/harbour.py"


def files() -> Files:
    """Return the tables, the caller's own."""
    return {
        "pack.toml": tomllib.loads(PACK),
        PILOT_FILE: tomllib.loads(PILOT),
        BUOY_FILE: tomllib.loads(BUOY),
    }


def toml(value: object) -> str:
    """Return a value of TOML, tables inline."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            parts = (f"{k} = {toml(v)}" for k, v in value.items() if v is not None)
            return "{ " + ", ".join(parts) + " }"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return json.dumps(value)


def sources(tables: Mapping[str, Mapping[str, Any]], code: str = SQUALL) -> dict[str, bytes]:
    """Return the files of a pack with these tables and this plug-in."""
    lines = {
        name: "\n".join(
            f"{key} = {toml(value)}" for key, value in table.items() if value is not None
        )
        for name, table in tables.items()
    }
    return {**{name: text.encode() for name, text in lines.items()}, CODE_FILE: code.encode()}


def packed(tables: Files | None = None, code: str = SQUALL, report: Report = ignore) -> Pack:
    """Return the pack as the loader makes it."""
    return load_pack(sources(files() if tables is None else tables, code), report=report)


def joined(tables: Files | None = None, code: str = SQUALL, report: Report = ignore) -> Content:
    """Return the built-in content, the test's plain characters and the pack in one."""
    return assemble((CORE_PACK, position.PLAIN_PACK, packed(tables, code, report)))


def spoilt(file: str, path: list[Any], value: object) -> Files:
    """Return the tables with one value set, or taken away (None)."""
    tables = deepcopy(files())
    found: Any = tables[file]
    for key in path[:-1]:
        found = found[key]
    if value is None:
        del found[path[-1]]
    else:
        found[path[-1]] = value
    return tables
