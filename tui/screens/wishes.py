"""What commands may ask of a table page, and what they do there: one request each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from server import requests
from server.api import EyesInfo, Stage
from tui import keymap
from tui.actions import table as commands
from tui.i18n import _, join_and
from tui.screens.page import Page
from tui.screens.state import TableState
from tui.texts import leaving
from tui.widgets.entry import MAX_CHAT

__all__ = ["TableWishes"]


class TableWishes(Page):
    """The part of a table page that commands use; ``state`` is ``None`` until a frame came."""

    def __init__(self) -> None:
        super().__init__()
        self.state: TableState | None = None
        self._wish = ""
        """The key of a wish that is carried out when it is pressed again."""

    @abstractmethod
    def send(self, request: requests.TableRequest) -> None:
        """Ask something of the table."""

    @abstractmethod
    def walk(self, key: str) -> bool:
        """Walk through the log."""

    def other_key(self, key: str) -> None:
        """Take back a wish that was not confirmed when another key follows."""
        if key != self._wish:
            self._wish = ""

    def _confirmed(self, key: str, question: str) -> bool:
        """Return whether ``key`` was pressed twice; ask ``question`` the first time."""
        confirmed = self._wish == key
        self._wish = "" if confirmed else key
        if not confirmed:
            self.tell(question)
        return confirmed

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        return Stage.WAITING if self.state is None else self.state.stage

    @property
    def seated(self) -> bool:
        """Whether the viewer has a seat."""
        return self.state is not None and self.state.seated

    @property
    def started(self) -> bool:
        """Whether a game is running."""
        return self.stage in {Stage.PLAYING, Stage.FROZEN}

    @property
    def waiting(self) -> bool:
        """Whether this is the waiting room."""
        return self.state is not None and self.stage is Stage.WAITING

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        return self.stage is Stage.OVER

    @property
    def hosting(self) -> bool:
        """Whether the viewer is the host."""
        return self.state is not None and self.state.frame["host"]

    @property
    def masked(self) -> bool:
        """Whether a game runs in which nobody may know who sits where."""
        return self.stage is Stage.PLAYING and self.state is not None and "beat" in self.state.frame

    @property
    def hidden(self) -> bool:
        """Whether the player has hidden what nobody else may see."""
        return self.state is not None and self.state.hidden

    @property
    def out(self) -> bool:
        """Whether a bot plays the viewer's seat for now."""
        return self.state is not None and self.state.out

    @property
    def free(self) -> bool:
        """Whether there is a free seat."""
        seats = () if self.state is None else self.state.frame["seats"]
        return any(seat["kind"] == "empty" for seat in seats)

    @property
    def bot_seat(self) -> int | None:
        """The last seat with a bot on it."""
        seats = [] if self.state is None else self.state.frame["seats"]
        bots = [index for index, seat in enumerate(seats) if seat["kind"] == "bot"]
        return bots[-1] if bots else None

    @property
    def absent(self) -> int | None:
        """The first seat of a person who is away."""
        seats = [] if self.state is None else self.state.frame["seats"]
        away = (
            index
            for index, seat in enumerate(seats)
            if seat["kind"] in {"player", "guest"} and not seat["online"]
        )
        return next(away, None)

    @property
    def at_desk(self) -> bool:
        """Whether the viewer has a desk in a game that runs."""
        return self.seated and self.started and self.state is not None and bool(self.state.desk)

    @property
    def may_talk(self) -> bool:
        """Whether there is a line to open: watchers of a game that is talked in have none."""
        desk = self.state is not None and self.state.desk is not None
        return self.seated or not (desk and self.started)

    @property
    def through(self) -> int:
        """Through which seat's eyes a watcher looks, -1 for none."""
        return -1 if self.state is None else self.state.frame.get("through", -1)

    @property
    def lookers(self) -> list[EyesInfo]:
        """Who watches, or asks to watch, through the own eyes."""
        frame = None if self.state is None else self.state.frame
        if frame is None or frame["you"] < 0:
            return []
        return [one for one in frame.get("eyes", ()) if one["seat"] == frame["you"]]

    def ask_eyes(self) -> None:
        """Open a line for the number of a seat."""
        self.type("eyes", _("Number of the seat through whose eyes to watch"), 2)

    def look_through(self, text: str) -> None:
        """Ask the player of the seat whose number was typed."""
        if text.isascii() and text.isdigit():
            self.send(requests.AskEyes(seat=int(text) - 1))
            self.tell(_("The player is asked."))

    def end_eyes(self) -> None:
        """Watch as all watchers do again."""
        self.send(requests.EndEyes())

    @property
    def asking(self) -> bool:
        """Whether the viewer is to decide."""
        return self.state is not None and self.state.asked

    def chat(self) -> None:
        """Open the chat line."""
        self.type("chat", _("Say something; Enter sends, Esc leaves"), MAX_CHAT)

    def toggle(self, *, hidden: bool = False, notes: bool = False, log: bool = False) -> None:
        """Toggle the private pane, the notes in it, or walking through the log."""
        state = self.state
        if state is None:
            return
        if hidden:
            state.hidden = not state.hidden
        if notes and self.at_desk:
            self.key("n")
        elif notes:
            state.notes = not state.notes
        if log:
            state.log_at = len(state.log)
            self.walk("up")
            if state.log_at >= len(state.log):
                state.log_at = -1

    def scroll_log(self, pages: int) -> None:
        """Scroll the log by ``pages``, back in time for positive ones."""
        if self.state is not None:
            height = self.panes["log"].size.height
            self.state.scroll = max(0, self.state.scroll + pages * max(1, height - 1))

    def sit(self) -> None:
        """Take any free seat."""
        self.send(requests.Sit(seat=-1))

    def stand(self) -> None:
        """Give up the seat."""
        game_no = -1 if self.state is None else self.state.frame["game_no"]
        self.send(requests.Stand(game_no=game_no))

    def give_up(self) -> None:
        """Give the seat up in a game, at the second time of asking."""
        state = self.state
        dies = state is not None and state.dies(state.frame["you"])
        if self._confirmed("u", leaving.give_up_again(keymap.shown(commands.GiveUp), dies=dies)):
            self.stand()

    def step_out(self) -> None:
        """Let a bot play the seat for a while, at the second time of asking."""
        question = _(
            "Press {key} again to let a bot play for you until you step in or come back.",
            key=keymap.shown(commands.StepOut),
        )
        if self._confirmed("o", question):
            self.send(requests.StepOut())

    def step_in(self) -> None:
        """Play the own seat again."""
        self.send(requests.StepIn())

    def stand_in(self) -> None:
        """Let a bot play for somebody who is away; before a start, free the seat."""
        if self.absent is not None:
            seat = self.absent
            away = requests.RemoveBot(seat=seat) if self.waiting else requests.AddBot(seat=seat)
            self.send(away)

    @property
    def stand_ins(self) -> list[int]:
        """The seats that a bot plays for their owners."""
        seats = () if self.state is None else self.state.frame["seats"]
        return [index for index, seat in enumerate(seats) if seat.get("stand_in")]

    def ask_take(self) -> None:
        """Open a line for the number of a seat to take from somebody who is away."""
        state = self.state
        dies = state is not None and any(map(state.dies, self.stand_ins))
        self.type("take", leaving.take_which(dies=dies), 2)

    def take(self, text: str) -> None:
        """Take the seat whose number was typed."""
        if text.isascii() and text.isdigit():
            self.send(requests.RemoveBot(seat=int(text) - 1))

    def ask_mute(self) -> None:
        """Open a line for the number of a seat to mute, or to be heard again."""
        now = self._muted()
        asked = _("Number of a seat to mute")
        if now:
            listed = join_and([str(number) for number in now])
            asked = _("Number of a seat to mute, or to be heard again: {seats}", seats=listed)
        self.type("mute", asked, 2)

    def mute(self, text: str) -> None:
        """Mute the seat whose number was typed, or let it be heard again."""
        if text.isascii() and text.isdigit():
            seat = int(text)
            wish = requests.Unmute if seat in self._muted() else requests.Mute
            self.send(wish(seat=seat))

    def _muted(self) -> Sequence[int]:
        return () if self.state is None else self.state.frame.get("muted", ())

    def ready(self) -> None:
        """Be ready, or not any more."""
        if self.state is not None:
            seat = self.state.frame["seats"][self.state.frame["you"]]
            self.send(requests.Ready(ready=not seat["ready"]))

    def start(self) -> None:
        """Start the game, with bots on empty seats."""
        self.send(requests.Start())

    def add_bot(self) -> None:
        """Put a bot on a free seat."""
        self.send(requests.AddBot(seat=-1))

    def remove_bot(self) -> None:
        """Take the last bot away."""
        if self.bot_seat is not None:
            self.send(requests.RemoveBot(seat=self.bot_seat))

    def rematch(self) -> None:
        """Play again; at the second time of asking where the key has just meant something else."""
        desk = self.state is not None and self.state.desk is not None
        key = keymap.shown(commands.Rematch)
        question = _("Press {key} again to play again with the same seats.", key=key)
        if not desk or self._confirmed("r", question):
            self.send(requests.Rematch())
