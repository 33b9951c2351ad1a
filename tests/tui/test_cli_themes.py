"""A host's own themes: checked by a command, offered by the server, and never its undoing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tui.test_cli_serve import ended
from themes.fault import FaultCode
from themes.loader import BUILT_IN, available, load
from tui.cli.serve import THEMES_NAME
from tui.styles import style_faults
from tui.wardrobe import built_in, with_hosts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one good theme, made from a built-in one."""
    shutil.copytree(BUILT_IN / "diary", tmp_path / "mine" / "neon")
    return tmp_path / "mine"


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")


def test_good_themes_are_told_of_with_status_0(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (folder, folder / "neon"):
        assert ended("themes", "check", str(path)) == 0
        out, err = capsys.readouterr()
        assert out.startswith("neon: ")
        assert err == ""


def test_the_built_in_themes_pass_their_own_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("themes", "check", str(BUILT_IN)) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(available())


def test_every_fault_of_every_theme_is_told_at_once_with_file_key_and_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(folder / "neon", folder / "dim")
    shutil.copytree(folder / "neon", folder / "dusk")
    spoil(folder / "neon", "palette.toml", 'out = "#949494"', "out = 3")
    spoil(folder / "neon", "glyphs.toml", 'letter = "@"', 'letter = "\u2605"')
    spoil(folder / "dim", "palette.toml", 'text = "#dadada"', 'text = "#333333"')
    (folder / "dim" / "style.tcss").unlink()
    assert ended("themes", "check", str(folder)) == 1
    out, err = capsys.readouterr()
    assert out == ""
    rows = err.splitlines()
    for theme, *facts in (
        ("neon", "palette.toml", "colours.out"),
        ("neon", "glyphs.toml", "letter", "\u2605"),
        ("dim", "palette.toml", "colours.text", "private", "4.5"),
        ("dim", "style.tcss"),
        ("dusk", "already"),
    ):
        assert any(r.startswith(f"{theme}: ") and all(f in r for f in facts) for r in rows), facts
    assert rows[-1] == f"{len(rows) - 1} faults."


@pytest.mark.parametrize(
    ("style", "line", "reason"),
    [
        ("Screen { colr: red; }", " 1: ", "colr"),
        ("\nScreen { background: $nope; }", " 2: ", "nope"),
        ("Screen {", "", ""),
        ("}", "", ""),
    ],
)
def test_a_bad_style_sheet_is_told_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str], style: str, line: str, reason: str
) -> None:
    (folder / "neon" / "style.tcss").write_text(style, "utf-8")
    assert ended("themes", "check", str(folder)) == 1
    told = capsys.readouterr().err.splitlines()[0]
    assert told.startswith("neon: style.tcss")
    assert line in told
    assert reason in told
    assert "[" not in told


def test_a_folder_without_themes_is_status_1_and_no_folder_at_all_is_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended("themes", "check", str(tmp_path)) == 1
    assert "palette.toml" in capsys.readouterr().err
    assert ended("themes", "check") == 2
    assert ended("themes") == 2


# --- what a server offers ---------------------------------------------------------------------


def test_a_hosts_themes_come_after_the_built_in_ones(folder: Path) -> None:
    wardrobe, left_out = with_hosts(folder, style_faults)
    assert wardrobe.ids == (*built_in().ids, "neon")
    assert left_out == {}
    # The host's own look of a game is the one that is followed.
    diary = wardrobe.made_for("future_diary")
    assert diary is not None
    assert diary.id == "neon"


def test_what_is_wrong_is_left_out_and_no_built_in_theme_is_replaced(folder: Path) -> None:
    for theme in ("dusk", "blot", "loud"):
        shutil.copytree(folder / "neon", folder / theme)
    spoil(folder / "blot", "palette.toml", "#dadada", "#gggggg")
    (folder / "loud" / "style.tcss").write_text("Screen { colr: red; }")
    wardrobe, left_out = with_hosts(folder, style_faults)
    assert wardrobe.ids == (*built_in().ids, "neon")
    assert wardrobe.themes["dusk"] is load()
    codes = {theme: {fault.code for fault in faults} for theme, faults in left_out.items()}
    assert codes == {
        "dusk": {FaultCode.TAKEN},
        "blot": {FaultCode.BAD_COLOUR},
        "loud": {FaultCode.BAD_STYLE},
    }


def test_the_folder_is_a_setting_like_any_other(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended("serve", "--print-config", "--themes", str(folder)) == 0
    assert f'themes_dir = "{folder}"  # flag' in capsys.readouterr().out
    assert THEMES_NAME == "themes"
