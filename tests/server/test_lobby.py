"""The lobby, names and what is kept of players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.api import Identity
from server.hub import HubLimits
from server.join_codes import WORDS, new_code, normal_code
from server.requests import CreateTable, Rematch, Sit
from tests.server.house import ANN, BO, CY, GUS, Person, house, player, quiet


def create(**changes: object) -> CreateTable:
    values: dict[str, object] = {
        "game": "toy", "seats": 2, "options": {}, "clock": 0, "bots": 0, **changes,
    }  # fmt: skip
    return CreateTable(**values)  # type: ignore[arg-type]


async def test_a_new_table_is_in_everybodys_lobby_and_its_maker_hosts_it() -> None:
    async with house() as h:
        bo = Person(h.hub.lobby(BO))
        await bo.frame(tables=[])
        code = await h.opened(ANN, seats=4, bots=2)
        await h.time.pass_by(0.2)
        frame = await bo.until(lambda p: p.last["tables"])
        assert frame["tables"] == [
            {"code": code, "game": "toy", "seats": 4, "taken": 1, "bots": 2, "stage": "waiting",
             "names": ["Ann"], "mine": -1, "your_turn": False}
        ]  # fmt: skip
        ann = h.at(code, ANN)
        assert (await ann.frame(you=0))["host"]


async def test_the_lobby_tells_only_its_own_reader_whose_turn_it_is() -> None:
    async with house() as h:
        _, (_ann, _bo) = await h.playing(BO)
        lobbies = {who.id: Person(h.hub.lobby(who)) for who in (ANN, BO, CY)}
        await h.time.pass_by(0.2)
        rows = {who: (await p.until(lambda p: p.frames))["tables"][0] for who, p in lobbies.items()}
        assert [rows[w.id]["mine"] for w in (ANN, BO, CY)] == [0, 1, -1]
        assert [rows[w.id]["your_turn"] for w in (ANN, BO, CY)] == [True, False, False]


async def test_what_cannot_be_played_is_refused_with_its_reason() -> None:
    async with house(limits=HubLimits(hosted=2)) as h:
        ann = Person(h.hub.lobby(ANN))
        for request, code in (
            (create(game="chess"), "unknown_game"),
            (create(seats=1), "bad_seats"),
            (create(seats=10**9), "bad_seats"),
            (create(clock=31), "bad_clock"),
            (create(options={"fuse": "wet"}), "bad_option"),
            (create(options={"fuse": [["x"]]}), "bad_request"),
            (create(bots=2), "no_free_seat"),
            (create(bots=-1), "no_free_seat"),
        ):
            ann.ask(request)
            await ann.notice(code)
            ann.notices.clear()
        ann.ask(Rematch())
        await ann.notice("bad_request")
        ann.ask(create())
        ann.ask(create())
        ann.ask(create())
        assert (await ann.notice("too_many_tables"))["params"] == {"limit": 2}
        assert len(h.hub.listings()) == 2


async def test_an_unknown_code_is_answered_and_closed_whatever_was_typed() -> None:
    async with house() as h:
        for typed in ("FROG-71", "", "x" * 10_000, "\x1b[31m", "'; --", "FROG-７１"):
            one = Person(h.hub.table(ANN, typed))
            notice = await one.notice("unknown_table")
            assert notice["closed"]
            assert len(notice["params"]["table"]) <= 16
            await one.ended.wait()
        assert h.hub.online() == 0


def test_codes_are_read_in_any_case_with_or_without_a_dash() -> None:
    for typed in ("FROG-71", "frog-71", "Frog 71", " frog71 "):
        assert normal_code(typed) == "FROG-71"
    for typed in ("FROG", "71", "FROG-7", "FROG-711", "FR0G-71", "FROG--71", "FROG-7１"):
        assert normal_code(typed) is None


def test_code_words_are_short_plain_and_differ() -> None:
    assert len(set(WORDS)) == len(WORDS) > 100
    assert all(re.fullmatch(r"[A-Z]{3,8}", word) for word in WORDS)
    codes: set[str] = set()
    for _ in range(500):
        codes.add(new_code(codes))
    assert len(codes) == 500
    assert all(normal_code(code) == code for code in codes)


async def test_a_code_is_opened_however_it_is_typed() -> None:
    async with house() as h:
        code = await h.opened(ANN)
        bo = h.at(code.lower().replace("-", ""), BO)
        assert (await bo.frame(you=-1))["code"] == code


# --- names -------------------------------------------------------------------------------------


@pytest.mark.report("ssh-chat#74")
async def test_a_name_stays_with_the_key_that_used_it_first(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    other = Identity(id="SHA256:other", name="Ann", tag="zzzz")
    async with house(path) as h:
        assert h.hub.effective_name(ANN) == "Ann"
        assert h.hub.effective_name(other) == "Ann~zzzz"
    async with house(path) as h:
        assert h.hub.effective_name(other) == "Ann~zzzz"
        assert h.hub.effective_name(ANN) == "Ann"
        code = await h.opened(ANN)
        one = h.at(code, other)
        one.ask(Sit(seat=1))
        frame = await one.frame(you=1)
        assert [s["name"] for s in frame["seats"]] == ["Ann", "Ann~zzzz"]


@pytest.mark.report("mumble#2462")
async def test_a_name_that_looks_like_a_bound_one_is_not_given_bare() -> None:
    async with house() as h:
        assert h.hub.effective_name(player("Paul")) == "Paul"
        for name in ("paul", "PAUL", "Pаul", "Ｐａｕｌ", "Pau1"):  # Cyrillic, full-width, digit
            twin = Identity(id="SHA256:twin", name=name, tag="tttt")
            assert h.hub.effective_name(twin).endswith("~tttt")


async def test_a_guest_binds_no_name_and_never_wears_a_bound_one() -> None:
    async with house() as h:
        assert h.hub.effective_name(player("Zed", guest=True)) == "Zed"
        assert h.hub.effective_name(player("Zed")) == "Zed"
        assert h.hub.effective_name(player("Zed", guest=True)).startswith("Zed~")


async def test_one_key_cannot_hold_every_name() -> None:
    async with house() as h:
        for number in range(50):
            name = f"Name{chr(65 + number % 26)}{number}"
            h.hub.effective_name(Identity(id="SHA256:greedy", name=name, tag="gggg"))
        free = sum(
            not h.hub.effective_name(
                Identity(id=f"SHA256:{n}", name=f"Name{chr(65 + n % 26)}{n}", tag="ffff")
            ).endswith("~ffff")
            for n in range(50)
        )
        assert free > 30


# --- players -----------------------------------------------------------------------------------


async def test_choices_are_kept_for_a_key_and_forgotten_for_a_guest(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        for who in (ANN, GUS):
            assert (await h.hub.player(who))["language"] == ""
            h.hub.remember(who, language="zh_Hant", settings={"bell": False})
            h.hub.remember(who, colour="256", settings={"log": 3})
            record = await h.hub.player(who)
            assert record["language"] == "zh_Hant"
            assert record["settings"] == {"bell": False, "log": 3}
    async with house(path) as h:
        record = await h.hub.player(ANN)
        assert record == {
            "name": "Ann", "language": "zh_Hant", "colour": "256",
            "settings": {"bell": False, "log": 3},
        }  # fmt: skip
        assert (await h.hub.player(GUS))["language"] == ""


async def test_what_is_remembered_is_checked_and_bounded() -> None:
    async with house() as h:
        with pytest.raises(TypeError):
            h.hub.remember(ANN, admin=True)
        with pytest.raises(TypeError):
            h.hub.remember(ANN, language=3)
        h.hub.remember(ANN, settings={"x": "y" * 40_000})
        assert (await h.hub.player(ANN))["settings"] == {}


async def test_choices_made_at_once_are_all_kept_and_seen_by_whoever_comes_next() -> None:
    async with house() as h:
        h.hub.remember(ANN, language="zh_Hant")
        h.hub.remember(ANN, settings={"bell": False})
        h.hub.remember(ANN, settings={"log": 3})
        record = await h.hub.player(ANN)
        assert record["language"] == "zh_Hant"
        assert record["settings"] == {"bell": False, "log": 3}


async def test_a_choice_made_just_before_the_server_stops_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        h.hub.remember(ANN, language="zh_Hant")
    async with house(path) as h:
        assert (await h.hub.player(ANN))["language"] == "zh_Hant"


async def test_people_are_counted_once_however_many_channels_they_have() -> None:
    async with house() as h:
        one, two = Person(h.hub.lobby(ANN)), Person(h.hub.lobby(ANN))
        await one.until(lambda p: p.frames)
        await two.until(lambda p: p.frames)
        assert h.hub.online() == 1
        one.leave()
        await quiet()
        assert h.hub.online() == 1
        two.leave()
        await quiet()
        assert h.hub.online() == 0
