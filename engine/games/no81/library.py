"""The packs that are loaded, and the content of a table that plays with some of them (N81-19.1).

Loading is the host's side and happens once, before the first table is made. Texts and desks ask
:func:`content` what an id means, for ids are unique over all loaded packs; the rules are given the
content of their own table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.games.no81.content import Content, Pack, assemble
from engine.games.no81.core import CORE_PACK

__all__ = ["BUILT_IN", "Library", "content", "hosts", "use"]


class Library:
    """The built-in pack and the host's own, which fit together.

    Raises :class:`engine.games.no81.packs.faults.PackError` where they do not.
    """

    def __init__(self, packs: Sequence[Pack] = (CORE_PACK,)) -> None:
        self.everything: Final = assemble(packs)
        self.hosts: Final[Mapping[str, Pack]] = MappingProxyType({p.id: p for p in packs[1:]})
        self._built_in = packs[0]
        self._made: dict[tuple[str, ...], Content] = {}

    def packs(self, chosen: Iterable[str]) -> tuple[Pack, ...]:
        """Return the built-in pack and those chosen of the host's; unknown ids are left out."""
        wanted = frozenset(chosen)
        return (self._built_in, *(p for name, p in self.hosts.items() if name in wanted))

    def of(self, chosen: Iterable[str]) -> Content:
        """Return the content of a table that plays with the built-in pack and those chosen."""
        packs = self.packs(chosen)
        names = tuple(pack.id for pack in packs)
        if names not in self._made:
            self._made[names] = assemble(packs)
        return self._made[names]

    def marks(self, chosen: Iterable[str]) -> tuple[str, ...]:
        """Return what a journal keeps of what it was played with: id, version, digest of each."""
        return tuple(pack.mark for pack in self.packs(chosen))


BUILT_IN: Final = Library()

_used: list[Library] = [BUILT_IN]


def use(library: Library) -> None:
    """Make ``library`` the one that texts and desks look things up in."""
    _used[0] = library


def content() -> Content:
    """Return everything that is loaded."""
    return _used[0].everything


def hosts() -> Mapping[str, Pack]:
    """Return the host's packs, by id."""
    return _used[0].hosts
