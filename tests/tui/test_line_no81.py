"""No.81 in plain lines: its questions, choices by number, hand and table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.games.no81.terms import AskKind
from tests.languages import SPOKEN
from tests.tui.duels import moments
from tui.i18n import begin
from tui.line.choosing import chosen
from tui.line.table import TableTalk
from tui.texts import no81


@pytest.fixture(params=SPOKEN, autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    begin(request.param)
    yield
    begin()


def test_every_question_of_a_game_is_put_and_can_be_answered_by_number() -> None:
    talk: TableTalk | None = None
    kinds = set()
    for frames, _asked in moments(4, 3, viewers=(0,)):
        if talk is None:
            talk = TableTalk(frames[0])
            lines = talk.begin()
        else:
            lines = talk.take(frames[0])
        assert all(lines)
        ask = frames[0]["ask"]
        if not talk.state.asked or ask is None or ask["kind"] in kinds:
            continue
        kinds.add(ask["kind"])
        if ask["kind"] == AskKind.MIND_DECK:
            continue  # it is built with words: test_line_no81_setup
        said = "\n".join(talk.question())
        for number, choice in talk.numbered().items():
            # The first questions are put line by line, in the marks of the language.
            assert f"{number}: {choice.label}" in said or f"{number}：{choice.label}" in said
            assert talk.explain(number)
        count = max(1, ask["least"])
        numbers = list(talk.numbered())[:count]
        assert len(chosen(talk, numbers, fresh=True)) == count
    assert {AskKind.CHARACTER, AskKind.MIND_DECK, AskKind.PLAY} <= kinds


def test_hand_and_table_are_told() -> None:
    told = 0
    for number, (frames, _asked) in enumerate(moments(5, 3, viewers=(0,))):
        frame = frames[0]
        view = frame["view"]
        if view is None or number % 15 or not view["seats"][0]["character"]:
            continue
        talk = TableTalk(frame)
        hand, table = "\n".join(talk.hand()), "\n".join(talk.table())
        for card in view["hand"]:
            assert no81.card_label(card) in hand
            assert no81.card_label(card) not in table
        for seat in view["seats"]:
            assert no81.character_name(seat["character"]) in table
        assert talk.notes()
        told += 1
    assert told > 3
