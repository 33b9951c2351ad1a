"""The few sentences that a client must be told before it has a session, and so a language.

They go out as SSH disconnect reasons (ASCII: OpenSSH shows other characters as octal numbers), as
login banner or on standard error, in English and where it can be shown in Chinese too. Everything
after this is said by ``tui``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["BANNERS", "DISCONNECTS", "GUEST_BANNER", "INVITE_PROMPT", "ascii_only"]

GUEST_BANNER = (
    "You enter as a guest without a key: your name is not protected and your seat is kept only "
    "while you are connected.\n"
    "您以訪客身分進入(沒有金鑰):名字不受保護,離線後座位不會保留。\n"
)

INVITE_PROMPT = "Invite code from the host: "

DISCONNECTS: Mapping[str, str] = MappingProxyType({
    "busy": "Too many connections are logging in right now. Please try again in a few seconds.",
    "too_fast": "Too many connections from your address. Please wait a minute and try again.",
    "no_proof": "No login succeeded. Offer a key, or ask the host whether guests may play.",
    "attempts": "Too many login attempts in one connection. Offer fewer keys (ssh -i FILE -o "
    "IdentitiesOnly=yes).",
    "idle": "No session was opened for a while.",
    "closing": "The server is closing. Your seat is kept; please come back in a moment.",
    "banned": "You are banned from this server {until}. Reason: {reason}",
    "shown_out": "The host of this server has closed your connection.",
})  # fmt: skip

BANNERS: Mapping[str, str] = MappingProxyType({
    "draining": "The server is closing; please come back in a moment. "
    "伺服器即將關閉,請稍後再來。",
    "full": "The server is full; please try again later. 伺服器已滿,請稍後再試。",
    "address_full": "Too many sessions from your address; close one or try again later. "
    "您的位址連線過多,請關閉其中一個或稍後再試。",
    "identity_full": "You have too many sessions open; close one and try again. "
    "您開啟的連線過多,請關閉其中一個再試。",
    "bad_command": "A command may have at most 1024 characters and no control characters. "
    "指令最長 1024 個字元,且不可含控制字元。",
    "banned": "You are banned from this server {until}. Reason: {reason} "
    "您已被這個伺服器封鎖。",
    "key_removed": "This key was removed by its owner; use another of your keys. "
    "此金鑰已被擁有者移除,請改用您的另一把金鑰。",
    "not_invited": "This server lets in invited players only. With an invite code, connect as "
    "NAME+CODE, for example: ssh ann+ABCDE-23456@HOST "
    "此伺服器僅限受邀者。請以「名字+邀請碼」連線。",
    "bad_invite": "This invite code is unknown, used up or too old; ask the host for a new one. "
    "邀請碼無效、已用完或已過期,請向主持人索取新的。",
    "not_listed": "Only players whose key the host has listed may enter. Your key is {key} "
    "只有主持人列入名單的金鑰才能進入。",
    "kicked": "The host has ended your session; with a key, your seat is kept. Reason: {reason} "
    "主持人已結束您的連線;有金鑰者座位保留。",
    "rekeyed": "Your key stands for another player now; please connect again. "
    "您的金鑰現在代表另一位玩家,請重新連線。",
    "idle": "You were away for long, so this session ends; with a key, your seat is kept. "
    "您離開已久,連線結束;有金鑰者座位保留。",
    "busy": "The server is busy; please try again in a moment. 伺服器忙碌中,請稍後再試。",
    "too_fast": "Too many connections; please wait a minute. 連線過於頻繁,請稍候一分鐘。",
})  # fmt: skip


def ascii_only(text: str) -> str:
    """Return ``text`` for a disconnect reason; what is not ASCII becomes ``?``."""
    return text.encode("ascii", "replace").decode("ascii")
