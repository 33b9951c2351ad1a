"""Theatrics (N81-16.5)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.effects import RULES
from engine.games.no81.effects.targets import targets_of
from engine.games.no81.glossary import Face, Per
from engine.games.no81.places import deck
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind
from engine.games.no81.triggers import announce
from engine.games.no81.use import Use, carry_out
from engine.request import Script, choose

__all__ = ["Theatrics"]


class Theatrics(Skill):
    """The top mind card is used as a Calamity or Windfall."""

    id: ClassVar[str] = "theatrics"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True
    mind_price: ClassVar[int] = 1

    def legal(self, state: State, seat: int) -> bool:
        """Say whether there is a card to use and somebody to use it on."""
        return bool(state.players[seat].deck and self._faces(state, seat))

    def _faces(self, state: State, seat: int) -> list[str]:
        return [
            face.value
            for face in (Face.CALAMITY, Face.WINDFALL)
            if targets_of(state, seat, "", RULES[face][1])
        ]

    def act(self, state: State, seat: int) -> Script[None]:
        """Choose which and on whom; it is an event like the card itself."""
        faces = tuple(self._faces(state, seat))
        face = faces[0]
        if len(faces) > 1:
            face = yield from choose(seat, AskKind.PICK, faces, context={"skill": self.id})
        rule = RULES[face][1]
        target = yield from choose_seat(seat, targets_of(state, seat, "", rule), face=face)
        yield from announce(seat, self, target, choice=face)
        cards = tuple(state.players[seat].deck[:1])
        use = Use(user=seat, face=face, mode=1, targets=(target,), cards=cards, place=deck(seat))
        yield from carry_out(state, use, rule)
