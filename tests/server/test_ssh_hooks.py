"""asyncssh's private parts are where we think they are, and the inflation is bounded."""

from __future__ import annotations

import inspect
import zlib

import asyncssh
import pytest
from asyncssh import compression
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHServerConnection

from server.asyncssh_hooks import (
    GuardedChannel,
    bound_inflation,
    deflate_nothing,
    tolerate_names,
)


def _inflate() -> compression.Decompressor:
    bound_inflation()
    made = compression.get_decompressor(b"zlib@openssh.com")
    assert made is not None
    return made


def _packets(*contents: bytes) -> list[bytes]:
    squeeze = zlib.compressobj()
    return [squeeze.compress(c) + squeeze.flush(zlib.Z_SYNC_FLUSH) for c in contents]


def test_honest_packets_are_inflated_one_after_the_other() -> None:
    inflate = _inflate()
    contents = [b"one", b"", bytes(range(256)) * 128, b"four"]
    assert [inflate.decompress(p) for p in _packets(*contents)] == contents


def test_a_compression_bomb_is_refused() -> None:
    (bomb,) = _packets(b"\0" * 20_000_000)
    assert len(bomb) < 64 * 1024
    assert _inflate().decompress(bomb) is None


@pytest.mark.parametrize("junk", [b"\xff\xff\xff", b"not zlib at all"])
def test_what_is_no_zlib_is_refused(junk: bytes) -> None:
    assert _inflate().decompress(junk) is None


def test_our_channel_overrides_methods_that_exist() -> None:
    for name in ("_process_env_request", "_process_exec_request"):
        assert name in vars(GuardedChannel)
        assert name in vars(SSHServerChannel)


def test_the_private_parts_that_we_use_exist() -> None:
    for name in ("_make_global_request", "_send_disconnect", "validate_public_key"):
        assert callable(getattr(SSHServerConnection, name))
    wanted = ["username", "key_data", "msg", "signature"]
    assert list(inspect.signature(SSHServerConnection.validate_public_key).parameters)[1:] == wanted
    source = inspect.getsource(asyncssh.connection)
    for name in ("_max_recv_pktlen", "_transport"):
        assert f"self.{name} = " in source


@pytest.mark.parametrize(
    ("sent", "taken"),
    [("ann", "ann"), ("a\x07b\x1b[2J", "ab[2J"), ("\x00", "player"), ("🦊x", "🦊x")],
)
def test_a_name_that_sasl_does_not_know_is_cleaned_instead_of_refused(
    sent: str, taken: str
) -> None:
    tolerate_names()
    assert vars(asyncssh.connection)["saslprep"](sent) == taken


@pytest.mark.rule("FD-16.1")
def test_compression_makes_no_difference_between_what_is_written() -> None:
    deflate_nothing()
    secret, padding = b"you are the 6th" * 60, bytes(range(256)) * 4
    sizes = set()
    for packet in (secret[:900], padding[:900], b" " * 900):
        deflate = compression.get_compressor(b"zlib@openssh.com")
        assert deflate is not None
        packed = [deflate.compress(packet), deflate.compress(packet)]
        inflate = zlib.decompressobj()
        assert b"".join(inflate.decompress(part or b"") for part in packed) == packet * 2
        sizes.add(tuple(len(part or b"") for part in packed))
    assert len(sizes) == 1
