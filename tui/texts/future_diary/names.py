"""The words of Future Diary: roles, kinds, loops, steps and all that is called by one word.

Rule ids are those of the rules page; ``personas`` are display names by seat, the first is seat 1's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import (
    Channel,
    Kind,
    Loop,
    Mode,
    Pace,
    Role,
    Step,
    Token,
    Verdict,
    Via,
)  # fmt: skip
from tui.i18n import N_, _, join_and, join_list
from tui.texts.future_diary.personas import persona_name

__all__ = [
    "Order", "channel_name", "diary_name", "kind_name", "loop_name", "loop_short", "mode_name",
    "order_text", "pace_name", "part_name", "persona_name", "role_name", "role_number",
    "role_short", "seat_name", "seat_names", "step_name", "token_name", "verdict_line", "via_name",
]  # fmt: skip

Order = Mapping[str, Any]
"""``{"kind", "targets"}`` of an event."""

_ROLES: Final[Mapping[str, str]] = {
    Role.MURMUR: N_("Murmur"),
    Role.FIRST: N_("1st, Amano Yukiteru"),
    Role.SECOND: N_("2nd, Gasai Yuno"),
    Role.THIRD: N_("3rd, Hiyama Takao"),
    Role.FOURTH: N_("4th, Kurusu Keigo"),
    Role.FIFTH: N_("5th, Houjou Reisuke"),
    Role.SIXTH: N_("6th, Kasugano Tsubaki"),
    Role.SEVENTH: N_("7th, Ikusaba and Mikami"),
    "seventh/man": N_("7th, Ikusaba Marco"),
    "seventh/woman": N_("7th, Mikami Ai"),
    Role.EIGHTH: N_("8th, Ueshita Kamado"),
    Role.NINTH: N_("9th, Uryuu Minene"),
    Role.TENTH: N_("10th, Tsukishima Karyuudo"),
    Role.ELEVENTH: N_("11th, John Bacchus"),
    Role.TWELFTH: N_("12th, Hirasaka Yomotsu"),
    Role.AKISE: N_("Akise Aru"),
}

_SHORT: Final[Mapping[str, str]] = {
    Role.MURMUR: N_("Murmur"),
    Role.FIRST: N_("1st"),
    Role.SECOND: N_("2nd"),
    Role.THIRD: N_("3rd"),
    Role.FOURTH: N_("4th"),
    Role.FIFTH: N_("5th"),
    Role.SIXTH: N_("6th"),
    Role.SEVENTH: N_("7th"),
    "seventh/man": N_("7th, man"),
    "seventh/woman": N_("7th, woman"),
    Role.EIGHTH: N_("8th"),
    Role.NINTH: N_("9th"),
    Role.TENTH: N_("10th"),
    Role.ELEVENTH: N_("11th"),
    Role.TWELFTH: N_("12th"),
    Role.AKISE: N_("Akise"),
}

_NUMBERS: Final = ("M", *map(str, range(1, 13)), "A")
"""Roles in one or two cells, for the row of roles in play; the same in every language."""

_KINDS: Final[Mapping[str, str]] = {
    Kind.PROBE: N_("probe"),
    Kind.KILL: N_("kill"),
    Kind.DISGUISE: N_("disguise"),
    Kind.ALLY: N_("ally"),
    Kind.BREAK: N_("break"),
    Kind.FLEE: N_("flee"),
    Kind.NONE: N_("pass"),
}

_TOWARDS: Final[Mapping[str, str]] = {
    Kind.PROBE: N_("probe {targets}"),
    Kind.KILL: N_("kill {targets}"),
    Kind.ALLY: N_("ally with {targets}"),
}

_DIARIES: Final[Mapping[str, str]] = {
    "indiscriminate": N_("Indiscriminate Diary"),
    "yukiteru": N_("Yukiteru Diary"),
    "murder": N_("Murder Diary"),
    "search": N_("Search Diary"),
    "doodle": N_("Doodle Diary"),
    "clairvoyance": N_("Clairvoyance Diary"),
    "exchange": N_("Exchange Diary"),
    "augment": N_("Augment Diary"),
    "escape": N_("Escape Diary"),
    "breeding": N_("Breeding Diary"),
    "watcher": N_("Watcher Diary"),
    "justice": N_("Justice Diary"),
    "detective": N_("Detective Diary"),
}

_MODES: Final[Mapping[str, str]] = {
    Mode.SWEEP: N_("sweep"),
    Mode.WATCH: N_("keep watch"),
    Mode.SEARCH: N_("search"),
    Mode.TRAIL: N_("trail"),
    Mode.A: N_("A: a pick more"),
    Mode.B: N_("B: jam"),
    Mode.C: N_("C: once more"),
    Mode.UNION: N_("Union"),
}

_STEPS: Final[Mapping[str, str]] = {
    Step.LOBBY: N_("PERSONAS"),
    Step.ORDERS: N_("ORDERS"),
    Step.CHANGE_1: N_("CHANGE 1"),
    Step.CHANGE_2: N_("CHANGE 2"),
    Step.LAST_WORDS: N_("LAST WORDS"),
    Step.PREDICT: N_("PREDICTION"),
}

_VIAS: Final[Mapping[str, str]] = {
    Via.PROBE: N_("by probe"),
    Via.PREDICTION: N_("by prediction"),
    Via.ALLIANCE: N_("by alliance"),
    Via.TRUTH: N_("by Truth"),
    Via.FAITH: N_("by Faith"),
    Via.CONTROL_FATE: N_("by Control"),
    Via.AWAKENING: N_("by Awakening"),
    Via.WILL: N_("by Akise's will"),
    Via.HEART_LINK: N_("by Heart Link"),
    Via.UNION: N_("by Union"),
}

_TOKENS: Final[Mapping[str, str]] = {
    Token.FREEDOM: N_("your next forgone diary right costs nothing"),
    Token.EXTRA_PICK: N_("one more pick at your next diary use"),
    Token.REPEAT: N_("once, your diary right is there although it should rest"),
}

_CHANNELS: Final[Mapping[str, str]] = {
    Channel.PUBLIC: N_("public"),
    Channel.ALLIANCE: N_("alliance"),
    Channel.PAIR: N_("pair"),
    Channel.DEAD: N_("the dead"),
    Channel.AS: N_("as another"),
}

_VERDICTS: Final[Mapping[str, str]] = {
    Verdict.FIRST_LOOP: N_("The first loop wins."),
    Verdict.SECOND_LOOP: N_("The second loop wins."),
    Verdict.MUTUAL_RUIN: N_("Nobody is left: a draw."),
    Verdict.WORLD_FADES: N_("Too long nobody has died; the world fades: a draw."),
    Verdict.ACT_LIMIT: N_("The last act is over and nobody has won: a draw."),
}

_PACES: Final[Mapping[str, str]] = {
    Pace.QUICK: N_("quick"),
    Pace.NORMAL: N_("normal"),
    Pace.SLOW: N_("slow"),
    Pace.DAILY: N_("a day for orders"),
}


def role_name(role: str) -> str:
    """Return number and name of a role, or of a half of 7th."""
    return _(_ROLES[role])


def role_short(role: str) -> str:
    """Return a role's number, in at most 10 cells."""
    return _(_SHORT[role])


def role_number(role: str) -> str:
    """Return a role in at most two cells."""
    return _NUMBERS[tuple(Role).index(Role(role.partition("/")[0]))]


def kind_name(kind: str) -> str:
    """Return a kind of day action (FD-4.4)."""
    return _(_KINDS[kind])


def loop_name(loop: str) -> str:
    """Return a faction's name."""
    return _("first loop") if loop == Loop.FIRST else _("second loop")


def part_name(side: str, roles: Sequence[str]) -> str:
    """Return role and loop of a seat in a game that is over."""
    return join_list([*map(role_name, roles), loop_name(side)])


def loop_short(loop: str) -> str:
    """Return a faction's name in at most 6 cells."""
    return _("loop 1") if loop == Loop.FIRST else _("loop 2")


def step_name(step: str) -> str:
    """Return what a timed step is called on the status row."""
    return _(_STEPS[step]) if step in _STEPS else ""


def via_name(via: str) -> str:
    """Return how a ledger entry came about (FD-5.1)."""
    return _(_VIAS[via])


def token_name(token: str) -> str:
    """Return what a gift is good for (FD-12.1.5, FD-12.9.1)."""
    return _(_TOKENS[token])


def mode_name(mode: str) -> str:
    """Return how a diary is used (FD-6.8)."""
    return _(_MODES[mode])


def diary_name(diary: str) -> str:
    """Return a diary's name by its id (FD-1.2)."""
    return _(_DIARIES[diary])


def channel_name(channel: str) -> str:
    """Return where one talks (FD-15)."""
    return _(_CHANNELS[channel])


def verdict_line(verdict: str) -> str:
    """Return how the game has ended (FD-14.1, FD-14.3)."""
    return _(_VERDICTS[verdict])


def pace_name(pace: str) -> str:
    """Return how long the steps are (FD-3.8)."""
    return _(_PACES[pace])


def seat_name(seat: int, personas: Sequence[str]) -> str:
    """Return number and persona of a seat, its number alone before the deal."""
    known = 1 <= seat <= len(personas)
    return f"{seat} {personas[seat - 1]}" if known else str(seat)


def seat_names(seats: Sequence[int], personas: Sequence[str]) -> str:
    """Return several seats in words."""
    return join_and([seat_name(seat, personas) for seat in seats])


def order_text(order: Order | None, personas: Sequence[str]) -> str:
    """Return an order in words: its kind, and whom it is aimed at."""
    if order is None:
        return kind_name(Kind.NONE)
    kind, targets = order["kind"], order.get("targets") or ()
    if targets and kind in _TOWARDS:
        return _(_TOWARDS[kind], targets=seat_names(targets, personas))
    return kind_name(kind)
