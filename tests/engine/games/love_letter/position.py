"""Begin a Love Letter round from a given position and play it through the real script and driver.

Seats are A, B, C, D = 0, 1, 2, 3. The pool is whatever cards are mentioned, so that a scenario can
be set up with any of the twenty. The position is told as events first, so that every viewer's view
fits it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from engine.chance import ChanceSource, DictatedChance, SeededChance
from engine.driver import Driver, Status
from engine.event import SPECTATOR, Value, ViewerEvent
from engine.game import Play, Result
from engine.games.love_letter.game import GAME
from engine.games.love_letter.script import play_on
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import EventKind, Mode, Protection, RoundStart, Source
from engine.games.love_letter.view import LoveLetterView
from engine.journal import Header
from engine.request import Script, tell
from engine.view import Observer

A, B, C, D = range(4)


@dataclass(kw_only=True)
class Position:
    """A round in mid-game. ``deck`` is top first; texts are card ids with spaces between."""

    hands: Mapping[int, str]
    deck: str
    areas: Mapping[int, str] = field(default_factory=dict)
    out: tuple[int, ...] = ()
    unaffected: tuple[int, ...] = ()
    unchoosable: tuple[int, ...] = ()
    mode: Mode = Mode.HOPE
    flipped: bool = False
    set_aside: str | None = None
    turn: int = A
    wins: int = 1
    tiebreak_all: bool = False

    def state(self) -> State:
        """Return the truth that this position describes."""
        seats = max(*self.hands, *self.out, B) + 1
        areas = [self.areas.get(s, "").split() for s in range(seats)]
        hands = [self.hands.get(s, "").split() for s in range(seats)]
        deck = self.deck.split()
        aside = [self.set_aside] if self.set_aside else []
        pool = [*deck, *aside, *chain(*areas), *chain(*hands)]
        assert len(set(pool)) == len(pool), "a card is mentioned twice"
        state = State(
            seats=seats,
            pool=tuple(pool),
            wins_needed=self.wins,
            tiebreak_all=self.tiebreak_all,
            round=1,
            participants=tuple(range(seats)),
            alive=[s for s in range(seats) if s not in self.out],
            starter=self.turn,
            mode=self.mode,
            flipped=self.flipped,
            deck=deck,
            set_aside=self.set_aside,
            hands=hands,
            areas=areas,
            protections=[set() for _ in range(seats)],
        )
        for seat in self.unaffected:
            state.protections[seat].add(Protection.UNAFFECTED)
        for seat in self.unchoosable:
            state.protections[seat].add(Protection.UNCHOOSABLE)
        return state


def _told(state: State, turn: int) -> Script[Result]:
    """Tell the position as if it had been played, then play on."""
    deck = len(state.deck)
    seats = state.participants
    out = [s for s in seats if s not in state.alive]
    yield from tell(EventKind.MATCH_STARTED, pool=state.pool, wins=state.wins_needed)
    yield from tell(
        EventKind.ROUND_STARTED, round=1, why=RoundStart.FIRST, seats=seats, deck=deck, face_up=()
    )
    yield from tell(EventKind.LETTERS, seat=turn)
    held = {s: (state.areas[s][-1] if s in out else "".join(state.hands[s])) for s in seats}
    dealt = {s: {"card": card} for s, card in held.items() if card}
    yield from tell(EventKind.DEALT, dealt, seats=tuple(dealt), deck=deck)
    for seat in seats:
        for card in state.areas[seat][: -1 if seat in out else None]:
            yield from tell(
                EventKind.DREW, {seat: {"card": card}}, seat=seat, deck=deck, source=Source.DECK
            )
            yield from tell(EventKind.PLAYED, seat=seat, card=card)
            yield from tell(EventKind.LAID, seat=seat, card=card)
        if seat in out:
            cards = (held[seat],)
            yield from tell(
                EventKind.ELIMINATED, seat=seat, why="guessed", by=seat, card="", cards=cards
            )
        for protection in sorted(state.protections[seat]):
            yield from tell(EventKind.PROTECTED, seat=seat, protection=protection, giver=seat)
    yield from tell(EventKind.MODE, seat=turn, mode=state.mode, flipped=state.flipped)
    return (yield from play_on(state, turn))


class _Dictated:
    """Dictated outcomes first, then a fixed seed."""

    def __init__(self, outcomes: Sequence[Sequence[str]]) -> None:
        self._left = len(outcomes)
        self._first = DictatedChance(outcomes)
        self._then: ChanceSource = SeededChance(b"position" * 4)

    def draw(self, sequence: int, chance: Any) -> tuple[int, ...]:
        source = self._first if self._left else self._then
        self._left = max(0, self._left - 1)
        return source.draw(sequence, chance)


class Table:
    """A position being played, with every viewer watching."""

    def __init__(self, position: Position, *fate: str | Sequence[str]) -> None:
        state = position.state()

        def start(_seats: int, _options: Mapping[str, Value]) -> Play:
            return Play(script=_told(state, position.turn), state=state)

        header = Header(
            game=GAME.id,
            rules_version=GAME.rules_version,
            seats=state.seats,
            options=GAME.configure(max(2, state.seats), {}),
            seed=b"s" * 32,
        )
        outcomes = [(f,) if isinstance(f, str) else tuple(f) for f in fate]

        def fold(seats: int, _options: Mapping[str, Value], viewer: int) -> LoveLetterView:
            return LoveLetterView(
                seats=seats, viewer=viewer, pool=state.pool, wins_needed=state.wins_needed
            )

        game = replace(GAME, play=start, fold=fold)
        self.driver = Driver(game, header, chance=_Dictated(outcomes))
        self.state = state
        self.watchers = {v: Observer(self.driver, v) for v in [*range(state.seats), SPECTATOR]}
        self.driver.start()
        self._update()

    def _update(self) -> None:
        assert self.driver.status is not Status.FROZEN, self.driver.fault
        for watcher in self.watchers.values():
            watcher.update()

    # --- what is asked ---

    @property
    def asked(self) -> tuple[int, str]:
        """Return who is asked now, and what kind."""
        seat = self.driver.waiting[0]
        return seat, str(self.driver.pending[seat].ask.kind)

    @property
    def options(self) -> tuple[str, ...]:
        """Return what may be answered now."""
        return self.driver.pending[self.driver.waiting[0]].ask.options

    def answer(self, value: object) -> None:
        """Answer the open ask."""
        seat = self.driver.waiting[0]
        self.driver.answer(seat, self.driver.pending[seat].id, [str(value)])
        self._update()

    def play(self, card: str, **answers: object) -> Table:
        """Play ``card`` and answer what is then asked, each kind by its name, in any order.

        Fails if one of ``answers`` is not asked for.
        """
        assert self.asked[1] == "play", self.asked
        self.answer(card)
        while self.driver.pending and self.asked[1] in answers:
            self.answer(answers.pop(self.asked[1]))
        assert not answers, f"not asked: {answers}"
        return self

    # --- what came of it ---

    def told(self, viewer: int, kind: str | None = None) -> list[ViewerEvent]:
        """Return what ``viewer`` was told, of one kind if named."""
        return [e for e in self.watchers[viewer].events if kind is None or e["kind"] == kind]

    def last(self, kind: str, viewer: int = SPECTATOR) -> ViewerEvent:
        """Return the last event of ``kind`` that ``viewer`` was told."""
        return self.told(viewer, kind)[-1]

    def why_nothing(self) -> list[object]:
        """Return why plays had no effect, in order."""
        return [e["why"] for e in self.told(SPECTATOR, EventKind.NOTHING)]

    def out(self) -> list[tuple[object, object]]:
        """Return (seat, why) of those eliminated in play (not in the prelude), in order."""
        told = self.told(SPECTATOR, EventKind.ELIMINATED)
        return [(e["seat"], e["why"]) for e in told if e["card"]]

    def area(self, seat: int) -> list[str]:
        """Return a discard area, oldest first."""
        return self.state.areas[seat]

    def hand(self, seat: int) -> list[str]:
        """Return a hand, in truth."""
        return self.state.hands[seat]

    def view(self, viewer: int) -> dict[str, Any]:
        """Return a viewer's view."""
        return self.watchers[viewer].fold.plain()
