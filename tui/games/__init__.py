"""Presenters: how one game looks on the table page, and the one list of them.

A presenter turns what a viewer received (a frame's view, events and ask) into plain lines. It holds
nothing, and what it draws outside of :meth:`Presenter.private` must be true for every onlooker:
the private pane can be hidden, the rest of the screen cannot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from server.api import AskFrame, Stage, TableFrame
from tui.screens.choosing import NOT_CHOOSING, Choosing
from tui.widgets.lines import Line, Span

if TYPE_CHECKING:
    from tui.screens.scene import Scene
    from tui.screens.state import TableState
    from tui.shelf import Shelved, Shelving

__all__ = [
    "PRESENTERS", "Bench", "Building", "Calling", "Choice", "Desk", "Did", "Leaving", "Passing",
    "Presenter", "PrivateLook", "Remarking", "Typing", "presenter",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One option of an ask: its key, and what to call it.

    ``secret``: the option itself is private, so it is named in the private pane only.
    """

    option: str
    key: str
    label: str
    explain: str
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateLook:
    """How the private pane is to be drawn: its size, and what is highlighted or open."""

    cells: int
    height: int
    choices: Sequence[Choice] = ()
    choosing: Choosing = NOT_CHOOSING
    notes: bool = False
    about: str = ""
    """The secret option that is explained in the pane, or ``""``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """A line of text that a desk wants typed: ``purpose`` comes back with it."""

    purpose: str
    placeholder: str
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """What a key or a typed line has done at a desk or bench besides changing what it shows.

    ``answers``: to be sent one after the other, each to the ask that is open then. ``notice``: to
    be told until the next key, where everybody may look. ``shelving``: a wish about saved decks,
    whose outcome comes back to the bench.
    """

    answers: tuple[tuple[str, ...], ...] = ()
    typing: Typing | None = None
    notice: str = ""
    shelving: Shelving | None = None


class Desk(Protocol):
    """One viewer's place at a game that is more than options to choose from.

    It is made once for each table page, holds what its player is about to say (a draft, the page
    that is open), and never decides anything: what it sends is an answer like any other.
    """

    def scene(self, stage: Stage) -> Scene:
        """Return how the game is laid out and drawn while it runs, and after it."""
        ...

    def take(self, state: TableState) -> None:
        """Learn of a new frame, which ``state`` holds already."""
        ...

    def asked(self, frame: TableFrame) -> bool:
        """Tell whether something is still awaited from the viewer."""
        ...

    def key(self, state: TableState, key: str) -> Did | None:
        """Take a key; ``None`` if it means nothing here."""
        ...

    def typed(self, state: TableState, purpose: str, text: str) -> Did:
        """Take a line that was typed for ``purpose``."""
        ...

    def talk(self, state: TableState) -> Did:
        """Return how something is said in the game; a notice where that cannot be done now."""
        ...

    def explain(self, state: TableState) -> bool:
        """Explain what is highlighted in the private pane; False if that is done already."""
        ...

    def lead(self, state: TableState) -> tuple[str, Sequence[str]] | None:
        """Return title and paragraphs for the top of the help page, public ones."""
        ...


class Bench(Protocol):
    """Where the answer to one ask is put together piece by piece, in a game of options to choose.

    It is made when such an ask comes and is gone with it; until then its answer may be sent as
    often as the ask takes it. Like a desk it holds what its player is about to say and no more.
    """

    def scene(self) -> Scene:
        """Return how the page is laid out and drawn meanwhile."""
        ...

    def take(self, frame: TableFrame) -> bool:
        """Learn of a new frame; return whether it still asks for what is built here."""
        ...

    def key(self, state: TableState, key: str) -> Did | None:
        """Take a key; ``None`` if it means nothing here."""
        ...

    def typed(self, state: TableState, purpose: str, text: str) -> Did:
        """Take a line that was typed for ``purpose``."""
        ...

    def explain(self, state: TableState) -> bool:
        """Explain what is highlighted in the private pane; False if that is done already."""
        ...

    def shelved(self, outcome: Shelved) -> None:
        """Take what has become of a wish about saved decks."""
        ...


@runtime_checkable
class Drafting(Bench, Protocol):
    """A bench whose draft outlives its connection; it is left at the seat (``server.drawers``)."""

    def draft(self) -> tuple[str, ...]:
        """Return what stands here; empty where it is what a new bench begins with."""
        ...

    def restore(self, draft: Sequence[str]) -> None:
        """Go on from such a draft, as far as it can be gone on from now."""
        ...


class Presenter(Protocol):
    """One game on the table page. ``names`` are those of :meth:`cast`."""

    def cast(self, frame: TableFrame, names: Sequence[str]) -> Sequence[str]:
        """Return by what names the game speaks of its players; ``names`` are the table's own."""
        ...

    def desk(self) -> Desk | None:
        """Return a new desk, ``None`` for a game whose asks are options to choose from."""
        ...

    def head(self, frame: TableFrame) -> Line:
        """Return the public state for the title row."""
        ...

    def question(self, ask: AskFrame, names: Sequence[str]) -> str:
        """Return what is asked of the viewer, as one sentence."""
        ...

    def doing(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Return who is doing what now, as one sentence."""
        ...

    def choices(self, frame: TableFrame, ask: AskFrame, names: Sequence[str]) -> list[Choice]:
        """Return the options of ``ask``, in its order."""
        ...

    def ring_height(self, columns: int, seats: int) -> int:
        """Return how many rows the ring of players takes."""
        ...

    def ring(self, frame: TableFrame, names: Sequence[str], cells: int) -> Sequence[Line]:
        """Return one row per seat, then one row for what lies on the table."""
        ...

    def private_height(self, columns: int, rows: int, seats: int) -> int:
        """Return the private pane's height on a screen of this size."""
        ...

    def private(self, state: PrivateState, names: Sequence[str], look: PrivateLook) -> list[Line]:
        """Return the rows of the private pane, its title first."""
        ...

    def public_counts(self, frame: TableFrame) -> Line:
        """Return what a spectator can count, for the place of the private pane."""
        ...

    def log(
        self, event: Mapping[str, Any], before: Mapping[str, Any] | None, names: Sequence[str]
    ) -> tuple[Span, ...]:
        """Return the public sentence of an event; empty where there is nothing to say.

        ``before`` is the event before it, which may have said it already.
        """
        ...

    def mine(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return what the viewer alone learned from an event; empty for nothing."""
        ...

    def results(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Return winner, hands and scores, one row each."""
        ...

    def about_event(self, event: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
        """Return title and paragraphs of the rule behind an event."""
        ...

    def about_choice(self, ask: AskFrame, option: str) -> tuple[str, Sequence[str]]:
        """Return title and paragraphs about an option."""
        ...

    def how_to_play(self) -> Sequence[str]:
        """Return the game's rules in short paragraphs."""
        ...

    def spoken_hand(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what only the viewer holds, in plain lines."""
        ...

    def spoken_table(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return the public state in plain lines."""
        ...

    def spoken_notes(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what the viewer knows of hidden things, in plain lines."""
        ...


@runtime_checkable
class Remarking(Protocol):
    """A presenter that has something to say of what goes on, for all who look on."""

    def remark(self, frame: TableFrame) -> str:
        """Return a sentence or two, from public facts alone; empty for nothing."""
        ...


@runtime_checkable
class Passing(Protocol):
    """A presenter of a game with windows that a player may always want to pass."""

    def passing(self, ask: AskFrame) -> tuple[str, ...] | None:
        """Return the answer that passes a window; None where an ask is none or must be met."""
        ...

    def windows(self, kinds: Collection[str]) -> str:
        """Return what windows of these kinds are called."""
        ...


@runtime_checkable
class Building(Protocol):
    """A presenter of a game with asks that want more than a choice."""

    def bench(self, frame: TableFrame) -> Bench | None:
        """Return a new bench for the ask of ``frame``; None where its options are chosen from."""
        ...


@runtime_checkable
class Calling(Protocol):
    """A presenter of a game that calls its players by names which do not go by seat."""

    def called(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Return by what name the game calls the viewer of ``frame``; ``names`` are the cast's."""
        ...


@runtime_checkable
class Leaving(Protocol):
    """A presenter of a game that is not played on by a bot for who leaves it for good."""

    def dies(self, frame: TableFrame, seat: int) -> bool:
        """Return whether a seat whose player leaves now is out of the game by that."""
        ...


class PrivateState(Protocol):
    """What a presenter reads of a table's state for the private pane."""

    @property
    def frame(self) -> TableFrame:
        """The newest frame."""
        ...

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """This viewer's events of the current game, oldest first."""
        ...

    @property
    def always(self) -> Collection[str]:
        """Kinds of windows that the viewer always wants to be passed."""
        ...


PRESENTERS: Mapping[str, str] = MappingProxyType(
    {
        "love_letter": "tui.games.love_letter",
        "future_diary": "tui.games.future_diary",
        "no81": "tui.games.no81",
    }
)
"""Game ids to the modules that hold their ``PRESENTER``."""


@cache
def presenter(game: str) -> Presenter:
    """Return the presenter of ``game``; raise ``KeyError`` for a game without one."""
    return cast(Presenter, import_module(PRESENTERS[game]).PRESENTER)
