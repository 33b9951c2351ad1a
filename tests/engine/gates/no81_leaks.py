"""Ways to break one redaction each of No.81: twin worlds must notice every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from engine.event import Event
from engine.game import Game
from engine.games.no81.state import State
from engine.request import Ask, Request, Tell
from tests.engine.gates.leaking import Rewrite, leaking

__all__ = ["NO81_LEAKS"]


def _published(kind: str, source: str = "", to: str = "") -> Rewrite:
    """Make the private fields of one kind of event public (of moves: between such places)."""

    def rewrite(_state: State, request: Request) -> Iterable[Request]:
        yield request
        if not isinstance(request, Tell) or request.event.kind != kind:
            return
        event = request.event
        between = str(event.public.get("source", "")), str(event.public.get("to", ""))
        if event.private and between[0].startswith(source) and between[1].startswith(to):
            leaked = next(iter(event.private.values()))
            yield Tell(event=Event("hm", {**leaked}))

    return rewrite


def _told_twice(state: State, request: Request) -> Iterable[Request]:
    """Leak by count: a secret draw of a heart makes one event more."""
    yield request
    drawn = isinstance(request, Tell) and request.event.public.get("why") == "draw_phase"
    if drawn and state.players[state.acting].hand[-1].startswith("H"):
        yield Tell(event=Event(kind="hm", public={}))


def _telling_window(state: State, request: Request) -> Iterable[Request]:
    """Leak by prompt: what is asked depends on the asked seat's secret hand."""
    if isinstance(request, Ask) and request.kind == "w_event":
        hearts = sum(card.startswith("H") for card in state.players[request.seat].hand)
        request = replace(request, kind=("w_event", "w_guard")[hearts % 2])
    yield request


def _next_card_named(state: State, request: Request) -> Iterable[Request]:
    """Leak what nobody has seen: the pile's bottom card, in a public event."""
    if isinstance(request, Tell) and request.event.kind == "turn" and state.pile:
        public = {**request.event.public, "handle": state.pile[-1]}
        request = Tell(event=request.event._replace(public=public))
    yield request


NO81_LEAKS: Mapping[str, Callable[[Game], Game]] = {
    "cards drawn": leaking(_published("moved", "pile", "hand")),
    "a card passed from hand to hand": leaking(_published("moved", "hand", "hand")),
    "cards put under a mind deck": leaking(_published("moved", "hand", "deck")),
    "cards looked at": leaking(_published("looked")),
    "mind decks built": leaking(_published("decks")),
    "roles": leaking(_published("roles")),
    "offers": leaking(_published("offered")),
    "reserves": leaking(_published("reserve")),
    "count of events": leaking(_told_twice),
    "kind of window": leaking(_telling_window),
    "stable id of an unseen card": leaking(_next_card_named),
}
