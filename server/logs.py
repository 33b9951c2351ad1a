"""Structured logs without secrets: one JSON object a line, closed field names, no locals.

A log line says *that* something happened, never what was typed, held, said or signed with:

* our own lines are an event name and fields from :data:`FIELDS`; any other field is a mistake of
  the programmer and raises at once, so that a test finds it;
* a failure is logged as its type and the places in the code, without message, arguments or
  locals, because an exception's message may quote a hand;
* lines of other libraries are cut to their untouched first line, for their arguments may be
  anything.

A log file is for its owner alone and bounded: at ``most_bytes`` it is put aside as ``NAME.1``, and
the oldest of ``kept`` such files goes. Where it cannot be written (a full disk) lines are lost and
the game goes on.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import sys
import time
import traceback
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

__all__ = ["FIELDS", "event", "failure", "install", "install_file"]

Field = str | int | float | bool

FIELDS = frozenset({
    "address", "bytes", "code", "count", "guest", "host", "kind", "line", "method", "port", "pty",
    "reason", "seconds", "session", "status", "tag",
})  # fmt: skip
"""Names that a log line may carry. ``tag`` is the short public suffix of a player's fingerprint;
``code`` is an error's code, never a table's; ``line`` one of a pack's plug-in."""

_ROOT = "undertable"
_LONGEST = 120
_log = logging.getLogger(_ROOT)


def event(name: str, /, *, level: int = logging.INFO, **fields: Field) -> None:
    """Log the event ``name`` with ``fields``; raise ``ValueError`` for a field not in FIELDS."""
    if unknown := fields.keys() - FIELDS:
        raise ValueError(f"field {min(unknown)!r} may not be logged")
    _log.log(level, name, extra={"fields": fields})


def failure(name: str, error: BaseException, /, **fields: Field) -> None:
    """Log that ``error`` was caught: its type and where, and nothing of what it says."""
    if unknown := fields.keys() - FIELDS:
        raise ValueError(f"field {min(unknown)!r} may not be logged")
    _log.error(name, extra={"fields": fields, "failed": error})


class _Lines(logging.Formatter):
    """Turn records into JSON lines; never uses a record's arguments or exception text."""

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name == _ROOT
        template = str(record.msg).partition("\n")[0]
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": template[:_LONGEST] if ours else f"{record.name}: {template[:_LONGEST]}",
        }
        fields: dict[str, Field] = getattr(record, "fields", {})
        line.update({name: _plain(value) for name, value in sorted(fields.items())})
        failed = getattr(record, "failed", None) or (record.exc_info and record.exc_info[1])
        if isinstance(failed, BaseException):
            line["error"] = type(failed).__name__
            line["at"] = _places(failed)
        return json.dumps(line, ensure_ascii=True)


def _plain(value: Field) -> Field:
    """Return ``value`` bounded and, if text, without anything that could steer a terminal."""
    if not isinstance(value, str):
        return value
    return "".join(c if c.isprintable() else "?" for c in value[:_LONGEST])


def _places(error: BaseException) -> list[str]:
    """Return the innermost eight places of ``error`` as ``file:line function``."""
    frames = traceback.extract_tb(error.__traceback__, limit=-8)
    return [f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in frames]


def install(stream: TextIO | None = None, *, level: int = logging.INFO) -> logging.Handler:
    """Send all logs to ``stream`` (the real standard error by default); return the handler.

    To be called before any App exists: an App replaces ``sys.stderr`` for the whole process, and
    the handler keeps the stream that it has been given here. Calling again replaces our handler.
    """
    handler = logging.StreamHandler(stream if stream is not None else sys.__stderr__)
    _use(handler, level)
    return handler


class _BoundedFile(logging.handlers.RotatingFileHandler):
    """A rotating log file that only its owner can read, and that never speaks of its troubles."""

    def _open(self) -> TextIOWrapper:
        # Not through a link: somebody else's file would grow.
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
        descriptor = os.open(self.baseFilename, flags, 0o600)
        os.fchmod(descriptor, 0o600)
        return open(descriptor, "a", encoding="utf-8", buffering=1)  # noqa: PTH123 - mode 0600

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Lose the line; logging would print it, arguments included, on standard error."""


def install_file(
    path: Path, *, level: int = logging.INFO, most_bytes: int = 4 * 2**20, kept: int = 4
) -> logging.Handler:
    """Send all logs to the file ``path``, at most ``most_bytes * (kept + 1)`` bytes in all.

    Raises ``OSError`` if it cannot be opened. To be closed by the caller.
    """
    handler = _BoundedFile(path, maxBytes=most_bytes, backupCount=kept)
    _use(handler, level)
    return handler


def _use(handler: logging.Handler, level: int) -> None:
    """Make ``handler`` the only one of ours."""
    handler.setFormatter(_Lines())
    handler.set_name(_ROOT)
    root = logging.getLogger()
    for old in [h for h in root.handlers if h.get_name() == _ROOT]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    # asyncssh names users, commands (with table codes) and variables at INFO; asyncio names
    # coroutines and their arguments at DEBUG; zeroconf tells of strangers' broken packets.
    for name in ("asyncssh", "asyncio", "zeroconf"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
