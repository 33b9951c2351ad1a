"""The bench for main and deputy of a karma deck, and one skill of each (N81-14.4).

The ask offers whole combinations; here each of their four parts is turned by itself, and only to
what some combination has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from server.api import TableFrame
from themes.pack import Colour
from tui.games import Did
from tui.games.no81.setup_bench import SetupBench, View
from tui.games.no81.setup_page import Item, Paragraph
from tui.i18n import _, join_list
from tui.screens.state import TableState
from tui.texts import no81
from tui.texts.sentences import sentences

__all__ = ["PARTS", "StartDesk", "option_of", "parts_of", "turned_part"]

Parts = tuple[str, str, str, str]
PARTS: Final = ("main", "skill", "deputy", "skill")
_TURNS: Final[Mapping[str, int]] = {"left": -1, "right": 1}


def parts_of(option: str) -> Parts:
    """Return main, its skill, deputy and its skill of ``<side>:<skill>+<side>:<skill>``."""
    main, deputy = option.split("+")
    (one, first), (two, second) = main.split(":"), deputy.split(":")
    return one, first, two, second


def option_of(parts: Parts) -> str:
    """Return the option that these parts make."""
    return f"{parts[0]}:{parts[1]}+{parts[2]}:{parts[3]}"


def _values(parts: Parts, options: Sequence[str], at: int) -> list[str]:
    """Return what the part at ``at`` can be: with any main; for other parts with this main."""
    every = [parts_of(option) for option in options]
    kept = [p for p in every if at == 0 or p[0] == parts[0]]
    if at == 3:
        kept = [p for p in kept if p[2] == parts[2]]
    return list(dict.fromkeys(p[at] for p in kept))


def turned_part(option: str, options: Sequence[str], at: int, step: int) -> str:
    """Return the option with its part at ``at`` turned; what no longer fits follows it.

    Of all options that have the new part, it is the one that keeps most of the others.
    """
    parts = parts_of(option)
    values = _values(parts, options, at)
    value = values[(values.index(parts[at]) + step) % len(values)]
    fitting = [o for o in options if parts_of(o)[at] == value]
    if at:
        fitting = [o for o in fitting if parts_of(o)[0] == parts[0]]

    def kept(other: str) -> int:
        return sum(one == two for one, two in zip(parts_of(other), parts, strict=True))

    return max(fitting, key=kept)


class StartDesk(SetupBench):
    """One player's main and deputy in the making."""

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.option = (self.handed or self.ask["options"])[0]

    def answer(self) -> tuple[str, ...]:
        """Return the combination."""
        return (self.option,)

    def fault(self) -> str:
        """Every combination that can be turned to is one of the ask's."""
        return ""

    def more(self, state: TableState, key: str) -> Did | None:
        """Turn the highlighted part."""
        del state
        if key not in _TURNS:
            return None
        self.option = turned_part(self.option, self.ask["options"], self.at, _TURNS[key])
        return Did()

    def title(self) -> str:
        """Return what is chosen."""
        return _("main and deputy")

    def keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed."""
        return [
            ("Enter", _("hand in")),
            (_("left right"), _("another")),
            (_("up down"), _("row")),
            ("?", _("all of it")),
        ]

    def lead(self, view: View) -> str:
        """Return what is played for, and that the choice is shown with all others."""
        return sentences(no81.aim_line(view), _("All picks are shown together."))

    def items(self, view: View) -> list[Item]:
        """Return the four parts with how many values each has."""
        del view
        parts = parts_of(self.option)
        labels = (_("Main:"), _("its skill:"), _("Deputy:"), _("its skill:"))
        found = []
        for at, (label, part) in enumerate(zip(labels, parts, strict=True)):
            values = _values(parts, self.ask["options"], at)
            name = no81.skill_name(part) if at % 2 else no81.side_label(part)
            right = f"{values.index(part) + 1}/{len(values)}"
            found.append(Item(label=f"{label} {name}", right=right))
        return found

    def panel(self, view: View) -> list[Paragraph]:
        """Return what the choice gives, then the deck."""
        del view
        context = self.ask["context"]
        deck = join_list(map(no81.side_label, context["deck"]))
        total = no81.karma_total(context["total"], context["base"], len(context["deck"]))
        return [
            *((text, Colour.TEXT) for text in no81.start_about(self.option)),
            (_("Deck: {names}", names=deck), Colour.MUTED),
            (total, Colour.MUTED),
        ]
