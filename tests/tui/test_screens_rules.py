"""Rules at hand: everything that has a rule is found as one types, short first and then exactly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from engine.games.future_diary.terms import EventKind as DiaryEvent
from engine.games.future_diary.terms import Role, Step
from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import AskKind, EventKind
from engine.games.no81.library import content
from engine.games.no81.terms import AskKind as N81AskKind
from engine.registry import GAMES
from server.api import ExitStatus
from tests.languages import SPOKEN
from tests.tui.lines import connected
from tests.tui.scenes import SIZES
from tests.tui.sessions import (
    asked,
    eventually,
    hub,
    page_of,
    session,
    start,
    state_of,
    table_for,
)
from tests.tui.test_screens_future_diary import step_is, table_of_five
from tui import i18n, messages
from tui.games import presenter
from tui.i18n import begin
from tui.line.call import CommandError
from tui.line.commands import rule_lines
from tui.screens.help import HelpPage
from tui.screens.lobby import LobbyPage
from tui.screens.logbook import sentence
from tui.screens.rules import RulesPage
from tui.screens.state import TableState
from tui.texts.future_diary.log import _RULES as DIARY
from tui.texts.future_diary.shorts import SHORTS as FD
from tui.texts.glossary import Entry, entries, find
from tui.texts.love_letter.log_rules import _RULES as LETTER
from tui.texts.love_letter.shorts import SHORTS as LL
from tui.texts.no81.shorts import SHORTS as N81
from tui.texts.sentences import first_sentence, short_then_exact
from tui.widgets.lines import width


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test once in every language."""
    begin(request.param)
    yield request.param
    begin()


# --- what there is ---


@pytest.mark.parametrize("game", list(GAMES))
def test_every_entry_has_an_id_of_its_own_a_sentence_and_a_text(game: str, language: str) -> None:
    listed = entries(game)
    assert len({entry.id for entry in listed}) == len(listed)
    for entry in listed:
        assert entry.short
        assert entry.brief or entry.exact[0].startswith(entry.short), (language, entry.id)
        assert all(text == text.strip() for text in entry.exact)


def test_every_clause_has_a_short_form_of_one_line(language: str) -> None:
    for game in GAMES:
        texts = messages.texts(game)
        for rule in texts.rule_ids():
            assert 0 < cell_len(texts.rule_short(rule)) <= 60, (language, rule)


def test_no_short_form_is_kept_for_a_rule_that_is_not_there() -> None:
    for game, shorts in {"love_letter": LL, "future_diary": FD, "no81": N81}.items():
        assert set(shorts) <= set(messages.texts(game).rule_ids())


@pytest.mark.parametrize(
    ("game", "kinds"), [("love_letter", AskKind), ("no81", N81AskKind), ("future_diary", Step)]
)
def test_every_question_has_a_rule_that_is_listed(game: str, kinds: type[AskKind]) -> None:
    listed = {entry.id for entry in entries(game)}
    assert {messages.texts(game).ask_rule(kind) for kind in kinds} <= listed


def test_the_rule_behind_an_event_is_told_short_first_and_then_exactly() -> None:
    begin()
    turn = {"kind": EventKind.TURN, "seat": 0, "number": 1, "extra": False}
    rule, told = presenter("love_letter").about_event(turn)
    texts = messages.texts("love_letter")
    assert told == (texts.rule_short(rule), texts.rule_text(rule))
    assert short_then_exact("One.", "One. Two.") == ("One. Two.",)
    assert short_then_exact("In short.", "At length.") == ("In short.", "At length.")


def test_every_clause_card_role_skill_and_character_is_there(language: str) -> None:
    del language
    ids = {game: {entry.id for entry in entries(game)} for game in GAMES}
    for game in GAMES:
        assert set(messages.texts(game).rule_ids()) <= ids[game]
    assert {f"LL:{card}" for card in CARDS} <= ids["love_letter"]
    assert {f"FD:{role}" for role in Role} <= ids["future_diary"]
    library = content()
    for things in (library.skills, library.characters, library.limited):
        assert {f"N81:{thing}" for thing in things} <= ids["no81"]


@pytest.mark.parametrize(
    ("game", "kinds"), [("love_letter", EventKind), ("future_diary", DiaryEvent)]
)
def test_the_rule_behind_every_kind_of_event_is_listed(game: str, kinds: type[EventKind]) -> None:
    letters, diary = LETTER.items(), DIARY.items()
    rules = {str(k): r for k, r in letters} if game == "love_letter" else dict(diary)
    listed = {entry.id for entry in entries(game)}
    assert {str(kind) for kind in rules} <= {str(kind) for kind in kinds}
    assert set(rules.values()) <= listed


# --- finding ---


LISTED = (
    Entry(id="LL-1", name="", exact=("Protection ends. It is over.",)),
    Entry(id="LL:x", name="Shield", exact=("Nobody hits you.",)),
    Entry(id="LL-2", name="", exact=("A shield helps. Protection too.",)),
)


def test_all_words_must_occur_and_names_come_before_texts() -> None:
    assert [entry.id for entry in find(LISTED, "shield")] == ["LL:x", "LL-2"]
    assert [entry.id for entry in find(LISTED, "PROTECTION")] == ["LL-1", "LL-2"]
    assert [entry.id for entry in find(LISTED, "protection shield")] == ["LL-2"]
    assert [entry.id for entry in find(LISTED, "ll-2")] == ["LL-2"]
    assert find(LISTED, "  ") == list(LISTED)
    assert find(LISTED, "nothing of it") == []


def test_full_width_letters_find_the_same() -> None:
    assert find(LISTED, "ＬＬ－２") == find(LISTED, "LL-2")


def test_the_short_form_is_the_first_sentence_in_either_script() -> None:
    assert first_sentence("One. Two.") == "One."
    assert first_sentence("一。二。") == "一。"
    assert first_sentence("One 1.5 two") == "One 1.5 two"


# --- the page ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(GAMES))
def test_the_browser_fits_every_size(size: Size, game: str, language: str) -> None:
    del language
    page = RulesPage(game)
    places = page.plan(size)
    page.footer = lambda cells: page._title(cells)  # type: ignore[method-assign]
    for _ in range(12):
        rows = page.rows(places)
        for name, area in places.items():
            assert area.bottom <= size.height
            assert all(width(row) <= area.width for row in rows[name]), name
        page._at += 1


async def test_from_the_lobby_one_types_and_the_list_follows() -> None:
    async with hub() as home, session(home) as (app, terminal):
        await eventually(lambda: isinstance(app.screen, LobbyPage))
        await terminal.settle()
        await terminal.type(b"/")
        await eventually(lambda: isinstance(app.screen, RulesPage))
        assert "Esc back" in terminal.text()
        await terminal.type(b"celes")
        await terminal.settle()
        assert "Esc clear" in terminal.text()
        assert "Esc back" not in terminal.text()
        page = app.screen
        assert isinstance(page, RulesPage)
        assert "LL:celestia" in terminal.text()
        await terminal.type(b"\x7f\x7f\x7f\x7f\x7f")
        await terminal.type(b"LL-3.4")
        await terminal.settle()
        assert "has not flipped this round" in " ".join(terminal.text().split())
        await terminal.type(b"\x1b[C")
        await terminal.settle()
        assert "Nothing has all these words" in terminal.text()
        await terminal.type(b"\x1b")
        await eventually(lambda: "type to search" in terminal.text())
        await terminal.type(b"kill")
        await terminal.settle()
        assert "FD:" in terminal.text()
        await terminal.type(b"\x1b")
        await eventually(lambda: "type to search" in terminal.text())
        await terminal.type(b"\x1b")
        await eventually(lambda: isinstance(app.screen, LobbyPage))


async def test_a_highlighted_line_of_the_log_opens_its_rule_by_both_keys() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.type(b"l")
            state = state_of(app)
            rule = messages.texts("love_letter").log_rule(state.log[state.log_at])
            table = page_of(app)
            await terminal.type(b"/")
            await eventually(lambda: isinstance(app.screen, RulesPage))
            await terminal.settle()
            assert any(row.strip().startswith(rule) for row in terminal.text().splitlines())
            await terminal.type(b"\x1b")
            await eventually(lambda: app.screen is table)
            await terminal.type(b"?")
            await eventually(lambda: isinstance(app.screen, HelpPage))
            await terminal.settle()
            assert rule in terminal.text()
            await terminal.type(b"/")
            await eventually(lambda: isinstance(app.screen, RulesPage))
            await terminal.settle()
            assert any(row.strip().startswith(rule) for row in terminal.text().splitlines())


async def test_in_a_game_with_a_desk_a_line_of_the_log_opens_its_own_rule_too() -> None:
    async with hub() as home:
        code = await table_of_five(home)
        async with session(home, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            await terminal.type(b"l")
            state = state_of(app)
            assert state.log_at >= 0
            rule = messages.texts("future_diary").log_rule(state.log[state.log_at])
            await terminal.type(b"?")
            await eventually(lambda: isinstance(app.screen, HelpPage))
            await terminal.settle()
            rows = [row.strip() for row in terminal.text().splitlines()]
            at = rows.index(rule)
            # Short first: what happened; then the rule.
            assert rows[at + 1].startswith(text_of_line(state)[:30])
            text = messages.texts("future_diary").rule_text(rule)
            assert text[:30] in " ".join(rows)


def text_of_line(state: TableState) -> str:
    return "".join(span.text for span in sentence(state, state.log_at))


async def test_an_open_question_is_explained_before_anything_is_highlighted() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await asked(app, terminal)
            state = state_of(app)
            ask = state.frame["ask"]
            assert ask is not None
            question = presenter("love_letter").question(ask, state.cast)
            await terminal.type(b"?")
            await eventually(lambda: isinstance(app.screen, HelpPage))
            await terminal.settle()
            assert question[:40] in terminal.text()
            rule = messages.texts("love_letter").ask_rule(ask["kind"])
            assert f"{rule}: {messages.texts('love_letter').rule_short(rule)}" in terminal.text()
            await terminal.type(b"/")
            await eventually(lambda: isinstance(app.screen, RulesPage))
            await terminal.settle()
            assert any(row.strip().startswith(rule) for row in terminal.text().splitlines())


# --- commands and lines ---


def test_over_ssh_rules_are_found_by_id_and_by_words() -> None:
    i18n.begin("en")
    assert rule_lines("love_letter", "ll-3.4") == [
        "LL-3.4  " + messages.texts("love_letter").rule_text("LL-3.4")
    ]
    found = rule_lines("love_letter", "celestia")
    assert found[0] == "LL:celestia  " + found[0].removeprefix("LL:celestia  ")
    assert len(rule_lines("future_diary", "neighbours ring")) == 1
    with pytest.raises(CommandError) as refused:
        rule_lines("no81", "nothing like this")
    assert refused.value.status is ExitStatus.ERROR


async def test_words_are_given_one_after_the_other() -> None:
    async with hub() as home:
        command = "rules love_letter fate draw"
        async with connected(home, command=command) as (wire, task):
            assert await task == 0
            assert "LL-1.4" in wire.text


async def test_in_lines_the_rule_behind_a_line_of_the_log_is_told() -> None:
    async with hub() as home, connected(home) as (wire, task):
        wire.type("new bots=3", "start")
        await wire.until("1: ", "GAME OVER")
        start = len(wire.out)
        wire.type("rule", "rule 3", "quit")
        assert await task == 0
        told = wire.lines(start)
        assert sum(line.startswith("LL-") for line in told) >= 2
