"""What an ask is about: the card or skill that its context names."""

from __future__ import annotations

from tui.i18n import _
from tui.texts.game import Context
from tui.texts.no81.cards import card_texts, face_name
from tui.texts.no81.names import cause_name
from tui.texts.no81.skills import skill_name, skill_text

__all__ = ["about", "source_texts"]


def about(context: Context) -> str:
    """Return the name of the card, skill or reason behind an ask."""
    if "face" in context:
        return face_name(context["face"])
    if "skill" in context:
        return skill_name(context["skill"])
    return cause_name(context["why"]) if "why" in context else _("This choice")


def source_texts(context: Context) -> tuple[str, ...]:
    """Return the full texts of the card or skill behind an ask; empty if there is none."""
    source = str(context.get("face") or context.get("skill") or context.get("why") or "")
    return card_texts(source) or tuple(filter(None, [skill_text(source)]))
