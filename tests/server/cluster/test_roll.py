"""Who is alive by what one process hears: nobody is called gone by who cannot hear."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from server.cluster.provision import LIVE_SECONDS
from server.cluster.roll import News, Roll, Word

BEAT = 0.4


class Clock:
    """A roll of process ``me`` with a beat; ``told`` is everything it said."""

    def __init__(self) -> None:
        self.roll = Roll("me")
        self.now = 100.0
        self.told: list[News] = []

    def note(self, news: Iterable[News]) -> None:
        self.told += news

    def said(self, word: Word) -> list[str]:
        return [pid for said, pid in self.told if said is word]

    def beats(self, seconds: float, *peers: str, heard: bool = True, renewed: bool = True) -> None:
        """Let time pass, with a beat of this process and of ``peers`` at each step."""
        end = self.now + seconds
        while self.now < end:
            if renewed:
                self.note(self.roll.renewed(self.now, self.now + 0.01))
            if heard:
                for pid in ("me", *peers):
                    self.note(self.roll.heard(pid, {"tables": 1}, self.now))
            for _ in range(4):
                self.now += BEAT / 4
                self.note(self.roll.look(self.now))


def test_whoever_is_heard_has_come_once() -> None:
    clock = Clock()
    clock.beats(3, "a", "b")
    assert clock.said(Word.CAME) == ["a", "b"]
    assert clock.said(Word.GONE) == []
    assert set(clock.roll.peers) == {"a", "b"}


def test_a_key_that_expires_means_gone_at_once_to_who_hears_well() -> None:
    clock = Clock()
    clock.beats(4, "a")
    clock.note(clock.roll.missed("a", clock.now))
    assert clock.said(Word.GONE) == ["a"]
    assert clock.roll.peers == {}


def test_who_could_not_hear_itself_blames_nobody_before_all_had_time_to_speak() -> None:
    clock = Clock()
    clock.beats(4, "a", "b")
    clock.beats(5, heard=False, renewed=False)  # the bucket has no leader
    clock.note(clock.roll.missed("a", clock.now))
    clock.note(clock.roll.missed("b", clock.now))
    clock.beats(4, "b")
    assert clock.said(Word.GONE) == ["a"]  # b was there all along
    assert clock.said(Word.CAME) == ["a", "b"]
    assert clock.said(Word.LOST) == ["me"]
    assert clock.said(Word.BACK) == ["me", "me"]
    assert clock.told.index((Word.GONE, "a")) > clock.told.index((Word.LOST, "me"))


def test_who_starts_calls_nobody_gone_before_it_is_sure() -> None:
    clock = Clock()
    clock.note(clock.roll.heard("a", {}, clock.now))
    clock.note(clock.roll.missed("a", clock.now + 0.1))
    assert clock.said(Word.GONE) == []
    clock.beats(3)
    assert clock.said(Word.GONE) == ["a"]
    assert clock.said(Word.SURE) == ["me"]
    assert clock.told.index((Word.SURE, "me")) > clock.told.index((Word.GONE, "a"))


def test_a_peer_whose_end_was_not_told_is_gone_after_a_longer_silence() -> None:
    clock = Clock()
    clock.beats(4, "a", "b")
    clock.beats(2 * LIVE_SECONDS + 1, "b")
    assert clock.said(Word.GONE) == ["a"]


def test_who_cannot_renew_is_lost_for_itself_by_the_beginning_of_its_last_renewal() -> None:
    roll = Roll("me")
    assert list(roll.renewed(10.0, 11.0)) == [(Word.BACK, "me")]
    assert roll.lapses == 10.0 + LIVE_SECONDS
    assert (Word.LOST, "me") not in list(roll.look(roll.lapses - 0.01))
    assert (Word.LOST, "me") in list(roll.look(roll.lapses))
    assert not roll.alive


def test_an_answer_that_came_too_late_brings_nobody_back() -> None:
    roll = Roll("me")
    assert list(roll.renewed(10.0, 10.0 + LIVE_SECONDS)) == []
    assert not roll.alive


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["hear a", "miss a", "hear me", "renew", "look"]), st.floats(0.0, 1.0)
    ),
    max_size=60,
)


@given(_STEPS)
def test_words_alternate_and_peers_are_who_came_and_did_not_go(
    steps: list[tuple[str, float]],
) -> None:
    clock = Clock()
    for step, pause in steps:
        clock.now += pause
        match step:
            case "hear a":
                clock.note(clock.roll.heard("a", {}, clock.now))
            case "miss a":
                clock.note(clock.roll.missed("a", clock.now))
            case "hear me":
                clock.note(clock.roll.heard("me", {}, clock.now))
            case "renew":
                clock.note(clock.roll.renewed(clock.now, clock.now))
            case _:
                clock.note(clock.roll.look(clock.now))
    came = [word for word, pid in clock.told if pid == "a"]
    assert came == [Word.CAME, Word.GONE] * (len(came) // 2) + [Word.CAME] * (len(came) % 2)
    assert ("a" in clock.roll.peers) is (len(came) % 2 == 1)
    own = [word for word, _ in clock.told if word in (Word.BACK, Word.LOST)]
    assert own == [Word.BACK, Word.LOST] * (len(own) // 2) + [Word.BACK] * (len(own) % 2)
    assert clock.roll.alive is (len(own) % 2 == 1)
