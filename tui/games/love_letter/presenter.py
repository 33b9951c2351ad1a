"""Love Letter of Despair on the table page (LL-8 says who may see what).

Everything here but :meth:`LoveLetter.private`, :meth:`LoveLetter.mine` and the help that a player
calls up is for all eyes: fields that an event adds for its viewer alone are taken out first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import AskKind, EventKind, Mode, Source
from server.api import AskFrame, TableFrame
from themes.pack import Colour, Glyph
from tui.games import Choice, PrivateLook, PrivateState
from tui.games.love_letter import spoken
from tui.games.love_letter.board import card_span, draw_board
from tui.games.love_letter.hints import hints_of
from tui.games.love_letter.private import draw_private, unseen
from tui.games.love_letter.tips import TIPS
from tui.hints import Hint
from tui.i18n import _, join_or
from tui.looks import sign
from tui.texts import love_letter as ll
from tui.texts.sentences import short_then_exact
from tui.tips import Tip
from tui.widgets.lines import BLANK, Line, Span, cut, fit, line

__all__ = ["PRESENTER", "PRIVATE_FIELDS", "LoveLetter"]

PRIVATE_FIELDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        EventKind.DEALT: frozenset({"card"}),
        EventKind.DREW: frozenset({"card"}),
        EventKind.LOOK: frozenset({"card"}),
        EventKind.COMPARE: frozenset({"cards"}),
        EventKind.SWAP: frozenset({"gave", "got"}),
        EventKind.HAND_OVER: frozenset({"card"}),
        EventKind.REDEAL: frozenset({"card"}),
        EventKind.BOTTOM: frozenset({"card"}),
    }
)
"""What an event may hold for its viewer alone (``terms.EventKind``, LL-8)."""

_LETTERS: Final = "abdefg"
"""Keys of options that have no number; ``c`` is chat everywhere."""

_TONES: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        EventKind.MATCH_STARTED: Colour.ACCENT,
        EventKind.ROUND_STARTED: Colour.ACCENT,
        EventKind.TURN: Colour.MUTED,
        EventKind.DREW: Colour.MUTED,
        EventKind.ELIMINATED: Colour.WARNING,
        EventKind.PROTECTED: Colour.PROTECTED,
        EventKind.SHOWDOWN: Colour.ACCENT,
        EventKind.ROUND_OVER: Colour.ACCENT,
        EventKind.MATCH_OVER: Colour.SUCCESS,
    }
)
_TURN_BEGINS: Final = frozenset({EventKind.TURN, EventKind.PROTECTION_ENDED})


class LoveLetter:
    """The presenter; see :class:`tui.games.Presenter`."""

    def cast(self, frame: TableFrame, names: Sequence[str]) -> Sequence[str]:
        """Call players by their names at the table."""
        del frame
        return names

    def desk(self) -> None:
        """Love Letter asks for one of a few options at a time."""

    def ring_height(self, columns: int, seats: int) -> int:
        """Give every seat a row, and one to the table."""
        del columns
        return seats + 1

    def head(self, frame: TableFrame) -> Line:
        """Show mode and whether it may still flip, cards in the deck, round and wins needed."""
        view = frame["view"]
        if view is None:
            return BLANK
        mode = view["mode"]
        tone = Colour(mode) if mode else Colour.MUTED
        mark = sign(Glyph(mode)) + " " if mode else ""
        spans = [
            Span(mark + ll.mode_state(mode, view["flipped"]), tone, bold=True),
            Span("  " + _("deck {count}", count=view["deck"])),
            Span("  " + _("round {round}", round=view["round"]), Colour.MUTED),
        ]
        if view["wins_needed"] > 1:
            text = _("to {wins} wins", wins=view["wins_needed"])
            spans.append(Span(f"  {text}", Colour.MUTED))
        return line(*spans, " ")

    def hints(self, frame: TableFrame, names: Sequence[str]) -> list[Hint]:
        """Return hints on what is asked; see :class:`tui.hints.Hinting`."""
        return hints_of(frame, names)

    def tips(self) -> Sequence[Tip]:
        """Return first-time notes; see :class:`tui.tips.Tipping`."""
        return TIPS

    def mood(self, frame: TableFrame) -> str:
        """Return the mode that is on: the looks of the game turn with it."""
        view = frame["view"]
        return "" if view is None else view["mode"] or ""

    def question(self, ask: AskFrame, names: Sequence[str]) -> str:
        """Say what is asked of the viewer."""
        return ll.prompt(ask["kind"], ask["context"], names)

    def doing(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Say who is asked, and what sort of thing."""
        waiting = frame["waiting"]
        return ll.waiting(frame["waiting_kind"], names[waiting[0]]) if waiting else ""

    def choices(self, frame: TableFrame, ask: AskFrame, names: Sequence[str]) -> list[Choice]:
        """Offer cards by letter, in the private pane only; seats and numbers by their digit."""
        kind, view = AskKind(ask["kind"]), frame["view"] or {}
        found = []
        for index, option in enumerate(ask["options"]):
            match kind:
                case AskKind.TARGET:
                    key = str(int(option) + 1)
                case AskKind.NUMBER:
                    key = option
                case _:
                    key = _LETTERS[index]
            found.append(
                Choice(
                    option=option,
                    key=key,
                    label=ll.option_label(kind, option, ask["context"], names),
                    explain=self._explain(kind, option, ask, names, view),
                    secret=kind in {AskKind.PLAY, AskKind.KEEP},
                )
            )
        return found

    def _explain(
        self,
        kind: AskKind,
        option: str,
        ask: AskFrame,
        names: Sequence[str],
        view: Mapping[str, Any],
    ) -> str:
        """Return what an option will do, without what only this viewer knows."""
        if kind is AskKind.NUMBER:
            # The usual sentence counts unseen cards, which gives the own hand away by number.
            faces = [card for card in view["pool"] if str(CARDS[card].number) == option]
            return join_or([ll.card_short(card) for card in faces])
        public = {**view, "seats": [{**seat, "notes": []} for seat in view["seats"]]}
        return ll.option_help(kind, option, ask["context"], names, public)

    def ring(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Draw seats and table: see :mod:`tui.games.love_letter.board`."""
        return draw_board(frame, names, cells)

    def private_height(self, columns: int, rows: int, seats: int) -> int:
        """Give four rows on a small screen, six at 80x24, full texts and notes on a big one."""
        if columns < 76 or rows < 24:
            return 4
        return 6 if rows < 34 else 11 + seats - 1

    def private(self, state: PrivateState, names: Sequence[str], look: PrivateLook) -> list[Line]:
        """Draw hand, notes and counts: see :mod:`tui.games.love_letter.private`."""
        told = [text for event in state.events if (text := self.mine(event, names))]
        return draw_private(state.frame, told, names, look)

    def public_counts(self, frame: TableFrame) -> Line:
        """Say how many cards of each number a spectator has not seen."""
        view = frame["view"]
        return BLANK if view is None else line(" ", *unseen(view))

    def log(
        self, event: Mapping[str, Any], before: Mapping[str, Any] | None, names: Sequence[str]
    ) -> tuple[Span, ...]:
        """Return the sentence that everybody could read; short, as few rows are in sight.

        Left out is what is plain to see: the draw that begins a turn, the effect of the card just
        played (it lies on the table, ``?`` explains it), and a target that the outcome will name.
        """
        kind = str(event["kind"])
        if _plain_to_see(event, before):
            return ()
        hidden = PRIVATE_FIELDS.get(kind, frozenset())
        text = ll.log_line({k: v for k, v in event.items() if k not in hidden}, names)
        tone = _TONES.get(kind, Colour.TEXT)
        if kind == EventKind.MODE:
            tone = Colour(event["mode"])
        bold = kind in {EventKind.ELIMINATED, EventKind.ROUND_OVER, EventKind.MATCH_OVER}
        return (Span(text, tone, bold),) if text else ()

    def mine(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return the viewer's own richer sentence, where the event told it more than others."""
        if not PRIVATE_FIELDS.get(str(event["kind"]), frozenset()) & event.keys():
            return ""
        return ll.log_line(event, names) or ""

    def results(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Say who won, the hands that were shown, and what was left of the deck."""
        view, result = frame["view"], frame["result"]
        if view is None or result is None:
            return []
        won = ll.winner_line(result["winners"], names)
        rows = [line(" ", Span(won, Colour.SUCCESS, bold=True))]
        hands: list[Span] = []
        for seat in view["seats"]:
            if seat["shown"] is not None:
                hands += [Span(f"  {cut(names[seat['seat']], 12)} "), card_span(seat["shown"])]
        if hands:
            rows.append(line(Span(" " + _("Hands:"), Colour.MUTED), *hands))
        reveal = view["reveal"]
        if reveal is not None:
            left = [card_span(card) for card in reveal["deck"]]
            spans = [Span(" " + _("Left in the deck:") + " ", Colour.MUTED)]
            spans += [s for card in left for s in (card, Span("  "))] or [Span(_("nothing") + "  ")]
            if reveal["set_aside"] is not None:
                spans += [Span(_("Set aside:") + " ", Colour.MUTED), card_span(reveal["set_aside"])]
            rows.append(line(*spans))
        return [fit(row, cells) for row in rows]

    def about_event(self, event: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
        """Return the rule behind an event."""
        rule = ll.log_rule(event)
        return rule, _of_rule(rule)

    def about_choice(self, ask: AskFrame, option: str) -> tuple[str, Sequence[str]]:
        """Return both effects of a card, or the effect that asks."""
        card = option if option in CARDS else str(ask["context"].get("card"))
        if card not in CARDS:
            return ask["kind"], ()
        return ll.card_name(card), _both_effects(card)

    def how_to_play(self) -> Sequence[str]:
        """Return the rules in half a page, then every card."""
        cards = [
            f"{CARDS[card].number} {ll.card_name(card)} / {text}"
            for card in CARDS
            for text in _both_effects(card)
        ]
        return (*ll.how_to_play(), *cards)

    def spoken_hand(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what the player holds; names are of no use for that."""
        del names
        return [] if frame["view"] is None else spoken.hand(frame["view"])

    def spoken_table(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what everybody can see."""
        return spoken.table(frame, names)

    def spoken_notes(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what the player has learned."""
        return [] if frame["view"] is None else spoken.notes(frame["view"], names)


def _plain_to_see(event: Mapping[str, Any], before: Mapping[str, Any] | None) -> bool:
    match event["kind"]:
        case EventKind.DREW:
            begins = before is not None and before["kind"] in _TURN_BEGINS
            return begins and event["source"] == Source.DECK
        case EventKind.EFFECT:
            return not event["borrowed"]
        case EventKind.TARGET:
            return True
        case _:
            return False


def _both_effects(card: str) -> tuple[str, ...]:
    return tuple(
        _("{mode}: {effect}", mode=ll.mode_name(mode), effect=ll.card_text(card, mode))
        for mode in Mode
    )


def _of_rule(rule: str) -> tuple[str, ...]:
    """Return a rule, short and then exactly; nothing for one that has no text."""
    try:
        return short_then_exact(ll.rule_short(rule), ll.rule_text(rule))
    except KeyError:
        return ()


PRESENTER: Final = LoveLetter()
