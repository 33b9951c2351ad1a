"""Inputs of every kind that a stranger can send, from one seed: bytes, keys, frames, words, names.

Generators only; what must hold is in ``test_fuzz_soak``. Each makes mostly *almost* right inputs:
pure noise is turned away at the first door and tests nothing behind it.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgpack

__all__ = ["Fuzz"]

_KEYS: Sequence[bytes] = (
    b"\x1b[A", b"\x1b[B", b"\x1bOC", b"\x1b[D", b"\r", b"\n", b"\t", b"\x1b", b"\x7f", b"\x03",
    b"\x04", b"\x0c", b"\x10", b"\x1a", b"?", b"q", b"r", b"s", b"n", b"g", b"l", b"c", b"y",
    b"1", b"2", b"9", b"\x1b[200~", b"\x1b[201~", b"\x1b[5~", b"\x1b[Z", b"\x1b[?2026;2$y",
    b"\x1b[1;5A", b"\x1b[<0;10;10M", b"\x1b]52;c;", b"\x1bP", b"\x1b\\", b"\x9b1A", b"\x00",
    "\N{CJK UNIFIED IDEOGRAPH-738B}".encode(), b"\xe7\x8e", b"\xff", b"\xed\xa0\x80", b" ",
)  # fmt: skip
_RANGES: Sequence[tuple[int, int]] = (
    (0, 0x20), (0x20, 0x7F), (0x7F, 0xA0), (0xA0, 0x250), (0x300, 0x370), (0x370, 0x530),
    (0x590, 0x700), (0x1100, 0x1200), (0x200B, 0x2070), (0x2500, 0x2600), (0x3000, 0x3100),
    (0x4E00, 0x9FFF), (0xD800, 0xE000), (0xFE00, 0xFE10), (0xFF00, 0xFFF0), (0x1F300, 0x1FAFF),
    (0xE0000, 0xE0200), (0x10FFF0, 0x110000),
)  # fmt: skip
_WORDS: Sequence[str] = (
    "help", "version", "status", "tables", "join", "watch", "whoami", "keys", "replay", "verify",
    "rules", "admin", "kick", "ban", "drain", "--json", "love_letter", "FROG-71", "-1", "--",
    "'", '"', "\\", ";", "|", "$(id)", "`id`", "..", "%s", "{0}", "[/", "[bold]", "\x1b[2J",
)  # fmt: skip
_FIELDS: Mapping[str, Sequence[str]] = {
    "create": ("game", "seats", "options", "clock", "bots", "late"),
    "sit": ("seat",),
    "stand": (),
    "ready": ("ready",),
    "start": ("fill",),
    "add_bot": ("seat", "bot"),
    "remove_bot": ("seat",),
    "configure": ("seats", "options", "clock", "late"),
    "step_out": (),
    "step_in": (),
    "here": (),
    "seen": ("game_no", "seq"),
    "answer": ("game_no", "ask", "answer"),
    "chat": ("text",),
    "mute": ("seat",),
    "unmute": ("seat",),
    "rematch": (),
}


class Fuzz:
    """One stream of inputs; the same seed gives the same inputs."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def text(self, most: int = 40) -> str:
        """Return text from all over Unicode, surrogates included."""
        chance = self.chance
        lengths = (1, 2, 5, most, most * 4)
        ranges = chance.choices(_RANGES, k=3)
        return "".join(
            chr(chance.randrange(*chance.choice(ranges)))
            for _ in range(chance.randint(0, chance.choice(lengths)))
        )

    def keys(self) -> bytes:
        """Return what a terminal might send in one packet, with mistakes."""
        chance = self.chance
        kind = chance.random()
        if kind < 0.15:
            return chance.randbytes(chance.randint(1, 64))
        if kind < 0.25:
            return self.text(20).encode("utf-8", "surrogatepass")
        data = b"".join(chance.choices(_KEYS, k=chance.randint(1, 6)))
        return data[: chance.randint(1, len(data))] if kind < 0.5 else data

    def command(self) -> str:
        """Return the text of an exec request."""
        chance = self.chance
        words = [
            self.text(8) if chance.random() < 0.3 else chance.choice(_WORDS)
            for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 20)))
        ]
        return chance.choice((" ", " ", "  ", "\t")).join(words)

    def user(self) -> str:
        """Return a user name that SSH itself can carry."""
        text = self.text(24).encode("utf-8", "replace").decode()
        return text.replace("\x00", "")[:200] or "x"

    def value(self, depth: int = 0) -> Any:
        """Return anything that msgpack can carry."""
        chance = self.chance
        makers: list[Callable[[], Any]] = [
            lambda: None,
            lambda: chance.random() < 0.5,
            lambda: chance.choice((-1, 0, 1, 2, 4, 6, 30, 2**31, 2**63, -(2**63))),
            lambda: chance.choice((0.0, -1.5, float("inf"), float("nan"))),
            lambda: self.text(12).encode("utf-8", "replace").decode(),
            lambda: chance.randbytes(chance.randint(0, 12)),
            lambda: chance.choice(("love_letter", "heuristic", "random", "wins", "safe")),
        ]
        if depth < 3:
            makers += [
                lambda: [self.value(depth + 1) for _ in range(chance.randint(0, 3))],
                lambda: {self._name(): self.value(depth + 1) for _ in range(chance.randint(0, 2))},
            ]
        return chance.choice(makers)()

    def _name(self) -> Any:
        """Return a key of a map, mostly a text."""
        if self.chance.random() < 0.1:
            found = self.value(3)
            return found if isinstance(found, (int, float, bytes, str)) else None
        return self.chance.choice(("wins", "mode", "x"))

    def request(self, known: Mapping[str, Any] | None = None) -> bytes:
        """Return the packed bytes of a request; ``known`` holds values that would be right.

        Some are cut, have bits flipped, or are nothing of the kind.
        """
        chance = self.chance
        right = known or {}
        operation = chance.choice(tuple(_FIELDS))
        message: dict[Any, Any] = {"op": operation}
        for name in _FIELDS[operation]:
            if chance.random() < 0.95:
                plausible = name in right and chance.random() < 0.85
                message[name] = right[name] if plausible else self.value()
        if chance.random() < 0.05:
            message[self.text(6).encode("utf-8", "replace").decode()] = self.value()
        if chance.random() < 0.05:
            message["op"] = self.value()
        data = bytearray(msgpack.packb(message, use_bin_type=True))
        kind = chance.random()
        if kind < 0.06:
            return bytes(data[: chance.randint(0, len(data))])
        if kind < 0.12:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        elif kind < 0.15:
            return bytes(msgpack.packb(self.value()))
        elif kind < 0.18:
            return chance.randbytes(chance.randint(0, 64))
        elif kind < 0.181:
            return b"\x91" * chance.choice((100, 5_000, 20_000))
        return bytes(data)

    def stream(self) -> bytes:
        """Return bytes for the subsystem: frames, some with a wrong length or envelope."""
        chance = self.chance
        payload = chance.choice((b"\x92\x00", b"\x92\x01", b"\x92\x05", b"\x91", b"")) + (
            self.request()
        )
        length = len(payload) if chance.random() < 0.9 else chance.choice((0, 1, 2**31, 2**32 - 1))
        return length.to_bytes(4, "big") + payload

    def word(self) -> str:
        """Return a short plain word."""
        return "".join(self.chance.choices(string.ascii_letters, k=self.chance.randint(1, 8)))
