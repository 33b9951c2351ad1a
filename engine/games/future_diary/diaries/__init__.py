"""The diaries, one file each, which reads like its row of FD-6.8.

A diary is opened with a :class:`~engine.games.future_diary.diaries.page.Page` and returns the lines
of its report. It is shown visible copies of orders only (FD-6.6) and what its owner may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.diaries import (
    augment,
    breeding,
    clairvoyance,
    detective,
    doodle,
    escape,
    exchange,
    indiscriminate,
    justice,
    murder,
    search,
    yukiteru,
)
from engine.games.future_diary.diaries.page import Lines, Page, line
from engine.games.future_diary.model import DiaryOrder
from engine.games.future_diary.terms import ReportCode, Role

__all__ = ["CHOICES", "READERS", "read"]

READERS: Final[Mapping[Role, Callable[[Page], Lines]]] = MappingProxyType(
    {
        Role.FIRST: indiscriminate.read,
        Role.SECOND: yukiteru.read,
        Role.THIRD: murder.read,
        Role.FOURTH: search.read,
        Role.FIFTH: doodle.read,
        Role.SIXTH: clairvoyance.read,
        Role.SEVENTH: exchange.read,
        Role.NINTH: escape.read,
        Role.TENTH: breeding.read,
        Role.TWELFTH: justice.read,
    }
)
"""Diaries with a report of their own; 11th's is made of the others' (``watcher``)."""

CHOICES: Final[Mapping[Role, Callable[[DiaryOrder], Lines]]] = MappingProxyType(
    {Role.EIGHTH: augment.choice, Role.AKISE: detective.choice}
)
"""Diaries without a report, and what the Watcher copies of them (FD-6.14)."""


def read(page: Page) -> Lines:
    """Return a diary's report; where there is nothing to report it says so (FD-6.13)."""
    return READERS[page.owner.role](page) or (line(ReportCode.NOTHING),)
