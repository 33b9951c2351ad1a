"""Building the mind decks (N81-4.1 to N81-4.4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import Refusal, Refused
from engine.games.no81.cards import RANKS, mind_card
from engine.games.no81.content import Content
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, DeckFault, EventKind
from engine.request import Answer, Ask, Gather, Script, gather, tell

__all__ = ["build_mind_decks", "deck_check", "deck_options"]


def deck_options(content: Content) -> Answer:
    """Return every card that a mind deck may hold as ``<rank>-<face>``, A to K."""
    return tuple([f"{rank}-{face}" for rank in RANKS for face in content.mind_faces(rank)])


def deck_check(content: Content) -> Callable[[Answer], Answer]:
    """Return the judge of mind decks: what it returns is a whole deck, top first (N81-4.1).

    Ranks that were not named follow from A to K with their first common card, so an empty answer
    is the default deck (N81-4.4). N81-4.2 follows, since a limited card has one rank.
    """
    known = frozenset(deck_options(content))

    def check(chosen: Answer) -> Answer:
        deck: dict[str, str] = {}
        for card in chosen:
            if card not in known:
                raise Refused(Refusal.ILLEGAL)
            rank = card.partition("-")[0]
            if rank in deck:
                raise Refused(DeckFault.RANK_TWICE, rank=rank)
            deck[rank] = card
        for rank in RANKS:
            deck.setdefault(rank, f"{rank}-{content.mind_faces(rank)[0]}")
        return tuple(deck.values())

    return check


def build_mind_decks(state: State) -> Script[None]:
    """N81-4.4: all at once and in secret; each may change its deck until the last is in."""
    options, check = deck_options(state.content), deck_check(state.content)
    asks = tuple(
        Ask(
            seat=seat,
            kind=AskKind.MIND_DECK,
            options=options,
            default=check(()),
            least=0,
            most=len(RANKS),
            ordered=True,
            check=check,
        )
        for seat in range(state.seats)
    )
    answers = yield from gather(Gather(kind=AskKind.MIND_DECK, asks=asks))
    for seat, chosen in answers.items():
        state.players[seat].deck[:] = [mind_card(seat, *card.split("-")) for card in chosen]
    decks = {p.seat: {"cards": tuple(p.deck)} for p in state.players}
    yield from tell(EventKind.DECKS, decks, count=len(RANKS))
