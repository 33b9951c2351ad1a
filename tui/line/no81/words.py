"""What can be typed while a deck is built: ``deck``, ``karma`` and ``done``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from server.api import ExitStatus
from tui.games.no81.karma_desk import KarmaDesk
from tui.games.no81.karma_draft import toggled
from tui.games.no81.minds_desk import MindsDesk
from tui.games.no81.minds_draft import default_deck, moved, put, rank_of
from tui.games.no81.setup_bench import SetupBench
from tui.i18n import N_, _
from tui.line.call import CommandError
from tui.line.no81 import pages
from tui.line.no81.saving import SAVING, carry_out
from tui.line.no81.spelling import card_of, number_of, plain, rank_named, side_named
from tui.line.session import LineSession
from tui.line.word import Word

__all__ = ["WORDS"]

B = TypeVar("B", bound=SetupBench)


def _bench(session: LineSession, kind: type[B]) -> B:
    """Return the bench that is open, if it is of this kind."""
    assert session.talk is not None  # whoever obeys has looked
    bench = session.talk.state.bench
    if not isinstance(bench, kind):
        raise CommandError(_("You are not asked for that now."), ExitStatus.ERROR)
    return bench


def _view(session: LineSession) -> Mapping[str, Any]:
    assert session.talk is not None
    view = session.talk.state.frame["view"]
    assert view is not None  # there is a bench
    return view


def _unread(word: str) -> CommandError:
    if not word:
        return CommandError(_("A word is missing."), ExitStatus.USAGE)
    return CommandError(_("'{word}' is not understood here.", word=word[:32]), ExitStatus.USAGE)


# --- mind decks ---


async def _deck(session: LineSession, rest: str) -> None:
    """Show the deck, change it, or save and load it."""
    bench, view = _bench(session, MindsDesk), _view(session)
    head, tail = [*rest.split(maxsplit=1), "", ""][:2]
    match plain(head):
        case "":
            await session.say(*pages.deck_lines(bench.cards, view))
        case "default":
            bench.cards = default_deck(bench.ask["options"])
            await session.say(pages.deck_in_a_line(bench.cards, view))
        case "move":
            await _move(session, bench, tail)
        case verb if verb in SAVING:
            await session.say(*await carry_out(session, bench, verb, tail.strip()))
            if verb == "load":
                await session.say(pages.deck_in_a_line(bench.cards, view))
        case _rank:
            await _rank_word(session, bench, head, tail)


async def _rank_word(session: LineSession, bench: MindsDesk, head: str, tail: str) -> None:
    """Tell what a rank has, or choose from it."""
    view, rank = _view(session), rank_named(head)
    if rank is None:
        raise _unread(head)
    if not tail.split():
        await session.say(*pages.rank_lines(rank, bench, view))
        return
    card = card_of(rank, tail.split(), bench.ask["options"])
    if card is None:
        raise _unread(tail)
    bench.cards = put(bench.cards, card)
    await session.say(pages.placed(bench.cards, bench.cards.index(card), view))


async def _move(session: LineSession, bench: MindsDesk, tail: str) -> None:
    words = tail.split()
    if len(words) != 2:
        raise _unread("" if len(words) < 2 else words[2])
    rank, place = rank_named(words[0]), number_of(words[1], len(bench.cards))
    if rank is None or place is None:
        raise _unread(words[0] if rank is None else words[1])
    at = [rank_of(card) for card in bench.cards].index(rank)
    bench.cards = moved(bench.cards, at, place - 1)
    await session.say(pages.placed(bench.cards, place - 1, _view(session)))


# --- karma decks ---


async def _karma(session: LineSession, rest: str) -> None:
    """Show the karma deck and what is to be said of it, or put characters in or out."""
    bench = _bench(session, KarmaDesk)
    head, tail = [*rest.split(maxsplit=1), "", ""][:2]
    match plain(head):
        case verb if verb in SAVING:
            await session.say(*await carry_out(session, bench, verb, tail.strip()))
            if verb != "load":
                return
        case "":
            pass
        case "all" if not tail:
            await session.say(*pages.characters(bench))
            return
        case "default" if not tail:
            bench.deck = tuple(bench.ask["default"])
        case "empty" if not tail:
            bench.deck = ()
        case _names:
            _toggle(bench, rest)
    await session.say(*pages.karma_lines(bench))


def _toggle(bench: KarmaDesk, rest: str) -> None:
    """Put in or take out one character by name, or several by number or id."""
    options = bench.ask["options"]
    whole = side_named(rest, options)
    sides = [whole] if whole is not None else [side_named(w, options) for w in rest.split()]
    deck = bench.deck
    for word, side in zip([rest] if whole is not None else rest.split(), sides, strict=True):
        if side is None:
            raise _unread(word)
        deck = toggled(deck, side)
    bench.deck = deck


# --- handing in ---


async def _done(session: LineSession, rest: str) -> None:
    """Hand in what stands there."""
    del rest
    assert session.talk is not None
    bench = session.talk.state.bench
    if not isinstance(bench, MindsDesk | KarmaDesk):
        raise CommandError(_("You are not asked for that now."), ExitStatus.ERROR)
    if fault := bench.fault():
        raise CommandError(fault, ExitStatus.ERROR)
    if bench.answer() == bench.handed:
        raise CommandError(_("That is handed in already."), ExitStatus.ERROR)
    session.answer(list(bench.answer()))


WORDS: Final[Mapping[str, Word]] = {
    "deck": Word(
        usage="deck [A [common2]] | deck move K 1 | deck default|saved|save|load|forget [NAME]",
        about=N_("your mind deck, a rank of it, or a change to it"),
        run=_deck,
        table=True,
    ),
    "karma": Word(
        usage="karma [N|NAME ...] | karma all|default|empty|saved|save|load|forget [NAME]",
        about=N_("your karma deck, and characters in or out"),
        run=_karma,
        table=True,
    ),
    "done": Word(usage="done", about=N_("hand the deck in"), run=_done, table=True),
}
"""By word; they are there while something is built."""
