"""The rules of No.81 in one line each, where a first sentence does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.i18n import N_

__all__ = ["SHORTS"]

SHORTS: Final[Mapping[str, str]] = {
    "N81-2": N_("104 ordinary cards, and 13 mind cards for each player."),
    "N81-3": N_("A card that is done with goes home."),
    "N81-4": N_("Of a mind deck only the top card can be reached."),
    "N81-5": N_("Start, check, draw 2, play, discard, end."),
    "N81-6": N_("Before something takes effect on you, you may answer."),
    "N81-7": N_("You reach whoever is within your attack range."),
    "N81-8": N_("Damage leaves counters; at 0 health you are dying."),
    "N81-8.9": N_("Who leaves for good is dead, and nobody has killed them."),
    "N81-9": N_("Delayed cards lie in a zone until they are due."),
    "N81-10": N_("Without a mind card: no skills, no reach, no healing."),
    "N81-11": N_("Cold and Warm: a camp wins when only it lives."),
    "N81-13": N_("Hidden Identity: lord, loyalists, rebels and a spy."),
    "N81-14": N_("Karma: you play a pair of characters with the sum 0."),
    "N81-15": N_("After the last round everybody takes damage."),
    "N81-16": N_("A skill works as its text says, unless the mind is broken."),
}
"""By the number of the clause or section; at most 60 cells."""
