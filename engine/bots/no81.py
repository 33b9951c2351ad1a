"""A plausible No.81 player: every ask has its own small rule, all from the seat's own view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.bots.no81_actions import HELPFUL, Play, rate_action
from engine.bots.no81_decks import karma_deck, mind_deck, start_worth, swap_worth
from engine.bots.no81_worth import Eyes
from engine.chance import Dice
from engine.game import AskView
from engine.games.no81.cards import ATTACKS, printed, rank
from engine.games.no81.glossary import Camp, Face, Mode
from engine.games.no81.terms import AskKind, Pick
from engine.request import Answer

__all__ = ["HARMLESS", "HeuristicBot", "rates"]

Rate = Callable[[Eyes, str, AskView], float]
"""(what the bot sees, an option, the ask) → what answering with it is worth."""

_TOUCH: Final = 0.01
"""Less than any real difference; breaks ties by dice."""
_DRAWN: Final = 2.3
"""What a card from the pile is worth on the whole."""
_TAKEN: Final = 0.2
"""How much more a mind card is worth of which only its owner's choice is known."""
_THICK: Final = 3
"""So many cards more than must be kept are left in a mind deck at the draw."""
_ECHOED: Final = frozenset(
    {Face.PACT, Face.MANA_SPRING, Face.MIND_RESTORE, Face.LATENT_OUTBURST, Face.ENERGY_BURST}
)
"""What is worth having once more (N81-17.16)."""
HARMLESS: Final = frozenset({*HELPFUL, Face.OFF_GUARD})
"""Events that are not answered."""


class HeuristicBot:
    """Answers each kind of ask by worth, ties by dice."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return a legal answer, from ``view`` and ``ask`` alone."""
        kind = AskKind(ask.kind)
        if kind is AskKind.KARMA_DECK:
            return karma_deck(ask, dice)
        eyes = Eyes(view)
        if kind is AskKind.MIND_DECK:
            return mind_deck(eyes, ask, dice)
        worth = rates(eyes, ask)
        if not worth:
            return ask.default if kind is AskKind.ORDER else (dice.pick(ask.options),)
        best = _best(worth, dice)[: max(1, ask.least)]
        return tuple(best) if ask.ordered else tuple(o for o in ask.options if o in best)


def rates(eyes: Eyes, ask: AskView) -> dict[str, float]:
    """Return what each option of ``ask`` is worth; nothing where no option is rated by itself."""
    kind = AskKind(ask.kind)
    if kind is AskKind.PLAY:
        play = Play(eyes, ask.options)
        return {option: rate_action(play, option) for option in ask.options}
    rate = _RATES.get(kind)
    return {} if rate is None else {option: rate(eyes, option, ask) for option in ask.options}


def _best(worth: Mapping[str, float], dice: Dice) -> list[str]:
    """Return the options from the best down; dice decide between those worth the same."""
    rated = [(rate + _TOUCH * dice.below(100) / 100, option) for option, rate in worth.items()]
    return [option for _, option in sorted(rated, reverse=True)]


def _target(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate a target: enemies for harm, the frailest first; friends for help."""
    if option == Pick.PASS:
        return 0.0  # a plug-in of a host's pack lets its owner decline
    seat = int(option)
    about = str(ask.context.get("face", ask.context.get("skill", "")))
    liking = -eyes.enmity(seat)
    if about == "sniff":
        # Whose hand is looked at heals; of an enemy the mind deck is looked at.
        return liking * (0.5 + eyes.missing_of(seat)) if liking > 0 else 0.5 + eyes.enmity(seat)
    if about in HELPFUL:
        return liking
    if about == Face.OFF_GUARD and seat == eyes.you:
        return 2.0 if any(z["face"] == Face.CALAMITY for z in eyes.own["zone"]) else -3.0
    strikes = about in ATTACKS or about == Face.PUNCH
    return eyes.balance([seat]) * ((0.3 + eyes.openness(seat)) if strikes else 1.0)


def _pick(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate what an Off Guard discards, and the choices of skills."""
    if "labels" in ask.context:
        return 0.0  # a plug-in's own choices; only its writer knows what they are worth
    target = ask.context.get("target")
    if ask.context.get("skill") == "sniff":
        friend = target is not None and eyes.enmity(int(str(target))) < 0
        return 1.0 if (option == Pick.HAND) == friend else 0.0
    if option in {Pick.HAND, Pick.MIND}:
        return 1.0
    if option in {Face.CALAMITY, Face.WINDFALL}:
        return 1.0 if (option == Face.CALAMITY) == bool(eyes.enemies()) else 0.0
    harm = eyes.worth(option) if printed(option) != Face.CALAMITY else -2.0
    return harm if target != eyes.you else -harm


def _keep(eyes: Eyes, option: str, _ask: AskView) -> float:
    """Rate what is given up: the least useful card first, the mind last."""
    if option == Pick.PASS:
        return -2.0
    if option == Pick.MIND:
        return -2.5 if eyes.spare() else -9.0
    lies = next((z["face"] for z in eyes.own["zone"] if z["card"] == option), None)
    if lies is not None:
        # A Treasure hurts when it leaves (N81-9.18.2); a Calamity is gladly seen off.
        return {Face.TREASURE: -6.0, Face.CALAMITY: 2.0}.get(lies, -eyes.worth(option) - 1.0)
    return -eyes.worth(option)


def _under(eyes: Eyes, option: str, _ask: AskView) -> float:
    """Rate what goes under a mind deck; an own broken mind is mended with anything."""
    if option == Pick.PASS:
        return -4.0 if len(eyes.own["deck"]) < 3 else -1.5
    return -eyes.worth(option)


def _take(eyes: Eyes, option: str, _ask: AskView) -> float:
    return 0.0 if option == Pick.PASS else eyes.worth(option)


def _secret(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate a secret pick: high against a Counterweight, useless for an exchange."""
    if ask.context.get("why") == "lm_counterweight":
        return float(rank(option))
    return -eyes.worth(option)


def _draw(eyes: Eyes, option: str, _ask: AskView) -> float:
    """Rate taking mind cards: from a deck that is thick enough, if they are good (N81-4.5)."""
    taken = int(option)
    top = eyes.own["deck"][:taken]
    if len(eyes.own["deck"]) - taken < eyes.reserve + _THICK and taken:
        return -1.0
    return sum(_TAKEN if card is None else eyes.worth(card) - _DRAWN for card in top)


def _event(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate answering an event: only what hurts is answered."""
    if option == Pick.PASS:
        return 0.0
    face = ask.context["face"]
    grave = face == Face.CALAMITY or eyes.own["rel_hp"] <= 2
    if face in HARMLESS:
        return -1.0
    cards = len(eyes.view["hand"]) - (2 if option.startswith("skill") else 1)
    return 1.0 if grave or cards > 1 else -1.0


def _guard(eyes: Eyes, option: str, _ask: AskView) -> float:
    """Rate answering an attack: Guards first, mind cards only if there are enough."""
    kind = option.partition(":")[0]
    mind = 0.6 if eyes.spare() else -1.0
    return {"guard": 1.0, "play": 0.95, "evade": 0.9, "haste": mind, "skill": mind}.get(kind, 0.0)


def _outburst(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate the four ways of bearing an Outburst."""
    kind, _, card = option.partition(":")
    match kind:
        case "attack":
            return 2.0
        case Pick.MIND:
            return 1.0 if eyes.spare() else -5.0
        case "give":
            return 1.5 - 0.4 * eyes.worth(card)
        case _:
            own = eyes.seats[int(str(ask.context["user"]))]["camp"] == eyes.own["camp"]
            harmless = own and eyes.mode is Mode.COLDWARM and own != Camp.COLOURLESS
            return 3.0 if harmless else -3.0 * eyes.frailty(eyes.you)


def _dying(eyes: Eyes, option: str, ask: AskView) -> float:
    friend = eyes.enmity(int(str(ask.context["dying"]))) < 0
    return (1.0 if friend else -1.0) if option != Pick.PASS else 0.0


def _flip(_eyes: Eyes, option: str, _ask: AskView) -> float:
    """Rate turning over instead of dying: it is done."""
    return float(option == Pick.FLIP)


def _trigger(eyes: Eyes, option: str, ask: AskView) -> float:
    """Rate a skill that offers itself: it is used where it helps."""
    match option:
        case Pick.PASS:
            return 0.0
        case "wildfire":
            burnt = eyes.neighbours(int(str(ask.context["target"])))
            return max([eyes.balance([s]) for s in burnt if s != eyes.you], default=-1.0)
        case "echo":
            used = {eyes.face(card) for card in eyes.view["resolving"][-1:]}
            return 1.0 if used & _ECHOED else -1.0
        case _:
            return 1.0


def _start(_eyes: Eyes, option: str, _ask: AskView) -> float:
    return start_worth(option)


def _swap(eyes: Eyes, option: str, _ask: AskView) -> float:
    return 0.0 if option == Pick.PASS else swap_worth(eyes, option)


def _check(eyes: Eyes, option: str, _ask: AskView) -> float:
    return 1.0 if option == Pick.PILE or len(eyes.own["deck"]) > 9 else 0.0


def _outcome(eyes: Eyes, option: str, _ask: AskView) -> float:
    match option:
        case Pick.SKIP:
            return 1.0
        case Pick.HEAL:
            return float(eyes.missing) / 3
        case Pick.MIND:
            return 1.0 if eyes.spare() else -1.0
        case _:
            return 0.5


_RATES: Final[Mapping[AskKind, Rate]] = {
    AskKind.KARMA_START: _start,
    AskKind.SWAP: _swap,
    AskKind.DRAW: _draw,
    AskKind.TARGET: _target,
    AskKind.PICK: _pick,
    AskKind.PAY: _keep,
    AskKind.UNDER: _under,
    AskKind.TAKE: _take,
    AskKind.GIVE: _keep,
    AskKind.SECRET: _secret,
    AskKind.DISCARD: _keep,
    AskKind.W_EVENT: _event,
    AskKind.W_GUARD: _guard,
    AskKind.W_BURST: _guard,
    AskKind.W_OUTBURST: _outburst,
    AskKind.W_DYING: _dying,
    AskKind.W_FLIP: _flip,
    AskKind.W_TRIGGER: _trigger,
    AskKind.CHECK: _check,
    AskKind.OUTCOME: _outcome,
}
"""CHARACTER is left to dice, ORDER to its default; decks are built by ``no81_decks``."""
