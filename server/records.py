"""One person's finished games: each as its player may know it, totals, and who else was there.

Pure; made anew of what the store has whenever somebody asks. Several keys of one person count as
one player, from before they were joined too. Guests and bots are named in a game and counted
nowhere else: nobody can meet them again. Of a game in which it stays hidden who sat where, nothing
is told but what the player knew at its end: the own part, the own result, and who played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.codec import decode_header
from engine.game import Game
from engine.journal import Header
from server.api import Met, PastGame, Record, Total
from server.changes import Score
from server.identity import tag
from server.masks import hides_seats
from server.played import EndedGame
from server.wire import unpack

__all__ = ["past_game", "record_of"]

Owner = Callable[[str], str]
"""Gives the identity that a key stands for, as ``server.keyring.Keyring.identity_of``."""

_GUEST = "guest:"


@dataclass(slots=True)
class _Together:
    """What one person and another have come to, their newest game first."""

    name: str
    ended: float
    games: int = 0
    against: int = 0
    won: int = 0
    lost: int = 0
    beside: int = 0
    won_beside: int = 0
    numbers: list[int] = field(default_factory=list)


def record_of(
    who: str, kept: Sequence[EndedGame], owner: Owner, games: Mapping[str, Game]
) -> Record:
    """Return the record of the identity ``who`` from ``kept``, the newest game first."""
    found = [past_game(who, one, owner, games) for one in kept]
    totals: dict[tuple[str, str], Total] = {}
    people: dict[str, _Together] = {}
    for number, (game, one) in enumerate(zip(found, kept, strict=True)):
        key = game["game"], game["mode"]
        total = totals.setdefault(key, Total(game=key[0], mode=key[1], played=0, won=0))
        total["played"] += 1
        total["won"] += game["won"]
        _meet(people, number, game, one, who, owner)
    met = list(people.items())
    for index, (_id, person) in enumerate(met):
        for number in person.numbers:
            found[number]["met"].append(index)
    return Record(
        games=found,
        totals=sorted(totals.values(), key=lambda t: (-t["played"], t["game"], t["mode"])),
        met=[_met(index, one, person) for index, (one, person) in enumerate(met)],
    )


def past_game(who: str, kept: EndedGame, owner: Owner, games: Mapping[str, Game]) -> PastGame:
    """Return a finished game as ``who``, who played it, may know it; ``met`` is still empty."""
    header = decode_header(kept.header)
    game = games.get(header.game)
    # Of a game that is not there any more, nobody can say that it is not hidden.
    hidden = game is None or hides_seats(game, header.options)
    names = [str(name) for name in unpack(kept.seats)["names"]]
    own = _own(who, kept.results, owner)
    seat = own[0]
    result = kept.results[seat]
    return PastGame(
        id=kept.id,
        game=header.game,
        code=kept.code,
        ended=kept.ended,
        names=sorted(names) if hidden else names,
        won=any(kept.results[number].won for number in own),
        mode=_mode(game, header),
        drawn=not any(one.won for one in kept.results),
        seat=-1 if game is None or game.masked else seat,
        side=result.part.side,
        roles=list(result.part.roles),
        rank=0 if hidden else _rank(result, kept.results),
        hidden=hidden,
        met=[],
    )


def _mode(game: Game | None, header: Header) -> str:
    return str(header.options.get(game.mode, "")) if game is not None and game.mode else ""


def _own(who: str, results: Sequence[Score], owner: Owner) -> list[int]:
    """Return the seats of one person: several where keys played that were joined later."""
    return [n for n, one in enumerate(results) if one.player and owner(one.player) == who]


def _rank(own: Score, results: Iterable[Score]) -> int:
    """Return the place of a seat by its score, 0 in games that only know who has won."""
    scores = [(one.won, one.score) for one in results]
    if len(set(scores)) < 3:
        return 0
    return 1 + sum(score > (own.won, own.score) for score in scores)


def _meet(
    people: dict[str, _Together],
    number: int,
    game: PastGame,
    kept: EndedGame,
    who: str,
    owner: Owner,
) -> None:
    """Add a game to what its player and each of the others have come to."""
    others: dict[str, list[Score]] = defaultdict(list)
    for one in kept.results:
        person = owner(one.player) if one.player else ""
        if person not in {"", who} and not person.startswith(_GUEST):
            others[person].append(one)
    # In order of names: that of the seats may be what stays hidden.
    for person, seats in sorted(others.items(), key=lambda one: (min(_names(one[1])), one[0])):
        found = people.setdefault(person, _Together(name=min(_names(seats)), ended=kept.ended))
        found.games += 1
        found.numbers.append(number)
        if game["hidden"]:
            continue  # with whom one was is what stays hidden
        won = any(one.won for one in seats)
        if game["side"] and all(one.part.side == game["side"] for one in seats):
            found.beside += 1
            found.won_beside += game["won"]
        else:
            found.against += 1
            found.won += game["won"]
            found.lost += won


def _names(seats: Iterable[Score]) -> list[str]:
    return [one.name for one in seats]


def _met(index: int, person: str, found: _Together) -> Met:
    return Met(
        number=index,
        name=found.name,
        tag=tag(person),
        ended=found.ended,
        games=found.games,
        against=found.against,
        won=found.won,
        lost=found.lost,
        beside=found.beside,
        won_beside=found.won_beside,
    )
