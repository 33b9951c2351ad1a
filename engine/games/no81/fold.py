"""What each event does to what a viewer knows: one small rule per kind, in a literal table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.no81.glossary import Counter, Per
from engine.games.no81.known import Known
from engine.games.no81.places import Zone
from engine.games.no81.stack import saved
from engine.games.no81.terms import EventKind, Flag

__all__ = ["RULES", "Rule"]

Rule = Callable[[Known, Mapping[str, Any]], None]
"""Takes the next event in; the event is one that this viewer received."""


def _started(known: Known, event: Mapping[str, Any]) -> None:
    known.mode = event["mode"]
    known.circle = list(event["circle"])
    known.sides = list(event["sides"])
    known.round_limit = event["round_limit"]


def _roles(known: Known, event: Mapping[str, Any]) -> None:
    known.lord = event["lord"]
    known.seats[event["lord"]].role = "lord"
    if "role" in event:
        known.seats[known.viewer].role = event["role"]


def _offered(known: Known, event: Mapping[str, Any]) -> None:
    known.offers = list(event.get("offers", known.offers))


def _characters(known: Known, event: Mapping[str, Any]) -> None:
    known.sides = list(event["sides"]) if any(event["sides"]) else known.sides
    for shown in event["shown"]:
        known.seats[shown["seat"]].shown = dict(shown)


def _reserve(known: Known, event: Mapping[str, Any]) -> None:
    for seat, count, open_ones in zip(known.seats, event["counts"], event["known"], strict=True):
        seat.reserve = count
        seat.reserve_known = list(open_ones)
    known.reserve = list(event.get("cards", known.reserve))


def _turned(known: Known, event: Mapping[str, Any]) -> None:
    known.seats[event["seat"]].shown = dict(event["shown"])


def _decks(known: Known, event: Mapping[str, Any]) -> None:
    for seat in known.seats:
        seat.deck = [None] * event["count"]
    if "cards" in event:
        known.seats[known.viewer].deck = list(event["cards"])
        known.own_deck = sorted(event["cards"])


def _seated(known: Known, event: Mapping[str, Any]) -> None:
    known.circle = list(event["circle"])
    known.sides = list(event["sides"])


def _first(known: Known, event: Mapping[str, Any]) -> None:
    known.first = event["seat"]


def _shuffled(known: Known, event: Mapping[str, Any]) -> None:
    known.pile = event["pile"]
    known.tables[Zone.DISCARD] = []


def _place(text: str) -> tuple[str, int]:
    zone, _, seat = text.partition(":")
    return zone, int(seat) if seat else -1


def _moved(known: Known, event: Mapping[str, Any]) -> None:
    cards: Sequence[str] | None = event.get("cards")
    count = event["count"]
    _leave(known, *_place(event["source"]), count, cards, event.get("at", 0))
    _reach(known, *_place(event["to"]), count, cards, event)


def _leave(
    known: Known, zone: str, seat: int, count: int, cards: Sequence[str] | None, at: int
) -> None:
    match zone:
        case Zone.PILE:
            known.pile -= count
        case Zone.HAND:
            known.leave_hand(seat, count, cards)
        case Zone.DECK:
            known.open_cards.difference_update(known.seats[seat].deck[at : at + count])
            del known.seats[seat].deck[at : at + count]
            if seat == known.viewer:
                for card in cards or ():
                    known.own_deck.remove(card)
        case Zone.DELAYED:
            known.seats[seat].zone = [
                z for z in known.seats[seat].zone if z["card"] not in (cards or ())
            ]
        case Zone.SPENT:
            row = known.seats[seat].spent
            # Without names it is the whole row, turned over (N81-9.13.2).
            known.seats[seat].spent = [c for c in row if cards is not None and c not in cards]
        case _:
            known.tables[zone] = [c for c in known.tables[zone] if c not in (cards or ())]


def _reach(
    known: Known,
    zone: str,
    seat: int,
    count: int,
    cards: Sequence[str] | None,
    event: Mapping[str, Any],
) -> None:
    match zone:
        case Zone.HAND:
            known.reach_hand(seat, count, cards)
        case Zone.DECK:
            known.seats[seat].deck += cards if cards is not None else [None] * count
            if event["open"]:
                known.open_cards.update(cards or ())
            if seat == known.viewer:
                known.own_deck = sorted([*known.own_deck, *(cards or ())])
        case Zone.DELAYED:
            for card in cards or ():
                lies = {"card": card, "face": event["face"], "stamp": event["stamp"]}
                known.seats[seat].zone.append(lies)
        case Zone.SPENT:
            known.seats[seat].spent += cards or ()
        case _:
            known.tables[zone] = [*known.tables[zone], *(cards or ())]


def _turn(known: Known, event: Mapping[str, Any]) -> None:
    known.turn, known.round = event["turn"], event["round"]
    known.acting = event["seat"]


def _phase(known: Known, event: Mapping[str, Any]) -> None:
    known.phase = event["phase"]
    known.phase_no += 1


def _skill(known: Known, event: Mapping[str, Any]) -> None:
    per = known.content.skills[event["skill"]].per
    if per is not Per.FREE:
        now = {Per.PHASE: known.phase_no, Per.ROUND: known.round}
        last = now.get(per, known.turn)
        known.seats[event["seat"]].used[event["skill"]] = last


def _looked(known: Known, event: Mapping[str, Any]) -> None:
    cards = event.get("cards")
    zone, seat = _place(event["place"])
    if cards is not None and zone == Zone.DECK:
        known.seats[seat].deck[: len(cards)] = cards
    elif cards is not None and zone == Zone.HAND:
        known.seats[seat].notes = list(cards)


def _arranged(known: Known, event: Mapping[str, Any]) -> None:
    zone, seat = _place(event["place"])
    if zone == Zone.DECK:
        # N81-4.10: for all others, the owner too, the order is unknown now, changed or not.
        count = event["count"]
        known.open_cards.difference_update(known.seats[seat].deck[:count])
        known.seats[seat].deck[:count] = event.get("cards", [None] * count)


def _revealed(known: Known, event: Mapping[str, Any]) -> None:
    zone, owner = _place(event.get("place", ""))
    if zone:
        for at, card in zip(event["at"], event["cards"], strict=True):
            if zone == Zone.DECK:
                known.seats[owner].deck[at] = card
                known.open_cards.update([card] if event["open"] else [])
        return
    for seat, card in zip(event["seats"], event["cards"], strict=True):
        notes = known.seats[seat].notes
        if seat != known.viewer and card not in notes:
            notes.append(card)


def _health(known: Known, event: Mapping[str, Any]) -> None:
    seat = known.seats[event["seat"]]
    seat.counters = dict(event["counters"])
    seat.shown = {**seat.shown, "cap": event["cap"]}


def _healed(known: Known, event: Mapping[str, Any]) -> None:
    _health(known, event)
    if known.rel_hp(known.seats[event["seat"]]) > 0:
        known.stack = saved(known.stack, event["seat"])


def _died(known: Known, event: Mapping[str, Any]) -> None:
    seat = known.seats[event["seat"]]
    seat.alive = False
    seat.role = event["role"]
    # What lay there goes home now, in no order that says where it lay.
    seat.deck = [None] * len(seat.deck)
    if event["seat"] == known.viewer:
        known.forget()
    seat.counters = {c.value: 0 for c in Counter}
    seat.flags = {f.value: 0 for f in Flag}


def _status(known: Known, event: Mapping[str, Any]) -> None:
    known.seats[event["seat"]].flags[event["flag"]] = int(event["value"])


def _over(known: Known, event: Mapping[str, Any]) -> None:
    keys = ("why", "winners", "hands", "decks", "roles", "reserves", "pile")
    known.result = {key: event[key] for key in keys}
    known.phase = None


RULES: Final[Mapping[str, Rule]] = {
    EventKind.GAME_STARTED: _started,
    EventKind.ROLES: _roles,
    EventKind.OFFERED: _offered,
    EventKind.CHARACTERS: _characters,
    EventKind.RESERVE: _reserve,
    EventKind.SWAPPED: _turned,
    EventKind.FLIPPED: _turned,
    EventKind.DECKS: _decks,
    EventKind.SEATED: _seated,
    EventKind.FIRST: _first,
    EventKind.SHUFFLED: _shuffled,
    EventKind.MOVED: _moved,
    EventKind.TURN: _turn,
    EventKind.PHASE: _phase,
    EventKind.SKILL: _skill,
    EventKind.LOOKED: _looked,
    EventKind.ARRANGED: _arranged,
    EventKind.REVEALED: _revealed,
    EventKind.DAMAGED: _health,
    EventKind.HEALED: _healed,
    EventKind.DIED: _died,
    EventKind.STATUS: _status,
    EventKind.GAME_OVER: _over,
}
"""What each event does to a view; the other kinds tell, but change nothing that is kept."""
