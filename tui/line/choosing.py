"""Numbers that were typed, as an answer to the question that stands there. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import ExitStatus
from tui.i18n import _
from tui.line.call import CommandError
from tui.line.table import TableTalk

__all__ = ["chosen"]


def chosen(talk: TableTalk | None, numbers: Sequence[str], *, fresh: bool) -> list[str]:
    """Return the options of the open question that ``numbers`` name.

    ``fresh`` tells whether they were typed after the question was put. Raises
    :class:`CommandError` with what is wrong otherwise.
    """
    ask = None if talk is None else talk.state.frame["ask"]
    if talk is None or ask is None or not talk.state.open:
        raise _wrong(_("You are not asked anything now."))
    if not fresh:
        # A number typed ahead, or pasted, was meant for another question or for none.
        raise _wrong(_("That number came before the question. Read it and choose again."))
    if not talk.by_number:
        raise _wrong(_("Numbers are no answer to this; '?' tells what is."))
    if ask["text"]:
        raise _wrong(_("Type 'answer' and your text."))
    numbered = talk.numbered()
    for number in numbers:
        if number not in numbered:
            raise _wrong(_("There is no choice {number} now.", number=number[:8]))
    options = list(dict.fromkeys(numbered[number].option for number in numbers))
    if not ask["least"] <= len(options) <= ask["most"]:
        raise _wrong(_("Choose {least} to {most}.", least=ask["least"], most=ask["most"]))
    return options


def _wrong(sentence: str) -> CommandError:
    return CommandError(sentence, ExitStatus.ERROR)
