"""What all pages share: fixed places, keys as commands, one notice line, text made when drawn."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual.events import Key, Paste, Resize
from textual.geometry import Offset, Size
from textual.layout import Layout
from textual.widget import Widget
from textual.widgets import Input

from server.api import Size as TerminalSize
from themes.pack import Colour, Glyph
from tui import keymap
from tui.actions.command import AnyCommand
from tui.canvas import Canvas, PublicPart, PublicRows
from tui.driver import SessionDriver
from tui.i18n import _, current
from tui.looks import sign
from tui.screens.clicking import MOST_STEPS, cursor_row, key_at, named_key, same_row
from tui.session import SessionScreen
from tui.widgets.entry import Entry
from tui.widgets.lines import BLANK, Line, Span, join, line, width
from tui.widgets.pane import Pane
from tui.widgets.places import Places, PlacesLayout

if TYPE_CHECKING:
    from tui.app import UndertableApp

__all__ = ["Page", "footer", "footer_rows", "key_of"]

_MARKS: Final[Mapping[Colour, Glyph]] = {
    Colour.SUCCESS: Glyph.SUCCESS, Colour.WARNING: Glyph.WARNING, Colour.ERROR: Glyph.ERROR,
}  # fmt: skip
"""Signs before notices, for those who do not see the colour."""
_GAP: Final = "  "


_Said = tuple[list[AnyCommand], str, keymap.Keymap]
_Footing = tuple[list[tuple[str, str]], int, list[int]]


def key_of(event: Key) -> str:
    """Return the key as commands name it: the character if it is one, else Textual's name.

    Full-width characters, as a Chinese input method sends them, count as their plain forms.
    """
    character = event.character
    if character is not None and character.isprintable() and character != " ":
        return unicodedata.normalize("NFKC", character).lower()
    return event.key


def footer(commands: Sequence[tuple[str, str]], cells: int, vital: Collection[int] = ()) -> Line:
    """Return a row of keys and labels, the first ones as long as there is room.

    Those at the places in ``vital`` have their room before all others.
    """
    return _footer([commands[at] for at in _fitting(commands, cells, vital)])


def footer_rows(
    commands: Sequence[tuple[str, str]], cells: int, vital: Collection[int] = ()
) -> list[Line]:
    """Return two rows of keys and labels: on the second is what the first has no room for."""
    first = _fitting(commands, cells, vital)
    rest = [command for at, command in enumerate(commands) if at not in first]
    return [_footer([commands[at] for at in first]), footer(rest, cells)]


def _fitting(commands: Sequence[tuple[str, str]], cells: int, vital: Collection[int]) -> list[int]:
    """Return the places of the commands that a row of ``cells`` has room for."""
    kept = set(vital)
    room = cells - 1 + len(_GAP) - sum(_needed(commands[at]) for at in kept)
    for at, command in enumerate(commands):
        if at in kept:
            continue
        room -= _needed(command)
        if room < 0:
            break
        kept.add(at)
    return sorted(kept)


def _needed(command: tuple[str, str]) -> int:
    return width([Span(" ".join(command))]) + len(_GAP)


def _footer(commands: Sequence[tuple[str, str]]) -> Line:
    parts = [
        (
            Span(key, Colour.ACCENT, bold=True, press=named_key(key)),
            Span(f" {label}", Colour.MUTED),
        )
        for key, label in commands
    ]
    return line(" ", *join(parts, _GAP))


class Page(SessionScreen, inherit_bindings=False):
    """A full screen of panes with commands."""

    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    commands: ClassVar[tuple[AnyCommand, ...]] = ()
    keys_title: ClassVar[str] = ""
    """Where the page's commands stand on the page of keys (a message id)."""
    choice_keys: ClassVar[frozenset[str]] = frozenset()
    """The letters of options and of what is built there, which no command can be moved to."""
    shades: ClassVar[tuple[tuple[str, Colour], ...]] = ()
    """The page's panes by name, with their background shades."""
    typing: ClassVar[bool] = False
    """Whether something can be typed on the page; its place is called ``entry``."""

    def __init__(self) -> None:
        super().__init__()
        self.notice: Line = BLANK
        self.panes = {name: Pane(shade, name=name) for name, shade in self.shades}
        self.entry = Entry()
        """Where something is typed; never shown on a page without a place for it."""
        self._places = PlacesLayout(self.plan)
        self._laid_out: Places = {}
        self._stands = False
        """Whether the library has painted the page with each pane where it was laid out."""

        # What the footer was made of the last time, as it hardly ever changes.
        self._named: tuple[_Said, list[tuple[str, str]], list[int]] | None = None
        self._footer: tuple[_Footing, Line] | None = None

    def compose(self) -> list[Widget]:
        """Return the panes; their places are the plan's."""
        return [*self.panes.values(), *([self.entry] if self.typing else [])]

    @property
    def layout(self) -> Layout:
        """The page's own fixed places, whatever a style sheet says."""
        return self._places

    @property
    def session(self) -> UndertableApp:
        """The App, as what it is."""
        return cast("UndertableApp", self.app)

    @abstractmethod
    def plan(self, size: Size) -> Places:
        """Return where each pane goes at ``size``."""

    @abstractmethod
    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return what each pane shows in ``places``, in the session's language."""

    def draw(self) -> None:
        """Bring every pane up to date; only rows that differ are drawn."""
        size = self.size
        if not self.is_running or not size.area:
            return
        places = self.plan(size)
        if places != self._laid_out:
            # A screen forgets its arrangement only when one of its children asks for a layout.
            self._laid_out, self._stands = places, False
            next(iter(self.panes.values())).refresh(layout=True)
        drawn = self.rows(places)
        shown = {name: rows for name, rows in drawn.items() if name in places}
        driver = self._free_driver(size)
        if driver is None:
            for name, rows in shown.items():
                self.panes[name].show(rows)
            return
        public, private = (Canvas(driver.grid, driver.depth, public=it) for it in (True, False))
        whole = isinstance(drawn, PublicRows)
        laid = [
            self.panes[name].lay(
                rows, places[name], public if whole or isinstance(rows, PublicPart) else private
            )
            for name, rows in shown.items()
        ]
        if any(laid):
            driver.flush_soon()

    def _free_driver(self, size: Size) -> SessionDriver | None:
        """Return where rows can be laid: this page is on the screen, each pane in its place."""
        driver = self.session.canvas
        if driver is None or not self._stands or self.app.screen is not self:
            return None
        return driver if driver.grid.size == TerminalSize(*size) else None

    def painted(self) -> None:
        """Look whether each pane is in its place now; until that changes, rows are laid there."""
        # A host's style sheet may have put a pane elsewhere: then the library draws the page.
        self._stands = self._stands or all(
            pane.content_region == self._laid_out[name]
            for name, pane in self.panes.items()
            if name in self._laid_out
        )

    def tell(self, text: str, tone: Colour = Colour.WARNING) -> None:
        """Show one line under the status until the next key."""
        mark = sign(_MARKS.get(tone, Glyph.NEWS))
        self.notice = line(Span(f" {mark} {text}", tone, bold=True))
        self.draw()

    def footer(self, cells: int) -> Line:
        """Return the row of commands that are available now."""
        keys, vital = self._keys()
        made = (keys, cells, vital)
        if self._footer is None or self._footer[0] != made:
            self._footer = (made, footer(keys, cells, vital))
        return self._footer[1]

    def footer_rows(self, cells: int) -> list[Line]:
        """Return them on two rows, for a page of many."""
        keys, vital = self._keys()
        return footer_rows(keys, cells, vital)

    def _keys(self) -> tuple[list[tuple[str, str]], list[int]]:
        """Return keys and labels of the commands that are available, and which are vital."""
        now = [c for c in self.commands if c.footer and c.available(self)]
        said = (now, current(), keymap.worn())
        if self._named is None or self._named[0] != said:
            keys = [(keymap.shown(command), _(command.label)) for command in now]
            self._named = (said, keys, [at for at, command in enumerate(now) if command.vital])
        return self._named[1], self._named[2]

    def key(self, key: str) -> bool:
        """Take ``key`` before any command does; return whether it meant something."""
        del key
        return False

    def typed(self, purpose: str, text: str) -> None:
        """Take what was typed into the entry, without spaces around it; it may be empty."""

    def type(self, purpose: str, placeholder: str, limit: int) -> None:
        """Open the entry."""
        self.entry.begin(purpose, placeholder, limit)
        self.draw()

    def stop_typing(self) -> None:
        """Close the entry."""
        self.entry.end()
        self.draw()

    def explain(self) -> None:
        """Show the help of this page."""
        self.session.open_help(self)

    def help_text(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return titled paragraphs for the help page, after the keys."""
        return ()

    def help_lead(self) -> tuple[str, Sequence[str]] | None:
        """Return title and paragraphs about what is highlighted, for the top of the help page."""
        return None

    def rules_at(self) -> tuple[str, str]:
        """Return the game and the id of the rule that are highlighted; empty for none."""
        return "", ""

    def back(self) -> None:
        """Go to the page before."""
        if self.app.screen is self:
            self.session.pop_screen()

    def on_mount(self) -> None:
        """Draw for the first time."""
        self.draw()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        del event
        self.call_after_refresh(self.draw)

    def on_screen_suspend(self) -> None:
        """Take note that another page is painted over this one."""
        self._stands = False

    def on_screen_resume(self) -> None:
        """Draw what has changed while another page was on top."""
        self.draw()

    def on_paste(self, event: Paste) -> None:
        """Drop what was pasted while nothing was open to type into: text is no command."""
        event.stop()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Close the entry and take what was typed."""
        message.stop()
        self._submit(message.value)
        self.draw()

    def _type(self, entry: Entry, event: Key) -> None:
        """Take a key that the entry has left to the page, or that came before it had the focus."""
        match event.key:
            case "escape":
                self.stop_typing()
            case "enter":
                self._submit(entry.value)
            case _:
                entry.take(event.character)

    def _submit(self, value: str) -> None:
        purpose = self.entry.purpose
        self.stop_typing()
        self.typed(purpose, value.strip())

    def press(self, key: str) -> None:
        """Do what ``key`` means to this player: the page comes first, then the page's commands."""
        now = [command for command in self.commands if command.available(self)]
        key, found = keymap.meant(key, now)
        if key and not self.key(key) and found:
            found[0].run(self)

    def click(self, x: int, y: int) -> None:
        """Press what is written at column ``x`` of row ``y`` of the screen."""
        places = self._laid_out.items()
        name = next((name for name, place in places if place.contains(x, y)), "")
        pane = self.panes.get(name)
        if pane is None or (self.typing and not self.entry.is_attached):
            return
        here = Offset(x, y) - self._laid_out[name].offset
        if here.y >= len(pane.rows):
            return
        self.notice = BLANK
        row = pane.rows[here.y]
        with self.session.taking_input():
            if key := key_at(row, here.x):
                self.press(key)
            else:
                self._click_row(pane, here.y, row)
        self.draw()

    def _click_row(self, pane: Pane, y: int, row: Line) -> None:
        """Go to a row of a list; do what Enter does where the highlight is there already."""
        now = cursor_row(pane.rows)
        if now is None or not row.text.strip():
            return
        if now == y:
            self.press("enter")
            return
        for _step in range(min(abs(y - now), MOST_STEPS)):
            if not self.session.steps.try_take(1):
                return  # each is drawn: many clicks must not cost more than many keys
            self.press("down" if y > now else "up")
            self.draw()
            found = cursor_row(pane.rows)
            if found is None or same_row(pane.rows[found], row):
                return

    def on_key(self, event: Key) -> None:
        """Give a key to the page, else to the first available command that has it."""
        event.stop()
        current = self.app.screen
        if current is not self:
            # Typed ahead: the key before it has opened or left a page.
            current.post_message(Key(event.key, event.character))
            return
        if self.typing and not self.entry.is_attached:
            return  # typed while the session ends: the page is being taken apart
        self.notice = BLANK
        key = key_of(event)
        with self.session.taking_input():
            if self.entry.open and key not in {"pageup", "pagedown"}:
                self._type(self.entry, event)
            else:
                self.press(key)
        self.draw()
