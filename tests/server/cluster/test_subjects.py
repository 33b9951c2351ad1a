"""Names of subjects: what one process listens to is what another one says, and nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.cluster import permissions, subjects
from server.cluster.bus import Role
from server.cluster.subjects import Account, Bucket, Stream

_FRONT, _OTHER = "front1.0123456789", "front2.0123456789"
_TABLES, _THIRD = "tables1.abcdef0123", "tables2.abcdef0123"


def _fits(pattern: str, subject: str) -> bool:
    """Return whether a subscription to ``pattern`` gets ``subject``."""
    parts, tokens = pattern.split("."), subject.split(".")
    if parts[-1] == ">":
        parts, tokens, rest = parts[:-1], tokens[: len(parts) - 1], len(tokens) >= len(parts)
    else:
        rest = len(parts) == len(tokens)
    return rest and all(p in ("*", t) for p, t in zip(parts, tokens, strict=True))


_SAID_AND_HEARD = [
    (subjects.open_at(_FRONT, _TABLES), subjects.opens_at(_TABLES)),
    (subjects.open_lobby(_FRONT), subjects.opens_lobby()),
    (subjects.up(_FRONT, _TABLES, "c1"), subjects.ups(_TABLES)),
    (subjects.view(_FRONT, _TABLES, "c1"), subjects.views(_FRONT)),
    (subjects.desk(_FRONT, "decks"), subjects.desks()),
    (subjects.desk_at(_FRONT, _TABLES), subjects.desks_at(_TABLES)),
    (subjects.to_fronts("kick"), subjects.all_fronts()),
    (subjects.host(_TABLES, "take"), subjects.host_all(_TABLES)),
    (subjects.to_hosts("drain"), subjects.all_hosts()),
]


@pytest.mark.parametrize(("said", "heard"), _SAID_AND_HEARD)
def test_each_subject_is_heard_by_those_it_is_for_and_by_no_other(said: str, heard: str) -> None:
    assert _fits(heard, said)
    others = [pattern for _, pattern in _SAID_AND_HEARD if pattern != heard]
    others += [subjects.opens_at(_THIRD), subjects.ups(_THIRD), subjects.views(_OTHER)]
    assert not [pattern for pattern in others if _fits(pattern, said)]


@pytest.mark.parametrize(("said", "heard"), _SAID_AND_HEARD)
def test_roles_may_say_and_hear_what_they_use(said: str, heard: str) -> None:
    """Whoever says or hears it is allowed to; a worker may do both."""
    account = subjects.account_of(said)
    everybody = [
        permissions.permissions(role, name, account)
        for role, name in ((Role.FRONT, "front1"), (Role.TABLES, "tables1"))
        if account in role.accounts
    ]
    assert any(_fits(pattern, said) for may in everybody for pattern in may.publish)
    assert any(
        heard == pattern or _fits(pattern, heard) for may in everybody for pattern in may.subscribe
    )
    worker = permissions.permissions(Role.WORKER, "front1", account)
    assert any(_fits(pattern, said) for pattern in worker.publish)


@pytest.mark.parametrize("stream", [*(b.stream for b in Bucket), *Stream])
def test_nothing_that_a_front_may_say_names_a_stream_that_is_hidden(stream: str) -> None:
    hidden = {b.stream for b in Bucket if b.account is Account.INNER} | set(Stream)
    said = permissions.permissions(Role.FRONT, "front1", Account.SHARED).publish
    named = [subject for subject in said if stream in subject.split(".")]
    assert bool(named) is (stream not in hidden)
    assert not [s for s in said if s.startswith("$JS.API") and set(s.split(".")[3:5]) & {"*", ">"}]


def test_a_pid_is_new_at_every_start_and_tells_its_name() -> None:
    first, second = subjects.new_pid("front1"), subjects.new_pid("front1")
    assert first != second
    assert subjects.name_of(first) == subjects.name_of(second) == "front1"
    assert first.count(".") == 1


@pytest.mark.parametrize("name", ["", "A", "1a", "a.b", "a*", "a>", "a b", "a" * 17, "ä", "$sys"])
def test_what_is_no_name_gets_no_pid(name: str) -> None:
    assert not subjects.is_name(name)
    with pytest.raises(ValueError, match="name"):
        subjects.new_pid(name)


@pytest.mark.parametrize(
    "make",
    [
        subjects.journal,
        subjects.archive,
        subjects.played,
        subjects.to_fronts,
        subjects.to_hosts,
        lambda bad: subjects.desk(_FRONT, bad),
        lambda bad: subjects.host(_TABLES, bad),
        lambda bad: subjects.up(_FRONT, _TABLES, bad),
        lambda bad: subjects.view(_FRONT, _TABLES, bad),
    ],
)
@pytest.mark.parametrize("bad", ["", "a.b", "*", ">", "a b", "a\r\nPUB x", "é", "a" * 129])
def test_nothing_but_one_token_becomes_part_of_a_subject(
    make: Callable[[str], str], bad: str
) -> None:
    with pytest.raises(ValueError, match="token"):
        make(bad)


@pytest.mark.parametrize("text", ["SHA256:a+b/c=", "é", "a.b", "*"])
def test_any_text_has_a_token_and_different_ones_differ(text: str) -> None:
    assert subjects.played(subjects.token(text)).count(".") == 1
    assert bytes.fromhex(subjects.token(text)).decode() == text


def test_a_packet_tells_its_channel() -> None:
    for subject in (subjects.up(_FRONT, _TABLES, "c1"), subjects.view(_FRONT, _TABLES, "c1")):
        assert subjects.route(subject) == subjects.Route(front=_FRONT, process=_TABLES, chan="c1")


def test_who_asks_is_told_by_the_subject_alone() -> None:
    asked = [said for said, _ in _SAID_AND_HEARD if subjects.caller(said) is not None]
    assert {subjects.caller(said) for said in asked} == {_FRONT}
    assert len(asked) == 5
    assert subjects.caller(subjects.to_fronts("kick")) is None
    assert subjects.verb_of(subjects.desk(_FRONT, "decks")) == "decks"
