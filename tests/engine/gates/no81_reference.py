"""N81-20 written a second time, from the rules page's two tables and the true state alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.driver import Driver
from engine.event import SPECTATOR, Event
from engine.games.no81.cards import ORDINARY
from engine.games.no81.state import Player, State

__all__ = ["No81Reference"]

_OPEN_FIELDS: Mapping[str, tuple[str, ...]] = {
    "used": ("seat", "face", "mode", "targets", "cards", "choice"),
    "skill": ("seat", "skill", "targets", "choice"),
    "cancelled": ("seat", "by"),
    "failed": ("seat", "by", "card"),
    "chose": ("seat", "choice", "why"),
    "revealed": ("seats", "cards"),
    "damaged": ("seat", "amount", "attribute", "source", "cause"),
    "healed": ("seat", "amount", "cause"),
    "dying": ("seat",),
    "died": ("seat", "killer"),
    "flipped": ("seat",),
    "swapped": ("seat", "which", "former", "character"),
    "skipped": ("seat",),
    "first": ("seat",),
    "looked": ("seat", "place", "count"),
    "arranged": ("seat", "place", "count"),
}
"""N81-20.2, the rows where column A says yes or n: what everybody learns of what was done."""


class No81Reference:
    """What the rules grant each viewer of one running game."""

    def __init__(self, seats: int) -> None:
        self._viewers = (*range(seats), SPECTATOR)
        self._facts = dict.fromkeys(self._viewers, 0)
        self._seen: dict[int, set[str]] = {v: set() for v in self._viewers}
        self._last: dict[object, object] = {}
        self._where: dict[str, str] = {}
        self._known: dict[str, set[int]] = {}
        """Who knows the place of each face-down mind card (N81-4.10)."""
        self._news = True
        """Whether somebody may know more of a mind deck than at the last event."""
        self._cards: frozenset[str] = frozenset(ORDINARY)

    def facts(self, viewer: int) -> int:
        return self._facts[viewer]

    def secrets(self, viewer: int) -> frozenset[str]:
        return self._cards - self._seen[viewer]

    def on_event(self, driver: Driver, event: Event) -> None:
        state: State = driver.state
        self._follow(state)
        self._done(state, event)
        self._everybody(state, event)
        for player in state.players:
            self._own(state, player, event)
        self._decks(state)

    def _grant(self, viewer: int, fact: object, cards: Iterable[str] = ()) -> None:
        self._facts[viewer] = hash((self._facts[viewer], fact))
        self._seen[viewer].update(cards)

    def _changed(self, viewer: int, key: str, value: object, cards: Iterable[str] = ()) -> None:
        if self._last.get((viewer, key)) != value:
            self._last[viewer, key] = value
            self._grant(viewer, (key, value), cards)

    # --- N81-4.10 ---

    def _follow(self, state: State) -> None:
        """Follow every card from place to place, and who knows it where it lies face down."""
        where: dict[str, str] = {}
        for zone in ("discard", "resolving", "row", "removed"):
            where.update(dict.fromkeys(getattr(state, zone), "open"))
        where.update(dict.fromkeys(state.pile, "pile"))
        for player in state.players:
            where.update(dict.fromkeys([*player.zone, *player.spent], "open"))
            where.update(dict.fromkeys(player.hand, f"hand:{player.seat}"))
            where.update(dict.fromkeys(player.deck, f"deck:{player.seat}"))
        turned = self._turned(state)
        for card, place in where.items():
            if place.startswith("deck") and self._where.get(card) != place:
                self._known[card] = self._knowers(card, int(place[5:]), turned)
                self._news = True
        self._where = where
        self._cards = frozenset(where)

    def _turned(self, state: State) -> set[int]:
        """Return whose spent row has just been turned over as a whole (N81-20.2)."""
        rows = {p.seat: tuple(p.spent) for p in state.players}
        last: Any = self._last.get("rows", {})
        self._last["rows"] = rows
        return {
            p.seat
            for p in state.players
            if last.get(p.seat) and not rows[p.seat] and set(last[p.seat]) <= set(p.deck)
        }

    def _knowers(self, card: str, owner: int, turned: set[int]) -> set[int]:
        former = self._where.get(card, "")
        if former == "open":
            # A spent row of one card, turned over, leaves nothing to be ordered.
            return {owner} if owner in turned else set(self._viewers)
        if former.startswith("hand"):
            return {owner, int(former[5:])}
        return {owner}

    def _decks(self, state: State) -> None:
        """Per position of every mind deck: the card, for those who know it."""
        decks = tuple(tuple(p.deck) for p in state.players)
        if not self._news and self._last.get("decks") == decks:
            return
        self._last["decks"], self._news = decks, False
        for viewer in self._viewers:
            seen = tuple(
                tuple(c if viewer in self._known[c] else None for c in deck) for deck in decks
            )
            cards = [c for deck in seen for c in deck if c is not None]
            self._changed(viewer, "seen", seen, cards)

    # --- N81-20.1 ---

    def _everybody(self, state: State, event: Event) -> None:
        """Grant what lies open, and how many cards lie where they are hidden."""
        players = tuple(
            (
                p.alive, p.broken, p.base, p.cap, tuple(p.counters.values()), len(p.hand),
                len(p.deck), tuple((c, state.placed[c]) for c in p.zone), tuple(p.spent),
                p.amplify, p.bonus, p.free_attack, p.brined, p.reach, p.damage, p.holds,
                p.red_shift, len(p.reserve),
                tuple(sorted(p.shown)), p.role if not p.alive or p.role == "lord" else None,
                tuple(sorted(p.used.items())),
            )
            for p in state.players
        )  # fmt: skip
        public = (
            state.mode, state.circle, len(state.pile), tuple(state.discard),
            tuple(state.resolving), tuple(state.row), tuple(sorted(state.removed)),
            state.turn, state.round, state.phase, state.first, state.acting, players,
        )  # fmt: skip
        if self._last.get("public") != public:
            self._last["public"] = public
            cards = [*state.discard, *state.resolving, *state.row, *state.removed]
            for player in state.players:
                cards += [*player.zone, *player.spent]
            fact = hash(public)
            for viewer in self._viewers:
                self._grant(viewer, fact, cards)
        if event.kind in {"characters", "swapped", "flipped"}:
            self._shown(state, event)

    def _shown(self, state: State, event: Event) -> None:
        """Characters are open once they are shown together (N81-4.4)."""
        told = event.public["shown"]
        assert isinstance(told, (tuple, dict))
        seats = [s["seat"] for s in told] if isinstance(told, tuple) else [told["seat"]]  # type: ignore[index,call-overload]
        shown = tuple(
            (s, p.character, p.version, p.deputy, p.camp, p.skills, p.karma)
            for s, p in enumerate(state.players)
            if s in seats
        )
        for viewer in self._viewers:
            self._grant(viewer, ("shown", shown, state.sides))

    def _own(self, state: State, player: Player, event: Event) -> None:
        """Grant a seat its hand, role, reserve, offers, and the multiset of its mind deck."""
        seat, hand = player.seat, tuple(player.hand)
        self._changed(seat, "hand", hand, hand)
        self._changed(seat, "role", player.role)
        self._changed(seat, "deck", tuple(sorted(player.deck)), player.deck)
        if event.kind == "reserve":
            self._changed(seat, "reserve", tuple(player.reserve))
        if event.kind == "offered":
            self._grant(seat, ("offers", repr(event.private.get(seat))))

    # --- N81-20.2 ---

    def _done(self, state: State, event: Event) -> None:
        """Grant everybody what was done, and the eyes of those who look at something."""
        fields = _OPEN_FIELDS.get(event.kind)
        if fields is not None:
            fact = (event.kind, *(repr(event.public[name]) for name in fields))
            cards = event.public.get("cards")
            named = [str(c) for c in cards] if isinstance(cards, tuple) else []
            for viewer in self._viewers:
                # What is declared is open before it has left the hand (N81-6.1 a).
                self._grant(viewer, fact, named)
        if event.kind == "game_over":
            self._end(state)
        if event.kind not in {"looked", "arranged"}:
            return
        place, seat = str(event.public["place"]), event.public["seat"]
        count = event.public["count"]
        assert isinstance(seat, int)
        assert isinstance(count, int)
        zone, _, whose = place.partition(":")
        if zone == "pile":
            top = tuple(state.pile[:count])
        elif zone == "hand":
            top = tuple(sorted(state.players[int(whose)].hand))
        else:
            top = tuple(state.players[int(whose)].deck[:count])
            self._news = True
            for card in top:
                if event.kind == "arranged":
                    self._known[card] = {seat}
                else:
                    self._known[card].add(seat)
        self._grant(seat, (event.kind, top), top)

    def _end(self, state: State) -> None:
        """After the game everything is open."""
        rest = tuple(
            (tuple(p.hand), tuple(p.deck), p.role, tuple(p.reserve)) for p in state.players
        )
        for viewer in self._viewers:
            self._grant(viewer, ("end", rest, tuple(state.pile)), self._cards)
