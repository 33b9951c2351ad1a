"""Personas as they are shown: a player's own stays as it is, a stock one (``#fox``) is a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.i18n import N_, _

__all__ = ["STOCK", "persona_name"]

STOCK: Final[Mapping[str, str]] = {
    "anchor": N_("Anchor"),
    "badger": N_("Badger"),
    "beacon": N_("Beacon"),
    "bell": N_("Bell"),
    "bramble": N_("Bramble"),
    "cat": N_("Cat"),
    "cedar": N_("Cedar"),
    "cinder": N_("Cinder"),
    "clover": N_("Clover"),
    "comet": N_("Comet"),
    "compass": N_("Compass"),
    "coral": N_("Coral"),
    "crane": N_("Crane"),
    "crow": N_("Crow"),
    "dolphin": N_("Dolphin"),
    "ember": N_("Ember"),
    "falcon": N_("Falcon"),
    "feather": N_("Feather"),
    "fern": N_("Fern"),
    "fox": N_("Fox"),
    "garnet": N_("Garnet"),
    "hare": N_("Hare"),
    "harbour": N_("Harbour"),
    "heron": N_("Heron"),
    "ivy": N_("Ivy"),
    "jackal": N_("Jackal"),
    "kestrel": N_("Kestrel"),
    "kite": N_("Kite"),
    "lantern": N_("Lantern"),
    "lark": N_("Lark"),
    "lotus": N_("Lotus"),
    "lynx": N_("Lynx"),
    "magpie": N_("Magpie"),
    "maple": N_("Maple"),
    "marble": N_("Marble"),
    "moth": N_("Moth"),
    "needle": N_("Needle"),
    "orchid": N_("Orchid"),
    "otter": N_("Otter"),
    "owl": N_("Owl"),
    "pebble": N_("Pebble"),
    "quill": N_("Quill"),
    "raven": N_("Raven"),
    "sparrow": N_("Sparrow"),
    "thistle": N_("Thistle"),
    "tiger": N_("Tiger"),
    "willow": N_("Willow"),
    "wolf": N_("Wolf"),
}
"""Stock personas by their ids (FD-2.7)."""


def persona_name(persona: str) -> str:
    """Return a persona as it is shown; user text is data and stays what it is."""
    word = persona.removeprefix("#")
    if word == persona:
        return persona
    return _(STOCK[word]) if word in STOCK else word
