"""Whether a theme's style sheet can be parsed; only the UI library knows, so not in ``themes``."""

from __future__ import annotations

import re
from itertools import chain
from typing import Final

from textual.css.errors import StylesheetError
from textual.css.stylesheet import Stylesheet, StylesheetParseError
from textual.css.tokenizer import TokenError

from themes.fault import Fault, FaultCode
from themes.pack import Theme, css_variables

__all__ = ["style_faults"]

_FILE: Final = "style.tcss"
_MARKUP: Final = re.compile(r"\[/?[a-z]+\]")
_MOST: Final = 8
"""Faults of one sheet that are told; after a first one the others are often its echoes."""


def style_faults(theme: Theme) -> tuple[Fault, ...]:
    """Return what is wrong with the style sheet, each with its line."""
    # Textual's own sheet: the shared one would keep what is only tried.
    sheet = Stylesheet(variables=css_variables(theme))
    sheet.add_source(theme.style, (_FILE, ""))
    try:
        sheet.parse()
    except StylesheetParseError as error:
        told = dict.fromkeys(chain.from_iterable(rule.errors for rule in error.errors.rules))
        return tuple(_fault(token.location[0], message) for token, message in list(told)[:_MOST])
    except TokenError as error:
        return (_fault(error.start[0] - 1, error),)
    except StylesheetError as error:
        return (_fault(0, error),)
    return ()


def _fault(line: int, message: object) -> Fault:
    text = _MARKUP.sub("", str(getattr(message, "summary", message)).splitlines()[0])
    return Fault(code=FaultCode.BAD_STYLE, file=_FILE, detail=f"{line + 1}: {text}")
