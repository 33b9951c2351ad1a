"""The end of a game of No.81: who won and why, and what was hidden (N81-20.1, last line)."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import TableFrame
from themes.pack import Colour
from tui.i18n import _, join_and, join_list, n_
from tui.texts import no81
from tui.texts.sentences import sentences
from tui.widgets.lines import Line, Span, cut, fit, line

__all__ = ["result_rows"]


def result_rows(frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
    """Return result, roles or sides, and hands, one row each."""
    view = frame["view"]
    if view is None or view["result"] is None:
        return []
    result = view["result"]
    winners = [names[seat] for seat in result["winners"]]
    won = n_("{names} has won.", "{names} have won.", len(winners), names=join_and(winners))
    text = sentences(no81.result_line(result["why"]), won if winners else _("It is a draw."))
    rows = [line(" ", Span(text, Colour.SUCCESS, bold=True))]
    who = [Span(" " + _("Characters:") + " ", Colour.MUTED)]
    for seat in view["seats"]:
        if seat["character"]:
            role = result["roles"][seat["seat"]] if result["roles"] else None
            told = [no81.character_name(seat["character"]), no81.role_name(role) if role else ""]
            words = join_list(filter(None, told))
            name = cut(names[seat["seat"]], 10)
            who.append(Span(_("{name} ({words})", name=name, words=words) + "  "))
    hands = [Span(" " + _("Hands:") + " ", Colour.MUTED)]
    for name, cards in zip(names, result["hands"], strict=False):
        if cards:
            held = no81.card_labels(cards)
            hands.append(Span(_("{name}: {cards}", name=cut(name, 10), cards=held) + "  "))
    rows += [line(*who), *([line(*hands)] if len(hands) > 1 else [])]
    return [fit(row, cells) for row in rows]
