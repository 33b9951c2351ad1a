"""Day orders, night orders and controls as fields (for ``answer``)."""

from __future__ import annotations

from engine.games.future_diary.form import Chosen
from engine.games.future_diary.model import Cover, Day, Forced, Frame, Hit, Night
from engine.games.future_diary.spelling import Page, flag_of, kind_of, seat_of, seats_of
from engine.games.future_diary.terms import Kind, Role

__all__ = ["day", "forced", "night", "of_day", "put_forced", "put_night"]


# --- day ------------------------------------------------------------------------------------


def day(fields: Chosen) -> Day:
    """Return the day order that the ``day`` fields mean.

    With ``maniac`` only the targets guessed to be disguised are in ``hits`` (FD-4.13); ``lock``
    adds the others.
    """
    kind = kind_of(fields, "day") or Kind.NONE
    maniac = flag_of(fields, "day.maniac") or False
    target = seat_of(fields, "day.target")
    hits: tuple[Hit, ...] = ()
    if maniac:
        hits = tuple(Hit(target=n, pierce=True) for n in seats_of(fields, "day.pierce.seat"))
    elif kind is Kind.KILL and target is not None:
        blacken, pierce = kind_of(fields, "day.blacken"), flag_of(fields, "day.pierce")
        hits = (Hit(target=target, blacken=blacken, pierce=pierce),)
    framed, fake = seat_of(fields, "day.frame"), _cover(fields, "day.fake")
    cover = _cover(fields, "day.cover") or Cover(kind=Kind.NONE)
    frame = Frame(seat=framed, cover=cover) if framed else None
    return Day(
        kind=kind, target=None if kind is Kind.KILL else target, hits=hits, maniac=maniac,
        frame=frame, fake=fake,
    )  # fmt: skip


def of_day(order: Day) -> dict[str, tuple[str, ...]]:
    """Return the fields of a day order; ``none`` alone is the absence of all."""
    page = Page()
    if order == Day():
        return page
    page.put("day", order.kind)
    page.put("day.target", order.target)
    if order.maniac:
        page.put("day.maniac", True)
        page.all("day.pierce.seat", [hit.target for hit in order.hits if hit.pierce])
    for hit in () if order.maniac else order.hits:
        page.put("day.target", hit.target)
        page.put("day.blacken", hit.blacken)
        page.put("day.pierce", hit.pierce)
    if order.frame:
        page.put("day.frame", order.frame.seat)
        _put_cover(page, "day.cover", order.frame.cover)
    if order.fake:
        _put_cover(page, "day.fake", order.fake)
    return page


def _cover(fields: Chosen, name: str) -> Cover | None:
    kind = kind_of(fields, name)
    return None if kind is None else Cover(kind=kind, target=seat_of(fields, f"{name}.target"))


def _put_cover(page: Page, name: str, cover: Cover) -> None:
    page.put(name, cover.kind)
    page.put(f"{name}.target", cover.target)


# --- night ----------------------------------------------------------------------------------


def _hit(fields: Chosen, name: str) -> Hit | None:
    target = seat_of(fields, f"{name}.target")
    if target is None:
        return None
    guess = tuple(Role(role) for role in fields.get(f"{name}.guess", ()))
    blacken, pierce = kind_of(fields, f"{name}.blacken"), flag_of(fields, f"{name}.pierce")
    return Hit(target=target, guess=guess, blacken=blacken, pierce=pierce)


def _put_hit(page: Page, name: str, hit: Hit) -> None:
    page.put(f"{name}.target", hit.target)
    page.all(f"{name}.guess", hit.guess)
    page.put(f"{name}.blacken", hit.blacken)
    page.put(f"{name}.pierce", hit.pierce)


def night(fields: Chosen) -> Night:
    """Return the night order that the ``night`` fields mean."""
    hits = tuple(h for h in (_hit(fields, "night"), _hit(fields, "night2")) if h)
    framed = seat_of(fields, "night.frame")
    frame = Frame(seat=framed) if framed else None
    return Night(hits=hits, followup=_hit(fields, "follow"), frame=frame)


def put_night(page: Page, order: Night) -> None:
    """Write a night order."""
    for name, hit in zip(("night", "night2"), order.hits, strict=False):
        if name == "night":
            page.put("night", Kind.KILL)
        _put_hit(page, name, hit)
    if order.frame:
        page.put("night.frame", order.frame.seat)
    if order.followup:
        _put_hit(page, "follow", order.followup)


# --- controls ------------------------------------------------------------------------------


def forced(fields: Chosen, seat: str, name: str) -> Forced | None:
    """Return a control: the controlled seat's field, and the name before ``.kind``/``.target``."""
    number, kind = seat_of(fields, seat), kind_of(fields, f"{name}.kind")
    if number is None or kind is None:
        return None
    return Forced(seat=number, kind=kind, target=seat_of(fields, f"{name}.target"))


def put_forced(page: Page, seat: str, name: str, order: Forced | None) -> None:
    """Write a control, if there is one."""
    if order:
        page.put(seat, order.seat)
        page.put(f"{name}.kind", order.kind)
        page.put(f"{name}.target", order.target)
