"""Processes are kept running, told when all ends, and never outlive their supervisor."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from server.codes import StoreCode, StoreError
from server.folder_lock import locked
from server.supervisor import Backoff, Child, Program, StartFailed, Supervisor

_CHILD = """
import asyncio, os, signal, sys, time
from server import supervised

async def main(task):
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    if not task.get("deaf"):
        loop.add_signal_handler(signal.SIGTERM, stop.set)
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    supervised.end_with_supervisor(stop.set)
    supervised.ready(said=task.get("say", ""))
    if task.get("leaves"):
        return
    await stop.wait()

task = supervised.task()
if task.get("slowly"):
    os.close(1)
    time.sleep(task["slowly"])
if task.get("fails"):
    os._exit(task["fails"])
asyncio.run(main(task))
"""
_PATIENCE = 20.0


def child(name: str = "one", **task: object) -> Child:
    return Child(name, [sys.executable, "-c", _CHILD], task)


def quick() -> Backoff:
    return Backoff(first=0.0, most=0.0)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not holds():  # noqa: ASYNC110 - processes set no events
            await asyncio.sleep(0.02)


async def test_a_child_is_told_its_task_and_its_facts_come_back() -> None:
    supervisor = Supervisor()
    one = child(say="夜")
    await supervisor.start(one)
    assert one.facts == {"said": "夜"}
    await supervisor.stop(seconds=_PATIENCE)
    assert not lives(one.pid)


async def test_what_is_killed_is_started_again_and_the_others_are_left_alone() -> None:
    supervisor = Supervisor(backoff=quick)
    one, two = child("one"), child("two")
    await supervisor.start(one, two)
    first, other = one.pid, two.pid
    os.kill(first, signal.SIGKILL)
    await until(lambda: one.pid != first)
    assert two.pid == other
    await supervisor.stop(seconds=_PATIENCE)
    assert not lives(one.pid)
    assert not lives(other)


async def test_what_leaves_by_itself_is_told_of_and_not_started_again() -> None:
    seen: list[Program] = []
    supervisor = Supervisor(seen.append, backoff=quick)
    one = child(leaves=True)
    await supervisor.start(one)
    pid = one.pid
    await until(lambda: bool(seen))
    assert seen == [one]
    await supervisor.stop(seconds=_PATIENCE)
    assert one.pid == pid


async def test_what_never_gets_ready_is_a_failure_with_its_name_and_status() -> None:
    supervisor = Supervisor()
    good = child("good")
    with pytest.raises(StartFailed) as failed:
        await supervisor.start(good, child("bad", fails=3))
    assert (failed.value.name, failed.value.status) == ("bad", 3)
    await supervisor.stop(seconds=_PATIENCE)
    assert not lives(good.pid)


async def test_what_is_about_to_fail_has_the_time_to_say_how() -> None:
    with pytest.raises(StartFailed) as failed:
        await child("bad", fails=3, slowly=0.3).start()
    assert failed.value.status == 3


async def test_what_never_gets_ready_and_stays_is_killed() -> None:
    stuck = child("stuck", slowly=_PATIENCE)
    with pytest.raises(StartFailed) as failed:
        await stuck.start()
    assert failed.value.status == -signal.SIGKILL
    assert not lives(stuck.pid)


async def test_what_does_not_end_when_asked_is_killed() -> None:
    supervisor = Supervisor()
    deaf = child(deaf=True)
    await supervisor.start(deaf)
    await supervisor.stop(seconds=0.2)
    assert not lives(deaf.pid)


async def test_a_group_ends_before_the_one_that_it_stands_on() -> None:
    order: list[str] = []

    class Told(Child):
        async def ended(self) -> int:
            status = await super().ended()
            order.append(self.name)
            return status

    supervisor = Supervisor()
    await supervisor.start(Told("below", [sys.executable, "-c", _CHILD]))
    await supervisor.start(Told("above", [sys.executable, "-c", _CHILD]))
    await supervisor.stop(seconds=_PATIENCE)
    assert order == ["above", "below"]


async def test_a_child_ends_when_its_supervisor_was_killed() -> None:
    script = (
        "import asyncio, sys\nfrom server.supervisor import Child, Supervisor\n"
        "async def main():\n"
        "    one = Child('one', [sys.executable, '-c', sys.argv[1]])\n"
        "    await Supervisor().start(one)\n"
        "    print(one.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, _CHILD, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert process.stdout is not None
    pid = int(await process.stdout.readline())
    process.kill()
    await process.wait()
    await until(lambda: not lives(pid))


def test_the_wait_grows_with_every_early_death_and_starts_over_after_a_long_life() -> None:
    backoff = Backoff(first=1, most=5, steady=30)
    assert [backoff.after(0) for _ in range(4)] == [1, 2, 4, 5]
    assert backoff.after(31) == 1
    assert backoff.after(2) == 2


def test_a_folder_is_held_by_one_process_until_that_ends(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(StoreError) as refused, locked(tmp_path):
        pass
    assert refused.value.code is StoreCode.LOCKED
    with locked(tmp_path):
        pass
