"""Frames of real games of No.81, made as a table makes them, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR, ViewerEvent
from engine.game import AskView
from engine.games.no81.game import GAME
from engine.journal import Header
from engine.view import Observer, ask_view
from server.api import TableFrame
from server.frames import ask_frame
from server.wire import pack, unpack
from tests.tui.tables import waiting_frame

__all__ = ["NAMES", "Moment", "moments"]

NAMES = ("Ann", "[b]Bo[/b]", "王小明", "{Dee}", "Eve", "Fay", "Gus", "Hal")

Moment = tuple[dict[int, TableFrame], list[tuple[int, AskView, dict[str, Any]]]]
"""The viewers' frames, and what is asked of whom now with each one's view."""


def moments(
    seed: int,
    seats: int,
    mode: str = "coldwarm",
    viewers: tuple[int, ...] = (0, SPECTATOR),
    bot: str = "heuristic",
    told: list[tuple[int, ViewerEvent]] | None = None,
) -> Iterator[Moment]:
    """Play one game with bots; give every decision with what each viewer then has."""
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        options=GAME.configure(seats, {"mode": mode}),
        seed=seed.to_bytes(32, "big"),
    )
    driver = Driver(GAME, header)
    driver.start()
    watch = {viewer: Observer(driver, viewer) for viewer in viewers}
    minds = {seat: (GAME.bots[bot](), Observer(driver, seat)) for seat in range(seats)}
    dice = Dice(f"duels {seed}")
    while True:
        frames = {viewer: _frame(driver, observer, seats) for viewer, observer in watch.items()}
        asked = []
        for seat, (_mind, observer) in minds.items():
            observer.update()
            ask = ask_view(driver, seat)
            if ask is not None:
                asked.append((seat, ask, observer.fold.plain()))
        yield frames, asked
        if driver.status is not Status.RUNNING:
            break
        seat = next(s for s, pending in sorted(driver.pending.items()) if pending.answer is None)
        ask, view = next((a, v) for s, a, v in asked if s == seat)
        driver.answer(seat, ask.id, minds[seat][0].choose(view, ask, dice))
    if told is not None:
        told += [(o.viewer, e) for o in watch.values() for e in o.events]


def _frame(driver: Driver, observer: Observer, seats: int) -> TableFrame:
    new = observer.update()
    ask = observer.ask
    over = driver.result is not None
    frame: Any = waiting_frame(
        2,
        observer.viewer,
        game=GAME.id,
        code="ELK-90",
        options=dict(driver.journal.header.options),
        stage="over" if over else "playing",
        game_no=1,
        seq=len(observer.events),
        events=new,
        view=observer.fold.plain(),
        waiting=list(driver.waiting),
        waiting_kind=driver.waiting_kind,
        ask=None if ask is None else ask_frame(ask, None),
        result=None if driver.result is None else {"winners": list(driver.result.winners)},
    )
    frame["seats"] = [
        {
            "kind": "bot" if seat else "player", "name": NAMES[seat], "tag": f"t{seat}",
            "online": True, "ready": True, "host": seat == 0,
        }
        for seat in range(seats)
    ]  # fmt: skip
    return cast("TableFrame", unpack(pack(frame)))
