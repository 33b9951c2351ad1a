"""``results`` as lines and for programs: totals, people, and one person by name."""

from __future__ import annotations

import json

import pytest

from server.api import ExitStatus
from tests.tui.lines import connected, hub
from tests.tui.records import CY, an_evening, keep, score
from tests.tui.sessions import ANN, BO


async def printed(*words: str, language: str = "en", games: bool = True) -> tuple[str, str, int]:
    """Return output, errors and status of ``ssh host results WORDS``."""
    async with hub() as place:
        if games:
            await an_evening(place)
        command = " ".join(("results", *words))
        async with connected(place, command=command, language=language) as (wire, task):
            status = await task
            return wire.text, wire.errors, status


async def test_results_tell_totals_people_and_games() -> None:
    text, _errors, status = await printed()
    assert status == ExitStatus.OK
    assert "Love Letter of Despair: 1 game, 1 won (100 %)." in text
    assert "No.81, Cold and Warm: 1 game, 1 won (100 %)." in text
    assert "Bo~6:bo: 4 games together. Against each other 2: you won 1, they won 0." in text
    assert text.count("0000000") == 4


async def test_a_name_gives_how_one_stands_with_that_person_alone() -> None:
    for name in ("Cy", "cy", "Cy~r-cy", "r-cy"):
        text, _errors, status = await printed(name)
        assert status == ExitStatus.OK
        assert text.startswith("Cy~r-cy: 3 games together.")
        assert "Bo~" not in text
        assert text.count("0000000") == 3


@pytest.mark.parametrize("word", ["Dee", "--yaml", "SHA256:bo"])
async def test_nobody_else_is_told_of(word: str) -> None:
    text, errors, status = await printed(word)
    assert text == ""
    assert errors.strip()
    assert status in {ExitStatus.ERROR, ExitStatus.USAGE}


async def test_namesakes_are_told_apart_by_their_tags() -> None:
    async with hub() as place:
        await keep(place, 1, "love_letter", score(ANN.id, "Ann"), score(CY, "Bo"),
                   score(BO.id, "Bo", won=True))  # fmt: skip
        async with connected(place, command="results Bo") as (wire, task):
            assert await task == ExitStatus.ERROR
            assert "Bo~r-cy" in wire.errors
            assert "Bo~6:bo" in wire.errors


async def test_a_program_gets_the_whole_record_and_no_key() -> None:
    text, _errors, _status = await printed("--json")
    found = json.loads(text)
    assert set(found) == {"games", "totals", "met"}
    assert [one["name"] for one in found["met"]] == ["Bo", "Cy"]
    assert "SHA256" not in text
    text, _errors, _status = await printed("--json", "Cy")
    assert len(json.loads(text)["games"]) == 3


async def test_whoever_has_played_nothing_is_told_so_in_any_language() -> None:
    text, _errors, status = await printed(games=False)
    assert (text, status) == ("You have finished no game here yet.\n", ExitStatus.OK)
    text, _errors, _status = await printed(language="zh_Hant")
    assert "同桌 4 場" in text
    assert "Love" not in text


async def test_the_word_works_in_line_mode_too() -> None:
    async with hub() as place:
        await an_evening(place)
        async with connected(place) as (wire, _task):
            wire.type("results Bo")
            await wire.until("4 games together")
