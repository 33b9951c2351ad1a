"""The private pane of Love Letter: own hand, notes (LL-8.1) and counts of unseen cards.

Nothing that is made here is drawn anywhere else. The height decides how much is said: card names
with one line of effect, or both full texts and everybody's notes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import Mode
from server.api import TableFrame
from themes.pack import Colour, Glyph
from tui.games import Choice, PrivateLook
from tui.i18n import _, join_list
from tui.looks import sign
from tui.texts import love_letter as ll
from tui.widgets.lines import BLANK, Line, Span, fit, indent, line, sides, wrap

__all__ = ["draw_private", "unseen"]

FULL: Final = 11
"""Height from which both effects of each card are shown in full."""
TWO_ROWS: Final = 6
"""Height from which a card has a row for its effect."""
CARDS_HELD: Final = 2
TEXT_ROWS: Final = 2


def unseen(view: Mapping[str, Any]) -> list[Span]:
    """Return the count of unseen cards per number (LL-8.1)."""
    spans = [Span(_("unseen"), Colour.MUTED)]
    for number, count in view["unseen"].items():
        tone = Colour.TEXT if count else Colour.MUTED
        spans += [Span(f" {number}", tone, bold=bool(count)), Span(f"x{count}", Colour.MUTED)]
    return spans


def draw_private(
    frame: TableFrame, told: Sequence[str], names: Sequence[str], look: PrivateLook
) -> list[Line]:
    """Return title, hand and notes; with ``look.notes`` the notes take the whole pane.

    ``told`` is what only this viewer was told in this game, oldest first.
    """
    view = frame["view"]
    if view is None:
        return []
    title = line(Span(" " + _("only you"), Colour.YOU, bold=True))
    rows = [sides(title, line(*unseen(view), " "), look.cells)]
    if look.about:
        return rows + _about(look.about, Mode(view["mode"] or Mode.HOPE), look.cells)
    if look.notes:
        rows += _note_rows(view, names, look.cells)
        room = look.height - len(rows)
        return rows + [line("  ", Span(text, Colour.MUTED)) for text in reversed(told[-room:])]
    rows += _hand(view, look)
    room = look.height - len(rows)
    notes = _note_rows(view, names, look.cells)
    if len(notes) > room:
        return [*rows, _one_row(view, names, look.cells)][: look.height]
    rows += notes
    if look.height < FULL or len(rows) >= look.height:
        return rows
    heard = told[len(rows) - look.height :]
    return rows + [line("  ", Span(text, Colour.MUTED)) for text in reversed(heard)]


def _hand(view: Mapping[str, Any], look: PrivateLook) -> list[Line]:
    by_card = {choice.option: choice for choice in look.choices if choice.secret}
    held = list(view["hand"])
    cards = held if by_card.keys() <= set(held) else list(by_card)
    rows: list[Line] = []
    each = 1 if look.height < TWO_ROWS else 2 if look.height < FULL else 1 + 2 * TEXT_ROWS
    for slot in range(CARDS_HELD):
        if slot < len(cards):
            card = cards[slot]
            new = _card(view, card, _chip(by_card.get(card), look), look)
        elif slot == 0:
            new = [line("     ", Span(_("no card in hand"), Colour.MUTED))]
        else:
            new = []
        # Every card keeps its place, whatever the other one needs.
        rows += (new + [BLANK] * each)[:each]
    return rows


def _chip(choice: Choice | None, look: PrivateLook) -> Span:
    """Return the key of a card that may be chosen; highlighted or marked by its shade."""
    if choice is None:
        return Span("   ")
    chosen = choice.option == look.choosing.option or choice.option in look.choosing.marked
    if chosen:
        text, shade = f">{choice.key} ", Colour.CHOSEN
        return Span(text, Colour.CHOSEN_TEXT, bold=True, shade=shade, press=choice.key)
    return Span(f" {choice.key} ", Colour.ACCENT, bold=True, press=choice.key)


def _card(view: Mapping[str, Any], card: str, chip: Span, look: PrivateLook) -> list[Line]:
    face = CARDS[card]
    tone = Colour(face.attribute.value)
    mode = view["mode"] or Mode.HOPE
    number = f" {face.number}{sign(Glyph(face.attribute.value))} "
    if look.height < TWO_ROWS:
        short = Span(number + ll.card_short(card), tone, bold=True)
        return [fit(line(" ", chip, short, "  " + ll.effect_line(card, mode)), look.cells)]
    name = line(" ", chip, Span(number + ll.card_name(card), tone, bold=True))
    attribute = Span(f"  {ll.attribute_name(face.attribute)}", tone)
    if look.height >= FULL:
        order = (mode, Mode(mode).opposite)
        texts = [row for m in order for row in _full(card, m, mode, look.cells)]
        return [line(*name.spans, attribute), *texts]
    # Where the mode may be flipped, what the card would do then takes the attribute's place.
    flip = view["seats"][view["you"]]["may_flip"]
    beside = _effect(card, Mode(mode).opposite) if flip else (attribute,)
    name = fit(line(*name.spans, "  " if flip else "", *beside), look.cells)
    return [name, indent(fit(line(*_effect(card, mode)), look.cells - 8), 8)]


def _about(card: str, current: Mode, cells: int) -> list[Line]:
    """Return name and both full texts of a card, the one in force first."""
    face = CARDS[card]
    tone = Colour(face.attribute.value)
    rows = [line("  ", Span(f"{face.number} {ll.card_name(card)}", tone, bold=True))]
    for mode in (current, current.opposite):
        text = _label(mode) + ll.card_text(card, mode)
        rows += [line("  ", row) for row in wrap(text, cells - 4)]
    return rows


def _effect(card: str, mode: str) -> tuple[Span, Span]:
    return Span(_label(mode), Colour(mode)), Span(ll.effect_line(card, mode))


def _label(mode: str) -> str:
    """Return a mode's name and colon, as the language writes them before an effect."""
    return _("{mode}: {effect}", mode=ll.mode_name(mode), effect="")


def _full(card: str, mode: str, current: str, cells: int) -> list[Line]:
    """Return the full text in ``mode`` in at most :data:`TEXT_ROWS` rows."""
    label = _label(mode)
    tone = Colour.TEXT if mode == current else Colour.MUTED
    rows = wrap(label + ll.card_text(card, mode), cells - 10)
    if len(rows) > TEXT_ROWS:
        rows = [*rows[: TEXT_ROWS - 1], " ".join(rows[TEXT_ROWS - 1 :])]
    first = line(" " * 8, Span(label, Colour(mode)), Span(rows[0].removeprefix(label), tone))
    rest = [line(" " * 8, Span(row, tone)) for row in rows[1:]]
    return [first, *rest]


def _known(seat: Mapping[str, Any]) -> list[str]:
    notes = [ll.note_line(note) for note in seat["notes"]]
    return notes or [ll.answer_line(answer) for answer in seat["answers"]]


def _note_rows(view: Mapping[str, Any], names: Sequence[str], cells: int) -> list[Line]:
    """Return one row per other seat that something is known about."""
    rows = []
    for seat in view["seats"]:
        known = _known(seat) if seat["alive"] and seat["seat"] != view["you"] else []
        if known:
            text = join_list(known)
            rows.append(
                fit(line("  ", Span(names[seat["seat"]], Colour.ACCENT), f"  {text}"), cells)
            )
    if view["bottom"] is not None:
        label = _("Bottom of the deck:")
        rows.append(line("  ", Span(label, Colour.ACCENT), f"  {ll.card_label(view['bottom'])}"))
    return rows


def _one_row(view: Mapping[str, Any], names: Sequence[str], cells: int) -> Line:
    """Return all notes in one row, the surest first."""
    seats = [s for s in view["seats"] if s["alive"] and s["seat"] != view["you"] and _known(s)]
    seats.sort(key=lambda seat: not seat["notes"])
    spans = [Span("  " + _("known"), Colour.MUTED)]
    for seat in seats:
        spans += [
            Span(f"  {names[seat['seat']]} ", Colour.ACCENT),
            Span(join_list(_known(seat))),
        ]
    if view["bottom"] is not None:
        title = _("Bottom of the deck:")
        spans.append(Span(f"  {title} {ll.card_label(view['bottom'])}"))
    return fit(line(*spans), cells) if len(spans) > 1 else BLANK
