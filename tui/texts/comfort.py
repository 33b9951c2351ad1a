"""Comfort in words: how much a link is spared, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.comfort import Link
from tui.i18n import N_, _
from tui.meter import Meter

__all__ = ["link_about", "link_name", "meter_line", "spared_line"]

_NAMES: Final[Mapping[Link, str]] = {
    Link.AUTO: N_("as it shows itself"),
    Link.LOW: N_("spare it"),
    Link.FULL: N_("send everything"),
}
_ABOUT: Final[Mapping[Link, str]] = {
    Link.AUTO: N_(
        "Spared as soon as it is found to be slow several times in a row, and no longer once it is"
        " quick again. You are told."
    ),
    Link.LOW: N_(
        "Fewer bytes: the terminal's own colours, plain signs, at most one picture a second, and"
        " clocks in larger steps."
    ),
    Link.FULL: N_("Everything is drawn in full, however slow the link is."),
}


def link_name(link: Link) -> str:
    """Return what a choice for the link is called."""
    return _(_NAMES[link])


def link_about(link: Link) -> str:
    """Return what a choice for the link means."""
    return _(_ABOUT[link])


def spared_line(sparing: bool, key: str) -> str:
    """Return that the link is spared from now on, or no longer; ``key`` opens the settings."""
    if sparing:
        return _("Your link is slow: less is drawn from now on ({key}: settings).", key=key)
    return _("Your link is quick again: everything is drawn in full.")


def meter_line(meter: Meter | None) -> str:
    """Return round trip, bytes a second and bytes in all."""
    if meter is None:
        return _("The link is not measured here.")
    trip = "-" if meter.round_trip is None else _("{n} ms", n=round(1000 * meter.round_trip))
    return _(
        "Round trip {trip}   now {rate} B/s   in all {total} KB",
        trip=trip,
        rate=round(meter.rate),
        total=-(-meter.total // 1024),
    )
