"""Information Sniffing (N81-16.1)."""

from __future__ import annotations

from typing import ClassVar

from engine.event import Value
from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Per
from engine.games.no81.health import heal
from engine.games.no81.moves import look, rearrange
from engine.games.no81.places import deck, hand
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Pick
from engine.games.no81.triggers import announce
from engine.request import Script, choose

__all__ = ["Sniff"]


class Sniff(Skill):
    """Look at a mind deck's top five and rearrange, or at a hand, whose owner heals 1."""

    id: ClassVar[str] = "sniff"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        """Say whether anybody has something to look at."""
        return bool(self._targets(state, seat))

    def _targets(self, state: State, seat: int) -> list[int]:
        players = state.players
        return [s for s in state.others(seat) if players[s].deck or players[s].hand]

    def act(self, state: State, seat: int) -> Script[None]:
        """Choose whom, then deck or hand."""
        target = yield from choose_seat(seat, self._targets(state, seat), skill=self.id)
        player = state.players[target]
        options = [Pick.MIND.value] if player.deck else []
        options += [Pick.HAND.value] if player.hand else []
        chosen = options[0]
        if len(options) > 1:
            context: dict[str, Value] = {"skill": self.id, "target": target}
            chosen = yield from choose(seat, AskKind.PICK, tuple(options), context=context)
        yield from announce(seat, self, target, choice=chosen)
        if chosen == Pick.HAND:
            yield from look(state, seat, hand(target), len(player.hand))
            yield from heal(state, target, 1, cause=self.id)
            return
        count = min(5, len(player.deck))
        yield from rearrange(state, seat, deck(target), count, why=self.id)
