"""A plug-in's prompts as asks of the rules; what does not fit is refused (N81-19.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.event import Value
from engine.games.no81.packs.tape import Misuse
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Pick
from engine.request import Ask, Gather, Script, choose, gather

if TYPE_CHECKING:
    from engine.games.no81.api import Prompt
    from engine.games.no81.packs.game import Game

__all__ = ["choose_first", "put"]


def put(state: State, game: Game, prompt: object) -> Script[Any]:
    """Ask what a plug-in yields, and return the answer as it expects it."""
    from engine.games.no81.api import Prompt

    if not isinstance(prompt, Prompt) or prompt.kind not in _KINDS:
        raise Misuse
    if prompt.kind != "simultaneous" and len(prompt.seats) != 1:
        raise Misuse
    if not prompt.seats or not all(seat in range(state.seats) for seat in prompt.seats):
        raise Misuse
    if not all(_lives(state, seat) for seat in prompt.seats):
        return _unasked(prompt)
    return (yield from _KINDS[prompt.kind](state, game, prompt, game.cause))


def _unasked(prompt: Prompt) -> Any:
    """Return what stands for the answer of somebody who has died meanwhile."""
    match prompt.kind:
        case "choose_cards":
            return ()
        case "order_cards":
            return tuple(prompt.options)
        case "simultaneous":
            raise Misuse
        case _:
            first = prompt.options[0] if prompt.options else None
            return None if prompt.optional else getattr(first, "id", first)


def _lives(state: State, seat: object) -> bool:
    """Say whether it is a seat at all, and lives."""
    return isinstance(seat, int) and 0 <= seat < state.seats and state.alive(seat)


def choose_first(state: State, game: Game, seat: int, options: Sequence[Any]) -> Script[Any]:
    """Let the owner of an active skill choose what it offers: seats, or options."""
    from engine.games.no81.api import ask

    seats = all(isinstance(option, int) for option in options)
    kind = "choose_seat" if seats else "choose_option"
    prompt = ask(seat, kind, tuple(options), optional=False)
    return (yield from put(state, game, prompt))


def _one(
    prompt: Prompt, kind: AskKind, options: Sequence[str], context: Mapping[str, Value]
) -> Script[str | None]:
    if not options or len(set(options)) != len(options):
        raise Misuse
    offered = (*options, Pick.PASS.value) if prompt.optional else tuple(options)
    default = Pick.PASS if prompt.optional else None
    answer = yield from choose(
        prompt.seats[0], kind, offered, default=default, context=context
    )  # fmt: skip
    return None if prompt.optional and answer == Pick.PASS else answer


def _option(_state: State, _game: Game, prompt: Prompt, skill: str) -> Script[str | None]:
    ids, labels = [], {}
    for option in prompt.options:
        name = getattr(option, "id", option)
        if not isinstance(name, str) or not name.isidentifier() or name == Pick.PASS:
            raise Misuse
        ids.append(name)
        labels[name] = {"en": getattr(option, "en", ""), "zh": getattr(option, "zh", "")}
        if own := getattr(option, "zh_hans", ""):
            labels[name]["zh_hans"] = own
    context: dict[str, Value] = {"skill": skill, "labels": labels}
    return (yield from _one(prompt, AskKind.PICK, ids, context))


def _seat(state: State, _game: Game, prompt: Prompt, skill: str) -> Script[int | None]:
    if not all(_lives(state, seat) for seat in prompt.options):
        raise Misuse
    options = [str(seat) for seat in prompt.options]
    answer = yield from _one(prompt, AskKind.TARGET, options, {"skill": skill})
    return None if answer is None else int(answer)


def _cards(game: Game, prompt: Prompt) -> tuple[str, ...]:
    """Return the cards offered, each of which the asked seat knows (N81-20.3)."""
    (seat,) = prompt.seats
    for card in prompt.options:
        if not isinstance(card, str) or not game._knows(seat, card):
            raise Misuse
    return tuple(prompt.options)


def _card(_state: State, game: Game, prompt: Prompt, skill: str) -> Script[str | None]:
    cards = _cards(game, prompt)
    return (yield from _one(prompt, AskKind.TAKE, cards, {"why": skill}))


def _some(_state: State, game: Game, prompt: Prompt, skill: str) -> Script[tuple[str, ...]]:
    cards = _cards(game, prompt)
    least, most = (0 if prompt.optional else prompt.least), min(prompt.most, len(cards))
    if not 0 <= least <= most or len(set(cards)) != len(cards):
        raise Misuse
    answer: tuple[str, ...] = yield Ask(
        seat=prompt.seats[0],
        kind=AskKind.TAKE,
        options=cards,
        default=cards[:least],
        least=least,
        most=most,
        context={"why": skill},
    )
    return answer


def _order(_state: State, game: Game, prompt: Prompt, skill: str) -> Script[tuple[str, ...]]:
    cards = _cards(game, prompt)
    if len(set(cards)) != len(cards):
        raise Misuse
    if len(cards) < 2:
        return cards
    answer: tuple[str, ...] = yield Ask(
        seat=prompt.seats[0],
        kind=AskKind.ORDER,
        options=cards,
        default=cards,
        least=len(cards),
        most=len(cards),
        ordered=True,
        context={"why": skill},
    )
    return answer


def _together(state: State, _game: Game, prompt: Prompt, skill: str) -> Script[dict[int, str]]:
    """N81-6.12: a hand card of each, chosen at the same time."""
    seats = sorted(set(prompt.seats))
    if len(seats) < 2 or prompt.options or not all(state.players[s].hand for s in seats):
        raise Misuse
    asks = tuple(
        Ask(
            seat=seat,
            kind=AskKind.SECRET,
            options=tuple(state.players[seat].hand),
            default=(state.players[seat].hand[0],),
            context={"why": skill},
        )
        for seat in seats
    )
    answers = yield from gather(Gather(kind=AskKind.SECRET, asks=asks))
    return {seat: answer[0] for seat, answer in answers.items()}


_KINDS: Final[Mapping[str, Callable[[State, Game, Prompt, str], Script[Any]]]] = {
    "choose_option": _option,
    "choose_seat": _seat,
    "choose_card": _card,
    "choose_cards": _some,
    "order_cards": _order,
    "simultaneous": _together,
}
