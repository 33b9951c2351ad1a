"""Looks and signs over the real OpenSSH client, in a terminal that answers what it is asked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.harness import Pane, ServerProcess, Tmux, make_key
from themes.loader import BUILT_IN, load, plain_glyphs
from themes.pack import Glyph
from tui.wardrobe import built_in

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(120),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"not installed: {Tmux.missing()}"),
]

FINE = load("dawn").glyphs[Glyph.CURSOR]
PLAIN = plain_glyphs()[Glyph.CURSOR]


def choose(pane: Pane, theme: str) -> str:
    """Try the look on and return the screen."""
    pane.until("new table")
    pane.send("g")
    pane.until("How shall it look")
    for _step in range(built_in().ids.index(theme)):
        pane.send("Down")
    return pane.until(r"[»>] Dawn")


def test_a_terminal_that_reads_utf8_gets_the_looks_signs_and_types_nothing_by_its_answer(
    server: ServerProcess, tmux: Tmux, tmp_path: Path
) -> None:
    pane = tmux.ssh("ann", server.port, key=make_key(tmp_path, "ann"))
    pane.until("new table")
    # Whatever the answer had typed would stand in the line that is opened now.
    pane.send("j")
    pane.type("frog")
    pane.until(r"frog")
    assert "Rfrog" not in pane.text
    pane.send("Escape")
    assert f"{FINE} Dawn" in choose(pane, "dawn")
    pane.send("Enter")
    pane.until("new table")
    # It is remembered for the key, and tried on again where it was left.
    again = tmux.ssh("ann", server.port, key=tmp_path / "ann")
    again.until("new table")
    again.send("g")
    again.until(f"{FINE} Dawn")


def test_a_terminal_whose_locale_is_not_utf8_gets_plain_signs(
    server: ServerProcess, tmux: Tmux, tmp_path: Path
) -> None:
    key = make_key(tmp_path, "bo")
    pane = tmux.ssh("bo", server.port, key=key, language="en_US.ISO-8859-1")
    assert f"{PLAIN} Dawn" in choose(pane, "dawn")
    pane.send("s")
    pane.send("s")
    pane.until(f"{FINE} Dawn")


def test_a_hosts_own_look_is_offered_and_a_broken_one_does_not_keep_the_server_from_starting(
    tmux: Tmux, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    for theme in ("neon", "broken"):
        shutil.copytree(BUILT_IN / "diary", data / "themes" / theme)
    palette = data / "themes" / "neon" / "palette.toml"
    palette.write_text(palette.read_text().replace('"Diary"', '"Neon light"'))
    (data / "themes" / "broken" / "glyphs.toml").write_text('out = "xx"\n')
    host = ServerProcess(data, "--bot-delay", "0.3").start()
    try:
        assert "broken: glyphs.toml: " in host.banner
        pane = tmux.ssh("cy", host.port, key=make_key(tmp_path, "cy"))
        pane.until("new table")
        pane.send("g")
        pane.send("End")
        pane.until("[»>] Neon light")
        assert "broken" not in pane.text
    finally:
        host.kill()
