"""Every fault of a pack is told with file, key and reason, all of them at once (N81-19.1-19.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.no81.content import assemble
from engine.games.no81.core import CORE_PACK
from engine.games.no81.packs.faults import Fault, PackError, Reason
from engine.games.no81.packs.load import load_pack
from tests.engine.games.no81.packing import (
    BUOY_FILE,
    CODE_FILE,
    PILOT_FILE,
    SQUALL,
    Files,
    files,
    packed,
    sources,
    spoilt,
)

PACK_FILE = "pack.toml"
R = Reason


def faults_of(tables: Files, code: str = SQUALL) -> list[Fault]:
    """Return what is wrong with a pack by itself and beside the built-in one."""
    with pytest.raises(PackError) as refused:
        assemble((CORE_PACK, packed(tables, code)))
    return list(refused.value.faults)


CASES: list[tuple[str, list[Any], object, str, Reason]] = [
    (PACK_FILE, ["api"], 2, "api", R.API),
    (PACK_FILE, ["api"], "1", "api", R.TYPE),
    (PACK_FILE, ["version"], None, "version", R.MISSING),
    (PACK_FILE, ["id"], "core", "id", R.TWICE),
    (PACK_FILE, ["colour"], "red", "colour", R.UNKNOWN_KEY),
    (PACK_FILE, ["series", 0, "id"], "Port", "series[1].id", R.BAD_ID),
    (PACK_FILE, ["series"], [{"id": "port", "name": {"en": "P", "zh": "P"}},
                             {"id": "tokiwa", "name": {"en": "T", "zh": "T"}}], "series",
     R.OTHER_NAME),
    (PILOT_FILE, ["version", 0, "colour"], "mauve", "version[1].colour", R.UNKNOWN),
    (PILOT_FILE, ["version", 0, "health"], "6", "version[1].health", R.TYPE),
    (PILOT_FILE, ["version", 0, "health"], 13, "version[1].health", R.RANGE),
    (PILOT_FILE, ["version", 0, "health"], True, "version[1].health", R.TYPE),
    (PILOT_FILE, ["version", 0, "skills"], [], "version[1].skills", R.RANGE),
    (PILOT_FILE, ["version", 0, "skills"], ["nothing"], "version[1].skills[1]", R.UNKNOWN),
    (PILOT_FILE, ["version", 1, "colour"], "green", "version[2].colour", R.SAME_CAMP),
    (PILOT_FILE, ["version"], None, "version", R.MISSING),
    (PILOT_FILE, ["id"], "Pilot", "id", R.BAD_ID),
    (PILOT_FILE, ["id"], "tai", "id", R.TWICE),
    (PILOT_FILE, ["karma"], None, "karma", R.MISSING),
    (PILOT_FILE, ["karma"], 6, "karma", R.RANGE),
    (PILOT_FILE, ["series"], "moon", "series", R.UNKNOWN),
    (PILOT_FILE, ["name"], {"zh": "紅暮", "en": "x"}, "name", R.SAME_NAME),
    (PILOT_FILE, ["name"], "Pilot", "name", R.TYPE),
    (PILOT_FILE, ["name"], {"en": "Pilot"}, "name.zh", R.MISSING),
    (PILOT_FILE, ["name", "en"], "P\x1b[31m", "name.en", R.NOT_PRINTABLE),
    (PILOT_FILE, ["name", "en"], "P" * 41, "name.en", R.TOO_LONG),
    (PILOT_FILE, ["name", "zh_hans"], 1, "name.zh_hans", R.TYPE),
    (PILOT_FILE, ["name", "zh_hant"], "P", "name.zh_hant", R.UNKNOWN_KEY),
    (PILOT_FILE, ["helath"], 6, "helath", R.UNKNOWN_KEY),
    (PILOT_FILE, ["skill", 0, "kind"], "active", "skill[1].plugin", R.MISSING),
    (PILOT_FILE, ["skill", 0, "per"], "hour", "skill[1].per", R.UNKNOWN),
    (PILOT_FILE, ["skill", 0, "limited"], "yes", "skill[1].limited", R.TYPE),
    (PILOT_FILE, ["skill", 0, "limited"], True, "skill[1].per", R.BOTH),
    (PILOT_FILE, ["skill", 0, "on"], "teatime", "skill[1].on", R.UNKNOWN),
    (PILOT_FILE, ["skill", 0, "on"], "guard_cost", "skill[1].on", R.UNSUPPORTED),
    (PILOT_FILE, ["skill", 1, "kind"], "static", "skill[2].plugin", R.UNSUPPORTED),
    (PILOT_FILE, ["skill", 0, "if"], ["rank_le:x"], "skill[1].if[1]", R.UNKNOWN),
    (PILOT_FILE, ["skill", 0, "do"], [{"op": "win"}], "skill[1].do[1].op", R.UNKNOWN),
    (PILOT_FILE, ["skill", 0, "do"], None, "skill[1].do", R.MISSING),
    (PILOT_FILE, ["skill", 0, "do", 0, "who"], "you", "skill[1].do[1].who", R.UNKNOWN),
    (PILOT_FILE, ["skill", 0, "do", 0, "n"], -1, "skill[1].do[1].n", R.RANGE),
    (PILOT_FILE, ["skill", 1, "plugin"], "harbour:Calm", "skill[2].plugin", R.NO_CLASS),
    (PILOT_FILE, ["skill", 1, "plugin"], "bay:Squall", "skill[2].plugin", R.NO_MODULE),
    (PILOT_FILE, ["skill", 1, "kind"], "active", "skill[2].plugin", R.UNSUPPORTED),
    (BUOY_FILE, ["rank"], "1", "rank", R.UNKNOWN),
    (BUOY_FILE, ["fallback"], "tea", "fallback", R.UNKNOWN),
    (BUOY_FILE, ["class"], "delayed_event", "class", R.UNSUPPORTED),
    (BUOY_FILE, ["mode", 0, "target"], "everyone", "mode[1].target", R.UNKNOWN),
    (BUOY_FILE, ["mode", 0, "cost"], [{"op": "draw"}], "mode[1].cost", R.UNSUPPORTED),
    (BUOY_FILE, ["mode", 0, "plugin"], "harbour:Squall", "mode[1].do", R.BOTH),
    (BUOY_FILE, ["mode"], None, "mode", R.MISSING),
    (BUOY_FILE, ["condition", "camp"], ["mauve"], "condition.camp", R.UNKNOWN),
    (BUOY_FILE, ["condition", "series"], "moon", "condition.series", R.UNKNOWN),
]  # fmt: skip


@pytest.mark.rule("N81-19.1", "N81-19.2", "N81-19.3", "N81-19.6", "N81-2.7")
@pytest.mark.parametrize(("file", "path", "value", "key", "reason"), CASES)
def test_a_fault_is_told_with_file_key_and_reason(
    file: str, path: list[Any], value: object, key: str, reason: Reason
) -> None:
    found = faults_of(spoilt(file, path, value))
    assert (file, key, reason) in [(f.file, f.key, f.reason) for f in found]


CODE_CASES = [
    ("import os", R.IMPORT),
    ("import random", R.IMPORT),
    ("from engine.games.no81.state import State", R.IMPORT),
    ("import engine.games.no81.api", R.IMPORT),
    ("from no81.api import *", R.FORBIDDEN),
    ("def f(g): return open('/etc/passwd')", R.FORBIDDEN),
    ("def f(g): return eval('1')", R.FORBIDDEN),
    ("def f(g): return g.__class__", R.FORBIDDEN),
    ("def f(g): return g._state", R.FORBIDDEN),
    ("def f(g):\n    match g:\n        case Skill(_state=s):\n            return s", R.FORBIDDEN),
    ("def f(g): return (x for x in g).gi_frame", R.FORBIDDEN),
    ("def f(g): return '{0.x}'.format(g)", R.FORBIDDEN),
    ("def f(g): return getattr(g, 'x')", R.FORBIDDEN),
    ("SEEN = []", R.FORBIDDEN),
    ("def f(g, seen=[]): return seen", R.FORBIDDEN),
    ("class A:\n    seen = {}", R.FORBIDDEN),
    ("class A:\n    pass\ndef f(): A.x = 1", R.FORBIDDEN),
    ("N = 0\ndef f():\n    global N", R.FORBIDDEN),
    ("def f(g): return set(g.seats())", R.FORBIDDEN),
    ("def f(g): return {1, 2}", R.FORBIDDEN),
    ("def f(g):\n    try:\n        g.draw(0)\n    except:\n        pass", R.FORBIDDEN),
    (
        "def f(g):\n    try:\n        g.draw(0)\n    except BaseException:\n        pass",
        R.FORBIDDEN,
    ),
    ("async def f(g): pass", R.FORBIDDEN),
    ("for x in (1, 2): pass", R.FORBIDDEN),
    ("def f(:", R.SYNTAX),
    ("X = 1 + ''", R.RAISED),
    ("from math import cosine", R.RAISED),
]


@pytest.mark.rule("N81-19.5")
@pytest.mark.parametrize(("line", "reason"), CODE_CASES)
def test_a_plug_in_that_reaches_further_is_refused(line: str, reason: Reason) -> None:
    found = faults_of(files(), f"{SQUALL}\n{line}\n")
    told = [f for f in found if f.file == CODE_FILE]
    assert [f.reason for f in told][:1] == [reason]
    assert reason is R.RAISED or told[0].key.startswith("line ")


@pytest.mark.rule("N81-19.5")
def test_what_a_plug_in_may_import_works() -> None:
    code = SQUALL + (
        "\nimport math\nimport itertools\nfrom dataclasses import dataclass\n"
        "from typing import Any\n@dataclass(frozen=True)\nclass Pair:\n    one: Any = None\n"
        "    two: int = math.floor(2.5)\n"
    )
    with pytest.raises(PackError):  # a call in a class is no plain value
        packed(files(), code)
    assert packed(files(), code.replace("math.floor(2.5)", "2")).skills


@pytest.mark.rule("N81-19.1")
def test_all_faults_of_a_pack_are_told_together() -> None:
    tables = spoilt(PILOT_FILE, ["version", 0, "colour"], "mauve")
    tables[PILOT_FILE]["karma"] = 9
    tables[BUOY_FILE]["rank"] = "0"
    found = faults_of(tables, SQUALL + "\nimport os\n")
    assert {f.file for f in found} >= {PILOT_FILE, BUOY_FILE, CODE_FILE}
    assert {f.key for f in found if f.file == PILOT_FILE} >= {"version[1].colour", "karma"}


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        (PILOT_FILE, b"id = ", R.NOT_TOML),
        (PILOT_FILE, b"id = \"\xff\"", R.NOT_TEXT),
        (CODE_FILE, b"\xff", R.NOT_TEXT),
        ("skills/idle.py", b"", R.UNUSED),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_told(name: str, data: bytes, reason: Reason) -> None:
    with pytest.raises(PackError) as refused:
        load_pack({**sources(files()), name: data}, folder="here/")
    assert (f"here/{name}", reason) in [(f.file, f.reason) for f in refused.value.faults]


@pytest.mark.rule("N81-19.1")
def test_a_pack_without_a_manifest_is_none() -> None:
    with pytest.raises(PackError) as refused:
        load_pack({BUOY_FILE: b""})
    assert refused.value.faults[-1].file == PACK_FILE


@pytest.mark.rule("N81-19.1")
def test_the_digest_is_of_what_is_played_and_not_of_what_is_read() -> None:
    plain = packed().digest
    assert packed(spoilt(PILOT_FILE, ["name", "en"], "Captain")).digest == plain
    assert packed(spoilt(PILOT_FILE, ["name", "zh_hans"], "领航员")).digest == plain
    assert packed(spoilt(PILOT_FILE, ["karma"], -1)).digest != plain
    assert packed(files(), SQUALL + "\n# changed\n").digest != plain
