"""The door for a host's plug-ins, ``api = 1`` (N81-19.4 to N81-19.7).

A plug-in is a class of a module in a pack's ``skills/`` that derives from :class:`Skill`; it may
import this module (also under the name ``no81.api``), ``math``, ``itertools``, ``dataclasses`` and
``typing``. ``docs/packs.md`` shows how one is written. What does not begin with ``_`` here stays as
it is as long as the number stays 1.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from engine.games.no81.packs.event import DamageFacts, Event
from engine.games.no81.packs.game import Game, Rng

__all__ = [
    "API", "DamageFacts", "Event", "Game", "Option", "Prompt", "Prompts", "Rng", "Skill", "ask",
]  # fmt: skip

API: Final = 1


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of ``choose_option``: its id, and how it reads in each language.

    Without ``zh_hans`` its ``zh`` is shown in Simplified Chinese too.
    """

    id: str
    en: str = ""
    zh: str = ""
    zh_hans: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What :func:`ask` makes; to be yielded."""

    seats: tuple[int, ...]
    kind: str
    options: Sequence[Any]
    optional: bool
    least: int
    most: int


Prompts = Generator[Prompt, Any, None]
"""What ``run`` and ``activate`` are where they ask something."""


def ask(
    seat: int | Sequence[int],
    kind: str,
    options: Sequence[Any] = (),
    *,
    optional: bool = True,
    secret: bool = False,
    least: int = 1,
    most: int = 1,
) -> Prompt:
    """Return a prompt, to be yielded (N81-19.4).

    ``answer = yield ask(self.seat, "choose_seat", [1, 3])``

    =================  =====================  ===============================================
    kind               options                answer
    =================  =====================  ===============================================
    ``choose_option``  ids or :class:`Option` the id, or None if declined
    ``choose_seat``    seats                  the seat, or None if declined
    ``choose_card``    cards                  the card, or None if declined
    ``choose_cards``   cards                  ``least`` to ``most`` of them, a tuple; empty if
                                              declined
    ``order_cards``    cards                  all of them in the order chosen, a tuple
    ``simultaneous``   none; ``seat`` lists   ``{seat: card}``, a hand card of each, chosen in
                       two or more seats      secret at the same time
    =================  =====================  ===============================================

    A card may be offered only to a seat that knows it. ``optional``: it may be declined. An answer
    that is late is the first option, or declining. Nobody else learns an answer, ``secret`` or not.
    Somebody who has died meanwhile is not asked, and answers like one who is late.
    """
    del secret
    seats = (seat,) if isinstance(seat, int) else tuple(seat)
    return Prompt(
        seats=seats, kind=kind, options=tuple(options), optional=optional, least=least, most=most
    )


@dataclass(kw_only=True)
class Skill:
    """Base of all plug-ins. An instance lives for one call: only ``data`` is kept.

    ``seat`` owns the skill, ``id`` is its id, ``data`` a map of texts, numbers, yes and no, lists
    and maps that starts empty and is kept for this seat and skill. When and how often it may be
    used, whether it must be, and that it is off while mind-broken is seen to around it (N81-19.7).
    """

    timings: ClassVar[tuple[str, ...]] = ()
    """When it may act, of N81-19.4."""
    queries: ClassVar[tuple[str, ...]] = ()
    """Which questions of N81-19.4 it answers; all of them if it has a ``query`` and names none."""

    names_punch: ClassVar[bool] = True
    """In ``w_guard`` it is offered against a Punch too (N81-9.14.1); ``ev.punch`` tells."""

    seat: int
    id: str
    data: dict[str, Any] = field(default_factory=dict)

    def can_use(self, g: Game, ev: Event) -> bool:  # noqa: ARG002
        """Say, by public facts, whether it may be used now. It must change nothing.

        Besides ``timings`` it is asked at ``play`` (an active skill) and ``offer`` (to ``ev.user``,
        another seat in its play phase).
        """
        return True

    def run(self, g: Game, ev: Event) -> Prompts | None:  # noqa: ARG002
        """Carry it out at a timing, or as a card's effect on ``ev.target``."""
        return None

    def choices(self, g: Game) -> Sequence[int | str | Option]:  # noqa: ARG002
        """Return what the owner of an active skill chooses from first: seats, or options."""
        return ()

    def activate(self, g: Game, choice: Any) -> Prompts | None:  # noqa: ARG002
        """Carry out an active skill; ``choice`` of :meth:`choices`, None if there are none.

        Of an offer, ``choice`` is the seat that takes it.
        """
        return None

    def query(self, g: Game, name: str, value: Any, **about: Any) -> Any:  # noqa: ARG002
        """Answer a question of the engine (N81-19.4, last row); ``value`` is the answer so far."""
        return value
