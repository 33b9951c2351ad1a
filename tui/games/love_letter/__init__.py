"""Love Letter of Despair on the table page."""

from tui.games.love_letter.presenter import PRESENTER

__all__ = ["PRESENTER"]
