"""Frames of real games of Future Diary, made as a table makes them, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import Value
from engine.journal import Header
from engine.registry import game as find_game
from engine.view import Observer, ask_view
from server.api import TableFrame
from server.frames import ask_frame
from server.wire import pack, unpack
from tests.tui.tables import waiting_frame

__all__ = ["moments"]


def moments(
    seed: int,
    seats: int = 7,
    viewers: tuple[int, ...] = (0,),
    options: Mapping[str, Value] | None = None,
    bot: str = "heuristic",
) -> Iterator[dict[int, TableFrame]]:
    """Play one game with bots; give the viewers' frames at the beginning of every step and the end.

    Every viewer's frame is given a second time when that chair has sent something, before the step
    is over.
    """
    game = find_game("future_diary")
    complete = game.configure(seats, options or {})
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=seats, options=complete,
        seed=seed.to_bytes(32, "big"),
    )  # fmt: skip
    driver = Driver(game, header)
    driver.start()
    watch = {viewer: Observer(driver, viewer) for viewer in viewers}
    minds = {chair: (game.bots[bot](), Observer(driver, chair)) for chair in range(seats)}
    dice = Dice(f"diaries {seed}")
    step = ""
    while True:
        now = _step_of(driver)
        moved = now != step
        step = now
        if moved or driver.status is not Status.RUNNING:
            yield {viewer: _frame(driver, observer, seats) for viewer, observer in watch.items()}
        if driver.status is not Status.RUNNING:
            return
        chair = next(c for c, pending in sorted(driver.pending.items()) if not pending.ask.settled)
        mind, observer = minds[chair]
        observer.update()
        ask = ask_view(driver, chair)
        assert ask is not None
        answer = mind.choose(observer.fold.plain(), ask, dice)
        driver.answer(chair, ask.id, answer)
        if chair in watch and driver.waiting and _step_of(driver) == step:
            yield {chair: _frame(driver, watch[chair], seats)}


def _step_of(driver: Driver) -> str:
    seen = next((e for e in reversed(driver.events) if e.kind == "step"), None)
    return "" if seen is None else f"{seen.public['act']} {seen.public['step']}"


def _frame(driver: Driver, observer: Observer, seats: int) -> TableFrame:
    new = observer.update()
    ask = observer.ask
    over = driver.result is not None
    people: Any = [
        {
            "kind": "bot" if chair else "player", "name": f"account{chair}", "tag": f"t{chair}",
            "online": True, "ready": True, "host": chair == 0,
        }
        for chair in range(seats)
    ]  # fmt: skip
    frame: Any = waiting_frame(
        4,
        observer.viewer,
        game="future_diary",
        code="OWL-12",
        options=dict(driver.journal.header.options),
        stage="over" if over else "playing",
        game_no=1,
        seq=len(observer.events),
        events=new,
        view=observer.fold.plain(),
        waiting=[] if over else list(range(seats)),
        waiting_kind=driver.waiting_kind,
        ask=None if ask is None else ask_frame(ask, None),
        result=None if driver.result is None else {"winners": list(driver.result.winners)},
    )
    frame["seats"] = people
    return cast("TableFrame", unpack(pack(frame)))
