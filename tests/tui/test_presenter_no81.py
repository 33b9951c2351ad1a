"""What the table page says of No.81, and above all what it does not (N81-20)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from engine.event import SPECTATOR
from engine.games.no81.glossary import Mode
from engine.games.no81.terms import AskKind, EventKind
from tests.languages import SPOKEN
from tests.tui.duels import NAMES, moments
from tests.tui.scenes import SIZES, draw, text_of
from themes.pack import Colour
from tui import i18n
from tui.games.no81 import board, presenter
from tui.games.no81.options import PASSING, PLAIN, is_public
from tui.games.no81.presenter import PRESENTER
from tui.games.no81.private import UNDECLARED
from tui.games.no81.public import private_fields, public
from tui.games.no81.reach import distance, hand_limit, in_range
from tui.screens.choosing import move
from tui.screens.logbook import Logbook
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.texts import no81
from tui.widgets.lines import width

STRANGE = ["D2a", "S3b", "M7-K-mind_restore", "CJa", "H4a", "DQb"]


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.begin(request.param)
    yield request.param
    i18n.begin()


def _states(seed: int, seats: int, mode: str, viewer: int = 0) -> Iterator[TableState]:
    state: TableState | None = None
    for frames, _asked in moments(seed, seats, mode, viewers=(viewer,)):
        if state is None:
            state = TableState.begin(frames[viewer])
        else:
            state.take(frames[viewer])
        yield state


def _newest(state: TableState) -> TableState:
    """Return a copy with the end of the story alone, so that comparing is cheap."""
    other = copy.copy(state)
    other.log, other.events = state.log[-20:], state.events[-20:]
    return copy.deepcopy(other)


def _scrambled(state: TableState) -> TableState:
    """Return the same table with everything replaced that this viewer alone was told."""
    other = copy.deepcopy(state)
    view = other.frame["view"]
    assert view is not None
    you = view["you"]
    view["hand"] = STRANGE[: len(view["hand"])]
    view["own_deck"] = []
    view["offers"] = ["ling"]
    view["reserve"] = []
    for seat in view["seats"]:
        seat["notes"] = []
        seat["deck"] = [None] * len(seat["deck"])
    if view["seats"][you]["alive"] and view["lord"] != you:
        view["seats"][you]["role"] = None
    ask = other.frame["ask"]
    if ask is not None and not is_public(ask["kind"]):
        several = ask["least"] > 1 or ask["most"] > 1
        if ask["kind"] in UNDECLARED:
            ask["context"] = {"face": "punch"}
        if not several:
            # Another number of them, too: how many there are may tell of the hand.
            ask["options"] = ask["options"][-1:] + ask["options"][:-1][:2]
        at, marked = other.choosing.at, other.choosing.marked
        other.choosing = TableState.begin(other.frame).choosing
        if at >= 0:
            other.choosing = move(other.choosing, 1)
        assert not marked
    other.events = [public(event) for event in other.events]
    other.log = [public(event) for event in other.log]
    return other


@pytest.mark.rule("N81-20.1", "N81-20.2", "N81-6.13")
@pytest.mark.parametrize("mode", list(Mode))
def test_outside_the_private_pane_nothing_depends_on_what_only_the_viewer_knows(mode: str) -> None:
    compared = 0
    for number, played in enumerate(_states(11, 4, mode, viewer=1)):
        if played.stage != "playing" or number % (4 if played.asked else 16):
            continue
        state = _newest(played)
        if state.asked and compared % 2:
            state.choosing = move(state.choosing, 1)
        size = SIZES[compared % len(SIZES)]
        _, rows = draw(state, size)
        _, others = draw(_scrambled(state), size)
        assert rows.keys() == others.keys()
        for pane in rows.keys() - {"mine"}:
            assert rows[pane] == others[pane], pane
        compared += 1
    assert compared > 15


@pytest.mark.parametrize("broken", ["question", "role", "log"])
def test_a_slip_would_be_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these was made to say a little more than everybody may know."""
    match broken:
        case "question":
            monkeypatch.setattr(presenter, "UNDECLARED", frozenset())
        case "role":
            monkeypatch.setattr(board, "_mind", lambda seat: str(seat["role"]))
        case _log:
            monkeypatch.setattr(presenter, "public", lambda event: event)
    mode = Mode.IDENTITY if broken == "role" else Mode.COLDWARM
    different = 0
    for number, played in enumerate(_states(11, 3, mode, viewer=1)):
        if played.stage != "playing" or number % 3:
            continue
        state = _newest(played)
        rows, others = draw(state, SIZES[2])[1], draw(_scrambled(state), SIZES[2])[1]
        if any(rows[pane] != others[pane] for pane in rows.keys() - {"mine"}):
            different += 1
            break
    assert different


@pytest.mark.rule("N81-20.1")
def test_a_hidden_private_pane_tells_nothing() -> None:
    for number, played in enumerate(_states(5, 4, Mode.IDENTITY, viewer=1)):
        if played.stage != "playing" or number % 40:
            continue
        state = _newest(played)
        state.hidden = state.about = state.notes = True
        size = SIZES[number % len(SIZES)]
        assert draw(state, size)[1]["mine"] == draw(_scrambled(state), size)[1]["mine"]


@pytest.mark.rule("N81-20.1")
def test_the_help_page_names_no_card_that_nobody_else_knows_of() -> None:
    page, undeclared = TablePage("OWL-12"), 0
    for played in _states(11, 3, Mode.COLDWARM, viewer=1):
        ask = played.frame["ask"]
        if ask is None or played.bench is not None:
            continue
        told = []
        for state in (_newest(played), _scrambled(_newest(played))):
            page.state = state
            told.append(page.help_lead())
        assert told[0] == told[1]
        undeclared += ask["kind"] in UNDECLARED
    assert undeclared


@pytest.mark.rule("N81-20.2", "N81-20.4")
@pytest.mark.parametrize("mode", list(Mode))
def test_everybody_reads_the_same_log(mode: str) -> None:
    viewers = (0, 1, SPECTATOR)
    states: dict[int, TableState] = {}
    for frames, _asked in moments(8, 4, mode, viewers=viewers):
        for viewer, frame in frames.items():
            if viewer in states:
                states[viewer].take(frame)
            else:
                states[viewer] = TableState.begin(frame, seen=0)
    logs = [Logbook().sight(states[viewer], 70, 600) for viewer in viewers]
    assert all(log == logs[0] for log in logs)
    assert len(logs[0]) > 100


def test_every_row_fits_its_pane_in_every_scene(language: str) -> None:
    for number, mode in enumerate(Mode):
        seats = (2, 4, 6, 8)[number]
        for at, played in enumerate(_states(number, seats, mode)):
            if at % 40 and played.stage == "playing" and at > 12:
                continue
            state = _newest(played)
            state.notes = at % 2 == 0
            if state.asked:
                state.choosing = move(state.choosing, -1)
                state.about = at % 4 == 0
            for size in SIZES:
                places, rows = draw(state, size, left=42.0)
                for pane in rows.keys() & places.keys():
                    assert len(rows[pane]) <= places[pane].height, (pane, size, seats)
                    for row in rows[pane]:
                        assert width(row) <= places[pane].width, (pane, row.text)


@pytest.mark.parametrize("seats", range(2, 9))
def test_hand_choices_and_log_have_room_at_every_supported_size(seats: int) -> None:
    # While something is built in the set-up there is another page.
    state = next(s for s in _states(1, seats, Mode.COLDWARM) if s.bench is None)
    for size in SIZES:
        places = draw(state, size)[0]
        assert places["mine"].height >= 4
        assert places["log"].height >= 2
        assert places["dock"].height == 4


def test_no_key_of_an_option_is_a_command_of_a_running_game() -> None:
    keys = {*PLAIN, PASSING}
    assert len(keys) == len(PLAIN) + 1
    before = {"add bot", "ready", "sit down", "start", "remove bot", "options", "stand up",
              "rematch", "mute"}  # fmt: skip
    at_desks = {"send", "diary", "why", "talk", "larger page", "turn the page", "next field",
                "empty"}  # fmt: skip
    for command in TablePage.commands:
        if command.label not in before | at_desks:
            assert not keys & set(command.keys), command.label


def test_options_have_different_keys_and_those_without_are_reached_by_arrows() -> None:
    kinds = set()
    for state in _states(3, 5, Mode.COLDWARM):
        if not state.asked:
            continue
        ask = state.frame["ask"]
        assert ask is not None
        kinds.add(ask["kind"])
        keys = [choice.key for choice in state.choices if choice.key]
        assert len(set(keys)) == len(keys)
        assert [choice.option for choice in state.choices] == ask["options"]
    assert {AskKind.CHARACTER, AskKind.MIND_DECK, AskKind.PLAY, AskKind.DRAW} <= kinds


@pytest.mark.rule("N81-6.13")
def test_only_the_private_pane_says_which_windows_are_always_passed(language: str) -> None:
    state = next(s for s in _states(3, 3, Mode.COLDWARM) if s.bench is None)
    for kind in (AskKind.W_EVENT, AskKind.W_GUARD, AskKind.W_DYING, AskKind.W_TRIGGER):
        before = draw(state, SIZES[2])[1]
        state.always = {kind.value}
        after = draw(state, SIZES[2])[1]
        assert no81.windows_name({kind.value}) in after["mine"][0].text
        assert all(before[pane] == after[pane] for pane in before.keys() - {"mine"})
        state.always = set()


@pytest.mark.rule("N81-7.1", "N81-7.2")
def test_distances_and_who_is_in_range_are_those_of_the_rules() -> None:
    seats = [{"alive": True, "range": 1} for _ in range(5)]
    view: dict[str, Any] = {"circle": [2, 0, 4, 1, 3], "seats": seats}
    assert [distance(view, 2, other) for other in view["circle"]] == [0, 1, 2, 2, 1]
    assert in_range(view, 2, 3)
    assert not in_range(view, 2, 1)
    seats[3]["alive"] = False
    assert distance(view, 2, 3) is None
    assert in_range(view, 2, 1)  # the circle has closed
    seats[2]["range"] = 0
    assert not in_range(view, 2, 1)


@pytest.mark.rule("N81-5.4", "N81-10.2")
def test_the_hand_limit_counts_skills_and_effects_but_no_skill_of_a_broken_mind() -> None:
    seat = {"rel_hp": 3, "skills": ["brine", "crust"], "flags": {"broken": 0, "holds": 2}}
    assert hand_limit(seat) == 6
    assert hand_limit(seat | {"flags": {"broken": 1, "holds": 0}}) == 3


def test_a_hand_that_does_not_fit_is_told_by_names_and_numbers() -> None:
    state = next(s for s in _states(3, 6, Mode.COLDWARM) if s.asked and s.frame["view"]["hand"])  # type: ignore[index]
    view = state.frame["view"]
    assert view is not None
    view["hand"] = ["H7a", "H7b", "H8a", "S2a", "D10a", "CQa", "DQa"]
    for size in SIZES[:2]:
        assert f"{no81.face_name('guard')} x3" in draw(state, size)[1]["mine"][1].text
    state.notes = True
    assert no81.card_label("DQa") in text_of(draw(state, SIZES[1])[1]["mine"])


def test_the_board_says_health_counters_and_who_is_asked_without_colour() -> None:
    hurt = 0
    for state in _states(4, 4, Mode.COLDWARM):
        view = state.frame["view"]
        assert view is not None
        if state.stage != "playing" or view["phase"] is None or len(state.events) % 5:
            continue
        rows = PRESENTER.ring(state.frame, state.cast, 80)
        for number, row in zip(view["circle"], rows[1:], strict=False):
            seat = view["seats"][number]
            if not seat["alive"]:
                assert "out" in row.text
                continue
            assert f"{seat['rel_hp']}/{seat['cap']}" in row.text
            assert row.text.startswith(">") == (number in state.frame["waiting"])
            for counter, count in seat["counters"].items():
                if count:
                    hurt += 1
                    assert no81.counter_short(counter, count) in row.text
    assert hurt


@pytest.mark.parametrize("seats", [4, 8])
def test_every_card_of_a_zone_has_its_place_on_a_small_board(seats: int) -> None:
    frame = copy.deepcopy(next(moments(1, seats))[0][0])
    view = frame["view"]
    assert view is not None
    view["turn"] = 7
    seat = view["seats"][1]
    seat |= {"character": "qing_tang", "camp": "cold", "base": 7, "cap": 6, "rel_hp": 4}
    seat["counters"] = {"cold": 1, "warm": 2, "black": 0}
    faces = ("evade", "haste", "treasure", "auto_weapon")
    seat["zone"] = [{"card": "x", "face": face, "stamp": 7} for face in faces]
    rows = PRESENTER.ring(frame, NAMES, 80)
    row = next(row for row in rows if NAMES[1][:4] in row.text)
    assert width(row) <= 80
    assert "####..- " in row.text
    assert "4/6 c1w2" in row.text
    for face in faces:
        assert f" {no81.face_name(face)[:2]}+" in row.text
    wide = PRESENTER.ring(frame, NAMES, 120)
    assert any("Treasure+ Autonomous W" in row.text for row in wide)
    # Where even the shortest names have no room, the notes have them whole.
    seat["zone"] += [{"card": "x", "face": face, "stamp": 1} for face in ("calamity", "windfall")]
    assert ".." in next(row.text for row in PRESENTER.ring(frame, NAMES, 80) if "Ev+" in row.text)
    notes = "\n".join(PRESENTER.spoken_notes(frame, NAMES))
    assert all(no81.face_name(face) in notes for face in (*faces, "calamity", "windfall"))


def test_a_bar_has_at_most_eight_cells_whatever_the_health() -> None:
    assert board.health_bar(4, 6, 7) == "####..-"
    for base in range(1, 13):
        for cap in range(base + 1):
            for rel in range(cap + 1):
                bar = board.health_bar(rel, cap, base)
                assert len(bar) <= 8
                assert ("#" in bar) == (rel > 0)
                assert base > 8 or (bar.count("#"), bar.count("-")) == (rel, base - cap)


@pytest.mark.rule("N81-6.7")
def test_the_stack_line_says_what_answers_what() -> None:
    frames = next(moments(1, 3))[0]
    frame = copy.deepcopy(frames[0])
    view = frame["view"]
    assert view is not None
    view["stack"] = [
        {"kind": "use", "seat": 1, "name": "energy_burst", "targets": [2, 0], "cards": []},
        {"kind": "dying", "seat": 2, "name": "", "targets": [], "cards": []},
        {"kind": "answer", "seat": 0, "name": "miracle", "targets": [], "cards": ["C10a"]},
    ]
    frame["waiting"], frame["waiting_kind"] = [0], "w_dying"
    text = PRESENTER.ring(frame, ("Ann", "Bo", "Cy"), 80)[-1].text
    assert "Energy Burst (Bo) > Cy, Ann? <- Cy is dying <- Miracle (Ann)" in text
    # Where there is no room for all, the newest is kept.
    assert PRESENTER.ring(frame, ("Ann", "Bo", "Cy"), 60)[-1].text.endswith(
        ".. <- Cy is dying <- Miracle (Ann)"
    )
    view["stack"] = view["stack"][:1]
    frame["waiting_kind"] = "w_burst"
    # Cy has been asked before Ann.
    assert "Energy Burst (Bo) > Ann?" in PRESENTER.ring(frame, ("Ann", "Bo", "Cy"), 80)[-1].text
    frame["waiting_kind"] = "play"
    assert "Burst" not in PRESENTER.ring(frame, ("Ann", "Bo", "Cy"), 80)[-1].text


def test_who_may_be_chosen_is_described(language: str) -> None:
    for state in _states(4, 4, Mode.COLDWARM):
        view, ask = state.frame["view"], state.frame["ask"]
        if state.asked and ask is not None and ask["kind"] == AskKind.TARGET:
            assert view is not None
            for choice in state.choices:
                character = view["seats"][int(choice.option)]["character"]
                assert no81.character_name(character) in choice.explain
            return
    pytest.fail("nobody was to be chosen")


@pytest.mark.rule("N81-20.1")
def test_who_is_out_is_told_so(language: str) -> None:
    frame = copy.deepcopy(next(moments(1, 3))[0][0])
    view = frame["view"]
    assert view is not None
    frame["ask"] = None
    view["hand"] = []
    view["seats"][0] |= {"alive": False, "base": 6}
    state = TableState.begin(frame)
    rows = draw(state, SIZES[1])[1]["mine"]
    assert rows[1].text.strip() == PRESENTER.spoken_hand(frame, state.cast)[-1]


@pytest.mark.rule("N81-3.5", "N81-9.18.2")
def test_a_card_of_a_zone_is_called_so_where_something_is_paid(language: str) -> None:
    frame = copy.deepcopy(next(moments(1, 3))[0][0])
    view = frame["view"]
    assert view is not None
    view["hand"] = ["H7a"]
    view["seats"][0]["zone"] = [{"card": "SJa", "face": "treasure", "stamp": 1}]
    label = {
        option: no81.option_label("pay", option, {}, NAMES, view)
        for option in ("H7a", "SJa", "mind")
    }
    assert label["H7a"] == no81.card_label("H7a")
    assert label["SJa"] != no81.card_label("SJa")
    assert no81.card_label("SJa") in label["SJa"]


def test_the_log_leaves_out_what_the_line_before_has_said() -> None:
    used = {"kind": "used", "seat": 0, "face": "haste", "mode": 1, "targets": [], "cards": ["CJa"],
            "choice": None}  # fmt: skip
    moved = {"kind": "moved", "source": "zone:0", "to": "resolving", "count": 1, "why": "detach",
             "cards": ["CJa"], "open": True}  # fmt: skip
    assert PRESENTER.log(moved, used, ("Ann",)) == ()
    assert PRESENTER.log(moved, None, ("Ann",))


@pytest.mark.rule("N81-8.3")
def test_the_log_says_why_a_damage_is_another_one_than_the_card_says() -> None:
    event = {"kind": "damaged", "seat": 0, "amount": 4, "attribute": "warm", "source": 1,
             "cause": "attack_warm", "changes": {"treasure": 1, "amplify": 1, "root_shield": -1},
             "counters": {"cold": 0, "warm": 2, "black": 0}, "cap": 5}  # fmt: skip
    (span,) = PRESENTER.log(event, None, ("Ann", "Bo"))
    assert span.text == (
        "Ann takes 4 warm damage from Bo (Warm Attack, Treasure +1, Amplify +1, Root Shield -1): "
        "now cap 5, warm 2."
    )


@pytest.mark.rule("N81-8.3", "N81-8.10")
def test_the_log_says_why_a_damage_or_a_healing_came_to_nothing() -> None:
    averted = {"kind": "averted", "seat": 0, "source": None, "cause": "energy_burst",
               "changes": {"heatproof": -1}}  # fmt: skip
    healing = {"kind": "unhealed", "seat": 1, "cause": "life_spring", "changes": {}}
    cases: list[tuple[dict[str, Any], str]] = [
        (averted, "Ann takes no damage (Energy Burst, Heatproof -1)."),
        (averted | {"source": 1}, "Ann takes no damage from Bo (Energy Burst, Heatproof -1)."),
        (healing | {"by": "brined"}, "Bo heals nothing (Life Spring, cannot recover)."),
        (healing | {"by": "can_heal"}, "Bo heals nothing (Life Spring, skills)."),
        (healing | {"by": None, "changes": {"hide": -1}},
         "Bo heals nothing (Life Spring, Stow Away -1)."),
    ]  # fmt: skip
    for event, text in cases:
        (span,) = PRESENTER.log(event, None, ("Ann", "Bo"))
        assert span.text == text


def test_a_card_that_is_being_used_is_explained_to_all(language: str) -> None:
    frame = copy.deepcopy(next(moments(1, 3))[0][0])
    view = frame["view"]
    assert view is not None
    assert PRESENTER.remark(frame) == ""
    view["stack"] = [
        {"kind": "use", "seat": 1, "name": "punch", "mode": 1, "targets": [0], "cards": []},
        {"kind": "dying", "seat": 0, "name": "", "mode": 0, "targets": [], "cards": []},
    ]
    frame["waiting"], frame["waiting_kind"] = [0], "w_dying"
    assert no81.mode_text("punch", 1) in PRESENTER.remark(frame)
    frame["ask"] = None
    state = TableState.begin(frame)
    assert no81.face_name("punch") in text_of(draw(state, SIZES[1])[1]["dock"])


def test_every_event_that_told_more_to_a_player_is_told_to_that_player_in_words() -> None:
    more = 0
    for state in _states(6, 4, Mode.KARMA):
        for event in state.frame["events"]:
            mine = PRESENTER.mine(event, state.cast)
            assert bool(mine) == bool(private_fields(event))
            more += bool(mine)
    assert more > 10


def test_the_result_names_winners_and_shows_what_was_hidden(language: str) -> None:
    state = None
    for state in _states(2, 5, Mode.IDENTITY):  # noqa: B007
        pass
    assert state is not None
    assert state.frame["result"] is not None
    text = text_of(draw(state, SIZES[2])[1]["mine"])
    for seat in state.frame["result"]["winners"]:
        assert state.names[seat] in text
    for role in ("lord", "rebel"):
        assert no81.role_name(role) in text


def test_help_explains_every_choice_and_every_event(language: str) -> None:
    seen = set()
    for state in _states(9, 4, Mode.KARMA):
        ask = state.frame["ask"]
        if ask is not None and state.asked and ask["kind"] not in seen:
            seen.add(ask["kind"])
            for option in ask["options"]:
                title, paragraphs = PRESENTER.about_choice(ask, option)
                assert title
                assert all(paragraphs)
        for event in state.frame["events"]:
            _rule, paragraphs = PRESENTER.about_event(event)
            assert all(paragraphs)
    assert {AskKind.KARMA_DECK, AskKind.KARMA_START, AskKind.PLAY} <= seen
    assert PRESENTER.how_to_play()


def test_in_plain_lines_hand_table_and_notes_are_whole(language: str) -> None:
    said = 0
    for number, state in enumerate(_states(7, 6, Mode.SERIES)):
        if number % 40:
            continue
        frame, names = state.frame, state.cast
        lines = [
            *PRESENTER.spoken_hand(frame, names),
            *PRESENTER.spoken_table(frame, names),
            *PRESENTER.spoken_notes(frame, names),
        ]
        assert all(line == line.strip() and line for line in lines)
        said += len(lines)
    assert said > 100


def test_public_colours_follow_the_kind_of_event_alone() -> None:
    event = {"kind": EventKind.DYING, "seat": 0}
    assert PRESENTER.log(event, None, ("Ann",))[0].tone is Colour.WARNING
