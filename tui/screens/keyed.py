"""All pages with commands whose keys can be changed, as groups that conflicts are looked for in.

To be asked once all pages are imported (``tui.app`` imports them).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tui.actions.command import AnyCommand
from tui.i18n import N_
from tui.keymap import Group, command_id, different, movable
from tui.screens.page import Page

__all__ = ["groups", "sections"]

_EVERYWHERE: Final = N_("On several pages")
_ELSEWHERE: Final = N_("On other pages")


@cache
def groups() -> Sequence[Group]:
    """Return a group for every page of the product that has commands with keys to change."""
    return [
        Group(title=page.keys_title or _ELSEWHERE, commands=page.commands, choices=page.choice_keys)
        for page in _pages()
        if page.__module__.startswith("tui.") and any(map(movable, page.commands))
    ]


def _pages() -> Iterator[type[Page]]:
    kinds = list(Page.__subclasses__())
    for kind in kinds:
        yield kind
        kinds += kind.__subclasses__()


@cache
def sections() -> Sequence[tuple[str, Sequence[AnyCommand]]]:
    """Return every command whose key can be changed, once, under titles (message ids).

    What is on several pages comes first, then the pages with most commands.
    """
    found: dict[str, list[AnyCommand]] = {}
    for command in filter(movable, different(groups())):
        titles = {
            group.title
            for group in groups()
            if command_id(command) in map(command_id, group.commands)
        }
        title = titles.pop() if len(titles) == 1 else _EVERYWHERE
        found.setdefault(title, []).append(command)
    first = found.pop(_EVERYWHERE, [])
    rest = sorted(found.items(), key=lambda section: -len(section[1]))
    return [(_EVERYWHERE, first), *rest]
