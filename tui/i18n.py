"""The language of one session: gettext catalogues, and the choice that a session carries with it.

Screens write whole English sentences with named placeholders, ``_("{name} is out.", name=name)``.
The English sentence is the key (msgid); the catalogues under ``tui/locales`` translate it. They
are text (``.po``), read once per process with Babel, so no compiled file can be stale.

The choice lives in a :class:`contextvars.ContextVar` that holds a *mutable* value: a session calls
:func:`begin` once in its root context, before its App starts; every task that Textual starts from
there shares the value, so :func:`use` in one key handler changes the language of the whole session
and of no other.
"""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

__all__ = [
    "DEFAULT", "DOMAIN", "LANGUAGES", "LOCALES", "N_", "Language", "_", "begin", "current",
    "join_and", "join_list", "join_or", "join_parts", "labelled", "n_", "negotiate", "p_", "use",
]  # fmt: skip

DOMAIN: Final = "undertable"
LOCALES: Final = Path(__file__).parent / "locales"


@dataclass(frozen=True, slots=True)
class Language:
    """A language to play in; ``name`` is its own name, never translated."""

    id: str
    name: str


LANGUAGES: Final = (
    Language("en", "English"),
    Language("zh_Hant", "繁體中文"),
    Language("zh_Hans", "简体中文"),
)
DEFAULT: Final = "en"
_IDS: Final = frozenset(language.id for language in LANGUAGES)
_TRADITIONAL: Final = frozenset({"tw", "hk", "mo"})


@dataclass(slots=True)
class _Choice:
    """One session's language; shared by all tasks of that session."""

    language: str


_choice: ContextVar[_Choice] = ContextVar("undertable_language")


def begin(language: str = DEFAULT) -> None:
    """Give the current context, and every task started from it later, a choice of its own."""
    _choice.set(_Choice(_known(language)))


def use(language: str) -> None:
    """Change this session's language from now on; raise ``ValueError`` for an unknown one."""
    found = _choice.get(None)
    if found is None:
        begin(language)
    else:
        found.language = _known(language)


def current() -> str:
    """Return the id of this session's language (English where no session has begun)."""
    found = _choice.get(None)
    return DEFAULT if found is None else found.language


def _known(language: str) -> str:
    if language not in _IDS:
        raise ValueError(language)
    return language


def negotiate(stored: str, env: Mapping[str, str]) -> str | None:
    """Return the language to start in, or ``None`` when the player should be asked.

    The player's stored choice wins. Else the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``
    that is set decides (POSIX.1-2017, 8.2). ``C`` and languages that we lack settle nothing.
    Chinese is Simplified unless the locale names the Traditional script or a place that writes it.
    """
    if stored in _IDS:
        return stored
    locale = next(filter(None, map(env.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    match re.split(r"[-_.@]", locale.lower()):
        case ["zh", *parts]:
            traditional = "hant" in parts or ("hans" not in parts and _TRADITIONAL & {*parts})
            return "zh_Hant" if traditional else "zh_Hans"
        case ["en", *_parts]:
            return "en"
        case _:
            return None


@cache
def _catalogue(language: str) -> gettext.GNUTranslations:
    """Return the catalogue of ``language``; read and checked once per process."""
    # Babel takes long to import; a quick command in English should not wait for its locale data.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _filled(sentence: str, params: Mapping[str, object]) -> str:
    # One pass over *our* text: braces or markup inside a player's name stay what they are.
    return sentence.format_map(params) if params else sentence


def _(msgid: str, /, **params: object) -> str:
    """Return the sentence ``msgid`` in this session's language, its placeholders filled."""
    return _filled(_catalogue(current()).gettext(msgid), params)


def n_(one: str, many: str, n: int, /, **params: object) -> str:
    """Return ``one`` or ``many`` as this language's plural rule says for ``n`` (also ``{n}``)."""
    return _filled(_catalogue(current()).ngettext(one, many, n), {"n": n, **params})


def p_(context: str, msgid: str, /, **params: object) -> str:
    """Return ``msgid`` as it reads in ``context``: for short words that differ between places."""
    return _filled(_catalogue(current()).pgettext(context, msgid), params)


def N_(msgid: str, /) -> str:  # noqa: N802 - gettext's customary name
    """Mark ``msgid`` for the catalogues without translating it yet; pass it to :func:`_` later."""
    return msgid


def join_and(items: Sequence[str]) -> str:
    """Return ``items`` as a list in words: "Ann, Bo and Cy"."""
    return _joined(items, last=_(" and "))


def join_or(items: Sequence[str]) -> str:
    """Return ``items`` as a choice in words: "Ann, Bo or Cy"."""
    return _joined(items, last=_(" or "))


def _joined(items: Sequence[str], *, last: str) -> str:
    if len(items) < 2:
        return "".join(items)
    before, after = join_list(items[:-1]), items[-1]
    if _wide(last.strip()[:1]):
        # Chinese stands off from Latin letters and figures, and not from itself.
        last = last[_wide(before[-1:]) : len(last) - _wide(after[:1])]
    return before + last + after


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character or " ") in {"W", "F"}


def join_list(items: Iterable[str]) -> str:
    """Return ``items`` one after the other: "Ann, Bo, Cy"."""
    return _(", ").join(items)


def join_parts(items: Iterable[str]) -> str:
    """Return ``items``, which may be lists or have commas themselves: "1: Guard; 2: Pass"."""
    return _("; ").join(items)


def labelled(label: str, text: str) -> str:
    """Return ``text`` with what it is: "Clock: 90 seconds"."""
    return _("{label}: {text}", label=label, text=text)
