"""Frames of real games, made as a table makes them, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR, Value
from engine.journal import Header
from engine.registry import game as find_game
from engine.view import Observer
from server.api import SeatInfo, TableFrame
from server.frames import ask_frame
from server.wire import pack, unpack

__all__ = ["NAMES", "frames", "waiting_frame"]

NAMES = ("Ann", "Bo", "王小明", "Dee", "Eve", "Fay")


def _seats(count: int) -> list[SeatInfo]:
    return [
        SeatInfo(
            kind="bot" if index == 1 else "player",
            name=NAMES[index],
            tag=f"t{index}",
            online=index != 2,
            ready=True,
            host=index == 0,
        )
        for index in range(count)
    ]


def waiting_frame(seats: int = 4, you: int = 0, **changes: Any) -> TableFrame:
    """Return a frame of the waiting room."""
    frame = TableFrame(
        t="table", code="FROG-71", game="love_letter", options={}, clock_option=60,
        stage="waiting", seats=_seats(seats), you=you, host=you == 0, watchers=[], game_no=0,
        seq=0, events=[], chat=[], view=None, waiting=[], waiting_kind="", ask=None, clock=None,
        commitment="", seed="", result=None,
    )  # fmt: skip
    return cast("TableFrame", {**frame, **changes})


def frames(
    seed: int, seats: int = 4, options: Mapping[str, Value] | None = None
) -> Iterator[dict[int, TableFrame]]:
    """Play one game at random; give every viewer's frame at every decision and at the end.

    The frames have been packed and unpacked, so they hold what a session would get.
    """
    game = find_game("love_letter")
    dice = Dice(f"frames {seed}")
    complete = game.configure(seats, options or {})
    secret = seed.to_bytes(32, "big")
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=seats, options=complete, seed=secret
    )
    driver = Driver(game, header)
    driver.start()
    watch = {viewer: Observer(driver, viewer) for viewer in (*range(seats), SPECTATOR)}
    while True:
        yield {viewer: _frame(driver, observer, seats) for viewer, observer in watch.items()}
        if driver.status is not Status.RUNNING:
            return
        seat = driver.waiting[0]
        pending = driver.pending[seat]
        driver.answer(seat, pending.id, (dice.pick(pending.ask.options),))


def _frame(driver: Driver, observer: Observer, seats: int) -> TableFrame:
    new = observer.update()
    ask = observer.ask
    over = driver.result is not None
    frame = waiting_frame(
        seats,
        observer.viewer,
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
    return cast("TableFrame", unpack(pack(frame)))
