"""When its sessions are over, nothing in the process still holds what was written in them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from itertools import chain

from server.api import Size
from tests.tui.sessions import ANN, BO, hub, session, table_for
from tui import tuning

HALF = "qzx"


def word() -> str:
    """Return what everybody writes; it stands in no source, so that no code holds it."""
    return HALF * 2


def writings() -> list[tuple[str, ...]]:
    """Return what is typed, packet by packet: sent, sent and wider than any window, not sent."""
    wide = "寬字" * 20
    return [
        ("c", f"{word()} plain", "\r"),
        ("c", f"{word()} {wide} {word()} é {wide} {word()}", "\r"),
        ("c", f"\x1b[200~{word()} 寬 pasted\nin lines {word()}\x1b[201~", "\r"),
        ("c", f"{word()} {wide}{wide} not sent"),
    ]


def held() -> Iterator[str]:
    """Yield what kind of object still holds a text with the word."""
    gc.collect()
    for holder in gc.get_objects():
        for text in gc.get_referents(holder):
            if type(text) is str and word() in text:
                yield type(holder).__name__


async def written_and_shown() -> None:
    """Have two players write and read in windows of many sizes, and leave."""
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with (
            session(place, code=code) as (_app, terminal),
            session(place, who=BO, code=code, language="zh_Hant") as (_other, theirs),
        ):
            for one in (terminal, theirs):
                for packet in chain.from_iterable(writings()):
                    await one.type(packet.encode())
            for size in (Size(60, 20), Size(53, 20), Size(120, 40), Size(31, 12), Size(80, 24)):
                for one in (terminal, theirs):
                    one.resize(size.columns, size.rows)
                    await one.settle()
            assert any(word() in row for row in theirs.lines())
            assert ANN.name in theirs.text()


def test_when_sessions_are_over_no_cache_holds_what_was_written() -> None:
    asyncio.run(written_and_shown())
    tuning.collect()
    assert not list(held())
