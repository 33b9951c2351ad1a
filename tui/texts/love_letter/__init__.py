"""Love Letter of Despair in words: names, card texts, log, questions, set-up, rules."""

from __future__ import annotations

from typing import Final

from tui.i18n import _
from tui.texts.game import GameTexts
from tui.texts.love_letter.cards import card_text, effect_line, effect_rule
from tui.texts.love_letter.log import log_line
from tui.texts.love_letter.log_rules import log_rule
from tui.texts.love_letter.names import (
    answer_line,
    attribute_name,
    card_label,
    card_labels,
    card_name,
    card_short,
    how_known,
    mode_name,
    mode_state,
    note_line,
    protection_name,
)
from tui.texts.love_letter.outcomes import winner_line, wins_line
from tui.texts.love_letter.prompts import option_help, option_label, prompt, waiting
from tui.texts.love_letter.rules import ask_rule, how_to_play, rule_ids, rule_short, rule_text
from tui.texts.love_letter.setup import choice_name, config_error, option_about, option_name

__all__ = [
    "TEXTS", "answer_line", "attribute_name", "card_label", "card_labels", "card_name",
    "card_short", "card_text", "choice_name", "config_error", "effect_line", "effect_rule",
    "game_name", "how_known", "how_to_play", "log_line", "log_rule", "mode_name", "mode_state",
    "note_line", "option_about", "option_help", "option_label", "option_name", "prompt",
    "protection_name", "rule_ids", "rule_short", "rule_text", "waiting", "winner_line", "wins_line",
]  # fmt: skip


def game_name() -> str:
    """Return the game's name."""
    return _("Love Letter of Despair")


TEXTS: Final = GameTexts(
    name=game_name,
    option_name=option_name,
    option_about=option_about,
    choice_name=choice_name,
    config_error=config_error,
    log_line=log_line,
    log_rule=log_rule,
    prompt=prompt,
    waiting=waiting,
    option_label=option_label,
    option_help=option_help,
    rule_ids=rule_ids,
    rule_text=rule_text,
    rule_short=rule_short,
    ask_rule=ask_rule,
    how_to_play=how_to_play,
)
