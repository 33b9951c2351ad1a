"""No.81 in words: names, cards, skills, log, questions, choices, set-up, rules."""

from __future__ import annotations

from typing import Final

from tui.i18n import _
from tui.texts.game import GameTexts
from tui.texts.no81.cards import (
    card_code,
    card_label,
    card_labels,
    card_texts,
    count_of_cards,
    face_name,
    mode_line,
    mode_text,
)
from tui.texts.no81.log import log_line
from tui.texts.no81.names import (
    camp_name,
    camp_short,
    cause_name,
    character_name,
    character_title,
    colour_name,
    counter_name,
    counter_short,
    flag_name,
    karma_text,
    part_name,
    phase_name,
    role_name,
    series_name,
    side_label,
    side_name,
)
from tui.texts.no81.options import face_held, option_help, option_label
from tui.texts.no81.outcomes import result_line
from tui.texts.no81.prompts import prompt, timing_name, waiting, windows_name
from tui.texts.no81.rules import ask_rule, how_to_play, log_rule, rule_ids, rule_short, rule_text
from tui.texts.no81.setup import (
    choice_name,
    config_error,
    mode_name,
    option_about,
    option_name,
)
from tui.texts.no81.setup_aims import aim_line
from tui.texts.no81.setup_decks import (
    condition_line,
    deck_fault,
    instead_line,
    karma_total,
    missing_line,
    pairs_line,
    rejection,
    swap_about,
)
from tui.texts.no81.setups import character_about, karma_about, side_row, start_about
from tui.texts.no81.skills import skill_name, skill_text
from tui.texts.no81.sources import about, source_texts

__all__ = [
    "TEXTS", "about", "aim_line", "camp_name", "camp_short", "card_code", "card_label",
    "card_labels", "card_texts", "cause_name", "character_about", "character_name",
    "character_title", "colour_name", "condition_line", "count_of_cards", "counter_name",
    "counter_short", "deck_fault", "face_held", "face_name", "flag_name", "game_name",
    "how_to_play", "instead_line", "karma_about", "karma_text", "karma_total", "log_line",
    "log_rule", "missing_line", "mode_line", "mode_name", "mode_text", "option_help",
    "option_label", "pairs_line", "part_name", "phase_name", "prompt", "rejection", "result_line",
    "role_name", "rule_ids", "rule_short", "rule_text", "series_name", "side_label", "side_name",
    "side_row", "skill_name", "skill_text", "source_texts", "start_about", "swap_about",
    "timing_name", "waiting", "windows_name",
]  # fmt: skip


def game_name() -> str:
    """Return the game's name."""
    return _("No.81")


TEXTS: Final = GameTexts(
    name=game_name,
    option_name=option_name,
    option_about=option_about,
    choice_name=choice_name,
    config_error=config_error,
    rejection=rejection,
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
    part=part_name,
)
