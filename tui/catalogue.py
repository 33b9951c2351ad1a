"""Keeps the catalogues in step with the source: ``python -m tui.catalogue`` extracts and merges.

A developer's tool, and the one place that knows how messages are extracted; the tests use it to
find what is missing, obsolete or out of step. Translations already there are kept; nothing is
guessed (no fuzzy matching), so a new message is simply empty until somebody translates it.

Simplified Chinese is made from the Traditional one (``tui/simplified.py``), in the catalogue and in
the texts of the built-in content pack. ``python -m tui.catalogue --table`` shows how the languages
stand, and changes nothing.
"""

from __future__ import annotations

import io
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from rich.cells import cell_len

from engine.games.no81 import core
from tui.i18n import DEFAULT, DOMAIN, LANGUAGES, LOCALES
from tui.simplified import derived, pack_file, terms_page

__all__ = [
    "BUDGET", "DERIVED", "KEYWORDS", "TERMS", "catalogue_path", "extract", "merged", "missing",
    "overlong", "pack_files", "read", "rendered", "table",
]  # fmt: skip

KEYWORDS: Final = {"_": None, "N_": None, "n_": (1, 2), "p_": ((1, "c"), 2)}
"""The functions of ``tui.i18n`` and where their messages stand, in Babel's terms."""

DERIVED: Final = {"zh_Hans": "zh_Hant"}
"""Languages whose texts are made from those of another."""

DOCS: Final = LOCALES.parents[1] / "docs"
TERMS: Final = DOCS / "terms.md"

BUDGET: Final = "cells:"
"""A comment ``# cells: 14`` above a message bounds its width in every language."""


def catalogue_path(language: str) -> Path:
    """Return where the catalogue of ``language`` stands."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def pack_files() -> list[Path]:
    """Return the files of the built-in content pack and of the example; their texts are in them."""
    packs = (Path(core.__file__).parent, DOCS / "examples" / "pack")
    return sorted(file for pack in packs for file in pack.rglob("*.toml"))


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

    English is the source itself: its catalogue stays empty and valid. Simplified Chinese says what
    the Traditional one says.
    """
    fresh = Catalog(locale=language, domain=DOMAIN, project=DOMAIN, fuzzy=False)
    if language == DEFAULT:
        return fresh
    known = read(language)
    if language in DERIVED:
        return derived(merged(DERIVED[language], source), known, fresh)
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


def missing(catalogue: Catalog) -> list[str]:
    """Return the texts that are not translated, in English."""
    return [_forms(m.id)[0] for m in catalogue if m.id and not all(_forms(m.string))]


def overlong(catalogue: Catalog) -> list[tuple[str, int]]:
    """Return the texts, English ones too, that are wider than their budget; and their cells."""
    found = []
    for message in catalogue:
        bounds = [note.removeprefix(BUDGET) for note in message.auto_comments if BUDGET in note]
        for text in (*_forms(message.id), *_forms(message.string)):
            found += [(text, _cells(text)) for bound in bounds if _cells(text) > int(bound)]
    return found


def _cells(text: str) -> int:
    """Return the width of what is ours in ``text``; what fills its placeholders is not."""
    return cell_len("".join(part[0] for part in string.Formatter().parse(text)))


def _forms(text: object) -> list[str]:
    """Return the plural forms of a message or translation, or its only one."""
    return [str(form) for form in text] if isinstance(text, (tuple, list)) else [str(text)]


def table(source: Catalog) -> Iterator[str]:
    """Yield how each language stands: its messages, and how many are missing or overlong."""
    yield f"{'language':10}{'messages':>10}{'missing':>10}{'overlong':>10}"
    for language in LANGUAGES:
        stands = source if language.id == DEFAULT else merged(language.id, source)
        lacking = 0 if language.id == DEFAULT else len(missing(stands))
        count = sum(1 for message in stands if message.id)
        yield f"{language.id:10}{count:10}{lacking:10}{len(overlong(stands)):10}"


def main() -> None:
    """Merge what the source says now into the catalogues, our packs and the page of terms."""
    if sys.argv[1:] == ["--table"]:
        sys.stdout.writelines(f"{line}\n" for line in table(extract()))
        return
    source = extract()
    for language in LANGUAGES:
        catalogue = merged(language.id, source)
        catalogue_path(language.id).write_bytes(rendered(catalogue))
    for path in pack_files():
        path.write_text(pack_file(path.read_text("utf-8")), "utf-8")
    TERMS.write_text(terms_page(TERMS.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
