"""Join codes: a short English noun and two digits, easy to say across a room (``FROG-71``)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Container
from typing import Final

__all__ = ["WORDS", "new_code", "normal_code"]

WORDS: Final = (
    "ACORN", "ANCHOR", "APPLE", "ARROW", "BADGE", "BAMBOO", "BANJO", "BARN", "BASKET", "BEAVER",
    "BELL", "BIRCH", "BISON", "BOAT", "BOTTLE", "BRICK", "BRIDGE", "BUCKET", "BUTTON", "CACTUS",
    "CAMEL", "CANDLE", "CANOE", "CARROT", "CASTLE", "CEDAR", "CHERRY", "CLOUD", "CLOVER",
    "COMET", "COPPER", "CORAL", "CRANE", "CRAYON", "DAISY", "DOLPHIN", "DONKEY", "DRAGON",
    "DRUM", "EAGLE", "ELBOW", "ELK", "ENGINE", "FALCON", "FEATHER", "FERRY", "FIDDLE", "FOREST",
    "FOX", "FROG", "GARDEN", "GARLIC", "GINGER", "GOBLET", "GRAPE", "GUITAR", "HAMMER", "HAZEL",
    "HEDGE", "HELMET", "HERON", "HONEY", "IGLOO", "ISLAND", "JACKET", "JUNGLE", "KETTLE",
    "KITE", "LADDER", "LANTERN", "LEMON", "LIZARD", "LOBSTER", "MAGNET", "MANGO", "MAPLE",
    "MARBLE", "MEADOW", "MELON", "MIRROR", "MOOSE", "MUFFIN", "NEEDLE", "NUTMEG", "OCEAN",
    "OLIVE", "ONION", "ORCHID", "OTTER", "OWL", "PADDLE", "PANDA", "PAPAYA", "PARROT", "PEBBLE",
    "PENCIL", "PEPPER", "PIANO", "PILLOW", "PLANET", "PONY", "POTATO", "PUFFIN", "PUMPKIN",
    "PUZZLE", "QUARTZ", "RABBIT", "RADISH", "RAVEN", "RIBBON", "RIVER", "ROBIN", "ROCKET",
    "SADDLE", "SALMON", "SATURN", "SHOVEL", "SPARROW", "SPOON", "SUNSET", "TEAPOT", "THIMBLE",
    "TIGER", "TOMATO", "TRUMPET", "TULIP", "TUNNEL", "TURTLE", "VALLEY", "VIOLIN", "WAGON",
    "WALNUT", "WHALE", "WILLOW", "WINDOW", "ZEBRA",
)  # fmt: skip

_TYPED: Final = re.compile(r"([A-Z]{2,10})[- ]?([0-9]{2})")


def new_code(used: Container[str]) -> str:
    """Return a code that is not in ``used``, which must leave some free."""
    while True:
        code = f"{secrets.choice(WORDS)}-{secrets.randbelow(90) + 10}"
        if code not in used:
            return code


def normal_code(typed: str) -> str | None:
    """Return the code that somebody typed (any case, dash or blank or neither), or ``None``."""
    if len(typed) > 64:
        return None
    found = _TYPED.fullmatch(typed.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None
