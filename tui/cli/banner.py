"""What ``serve`` prints: under which addresses it is open, and what to hand on to friends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO, assert_never

import segno

from server.hostkey import HostKey
from server.policy import Policy
from server.settings import Settings
from tui.i18n import _, join_and

__all__ = ["lines", "qr_code", "ssh_url"]

_BORDER = 4
"""Light cells around a QR code; readers count on them."""
_HALVES = {(True, True): "\u2588", (True, False): "\u2580", (False, True): "\u2584"}


def lines(
    settings: Settings,
    key: HostKey,
    *,
    port: int,
    hosts: Sequence[str],
    metrics_ports: Sequence[int] = (),
    packs: Sequence[str] = (),
) -> list[str]:
    """Return the lines; the ``ssh -p`` ones are the same in every language.

    ``hosts``: under what the server is reached, the likeliest first (at least one). ``packs``: the
    content packs that tables can choose, by name. ``metrics_ports``: one a process, 0 for none.
    """
    text = [
        _("Undertable is open. Port {port}, data in {path}.", port=port, path=settings.data_dir),
        _("Host key fingerprint: {fingerprint}", fingerprint=key.fingerprint),
        _("Your friends type one of these, with their own name:"),
        *(f"    ssh -p {at} NAME@{host}" for host, at in _ways(settings, port, hosts)),
        _("Line for known_hosts: {line}", line=key.known_hosts_line(hosts[0], port)),
        _who_may_enter(settings),
    ]
    if packs:
        text.append(_("Content packs that tables can choose: {packs}.", packs=join_and(packs)))
    for metrics_port in filter(None, metrics_ports):
        host = f"[{settings.metrics_host}]" if ":" in settings.metrics_host else "127.0.0.1"
        url = f"http://{host}:{metrics_port}/metrics"
        text.append(_("Figures for this machine alone: {url}", url=url))
    return [*text, _("Ctrl-C closes; running games are kept.")]


def _ways(settings: Settings, port: int, hosts: Sequence[str]) -> list[tuple[str, int]]:
    """Return under which names and ports the server is reached, the host's own word first."""
    named = [settings.reached("", port)] if settings.address else []
    return [*named, *((host, port) for host in hosts)]


def _who_may_enter(settings: Settings) -> str:
    match settings.policy:
        case Policy.OPEN if settings.guests:
            return _("Players without an SSH key may come in as guests.")
        case Policy.OPEN:
            return _("Only players with an SSH key may come in.")
        case Policy.INVITE:
            return _("Only the invited may come in; 'admin invite' makes an invite.")
        case Policy.ALLOWLIST:
            return _("Only players whose keys are listed may come in.")
        case _:
            assert_never(settings.policy)


def ssh_url(host: str, port: int) -> str:
    """Return the address that a phone's SSH client opens from a QR code."""
    return f"ssh://[{host}]:{port}" if ":" in host else f"ssh://{host}:{port}"


def qr_code(text: str, stream: TextIO) -> list[str]:
    """Return ``text`` as a QR code for a dark terminal.

    Half blocks, or ``##`` where ``stream`` cannot write those. Light cells are drawn, for most
    terminals are dark; on a light one the code is inverted, which readers understand too.
    """
    code = segno.make(text, error="l", micro=False, boost_error=False)
    light = [[not dark for dark in row] for row in code.matrix_iter(border=_BORDER)]
    if not _has_blocks(stream):
        return ["".join("##" if cell else "  " for cell in row).rstrip() for row in light]
    if len(light) % 2:
        light.append([False] * len(light[0]))
    pairs = zip(light[::2], light[1::2], strict=True)
    return [
        "".join(_HALVES.get(cells, " ") for cells in zip(upper, lower, strict=True)).rstrip()
        for upper, lower in pairs
    ]


def _has_blocks(stream: TextIO) -> bool:
    try:
        "".join(_HALVES.values()).encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
