"""How a game of No.81 is set up, in words: sides, roles, characters, decks, swaps (N81-11.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.no81.terms import EventKind
from tui.i18n import _, join_and
from tui.texts.game import Names
from tui.texts.no81.cards import card_labels
from tui.texts.no81.names import (
    camp_name,
    character_name,
    karma_text,
    role_name,
    side_label,
    side_name,
)
from tui.texts.no81.setup import mode_name
from tui.texts.sentences import sentences

__all__ = ["SETUP_LINES", "shown_text"]

Told = Mapping[str, Any]


def _started(event: Told, names: Names) -> str:
    line = _("{mode}: the game begins.", mode=mode_name(event["mode"]))
    teams: dict[str, list[str]] = {}
    for name, side in zip(names, event["sides"], strict=False):
        if side is not None:
            teams.setdefault(side, []).append(name)
    told = [
        _("{side}: {names}.", side=side_name(side), names=join_and(team))
        for side, team in teams.items()
    ]
    return sentences(line, *told)


def _roles(event: Told, names: Names) -> str:
    line = _("Roles are dealt. {name} is the lord.", name=names[event["lord"]])
    if role := event.get("role"):
        return sentences(line, _("Your role: {role}.", role=role_name(role)))
    return line


def _offered(event: Told, names: Names) -> str:
    if offers := event.get("offers"):
        told = join_and([character_name(one) for one in offers])
        return _("You are offered {characters}.", characters=told)
    return _(
        "{names}: {n} characters are offered to each.",
        names=join_and([names[seat] for seat in event["seats"]]),
        n=event["count"],
    )


def shown_text(shown: Told) -> str:
    """Return who somebody is now: character, deputy, camp."""
    name = character_name(shown["character"])
    if shown["deputy"]:
        name = _(
            "{main} with {deputy} (sum {karma})",
            main=name,
            deputy=character_name(shown["deputy"]),
            karma=karma_text(shown["karma"] or 0),
        )
    return _("{character}, {camp}", character=name, camp=camp_name(shown["camp"]))


def _characters(event: Told, names: Names) -> str:
    return sentences(
        *[
            _("{name} is {character}.", name=names[one["seat"]], character=shown_text(one))
            for one in event["shown"]
        ]
    )


def _reserve(event: Told, _names: Names) -> str | None:
    if cards := event.get("cards"):
        return _("Your reserve: {cards}.", cards=join_and([side_label(one) for one in cards]))
    return None


def _swapped(event: Told, names: Names) -> str:
    words = {
        "name": names[event["seat"]],
        "character": character_name(event["character"]),
        "former": character_name(event["former"]),
    }
    if event["which"] == "main":
        return _("{name} swaps the main character: {character} for {former}.", **words)
    return _("{name} swaps the deputy: {character} for {former}.", **words)


def _decks(event: Told, _names: Names) -> str:
    if cards := event.get("cards"):
        return _("Your mind deck, top first: {cards}.", cards=card_labels(cards))
    return _("The mind decks are built.")


def _seated(event: Told, names: Names) -> str:
    order = join_and([names[seat] for seat in event["circle"]])
    return _("The seats are dealt by camps, clockwise: {names}.", names=order)


def _first(event: Told, names: Names) -> str:
    return _("{name} acts first.", name=names[event["seat"]])


SETUP_LINES: Final[Mapping[EventKind, Callable[[Told, Names], str | None]]] = {
    EventKind.GAME_STARTED: _started,
    EventKind.ROLES: _roles,
    EventKind.OFFERED: _offered,
    EventKind.CHARACTERS: _characters,
    EventKind.RESERVE: _reserve,
    EventKind.SWAPPED: _swapped,
    EventKind.DECKS: _decks,
    EventKind.SEATED: _seated,
    EventKind.FIRST: _first,
}
"""The sentences of these kinds of events."""
