"""A host's plug-ins: what they may ask and do, and what becomes of one that fails (N81-19.4-7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.random_bot import RandomBot
from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.event import SPECTATOR
from engine.game import AskView
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import GAME, game_of
from engine.games.no81.glossary import Phase
from engine.games.no81.library import Library
from engine.games.no81.packs.performing import Failure
from engine.journal import Header
from engine.view import ask_view
from tests.engine.games.no81.packing import BUOY_FILE, PILOT_FILE, files, joined, packed
from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table

THE_PAGES_OWN = """
from no81.api import Skill, ask, Option      # api = 1

class Squall(Skill):
    def can_use(self, g, ev) -> bool:
        return (ev.timing == "w_guard" and ev.target == self.seat
                and g.mind_count(self.seat) >= 1)
    def run(self, g, ev):
        card = g.discard_mind(self.seat, cause=self.id)
        if g.rank(card) <= 7:
            ev.guarded = True
        return
        yield
    timings = ("w_guard",)
"""


def seat_with(
    code: str,
    spot: Position | None = None,
    owner: int = P1,
    **said: object,
) -> tuple[Table, list[Failure]]:
    """Return a table at which ``owner`` has the plug-in's skill, and what is reported of it."""
    tables = files()
    tables[PILOT_FILE]["skill"][1] |= said
    told: list[Failure] = []
    spot = spot or Position()
    spot.content = joined(tables, code, told.append)
    spot.who, spot.versions = {owner: "pilot"}, {owner: 1}
    return Table(spot), told


def active(body: str, more: str = "") -> str:
    """Return a module with an active skill."""
    lines = "\n".join(f"        {line}" for line in body.strip("\n").splitlines())
    return (
        "from no81.api import Skill, ask, Option\n\n"
        f"class Squall(Skill):\n    def activate(self, g, choice):\n{lines}\n{more}"
    )


@pytest.mark.rule("N81-19.4", "N81-19.5")
@pytest.mark.parametrize(("top", "cap"), [("7", 6), ("8", 5)])
@pytest.mark.parametrize("punch", [False, True])
def test_the_rules_pages_own_plug_in_works_as_it_stands(top: str, cap: int, punch: bool) -> None:
    spot = Position(
        hands={P1: "attack_plain"}, zones={P1: "punch"}, decks={P2: f"{top}:evade K:punch"}
    )
    t, told = seat_with(THE_PAGES_OWN, spot, owner=P2)
    planned = (P2, "w_guard", "skill:squall")
    if punch:
        t.detach("punch", planned)
    else:
        t.use("attack_plain", 1, planned)
    assert t.hp(P2)[0] == cap
    assert t.spent(P2) == [f"{top}-evade"]
    assert not told


@pytest.mark.rule("N81-19.5", "N81-19.3")
def test_a_call_has_happened_when_it_returns() -> None:
    code = active("""
before = g.hand_count(self.seat)
came = g.draw(self.seat, 2)
g.draw(1)
healed = g.heal(self.seat)
self.data["seen"] = [before, came, g.hand_count(self.seat), g.hand_count(1), healed]
""")
    t, told = seat_with(code, Position(cold={P1: 2}), kind="active")
    t.do("skill:squall")
    assert t.state.players[P1].data == {"squall": {"seen": [0, 2, 2, 1, 1]}}
    assert len(t.state.players[P1].hand) == 2
    assert not told


@pytest.mark.rule("N81-19.5")
def test_what_a_plug_in_keeps_lasts_and_is_its_seats_own() -> None:
    code = active("""
self.data["times"] = self.data.get("times", 0) + 1
g.draw(self.seat, self.data["times"])
""")
    t, _told = seat_with(code, kind="active", per="none")
    t.do("skill:squall").do("skill:squall")
    assert len(t.state.players[P1].hand) == 1 + 2
    assert t.state.players[P2].data == {}


EVERY_PROMPT = """
said = [(yield ask(self.seat, "choose_option", [Option("up", "Up", "上", "升"), "down"]))]
said.append((yield ask(self.seat, "choose_seat", [1, 2])))
said.append((yield ask(1, "choose_seat", [0, 2])))
said.append((yield ask(self.seat, "choose_card", g.look_hand())))
some = yield ask(self.seat, "choose_cards", g.look_hand(), optional=False, least=2, most=2)
order = yield ask(self.seat, "order_cards", g.spent(self.seat))
both = yield ask([self.seat, 1], "simultaneous")
g.reveal([both[0]], to=[1])
self.data["said"] = said + list(some) + list(order) + [both[0], both[1]]
"""


@pytest.mark.rule("N81-19.4")
def test_every_kind_of_prompt_is_asked_and_answered() -> None:
    code = active(EVERY_PROMPT)
    spot = Position(
        seats=3, hands={P1: "H7a H8a H9a", P2: "S7a S8a"}, spent={P1: "2:haste 3:haste"}
    )
    t, told = seat_with(code, spot, kind="active")
    ids = [f"M0-{rank}-haste" for rank in "23"]
    plan: list[tuple[int, str, Any]] = [
        (P1, "pick", "up"), (P1, "target", "pass"), (P2, "target", 2), (P1, "take", "H8a"),
        (P1, "take", ["H7a", "H9a"]), (P1, "order", ids[::-1]), (P1, "secret", "H9a"),
        (P2, "secret", "S8a"),
    ]  # fmt: skip
    t.do("skill:squall", *plan)
    assert not told
    said = t.state.players[P1].data["squall"]["said"]
    assert said == ["up", None, 2, "H8a", "H7a", "H9a", *ids[::-1], "H9a", "S8a"]
    assert t.view(P2)["seats"][P1]["notes"] == ["H9a"]
    assert t.view(P3)["seats"][P1]["notes"] == []


@pytest.mark.rule("N81-19.4")
@pytest.mark.parametrize("bot", sorted(GAME.bots))
def test_bots_answer_what_a_plug_in_asks(bot: str) -> None:
    spot = Position(
        seats=3, hands={P1: "H7a H8a H9a", P2: "S7a S8a"}, spent={P1: "2:haste 3:haste"}
    )
    t, told = seat_with(active(EVERY_PROMPT), spot, kind="active")
    t.answer(P1, "skill:squall")
    mind, dice = GAME.bots[bot](), Dice(b"prompts")
    while t.asked is not None and t.asked[1] != "play":
        seat = next(s for s, pending in t.driver.pending.items() if pending.answer is None)
        ask = ask_view(t.driver, seat)
        assert ask is not None
        t.answer(seat, mind.choose(t.view(seat), ask, dice))
    assert not told
    assert len(t.state.players[P1].data["squall"]["said"]) >= 9


@pytest.mark.rule("N81-19.4", "N81-20.3")
@pytest.mark.parametrize(
    "body",
    [
        'yield ask(1, "choose_card", g.look_hand())',
        'yield ask(self.seat, "choose_card", ["S7a"])',
        'yield ask(self.seat, "choose_card", ["C2a"])',
        'g.reveal(["S7a"])',
        'yield ask(self.seat, "choose_seat", [7])',
        'yield ask(self.seat, "guess", [1])',
        'yield "what?"',
        "g.draw(9)",
        "g.draw(self.seat, -1)",
        'g.draw(self.seat, cause="H7a")',
        'g.damage(1, 1, "cold")',
        "self.data['never'] = 1.5\ng.draw(self.seat)",
        "while True:\n    g.draw(self.seat, 0)",
        "while True:\n    pass",
        "def again(n):\n    return again(n)\nagain(1)",
    ],
)
def test_what_cannot_be_ends_the_effect_and_nothing_else(body: str) -> None:
    spot = Position(hands={P1: "H7a", P2: "S7a"})
    t, told = seat_with(active(body), spot, kind="active")
    t.do("skill:squall")
    assert [f.skill for f in told] == ["squall"]
    assert [e["skill"] for e in t.told("skill_failed")] == ["squall"]
    t.stop()
    assert t.asked == (P2, "play")


@pytest.mark.rule("N81-19.5", "N81-20.2")
def test_what_is_looked_at_is_told_to_the_owner_alone_and_that_it_was_to_all() -> None:
    code = active("""
cards = g.look_hand(1) + g.look_mind(1, 2) + g.look_pile(1) + g.look_hand()
self.data["seen"] = list(cards)
g.reveal(cards[:1])
g.discard_hand(1, 2)
g.reveal(g.look_hand(), to=[1])
""")
    spot = Position(
        seats=3, hands={P1: "H7a", P2: "S7a S8a"}, decks={P2: "8:evade K:punch"}, pile="C2a"
    )
    t, told = seat_with(code, spot, kind="active")
    t.do("skill:squall")
    assert not told
    seen = t.state.players[P1].data["squall"]["seen"]
    assert seen == ["S7a", "S8a", "M1-8-evade", "M1-K-punch", "C2a", "H7a"]
    assert len(t.told("looked", P3)) == 3
    assert all("cards" not in event for event in t.told("looked", P2) + t.told("looked", P3))
    assert [event["cards"] for event in t.told("revealed", P3)] == [("S7a",)]
    assert [event["cards"] for event in t.told("revealed", P2)] == [("S7a",), ("H7a",)]


@pytest.mark.rule("N81-19.5", "N81-4.10")
def test_what_is_shown_of_a_mind_deck_is_known_by_those_it_was_shown_to() -> None:
    code = active("""
cards = g.look_mind(1, 3)
g.reveal([cards[1]], to=[2])
g.reveal([cards[2]])
g.reveal(g.look_pile(1) + g.spent(self.seat))
""")
    spot = Position(
        seats=4, decks={P2: "8:evade 9:treasure K:punch A:attack_cold"}, spent={P1: "2:haste"},
        pile="C2a",
    )  # fmt: skip
    t, told = seat_with(code, spot, kind="active")
    t.do("skill:squall")
    assert not told
    second, third = "M1-9-treasure", "M1-K-punch"
    assert t.view(P1)["seats"][P2]["deck"] == ["M1-8-evade", second, third, None]
    assert t.view(P3)["seats"][P2]["deck"] == [None, second, third, None]
    assert t.view(P4)["seats"][P2]["deck"] == [None, None, third, None]
    assert t.view(SPECTATOR)["seats"][P2]["deck"] == [None, None, third, None]
    assert t.told("revealed")[-1]["cards"] == ("C2a",)


@pytest.mark.rule("N81-19.5")
def test_an_error_is_told_of_by_kind_and_line_alone() -> None:
    code = active("g.draw(self.seat)\nraise KeyError(g.look_hand())")
    t, told = seat_with(code, kind="active")
    t.do("skill:squall")
    assert told == [Failure(skill="squall", error="KeyError", line=6)]
    assert len(t.state.players[P1].hand) == 1  # what has happened has happened
    assert t.state.players[P1].data == {}


@pytest.mark.rule("N81-19.5", "N81-20.5")
@pytest.mark.parametrize("asked", ["g.look_hand()", "g.draw(self.seat)", "ev.guarded", "1 / 0"])
def test_may_it_be_used_is_answered_by_public_facts_alone(asked: str) -> None:
    more = f"    def can_use(self, g, ev):\n        {asked}\n        return True\n"
    t, told = seat_with(active("pass", more), Position(hands={P1: "H7a"}), kind="active")
    assert ("skill:squall" in t.options()) is (asked == "ev.guarded")
    assert bool(told) is (asked != "ev.guarded")


@pytest.mark.rule("N81-19.4")
def test_a_plug_in_may_change_the_draw_and_skip_a_phase() -> None:
    code = """
from no81.api import Skill

class Squall(Skill):
    timings = ("draw_count", "phase_start")

    def can_use(self, g, ev):
        return ev.acting == self.seat and (ev.timing == "draw_count" or ev.phase == "discard")

    def run(self, g, ev):
        if ev.timing == "draw_count":
            ev.n += 1
        else:
            ev.skip = True
"""
    spot = Position(since=Phase.DRAW, caps={P1: 1})
    t, told = seat_with(code, spot, mandatory=True)
    t.go()
    assert len(t.state.players[P1].hand) == 3
    t.stop()
    assert len(t.state.players[P1].hand) == 3
    assert not told


@pytest.mark.rule("N81-19.4")
def test_a_plug_in_changes_only_what_its_timing_lets_it() -> None:
    code = """
from no81.api import Skill

class Squall(Skill):
    timings = ("w_dmg_src", "after_damage")

    def run(self, g, ev):
        ev.damage.amount += 1
"""
    spot = Position(hands={P1: "attack_plain"})
    t, told = seat_with(code, spot, mandatory=True)
    t.use("attack_plain", 1)
    assert t.hp(P2)[0] == 6 - 2
    assert [f.error for f in told] == ["Misuse"]


@pytest.mark.rule("N81-19.4")
def test_a_plug_in_answers_the_questions_of_the_rules() -> None:
    code = """
from no81.api import Skill

class Squall(Skill):
    def query(self, g, name, value, **about):
        if name == "attack_range":
            return value + 1
        if name == "hand_limit":
            return "many"
        return value
"""
    spot = Position(seats=5, hands={P1: "attack_plain"})
    t, _told = seat_with(code, spot, kind="static")
    assert "2" in t.targets(f"use:{t.card(P1, 'attack_plain')}:1")


@pytest.mark.rule("N81-19.2")
def test_another_seat_may_take_an_offer() -> None:
    code = active("g.draw(choice)\ng.draw(self.seat)")
    t, told = seat_with(code, owner=P2, kind="offer", per="turn")
    t.do("offer:1:squall")
    assert [len(t.state.players[s].hand) for s in (P1, P2)] == [1, 1]
    assert "offer:1:squall" not in t.options()
    assert not told


@pytest.mark.rule("N81-19.5", "N81-15.9")
def test_a_whole_game_with_plug_ins_is_its_journal() -> None:
    code = active(
        """
for seat in g.rng.shuffled(g.seats()):
    if (yield ask(self.seat, "choose_option", ["on", "off"])) == "on":
        g.damage(seat)
        g.take_random(seat)
    cards = g.look_pile(2)
    if cards:
        yield ask(self.seat, "order_cards", cards)
""",
    )
    tables = files()
    tables[PILOT_FILE]["skill"][1] |= {"kind": "active", "per": "turn"}
    library = Library((CORE_PACK, packed(tables, code)))
    game = game_of(library)
    used = 0
    for seed in range(6):
        options = game.configure(3, {"mode": "karma", "round_limit": "5"})
        header = Header(
            game="no81", rules_version=game.rules_version, seats=3, options=options,
            seed=bytes([seed]) * 32,
        )  # fmt: skip
        driver = Driver(game, header)
        driver.start()
        bot, dice = RandomBot(), Dice(b"%d" % seed)
        while driver.status is Status.RUNNING:
            seat = next(s for s, p in driver.pending.items() if p.answer is None)
            pending = driver.pending[seat]
            if pending.ask.check is not None:
                values = _pilot_deck(pending.ask) or pending.ask.default
            else:
                values = bot.choose({}, _view(pending.id, pending.ask), dice)
            driver.answer(seat, pending.id, values)
        assert driver.status is Status.OVER, driver.fault
        again = replay(game, driver.journal)
        assert again.events == driver.events
        used += sum(e.kind == "skill" and e.public["skill"] == "squall" for e in driver.events)
        assert all(e.kind != "skill_failed" for e in driver.events)
    assert used


def _pilot_deck(ask: Any) -> tuple[str, ...]:
    """Return a karma deck with the pilot's second side where one is built."""
    if ask.kind != "karma_deck":
        return ()
    partner = next(o for o in ask.options if o.startswith("yan_shuang"))
    return ("pilot/1", partner)


def _view(number: int, ask: Any) -> AskView:
    return AskView(
        id=number, kind=ask.kind, options=ask.options, default=ask.default, least=ask.least,
        most=ask.most, ordered=ask.ordered, text=ask.text, context=ask.context,
    )  # fmt: skip


def card_with(code: str, **mode: object) -> dict[str, dict[str, Any]]:
    """Return the tables with a card whose one mode is a program."""
    tables = files()
    tables[BUOY_FILE]["condition"] = {}
    tables[BUOY_FILE]["mode"] = [{**mode, "plugin": "harbour:Toss"}]
    return tables


TOSS = """
from no81.api import Skill, ask

class Squall(Skill):
    timings = ("turn_end",)

class Toss(Skill):
    def run(self, g, ev):
        if ev.timing == "w_event":
            g.cancel()
        elif ev.timing == "w_dying":
            g.heal(ev.dying, 2)
        elif (yield ask(self.seat, "choose_option", ["up", "down"])) == "up":
            g.damage(ev.target, 2)
        else:
            1 / 0
"""


@pytest.mark.rule("N81-19.3", "N81-19.5")
def test_a_cards_mode_may_be_a_program() -> None:
    content = joined(card_with(TOSS, when="play", target="other"), TOSS)
    card = "M0-5-lm_buoy"
    t = Table(Position(content=content, hands={P1: card}))
    t.do(f"use:{card}:1", (P1, "pick", "up"))
    assert t.counters(P2) == (2, 0, 0)
    assert t.spent(P1) == ["5-lm_buoy"]
    t = Table(Position(content=content, hands={P1: card}))
    t.do(f"use:{card}:1", (P1, "pick", "down"))
    assert t.counters(P2) == (0, 0, 0)
    assert [e["skill"] for e in t.told("skill_failed")] == ["lm_buoy"]


@pytest.mark.rule("N81-19.3", "N81-19.4")
def test_a_program_may_answer_in_a_window() -> None:
    content = joined(card_with(TOSS, when="w_event"), TOSS)
    card = "M1-5-lm_buoy"
    spot = Position(content=content, hands={P1: "off_guard", P2: f"{card} H7a"})
    t = Table(spot)
    t.use("off_guard", 1, (P2, "w_event", f"card:{card}"))
    assert t.state.players[P2].hand == ["H7a"]
    content = joined(card_with(TOSS, when="w_dying"), TOSS)
    t = Table(Position(content=content, hands={P1: "attack_cold", P2: card}, cold={P2: 5}))
    t.use("attack_cold", 2, (P2, "w_dying", f"card:{card}"))
    assert t.alive(P2)
    assert t.hp(P2) == (6, 2)


@pytest.mark.rule("N81-19.3")
def test_a_program_may_be_what_detaching_does() -> None:
    tables = card_with(TOSS, when="zone_play", target="other_distance_1")
    tables[BUOY_FILE]["class"] = "delayed_basic"
    card = "M0-5-lm_buoy"
    t = Table(Position(content=joined(tables, TOSS), zones={P1: card}))
    t.do(f"detach:{card}:lm_buoy", (P1, "pick", "up"))
    assert t.counters(P2) == (2, 0, 0)


@pytest.mark.rule("N81-19.3", "N81-4.11", "N81-14.5")
@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ({"colour": ["red"]}, True), ({"colour": "blue"}, False),
        ({"character": ["pilot"]}, True), ({"character": ["tai"]}, False),
        ({"min_karma": -2}, True), ({"min_karma": -1}, False), ({"max_karma": -2}, True),
        ({"max_karma": -3}, False), ({"colour": "red", "camp": "cold"}, False),
    ],
)  # fmt: skip
def test_every_key_of_a_condition_must_hold(condition: dict[str, Any], met: bool) -> None:
    tables = files()
    tables[BUOY_FILE]["condition"] = condition
    card = "M0-5-lm_buoy"
    content = joined(tables)
    t = Table(
        Position(
            content=content,
            who={P1: "pilot"},
            versions={P1: 1},
            hands={P1: f"{card} H7a"},
            spent={P1: "2:haste"},
        )
    )
    t.do(f"use:{card}:1")
    assert t.told("used")[0]["face"] == ("lm_buoy" if met else "mind_restore")
