"""The looks: every theme worn at once while it is highlighted, with an example of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from textual.geometry import Region, Size

from themes.pack import Colour, Glyph, Theme
from tui import comfort
from tui.actions.common import Back
from tui.actions.looks import Follow, Keep, Signs
from tui.colour import Depth
from tui.i18n import N_, _, join_list
from tui.looks import sign
from tui.screens.listing import first_in_sight
from tui.screens.looks_sample import sample
from tui.screens.page import Page
from tui.texts.looks import mood_name, signs_name, theme_name
from tui.wardrobe import Taste
from tui.widgets.lines import Line, Span, cut, fit, line, wrap
from tui.widgets.places import Places

__all__ = ["LooksPage"]

PAUSE: Final = 0.1
"""Seconds at least between two looks: a change paints everything, and an arrow may be held down."""
LIST: Final = 24
"""Cells of the list at the left."""
TOP: Final = 2
MINE: Final = 5
ABOUT: Final = 3
"""Rows that say how the signs and the game are followed."""


class LooksPage(Page):
    """A list of themes; whatever is highlighted is worn until Enter keeps it or Esc does not."""

    keys_title = N_("Looks")
    shades = (
        ("top", Colour.STATUS),
        ("list", Colour.BACKGROUND),
        ("turn", Colour.TURN),
        ("ring", Colour.SURFACE),
        ("mine", Colour.PRIVATE),
        ("chat", Colour.PANEL),
        ("about", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    commands = (Keep(), Follow(), Signs(), Back())

    def __init__(self) -> None:
        super().__init__()
        self._before = self.wish = Taste()
        self._ids: tuple[str, ...] = ()
        self._at = 0
        self._mood = ""
        self._pausing = self._is_late = False

    def on_mount(self) -> None:
        """Begin with what is worn."""
        session = self.session
        self._before = self.wish = session.taste
        self._ids = session.wardrobe.ids
        worn = session.theme_worn.id
        self._at = self._ids.index(session.taste.theme if self._chosen(session.taste) else worn)
        super().on_mount()

    def _chosen(self, taste: Taste) -> bool:
        return taste.theme in self._ids

    @property
    def theme(self) -> Theme:
        """The theme that is highlighted."""
        return self.session.wardrobe.themes[self._ids[self._at]]

    def plan(self, size: Size) -> Places:
        """Give the list the left edge and the example the rest."""
        columns, rows = size
        right, body = columns - LIST, rows - TOP - 1
        chat = body - 1 - ABOUT - MINE
        ring = max(3, chat // 2)
        found = {
            "top": Region(0, 0, columns, TOP),
            "list": Region(0, TOP, LIST, body),
            "foot": Region(0, rows - 1, columns, 1),
        }
        heights = (("turn", 1), ("ring", ring), ("mine", MINE), ("chat", chat - ring))
        top = TOP
        for name, height in (*heights, ("about", ABOUT)):
            found[name] = Region(LIST, top, right, height)
            top += height
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the list and the example."""
        if not self._ids:
            return {}
        title = _("How shall it look?  Arrows try a look on.")
        shown = sample(places["ring"].width)
        cells = places["about"].width
        about = [fit(line(Span(f" {row}", Colour.MUTED)), cells) for row in self._about(cells)]
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True)), self._worn_row()],
            "list": self._list(places["list"].height),
            "turn": [shown.turn],
            "ring": shown.ring,
            "mine": shown.mine,
            "chat": shown.notices,
            "about": about,
            "foot": [self.footer(places["foot"].width)],
        }

    def _worn_row(self) -> Line:
        session = self.session
        if session.depth is Depth.MONO:
            text = _("This terminal has no colours: signs and weight alone are shown.")
        elif session.depth is Depth.COLOURS_16:
            text = _("This terminal has 16 colours: a theme of more is shown by the nearest ones.")
        elif comfort.is_sparing():
            text = _("Your link is spared: the terminal's own colours are worn elsewhere.")
        else:
            text = ""
        return line(Span(f" {text}", Colour.STATUS_TEXT))

    def _list(self, height: int) -> list[Line]:
        top = first_in_sight(self._at, len(self._ids), height)
        rows = []
        for index, theme in enumerate(self._ids[top : top + height], top):
            name = cut(theme_name(self.session.wardrobe.themes[theme]), LIST - 5)
            if index == self._at:
                text = Span(f" {sign(Glyph.CURSOR)} {name} ", Colour.CHOSEN_TEXT, bold=True)
                rows.append(line(text, shade=Colour.CHOSEN))
            else:
                rows.append(line(f"   {name}"))
        return rows

    def _about(self, cells: int) -> list[str]:
        taste = self.wish
        if taste.follow:
            follow = _("A game's own look is worn at its tables, this one elsewhere.")
        else:
            follow = _("This look is worn everywhere.")
        signs = _("Signs: {kind}.", kind=signs_name(taste.signs))
        moods = self.theme.moods
        rows = [*wrap(follow, cells - 2), signs]
        if moods and len(rows) < ABOUT:
            names = [mood_name(mood) for mood in moods]
            rows.append(_("Left and right: as it turns with {moods}.", moods=join_list(names)))
        return rows[:ABOUT]

    # --- keys ------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Try on another look, or another mood of it."""
        last = len(self._ids) - 1
        steps = {"up": -1, "down": 1, "home": -last, "end": last, "pageup": -5, "pagedown": 5}
        if key in steps:
            step = steps[key]
            at = self._at + step
            self._at = at % (last + 1) if abs(step) == 1 else max(0, min(last, at))
            self._mood = ""
        elif key in {"left", "right"} and self.theme.moods:
            moods = ["", *self.theme.moods]
            step = 1 if key == "right" else -1
            self._mood = moods[(moods.index(self._mood) + step) % len(moods)]
        elif key in {"escape", "backspace", "q"}:
            self.wish = self._before
            self.session.dress()
            self.back()
            return True
        else:
            return False
        self._try_on()
        return True

    def _try_on(self) -> None:
        """Wear what is highlighted: at once, or in a moment while arrows come fast."""
        if self._pausing:
            self._is_late = True
            return
        self._pausing, self._is_late = True, False
        self.set_timer(PAUSE, self._paused)
        taste = replace(self.wish, theme=self._ids[self._at], follow=False)
        self.session.dress(taste, self._mood)

    def _paused(self) -> None:
        self._pausing = False
        if self._is_late and self.is_current:
            self._try_on()

    def follow(self) -> None:
        """Follow the game, or not."""
        self.wish = replace(self.wish, follow=not self.wish.follow)

    def other_signs(self) -> None:
        """Take the next kind of signs."""
        self.wish = self.wish.with_other_signs()
        self._try_on()

    def keep(self) -> None:
        """Wear this from now on."""
        self.back()
        self.session.keep_look(replace(self.wish, theme=self._ids[self._at]))
