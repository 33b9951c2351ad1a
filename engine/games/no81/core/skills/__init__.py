"""The skills of the built-in characters, one small file each (N81-16, N81-17)."""

from __future__ import annotations

from typing import Final

from engine.games.no81.core.skills.armour import Armour
from engine.games.no81.core.skills.blind_buy import BlindBuy
from engine.games.no81.core.skills.brine import Brine
from engine.games.no81.core.skills.course import Course
from engine.games.no81.core.skills.crust import Crust
from engine.games.no81.core.skills.deep_roots import DeepRoots
from engine.games.no81.core.skills.echo import Echo
from engine.games.no81.core.skills.fair_scales import FairScales
from engine.games.no81.core.skills.fold_back import FoldBack
from engine.games.no81.core.skills.heatproof import Heatproof
from engine.games.no81.core.skills.hide import Hide
from engine.games.no81.core.skills.lamp import Lamp
from engine.games.no81.core.skills.levy import Levy
from engine.games.no81.core.skills.nameless import Nameless
from engine.games.no81.core.skills.overheat import Overheat
from engine.games.no81.core.skills.pursuit import Pursuit
from engine.games.no81.core.skills.red_shift import RedShift
from engine.games.no81.core.skills.registered import Registered
from engine.games.no81.core.skills.return_sender import ReturnSender
from engine.games.no81.core.skills.root_shield import RootShield
from engine.games.no81.core.skills.salvage import Salvage
from engine.games.no81.core.skills.short_weight import ShortWeight
from engine.games.no81.core.skills.slow_growth import SlowGrowth
from engine.games.no81.core.skills.sniff import Sniff
from engine.games.no81.core.skills.strike_hour import StrikeHour
from engine.games.no81.core.skills.tailwind import Tailwind
from engine.games.no81.core.skills.theatrics import Theatrics
from engine.games.no81.core.skills.trade import Trade
from engine.games.no81.core.skills.unmask import Unmask
from engine.games.no81.core.skills.urge import Urge
from engine.games.no81.core.skills.wildfire import Wildfire
from engine.games.no81.skill import Skill

__all__ = ["SKILLS"]

SKILLS: Final[tuple[Skill, ...]] = tuple(
    kind()
    for kind in (
        Sniff,
        Trade,
        Pursuit,
        Armour,
        Theatrics,
        RedShift,
        Course,
        Tailwind,
        Lamp,
        Overheat,
        Heatproof,
        Hide,
        Unmask,
        FairScales,
        ShortWeight,
        Levy,
        Brine,
        Crust,
        BlindBuy,
        Nameless,
        RootShield,
        FoldBack,
        Wildfire,
        SlowGrowth,
        DeepRoots,
        Registered,
        ReturnSender,
        StrikeHour,
        Salvage,
        Urge,
        Echo,
    )
)
"""In the order of the rules page."""
