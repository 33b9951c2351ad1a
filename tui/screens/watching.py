"""The scene of a watcher, which all who watch the same table in the same way have in common.

A watcher's frames are made of what everybody is told (``server.readers``, ``engine.view``): no
seat, no ask, nothing private. As long as such a session is not busy with something of its own, its
rows follow from those frames, the look, the language and the size, and are drawn once for all.
Whoever has a seat, or sees through somebody's eyes, draws alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from server.api import Stage
from server.wire import pack
from tui import comfort, gallery, keymap
from tui.canvas import PublicRows
from tui.frames import is_public
from tui.gallery import Shelf
from tui.i18n import current
from tui.looks import signs
from tui.screens.scene import SceneInput, clock_text
from tui.screens.state import TableState
from tui.shared_texts import shared
from tui.widgets.lines import Line

__all__ = ["SCENES", "Told", "watched"]

_NEW: Final = frozenset({"events", "lines", "chat", "clock", "beat"})
"""Fields that say what is new, or how late it is; what has come of them is told otherwise."""

SCENES: Final = shared(Shelf[Hashable, PublicRows](64))
"""The rows of watchers' scenes."""

Rows = Mapping[str, Sequence[Line]]
Footer = tuple[Sequence[tuple[str, str]], Sequence[int]]


class Told:
    """A digest of all that a session was told of one game, however it was cut into frames."""

    def __init__(self) -> None:
        self._of = (0, 0)
        self._done = 0
        self._log = b""
        self._frame: object = None
        self._now = b""

    def digest(self, state: TableState) -> bytes:
        """Return the same for the same frame after the same log, and for nothing else."""
        if self._of != (id(state), state.begun):
            self._of, self._done, self._log = (id(state), state.begun), 0, b""
        for entry in state.log[self._done :]:
            self._log = _hashed(self._log, pack(entry))
        self._done = len(state.log)
        if self._frame is not state.frame:
            self._frame = state.frame
            now = {name: value for name, value in state.frame.items() if name not in _NEW}
            self._now = _hashed(b"", pack(now))
        return self._log + self._now


def _hashed(before: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(before + data, digest_size=32).digest()


def watched(
    scene: SceneInput, footer: Callable[[], Footer], told: Told, draw: Callable[[SceneInput], Rows]
) -> Rows:
    """Return the rows of ``scene``: those of all watchers if it is theirs, else as ``draw`` does.

    ``footer()`` gives what the page's own row of commands is made of.
    """
    if not gallery.is_shared() or not _is_plain(scene.state) or scene.notice.spans:
        return draw(scene)
    state, places = scene.state, scene.places
    talk = places["chat"].height if "chat" in places else 0
    keys, vital = footer()
    key = (
        told.digest(state),
        pack({"": state.chat[-talk:]}) if talk else b"",
        tuple(places.items()),
        "" if scene.left is None else clock_text(scene.left),
        scene.left is None,
        tuple(keys),
        tuple(vital),
        current(),
        signs(),
        (comfort.is_sparing(), comfort.is_still()),
        tuple(sorted(keymap.worn().moved.items())),
    )
    found = SCENES.find(key)
    if found is None:
        found = PublicRows(draw(scene))
        SCENES.keep(key, found)
    return found


def _is_plain(state: TableState) -> bool:
    """Return whether the session watches a game, and does nothing but watch."""
    watches = is_public(state.frame)
    reads = (
        state.hidden or state.notes or state.about or state.hinting or state.returning
        or state.log_at >= 0 or state.scroll > 0
    )  # fmt: skip
    return watches and not reads and state.stage in {Stage.PLAYING, Stage.FROZEN}
