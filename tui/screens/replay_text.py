"""A game seen again as plain lines: what happened, as the chosen eyes saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.event import SPECTATOR
from tui.i18n import _, join_and
from tui.line.desk import LineDesk, line_desk
from tui.messages import game_name
from tui.screens.replay_reel import ALL, Reel
from tui.screens.replay_scene import cast, decided, eyes_name
from tui.screens.state import names_of

__all__ = ["story"]


def story(reel: Reel) -> Iterator[str]:
    """Yield the game from its beginning to its end, a line at a time; empty lines mean nothing."""
    tape = reel.tape
    people = names_of(reel.frame()["seats"])
    reel.go(reel.last)
    names = cast(reel)
    yield _("{game}, game {id}", game=game_name(tape["game"]), id=tape["id"] or tape["code"])
    yield _("Players: {names}.", names=join_and(people))
    yield _("Seen: {eyes}.", eyes=eyes_name(reel, names))
    desk = line_desk(tape["game"])
    numbers: dict[int, int] = {}
    for mark in tape["marks"]:
        numbers.setdefault(mark["at"], mark["decision"])
    for index in range(len(tape["events"])):
        yield from _told(reel, index, names, desk)
        if index + 1 in numbers and index + 1 < reel.last:
            reel.go(index + 1)
            text = decided(reel, reel.frame(), names)
            if reel.viewer != SPECTATOR and text:
                yield _("[{n}] {text}", n=numbers[index + 1], text=text)
    reel.go(reel.last)
    if tape["result"] is not None and tape["result"]["winners"]:
        won = [people[seat] for seat in tape["result"]["winners"]]
        yield _("Won by {names}.", names=join_and(won))
    if not reel.over:
        yield _("The game goes on.")
        return
    yield _("Commitment (SHA-256 of the seed):") + " " + tape["commitment"]
    yield _("Seed:") + " " + tape["seed"]


def _told(reel: Reel, index: int, names: Sequence[str], desk: LineDesk | None) -> Iterator[str]:
    event = reel.tape["events"][index]
    if desk is not None and reel.viewer != ALL:
        yield from desk.told(event, names)
        return
    mine = reel.presenter.mine(event, names) if reel.viewer >= 0 else ""
    yield mine or "".join(span.text for span in reel.said(index, names))
    if reel.viewer == ALL:
        for seat, text in reel.own(index, names):
            name = reel.called(seat, names)
            yield _("{name} alone: {text}", name=name, text=text)
