"""What every game must be able to say: one :class:`GameTexts` value per game.

``names`` is a sequence of display names by seat. They are user text: callables put them into
sentences as data and return plain text, never markup. Everything is in the session's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Context", "GameTexts", "Names", "View"]

Names = Sequence[str]
Context = Mapping[str, Any]
View = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTexts:
    """The sentences of one game, as callables from codes to text."""

    name: Callable[[], str]
    option_name: Callable[[str], str]
    """Set-up option id to its name."""
    option_about: Callable[[str], str]
    """Set-up option id to one sentence about it."""
    choice_name: Callable[[str, str], str]
    """(option id, choice id) to the choice's name."""
    config_error: Callable[[str, Context], str | None]
    """(code, params) of a ``ConfigError`` to what to do about it; None for a code of others."""
    rejection: Callable[[str, Context], str | None] = field(default=lambda _code, _params: None)
    """(code, params) of a ``Refused`` answer to why it was not taken; None for a code of others."""
    log_line: Callable[[Mapping[str, Any], Names], str | None]
    """(viewer event, names) to a line, or None where there is nothing to say."""
    log_rule: Callable[[Mapping[str, Any]], str]
    """Viewer event to the id of the rule behind it."""
    prompt: Callable[[str, Context, Names], str]
    """(ask kind, context, names) to the question put to the asked player."""
    waiting: Callable[[str, str], str]
    """(public ask kind, name) to what everybody else reads."""
    option_label: Callable[[str, str, Context, Names], str]
    """(ask kind, option, context, names) to a short label."""
    option_help: Callable[[str, str, Context, Names, View], str]
    """(ask kind, option, context, names, own view) to what it will do; may be empty."""
    rule_ids: Callable[[], tuple[str, ...]]
    rule_text: Callable[[str], str]
    """Rule id to its short form; raises ``KeyError`` for an id that is not listed."""
    rule_short: Callable[[str], str]
    """Rule id to one line; raises ``KeyError`` as ``rule_text`` does."""
    ask_rule: Callable[[str], str]
    """Ask kind to the id of the rule behind the question."""
    how_to_play: Callable[[], tuple[str, ...]]
    """Paragraphs: the game in half a page."""
    part: Callable[[str, Sequence[str]], str] = field(default=lambda _side, _roles: "")
    """(side, roles) of an ``engine.game.Part`` to what a seat was; empty where all are alike."""
