"""What a plug-in may do in the game: ``g`` of the plug-in interface (N81-19.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.event import Value
from engine.games.no81 import health
from engine.games.no81.moves import discard_mind, draw_cards, look
from engine.games.no81.ops import OPS, Frame
from engine.games.no81.packs.event import Event
from engine.games.no81.packs.facts import Facts
from engine.games.no81.packs.tape import Misuse
from engine.games.no81.places import PILE, Place, Zone, deck, hand
from engine.games.no81.terms import ChanceKind, EventKind
from engine.request import Script, draw, tell

__all__ = ["Game", "Rng"]

T = TypeVar("T")


class Game(Facts):
    """The game as one skill's owner may know it.

    Getters tell what is public. What happens is a plain call and has happened when it returns,
    windows of other players included. ``seat`` is whom it is done to; where a call leaves it out it
    is the skill's owner.
    """

    # --- what happens (N81-19.3) ---

    def draw(self, seat: int | None = None, n: int = 1, *, cause: str = "") -> int:
        """Draw from the pile; return how many cards came."""
        who, n = self._done_to(seat, n)
        return int(self._do(lambda: draw_cards(self._state, who, n, why=self._why(cause))))

    def heal(self, seat: int | None = None, n: int = 1, *, cause: str = "") -> int:
        """Heal; return how many counters went."""
        who, n = self._done_to(seat, n)
        return int(self._do(lambda: health.heal(self._state, who, n, cause=self._why(cause))))

    def damage(self, seat: int, n: int = 1, attribute: str = "mine") -> None:
        """Deal damage whose source is the owner; ``attribute``: ``mine`` or ``none``."""
        if attribute not in {"mine", "none"}:
            raise Misuse
        self._op("damage", seat, n, attribute=attribute)

    def discard_hand(self, seat: int | None = None, n: int = 1) -> None:
        """Let a seat discard ``n`` hand cards of its choice."""
        self._op("discard_hand", seat, n)

    def discard_mind(self, seat: int | None = None, *, cause: str = "") -> str | None:
        """Discard the top of a mind deck; return it, or None if there is none."""
        who, _n = self._done_to(seat, 1)
        card: str | None = self._do(
            lambda: discard_mind(self._state, who, why=self._why(cause))
        )  # fmt: skip
        return card

    def discard_any(self, seat: int | None = None, n: int = 1) -> None:
        """Let a seat discard ``n`` cards as N81-3.5 has it."""
        self._op("discard_any", seat, n)

    def take_random(self, seat: int, n: int = 1) -> None:
        """Take ``n`` cards of a seat's hand and delayed zone by chance."""
        self._op("take_random", seat, n)

    def spent_to_bottom(self, seat: int | None = None, n: int = 1) -> None:
        """Let a seat put ``n`` cards of its spent row under its mind deck."""
        self._op("spent_to_bottom", seat, n)

    def hand_to_bottom(self, seat: int | None = None, n: int = 1) -> None:
        """Let a seat put ``n`` hand cards under its mind deck."""
        self._op("hand_to_bottom", seat, n)

    def modify(self, what: str, n: int, seat: int | None = None, until: str = "turn_end") -> None:
        """Add to ``range``, ``attack_damage`` or ``hand_limit`` until the end of the turn."""
        if what not in {"range", "attack_damage", "hand_limit"} or until != "turn_end":
            raise Misuse
        self._op("modify", seat, n, what=what)

    def as_card(self, face: str, target: int | None = None) -> None:
        """Use a virtual card, without its cost (N81-6.11); the owner picks whom if that is open."""
        targets = () if target is None else (self._seat_of(target),)
        self._op("as_card", None, 1, targets=targets, id=face)

    def cancel(self) -> None:
        """N81-6.9: in ``w_event``, the event has no effect on its target."""
        self._answered().cancelled = True

    def as_guard(self) -> None:
        """In ``w_guard``, the attack has no effect."""
        self._answered().guarded = True

    # --- hidden cards: everybody is told that somebody looks (N81-20.2) ---

    def look_mind(self, seat: int, n: int = 1) -> tuple[str, ...]:
        """Let the owner look at the top ``n`` cards of a mind deck; return them."""
        who, n = self._done_to(seat, n)
        return self._seen(deck(who), n)

    def look_pile(self, n: int = 1) -> tuple[str, ...]:
        """Let the owner look at the top ``n`` cards of the pile; return them."""
        return self._seen(PILE, self._done_to(None, n)[1])

    def look_hand(self, seat: int | None = None) -> tuple[str, ...]:
        """Let the owner look at a hand; return it. The own one is always known."""
        who, _n = self._done_to(seat, 1)
        if who != self._seat:
            return self._seen(hand(who), len(self._look(lambda: self._state.players[who].hand)))
        if self._tape is None:
            raise Misuse  # What may be used is told by public facts alone (N81-20.5).
        return self._tape.look(lambda: tuple(sorted(self._state.players[who].hand)))

    def reveal(self, cards: Iterable[str], to: Sequence[int] | str = "all") -> None:
        """Show cards that the owner holds or has looked at, to some seats or to all.

        They stay where they are: in a hand, in a mind deck, or in the pile.
        """
        shown = tuple(cards)
        audience = None if to == "all" else frozenset(map(self._any, to))

        def script() -> Script[None]:
            if not all(self._knows(self._seat, card) for card in shown):
                raise Misuse
            for place, found in self._where(shown).items():
                if place.zone is Zone.HAND:
                    fields: dict[str, Value] = {"seats": (place.seat,) * len(found)}
                else:
                    held = self._state.cards_at(place)
                    fields = {
                        "seats": (self._seat,) * len(found),
                        "place": place.text,
                        "at": tuple(map(held.index, found)),
                        "open": audience is None,
                    }
                yield from tell(EventKind.REVEALED, audience=audience, cards=tuple(found), **fields)

        self._do(script)

    def _where(self, cards: Sequence[str]) -> dict[Place, list[str]]:
        """Return hidden cards by the place where they lie; what lies open is shown already."""
        seats = range(self._state.seats)
        places = [PILE, *map(hand, seats), *map(deck, seats)]
        found: dict[Place, list[str]] = {}
        for card in cards:
            for place in places:
                if card in self._state.cards_at(place):
                    found.setdefault(place, []).append(card)
        return found

    @property
    def rng(self) -> Rng:
        """Chance; there is no other."""
        return Rng(self)

    # --- what stands behind them ---

    def _do(self, script: Callable[[], Script[Any]]) -> Any:
        if self._tape is None:
            raise Misuse  # Only looking is allowed while it is asked whether a skill may be used.
        return self._tape.call(script)

    def _op(
        self, op: str, seat: int | None, n: int, targets: tuple[int, ...] = (), **more: object
    ) -> None:
        who, n = self._done_to(seat, n)
        frame = Frame(me=self._seat, cause=self._cause, targets=targets, source=self._seat)

        def script() -> Script[None]:
            if self._state.alive(who):
                yield from OPS[op](self._state, {"op": op, "n": n, **more}, frame, who)

        self._do(script)

    def _seen(self, place: Place, n: int) -> tuple[str, ...]:
        def script() -> Script[tuple[str, ...]]:
            yield from look(self._state, self._seat, place, n)
            found = tuple(self._state.cards_at(place)[:n])
            return tuple(sorted(found)) if place.zone is Zone.HAND else found

        cards: tuple[str, ...] = self._do(script)
        self._known.update({card: frozenset({self._seat}) for card in cards})
        return cards

    def _knows(self, seat: int, card: str) -> bool:
        """Say whether a seat knows where a card is: its own, an open one, or looked at here."""
        state = self._state
        if card in state.players[seat].hand or seat in self._known.get(card, ()):
            return True
        rows = (state.discard, state.resolving, state.row, state.removed)
        return any(card in row for row in rows) or any(
            card in p.zone or card in p.spent for p in state.players
        )

    @property
    def cause(self) -> str:
        """The id of the skill or card that this is about."""
        return self._cause

    @property
    def event(self) -> Event:
        """What happens."""
        return self._answered()

    def _answered(self) -> Event:
        if self._event is None:
            raise Misuse
        return self._event


class Rng:
    """The game's own chance (N81-15.9), journaled like every other draw."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def sample(self, among: Sequence[T], k: int) -> list[T]:
        """Return ``k`` of ``among``, in the order drawn."""
        pool = list(among)
        if k not in range(len(pool) + 1):
            raise Misuse
        if not k:
            return []
        numbers = tuple(map(str, range(len(pool))))
        taken = self._game._do(lambda: draw(ChanceKind.RANDOM_CARD, numbers, k))
        return [pool[int(number)] for number in taken]

    def choice(self, among: Sequence[T]) -> T:
        """Return one of ``among``."""
        return self.sample(among, 1)[0]

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """Return all of ``among`` in a new order."""
        return self.sample(among, len(among))
