"""The rules of Future Diary in one line each, where a first sentence does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.i18n import N_

__all__ = ["SHORTS"]

SHORTS: Final[Mapping[str, str]] = {
    "FD-2.2": N_("The number of seats decides which roles are in play."),
    "FD-3.1": N_("An act: orders, change 1, change 2, last words, prediction."),
    "FD-4.5": N_("Probe: learn who your target is, if it disguised itself."),
    "FD-4.7": N_("Kill by night: first loop only, with a guess of the role."),
    "FD-4.8": N_("Disguise: strike down who attacks you, if known to you."),
    "FD-4.13": N_("Who knows all may guess that a target is disguised."),
    "FD-6.1": N_("A diary reports before orders are carried out."),
    "FD-7.2": N_("Who got a report may change the day order once."),
    "FD-8.2": N_("Ally: propose an alliance to a seat that you know."),
    "FD-10.4": N_("Standing instructions count where you do not answer."),
    "FD-10.6": N_("After an act all learn who died, never how."),
    "FD-12.1.1": N_("God's View: learn what a seat does in the end."),
    "FD-12.1.2": N_("Servant: who checks you finds the role that you name."),
    "FD-12.1.3": N_("Liberation: void skills, give a diary right, or go first."),
    "FD-12.2.3": N_("Cowardice: 1st cannot refuse an alliance."),
    "FD-12.3.2": N_("Blacken: a kill by a guess of what the target does."),
    "FD-12.3.4": N_("Control: 2nd learns who attacks it; once, it survives."),
    "FD-12.4.1": N_("Raid: 3rd kills without knowing or guessing."),
    "FD-12.4.2": N_("Maniac: by day 3rd may strike all that it knows."),
    "FD-12.4.3": N_("A guess by night allows one more kill."),
    "FD-12.5.1": N_("Search: all kills of the day, or one seat that you know."),
    "FD-12.5.4": N_("Frame: diaries show another seat as the killer."),
    "FD-12.6.2": N_("Elite: diaries see a fake of 5th, and never its night."),
    "FD-12.7.2": N_("Use: a seat that you know acts as you say."),
    "FD-12.8.1": N_("7th acts by halves; the resting half is out of reach."),
    "FD-12.8.4": N_("By night 7th may strike two seats."),
    "FD-12.8.5": N_("Heart Link: both halves name one free seat, and are allied."),
    "FD-12.9.1": N_("Augment: help a diary, or jam one."),
    "FD-12.9.3": N_("Mercy: unallied, 8th neither kills nor dies of kills."),
    "FD-12.9.4": N_("Union: be allied to a free seat of the first loop."),
    "FD-12.10.2": N_("Heart Bomb: when 9th dies, another seat dies too."),
    "FD-12.10.3": N_("Half-god power: once, 9th may undo a death."),
    "FD-12.11.2": N_("Awakening: 10th tells who its killers were."),
    "FD-12.11.3": N_("Dog Pack: the kills of 10th reach who flees."),
    "FD-12.12.2": N_("Law, once: look at one final action, set another."),
    "FD-12.12.3": N_("Creator, once: silence a seat, or speak in its name."),
    "FD-12.13.1": N_("Search a seat, then trail whoever means to kill it."),
    "FD-12.13.2": N_("Hypnosis: set the final action of a living neighbour."),
    "FD-12.14.1": N_("Proof: read all past actions of two seats."),
    "FD-12.14.2": N_("Truth: guess what a seat does, and know it."),
    "FD-12.14.3": N_("Detective: guess right, and that seat cannot kill you."),
    "FD-12.14.4": N_("Gamble, once: you or the other may die of it."),
    "FD-13.1": N_("Choose me and live: 1st may go over to 2nd."),
    "FD-13.2": N_("It must reach him: Akise leaves what it knows to 1st."),
    "FD-14.1": N_("The second loop wins once no seat of the first lives."),
    "FD-14.3": N_("Too many acts, or too many without a death: a draw."),
    "FD-15.4": N_("The dead talk among themselves and learn nothing more."),
}
"""By the number of the clause or section; at most 60 cells."""
