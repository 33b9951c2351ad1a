"""The lobby: tables to sit at, return to or watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from textual.geometry import Region, Size

from server.api import LobbyFrame, LobbyRow, NoticeFrame, Stage
from server.requests import LobbyRequest
from themes.pack import Colour, Glyph
from tui import keymap, messages
from tui.actions import admin, comfort, common, lessons, lines, lobby, replays, rules
from tui.feed import Arrived, Ended, Feed
from tui.i18n import LANGUAGES, N_, _, current, join_list, n_
from tui.lessons import finished
from tui.looks import sign
from tui.screens.listing import STEPS, first_in_sight
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, clean, fit, line, pad, sides
from tui.widgets.places import Places, stack

__all__ = ["LobbyPage"]

MAX_CODE: Final = 12
"""Most characters of a join code that the screen takes."""


class LobbyPage(Page):
    """All tables that this player may see; the highlight stays on its table as rows move."""

    keys_title = N_("In the lobby")
    shades = (
        ("top", Colour.SURFACE),
        ("list", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    typing = True
    commands = (
        lobby.Confirm(),
        lobby.NewTable(),
        lobby.Code(),
        lobby.Watch(),
        common.Help(),
        lessons.Learn(),
        replays.Replays(),
        rules.Rules(),
        common.NextLanguage(),
        common.Looks(),
        comfort.Settings(),
        comfort.YourKeys(),
        lines.LineMode(),
        admin.HostDesk(),
        common.Leave(),
    )

    def __init__(self) -> None:
        super().__init__()
        self.frame: LobbyFrame | None = None
        self._code = ""
        self._feed: Feed | None = None

    def plan(self, size: Size) -> Places:
        """Give the list what title, notice and footer leave."""
        foot = 2 if self.entry.open else 3
        found = stack(size.width, ("top", 3), ("list", size.height - 3 - foot), ("foot", foot))
        if self.entry.open:
            found["foot"] = Region(0, size.height - 2, size.width, 1)
            found["entry"] = Region(0, size.height - 1, size.width, 1)
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return who is here, the tables, and what can be done."""
        cells = places["top"].width
        return {
            "top": [self._title(cells), self._summary(cells), self.notice],
            "list": self._list(places["list"].width, places["list"].height),
            "foot": [self._own_seat(cells), *self.footer_rows(cells)],
        }

    # --- frames ----------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Open the lobby."""
        self._open()

    def on_unmount(self) -> None:
        """Leave the lobby."""
        self._close()

    def on_screen_suspend(self) -> None:
        """Stop listening while another page is on top."""
        self._close()

    def on_screen_resume(self) -> None:
        """Listen again."""
        self.session.sit_at()
        self._open()
        word = self.session.last_word
        self.session.last_word = None
        if word is not None:
            self.tell(*word)

    def _open(self) -> None:
        if self._feed is None or self._feed.closed:
            self._feed = Feed(self, self.session.lobby_channel())
            self.run_worker(self._feed.run(), exclusive=True)

    def _close(self) -> None:
        if self._feed is not None:
            self._feed.close()

    def on_arrived(self, message: Arrived) -> None:
        """Take one frame and draw it."""
        try:
            match message.frame.get("t"):
                case "lobby":
                    self._take(cast("LobbyFrame", message.frame))
                case "notice":
                    self._notice(cast("NoticeFrame", message.frame))
                case _:
                    pass
            self.draw()
        finally:
            message.handled.set()

    def on_ended(self, message: Ended) -> None:
        """End the session when the server closes the lobby."""
        del message
        self.session.server_gone()

    def _take(self, frame: LobbyFrame) -> None:
        self.frame = frame
        mine = [row for row in frame["tables"] if row["mine"] >= 0]
        if self.row is None and frame["tables"]:
            self._code = (mine or frame["tables"])[0]["code"]
        running = [row for row in mine if row["stage"] == Stage.PLAYING]
        if len(running) == 1 and self.is_current:
            self.session.return_once(running[0]["code"])

    def _notice(self, frame: NoticeFrame) -> None:
        opened = frame.get("opened")
        if opened:
            self._code = opened
            self.session.opened(opened)
            return
        tone = Colour.ERROR if frame["level"] == "error" else Colour.SUCCESS
        text = messages.notice(frame["code"], frame["params"])
        if frame.get("closed"):
            self.session.last_word = (text, tone)
        self.session.tell(text, tone)

    def send(self, request: LobbyRequest) -> None:
        """Ask something of the lobby."""
        self._open()
        if self._feed is not None:
            self._feed.send(request)

    # --- keys ------------------------------------------------------------------------------

    @property
    def row(self) -> LobbyRow | None:
        """The highlighted table."""
        tables = [] if self.frame is None else self.frame["tables"]
        return next((row for row in tables if row["code"] == self._code), None)

    def key(self, key: str) -> bool:
        """Move the highlight."""
        tables = [] if self.frame is None else self.frame["tables"]
        if key not in STEPS or not tables:
            return False
        at = next((i for i, row in enumerate(tables) if row["code"] == self._code), 0)
        self._code = tables[max(0, min(len(tables) - 1, at + STEPS[key]))]["code"]
        return True

    def go(self, *, watch: bool = False) -> None:
        """Go to the highlighted table."""
        if self.row is not None:
            self.session.open_table(self.row["code"], watch=watch)

    def ask_code(self) -> None:
        """Open the line for a join code."""
        self.type("code", _("Join code, like FROG-71; Esc leaves"), MAX_CODE)

    def typed(self, purpose: str, text: str) -> None:
        """Go to the table with the code that was typed."""
        if purpose == "code" and text:
            self.session.open_table(text)

    # --- rows ------------------------------------------------------------------------------

    def _title(self, cells: int) -> Line:
        who = self.session.connection.who
        server = "" if self.frame is None else clean(self.frame["server"])
        title = _("Undertable on {server}", server=server) if server else "Undertable"
        bound = _("guest") if who.guest else clean(who.tag)
        you = [Span(f" {clean(self.session.name_shown)}", Colour.YOU, bold=True)]
        if bound:
            you.append(Span(f" {bound}", Colour.MUTED))
        for language in LANGUAGES:
            here = language.id == current()
            tone = Colour.TEXT if here else Colour.MUTED
            you.append(Span(f"  {language.name}", tone, bold=here))
        return sides(line(Span(f" {title}", Colour.ACCENT, bold=True)), line(*you, " "), cells)

    def _summary(self, cells: int) -> Line:
        if self.frame is None:
            text = _("Opening the lobby ...")
        else:
            tables = n_("{n} table", "{n} tables", len(self.frame["tables"]))
            people = n_("{n} player here", "{n} players here", self.frame["online"])
            text = f"{tables}   {people}"
        row = fit(line(Span(f" {text}", Colour.STATUS_TEXT, bold=True)), cells)
        return Line(row.spans, Colour.STATUS)

    def _list(self, cells: int, height: int) -> list[Line]:
        tables = [] if self.frame is None else self.frame["tables"]
        if not tables:
            key = keymap.shown(lobby.NewTable)
            text = _("There is no table yet. Press {key} to make one.", key=key)
            return [BLANK, line(Span(f"   {text}", Colour.MUTED))] if self.frame else []
        code, seats, stage, names = _("code"), _("seats"), _("stage"), _("players")
        game_cells = 26 if cells >= 76 else 12
        widths = (11, game_cells, 13, 11)
        titles = zip((code, _("game"), seats, stage), widths, strict=True)
        head = "".join(pad(text, size) for text, size in titles)
        rows = [fit(line(Span(f"   {head}{names}", Colour.MUTED)), cells)]
        at = next((i for i, row in enumerate(tables) if row["code"] == self._code), 0)
        top = first_in_sight(at, len(tables), height - 1)
        sight = tables[top : top + height - 1]
        return rows + [self._table(row, widths, cells) for row in sight]

    def _table(self, row: LobbyRow, widths: tuple[int, ...], cells: int) -> Line:
        here = row["code"] == self._code
        seats = f"{row['taken']}/{row['seats']}"
        if row["bots"]:
            seats += " " + n_("+{n} bot", "+{n} bots", row["bots"])
        names = join_list(clean(name) for name in row["names"])
        marker = sign(Glyph.CURSOR) if here else " "
        shade = Colour.CHOSEN if here else None
        tone = Colour.CHOSEN_TEXT if here else Colour.ACCENT
        tail: list[Span] = []
        if row["your_turn"]:
            tail.append(Span(_("YOUR TURN") + "  ", Colour.WARNING, bold=True))
        elif row["mine"] >= 0:
            tail.append(Span(_("your seat") + "  ", Colour.YOU))
        parts = line(
            Span(f" {marker} ", Colour.WARNING, bold=True),
            Span(pad(clean(row["code"]), widths[0] - 1), tone, bold=True, shade=shade),
            " ",
            pad(messages.game_name(row["game"]), widths[1] - 1) + " ",
            pad(seats, widths[2]),
            Span(pad(messages.stage_name(row["stage"]), widths[3]), Colour.MUTED),
            *tail,
            names,
        )
        return fit(parts, cells)

    def _newcomer(self, cells: int) -> Line:
        """Return a word to those who have never looked at the lessons; then it is gone."""
        if finished(self.session.record["settings"]) is not None:
            return BLANK
        key = keymap.shown(lessons.Learn)
        text = _("New here? {key}: learn a game by playing it, in five minutes.", key=key)
        return fit(line(Span(f" {text}", Colour.YOU)), cells)

    def _own_seat(self, cells: int) -> Line:
        row = self.row
        if row is None or row["mine"] < 0:
            return self._newcomer(cells)
        text = _("You have a seat at {code}. Enter goes there.", code=clean(row["code"]))
        return fit(line(Span(f" {text}", Colour.YOU)), cells)
