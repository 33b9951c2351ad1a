"""Every private part of Textual 8.2.8 that we rely on, and why. Nothing else touches any.

The version is pinned; ``tests/tui/test_textual_private.py`` fails where one of them has changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final

import textual.app
from rich.cells import cached_cell_len
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.events import Compose
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input as TextInput
from textual.widgets import TextArea

__all__ = [
    "REMEMBERING", "SEQUENCE_KEYS", "PrivateApp", "SharedStylesheet", "key_of_character",
]  # fmt: skip

SEQUENCE_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    sequence: tuple(key.value for key in keys)
    for sequence, keys in ANSI_SEQUENCES_KEYS.items()
    # Entries that are not tuples are keypad characters and marks to ignore.
    if isinstance(keys, tuple)
} | {f"\x1bO{code}": (digit,) for code, digit in zip("pqrstuvwxy", "0123456789", strict=True)}
"""Names of keys by what terminals send for them."""

# mypy knows a cached method as what it returns, not as the cache.
_segment: Any = Segment
_parser: Any = XTermParser
REMEMBERING: Final[Sequence[Any]] = (
    cached_cell_len,
    _segment._split_cells,
    _parser._parse_extended_key,
)
"""Caches of the libraries, for the whole process, whose keys are texts that somebody wrote."""


def key_of_character(character: str) -> str:
    """Return Textual's name of the key that types ``character``."""
    return _character_to_key(character)


# ``App._process_messages`` redirects ``sys.stdout`` and ``sys.stderr`` of the whole process while
# it runs, through these two names; with many Apps in one process the last one to end would leave a
# dead App's stream behind.
_app_module: Any = textual.app
_app_module.redirect_stdout = _app_module.redirect_stderr = nullcontext

_divide = Strip.divide


def _divide_without_cycle(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """Divide a strip; the base caches a strip that stays whole *in itself*.

    Such a cycle can only be freed by the garbage collector. It was all the cyclic garbage that
    drawing makes: 30 objects a line, and pauses of 400 ms at 50 sessions.
    """
    places = list(cuts)
    return [strip] if places == [strip.cell_length] else _divide(strip, places)


_strip_class: Any = Strip
_strip_class.divide = _divide_without_cycle

Put = Callable[[int, int, str, Style | None], int]
"""Write text at a column and row in a style; return the column after it."""


def _paint_strip(x: int, y: int, strip: Strip, put: Put) -> int:
    """Put one strip's text (its own control codes are left out); return the column after it."""
    for text, style, control in strip:
        if text and not control:
            x = put(x, y, text, style)
    return x


def painted_size(update: object) -> Size | None:
    """Return the screen's size if ``update`` repaints all of it, else ``None``."""
    return update.region.size if isinstance(update, LayoutUpdate) else None


def paint(update: object, put: Put) -> None:
    """Put what the compositor has rendered, cell by cell and without its escape codes.

    ``Strip.render`` must not be called: it caches codes without the session's colour depth.
    """
    match update:
        case LayoutUpdate():
            left, top = update.region.offset
            for y, strips in enumerate(update.strips, top):
                x = left
                for strip in strips:
                    x = _paint_strip(x, y, strip, put)
        case ChopsUpdate():
            done: set[tuple[int, int]] = set()
            for y, first, last in update.spans:
                for end, (x, chop) in zip(
                    update.chop_ends[y], update.chops[y].items(), strict=False
                ):
                    # A piece is painted whole: outside of its span it is as new as inside.
                    if chop is not None and x <= last and end > first and (x, y) not in done:
                        done.add((x, y))
                        _paint_strip(x, y, chop, put)
        case _:
            msg = f"not a compositor update: {type(update).__name__}"
            raise TypeError(msg)


_COMPILED: Final[dict[object, tuple[list[RuleSet], dict[str, list[RuleSet]]]]] = {}
_RULES: Final[dict[object, list[RuleSet]]] = {}
_COMPILED_LIMIT: Final = 64
_RULES_LIMIT: Final = 2048


class SharedStylesheet(Stylesheet):
    """A stylesheet whose parsed rules are shared by all Apps with the same sources and variables.

    Parsing costs most of an App's start and of its memory. Rule sets are only read after parsing,
    so one copy serves the process. Both caches are bounded, oldest out first.
    """

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        """Parse one source, once per process."""
        variables = tuple(self._variables.items())
        key = (css, read_from, is_default_rules, tie_breaker, scope, variables)
        rules = _RULES.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            _keep(_RULES, key, rules, _RULES_LIMIT)
        return rules

    def parse(self) -> None:
        """Parse all sources, or take what another App has parsed."""
        key = (tuple(self._variables.items()), tuple(self.source.items()))
        compiled = _COMPILED.get(key)
        if compiled is None:
            super().parse()
            compiled = (self._rules, super().rules_map)
            _keep(_COMPILED, key, compiled, _COMPILED_LIMIT)
        self._rules, self._rules_map = compiled
        self._require_parse = False

    @property
    def rules_map(self) -> dict[str, list[RuleSet]]:
        """Return the rules by the name in their selector; asking may parse, as in the base."""
        rules = self.rules
        return super().rules_map if self._rules_map is None or not rules else self._rules_map

    def reparse(self) -> None:
        """Parse again with new variables; the base would do so in a sheet of its own."""
        self.parse()


def _keep(cache: dict[Any, Any], key: object, value: object, limit: int) -> None:
    """Add to a bounded cache."""
    if len(cache) >= limit:
        del cache[next(iter(cache))]
    cache[key] = value


class PrivateApp(App[int]):
    """An App that shares a process: the overrides of private methods, each with its reason."""

    def __init__(self) -> None:
        super().__init__()
        self.stylesheet = SharedStylesheet(variables=self.stylesheet._variables)
        # One filter object per App would fill Textual's shared cache of filtered styles; the
        # palettes translate every colour themselves.
        self._filters = []

    # --- to be given by the subclass ---

    def show(self, update: object) -> None:
        """Take a compositor update for this App's screen."""
        raise NotImplementedError

    def crashed(self, error: Exception) -> None:
        """Take note of an error that ends this App."""
        raise NotImplementedError

    # --- private parts ---

    @property
    def _draws_itself(self) -> bool:
        """Whether there is a terminal of ours (and not a test's headless driver)."""
        return self._driver is not None and not self.is_headless

    @property
    def draws_now(self) -> bool:
        """Whether what is painted now is shown: the session runs, and nothing holds drawing up."""
        return self._draws_itself and self._running and not self._batch_count

    def on_compose(self, event: Compose) -> None:
        """Keep the library from making a page for a client that went before: it would raise."""
        if self._exit:
            event.prevent_default()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Paint into our grid instead of writing escape codes."""
        if not self._draws_itself:
            super()._display(screen, renderable)
        elif renderable is not None and not self._batch_count and self._running:
            try:
                self.show(renderable)
            except Exception as error:  # noqa: BLE001 - as the base: a fault ends this App only
                self._handle_exception(error)
            finally:
                self.post_display_hook()

    async def _process_messages(self, *args: Any, **kwargs: Any) -> None:
        """Run, without the task factory that ``run_async`` has just set for the whole loop."""
        # From Python 3.12 on Textual makes all tasks of the loop eager, the server's included.
        self._restore_task_factory()
        await super()._process_messages(*args, **kwargs)

    def _restore_task_factory(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.get_task_factory() is getattr(asyncio, "eager_task_factory", None):
            loop.set_task_factory(None)

    def _handle_exception(self, error: Exception) -> None:
        """End this App. The base prints a traceback *with local variables*, which are secrets."""
        self._return_code = 1
        first = self._exception is None
        if first:
            self._exception = error
            self._exception_event.set()
        self.crashed(error)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: the process's streams are not this player's."""
        self._exit_renderables.clear()

    def _cursor_cell(self) -> tuple[int, int] | None:
        """Return where a text cursor is, for input methods, or ``None`` without one."""
        if not isinstance(self.screen.focused, TextInput | TextArea):
            return None
        return self.screen.outer_size.clamp_offset(self.cursor_position)
