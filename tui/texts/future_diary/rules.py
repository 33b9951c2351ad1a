"""The rules of Future Diary in short, by their numbers: steps, actions, roles, skills, diaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.future_diary.roles import ROLES
from engine.games.future_diary.terms import Kind, Role, Step
from tui.i18n import N_, _
from tui.texts.future_diary.names import diary_name, role_name
from tui.texts.future_diary.shorts import SHORTS
from tui.texts.sentences import first_sentence

__all__ = [
    "ask_rule", "field_rule_ids", "field_rules", "how_to_play", "kind_rule", "role_rules",
    "rule_ids", "rule_short", "rule_text", "value_rule",
]  # fmt: skip

_RULES: Final[Mapping[str, str]] = {
    "FD-2.2": N_("The number of seats decides which roles are in play and how many seats are of"
                 " the first loop; who holds what stays secret."),
    "FD-2.6": N_("Seats stand in a ring in a random order. Neighbours are the two seats beside"
                 " you, dead or alive."),
    "FD-2.7": N_("Everybody plays behind a persona. It says nothing of the role."),
    "FD-3.1": N_("An act has these steps: orders, change 1, change 2, last words, prediction."
                 " Each ends when all who live are ready, or when time runs out."),
    "FD-3.5": N_("Your last valid submission in a step counts. When it was sent does not matter."),
    "FD-3.6": N_("Orders close; then diaries speak."),
    "FD-4.5": N_("Probe: at the end of the act you learn who your target is, if it disguised"
                 " itself."),
    "FD-4.6": N_("Kill by day: a seat whose role you know. 3rd needs no knowledge; 2nd may guess"
                 " the target's action instead."),
    "FD-4.7": N_("Kill by night: first loop only, with a guess of the target's role. Knowing it"
                 " is not needed."),
    "FD-4.8": N_("Disguise: who attacks you while you know them is struck down instead. It lasts"
                 " day and night."),
    "FD-4.10": N_("Flee: kills cannot reach you, day and night. You have one chance; a kill of"
                  " yours that stands gives it back."),
    "FD-4.13": N_("Who knows every living seat may guess whether a target is disguised; if so,"
                  " the disguise does not help it."),
    "FD-6.1": N_("A diary is declared with the orders and reports before they are carried out."
                 " Most rest for one act after a use."),
    "FD-7.2": N_("Who used a diary and got a report may change the day order once, unless it was"
                 " an alliance or a break."),
    "FD-8.2": N_("Ally: propose an alliance to a seat you know; it answers in change 1. Allies"
                 " know each other, read each other's diaries and cannot kill each other."),
    "FD-8.10": N_("Break: the alliance holds for this act and ends with it."),
    "FD-10.1": N_("Last words: whoever is down may be asked for something. Everybody waits alike."),
    "FD-10.4": N_("Standing instructions count when you are asked and do not answer."),
    "FD-10.6": N_("After an act everybody learns who died, with role and loop, never how. What"
                  " concerns you alone is in your own pane."),
    "FD-11.2": N_("Predict: name a seat and a role. Right: you know it. Wrong: your next day is"
                  " a disguise."),
    "FD-11.3": N_("After a wrong prediction the next day order is a disguise."),
    "FD-12.1.1": N_("God's View: learn a seat's true final action and whether it used its diary."),
    "FD-12.1.2": N_("Servant: until the next act whoever checks you finds the role you name."),
    "FD-12.1.3": N_("Liberation, while allied, each once: a voids a seat's skills; b gives a seat a"
                    " free diary right; c lets a seat act first."),
    "FD-12.2.2": N_("Dependence: while allied, 1st does not die of kills."),
    "FD-12.2.3": N_("Cowardice: 1st cannot refuse an alliance, only choose among several."),
    "FD-12.2.4": N_("Rescue: one pick more for every dead seat of its own loop."),
    "FD-12.3.2": N_("Blacken: a kill without knowing the target, by guessing the kind of its final"
                    " action; it is never countered."),
    "FD-12.3.4": N_("Control: 2nd learns the role of whoever attacks it, and the first time the"
                    " seat; once, a death is averted."),
    "FD-12.4.1": N_("Raid: 3rd kills by day without knowing and by night without guessing."),
    "FD-12.4.2": N_("Maniac: by day 3rd may strike all the seats it knows at once."),
    "FD-12.4.3": N_("A guess by night allows one more kill, on another seat, also with a guess."),
    "FD-12.5.1": N_("Search: sweep for all kills of the day, or watch a seat you know."),
    "FD-12.5.3": N_("Pursuit: after a right prediction 4th may predict again."),
    "FD-12.5.4": N_("Frame: diaries show another seat as the killer, and your cover as your own"
                    " deed."),
    "FD-12.6.2": N_("Elite: diaries see 5th's fake instead of its day, and never its night."),
    "FD-12.6.3": N_("Black Heart: in this act a seat you know bears your death."),
    "FD-12.6.4": N_("Assassinate: a kill by night may carry two guesses."),
    "FD-12.7.1": N_("Faith: if the seat you name knows you, you come to know it."),
    "FD-12.7.2": N_("Use: pay with this act's diary right; a seat you know probes or kills as you"
                    " say, with its own rights."),
    "FD-12.8.1": N_("The woman acts in odd acts, the man in even ones; the resting half is out of"
                    " reach of kills. When one dies, both do."),
    "FD-12.8.4": N_("By night the acting half may strike two seats, each with its own guess."),
    "FD-12.8.5": N_("Heart Link: if both halves name the same free seat, it becomes your ally."),
    "FD-12.9.1": N_("Augment, while allied: A gives your ally a pick more, B jams a diary, C lets"
                    " a seat use its diary twice in a row."),
    "FD-12.9.3": N_("Mercy: unallied, 8th does not die of kills and neither kills nor counters."),
    "FD-12.9.4": N_("Union, first loop, unallied: name a seat; if it is a free one of the first"
                    " loop, you are allied."),
    "FD-12.10.2": N_("Heart Bomb: when 9th dies, another seat of its choice dies too."),
    "FD-12.10.3": N_("Half-god power: once, 9th may undo a single death in an act in which it was"
                     " attacked."),
    "FD-12.11.1": N_("Dog A on any seat, dog B only beside A, on a seat you know."),
    "FD-12.11.2": N_("Awakening: killed, 10th tells up to two seats who its killers were."),
    "FD-12.11.3": N_("Dog Pack: 10th's kills reach who flees, and need no guess by night."),
    "FD-12.12.1": N_("Watcher: read whatever the diary of a seat tells it."),
    "FD-12.12.2": N_("Law, once: pay with the diary right, look at a seat's final action, then set"
                     " another seat's."),
    "FD-12.12.3": N_("Creator, once, after an act of disguise: silence a seat for an act, or speak"
                     " in its name."),
    "FD-12.13.1": N_("Search a seat; whoever means to kill it is trailed from the next act on."),
    "FD-12.13.2": N_("Hypnosis: set a living neighbour's final action; then rest for an act."),
    "FD-12.13.3": N_("Double: once, a death is averted."),
    "FD-12.14.1": N_("Proof: once Akise knows an 8th, it reads all past actions of two seats, and"
                     " has the Detective Diary instead of Truth."),
    "FD-12.14.2": N_("Truth: guess the kind of a seat's final action; right, and you know it."),
    "FD-12.14.3": N_("Detective: guess the kind of a seat's final action; right, and that seat"
                     " cannot kill you in this act."),
    "FD-12.14.4": N_("Gamble, once: if that seat attacks you, you die; otherwise it dies, if you"
                     " know it."),
    "FD-13.1": N_("Choose me and live: when 2nd alone strikes its allied, known 1st, 1st may live"
                  " and go over to her."),
    "FD-13.2": N_("It must reach him: a dying Akise may leave all it knows to a 1st of its loop."),
    "FD-14.1": N_("The second loop wins when no first-loop seat lives; the first loop when it is"
                  " at least as many as the others. All seats of a loop win, dead ones too."),
    "FD-14.3": N_("Too many acts without a death, or too many acts: the world fades, a draw."),
    "FD-14.5": N_("After the end everything is open."),
    "FD-15.1": N_("Talk in public is open in orders and prediction."),
    "FD-15.4": N_("The dead keep their pane, talk among themselves and learn nothing more."),
}  # fmt: skip
"""Clauses of the rules page, each in a sentence or two of our own."""

_KINDS: Final[Mapping[str, str]] = {
    Kind.PROBE: "FD-4.5",
    Kind.KILL: "FD-4.6",
    Kind.DISGUISE: "FD-4.8",
    Kind.ALLY: "FD-8.2",
    Kind.BREAK: "FD-8.10",
    Kind.FLEE: "FD-4.10",
}

_OF_ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    Role.MURMUR: ("FD-12.1.1", "FD-12.1.2", "FD-12.1.3"),
    Role.FIRST: ("FD-12.2.2", "FD-12.2.3", "FD-12.2.4", "FD-13.1"),
    Role.SECOND: ("FD-12.3.2", "FD-12.3.4"),
    Role.THIRD: ("FD-12.4.1", "FD-12.4.2", "FD-12.4.3"),
    Role.FOURTH: ("FD-12.5.1", "FD-12.5.3", "FD-12.5.4"),
    Role.FIFTH: ("FD-12.6.2", "FD-12.6.3", "FD-12.6.4"),
    Role.SIXTH: ("FD-12.7.1", "FD-12.7.2"),
    Role.SEVENTH: ("FD-12.8.1", "FD-12.8.4", "FD-12.8.5"),
    Role.EIGHTH: ("FD-12.9.1", "FD-12.9.3", "FD-12.9.4"),
    Role.NINTH: ("FD-12.10.2", "FD-12.10.3"),
    Role.TENTH: ("FD-12.11.1", "FD-12.11.2", "FD-12.11.3"),
    Role.ELEVENTH: ("FD-12.12.1", "FD-12.12.2", "FD-12.12.3"),
    Role.TWELFTH: ("FD-12.13.1", "FD-12.13.2", "FD-12.13.3"),
    Role.AKISE: ("FD-12.14.1", "FD-12.14.2", "FD-12.14.3", "FD-12.14.4", "FD-13.2"),
}

_DIARIES: Final[Mapping[str, str]] = {
    "indiscriminate": N_("Up to three seats: day, night and diary use, as ordered."),
    "yukiteru": N_("What 1st has ordered, and every order aimed at 1st. Once you know 1st: its"
                   " final action too, in every act."),
    "murder": N_("Whether each of your kills will succeed, and why not."),
    "search": N_("Sweep: all kills of the day. Watch: a known seat's day, night and diary use."),
    "doodle": N_("One seat: its day in odd acts, its night in even ones; not the same twice."),
    "clairvoyance": N_("The final actions and diary use of your living neighbours."),
    "exchange": N_("Odd acts, the man's: is a kill aimed at the woman. Even acts, the woman's: will"
                   " the man's kills succeed."),
    "augment": N_("No report; it works on the diaries of others."),
    "escape": N_("Every order aimed at you, as given and after the first changes."),
    "breeding": N_("Dog A: a seat's day. Dog B: a known seat's day, night and diary use."),
    "watcher": N_("A copy of what a seat's own diary tells it."),
    "justice": N_("Whether a kill is aimed at a seat, and by whom; then trail the killer."),
    "detective": N_("No report; the guess is judged after the act."),
}  # fmt: skip

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "day": ("FD-4.5", "FD-4.6", "FD-4.8", "FD-8.2", "FD-8.10", "FD-4.10"),
    "day.blacken": ("FD-12.3.2",),
    "day.pierce": ("FD-4.13",),
    "day.maniac": ("FD-12.4.2",),
    "day.frame": ("FD-12.5.4",),
    "day.cover": ("FD-12.5.4",),
    "day.fake": ("FD-12.6.2",),
    "night": ("FD-4.7",),
    "night.blacken": ("FD-12.3.2",),
    "night.pierce": ("FD-4.13",),
    "night.frame": ("FD-12.5.4",),
    "night2": ("FD-12.8.4",),
    "follow": ("FD-12.4.3",),
    "diary": ("FD-6.1",),
    "gods_view": ("FD-12.1.1",),
    "servant": ("FD-12.1.2",),
    "liberation": ("FD-12.1.3",),
    "faith": ("FD-12.7.1",),
    "use": ("FD-12.7.2",),
    "hypnosis": ("FD-12.13.2",),
    "law": ("FD-12.12.2",),
    "heart_link": ("FD-12.8.5",),
    "black_heart": ("FD-12.6.3",),
    "truth": ("FD-12.14.2",),
    "gamble": ("FD-12.14.4",),
    "standing": ("FD-10.4",),
    "accept": ("FD-8.2",),
    "predict": ("FD-11.2",),
    "creator": ("FD-12.12.3",),
    "proof": ("FD-12.14.1",),
    "half_god": ("FD-12.10.3",),
    "hold": ("FD-10.4",),
    "bomb": ("FD-12.10.2",),
    "awakening": ("FD-12.11.2",),
    "trigger1": ("FD-13.1",),
    "will": ("FD-13.2",),
}

_HOW: Final = (
    N_("Everybody has a secret role and belongs to one of two loops. 2nd leads the first loop; its"
       " companions do not know each other."),
    N_("Each act all give orders at once: one action by day, skills, and whether to use the diary."
       " The first loop may also kill by night."),
    N_("Diaries tell beforehand what has been ordered. Who read one may change the day order; then"
       " everything is carried out, day before night."),
    N_("To kill by day you must know who somebody is: by probe, alliance, prediction or a skill."),
    N_("After the act the dead are named with role and loop. Then everybody may predict one role;"
       " a wrong prediction costs the next day."),
)  # fmt: skip


_OF_STEP: Final[Mapping[Step, str]] = {
    Step.LOBBY: "FD-2.7",
    Step.ORDERS: "FD-3.1",
    Step.CHANGE_1: "FD-7.2",
    Step.CHANGE_2: "FD-7.2",
    Step.LAST_WORDS: "FD-10.1",
    Step.PREDICT: "FD-11.2",
}


def ask_rule(kind: str) -> str:
    """Return the id of the rule behind what is asked in a step."""
    return _OF_STEP[Step(kind)]


def rule_ids() -> tuple[str, ...]:
    """Return the ids of all clauses that have a text."""
    return tuple(_RULES)


def rule_text(rule: str) -> str:
    """Return a clause in short; raise ``KeyError`` for an id that is not listed."""
    return _(_RULES[rule])


def kind_rule(kind: str) -> str:
    """Return what a kind of day action does, with its number; empty for a pass."""
    return _numbered(_KINDS[kind]) if kind in _KINDS else ""


def _numbered(rule: str) -> str:
    return _("{rule}: {text}", rule=rule, text=rule_text(rule))


def field_rules(field: str) -> tuple[str, ...]:
    """Return the rules behind a field of a form, the most special ones, with their numbers."""
    return tuple(map(_numbered, field_rule_ids(field)))


def field_rule_ids(field: str) -> tuple[str, ...]:
    """Return the ids of :func:`field_rules`."""
    name = field.removeprefix("standing.")
    found = _FIELDS.get(name) or _FIELDS.get(name.partition(".")[0]) or ()
    return tuple(dict.fromkeys((*found, "FD-10.4"))) if name != field else found


def value_rule(field: str, value: str) -> str:
    """Return the id of the rule behind one value: a kind of action; empty for any other."""
    return _KINDS.get(value, "") if field == "day" else ""


def role_rules(role: str) -> tuple[str, ...]:
    """Return a role's diary and skills, one paragraph each (7th: of both halves)."""
    name = Role(role.partition("/")[0])
    diary = ROLES[name].diary
    told = () if diary is None else (
        _("{name}: {text}", name=diary_name(diary.id), text=_(_DIARIES[diary.id])),
    )  # fmt: skip
    return (*told, *(rule_text(rule) for rule in _OF_ROLES[name]))


def rule_short(rule: str) -> str:
    """Return a rule in one line; raise ``KeyError`` for an unknown id."""
    return _(SHORTS[rule]) if rule in SHORTS else first_sentence(rule_text(rule))


def how_to_play() -> tuple[str, ...]:
    """Return the game in half a page, then the actions, then every role."""
    kinds = map(rule_text, dict.fromkeys((*_KINDS.values(), "FD-4.7")))
    roles = [text for role in Role for text in (role_name(role), *role_rules(role))]
    return (*map(_, _HOW), rule_text("FD-14.1"), *kinds, *roles)
