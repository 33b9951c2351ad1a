"""LL-8 written a second time, from the table in the rules and the true state alone.

Also ways to break one redaction each: the twin-world gate must notice every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from engine.driver import Driver
from engine.event import SPECTATOR, Event, Value
from engine.game import Game
from engine.games.love_letter.state import State
from engine.request import Ask, Request, Tell
from tests.engine.gates.leaking import Rewrite, leaking

_NUMBERS = {
    "naegi": 1, "maizono": 1, "asahina": 1, "kuwata": 1, "hagakure": 1, "kirigiri": 2,
    "yamada": 2, "owada": 3, "celestia": 3, "ogami": 4, "fujisaki": 4, "alter_ego": 4,
    "ishimaru": 5, "togami": 5, "ishimaru_white": 5, "fukawa": 6, "genocider": 6, "enoshima": 7,
    "ikusaba": 7, "monokuma": 8,
}  # fmt: skip


class LoveLetterReference:
    """One table row of LL-8 after the other."""

    def __init__(self, seats: int) -> None:
        self._viewers = (*range(seats), SPECTATOR)
        self._facts = dict.fromkeys(self._viewers, 0)
        self._seen: dict[int, set[str]] = {v: set() for v in self._viewers}
        self._last: dict[int, object] = {}
        self._pool: frozenset[str] = frozenset()

    def facts(self, viewer: int) -> int:
        return self._facts[viewer]

    def secrets(self, viewer: int) -> frozenset[str]:
        return self._pool - self._seen[viewer]

    def on_event(self, driver: Driver, event: Event) -> None:
        state: State = driver.state
        self._pool = frozenset(state.pool)
        if event.kind == "round_started":
            for seen in self._seen.values():
                seen.clear()
        self._everybody(state)
        self._own_hand(state)
        self._special(state, event)

    def _grant(self, viewers: Iterable[int], fact: object, cards: Iterable[str | None]) -> None:
        shown = [c for c in cards if c is not None]
        for viewer in viewers:
            self._facts[viewer] = hash((self._facts[viewer], fact))
            self._seen[viewer].update(shown)

    def _everybody(self, state: State) -> None:
        """Deck size, areas in order, mode, whether it changed, letters, face-up cards, shields."""
        public = (
            state.round, state.participants, tuple(state.alive), state.starter if state.turn else 0,
            state.turn, state.mode if state.turn else "", state.flipped, len(state.deck),
            state.set_aside is None, state.face_up, state.table, tuple(map(tuple, state.areas)),
            tuple(tuple(sorted(p)) for p in state.protections), tuple(state.wins),
            tuple(map(len, state.hands)),
        )  # fmt: skip
        if self._last.get(-2) != public:
            self._last[-2] = public
            cards = [*state.face_up, state.table, *chain(*state.areas)]
            self._grant(self._viewers, public, cards)

    def _own_hand(self, state: State) -> None:
        """Hand, card just drawn: its owner."""
        for seat, hand in enumerate(state.hands):
            own = tuple(hand)
            if self._last.get(seat) != own:
                self._last[seat] = own
                self._grant((seat,), ("hand", own), own)

    def _special(self, state: State, event: Event) -> None:
        """Grant looks, comparisons, guesses, swaps, Togami's bottom card, fate, and the end."""
        seat, target = event.public.get("seat"), event.public.get("target")
        match event.kind:
            case "look":
                self._pair(state, "look", (seat,), (target,), seat, target)
            case "compare" | "swap":
                self._pair(state, event.kind, (seat, target), (seat, target), seat, target)
            case "hand_over":
                self._pair(state, "hand_over", (seat, target), (target,), seat, target)
            case "guess":
                assert isinstance(target, int)
                self._guess(state, seat, target, event.public["number"])
            case "bottom":
                assert isinstance(seat, int)
                self._grant((seat,), ("bottom", state.deck[-1]), (state.deck[-1],))
            case "fate" | "target" | "redeal":
                chosen = tuple(event.public.get(name) for name in ("result", "target", "seats"))
                self._grant(self._viewers, (event.kind, seat, chosen), ())
            case "showdown" | "round_over":
                self._end(state, event.kind)
            case _:
                pass

    def _guess(self, state: State, seat: Value, target: int, number: Value) -> None:
        """Everybody: the number named, and yes or no; the protected do not answer."""
        hand = state.hands[target]
        shielded = "unaffected" in state.protections[target]
        right = None if shielded else bool(hand) and _NUMBERS[hand[0]] == number
        self._grant(self._viewers, ("guess", seat, target, number, right), ())

    def _end(self, state: State, kind: str) -> None:
        """Everybody: the hands shown at a showdown; then what was left."""
        if kind == "showdown":
            hands = [tuple(state.hands[s]) for s in state.alive]
            self._grant(self._viewers, ("showdown", tuple(hands)), chain(*hands))
            return
        rest = (*state.deck, state.set_aside)
        self._grant(self._viewers, ("rest", rest), rest)
        for seen in self._seen.values():  # the hand of a last one is what is missing
            seen.update(state.pool)

    def _pair(
        self, state: State, kind: str, who: tuple[Any, ...], whose: tuple[Any, ...], *seats: Value
    ) -> None:
        """Everybody learns that it happened and between whom; ``who`` learns the hands."""
        self._grant(self._viewers, (kind, seats), ())
        cards = tuple(tuple(state.hands[s]) for s in whose)
        self._grant(dict.fromkeys(who), (kind, cards), chain(*cards))


def _published(kind: str) -> Rewrite:
    """Make the private fields of one kind of event public."""

    def rewrite(_state: State, request: Request) -> Iterable[Request]:
        if isinstance(request, Tell) and request.event.kind == kind and request.event.private:
            event = request.event
            leaked = next(iter(event.private.values()))
            yield Tell(event=event._replace(public={**event.public, **leaked}))
        else:
            yield request

    return rewrite


def _told_twice(state: State, request: Request) -> Iterable[Request]:
    """Leak by count: a secret draw of a high card makes one event more."""
    yield request
    if isinstance(request, Tell) and request.event.kind == "drew":
        seat = request.event.public["seat"]
        assert isinstance(seat, int)
        if _NUMBERS[state.hands[seat][-1]] > 3:
            yield Tell(event=Event(kind="hm", public={}))


def _telling_prompt(state: State, request: Request) -> Iterable[Request]:
    """Leak by prompt: what is asked depends on the asked seat's secret hand."""
    if isinstance(request, Ask) and request.kind == "play" and state.hands[request.seat][0] < "m":
        yield replace(request, kind="keep")
    else:
        yield request


def _telling_reason(state: State, request: Request) -> Iterable[Request]:
    """Leak by reason: that nobody is out tells whether the two are equal."""
    if isinstance(request, Tell) and request.event.public.get("why") == "nobody_out":
        seat, target = request.event.public["seat"], request.event.public["target"]
        assert isinstance(seat, int)
        assert isinstance(target, int)
        equal = [_NUMBERS[c] for c in state.hands[seat]] == [
            _NUMBERS[c] for c in state.hands[target]
        ]
        why = "equal" if equal else "higher"
        yield Tell(event=request.event._replace(public={**request.event.public, "why": why}))
    else:
        yield request


def _next_card_named(state: State, request: Request) -> Iterable[Request]:
    """Leak what nobody has seen: the deck's bottom card, in a public event."""
    if isinstance(request, Tell) and request.event.kind == "turn" and state.deck:
        public = {**request.event.public, "handle": state.deck[-1]}
        yield Tell(event=request.event._replace(public=public))
    else:
        yield request


LOVE_LETTER_LEAKS: Mapping[str, Callable[[Game], Game]] = {
    "dealt card": leaking(_published("dealt")),
    "drawn card": leaking(_published("drew")),
    "look": leaking(_published("look")),
    "comparison": leaking(_published("compare")),
    "swap": leaking(_published("swap")),
    "redeal": leaking(_published("redeal")),
    "bottom card": leaking(_published("bottom")),
    "count of events": leaking(_told_twice),
    "kind of prompt": leaking(_telling_prompt),
    "reason": leaking(_telling_reason),
    "stable id of an unseen card": leaking(_next_card_named),
}
