"""What is being carried out, in the words of the card or skill: for all who look on."""

from __future__ import annotations

from server.api import TableFrame
from tui.games.no81.stack_line import carried_out
from tui.i18n import _
from tui.texts import no81

__all__ = ["remark"]


def remark(frame: TableFrame) -> str:
    """Return what the newest card or skill on the stack does; empty where there is none."""
    for entry in reversed(carried_out(frame)):
        name = entry["name"]
        match entry["kind"]:
            case "use":
                text = no81.mode_text(name, entry["mode"])
                return _reads(no81.face_name(name), text)
            case "skill":
                skill, text = no81.skill_name(name), no81.skill_text(name)
                return _reads(skill, text)
            case _answer_or_dying:
                continue
    return ""


def _reads(name: str, text: str) -> str:
    """Quote the text, since whoever is meant by "you" in it is not the reader."""
    return _('{name} reads: "{text}"', name=name, text=text) if text else ""
