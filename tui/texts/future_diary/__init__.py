"""Future Diary in words: names, fields, reports, notices, causes, chronicle, log, set-up, rules."""

from __future__ import annotations

from typing import Final

from tui.i18n import _
from tui.texts.future_diary.chronicle import chronicle_line, chronicle_lines, sheet_text
from tui.texts.future_diary.fields import field_label, value_label
from tui.texts.future_diary.log import death_line, log_line, log_rule, mine_line, said_parts
from tui.texts.future_diary.names import (
    channel_name,
    diary_name,
    kind_name,
    loop_name,
    loop_short,
    mode_name,
    order_text,
    part_name,
    role_name,
    role_number,
    role_short,
    seat_name,
    seat_names,
    step_name,
    token_name,
    verdict_line,
    via_name,
)
from tui.texts.future_diary.notices import notice_line
from tui.texts.future_diary.personas import persona_name
from tui.texts.future_diary.prompts import option_help, option_label, prompt, step_line, waiting
from tui.texts.future_diary.rejects import rejection
from tui.texts.future_diary.reports import code_text, report_line, report_lines, report_title
from tui.texts.future_diary.rules import (
    ask_rule,
    field_rules,
    how_to_play,
    kind_rule,
    role_rules,
    rule_ids,
    rule_short,
    rule_text,
)
from tui.texts.future_diary.setup import choice_name, config_error, option_about, option_name
from tui.texts.future_diary.why import why_line
from tui.texts.game import GameTexts

__all__ = [
    "TEXTS", "ask_rule", "channel_name", "chronicle_line", "chronicle_lines", "code_text",
    "death_line", "diary_name", "field_label", "field_rules", "game_name", "how_to_play",
    "kind_name", "kind_rule", "log_line", "log_rule", "loop_name", "loop_short", "mine_line",
    "mode_name",
    "notice_line", "order_text", "part_name", "persona_name", "prompt", "rejection", "report_line",
    "report_lines", "report_title", "role_name", "role_number", "role_rules", "role_short",
    "rule_short", "rule_text",
    "said_parts", "seat_name", "seat_names", "sheet_text", "step_line", "step_name", "token_name",
    "value_label", "verdict_line", "via_name", "waiting", "why_line",
]  # fmt: skip


def game_name() -> str:
    """Return the game's name."""
    return _("Future Diary")


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
