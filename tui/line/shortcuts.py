"""``shortcuts``: which key of the full screen does what, listed and changed in plain lines."""

from __future__ import annotations

from typing import Final

from server.api import ExitStatus
from tui import keymap
from tui.actions.command import AnyCommand
from tui.i18n import _
from tui.keymap import Keymap, command_id
from tui.line.call import CommandError
from tui.line.session import LineSession
from tui.texts.keys import moved, refused

__all__ = ["USAGE", "shortcuts"]

USAGE: Final = "shortcuts [COMMAND KEY | COMMAND own | reset]"
_OWN: Final = "own"
_RESET: Final = "reset"


async def shortcuts(session: LineSession, rest: str) -> None:
    """List, change or give back; raises :class:`CommandError`."""
    # The pages are Textual's, which is heavy; whoever only plays in lines need not wait for it.
    import tui.app  # noqa: F401 - all pages
    from tui.screens.keyed import groups, sections

    connection = session.connection
    record = await connection.hub.player(connection.who)
    kept = Keymap.of(record["settings"], groups())
    listed = [command for _title, commands in sections() for command in commands]
    match rest.split():
        case []:
            await session.say(*(_line(command, kept) for command in listed))
        case [word] if word.lower() == _RESET:
            connection.hub.remember(connection.who, settings=Keymap().settings)
            await session.say(_("Every command has its own key again."))
        case [word, key]:
            command = _named(word, listed)
            wanted = command.keys[0] if key.lower() == _OWN else key.lower()
            refusal = kept.refusal(command, wanted, groups())
            if refusal is not None:
                raise CommandError(refused(refusal, wanted), ExitStatus.ERROR)
            settings = kept.with_key(command, wanted).settings
            connection.hub.remember(connection.who, settings=settings)
            await session.say(moved(command, wanted))
        case _:
            raise CommandError(_("Usage: {usage}", usage=USAGE), ExitStatus.USAGE)


def _line(command: AnyCommand, kept: Keymap) -> str:
    key = keymap.named(kept.keys(command)[0])
    return f"{command_id(command).lower()}\t{key}\t{_(command.label)}"


def _named(word: str, listed: list[AnyCommand]) -> AnyCommand:
    found = [command for command in listed if command_id(command).lower() == word.lower()]
    if not found:
        raise CommandError(_("There is no such command; 'shortcuts' lists them."), ExitStatus.USAGE)
    return found[0]
