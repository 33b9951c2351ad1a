"""The chronicle holds every order and every cause (FD-14.5)."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from engine.games.future_diary import chronicle
from engine.games.future_diary.foresight import Foresight
from engine.games.future_diary.model import Record, Standing
from engine.games.future_diary.terms import ChronicleCode
from tests.engine.games.future_diary.read_acts import sample
from tests.engine.games.future_diary.reading import order
from tests.engine.games.future_diary.table import (
    Played,
    disguise,
    flee,
    forced,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)

NOBODY: dict[int, Foresight] = {}


def written(played: Played) -> Record:
    return chronicle.record(played.closed, given=played.locked.sheets, read=(NOBODY, NOBODY))


def lines(record: Record, code: ChronicleCode) -> list[dict[str, Any]]:
    """Return the lines of that code, without the code."""
    found = [dict(line) for line in record.lines if line["code"] == code]
    return [{name: value for name, value in line.items() if name != "code"} for line in found]


@pytest.mark.rule("FD-14.5")
def test_every_sheet_report_final_blow_effect_and_death_is_written_down() -> None:
    for act in sample():
        record = chronicle.record(act.closed, given=act.given, read=act.read)
        outcome = act.closed.outcome
        assert [x["seat"] for x in lines(record, ChronicleCode.SEAT)] == [*act.locked.world.living]
        assert len(lines(record, ChronicleCode.FINAL)) == len(outcome.finals)
        assert len(lines(record, ChronicleCode.BLOW)) == len(outcome.blows)
        assert len(lines(record, ChronicleCode.EFFECT)) == len(act.closed.effects)
        assert len(lines(record, ChronicleCode.CHANGE)) == len(outcome.inputs.changes)
        assert [x["seat"] for x in lines(record, ChronicleCode.DEATH)] == [*act.closed.deaths]
        reports = [x["reports"] for x in lines(record, ChronicleCode.READ)]
        assert sum(map(len, reports)) == sum(
            len(one.reports) for seen in act.read for one in seen.values()
        )
        msgpack.packb(record.lines)


@pytest.mark.rule("FD-14.5", "FD-7.5")
def test_a_control_is_written_with_its_author_and_a_kill_with_its_reason() -> None:
    world = table(P5="twelfth", P12="fifth", know={(4, 6)})
    orders = {5: sheet(hypnosis=forced(4, "kill", 6)), 4: sheet(probe(1)), 6: sheet(flee())}
    record = written(play(world, sheets=orders))
    finals = {line["seat"]: line for line in lines(record, ChronicleCode.FINAL)}
    assert finals[4] == {
        "seat": 4, "order": order("kill", 6), "by": "hypnosis", "author": 5
    }  # fmt: skip
    (blow,) = lines(record, ChronicleCode.BLOW)
    assert (blow["author"], blow["target"], blow["result"]) == (4, 6, "fled")


@pytest.mark.rule("FD-14.5", "FD-10.2")
def test_last_words_are_written_with_who_spoke_and_what_came_of_it() -> None:
    world = table(change={9: {"spent": frozenset({"half_god"})}})
    played = play(world, P3=sheet(kill(9)), said={9: Standing(bomb=(4,))})
    record = written(played)
    assert lines(record, ChronicleCode.WORDS) == [
        {"seat": 9, "prompts": ("bomb",), "answered": True, "fields": ("bomb=4",)}
    ]
    assert lines(record, ChronicleCode.BOMB) == [{"seat": 4}]
    silent = written(play(world, P3=sheet(kill(9))))
    assert lines(silent, ChronicleCode.WORDS)[0]["answered"] is False


@pytest.mark.rule("FD-14.5", "FD-5.1")
def test_new_links_and_what_each_seat_was_told_are_written() -> None:
    record = written(play(table(), P4=sheet(probe(6)), P6=sheet(disguise())))
    assert lines(record, ChronicleCode.LINK) == [
        {"owner": 4, "seat": 6, "role": "sixth", "via": "probe"}
    ]
    told = {line["seat"]: line["items"] for line in lines(record, ChronicleCode.TOLD)}
    assert len(told) == 15
    assert told[4] == ({"code": "probed", "seat": 6, "role": "sixth"},)


@pytest.mark.rule("FD-14.5", "FD-3.6")
def test_what_lock_did_to_a_sheet_can_be_told_from_the_sheet() -> None:
    world = table(act=2, change={4: {"forced": 2}, 6: {"silenced": 2}})
    given = {4: sheet(probe(1)), 6: sheet(flee(), diary=use())}
    played = play(world, sheets=given)
    record = chronicle.record(played.closed, given=given, read=(NOBODY, NOBODY))
    seats = {line["seat"]: line for line in lines(record, ChronicleCode.SEAT)}
    assert seats[4]["fields"] == ("day=probe", "day.target=1")
    (locked,) = lines(record, ChronicleCode.LOCKED)
    assert (locked["forced"], locked["silenced"], locked["used"]) == ((4,), (6,), (6,))
    finals = {line["seat"]: line["by"] for line in lines(record, ChronicleCode.FINAL)}
    assert (finals[4], finals[6]) == ("forced", "silence")


@pytest.mark.rule("FD-14.5", "FD-11.1")
def test_predictions_are_added_after_the_act() -> None:
    record = written(play(table()))
    more = chronicle.add(
        record, ChronicleCode.PREDICTED, by=4, seat=6, role="sixth", right=True, free=False
    )
    assert more.lines[:-1] == record.lines
    assert more.lines[-1]["code"] == ChronicleCode.PREDICTED
