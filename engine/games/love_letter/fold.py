"""What each event does to what a viewer knows: one small rule per kind, in a literal table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.known import Known, KnownSeat, Note
from engine.games.love_letter.terms import EventKind, How, Source

__all__ = ["RULES", "Rule"]

Rule = Callable[[Known, Mapping[str, Any]], None]
"""Takes the next event in; the event is one that this viewer received."""


def _round_started(known: Known, event: Mapping[str, Any]) -> None:
    known.clear_round()
    known.round = event["round"]
    known.round_why = event["why"]
    known.participants = list(event["seats"])
    known.deck = event["deck"]
    known.face_up = list(event["face_up"])
    known.sight.update(known.face_up)
    known.reveal = None
    for seat, old in enumerate(known.seats):
        plays = seat in event["seats"]
        known.seats[seat] = KnownSeat(playing=plays, alive=plays, wins=old.wins)
        known.plain_seats[seat] = None


def _letters(known: Known, event: Mapping[str, Any]) -> None:
    known.starter = event["seat"]
    known.touch(event["seat"]).bloodstained = True


def _dealt(known: Known, event: Mapping[str, Any]) -> None:
    known.deck = event["deck"]
    for seat in event["seats"]:
        known.touch(seat).cards = 1
    if known.viewer in event["seats"]:
        known.hand = [event["card"]]


def _mode_set(known: Known, event: Mapping[str, Any]) -> None:
    known.mode = event["mode"]
    known.flipped = event["flipped"]
    known.plain_seats = [None] * len(known.seats)


def _turn_begun(known: Known, event: Mapping[str, Any]) -> None:
    known.turn = event["turn"]
    known.turn_seat = event["seat"]
    known.play = None


def _protection_ended(known: Known, event: Mapping[str, Any]) -> None:
    seat = known.touch(event["seat"])
    seat.protections = [p for p in seat.protections if p != event["protection"]]


def _protected(known: Known, event: Mapping[str, Any]) -> None:
    seat = known.touch(event["seat"])
    if event["protection"] not in seat.protections:
        seat.protections = sorted([*seat.protections, event["protection"]])


def _drew(known: Known, event: Mapping[str, Any]) -> None:
    source = event["source"]
    if source == Source.NOTHING:
        return
    seat = known.touch(event["seat"])
    seat.cards += 1
    known.deck = event["deck"]
    if source == Source.SET_ASIDE:
        known.set_aside = False
    if event["seat"] == known.viewer:
        known.hand.append(event["card"])
    if source == Source.DECK and not known.deck and known.bottom is not None:
        known.note(event["seat"], known.bottom, How.BOTTOM)
        known.bottom = None


def _played(known: Known, event: Mapping[str, Any]) -> None:
    card, seat = event["card"], event["seat"]
    known.play = {"seat": seat, "card": card, "mode": None, "target": None}
    known.leaves_hand(seat, card)
    number = NUMBER[card]
    answers = known.seats[seat].answers
    # "No" was about the card then held, which may be the one just played; "yes" can only have
    # ended if a card of that number was played.
    known.seats[seat].answers = [a for a in answers if a["yes"] and a["number"] != number]


def _effect(known: Known, event: Mapping[str, Any]) -> None:
    assert known.play is not None
    known.play = {**known.play, "mode": event["mode"]}


def _target(known: Known, event: Mapping[str, Any]) -> None:
    assert known.play is not None
    known.play = {**known.play, "target": event["target"]}


def _guess(known: Known, event: Mapping[str, Any]) -> None:
    if event["answer"] != "none":
        yes = event["answer"] == "yes"
        told = {"number": event["number"], "yes": yes, "turn": known.turn}
        seat = known.touch(event["target"])
        seat.answers = [*seat.answers, told]


def _look(known: Known, event: Mapping[str, Any]) -> None:
    known.note(event["target"], event.get("card"), How.SEEN)


def _compare(known: Known, event: Mapping[str, Any]) -> None:
    own, theirs = event.get("cards", (None, None))
    known.note(event["seat"], own, How.COMPARED)
    known.note(event["target"], theirs, How.COMPARED)


def _swap(known: Known, event: Mapping[str, Any]) -> None:
    one, two = known.touch(event["seat"]), known.touch(event["target"])
    one.cards, two.cards = two.cards, one.cards
    one.answers, two.answers = two.answers, one.answers
    one.notes, two.notes = _followed(two.notes), _followed(one.notes)
    _exchange(known, event, event["seat"], event["target"])
    _exchange(known, event, event["target"], event["seat"])


def _exchange(known: Known, event: Mapping[str, Any], own: int, other: int) -> None:
    """Take in the viewer's own side of a swap, if it is ``own``."""
    if own == known.viewer:
        known.seats[own].notes = []
        known.hand = [event["got"]] if event["got"] is not None else []
        known.seats[other].notes = []
        known.note(other, event["gave"], How.GIVEN)


def _discard(known: Known, event: Mapping[str, Any]) -> None:
    seat = event["seat"]
    known.leaves_hand(seat, event["card"])
    known.seats[seat].area.append(event["card"])
    known.seats[seat].answers = []


def _hand_over(known: Known, event: Mapping[str, Any]) -> None:
    giver, taker = known.touch(event["seat"]), known.touch(event["target"])
    taker.cards, giver.cards = giver.cards, 0
    taker.notes, giver.notes = _followed(giver.notes), []
    taker.answers, giver.answers = giver.answers, []
    card = event.get("card")
    if known.viewer == event["seat"]:
        known.hand = []
        taker.notes = []
        known.note(event["target"], card, How.GIVEN)
    elif known.viewer == event["target"]:
        taker.notes = []
        known.hand = [card] if card is not None else []


def _redeal(known: Known, event: Mapping[str, Any]) -> None:
    for number in event["seats"]:
        seat = known.touch(number)
        seat.notes = []
        seat.answers = []
    if known.viewer in event["seats"]:
        known.hand = [event["card"]]


def _put_under(known: Known, event: Mapping[str, Any]) -> None:
    known.touch(event["seat"]).cards -= 1
    known.deck = event["deck"]
    if event["seat"] == known.viewer:
        known.hand = [c for c in known.hand if c != event["card"]]
        known.bottom = event["card"]


def _eliminated(known: Known, event: Mapping[str, Any]) -> None:
    seat = known.touch(event["seat"])
    for card in event["cards"]:
        known.leaves_hand(event["seat"], card)
    seat.area.extend(event["cards"])
    seat.alive = False
    seat.protections, seat.notes, seat.answers = [], [], []


def _laid(known: Known, event: Mapping[str, Any]) -> None:
    known.touch(event["seat"]).area.append(event["card"])
    known.play = None


def _showdown(known: Known, event: Mapping[str, Any]) -> None:
    for number, card in zip(event["seats"], event["hands"], strict=True):
        known.touch(number).shown = card
        if card is not None:
            known.sight.add(card)


def _round_over(known: Known, event: Mapping[str, Any]) -> None:
    known.turn_seat = None
    known.reveal = {
        "why": event["why"],
        "winners": list(event["winners"]),
        "deck": list(event["deck"]),
        "set_aside": event["set_aside"],
    }
    known.sight.update(event["deck"])
    if event["set_aside"] is not None:
        known.sight.add(event["set_aside"])
    for number, wins in enumerate(event["wins"]):
        known.touch(number).wins = wins


def _match_over(known: Known, event: Mapping[str, Any]) -> None:
    known.winner = event["winner"]


def _followed(notes: list[Note]) -> list[Note]:
    """Return notes about a hand that has just passed to another seat in public."""
    return [{**note, "how": How.FOLLOWED} for note in notes]


RULES: Final[Mapping[str, Rule]] = {
    EventKind.ROUND_STARTED: _round_started,
    EventKind.LETTERS: _letters,
    EventKind.DEALT: _dealt,
    EventKind.MODE: _mode_set,
    EventKind.TURN: _turn_begun,
    EventKind.PROTECTION_ENDED: _protection_ended,
    EventKind.PROTECTED: _protected,
    EventKind.DREW: _drew,
    EventKind.PLAYED: _played,
    EventKind.EFFECT: _effect,
    EventKind.TARGET: _target,
    EventKind.GUESS: _guess,
    EventKind.LOOK: _look,
    EventKind.COMPARE: _compare,
    EventKind.SWAP: _swap,
    EventKind.DISCARD: _discard,
    EventKind.HAND_OVER: _hand_over,
    EventKind.REDEAL: _redeal,
    EventKind.BOTTOM: _put_under,
    EventKind.ELIMINATED: _eliminated,
    EventKind.LAID: _laid,
    EventKind.SHOWDOWN: _showdown,
    EventKind.ROUND_OVER: _round_over,
    EventKind.MATCH_OVER: _match_over,
}
"""What each event does to a view; FATE and NOTHING tell, but change nothing that is kept."""
