"""``seats=4 bots=2 clock=60 extras=alter_ego``: a table's set-up as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from engine.registry import GAMES
from server.absent import Late
from server.api import ExitStatus
from server.history import Replays
from server.late_watch import ROUND
from server.seating import Seating
from tui import messages
from tui.i18n import _, join_list, labelled
from tui.line.call import CommandError
from tui.setup import Setup
from tui.texts.seating import seating_name
from tui.texts.watching import replays_name, watch_name
from tui.widgets.lines import clean

__all__ = ["changed", "in_words"]

_NUMBERS = ("seats", "bots", "clock")
_CHOICES: Mapping[str, type[StrEnum]] = {"late": Late, "replays": Replays, "seating": Seating}
_WATCH = {"0": 0, "60": 60, "300": 300, "round": ROUND}


def changed(setup: Setup, words: Sequence[str]) -> Setup:
    """Return ``setup`` with what ``words`` (``name=value``) say instead.

    Raises :class:`CommandError` for a name that the game does not have, or a number that is none;
    whether values fit is the server's to say.
    """
    found: dict[str, Any] = {}
    known = {spec.id: spec for spec in GAMES[setup.game].options}
    # A table from before a restart may have an option that is not offered any more (its packs).
    options = {name: value for name, value in setup.options.items() if name in known}
    for word in words:
        name, _equals, value = word.partition("=")
        if name in _NUMBERS and value.isascii() and value.isdigit() and len(value) < 6:
            found[name] = int(value)
        elif name == "watch" and value in _WATCH:
            found[name] = _WATCH[value]
        elif name in _CHOICES and value in set(_CHOICES[name]):
            found[name] = value
        elif name in known and value:
            many = known[name].many
            options[name] = [v for v in value.split(",") if v != "none"] if many else value
        else:
            names = join_list([*_NUMBERS, "watch", *_CHOICES, *known])
            raise CommandError(
                _(
                    "'{word}' is not understood; write NAME=VALUE with one of {names}.",
                    word=clean(word[:32]),
                    names=names,
                ),
                ExitStatus.USAGE,
            )
    return replace(setup, options=options, **found)


def in_words(setup: Setup) -> list[str]:
    """Return a table's set-up, one line an option: its name and value, and what may be typed."""
    game, options = setup.game, setup.options
    lines = []
    if not GAMES[game].paced:
        late = messages.late_name(setup.late)
        lines.append(f"clock={setup.clock}  " + messages.clock_name(setup.clock))
        lines.append(f"late={setup.late}  " + labelled(_("Out of time"), late))
    if not GAMES[game].masked:
        word = next(word for word, seconds in _WATCH.items() if seconds == setup.watch)
        lines.append(f"watch={word}  " + labelled(_("Watchers see it"), watch_name(setup.watch)))
        seating = seating_name(setup.seating)
        lines.append(f"seating={setup.seating}  " + labelled(_("In a rematch"), seating))
    replays = replays_name(setup.replays)
    lines.append(f"replays={setup.replays}  " + labelled(_("Replays open to"), replays))
    for spec in GAMES[game].options:
        value = options.get(spec.id, spec.default)
        chosen = [value] if isinstance(value, str) else list(value)
        named = [messages.choice_name(game, spec.id, choice) for choice in chosen]
        typed = ",".join(chosen) or "none"
        label, shown = messages.option_name(game, spec.id), join_list(named) or _("none")
        lines.append(f"{spec.id}={typed}  " + labelled(label, shown))
    return lines
