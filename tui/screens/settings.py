"""What one player has chosen for themselves, and how good their link is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui import comfort
from tui.actions.common import Back, Help
from tui.i18n import LANGUAGES, N_, _, current
from tui.looks import sign
from tui.screens.page import Page
from tui.texts.comfort import link_about, link_name, meter_line
from tui.texts.looks import theme_name
from tui.widgets.lines import BLANK, Line, Span, fit, line, pad, wrap
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.app import UndertableApp

__all__ = ["SETTINGS", "Setting", "SettingsPage"]

EVERY: Final = 2.0
"""Seconds between two looks at the meter, which costs some bytes itself."""
EVERY_SPARING: Final = 10.0
_LABEL: Final = 22
_ABOUT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One row: label and explanation (message ids), its value in words, and how it is changed.

    ``change`` gets -1 or 1; a row that opens a page of its own does so for either.
    """

    label: str
    about: str
    value: Callable[[UndertableApp], str]
    change: Callable[[UndertableApp, int], None]


def _yes(on: bool) -> str:
    return _("on") if on else _("off")


def _language(session: UndertableApp, step: int) -> None:
    ids = [language.id for language in LANGUAGES]
    session.speak(ids[(ids.index(current()) + step) % len(ids)])


def _language_name(_session: UndertableApp) -> str:
    return next(language.name for language in LANGUAGES if language.id == current())


def _mouse(session: UndertableApp, _step: int) -> None:
    session.keep_comfort(replace(session.comfort, mouse=not session.comfort.mouse))


def _still(session: UndertableApp, _step: int) -> None:
    session.keep_comfort(replace(session.comfort, still=not session.comfort.still))


def _link(session: UndertableApp, step: int) -> None:
    session.keep_comfort(session.comfort.with_other_link(step))


SETTINGS: Final[Sequence[Setting]] = (
    Setting(
        label=N_("Language"),
        about=N_("The language of everything; it can be changed at any time."),
        value=_language_name,
        change=_language,
    ),
    Setting(
        label=N_("Look"),
        about=N_("Colours and signs, and whether they follow the game. Enter shows them."),
        value=lambda session: theme_name(session.theme_chosen),
        change=lambda session, _step: session.open_looks(),
    ),
    Setting(
        label=N_("Keys"),
        about=N_("Which key does what. Enter shows all, and each can be changed."),
        value=lambda session: _("{n} changed", n=len(session.keymap.moved)),
        change=lambda session, _step: session.open_keys(),
    ),
    Setting(
        label=N_("Mouse"),
        about=N_(
            "Clicks press what is written there; the wheel turns pages. While it is on, most"
            " terminals select text only with Shift held down."
        ),
        value=lambda session: _yes(session.comfort.mouse),
        change=_mouse,
    ),
    Setting(
        label=N_("Link"),
        about="",
        value=lambda session: link_name(session.comfort.link),
        change=_link,
    ),
    Setting(
        label=N_("First-time notes"),
        about=N_(
            "A sentence or two when something is new, shown once for your key. What you have not"
            " read yet comes when it is time for it."
        ),
        value=lambda session: _yes(session.tips.shown),
        change=lambda session, _step: session.show_tips(shown=not session.tips.shown),
    ),
    Setting(
        label=N_("Keep still"),
        about=N_(
            "Nothing moves by itself: clocks are told in larger steps, and a replay goes on by one"
            " decision for each press."
        ),
        value=lambda session: _yes(session.comfort.still),
        change=_still,
    ),
)


class SettingsPage(Page):
    """Up and down choose a row, left, right and Enter change it; at once, and for good."""

    shades = (
        ("top", Colour.SURFACE),
        ("list", Colour.BACKGROUND),
        ("about", Colour.BACKGROUND),
        ("meter", Colour.PANEL),
        ("foot", Colour.PANEL),
    )
    commands = (Help(), Back())

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def plan(self, size: Size) -> Places:
        """Give the list what the rest leaves."""
        rest = size.height - 2 - _ABOUT - 2
        return stack(
            size.width, ("top", 2), ("list", rest), ("about", _ABOUT), ("meter", 1), ("foot", 1)
        )

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the settings, what the highlighted one means, and the meter."""
        cells = places["list"].width
        title = _("Your settings; they are remembered for your key.")
        about = wrap(self._about(), cells - 2)[:_ABOUT]
        keys = _("arrows: choose and change")
        foot = line(Span(f" {keys}   ", Colour.ACCENT), *self.footer(cells).spans)
        return {
            "top": [
                Line((Span(f" {title}", Colour.STATUS_TEXT, bold=True),), Colour.STATUS),
                self.notice,
            ],
            "list": [BLANK, *(self._row(index, cells) for index in range(len(SETTINGS)))],
            "about": [line(Span(f" {row}", Colour.MUTED)) for row in about],
            "meter": [fit(line(" " + meter_line(self.session.meter)), cells)],
            "foot": [fit(foot, cells)],
        }

    def _about(self) -> str:
        setting = SETTINGS[self._at]
        return _(setting.about) if setting.about else link_about(self.session.comfort.link)

    def _row(self, index: int, cells: int) -> Line:
        setting = SETTINGS[index]
        here = index == self._at
        value = setting.value(self.session)
        text = f" < {value} > " if here else f"   {value}   "
        tone = Colour.CHOSEN_TEXT if here else Colour.TEXT
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(_(setting.label), _LABEL) + " ", bold=here),
            Span(text, tone, bold=here, shade=Colour.CHOSEN if here else None),
        )
        return fit(row, cells)

    def on_mount(self) -> None:
        """Begin to look at the meter."""
        super().on_mount()
        self._measure()

    def _measure(self) -> None:
        """Ask for a round trip, and show the last one."""
        if self.is_current:
            self.session.ask_round_trip()
            self.draw()
        self.set_timer(EVERY_SPARING if comfort.is_coarse() else EVERY, self._measure)

    def key(self, key: str) -> bool:
        """Move, or change."""
        if key in {"up", "down"}:
            self._at = (self._at + (1 if key == "down" else -1)) % len(SETTINGS)
        elif key in {"left", "right", "enter", "space"}:
            SETTINGS[self._at].change(self.session, -1 if key == "left" else 1)
        else:
            return False
        return True
