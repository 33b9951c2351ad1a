"""Every code that can reach a player has a sentence, in every language, that says its facts."""

from __future__ import annotations

import ast
import inspect
import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Any

import pytest
from rich.cells import cell_len

from engine.errors import ConfigError, Refusal
from engine.games.love_letter.terms import ConfigCode
from engine.registry import GAMES
from server.absent import Late
from server.api import Stage
from server.codes import Code, StoreCode, StoreError
from server.errors import ServerError, ServerErrorCode
from server.history import Replays
from server.late_watch import DELAYS
from server.seating import Seating
from server.seats import SeatKind
from server.table_state import CLOCKS
from server.tablelog import LineCode
from tests.languages import SPOKEN
from themes.fault import Fault, FaultCode
from tui import messages
from tui.actions import common, eyes, lobby, replays, rules, table, waiting
from tui.actions.command import Command
from tui.catalogue import extract
from tui.i18n import _, begin
from tui.texts.host import start_error
from tui.texts.sentences import sentences

SAMPLE: dict[str, Any] = {
    "algorithm": "ssh-rsa", "bot": "clever", "choices": (30, 60), "count": 3,
    "entry": 17, "errno": 13, "extra": "alter_ego", "found": 9, "game": "chess", "host": "nowhere",
    "known": 1, "least": 2, "limit": 8, "mode": "0644", "most": 6, "name": "{Ann}",
    "names": ["{Ann}", "[b]Bo"],
    "number": 4, "option": "wins", "packs": ["tides 1.2 0f3a"], "path": "/some/path",
    "port": 2222, "reason": "EACCES", "replaced": "naegi", "seat": 1, "seating": "keep",
    "seats": 5, "seconds": 10, "stage": "playing",
    "table": "OWL-12", "taken": 3, "text": "[b]pizza", "value": "many", "wanted": 2,
}  # fmt: skip


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test once in every language."""
    begin(request.param)
    yield request.param
    begin()


def check(sentence: str, *facts: str) -> None:
    """Check that a sentence is there, is one printable line, and says its facts."""
    assert sentence
    assert sentence == sentence.strip()
    assert all(c.isprintable() for c in sentence)
    for fact in facts:
        assert fact in sentence


@pytest.mark.parametrize("code", [*Code, *Refusal, *ConfigCode, "bots", "unknown_bot"])
def test_every_notice_has_a_sentence(code: str) -> None:
    check(messages.notice(code, _sample(code)))


def _sample(code: str) -> dict[str, Any]:
    """Return sample values for exactly the parameters that the code's docstring promises."""
    promised = PROMISED.get(code, {"limit", "bot", "seats"})
    choices: dict[str, dict[str, Any]] = {
        Code.BAD_BOT: {"choices": ("heuristic", "random")},
        Code.BAD_LATE: {"choices": tuple(map(str, Late))},
        Code.BAD_WATCH: {"choices": DELAYS},
        Code.BAD_REPLAYS: {"choices": tuple(map(str, Replays))},
        Code.BAD_SEATING: {"choices": tuple(map(str, Seating))},
    }
    sample = SAMPLE | choices.get(code, {})
    return {key: value for key, value in sample.items() if key in promised}


def _promised(codes: type[StrEnum]) -> dict[str, set[str]]:
    """Return the words in double back-quotes below each member of an enum, by its value."""
    body = ast.parse(inspect.getsource(codes)).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for member, text in pairwise(body.body):
        if isinstance(member, ast.Assign) and isinstance(text, ast.Expr):
            name = ast.unparse(member.targets[0])
            found[codes[name].value] = set(re.findall(r"``(\w+)``", ast.unparse(text)))
    return found


PROMISED = {
    code: words
    for codes in (Code, ConfigCode, ServerErrorCode, StoreCode)
    for code, words in _promised(codes).items()
}


def test_every_code_says_something_of_its_own() -> None:
    said = [messages.notice(code, _sample(code)) for code in (*Code, *Refusal)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("stage", list(Stage))
def test_a_wrong_stage_is_explained_by_the_stage_it_is_in(stage: Stage) -> None:
    check(messages.notice(Code.WRONG_STAGE, {"stage": stage.value}))


def test_a_code_of_another_version_is_named_instead_of_failing() -> None:
    check(messages.notice("brand_new", {}), "brand_new")


def test_names_in_a_notice_are_data() -> None:
    check(messages.notice(Code.NOT_READY, SAMPLE), "{Ann}", "[b]Bo")


def test_seats_are_counted_from_one_for_people() -> None:
    assert "2" in messages.notice(Code.SEAT_TAKEN, {"seat": 1})


@pytest.mark.rule("S28", "LL-1.3")
def test_a_wrong_pool_names_the_number_concerned() -> None:
    for code in (ConfigCode.POOL_NUMBER, ConfigCode.REPLACEMENT):
        error = ConfigError(code, number=4, count=3, wanted=2, extra="alter_ego", replaced="naegi")
        check(messages.config_error("love_letter", error), "4")


def test_a_config_error_of_an_unknown_game_names_it() -> None:
    check(messages.config_error("chess", ConfigError("unknown_game", game="chess")), "chess")


@pytest.mark.parametrize("code", list(ServerErrorCode))
def test_every_reason_not_to_start_has_a_sentence(code: ServerErrorCode) -> None:
    check(start_error(ServerError(code, **_sample(code))))


@pytest.mark.parametrize("code", sorted({*StoreCode} - {StoreCode.FENCED}))
def test_every_fault_of_the_store_names_its_file(code: StoreCode) -> None:
    check(start_error(StoreError(code, **_sample(code))), "/some/path")


def test_a_cluster_has_no_file_to_name() -> None:
    check(start_error(StoreError(StoreCode.FENCED)))
    check(start_error(StoreError(StoreCode.WRITE_FAILED, path="cluster", reason="late")), "late")


@pytest.mark.parametrize("code", list(FaultCode))
def test_every_fault_of_a_theme_names_file_key_and_reason(code: FaultCode) -> None:
    facts: dict[FaultCode, tuple[str, ...]] = {
        FaultCode.UNKNOWN_THEME: ("panel 2.10",),
        FaultCode.NO_THEMES: (),
        FaultCode.BAD_ID: ("panel 2.10",),
        FaultCode.TAKEN: ("panel 2.10",),
        FaultCode.UNREADABLE: ("palette.toml",),
        FaultCode.NOT_TOML: ("palette.toml", "panel 2.10"),
        FaultCode.BAD_STYLE: ("palette.toml", "panel 2.10"),
        FaultCode.LOW_CONTRAST: ("palette.toml", "hope", "panel", "2.10"),
        FaultCode.TOO_LONG: ("palette.toml", "panel 2.10"),
    }
    told = facts.get(code, ("palette.toml", "hope"))
    key = "hope" if "hope" in told else ""
    fault = Fault(code=code, file="palette.toml", key=key, detail="panel 2.10")
    check(messages.theme_fault(fault), *told)


@pytest.mark.parametrize(
    ("name", "values", "budget"),
    [
        (messages.seat_kind, SeatKind, 8),
        (messages.stage_name, Stage, 10),
    ],
)
def test_words_of_a_table_fit_their_columns(
    name: Callable[[str], str], values: type[StrEnum], budget: int
) -> None:
    words = [name(value) for value in values]
    assert len(set(words)) == len(words)
    assert max(map(cell_len, words)) <= budget


def test_a_house_rule_is_marked() -> None:
    assert 0 < cell_len(messages.house_rule()) <= 12


@pytest.mark.parametrize("seconds", [1, *CLOCKS])
def test_clocks_are_named(seconds: int) -> None:
    check(messages.clock_name(seconds))
    assert cell_len(messages.clock_name(seconds)) <= 14


@pytest.mark.parametrize("late", list(Late))
def test_what_happens_when_time_runs_out_is_named(late: str) -> None:
    check(messages.late_name(late))
    assert cell_len(messages.late_name(late)) <= 20


@pytest.mark.parametrize("code", list(LineCode))
def test_every_line_of_a_table_has_a_sentence_that_names_whom_it_is_about(code: LineCode) -> None:
    facts = {
        LineCode.TIME_OUT_SEALED: (), LineCode.MUTED: ("17",), LineCode.UNMUTED: ("17",),
    }.get(code, ("{Ann} [b]",))  # fmt: skip
    check(messages.table_line(code, "{Ann} [b]", 17), *facts)


def test_a_line_of_a_newer_server_says_nothing() -> None:
    assert messages.table_line("of_tomorrow", "Ann") == ""


def test_every_registered_game_has_its_sentences() -> None:
    assert set(messages.TEXTS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_option_and_choice_has_a_name_within_its_cells(game: object) -> None:
    from engine.game import Game

    assert isinstance(game, Game)
    check(messages.game_name(game.id))
    for spec in game.options:
        assert 0 < cell_len(messages.option_name(game.id, spec.id)) <= 20
        assert 0 < cell_len(messages.option_help(game.id, spec.id)) <= 70
        names = [messages.choice_name(game.id, spec.id, choice) for choice in spec.choices]
        assert len(set(names)) == len(names)
        assert max(map(cell_len, names)) <= 28


def test_sentences_are_joined_as_their_script_wants(language: str) -> None:
    assert sentences("One.", "", "Two.") == "One. Two."
    assert sentences("一。", "二。") == "一。二。"
    assert sentences() == ""


@pytest.mark.parametrize("code", [*Code, *Refusal])
def test_notices_have_no_character_of_ambiguous_width(code: str) -> None:
    for character in messages.notice(code, _sample(code)):
        assert unicodedata.east_asian_width(character) != "A"


COLUMNS = {
    "code": 9, "game": 11, "seats": 12, "stage": 10, "players": 12, "YOUR TURN": 12,
    "your seat": 12, "out": 7, "you": 7, "bot": 7, "away": 7, "resting": 7, "on": 8, "off": 8,
}  # fmt: skip
"""Cells that the screens' columns leave for words of their own."""
MARKED = {message.id for message in extract()}


@pytest.mark.parametrize(("word", "budget"), COLUMNS.items())
def test_words_fit_the_columns_of_the_screens(word: str, budget: int) -> None:
    assert word in MARKED
    assert 0 < cell_len(_(word)) <= budget


def test_every_command_has_a_label_that_fits_and_a_line_of_help() -> None:
    modules = (common, eyes, lobby, replays, rules, table, waiting)
    commands = {c for module in modules for c in vars(module).values() if _is_command(c)}
    assert len(commands) > 20
    for command in commands:
        assert 0 < cell_len(_(command.label)) <= 14, command
        check(_(command.help))


def _is_command(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Command) and "label" in vars(value)
