"""What each seat of a Future Diary game was told, and what of another's stands on a screen (FD-16).

The reference is each viewer's own events, folded once more from a copy of the journal: whatever a
seat's own pages say that the viewer's never said is a secret from that viewer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.driver import Driver
from engine.event import SPECTATOR
from engine.games.future_diary.state import Table
from engine.view import Observer
from tests.e2e.truth import read_truth
from tui import i18n
from tui.games.future_diary.pages import Leaf, Reading, draw_page
from tui.texts import future_diary as fd
from tui.texts.future_diary.fields import FIELDS

__all__ = ["Diaries", "Watch", "private_lines", "read_diaries"]

_WIDE = 10**6
_KEY = 26
"""Characters of a line by which it is known again: no screen's pages are narrower."""
_LEAST = 12
"""A shorter line says nothing that could be told from the words of a form."""
_BETWEEN = 14
"""Characters at most between a seat and the role that it is said to have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diaries:
    """One game as its journal has it."""

    driver: Driver

    @property
    def table(self) -> Table:
        """The game's own state."""
        assert isinstance(self.driver.state, Table)
        return self.driver.state

    @property
    def now(self) -> tuple[int, str]:
        """Act and step, as everybody knows them; step is empty once the game is over."""
        view = self.view(SPECTATOR)
        return view["act"], "" if self.driver.result is not None else view["step"]

    def view(self, chair: int) -> Mapping[str, Any]:
        """Return what the viewer ``chair`` was told, folded."""
        observer = Observer(self.driver, chair)
        observer.update()
        found: Mapping[str, Any] = observer.fold.plain()
        return found

    def seat_of(self, persona: str) -> int:
        """Return the seat that goes by ``persona``."""
        seats = self.table.world.seats.values()
        return next(seat.number for seat in seats if seat.persona == persona)


def read_diaries(data: Path) -> Diaries:
    """Return the newest game in the data folder ``data``."""
    return Diaries(driver=read_truth(data).driver)


def private_lines(view: Mapping[str, Any]) -> set[str]:
    """Return every line of a seat's own pages, unwrapped, in the language of the moment."""
    me = view["me"]
    if me is None:
        return set()
    names = [fd.persona_name(persona) for persona in view["personas"]]
    readings = [Reading(leaf=Leaf.NOTES)]
    for page in me["acts"]:
        readings += [Reading(leaf=leaf, act=page["act"]) for leaf in (Leaf.DIARY, Leaf.WHY)]
    channels = {line["channel"] for line in view["talk"]} - {"public"}
    readings += [Reading(leaf=Leaf.TALK, channel=channel) for channel in channels]
    drawn = (draw_page(view, reading, names, _WIDE)[1] for reading in readings)
    lines = {row.text.strip() for rows in drawn for row in rows}
    return {line for line in lines if len(line) >= _LEAST}


def plain(text: str) -> str:
    """Return ``text`` as it can be compared: one kind of space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _key(line: str) -> str:
    return plain(line)[:_KEY]


@dataclass(slots=True, kw_only=True)
class Watch:
    """One viewer's eyes: what ``chair`` was ever told, in ``language``, and what it may not see.

    ``chair`` may be :data:`SPECTATOR`.
    """

    chair: int
    language: str
    _told: set[str] = field(default_factory=set)

    def leaked(self, screen: str, diaries: Diaries) -> set[str]:
        """Return what ``screen`` says that only others were told.

        Screens are to be taken before ``diaries`` are read.
        """
        i18n.use(self.language)
        try:
            return set(self._leaked(screen, diaries))
        finally:
            i18n.use(i18n.DEFAULT)

    def _leaked(self, screen: str, diaries: Diaries) -> Iterator[str]:
        view = diaries.view(self.chair)
        if view["over"] is not None:
            return  # everything is open to everybody (FD-14.5)
        self._told |= {_key(line) for line in private_lines(view)}
        everything = "\n".join(plain(row) for row in screen.splitlines())
        for chair in set(diaries.table.chairs) - {self.chair}:
            for line in private_lines(diaries.view(chair)):
                if _key(line) not in self._told and _key(line) in everything:
                    yield f"chair {chair}: {line}"
        yield from _identities(screen, view, diaries)


def _identities(text: str, view: Mapping[str, Any], diaries: Diaries) -> Iterator[str]:
    """Yield who is called by the own role or loop though the viewer was not told."""
    told = "\n".join(private_lines(view))
    yield from set(_called(text, view, diaries)) - set(_called(told, view, diaries))
    known = {fd.role_name(role) for some in _known(view)[0].values() for role in some}
    for name in {fd.role_name(role) for role in diaries.table.roles} - known:
        if name in text and name not in told:
            yield name


def _called(text: str, view: Mapping[str, Any], diaries: Diaries) -> Iterator[str]:
    """Yield which seats ``text`` calls by a role or loop that no list of the view names."""
    roles, loops = _known(view)
    labels = [fd.field_label(name) for name in FIELDS]
    for seat in diaries.table.world.seats.values():
        name, words = fd.persona_name(seat.persona), set[str]()
        if seat.true_name not in roles.get(seat.number, ()):
            words |= {fd.role_short(seat.true_name), fd.role_name(seat.true_name)}
        if seat.number not in loops:
            words |= {fd.loop_name(seat.loop), fd.loop_short(seat.loop)}
        for word in words:
            pattern = rf"{re.escape(name)}(.{{0,{_BETWEEN}}}?)(?<!\w){re.escape(word)}"
            for found in re.finditer(pattern, text):
                # A role that is chosen in a form beside a seat is only its player's guess.
                if not any(label in found[1] for label in labels):
                    yield f"{name}: {word}"


def _known(view: Mapping[str, Any]) -> tuple[dict[int, set[str]], set[int]]:
    """Return which roles a viewer was told of each seat, and of which seats the loop."""
    roles: dict[int, set[str]] = {}
    dead, me = view["dead"], view["me"]
    for one in (*dead, *([] if me is None else (me, *me["ledger"]))):
        roles.setdefault(one["seat"], set()).add(one["role"])
    loops = {one["seat"] for one in dead}
    return roles, loops if me is None else {*loops, me["seat"]}
