"""How much a plug-in may do in one go: its loops are counted, so that none holds up a server.

``bounded`` gives a fresh budget to one uninterrupted run of a plug-in; :class:`Counted` puts a tick
into every loop and function of its source. The count depends on the plug-in alone and never on the
clock, so a journal always plays the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from engine.games.no81.packs.tape import Misuse

__all__ = ["TICK", "Counted", "bounded", "tick"]

TICK: Final = "__tick__"
"""The name of :func:`tick` in a plug-in's module, which no source can say itself."""
_STEPS: Final = 100_000
"""About ten milliseconds."""

_left: ContextVar[list[int]] = ContextVar("undertable_plug_in_steps")


def tick() -> None:
    """Count one step; raise :class:`Misuse` when there have been too many."""
    left = _left.get()
    left[0] -= 1
    if left[0] < 0:
        raise Misuse


@contextmanager
def bounded() -> Iterator[None]:
    """Give what runs inside a budget of its own. Nothing may be yielded to the rules meanwhile."""
    token = _left.set([_STEPS])
    try:
        yield
    finally:
        _left.reset(token)


class Counted(ast.NodeTransformer):
    """Puts a tick before the first statement of every loop and function."""

    def _counted(self, node: Any) -> Any:
        self.generic_visit(node)
        call = ast.Expr(ast.Call(func=ast.Name(id=TICK, ctx=ast.Load()), args=[], keywords=[]))
        node.body.insert(0, ast.copy_location(call, node.body[0]))
        return ast.fix_missing_locations(node)

    visit_For = visit_While = visit_FunctionDef = _counted  # noqa: N815 - the visitor's own names
