"""The page of one table, from the waiting room to the result: frames in, requests out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, cast

from textual.events import Key
from textual.geometry import Size
from textual.timer import Timer

from server import requests
from server.api import Channel, NoticeFrame, Stage, TableFrame
from server.codes import Code
from themes.pack import Colour
from tui import messages
from tui.actions import admin, comfort, common, desk, eyes, lines, replays, rules
from tui.actions import table as during
from tui.actions import waiting as before
from tui.actions.command import AnyCommand
from tui.canvas import PublicRows
from tui.feed import Arrived, Ended, Feed
from tui.games import Bench, Did
from tui.i18n import N_, _, n_
from tui.screens import choosing, hinting, missed
from tui.screens.asking import about_ask
from tui.screens.logbook import Logbook, sentence
from tui.screens.scene import SceneInput, clock_left, next_tick, places, status_row
from tui.screens.staging import scene_of
from tui.screens.state import MADE_UP, TableState
from tui.screens.tips import TipBox
from tui.screens.watching import Told, watched
from tui.screens.wishes import TableWishes
from tui.shelf import Shelving, shelve
from tui.tips import Tip
from tui.wardrobe import mood_of
from tui.widgets.lines import BLANK, Line, clean
from tui.widgets.places import Places

__all__ = ["TablePage"]

_ARROWS: Final[Mapping[str, int]] = {"left": -1, "up": -1, "right": 1, "down": 1}
_READ_AFTER: Final = 1.0
"""Seconds on the screen after which a key says that its player has read it."""
_SHOWN_AFTER: Final = 1.0
"""Seconds from drawing an event to telling the table that it was seen; several go together."""


class TablePage(TableWishes):
    """One table, at a seat or as a spectator."""

    keys_title = N_("At a table")
    choice_keys = frozenset("abdefgijmprstvwxy")
    shades: ClassVar[tuple[tuple[str, Colour], ...]] = (
        ("top", Colour.SURFACE),
        ("ring", Colour.BACKGROUND),
        ("mine", Colour.PRIVATE),
        ("log", Colour.SURFACE),
        ("chat", Colour.PANEL),
        ("dock", Colour.BACKGROUND),
    )
    typing = True
    tipping: ClassVar[bool] = True
    """Whether first-time notes are shown on the page."""
    commands: ClassVar[tuple[AnyCommand, ...]] = (
        before.SitDown(),
        eyes.Lend(),
        before.Ready(),
        before.StartGame(),
        during.Rematch(),
        replays.AgainWhole(),
        replays.Again(),
        during.AlwaysPass(),
        desk.BeReady(),
        desk.Send(),
        desk.Diary(),
        desk.Why(),
        desk.Talk(),
        common.Help(),
        during.Hints(),
        rules.Rules(),
        during.Notes(),
        during.Chat(),
        before.Invite(),
        before.AddBot(),
        before.RemoveBot(),
        before.OtherOptions(),
        eyes.StopLooking(),
        eyes.LookThrough(),
        during.StandIn(),
        during.Take(),
        during.Mute(),
        before.StandUp(),
        during.StepOut(),
        during.StepIn(),
        during.GiveUp(),
        during.Hide(),
        admin.HostDesk(),
        during.LogFocus(),
        desk.Walk(),
        desk.Empty(),
        desk.Turn(),
        desk.Fold(),
        during.ScrollUp(),
        during.ScrollDown(),
        common.NextLanguage(),
        common.Looks(),
        comfort.Settings(),
        comfort.YourKeys(),
        lines.LineMode(),
        common.Back(),
    )

    def __init__(self, code: str, *, watch: bool = False) -> None:
        super().__init__()
        self.code = code
        self._watch = watch
        self._sat = watch
        self._logbook = Logbook()
        self._told = Told()
        self._feed: Feed | None = None
        self.tips = TipBox()
        self._ended = False
        self._titled = ""
        self._arrived = 0.0
        self._timer: Timer | None = None
        self._rings = 0.0
        """When the timer rings, as ``time.monotonic`` counts."""
        self._showing: Timer | None = None
        self._told_seen = (0, 0)
        self._fenced = False
        self._warned = False
        self._warning = BLANK
        self._next_answers: list[tuple[str, ...]] = []
        """What a desk has said since the answer that is on its way."""

    # --- panes ---------------------------------------------------------------------------------

    def plan(self, size: Size) -> Places:
        """Return the places of the scene that is on."""
        typing = self.entry.open
        if self.state is None:
            return places(size, ring=0, mine=0, dock=2, entry=typing)
        return scene_of(self.state).plan(size, self.state, typing)

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return what the scene draws."""
        state = self.state
        if state is None:
            cells = places["top"].width
            text = _("Going to table {code} ...", code=clean(self.code))
            return {
                "top": [BLANK, status_row(text, "", cells, turn=False, clock="").row, self.notice],
                "dock": [BLANK, self.footer(cells)],
            }
        frame = state.frame
        # The private shade is for private things alone.
        self.panes["mine"].dye(Colour.PRIVATE if state.sees and self.started else Colour.PANEL)
        scene = SceneInput(
            state=state,
            places=places,
            logbook=self._logbook,
            notice=self.notice,
            footer=self.footer,
            left=clock_left(frame["clock"], time.monotonic() - self._arrived),
        )
        rows = watched(scene, self._keys, self._told, scene_of(state).draw)
        noted = self.tips.over(rows, places, state, self.session.tips) if self.tipping else rows
        # A note is the same text for everybody, so what it stands over stays as public as it was.
        made = noted is not rows and isinstance(rows, PublicRows)
        return PublicRows(noted) if made else noted

    # --- frames --------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Open the table."""
        self._feed = Feed(self, self.open_channel())
        self.run_worker(self._feed.run())

    def open_channel(self) -> Channel:
        """Return a new channel to the table."""
        return self.session.table_channel(self.code, watch=self._watch)

    def on_unmount(self) -> None:
        """Detach; the seat is kept."""
        if self._feed is not None:
            self._feed.close()
        self.session.set_title("Undertable")

    def on_arrived(self, message: Arrived) -> None:
        """Take one frame and draw it."""
        try:
            if message.frame.get("t") == "table":
                self._take(cast("TableFrame", message.frame))
            elif message.frame.get("t") == "notice":
                self._notice(cast("NoticeFrame", message.frame))
            self.draw()
        finally:
            message.handled.set()

    def on_ended(self, message: Ended) -> None:
        """Go back to the lobby when the table has ended; its last word is shown there."""
        del message
        self._ended = True
        self.session.closed(self)

    def on_screen_resume(self) -> None:
        """Leave if the table has ended meanwhile."""
        if self._ended:
            self.session.closed(self)
        self._soon_seen()

    def _take(self, frame: TableFrame) -> None:
        self._arrived = time.monotonic()
        if self.state is None:
            self.code = frame["code"]
            self.state = TableState.begin(frame)
            self.state.returning = missed.has_missed(self.state)
            asked = self.state.asked
            if (count := self.state.missed_lines) and not self.state.returning:
                # The log may be too small to show where the new lines begin.
                text = n_(
                    "{n} line is new since you were here: PgUp shows it.",
                    "{n} lines are new since you were here: PgUp shows them.",
                    count,
                )
                self.tell(text, Colour.YOU)
        else:
            before, was_away = self.state.choosing.ask, self.state.away
            asked = self.state.take(frame)
            if self.notice is self._warning and self.state.choosing.ask != before:
                self.notice = BLANK  # the time that it counted is over
            if self.state.away and not was_away:
                self.tell(_("You count as away and get little time. Press any key to be back."))
        self.session.sit_at(frame["game"], mood_of(self.state.presenter, frame))
        if asked:
            self.session.ring()
        if self._next_answers and self.state.sent < 0 and self.state.frame["ask"] is not None:
            self._answer(self.state, self._next_answers.pop(0))
        self._pass()
        self._soon_seen()
        self._title(frame)
        self._set_timer()
        if not self._sat:
            self._sat = True
            if self.waiting and not self.seated and self.free:
                self.sit()

    # --- windows that are always passed ---------------------------------------------------------

    def always_pass(self) -> None:
        """Pass this kind of window from now on; where none is open, be asked again."""
        state = self.state
        if state is None:
            return
        ask, answer = state.frame["ask"], state.passing
        if ask is None or answer is None:
            state.always.clear()
            self._put(state)
            self.tell(_("You are asked at every window again."))
            return
        state.always.add(ask["kind"])
        self._put(state)
        self.tell(_("Windows of this kind are passed from now on; the same key ends it."))
        self._answer(state, answer)

    def _put(self, state: TableState) -> None:
        """Leave at the seat what the player's next connection is to find there."""
        for request in state.to_put():
            self.send(request)

    def _pass(self) -> None:
        """Pass an open window that the player does not want to be asked at.

        The table lets it wait for as long as it would let anybody's quick answer (N81-6.13).
        """
        state = self.state
        answer = state.passing if state is not None and state.passes else None
        if state is not None and answer is not None:
            self._answer(state, answer)

    # --- what the player has seen --------------------------------------------------------------

    def _soon_seen(self) -> None:
        """Tell the table in a moment that the newest events have been on the player's screen."""
        state = self.state
        if state is None or not state.seated or self._showing or not self.is_running:
            return
        frame = state.frame
        if frame["game_no"] and (frame["game_no"], frame["seq"]) != self._told_seen:
            self._showing = self.set_timer(_SHOWN_AFTER, self._seen)

    def _seen(self) -> None:
        """Ask the terminal to say when what is drawn has reached the player."""
        self._showing = None
        state = self.state
        # Behind another page, or before a return is acknowledged, nothing new was read.
        if state is None or not state.seated or state.returning or not self.is_current:
            return
        if self._fenced:
            self._soon_seen()  # one question at a time, however long a link takes
            return
        self._fenced = True
        game_no, seq = state.frame["game_no"], state.frame["seq"]
        self.session.fence(lambda: self._reached(game_no, seq))

    def _read(self) -> bool:
        """Tell whether the newest frame has been on the screen long enough to be read."""
        return time.monotonic() - self._arrived >= _READ_AFTER

    def _reached(self, game_no: int, seq: int) -> None:
        """Take word that the player's screen shows the events up to ``seq``."""
        self._fenced = False
        self._tell_seen(game_no, seq)

    def _tell_seen(self, game_no: int, seq: int) -> None:
        if (game_no, seq) > self._told_seen:
            self._told_seen = (game_no, seq)
            self.send(requests.Seen(game_no=game_no, seq=seq))

    def on_key(self, event: Key) -> None:
        """Tell the table of any key that the player is there, where it thinks otherwise.

        Textual calls this beside :meth:`Page.on_key`, which does what the key means.
        """
        del event
        state = self.state
        if state is None:
            return
        if self._warned or state.away:
            self._warned = False
            self.send(requests.Here())
        frame = state.frame
        newest = (frame["game_no"], frame["seq"])
        # The key may lead away from the table, and what was read must not be told again then.
        if state.seated and not state.returning and newest != self._told_seen and self._read():
            self._tell_seen(*newest)

    def _title(self, frame: TableFrame) -> None:
        asked = self.state is not None and self.state.asked
        text = _("your turn") if asked else messages.game_name(frame["game"])
        title = f"{'* ' if asked else ''}{clean(frame['code'])} {text}"
        if title != self._titled:
            self._titled = title
            self.session.set_title(title)

    def _notice(self, frame: NoticeFrame) -> None:
        error = frame["level"] == "error"
        tone = Colour.ERROR if error else Colour.SUCCESS
        if frame["code"] == Code.TIME_SHORT:
            self._warned, tone = True, Colour.WARNING
            self.session.ring()
        if self.state is not None and error:
            # Whatever was refused: if it was the answer, the question must be open again.
            self.state.refused()
            self._next_answers.clear()
        text = messages.notice(frame["code"], frame["params"])
        if frame.get("closed"):
            self.session.last_word = (text, tone)
        self.tell(text, tone)
        if frame["code"] == Code.TIME_SHORT:
            self._warning = self.notice

    def _set_timer(self) -> None:
        """Wake up when the clock will read differently."""
        now = time.monotonic()
        clock = self.state.frame["clock"] if self.state is not None else None
        left = clock_left(clock, now - self._arrived)
        due = now + next_tick(left) + 0.02 if left and self.stage is Stage.PLAYING else 0.0
        if self._timer is not None:
            # One that rings sooner is as good: what is drawn then is what stands there already.
            if now <= self._rings <= due:
                return
            self._timer.stop()
            self._timer = None
        if due:
            self._rings = due
            self._timer = self.set_timer(due - now, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.draw()
        self._set_timer()

    def send(self, request: requests.TableRequest) -> None:
        """Ask something of the table."""
        if self._feed is not None:
            self._feed.send(request)

    # --- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Choose, or walk through the log."""
        state = self.state
        self.other_key(key)
        if state is None:
            return False
        if state.returning:
            # Whatever was typed ahead was not meant for what is on the table now.
            state.returning = False
            self._soon_seen()
            return True
        if self.tips.key(state, key, self._close_tip):
            return True
        if state.hinting and self._read_hints(state, key):
            return True
        if state.log_at >= 0:
            return self.walk(key)
        if state.bench is not None:
            # What is not shown now cannot be changed either.
            done = None if state.hidden or state.notes else state.bench.key(state, key)
            if done is not None:
                self._do(state, done)
            return done is not None
        if state.desk is not None and not self.waiting:
            done = state.desk.key(state, key)
            if done is not None:
                self._do(state, done)
            return done is not None
        return self._choose(state, key)

    def _close_tip(self, tip: Tip) -> None:
        self.session.read_tip(tip)

    @property
    def may_hint(self) -> bool:
        """Whether there is something to give hints on."""
        return self.state is not None and hinting.can_hint(self.state)

    def hint(self) -> None:
        """Show hints, or go back from them to the table."""
        state = self.state
        if state is not None:
            state.hinting, state.hint_top, state.log_at = not state.hinting, 0, -1

    def _read_hints(self, state: TableState, key: str) -> bool:
        """Read on in the hints; any key that is not for reading means what it means at the table.

        A key of the command that shows them, or of another command, is left to it.
        """
        page = max(1, self.panes["mine"].size.height - 3)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -(10**6),
                 "end": 10**6}  # fmt: skip
        if key in steps:
            state.hint_top = max(0, state.hint_top + steps[key])
            return True
        if key in {"escape", "backspace"}:
            state.hinting = False
            return True
        if key != during.Hints.keys[0] and key != during.Hide.keys[0]:
            state.hinting = False
        return False

    def _do(self, state: TableState, done: Did) -> None:
        """Carry out what a desk or a bench has come to."""
        for answer in done.answers:
            self._answer(state, answer)
        if done.shelving is not None and state.bench is not None:
            self.run_worker(self._shelve(state.bench, done.shelving))
        if done.typing is not None:
            self.type(done.typing.purpose, done.typing.placeholder, done.typing.limit)
        if done.notice:
            self.tell(done.notice)
        self._put(state)

    async def _shelve(self, bench: Bench, wish: Shelving) -> None:
        """Carry out a wish about saved decks, and show what has become of it."""
        bench.shelved(await shelve(self.session.connection, wish))
        if self.state is not None:
            self._put(self.state)
        self.draw()

    def chat(self) -> None:
        """Open a line to talk: in the game where talk is part of it, else at the table."""
        state = self.state
        if state is None or state.desk is None or not self.started:
            super().chat()
        else:
            self._do(state, state.desk.talk(state))

    def _choose(self, state: TableState, key: str) -> bool:
        if not state.asked:
            return False
        ask = state.frame["ask"]
        if ask is not None and ask["text"] > 0:
            if key != "enter":
                return False
            question = state.presenter.question(ask, state.cast)
            self.type("answer", question, ask["text"])
            return True
        old, answer = state.choosing, None
        new = old
        if key in old.keys:
            new, answer = choosing.press(old, key)
        elif key in _ARROWS:
            new = choosing.move(old, _ARROWS[key])
        elif key == "space" and old.several and old.at >= 0:
            new, answer = choosing.press(old, old.keys[old.at])
        elif key == "enter":
            new, answer = choosing.enter(old)
        elif key in {"escape", "backspace"} and (old.at >= 0 or old.marked):
            new = choosing.unselect(old)
            state.about = False
        else:
            return False
        state.choosing = new
        if answer is not None:
            self._answer(state, answer)
        return True

    def _answer(self, state: TableState, answer: tuple[str, ...]) -> None:
        frame = state.frame
        if state.sent >= 0 and state.desk is not None:
            self._next_answers.append(answer)  # the ask that it will answer is on its way
            return
        # An answer that is handed in again finds nothing to choose any more, but the same ask.
        state.sent = state.choosing.ask if frame["ask"] is None else frame["ask"]["id"]
        state.choosing = choosing.NOT_CHOOSING
        state.about = False
        self.send(requests.Answer(game_no=frame["game_no"], ask=state.sent, answer=list(answer)))

    def walk(self, key: str) -> bool:
        """Walk through the log with the arrows; return whether ``key`` meant something."""
        state = self.state
        if state is None:
            return False
        last = len(state.log) - 1
        if key in _ARROWS:
            step, at = _ARROWS[key], state.log_at + _ARROWS[key]
            # Entries without a sentence have no row to stand on.
            while 0 <= at <= last and not sentence(state, at):
                at += step
            if 0 <= at <= last:
                state.log_at = at
        elif key in {"escape", "backspace", "l"}:
            state.log_at, state.scroll = -1, 0
        else:
            return False
        return True

    def typed(self, purpose: str, text: str) -> None:
        """Say what was typed, or answer with it."""
        state = self.state
        if purpose == "chat" and text:
            self.send(requests.Chat(text=text))
        elif purpose == "mute":
            self.mute(text)
        elif purpose == "take":
            self.take(text)
        elif purpose == "eyes":
            self.look_through(text)
        elif purpose == "answer" and state is not None and state.asked:
            self._answer(state, (text,))
        elif state is not None and state.bench is not None:
            self._do(state, state.bench.typed(state, purpose, text))
        elif state is not None and state.desk is not None:
            self._do(state, state.desk.typed(state, purpose, text))

    # --- help ----------------------------------------------------------------------------------

    def explain(self) -> None:
        """Explain a secret option where only its owner looks; anything else on the help page."""
        state = self.state
        if state is not None and state.log_at < 0 and state.secret:
            state.about = not state.about
        elif state is not None and state.bench is not None and not state.hidden:
            if state.log_at >= 0 or not state.bench.explain(state):
                super().explain()
        elif state is not None and state.desk is not None and self.started and not state.hidden:
            if state.log_at >= 0 or not state.desk.explain(state):
                super().explain()
        else:
            super().explain()

    def rules_at(self) -> tuple[str, str]:
        """Return the game, and the rule behind the line that is highlighted, or the question."""
        state = self.state
        if state is None:
            return "", ""
        rule = ""
        if 0 <= state.log_at < len(state.log) and state.log[state.log_at]["kind"] not in MADE_UP:
            rule = messages.texts(state.frame["game"]).log_rule(state.log[state.log_at])
        elif state.log_at < 0 and (ask := state.frame["ask"]) is not None and state.open:
            rule = messages.texts(state.frame["game"]).ask_rule(ask["kind"])
        return state.frame["game"], rule

    def help_text(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return how the game is played."""
        state = self.state
        if state is None:
            return ()
        game = messages.game_name(state.frame["game"])
        return ((game, state.presenter.how_to_play()),)

    def help_lead(self) -> tuple[str, Sequence[str]] | None:
        """Return what is to be said of the highlighted line or option."""
        state = self.state
        if state is None:
            return None
        if 0 <= state.log_at < len(state.log):
            event = state.log[state.log_at]
            if event["kind"] in MADE_UP:
                return None
            said = "".join(span.text for span in sentence(state, state.log_at))
            title, exact = state.presenter.about_event(event)
            return title, (said, *exact)
        if state.desk is not None:
            return state.desk.lead(state)
        ask = state.frame["ask"]
        option = state.choosing.option
        if ask is not None and any(c.option == option and not c.secret for c in state.choices):
            return state.presenter.about_choice(ask, option or "")
        if ask is not None and state.asked and option is None:
            return about_ask(state, ask)
        return None
