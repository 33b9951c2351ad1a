"""Other inputs for a No.81 game: cards, decks, roles, offers, reserves, secret answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.chance import Dice
from engine.game import AskView, Game
from engine.games.no81.core import CORE
from engine.games.no81.glossary import Mode
from engine.games.no81.minds import deck_check
from engine.games.no81.terms import AskKind
from engine.request import Answer
from engine.worlds import Trace

__all__ = ["KINDS", "NO_ASK", "Story", "Twin", "kinds_of"]

NO_ASK = AskView(
    id=0, kind="", options=(), default=(), least=0, most=0, ordered=False, text=0, context={}
)

_CARD = re.compile(r"[HSCD](?:10|[A2-9JQK])[ab]|M\d-(?:10|[A2-9JQK])-[a-z_]+")
"""A card's id, also inside an answer such as ``use:H7a:1``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Other inputs: what was exchanged, and from which answer on the truth is another."""

    what: str
    inputs: Trace
    since: int


@dataclass(slots=True)
class Story:
    """What happened in the game itself: by step, facts and hashes of frames by viewer."""

    facts: list[dict[int, int]] = field(default_factory=list)
    frames: list[dict[int, int]] = field(default_factory=list)
    asks: list[AskView] = field(default_factory=list)
    """The ask that each answer was given to; where a player left, :data:`NO_ASK`."""
    shuffles: list[tuple[int, int]] = field(default_factory=list)
    """For each pile that was shuffled: its draw, and how many answers came before it."""


def _renamed(world: Trace, names: Mapping[str, str], start: tuple[int, int] = (0, 0)) -> Trace:
    """Exchange ids of cards, wherever they stand in a word, from a draw and an answer on."""
    draws, answers = start

    def other(values: Answer) -> Answer:
        return tuple([_CARD.sub(lambda m: names.get(m.group(), m.group()), v) for v in values])

    drawn = [replace(d, values=other(d.values)) for d in world.drawn[draws:]]
    given = [replace(g, values=other(g.values)) for g in world.given[answers:]]
    return replace(
        world,
        drawn=(*world.drawn[:draws], *drawn),
        given=(*world.given[:answers], *given),
    )


def _answered(world: Trace, index: int, values: Answer) -> Trace:
    given = list(world.given)
    given[index] = replace(given[index], values=values)
    return replace(world, given=tuple(given))


def _drawn(world: Trace, index: int, one: int, two: int) -> Trace:
    """Exchange the outcomes at two places of a draw."""
    drawn, values = list(world.drawn), list(world.drawn[index].values)
    values[one], values[two] = values[two], values[one]
    drawn[index] = replace(drawn[index], values=tuple(values))
    return replace(world, drawn=tuple(drawn))


def _answers(inputs: Trace, story: Story, kind: AskKind) -> list[int]:
    """Return where the answers to asks of a kind stand that count: of each seat its last one."""
    last = {inputs.given[n].seat: n for n, ask in enumerate(story.asks) if ask.kind == kind}
    return sorted(last.values())


def _other_cards(_game: Game, inputs: Trace, story: Story, dice: Dice) -> Twin:
    """Exchange two cards of a pile from its shuffling on; what came before is over and known.

    One of them comes into a hand soon; the other is now and then the card that lies undermost and
    so is unseen longest.
    """
    draws, answers = start = story.shuffles[dice.below(len(story.shuffles))]
    pile = inputs.drawn[draws].values
    one = dice.pick(pile[: 5 * inputs.header.seats + 16])
    two = dice.pick([card for card in pile if card != one]) if dice.below(4) else pile[-1]
    return Twin(
        what=f"{one} for {two} from answer {answers}",
        inputs=_renamed(inputs, {one: two, two: one}, start),
        since=answers,
    )


def _other_deck(_game: Game, inputs: Trace, story: Story, dice: Dice) -> Twin:
    """Let one seat have two of its mind cards in each other's place, or another of a rank."""
    index = dice.pick([str(n) for n in _answers(inputs, story, AskKind.MIND_DECK)])
    place = int(index)
    seat, deck = inputs.given[place].seat, list(deck_check(CORE)(inputs.given[place].values))
    one = dice.below(len(deck))
    if dice.below(2):
        two = (one + 1 + dice.below(len(deck) - 1)) % len(deck)
        deck[one], deck[two] = deck[two], deck[one]
        what = f"mind cards {one} and {two} of {seat}"
    else:
        rank, _, was = deck[one].partition("-")
        face = dice.pick([f for f in CORE.mind_faces(rank) if f != was])
        deck[one], what = f"{rank}-{face}", f"mind card {face} for {was} of {seat}"
        inputs = _renamed(inputs, {f"M{seat}-{rank}-{was}": f"M{seat}-{rank}-{face}"})
    return Twin(what=what, inputs=_answered(inputs, place, tuple(deck)), since=place + 1)


def _other_roles(_game: Game, inputs: Trace, _story: Story, dice: Dice) -> Twin | None:
    """Exchange the roles of two seats that are not the lord's."""
    index = next(n for n, d in enumerate(inputs.drawn) if "lord" in d.values)
    dealt = inputs.drawn[index].values
    one, two = _two([s for s, role in enumerate(dealt) if role != "lord"], dice)
    if dealt[one] == dealt[two]:
        return None
    return Twin(what=f"roles of {one} and {two}", inputs=_drawn(inputs, index, one, two), since=0)


def _other_offers(_game: Game, inputs: Trace, story: Story, dice: Dice) -> Twin | None:
    """Exchange characters that two seats were offered and did not choose."""
    asked = _answers(inputs, story, AskKind.CHARACTER)
    chosen = {inputs.given[n].values[0] for n in asked}
    offers = [set(story.asks[n].options) for n in asked]
    refused = set().union(*offers) - chosen
    found = [
        (index, [place for place, name in enumerate(d.values) if name in refused])
        for index, d in enumerate(inputs.drawn)
        if any(offer <= set(d.values) for offer in offers)  # none where picks are free
    ]
    found = [(index, places) for index, places in found if len(places) > 1]
    if not found:
        return None
    index, places = found[dice.below(len(found))]
    one, two = _two(places, dice)
    return Twin(what=f"offers {one} and {two}", inputs=_drawn(inputs, index, one, two), since=0)


def _other_reserve(_game: Game, inputs: Trace, story: Story, dice: Dice) -> Twin | None:
    """Put another character of the same cost and health into a reserve that it never leaves."""
    place = int(dice.pick([str(n) for n in _answers(inputs, story, AskKind.KARMA_DECK)]))
    seat, ask, deck = inputs.given[place].seat, story.asks[place], inputs.given[place].values
    played = " ".join(
        word
        for n, given in enumerate(inputs.given)
        if given.seat == seat and story.asks[n].kind in {AskKind.KARMA_START, AskKind.SWAP}
        for word in given.values
    )
    karma, health = ask.context["karma"], ask.context["health"]
    assert isinstance(karma, Mapping)
    assert isinstance(health, Mapping)
    used = {side.partition("/")[0] for side in deck}
    changes = [
        (was, other)
        for was in deck
        if was.partition("/")[0] not in played
        for other in ask.options
        if other.partition("/")[0] not in used
        and (karma[was], health[was]) == (karma[other], health[other])
    ]
    if not changes:
        return None
    was, other = changes[dice.below(len(changes))]
    values = tuple([other if side == was else side for side in deck])
    return Twin(
        what=f"{other} for {was} of {seat}",
        inputs=_answered(inputs, place, values),
        since=place + 1,
    )


_SECRET = frozenset({AskKind.UNDER, AskKind.ORDER, AskKind.GIVE, AskKind.SECRET, AskKind.SWAP})
"""Asks whose answers others do not see, at least not all of them."""


def _other_answer(game: Game, inputs: Trace, story: Story, dice: Dice) -> Twin | None:
    """Let one seat answer something else once, something that others do not see if there is any."""
    secret = [n for n, ask in enumerate(story.asks) if ask.kind in _SECRET and len(ask.options) > 1]
    every = [n for n, ask in enumerate(story.asks) if ask is not NO_ASK]
    places = secret if secret and dice.below(4) else every
    index = places[dice.below(len(places))]
    was = inputs.given[index]
    other = game.bots["random"]().choose({}, story.asks[index], dice)
    if other == was.values:
        return None
    return Twin(
        what=f"answer {index} of {was.seat}: {' '.join(other)} for {' '.join(was.values)}",
        inputs=_answered(inputs, index, other),
        since=index + 1,
    )


def _two(places: Sequence[int], dice: Dice) -> tuple[int, int]:
    """Return two different ones of ``places``, which may hold a single one twice."""
    one = dice.below(len(places))
    return places[one], places[(one + 1 + dice.below(max(1, len(places) - 1))) % len(places)]


_Maker = Callable[[Game, Trace, Story, Dice], Twin | None]
_EVERY = frozenset(mode.value for mode in Mode)
KINDS: Mapping[str, tuple[_Maker, frozenset[str]]] = {
    "cards": (_other_cards, _EVERY),
    "deck": (_other_deck, _EVERY),
    "answer": (_other_answer, _EVERY),
    "offers": (_other_offers, _EVERY - {"karma"}),
    "roles": (_other_roles, frozenset({"identity"})),
    "reserve": (_other_reserve, frozenset({"karma"})),
}
"""What can be another in a twin, and in which modes there is such a thing."""
_ORDER = ("cards", "deck", "roles", "reserve", "answer", "cards", "offers", "deck", "cards")


def kinds_of(mode: str) -> list[str]:
    """Return what is exchanged in turn in a game of this mode."""
    return [kind for kind in _ORDER if mode in KINDS[kind][1]]
