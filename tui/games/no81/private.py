"""The private pane of No.81: own hand, own mind deck, and the choices that only the owner may see.

Nothing that is made here is drawn anywhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.games.no81.cards import printed
from engine.games.no81.terms import AskKind
from server.api import AskFrame, TableFrame
from themes.pack import Colour, Glyph
from tui.games import PrivateLook
from tui.games.no81.knowledge import known_lines
from tui.games.no81.listing import ROOMY, TEXTS, columns_of, draw_list, explained, few
from tui.games.no81.options import PASSING
from tui.games.no81.reach import hand_limit
from tui.i18n import _, join_list
from tui.looks import sign
from tui.texts import no81
from tui.texts.no81.board import shortened
from tui.texts.sentences import sentences
from tui.widgets.lines import Line, Span, cut, fit, join, line, pad, sides, width, wrap

__all__ = ["UNDECLARED", "about", "draw_private"]

_TEXT_ROWS: Final = 8
_NAME: Final = 22
"""Cells of a card's name before its text."""
_LEAST_RESERVE: Final = 24
"""Cells from which the reserve is named in the title; otherwise the notes have it."""
_SHORTER: Final = (12, 10, 8, 6, 5, 4)
"""Cells of a card's name where the hand has one row and too many kinds of cards."""
_SETTING_UP: Final = frozenset(
    {
        AskKind.CHARACTER,
        AskKind.MIND_DECK,
        AskKind.KARMA_DECK,
        AskKind.KARMA_START,
    }
)
"""Asks before there is a hand: the list has all of the room."""
UNDECLARED: Final = frozenset({AskKind.TARGET, AskKind.PICK})
"""Asks about a card or skill that is not declared yet: only its owner may read which (N81-6.1)."""

View = Mapping[str, Any]


def draw_private(
    frame: TableFrame,
    told: Sequence[str],
    names: Sequence[str],
    look: PrivateLook,
    always: Collection[str] = (),
) -> list[Line]:
    """Return title, hand, mind deck and choices; with ``look.notes`` what is known instead.

    ``told`` is what only this viewer was told in this game, oldest first; ``always`` the kinds of
    windows that it wants to be passed.
    """
    rows = _rows(frame, told, names, look)
    if always and rows:
        text = _("always passing: {kinds}", kinds=no81.windows_name(always))
        rows[0] = line(*rows[0].spans[:1], Span(f"  {text}", Colour.WARNING), *rows[0].spans[1:])
    return [fit(row, look.cells) for row in rows[: look.height]]


def _rows(
    frame: TableFrame, told: Sequence[str], names: Sequence[str], look: PrivateLook
) -> list[Line]:
    view, ask = frame["view"], frame["ask"]
    if view is None:
        return []
    rows = [_title(view, ask, look)]
    room = look.height - 1
    if look.about and ask is not None:
        return [*rows, *_about(view, ask, look)]
    if look.notes:
        known = [row for text in known_lines(view, names) for row in wrap(text, look.cells - 3)]
        if len(known) > room:
            more = _("{n} more rows; a larger window shows them", n=len(known) - room + 1)
            known = [*known[: room - 1], f"({more})"]
        rows += [line("  ", text) for text in known]
        heard = told[len(rows) - look.height :] if len(rows) < look.height else []
        return rows + [line("  ", Span(text, Colour.MUTED)) for text in reversed(heard)]
    if not view["seats"][view["you"]]["alive"]:
        rows.append(line("  ", Span(_("You are out, and see what everybody sees."), Colour.OUT)))
        heard = told[-(room - 1) :] if room > 1 else []
        return rows + [line("  ", Span(text, Colour.MUTED)) for text in reversed(heard)]
    secret = [choice for choice in look.choices if choice.secret]
    kind = ask["kind"] if ask is not None and look.choices else ""
    if kind not in _SETTING_UP:
        rows += _held(view, look, listed=-(-len(secret) // columns_of(look, kind)))
    room = look.height - len(rows)
    if secret:
        return [*rows, *draw_list(secret, kind, look, room)]
    return [*rows, *_idle(view, told, look, room)]


def _title(view: View, ask: AskFrame | None, look: PrivateLook) -> Line:
    """Return whose pane it is, the own role and how much of a long list is in sight."""
    spans = [Span(" " + _("only you"), Colour.YOU, bold=True)]
    own = view["seats"][view["you"]]
    if own["role"] is not None:
        spans.append(Span("  " + no81.role_name(own["role"]), Colour.ACCENT, bold=True))
    if ask is not None and look.choices and ask["kind"] in UNDECLARED:
        spans.append(Span("  " + no81.about(ask["context"]), Colour.ACCENT, bold=True))
    letting = next((c for c in look.choices if c.key == PASSING and c.secret), None)
    if letting is not None:
        # A long list may be cut before it comes to this one.
        key = Span(f"  {PASSING} ", Colour.ACCENT, bold=True, press=PASSING)
        spans += [key, Span(letting.label)]
    parts: list[Span] = []
    marked = look.choosing.marked
    if look.choosing.several and look.choices:
        text = _("{n} of {most} marked", n=len(marked), most=look.choosing.most)
        parts = [Span(text, Colour.ACCENT)]
    elif own["base"] and own["alive"]:
        if look.choices and look.height < TEXTS and own["deck"]:
            # The deck itself has no row then, and costs are paid with its top card.
            top = "?" if own["deck"][0] is None else no81.card_label(own["deck"][0])
            parts.append(Span(_("mind top {card}", card=top), Colour.MUTED))
        text = _("hand {n}, limit {limit}", n=len(view["hand"]), limit=hand_limit(own))
        parts.append(Span(text, Colour.MUTED))
        if own["spent"]:
            parts.append(Span(_("spent {n}", n=len(own["spent"])), Colour.MUTED))
    # The left side says what is asked; of the other one whole parts are left out.
    while parts and width(spans) + 1 + width(_right(parts)) > look.cells:
        parts.pop()
    end = _right(parts)
    room = look.cells - width(spans) - width(end) - 3
    if view["reserve"] and room >= _LEAST_RESERVE:
        names = join_list(map(no81.side_label, view["reserve"]))
        spans.append(Span("  " + cut(_("reserve: {names}", names=names), room), Colour.MUTED))
    return sides(line(*spans), end, look.cells)


def _right(parts: Sequence[Span]) -> Line:
    """Return the right side of the title."""
    return line(*join([(part,) for part in parts], "  "), " ") if parts else line()


def _held(view: View, look: PrivateLook, *, listed: int) -> list[Line]:
    """Return the hand, with the cards' texts where there is room, and the known mind deck.

    ``listed`` is how many rows the choices need.
    """
    busy = listed > 0
    # Title and mind deck have a row each, and so has one of what stands below an idle hand.
    room = look.height - 2 - (listed + explained(look) if busy else 1)
    fits = look.height >= (TEXTS if busy else ROOMY)
    rows = _texts(view, look.cells, min(_TEXT_ROWS, room)) if fits else []
    if not rows:
        most = 1 if busy and look.height < TEXTS else 2
        rows = [
            line("  ", row) for row in few(_hand(view, look.cells - 3, most), look.cells - 3, most)
        ]
    if look.height >= TEXTS or not busy:
        deck = view["seats"][view["you"]]["deck"]
        known = [no81.card_label(c) if c is not None else "?" for c in deck]
        text = _("mind, top first: {cards}", cards=join_list(known) or _("nothing"))
        rows.append(fit(line("  ", Span(text, Colour.MUTED)), look.cells))
    return rows


def _texts(view: View, cells: int, room: int) -> list[Line]:
    """Return the hand with what each card does, a row for each card or kind; none if too many."""
    held = {no81.card_label(card): card for card in view["hand"]}
    if len(view["hand"]) > room:
        kinds = Counter(printed(card) for card in view["hand"])
        first = {printed(card): card for card in reversed(view["hand"])}
        held = {_times(no81.face_name(kind), n): first[kind] for kind, n in kinds.items()}
    if len(held) > room:
        return []
    return [_with_text(label, card, view, cells) for label, card in held.items()]


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _with_text(label: str, card: str, view: View, cells: int) -> Line:
    """Return a hand card and what it does, on one row."""
    face = no81.face_held(card, view)
    text = sentences(*no81.card_texts(face))
    if face != printed(card):
        text = _("{face}: {text}", face=no81.face_name(face), text=text)  # N81-4.11
    name = Span("  " + pad(label, _NAME) + " ", bold=True)
    return fit(line(name, Span(cut(text, cells - _NAME - 4), Colour.MUTED)), cells)


def _hand(view: View, cells: int, most: int) -> str:
    """Return the hand, card by card where that fits, else by name and number of each.

    Where that is still too long, names are shortened: every card of the own hand is to be seen.
    """
    text = no81.card_labels(view["hand"]) or _("no card in hand")
    count = Counter(no81.face_name(printed(card)) for card in view["hand"])
    for room in (cells, *_SHORTER):
        if len(wrap(text, cells)) <= most:
            break
        text = join_list(_times(shortened(name, room), n) for name, n in count.items())
    return text


def _idle(view: View, told: Sequence[str], look: PrivateLook, room: int) -> list[Line]:
    """Return own skills, then what only the viewer was told last, newest first."""
    rows: list[Line] = []
    own = view["seats"][view["you"]]
    for skill in own["skills"]:
        text = _("{skill}: {text}", skill=no81.skill_name(skill), text=no81.skill_text(skill))
        used = skill in own["used"]
        tone = Colour.MUTED if used else Colour.TEXT
        short = few(text, look.cells - 3, 1 if look.height < ROOMY else 3)
        # The sign says what the colour says, to those who do not see it.
        edge = f"{sign(Glyph.OUT)} " if used else "  "
        rows += [line(edge, Span(row, tone)) for row in short]
    left = room - len(rows)
    if left > 0:
        rows += [line("  ", Span(text, Colour.MUTED)) for text in reversed(told[-left:])]
    return rows


def _about(view: View, ask: AskFrame, look: PrivateLook) -> list[Line]:
    """Return everything that there is to say about the highlighted choice."""
    title, texts = about(view, ask, look.about)
    rows = [line("  ", Span(title, Colour.ACCENT, bold=True))]
    return rows + [line("  ", row) for text in texts for row in wrap(text, look.cells - 4)]


def about(view: View, ask: AskFrame, option: str) -> tuple[str, Sequence[str]]:
    """Return title and paragraphs about an option: the card, skill or character behind it."""
    kind = ask["kind"]
    if kind in {AskKind.CHARACTER, AskKind.KARMA_DECK}:
        return no81.character_name(option), no81.character_about(option)
    if kind == AskKind.MIND_DECK:
        face = option.partition("-")[2]
        return no81.face_name(face), no81.card_texts(face)
    for part in reversed(option.replace("+", ":").split(":")):
        if skill := no81.skill_text(part):
            return no81.skill_name(part), (skill,)
        if len(part) > 1 and part[0] in "HSCDM":
            face = no81.face_held(part, view)
            return no81.face_name(face), no81.card_texts(face)
    return no81.about(ask["context"]), no81.source_texts(ask["context"])
