"""Keys that were moved: what a key means then, what is refused, and what a record may hold."""

from __future__ import annotations

import contextvars

import pytest
from textual.geometry import Size

import tui.app  # noqa: F401 - it imports all pages
from server.requests import TableRequest
from tests.tui import diaries, duels
from tests.tui.scenes import draw, text_of
from tests.tui.tables import frames
from tui import keymap
from tui.actions import common, desk, lines, lobby, replays, table, waiting
from tui.actions.command import AnyCommand
from tui.games.future_diary.desk import FutureDiaryDesk
from tui.games.future_diary.sheet import keys_of
from tui.keymap import Keymap, Refusal, command_id, meant, movable
from tui.screens.keyed import groups, sections
from tui.screens.state import TableState
from tui.screens.table import TablePage

GROUPS = groups()
CHAT, HELP, READY, NOTES = table.Chat(), common.Help(), waiting.Ready(), table.Notes()


@pytest.fixture(autouse=True)
def fresh() -> None:
    keymap.begin()


def why(command: AnyCommand, key: str, worn: Keymap | None = None) -> Refusal | None:
    refusal = (worn or Keymap()).refusal(command, key, GROUPS)
    return None if refusal is None else refusal.why


def test_every_page_of_the_product_with_keys_to_move_is_looked_at_for_conflicts() -> None:
    titles = {group.title for group in GROUPS}
    assert {"In the lobby", "At a table", "In a replay", "Looks", "Your keys"} <= titles


def test_every_movable_command_is_listed_once() -> None:
    listed = [command_id(c) for _title, commands in sections() for c in commands]
    assert len(listed) == len(set(listed))
    everything = {command_id(c) for group in GROUPS for c in group.commands if movable(c)}
    assert set(listed) == everything


def test_a_moved_command_is_told_its_own_key_and_its_old_one_means_nothing() -> None:
    keymap.use(Keymap().with_key(CHAT, "k"))
    assert meant("k", [CHAT, NOTES]) == ("c", [CHAT])
    assert meant("c", [CHAT, NOTES]) == ("", [])
    assert meant("n", [CHAT, NOTES]) == ("n", [NOTES])
    assert meant("1", [CHAT, NOTES]) == ("1", [])
    assert keymap.shown(table.Chat) == "k"


def test_what_is_not_offered_now_frees_its_old_key_for_choices() -> None:
    keymap.use(Keymap().with_key(waiting.StartGame(), ";"))
    assert meant("s", [CHAT]) == ("s", [])


def test_fixed_keys_and_the_help_stay_where_they_are() -> None:
    for command in (HELP, common.Back(), replays.Play(), lines.LineMode(), desk.Turn()):
        assert why(command, ";") is Refusal.FIXED
    for key in ("enter", "escape", "up", "1", "?", "space", " ", "ctrl+x", "tab", ""):
        assert why(CHAT, key) is Refusal.UNFIT
    assert why(CHAT, "f5") is None
    assert keymap.named("f5") == "F5"


def test_a_key_of_another_command_of_the_same_page_is_refused_and_named() -> None:
    for command, by in ((CHAT, NOTES), (lobby.Code(), lobby.NewTable())):
        taken = Keymap().refusal(command, "n", GROUPS)
        assert taken is not None
        assert taken.by is not None
        assert command_id(taken.by) == command_id(by)


def test_a_key_that_was_left_is_free_and_commands_of_one_key_may_share_another() -> None:
    moved = Keymap().with_key(NOTES, ";")
    assert why(CHAT, "n", moved) is None
    assert why(CHAT, ";", moved) is Refusal.TAKEN
    assert why(table.Rematch(), "'", Keymap().with_key(READY, "'")) is None


def test_letters_of_choices_are_refused_at_the_table_only() -> None:
    assert why(CHAT, "a") is Refusal.CHOICES
    assert why(lobby.Code(), "a") is None


def test_no_letter_of_a_choice_can_be_given_away() -> None:
    at_table = next(group for group in GROUPS if group.choices)
    letters: set[str] = set()
    for moment in frames(seed=5):
        letters |= {choice.key for choice in TableState.begin(moment[0]).choices}
    for duel, _asked in duels.moments(3, 2):
        letters |= {choice.key for choice in TableState.begin(duel[0]).choices}
    for days in diaries.moments(3):
        state = TableState.begin(days[min(days)])
        if state.desk is not None and hasattr(state.desk, "pen"):
            for slot in state.desk.pen.slots(state):
                letters |= set(keys_of(slot))
    assert {letter for letter in letters if letter.isalpha()} <= at_table.choices


def test_a_record_with_nonsense_keeps_what_can_be_kept() -> None:
    kept = {
        command_id(CHAT): ";",
        command_id(NOTES): ";",
        command_id(HELP): "k",
        "gone.Command": "m",
        command_id(table.Hide()): 7,
    }
    found = Keymap.of({"keys": kept}, GROUPS)
    assert sorted(found.moved.values()) == [";"]
    assert Keymap.of({"keys": [1]}, GROUPS) == Keymap.of({}, GROUPS) == Keymap()
    assert Keymap.of(found.settings, GROUPS) == found


def test_a_command_that_goes_home_is_not_kept_as_moved() -> None:
    moved = Keymap().with_key(CHAT, ";")
    assert moved.with_key(CHAT, "c") == Keymap()


def test_sessions_have_keys_of_their_own() -> None:
    other = contextvars.copy_context()
    other.run(keymap.begin)
    other.run(keymap.use, Keymap().with_key(CHAT, ";"))
    assert keymap.shown(CHAT) == "c"
    assert other.run(keymap.shown, CHAT) == ";"


# --- what a table's page makes of it -----------------------------------------------------------


class Bare(TablePage):
    """A table page off the screen; what it sends is kept."""

    # The host's desk depends on the App, which is not there.
    commands = tuple(c for c in TablePage.commands if c.keys != ("!",))

    def __init__(self, state: TableState) -> None:
        super().__init__("FROG-71")
        self.state = state
        self.sent: list[TableRequest] = []

    def send(self, request: TableRequest) -> None:
        self.sent.append(request)

    def draw(self) -> None:
        """There is nothing to draw on."""


def at_desk() -> Bare:
    """Return a page at the order sheet of Future Diary."""
    for moment in diaries.moments(3):
        state = TableState.begin(moment[min(moment)])
        view = state.frame["view"]
        if state.seated and view is not None and view["step"] == "orders":
            return Bare(state)
    raise AssertionError("no orders in the game")


def test_a_desk_takes_its_keys_where_the_player_has_put_them() -> None:
    page = at_desk()
    assert page.state is not None
    keymap.use(Keymap(moved={"desk.Why": ";", "table.Notes": "'"}))
    page.press("w")
    assert leaf_of(page) == "d"
    page.press(";")
    assert leaf_of(page) == "w"
    page.press("'")
    assert leaf_of(page) == "n"
    drawn = text_of(draw(page.state, Size(80, 24))[1]["mine"])
    assert "; why" in drawn
    assert "' known" in drawn
    assert "w why" not in drawn


def leaf_of(page: Bare) -> str:
    assert page.state is not None
    assert isinstance(page.state.desk, FutureDiaryDesk)
    return page.state.desk.book.leaf.value


def test_a_first_press_that_asks_once_more_names_the_moved_key() -> None:
    moment = next(iter(frames(seed=3)))
    page = Bare(TableState.begin(moment[0]))
    told: list[str] = []
    page.tell = lambda text, *_tone: told.append(text)  # type: ignore[method-assign]
    keymap.use(Keymap(moved={"table.GiveUp": ";"}))
    page.press("u")
    assert not told
    page.press(";")
    assert any("Press ; again" in text for text in told)
    page.press(";")
    assert page.sent
