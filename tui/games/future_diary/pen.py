"""What a player is writing: the draft of a sheet, where the cursor is, and what is sent of it.

A draft is the player's own until it is sent; what is sent is an answer that the game judges. No
stray key sends anything that could not be taken back: a sheet can be sent again, *ready* can be
withdrawn, and a prediction asks for a second Enter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.future_diary.terms import EventKind, Step, Verb
from server.api import Stage
from tui import keymap
from tui.actions.desk import BeReady
from tui.games import Did
from tui.games.future_diary.draft import (
    VERBS,
    Form,
    Slot,
    chosen_of,
    missing,
    pick,
    settle,
    slots,
    verb_form,
    words_of,
)
from tui.games.future_diary.mine import Filling
from tui.games.future_diary.sheet import CLEAR, keys_of
from tui.i18n import _
from tui.screens.state import TableState
from tui.texts import future_diary as fd

__all__ = ["Pen"]

_APART: Final = frozenset(name for names in VERBS.values() for name in names)
"""Fields that are said with a verb of their own and at once."""
_MOVES: Final[Mapping[str, int]] = {"left": -1, "up": -1, "right": 1, "down": 1}
_WAVES: Final[Mapping[str, str]] = {
    Step.CHANGE_1: "foresight_1",
    Step.CHANGE_2: "foresight_2",
}
"""What was read before a change window, in a page of the view."""


class Pen:
    """The draft of one step, and the keys that write it."""

    def __init__(self) -> None:
        self.chosen: dict[str, tuple[str, ...]] = {}
        self.at = 0
        """Index of the field at the cursor, among those that are open."""
        self.hint = ""
        """What must be said about the last key; for the private pane alone."""
        self._sent: tuple[str, ...] = ()
        self._saying = False
        """A prediction, Creator or Proof has been entered once."""
        self._leaving = False
        """Ready was pressed once while a prediction was filled in."""
        self._formed: tuple[object, Form] | None = None
        """The frame that was last asked for its fields, and those."""

    # --- what stands on the sheet ---

    def begin(self, sheet: tuple[str, ...]) -> None:
        """Begin a step's draft with what stands on the sheet."""
        self.chosen, self._sent = chosen_of(sheet), sheet
        self.at, self.hint = 0, ""
        self._saying = self._leaving = False

    def take(self, sheet: tuple[str, ...]) -> None:
        """Learn what stands on the sheet now; a draft that differed from it before is kept."""
        if words_of(self.chosen) == self._sent:
            apart = {name: values for name, values in self.chosen.items() if name in _APART}
            self.chosen = {**chosen_of(sheet), **apart}
        self._sent = sheet

    def said(self) -> None:
        """Empty the fields of a prediction that has been answered."""
        self.chosen = {n: values for n, values in self.chosen.items() if n not in _APART}
        self.at = 0

    def keep_in_sight(self, state: TableState) -> None:
        """Bring the cursor back to a field that is there."""
        self.at = max(0, min(self.at, len(self.slots(state)) - 1))

    def form(self, state: TableState) -> Form:
        """Return all fields that the viewer could be filling in now."""
        if self._formed is None or self._formed[0] is not state.frame:
            self._formed = (state.frame, self._form(state))
        return self._formed[1]

    def _form(self, state: TableState) -> Form:
        view, ask = state.frame["view"], state.frame["ask"]
        if view is None or ask is None or state.stage is not Stage.PLAYING:
            return ()
        context = ask["context"]
        spoken = verb_form(context.get("verbs", ()), view, predict=bool(context.get("predict")))
        return (*spoken, *context.get("form", ()))

    def slots(self, state: TableState) -> list[Slot]:
        """Return the fields that are open."""
        return slots(self.form(state), self.chosen)

    def slot(self, state: TableState) -> Slot | None:
        """Return the field at the cursor."""
        found = self.slots(state)
        return found[self.at] if self.at < len(found) else None

    def filling(self, state: TableState, *, folded: bool) -> Filling:
        """Return the sheet as it is to be drawn."""
        return Filling(
            slots=self.slots(state),
            chosen=self.chosen,
            sent=chosen_of(self._sent),
            at=self.at,
            ready=_ready(state),
            changed=self.changed(state),
            sending=state.sent >= 0,
            folded=folded,
            hint=self.hint or _standing(state),
        )

    def changed(self, state: TableState) -> bool:
        """Tell whether the draft differs from what has been sent."""
        form = self.form(state)
        sent = words_of(settle(form, chosen_of(self._sent)))
        return bool(form) and self._words(state) != sent

    def _words(self, state: TableState) -> tuple[str, ...]:
        return words_of(settle(self.form(state), self.chosen))

    # --- keys ---

    def key(self, state: TableState, key: str) -> Did | None:
        """Take a key that may mean something on the sheet; any other takes a first Enter back."""
        saying, leaving = self._saying, self._leaving
        self._saying = self._leaving = False
        self.hint = ""
        if key == "r":
            return self._be_ready(state, sure=leaving)
        if key == "enter":
            return self._enter(state, sure=saying)
        if key in _MOVES and self.slots(state):
            self.at = (self.at + _MOVES[key]) % len(self.slots(state))
            return Did()
        return self._choose(state, key)

    def _choose(self, state: TableState, key: str) -> Did | None:
        slot, form = self.slot(state), self.form(state)
        if slot is None:
            return None
        if key in {CLEAR, "delete"}:
            rest = {name: values for name, values in self.chosen.items() if name != slot.id}
            self.chosen = settle(form, rest)
            return Did()
        value = keys_of(slot).get(key)
        if value is None:
            return None
        self.chosen = pick(form, self.chosen, slot, value)
        self._go_on(state, slot)
        return Did()

    def _go_on(self, state: TableState, slot: Slot) -> None:
        """Keep the cursor at its field, or lead it to the next one that is needed for it."""
        found = self.slots(state)
        ids = [s.id for s in found]
        self.at = ids.index(slot.id) if slot.id in ids else 0
        group = slot.id.partition(".")[0]
        full = len(self.chosen.get(slot.id, ())) >= slot.most
        for index in range(self.at + 1, len(found)):
            near = found[index].id.partition(".")[0] == group
            wanted = found[index].need or group in VERBS
            if full and near and wanted and found[index].id not in self.chosen:
                self.at = index
                return

    # --- sending ---

    def _be_ready(self, state: TableState, *, sure: bool) -> Did:
        """Be ready or not; ``sure``: what was filled in for a prediction is not to be said."""
        ask = state.frame["ask"]
        if ask is None or Verb.WAIT not in ask["context"].get("verbs", ()):
            return Did()
        if _ready(state) and not self.changed(state):
            return Did(answers=((Verb.WAIT.value,),))
        if not self._complete(state):
            return Did()
        if not sure and _APART & self.chosen.keys():
            self._leaving = True
            self.hint = _(
                "Your prediction is not said yet: Enter says it. {key} again: ready without.",
                key=keymap.shown(BeReady),
            )
            return Did()
        words = self._words(state)
        if not words and self._sent:
            # Ready alone would leave what was submitted before.
            return Did(answers=((Verb.SUBMIT.value,), (Verb.READY.value,)))
        return Did(answers=((Verb.READY.value, *words),))

    def _enter(self, state: TableState, *, sure: bool) -> Did:
        slot = self.slot(state)
        if slot is None:
            return Did()
        if slot.id in _APART:
            return self._say(slot.id.partition(".")[0], sure=sure)
        if not self._complete(state):
            return Did()
        if not self.changed(state):
            self.hint = _("It is sent already. {key}: ready.", key=keymap.shown(BeReady))
            return Did()
        words = self._words(state)
        verb = Verb.READY if _ready(state) and words else Verb.SUBMIT
        return Did(answers=((verb.value, *words),))

    def _say(self, verb: str, *, sure: bool) -> Did:
        """Say a prediction, Creator or Proof at the second time of asking."""
        values = tuple(v for name in VERBS[verb] for v in self.chosen.get(name, ()))
        if len(values) < 2:
            self.hint = _("Choose both, then Enter.")
            return Did()
        if not sure:
            self._saying = True
            self.hint = _("Enter again says it; it cannot be taken back.")
            return Did()
        return Did(answers=((verb, *values),))

    def _complete(self, state: TableState) -> bool:
        """Lead to the first field that is missing, if there is one."""
        lacking = missing(self.form(state), self.chosen)
        if not lacking:
            return True
        self.at = [slot.id for slot in self.slots(state)].index(lacking[0])
        self.hint = _("Still missing: {field}.", field=fd.field_label(lacking[0]))
        return False


def _ready(state: TableState) -> bool:
    ask = state.frame["ask"]
    return ask is not None and bool(ask["context"].get("ready"))


def _standing(state: TableState) -> str:
    """Return what is special about the viewer's orders in this step; empty for nothing."""
    view = state.frame["view"]
    me = None if view is None else view["me"]
    if view is None or me is None or not me["alive"]:
        return ""
    told: Mapping[str, Any] = {}
    if view["step"] == Step.ORDERS and me["silenced"] is not None:
        told = {"kind": EventKind.SILENCED, "mode": me["silenced"]}
    elif view["step"] == Step.ORDERS and me["forced"] is not None:
        told = {"kind": EventKind.FORCED, "seat": me["forced"]}
    elif view["step"] == Step.LAST_WORDS:
        told = {"kind": EventKind.PROMPTS, "prompts": me["prompts"]}
    elif view["step"] in _WAVES and me["acts"]:
        read = me["acts"][-1][_WAVES[view["step"]]] or {}
        kept = {name: read.get(name) for name in ("proposals", "change")}
        told = {"kind": EventKind.FORESIGHT, **kept}
    return fd.mine_line(told, state.cast) if told else ""
