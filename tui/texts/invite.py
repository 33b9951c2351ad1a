"""What is handed on to friends: the join code, and the line to type. The same in every language."""

from __future__ import annotations

from tui.widgets.lines import clean

__all__ = ["invitation"]

_PORT = 22
"""What ssh takes if no port is named."""


def invitation(code: str, reached: tuple[str, int] | None) -> list[str]:
    """Return the join code and, where there is a way, the line that leads straight to the table."""
    code = clean(code)
    if reached is None:
        return [code]
    host, port = reached
    to = "" if port == _PORT else f"-p {port} "
    return [code, f"ssh -t {to}NAME@{clean(host)} join {code}"]
