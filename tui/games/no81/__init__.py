"""No.81 on the table page."""

from tui.games.no81.presenter import PRESENTER

__all__ = ["PRESENTER"]
