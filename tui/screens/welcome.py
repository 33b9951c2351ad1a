"""The first question, where neither a setting nor the client says which language to speak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui.i18n import LANGUAGES
from tui.looks import sign
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, line
from tui.widgets.places import Places, stack

__all__ = ["WelcomePage"]

_TITLE = "Undertable"
_ASK = "Language / 語言 / 语言"


class WelcomePage(Page):
    """A choice between the languages, each by its own name."""

    shades = (("all", Colour.BACKGROUND),)

    def __init__(self, chosen: Callable[[str], None]) -> None:
        super().__init__()
        self._chosen = chosen
        self._at = 0

    def plan(self, size: Size) -> Places:
        """Take the whole screen."""
        return stack(size.width, ("all", size.height))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return title, question and choices, in the upper third."""
        del places
        choices = [
            _choice(number, language.name, here=number - 1 == self._at)
            for number, language in enumerate(LANGUAGES, start=1)
        ]
        title = line(Span(f"   {_TITLE}", Colour.TURN, bold=True))
        return {"all": [BLANK, BLANK, title, BLANK, line(f"   {_ASK}"), BLANK, *choices]}

    def key(self, key: str) -> bool:
        """Move, or choose by number or Enter."""
        count = len(LANGUAGES)
        if key in {"up", "down"}:
            self._at = (self._at + (1 if key == "down" else -1)) % count
        elif key == "enter":
            self._chosen(LANGUAGES[self._at].id)
        elif key.isdecimal() and 1 <= int(key) <= count:
            self._chosen(LANGUAGES[int(key) - 1].id)
        else:
            return False
        return True

    def explain(self) -> None:
        """There is nothing to explain yet in a language that is not known."""


def _choice(number: int, name: str, *, here: bool) -> Line:
    """Return one language; the highlighted one has a sign too, for those who see no shades."""
    if here:
        text = f" {sign(Glyph.CURSOR)} {number}  {name} "
        return line(Span(text, Colour.CHOSEN_TEXT, bold=True), shade=Colour.CHOSEN)
    return line(Span(f"   {number} ", Colour.ACCENT, bold=True), Span(f" {name} "))
