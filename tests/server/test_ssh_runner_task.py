"""A runner's task: every way to end gives one status, once."""

from __future__ import annotations

import asyncio

import pytest

from server.api import ExitStatus
from server.runner_task import Cut, RunnerTask
from tests.server.ssh_helpers import LIVENESS


async def _status_of(
    run: object, *, cut: Cut | None = None, at_once: bool = False
) -> tuple[list[int], RunnerTask]:
    ended: list[int] = []
    assert callable(run)
    task = RunnerTask(run, ended.append, patience=0.02, tag="test")
    if not at_once:
        await asyncio.sleep(0)
    if cut is not None:
        task.cut(cut)
    await asyncio.wait_for(task.wait(), LIVENESS)
    await asyncio.sleep(0.05)
    return ended, task


async def test_a_status_is_passed_on() -> None:
    async def run() -> int:
        return ExitStatus.USAGE

    assert (await _status_of(run))[0] == [ExitStatus.USAGE]


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(7), TypeError()])
async def test_whatever_is_raised_is_an_error(error: BaseException) -> None:
    async def run() -> int:
        raise error

    assert (await _status_of(run))[0] == [ExitStatus.ERROR]


async def test_no_status_at_all_is_an_error() -> None:
    async def run() -> object:
        return None

    assert (await _status_of(run))[0] == [ExitStatus.ERROR]


@pytest.mark.parametrize("cut", list(Cut))
@pytest.mark.parametrize("at_once", [True, False])
async def test_a_cut_has_its_status_even_before_the_first_step(cut: Cut, at_once: bool) -> None:
    async def run() -> int:
        await asyncio.Event().wait()
        return ExitStatus.OK

    ended, task = await _status_of(run, cut=cut, at_once=at_once)
    assert ended == [cut.status]
    assert task.cut_for is cut


async def test_the_first_reason_counts_and_a_lost_cancellation_is_repeated() -> None:
    heard: list[str] = []

    async def run() -> int:
        while len(heard) < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError as error:
                heard.append(str(error))
        return ExitStatus.OK

    ended: list[int] = []
    task = RunnerTask(run, ended.append, patience=0.02, tag="test")
    await asyncio.sleep(0)
    task.cut(Cut.DRAINING)
    await asyncio.sleep(0)
    task.cut(Cut.LOST)
    await asyncio.wait_for(task.wait(), LIVENESS)
    assert heard == ["draining"] * 3
    assert ended == [ExitStatus.FULL]


async def test_a_runner_that_never_heeds_is_given_up_and_not_asked_for_ever() -> None:
    heard: list[str] = []
    free = asyncio.Event()

    async def run() -> int:
        while not free.is_set():
            try:
                await free.wait()
            except asyncio.CancelledError as error:
                heard.append(str(error))
        return ExitStatus.OK

    task = RunnerTask(run, lambda status: None, patience=0.01, tag="test")
    await asyncio.sleep(0)
    task.cut(Cut.LOST)
    await asyncio.sleep(0.3)
    assert 1 <= len(heard) <= 5
    assert not task.done
    free.set()
    await asyncio.wait_for(task.wait(), LIVENESS)
