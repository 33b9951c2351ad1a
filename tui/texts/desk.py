"""What the host's desk and the desk for one's keys answer."""

from __future__ import annotations

import time
from typing import assert_never

from server.admin import DeskCode, DeskError
from server.bans import Ban
from server.keyring import KeyTrouble
from tui.i18n import _, n_

__all__ = ["ban_line", "desk_error", "key_trouble"]


def _until(moment: float) -> str:
    """Return when something ends (Unix time, UTC); 0 is never."""
    if not moment:
        return _("for good")
    return _("until {time} UTC", time=time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment)))


def ban_line(ban: Ban) -> str:
    """Return one ban: subject, end, reason, split by tabs."""
    return f"{ban.subject}\t{_until(ban.until)}\t{ban.reason or '-'}"


def desk_error(error: DeskError) -> str:
    """Return why the host's desk refused, and what to do instead."""
    params = error.params
    match error.code:
        case DeskCode.NOBODY:
            return _("Nobody here is called {target}. See 'admin list'.", target=params["target"])
        case DeskCode.SEVERAL:
            return n_(
                "{n} person could be meant; give the key from 'admin list'.",
                "{n} people could be meant; give the key from 'admin list'.",
                int(params["count"]),
            )
        case DeskCode.GUEST_HAS_NO_KEY:
            return _(
                "A guest has no key. Ban the address if you mean everybody behind it: {address}",
                address=params["address"],
            )
        case DeskCode.HOST_KEY:
            return _("That would shut out a host, yourself perhaps.")
        case DeskCode.BAD_SUBJECT:
            return _(
                "{target} is neither a key (SHA256:...), an address, a network like 10.1.0.0/16 "
                "nor somebody who is here.",
                target=params["target"],
            )
        case DeskCode.NOT_BANNED:
            return _(
                "There is no ban on exactly {target}. See 'admin bans'.", target=params["target"]
            )
        case DeskCode.NOT_LISTED:
            return _(
                "{target} is not on the server's list. Keys in its settings are changed there.",
                target=params["target"],
            )
        case DeskCode.NO_TABLE:
            return _("There is no table {table}. See 'admin tables'.", table=params["table"])
        case DeskCode.NO_TEXT:
            return _("There was nothing to say in that line.")
        case other:
            assert_never(other)


def key_trouble(trouble: KeyTrouble) -> str:
    """Return why a key was neither joined nor removed, and what to do."""
    match trouble:
        case KeyTrouble.BAD_CODE:
            return _("This code is unknown, used or older than ten minutes. Make a new one.")
        case KeyTrouble.OWN_CODE:
            return _("This key is you already. Use the code when connected with the new key.")
        case KeyTrouble.KEY_HAS_KEYS:
            return _("This key stands together with others; remove those first with 'keys remove'.")
        case KeyTrouble.KEY_HAS_SEAT:
            return _("This key has a seat at a table. Finish there or stand up first.")
        case KeyTrouble.TOO_MANY_KEYS:
            return _("There are too many keys already; remove one with 'keys remove'.")
        case KeyTrouble.LAST_KEY:
            return _("That is your only key. Add another one first.")
        case KeyTrouble.UNKNOWN_KEY:
            return _("That is no key of yours. 'keys list' shows them.")
        case other:
            assert_never(other)
