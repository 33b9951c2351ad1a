"""The languages that tests run in: every one, or those that people write where a test is long."""

from __future__ import annotations

from typing import Final

from tui.catalogue import DERIVED
from tui.i18n import LANGUAGES

__all__ = ["SPOKEN", "WRITTEN"]

SPOKEN: Final = tuple(language.id for language in LANGUAGES)

WRITTEN: Final = tuple(language for language in SPOKEN if language not in DERIVED)
"""What is made from another language says the same, with the same placeholders."""
