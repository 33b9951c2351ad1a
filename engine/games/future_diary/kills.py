"""The checks of one kill, K1 to K8, in the order of FD-9.5.

Each check returns the reason for which the kill fails, or None. All of them read the act as it was
when the batch began (FD-9.2). Between K4 and K5 the target becomes "target of a kill".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.games.future_diary.model import Hit
from engine.games.future_diary.outcome import Outcome, Stage
from engine.games.future_diary.terms import Code, Loop, Role

__all__ = ["Kill", "aims", "counter_fails", "fails", "guessed_kind", "is_blacken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """One kill that is tried. ``idle`` is why it is not its seat's effective order (K1), if so."""

    author: int
    hit: Hit
    stage: Stage
    index: int
    night: bool = False
    follow: bool = False
    idle: Code | None = None

    @property
    def target(self) -> int:
        """Whom it is aimed at."""
        return self.hit.target


Check = Callable[[Outcome, Kill], Code | None]


def aims(act: Outcome, kill: Kill) -> Code | None:
    """Run K1 to K4: None if the target now counts as target of a kill (FD-9.17)."""
    return _first(_K1_TO_K4, act, kill)


def fails(act: Outcome, kill: Kill) -> Code | None:
    """Run K5 to K8: None if the kill lands."""
    return _first(_K5_TO_K8, act, kill)


def counter_fails(act: Outcome, kill: Kill) -> Code | None:
    """Run the checks that a counter-kill needs (FD-9.9): off-turn and flee (FD-9.12)."""
    return _first((_k5_on_turn, _k8_not_fled), act, kill)


def is_blacken(act: Outcome, kill: Kill) -> bool:
    """Return whether it is a Blacken kill of a 2nd whose skills work (FD-12.3.2)."""
    return kill.hit.blacken is not None and act.holds(kill.author, Role.SECOND)


def guessed_kind(act: Outcome, hit: Hit) -> bool:
    """Return whether a Blacken guess is right: the kind of the target's final action (FD-4.4)."""
    return act.finals[hit.target].kind is hit.blacken


def _first(checks: tuple[Check, ...], act: Outcome, kill: Kill) -> Code | None:
    return next((code for check in checks if (code := check(act, kill)) is not None), None)


def _k1_effective(act: Outcome, kill: Kill) -> Code | None:
    """K1: require that the killer is up and the order is its effective order."""
    return Code.KILLER_DOWN if kill.author in act.down else kill.idle


def _k2_target_up(act: Outcome, kill: Kill) -> Code | None:
    """K2: require that the target is up."""
    return Code.TARGET_DOWN if kill.target in act.down else None


def _k3_right(act: Outcome, kill: Kill) -> Code | None:
    """K3: require the right. That an unallied 8th has none is no skill (FD-9.7, FD-12.9.3)."""
    if act.world.seats[kill.author].role is Role.EIGHTH and not act.allied(kill.author):
        return Code.NO_RIGHT
    allowed = _by_night(act, kill) if kill.night else _by_day(act, kill)
    return None if allowed else Code.NO_RIGHT


def _by_day(act: Outcome, kill: Kill) -> bool:
    """Require that it knew the target at ``lock``, or is 3rd, or 2nd who Blackens (FD-4.6)."""
    if act.finals[kill.author].day.maniac and act.powerless(kill.author):
        return False
    return (
        act.locked.world.knows(kill.author, kill.target)
        or act.holds(kill.author, Role.THIRD)
        or is_blacken(act, kill)
    )


def _by_night(act: Outcome, kill: Kill) -> bool:
    """Require the night right (FD-4.3); that 7th may kill two is a skill of its own."""
    seat = act.locked.world.seats[kill.author]
    second_of_two = kill.index > 0 and seat.role is Role.SEVENTH
    if second_of_two and act.powerless(kill.author):
        return False
    return seat.loop is Loop.FIRST or seat.night_right


def _k4_not_allied(act: Outcome, kill: Kill) -> Code | None:
    """K4: require no alliance, nor halves of 7th. Both are up, so an alliance counts (FD-8.11)."""
    world = act.world
    bound = world.allies(kill.author) | world.party(kill.author)
    return Code.ALLIED if kill.target in bound else None


def _k5_on_turn(act: Outcome, kill: Kill) -> Code | None:
    """K5: require that the target is not 7th's resting half: Perfect Match (FD-12.8.2)."""
    resting = act.world.seats[kill.target].rests(act.world.act)
    return Code.OFF_TURN if resting and not act.powerless(kill.target) else None


def _k6_not_countered(act: Outcome, kill: Kill) -> Code | None:
    """K6: require no disguise that knows the killer, or that it does not help (FD-4.8)."""
    ready = kill.target in act.disguised and act.world.knows(kill.target, kill.author)
    gentle = act.world.seats[kill.target].role is Role.EIGHTH and not act.allied(kill.target)
    if not ready or gentle or is_blacken(act, kill) or _pierces(act, kill):
        return None
    return Code.COUNTERED


def _pierces(act: Outcome, kill: Kill) -> bool:
    return kill.hit.pierce is True and act.locked.world.omniscient(kill.author)


def _k7_guessed(act: Outcome, kill: Kill) -> Code | None:
    """K7: require that the guesses that are needed or given are right."""
    return None if _guess_stands(act, kill) else Code.WRONG_GUESS


def _guess_stands(act: Outcome, kill: Kill) -> bool:
    """Judge the guess: a kind for Blacken, a role by night (FD-4.7, FD-12.4, FD-12.6.4).

    A guess that 3rd gives although it needs none is judged: the kill is then no Raid, and only so
    can it earn a follow-up (FD-12.4.3). 10th's is not: its dogs find whoever it is (FD-12.11.3).
    """
    if is_blacken(act, kill):
        return guessed_kind(act, kill.hit)
    if not kill.night or act.holds(kill.author, Role.TENTH):
        return True
    if not kill.hit.guess and not kill.follow and act.holds(kill.author, Role.THIRD):
        return True
    tries = 2 if act.holds(kill.author, Role.FIFTH) else 1
    shown, _, _half = act.world.seats[kill.target].shown_role.partition("/")
    return shown in kill.hit.guess[:tries]


def _k8_not_fled(act: Outcome, kill: Kill) -> Code | None:
    """K8: require that the target does not flee, or from 10th's dogs in vain (FD-12.11.3)."""
    fled = kill.target in act.fleeing and not act.holds(kill.author, Role.TENTH)
    return Code.FLED if fled else None


_K1_TO_K4: tuple[Check, ...] = (_k1_effective, _k2_target_up, _k3_right, _k4_not_allied)
_K5_TO_K8: tuple[Check, ...] = (_k5_on_turn, _k6_not_countered, _k7_guessed, _k8_not_fled)
