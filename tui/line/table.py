"""One table in words: what each frame brings that is new, and what can be asked for at any time.

Pure: frames in, lines out. Everything here is for one player's own terminal, so what only they may
see may stand in it; nothing is ever made for anybody else from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.api import EyesInfo, Stage, TableFrame
from tui import messages
from tui.games import Choice, Passing, Remarking
from tui.hints import hint_lines
from tui.i18n import _, join_and, join_parts, n_
from tui.line.desk import LineBench, LineDesk, line_bench, line_desk
from tui.line.history import short_id
from tui.line.seats import changes, seat_line, unready
from tui.screens.asking import about_ask
from tui.screens.hinting import hints_now
from tui.screens.logbook import sentence
from tui.screens.state import TableState
from tui.widgets.lines import clean

__all__ = ["TableTalk"]

AT_ONCE: Final = 30
"""Log lines told at once; after a long absence or on a slow link the older ones wait in ``log``."""
LATEST: Final = 10
"""Log lines that ``log`` gives without a number."""


class TableTalk:
    """What has been told of one table, and what there is to tell.

    ``rematch``: whether the table may be played at again.
    """

    def __init__(self, frame: TableFrame, *, rematch: bool = True) -> None:
        self._rematch = rematch
        self.state = TableState.begin(frame)
        self.asked_now = False
        """Whether the lines made last hold a question that was not put before."""
        self._told = 0
        self._asked: object = None

    @property
    def desk(self) -> LineDesk | None:
        """The game's own desk, where it has one."""
        return line_desk(self.state.frame["game"])

    @property
    def bench(self) -> LineBench | None:
        """What the game adds while something is built, where that is so now."""
        return None if self.state.bench is None else line_bench(self.state.frame["game"])

    @property
    def by_number(self) -> bool:
        """Whether a number that is typed is the answer to what is asked."""
        state, bench = self.state, self.bench
        return bench is None or state.bench is None or bench.by_number(state.bench)

    # --- what is new ---

    def begin(self) -> list[str]:
        """Return where the table stands, for somebody who has just come."""
        state = self.state
        frame = state.frame
        place = _(
            "Table {code}, {game}, {stage}.",
            code=clean(frame["code"]),
            game=messages.game_name(frame["game"]),
            stage=messages.stage_name(frame["stage"]),
        )
        lines = [place, *self.who(), *self._public_state()]
        if state.missed:
            lines += self._news(len(state.log) - state.missed)
        self._told = len(state.log)
        if state.stage is Stage.OVER:
            return lines + self._result()
        always = [self.always()] if state.always else []
        return lines + always + self.waits() + self._question()

    def take(self, frame: TableFrame) -> list[str]:
        """Return what a frame brings that was not there before."""
        state = self.state
        old, open_before = state.frame, self._asked
        was_sent = state.sent
        state.take(frame)
        # A masked game shows who was here and who was a bot when it is over: no news by then.
        unmasked = "beat" in frame and frame["stage"] != old["stage"]
        lines = [] if unmasked else changes(old, frame, state.names)
        if _eyes(frame) != _eyes(old):
            self._told, self._asked, open_before = 0, None, None
        if frame["game_no"] != old["game_no"] and frame["commitment"]:
            label = _("Commitment (SHA-256 of the seed):")
            lines.append(f"{label} {frame['commitment']}")
        lines += self._news(self._told)
        self._told = len(state.log)
        known = [one["number"] for one in old.get("eyes", ())]
        lines += [self._looker(one) for one in self._lookers() if one["number"] not in known]
        lines += [_said(line["name"], line["text"]) for line in frame["chat"][-AT_ONCE:]]
        if frame["stage"] != old["stage"]:
            if state.stage is Stage.OVER:
                lines += self._result()
            elif state.stage is Stage.WAITING:
                lines.append(_("Back in the waiting room."))
        ask = frame["ask"]
        is_open = ask is not None and ask["id"] == open_before
        if open_before is not None and open_before != was_sent and not is_open and not self.desk:
            # Another terminal of the same player, or the clock.
            lines.append(_("That question has been answered."))
        if state.bench is not None and _answer_in(frame) not in {None, _answer_in(old)}:
            lines.append(_("Handed in. Until all have handed in you can change it."))
        if state.stage is Stage.WAITING and unready(old) != unready(frame):
            lines += self.waits()
        return lines + self._question()

    def _news(self, start: int) -> list[str]:
        """Return the log from ``start`` on, the last of it if it is long."""
        lines = self._log(start)
        missing = len(lines) - AT_ONCE
        if missing <= 0:
            return lines
        count = n_("({n} line before these: 'log')", "({n} lines before these: 'log')", missing)
        return [count, *lines[missing:]]

    def _log(self, start: int) -> list[str]:
        state, names, desk = self.state, self.state.cast, self.desk
        lines = []
        for index in range(max(0, start), len(state.log)):
            event = state.log[index]
            if desk is not None and not _made_up(event):
                lines += desk.told(event, names)
                continue
            mine = "" if _made_up(event) else state.presenter.mine(event, names)
            lines.append(mine or "".join(span.text for span in sentence(state, index)))
        return [line for line in lines if line]

    def _question(self) -> list[str]:
        """Return the open question, the first time that there is one to answer."""
        asked, before = self._asked_now(), self._asked
        self._asked, self.asked_now = asked, asked is not None and asked != before
        return self.question() if self.asked_now else []

    def _asked_now(self) -> object:
        """Return what is asked now, ``None`` for nothing, nor for what is always passed."""
        state, ask = self.state, self.state.frame["ask"]
        if state.passes:
            return None
        if self.desk is not None:
            return self.desk.asked(state.frame)
        return ask["id"] if state.asked and ask is not None else None

    # --- what can be asked for ---

    def question(self) -> list[str]:
        """Return the question put to the player, and its choices by number."""
        state, ask = self.state, self.state.frame["ask"]
        if self.desk is not None and state.stage is Stage.PLAYING:
            return self.desk.question(state.frame, state.cast) or self.waits()
        if self.bench is not None and state.bench is not None:
            return self.bench.question(state.bench, state.frame, state.cast)
        if not state.asked or ask is None:
            return self.waits() or [_("You are not asked anything now.")]
        said = state.presenter.question(ask, state.cast)
        lines = [_("Your turn. {question}", question=said)]
        if ask["text"]:
            lines.append(_("Type 'answer' and your text."))
        numbered = self.numbered()
        if numbered:
            lines.append(join_parts(f"{n}: {choice.label}" for n, choice in numbered.items()))
        if (ask["least"], ask["most"]) != (1, 1) and not ask["text"]:
            lines.append(_("Choose {least} to {most}.", least=ask["least"], most=ask["most"]))
        clock = state.frame["clock"]
        if clock is not None:
            seconds = round(clock["left"])
            lines.append(n_("{n} second left.", "{n} seconds left.", seconds))
        return lines

    def numbered(self) -> Mapping[str, Choice]:
        """Return the choices by what is typed for them: their own digits, else 1, 2, 3 ..."""
        choices = self.state.choices
        if all(choice.key.isdigit() for choice in choices):
            return {choice.key: choice for choice in choices}
        return {str(n): choice for n, choice in enumerate(choices, start=1)}

    def waits(self) -> list[str]:
        """Return what the table waits for, in one line; nothing when it is the player's turn."""
        state, frame = self.state, self.state.frame
        if state.stage is Stage.PLAYING and not state.asked:
            return [text for text in [state.presenter.doing(frame, state.cast)] if text]
        if state.stage is not Stage.WAITING:
            return []
        missing = [state.names[seat] for seat in unready(frame)]
        if not state.seated:
            return [_("You are watching. The game has not begun.")]
        if frame["you"] in unready(frame):
            return [_("Type 'ready' when you are ready.")]
        if missing:
            return [_("Waiting for {names} to be ready.", names=join_and(missing))]
        if frame["host"]:
            return [_("All are ready: type 'start'. Bots take the empty seats.")]
        return [_("All are ready. The host starts the game.")]

    def hand(self) -> list[str]:
        """Return what only this player holds."""
        if not self.state.sees or self.state.frame["view"] is None:
            return [_("You hold nothing here.")]
        return self.state.presenter.spoken_hand(self.state.frame, self.state.cast)

    def table(self) -> list[str]:
        """Return the public state."""
        if self.state.frame["view"] is None:
            return self.who()
        return self.state.presenter.spoken_table(self.state.frame, self.state.cast) + self.waits()

    def _public_state(self) -> list[str]:
        """Return the first line of the public state, while there is one."""
        if self.state.frame["view"] is None:
            return []
        return self.state.presenter.spoken_table(self.state.frame, self.state.cast)[:1]

    def notes(self) -> list[str]:
        """Return what this player knows."""
        if self.state.frame["view"] is None:
            return [_("The game has not begun.")]
        return self.state.presenter.spoken_notes(self.state.frame, self.state.cast)

    def log(self, count: int = LATEST) -> list[str]:
        """Return the last ``count`` lines of the log."""
        return self._log(0)[-max(1, count) :] or [_("The log is empty.")]

    def who(self) -> list[str]:
        """Return one line per seat, and who watches."""
        names = self.state.names
        frame = self.state.frame
        # In a masked game the order of the names is no order of seats.
        numbered = "beat" not in frame
        lines = [
            seat_line(i, seat, names[i], you=i == frame["you"], numbered=numbered)
            for i, seat in enumerate(frame["seats"])
        ]
        watchers = [clean(name) for name in self.state.frame["watchers"]]
        if watchers:
            lines.append(_("Watching: {names}", names=join_and(watchers)))
        return lines

    def hints(self) -> list[str]:
        """Return what the player could do now, and why, from what they alone can see."""
        numbers = {choice.option: number for number, choice in self.numbered().items()}
        return hint_lines(hints_now(self.state), numbers if self.by_number else {})

    def explain(self, number: str) -> Sequence[str]:
        """Return what a choice means."""
        ask, choice = self.state.frame["ask"], self.numbered().get(number)
        found = self.state.presenter
        if not number and isinstance(found, Remarking) and self.state.frame["view"] is not None:
            said = found.remark(self.state.frame)
            if said or ask is None:
                return [said or _("Nothing is being carried out now.")]
        if not number and ask is not None and self.desk is None:
            question, exact = about_ask(self.state, ask)
            return [question, *exact]
        if ask is None or choice is None:
            return [_("There is no choice {number} now.", number=number)]
        title, paragraphs = self.state.presenter.about_choice(ask, choice.option)
        return [f"{number}: {choice.label}", *([title, *paragraphs] if paragraphs else [])]

    def always(self) -> str:
        """Return which windows are always passed."""
        found, kinds = self.state.presenter, self.state.always
        if not kinds or not isinstance(found, Passing):
            return _("You are asked at every window.")
        return _("Always passed: {kinds}. 'always off' ends it.", kinds=found.windows(kinds))

    def eyes(self) -> list[str]:
        """Return who watches, or asks to watch, through whose eyes."""
        names = self.state.names
        given = [
            _("{name} watches through the eyes of {player}.",
              name=clean(one["name"]), player=names[one["seat"]])
            for one in self.state.frame.get("eyes", ())
            if one["given"]
        ]  # fmt: skip
        asked = [self._looker(one) for one in self._lookers() if not one["given"]]
        return [*given, *asked] or [_("Nobody watches through another's eyes.")]

    def _lookers(self) -> list[EyesInfo]:
        frame = self.state.frame
        return [one for one in frame.get("eyes", ()) if one["seat"] == frame["you"] >= 0]

    @staticmethod
    def _looker(one: EyesInfo) -> str:
        name, number = clean(one["name"]), one["number"]
        if one["given"]:
            return _("{name} sees what you see: 'deny {n}' ends it.", name=name, n=number)
        return _("{name} asks to see what you see: 'allow {n}' or 'deny {n}'.", name=name, n=number)

    def rule(self, back: int) -> list[str]:
        """Return a line of the log, 1 for the last, and the rule behind it: short, then exact."""
        state = self.state
        for index in range(len(state.log) - 1, -1, -1):
            said = "".join(span.text for span in sentence(state, index))
            if not said or _made_up(state.log[index]):
                continue
            back -= 1
            if not back:
                title, exact = state.presenter.about_event(state.log[index])
                return [said, *(text for text in (title, *exact) if text)]
        return [_("The log is empty.")]

    def _result(self) -> list[str]:
        state = self.state
        frame = state.frame
        winners = [] if frame["result"] is None else frame["result"]["winners"]
        names = join_and([state.names[seat] for seat in winners])
        lines = [_("GAME OVER")]
        if names:
            lines.append(_("Won by {names}.", names=names))
        elif self.desk is None:
            lines.append(_("Nobody wins."))
        if frame["seed"]:
            lines.append(_("Seed:") + " " + frame["seed"])
        if game := frame.get("game_id"):
            lines.append(
                _("Game {id}: 'replay {id}' tells it, 'verify {id}' checks it.", id=short_id(game))
            )
        if state.seated and self._rematch:
            lines.append(_("Type 'rematch' to play again."))
        return lines


def _answer_in(frame: TableFrame) -> tuple[int, tuple[str, ...]] | None:
    """Return the ask that the viewer has answered and that waits for others, and the answer."""
    ask = frame["ask"]
    return None if ask is None or "answer" not in ask else (ask["id"], tuple(ask["answer"]))


def _eyes(frame: TableFrame) -> tuple[int, int, int]:
    return frame["game_no"], frame["you"], frame.get("through", -1)


def _made_up(event: Mapping[str, Any]) -> bool:
    return str(event["kind"]).startswith("_")


def _said(name: str, text: str) -> str:
    return _("{name} says: {text}", name=clean(name), text=clean(text))
