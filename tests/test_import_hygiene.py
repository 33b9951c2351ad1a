"""What each package may load, seen in a fresh process."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys

import pytest

import engine
import server
import themes

_PROBE = """
import importlib, json, sys
before = set(sys.modules)
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted({n.split(".")[0] for n in set(sys.modules) - before})))
"""


def _modules(package: str, path: list[str], *, without: tuple[str, ...] = ()) -> list[str]:
    found = [package] + [m.name for m in pkgutil.walk_packages(path, package + ".")]
    return [name for name in found if name not in without]


def _loaded(names: list[str]) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, json.dumps(names)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(json.loads(done.stdout))


def test_engine_loads_nothing_but_the_standard_library() -> None:
    loaded = _loaded(_modules("engine", list(engine.__path__), without=("engine.codec",)))
    assert loaded <= {"engine", *sys.stdlib_module_names}
    assert not loaded & {"asyncio", "socket", "sqlite3", "selectors"}


def test_the_journal_codec_adds_msgpack_alone() -> None:
    loaded = _loaded(["engine.codec"]) - set(sys.stdlib_module_names)
    # msgpack's compiled part registers modules of its own compiler's run time.
    assert {name for name in loaded if "cython" not in name} == {"engine", "msgpack"}


def test_server_loads_without_textual() -> None:
    loaded = _loaded(_modules("server", list(server.__path__)))
    assert not loaded & {"textual", "rich", "tui", "themes"}


def test_a_server_of_one_process_loads_no_nats() -> None:
    """Neither what every server is made of nor ``undertable serve`` as most hosts run it."""
    names = [
        name
        for name in _modules("server", list(server.__path__))
        if not name.startswith("server.cluster")
    ]
    assert "nats" not in _loaded([*names, "tui.cli.serve", "tui.cli.play", "tui.cli.serving"])
    assert "nats" in _loaded(["server.cluster.bus"])


def test_themes_stand_alone() -> None:
    loaded = _loaded(_modules("themes", list(themes.__path__)))
    assert not loaded & {"textual", "rich", "tui", "server", "engine", "asyncssh"}


@pytest.mark.parametrize("command", [["--help"], ["--version"]])
def test_quick_commands_load_neither_textual_nor_asyncssh(command: list[str]) -> None:
    code = (
        "import sys, json\nfrom tui.main import main\n"
        f"sys.argv = ['undertable', *{command!r}]\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code, stop.code\n"
        "sys.stderr.write(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert not {"textual", "asyncssh"} & set(json.loads(done.stderr))
    assert "undertable" in done.stdout
