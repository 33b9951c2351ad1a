"""The form for a new table, or for other options of a table that has not started."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from textual.geometry import Region, Size

from engine.registry import GAMES
from themes.pack import Colour, Glyph
from tui import messages
from tui.actions import common
from tui.actions import presets as commands
from tui.i18n import N_, _
from tui.looks import sign
from tui.presets import Preset, setup_of, shelf, words_of
from tui.screens.form import ON, Field, Form
from tui.screens.listing import first_in_sight
from tui.screens.page import Page
from tui.setup import Setup
from tui.shelf import Shelving, shelve
from tui.texts.presets import left_out, preset_name
from tui.texts.seating import seating_name
from tui.texts.sentences import sentences
from tui.texts.watching import replays_name, watch_name
from tui.widgets.lines import BLANK, Line, Span, fit, line, pad, sides, wrap
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.screens.lobby import LobbyPage
    from tui.screens.table import TablePage

__all__ = ["CreatePage"]

_LABELS: Final[Mapping[str, str]] = {
    "game": N_("Game"), "seats": N_("Seats"), "bots": N_("Bots"), "clock": N_("Clock"),
    "late": N_("Out of time"), "watch": N_("Watchers see it"), "replays": N_("Replays open to"),
    "seating": N_("In a rematch"),
}  # fmt: skip
_ABOUT: Final[Mapping[str, str]] = {
    "game": N_("What is played."),
    "seats": N_("How many sit at the table, bots included."),
    "bots": N_("Bots that sit down at once; more can be added at the table."),
    "clock": N_("Time for each decision. Whoever is asked is warned before it runs out."),
    "late": N_("What happens when time runs out; a bot sees only what the player sees."),
    "watch": N_("How late watchers see the game, so that nobody can tell a player what they see."),
    "seating": N_("Where all sit when the game is played again; the rules say who begins."),
    "replays": N_("Who may see every hand again once the game is over; what was public, all may."),
}


_NAME: Final = 20
"""Cells of a preset's name."""

_FIELD: Final = 30
_SHORT_FIELD: Final = 26
"""Cells of a field's name on a wide page and on a narrow one."""
_WIDE: Final = 76


class CreatePage(Page):
    """Up and down choose a field, left and right its value; Enter makes the table."""

    shades = (
        ("top", Colour.SURFACE),
        ("form", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    typing = True
    commands = (
        commands.Done(),
        commands.Presets(),
        commands.Save(),
        common.Help(),
        common.Back(),
        commands.Change(),
    )

    def __init__(self, page: LobbyPage | TablePage) -> None:
        super().__init__()
        self._opener: Any = page
        self._at = 0
        state = getattr(page, "state", None)
        self._editing = state is not None
        if state is None:
            self.form = Form.new(next(iter(GAMES.values())))
        else:
            self.form = Form.of(Setup.of_table(state.frame))

    def plan(self, size: Size) -> Places:
        """Give the form what title, explanation and footer leave."""
        found = stack(size.width, ("top", 2), ("form", size.height - 5), ("foot", 3))
        if self.entry.open:
            found["foot"] = Region(0, size.height - 3, size.width, 2)
            found["entry"] = Region(0, size.height - 1, size.width, 1)
        return found

    def fields(self) -> list[Field]:
        """Return the fields that can be changed here."""
        fixed = {"game", "bots"} if self._editing else set()
        return [f for f in self.form.fields() if f[0] not in fixed]

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the fields, what the highlighted one means, and the footer."""
        cells, height = places["form"].size
        fields = self.fields()
        title = _("Options") if self._editing else _("New table")
        top = first_in_sight(self._at, len(fields), height)
        about = wrap(self._about(fields[self._at][0]), cells - 2)[:2]
        return {
            "top": [
                self._title(title, top, height, len(fields), cells),
                self.notice,
            ],
            "form": [
                self._field(index, field, cells)
                for index, field in enumerate(fields[top : top + height], start=top)
            ],
            "foot": [
                *([line(f" {row}") for row in about] + [BLANK, BLANK])[:2],
                self.footer(cells),
            ],
        }

    @staticmethod
    def _title(title: str, top: int, height: int, count: int, cells: int) -> Line:
        """Return the first row; it says which rows are in sight where not all of them are."""
        left = Line((Span(f" {title}", Colour.STATUS_TEXT, bold=True),), Colour.STATUS)
        if count <= height:
            return left
        seen = _("{first}-{last} of {count}", first=top + 1, last=top + height, count=count)
        return sides(left, line(Span(f"{seen} ", Colour.STATUS_TEXT)), cells)

    def key(self, key: str) -> bool:
        """Move, change, or finish."""
        fields = self.fields()
        match key:
            case "up" | "down":
                self._at = (self._at + (1 if key == "down" else -1)) % len(fields)
            case "left" | "right" | "space":
                step = -1 if key == "left" else 1
                self.form = self.form.turn(fields[self._at][0], step)
                self._at = min(self._at, len(self.fields()) - 1)
            case _:
                return False
        return True

    def take(self, preset: Preset) -> None:
        """Fill the form in with a preset; say what of it is not offered any more."""
        setup, left = setup_of(preset)
        self.form, self._at = Form.of(setup), min(self._at, len(self.fields()) - 1)
        said = _("'{name}' is loaded.", name=preset_name(preset))
        gone = left_out(preset.game, left)
        self.tell(sentences(said, gone), Colour.WARNING if gone else Colour.SUCCESS)

    def ask_name(self) -> None:
        """Open the line for the name of a preset."""
        self.type("save", _("Save these choices as; Enter saves, Esc leaves"), _NAME)

    def typed(self, purpose: str, text: str) -> None:
        """Save the form under the name that was typed."""
        if purpose == "save" and text and self._playable():
            words = words_of(self.form.setup)
            wish = Shelving(shelf=shelf(self.form.game.id), name=text, cards=words)
            self.run_worker(self._save(wish))

    async def _save(self, wish: Shelving) -> None:
        done = await shelve(self.session.connection, wish)
        self.tell(done.said, Colour.ERROR if done.failed else Colour.SUCCESS)

    def _playable(self) -> bool:
        """Return whether the choices go together; say why not."""
        error = self.form.check()
        if error is not None:
            self.tell(messages.config_error(self.form.game.id, error), Colour.ERROR)
        return error is None

    def done(self) -> None:
        """Ask for the table, if the choices go together, and leave the form."""
        if not self._playable():
            return
        setup = self.form.setup
        self._opener.send(setup.configure() if self._editing else setup.create())
        self.back()

    def _field(self, index: int, field: Field, cells: int) -> Line:
        name, _choices, value = field
        here = index == self._at
        marker = sign(Glyph.CURSOR) if here else " "
        tone = Colour.CHOSEN_TEXT if here else Colour.TEXT
        text = f" < {self._value(name, value)} > " if here else f"   {self._value(name, value)}   "
        row = line(
            Span(f" {marker} ", Colour.WARNING, bold=True),
            Span(
                pad(self._label(name), _FIELD if cells >= _WIDE else _SHORT_FIELD) + " ",
                Colour.TEXT,
                bold=here,
            ),
            Span(text, tone, bold=here, shade=Colour.CHOSEN if here else None),
            Span(self._mark(name, value), Colour.WARNING),
        )
        return fit(row, cells)

    def _label(self, name: str) -> str:
        if name in _LABELS:
            return _(_LABELS[name])
        option, _sign, choice = name.partition("=")
        if choice:
            return "  " + messages.choice_name(self.form.game.id, option, choice)
        return messages.option_name(self.form.game.id, option)

    def _value(self, name: str, value: str) -> str:
        match name:
            case "game":
                return messages.game_name(value)
            case "watch":
                return watch_name(int(value))
            case "replays":
                return replays_name(value)
            case "seating":
                return seating_name(value)
            case "clock":
                return messages.clock_name(int(value))
            case "late":
                return messages.late_name(value)
            case "seats" | "bots":
                return value
            case _ if "=" in name:
                return _("on") if value == ON else _("off")
            case _:
                return messages.choice_name(self.form.game.id, name, value)

    def _mark(self, name: str, value: str) -> str:
        """Return the mark of a house rule, where one is chosen."""
        option, _sign, choice = name.partition("=")
        chosen = choice if value == ON else value
        for spec in self.form.game.options:
            if spec.id == option and chosen in spec.house_rule:
                return f" {sign(Glyph.HOUSE_RULE)} {messages.house_rule()}"
        return ""

    def _about(self, name: str) -> str:
        if name in _ABOUT:
            return _(_ABOUT[name])
        return messages.option_help(self.form.game.id, name.partition("=")[0])
