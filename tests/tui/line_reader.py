"""A player who sees printed lines and nothing else, and answers with what the lines say."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from engine.chance import Dice
from tests.tui.lines import LIVENESS, Wire

__all__ = ["Reader", "play_by_lines"]

_ASKED: Final = "Your turn. "
_OVER: Final = "GAME OVER"
_CHOICE: Final = re.compile(r"(?:^|; )(\d+): ")
_COUNT: Final = re.compile(r"^Choose (\d+) to (\d+)\.$")
_DONE: Final = re.compile(r"'(\w+)' hands it in")
_TYPE_TEXT: Final = re.compile(r"^Type '(\w+)' and your text\.$")
_STEP: Final = re.compile(r"'(\w+)' shows what you may do")
_THEN: Final = re.compile(r"then '(\w+)'\.$")
_FIELD: Final = re.compile(r"^([a-z_.]+) \([^)]*\): (.+)$")
_WORD: Final = re.compile(r"^\w+$")
_NOT_READY: Final = "You are not ready."
_AGAIN: Final = ("There is no choice", "That number came before", "You are not asked anything now.")


class Reader:
    """Takes lines as they come; ``replies`` gives what to type after those that are there.

    Choices are made by lot among the numbers and values that were printed.
    """

    def __init__(self, seed: str) -> None:
        self._dice = Dice(f"reader {seed}")
        self._open = False
        self._count = 1
        self._numbers: list[str] = []
        self._form: dict[str, list[str]] | None = None
        self._replies: list[str] = []

    def take(self, line: str) -> None:
        """Read a line."""
        if line.startswith(_ASKED):
            self._open, self._count, self._numbers = True, 1, []
        elif found := _COUNT.match(line):
            # Only printed where it is not one; a refusal says it too.
            self._open, self._count = True, max(1, int(found[1]))
        elif self._open and (found := _DONE.search(line)):
            self._answer(found[1])
        elif self._open and (found := _TYPE_TEXT.match(line)):
            self._answer(f"{found[1]} nothing to say")
        elif self._open and (numbers := _CHOICE.findall(line)):
            self._numbers += numbers
        elif line.startswith(_AGAIN):
            self._answer("?")
        elif found := _STEP.search(line):
            self._form = {}
            self._answer(found[1])
        elif found := _THEN.search(line):
            self._answer(found[1])
        elif self._form is not None:
            self._fill_in(line, self._form)

    def replies(self) -> list[str]:
        """Return what is to be typed now."""
        if self._open and len(self._numbers) >= self._count:
            left = list(self._numbers)
            picked = [left.pop(self._dice.below(len(left))) for _ in range(self._count)]
            self._answer(" ".join(picked))
        said, self._replies = self._replies, []
        return said

    def _fill_in(self, line: str, form: dict[str, list[str]]) -> None:
        """Read a row of a form, and what stands below it."""
        if found := _FIELD.match(line):
            values = [value for value in found[2].split() if _WORD.match(value)]
            form.update({found[1]: values} if values else {})
        elif line == _NOT_READY:
            self._form = None
            for name, values in form.items():
                self._answer(f"set {name}={self._dice.pick(values)}")
            self._answer("ready")

    def _answer(self, text: str) -> None:
        self._open = False
        self._replies.append(text)


async def play_by_lines(wire: Wire, seed: str) -> None:
    """Play until the game is over, by the lines of one connection alone."""
    reader, out, err = Reader(seed), 0, 0
    async with asyncio.timeout(LIVENESS):
        while True:
            printed = wire.text.replace("\0", "").split("\n")[:-1]
            refused = wire.errors.split("\n")[:-1]
            if any(line.startswith(_OVER) for line in printed[out:]):
                return
            for line in (*printed[out:], *refused[err:]):
                reader.take(line)
            out, err = len(printed), len(refused)
            if said := reader.replies():
                wire.type(*said)
            await asyncio.sleep(0.005)
