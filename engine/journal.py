"""A game is its journal: a header and the answers, in order.

Each entry carries the fingerprint of the request that it answers, so a journal read by other rules
stops at the first entry that no longer fits instead of playing a different game. The wire form is
``engine.codec``; this module is plain data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.event import Value
from engine.request import Answer, Ask, Chance

__all__ = [
    "By", "Entry", "Header", "Journal", "fingerprint_ask", "fingerprint_chance",
    "fingerprint_leaving",
]  # fmt: skip


class By(StrEnum):
    """Who gave an answer."""

    CHANCE = "chance"
    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout"
    """The ask's default, given from outside when a clock ran out."""
    LEAVING = "leaving"
    """No answer: the seat's player has left the game for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a game starts from. ``seed`` is secret until the game is over.

    ``content`` names what is played with beside the rules (``Game.content``). A game that begins
    fills it in; a journal that names something else than what is loaded is refused.
    """

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, Value]
    seed: bytes
    content: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One answer: ``seat`` is -1 for chance, whose ``answer`` holds indices as decimal texts.

    An entry ``by`` LEAVING has no answer and may stand at any place.
    """

    sequence: int
    fingerprint: bytes
    seat: int
    answer: Answer
    by: By


@dataclass(slots=True, kw_only=True)
class Journal:
    """A header and its entries; ``entries`` only ever grows."""

    header: Header
    entries: list[Entry] = field(default_factory=list)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def fingerprint_ask(ask: Ask, rules_version: int) -> bytes:
    """Return 8 bytes over what was asked: kind, seat, options, bounds, rules version."""
    options = "\x1f".join(ask.options)
    return _digest(
        f"ask\x1e{rules_version}\x1e{ask.kind}\x1e{ask.seat}\x1e{options}"
        f"\x1e{ask.least}\x1e{ask.most}\x1e{ask.ordered:d}\x1e{ask.text}"
    )


def fingerprint_chance(chance: Chance, rules_version: int) -> bytes:
    """Return 8 bytes over what was drawn from: kind, outcomes, take, rules version."""
    outcomes = "\x1f".join(chance.outcomes)
    return _digest(f"chance\x1e{rules_version}\x1e{chance.kind}\x1e{outcomes}\x1e{chance.take}")


def fingerprint_leaving(seat: int, rules_version: int) -> bytes:
    """Return 8 bytes over who left for good, and by which rules."""
    return _digest(f"leaving\x1e{rules_version}\x1e{seat}")
