"""What a viewer may ask of the lobby or a table: one frozen value per request, and its parser.

On the wire a request is a map with ``op`` and the fields named here. Everything that arrives is
bad until it has passed :func:`parse`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from server.wire import MAX_REQUEST, WireError, pack, unpack

__all__ = [
    "AddBot", "Answer", "AskEyes", "Chat", "Configure", "CreateTable", "EndEyes", "GiveEyes",
    "Here", "LobbyRequest", "Mute", "Put", "Ready", "Rematch", "RemoveBot", "Seen", "Sit", "Stand",
    "Start", "StepIn", "StepOut", "TableRequest", "Unmute", "encode", "parse",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable:
    """Lobby: make a table. ``options`` are the game's; ``clock`` is seconds a decision, 0 none.

    ``late`` is ``server.absent.Late``: who decides when time runs out. ``watch`` is by how many
    seconds watchers are late (``server.late_watch``), ``replays`` who may see every view of a
    finished game (``server.history.Replays``), ``seating`` where all sit in a rematch
    (``server.seating.Seating``).
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    clock: int
    bots: int = 0
    late: str = "safe"
    watch: int = 0
    replays: str = "players"
    seating: str = "rotate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """Table: take an empty seat, -1 for any."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Table: give up the own seat for good.

    Before a game it is free; in one a bot plays it on, or the game goes on without it
    (``engine.game.Game.leaves``). ``game_no`` is that of the frame which the player has seen, so
    that who leaves a waiting room does not leave the game that begins in that moment; -1: whatever
    is on.
    """

    game_no: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """Table: be ready or not. The game starts when every person is and the host starts it."""

    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Table, host only: start now; empty seats are filled with bots if ``fill``."""

    fill: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBot:
    """Table, host only: put a bot on an empty seat (-1 any). ``bot`` is ``heuristic|random``."""

    seat: int
    bot: str = "heuristic"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveBot:
    """Table, host only: free the seat of a bot, or of somebody away, before a start.

    In a game: take the seat of somebody away, for whom a bot stands in, for good, as by Stand.
    """

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure:
    """Table, host only, before a start: other options, seats or clock.

    ``late``, ``replays`` and ``seating`` ``""`` and ``watch`` -2: as it is.
    """

    seats: int
    options: Mapping[str, Any]
    clock: int
    late: str = ""
    watch: int = -2
    replays: str = ""
    seating: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOut:
    """Table, in a game: let a bot play the own seat until :class:`StepIn` or the next return."""

    bot: str = "heuristic"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepIn:
    """Table, in a game: play the own seat again, at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """Table: the player is there (a key was pressed). Never touches a clock that runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Table: the own events of ``game_no`` have been on the player's screen up to ``seq``."""

    game_no: int
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """Table, in a game: leave ``words`` under ``name`` at the own seat (``server.drawers``).

    They come back in the first frame of every channel that one opens in this game.
    """

    game_no: int
    name: str
    words: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Table: answer the open ask ``ask`` of ``game_no`` with the option ids ``answer``."""

    game_no: int
    ask: int
    answer: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """Table: say something; cleaned at the door."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mute:
    """Table, host only, in a masked game: let nothing be read in public under a seat.

    ``seat`` is the number that the game gives it, 1 for the first.
    """

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmute:
    """Table, host only, in a masked game: take a :class:`Mute` back."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskEyes:
    """Table, for watchers, in a game: ask the player of ``seat`` to let one see what they see."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveEyes:
    """Table, in a game: let the watcher ``number`` (as the own frames name them) see one's view."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEyes:
    """Table: refuse or end what :class:`AskEyes` asked for.

    A player names the watcher by ``number``, -1 for all of them; a watcher ends the own one.
    """

    number: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """Table, after a game: back to waiting with the same people, seated as the table has it."""


LobbyRequest = CreateTable
TableRequest = (
    Sit
    | Stand
    | Ready
    | Start
    | AddBot
    | RemoveBot
    | Configure
    | StepOut
    | StepIn
    | Here
    | Seen
    | Put
    | Answer
    | Chat
    | Mute
    | Unmute
    | AskEyes
    | GiveEyes
    | EndEyes
    | Rematch
)

_OPS: Mapping[str, type[Any]] = {
    "create": CreateTable,
    "sit": Sit,
    "stand": Stand,
    "ready": Ready,
    "start": Start,
    "add_bot": AddBot,
    "remove_bot": RemoveBot,
    "configure": Configure,
    "step_out": StepOut,
    "step_in": StepIn,
    "here": Here,
    "seen": Seen,
    "put": Put,
    "answer": Answer,
    "chat": Chat,
    "mute": Mute,
    "unmute": Unmute,
    "ask_eyes": AskEyes,
    "give_eyes": GiveEyes,
    "end_eyes": EndEyes,
    "rematch": Rematch,
}
_NAMES = {kind: op for op, kind in _OPS.items()}
_SHAPES: Mapping[str, type | tuple[type, ...]] = {
    "int": int,
    "str": str,
    "bool": bool,
    "list[str]": list,
    "Mapping[str, Any]": dict,
}


def encode(request: LobbyRequest | TableRequest) -> bytes:
    """Return the packed form of ``request``."""
    body = {f.name: getattr(request, f.name) for f in fields(request)}
    return pack({"op": _NAMES[type(request)], **body})


def parse(data: bytes) -> LobbyRequest | TableRequest:
    """Return the request in ``data``; raise :class:`WireError` with a reason otherwise."""
    message = unpack(data, limit=MAX_REQUEST)
    op = message.pop("op", None)
    kind = _OPS.get(op) if isinstance(op, str) else None
    if kind is None:
        raise WireError("unknown op")
    shape = {f.name: f for f in fields(kind)}
    if unknown := message.keys() - shape.keys():
        raise WireError(f"unknown field {min(unknown)[:20]!r}")
    for name, value in message.items():
        wanted = _SHAPES[str(shape[name].type)]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise WireError(f"bad {name}")
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise WireError(f"bad {name}")
    try:
        request: LobbyRequest | TableRequest = kind(**message)
    except TypeError as error:
        raise WireError("missing field") from error
    return request
