"""Every timing and query of N81-19.4: when it comes, what it says, what it may change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from engine.games.no81.content import Content
from engine.games.no81.glossary import Mode, Per, Phase, Query, Role, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.request import Script
from tests.engine.games.no81.position import P1, P2, P3, Position, Table, content_with

Seen = list[tuple[int, dict[str, Any]]]
"""Whose skill was asked, and the facts of the occurrence that were set."""


def _facts(moment: Moment) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name in ("who", "n", "cause", "in_draw_phase", "phase", "card", "cards", "target", "kind",
                 "killer", "answerer", "demander"):  # fmt: skip
        value = getattr(moment, name)
        unset = value is None or value in ("", ()) or (name == "n" and not value) or value is False
        if not unset:
            facts[name] = value
    if moment.use is not None:
        facts["use"] = (moment.use.user, moment.use.face, moment.use.mode, moment.use.targets)
    if moment.damage is not None:
        facts["damage"] = (moment.damage.source, moment.damage.target, moment.damage.amount)
    return facts


def probe(
    timing: Timing, change: Callable[[Moment], None] | None = None, often: Per = Per.FREE
) -> tuple[Content, Seen]:
    """Return content with a skill ``probe`` that notes every occurrence, and maybe changes it."""
    seen: Seen = []

    class Probe(Skill):
        id: ClassVar[str] = "probe"
        per: ClassVar[Per] = often
        mandatory: ClassVar[bool] = True
        timings: ClassVar[frozenset[Timing]] = frozenset({timing})

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            return True

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            seen.append((seat, _facts(moment)))
            if change is not None:
                change(moment)
            yield from ()

    return content_with(Probe()), seen


def watched(timing: Timing, change: Callable[[Moment], None] | None = None, **place: Any) -> Any:
    """Return a position in which P1's only skill is a probe, and what it notes."""
    content, seen = probe(timing, change)
    return Table(Position(content=content, skills={P1: "probe"}, **place)), seen


@pytest.mark.rule("N81-19.4", "N81-5.3")
def test_turns_and_phases_are_announced_round_what_happens_in_them() -> None:
    for timing, whose in ((Timing.TURN_START, P2), (Timing.TURN_END, P1)):
        t, seen = watched(timing)
        t.stop()
        assert seen == [(P1, {"who": whose})]
    t, seen = watched(Timing.PHASE_START)
    t.stop()
    assert [facts["phase"] for _, facts in seen] == [
        Phase.PLAY, Phase.DISCARD, Phase.CHECK, Phase.DRAW, Phase.PLAY,
    ]  # fmt: skip
    t, seen = watched(Timing.PHASE_END)
    t.stop()
    assert [(facts["who"], facts["phase"]) for _, facts in seen] == [
        (P1, Phase.PLAY), (P1, Phase.DISCARD), (P2, Phase.CHECK), (P2, Phase.DRAW),
    ]  # fmt: skip


@pytest.mark.rule("N81-19.4", "N81-5.3")
def test_a_phase_that_is_skipped_does_not_take_place() -> None:
    def skip(moment: Moment) -> None:
        moment.skip = moment.phase is Phase.DRAW

    t, _seen = watched(Timing.PHASE_START, skip)
    t.stop()
    assert t.asked == (P2, "play")
    assert t.hand(P2) == []


@pytest.mark.rule("N81-19.4", "N81-4.5")
@pytest.mark.parametrize(("more", "drawn"), [(2, 4), (-1, 1), (-5, 0)])
def test_the_number_of_the_draw_phase_may_be_changed_but_never_below_nothing(
    more: int, drawn: int
) -> None:
    def change(moment: Moment) -> None:
        moment.n += more

    t, seen = watched(Timing.DRAW_COUNT, change)
    t.stop()
    assert seen == [(P1, {"who": P2, "n": 2})]
    assert len(t.hand(P2)) == drawn


@pytest.mark.rule("N81-19.4")
def test_a_draw_says_whose_how_many_why_and_whether_in_the_draw_phase() -> None:
    t, seen = watched(Timing.AFTER_DRAW, hands={P1: "mana_spring"})
    t.do(f"use:{t.card(P1, 'mana_spring')}:2")
    assert seen == [(P1, {"who": P1, "n": 2, "cause": "mana_spring"})]
    t.stop()
    assert seen[1:] == [(P1, {"who": P2, "n": 2, "cause": "draw_phase", "in_draw_phase": True})]


@pytest.mark.rule("N81-19.4", "N81-6.1")
@pytest.mark.parametrize("timing", [Timing.USE_DECLARED, Timing.USE_FINISHED])
def test_a_use_is_told_with_user_face_mode_and_targets(timing: Timing) -> None:
    t, seen = watched(timing, hands={P1: "C2a", P2: "guard"})
    t.do("use:C2a:1", (P2, "w_guard", f"guard:{t.card(P2, 'guard')}"))
    uses = [facts["use"] for _, facts in seen]
    attack = (P1, "attack_plain", 1, (P2,))
    # A Guard answers and is not declared in steps of its own; it is done with before the attack.
    guard = [] if timing is Timing.USE_DECLARED else [(P2, "guard", 1, (P1,))]
    assert uses == [*guard, attack]


@pytest.mark.rule("N81-19.4", "N81-6.4")
def test_a_skill_may_cancel_an_event_in_its_window() -> None:
    class Refuse(Skill):
        id: ClassVar[str] = "probe"
        timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_EVENT})

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            return moment.target == seat and moment.cause == "pact"

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            moment.cancelled = True
            yield from ()

    t = Table(
        Position(content=content_with(Refuse()), skills={P2: "probe"}, hands={P1: "pact off_guard"})
    )
    t.do(f"use:{t.card(P1, 'pact')}:1", (P2, "w_event", "skill:probe"))
    assert t.hand(P1) == ["off_guard"]
    assert t.hand(P2) == []


@pytest.mark.rule("N81-19.4", "N81-9.14.1")
@pytest.mark.parametrize("names_it", [False, True])
def test_a_skill_answers_a_punch_only_if_it_names_it(names_it: bool) -> None:
    class Parry(Skill):
        id: ClassVar[str] = "probe"
        timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_GUARD})
        names_punch: ClassVar[bool] = names_it

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            return moment.target == seat

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            moment.guarded = True
            yield from ()

    t = Table(Position(content=content_with(Parry()), skills={P2: "probe"}, zones={P1: "punch"}))
    punch = t.card(P1, "punch")
    t.answer(P1, f"detach:{punch}:punch")
    assert ("skill:probe" in t.options(P2)) is names_it


@pytest.mark.rule("N81-19.4")
def test_guard_cost_makes_each_answer_dearer_and_impossible_without_the_cards() -> None:
    def dear(moment: Moment) -> None:
        if moment.demander == P1:
            moment.extra_mind_cost += 2

    place: dict[str, Any] = {"hands": {P1: "C2a", P2: "guard"}}
    for deck, answers in (("3:attack_warm", False), ("3:attack_warm 4:attack_warm 6:evade", True)):
        t, seen = watched(Timing.GUARD_COST, dear, decks={P2: deck}, **place)
        t.answer(P1, "use:C2a:1")
        guard = f"guard:{t.card(P2, 'guard')}"
        assert (guard in t.options(P2)) is answers
        assert seen[0] == (P1, {"answerer": P2, "demander": P1})
        if answers:
            t.go((P2, "w_guard", guard))
            assert t.deck(P2) == ["6-evade"]
            assert t.hp(P2) == (6, 6)
            assert [e["why"] for e in t.told("moved") if e["source"] == f"deck:{P2}"] == [
                "probe"
            ] * 2


@pytest.mark.rule("N81-19.4", "N81-8.3")
def test_damage_may_be_changed_by_its_source_and_its_target_before_it_is_dealt() -> None:
    for timing, seat in ((Timing.W_DMG_SRC, P1), (Timing.W_DMG_TGT, P2)):

        def double(moment: Moment) -> None:
            assert moment.damage is not None
            moment.damage.amount *= 2

        content, seen = probe(timing, double)
        t = Table(Position(content=content, skills={seat: "probe"}, hands={P1: "C2a"}))
        t.do("use:C2a:1")
        assert seen == [(seat, {"damage": (P1, P2, 1)})]
        assert t.hp(P2) == (4, 4)
        assert t.told("damaged")[0]["changes"] == {"probe": 1}


@pytest.mark.rule("N81-19.4", "N81-8.3")
def test_after_damage_comes_after_dying_and_to_everybody_who_lives() -> None:
    t, seen = watched(Timing.AFTER_DAMAGE, hands={P1: "C2a"}, caps={P2: 1}, seats=4)
    t.do("use:C2a:1", (P1, "target", P2))
    assert not t.alive(P2)
    assert seen == [(P1, {"damage": (P1, P2, 1)})]


@pytest.mark.rule("N81-19.4", "N81-8.10", "N81-9.17.3")
def test_healing_may_be_changed_before_and_is_told_after_also_where_it_raises_a_cap() -> None:
    def more(moment: Moment) -> None:
        moment.n += 1

    t, seen = watched(Timing.BEFORE_HEAL, more, hands={P1: "life_spring"}, warm={P1: 3})
    t.do(f"use:{t.card(P1, 'life_spring')}:1")
    assert (P1, {"who": P1, "n": 1, "cause": "life_spring"}) in seen
    assert t.counters(P1) == (0, 1, 0)
    assert t.told("healed")[0]["changes"] == {"probe": 1}
    t, seen = watched(Timing.BEFORE_HEAL, more, hands={P1: "C2a"}, caps={P2: 1},
                      zones={P2: "miracle"})  # fmt: skip
    t.do("use:C2a:1", (P2, "w_dying", f"miracle:{t.card(P2, 'miracle')}"))
    assert t.hp(P2) == (3, 3)
    t, seen = watched(Timing.AFTER_HEAL, hands={P1: "life_spring"}, warm={P1: 3})
    t.do(f"use:{t.card(P1, 'life_spring')}:1")
    assert seen == [(P1, {"who": P1, "n": 1, "cause": "life_spring"})]


@pytest.mark.rule("N81-19.4", "N81-8.10")
def test_who_is_hurt_and_does_not_heal_is_told_why() -> None:
    def less(moment: Moment) -> None:
        moment.n -= 1

    def spring(t: Table) -> dict[str, Any]:
        t.do(f"use:{t.card(P1, 'life_spring')}:1")
        (told,) = t.told("unhealed")
        return told

    place: dict[str, Any] = {"hands": {P1: "life_spring"}, "warm": {P1: 1}}
    for by, broken in (("broken", {P1: ""}), ("brined", {})):
        t = Table(Position(**place, decks=broken))
        t.state.players[P1].brined = by == "brined"
        assert spring(t) == {
            "kind": "unhealed", "seat": P1, "cause": "life_spring", "by": by, "changes": {},
        }  # fmt: skip
    t, _seen = watched(Timing.BEFORE_HEAL, less, **place)
    told = spring(t)
    assert (told["by"], told["changes"]) == (None, {"probe": -1})


@pytest.mark.rule("N81-19.4", "N81-8.6")
@pytest.mark.parametrize(("card", "kind"), [("C2a", "absolute"), ("attack_cold", "relative")])
def test_a_skill_may_save_the_dying_and_is_told_of_which_kind_it_is(card: str, kind: str) -> None:
    kinds: list[str] = []

    class Save(Skill):
        id: ClassVar[str] = "probe"
        timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_DYING})

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            return moment.who == seat

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            kinds.append(moment.kind)
            state.players[seat].cap = 3
            state.players[seat].counters = dict.fromkeys(state.players[seat].counters, 0)
            yield from ()

    mode: dict[str, Any] = {"caps": {P2: 1}} if kind == "absolute" else {"cold": {P2: 5}}
    t = Table(
        Position(content=content_with(Save()), skills={P2: "probe"}, hands={P1: card}, **mode)
    )
    number = 1 if kind == "absolute" else 2
    t.do(f"use:{t.state.players[P1].hand[0]}:{number}", (P2, "w_dying", "skill:probe"))
    assert kinds == [kind]
    assert t.hp(P2) == (3, 3)


@pytest.mark.rule("N81-19.4", "N81-17.10")
def test_a_discarded_mind_card_may_go_under_its_deck() -> None:
    def under(moment: Moment) -> None:
        moment.destination = "under"

    content, seen = probe(Timing.MIND_DISCARDED, under)
    t = Table(
        Position(content=content, skills={P1: "probe"}, hands={P1: "amplify"},
                 decks={P1: "3:attack_warm 4:attack_warm"})
    )  # fmt: skip
    t.do(f"use:{t.card(P1, 'amplify')}:1")
    assert seen == [(P1, {"who": P1, "card": "M0-3-attack_warm", "cause": "cost"})]
    assert t.deck(P1) == ["4-attack_warm", "3-attack_warm"]


@pytest.mark.rule("N81-19.4", "N81-10.1", "N81-10.4")
def test_a_mind_that_breaks_is_told_to_its_owner_but_to_no_other_broken_mind() -> None:
    place: dict[str, Any] = {
        "hands": {P1: "off_guard guard"}, "decks": {P2: "3:attack_warm", P3: ""}, "seats": 3,
    }  # fmt: skip
    for owner, told in ((P1, True), (P2, False), (P3, False)):
        content, seen = probe(Timing.MIND_BROKEN)
        t = Table(Position(content=content, skills={owner: "probe"}, **place))
        t.do(f"use:{t.card(P1, 'off_guard')}:2", (P1, "target", P2))
        assert t.broken(P2)
        assert seen == ([(owner, {"who": P2})] if told else [])


class _Mourn(Skill):
    """Notes that its owner's mind breaks."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True
    works_broken: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.MIND_BROKEN})

    def __init__(self) -> None:
        self.seen: list[tuple[int, int | None]] = []

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return True

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        self.seen.append((seat, moment.who))
        yield from ()


@pytest.mark.rule("N81-10.2", "N81-10.4", "N81-19.7")
def test_only_the_own_breaking_wakes_a_skill_of_a_broken_mind() -> None:
    mourn = _Mourn()
    t = Table(
        Position(content=content_with(mourn), skills={P2: "probe", P3: "probe"}, seats=3,
                 hands={P1: "off_guard guard"}, decks={P2: "3:attack_warm", P3: ""})
    )  # fmt: skip
    t.do(f"use:{t.card(P1, 'off_guard')}:2", (P1, "target", P2))
    assert mourn.seen == [(P2, P2)]


@pytest.mark.rule("N81-19.4", "N81-9.18.2")
def test_a_card_that_left_a_zone_is_told_after_the_effect_that_took_it() -> None:
    t, seen = watched(Timing.CARD_DETACHED, hands={P1: "off_guard"}, zones={P2: "treasure evade"})
    treasure = t.card(P2, "treasure")
    t.do(f"use:{t.card(P1, 'off_guard')}:1", (P1, "pick", treasure))
    assert seen == [(P1, {"who": P2, "card": treasure, "cause": "off_guard"})]
    assert t.hp(P2) == (4, 4)
    t, seen = watched(Timing.CARD_DETACHED, hands={P1: "C2a"}, zones={P2: "evade"})
    evade = t.card(P2, "evade")
    t.do("use:C2a:1", (P2, "w_guard", f"evade:{evade}"))
    assert seen == [(P1, {"who": P2, "card": evade, "cause": "detach"})]


@pytest.mark.rule("N81-19.4")
def test_discards_by_phase_and_effect_are_told_and_costs_are_not() -> None:
    t, seen = watched(Timing.CARD_DISCARDED, hands={P1: "off_guard H8a", P2: "H9a"})
    t.do(f"use:{t.card(P1, 'off_guard')}:1", (P1, "target", P2))
    assert seen == [(P1, {"who": P2, "cards": ("H9a",), "cause": "off_guard"})]
    t, seen = watched(Timing.CARD_DISCARDED, hands={P1: "off_guard H8a"})
    t.do(f"use:{t.card(P1, 'off_guard')}:2", (P1, "target", P2))
    assert seen == []
    t, seen = watched(Timing.CARD_DISCARDED, hands={P1: "H8a H9a"}, caps={P1: 1})
    t.stop()
    assert seen == [(P1, {"who": P1, "cards": ("H8a",), "cause": "discard_phase"})]


@pytest.mark.rule("N81-19.4", "N81-8.8", "N81-13.3")
def test_a_death_is_told_with_its_killer() -> None:
    roles = (Role.LORD, Role.REBEL, Role.REBEL)
    t, seen = watched(
        Timing.DEATH, hands={P1: "C2a"}, black={P2: 5}, seats=3, mode=Mode.IDENTITY, roles=roles
    )
    t.do("use:C2a:1", (P1, "target", P2))
    assert seen == [(P1, {"who": P2, "killer": P1})]
    assert len(t.hand(P1)) == 3


@pytest.mark.rule("N81-19.2", "N81-19.7")
@pytest.mark.parametrize(
    ("often", "turn", "game"),
    [(Per.FREE, 3, 7), (Per.PHASE, 1, 4), (Per.TURN, 1, 3), (Per.ROUND, 1, 2), (Per.GAME, 1, 1)],
)
def test_how_often_a_skill_may_be_used_is_seen_to_around_it(
    often: Per, turn: int, game: int
) -> None:
    content, seen = probe(Timing.AFTER_DRAW, often=often)
    t = Table(
        Position(content=content, skills={P1: "probe"}, zones={P1: "haste"},
                 hands={P1: "HQa CQa CQb", P2: "pact"})
    )  # fmt: skip
    for action in ("use:CQa:2", "use:CQb:2", f"detach:{t.card(P1, 'haste')}:haste"):
        t.do(action)
    assert len(seen) == turn
    # P2's turn, in its draw and play phases, and P1's next one, which is of a new round.
    t.stop().do(f"use:{t.card(P2, 'pact')}:1").stop()
    assert len(seen) == game


@pytest.mark.rule("N81-14.5", "N81-14.6", "N81-6.6")
def test_a_skill_that_main_and_deputy_share_is_one_skill() -> None:
    content, seen = probe(Timing.AFTER_DRAW)
    t = Table(
        Position(content=content, mode=Mode.KARMA, skills={P1: "probe probe"},
                 deputies={P1: "tai", P2: "tai"}, hands={P1: "mana_spring"})
    )  # fmt: skip
    t.use("mana_spring", 2)
    assert len(seen) == 1
    t = Table(
        Position(mode=Mode.KARMA, skills={P1: "tailwind tailwind"}, seats=6, hands={P1: "C2a"},
                 deputies=dict.fromkeys(range(6), "tai"))
    )  # fmt: skip
    assert t.view(P2)["seats"][P1]["range"] == 2
    assert len(t.targets("use:C2a:1")) == 4


# --- queries ---


def answers(asked: Query, reply: Callable[[Any, Mapping[str, object]], Any]) -> Content:
    """Return content with a skill ``probe`` that answers one query."""

    class Probe(Skill):
        id: ClassVar[str] = "probe"
        queries: ClassVar[frozenset[Query]] = frozenset({asked})

        def query(
            self, state: State, seat: int, name: Query, value: Any, about: Mapping[str, object]
        ) -> Any:
            assert name is asked
            return reply(value, about)

    return content_with(Probe())


@pytest.mark.rule("N81-19.4", "N81-7.3", "N81-10.2")
@pytest.mark.parametrize(("deck", "far"), [("3:attack_warm", True), ("", False)])
def test_a_skill_may_change_the_attack_range_unless_the_mind_is_broken(
    deck: str, far: bool
) -> None:
    content = answers(Query.ATTACK_RANGE, lambda value, _about: value + 1)
    t = Table(
        Position(content=content, skills={P1: "probe"}, seats=4, hands={P1: "C2a"},
                 decks={P1: deck})
    )  # fmt: skip
    assert t.view(P2)["seats"][P1]["range"] == (2 if far else 0)
    if far:
        assert t.targets("use:C2a:1") == ("1", "2", "3")
    else:
        assert "use:C2a:1" not in t.options()


@pytest.mark.rule("N81-19.4", "N81-10.2", "N81-20.1")
@pytest.mark.parametrize("query", [Query.ATTACK_RANGE, Query.HAND_LIMIT])
def test_what_skills_make_of_a_figure_is_told_to_all_as_long_as_it_holds(query: Query) -> None:
    content = answers(query, lambda value, _about: value + 2)
    t = Table(
        Position(content=content, skills={P1: "probe"}, hands={P1: "amplify"},
                 decks={P1: "3:evade"})
    )  # fmt: skip
    flag = "skill_range" if query is Query.ATTACK_RANGE else "skill_limit"
    assert [t.view(P2)["seats"][seat]["flags"][flag] for seat in (P1, P2)] == [2, 0]
    t.use("amplify", 1)
    assert t.broken(P1)
    assert t.view(P2)["seats"][P1]["flags"][flag] == 0


@pytest.mark.rule("N81-19.4", "N81-5.4")
@pytest.mark.parametrize(("limit", "left"), [(2, 2), (-3, 0)])
def test_a_skill_may_change_the_hand_limit_but_not_below_nothing(limit: int, left: int) -> None:
    content = answers(Query.HAND_LIMIT, lambda _value, _about: limit)
    t = Table(Position(content=content, skills={P1: "probe"}, hands={P1: "H8a H9a H7a"}))
    t.stop()
    assert len(t.hand(P1)) == left


@pytest.mark.rule("N81-19.4", "N81-5.6")
def test_a_skill_may_change_how_many_attacks_a_phase_has() -> None:
    content = answers(Query.ATTACK_LIMIT, lambda value, _about: value + 1)
    t = Table(Position(content=content, skills={P1: "probe"}, hands={P1: "C2a C2b D2a"}))
    t.do("use:C2a:1").do("use:C2b:1")
    assert "use:D2a:1" not in t.options()
    assert t.hp(P2) == (4, 4)


@pytest.mark.rule("N81-19.4", "N81-6.2")
def test_a_skill_may_keep_its_owner_from_being_chosen_by_some_cards() -> None:
    def reply(value: Any, about: Mapping[str, object]) -> bool:
        return bool(value) and (about["user"] != P1 or about["face"] not in {"pact", "punch"})

    t = Table(
        Position(content=answers(Query.LEGAL_TARGET, reply), skills={P2: "probe"}, seats=3,
                 hands={P1: "pact C2a"}, zones={P1: "punch"})
    )  # fmt: skip
    assert t.targets("use:C2a:1") == ("1", "2")
    t.answer(P1, P2)
    t.go()
    t.do(f"use:{t.card(P1, 'pact')}:1")
    assert t.told("used")[-1]["targets"] == (P3,)
    t.do(f"detach:{t.state.players[P1].zone[0]}:punch")
    assert t.told("used")[-1]["targets"] == (P3,)


@pytest.mark.rule("N81-19.4", "N81-6.11")
def test_a_card_may_be_used_as_another_where_a_skill_says_so() -> None:
    def reply(value: Any, about: Mapping[str, object]) -> Any:
        if about["face"] == "evade" and about["place"] == "hand":
            return (*value, "attack_plain", "guard")
        return value

    content = answers(Query.VIEW_AS, reply)
    t = Table(
        Position(content=content, skills={P1: "probe", P2: "probe"},
                 hands={P1: "S7a", P2: "C7a H8a"})
    )  # fmt: skip
    assert "as:S7a:attack_plain:1" in t.options()
    assert "as:S7a:guard:1" not in t.options()
    t.answer(P1, "as:S7a:attack_plain:1")
    assert {"guard:C7a", "guard:H8a"} <= set(t.options(P2))
    t.go((P2, "w_guard", "guard:C7a"))
    assert t.hp(P2) == (6, 6)
    assert t.discarded() == ["evade", "evade"]
    used = t.told("used")[0]
    assert (used["face"], used["cards"]) == ("attack_plain", ("S7a",))


@pytest.mark.rule("N81-19.4")
def test_a_zone_card_may_be_detached_as_another_where_a_skill_says_so() -> None:
    def reply(value: Any, about: Mapping[str, object]) -> Any:
        return (*value, "haste") if about["place"] == "zone" else value

    t = Table(
        Position(content=answers(Query.VIEW_AS, reply), skills={P1: "probe"}, zones={P1: "evade"})
    )
    t.do(f"detach:{t.card(P1, 'evade')}:haste")
    assert len(t.hand(P1)) == 3


@pytest.mark.rule("N81-19.4", "N81-9.5.1")
def test_a_skill_may_protect_zone_cards_from_others() -> None:
    content = answers(
        Query.PROTECTED_CARDS,
        lambda value, about: (*value, "S7a") if about["user"] == P1 else value,
    )
    t = Table(
        Position(content=content, skills={P2: "probe"}, hands={P1: "off_guard"},
                 zones={P2: "S7a haste"})
    )  # fmt: skip
    t.do(f"use:{t.card(P1, 'off_guard')}:1")
    assert t.zone(P2) == ["evade"]


@pytest.mark.rule("N81-19.4", "N81-8.10", "N81-8.11")
def test_a_skill_may_keep_its_owner_from_being_healed() -> None:
    content = answers(Query.CAN_HEAL, lambda _value, _about: False)
    t = Table(
        Position(content=content, skills={P1: "probe"}, hands={P1: "life_spring attack_cold"},
                 warm={P1: 3}, cold={P2: 3})
    )  # fmt: skip
    assert f"use:{t.card(P1, 'attack_cold')}:1" not in t.options()
    t.do(f"use:{t.card(P1, 'life_spring')}:1")
    assert t.counters(P1) == (0, 3, 0)
    assert t.counters(P2) == (2, 0, 0)


@pytest.mark.rule("N81-19.4", "N81-19.5")
def test_a_plug_in_that_raises_or_answers_nonsense_to_a_query_changes_nothing() -> None:
    def wrong(_value: Any, _about: Mapping[str, object]) -> Any:
        return "far"

    def raising(_value: Any, _about: Mapping[str, object]) -> Any:
        raise RuntimeError

    for reply in (wrong, raising):
        content = answers(Query.HAND_LIMIT, reply)
        content.skills["probe"].foreign = True
        t = Table(Position(content=content, skills={P1: "probe"}, hands={P1: "H8a H9a"}))
        t.stop()
        assert len(t.hand(P1)) == 2
