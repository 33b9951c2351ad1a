"""The four things a rules script may yield: Ask, Gather, Chance, Tell.

A script is a generator over plain data that reads like the rule book. It never draws, waits or
prints; it yields a request and is resumed with the reply:

=========  =====================================================================
request    reply
=========  =====================================================================
`Ask`      the chosen option ids, a tuple (one id unless the ask says otherwise)
`Gather`   ``{seat: chosen ids}`` for every seat asked; with a ``step``, for the one
           seat that has just answered
`Chance`   the drawn outcomes, a tuple of ``take`` of them, in order
`Tell`     ``None``
=========  =====================================================================

The lower-case helpers wrap the yields so that scripts stay typed:
``target = yield from choose(seat, "target", options)``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from engine.event import NOTHING, Event, Value

__all__ = [
    "Answer", "Ask", "Chance", "Gather", "Request", "Script", "Tell", "choose", "draw", "draw_one",
    "gather", "tell",
]  # fmt: skip

Answer = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One seat decides.

    ``kind`` is public where a decision begins: everybody may see who is asked and what sort of
    thing. ``options`` (stable ids), ``default`` and ``context`` go to the asked seat alone. The
    options must come from the same check that carries the action out, so that what is offered is
    what is legal.

    ``least``/``most`` bound how many different options are picked; ``ordered`` says whether their
    order matters (if not, an answer is kept in the order of ``options``). With ``text`` > 0 the
    answer is one free text of at most that many characters and ``options`` is empty.
    ``default`` is the safe legal answer that a time-out gives.

    While a lone seat is asked one thing after the other and all are told nothing, that is one
    decision to everybody else, of the first ask's kind and with its clock: how it goes on follows
    from what the seat alone knows. ``opens``: this ask begins a decision of its own even so, since
    that it is put now follows from what all know.

    ``void``: if one of these seats leaves the game for good (``Game.leaves``), the ask is withdrawn
    and the script is resumed with ``()``.

    ``check`` judges a whole answer where the options cannot: it takes what the seat sent, returns
    it as the script gets it, or raises :class:`engine.errors.Refused` with a code of the game.
    ``least``, ``most`` and ``ordered`` then mean nothing, and ``options`` are the words that
    answers are made of. ``settled``: the seat has said all it must; the ask stays open for a change
    of mind, and a time-out passes it by.
    """

    seat: int
    kind: str
    options: Answer
    default: Answer
    least: int = 1
    most: int = 1
    ordered: bool = False
    text: int = 0
    context: Mapping[str, Value] = field(default_factory=dict)
    void: frozenset[int] = frozenset()
    check: Callable[[Answer], Answer] | None = field(default=None, compare=False, repr=False)
    settled: bool = False
    opens: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather:
    """Several seats decide at once; the script goes on when all of them have answered.

    ``sealed``: nobody sees whether or when another answered. ``revisable``: a seat may change its
    answer until the last one is in. All asks have the same public ``kind``; one ask per seat.

    With a ``step`` (a public name, unique in the game) the script is resumed at *every* answer and
    decides itself when the step is over: as long as it yields gathers of the same ``step``, the
    asks that it puts again (the same objects) stay open as they are, so that nobody but the seat
    that answered can notice anything. ``seconds`` is how long the whole step may take; 0 leaves
    that to the table.
    """

    kind: str
    asks: tuple[Ask, ...]
    sealed: bool = True
    revisable: bool = True
    step: str = ""
    seconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Fate decides: ``take`` of the ``outcomes`` without repetition, in order.

    A shuffle takes all of them. The driver draws and journals the indices. ``seen_by`` documents
    who learns the outcome at once (``None`` for everybody, empty for nobody); telling it is still
    the script's business.
    """

    kind: str
    outcomes: tuple[str, ...]
    take: int = 1
    seen_by: frozenset[int] | None = frozenset()


class Tell(NamedTuple):
    """A fact, with its audience at the place where it is told."""

    event: Event


Request = Ask | Gather | Chance | Tell
# The reply's type follows from the request (table above); no union could say so to a checker.
Script = Generator[Request, Any, T]


def choose(
    seat: int,
    kind: str,
    options: Answer,
    *,
    default: str | None = None,
    context: Mapping[str, Value] = NOTHING,
    void: frozenset[int] = frozenset(),
    opens: bool = False,
) -> Script[str]:
    """Ask ``seat`` for exactly one of ``options``; the default is the first unless named.

    Returns ``""`` if the ask was withdrawn (``void``).
    """
    safe = options[0] if default is None else default
    answer: Answer = yield Ask(
        seat=seat, kind=kind, options=options, default=(safe,), context=context, void=void,
        opens=opens,
    )  # fmt: skip
    return answer[0] if answer else ""


def gather(request: Gather) -> Script[dict[int, Answer]]:
    """Ask several seats at once."""
    answers: dict[int, Answer] = yield request
    return answers


def draw(
    kind: str, outcomes: Answer, take: int, *, seen_by: frozenset[int] | None = frozenset()
) -> Script[Answer]:
    """Let fate take ``take`` of ``outcomes``, in order."""
    taken: Answer = yield Chance(kind=kind, outcomes=outcomes, take=take, seen_by=seen_by)
    return taken


def draw_one(
    kind: str, outcomes: Answer, *, seen_by: frozenset[int] | None = frozenset()
) -> Script[str]:
    """Let fate take one of ``outcomes``."""
    taken: Answer = yield Chance(kind=kind, outcomes=outcomes, take=1, seen_by=seen_by)
    return taken[0]


def tell(
    kind: str,
    private: Mapping[int, Mapping[str, Value]] | None = None,
    /,
    *,
    audience: frozenset[int] | None = None,
    **public: Value,
) -> tuple[Tell]:
    """Tell a fact: public fields by keyword, per-seat fields in ``private``.

    Used as ``yield from tell(...)``, like the other helpers. It is the commonest request by far and
    has no reply, so it is a tuple to yield from instead of one more generator.
    """
    return (Tell(Event(kind, public, private or {}, audience)),)
