"""A bench whose draft can be saved under a name and loaded again: what both kinds of deck share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from server.api import SavedDeck, TableFrame
from themes.pack import Colour
from tui.games import Did, Typing
from tui.games.no81.setup_bench import SetupBench, View
from tui.games.no81.setup_page import Item, Paragraph
from tui.i18n import _, join_list
from tui.screens.state import TableState
from tui.shelf import Shelved, Shelving
from tui.texts.sentences import sentences

__all__ = ["SavingBench"]

_NAME: Final = 20
_SAVE: Final = "save-deck"


class SavingBench(SetupBench):
    """A deck in the making, or, while :attr:`saved` is not ``None``, the decks that are saved."""

    shelf: ClassVar[str]
    """Where decks of this kind are saved; the same in line mode."""

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.saved: Sequence[SavedDeck] | None = None
        self.picked = 0
        self.guest = frame["seats"][frame["you"]]["kind"] == "guest"

    # --- what each kind of deck is ---

    @property
    @abstractmethod
    def begun(self) -> tuple[str, ...]:
        """The deck that a new bench begins with."""

    @abstractmethod
    def named(self, cards: Sequence[str]) -> list[str]:
        """Return what a saved deck is made of, by name."""

    @abstractmethod
    def load(self, cards: Sequence[str]) -> str:
        """Take a saved deck as the draft; return what of it is not there any more."""

    @abstractmethod
    def deck_title(self) -> str:
        """Return what is built."""

    @abstractmethod
    def deck_keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed while it is built."""

    @abstractmethod
    def deck_lead(self, view: View) -> str:
        """Return what stands above the deck."""

    @abstractmethod
    def deck_items(self, view: View) -> list[Item]:
        """Return the rows of the deck."""

    @abstractmethod
    def deck_panel(self, view: View) -> list[Paragraph]:
        """Return what stands beside the deck."""

    @abstractmethod
    def deck_key(self, key: str) -> bool:
        """Take a key that changes the deck; return whether it meant something."""

    # --- tui.games.Drafting ---

    def draft(self) -> tuple[str, ...]:
        """Return the deck, if it is another one than a new bench begins with."""
        return () if self.answer() == self.begun else self.answer()

    def restore(self, draft: Sequence[str]) -> None:
        """Go on from a deck, as from a saved one."""
        self.load(draft)

    # --- keys ---

    def walk(self, state: TableState, step: int) -> None:
        """Walk through what is shown."""
        if self.saved is None:
            super().walk(state, step)
        elif self.saved:
            self.picked = (self.picked + step) % len(self.saved)

    def more(self, state: TableState, key: str) -> Did | None:
        """Save, show what is saved, or change the deck."""
        del state
        if self.saved is not None:
            return self._among_saved(key)
        if key == "s":
            asked = _("Save this deck as; Enter saves, Esc leaves")
            return Did(typing=Typing(purpose=_SAVE, placeholder=asked, limit=_NAME))
        if key == "d":
            return Did(shelving=Shelving(shelf=self.shelf))
        return Did() if self.deck_key(key) else None

    def enter(self, state: TableState, *, sure: bool) -> Did:
        """Hand in; among the saved decks: take the highlighted one."""
        if self.saved is None:
            return super().enter(state, sure=sure)
        if self.saved:
            deck = self.saved[self.picked]
            loaded = _("'{name}' is loaded.", name=deck["name"])
            self.hint = sentences(loaded, self.load(deck["cards"]))
        self.saved = None
        return Did()

    def _among_saved(self, key: str) -> Did:
        if key in {"escape", "backspace", "d"}:
            self.saved = None
        elif key == "x" and self.saved:
            name = self.saved[self.picked]["name"]
            return Did(shelving=Shelving(shelf=self.shelf, name=name))
        return Did()

    def typed(self, state: TableState, purpose: str, text: str) -> Did:
        """Save the deck under the name that was typed."""
        del state
        if purpose != _SAVE or not text or not self.answer():
            return Did()
        return Did(shelving=Shelving(shelf=self.shelf, name=text, cards=self.answer()))

    def shelved(self, outcome: Shelved) -> None:
        """Show the saved decks where they were asked for, or say that one was saved."""
        super().shelved(outcome)
        if outcome.failed or outcome.decks is None:
            return
        if not outcome.said or self.saved is not None:
            self.saved = outcome.decks
            self.picked = max(0, min(self.picked, len(outcome.decks) - 1))
        elif self.guest:
            self.hint = sentences(self.hint, self.guest_line())

    def guest_line(self) -> str:
        """Return how long a guest's decks are kept."""
        return _("You are a guest: what you save is kept until you leave.")

    # --- drawing ---

    def highlighted(self) -> int:
        """Return the highlighted row of the deck, or of the saved decks."""
        if self.saved is None:
            return self.at
        return self.picked if self.saved else -1

    def title(self) -> str:
        """Return what the list is."""
        return self.deck_title() if self.saved is None else _("your saved decks")

    def lead(self, view: View) -> str:
        """Return what stands above the deck."""
        return self.deck_lead(view) if self.saved is None else ""

    def keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed."""
        if self.saved is None:
            return self.deck_keys()
        return [("Enter", _("load")), ("x", _("forget")), ("Esc", _("back to the deck"))]

    def items(self, view: View) -> list[Item]:
        """Return the deck, or the saved decks."""
        if self.saved is None:
            return self.deck_items(view)
        return [Item(label=deck["name"]) for deck in self.saved]

    def panel(self, view: View) -> list[Paragraph]:
        """Return what stands beside the deck, or what a saved deck holds."""
        if self.saved is None:
            return self.deck_panel(view)
        said = [(self.guest_line(), Colour.MUTED)] if self.guest else []
        if not self.saved:
            return [(_("You have saved no deck yet: s saves one."), Colour.TEXT), *said]
        names = join_list(self.named(self.saved[self.picked]["cards"]))
        return [(names, Colour.TEXT), *said]
