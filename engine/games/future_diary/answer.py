"""Answers as they are written, and the values they mean (the grammar of FD-17.1, flattened).

An answer is a verb and its words; a field is ``name=value``, repeated for several values. The
functions come in pairs (``day`` and ``of_day`` and so on) that undo each other; whether a seat may
say so is not judged here (``form``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import Refusal, Refused
from engine.games.future_diary.deeds import day, forced, night, of_day, put_forced, put_night
from engine.games.future_diary.form import Chosen
from engine.games.future_diary.model import DiaryOrder, Liberation, Sheet, Skills, Standing
from engine.games.future_diary.spelling import Page, flag_of, kind_of, seat_of, seats_of, value_of
from engine.games.future_diary.terms import Mode, Verb
from engine.request import Answer

__all__ = [
    "Said", "day", "forced", "of_day", "of_sheet", "of_standing", "read", "sheet", "standing",
    "write",
]  # fmt: skip

MOST_WORDS: Final = 200
"""Longer than any form; what is read stays cheap whatever is sent."""
_FORM_VERBS: Final = frozenset({Verb.SUBMIT, Verb.READY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One answer: its verb, and either ``fields`` (submit, ready) or ``args`` (all others)."""

    verb: Verb
    fields: Chosen
    args: tuple[str, ...]


def read(values: Answer) -> Said:
    """Take an answer apart; raise :class:`Refused` ``illegal`` for what is no answer at all."""
    if not values or values[0] not in set(Verb) or len(values) > MOST_WORDS:
        raise Refused(Refusal.ILLEGAL)
    verb, rest = Verb(values[0]), values[1:]
    if verb not in _FORM_VERBS:
        return Said(verb=verb, fields={}, args=rest)
    fields: dict[str, tuple[str, ...]] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals:
            raise Refused(Refusal.ILLEGAL)
        fields[name] = (*fields.get(name, ()), value)
    return Said(verb=verb, fields=fields, args=())


def write(fields: Chosen) -> Answer:
    """Return the words of a filled-in form."""
    return tuple(f"{name}={value}" for name, values in fields.items() for value in values)


# --- diary and skills -----------------------------------------------------------------------


def _diary(fields: Chosen) -> DiaryOrder | None:
    if "diary" not in fields:
        return None
    mode = value_of(fields, "diary.mode")
    return DiaryOrder(
        mode=Mode(mode) if mode else None,
        picks=seats_of(fields, "diary.pick") or seats_of(fields, "diary.dog_a"),
        kind=kind_of(fields, "diary.kind"),
        dog_b=seat_of(fields, "diary.dog_b"),
    )


def _put_diary(page: Page, order: DiaryOrder, *, dogs: bool) -> None:
    page.put("diary", "use")
    page.put("diary.mode", order.mode)
    page.all("diary.dog_a" if dogs else "diary.pick", order.picks)
    page.put("diary.dog_b", order.dog_b)
    page.put("diary.kind", order.kind)


_TARGETS = ("gods_view", "faith", "law", "heart_link", "black_heart", "gamble")
"""Skills that are a single seat; their fields are called like the attributes."""


def _skills(fields: Chosen) -> Skills:
    option, freed = value_of(fields, "liberation"), seat_of(fields, "liberation.seat")
    truth, kind = seat_of(fields, "truth"), kind_of(fields, "truth.kind")
    return Skills(
        servant=value_of(fields, "servant"),
        liberation=Liberation(option=option, seat=freed) if option and freed else None,
        use_follower=forced(fields, "use.puppet", "use"),
        hypnosis=forced(fields, "hypnosis", "hypnosis"),
        truth=(truth, kind) if truth and kind else None,
        **{name: seat_of(fields, name) for name in _TARGETS},
    )


def _put_skills(page: Page, skills: Skills) -> None:
    for name in _TARGETS:
        page.put(name, getattr(skills, name))
    page.put("servant", skills.servant)
    if skills.liberation:
        page.put("liberation", skills.liberation.option)
        page.put("liberation.seat", skills.liberation.seat)
    put_forced(page, "use.puppet", "use", skills.use_follower)
    put_forced(page, "hypnosis", "hypnosis", skills.hypnosis)
    if skills.truth:
        page.put("truth", skills.truth[0])
        page.put("truth.kind", skills.truth[1])


# --- whole sheets ---------------------------------------------------------------------------


def sheet(fields: Chosen) -> Sheet:
    """Return the order sheet that the fields mean (without the standing instructions)."""
    return Sheet(day=day(fields), night=night(fields), diary=_diary(fields), skills=_skills(fields))


def of_sheet(order: Sheet, *, dogs: bool = False) -> dict[str, tuple[str, ...]]:
    """Return the fields of an order sheet; ``dogs``: its diary is 10th's (FD-12.11.1)."""
    page = Page(of_day(order.day))
    put_night(page, order.night)
    if order.diary:
        _put_diary(page, order.diary, dogs=dogs)
    _put_skills(page, order.skills)
    return page


def standing(fields: Chosen, prefix: str = "standing.") -> Standing:
    """Return standing instructions; what is absent has the rules' default (FD-10.4, FD-17.1)."""
    flags = {name: flag_of(fields, prefix + name) for name in _FLAGS}
    return Standing(
        bomb=seats_of(fields, f"{prefix}bomb"),
        awakening=seats_of(fields, f"{prefix}awakening"),
        **{name: said for name, said in flags.items() if said is not None},
    )


_FLAGS = ("half_god", "trigger1", "will", "hold")


def of_standing(order: Standing, prefix: str = "standing.") -> dict[str, tuple[str, ...]]:
    """Return the fields of standing instructions, those of other roles too (``form.valid``)."""
    page = Page()
    for name in _FLAGS:
        page.put(prefix + name, getattr(order, name))
    page[f"{prefix}trigger1"] = ("accept" if order.trigger1 else "refuse",)
    page.all(f"{prefix}bomb", order.bomb)
    page.all(f"{prefix}awakening", order.awakening)
    return page
