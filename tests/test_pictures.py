"""README's pictures are the ones that ``make shots`` takes of the running product."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.api import Size
from tests.shots.booth import booth
from tests.shots.gallery import GALLERY, Shot
from tests.shots.picture import Cell, Look, Picture, of_lines

ROOT = Path(__file__).parents[1]
KEPT = {f"docs/pictures/{shot.name}.svg" for shot in GALLERY if shot.readme}
SHOTS = {shot.name: shot for shot in GALLERY}
LARGEST = 150_000
"""Bytes of a picture in the repository."""


def test_readme_shows_the_pictures_that_the_command_makes_and_no_others() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"!\[[^]]+\]\(([^)]+)\)", text))
    assert shown == KEPT
    assert {p.relative_to(ROOT).as_posix() for p in (ROOT / "docs" / "pictures").iterdir()} == KEPT


@pytest.mark.parametrize("path", sorted(KEPT))
def test_a_picture_is_small_and_brings_nothing_from_elsewhere(path: str) -> None:
    svg = (ROOT / path).read_text(encoding="utf-8")
    assert len(svg) < LARGEST
    assert svg.startswith("<svg ")
    assert "href" not in svg
    assert "url(" not in svg
    assert "<script" not in svg


def test_each_picture_has_a_name_of_its_own() -> None:
    assert len(SHOTS) == len(GALLERY)


@pytest.mark.parametrize("name", ["lobby", "waiting"])
async def test_the_way_to_a_picture_leads_there(name: str) -> None:
    shot: Shot = SHOTS[name]
    async with booth(name) as place:
        picture = await shot.walk(place, shot)
    assert picture.size == shot.size
    assert any("Love Letter" in row for row in picture.text())


def test_a_changed_row_is_a_changed_line_of_the_file() -> None:
    before = of_lines(["one", "two", "three"], Size(20, 4)).svg().splitlines()
    after = of_lines(["one", "2", "three"], Size(20, 4)).svg().splitlines()
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_wide_characters_stand_in_the_cells_that_they_take() -> None:
    svg = of_lines(["a中文b<&"], Size(20, 1)).svg()
    assert re.findall(r'x="(\d+)" textLength="(\d+)"[^>]*>([^<]+)<', svg) == [
        ("0", "9", "a"),
        ("9", "36", "中文"),
        ("45", "27", "b&lt;&amp;"),
    ]


def test_a_look_of_its_own_is_an_element_of_its_own() -> None:
    loud = Look("#ff0000", "#000080", ' font-weight="bold"')
    svg = Picture([[Cell("a"), Cell("b", loud), Cell("c", loud)]]).svg()
    assert '<rect x="9" y="0" width="18"' in svg
    assert 'fill="#ff0000" font-weight="bold">bc<' in svg
