"""People at the table: they read their screen, as a player would, and press keys."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.games.love_letter.terms import Mode
from tests.e2e.harness import Pane, until
from tests.e2e.truth import Truth, read_truth
from tui import i18n
from tui.i18n import _
from tui.texts.love_letter import card_short, card_text

__all__ = ["Person", "play_to_the_end", "start_together"]

JOIN_CODE = re.compile(r"\b[A-Z]{3,8}-\d\d\b")


@dataclass(slots=True)
class Person:
    """One player: a terminal, a seat and a language (``en`` or ``zh_Hant``)."""

    pane: Pane
    seat: int
    language: str

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Make sentences in this player's language."""
        i18n.use(self.language)
        try:
            yield
        finally:
            i18n.use("en")

    def says(self, message: str) -> str:
        """Return ``message`` as this player's screen writes it."""
        with self.speaking():
            return _(message)

    def asked(self, screen: str) -> bool:
        """Tell whether ``screen`` says that it is this player's turn."""
        return self.says("YOUR TURN") in screen

    def over(self, screen: str) -> bool:
        """Tell whether ``screen`` shows the results."""
        return self.says("GAME OVER") in screen

    def hand_shown(self, screen: str, truth: Truth) -> bool:
        """Tell whether every card of the player's own hand is named on ``screen``."""
        with self.speaking():
            return all(card_short(card) in screen for card in truth.hand(self.seat))

    def leaked(self, screen: str, truth: Truth) -> set[str]:
        """Return the cards named on ``screen`` whose place this player was never told.

        A card's own text may name others (Asahina's names Ogami), so what the texts of known cards
        name is no leak.
        """
        pool, known = set(truth.driver.state.pool), truth.known_to(self.seat)
        with self.speaking():
            texts = " ".join(card_text(card, mode) for card in known for mode in Mode)
            return {
                c for c in pool - known if card_short(c) in screen and card_short(c) not in texts
            }

    def read_missed(self) -> str:
        """Leave the list of what was missed, if there is one; return the table's screen."""
        listed = self.says("Any key goes to the table; it does nothing else.")
        if listed in self.pane.until(re.escape(self.says("only you"))):
            self.pane.send("Space")
            until(lambda: listed not in self.pane.text, what="the list has gone")
        return self.pane.until(re.escape(self.says("only you")))

    def move(self) -> None:
        """Take the first choice: highlight it, then confirm."""
        self.pane.send("Down")
        time.sleep(0.15)
        self.pane.send("Enter")
        time.sleep(0.15)


def start_together(host: Person, guest_joins: Person | None, code: str) -> None:
    """Get everybody ready and start; bots take the empty seats."""
    if guest_joins is not None:
        guest_joins.pane.until(code)
        guest_joins.pane.send("r")
        host.pane.until(re.escape(host.says("All are ready: press s to start.")))
    host.pane.send("s")
    host.pane.until(re.escape(host.says("only you")))


def play_to_the_end(people: list[Person], data: Path, *, patience: float = 100.0) -> int:
    """Play until every screen shows the results; check each screen at each step.

    Returns how many screens were checked against the truth while the game was on.
    """
    checked = 0
    end = time.monotonic() + patience
    while time.monotonic() < end:
        screens = [(person, person.pane.text) for person in people]
        # Read after the screens were taken: what a player is told meanwhile is no leak.
        truth = read_truth(data)
        for person, screen in screens:
            assert not person.leaked(screen, truth), screen
            checked += not person.over(screen)
        if all(person.over(screen) for person, screen in screens):
            return checked
        for person, screen in screens:
            if person.asked(screen):
                until(
                    lambda p=person: p.hand_shown(p.pane.text, read_truth(data)),  # type: ignore[misc]
                    what="the player's own hand is on the player's own screen",
                )
                person.move()
        time.sleep(0.1)
    raise AssertionError("not over in time:\n" + "\n".join(p.pane.text for p in people))
