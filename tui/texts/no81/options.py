"""The choices of every ask: what they are called, and what they will do (N81-5.5, N81-6.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.no81.cards import is_mind, printed
from engine.games.no81.glossary import Camp, Face
from engine.games.no81.library import content
from engine.games.no81.packs.words import Words
from engine.games.no81.terms import AskKind, Pick
from tui.i18n import N_, _, join_list
from tui.texts.game import Context, Names, View
from tui.texts.no81.cards import (
    card_label,
    card_texts,
    face_name,
    mode_line,
    mode_text,
)
from tui.texts.no81.names import character_name, character_title, side_label
from tui.texts.no81.packs import in_words
from tui.texts.no81.setups import character_about, karma_about
from tui.texts.no81.skills import skill_name, skill_text
from tui.texts.sentences import sentences

__all__ = ["face_held", "option_help", "option_label"]

_PICKS: Final[Mapping[str, str]] = {
    Pick.PASS: N_("Pass"),
    Pick.HAND: N_("a hand card"),
    Pick.MIND: N_("top of the mind deck"),
    Pick.PILE: N_("top of the pile"),
    Pick.DAMAGE: N_("take the damage"),
    Pick.SKIP: N_("skip the turn"),
    Pick.DRAW: N_("let cards be drawn"),
    Pick.HEAL: N_("heal 4"),
    Pick.FLIP: N_("turn it over"),
    Pick.STAY: N_("stay, and be out"),
    Pick.DONE: N_("the deck is done"),
    Pick.ODD: N_("odd"),
    Pick.EVEN: N_("even"),
}


def face_held(card: str, view: View | None) -> str:
    """Return what a card of the own hand counts as (N81-4.11); as printed without a view."""
    name = printed(card)
    if name not in content().limited or view is None or view.get("you", -1) < 0:
        return name
    own = view["seats"][view["you"]]
    if own["camp"] is None:
        return name
    side = (own["character"], own["version"], own["deputy"])
    return content().counts_as(name, Camp(own["camp"]), frozenset(own["series"]), side)


def option_label(
    kind: str, option: str, context: Context, names: Names, view: View | None = None
) -> str:
    """Return a short label; ``view`` makes limited cards what they are for the viewer now."""
    labels: Mapping[str, Mapping[str, str]] = context.get("labels", {})
    if option in labels:
        return _plug_ins_own(option, labels[option])
    if kind == AskKind.TARGET and option != Pick.PASS:
        return names[int(option)]
    if kind == AskKind.DRAW:
        return _("{n} from the mind deck", n=option)
    if kind == AskKind.OUTCOME and option == Pick.DAMAGE:
        return _("take 4 colourless damage")
    if kind == AskKind.W_BURST and option == Pick.DAMAGE:
        return _("take 1 colourless damage")
    if kind == AskKind.OUTCOME and context.get("face") == Face.WINDFALL and option == Pick.DRAW:
        return _("draw 3")
    if option in _PICKS:
        return _(_PICKS[option])
    return _BY_KIND.get(AskKind(kind), _action)(option, names, view)


def _plug_ins_own(option: str, label: Mapping[str, str]) -> str:
    """Return how a choice of a pack's plug-in reads (N81-19.4)."""
    texts = (label.get(language, "") for language in ("en", "zh", "zh_hans"))
    words = in_words(Words(**dict(zip(("en", "zh", "zh_hans"), texts, strict=True))))
    return words or option.replace("_", " ")


def _card(option: str, _names: Names, view: View | None) -> str:
    if not _is_card(option):
        return face_name(option)
    label = card_label(option)
    return _("zone {card}", card=label) if _lies_in_a_zone(option, view) else label


def _lies_in_a_zone(card: str, view: View | None) -> bool:
    """Say whether a card lies in somebody's delayed zone, where its loss may mean more."""
    seats = view.get("seats", ()) if view is not None else ()
    return any(lies["card"] == card for seat in seats for lies in seat["zone"])


def _is_card(option: str) -> bool:
    return option[0] in "HSCDM"


def _mind_card(option: str, _names: Names, _view: View | None) -> str:
    rank, _dash, face = option.partition("-")
    return _("{rank} {face}", rank=rank, face=face_name(face))


def _character(option: str, _names: Names, _view: View | None) -> str:
    name, title = character_name(option), character_title(option)
    return _("{name}, {title}", name=name, title=title) if title else name


def _side(option: str, _names: Names, _view: View | None) -> str:
    return side_label(option)


def _start(option: str, _names: Names, _view: View | None) -> str:
    main, deputy = (part.split(":") for part in option.split("+"))
    return _(
        "{main} ({skill}), deputy {deputy} ({other})",
        main=character_name(main[0]),
        skill=skill_name(main[1]),
        deputy=character_name(deputy[0]),
        other=skill_name(deputy[1]),
    )


def _swap(option: str, _names: Names, _view: View | None) -> str:
    which, side, skill = option.split(":")
    if which == "main":
        return _("main: {name} ({skill})", name=side_label(side), skill=skill_name(skill))
    return _("deputy: {name} ({skill})", name=side_label(side), skill=skill_name(skill))


def _action(option: str, names: Names, view: View | None) -> str:
    """Return the label of an action or an answer: ``<verb>:<card or skill>``."""
    match option.split(":"):
        case ["use", card, mode]:
            line = mode_line(face_held(card, view), int(mode))
            return _("{card}: {line}", card=card_label(card), line=line)
        case ["place", card]:
            return _("{card}: place in your zone", card=card_label(card))
        case ["as", card, face, mode]:
            line = mode_line(face, int(mode))
            return _("{card} as {face}: {line}", card=card_label(card), face=face_name(face),
                     line=line)  # fmt: skip
        case ["detach", card, face] if face == printed(card):
            line = mode_line(face, 1)
            return _("zone {card}: {line}", card=card_label(card), line=line)
        case ["detach", card, face]:
            return _("zone {card}: as {face}", card=card_label(card), face=face_name(face))
        case ["skill", skill]:
            return _("skill {skill}", skill=skill_name(skill))
        case ["offer", seat, skill]:
            return _("{skill} with {name}", skill=skill_name(skill), name=names[int(seat)])
        case parts:
            return _answer(parts)


def _answer(parts: list[str]) -> str:
    """Return the label of an answer in a window."""
    match parts:
        case ["evade" | "miracle", card]:
            return _("detach {card}", card=card_label(card))
        case ["haste", card]:
            return _("{card}: top mind card", card=card_label(card))
        case ["give", card]:
            return _("give {card}", card=card_label(card))
        case [_verb, card]:
            return _("play {card}", card=card_label(card))
        case [name]:
            return skill_name(name)
        case _unknown:
            return ":".join(parts)


_BY_KIND: Final[Mapping[AskKind, Callable[[str, Names, View | None], str]]] = {
    AskKind.CHARACTER: _character,
    AskKind.MIND_DECK: _mind_card,
    AskKind.KARMA_DECK: _side,
    AskKind.KARMA_START: _start,
    AskKind.SWAP: _swap,
    AskKind.PICK: _card,
    AskKind.PAY: _card,
    AskKind.ORDER: _card,
    AskKind.UNDER: _card,
    AskKind.TAKE: _card,
    AskKind.GIVE: _card,
    AskKind.SECRET: _card,
    AskKind.DISCARD: _card,
}


def option_help(kind: str, option: str, context: Context, names: Names, view: View) -> str:
    """Return what the choice will do, as one or a few sentences; may be empty."""
    del names
    return sentences(_breaks(kind, option, context), _does(kind, option, view))


def _breaks(kind: str, option: str, context: Context) -> str:
    """Return a warning if the choice takes the last mind card (N81-10.5)."""
    found: Any = context.get("breaks_mind", ())
    if option not in found:
        return ""
    if kind == AskKind.DRAW:
        return _("These are your last mind cards: your mind breaks.")
    return _("It is your last mind card: your mind breaks.")


def _does(kind: str, option: str, view: View) -> str:
    match AskKind(kind):
        case AskKind.TARGET:
            return _seat_about(view["seats"][int(option)]) if view.get("seats") else ""
        case AskKind.CHARACTER:
            return " ".join(character_about(option))
        case AskKind.KARMA_DECK:
            return karma_about([option])
        case AskKind.MIND_DECK:
            return " ".join(card_texts(option.partition("-")[2]))
        case _kind:
            return _action_help(option, view)


def _seat_about(seat: View) -> str:
    """Return what there is to see of a player who may be chosen."""
    words = [character_name(seat["character"])] if seat["character"] else []
    words.append(_("health {n} of {cap}", n=seat["rel_hp"], cap=seat["cap"]))
    words.append(_("hand cards {n}", n=seat["hand"]))
    words.append(_("mind cards {n}", n=len(seat["deck"])))
    words += [face_name(lies["face"]) for lies in seat["zone"]]
    return join_list(words)


def _action_help(option: str, view: View) -> str:
    match option.split(":"):
        case ["use", card, mode]:
            return mode_text(face_held(card, view), int(mode))
        case ["as", _card, face, mode]:
            return mode_text(face, int(mode))
        case ["detach", _card, face]:
            return mode_text(face, 1)
        case ["haste", _card]:
            return _("The top card of your mind deck is discarded; above 7 it is a Guard.")
        case ["skill", skill] | ["offer", _, skill]:
            return skill_text(skill)
        case [_, card] if _is_card(card):
            return sentences(*card_texts(face_held(card, view)))
        case [card] if _is_card(card):
            home = _("After that it lies in its owner's spent row.") if is_mind(card) else ""
            return sentences(*card_texts(face_held(card, view)), home)
        case [name]:
            return skill_text(name) or sentences(*card_texts(name))
        case _unknown:
            return ""
