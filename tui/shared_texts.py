"""Caches of texts that sessions share, and that are emptied when sessions are over.

Everybody at a table reads the same lines, so what is made of a line (its width, its rows, its
cells) is made once. But the keys of such a cache are what people wrote: it must not remember them
longer than the sessions that show them (``server.wiping`` then overwrites the place).
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from tui.textual_private import REMEMBERING

__all__ = ["forget", "shared"]


class _Cache(Protocol):
    def cache_clear(self) -> None: ...


_Any = TypeVar("_Any", bound=_Cache)

_caches: list[_Cache] = [*REMEMBERING]


def shared(cache: _Any) -> _Any:
    """Decorate a function with ``lru_cache`` whose arguments may hold what somebody wrote."""
    _caches.append(cache)
    return cache


def forget() -> None:
    """Empty all of them; what is still shown is made again when it is next painted."""
    for cache in _caches:
        cache.cache_clear()
