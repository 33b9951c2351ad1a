"""What cards physically do, and the one place where it is decided who sees a moving card (N81-3).

A card is seen by everybody if it leaves or reaches an open place, and otherwise by the holders of
the two places alone (N81-20.2). Everything else in the rules moves cards through here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.event import Event, Value
from engine.games.no81.cards import is_mind, owner
from engine.games.no81.faces import zone_face
from engine.games.no81.glossary import Phase, Timing
from engine.games.no81.places import (
    DISCARD,
    PILE,
    REMOVED,
    RESOLVING,
    Place,
    Zone,
    deck,
    hand,
    spent,
)
from engine.games.no81.skill import Moment
from engine.games.no81.state import Lost, Placed, State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind, Flag
from engine.games.no81.triggers import fire, usable
from engine.request import Answer, Ask, Script, Tell, draw, tell

__all__ = [
    "discard", "discard_mind", "draw_cards", "go_home", "home", "lay", "look", "move", "place_of",
    "rearrange", "refill", "reveal_top", "set_flag",
]  # fmt: skip


def move(
    state: State,
    cards: Sequence[str],
    source: Place,
    to: Place,
    *,
    why: str,
    secret_order: bool = False,
) -> tuple[Tell, ...]:
    """Move ``cards`` in this order and tell it; into a deck they go to the bottom (N81-4.9).

    ``secret_order``: a whole open row is turned face down in an order that its owner alone knows.
    """
    told: dict[str, Value] = {"source": source.text, "to": to.text, "count": len(cards), "why": why}
    held = state.cards_at(source)
    if source.zone is Zone.DECK and source.seat is not None and _not_top(state, cards, source.seat):
        told["at"] = held.index(cards[0])
    if source.zone is Zone.DELAYED:
        _leave_zone(state, cards, source, why)
    for card in cards:
        held.remove(card)
    state.cards_at(to).extend(cards)
    if to.zone is Zone.DELAYED:
        assert to.seat is not None
        lies = state.placed[cards[0]]
        told |= {"face": zone_face(state, to.seat, cards[0]), "stamp": lies.stamp}
    told["open"] = seen = (source.open or to.open) and not secret_order
    private: dict[int, Mapping[str, Value]] = {}
    if seen:
        told["cards"] = tuple(cards)
    else:
        private = {p.seat: {"cards": tuple(cards)} for p in (source, to) if p.seat is not None}
    telling: tuple[Tell, ...] = (Tell(Event(EventKind.MOVED, told, private)),)
    if to.zone is Zone.DECK and cards:
        assert to.seat is not None
        if state.players[to.seat].broken:
            # N81-10.3: it ends the moment a card lies face down again.
            state.players[to.seat].broken = False
            telling += tell(EventKind.STATUS, seat=to.seat, flag=Flag.BROKEN, value=False)
    return telling


def _not_top(state: State, cards: Sequence[str], seat: int) -> bool:
    """Say whether one card leaves from below the top of a living seat's deck (N81-18.8.1).

    A dead seat's deck leaves as a whole, and where its cards lay is not told.
    """
    return state.alive(seat) and len(cards) == 1 and state.players[seat].deck[0] != cards[0]


def _leave_zone(state: State, cards: Sequence[str], source: Place, why: str) -> None:
    """N81-9.18.2: note what leaves the zone of somebody who lives."""
    seat = source.seat
    assert seat is not None
    for card in cards:
        if state.alive(seat):
            state.lost.append(Lost(seat, card, zone_face(state, seat, card), why))
        del state.placed[card]


def home(state: State, card: str) -> Place:
    """N81-3.1, N81-3.2: return where a card goes when it is done with."""
    if not is_mind(card):
        return DISCARD
    return spent(owner(card)) if state.alive(owner(card)) else REMOVED


def go_home(state: State, cards: Sequence[str], source: Place, *, why: str) -> Script[None]:
    """Send cards home, one event for each run of cards that share a home."""
    left = list(cards)
    while left:
        to = home(state, left[0])
        count = next((i for i, c in enumerate(left) if home(state, c) != to), len(left))
        yield from move(state, left[:count], source, to, why=why)
        left = left[count:]


def discard(
    state: State, seat: int, cards: Sequence[str], source: Place, *, why: str
) -> Script[None]:
    """Discard cards of ``seat`` in the discard phase or by an effect, which triggers may answer."""
    yield from go_home(state, cards, source, why=why)
    moment = Moment(timing=Timing.CARD_DISCARDED, who=seat, cards=tuple(cards), cause=why)
    yield from fire(state, moment)


def lay(
    state: State, card: str, source: Place, to: Place, *, why: str, as_face: str | None = None
) -> Script[None]:
    """Lay a card into a delayed zone, stamped with this turn (N81-9.0.3, N81-9.0.6)."""
    state.placed[card] = Placed(stamp=state.turn, face=as_face)
    yield from move(state, [card], source, to, why=why)


def place_of(state: State, seat: int, card: str) -> Place:
    """Return the place of a card that lies in the hand or the zone of ``seat``."""
    return hand(seat) if card in state.players[seat].hand else Place(Zone.DELAYED, seat)


def refill(state: State, count: int = 1) -> Script[None]:
    """N81-15.1: if the pile holds fewer than ``count``, shuffle the discard pile under it."""
    if len(state.pile) < count and state.discard:
        pool = tuple(sorted(state.discard))
        shuffled = yield from draw(ChanceKind.SHUFFLE, pool, len(pool))
        state.pile += shuffled
        state.discard.clear()
        yield from tell(EventKind.SHUFFLED, pile=len(state.pile))


def draw_cards(state: State, seat: int, count: int, *, why: str) -> Script[int]:
    """Let ``seat`` draw from the pile; return how many came (N81-15.1). A dead seat draws none."""
    if count < 1 or not state.alive(seat):
        return 0
    yield from refill(state, count)
    taken = state.pile[:count]
    if taken:
        yield from move(state, taken, PILE, hand(seat), why=why)
        moment = Moment(
            timing=Timing.AFTER_DRAW,
            who=seat,
            n=len(taken),
            cause=why,
            in_draw_phase=state.phase is Phase.DRAW and seat == state.acting,
        )
        yield from fire(state, moment)
    return len(taken)


def look(state: State, seat: int, source: Place, count: int) -> tuple[Tell]:
    """N81-4.8: let ``seat`` see the top ``count`` cards of a place; nothing moves."""
    cards = tuple(state.cards_at(source)[:count])
    if source.zone is Zone.HAND:
        cards = tuple(sorted(cards))  # The order in which a hand was drawn is not to be told.
    return tell(
        EventKind.LOOKED,
        {seat: {"cards": cards}},
        seat=seat,
        place=source.text,
        count=len(cards),
    )


def rearrange(state: State, seat: int, source: Place, count: int, *, why: str) -> Script[None]:
    """Let ``seat`` look at the top ``count`` cards and put them back in any order (N81-4.10)."""
    yield from look(state, seat, source, count)
    held = state.cards_at(source)
    top = tuple(held[:count])
    order: Answer = yield Ask(
        seat=seat,
        kind=AskKind.ORDER,
        options=top,
        default=top,
        least=len(top),
        most=len(top),
        ordered=True,
        context={"why": why},
    )
    held[: len(top)] = order
    yield from tell(
        EventKind.ARRANGED,
        {seat: {"cards": order}},
        seat=seat,
        place=source.text,
        count=len(top),
    )


def discard_mind(state: State, seat: int, *, why: str) -> Script[str | None]:
    """N81-3.5, N81-4.7: the top face-down card goes home; return it, or None if there is none."""
    cards = state.players[seat].deck
    if not cards:
        return None
    card = cards[0]
    moment = Moment(timing=Timing.MIND_DISCARDED, who=seat, card=card, cause=why)
    source = deck(seat)
    if usable(state, seat, moment):
        # It is face up before its owner decides where it goes (N81-17.10).
        yield from move(state, [card], source, RESOLVING, why=why)
        source = RESOLVING
        yield from fire(state, moment, [seat])
        if moment.destination == "under":
            yield from move(state, [card], source, deck(seat), why=why)
            return card
    yield from go_home(state, [card], source, why=why)
    return card


def reveal_top(state: State, source: Place, *, why: str) -> Script[str]:
    """N81-4.7: show the top card of the pile or of a mind deck to all; it goes home."""
    card = state.cards_at(source)[0]
    yield from go_home(state, [card], source, why=why)
    return card


def set_flag(state: State, seat: int, flag: Flag, value: int) -> tuple[Tell]:
    """Set a public flag of a seat (N81-20.1) and tell it."""
    player = state.players[seat]
    match flag:
        case Flag.BROKEN:
            player.broken = bool(value)
        case Flag.AMPLIFY:
            player.amplify = value
        case Flag.BONUS:
            player.bonus = value
        case Flag.FREE_ATTACK:
            player.free_attack = bool(value)
        case Flag.BRINED:
            player.brined, player.brined_in = bool(value), state.turn
        case Flag.REACH:
            player.reach = value
        case Flag.DAMAGE:
            player.damage = value
        case Flag.HOLDS:
            player.holds = value
        case Flag.RED_SHIFT:
            player.red_shift = bool(value)
        case Flag.SKILL_RANGE:
            player.skill_range = value
        case Flag.SKILL_LIMIT:
            player.skill_limit = value
    return tell(EventKind.STATUS, seat=seat, flag=flag, value=value)
