"""What a viewer may see and remember (LL-8, LL-8.1)."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from engine.event import SPECTATOR
from engine.games.love_letter.terms import Mode, Protection
from tests.engine.games.love_letter.position import A, B, C, D, Position, Table

DESPAIR = Mode.DESPAIR


def notes(t: Table, viewer: int, about: int) -> list[tuple[str, str]]:
    """Return what ``viewer`` knows ``about`` to hold, and how."""
    found: list[dict[str, Any]] = t.view(viewer)["seats"][about]["notes"]
    return [(n["card"], str(n["how"])) for n in found]


def seen() -> Table:
    """Let A look at C's Fukawa; B, C and D are to play."""
    hands = {A: "ogami", B: "owada", C: "fukawa", D: "togami"}
    t = Table(Position(hands=hands, deck="kirigiri yamada naegi hagakure maizono kuwata asahina"))
    return t.play("kirigiri", target=C)


@pytest.mark.rule("LL-8.1")
def test_a_card_seen_is_noted_for_the_looker_with_how_and_when() -> None:
    t = seen()
    assert t.view(A)["seats"][C]["notes"] == [{"card": "fukawa", "how": "seen", "turn": 1}]
    for viewer in (B, C, D, SPECTATOR):
        assert all(notes(t, viewer, about) == [] for about in (A, B, C, D))


@pytest.mark.rule("LL-8.1")
def test_a_note_stays_while_another_card_is_played_and_goes_with_its_own() -> None:
    t = seen()
    t.play("yamada", target=D)
    t.play("naegi", target=A, number=8)
    assert notes(t, A, C) == [("fukawa", "seen")], "C played the other card"
    t = seen()
    t.play("yamada", target=D)
    t.play("fukawa", target=D)
    assert notes(t, A, C) == []


@pytest.mark.rule("LL-8.1")
def test_a_public_swap_carries_a_note_along() -> None:
    hands = {A: "ogami", B: "owada", C: "celestia", D: "togami"}
    t = Table(Position(hands=hands, deck="kirigiri fukawa naegi hagakure maizono kuwata asahina"))
    t.play("kirigiri", target=C)
    t.play("fukawa", target=C)
    assert notes(t, A, C) == []
    assert notes(t, A, B) == [("celestia", "followed")]
    assert notes(t, B, C) == [("owada", "given")]
    assert notes(t, C, B) == [("celestia", "given")]
    assert notes(t, D, B) == notes(t, D, C) == []


@pytest.mark.rule("LL-8.1")
def test_a_comparison_is_noted_by_both() -> None:
    hands = {A: "kirigiri", B: "yamada", C: "fukawa"}
    t = Table(Position(hands=hands, deck="owada naegi maizono hagakure"))
    t.play("owada", target=B)
    assert notes(t, A, B) == [("yamada", "compared")]
    assert notes(t, B, A) == [("kirigiri", "compared")]
    assert notes(t, C, A) == notes(t, C, B) == []


@pytest.mark.rule("LL-8.1")
def test_a_redeal_ends_notes_about_those_who_took_part_and_no_others() -> None:
    hands = {A: "ogami", B: "ishimaru", C: "fukawa", D: "owada"}
    position = Position(hands=hands, deck="kirigiri celestia naegi hagakure", mode=DESPAIR)
    t = Table(position, ("fukawa", "ogami", "ishimaru"))
    t.state.protections[D].add(Protection.UNAFFECTED)
    t.play("kirigiri", target=C)
    assert notes(t, A, C) == [("fukawa", "seen")]
    t.play("celestia", effect="despair")
    assert notes(t, A, C) == []
    assert t.view(A)["hand"] == ["fukawa"]


@pytest.mark.rule("LL-8.1")
def test_a_discarded_card_ends_its_note() -> None:
    hands = {A: "ogami", B: "ishimaru", C: "fukawa", D: "owada"}
    t = Table(Position(hands=hands, deck="kirigiri togami naegi hagakure maizono kuwata"))
    t.play("kirigiri", target=C)
    t.play("togami", target=C)
    assert notes(t, A, C) == []
    assert t.view(A)["seats"][C]["area"] == ["fukawa"]


@pytest.mark.rule("LL-8.1")
def test_unseen_counts_leave_out_what_the_viewer_can_place() -> None:
    t = seen()
    mine, spectators = t.view(A)["unseen"], t.view(SPECTATOR)["unseen"]
    assert mine["6"] == 0, "C's Fukawa is noted"
    assert spectators["6"] == 1
    assert mine["4"] == 0, "Ogami is A's own"
    assert mine["2"] == spectators["2"] == 1, "Kirigiri lies open, Yamada does not"
    assert sum(spectators.values()) == len(t.state.pool) - 1


@pytest.mark.rule("LL-8.1")
def test_public_answers_last_as_long_as_the_hand_they_were_about() -> None:
    hands = {A: "ogami", B: "owada", C: "fukawa"}
    t = Table(Position(hands=hands, deck="naegi yamada maizono hagakure kuwata asahina"))
    t.play("naegi", target=C, number=5)
    assert t.view(B)["seats"][C]["answers"] == [{"number": 5, "yes": False, "turn": 1}]
    t.play("yamada", target=A)
    t.play("maizono", target=A, number=8)
    assert t.view(B)["seats"][C]["answers"] == [], "C may have played that very card"


@pytest.mark.rule("LL-8")
def test_the_view_is_plain_data_and_shows_the_public_state() -> None:
    t = Table(
        Position(
            hands={A: "ogami", B: "owada", C: "fukawa"}, deck="fujisaki yamada maizono naegi",
            areas={A: "kuwata", B: "togami"}, mode=DESPAIR, unaffected=(C,),
        )
    )  # fmt: skip
    view = t.view(B)
    assert msgpack.unpackb(msgpack.packb(view)) == view
    assert (view["mode"], view["flipped"], view["deck"], view["turn_seat"]) == (
        "despair", False, 3, A,
    )  # fmt: skip
    assert [s["may_flip"] for s in view["seats"]] == [False, True, False]
    assert view["seats"][C]["protections"] == ["unaffected"]
    assert [s["cards"] for s in view["seats"]] == [2, 1, 1]
    assert view["hand"] == ["owada"]
    assert t.view(SPECTATOR)["hand"] == []
    t.play("fujisaki")
    assert t.view(C)["play"] == {
        "seat": A, "card": "fujisaki", "mode": "despair", "target": None,
    }  # fmt: skip


@pytest.mark.rule("LL-8")
@pytest.mark.report("netrunner#5865")
def test_what_was_left_is_shown_to_everybody_once_the_round_is_over_and_not_before() -> None:
    t = Table(
        Position(hands={A: "owada", B: "togami"}, deck="naegi yamada maizono", set_aside="kuwata")
    )
    assert t.view(SPECTATOR)["reveal"] is None
    t.play("naegi", number=5)
    reveal = t.view(SPECTATOR)["reveal"]
    assert reveal == {
        "why": "last_one", "winners": [A], "deck": ["yamada", "maizono"], "set_aside": "kuwata",
    }  # fmt: skip
    assert t.view(SPECTATOR)["winner"] == A
