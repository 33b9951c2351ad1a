"""The seats of a table in words: as they are, and what has changed between two frames. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import SeatInfo, TableFrame
from tui.i18n import _, join_list
from tui.messages import seat_kind

__all__ = ["changes", "seat_line", "unready"]


def unready(frame: TableFrame) -> list[int]:
    """Return the seats of people who have not said that they are ready; the host need not."""
    return [
        index
        for index, seat in enumerate(frame["seats"])
        if seat["kind"] in {"player", "guest"} and not seat["ready"] and not seat["host"]
    ]


def seat_line(index: int, seat: SeatInfo, name: str, *, you: bool, numbered: bool = True) -> str:
    """Return one seat in one line; not ``numbered`` where nobody may know who has which."""
    if seat["kind"] == "empty":
        return _("{number} free seat", number=index + 1)
    words = [f"{index + 1} {name}" if numbered else name]
    words += [_("you")] if you else []
    words += [seat_kind(seat["kind"])] if seat["kind"] != "player" else []
    words += [_("host")] if seat["host"] else []
    words += [_("ready")] if seat["ready"] and seat["kind"] != "bot" else []
    words += [] if seat["online"] or seat["kind"] == "bot" else [_("away")]
    return join_list(words)


def changes(old: TableFrame, new: TableFrame, names: Sequence[str]) -> list[str]:
    """Return who came, went, is away or back, and was put there or taken away by the host."""
    before, after = old["seats"], new["seats"]
    if len(before) != len(after) or old["options"] != new["options"]:
        return [_("The host has changed the table: type 'who'.")]
    lines = []
    for index, (was, now) in enumerate(zip(before, after, strict=True)):
        name = names[index]
        match (was["kind"], was["name"]) != (now["kind"], now["name"]), now["kind"]:
            case True, "empty":
                lines.append(_("Seat {number} is free.", number=index + 1))
            case True, "bot":
                lines.append(_("A bot plays seat {number}: {name}.", number=index + 1, name=name))
            case True, "gone":
                pass  # the table's own line tells of it
            case True, _kind:
                lines.append(_("{name} has seat {number}.", name=name, number=index + 1))
            case False, "player" | "guest" if now["online"] and not was["online"]:
                lines.append(_("{name} is back.", name=name))
            case False, "player" | "guest" if was["online"] and not now["online"]:
                lines.append(_("{name} is away.", name=name))
            case _:
                pass
    return lines
