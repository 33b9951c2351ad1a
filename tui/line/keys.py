"""``keys``: the keys that are one player; adding one by a one-time code, removing one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from server.api import ExitStatus
from server.codes import Code, StoreError
from server.keyring import KeyringError
from tui import messages
from tui.i18n import _
from tui.line.call import Call, CommandError
from tui.texts.desk import key_trouble

__all__ = ["USAGE", "lines"]

USAGE: Final = "keys [list | add | use CODE | remove SHA256:...]"


async def lines(call: Call) -> Sequence[str]:
    """List, add, use or remove; raises :class:`CommandError`."""
    desk, who = call.connection.keys, call.connection.who
    if who.guest:
        raise CommandError(
            _("You are a guest without a key; connect with a key to have one."),
            ExitStatus.NOT_ALLOWED,
        )
    if desk is None:
        return [who.id]
    try:
        match call.words:
            case () | ("list",):
                here = _("this connection")
                return [f"{key}\t{here}" if key == desk.key else key for key in desk.all()]
            case ("add",):
                return [
                    await desk.add(),
                    _(
                        "Good for ten minutes, once. Connect with the new key and type: keys use "
                        "CODE"
                    ),
                    _("Whoever uses this code becomes you: tell nobody."),
                ]
            case ("use", code):
                await desk.use(code)
                return [_("This key is joined. Connect again: your name and seats are there.")]
            case ("remove", key):
                await desk.remove(key)
                return [_("That key is not yours any more; its connections are closed.")]
            case _:
                raise CommandError(_("Usage: {usage}", usage=USAGE), ExitStatus.USAGE)
    except KeyringError as error:
        raise CommandError(key_trouble(error.trouble), ExitStatus.ERROR) from error
    except StoreError as error:
        raise CommandError(messages.notice(Code.NOT_STORED, {}), ExitStatus.ERROR) from error
