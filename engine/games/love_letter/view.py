"""One viewer's view of a Love Letter match: a fold of that viewer's own events (LL-8).

:meth:`LoveLetterView.plain` returns, with text keys and plain values throughout::

    {
      "you": 0,                  # the viewer's seat, -1 for a spectator
      "pool": ["naegi", ...],    # the 16 faces in use, in the order of the card table
      "wins_needed": 1,
      "round": 1,                # 0 before the first round
      "round_why": "first",      # terms.RoundStart
      "participants": [0, 1, 2], # seats that play this round, in seat order
      "starter": 0,              # who holds the bloodstained letter; None before it is shown
      "mode": "hope",            # None before the fate draw
      "flipped": False,          # the mode has changed this round, it cannot change again
      "turn": 3,                 # turn number in this round, 0 before the first
      "turn_seat": 1,            # whose turn it is; None between rounds
      "deck": 7,                 # cards left in the deck
      "set_aside": True,         # the set-aside card still lies there (False once it was drawn)
      "face_up": [],             # the open cards of a two-player round
      "bottom": None,            # the card that the viewer knows to be at the deck's bottom
      "hand": ["togami", "owada"],  # the viewer's own, the held card first, the drawn one second
      "play": None,              # or {"seat", "card", "mode", "target"}: the card on the table that
                                 # is being carried out; mode and target None until known
      "unseen": {"1": 4, ..., "8": 1},  # per number: cards of the pool that the viewer cannot place
                                 # now (not in sight, own hand, own notes or known bottom)
      "seats": [                 # one per seat of the match, in seat order
        {
          "seat": 0,
          "playing": True,       # takes part in this round
          "alive": True,         # takes part and is not eliminated
          "cards": 1,            # how many cards it holds
          "area": ["kuwata"],    # discard area, oldest first
          "protections": ["unaffected"],  # terms.Protection
          "may_flip": True,      # its next play may use the opposite effect (LL-3.4)
          "bloodstained": False,
          "wins": 0,             # rounds won in this match
          "notes": [             # cards that the viewer knows this (other) seat to hold (LL-8.1)
            {"card": "fukawa", "how": "seen", "turn": 4}],   # how: terms.How
          "answers": [           # its public answers about the hand it still holds
            {"number": 5, "yes": False, "turn": 2}],
          "shown": None,         # its hand as shown at the showdown, until the next round
        }],
      "reveal": None,            # or, once a round is over, until the next one starts: {"why",
                                 # "winners", "deck": [...] top first, "set_aside": id or None}
      "winner": None,            # the match's winner once it is over
    }

A public answer is kept while the hand that it was about is surely still held: it goes when that
seat plays after drawing, swaps, discards, is redealt or is out. A note goes when its card is
played, discarded, swapped away or redealt; a swap or hand-over in public carries it along.
"""

from __future__ import annotations

from typing import Any

from engine.event import ViewerEvent
from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.fold import RULES
from engine.games.love_letter.known import Known

__all__ = ["LoveLetterView"]

_DIGIT = {card: str(number) for card, number in NUMBER.items()}


class LoveLetterView:
    """The fold. Everything handed out by :meth:`plain` is fresh or never changed afterwards."""

    def __init__(self, *, seats: int, viewer: int, pool: tuple[str, ...], wins_needed: int) -> None:
        self._known = Known(seats=seats, viewer=viewer, pool=pool)
        self._wins_needed = wins_needed

    def apply(self, event: ViewerEvent) -> None:
        """Take in the next event; kinds that change nothing to be seen are skipped."""
        rule = RULES.get(event["kind"])  # type: ignore[arg-type]
        if rule is not None:
            rule(self._known, event)

    def plain(self) -> dict[str, Any]:
        """Return the view in the shape that this module's text gives."""
        known = self._known
        return {
            "you": known.viewer,
            "pool": list(known.pool),
            "wins_needed": self._wins_needed,
            "round": known.round,
            "round_why": known.round_why,
            "participants": known.participants,
            "starter": known.starter,
            "mode": known.mode,
            "flipped": known.flipped,
            "turn": known.turn,
            "turn_seat": known.turn_seat,
            "deck": known.deck,
            "set_aside": known.set_aside,
            "face_up": known.face_up,
            "bottom": known.bottom,
            "hand": list(known.hand),
            "play": known.play,
            "unseen": self._unseen(),
            "seats": [known.plain_seat(number) for number in range(len(known.seats))],
            "reveal": known.reveal,
            "winner": known.winner,
        }

    def _unseen(self) -> dict[str, int]:
        """Count, per number, the cards that the viewer cannot place (LL-8.1)."""
        placed = self._known.placed()
        counts = dict.fromkeys("12345678", 0)
        for card in self._known.pool:
            if card not in placed:
                counts[_DIGIT[card]] += 1
        return counts
