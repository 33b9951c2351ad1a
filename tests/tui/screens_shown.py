"""The screens that are kept as pictures: what each shows, and in which size, language and look.

Few, so that they are read: every pair of a size and a language, a size and a look, a language and
a look is among them, and every screen once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from engine.games.future_diary.terms import Step
from engine.games.no81.terms import AskKind
from server.api import Identity, Size, TableFrame
from server.hub import LocalHub
from server.requests import CreateTable
from tests.tui import diaries, duels
from tests.tui.sessions import ANN, BO, finished
from tests.tui.stage import moment
from tests.tui.tables import frames

__all__ = ["LANGUAGES", "LOOKS", "SCREENS", "SIZES", "Screen", "finished_game"]

SMALLEST, SMALL, WIDE, HUGE = Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 50)
SIZES: Final = (SMALLEST, SMALL, WIDE, HUGE)
ENGLISH, HANT, HANS = "en", "zh_Hant", "zh_Hans"
LANGUAGES: Final = (ENGLISH, HANT, HANS)
DARK, LIGHT = "dusk", "dawn"
LOOKS: Final = (DARK, LIGHT)

UP, DOWN, RIGHT, ENTER, PALETTE = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\r", b"\x10"


async def _nothing(home: LocalHub) -> None:
    """Leave the hub empty."""
    del home


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One picture: a session in a look, at a table that stands still or in the lobby, and keys."""

    name: str
    size: Size
    language: str
    look: str
    frame: Callable[[], TableFrame] | None = None
    keys: Sequence[bytes] = ()
    before: Callable[[LocalHub], Awaitable[None]] = field(default=_nothing)
    """What has happened on the hub."""
    watch: bool = False
    notes: bool = False
    """Whether first-time notes are shown."""


# --- what has happened --------------------------------------------------------------------------


async def _tables(home: LocalHub) -> None:
    ming = Identity(id="SHA256:ming", name="王小明", tag="SHA256:4e8d")
    for who, game, seats, bots in (
        (BO, "love_letter", 4, 1), (ming, "future_diary", 7, 4), (ANN, "no81", 5, 2),
    ):  # fmt: skip
        await home.create(who, CreateTable(game=game, seats=seats, options={}, clock=0, bots=bots))


async def finished_game(home: LocalHub) -> None:
    """Play a game of Love Letter, in which one decides after the other."""
    await finished(home, "love_letter", 3)


# --- moments of games ---------------------------------------------------------------------------


def _until(moments: Iterator[TableFrame], there: Callable[[TableFrame], bool]) -> TableFrame:
    seen = []
    for frame in moments:
        seen.append(frame)
        if there(frame):
            break
    return moment(seen)


def _asks(kind: str, after: int = 0) -> Callable[[TableFrame], bool]:
    return lambda frame: (
        frame["ask"] is not None and frame["ask"]["kind"] == kind and frame["seq"] >= after
    )


def _after(count: int) -> Callable[[TableFrame], bool]:
    return lambda frame: frame["seq"] >= count


def _over(frame: TableFrame) -> bool:
    return frame["stage"] == "over"


def _love_letter(
    there: Callable[[TableFrame], bool], viewer: int = 0, **changed: Any
) -> Callable[[], TableFrame]:
    return lambda: {**_until((m[viewer] for m in frames(5, 4)), there), **changed}  # type: ignore[typeddict-item]


@cache
def _duel(mode: str, seats: int) -> Sequence[TableFrame]:
    return [moment[0] for moment, _asked in duels.moments(7, seats, mode, viewers=(0,))]


def _no81(
    there: Callable[[TableFrame], bool], mode: str = "coldwarm", seats: int = 4
) -> Callable[[], TableFrame]:
    return lambda: _until(iter(_duel(mode, seats)), there)


@cache
def _diary() -> Sequence[TableFrame]:
    return [m[0] for m in diaries.moments(11, 7) if 0 in m]


def _step(step: Step, act: int) -> Callable[[], TableFrame]:
    def there(frame: TableFrame) -> bool:
        view: Mapping[str, Any] = frame["view"] or {}
        return (view["step"], view["act"]) == (step, act)

    return lambda: _until(iter(_diary()), there)


def _diary_over() -> TableFrame:
    return _until(iter(_diary()), _over)


PLAY = _asks("play", after=20)

SCREENS: Final[Sequence[Screen]] = (
    Screen(name="welcome", size=SMALL, language="none", look=DARK),
    Screen(name="lobby-empty", size=SMALLEST, language=HANS, look=DARK),
    Screen(name="lobby", size=SMALL, language=ENGLISH, look=DARK, before=_tables),
    Screen(
        name="lobby-code", size=WIDE, language=HANT, look=LIGHT, before=_tables, keys=(b"j", b"FR")
    ),
    Screen(name="create", size=SMALL, language=HANT, look=DARK, keys=(b"n",)),
    Screen(name="create-small", size=SMALLEST, language=ENGLISH, look=LIGHT, keys=(b"n", RIGHT)),
    Screen(name="help", size=SMALLEST, language=HANT, look=LIGHT, keys=(b"?",)),
    Screen(name="palette", size=SMALL, language=HANS, look=LIGHT, keys=(PALETTE, DOWN)),
    Screen(name="looks", size=WIDE, language=ENGLISH, look=DARK, keys=(b"g", DOWN, UP)),
    Screen(name="rules", size=HUGE, language=ENGLISH, look=LIGHT, keys=(b"/", b"p", b"r", b"o")),
    Screen(name="desk", size=SMALL, language=ENGLISH, look=DARK, keys=(b"!",)),
    Screen(
        name="replays", size=SMALL, language=HANS, look=DARK, before=finished_game, keys=(b"y",)
    ),
    Screen(
        name="replay", size=WIDE, language=HANS, look=DARK, before=finished_game,
        keys=(b"y", ENTER, DOWN, DOWN, RIGHT),
    ),
    Screen(
        name="waiting", size=SMALL, language=HANT, look=LIGHT, before=_tables, keys=(ENTER,),
        notes=True,
    ),
    Screen(name="learn", size=SMALLEST, language=ENGLISH, look=DARK, keys=(b"t", DOWN)),
    Screen(name="lesson", size=SMALL, language=HANS, look=DARK, keys=(b"t", ENTER, ENTER)),
    Screen(name="keys", size=WIDE, language=HANT, look=LIGHT, keys=(b"\x0b", DOWN)),
    Screen(name="settings", size=SMALL, language=ENGLISH, look=LIGHT, keys=(b"\x0f", DOWN)),
    Screen(name="presets", size=SMALLEST, language=HANS, look=DARK, keys=(b"n", b"p", DOWN)),
    Screen(
        name="totals", size=SMALL, language=HANT, look=LIGHT, before=finished_game,
        keys=(b"y", RIGHT),
    ),
    Screen(
        name="invite", size=SMALL, language=ENGLISH, look=LIGHT, before=_tables,
        keys=(ENTER, b"y"),
    ),
    Screen(
        name="love-letter", size=SMALL, language=ENGLISH, look=DARK, frame=_love_letter(PLAY),
        keys=(RIGHT,),
    ),
    Screen(
        name="love-letter-small", size=SMALLEST, language=HANT, look=DARK,
        frame=_love_letter(PLAY),
    ),
    Screen(
        name="love-letter-huge", size=HUGE, language=HANS, look=LIGHT, frame=_love_letter(PLAY),
        keys=(b"n",),
    ),
    Screen(
        name="love-letter-target", size=SMALL, language=HANS, look=LIGHT,
        frame=_love_letter(_asks("target")), keys=(RIGHT,),
    ),
    Screen(
        name="love-letter-log", size=WIDE, language=ENGLISH, look=LIGHT,
        frame=_love_letter(PLAY), keys=(b"l", UP, UP),
    ),
    Screen(
        name="love-letter-line-explained", size=SMALLEST, language=ENGLISH, look=DARK,
        frame=_love_letter(PLAY), keys=(b"l", UP, UP, b"?"),
    ),
    Screen(
        name="love-letter-hints", size=SMALL, language=HANS, look=LIGHT,
        frame=_love_letter(PLAY), keys=(b"=",),
    ),
    Screen(
        name="love-letter-watched", size=SMALLEST, language=HANS, look=LIGHT,
        frame=_love_letter(_after(20), viewer=-1), watch=True,
    ),
    Screen(
        name="love-letter-back-again", size=WIDE, language=HANT, look=DARK,
        frame=_love_letter(PLAY, seen=6),
    ),
    Screen(
        name="love-letter-over", size=HUGE, language=HANT, look=LIGHT, frame=_love_letter(_over)
    ),
    Screen(
        name="no81-character", size=HUGE, language=HANT, look=DARK,
        frame=_no81(_asks(AskKind.CHARACTER)), keys=(DOWN,),
    ),
    Screen(
        name="no81-minds", size=SMALL, language=HANT, look=DARK,
        frame=_no81(_asks(AskKind.MIND_DECK)), keys=(DOWN,),
    ),
    Screen(
        name="no81-karma-deck", size=SMALL, language=ENGLISH, look=LIGHT,
        frame=_no81(_asks(AskKind.KARMA_DECK), "karma", 2), keys=(DOWN,),
    ),
    Screen(
        name="no81-turn", size=WIDE, language=ENGLISH, look=DARK,
        frame=_no81(_asks(AskKind.PLAY, after=70)), keys=(DOWN,),
    ),
    Screen(
        name="no81-hints", size=SMALLEST, language=ENGLISH, look=DARK,
        frame=_no81(_asks(AskKind.PLAY, after=70)), keys=(b"=", DOWN),
    ),
    Screen(
        name="no81-turn-small", size=SMALLEST, language=HANS, look=DARK,
        frame=_no81(_asks(AskKind.PLAY, after=70)),
    ),
    Screen(
        name="no81-window", size=SMALL, language=HANS, look=LIGHT,
        frame=_no81(_asks("w_guard", after=100), "identity", 6),
    ),
    Screen(name="no81-over", size=WIDE, language=HANT, look=LIGHT, frame=_no81(_over)),
    Screen(
        name="diary-persona", size=SMALLEST, language=HANT, look=DARK, frame=_step(Step.LOBBY, 0)
    ),
    Screen(
        name="diary-orders", size=SMALL, language=ENGLISH, look=DARK, frame=_step(Step.ORDERS, 2),
        keys=(b"1",),
    ),
    Screen(
        name="diary-known", size=HUGE, language=HANS, look=DARK, frame=_step(Step.ORDERS, 3),
        keys=(b"n",),
    ),
    Screen(
        name="diary-predict", size=SMALLEST, language=ENGLISH, look=LIGHT,
        frame=_step(Step.PREDICT, 1),
    ),
    Screen(name="diary-over", size=WIDE, language=HANS, look=LIGHT, frame=_diary_over),
)  # fmt: skip
