"""``admin ...``: the host's commands, from a command line or from the screen."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from server.admin import DeskError, HostDesk
from server.api import ExitStatus
from server.codes import Code, RequestError, StoreError
from tui import messages
from tui.i18n import _, n_
from tui.line.call import Call, CommandError
from tui.texts.desk import ban_line, desk_error

__all__ = ["USAGES", "host_lines", "lines", "seconds"]

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_LONGEST: Final = 10 * 365 * 86400
DRAIN_SECONDS: Final = 60
INVITE_SECONDS: Final = 7 * 86400

USAGES: Final = (
    "admin list | tables | bans | members",
    "admin kick WHO [REASON]",
    "admin ban WHO|SHA256:...|ADDRESS|NETWORK [for 2d] [REASON]",
    "admin unban SHA256:...|ADDRESS|NETWORK",
    "admin invite [USES] [for 7d]",
    "admin allow SHA256:... | disallow SHA256:...",
    "admin close CODE [drop]",
    "admin reopen CODE",
    "admin mute CODE SEAT | unmute CODE SEAT",
    "admin say TEXT | tell CODE TEXT",
    "admin drain [SECONDS | off]",
)


async def lines(call: Call) -> Sequence[str]:
    """Do what the words of the exec command ask; raises :class:`CommandError`."""
    desk = call.connection.host
    if desk is None:
        raise CommandError(
            _("Only the host's own keys may do this (--admin when the server starts)."),
            ExitStatus.NOT_ALLOWED,
        )
    # All of the words: a message may have more than other commands take.
    return await host_lines(desk, shlex.split(call.connection.command or "")[1:])


async def host_lines(desk: HostDesk, words: Sequence[str]) -> Sequence[str]:
    """Return the answer to one of the host's commands; raises :class:`CommandError`."""
    try:
        return await _people(desk, words)
    except DeskError as error:
        raise CommandError(desk_error(error), ExitStatus.ERROR) from error
    except RequestError as error:
        raise CommandError(messages.notice(error.code, error.params), ExitStatus.ERROR) from error
    except StoreError as error:
        raise CommandError(messages.notice(Code.NOT_STORED, {}), ExitStatus.ERROR) from error


async def _people(desk: HostDesk, words: Sequence[str]) -> Sequence[str]:
    """Do what concerns people, and leave the rest to the next."""
    match words:
        case ["kick", who, *reason]:
            count = await desk.kick(who, " ".join(reason))
            return [
                n_("{n} connection is closed; seats are kept.",
                   "{n} connections are closed; seats are kept.", count)
            ]  # fmt: skip
        case ["ban", who, "for", time, *reason]:
            return [ban_line(await desk.ban(who, seconds(time), " ".join(reason)))]
        case ["ban", who, *reason]:
            return [ban_line(await desk.ban(who, None, " ".join(reason)))]
        case ["unban", who]:
            return [_("{subject} is not banned any more.", subject=await desk.unban(who))]
        case ["invite", *rest]:
            return await _invite(desk, rest)
        case ["allow", key]:
            await desk.allow(key)
            return [_("{key} may come in.", key=key)]
        case ["disallow", key]:
            await desk.disallow(key)
            return [_("{key} is off the list.", key=key)]
        case _:
            return await _tables(desk, words)


async def _invite(desk: HostDesk, words: Sequence[str]) -> Sequence[str]:
    uses, lasts = 1, INVITE_SECONDS
    match words:
        case []:
            pass
        case ["for", time]:
            lasts = seconds(time)
        case [count]:
            uses = _count(count)
        case [count, "for", time]:
            uses, lasts = _count(count), seconds(time)
        case _:
            raise _usage()
    if not 1 <= uses <= 1000:
        raise _usage()
    return [
        await desk.invite(uses, lasts),
        n_("Lets {n} person in.", "Lets {n} people in.", uses),
        _("They connect as NAME+CODE; guests may type it when asked."),
    ]


def _count(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else 0


async def _tables(desk: HostDesk, words: Sequence[str]) -> Sequence[str]:
    """Do what concerns tables and the server, and show the lists."""
    match words:
        case ["close", code] | ["close", code, "park"]:
            shut = await desk.close(code, drop=False)
            return [_("Table {table} is parked. Bring it back with 'admin reopen'.", table=shut)]
        case ["close", code, "drop"]:
            shut = await desk.close(code, drop=True)
            return [_("Table {table} and its running game are given up.", table=shut)]
        case ["reopen", code]:
            return [_("Table {table} is open.", table=await desk.reopen(code))]
        case ["mute" | "unmute" as verb, code, seat] if seat.isascii() and seat.isdigit():
            return await _mute(desk, code, int(seat[:4]), on=verb == "mute")
        case ["say", *text] if text:
            await desk.say(" ".join(text))
            return [_("Said to everybody.")]
        case ["tell", code, *text] if text:
            await desk.say(" ".join(text), code)
            return [_("Said at table {table}.", table=code.upper()[:16])]
        case ["drain", "off"]:
            undone = await desk.stop_draining()
            return [_("The server stays open.") if undone else _("The server was not closing.")]
        case ["drain"]:
            return await _drain(desk, DRAIN_SECONDS)
        case ["drain", time]:
            after = int(time[:6]) if re.fullmatch("[0-9]+", time) else seconds(time)
            return await _drain(desk, after)
        case _:
            return await _lists(desk, words)


async def _mute(desk: HostDesk, code: str, seat: int, *, on: bool) -> Sequence[str]:
    table = await desk.mute(code, seat, on=on)
    if on:
        return [
            _("Nothing is said in public under seat {seat} at {table}.", seat=seat, table=table)
        ]
    return [_("Seat {seat} at {table} is heard again.", seat=seat, table=table)]


async def _drain(desk: HostDesk, after: int) -> Sequence[str]:
    await desk.drain(after)
    return [
        n_(
            "Nobody new comes in; the server stops in {n} second. Games are kept.",
            "Nobody new comes in; the server stops in {n} seconds. Games are kept.",
            after,
        )
    ]


async def _lists(desk: HostDesk, words: Sequence[str]) -> Sequence[str]:
    match words:
        case ["list"]:
            guest = _("guest")
            return [
                f"{row.name}\t{row.key or guest}\t{row.address}\t{row.seconds}\t{row.sessions}"
                for row in await desk.sessions()
            ]
        case ["tables"]:
            return [f"{r.code}\t{r.stage}\t{', '.join(r.names)}" for r in await desk.tables()]
        case ["bans"]:
            return [ban_line(ban) for ban in desk.bans()]
        case ["members"]:
            return desk.members()
        case [] | ["help"]:
            return USAGES
        case _:
            raise _usage()


def seconds(text: str) -> int:
    """Return the seconds in ``90s``, ``15m``, ``2h``, ``3d`` or ``1w``."""
    found = re.fullmatch(r"([0-9]{1,6})([smhdw])", text)
    value = int(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < value <= _LONGEST:
        raise CommandError(_("A time is written like 15m, 2h, 3d or 1w."), ExitStatus.USAGE)
    return value


def _usage() -> CommandError:
    return CommandError(_("Usage: {usage}", usage="\n       ".join(USAGES)), ExitStatus.USAGE)
