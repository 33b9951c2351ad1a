"""Future Diary on the table page."""

from tui.games.future_diary.presenter import PRESENTER

__all__ = ["PRESENTER"]
