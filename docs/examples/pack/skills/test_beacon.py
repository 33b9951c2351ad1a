"""Beacon by itself: ``pytest docs/examples/pack``."""

from beacon import Beacon


class Night:
    """As much of a game as the skill asks for; it writes down what is done."""

    def __init__(self, top):
        self.top = top
        self.done = []

    def seats(self):
        return (0, 1, 2)

    def mind_count(self, _seat):
        return 1 if self.top else 0

    def rank(self, card):
        return card

    def discard_mind(self, seat):
        self.done.append(("discard_mind", seat))
        return self.top

    def draw(self, seat):
        self.done.append(("draw", seat))

    def heal(self, seat):
        self.done.append(("heal", seat))


def played(top):
    night = Night(top)
    Beacon(seat=0, id="beacon").activate(night, 2)
    return night.done


def test_a_bright_card_lets_both_draw():
    assert played(8) == [("discard_mind", 0), ("draw", 0), ("draw", 2)]


def test_a_dim_card_heals_its_owner():
    assert played(7) == [("discard_mind", 0), ("heal", 0)]


def test_without_a_mind_card_there_is_no_signal():
    assert Beacon(seat=0, id="beacon").can_use(Night(9), None)
    assert not Beacon(seat=0, id="beacon").can_use(Night(0), None)
