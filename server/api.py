"""The borders of the server: what a session may count on, as Protocols and wire shapes.

Two borders, each usable across processes:

* :class:`Terminal` — one client's screen, whatever carries it (an SSH channel, the local tty).
* :class:`Channel` — a duplex of msgpack frames between one viewer and a table or the lobby. A frame
  is *bytes made for that viewer*; no object of the engine or of a table ever crosses it.

All shapes below are plain maps; ``server.wire`` packs and unpacks them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NotRequired, Protocol, TypedDict

if TYPE_CHECKING:
    from server.admin import HostDesk, KeyDesk
    from server.classroom import Setting

__all__ = [
    "AskFrame", "Beat", "Channel", "ChatLine", "Clock", "Connection", "ExitStatus", "EyesInfo",
    "FinishedGame", "Hub", "Identity", "LobbyFrame", "LobbyRow", "Met", "NoticeFrame", "PastGame",
    "PlayerRecord", "Record", "SavedDeck", "SeatInfo", "SessionRunner", "Size", "Stage",
    "TableFrame", "TableLine", "Tape", "TapeMark", "Terminal", "TerminalSink", "Total", "Verdict",
]  # fmt: skip


class ExitStatus(IntEnum):
    """Exit statuses of a session or command (never 255, which is ssh's own)."""

    OK = 0
    ERROR = 1
    USAGE = 2
    FULL = 69
    SLOW_DOWN = 75
    NOT_ALLOWED = 77
    INTERRUPTED = 130


class Size(NamedTuple):
    """A terminal's size in cells."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who a connection is.

    ``id`` is ``"SHA256:…"`` (the fingerprint of the key that *signed* the login), or
    ``"guest:…"`` with a random part for a guest (seats of guests end with the process or when the
    guest leaves), or ``"local"``. ``name`` is cleaned for display; ``tag`` is a short suffix of
    the fingerprint, shown beside the name (``""`` for local play).
    """

    id: str
    name: str
    guest: bool = False
    tag: str = ""


# --- terminal -------------------------------------------------------------------------------


class TerminalSink(Protocol):
    """What a session lets its terminal call, always on the event loop's thread."""

    def feed(self, data: bytes) -> None:
        """Take bytes that the client typed; any bytes, split anywhere."""
        ...

    def resized(self, size: Size) -> None:
        """Take the window's new size, already clamped to 1..500 columns and 1..200 rows."""
        ...

    def paused(self, paused: bool) -> None:
        """Be told that the channel's buffers are full (True) or free again (False)."""
        ...

    def lost(self) -> None:
        """Be told, once, that the client is gone; writes are ignored from now on."""
        ...


class Terminal(Protocol):
    """One client's screen.

    ``env`` holds the client's accepted variables (``LANG``, ``LC_*``, ``COLORTERM``,
    ``NO_COLOR``, ``UNDERTABLE_*``), bounded. ``term`` is the PTY's ``TERM`` or ``""``.
    """

    @property
    def term(self) -> str:
        """The PTY's ``TERM``, or ``""``."""
        ...

    @property
    def env(self) -> Mapping[str, str]:
        """The client's accepted variables."""
        ...

    @property
    def size(self) -> Size:
        """The window's size as last heard, clamped."""
        ...

    def bind(self, sink: TerminalSink) -> None:
        """Deliver everything to ``sink`` from now on, what was buffered before included."""
        ...

    def write(self, data: bytes) -> None:
        """Queue bytes for the client without blocking; never dropped or split by us."""
        ...

    def write_error(self, data: bytes) -> None:
        """Queue bytes for the client's standard error (with a PTY there is only one stream)."""
        ...

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once everything written so far has reached the client.

        Over SSH this is a global request that the client answers in order
        (``keepalive@openssh.com``); locally it is immediate. Never called after ``lost``.
        """
        ...


# --- frames ---------------------------------------------------------------------------------


class Stage(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    FROZEN = "frozen"
    """A rule failed; the game stands at its last journal entry and cannot go on."""


class SeatInfo(TypedDict):
    """One seat as everybody sees it. ``kind`` is ``empty|player|guest|bot|gone``.

    ``stand_in``: a bot plays it for its owner, who is named. ``away``: its player has let time run
    out twice and touched no key since.

    While a masked game runs (``engine.game.Game.masked``), the list tells who plays and no more:
    the viewer's own seat is where ``you`` says, all others are in the order of their names.
    """

    kind: str
    name: str
    tag: str
    online: bool
    ready: bool
    host: bool
    stand_in: NotRequired[bool]
    away: NotRequired[bool]


class AskFrame(TypedDict):
    """What is asked of the viewer's own seat; ``engine.game.AskView`` as a map.

    ``answer`` is there once the seat has answered an ask of a gather that still waits for others.
    ``settled``: the seat has said all it must, and may still change its mind. ``step``, in a timed
    step, is its number (public): the same for every ask that one step puts to the seat.
    """

    id: int
    kind: str
    options: list[str]
    default: list[str]
    least: int
    most: int
    ordered: bool
    text: int
    context: dict[str, Any]
    settled: bool
    answer: NotRequired[list[str]]
    step: NotRequired[int]


class Clock(TypedDict):
    """The running decision clock, public: whole seconds left when the frame was made."""

    left: float
    total: int


class Beat(TypedDict):
    """The public moment of a masked game in which a frame was made, the same for all viewers.

    ``told`` counts the events that a spectator has had: a frame with the same number as the one
    before brings private news only. ``at`` is when, in seconds of the server's event loop, and
    ``ends`` when the running clock ends (0 for none).
    """

    told: int
    at: float
    ends: float


class ChatLine(TypedDict):
    """One line of table talk. ``seat`` is -1 for a spectator."""

    seat: int
    name: str
    text: str


class TableLine(TypedDict):
    """What a table did to a running game, public; ``code`` is ``server.tablelog.LineCode``.

    ``at`` is the number of the viewer's own events that came before it. ``seat`` and ``name`` say
    whom it is about; -1 and ``""`` for nobody. Of a mute, ``seat`` is the game's own number.
    """

    code: str
    seat: int
    name: str
    at: int


class EyesInfo(TypedDict):
    """A watcher called ``name`` who sees what ``seat`` sees (``given``), or has asked for it.

    Everybody is told of what is given; of a wish only the asked player and who asks. ``number``
    names it in requests.
    """

    number: int
    name: str
    seat: int
    given: bool


class TableFrame(TypedDict):
    """Everything one viewer needs of a table: full state, and what is new since its last frame.

    ``seq`` counts this viewer's own game events so far; ``events`` are the last of them, those
    that this channel has not received yet. ``waiting`` lists the seats that are asked now
    (public), with the public kind. ``view`` is the game's fold for this viewer, or None before
    the first start. ``round_key`` changes with every game started at this table. ``lines`` are the
    table's own lines that this channel has not received yet. ``late_option`` is who decides when
    time runs out (``safe|bot``). ``seen``, in a seated viewer's first frame, is how many of these
    events the player was shown in earlier visits; it is missing where that is not known.
    ``drawer``, there too, is what the player's own programs have left at the seat in this game,
    words by name (``server.requests.Put``).
    """

    t: Literal["table"]
    code: str
    game: str
    options: dict[str, Any]
    clock_option: int
    stage: str
    seats: list[SeatInfo]
    you: int
    host: bool
    watchers: list[str]
    game_no: int
    seq: int
    events: list[dict[str, Any]]
    chat: list[ChatLine]
    view: dict[str, Any] | None
    waiting: list[int]
    waiting_kind: str
    ask: AskFrame | None
    clock: Clock | None
    lines: NotRequired[list[TableLine]]
    late_option: NotRequired[str]
    seen: NotRequired[int]
    drawer: NotRequired[dict[str, list[str]]]
    commitment: str
    seed: str
    result: dict[str, Any] | None
    game_id: NotRequired[str]
    """Once the game is over: the id by which it can be replayed and verified."""
    beat: NotRequired[Beat]
    """In games that are masked, from the start of the game on."""
    watch_option: NotRequired[int]
    """By how many seconds watchers are late; -1: until the round is over."""
    replays_option: NotRequired[str]
    """Who may see every view of a finished game (``players|all``)."""
    seating_option: NotRequired[str]
    """Where all sit in a rematch (``rotate|keep|shuffle``); nothing to masked games."""
    late: NotRequired[bool]
    """To a watcher: this is a moment of the past."""
    through: NotRequired[int]
    """To a watcher: whose events and view these are, by that player's consent."""
    eyes: NotRequired[list[EyesInfo]]
    """Who watches, or asks to watch, through whose eyes."""
    muted: NotRequired[list[int]]
    """Public numbers of the seats that the host has muted in the masked game that runs, if any."""


class LobbyRow(TypedDict):
    """One table in the lobby's list. ``mine`` is the viewer's own seat there, or -1."""

    code: str
    game: str
    seats: int
    taken: int
    bots: int
    stage: str
    names: list[str]
    mine: int
    your_turn: bool
    awaited: NotRequired[list[str]]
    """At one's own tables: the names of those who are asked now (public at the table)."""
    kind: NotRequired[str]
    """At one's own tables: the public kind of what is asked now; ``""`` for nothing."""
    until: NotRequired[int]
    """At one's own tables: when time runs out, in seconds since 1970, while a clock runs."""


class LobbyFrame(TypedDict):
    """The lobby as one viewer sees it."""

    t: Literal["lobby"]
    server: str
    online: int
    tables: list[LobbyRow]


class NoticeFrame(TypedDict):
    """An answer to the viewer's own request, or word from the server.

    ``code`` is stable; ``params`` fill its sentence. ``level`` is ``info|error``. ``opened`` names
    the table that a lobby request has led to. ``closed`` is True when the channel ends with this.
    """

    t: Literal["notice"]
    level: str
    code: str
    params: dict[str, Any]
    opened: NotRequired[str]
    closed: NotRequired[bool]


class Channel(Protocol):
    """A duplex of msgpack frames between one viewer and a table or the lobby.

    Requests are maps with ``op`` (see ``server.requests``). A slow receiver gets the newest
    state: frames that were not fetched yet are merged (events and chat are kept in order, up to
    a bound; everything else is the newest). Notices are never merged away.
    """

    def send(self, request: bytes) -> None:
        """Queue one packed request; anything malformed is answered with an error notice."""
        ...

    async def receive(self) -> bytes:
        """Wait for the next packed frame; raise ``EOFError`` once the channel has ended."""
        ...

    def close(self) -> None:
        """Detach this viewer; a seat is kept. Idempotent."""
        ...


class PlayerRecord(TypedDict):
    """What is kept about a player between visits."""

    name: str
    language: str
    colour: str
    settings: dict[str, Any]


class SavedDeck(TypedDict):
    """A deck that a player has saved: its name, and what it is made of in the game's own ids."""

    name: str
    cards: list[str]


class PastGame(TypedDict):
    """A finished game of one player: ``id`` in hex, ``ended`` in seconds since 1970.

    ``mode`` is what the game's results are counted apart by (``engine.game.Game.mode``). ``drawn``:
    nobody has won. ``seat``, ``side`` and ``roles`` are the player's own (``engine.game.Part``),
    the seat -1 in masked games; ``rank`` is the place by score, 0 in games that only know winners.
    ``hidden``: it is never told who sat where; ``names`` are sorted then. ``met`` are those of
    ``Record.met`` who played too, by number.
    """

    id: str
    game: str
    code: str
    ended: float
    names: list[str]
    won: bool
    mode: str
    drawn: bool
    seat: int
    side: str
    roles: list[str]
    rank: int
    hidden: bool
    met: list[int]


class Total(TypedDict):
    """How many games of one kind somebody has played, and won."""

    game: str
    mode: str
    played: int
    won: int


class Met(TypedDict):
    """Somebody that a player has played with: ``name`` as it was last, in a game at ``ended``.

    ``number`` names the person in this answer alone. ``against``: games on different sides, of
    which the player has ``won`` so many and the other ``lost`` (from the player's side; both may
    have won, or nobody). ``beside``: games on one side. What is missing to ``games`` was played
    where sides stay hidden.
    """

    number: int
    name: str
    tag: str
    ended: float
    games: int
    against: int
    won: int
    lost: int
    beside: int
    won_beside: int


class Record(TypedDict):
    """What one player has played: games, the newest first; totals; who was there, latest first."""

    games: list[PastGame]
    totals: list[Total]
    met: list[Met]


class FinishedGame(TypedDict):
    """A finished game as a spectator saw it; ``winners`` are seats, ``names`` by seat.

    Where it stays hidden who sat behind which seat, ``names`` are sorted and ``winners`` empty.
    """

    id: str
    game: str
    code: str
    names: list[str]
    ended: float
    events: list[dict[str, Any]]
    winners: list[int]
    commitment: str
    seed: str


class TapeMark(TypedDict):
    """One decision of a tape: how many of the viewer's events came before it, and who was asked.

    ``decision`` is its number in the game, from 1; what its own seat alone was asked more before
    it was made has a mark of the same number. ``ask`` is the viewer's own, ``answer`` what the
    viewer said to it in the end.
    """

    decision: int
    at: int
    waiting: list[int]
    kind: str
    ask: AskFrame | None
    answer: list[str] | None


class Tape(TypedDict):
    """A game to be seen again, through the eyes of ``viewer`` (a seat, or -1 for a spectator).

    ``events`` and ``marks`` are that viewer's own; the view at any moment is the game's fold of the
    events before it. ``viewers`` lists whose eyes the caller may ask for, ``own`` the caller's own
    seat or -1. ``over`` is False for a game that still runs, of which only the own eyes may be had;
    ``result``, ``seed`` and ``id`` are empty then. ``names`` are by seat, or sorted (``masked``)
    where it stays hidden who sat where; ``result`` has no winners then.
    """

    id: str
    game: str
    code: str
    options: dict[str, Any]
    names: list[str]
    masked: bool
    viewer: int
    viewers: list[int]
    own: int
    over: bool
    ended: float
    events: list[dict[str, Any]]
    marks: list[TapeMark]
    result: dict[str, Any] | None
    commitment: str
    seed: str


class Verdict(TypedDict):
    """Whether a finished game follows from its seed: ``code`` is ``""``, or why not.

    Codes are ``JournalError``'s; ``entry`` is the journal entry that does not fit, or -1.
    ``commitment`` is the seed's own.
    """

    id: str
    code: str
    entry: int
    entries: int
    draws: int
    commitment: str
    seed: str


class Hub(Protocol):
    """A session's door to the server."""

    def lobby(self, who: Identity) -> Channel:
        """Open the lobby."""
        ...

    def table(self, who: Identity, code: str, *, watch: bool = False) -> Channel:
        """Open a table by code: at one's own seat, else as a spectator (``watch`` forces it).

        An unknown code gives a channel whose first frame is an error notice with ``closed``.
        """
        ...

    def lesson(self, who: Identity, setting: Setting) -> Channel:
        """Begin a lesson at a table of its own, which ends with the channel."""
        ...

    async def player(self, who: Identity) -> PlayerRecord:
        """Return what is stored for this player (defaults for a newcomer or guest)."""
        ...

    def remember(self, who: Identity, **changes: Any) -> None:
        """Begin to store changed settings of this player; a guest's are forgotten at the end.

        Nothing has to be awaited, and the end of the session does not undo it.
        """
        ...

    async def decks(self, who: Identity, shelf: str) -> list[SavedDeck]:
        """Return the decks that this player has saved on a shelf, by name; see ``server.decks``.

        Raises :class:`StoreError`.
        """
        ...

    async def save_deck(
        self, who: Identity, shelf: str, name: str, cards: Sequence[str]
    ) -> SavedDeck:
        """Keep a deck, in the place of one that had its name; return it as it is kept.

        A guest's is forgotten with the visit. Raises :class:`RequestError` or :class:`StoreError`.
        """
        ...

    async def drop_deck(self, who: Identity, shelf: str, name: str) -> None:
        """Forget a saved deck, if there is one of that name; raise :class:`StoreError`."""
        ...

    async def past_games(self, who: Identity) -> list[PastGame]:
        """Return the games that this player has finished, the newest first, bounded."""
        ...

    async def record(self, who: Identity) -> Record:
        """Return what this player has played, and with whom; bounded, the newest games count."""
        ...

    async def finished_game(self, game: str) -> FinishedGame | None:
        """Return a finished game by its id or the first eight digits of it; ``None`` if none is.

        Raises :class:`engine.errors.JournalError` for one that today's rules cannot read.
        """
        ...

    async def replay(self, who: Identity, game: str, viewers: Sequence[int] = ()) -> list[Tape]:
        """Return tapes of a finished game by its id, or of one's own running game by its code.

        One for each of ``viewers``; without any, one of the own eyes, else a spectator's. An empty
        list comes back where there is nothing for this person to see again, for whatever reason.
        Raises :class:`server.codes.RequestError` for eyes that are not open to this person, and
        :class:`engine.errors.JournalError`.
        """
        ...

    async def export_game(self, who: Identity, game: str) -> dict[str, Any] | None:
        """Return a finished game whole, for a file; by id, to whom all its views are open.

        As :meth:`replay`; the shape is :mod:`server.game_file`'s.
        """
        ...

    async def verify_game(self, game: str, promised: str = "") -> Verdict | None:
        """Check a finished game against its seed, and that against a ``promised`` commitment."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One accepted session: who, on what screen, wanting what.

    ``command`` is the exec request's text (already bounded and free of control characters), or
    ``None`` for a shell. ``pty`` says whether a terminal was asked for.
    """

    who: Identity
    terminal: Terminal
    hub: Hub
    command: str | None = None
    pty: bool = True
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    host: HostDesk | None = None
    """The host's desk, for connections of a key that the settings name; having it is the right."""
    keys: KeyDesk | None = None
    """The desk for the keys of this person; nobody without a key has one."""
    reached: tuple[str, int] | None = None
    """Name or address, and port, under which friends reach the server; None where none can."""


SessionRunner = Callable[[Connection], Awaitable[int]]
"""Runs one session to its end and returns its :class:`ExitStatus`.

The listener writes the status, closes the channel and cancels the runner when the client is gone.
It never imports Textual.
"""
