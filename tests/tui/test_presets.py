"""Set-ups under a name: what comes with each game can be played, and what is gone is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game, OptionSpec
from engine.registry import GAMES
from server.absent import Late
from server.history import Replays
from server.seating import Seating
from tests.languages import SPOKEN
from tui import presets as module
from tui.i18n import begin
from tui.presets import BUILT_IN, Preset, presets, setup_of, words_of
from tui.screens.form import Form
from tui.setup import Setup
from tui.texts.presets import left_out, preset_name, setup_line

EVERY = [preset for game in GAMES for preset in presets(game, ())]


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    begin(request.param)
    yield request.param
    begin()


def test_every_game_comes_with_a_quick_game_and_a_full_evening() -> None:
    assert all({"quick", "evening", "alone"} <= set(BUILT_IN[game]) for game in GAMES)


@pytest.mark.parametrize("preset", EVERY, ids=[f"{p.game}-{p.name}" for p in EVERY])
def test_what_comes_with_a_game_can_be_played_as_it_is(preset: Preset) -> None:
    setup, left = setup_of(preset)
    assert left == ()
    assert Form.of(setup).check() is None
    assert Form.of(setup).setup == setup
    assert preset_name(preset) != preset.name
    assert setup_line(setup)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_set_up_comes_back_from_its_words_whatever_is_chosen(game: str) -> None:
    form = Form.new(GAMES[game])
    for name, _choices, _value in form.fields():
        if name == "game":
            continue
        turned = form.turn(name, 1).setup
        own = Preset(game=game, name="mine", words=words_of(turned))
        if GAMES[game].masked:
            turned = replace(turned, watch=0)
        assert setup_of(own) == (turned, ())
        assert all(len(word) <= 64 for word in own.words)
        assert len(own.words) <= 64


def test_what_is_said_by_a_preset_is_taken_and_the_rest_is_the_games_default() -> None:
    words = ("seats=3", "late=bot", "replays=all", "seating=shuffle", "watch=-1", "wins=4")
    setup, left = setup_of(Preset(game="love_letter", name="x", words=words))
    assert left == ()
    assert (setup.seats, setup.late, setup.replays) == (3, Late.BOT, Replays.ALL)
    assert (setup.seating, setup.watch, setup.options["wins"]) == (Seating.SHUFFLE, -1, "4")
    assert setup.clock == Setup.default(GAMES["love_letter"]).clock


@pytest.mark.parametrize(
    "word",
    ["pool=none", "seats=99", "seats=x", "clock=61", "late=never", "watch=7", "seating=dance",
     "replays=", "wins=99", "extras=gone_card", "", "=", "seats", "bots=-1", "\x1b[31m=1",
     "clock=--5", "seats=-", "watch=1-1"],
)  # fmt: skip
def test_what_is_not_offered_any_more_is_left_out_and_told(word: str) -> None:
    own = Preset(game="love_letter", name="old", words=("wins=3", word, "seats=2"))
    setup, left = setup_of(own)
    assert left == (word,)
    assert (setup.seats, setup.options["wins"]) == (2, "3")
    assert Form.of(setup).check() is None
    assert left_out("love_letter", left).isprintable()


def test_a_host_s_pack_that_is_gone_is_left_out_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packs = OptionSpec(id="packs", choices=("tides", "new"), default=("tides", "new"), many=True)
    game: Game = replace(GAMES["no81"], options=(*GAMES["no81"].options, packs))
    monkeypatch.setattr(module, "GAMES", {"no81": game})
    words = ("packs=tides", "packs=storm")
    setup, left = setup_of(Preset(game="no81", name="mine", words=words))
    assert setup.options["packs"] == ("tides",)
    assert left == ("packs=storm",)
    setup, left = setup_of(Preset(game="no81", name="mine", words=("packs=",)))
    assert (setup.options["packs"], left) == ((), ())


def test_there_are_never_more_bots_than_seats_for_them() -> None:
    own = Preset(game="love_letter", name="x", words=("bots=5", "seats=3"))
    assert setup_of(own)[0].bots == 2


@given(st.lists(st.text(max_size=20) | st.from_regex(r"\w{1,8}=\w{0,8}", fullmatch=True)))
def test_whatever_a_store_holds_gives_a_set_up(words: list[str]) -> None:
    for game in GAMES:
        setup, left = setup_of(Preset(game=game, name="odd", words=tuple(words)))
        assert GAMES[game].min_seats <= setup.seats <= GAMES[game].max_seats
        assert set(left) <= set(words)
