"""What is told of a draft in plain lines, for its owner alone. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.no81.terms import AskKind
from server.api import TableFrame
from tui.games.no81.conditions import Hope, hope_of
from tui.games.no81.karma_desk import KarmaDesk, verdict
from tui.games.no81.minds_desk import MindsDesk, card_paragraphs, face_of
from tui.games.no81.minds_draft import cards_by_rank, rank_of
from tui.games.no81.setup_bench import SetupBench
from tui.i18n import _, join_list, n_
from tui.texts import no81
from tui.texts.sentences import sentences

__all__ = [
    "characters", "deck_in_a_line", "deck_lines", "karma_lines", "placed", "question", "rank_lines",
]  # fmt: skip

View = Mapping[str, Any]


def card_name(card: str, view: View) -> str:
    """Return rank and name of a card, and whether its condition is not met."""
    name = _("{rank} {face}", rank=rank_of(card), face=no81.face_name(face_of(card)))
    match hope_of(face_of(card), view):
        case Hope.NEVER:
            return _("{card} (unmet)", card=name)
        case Hope.LATER:
            return _("{card} (not yet)", card=name)
        case _met:
            return name


def deck_in_a_line(cards: Sequence[str], view: View) -> str:
    """Return a whole mind deck in one line."""
    names = join_list(card_name(card, view) for card in cards)
    return _("Your deck, top first: {cards}.", cards=names)


def deck_lines(cards: Sequence[str], view: View) -> list[str]:
    """Return a mind deck, one line a card, with its place."""
    return [
        _("{n}: {card}", n=number, card=card_name(card, view))
        for number, card in enumerate(cards, start=1)
    ]


def placed(cards: Sequence[str], at: int, view: View) -> str:
    """Return what lies at a place now."""
    return _("Place {n}: {card}.", n=at + 1, card=card_name(cards[at], view))


def rank_lines(rank: str, bench: MindsDesk, view: View) -> list[str]:
    """Return what a rank has to choose from, with all that is to be said of each card."""
    lines = []
    for number, card in enumerate(cards_by_rank(bench.ask["options"])[rank], start=1):
        said = sentences(*card_paragraphs(card, view))
        name = card_name(card, view)
        if card in bench.cards:
            name = _("{card}, chosen", card=name)
        lines.append(_("{n}: {card}. {text}", n=number, card=name, text=said))
    return lines


def karma_lines(bench: KarmaDesk) -> list[str]:
    """Return a karma deck with sum, health, legality and the pairs that can begin."""
    names = join_list(no81.side_label(side) for side in bench.answer())
    deck = _("Deck: {names}", names=names or _("nothing"))
    return [deck, *filter(None, verdict(bench.answer(), bench.ask["context"]))]


def characters(bench: KarmaDesk) -> list[str]:
    """Return every side that may be in a karma deck, with its number."""
    lines = []
    for number, side in enumerate(bench.ask["options"], start=1):
        colour, health, karma = no81.side_row(side)
        text = _(
            "{n}: {name}, {colour}, health {health}, karma {karma}",
            n=number,
            name=no81.character_name(side),
            colour=colour,
            health=health,
            karma=no81.karma_text(karma),
        )
        lines.append(_("{side}, in your deck", side=text) if side in bench.deck else text)
    return lines


def question(bench: SetupBench, frame: TableFrame, names: Sequence[str]) -> list[str]:
    """Return what is asked, how it stands, and what can be typed."""
    view = frame["view"]
    ask = bench.ask
    if view is None:
        return []
    if bench.handed is None:
        asked = no81.prompt(ask["kind"], ask["context"], names)
        lines = [_("Your turn. {question}", question=asked)]
    else:
        lines = [_("Handed in. Until all have handed in you can change it.")]
    match bench:
        case MindsDesk():
            lines += [deck_in_a_line(bench.cards, view), _mind_words()]
        case KarmaDesk():
            lines += [no81.aim_line(view), *karma_lines(bench), no81.swap_about(), _karma_words()]
        case _choice:
            lines += [no81.aim_line(view), *_numbered(bench, names)]
    clock = frame["clock"]
    if clock is not None:
        lines.append(n_("{n} second left.", "{n} seconds left.", round(clock["left"])))
    return [text for text in lines if text]


def _mind_words() -> str:
    return _(
        "'done' hands it in as it stands. 'deck A' tells what rank A has, 'deck A common2' chooses"
        " from it, 'deck move K 1' puts K on top, 'deck default' fills in, 'deck save NAME' and"
        " 'deck load NAME' keep decks for you."
    )


def _karma_words() -> str:
    return _(
        "'done' hands it in as it stands. 'karma all' lists the characters, 'karma 3' puts the"
        " third in or out, 'explain 3' tells about it, 'karma default' fills in, 'karma empty'"
        " begins anew, 'karma save NAME' and 'karma load NAME' keep decks for you."
    )


def _numbered(bench: SetupBench, names: Sequence[str]) -> list[str]:
    """Return the choices, one line each; of characters all that is to be known."""
    kind, context = bench.ask["kind"], bench.ask["context"]
    lines = []
    for number, option in enumerate(bench.ask["options"], start=1):
        label = no81.option_label(kind, option, context, names)
        told = no81.character_about(option) if kind == AskKind.CHARACTER else ()
        text = _("{n}: {label}", n=number, label=label)
        lines.append(_("{label}. {text}", label=text, text=sentences(*told)) if told else text)
    if bench.alone:
        return [*lines, _("Type its number.")]
    return [*lines, _("Type its number; until all have chosen you may choose again.")]
