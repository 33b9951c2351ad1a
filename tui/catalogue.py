"""Keeps the catalogues in step with the source: ``python -m tui.catalogue`` extracts and merges.

A developer's tool, and the one place that knows how messages are extracted; the tests use it to
find what is missing, obsolete or out of step. Translations already there are kept; nothing is
guessed (no fuzzy matching), so a new message is simply empty until somebody translates it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tui.i18n import DEFAULT, DOMAIN, LANGUAGES, LOCALES

__all__ = ["KEYWORDS", "catalogue_path", "extract", "merged", "read", "rendered"]

KEYWORDS: Final = {"_": None, "N_": None, "n_": (1, 2), "p_": ((1, "c"), 2)}
"""The functions of ``tui.i18n`` and where their messages stand, in Babel's terms."""

BUDGET: Final = "cells:"
"""A comment ``# cells: 14`` above a message bounds its width in every language."""


def catalogue_path(language: str) -> Path:
    """Return where the catalogue of ``language`` stands."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def extract(root: Path = LOCALES.parent) -> Catalog:
    """Return every message that the source under ``root`` marks, in the order of the files."""
    found = Catalog(domain=DOMAIN, fuzzy=False)
    for file, _line, message, comments, context in sorted(_messages(root), key=lambda m: m[:2]):
        locations = [(f"tui/{file}", 0)]
        found.add(message, locations=locations, auto_comments=comments, context=context)
    return found


def _messages(
    root: Path,
) -> Iterator[tuple[str, int, str | tuple[str, ...], list[str], str | None]]:
    yield from extract_from_dir(
        root, [("**.py", "python")], keywords=KEYWORDS, comment_tags=(BUDGET,)
    )


def read(language: str) -> Catalog:
    """Return the catalogue of ``language`` as it stands in its file."""
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def merged(language: str, source: Catalog) -> Catalog:
    """Return the catalogue of ``language`` with exactly the messages of ``source``.

    English is the source itself: its catalogue stays empty and valid.
    """
    known = read(language)
    fresh = Catalog(locale=language, domain=DOMAIN, project=DOMAIN, fuzzy=False)
    if language == DEFAULT:
        return fresh
    for message in source:
        if message.id:
            old = known.get(message.id, message.context)
            fresh.add(
                message.id,
                old.string if old else "",
                locations=message.locations,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return fresh


def rendered(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue: no dates, versions or line numbers that only make noise."""
    text = io.BytesIO()
    write_po(text, catalogue, width=0, omit_header=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Project-Id-Version: {DOMAIN}\\n"\n'
        f'"Language: {catalogue.locale}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
    )
    return (header + "\n" + text.getvalue().decode()).rstrip().encode() + b"\n"


def main() -> None:
    """Merge what the source says now into every language's catalogue."""
    source = extract()
    for language in LANGUAGES:
        catalogue = merged(language.id, source)
        catalogue_path(language.id).write_bytes(rendered(catalogue))


if __name__ == "__main__":
    main()
