"""Karma mode: character decks, main and deputy (N81-14.2 to N81-14.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from engine.errors import Refusal, Refused
from engine.event import Value
from engine.games.no81.content import Content, Version
from engine.games.no81.deal import show
from engine.games.no81.state import Player, State
from engine.games.no81.terms import AskKind, ChanceKind, DeckFault, EventKind, Pick
from engine.request import Answer, Ask, Gather, Script, draw_one, gather, tell

__all__ = [
    "build_karma_decks", "deck_base", "deck_karma", "fault", "is_legal", "karma_of", "refresh",
    "sides", "sides_of", "split_side", "start_options", "tell_reserves", "version_of",
]  # fmt: skip

_LEAST: Final = 2
_MOST: Final = 5
"""N81-14.2."""
_LIMIT: Final = 2
"""N81-14.2: T from -2 to 2."""
_CAMPS_FROM: Final = 6
"""N81-14.9."""

Deck = tuple[str, ...]
"""Sides of characters as ``<id>/<version>``: the side of a dual card is fixed with the deck."""


@cache
def split_side(side: str) -> tuple[str, int]:
    """Return the character's id and the version of a side."""
    name, _, version = side.partition("/")
    return name, int(version)


def karma_of(content: Content, side: str) -> int:
    """Return a character's karma cost."""
    return content.characters[split_side(side)[0]].karma


def version_of(content: Content, side: str) -> Version:
    """Return the side itself."""
    name, version = split_side(side)
    return content.characters[name].versions[version]


def deck_karma(content: Content, deck: Deck) -> int:
    """Return T, the sum of the whole deck."""
    return sum([karma_of(content, side) for side in deck])


class _Member(NamedTuple):
    """What counts of a side when a deck is judged."""

    character: str
    karma: int
    health: int


def _members(content: Content) -> dict[str, _Member]:
    """Return every side that there is, written the one way that it is written."""
    return {
        f"{one.id}/{number}": _Member(one.id, one.karma, version.health)
        for one in content.characters.values()
        for number, version in enumerate(one.versions)
    }


def deck_base(content: Content, deck: Deck) -> int:
    """N81-14.3: the mean health rounded down, less the size of T."""
    health = sum([version_of(content, side).health for side in deck])
    return _base(health, len(deck), deck_karma(content, deck))


def _base(health: int, count: int, total: int) -> int:
    """N81-14.3, for ``count`` characters whose health and karma add up to these."""
    return health // count - abs(total)


def fault(content: Content, deck: Deck) -> Refused | None:
    """N81-14.2, N81-14.3: return why a deck is not legal, or None if it is."""
    return _fault(_members(content), deck)


def _fault(members: Mapping[str, _Member], deck: Deck) -> Refused | None:
    """Return why a deck is not legal, or None if it is, from what all sides are.

    One walk over the deck: thousands are judged before a game begins, to draw from the legal ones.
    """
    names: set[str] = set()
    costs: set[int] = set()
    total = health = 0
    pair = False
    for side in deck:
        member = members.get(side)
        if member is None:
            return Refused(Refusal.ILLEGAL)
        name, karma, points = member
        if name in names:
            return Refused(DeckFault.CHARACTER_TWICE, character=name)
        names.add(name)
        pair = pair or -karma in costs
        costs.add(karma)
        total += karma
        health += points
    if not _LEAST <= len(deck) <= _MOST:
        return Refused(DeckFault.DECK_SIZE, count=len(deck), least=_LEAST, most=_MOST)
    if abs(total) > _LIMIT:
        return Refused(DeckFault.DECK_TOTAL, total=total, limit=_LIMIT)
    if not pair:
        return Refused(DeckFault.NO_PAIR)
    base = _base(health, len(deck), total)
    return Refused(DeckFault.DECK_BASE, base=base) if base < 1 else None


def is_legal(content: Content, deck: Deck) -> bool:
    """N81-14.2: two to five characters, each once, T within bounds, a pair with sum 0."""
    return fault(content, deck) is None


def sides(content: Content) -> Deck:
    """Return every side of every character."""
    return tuple(_members(content))


def _random_deck(members: Mapping[str, _Member], pairs: Deck) -> Script[Deck]:
    """N81-14.2: draw a legal deck: one of the legal pairs, then more as long as fate adds any."""
    drawn = yield from draw_one(ChanceKind.KARMA_DECK, pairs)
    deck: Deck = tuple(drawn.split("+"))
    while len(deck) < _MOST:
        more = [side for side in members if _fault(members, (*deck, side)) is None]
        side = yield from draw_one(ChanceKind.KARMA_DECK, (Pick.DONE.value, *more))
        if side == Pick.DONE:
            break
        deck = (*deck, side)
    return deck


def build_karma_decks(state: State) -> Script[None]:
    """N81-14.2 to N81-14.4: build and lock the decks in secret, then choose main and deputy."""
    decks = yield from _lock_decks(state)
    for seat, deck in decks.items():
        player = state.players[seat]
        player.reserve = list(deck)
        player.karma = deck_karma(state.content, deck)
        player.base = player.cap = deck_base(state.content, deck)
    starts = yield from _choose_starts(state, decks)
    for seat, chosen in starts.items():
        main, deputy = [part.split(":") for part in chosen.split("+")]
        _take_up(state, seat, main, deputy)
    state.sides = sides_of([p.karma for p in state.players])
    yield from show(state, range(state.seats))
    yield from tell_reserves(state)


def _lock_decks(state: State) -> Script[dict[int, Deck]]:
    """N81-14.2: everybody builds a deck at once; who is late gets a random one."""
    members = _members(state.content)
    every = tuple(members)
    pairs = tuple(["+".join(p) for p in combinations(every, 2) if _fault(members, p) is None])
    context: dict[str, Value] = {
        "karma": {side: member.karma for side, member in members.items()},
        "health": {side: member.health for side, member in members.items()},
        "least": _LEAST,
        "most": _MOST,
        "limit": _LIMIT,
    }

    def check(deck: Answer) -> Answer:
        wrong = _fault(members, deck)
        if wrong is not None:
            raise wrong
        return tuple([side for side in every if side in deck])

    asks = []
    for seat in range(state.seats):
        late = yield from _random_deck(members, pairs)
        ask = Ask(
            seat=seat,
            kind=AskKind.KARMA_DECK,
            options=every,
            default=check(late),
            least=_LEAST,
            most=_MOST,
            context=context,
            check=check,
        )
        asks.append(ask)
    return (yield from gather(Gather(kind=AskKind.KARMA_DECK, asks=tuple(asks))))


def _choose_starts(state: State, decks: Mapping[int, Deck]) -> Script[dict[int, str]]:
    """N81-14.4: main, deputy and a skill of each, all at once and in secret."""
    asks = []
    for seat, deck in decks.items():
        player, options = state.players[seat], start_options(state.content, deck)
        context: dict[str, Value] = {"deck": deck, "total": player.karma, "base": player.base}
        ask = Ask(
            seat=seat,
            kind=AskKind.KARMA_START,
            options=options,
            default=options[:1],
            context=context,
        )
        asks.append(ask)
    answers = yield from gather(Gather(kind=AskKind.KARMA_START, asks=tuple(asks)))
    return {seat: chosen for seat, (chosen,) in answers.items()}


def start_options(content: Content, deck: Deck) -> tuple[str, ...]:
    """N81-14.4: return every (main, skill, deputy, skill) with sum 0 as ``m:skill+d:skill``."""
    return tuple(
        f"{main}:{skill}+{deputy}:{other}"
        for main, deputy in permutations(deck, 2)
        if deck_karma(content, (main, deputy)) == 0
        for skill in version_of(content, main).skills
        for other in version_of(content, deputy).skills
    )


def _take_up(state: State, seat: int, main: Sequence[str], deputy: Sequence[str]) -> None:
    """Put both characters in play with one skill each; the rest stays in the reserve."""
    player = state.players[seat]
    player.character, player.version = split_side(main[0])
    player.deputy, player.deputy_version = split_side(deputy[0])
    player.skills = (main[1], deputy[1])
    player.reserve = [side for side in player.reserve if side not in {main[0], deputy[0]}]
    refresh(state, player)


def refresh(state: State, player: Player) -> None:
    """N81-14.5: camp from the main, series from both."""
    assert player.deputy is not None
    characters = state.content.characters
    player.camp = state.version(player.seat).camp
    player.series = frozenset(
        {characters[player.character].series, characters[player.deputy].series}
    )


def sides_of(totals: Sequence[int]) -> tuple[str | None, ...]:
    """N81-14.9: return each seat's camp by the sign of T, or None for everybody where none are."""
    signs = ["positive" if t > 0 else "negative" if t < 0 else "zero" for t in totals]
    if len(totals) < _CAMPS_FROM or len(set(signs)) == 1:
        return (None,) * len(totals)
    return tuple(signs)


def tell_reserves(state: State) -> Script[None]:
    """N81-20.1: the number is public, the characters only once they were in play."""
    yield from tell(
        EventKind.RESERVE,
        {p.seat: {"cards": tuple(p.reserve)} for p in state.players},
        counts=tuple([len(p.reserve) for p in state.players]),
        known=tuple([tuple([s for s in p.reserve if s in p.shown]) for p in state.players]),
    )
