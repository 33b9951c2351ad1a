"""Bots that have learned their lines."""

from __future__ import annotations

from engine.bots.cued import Cue, CuedBot
from engine.chance import Dice
from engine.game import AskView
from engine.request import Answer


def ask(kind: str, *options: str, default: str = "pass") -> AskView:
    return AskView(
        id=1, kind=kind, options=options, default=(default,), least=1, most=1, ordered=False,
        text=0, context={},
    )  # fmt: skip


def said(bot: CuedBot, asked: AskView) -> Answer:
    return bot.choose({}, asked, Dice("cued"))


def test_each_line_is_said_once_and_in_order() -> None:
    bot = CuedBot((Cue(kind="play", answer=("a",)), Cue(kind="play", answer=("b",))))
    asked = ask("play", "a", "b", "pass")
    assert [said(bot, asked) for _ in range(3)] == [("a",), ("b",), ("pass",)]


def test_a_line_waits_for_an_ask_of_its_kind_that_would_take_it() -> None:
    bot = CuedBot((Cue(kind="play", answer=("a",)),))
    assert said(bot, ask("target", "a")) == ("pass",)
    assert said(bot, ask("play", "b")) == ("pass",)
    assert said(bot, ask("play", "a")) == ("a",)


def test_without_a_line_it_says_what_it_says_otherwise_where_that_is_offered() -> None:
    bot = CuedBot((), otherwise=("ready",))
    assert said(bot, ask("orders", "ready", "wait")) == ("ready",)
    assert said(bot, ask("orders", "wait", default="late")) == ("late",)
