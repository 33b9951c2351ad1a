"""What the command lines of all commands share: the parser, kinds of values, flags of a server."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from server.api import ExitStatus
from tui.i18n import _, p_
from tui.texts.usage import usage_error

__all__ = ["Parser", "add_settings", "count", "port"]


class _Help(argparse.HelpFormatter):
    """Begins with the usage, in the session's language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks every language; its errors also say what to do next."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=_Help)
        self.add_argument("-h", "--help", action="help", help=_("show these lines and exit"))

    def add_argument_group(self, *args: Any, **options: Any) -> Any:
        """Add a group of arguments; the two that every parser has get their titles here."""
        own = {
            ("positional arguments",): (p_("command line", "arguments"),),
            ("options",): (p_("command line", "options"),),
        }
        return super().add_argument_group(*own.get(args, args), **options)

    def error(self, message: str) -> NoReturn:
        """End with what is wrong and where help is."""
        hint = _("Try '{command} --help'.", command=self.prog)
        self.exit(ExitStatus.USAGE, f"{self.prog}: {usage_error(message)}\n{hint}\n")


def port(text: str) -> int:
    """Return a port; 0 is any free one."""
    value = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError(
            _("a port is a number from 0 (any free one) to 65535, not {text}", text=repr(text))
        )
    return value


def count(text: str) -> int:
    """Return a number of at least 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(
            _("a whole number of at least 1 is needed, not {text}", text=repr(text))
        )
    return value


def add_settings(serve: argparse.ArgumentParser, *, workers: bool = True) -> None:
    """Add the flags of ``serve``, or (without ``workers``) of a process that has no others.

    A flag whose ``dest`` is a field of ``server.settings.Settings`` sets that setting. None has a
    default here: what is not given comes from the environment, the settings file, or the fields'
    own defaults (``server.config``).
    """
    add = serve.add_argument
    if workers:
        add(
            "--workers", type=count, metavar=_("NUMBER"),
            help=_("processes that share the port and the tables (1)"),
        )  # fmt: skip
    add("--host", metavar=_("ADDRESS"), help=_("address to listen on (all by default)"))
    add("--port", type=port, metavar=_("PORT"), help=_("port to listen on (2222); 0 picks one"))
    add(
        "--data",
        dest="data_dir",
        type=Path,
        metavar=_("FOLDER"),
        help=_("folder of host key and games (data)"),
    )
    add(
        "--no-guests", dest="guests", action="store_const", const=False,
        help=_("let in only players with an SSH key"),
    )  # fmt: skip
    add(
        "--address", metavar="NAME[:PORT]",
        help=_("under what friends reach the server, for the lines that players hand on"),
    )  # fmt: skip
    add(
        "--policy", choices=["open", "invite", "allowlist"],
        help=_("who may enter: everybody, the invited, or listed keys (open)"),
    )  # fmt: skip
    add(
        "--admin", dest="admins", action="append", metavar="SHA256:...",
        help=_("fingerprint of a key that may use the host's commands; may be repeated"),
    )  # fmt: skip
    add(
        "--allow", dest="allowed", action="append", metavar="SHA256:...",
        help=_("fingerprint of a key that may enter whatever the policy; may be repeated"),
    )  # fmt: skip
    add(
        "--pack", dest="packs", action="append", metavar=_("FOLDER"),
        help=_("folder of a content pack that tables may play with; may be repeated"),
    )  # fmt: skip
    add("--bot-delay", type=float, metavar=_("SECONDS"), help=_("time that a bot takes for a move"))
    add(
        "--no-lan", dest="lan", action="store_const", const=False,
        help=_("do not announce the server on the local network"),
    )  # fmt: skip
    add(
        "--themes", dest="themes_dir", type=Path, metavar=_("FOLDER"),
        help=_("folder of themes of your own (themes in the data folder)"),
    )  # fmt: skip
    add(
        "--metrics-port",
        type=port,
        metavar=_("PORT"),
        help=_("port of the figures for Prometheus, this machine only"),
    )
    add(
        "--metrics-host",
        metavar=_("ADDRESS"),
        help=_("loopback address of the figures (127.0.0.1 or ::1)"),
    )
    add(
        "--log-level", choices=["debug", "info", "warning", "error"],
        help=_("least important lines that are logged (info)"),
    )  # fmt: skip
    add(
        "--config",
        type=Path,
        metavar=_("FILE"),
        help=_("settings file (undertable.toml in the data folder)"),
    )
    add(
        "--print-config", action="store_true",
        help=_("print the settings in force as TOML, each with its origin, and end"),
    )  # fmt: skip
