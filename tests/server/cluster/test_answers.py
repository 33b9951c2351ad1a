"""Refusals cross the bus as what they were."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import ConfigError, JournalError
from server.cluster.answers import answer_in, answered
from server.cluster.errors import ClusterCode, ClusterError
from server.codes import Code, RequestError, StoreCode, StoreError
from server.wire import WireError, pack


async def _raises(error: Exception) -> dict[str, Any]:
    raise error


async def test_values_come_as_they_are() -> None:
    async def work() -> dict[str, Any]:
        return {"code": "OTTER-42", "done": True}

    assert answer_in(await answered(work())) == {"code": "OTTER-42", "done": True}


@pytest.mark.parametrize(
    "error",
    [
        RequestError(Code.BAD_CLOCK, choices=(0, 60)),
        RequestError(Code.REPLAY_CLOSED),
        StoreError(StoreCode.WRITE_FAILED, path="x"),
        ConfigError("bad_wins", wins="9"),
        JournalError("content", missing=("core 1", "own 2")),
    ],
)
async def test_a_refusal_keeps_type_code_and_parameters(
    error: RequestError | StoreError | ConfigError | JournalError,
) -> None:
    data = await answered(_raises(error))
    try:
        answer_in(data)
    except (RequestError, StoreError, ConfigError, JournalError) as caught:
        told = (type(caught), caught.code, dict(caught.params))
    assert told == (type(error), error.code, dict(error.params))


async def test_trouble_with_the_cluster_is_a_store_that_does_not_write() -> None:
    with pytest.raises(StoreError) as caught:
        answer_in(await answered(_raises(ClusterError(ClusterCode.NO_ANSWER))))
    assert caught.value.code is StoreCode.WRITE_FAILED


async def test_what_is_no_refusal_is_no_answer() -> None:
    with pytest.raises(ZeroDivisionError):
        await answered(_raises(ZeroDivisionError()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        pack({}),
        pack({"values": 3}),
        pack({"refused": "Exception", "code": "x", "params": {}}),
        pack({"refused": "RequestError", "code": "no such", "params": {}}),
        pack({"refused": "RequestError", "code": "fault", "params": 3}),
    ],
)
def test_bytes_that_are_no_answer_are_told_so(data: bytes) -> None:
    with pytest.raises(WireError):
        answer_in(data)
