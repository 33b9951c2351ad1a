"""Which key does what: every command whose key can be changed; Enter and a key change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui import keymap
from tui.actions.comfort import ChangeKey, GiveBack, GiveBackAll
from tui.actions.command import AnyCommand
from tui.actions.common import Back, Help
from tui.i18n import N_, _
from tui.keymap import Group, Keymap
from tui.looks import sign
from tui.screens.listing import STEPS, first_in_sight
from tui.screens.page import Page
from tui.texts.keys import moved, refused
from tui.widgets.lines import Line, Span, fit, line, pad
from tui.widgets.places import Places, stack

__all__ = ["KeysPage"]

_KEY: Final = 8
_LABEL: Final = 18


class KeysPage(Page):
    """A list of commands; while one waits for its key the next key pressed is that."""

    keys_title = N_("Your keys")
    shades = (
        ("top", Colour.SURFACE),
        ("list", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    commands = (ChangeKey(), GiveBack(), GiveBackAll(), Help(), Back())

    def __init__(
        self, groups: Sequence[Group], sections: Sequence[tuple[str, Sequence[AnyCommand]]]
    ) -> None:
        super().__init__()
        self._groups = groups
        self._rows: list[tuple[str, AnyCommand | None]] = []
        """Titles (message ids) with ``None``, and commands."""
        for title, commands in sections:
            self._rows += [(title, None), *(("", command) for command in commands)]
        self._at = 1
        self._is_waiting = self._sure = False

    @property
    def command(self) -> AnyCommand:
        """The highlighted command."""
        command = self._rows[self._at][1]
        assert command is not None  # the highlight never stands on a title
        return command

    def plan(self, size: Size) -> Places:
        """Give the list what title, notice and footer leave."""
        return stack(size.width, ("top", 2), ("list", size.height - 3), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the commands with their keys."""
        cells, height = places["list"].size
        if self._is_waiting:
            text = _("Press the new key for '{command}'; Esc: as it was.",
                     command=_(self.command.label))  # fmt: skip
        else:
            text = _("Which key does what; it is remembered for your key.")
        title = Line((Span(f" {text}", Colour.STATUS_TEXT, bold=True),), Colour.STATUS)
        top = first_in_sight(self._at, len(self._rows), height)
        return {
            "top": [title, self.notice],
            "list": [self._row(y, cells) for y in range(top, min(top + height, len(self._rows)))],
            "foot": [self.footer(cells)],
        }

    def _row(self, index: int, cells: int) -> Line:
        title, command = self._rows[index]
        if command is None:
            return line(Span(f" {_(title)}", Colour.ACCENT, bold=True))
        here = index == self._at
        changed = keymap.keys(command) != command.keys
        key = "..." if here and self._is_waiting else keymap.shown(command)
        was = _("(was {key})", key=command.keys[0]) + " " if changed else ""
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(key, _KEY), Colour.YOU if changed else Colour.ACCENT, bold=True),
            Span(pad(_(command.label), _LABEL) + " ", bold=here),
            Span(was, Colour.YOU),
            Span(_(command.help), Colour.MUTED),
        )
        return fit(row, cells)

    # --- keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take any key for the command that waits for one."""
        if self._is_waiting:
            self._is_waiting = False
            if key != "escape":
                self._give(self.command, key)
            return
        super().press(key)

    def key(self, key: str) -> bool:
        """Move the highlight over the titles."""
        self._sure = self._sure and key == GiveBackAll.keys[0]
        if key not in STEPS:
            return False
        step = STEPS[key]
        last = len(self._rows) - 1
        self._at = max(1, min(last, self._at + step))
        if self._rows[self._at][1] is None:
            self._at += 1 if step > 0 or self._at == 0 else -1
        return True

    def change(self) -> None:
        """Wait for a key."""
        self._is_waiting = True

    def give_back(self) -> None:
        """Give the highlighted command its own key back."""
        self._give(self.command, self.command.keys[0])

    def give_back_all(self) -> None:
        """Give all commands their own keys back, at the second time of asking."""
        if self._sure:
            self.session.keep_keys(Keymap())
            self.tell(_("Every command has its own key again."), Colour.SUCCESS)
        else:
            self.tell(_("Press the same key again to give every command its own key back."))
        self._sure = not self._sure

    def _give(self, command: AnyCommand, key: str) -> None:
        worn = keymap.worn()
        refusal = worn.refusal(command, key, self._groups)
        if refusal is not None:
            self.tell(refused(refusal, key), Colour.ERROR)
            return
        self.session.keep_keys(worn.with_key(command, key))
        self.tell(moved(command, key), Colour.SUCCESS)
