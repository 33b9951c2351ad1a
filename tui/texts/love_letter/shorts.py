"""The rules of Love Letter of Despair in one line each, where a first sentence does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.i18n import N_

__all__ = ["SHORTS"]

SHORTS: Final[Mapping[str, str]] = {
    "LL-1.1": N_("Every card belongs to Hope or to Despair."),
    "LL-1.2": N_("There are four extra cards."),
    "LL-1.3": N_("The deck has sixteen cards."),
    "LL-1.4": N_("A fate draw shows one of three cards: two Hope, one Despair."),
    "LL-2.3": N_("Whoever holds the bloodstained letter starts the round."),
    "LL-3.1": N_("Draw a card, play one of your two, carry out its effect."),
    "LL-3.3": N_("A card has the effect of the mode that is on."),
    "LL-3.4": N_("Once a round a card may be played for its other effect."),
    "LL-3.5": N_("The mode flips first, then passives, then the effect."),
    "LL-3.7": N_("Whoever is out lays their hand face up."),
    "LL-3.8": N_("A play ends: effect, discard area, passives, win."),
    "LL-4.1": N_("The last player left wins the round at once."),
    "LL-4.2": N_("When the deck is empty the highest hand wins."),
    "LL-4.3": N_("A tie is settled by another round."),
    "LL-4.4": N_("If all who are left are out at once, nobody wins."),
    "LL-5.2": N_("In Hope mode a 7 is checked after every draw of its holder."),
    "LL-5.3": N_("Passives are checked whenever a card is discarded."),
    "LL-6.1": N_("A Hope effect used in Despair does not flip the mode."),
    "LL-6.3": N_("On your right is the player who played before you."),
    "LL-6.5": N_("Fukawa on a protected player: no hand changes."),
    "LL-6.6": N_("Kirigiri on a protected player: no look, one more turn."),
    "LL-6.8": N_("Monokuma on a protected player: nothing comes of it."),
    "LL-6.9": N_("No effect does anything to a protected player."),
    "LL-6.10": N_("A further turn is a turn like any other."),
    "LL-7.1": N_("A protected player can be chosen, but nothing happens."),
    "LL-7.2": N_("If nobody can be chosen, the card does nothing."),
    "LL-7.3": N_("Protection ends as that player's next turn begins."),
    "LL-8.1": N_("What you learn of a hand is noted for you alone."),
}
"""By the number of the clause or section; at most 60 cells."""
