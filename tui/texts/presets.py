"""Words about set-ups under a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.registry import GAMES
from server.history import Replays
from server.seating import Seating
from tui import messages
from tui.i18n import N_, _, join_list, labelled, n_
from tui.presets import Preset
from tui.setup import Setup
from tui.texts.seating import seating_name
from tui.texts.watching import replays_name, watch_name
from tui.widgets.lines import clean

__all__ = ["left_out", "preset_name", "setup_line"]

_NAMES: Final[Mapping[str, str]] = {
    "quick": N_("Quick game"),
    "evening": N_("Full evening"),
    "days": N_("Over days"),
    "teams": N_("Two against two"),
    "duel": N_("For two"),
    "alone": N_("Alone with bots"),
}


def preset_name(preset: Preset) -> str:
    """Return what a set-up is called."""
    return clean(preset.name) if preset.own else _(_NAMES[preset.name])


def setup_line(setup: Setup) -> str:
    """Return a set-up in one line: seats, time, and whatever is not the game's default."""
    game, default = GAMES[setup.game], Setup.default(GAMES[setup.game])
    words = [n_("{n} seat", "{n} seats", setup.seats)]
    if setup.bots:
        words.append(n_("{n} bot", "{n} bots", setup.bots))
    if not game.paced:
        words.append(messages.clock_name(setup.clock))
    if setup.late != default.late:
        words.append(messages.late_name(setup.late))
    if setup.watch != default.watch:
        words.append(labelled(_("Watchers see it"), watch_name(setup.watch)))
    if setup.replays != Replays.PLAYERS:
        words.append(labelled(_("Replays open to"), replays_name(setup.replays)))
    if setup.seating != Seating.ROTATE:
        words.append(labelled(_("In a rematch"), seating_name(setup.seating)))
    for spec in game.options:
        value = setup.options.get(spec.id, spec.default)
        if value != spec.default:
            chosen = [value] if isinstance(value, str) else list(value)
            named = [messages.choice_name(game.id, spec.id, choice) for choice in chosen]
            label = messages.option_name(game.id, spec.id)
            words.append(labelled(label, join_list(named) or _("none")))
    return join_list(words)


def left_out(game: str, words: Sequence[str]) -> str:
    """Return what of a set-up is not offered any more; empty for nothing."""
    if not words:
        return ""
    return _(
        "Not offered here any more, so left out: {words}.",
        words=join_list([_plain(game, *word.partition("=")) for word in words]),
    )


def _plain(game: str, name: str, _equals: str, value: str) -> str:
    known = any(spec.id == name for spec in GAMES[game].options)
    label = messages.option_name(game, name) if known else clean(name)
    return labelled(label, clean(value))
