"""The bench for the secret pick of a character among those offered (N81-11.2, N81-13.2)."""

from __future__ import annotations

from typing import Final

from server.api import TableFrame
from themes.pack import Colour
from tui.games import Did
from tui.games.no81.setup_bench import SetupBench, View
from tui.games.no81.setup_page import Item, Paragraph
from tui.i18n import _
from tui.screens.state import TableState
from tui.texts import no81
from tui.texts.sentences import sentences

__all__ = ["PicksDesk"]

_NUMBERS: Final = "123456789"


class PicksDesk(SetupBench):
    """One player's pick; a choice is highlighted by its number or the arrows, then handed in."""

    twice = False

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.at = self.ask["options"].index(self.handed[0]) if self.handed else -1

    def answer(self) -> tuple[str, ...]:
        """Return the highlighted choice."""
        return () if self.at < 0 else (self.ask["options"][self.at],)

    def fault(self) -> str:
        """Return that something must be chosen."""
        return _("Choose with the arrows first, or by number.") if self.at < 0 else ""

    def more(self, state: TableState, key: str) -> Did | None:
        """Take a number: the first time it highlights, the second time it hands in."""
        if key not in _NUMBERS or int(key) > len(self.ask["options"]):
            return None
        at = int(key) - 1
        if at == self.at:
            return self.enter(state, sure=True)
        self.at = at
        return Did()

    def title(self) -> str:
        """Return what is chosen."""
        return _("your character")

    def keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed."""
        return [("Enter", _("hand in")), (_("arrows, number"), _("read it")), ("?", _("all of it"))]

    def lead(self, view: View) -> str:
        """Return what is played for, and that nobody sees the pick before all have picked."""
        if self.ask["context"].get("taken"):
            return no81.prompt(self.ask["kind"], self.ask["context"], ())
        together = "" if self.alone else _("All picks are shown together.")
        return sentences(no81.aim_line(view), together)

    def items(self, view: View) -> list[Item]:
        """Return the characters with their numbers, colours and health."""
        del view
        handed = self.handed or ()
        found = []
        for number, option in enumerate(self.ask["options"], start=1):
            colour, health, _karma = no81.side_row(option)
            found.append(
                Item(
                    label=f"{number:>2} {no81.character_name(option)}",
                    mark="x" if option in handed else " ",
                    right=f"{colour} {health:>2}",
                    tone=Colour.YOU if option in handed else Colour.TEXT,
                )
            )
        return found

    def panel(self, view: View) -> list[Paragraph]:
        """Return all that is to be known of the highlighted character."""
        del view
        if self.at < 0:
            return [(_("Walk through the list to read about each."), Colour.MUTED)]
        option = self.ask["options"][self.at]
        texts = no81.character_about(option)
        return [(_full_name(option), Colour.ACCENT), *((text, Colour.TEXT) for text in texts)]


def _full_name(character: str) -> str:
    name, title = no81.character_name(character), no81.character_title(character)
    return _("{name}, {title}", name=name, title=title) if title else name
