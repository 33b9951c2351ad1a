"""Questions to a player, and what everybody else reads meanwhile (N81-6.4, N81-20.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from engine.games.no81.glossary import Face, Timing
from engine.games.no81.terms import AskKind, Why
from tui.i18n import N_, _, join_list
from tui.texts.game import Context, Names
from tui.texts.no81.cards import card_label, face_name
from tui.texts.no81.names import character_name
from tui.texts.no81.sources import about

__all__ = ["prompt", "timing_name", "waiting", "windows_name"]

_TIMINGS: Final[Mapping[str, str]] = {
    Timing.GAME_START: N_("The game begins."),
    Timing.TURN_START: N_("A turn begins."),
    Timing.PHASE_START: N_("A phase begins."),
    Timing.PHASE_END: N_("A phase ends."),
    Timing.TURN_END: N_("A turn ends."),
    Timing.DRAW_COUNT: N_("Cards are about to be drawn."),
    Timing.AFTER_DRAW: N_("Cards were drawn."),
    Timing.USE_DECLARED: N_("A card is used."),
    Timing.USE_FINISHED: N_("A card is done with."),
    Timing.W_EVENT: N_("An event is about to take effect."),
    Timing.W_GUARD: N_("An attack is about to take effect."),
    Timing.GUARD_COST: N_("An answer to an attack has its cost."),
    Timing.W_DYING: N_("Somebody is dying."),
    Timing.W_DMG_SRC: N_("Damage is about to be dealt."),
    Timing.W_DMG_TGT: N_("Damage is about to be taken."),
    Timing.AFTER_DAMAGE: N_("Damage was dealt."),
    Timing.BEFORE_HEAL: N_("Somebody is about to be healed."),
    Timing.AFTER_HEAL: N_("Somebody was healed."),
    Timing.MIND_DISCARDED: N_("A mind card is discarded."),
    Timing.MIND_BROKEN: N_("A mind breaks."),
    Timing.CARD_DETACHED: N_("A card left a delayed zone."),
    Timing.CARD_DISCARDED: N_("Cards were discarded."),
    Timing.DEATH: N_("Somebody is out."),
}

_PLAIN: Final[Mapping[str, str]] = {
    AskKind.CHARACTER: N_("Choose your character."),
    AskKind.MIND_DECK: N_("Build your mind deck, top first."),
    AskKind.KARMA_DECK: N_("Build your karma deck; two of it must make 0."),
    AskKind.KARMA_START: N_("Choose main and deputy, and one skill of each."),
    AskKind.SWAP: N_("Swap a character for one of your reserve?"),
    AskKind.DRAW: N_("Draw 2. How many of them from your mind deck?"),
    AskKind.PLAY: N_("Play phase: do something, or pass."),
    AskKind.DISCARD: N_("Discard down to your hand limit."),
    AskKind.W_FLIP: N_("You are dying. Turn your character over?"),
}

_WAITING: Final[Mapping[str, str]] = {
    AskKind.CHARACTER: N_("Characters are being chosen."),
    AskKind.MIND_DECK: N_("Mind decks are being built."),
    AskKind.KARMA_DECK: N_("Karma decks are being built."),
    AskKind.KARMA_START: N_("Main and deputy are being chosen."),
    AskKind.SWAP: N_("{name} may swap a character."),
    AskKind.DRAW: N_("{name} is drawing."),
    AskKind.PLAY: N_("{name} is playing."),
    AskKind.TARGET: N_("{name} is choosing a player."),
    AskKind.PICK: N_("{name} is making a choice."),
    AskKind.PAY: N_("{name} is paying a cost."),
    AskKind.ORDER: N_("{name} is putting cards in order."),
    AskKind.UNDER: N_("{name} is putting cards under a mind deck."),
    AskKind.TAKE: N_("{name} is taking a card."),
    AskKind.GIVE: N_("{name} is giving cards."),
    AskKind.SECRET: N_("Two players are choosing a card in secret."),
    AskKind.DISCARD: N_("{name} is discarding."),
    AskKind.W_EVENT: N_("{name} may answer the event."),
    AskKind.W_GUARD: N_("{name} may answer the attack."),
    AskKind.W_BURST: N_("{name} must answer the Energy Burst."),
    AskKind.W_OUTBURST: N_("{name} must bear the Latent Outburst."),
    AskKind.W_DYING: N_("{name} may save the dying."),
    AskKind.W_FLIP: N_("{name} may turn their character over."),
    AskKind.W_TRIGGER: N_("{name} may use a skill."),
    AskKind.CHECK: N_("{name} is choosing what is revealed."),
    AskKind.OUTCOME: N_("{name} is choosing an outcome."),
}


_WINDOWS: Final[Mapping[str, str]] = {
    AskKind.W_EVENT: N_("events"),
    AskKind.W_GUARD: N_("attacks"),
    AskKind.W_DYING: N_("the dying"),
    AskKind.W_TRIGGER: N_("skills"),
}


def windows_name(kinds: Collection[str]) -> str:
    """Return the names of the windows that are always passed."""
    return join_list(_(name) for kind, name in _WINDOWS.items() if kind in kinds)


def waiting(kind: str, name: str) -> str:
    """Return what everybody else reads while ``name`` is asked; only the kind is public."""
    return _(_WAITING[kind], name=name)


def timing_name(timing: str) -> str:
    """Return what happens at a timing, as a sentence."""
    return _(_TIMINGS[timing])


def prompt(kind: str, context: Context, names: Names) -> str:
    """Return the question that the asked player reads, at most 60 cells without names."""
    if kind == AskKind.CHARACTER and context.get("taken"):
        taken = join_list(character_name(name) for name in context["taken"])
        return _("Taken: {names}. Choose another character.", names=taken)
    if kind in _PLAIN:
        return _(_PLAIN[kind])
    return _ASKED[AskKind(kind)](context, names)


def _target(context: Context, _names: Names) -> str:
    if not context:
        return _("Choose a player.")
    return _("{what}: choose a player.", what=about(context))


def _pick(context: Context, _names: Names) -> str:
    if not context:
        return _("Make your choice.")
    return _("{what}: what do you choose?", what=about(context))


def _pay(context: Context, _names: Names) -> str:
    if context.get("breaks_mind"):
        return _("{what}: what do you discard? (last mind card!)", what=about(context))
    if context.get("why") == Why.COST:
        return _("What do you discard to pay for it?")
    return _("{what}: what do you discard?", what=about(context))


def _order(context: Context, _names: Names) -> str:
    return _("{what}: put the cards in order, top first.", what=about(context))


def _under(context: Context, names: Names) -> str:
    seat = context.get("seat")
    if seat is None:
        return _("{what}: which cards go under your mind deck?", what=about(context))
    return _("{what}: what goes under {name}'s mind deck?", what=about(context), name=names[seat])


def _take(context: Context, _names: Names) -> str:
    return _("{what}: which card?", what=about(context))


def _give(context: Context, names: Names) -> str:
    return _("{what}: what do you give {name}?", what=about(context), name=names[context["target"]])


def _secret(context: Context, _names: Names) -> str:
    return _("{what}: pick a hand card in secret.", what=about(context))


def _event(context: Context, names: Names) -> str:
    face, name = face_name(context["face"]), names[context["user"]]
    return _("{name} uses {face} on you. Answer?", name=name, face=face)


def _guard(context: Context, names: Names) -> str:
    name = names[context["user"]]
    if context["punch"]:
        return _("{name} punches you. Answer?", name=name)
    return _("{name} attacks you: {face}. Answer?", name=name, face=face_name(context["face"]))


def _burst(context: Context, names: Names) -> str:
    name = names[context["user"]]
    return _("Energy Burst of {name}: answer, or take 1 colourless.", name=name)


def _outburst(context: Context, names: Names) -> str:
    return _("Latent Outburst of {name}: how do you bear it?", name=names[context["user"]])


def _dying(context: Context, names: Names) -> str:
    return _("{name} is dying. Use a Miracle?", name=names[context["dying"]])


def _trigger(context: Context, names: Names) -> str:
    if "card" in context:
        return _("{card} is discarded. Use a skill?", card=card_label(context["card"]))
    if "amount" in context:
        return _(
            "{n} damage to {name}. Use a skill?",
            n=context["amount"],
            name=names[context["target"]],
        )
    return _("{timing} Use a skill?", timing=timing_name(context["timing"]))


def _check(context: Context, _names: Names) -> str:
    return _("{what}: what do you reveal for it?", what=about(context))


def _outcome(context: Context, _names: Names) -> str:
    if context.get("face") == Face.CALAMITY:
        return _("Calamity strikes. What do you choose?")
    return _("{what}: what do you choose?", what=about(context))


_ASKED: Final[Mapping[AskKind, Callable[[Context, Names], str]]] = {
    AskKind.TARGET: _target,
    AskKind.PICK: _pick,
    AskKind.PAY: _pay,
    AskKind.ORDER: _order,
    AskKind.UNDER: _under,
    AskKind.TAKE: _take,
    AskKind.GIVE: _give,
    AskKind.SECRET: _secret,
    AskKind.W_EVENT: _event,
    AskKind.W_GUARD: _guard,
    AskKind.W_BURST: _burst,
    AskKind.W_OUTBURST: _outburst,
    AskKind.W_DYING: _dying,
    AskKind.W_TRIGGER: _trigger,
    AskKind.CHECK: _check,
    AskKind.OUTCOME: _outcome,
}
