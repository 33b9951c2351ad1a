"""Urging (N81-17.16)."""

from __future__ import annotations

from typing import ClassVar

from engine.event import Value
from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Per
from engine.games.no81.moves import discard_mind, draw_cards
from engine.games.no81.pay import breaking
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick
from engine.games.no81.triggers import announce
from engine.request import Script, choose, tell

__all__ = ["Urge"]


class Urge(Skill):
    """Another player discards a mind card or lets the owner draw 1."""

    id: ClassVar[str] = "urge"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        """Say whether another player has a mind card."""
        return bool(self._targets(state, seat))

    def _targets(self, state: State, seat: int) -> list[int]:
        return [s for s in state.others(seat) if state.players[s].deck]

    def act(self, state: State, seat: int) -> Script[None]:
        """Let the other one choose."""
        target = yield from choose_seat(seat, self._targets(state, seat), skill=self.id)
        yield from announce(seat, self, target)
        options = (Pick.MIND.value, Pick.DRAW.value)
        context: dict[str, Value] = {
            "skill": self.id,
            **breaking(state, target, {Pick.MIND.value: 1}),
        }
        chosen = yield from choose(target, AskKind.OUTCOME, options, context=context)
        yield from tell(EventKind.CHOSE, seat=target, choice=chosen, why=self.id)
        if chosen == Pick.MIND:
            yield from discard_mind(state, target, why=self.id)
        else:
            yield from draw_cards(state, seat, 1, why=self.id)
