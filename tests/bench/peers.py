"""What each figure is held against: our own bounds, and peers' figures measured side by side.

The peers: wish 0.1.1 with bubbletea 0.19.1 (Go), prompt_toolkit 3.0.53 on asyncssh, a Textual trial
with a cell differ, ncurses; the same screen, client and kind of machine. Their figures are quoted,
not measured in this run, unless the line says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.no81.glossary import Mode
from themes.loader import available

__all__ = ["PEERS"]

_LOOKS: Mapping[str, str] = {
    "first_paint_bytes": "<= 5,120",
    "move_bytes": "<= 500",
    "move_bytes_120x40_zh": "<= 500",
    "move_bytes_no81": "<= 500",
    "highlight_bytes": "<= 100",
    "switch_bytes": "<= 6,144",
    "spared_move_bytes_en": "<= 250",
    "spared_move_bytes_zh_Hant": "<= 250",
}
PEERS: Mapping[str, str] = {
    "peer.pokerkit.bare_decisions_per_s": "measured in this run: four-handed hold'em, pure Python",
    "peer.open_spiel_leduc.bare_decisions_per_s": "measured in this run: Leduc poker in C++",
    "engine.love_letter.bare_decisions_per_s": ">= 50,000",
    "engine.love_letter.full_decisions_per_s": ">= 10,000",
    "engine.no81.bare_decisions_per_s": ">= 10,000",
    "no81.replay_300_decisions_ms": "< 60",
    **{f"no81.{mode}.bot_slowest_ms": "< 50" for mode in Mode},
    **{f"no81.{mode}.bare_decisions_per_s": ">= 10,000" for mode in Mode},
    "session.first_paint_bytes": "<= 5,120; wish 5,380, prompt_toolkit 5,390, ncurses 3,769",
    "share.ratio": "<= 0.5: shared against alone, 15 players and 20 watchers",
    "share.letter_ratio": "<= 1.05: four players, nobody watches",
    "session.first_paint_lobby_bytes": "<= 5,120",
    "session.first_paint_waiting_bytes": "<= 5,120",
    "session.remote_move_bytes": "<= 500; wish 2,176, prompt_toolkit 500, ncurses 313",
    "session.spared_remote_move_bytes": "<= 250",
    **{f"look.{t}.{name}": bound for t in available() for name, bound in _LOOKS.items()},
    "session.highlight_bytes": "<= 100; wish 699, prompt_toolkit 149, ncurses 85",
    "session.typed_character_bytes": "Textual trial 36",
    "session.idle_bytes_20s": "0; all peers 0, mosh 400",
    "session.idle_at_table_bytes_20s": "0 without a clock",
    "session.rss_mb_per_session_100": "<= 2.0, aim 1.5",
    "session.rss_mb_per_session_200": "wish 0.142, prompt_toolkit 2.155, Textual trial 1.589",
    "session.cpu_ms_per_update": "aim 3; wish 0.65, prompt_toolkit 13.6, Textual trial 3.4",
    "session.key_p50_ms_200": "wish 9.3, Textual trial 5.2",
    "session.key_p99_ms_200": "wish 17.9, Textual trial 115",
    "session.key_p99_ms_50": "<= 100",
}
