"""One viewer's view of a Future Diary game: a fold of that viewer's own events (FD-16).

:meth:`FutureDiaryView.plain` returns, with text keys and plain values throughout::

    {
      "setup": None,             # or {"seats", "roles": [...], "first_loop", "pace", "quiet",
                                 # "acts"} (EventKind.SETUP)
      "act": 0,                  # 0 in the lobby and before
      "step": "lobby",           # terms.Step of the step that runs, "" before the first
      "seconds": 300,            # how long that step may take, 0: as long as it needs
      "personas": [],            # by seat, the first is seat 1's; empty before the deal
      "lobby": {"taken": [...], "mine": ""},
      "dead": [{"seat", "role", "loop", "act"}],    # in the order of their deaths
      "fading": None,            # or {"acts", "left"}: the last warning (FD-14.3)
      "me": None,                # None for spectators and before the deal; else
      {
        "seat", "role", "loop", "partner",          # as dealt; loop as it is now
        "alive": True,
        "charge": True,          # a flee charge is held
        "ready_in": 0,           # acts until the next diary right, None: no diary
        "ally": [],              # seats
        "night": False,          # has the night right
        "ledger": [{"seat", "role", "act", "via"}], # newest first (FD-5.3)
        "tokens": [],            # terms.Token
        "forced": None,          # the seat (own, or 7th's other half) whose day is forced
        "silenced": None,        # "silence" or "speech" in this act (FD-12.12.3)
        "prompts": [],           # what last words ask of this seat
        "sheet": [],             # fields submitted in this step
        "ready": False,
        "acts": [{"act", "sheet", "forced", "foresight_1", "foresight_2", "final", "items",
                  "why"}],       # what was read, oldest first; None where it has not come yet
        "predictions": [{"act", "seat", "role", "right", "free"}],
        "penalty": None,         # the seat (own, or the other half) that must disguise next
        "more": False,           # another prediction is open in this step
        "creator": None,         # 11th: {"seat", "mode"} declared for the next act
        "proved": [],            # Akise: {"seat", "act", "order"}
      },
      "talk": [{"channel", "seat", "text", "act", "step"}],  # the last TALK lines, oldest first
      "over": None,              # or {"verdict", "winners"}
      "revealed": [],            # after the end: EventKind.REVEALED ``seats``
      "chronicle": [],           # after the end: {"act", "record"} per act
    }

What stands in a private block is kept as it was told; nothing is worked out here that the rules
have not said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.event import ViewerEvent
from engine.games.future_diary.roles import ROLES
from engine.games.future_diary.terms import EventKind, Loop, Role, Step

__all__ = ["TALK", "FutureDiaryView"]

TALK: Final = 120
"""Lines of talk that a view keeps, public and private ones each; the events hold all of them."""

_PUBLIC: Final = "public"


class FutureDiaryView:
    """The fold. Everything handed out by :meth:`plain` is fresh or never changed afterwards."""

    def __init__(self, *, viewer: int) -> None:
        self.viewer = viewer
        self._seen: dict[str, Any] = {
            "setup": None, "act": 0, "step": "", "seconds": 0, "personas": [],
            "lobby": {"taken": [], "mine": ""}, "dead": [], "fading": None, "over": None,
            "revealed": [], "chronicle": [],
        }  # fmt: skip
        self._me: dict[str, Any] | None = None
        self._talk: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        self._said = self._muted = 0

    def apply(self, event: ViewerEvent) -> None:
        """Take in the next event; kinds that change nothing to be seen are skipped."""
        rule = _RULES.get(EventKind(str(event["kind"])))
        if rule is not None:
            rule(self, event)

    def plain(self) -> dict[str, Any]:
        """Return the view in the shape that this module's text gives."""
        lines = sorted((*self._talk[True], *self._talk[False]), key=lambda line: line["n"])
        talk = [{key: value for key, value in line.items() if key != "n"} for line in lines]
        me = None if self._me is None else {k: _copy(v) for k, v in self._me.items()}
        return {**{k: _copy(v) for k, v in self._seen.items()}, "me": me, "talk": talk}

    # --- public ---

    def _setup(self, event: ViewerEvent) -> None:
        names = ("seats", "roles", "first_loop", "pace", "quiet", "acts")
        self._seen["setup"] = {name: _plain(event[name]) for name in names}

    def _step(self, event: ViewerEvent) -> None:
        self._seen |= {"act": event["act"], "step": event["step"], "seconds": event["seconds"]}
        if self._me is not None:
            self._me |= {"sheet": [], "ready": False}
            if event["step"] == Step.PREDICT:
                self._me |= {"more": True}
            if event["step"] == Step.ORDERS:
                self._me |= {"creator": None, "penalty": None}
                if self._muted != event["act"]:
                    self._me |= {"silenced": None}

    def _persona(self, event: ViewerEvent) -> None:
        taken = _plain(event["personas"])
        mine = event.get("mine", self._seen["lobby"]["mine"])
        self._seen["lobby"] = {"taken": taken, "mine": mine}

    def _dealt(self, event: ViewerEvent) -> None:
        self._seen["personas"] = _plain(event["personas"])
        if "seat" not in event:
            return
        role, loop = str(event["role"]), event["loop"]
        diary = ROLES[Role(role.partition("/")[0])].diary
        # Akise's diary comes with Proof (FD-12.14.1).
        has_diary = diary is not None and role != Role.AKISE
        self._me = {
            "seat": event["seat"], "role": role, "loop": loop, "partner": event.get("partner"),
            "alive": True, "charge": True, "ready_in": 0 if has_diary else None, "ally": [],
            "night": loop == Loop.FIRST, "ledger": [], "tokens": [], "forced": None,
            "silenced": None, "prompts": [], "sheet": [], "ready": False, "acts": [],
            "predictions": [], "penalty": None, "more": False, "creator": None, "proved": [],
        }  # fmt: skip

    def _notices(self, event: ViewerEvent) -> None:
        dead = [{**one, "act": event["act"]} for one in _plain(event["dead"])]
        self._seen["dead"] = [*self._seen["dead"], *dead]
        if dead:
            self._seen["fading"] = None
        me = self._me
        if me is None:
            return
        me |= {"forced": None, "prompts": []}
        if "items" in event:
            told = ("charge", "ready_in", "ally", "loop", "night", "ledger", "tokens")
            me |= {name: _plain(event[name]) for name in told if name in event}
            parts = ("final", "items", "why")
            self._page(event, {name: _plain(event.get(name)) for name in parts})
        if any(one["seat"] == me["seat"] for one in dead):
            me["alive"] = False

    def _fading(self, event: ViewerEvent) -> None:
        self._seen["fading"] = {"acts": event["acts"], "left": event["left"]}

    def _said_line(self, event: ViewerEvent) -> None:
        self._said += 1
        line = {
            "n": self._said, "channel": event["channel"], "seat": event["seat"],
            "text": event["text"], "act": self._seen["act"], "step": self._seen["step"],
        }  # fmt: skip
        kept = self._talk[event["channel"] == _PUBLIC]
        kept.append(line)
        del kept[:-TALK]

    def _over(self, event: ViewerEvent) -> None:
        self._seen["over"] = {"verdict": event["verdict"], "winners": _plain(event["winners"])}

    def _revealed(self, event: ViewerEvent) -> None:
        self._seen["revealed"] = _plain(event["seats"])

    def _chronicle(self, event: ViewerEvent) -> None:
        # By far the largest thing told, and the same for all: no viewer has a copy of its own.
        one = {"act": event["act"], "record": event["record"]}
        self._seen["chronicle"] = [*self._seen["chronicle"], one]

    # --- private: each of these concerns the viewer alone, or changes nothing ---

    def _page(self, event: ViewerEvent, parts: Mapping[str, Any]) -> None:
        """Add ``parts`` to the diary's page of the event's act."""
        if self._me is None:
            return
        acts = [page for page in self._me["acts"] if page["act"] != event["act"]]
        old = next((page for page in self._me["acts"] if page["act"] == event["act"]), None)
        blank = dict.fromkeys(
            ("sheet", "forced", "foresight_1", "foresight_2", "final", "items", "why")
        )
        self._me["acts"] = [*acts, {"act": event["act"], **(old or blank), **parts}]

    def _closed(self, event: ViewerEvent) -> None:
        if "sheet" in event:
            self._page(event, {"sheet": _plain(event["sheet"]), "forced": event.get("forced")})

    def _foresight(self, event: ViewerEvent) -> None:
        if "reports" in event:
            names = ("reports", "jammed", "proposals", "change", "law")
            told = {name: _plain(event[name]) for name in names if name in event}
            self._page(event, {f"foresight_{event['wave']}": told})

    def _prompts(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me["prompts"] = _plain(event.get("prompts", ()))

    def _predicted(self, event: ViewerEvent) -> None:
        if self._me is None:
            return
        act = self._seen["act"]
        told = {name: event[name] for name in ("seat", "role", "right", "free")}
        self._me["predictions"] = [*self._me["predictions"], {"act": act, **told}]
        self._me["more"] = event["more"]
        if event["forced"] is not None:
            self._me["penalty"] = event["forced"]

    def _penalty(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me["penalty"] = event["seat"]

    def _learnt(self, event: ViewerEvent) -> None:
        if self._me is not None:
            link = {name: event[name] for name in ("seat", "role", "act", "via")}
            self._me["ledger"] = [link, *self._me["ledger"]]

    def _proved(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me["proved"] = _plain(event["finals"])

    def _sheet(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me |= {"sheet": _plain(event["fields"]), "ready": event["ready"]}

    def _creator(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me["creator"] = {"seat": event["seat"], "mode": event["mode"]}

    def _silenced(self, event: ViewerEvent) -> None:
        if self._me is not None:
            # It is told before the first step of the act that it is for.
            self._me["silenced"], self._muted = event["mode"], self._seen["act"] + 1

    def _forced(self, event: ViewerEvent) -> None:
        if self._me is not None:
            self._me["forced"] = event["seat"]


def _plain(value: Any) -> Any:
    """Return an event's value as fresh lists and maps, which the fold may keep."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


def _copy(value: Any) -> Any:
    """Return a kept value as a caller may have it: what is inside is never changed."""
    if isinstance(value, list):
        return list(value)
    return dict(value) if isinstance(value, dict) else value


_RULES: Final[Mapping[EventKind, Callable[[FutureDiaryView, ViewerEvent], None]]] = (
    MappingProxyType(
        {
            EventKind.SETUP: FutureDiaryView._setup,
            EventKind.STEP: FutureDiaryView._step,
            EventKind.PERSONA: FutureDiaryView._persona,
            EventKind.DEALT: FutureDiaryView._dealt,
            EventKind.CLOSED: FutureDiaryView._closed,
            EventKind.FORESIGHT: FutureDiaryView._foresight,
            EventKind.PROMPTS: FutureDiaryView._prompts,
            EventKind.NOTICES: FutureDiaryView._notices,
            EventKind.PREDICTED: FutureDiaryView._predicted,
            EventKind.LEARNT: FutureDiaryView._learnt,
            EventKind.PENALTY: FutureDiaryView._penalty,
            EventKind.PROVED: FutureDiaryView._proved,
            EventKind.SHEET: FutureDiaryView._sheet,
            EventKind.CREATOR: FutureDiaryView._creator,
            EventKind.SILENCED: FutureDiaryView._silenced,
            EventKind.FORCED: FutureDiaryView._forced,
            EventKind.SAID: FutureDiaryView._said_line,
            EventKind.FADING: FutureDiaryView._fading,
            EventKind.OVER: FutureDiaryView._over,
            EventKind.REVEALED: FutureDiaryView._revealed,
            EventKind.CHRONICLE: FutureDiaryView._chronicle,
        }
    )
)
