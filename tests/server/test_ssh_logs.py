"""Logs: closed field names, nothing of what is said or held, kept streams."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from server import logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Install our handler on a text stream for one test."""
    root = logging.getLogger()
    levels = [(lg, lg.level) for lg in (root, *map(logging.getLogger, ("asyncssh", "asyncio")))]
    text = io.StringIO()
    handler = logs.install(text)
    yield text
    root.removeHandler(handler)
    for logger, level in levels:
        logger.setLevel(level)


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_line_of_json(stream: io.StringIO) -> None:
    logs.event("session.close", tag="aB3x", status=0, seconds=1.5)
    (line,) = _lines(stream)
    assert line["event"] == "session.close"
    assert (line["tag"], line["status"], line["seconds"], line["level"]) == ("aB3x", 0, 1.5, "info")


@pytest.mark.parametrize("field", ["hand", "password", "key", "chat", "text", "room"])
def test_other_fields_cannot_be_logged(stream: io.StringIO, field: str) -> None:
    with pytest.raises(ValueError, match=field):
        logs.event("x", level=logging.INFO, **{field: "secret"})
    assert stream.getvalue() == ""


def test_values_cannot_steer_a_terminal_or_forge_a_line(stream: io.StringIO) -> None:
    logs.event("x", reason="a\n{}\x1b[2J" + "y" * 500)
    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in _lines(stream)[0]["reason"]
    assert len(_lines(stream)[0]["reason"]) <= 120


def test_a_failure_tells_type_and_place_but_no_message_or_local(stream: io.StringIO) -> None:
    def rule(hand: str) -> None:
        raise KeyError(hand + "-canary")

    try:
        rule("princess")
    except KeyError as error:
        logs.failure("table.failed", error)
    (line,) = _lines(stream)
    assert line["error"] == "KeyError"
    assert any(place.endswith(" rule") for place in line["at"])
    assert "princess" not in stream.getvalue()
    assert "canary" not in stream.getvalue()


async def test_a_lost_task_exception_is_logged_without_what_it_says(stream: io.StringIO) -> None:
    async def fail() -> None:
        raise RuntimeError("princess")

    asyncio.get_running_loop().call_exception_handler(
        {"message": "Task exception was never retrieved", "exception": RuntimeError("princess")}
    )
    with contextlib.suppress(RuntimeError):
        await fail()
    assert "never retrieved" in stream.getvalue()
    assert "RuntimeError" in stream.getvalue()
    assert "princess" not in stream.getvalue()


def test_other_libraries_arguments_are_not_shown(stream: io.StringIO) -> None:
    logging.getLogger("some.library").warning("command %s\nmore %s", "join SECRET", "princess")
    assert "SECRET" not in stream.getvalue()
    assert _lines(stream)[0]["event"] == "some.library: command %s"


@pytest.mark.report("gambit (source)")
def test_asyncssh_s_talk_of_commands_is_silent(stream: io.StringIO) -> None:
    logging.getLogger("asyncssh").info("Command: join ABCD")
    assert stream.getvalue() == ""


def test_installing_again_replaces_the_handler(stream: io.StringIO) -> None:
    other = io.StringIO()
    handler = logs.install(other)
    try:
        logs.event("x")
    finally:
        logging.getLogger().removeHandler(handler)
    assert stream.getvalue() == ""
    assert len(other.getvalue().splitlines()) == 1


def test_the_stream_is_kept_when_stderr_is_replaced(
    stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    logs.event("x")
    assert len(stream.getvalue().splitlines()) == 1
