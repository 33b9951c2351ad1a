"""A host's packs at the server: folders read, tables that play with them, restarts (N81-19.1)."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from engine import registry
from engine.game import Game
from engine.games.no81 import library
from engine.games.no81.content import assemble
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import GAME, game_of
from engine.games.no81.library import BUILT_IN, Library
from engine.games.no81.packs.faults import PackError, Reason
from engine.registry import GAMES
from server.packs import Reporter, check_pack, install_packs, open_packs
from server.requests import CreateTable, Start
from tests.engine.games.no81.position import P1, P3, PLAIN_PACK, Position, Table
from tests.server.house import ANN, House, Person, house

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pack"
WICK = "characters/wick.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the example pack, to be spoilt."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "pack"))


@pytest.fixture
def shipped() -> Iterator[None]:
    """Put everything back that a host's packs change in this process."""
    yield
    registry.install(GAME)
    library.use(BUILT_IN)


def faults_of(folder: Path) -> list[tuple[str, Reason]]:
    with pytest.raises(PackError) as refused:
        check_pack(folder)
    return [(fault.file, fault.reason) for fault in refused.value.faults]


def test_the_example_can_be_loaded() -> None:
    pack = check_pack(EXAMPLE)
    assert (pack.id, len(pack.characters), len(pack.skills), len(pack.limited)) == (
        "lighthouse", 2, 2, 1,
    )  # fmt: skip


@pytest.mark.rule("N81-19.1")
def test_what_does_not_belong_into_the_folder_is_told(folder: Path) -> None:
    (folder / "notes.toml").write_text("")
    (folder / "characters" / "deep").mkdir()
    (folder / "characters" / "deep" / "x.toml").write_text("")
    (folder / "skills" / "run.sh").write_text("")
    (folder / "README.md").write_text("beside it")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("")
    assert faults_of(folder) == [
        ("characters/deep/x.toml", Reason.STRAY),
        ("notes.toml", Reason.STRAY),
        ("skills/run.sh", Reason.STRAY),
    ]


def test_nothing_outside_the_folder_is_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("id = 1")
    (folder / WICK).unlink()
    (folder / WICK).symlink_to(tmp_path / "secret.toml")
    (folder / "mind" / "pipe.toml").unlink(missing_ok=True)
    os.mkfifo(folder / "mind" / "pipe.toml")
    assert faults_of(folder) == [(WICK, Reason.LINK), ("mind/pipe.toml", Reason.LINK)]


def test_a_file_that_cannot_be_read_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def refusing(path: Path, flags: int) -> int:
        if path.name == "wick.toml":
            raise PermissionError(errno.EACCES, "no")
        return opened(path, flags)

    monkeypatch.setattr("server.packs.os.open", refusing)
    assert faults_of(folder) == [(WICK, Reason.UNREADABLE)]


def test_what_a_pack_may_cost_is_bounded(folder: Path) -> None:
    (folder / WICK).write_bytes(b"#" * 200_000)
    assert (WICK, Reason.TOO_LARGE) in faults_of(folder)
    for number in range(500):
        (folder / "mind" / f"n{number}.toml").write_text("")
    assert Reason.TOO_MANY in [reason for _file, reason in faults_of(folder)]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert [reason for _file, reason in faults_of(tmp_path / "nowhere")] == [Reason.NO_FOLDER]
    assert ("pack.toml", Reason.MISSING) in faults_of(tmp_path)


@pytest.mark.rule("N81-19.1")
def test_a_faulty_pack_is_never_half_loaded(folder: Path, shipped: None) -> None:
    (folder / WICK).write_text("id =")
    with pytest.raises(PackError) as refused:
        install_packs([str(EXAMPLE), str(folder)])
    assert [f.file for f in refused.value.faults] == [f"{folder}/{WICK}"]
    assert GAMES["no81"] is GAME
    assert library.content() is BUILT_IN.everything


@pytest.mark.rule("N81-19.1")
def test_the_same_ids_in_two_packs_are_refused(folder: Path) -> None:
    with pytest.raises(PackError) as refused:
        open_packs([str(EXAMPLE), str(folder)])
    assert {f.reason for f in refused.value.faults} == {Reason.TWICE, Reason.SAME_NAME}
    assert {f.value for f in refused.value.faults} >= {"lighthouse", "tern", "beacon", "lm_foghorn"}


def test_loaded_packs_are_what_tables_can_choose(shipped: None) -> None:
    install_packs([str(EXAMPLE)])
    game = GAMES["no81"]
    assert game.configure(4, {})["packs"] == ("lighthouse",)
    assert game.configure(4, {"packs": ()})["packs"] == ()
    assert "tern" in library.content().characters
    assert [spec.id for spec in game.options][-1] == "packs"


@pytest.mark.rule("N81-19.5")
def test_a_failing_plug_in_is_logged_once_and_without_what_the_game_held(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    beacon = folder / "skills" / "beacon.py"
    text = beacon.read_text("utf-8")
    raising = "        raise KeyError(g.look_hand())\n        card ="
    beacon.write_text(text.replace("        card =", raising), "utf-8")
    packs = open_packs([str(folder)], report=Reporter()).hosts.values()
    content = assemble((CORE_PACK, PLAIN_PACK, *packs))
    for _ in range(2):
        t = Table(Position(content=content, seats=3, who={P1: "tern"}, hands={P1: "H7a"}))
        t.do("skill:beacon", (P1, "target", P3))
    lines = [r for r in caplog.records if r.message == "plug_in_failed"]
    assert [r.__dict__["fields"] for r in lines] == [
        {"kind": "beacon", "reason": "KeyError", "line": 21}
    ]
    assert "H7a" not in caplog.text


# --- tables ---


async def begun(h: House, **options: object) -> tuple[str, Person]:
    """Start a game of No.81 against a bot; return the table's code and the player."""
    lobby = Person(h.hub.lobby(ANN))
    lobby.ask(CreateTable(game="no81", seats=2, options=options, clock=0, bots=1))
    code = (await lobby.notice("opened"))["opened"]
    ann = h.at(code, ANN)
    await ann.frame(you=0)
    ann.ask(Start())
    await ann.frame(stage="playing")
    return code, ann


def games(*packs: str) -> Mapping[str, Game]:
    """Return the game with the folders' packs."""
    return {"no81": game_of(open_packs(packs))}


@pytest.mark.rule("N81-19.1")
async def test_a_game_with_a_hosts_pack_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path, games=games(str(EXAMPLE))) as h:
        code, ann = await begun(h, mode="karma")
        ask = await ann.asked()
        assert any(option.startswith("tern/") for option in ask["options"])
        ann.answer("tern/0", "hongmu/0")
        before = await ann.asked("karma_start")
        assert all("tern/0:beacon" in option for option in before["options"])
    async with house(path, games=games(str(EXAMPLE))) as h:
        assert (await h.at(code, ANN).asked("karma_start"))["options"] == before["options"]


@pytest.mark.rule("N81-19.1")
@pytest.mark.parametrize("change", ["gone", "changed", "texts"])
async def test_a_game_is_never_played_on_with_other_content(
    change: str, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "u.db"
    async with house(path, games=games(str(folder))) as h:
        code, ann = await begun(h)
        before = await ann.asked()
    wick = (folder / WICK).read_text("utf-8")
    if change == "changed":
        (folder / WICK).write_text(wick.replace("health = 6", "health = 9"), "utf-8")
    elif change == "texts":
        (folder / WICK).write_text(wick.replace("Old Wick", "Young Wick"), "utf-8")
    now = games() if change == "gone" else games(str(folder))
    async with house(path, games=now) as h:
        ann = h.at(code, ANN)
        if change == "texts":
            assert (await ann.asked())["options"] == before["options"]
            return
        await ann.frame(stage="frozen")
        assert (await ann.notice("frozen_content"))["params"] == {
            "packs": [p.mark for p in open_packs([str(EXAMPLE)]).hosts.values()]
        }
    (folder / WICK).write_text(wick, "utf-8")
    async with house(path, games=games(str(folder))) as h:
        assert (await h.at(code, ANN).asked())["options"] == before["options"]


async def test_a_table_may_play_with_the_built_in_content_alone(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path, games=games(str(EXAMPLE))) as h:
        code, ann = await begun(h, mode="karma", packs=[])
        ask = await ann.asked()
        assert not any(option.startswith("tern/") for option in ask["options"])
    async with house(path, games=games()) as h:  # so it does not miss the pack
        await h.at(code, ANN).asked()


async def test_a_pack_that_is_not_loaded_cannot_be_chosen() -> None:
    async with house(games={"no81": game_of(Library((CORE_PACK,)))}) as h:
        lobby = Person(h.hub.lobby(ANN))
        request = CreateTable(
            game="no81", seats=2, options={"packs": ["lighthouse"]}, clock=0, bots=1
        )
        lobby.ask(request)
        assert (await lobby.notice("no_pack"))["params"] == {"pack": "lighthouse"}
