"""Saving a draft under a name, and what is saved: ``save``, ``saved``, ``load``, ``forget``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from server.api import ExitStatus, SavedDeck
from tui.games.no81.saving_bench import SavingBench
from tui.i18n import _, join_list
from tui.line.call import CommandError
from tui.line.no81.spelling import plain
from tui.line.session import LineSession
from tui.shelf import Shelved, Shelving, shelve

__all__ = ["SAVING", "carry_out"]

SAVING: Final = frozenset({"save", "saved", "load", "forget"})
_FIRST: Final = 3
"""Cards of a saved deck that are named in a list of decks."""


async def carry_out(session: LineSession, bench: SavingBench, verb: str, name: str) -> list[str]:
    """Do what one of :data:`SAVING` asks for; return what there is to say of it."""
    if verb == "saved":
        return _listed(bench, await _decks(session, bench))
    if not name:
        raise CommandError(_("A word is missing."), ExitStatus.USAGE)
    if verb == "save":
        return await _save(session, bench, name)
    deck = _named(await _decks(session, bench), name)
    if verb == "forget":
        return [(await _wish(session, Shelving(shelf=bench.shelf, name=deck["name"]))).said]
    gone = bench.load(deck["cards"])
    return [_("'{name}' is loaded.", name=deck["name"]), *filter(None, [gone])]


async def _wish(session: LineSession, wish: Shelving) -> Shelved:
    outcome = await shelve(session.connection, wish)
    if outcome.failed:
        raise CommandError(outcome.said, ExitStatus.ERROR)
    return outcome


async def _decks(session: LineSession, bench: SavingBench) -> Sequence[SavedDeck]:
    return (await _wish(session, Shelving(shelf=bench.shelf))).decks or ()


async def _save(session: LineSession, bench: SavingBench, name: str) -> list[str]:
    cards = bench.answer()
    if not cards:
        raise CommandError(_("There is nothing to save yet."), ExitStatus.ERROR)
    said = (await _wish(session, Shelving(shelf=bench.shelf, name=name, cards=cards))).said
    return [said, *([bench.guest_line()] if bench.guest else [])]


def _named(decks: Sequence[SavedDeck], name: str) -> SavedDeck:
    """Return the saved deck of that name, or one that is spelt like it."""
    exact = [deck for deck in decks if deck["name"] == name]
    near = [deck for deck in decks if plain(deck["name"]) == plain(name)]
    if not exact and not near:
        raise CommandError(_("You have no saved deck of that name."), ExitStatus.ERROR)
    return (exact or near)[0]


def _listed(bench: SavingBench, decks: Sequence[SavedDeck]) -> list[str]:
    lines = []
    for deck in decks:
        cards = join_list(bench.named(deck["cards"][:_FIRST]))
        more = len(deck["cards"]) > _FIRST
        name = deck["name"]
        lines.append(
            _("{name}: {cards} ...", name=name, cards=cards) if more
            else _("{name}: {cards}", name=name, cards=cards)
        )  # fmt: skip
    if not decks:
        lines = [_("You have saved no deck yet.")]
    return [*lines, *([bench.guest_line()] if bench.guest else [])]
