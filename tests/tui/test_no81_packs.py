"""What a host's pack brings is shown: names, texts, choices, in every language (N81-19.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games.no81 import library
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import game_of
from engine.games.no81.library import BUILT_IN, Library
from engine.games.no81.ops import OPS
from engine.games.no81.terms import AskKind
from server.packs import open_packs
from tests.engine.games.no81.packing import BUOY_FILE, files, packed
from tests.languages import SPOKEN
from tests.server.test_packs import EXAMPLE
from tests.tui import duels
from tui.i18n import begin, current
from tui.line.table import TableTalk
from tui.simplified import simplified
from tui.texts import no81
from tui.texts.no81.ops import ops_in_words
from tui.texts.packs import host_packs

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture(params=SPOKEN, autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    begin(request.param)
    yield
    begin()


@pytest.fixture(autouse=True)
def _loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Load the example pack, for this test alone."""
    loaded = open_packs([str(EXAMPLE)])
    monkeypatch.setattr(duels, "GAME", game_of(loaded))
    library.use(loaded)
    yield
    library.use(BUILT_IN)


def said(en: str, zh: str) -> str:
    return {"en": en, "zh_Hant": zh, "zh_Hans": simplified(zh)}[current()]


@pytest.mark.rule("N81-19.2")
def test_names_and_texts_are_those_of_the_pack() -> None:
    assert no81.character_name("tern/0") == said("Tern", "燕鷗")
    assert no81.character_title("tern") == said("Lookout", "瞭望手")
    assert no81.series_name("headland") == said("The Headland", "海岬")
    assert no81.skill_name("beacon") == said("Beacon", "信號火")
    assert no81.skill_text("trim_wick").startswith(said("At the end of your turn", "你的回合結束"))
    assert no81.face_name("lm_foghorn") == said("Foghorn", "霧笛")
    assert no81.mode_line("lm_foghorn", 1) == said("they discard, you draw", "他棄 1，你抽 1")
    assert len(no81.card_texts("lm_foghorn")) == 2
    assert any(no81.skill_name("beacon") in line for line in no81.character_about("tern"))
    assert no81.TEXTS.choice_name("packs", "lighthouse") == host_packs()[0].removesuffix(" 1.0")
    assert no81.TEXTS.option_name("packs") == said("Packs", "內容包")


@pytest.mark.rule("N81-19.4")
def test_the_choices_of_a_plug_in_read_as_it_says() -> None:
    labels = {
        "up": {"en": "Sail up", "zh": "揚帆", "zh_hans": "扬帆"},
        "stay_here": {"en": "", "zh": ""},
    }
    context = {"skill": "beacon", "labels": labels}

    def label(option: str) -> str:
        return no81.option_label(AskKind.PICK, option, context, NAMES)

    assert label("up") == said("Sail up", "揚帆")
    assert label("stay_here") == "stay here"
    assert label("pass") == said("Pass", "略過")
    assert no81.option_label(AskKind.TARGET, "pass", {}, NAMES) == said("Pass", "略過")
    assert no81.option_label(AskKind.TARGET, "2", {}, NAMES) == "Cy"


def test_a_game_with_a_pack_is_told_from_beginning_to_end() -> None:
    names = {no81.character_name("tern"), no81.character_name("lamp_keeper")}
    for seed in range(12):
        talk: TableTalk | None = None
        seen = ""
        for frames, _asked in duels.moments(seed, 2, viewers=(0,)):
            if talk is None:
                talk = TableTalk(frames[0])
            lines = talk.take(frames[0])
            if talk.state.asked:
                lines = [*lines, *talk.question()]
            seen += "\n".join(lines)
            in_play = {s["character"] for s in (frames[0]["view"] or {"seats": ()})["seats"]}
            if None not in in_play and not in_play & {"tern", "lamp_keeper"}:
                break
        else:
            assert any(name in seen for name in names)
            return
    raise AssertionError(names)


@pytest.mark.rule("N81-19.3")
@pytest.mark.parametrize(
    ("mode", "en", "zh"),
    [
        (
            {
                "when": "play", "target": "self",
                "do": [{"op": "draw", "n": 3}, {"op": "heal"}, {"op": "spent_to_bottom"}],
            },
            "In your play phase: draw 3, heal 1, put 1 of your spent row under your mind deck.",
            "在你的出牌階段：抽 3 張、回復 1 點、把 1 張已用心象放到心象牌組底。",
        ),
        (
            {
                "when": "play", "target": "other", "cost": [{"op": "discard_mind"}],
                "do": [{"op": "as_card", "id": "life_spring"}, {"op": "draw", "who": "target"}],
            },
            (
                "In your play phase: discard 1 from the mind deck; then use a Life Spring, they "
                "draw 1."
            ),
            "在你的出牌階段：棄 1 張心象牌；然後使用生命之泉、對方抽 1 張。",
        ),
        (
            {"when": "w_event", "do": [{"op": "cancel"}]},
            "When an event is about to take effect on you: the event has no effect on you.",
            "事件將對你生效時：該事件對你無效。",
        ),
    ],
)  # fmt: skip
def test_a_card_without_a_text_says_what_it_declares(
    mode: dict[str, Any], en: str, zh: str
) -> None:
    tables = files()
    tables[BUOY_FILE]["mode"] = [mode]
    library.use(Library((CORE_PACK, packed(tables))))
    assert no81.card_texts("lm_buoy") == (said(en, zh),)
    if mode["when"] == "play":
        assert no81.mode_line("lm_buoy", 1) in said(en, zh)


@pytest.mark.rule("N81-19.3")
def test_every_op_has_its_words() -> None:
    for op in OPS:
        for who in ("me", "target"):
            words = ops_in_words([{"op": op, "who": who, "what": "range", "id": "guard"}], {})
            assert words or (op, who) in {("take_random", "me"), ("look_hand", "me")}
