"""Begin No.81 from a given position and play it on through the real script and driver.

P1, P2, ... are the seats 0, 1, ... clockwise; P1 acts. Unless said otherwise: Cold/Warm, odd seats
cold and even ones warm, health 6, nobody mind-broken, characters without any effect, and windows
that a test does not name are declined (the ask's default).

Cards are written as physical ids (``C2a``, ``M1-7-evade``) or by face: ``guard`` is the first copy
that is still free. Mind decks are written ``7:evade K:mind_restore`` from the top. In a delayed
zone ``punch`` lies there since an earlier turn, ``punch!`` since this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from engine.chance import ChanceSource, DictatedChance, SeededChance
from engine.driver import Driver, Status
from engine.event import SPECTATOR, Value, ViewerEvent
from engine.game import Play, Result
from engine.games.no81.cards import ORDINARY, mind_card, printed
from engine.games.no81.content import Character, Content, Pack, Version, assemble
from engine.games.no81.core import CORE_PACK
from engine.games.no81.death import shown
from engine.games.no81.faces import zone_face
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Camp, Colour, Counter, Mode, Phase, Role
from engine.games.no81.health import counters_of, rel_hp
from engine.games.no81.script import play_on
from engine.games.no81.skill import Skill
from engine.games.no81.state import Placed, State
from engine.games.no81.terms import EventKind
from engine.games.no81.view import No81View
from engine.games.no81.zones import zones
from engine.journal import Header
from engine.request import Script, tell
from engine.view import Observer

P1, P2, P3, P4, P5, P6 = range(6)
COLD, WARM, NONE = Camp.COLD, Camp.WARM, Camp.COLOURLESS

DULL = "3:attack_warm 4:attack_warm 6:evade"
"""A mind deck of which nothing is used in a scenario."""


class _NoEffect(Skill):
    """A skill that never does anything."""

    id: ClassVar[str] = "no_effect"


class _Busy(Skill):
    """An action that can be taken for ever and does nothing."""

    id: ClassVar[str] = "busy"
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        return True


def _plain(name: str, colour: Colour, skill: str = "no_effect") -> Character:
    side = Version(colour=colour, health=6, skills=(skill,))
    return Character(id=name, key=(name, ""), series="nowhere", karma=0, versions=(side,))


PLAIN = {COLD: "plain_cold", WARM: "plain_warm", NONE: "plain_none"}
PLAIN_PACK = Pack(
    id="plain",
    characters=(
        _plain("plain_cold", Colour.BLUE),
        _plain("plain_warm", Colour.RED),
        _plain("plain_none", Colour.BLACK),
        _plain("busybody", Colour.BLUE, "busy"),
    ),
    skills=(_NoEffect(), _Busy()),
)
CONTENT: Content = assemble((CORE_PACK, PLAIN_PACK))
"""The built-in content and three characters without effect."""


def content_with(*skills: Skill, **more: Any) -> Content:
    """Return that content with some skills more, and what else a pack may bring."""
    return assemble((CORE_PACK, PLAIN_PACK, Pack(id="more", skills=skills, **more)))


@dataclass(kw_only=True)
class Position:
    """A game in the middle; maps are by seat."""

    content: Content = CONTENT
    seats: int = 2
    mode: Mode = Mode.COLDWARM
    who: Mapping[int, str] = field(default_factory=dict)
    versions: Mapping[int, int] = field(default_factory=dict)
    camps: Mapping[int, Camp] = field(default_factory=dict)
    hands: Mapping[int, str] = field(default_factory=dict)
    zones: Mapping[int, str] = field(default_factory=dict)
    decks: Mapping[int, str] = field(default_factory=dict)
    spent: Mapping[int, str] = field(default_factory=dict)
    cold: Mapping[int, int] = field(default_factory=dict)
    warm: Mapping[int, int] = field(default_factory=dict)
    black: Mapping[int, int] = field(default_factory=dict)
    caps: Mapping[int, int] = field(default_factory=dict)
    dead: tuple[int, ...] = ()
    skills: Mapping[int, str] = field(default_factory=dict)
    """Ids; else those of the character."""
    deputies: Mapping[int, str] = field(default_factory=dict)
    reserves: Mapping[int, str] = field(default_factory=dict)
    karma: Mapping[int, int] = field(default_factory=dict)
    roles: Sequence[Role] = ()
    sides: Sequence[str | None] = ()
    pile: str = ""
    """What lies on top of the pile; all other cards lie below."""
    whole_pile: bool = False
    """The pile holds ``pile`` and nothing else; what is left over is out of the game."""
    discard: str = ""
    since: Phase = Phase.PLAY
    turn: int = 10
    round: int = 3
    round_limit: int = 20

    def state(self) -> State:
        """Return the truth that this position describes."""
        state = State(
            seats=self.seats,
            mode=self.mode,
            content=self.content,
            round_limit=self.round_limit,
            turn=self.turn,
            round=self.round,
        )
        if self.sides:
            state.sides = tuple(self.sides)
        self._free = list(ORDINARY)
        self._reserve_named()
        for player in state.players:
            seat = player.seat
            camp = self.camps.get(seat, (COLD, WARM)[seat % 2])
            player.character = self.who.get(seat, PLAIN[camp])
            player.version = self.versions.get(seat, 0)
            side = state.version(seat)
            player.camp, player.skills = side.camp, side.skills
            player.series = frozenset({state.character(seat).series})
            if seat in self.deputies:
                player.deputy = self.deputies[seat]
                player.series |= {self.content.characters[player.deputy].series}
            player.skills = tuple(self.skills.get(seat, " ".join(player.skills)).split())
            player.reserve = self.reserves.get(seat, "").split()
            player.karma = self.karma.get(seat, 0)
            player.base = side.health
            player.cap = self.caps.get(seat, player.base)
            player.role = self.roles[seat] if self.roles else None
            player.alive = seat not in self.dead
            counts = {Counter.COLD: self.cold, Counter.WARM: self.warm, Counter.BLACK: self.black}
            player.counters = {c: given.get(seat, 0) for c, given in counts.items()}
            if player.alive:
                player.deck = self._mind(seat, self.decks.get(seat, DULL))
                player.spent = self._mind(seat, self.spent.get(seat, ""))
                player.hand = self._cards(self.hands.get(seat, ""))
                for token in self.zones.get(seat, "").split():
                    (card,) = self._cards(token.rstrip("!"))
                    stamp = self.turn if token.endswith("!") else 1
                    state.placed[card] = Placed(stamp=stamp)
                    player.zone.append(card)
                player.broken = not player.deck
        state.discard = self._cards(self.discard)
        state.pile = self._cards(self.pile)
        if not self.whole_pile:
            state.pile += self._free
        return state

    def _reserve_named(self) -> None:
        """Keep cards that are named by their id from being handed out by face."""
        texts = [*self.hands.values(), *self.zones.values(), self.pile, self.discard]
        tokens = " ".join(texts).replace("!", "").split()
        self._named = {t for t in tokens if t in ORDINARY}
        self._free = [c for c in ORDINARY if c not in self._named]

    def _cards(self, text: str) -> list[str]:
        found = []
        for token in text.split():
            if token in self._named or token[:1] == "M":
                found.append(token)
                continue
            card = next(c for c in self._free if printed(c) == token)
            self._free.remove(card)
            found.append(card)
        return found

    @staticmethod
    def _mind(seat: int, text: str) -> list[str]:
        return [mind_card(seat, *token.split(":")) for token in text.split()]


def _told(state: State, since: Phase) -> Script[Result]:
    """Tell the position as if it had been played, then play on."""
    yield from tell(
        EventKind.GAME_STARTED,
        mode=state.mode,
        circle=state.circle,
        sides=state.sides,
        round_limit=state.round_limit,
    )
    if state.players[0].role is not None:
        lord = next(p.seat for p in state.players if p.role is Role.LORD)
        roles = {p.seat: {"role": str(p.role)} for p in state.players}
        yield from tell(EventKind.ROLES, roles, lord=lord)
    seats = range(state.seats)
    yield from tell(
        EventKind.CHARACTERS, shown=tuple([shown(state, s) for s in seats]), sides=state.sides
    )
    for player in state.players:
        seat = player.seat
        lists = {"hand": player.hand, "deck": player.deck, "zone": player.zone}
        for zone, cards in {**lists, "spent": player.spent}.items():
            yield from _appear(state, seat, zone, cards)
        yield from tell(
            EventKind.DAMAGED,
            seat=seat,
            amount=0,
            attribute="none",
            source=None,
            cause="position",
            counters=counters_of(state, seat),
            cap=player.cap,
        )
        if player.broken:
            yield from tell(EventKind.STATUS, seat=seat, flag="broken", value=True)
        if not player.alive:
            yield from tell(EventKind.DIED, seat=seat, killer=None, role=None)
    yield from tell(EventKind.SHUFFLED, pile=len(state.pile) + len(state.discard))
    if state.discard:
        yield from tell(
            EventKind.MOVED,
            source="pile",
            to="discard",
            count=len(state.discard),
            why="position",
            open=True,
            cards=tuple(state.discard),
        )
    yield from tell(EventKind.TURN, seat=0, turn=state.turn, round=state.round)
    return (yield from play_on(state, 0, since))


def _appear(state: State, seat: int, zone: str, cards: list[str]) -> Script[None]:
    for card in cards:
        fields: dict[str, Value] = {"source": "pile", "to": f"{zone}:{seat}", "count": 1}
        if zone == "zone":
            fields["face"] = zone_face(state, seat, card)
            fields["stamp"] = state.placed[card].stamp
        private: dict[int, Mapping[str, Value]] = {seat: {"cards": (card,)}}
        fields["open"] = zone in {"zone", "spent"}
        if fields["open"]:
            fields["cards"] = (card,)
        yield from tell(EventKind.MOVED, private, why="position", **fields)  # type: ignore[arg-type]


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


Planned = tuple[int, str, object]
"""(seat, kind of ask, what it answers: one value, or a list of them)."""


class Table:
    """A position being played, with every viewer watching."""

    def __init__(self, position: Position, *fate: str | Sequence[str]) -> None:
        state = position.state()

        def start(_seats: int, _options: Mapping[str, Value]) -> Play:
            return Play(script=_told(state, position.since), state=state)

        header = Header(
            game=GAME.id,
            rules_version=GAME.rules_version,
            seats=state.seats,
            options=GAME.configure(state.seats, {}),
            seed=b"s" * 32,
        )
        outcomes = [(f,) if isinstance(f, str) else tuple(f) for f in fate]

        def fold(seats: int, _options: Mapping[str, Value], viewer: int) -> No81View:
            return No81View(seats=seats, viewer=viewer, content=position.content)

        game = replace(GAME, play=start, fold=fold)
        self.driver = Driver(game, header, chance=_Dictated(outcomes))
        self.state = state
        self.watchers = {v: Observer(self.driver, v) for v in [*range(state.seats), SPECTATOR]}
        self.driver.start()
        self._update()
        self.begun = len(self.driver.events)
        self.cards = self._count()

    def _count(self) -> list[str]:
        return sorted(c for zone in zones(self.state).values() for c in zone)

    def _update(self) -> None:
        assert self.driver.status is not Status.FROZEN, self.driver.fault
        for watcher in self.watchers.values():
            watcher.update()

    # --- what is asked ---

    @property
    def asked(self) -> tuple[int, str] | None:
        """Return who is asked now, and what kind; None once the game is over."""
        if not self.driver.pending:
            return None
        seat = self.driver.waiting[0]
        return seat, str(self.driver.pending[seat].ask.kind)

    def options(self, seat: int | None = None) -> tuple[str, ...]:
        """Return what may be answered now."""
        seat = self.driver.waiting[0] if seat is None else seat
        return self.driver.pending[seat].ask.options

    def answer(self, seat: int, value: object) -> None:
        """Answer the open ask of ``seat``."""
        values = value if isinstance(value, (list, tuple)) else [value]
        pending = self.driver.pending[seat]
        self.driver.answer(seat, pending.id, [str(v) for v in values])
        self._update()

    def leave(self, seat: int) -> Table:
        """Let the player of ``seat`` leave for good; every card still lies in one place."""
        self.driver.leave(seat)
        self._update()
        assert self._count() == self.cards
        return self

    def do(self, action: str, *planned: Planned) -> Table:
        """Let P1 take ``action``, then :meth:`go` on."""
        assert self.asked == (self.state.acting, "play"), self.asked
        assert action in self.options(), (action, self.options())
        self.answer(self.state.acting, action)
        return self.go(*planned)

    def go(self, *planned: Planned, until: Iterable[str] = ("play",)) -> Table:
        """Answer what is asked as planned, else by default, until the next ask of those kinds.

        A plan is followed in order; fails if some of it was not asked for.
        """
        plan = list(planned)
        while (asked := self.asked) is not None:
            seat, kind = asked
            due = plan[0] if plan else None
            if due is not None and due[1] == kind and due[0] in self.driver.pending:
                plan.pop(0)
                pending = self.driver.pending[due[0]]
                value = due[2] if isinstance(due[2], (list, tuple)) else [due[2]]
                self.driver.answer(due[0], pending.id, [str(v) for v in value])
            elif kind in until:
                break
            else:
                seat = next(s for s, p in self.driver.pending.items() if p.answer is None)
                pending = self.driver.pending[seat]
                self.driver.answer(seat, pending.id, pending.ask.default)
            self._update()
        assert not plan, f"not asked: {plan}; asked: {self.asked}"
        assert self._count() == self.cards
        return self

    def card(self, seat: int, face: str) -> str:
        """Return the first card with this printed face in hand or zone of ``seat``."""
        player = self.state.players[seat]
        return next(c for c in (*player.hand, *player.zone) if printed(c) == face)

    def use(self, face: str, mode: int, *planned: Planned) -> Table:
        """Let the acting seat use a hand card in a mode, then go on."""
        return self.do(f"use:{self.card(self.state.acting, face)}:{mode}", *planned)

    def detach(self, face: str, *planned: Planned, as_face: str = "") -> Table:
        """Let the acting seat detach a zone card, then go on."""
        return self.do(f"detach:{self.card(self.state.acting, face)}:{as_face or face}", *planned)

    def may(self, face: str, mode: int) -> bool:
        """Say whether the acting seat is offered this mode of a hand card."""
        return f"use:{self.card(self.state.acting, face)}:{mode}" in self.options()

    def stop(self) -> Table:
        """Let the acting seat pass and go on to the next ask of a play phase."""
        return self.do("pass")

    # --- what came of it ---

    def told(self, kind: str, viewer: int = SPECTATOR) -> list[ViewerEvent]:
        """Return what ``viewer`` was told of one kind since the position began."""
        seen = [e.seen_by(viewer) for e in self.driver.events[self._prelude() :]]
        return [e for e in seen if e is not None and e["kind"] == kind]

    @property
    def used_skills(self) -> list[str]:
        """Return the skills that were used since the position began, in order."""
        return [str(event["skill"]) for event in self.told("skill")]

    def _prelude(self) -> int:
        kinds = [e.kind for e in self.driver.events]
        return kinds.index(EventKind.TURN)

    def hand(self, seat: int) -> list[str]:
        """Return the faces in a hand, in truth, sorted."""
        return sorted(printed(c) for c in self.state.players[seat].hand)

    def zone(self, seat: int) -> list[str]:
        """Return what lies in a delayed zone, as what it counts."""
        return [zone_face(self.state, seat, c) for c in self.state.players[seat].zone]

    def deck(self, seat: int) -> list[str]:
        """Return a mind deck as ``7-evade``, top first."""
        return [c.partition("-")[2] for c in self.state.players[seat].deck]

    def spent(self, seat: int) -> list[str]:
        """Return a spent row the same way."""
        return [c.partition("-")[2] for c in self.state.players[seat].spent]

    def discarded(self) -> list[str]:
        """Return the faces in the discard pile, oldest first."""
        return [printed(c) for c in self.state.discard]

    def hp(self, seat: int) -> tuple[int, int]:
        """Return (cap, relative health)."""
        return self.state.players[seat].cap, rel_hp(self.state, seat)

    def counters(self, seat: int) -> tuple[int, int, int]:
        """Return (cold, warm, black)."""
        counts = self.state.players[seat].counters
        return counts[Counter.COLD], counts[Counter.WARM], counts[Counter.BLACK]

    def alive(self, seat: int) -> bool:
        """Say whether a seat is in the game."""
        return self.state.players[seat].alive

    def broken(self, seat: int) -> bool:
        """Say whether a seat is mind-broken."""
        return self.state.players[seat].broken

    def targets(self, action: str) -> tuple[str, ...]:
        """Return whom P1 may choose for ``action``, without going on."""
        self.answer(self.state.acting, action)
        assert self.asked == (self.state.acting, "target"), self.asked
        return self.options()

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Return who has won, None while the game goes on."""
        return self.driver.result.winners if self.driver.result is not None else None

    def view(self, viewer: int) -> dict[str, Any]:
        """Return a viewer's view."""
        return self.watchers[viewer].fold.plain()


def karma_place(seats: int = 3, **place: Any) -> Position:
    """Return a position of Karma mode, where whose mind breaks is out at once (N81-14.8)."""
    deputies = dict.fromkeys(range(seats), "plain_cold")
    return Position(seats=seats, mode=Mode.KARMA, deputies=deputies, **place)


def dead_in_check(who: str, **place: Any) -> Table:
    """Return a table of three where P1, as ``who``, has died in its check phase (N81-9.20.1)."""
    own: dict[str, Any] = {"who": {P1: who}, "caps": {P1: 4}, "zones": {P1: "calamity"}}
    t = Table(Position(seats=3, **own, **place, since=Phase.CHECK, pile="H7a"))
    t.go((P1, "check", "pile"), (P1, "outcome", "damage"))
    assert not t.alive(P1)
    assert t.asked == (P2, "play")
    return t


def unanswered(t: Table, action: str, *planned: Planned) -> None:
    """Let P1 take ``action``; fail if anybody is asked to answer it (N81-17.0: skills are not)."""
    t.answer(P1, action)
    t.go(*planned, until=("play", "w_event", "w_guard"))
    assert t.asked == (P1, "play")
