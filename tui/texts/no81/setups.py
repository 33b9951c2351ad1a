"""What is to be known of characters when one is chosen, and of a karma deck (N81-11.2, N81-14)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.no81.karma import deck_base, deck_karma
from engine.games.no81.library import content
from tui.i18n import _
from tui.texts.no81.names import camp_name, colour_name, karma_text, series_name
from tui.texts.no81.skills import skill_name, skill_text

__all__ = ["character_about", "karma_about", "side_row", "start_about"]


def character_about(side: str) -> tuple[str, ...]:
    """Return colour, health, series and skills of a character, a sentence each."""
    character = content().characters.get(side.partition("/")[0])
    if character is None:
        return ()
    told = []
    for version in character.versions:
        told.append(
            _(
                "{colour} ({camp}), health {health}, {series}, karma {karma}.",
                colour=colour_name(version.colour),
                camp=camp_name(version.camp),
                health=version.health,
                series=series_name(character.series),
                karma=karma_text(character.karma),
            )
        )
        told += [
            _("{skill}: {text}", skill=skill_name(skill), text=skill_text(skill))
            for skill in version.skills
        ]
    return tuple(told)


def side_row(side: str) -> tuple[str, int, int]:
    """Return colour, health and karma of a side ``<id>/<version>``; ``("", 0, 0)`` if unknown."""
    name, _slash, version = side.partition("/")
    character = content().characters.get(name)
    if character is None:
        return "", 0, 0
    shown = character.versions[int(version or 0)]
    return colour_name(shown.colour), shown.health, character.karma


def start_about(option: str) -> tuple[str, ...]:
    """Return what a choice of main and deputy gives: the main's camp, and both skills (N81-14.4).

    ``option`` is ``<side>:<skill>+<side>:<skill>``.
    """
    parts = [part.split(":") for part in option.split("+")]
    name, _slash, version = parts[0][0].partition("/")
    character = content().characters.get(name)
    camp = [] if character is None else [
        _("Your camp is {camp}, the main's.",
          camp=camp_name(character.versions[int(version or 0)].camp))
    ]  # fmt: skip
    skills = [
        _("{skill}: {text}", skill=skill_name(skill), text=skill_text(skill))
        for _side, skill in parts
    ]
    return (*camp, *skills)


def karma_about(deck: Sequence[str]) -> str:
    """Return the running total of a karma deck: T and the health that it gives."""
    total = deck_karma(content(), tuple(deck))
    health = deck_base(content(), tuple(deck))
    return _("Sum {karma}, health {health}.", karma=karma_text(total), health=health)
