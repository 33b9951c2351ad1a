"""Themes load whole or say which file, key and reason stand in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from themes.fault import Fault, FaultCode, ThemeError
from themes.loader import DEFAULT, available, check, load
from themes.pack import Colour, Glyph, css_variables

BUILT_IN = Path(__file__).parents[2] / "themes"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILT_IN / DEFAULT, tmp_path / "copy"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize("theme", available())
def test_every_built_in_theme_loads_complete(theme: str) -> None:
    found = load(theme)
    assert found.id == theme
    assert set(found.palette) == set(Colour)
    assert set(found.glyphs) == set(Glyph)


def test_the_default_theme_is_listed_first() -> None:
    assert available()[0] == DEFAULT


def test_a_host_folder_is_listed_and_loaded_like_a_built_in_one(folder: Path) -> None:
    assert available(folder.parent) == ("copy",)
    assert load("copy", folder.parent).palette == load(DEFAULT).palette


@pytest.mark.parametrize("name", ["nosuch", "../themes/dusk", "..", "", "Dusk", "dusk/", "a\0b"])
def test_an_unknown_or_walking_id_is_refused(name: str) -> None:
    with pytest.raises(ThemeError) as caught:
        load(name)
    assert [fault.code for fault in caught.value.faults] == [FaultCode.UNKNOWN_THEME]


HOPE = 'hope = "#87d7ff"'


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("palette.toml", f"{HOPE}\n", "", ("missing_key", "colours.hope")),
        ("palette.toml", HOPE, f'{HOPE}\nhop = "#87d7ff"', ("unknown_key", "colours.hop")),
        ("palette.toml", HOPE, 'hope = "blue"', ("bad_colour", "colours.hope")),
        ("palette.toml", HOPE, "hope = 7", ("bad_value", "colours.hope")),
        ("palette.toml", HOPE, 'hope = "#444444"', ("low_contrast", "colours.hope")),
        ("palette.toml", "dark = true", 'dark = "yes"', ("bad_value", "dark")),
        ("palette.toml", "dark = true", "", ("missing_key", "dark")),
        ("palette.toml", 'name = "Dusk"', 'name = ""', ("bad_value", "name")),
        ("palette.toml", 'name = "Dusk"', f'name = "{"x" * 25}"', ("bad_value", "name")),
        ("palette.toml", 'name = "Dusk"', "name = 3", ("bad_value", "name")),
        ("palette.toml", 'name = "Dusk"', "", ("missing_key", "name")),
        ("palette.toml", "dark = true", "dark = true\nfont = 3", ("unknown_key", "font")),
        ("palette.toml", "[colours]", "colours = 3\n[other]", ("bad_value", "colours")),
        ("palette.toml", "[colours]", "[colours", ("not_toml", "")),
        ("palette.toml", "[colours]", '[weights]\nout = "thin"\n[colours]',
         ("bad_weight", "weights.out")),
        ("palette.toml", "[colours]", '[weights]\nouts = "bold"\n[colours]',
         ("unknown_key", "weights.outs")),
        ("palette.toml", "[colours]", "moods = 3\n[colours]", ("bad_value", "moods")),
        ("palette.toml", "[colours]", "[moods]\nhope = 3\n[colours]",
         ("bad_value", "moods.hope")),
        ("palette.toml", "[colours]", '[moods.hope]\nhop = "#87d7ff"\n[colours]',
         ("unknown_key", "moods.hope.hop")),
        ("palette.toml", "[colours]", '[moods.hope]\ntext = "#222222"\n[colours]',
         ("low_contrast", "moods.hope.text")),
        ("palette.toml", "[colours]", '[moods."A b"]\n[colours]', ("unknown_key", "moods.A b")),
        ("glyphs.toml", 'out = "x"', 'out = "\u2605"', ("bad_glyph", "out")),
        ("glyphs.toml", 'out = "x"', 'out = ""', ("bad_glyph", "out")),
        ("glyphs.toml", 'out = "x"', 'out = "xx"', ("bad_glyph", "out")),
        ("glyphs.toml", 'arrow = "->"', 'arrow = "-->"', ("bad_glyph", "arrow")),
    ],
)  # fmt: skip
def test_a_fault_names_its_file_key_and_reason(
    folder: Path, file: str, old: str, new: str, fault: tuple[str, str]
) -> None:
    edit(folder / file, old, new)
    found = check(folder)
    assert (file, fault[1], fault[0]) in [(f.file, f.key, f.code) for f in found]
    with pytest.raises(ThemeError) as caught:
        load("copy", folder.parent)
    assert caught.value.faults == found
    assert file in str(caught.value)


def test_a_missing_file_and_bad_bytes_are_named(folder: Path) -> None:
    (folder / "style.tcss").unlink()
    (folder / "glyphs.toml").write_bytes(b'out = "\xff"')
    assert check(folder) == (
        Fault(code=FaultCode.UNREADABLE, file="glyphs.toml"),
        Fault(code=FaultCode.UNREADABLE, file="style.tcss"),
    )


def test_an_oversized_style_sheet_is_refused(folder: Path) -> None:
    (folder / "style.tcss").write_text("/" * 16_385, "utf-8")
    assert [fault.code for fault in check(folder)] == [FaultCode.TOO_LONG]


def test_a_folder_whose_name_is_no_id_is_refused(folder: Path) -> None:
    folder.rename(folder.with_name("My Theme"))
    found = check(folder.with_name("My Theme"))
    assert found == (Fault(code=FaultCode.BAD_ID, file="", detail="My Theme"),)


def test_a_mood_is_the_same_look_in_some_other_colours() -> None:
    trial = load("trial")
    hope, despair = trial.turned("hope"), trial.turned("despair")
    assert hope.palette[Colour.TURN] != despair.palette[Colour.TURN]
    assert hope.palette[Colour.TEXT] == trial.palette[Colour.TEXT]
    assert hope.glyphs == trial.glyphs
    assert trial.turned("") is trial.turned("boredom") is trial


def test_all_faults_are_reported_at_once(folder: Path) -> None:
    edit(folder / "palette.toml", 'hope = "#87d7ff"', 'hope = "blue"')
    edit(folder / "glyphs.toml", 'out = "x"', 'out = "xxx"')
    assert [fault.key for fault in check(folder)] == ["colours.hope", "out"]


def test_style_variables_are_prefixed_and_complete() -> None:
    variables = css_variables(load(DEFAULT))
    assert len(variables) == len(Colour)
    assert variables["ut-turn-text"] == load(DEFAULT).palette[Colour.TURN_TEXT]
