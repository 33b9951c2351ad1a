"""One call of a command: who calls, with which words, and how it may fail."""

from __future__ import annotations

from dataclasses import dataclass

from server.api import Connection, ExitStatus

__all__ = ["Call", "CommandError", "Place"]


class CommandError(Exception):
    """A command that cannot be carried out: the sentence to show, and the exit status."""

    def __init__(self, sentence: str, status: ExitStatus) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A command's connection, and the words after its name."""

    connection: Connection
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A wish to play: in the lobby, at a table to sit at or to watch, or in a game's lesson.

    ``lines`` asks for line mode even where the full screen could be shown.
    """

    code: str = ""
    lesson: str = ""
    watch: bool = False
    lines: bool = False
