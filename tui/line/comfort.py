"""``settings``: mouse, link and stillness of the full screen, told and changed in plain lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server.api import ExitStatus
from tui.comfort import LINK, MOUSE, STILL, Comfort, Link
from tui.i18n import _
from tui.line.call import CommandError
from tui.line.session import LineSession
from tui.texts.comfort import link_name

__all__ = ["USAGE", "settings"]

USAGE: Final = "settings [mouse on|off | link auto|low|full | still on|off]"
_ON: Final = "on"
_OFF: Final = "off"


async def settings(session: LineSession, rest: str) -> None:
    """Tell the settings, or change one; raises :class:`CommandError`."""
    connection = session.connection
    record = await connection.hub.player(connection.who)
    chosen = Comfort.of(record["settings"])
    if words := rest.lower().split():
        chosen = _changed(chosen, words)
        connection.hub.remember(connection.who, settings=chosen.settings)
    link = f"{chosen.link.value} ({link_name(chosen.link)})"
    await session.say(
        f"{MOUSE}\t{_word(chosen.mouse)}", f"{LINK}\t{link}", f"{STILL}\t{_word(chosen.still)}"
    )


def _changed(chosen: Comfort, words: list[str]) -> Comfort:
    match words:
        case ["mouse", "on" | "off" as word]:
            return replace(chosen, mouse=word == _ON)
        case ["still", "on" | "off" as word]:
            return replace(chosen, still=word == _ON)
        case ["link", word] if word in set(Link):
            return replace(chosen, link=Link(word))
        case _:
            raise CommandError(_("Usage: {usage}", usage=USAGE), ExitStatus.USAGE)


def _word(on: bool) -> str:
    return _ON if on else _OFF
