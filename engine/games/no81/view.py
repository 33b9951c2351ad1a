"""One viewer's view of a No.81 game: a fold of that viewer's own events (N81-20).

:meth:`No81View.plain` returns, with text keys and plain values throughout::

    {
      "you": 0,                   # the viewer's seat, -1 for a spectator
      "mode": "coldwarm",         # terms.Mode
      "circle": [2, 0, 1],        # the seats clockwise, the dead included (N81-11.2)
      "sides": ["cold", ...],     # per seat: camp dealt, series or sign of T; None where none
      "round_limit": 20, "round": 1, "turn": 3, "acting": 0, "phase": "play", "first": 2,
      "lord": None,               # seat (identity)
      "pile": 79,                 # cards left
      "discard": [...], "resolving": [...], "row": [...], "removed": [...],  # card ids
      "hand": [...],              # the viewer's own
      "own_deck": [...],          # the multiset of the viewer's own mind deck, sorted
      "offers": [...], "reserve": [...],   # the viewer's own
      "stack": [...],             # what is being carried out, the newest last: see ``stack``
      "seats": [{                 # one per seat, in seat order
          "seat": 0, "alive": True, "role": None,
          "character": "tai", "version": 0, "deputy": None, "camp": "cold",
          "series": ["glasswood"], "skills": ["slow_growth", "deep_roots"], "karma": None,
          "base": 6, "cap": 6, "rel_hp": 6, "counters": {"cold": 0, "warm": 0, "black": 0},
          "range": 1,             # attack range; 99 is unlimited
          "flags": {"broken": 0, "amplify": 0, "bonus": 0, ...},   # terms.Flag
          "used": ["sniff"],      # skills that it cannot use again this turn, round or game
          "hand": 5,              # how many
          "notes": [],            # cards that the viewer knows to be in this hand
          "zone": [{"card": "S8a", "face": "punch", "stamp": 3}],  # oldest first
          "deck": [None, ...],    # top first; the card where the viewer knows it
          "spent": [...],         # oldest first
          "reserve": 0, "reserve_known": [],   # Karma: how many, and which were in play before
      }],
      "result": None,             # or {"why", "winners", "hands", "decks", "roles", ...}
    }

Card ids are those of ``engine.games.no81.cards``: the face is part of the id.
"""

from __future__ import annotations

from typing import Any

from engine.event import ViewerEvent
from engine.games.no81.content import Content
from engine.games.no81.fold import RULES
from engine.games.no81.known import Known
from engine.games.no81.stack import STACKING, stacked

__all__ = ["No81View"]


class No81View:
    """The fold. Everything handed out by :meth:`plain` is fresh or never changed afterwards."""

    def __init__(self, *, seats: int, viewer: int, content: Content) -> None:
        self._known = Known(seats=seats, viewer=viewer, content=content)

    def apply(self, event: ViewerEvent) -> None:
        """Take in the next event; kinds that change nothing to be seen are skipped."""
        kind, known = event["kind"], self._known
        if kind in STACKING:
            known.stack = stacked(known.stack, event)
        rule = RULES.get(kind)  # type: ignore[arg-type]
        if rule is not None:
            rule(known, event)

    def plain(self) -> dict[str, Any]:
        """Return the view in the shape that this module's text gives."""
        known = self._known
        return {
            "you": known.viewer,
            "mode": known.mode,
            "circle": list(known.circle),
            "sides": list(known.sides),
            "round_limit": known.round_limit,
            "round": known.round,
            "turn": known.turn,
            "acting": known.acting,
            "phase": known.phase,
            "first": known.first,
            "lord": known.lord,
            "pile": known.pile,
            **{zone: list(cards) for zone, cards in known.tables.items()},
            "hand": list(known.hand),
            "own_deck": list(known.own_deck),
            "offers": list(known.offers),
            "reserve": list(known.reserve),
            "stack": list(known.stack),
            "seats": [known.plain_seat(number) for number in range(len(known.seats))],
            "result": known.result,
        }
