"""Beacon, the skill of Tern."""

from engine.games.no81.api import Skill

BRIGHT = 8


class Beacon(Skill):
    """Discard a mind card; of rank 8 or more two players draw, otherwise its owner heals."""

    def can_use(self, g, ev):
        """With a mind card to discard and somebody to signal to."""
        return g.mind_count(self.seat) > 0 and bool(self.choices(g))

    def choices(self, g):
        """Any other living player."""
        return [seat for seat in g.seats() if seat != self.seat]

    def activate(self, g, choice):
        """Every call has happened when it returns."""
        card = g.discard_mind(self.seat)
        if g.rank(card) >= BRIGHT:
            g.draw(self.seat)
            g.draw(choice)
        else:
            g.heal(self.seat)
