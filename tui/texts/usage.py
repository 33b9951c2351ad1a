"""What is wrong with a command line, in the user's language.

``argparse`` tells its errors in English alone; those that our commands can cause are read here and
said again. One that is not known stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from tui.i18n import N_, _, labelled

__all__ = ["usage_error"]

_SENTENCES: Final = tuple(
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r"unrecognized arguments: (?P<words>.+)", N_("not understood: {words}")),
        (r"the following arguments are required: (?P<words>.+)", N_("missing: {words}")),
        (
            r"ambiguous option: (?P<word>\S+) could match (?P<words>.+)",
            N_("{word} could be one of: {words}"),
        ),
        (r"expected one argument", N_("a value is needed")),
        (
            r"invalid choice: (?P<word>.+) \(choose from (?P<words>.+)\)",
            N_("{word} is none of: {words}"),
        ),
        (r"invalid \w+ value: (?P<word>.+)", N_("{word} is not a value for this")),
        (r"ignored explicit argument (?P<word>.+)", N_("takes no value, but was given {word}")),
    )
)
_ARGUMENT: Final = re.compile(r"argument (?P<name>[^:]+): (?P<why>.+)")


def usage_error(message: str) -> str:
    """Return an error of ``argparse`` as the user should read it."""
    if found := _ARGUMENT.fullmatch(message):
        return labelled(found["name"], _said(found["why"]))
    return _said(message)


def _said(message: str) -> str:
    for pattern, sentence in _SENTENCES:
        if found := pattern.fullmatch(message):
            return _(sentence, **found.groupdict())
    return message
