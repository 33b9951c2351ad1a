"""Whether a plug-in's source may be run: read as a syntax tree, before anything of it runs.

Two promises stand behind the rules here. A plug-in touches nothing but the game (N81-19.5), and the
same journal always plays the same game: so nothing may last between two games (no variables of a
module or class), and nothing may depend on the process (no sets, whose order does). It is a guard
against mistakes, not a prison: a host runs a pack's code as its own.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final

from engine.games.no81.packs.faults import Faults, Reason

__all__ = ["IMPORTS", "inspected"]

IMPORTS: Final = (
    "no81.api", "engine.games.no81.api", "math", "itertools", "dataclasses", "typing",
)  # fmt: skip
"""What a plug-in may import, ``__future__`` apart; the first is the rules page's name of the
second."""

_STATEMENTS: Final[dict[type[ast.AST], str]] = {
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.AsyncFunctionDef: "async",
    ast.AsyncFor: "async",
    ast.AsyncWith: "async",
    ast.Await: "await",
    ast.Set: "{...}",
    ast.SetComp: "{...}",
}
_NAMES: Final = frozenset(
    {"set", "frozenset", "eval", "exec", "compile", "open", "input", "print", "globals", "locals",
     "vars", "dir", "getattr", "setattr", "delattr", "hasattr", "type", "object", "hash", "id",
     "breakpoint", "memoryview", "BaseException"}
)  # fmt: skip
_ATTRIBUTES: Final = ("_", "gi_", "cr_", "ag_", "f_", "tb_", "co_")
"""How attributes begin that lead out of a plug-in: what is private, frames, code."""
_FORMATS: Final = frozenset({"format", "format_map", "mro"})


def inspected(file: str, source: str, faults: Faults) -> ast.Module | None:
    """Return the tree of a plug-in's module, or None with its faults noted."""
    try:
        tree = ast.parse(source, filename=file)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        faults.add(file, f"line {line}", Reason.SYNTAX, getattr(error, "msg", str(error)))
        return None
    found = len(faults.found)
    for line, reason, value in dict.fromkeys(_faults(tree)):
        choices = IMPORTS if reason is Reason.IMPORT else ()
        faults.add(file, f"line {line}", reason, value, choices)
    return tree if len(faults.found) == found else None


_Found = Iterator[tuple[int, Reason, str]]


def _faults(tree: ast.Module) -> _Found:
    own = {name for node in tree.body for name in _bound(node)}
    yield from _lasting(tree.body)
    for node in ast.walk(tree):
        if type(node) in _STATEMENTS:
            yield getattr(node, "lineno", 1), Reason.FORBIDDEN, _STATEMENTS[type(node)]
        yield from _imported(node)
        yield from _named(node)
        yield from _stored(node, own)


def _imported(node: ast.AST) -> _Found:
    match node:
        case ast.Import(names=names):
            for alias in names:
                # Of a dotted name the first part is bound, which is no module of ours.
                if alias.name not in IMPORTS or "." in alias.name:
                    yield node.lineno, Reason.IMPORT, alias.name
                yield from _name(node.lineno, alias.asname or "")
        case ast.ImportFrom(module=module, names=names, level=level):
            if level or (module not in IMPORTS and module != "__future__"):
                yield node.lineno, Reason.IMPORT, "." * level + (module or "")
            for alias in names:
                if alias.name == "*":
                    yield node.lineno, Reason.FORBIDDEN, "import *"
                yield from _name(node.lineno, alias.asname or alias.name)
        case _:
            pass


def _named(node: ast.AST) -> _Found:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            yield from _name(node.lineno, name)
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield from _name(node.lineno, name)
        case ast.Attribute(attr=name) if name.startswith(_ATTRIBUTES) or name in _FORMATS:
            yield node.lineno, Reason.FORBIDDEN, f".{name}"
        case ast.MatchClass(kwd_attrs=names):
            for name in names:
                if name.startswith(_ATTRIBUTES):
                    yield node.lineno, Reason.FORBIDDEN, f".{name}"
        case ast.ExceptHandler(type=None):
            yield node.lineno, Reason.FORBIDDEN, "except:"
        case _:
            pass


def _stored(node: ast.AST, own: Collection[str]) -> _Found:
    """Yield what would change something of the module's ``own``, or lasts from call to call."""
    match node:
        case ast.Attribute(attr=name, value=value, ctx=ast.Store() | ast.Del()):
            if _root(value) in own:
                yield node.lineno, Reason.FORBIDDEN, f"{_root(value)}.{name} ="
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if _root(value) in own:
            yield node.lineno, Reason.FORBIDDEN, f"{_root(value)}[...] ="
        case ast.arguments(defaults=defaults, kw_defaults=more):
            for default in (*defaults, *filter(None, more)):
                if not _frozen(default):
                    yield default.lineno, Reason.FORBIDDEN, "def (...=[...])"
        case _:
            pass


def _name(line: int, name: str) -> _Found:
    if name.startswith("__") or name in _NAMES:
        yield line, Reason.FORBIDDEN, name


def _lasting(body: list[ast.stmt]) -> _Found:
    """Yield what a module or class holds and may change: it would last from game to game."""
    for node in body:
        match node:
            case ast.ClassDef(body=inner):
                yield from _lasting(inner)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                if not _frozen(value):
                    yield node.lineno, Reason.FORBIDDEN, "= [...]"
            case (
                ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.AsyncFunctionDef()
                | ast.AnnAssign() | ast.Pass() | ast.Expr(value=ast.Constant())
            ):  # fmt: skip
                pass
            case _:
                yield node.lineno, Reason.FORBIDDEN, type(node).__name__.lower()


def _frozen(node: ast.expr) -> bool:
    """Say whether an expression is a value that cannot change."""
    match node:
        case ast.Constant() | ast.Name():
            return True
        case ast.Tuple(elts=parts):
            return all(map(_frozen, parts))
        case ast.UnaryOp(operand=part):
            return _frozen(part)
        case ast.BinOp(left=left, right=right):
            return _frozen(left) and _frozen(right)
        case ast.Call(func=ast.Name(id="Option"), args=arguments, keywords=named):
            return all(map(_frozen, [*arguments, *(k.value for k in named)]))
        case _:
            return False


def _root(node: ast.expr) -> str:
    """Return the name that a chain of attributes and items begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            pass
