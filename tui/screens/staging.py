"""Which scene of a table is on: by its stage, unless the game has a desk or bench of its own."""

from __future__ import annotations

from typing import assert_never

from server.api import Stage
from tui.screens import hinting, missed, playing, results, waiting
from tui.screens.scene import Scene
from tui.screens.state import TableState

__all__ = ["scene_of"]


def scene_of(state: TableState) -> Scene:
    """Return what plans and draws ``state``."""
    if state.returning:
        return missed.SCENE
    return hinting.over(_scene_of(state)) if state.hinting else _scene_of(state)


def _scene_of(state: TableState) -> Scene:
    if state.bench is not None:
        return state.bench.scene()
    stage, desk = state.stage, state.desk
    match stage:
        case Stage.WAITING:
            return waiting.SCENE
        case Stage.PLAYING | Stage.FROZEN:
            return playing.SCENE if desk is None else desk.scene(stage)
        case Stage.OVER:
            return results.SCENE if desk is None else desk.scene(stage)
        case never:
            assert_never(never)
