"""What pictures there are, and the way to each: keys that a player types in the running product."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.games.no81.terms import AskKind
from server.api import Identity, Size
from tests.shots.booth import Booth
from tests.shots.picture import Picture

__all__ = ["GALLERY", "Shot"]

SMALLEST, SMALL, MIDDLE, WIDE, HUGE = (
    Size(60, 20), Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 50),
)  # fmt: skip
UP, DOWN, RIGHT, ENTER = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\r"
PALETTE = b"\x10"
BO, MING = (
    Identity(id="SHA256:bo", name="Bo", tag="SHA256:b0b0"),
    Identity(id="SHA256:ming", name="小明", tag="SHA256:4e8d"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One picture: ``walk`` goes to what is to be seen and takes it."""

    name: str
    walk: Callable[[Booth, Shot], Awaitable[Picture]]
    size: Size = SMALL
    language: str = "en"
    theme: str = "dusk"
    readme: bool = False
    """Whether README shows it, so that it is kept in ``docs/pictures``."""

    async def enter(self, booth: Booth, code: str | None = None) -> None:
        """Begin the session that is looked at."""
        await booth.enter(size=self.size, language=self.language, theme=self.theme, code=code)


# --- around the tables --------------------------------------------------------------------------


async def _tables(booth: Booth) -> None:
    await booth.table("love_letter", 4, bots=1, who=BO)
    await booth.table("future_diary", 7, bots=4, who=MING)
    await booth.table("no81", 5, bots=2)


def _lobby(*keys: bytes) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    async def walk(booth: Booth, shot: Shot) -> Picture:
        await _tables(booth)
        await shot.enter(booth)
        await booth.keys(*keys)
        return booth.picture()

    return walk


async def _waiting(booth: Booth, shot: Shot) -> Picture:
    await shot.enter(booth, await booth.table("love_letter", 4, bots=2))
    return booth.picture()


# --- Love Letter of Despair ---------------------------------------------------------------------


def _love_letter(turn: int, *keys: bytes) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    """Look at the player's own turn number ``turn``."""

    async def walk(booth: Booth, shot: Shot) -> Picture:
        code = await booth.table("love_letter", 4, options={"wins": "3"})
        await shot.enter(booth, code)
        await booth.start()
        own: set[int] = set()

        def there(state: object) -> bool:
            del state
            ask = booth.state.frame["ask"]
            if booth.state.asked and ask is not None and ask["kind"] == "play":
                own.add(ask["id"])
            return len(own) >= turn

        await booth.play(there)
        await booth.keys(*keys)
        return booth.picture()

    return walk


def _over(game: str, seats: int, **options: str) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    async def walk(booth: Booth, shot: Shot) -> Picture:
        await shot.enter(booth, await booth.table(game, seats, options=options))
        await booth.start()
        await booth.play(lambda state: state.stage == "over")
        await booth.seen()
        return booth.picture()

    return walk


# --- No.81 --------------------------------------------------------------------------------------


def _no81(
    kind: str, *keys: bytes, mode: str = "coldwarm", after: int = 0
) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    """Look at the first question of a kind after so many events."""

    async def walk(booth: Booth, shot: Shot) -> Picture:
        await shot.enter(booth, await booth.table("no81", 5, options={"mode": mode}))
        await booth.start()

        def there(state: object) -> bool:
            del state
            ask = booth.state.frame["ask"]
            late = booth.state.frame["seq"] >= after
            return booth.state.asked and ask is not None and ask["kind"] == kind and late

        await booth.play(there)
        await booth.keys(*keys)
        return booth.picture()

    return walk


# --- Future Diary -------------------------------------------------------------------------------


def _diary(step: str, act: int, *keys: bytes) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    """Look at a step of an act."""

    async def walk(booth: Booth, shot: Shot) -> Picture:
        await shot.enter(booth, await booth.table("future_diary", 7))
        await booth.start()

        def there(state: object) -> bool:
            del state
            view = booth.state.frame["view"]
            return view is not None and (view["step"], view["act"]) == (step, act)

        await booth.play(there)
        await booth.seen()
        await booth.keys(*keys)
        await booth.seen()
        return booth.picture()

    return walk


# --- afterwards ---------------------------------------------------------------------------------


def _replays(*keys: bytes) -> Callable[[Booth, Shot], Awaitable[Picture]]:
    async def walk(booth: Booth, shot: Shot) -> Picture:
        await booth.finished("love_letter", 3)
        await booth.finished("no81", 4, {"mode": "coldwarm"})
        await booth.finished("love_letter", 4)
        await shot.enter(booth)
        await booth.keys(b"y", *keys)
        return booth.picture()

    return walk


async def _lines(booth: Booth, shot: Shot) -> Picture:
    typed = ("tips off", "new love_letter seats=3 bots=2", "start", "hand")
    until = {"en": "Your turn.", "zh_Hant": "輪到你"}[shot.language]
    return await booth.lines(typed, until, shot.size, shot.language)


GALLERY: Final[Sequence[Shot]] = (
    Shot(name="lobby", walk=_lobby()),
    Shot(name="lobby-zh", walk=_lobby(), language="zh_Hant", theme="dawn", size=MIDDLE),
    Shot(name="lobby-60x20", walk=_lobby(), size=SMALLEST),
    Shot(name="create", walk=_lobby(b"n")),
    Shot(name="create-zh", walk=_lobby(b"n"), language="zh_Hant", size=WIDE),
    Shot(name="help", walk=_lobby(b"?")),
    Shot(name="rules", walk=_lobby(b"/", *(bytes([c]) for c in b"protect")), size=WIDE),
    Shot(name="looks", walk=_lobby(b"g"), size=MIDDLE),
    Shot(name="palette", walk=_lobby(PALETTE)),
    Shot(name="settings", walk=_lobby(b"\x0f")),
    Shot(name="keys", walk=_lobby(b"\x0b", DOWN, DOWN), size=MIDDLE),
    Shot(name="lessons", walk=_lobby(b"t")),
    Shot(name="lesson", walk=_lobby(b"t", b"1", ENTER, ENTER, b"b")),
    Shot(
        name="lesson-zh-60x20",
        walk=_lobby(b"t", b"2", b"r", ENTER, ENTER, b"1"),
        language="zh_Hant",
        size=SMALLEST,
    ),
    Shot(name="waiting", walk=_waiting, theme="cards"),
    Shot(name="presets", walk=_lobby(b"n", b"p")),
    Shot(name="invite", walk=_lobby(ENTER, b"y")),
    Shot(name="love-letter", walk=_love_letter(2, RIGHT), theme="trial", readme=True),
    Shot(name="love-letter-zh", walk=_love_letter(3), language="zh_Hant", size=WIDE),
    Shot(name="love-letter-60x20", walk=_love_letter(2), size=SMALLEST),
    Shot(name="love-letter-huge", walk=_love_letter(3, RIGHT), size=HUGE),
    Shot(name="love-letter-hints", walk=_love_letter(2, b"=")),
    Shot(name="love-letter-log", walk=_love_letter(3, b"l", UP, UP)),
    Shot(name="love-letter-over", walk=_over("love_letter", 4)),
    Shot(name="no81-character", walk=_no81(AskKind.CHARACTER), size=MIDDLE),
    Shot(name="no81-minds", walk=_no81(AskKind.MIND_DECK, DOWN), size=WIDE),
    Shot(
        name="no81-turn",
        walk=_no81(AskKind.PLAY, after=120),
        theme="cards",
        size=MIDDLE,
        readme=True,
    ),
    Shot(name="no81-turn-60x20", walk=_no81(AskKind.PLAY, after=120), size=SMALLEST),
    Shot(name="no81-turn-zh", walk=_no81(AskKind.PLAY, RIGHT, after=150), language="zh_Hant"),
    Shot(name="no81-window", walk=_no81("w_guard", after=60), theme="cards", size=WIDE),
    Shot(name="no81-karma", walk=_no81(AskKind.KARMA_DECK, DOWN, mode="karma"), size=MIDDLE),
    Shot(name="no81-over", walk=_over("no81", 4, mode="coldwarm"), size=MIDDLE),
    Shot(name="diary-persona", walk=_diary("lobby", 0)),
    Shot(name="diary-orders", walk=_diary("orders", 3), theme="diary", readme=True),
    Shot(name="diary-orders-60x20", walk=_diary("orders", 1), size=SMALLEST),
    Shot(name="diary-orders-zh", walk=_diary("orders", 3), language="zh_Hant"),
    Shot(name="diary-predict", walk=_diary("predict", 2), theme="diary", size=WIDE),
    Shot(name="diary-over", walk=_over("future_diary", 5, acts="8"), size=MIDDLE),
    Shot(name="replays", walk=_replays()),
    Shot(name="totals", walk=_replays(RIGHT)),
    Shot(name="head-to-head", walk=_replays(RIGHT, RIGHT)),
    Shot(name="replay", walk=_replays(ENTER, DOWN, DOWN, DOWN), size=WIDE),
    Shot(name="lines", walk=_lines, readme=True),
    Shot(name="lines-zh", walk=_lines, language="zh_Hant"),
)
