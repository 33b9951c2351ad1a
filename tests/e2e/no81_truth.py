"""What each seat of a game of No.81 was told, and what of another's stands on a screen (N81-20).

The reference is each viewer's own events, folded once more from a copy of the journal: a card that
lies hidden and that the viewer was never told of, a sentence made for another seat, or another's
role, is a secret from that viewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.driver import Driver
from engine.event import Value
from engine.game import AskView
from engine.games.no81.state import State
from engine.view import Observer, ask_view
from tests.e2e.truth import read_truth
from tui import i18n
from tui.games.no81.knowledge import known_lines
from tui.games.no81.presenter import PRESENTER
from tui.texts import no81

__all__ = ["Duel", "Watch", "read_duel"]

_BETWEEN = 14
"""Characters at most between a player and the role that it is said to have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """One game as its journal has it."""

    driver: Driver

    @property
    def state(self) -> State:
        """The game's own state."""
        assert isinstance(self.driver.state, State)
        return self.driver.state

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.driver.result is not None

    @property
    def decisions(self) -> int:
        """Journal entries so far."""
        return len(self.driver.journal.entries)

    def seen_by(self, seat: int) -> Observer:
        """Return all that a viewer was told."""
        observer = Observer(self.driver, seat)
        observer.update()
        return observer

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a viewer was told, folded."""
        found: dict[str, Any] = self.seen_by(seat).fold.plain()
        return found

    def ask(self, seat: int) -> AskView | None:
        """Return what is asked of a seat and not answered yet."""
        pending = self.driver.pending.get(seat)
        return (
            None if pending is None or pending.answer is not None else ask_view(self.driver, seat)
        )

    def hidden(self, seat: int) -> set[str]:
        """Return every card that lies where ``seat`` cannot see it."""
        state = self.state
        others = [p for number, p in enumerate(state.players) if number != seat]
        places = [state.pile, *(p.hand for p in others), *(p.deck for p in others)]
        return {card for place in places for card in place}


def read_duel(data: Path) -> Duel:
    """Return the newest game in the data folder ``data``."""
    return Duel(driver=read_truth(data).driver)


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _texts(part)


@dataclass(slots=True, kw_only=True)
class Watch:
    """One viewer's eyes: its seat, language, and the names at the table."""

    seat: int
    language: str
    names: Sequence[str]

    def leaked(self, screen: str, duel: Duel) -> set[str]:
        """Return what ``screen`` says that this viewer was never told.

        Screens are to be taken before ``duel`` is read.
        """
        i18n.use(self.language)
        try:
            return set() if duel.over else set(self._leaked(screen, duel))
        finally:
            i18n.use(i18n.DEFAULT)

    def _leaked(self, screen: str, duel: Duel) -> Iterator[str]:
        text = " ".join(screen.split())
        own = duel.seen_by(self.seat)
        yield from self._cards(text, own, duel)
        told = self._sentences(own)
        for seat in range(len(self.names)):
            if seat != self.seat:
                yield from (
                    line for line in self._sentences(duel.seen_by(seat)) - told if line in text
                )
        yield from self._roles(text, own.fold.plain(), duel)

    def _cards(self, text: str, own: Observer, duel: Duel) -> Iterator[str]:
        """Yield the labels of hidden cards; two cards of a face and rank have the same one."""
        told = {part for event in own.events for word in _texts(tuple(event.values()))
                for part in word.split(":")}  # fmt: skip
        if own.ask is not None:
            told |= {part for option in own.ask.options for part in option.split(":")}
        known = {no81.card_label(card) for card in told if _is_card(card)}
        for card in duel.hidden(self.seat):
            label = no81.card_label(card)
            if label not in known and re.search(rf"{re.escape(label)}(?!\w)", text):
                yield label

    def _sentences(self, observer: Observer) -> set[str]:
        """Return the sentences that are for one viewer alone."""
        own = (PRESENTER.mine(event, self.names) for event in observer.events)
        lines = {*own, *known_lines(observer.fold.plain(), self.names)}
        return {line for line in (" ".join(text.split()) for text in lines) if line}

    def _roles(self, text: str, view: Mapping[str, Any], duel: Duel) -> Iterator[str]:
        """Yield who is called by the own role though the viewer was not told (N81-13.2)."""
        for seat, player in enumerate(duel.state.players):
            if player.role is None or view["seats"][seat]["role"] is not None:
                continue
            name, role = re.escape(self.names[seat]), re.escape(no81.role_name(player.role))
            if re.search(rf"{name}.{{0,{_BETWEEN}}}?(?<!\w){role}(?!\w)", text):
                yield f"{self.names[seat]}: {player.role}"


def _is_card(text: str) -> bool:
    return re.fullmatch(r"[HSCD](?:\d+|[AJQK])[ab]|M\d+-.+", text) is not None
