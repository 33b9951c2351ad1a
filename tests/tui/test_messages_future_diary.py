"""Every code of Future Diary has a sentence in every language, and every label fits its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from engine.errors import Refusal
from engine.games.future_diary.deal import STOCK
from engine.games.future_diary.form import FIELDS
from engine.games.future_diary.roles import HALVES, ROLES
from engine.games.future_diary.setup import OPTIONS
from engine.games.future_diary.terms import (
    Channel,
    ChronicleCode,
    Code,
    ConfigCode,
    EventKind,
    Kind,
    Loop,
    Mode,
    NoChange,
    NoticeCode,
    Pace,
    Reject,
    ReportCode,
    Role,
    Step,
    Token,
    Verdict,
    Via,
    WhyCode,
)
from tests.languages import SPOKEN
from tui import messages
from tui.i18n import begin
from tui.texts import future_diary as fd
from tui.texts.future_diary import chronicle, fields, log, names, notices, personas, reports, why

NAMES = ("Fox", "[b]Moth", "{Lark}", "王小明", "Crow", "Heron", "Owl")
ORDER = {"kind": "kill", "targets": [3]}
SAMPLE: dict[str, Any] = {
    "acts": 4, "act": 3, "accepted": None, "ally": [2], "answered": True, "asked": "x",
    "author": 1, "authors": [1, 2], "before": {"kind": "flee", "targets": []}, "blacken": False,
    "by": 2, "cause": "kill", "change": True, "charge": True, "copy": None, "counter": False,
    "day": ORDER, "dead": [{"seat": 3, "role": "seventh/man", "loop": "first_loop"}],
    "died": True, "disguised": [2], "fields": ["day=kill", "day.target=3"], "final": ORDER,
    "finals": [{"seat": 3, "act": 1, "order": ORDER}], "first": True, "first_loop": 2,
    "fleeing": [1], "follow": False, "forced": [4], "found": True, "free": False, "how": "own",
    "items": [{"code": "nothing"}], "jammed": [], "kind": "probe", "law": None, "layer": "double",
    "left": 2, "lines": [{"code": "nothing"}], "locked": [3], "loop": "second_loop", "lost": None,
    "made": True, "mode": "sweep", "moved_to": None, "night": True, "of": 1, "order": ORDER,
    "owner": 3, "parties": [[1], [2, 3]], "personas": ["#fox"], "pick": 2, "priority": 5,
    "prompt": "bomb", "prompts": ["bomb"], "proposals": [2], "proposer": 2, "reason": "fled",
    "reports": [{"of": 1, "copy": None, "lines": [{"code": "nothing"}]}], "result": "landed",
    "right": True, "role": "ninth", "roles": ["first", "second"], "seat": 2, "seats": [1, 2],
    "shown": "sixth", "silenced": [], "stage": "day", "standing": [], "step": "orders",
    "success": False, "target": 3, "targets": [3], "text": "psst", "token": "repeat",
    "used": [2], "verdict": "first_loop", "via": "probe", "victim": 3, "void": [], "wave": 1,
    "waves": [1], "whom": "9th", "winners": [1, 2], "yes": True, "channel": "public",
    "creator": None, "ready": True, "sheet": [], "partner": 4, "more": False,
}  # fmt: skip


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test once in every language."""
    begin(request.param)
    yield request.param
    begin()


def check(sentence: str | None, *facts: str) -> None:
    assert sentence
    assert sentence == sentence.strip()
    assert all(c.isprintable() for c in sentence)
    for fact in facts:
        assert fact in sentence


def line(code: str, **changes: Any) -> dict[str, Any]:
    return {**SAMPLE, "code": code, **changes}


@pytest.mark.rule("FD-6.8")
@pytest.mark.parametrize("code", list(ReportCode))
def test_every_line_of_a_report_has_a_sentence(code: ReportCode) -> None:
    night = ORDER if code in {ReportCode.ACTIONS, ReportCode.FIRST} else True
    check(fd.report_line(line(code, night=night), NAMES))


@pytest.mark.rule("FD-10.6")
@pytest.mark.parametrize("code", list(NoticeCode))
def test_every_line_of_a_private_block_has_a_sentence(code: NoticeCode) -> None:
    check(fd.notice_line(line(code), NAMES))


@pytest.mark.parametrize("code", list(WhyCode))
def test_every_cause_has_a_sentence(code: WhyCode) -> None:
    reason = "silenced" if code is WhyCode.NO_CHANGE else "fled"
    hows = {WhyCode.ENDED: ("broken", "death", "chose_her", "untold")}
    hows[WhyCode.NIGHT_RIGHT] = ("half_god", "chose_her", "", "")
    for how in hows.get(code, ("own", "accepted", "cowardice", "taken")):
        if how:
            check(fd.why_line(line(code, reason=reason, how=how), NAMES))


@pytest.mark.rule("FD-7.2")
def test_every_reason_against_a_change_has_a_sentence_of_its_own() -> None:
    said = [fd.why_line(line(WhyCode.NO_CHANGE, reason=reason), NAMES) for reason in NoChange]
    assert len(set(said)) == len(NoChange)


@pytest.mark.rule("FD-14.5")
@pytest.mark.parametrize("code", list(ChronicleCode))
def test_every_line_of_a_chronicle_has_a_sentence(code: ChronicleCode) -> None:
    by = 2 if code in {"predicted", "creator", "proved"} else "law"
    check(fd.chronicle_line(line(code, by=by), NAMES))


@pytest.mark.rule("FD-7.5")
def test_a_chronicle_says_who_set_a_final_action() -> None:
    hows = ("law", "use", "hypnosis", "silence", "forced", "change", "submitted")
    said = [fd.chronicle_line(line("final", by=by), NAMES) for by in hows]
    assert len(set(said)) == len(hows)


@pytest.mark.rule("FD-17.2")
@pytest.mark.parametrize("code", list(Reject))
def test_every_rejection_has_a_sentence(code: Reject) -> None:
    check(messages.notice(code, {"field": "day.target"}))
    assert messages.notice(code, {}) != messages.notice("of_tomorrow", {})


def test_a_rejection_on_the_notice_row_names_no_field_of_a_role() -> None:
    """Everybody may look there; ``servant`` would tell who its player is (FD-16)."""
    for name in ("servant", "night", "law"):
        assert messages.notice(Reject.NO_RIGHT_NOW, {"field": name}) == messages.notice(
            Reject.NO_RIGHT_NOW, {}
        )


def test_rejections_are_apart_from_refusals() -> None:
    assert not set(Reject) & set(Refusal)


def test_every_code_of_a_kill_has_words_of_its_own() -> None:
    assert len({fd.code_text(code) for code in Code}) == len(Code)


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_event_can_be_told_and_has_a_rule(kind: EventKind) -> None:
    event = {**SAMPLE, "kind": kind, "mode": "silence", "reports": SAMPLE["reports"]}
    for said in (fd.log_line(event, NAMES), fd.mine_line(event, NAMES)):
        if said:
            check(said)
    check(fd.rule_text(fd.log_rule(event)))
    assert set(log._RULES) == set(EventKind)


def test_names_in_sentences_are_data() -> None:
    event = {"kind": "said", "channel": "public", "seat": 3, "text": "{seat} [red]"}
    assert fd.log_line(event, NAMES) == "3 {Lark}: {seat} [red]"


@pytest.mark.parametrize(
    ("name", "values", "budget"),
    [
        (fd.role_short, (*Role, *HALVES), 10),
        (fd.kind_name, tuple(Kind), 10),
        (fd.step_name, tuple(Step), 14),
        (fd.loop_short, tuple(Loop), 6),
        (fd.channel_name, tuple(Channel), 12),
        (fd.field_label, tuple(fields.FIELDS), 18),
        (fd.role_number, tuple(Role), 2),
        (fd.mode_name, tuple(Mode), 20),
        (fd.via_name, tuple(Via), 20),
        (fd.role_name, (*Role, *HALVES), 36),
        (names.pace_name, tuple(Pace), 30),
        (fd.persona_name, STOCK, 10),
        (fd.token_name, tuple(Token), 60),
        (fd.verdict_line, tuple(Verdict), 60),
        (fd.step_line, tuple(Step), 60),
    ],
)
def test_words_differ_and_fit_their_cells(name: Any, values: tuple[str, ...], budget: int) -> None:
    words = [name(value) for value in values]
    assert all(words)
    assert max(map(cell_len, words)) <= budget
    if name is not fd.field_label:  # day and night both have a Blacken guess
        assert len(set(words)) == len(words)


def test_every_field_of_every_form_has_a_label() -> None:
    known = {field for fields_of in FIELDS.values() for field in fields_of}
    # A chronicle writes standing instructions without their prefix.
    known |= {field.removeprefix("standing.") for field in known}
    assert known <= set(fields.FIELDS)


def test_every_field_has_a_rule() -> None:
    for field in fields.FIELDS:
        assert all(fd.field_rules(field)), field
        assert fd.field_rules(field), field


@pytest.mark.rule("FD-2.7")
def test_every_stock_persona_has_a_name_and_a_players_own_stays_as_it_is() -> None:
    assert {f"#{word}" for word in personas.STOCK} == set(STOCK)
    assert fd.persona_name("{Fox} [b]") == "{Fox} [b]"


def test_every_role_diary_and_kind_is_explained() -> None:
    for role in (*Role, *HALVES):
        assert all(fd.role_rules(role))
    for card in ROLES.values():
        if card.diary is not None:
            check(fd.diary_name(card.diary.id))
    for kind in Kind:
        if kind is not Kind.NONE:
            check(fd.kind_rule(kind))
    assert all(fd.how_to_play())


def test_every_clause_told_stands_in_the_list_of_rules() -> None:
    listed = Path(__file__).parents[2] / "docs" / "rules" / "future_diary_clauses.txt"
    known = set(listed.read_text().split())
    for rule in fd.TEXTS.rule_ids():
        check(fd.rule_text(rule))
        assert rule in known, rule


@pytest.mark.parametrize("code", list(ConfigCode))
def test_every_set_up_error_has_a_sentence(code: ConfigCode) -> None:
    check(fd.TEXTS.config_error(code, {}))


def test_every_choice_of_a_set_up_has_a_name() -> None:
    for spec in OPTIONS:
        check(fd.TEXTS.option_about(spec.id))
        assert cell_len(fd.TEXTS.option_name(spec.id)) <= 20
        for choice in spec.choices:
            check(fd.TEXTS.choice_name(spec.id, choice))


def test_tables_of_sentences_hold_exactly_their_codes() -> None:
    tables: Mapping[type[StrEnum], Mapping[Any, Any]] = {
        ReportCode: reports._LINES,
        NoticeCode: notices._LINES,
        WhyCode: why._LINES,
        ChronicleCode: chronicle._LINES,
    }
    for codes, table in tables.items():
        assert set(table) == set(codes)
