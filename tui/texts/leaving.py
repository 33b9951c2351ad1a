"""What it means to lose a seat for good in the middle of a game, said before it is done."""

from __future__ import annotations

from tui.i18n import _

__all__ = ["give_up_again", "stand_again", "take_again", "take_which"]


def give_up_again(key: str, *, dies: bool) -> str:
    """Return what the second press of a key does with the own seat."""
    if dies:
        return _("Press {key} again to leave this game for good: your character dies.", key=key)
    return _("Press {key} again to give your seat to a bot for good.", key=key)


def stand_again(*, dies: bool) -> str:
    """Return what the word does if it is typed a second time."""
    if dies:
        return _("Type 'stand' again to leave this game for good: your character dies.")
    return _("Type 'stand' again to give your seat to a bot for good.")


def take_which(*, dies: bool) -> str:
    """Return the host's question which seat of somebody absent to take."""
    if dies:
        return _("Seat to take from its absent player for good; the character dies")
    return _("Seat to take from its absent player for good; a bot plays it on")


def take_again(seat: int, name: str, *, dies: bool) -> str:
    """Return what the host's word does with a seat, by its number from 1, if it is typed again."""
    if dies:
        return _(
            "Type 'take {seat}' again to take the seat from {name} for good: the character dies.",
            seat=seat,
            name=name,
        )
    return _(
        "Type 'take {seat}' again to take the seat from {name} for good: a bot plays it on.",
        seat=seat,
        name=name,
    )
