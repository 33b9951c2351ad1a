"""The order sheet: actions, diary and skills, as wishes of each role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.future_diary.filling import Filling
from engine.bots.future_diary.mind import Mind
from engine.games.future_diary.terms import Kind, Mode, Role

__all__ = ["day", "orders", "standing"]

_USUAL: Final = ((Kind.PROBE, 42), (Kind.DISGUISE, 32), (Kind.NONE, 8), (Kind.FLEE, 18))
"""What an ordinary seat does with a day that it has no better use for, by weight."""
_GUESS: Final = ((Kind.DISGUISE, 80), (Kind.PROBE, 12), (Kind.KILL, 8))
"""What 2nd, Akise and Detective expect of a seat, by weight."""


def orders(mind: Mind, form: Filling) -> None:
    """Fill in the whole sheet."""
    day(mind, form)
    _night(mind, form)
    _diary(mind, form)
    skill = _SKILLS.get(mind.sight.role)
    if skill is not None:
        skill(mind, form)
    standing(mind, form, "standing.")


# --- the two halves of the act --------------------------------------------------------------


def day(mind: Mind, form: Filling) -> None:
    """Strike whom one may and would; else ally, look around, or hide."""
    if _lie_low(mind, form) or _strike(mind, form) or _befriend(mind, form):
        return
    for kind in mind.weighted(*_USUAL):
        if not form.put("day", kind):
            continue
        if kind != Kind.PROBE:
            break
        unknown = [n for n in mind.strangers if n in map(int, form.offers("day.target"))]
        form.put("day.target", *unknown[:1])
        break
    if mind.sight.role is Role.FIFTH and mind.happens(50):
        form.put("day.fake", *mind.weighted((Kind.DISGUISE, 1), (Kind.NONE, 1)))


def _lie_low(mind: Mind, form: Filling) -> bool:
    """2nd strikes nobody on the first day: whoever does so can only be 2nd or 3rd."""
    early = mind.sight.role is Role.SECOND and mind.sight.act == 1
    return early and form.put("day", Kind.PROBE)


def _strike(mind: Mind, form: Filling) -> bool:
    reach = _targets(form)
    prey = [n for n in mind.prey if str(n) in reach]
    if not prey:
        return False
    form.put("day", Kind.KILL)
    if len(mind.prey) > 2 and mind.sight.role is Role.THIRD:
        form.put("day.maniac", "yes")
    form.put("day.target", *prey[:1])
    if prey[0] not in mind.sight.known or mind.sight.role is Role.SECOND:
        form.put("day.blacken", *mind.weighted(*_GUESS)[:1])
    if mind.happens(40):
        form.put("day.pierce", "yes")
    if mind.sight.role is Role.FOURTH:
        _frame(mind, form)
    return True


def _targets(form: Filling) -> tuple[str, ...]:
    """Return whom a day kill may be aimed at."""
    if not form.put("day", Kind.KILL):
        return ()
    targets = form.offers("day.target")
    form.drop("day")
    return targets


def _frame(mind: Mind, form: Filling) -> None:
    """4th is never seen to kill when it can show somebody else."""
    if form.put("day.frame", *mind.foes[1:2]):
        form.put("day.cover", Kind.DISGUISE)


def _befriend(mind: Mind, form: Filling) -> bool:
    trusted = [n for n in mind.friendly if n in mind.sight.known and mind.foe(n) < 0.4]
    eager = 90 if mind.sight.role in {Role.FIRST, Role.MURMUR, Role.EIGHTH} else 35
    if not trusted or not mind.happens(eager) or not form.put("day", Kind.ALLY):
        return False
    if form.put("day.target", *trusted[:1]):
        return True
    form.drop("day")
    return False


def _night(mind: Mind, form: Filling) -> None:
    """Strike where the guess is best; who kills by day somewhere aims elsewhere by night."""
    if not form.put("night", Kind.KILL):
        return
    aimed = [n for n in mind.foes if not _is_day_target(mind, form, n)]
    if not aimed:
        form.drop("night")
        return
    worth = {n: mind.foe(n) * (0.15 + mind.suspicion.best_role(n)[1]) for n in aimed}
    best = sorted(aimed, key=lambda n: -worth[n])
    form.put("night.target", best[0])
    if mind.sight.role is Role.SECOND and best[0] not in mind.sight.known:
        form.put("night.blacken", *mind.weighted(*_GUESS)[:1])
    form.put("night.guess", *_guesses(mind, best[0]))
    for second in ("night2", "follow"):
        if len(best) > 1 and form.put(f"{second}.target", *best[1:]):
            form.put(f"{second}.guess", *_guesses(mind, best[1]))


def _is_day_target(mind: Mind, form: Filling, seat: int) -> bool:
    return str(seat) in form.chosen("day.target") and bool(mind.prey)


def _guesses(mind: Mind, seat: int) -> list[str]:
    """Return the roles of ``seat``, the likeliest first; equal ones by chance."""
    roles = sorted(set(mind.sight.hidden_roles))
    keyed = [(-mind.suspicion.role(seat, r), mind.dice.below(1000), r) for r in roles]
    return [role for _, _, role in sorted(keyed)]


# --- diaries --------------------------------------------------------------------------------


def _diary(mind: Mind, form: Filling) -> None:
    if not form.put("diary", "use"):
        return
    wish = _DIARIES.get(mind.sight.role)
    if wish is not None:
        wish(mind, form)


def _look_at_strangers(mind: Mind, form: Filling) -> None:
    form.put("diary.pick", *mind.strangers, *mind.foes)


def _search(mind: Mind, form: Filling) -> None:
    doubtful = [n for n in mind.foes if n in mind.sight.known and 0.1 < mind.foe(n) < 0.9]
    if doubtful and mind.happens(50) and form.put("diary.mode", Mode.WATCH):
        form.put("diary.pick", *doubtful[:1])
    elif not form.put("diary.mode", Mode.SWEEP):
        form.put("diary.mode", Mode.WATCH)
        form.put("diary.pick", *mind.foes)


def _augment(mind: Mind, form: Filling) -> None:
    if form.put("diary.mode", Mode.UNION):
        form.put("diary.pick", *reversed(mind.foes))
    elif mind.happens(60) and form.put("diary.mode", Mode.B):
        form.put("diary.pick", *mind.foes[:1])
    elif form.put("diary.mode", Mode.A, Mode.C):
        friends = [*mind.sight.friends]
        if not form.put("diary.pick", *friends):
            form.drop("diary")
            form.put("diary", "use")
            form.put("diary.mode", Mode.B)
            form.put("diary.pick", *mind.foes[:1])


def _breeding(mind: Mind, form: Filling) -> None:
    form.put("diary.dog_a", *mind.strangers, *mind.foes)
    form.put("diary.dog_b", *(n for n in mind.foes if n in mind.sight.known))


def _justice(mind: Mind, form: Filling) -> None:
    if not form.put("diary.mode", Mode.TRAIL):
        form.put("diary.mode", Mode.SEARCH)
        form.put("diary.pick", *mind.friendly)


def _detective(mind: Mind, form: Filling) -> None:
    form.put("diary.pick", *mind.foes)
    form.put("diary.kind", Kind.KILL)


def _murder(_mind: Mind, form: Filling) -> None:
    if not (form.has("night") or form.chosen("day") == (Kind.KILL,)):
        form.drop("diary")


_DIARIES: Final[Mapping[Role, Callable[[Mind, Filling], None]]] = {
    Role.FIRST: _look_at_strangers,
    Role.THIRD: _murder,
    Role.FOURTH: _search,
    Role.FIFTH: _look_at_strangers,
    Role.EIGHTH: _augment,
    Role.TENTH: _breeding,
    Role.ELEVENTH: _look_at_strangers,
    Role.TWELFTH: _justice,
    Role.AKISE: _detective,
}


# --- skills ---------------------------------------------------------------------------------


def _murmur(mind: Mind, form: Filling) -> None:
    form.put("gods_view", *mind.foes[:1])
    masks = form.offers("servant")
    if masks:
        form.put("servant", mind.dice.pick(masks))
    if mind.foes and mind.foe(mind.foes[0]) > 0.8 and form.put("liberation", "a"):
        form.put("liberation.seat", mind.foes[0])
    elif form.put("liberation", "c", "b"):
        form.put("liberation.seat", mind.sight.seat, *mind.sight.friends)


def _sixth(mind: Mind, form: Filling) -> None:
    form.put("faith", *mind.strangers, *mind.foes)
    if not mind.prey or not mind.happens(40):
        return
    form.drop("diary")
    puppets = [n for n in mind.friendly if n in mind.sight.known and n != mind.prey[0]]
    if form.put("use.puppet", *puppets[:1]):
        form.put("use.kind", Kind.KILL)
        form.put("use.target", mind.prey[0])


def _seventh(mind: Mind, form: Filling) -> None:
    """Both halves know the same: they name the same seat without a word."""
    trusted = sorted(n for n in mind.foes if n in mind.sight.known)
    form.put("heart_link", *trusted, *sorted(mind.foes))


def _fifth(mind: Mind, form: Filling) -> None:
    form.put("black_heart", *(n for n in mind.foes if n in mind.sight.known))


def _eleventh(mind: Mind, form: Filling) -> None:
    if mind.sight.act > 2 and mind.foes and mind.foe(mind.foes[0]) > 0.6 and mind.happens(50):
        form.drop("diary")
        form.put("law", mind.foes[0])


def _twelfth(mind: Mind, form: Filling) -> None:
    near = [n for n in mind.foes if str(n) in form.offers("hypnosis")]
    if near and (mind.foe(near[0]) > 0.4 or mind.happens(25)):
        form.put("hypnosis", near[0])
        form.put("hypnosis.kind", Kind.NONE)


def _akise(mind: Mind, form: Filling) -> None:
    if form.put("truth", *mind.strangers):
        form.put("truth.kind", *mind.weighted(*_GUESS)[:1])
    sure = [n for n in mind.foes if n in mind.sight.known and mind.foe(n) > 0.8]
    if sure and mind.happens(50):
        form.put("gamble", sure[0])


_SKILLS: Final[Mapping[Role, Callable[[Mind, Filling], None]]] = {
    Role.MURMUR: _murmur,
    Role.FIFTH: _fifth,
    Role.SIXTH: _sixth,
    Role.SEVENTH: _seventh,
    Role.ELEVENTH: _eleventh,
    Role.TWELFTH: _twelfth,
    Role.AKISE: _akise,
}


# --- last words -----------------------------------------------------------------------------


def standing(mind: Mind, form: Filling, prefix: str) -> None:
    """Fill in last words, in advance (``standing.``) or when asked for (no prefix)."""
    form.put(f"{prefix}half_god", "yes")
    form.put(f"{prefix}bomb", *(n for n in mind.foes if mind.foe(n) >= _BOMB))
    form.put(f"{prefix}awakening", *(n for n in mind.friendly if mind.foe(n) <= 0.5))
    form.put(f"{prefix}trigger1", "accept")
    form.put(f"{prefix}will", "yes")


_BOMB: Final = 0.4
"""How likely an enemy must be to be taken along."""
