"""``seats=4 bots=2 clock=60 extras=alter_ego``: a table's set-up as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.registry import GAMES
from server.api import ExitStatus
from server.history import Replays
from server.late_watch import ROUND
from tui import messages
from tui.i18n import _, join_list, labelled
from tui.line.call import CommandError
from tui.texts.watching import replays_name, watch_name
from tui.widgets.lines import clean

__all__ = ["Setup", "changed", "in_words"]

_NUMBERS = ("seats", "bots", "clock")
_WATCH = {"0": 0, "60": 60, "300": 300, "round": ROUND}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a table is made with; ``clock`` is seconds a decision, 0 none."""

    game: str
    seats: int
    bots: int = 0
    clock: int = 0
    watch: int = 0
    replays: str = Replays.PLAYERS
    options: Mapping[str, Any]


def changed(setup: Setup, words: Sequence[str]) -> Setup:
    """Return ``setup`` with what ``words`` (``name=value``) say instead.

    Raises :class:`CommandError` for a name that the game does not have, or a number that is none;
    whether values fit is the server's to say.
    """
    numbers = {name: getattr(setup, name) for name in _NUMBERS}
    known = {spec.id: spec for spec in GAMES[setup.game].options}
    # A table from before a restart may have an option that is not offered any more (its packs).
    options = {name: value for name, value in setup.options.items() if name in known}
    watch, replays = setup.watch, setup.replays
    for word in words:
        name, _equals, value = word.partition("=")
        if name in numbers and value.isascii() and value.isdigit() and len(value) < 6:
            numbers[name] = int(value)
        elif name == "watch" and value in _WATCH:
            watch = _WATCH[value]
        elif name == "replays" and value in set(Replays):
            replays = value
        elif name in known and value:
            many = known[name].many
            options[name] = [v for v in value.split(",") if v != "none"] if many else value
        else:
            names = join_list([*_NUMBERS, "watch", "replays", *known])
            raise CommandError(
                _(
                    "'{word}' is not understood; write NAME=VALUE with one of {names}.",
                    word=clean(word[:32]),
                    names=names,
                ),
                ExitStatus.USAGE,
            )
    return Setup(game=setup.game, options=options, watch=watch, replays=replays, **numbers)


def in_words(
    game: str,
    options: Mapping[str, Any],
    clock: int,
    watch: int = 0,
    replays: str = Replays.PLAYERS,
) -> list[str]:
    """Return a table's set-up, one line an option: its name and value, and what may be typed."""
    lines = [f"clock={clock}  " + messages.clock_name(clock)]
    word = next(word for word, seconds in _WATCH.items() if seconds == watch)
    lines.append(f"watch={word}  " + labelled(_("Watchers see it"), watch_name(watch)))
    lines.append(f"replays={replays}  " + labelled(_("Replays open to"), replays_name(replays)))
    for spec in GAMES[game].options:
        value = options.get(spec.id, spec.default)
        chosen = [value] if isinstance(value, str) else list(value)
        named = [messages.choice_name(game, spec.id, choice) for choice in chosen]
        typed = ",".join(chosen) or "none"
        label, shown = messages.option_name(game, spec.id), join_list(named) or _("none")
        lines.append(f"{spec.id}={typed}  " + labelled(label, shown))
    return lines
