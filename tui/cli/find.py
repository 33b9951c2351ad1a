"""``undertable find``: the servers that announce themselves on the local network."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict

from server.api import ExitStatus
from server.config_values import Kind, Refusal, checked
from server.lan import Found, find
from tui.i18n import _

__all__ = ["run"]

_INTERFACES = Kind(key="lan_interfaces", type=tuple[str, ...])


def run(arguments: argparse.Namespace) -> int:
    """Ask for ``--seconds``, print what has answered; status 1 if nothing has."""
    try:
        interfaces = checked(_INTERFACES, arguments.interface)
    except Refusal:
        sys.stderr.write(_("An IPv4 address of this machine is needed.") + "\n")
        return ExitStatus.USAGE
    try:
        found = asyncio.run(find(arguments.seconds, interfaces))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        sys.stderr.write(_("The local network cannot be asked: {reason}.", reason=reason) + "\n")
        return ExitStatus.ERROR
    if arguments.json:
        sys.stdout.write(json.dumps([asdict(server) for server in found]) + "\n")
    elif found:
        sys.stdout.write("\n".join(line for server in found for line in _lines(server)) + "\n")
    else:
        sys.stderr.write(_("No server has answered on the local network.") + "\n")
    return ExitStatus.OK if found else ExitStatus.ERROR


def _lines(server: Found) -> list[str]:
    """Return what to type for one server. Its words are not proved; the key is, by ssh."""
    about = " ".join(filter(None, (server.name, server.version)))
    text = [about, *(f"    ssh -p {server.port} NAME@{address}" for address in server.addresses)]
    if server.fingerprint:
        line = _("Host key, as announced: {fingerprint}", fingerprint=server.fingerprint)
        text.append(f"    {line}")
    return text
