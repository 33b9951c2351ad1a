"""Identity: only a signature ties a connection to a key; it is fixed once."""

from __future__ import annotations

import asyncssh
from hypothesis import given
from hypothesis import strategies as st

from server.identity import LoginProof, fingerprint, tag


def test_the_fingerprint_is_openssh_s() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert fingerprint(key.public_data) == key.get_fingerprint()


def test_nothing_proved_gives_nobody() -> None:
    proof = LoginProof()
    assert proof.complete("ann") is None
    assert proof.identity is None


def test_a_signature_gives_the_key_s_identity() -> None:
    proof = LoginProof()
    proof.signed(b"blob")
    who = proof.complete("Ann")
    assert who is not None
    assert (who.id, who.name, who.guest) == (fingerprint(b"blob"), "Ann", False)
    assert who.tag == tag(who.id) == who.id[-4:]


def test_the_identity_does_not_change_after_it_is_fixed() -> None:
    proof = LoginProof()
    proof.signed(b"mine")
    who = proof.complete("ann")
    proof.signed(b"yours")
    assert proof.complete("ben") is who
    assert proof.identity is who


def test_guests_never_share_an_identity_with_anybody() -> None:
    guests = []
    for _ in range(50):
        proof = LoginProof()
        proof.guest_welcome()
        guests.append(proof.complete("ann"))
    ids = {who.id for who in guests if who is not None}
    assert len(ids) == 50
    assert all(i.startswith("guest:") for i in ids)
    assert all(who is not None and who.guest for who in guests)


@given(st.binary(max_size=200))
def test_a_fingerprint_has_one_form(blob: bytes) -> None:
    shown = fingerprint(blob)
    assert shown.startswith("SHA256:")
    assert len(shown) == len("SHA256:") + 43
