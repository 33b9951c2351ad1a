"""A game seen again as text, as a recording and as a file: over SSH and by the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyte
import pytest
from textual.geometry import Size

from engine.event import SPECTATOR
from server.api import ExitStatus
from server.bots import BotOptions
from server.hub import LocalHub
from server.store import STORE_NAME, Store
from tests.languages import WRITTEN
from tests.tui.fake_terminal import ColourErasingScreen
from tests.tui.scenes import text_of
from tests.tui.sessions import ANN, BO, finished, hub
from tui import i18n
from tui.line.call import CommandError
from tui.line.replays import read_wish, told
from tui.screens.replay_cast import asciicast
from tui.screens.replay_reel import ALL, Reel
from tui.screens.replay_scene import Playing, cast, draw, plan


async def lines(home: LocalHub, *words: str, who: object = ANN) -> list[str]:
    return await told(home, who, read_wish(words))  # type: ignore[arg-type]


# --- text ---


async def test_as_text_a_player_reads_the_own_view_and_everything_reads_all() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        own = await lines(home, game, "--text")
        public = await lines(home, game, "--as", "watchers")
        everything = await lines(home, game, "--as", "all")
        assert "Seen: as Ann saw it." in own
        assert any("chooses:" in line for line in own)
        assert not any("chooses:" in line for line in public)
        assert sum("alone:" in line for line in everything) > 4
        seed = next(line for line in own if line.startswith("Seed:"))
        assert seed == public[-1] == everything[-1]


async def test_a_stranger_gets_no_seat_s_view_in_any_form() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        for words in (("--as", "1"), ("--as", "all"), ("--as", "2", "--cast"), ("--export",)):
            with pytest.raises(CommandError) as refused:
                await lines(home, game, *words, who=BO)
            assert refused.value.status is ExitStatus.NOT_ALLOWED
        assert await lines(home, game, who=BO) == await lines(home, game, "--as", "watchers")
        assert await lines(home, "0" * 32) == []


@pytest.mark.parametrize(
    "words",
    [("--as",), ("--as", "0"), ("--as", "x"), ("--as", "100"), ("--bogus",), ("--speed", "3"),
     ("--size", "80"), ("--size", "axb"), ("3",), ("--",)],
)  # fmt: skip
def test_other_options_are_refused_with_what_there_is(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refused:
        read_wish(("abcdef01", *words))
    assert refused.value.status is ExitStatus.USAGE


# --- recording ---


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, ALL])
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)])
@pytest.mark.parametrize("language", WRITTEN)
async def test_a_recording_plays_to_what_the_replay_shows(
    viewer: int, size: Size, language: str
) -> None:
    i18n.begin(language)
    try:
        async with hub() as home:
            game = await finished(home, "love_letter")
            reel = Reel(await home.replay(ANN, game, (0, SPECTATOR, 1, 2, 3)))
        reel.look(viewer)
        head, *frames = [json.loads(line) for line in asciicast(reel, size=size)]
        assert (head["version"], head["width"], head["height"]) == (2, *size)
        assert all(isinstance(text, str) and kind == "o" for _at, kind, text in frames)
        times = [at for at, _kind, _text in frames]
        assert times == sorted(times)
        assert times[0] == 0
        screen = ColourErasingScreen(size.width, size.height)
        stream = pyte.Stream(screen)
        reel.go(reel.first)
        for _at, _kind, text in frames[:-1]:
            stream.feed(text)
            places = plan(size, reel)
            rows = draw(reel, places, Playing(speed=1))
            shown = [row.rstrip() for row in screen.display]
            for name, area in places.items():
                for y, row in enumerate(rows[name][: area.height]):
                    seen = shown[area.y + y]
                    # pyte shows a wide character and an empty cell as one.
                    assert seen.strip() == row.text.strip(), (name, y)
            reel.step(1, cast(reel))
        assert reel.ended
        assert text_of([*rows["top"]]) != ""
    finally:
        i18n.begin(i18n.DEFAULT)


async def test_a_recording_is_as_fast_as_is_wanted() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        slow = await lines(home, game, "--cast")
        fast = await lines(home, game, "--cast", "--speed", "4", "--size", "100x30")
    assert len(slow) == len(fast)
    assert json.loads(fast[0])["width"] == 100
    assert json.loads(fast[-2])[0] == pytest.approx(json.loads(slow[-2])[0] / 4, abs=0.01)


# --- file, and the command line ---


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", "replay", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8"},
    )


async def test_an_exported_file_and_the_data_folder_tell_the_same_game(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    home = LocalHub(Store.open(data / STORE_NAME), bots=BotOptions(least=0.0, most=0.0))
    await home.start()
    game = await finished(home, "love_letter")
    (whole,) = await lines(home, game, "--export")
    everything = await lines(home, game, "--as", "all")
    await home.stop()
    file = tmp_path / "game.json"
    file.write_text(whole, "utf-8")
    before = (data / STORE_NAME).read_bytes()
    from_file = run(str(file), "--as", "all")
    from_folder = run(game[:8], "--data", str(data), "--as", "all")
    assert (from_file.stderr, from_file.returncode) == ("", 0)
    assert (from_folder.stderr, from_folder.returncode) == ("", 0)
    assert from_file.stdout.splitlines() == everything
    assert from_folder.stdout.splitlines() == everything
    assert (data / STORE_NAME).read_bytes() == before
    recording = run(str(file), "--cast", "--as", "1").stdout.splitlines()
    assert json.loads(recording[0])["version"] == 2
    again = json.loads(run(str(file), "--export").stdout)
    assert again["entries"] == json.loads(whole)["entries"]


def test_what_is_no_game_is_told_in_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}", "utf-8")
    for arguments in (
        (str(broken),), ("nothing-here",), ("abcdef01", "--data", str(tmp_path / "none")),
    ):  # fmt: skip
        done = run(*arguments)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr
        assert not done.stdout
