"""Running a plug-in's module with next to nothing within its reach (N81-19.5)."""

from __future__ import annotations
import __future__

import builtins
import dataclasses
import itertools
import math
import typing
from types import SimpleNamespace
from typing import Any, Final

from engine.games.no81 import api
from engine.games.no81.packs.budget import TICK, Counted, bounded, tick
from engine.games.no81.packs.faults import Faults, Reason
from engine.games.no81.packs.inspect import inspected

__all__ = ["classes_of"]

_BUILTINS: Final = (
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "int",
    "isinstance", "issubclass", "iter", "len", "list", "map", "max", "min", "next", "range",
    "reversed", "round", "slice", "sorted", "str", "sum", "super", "tuple", "zip", "property",
    "staticmethod", "classmethod", "ArithmeticError", "AssertionError", "AttributeError",
    "Exception", "IndexError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError",
    "StopIteration", "TypeError", "ValueError", "ZeroDivisionError", "__build_class__",
)  # fmt: skip


def _open(module: Any, *without: str) -> SimpleNamespace:
    """Return what a module offers, and not the modules that it has imported itself."""
    names = getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")])
    return SimpleNamespace(**{n: getattr(module, n) for n in names if n not in without})


_MODULES: Final = {
    "no81.api": _open(api),
    "engine.games.no81.api": _open(api),
    "math": _open(math),
    # Without those that never end: they would be run through where nobody counts.
    "itertools": _open(itertools, "count", "cycle", "repeat"),
    # Both of these would evaluate texts as code.
    "dataclasses": _open(dataclasses, "make_dataclass"),
    "typing": _open(typing, "get_type_hints", "ForwardRef"),
}


def _import(name: str, *_rest: object) -> object:
    """Stand in for ``__import__``; the source was inspected, so the name is among these."""
    return __future__ if name == "__future__" else _MODULES[name]


def classes_of(file: str, source: str, faults: Faults) -> dict[str, type[api.Skill]]:
    """Return the skills that a module defines, by class name; nothing if it has a fault."""
    tree = inspected(file, source, faults)
    if tree is None:
        return {}
    space: dict[str, Any] = {
        "__builtins__": {n: getattr(builtins, n) for n in _BUILTINS} | {"__import__": _import},
        # Dataclasses look up the module of a class by its name.
        "__name__": api.__name__,
        TICK: tick,
    }
    try:
        code = compile(Counted().visit(tree), file, "exec", dont_inherit=True)
        with bounded():
            exec(code, space)  # noqa: S102 - the host's own
    except Exception as error:  # noqa: BLE001 - whatever it is, the pack's writer shall read it
        faults.add(file, "", Reason.RAISED, type(error).__name__)
        return {}
    return {
        name: value
        for name, value in space.items()
        if isinstance(value, type) and issubclass(value, api.Skill) and value is not api.Skill
    }
