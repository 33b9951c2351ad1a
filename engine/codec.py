"""The journal as msgpack. The one place of the engine that imports more than the standard library.

Header: ``[format, game, rules_version, seats, options, seed]``, and ``[content…]`` behind it where
there is any beside the rules. Entry: ``[sequence, fingerprint,
seat, [answer…], by]``. A journal is ``[header, [entry…]]``.
"""

from __future__ import annotations

from typing import Any, cast

import msgpack

from engine.errors import JournalError
from engine.journal import By, Entry, Header, Journal

__all__ = [
    "FORMAT", "decode_entry", "decode_header", "decode_journal", "encode_entry", "encode_header",
    "encode_journal",
]  # fmt: skip

FORMAT = 1
"""Version of the shapes above."""


def _pack(value: object) -> bytes:
    return cast(bytes, msgpack.packb(value, use_bin_type=True))


def _unpack(data: bytes, *lengths: int) -> tuple[Any, ...]:
    try:
        value = msgpack.unpackb(data, raw=False, use_list=False)
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise JournalError("format") from error
    if not isinstance(value, tuple) or len(value) not in lengths:
        raise JournalError("format")
    return value


def encode_header(header: Header) -> bytes:
    """Return the packed header; it holds the seed, so it is as secret as the game."""
    fields = [header.game, header.rules_version, header.seats, dict(header.options), header.seed]
    return _pack([FORMAT, *fields, *([list(header.content)] if header.content else [])])


def decode_header(data: bytes) -> Header:
    """Return the header in ``data``; raise :class:`JournalError` ``format`` otherwise."""
    number, game, rules_version, seats, options, seed, *content = _unpack(data, 6, 7)
    if number != FORMAT:
        raise JournalError("format", found=number, known=FORMAT)
    return Header(
        game=game,
        rules_version=rules_version,
        seats=seats,
        options=options,
        seed=seed,
        content=content[0] if content else (),
    )


def encode_entry(entry: Entry) -> bytes:
    """Return the packed entry."""
    return _pack(
        [entry.sequence, entry.fingerprint, entry.seat, list(entry.answer), entry.by.value]
    )


def decode_entry(data: bytes) -> Entry:
    """Return the entry in ``data``; raise :class:`JournalError` ``format`` otherwise."""
    sequence, fingerprint, seat, answer, by = _unpack(data, 5)
    try:
        who = By(by)
    except ValueError as error:
        raise JournalError("format") from error
    return Entry(sequence=sequence, fingerprint=fingerprint, seat=seat, answer=answer, by=who)


def encode_journal(journal: Journal) -> bytes:
    """Return the whole journal packed."""
    return _pack([encode_header(journal.header), [encode_entry(e) for e in journal.entries]])


def decode_journal(data: bytes) -> Journal:
    """Return the journal in ``data``; raise :class:`JournalError` otherwise."""
    header, entries = _unpack(data, 2)
    journal = Journal(header=decode_header(header), entries=[decode_entry(e) for e in entries])
    if any(entry.sequence != place for place, entry in enumerate(journal.entries)):
        raise JournalError("truncated")
    return journal
