"""A server's own node: kept running, its streams kept, and never left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.kept_node import KeptNode
from server.cluster.private import HOST, PrivateNode, prepare
from server.cluster.provision import provision
from server.cluster.subjects import Bucket
from server.supervisor import Backoff, Supervisor
from server.worker_folder import is_in_use, use

_PATIENCE = 30.0


def kept(node: PrivateNode) -> KeptNode:
    return KeptNode("node", node.config, host=HOST, port=node.port)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not holds():  # noqa: ASYNC110 - processes set no events
            await asyncio.sleep(0.05)


async def test_what_is_kept_outlives_the_node_and_the_server(tmp_path: Path) -> None:
    for turn in range(2):
        private = prepare(tmp_path, 2)
        supervisor = Supervisor(backoff=lambda: Backoff(first=0.0, most=0.2))
        node = kept(private)
        try:
            await supervisor.start(node)
            bus = await Bus.connect(private.workers[turn], Role.WORKER)
            await provision(bus)
            bucket = await bus.bucket(Bucket.PEOPLE)
            if turn:
                assert (await bucket.get("a")).value == b"kept"
            else:
                await bucket.put("a", b"kept")
                pid = node.pid
                os.kill(pid, signal.SIGKILL)
                await until(lambda: node.pid != pid)  # noqa: B023 - waited for here and now
                async with asyncio.timeout(_PATIENCE):
                    while True:
                        try:
                            assert (await bucket.get("a")).value == b"kept"
                            break
                        except Exception:  # noqa: BLE001 - it is on its way back
                            await asyncio.sleep(0.1)
            await bus.close()
        finally:
            await supervisor.stop(seconds=_PATIENCE)
        assert not lives(node.pid)


async def test_nobody_but_the_workers_of_this_start_gets_in(tmp_path: Path) -> None:
    old = prepare(tmp_path, 1)
    private = prepare(tmp_path, 1)
    assert stat.S_IMODE(private.config.stat().st_mode) == 0o600
    assert stat.S_IMODE(private.config.parent.stat().st_mode) == 0o700
    supervisor = Supervisor()
    try:
        await supervisor.start(kept(private))
        stranger = old.workers[0]
        assert stranger.secret != private.workers[0].secret
        with pytest.raises(ClusterError) as refused:
            await Bus.connect(
                type(stranger)(
                    name=stranger.name, urls=private.workers[0].urls, secret=stranger.secret
                ),
                Role.WORKER,
            )
        assert refused.value.code is ClusterCode.NOT_ALLOWED
    finally:
        await supervisor.stop(seconds=_PATIENCE)


def test_that_workers_keep_a_folder_is_known_from_then_on(tmp_path: Path) -> None:
    prepare(tmp_path, 1)
    assert not is_in_use(tmp_path)
    use(tmp_path)
    assert is_in_use(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="the system's own word is Linux's")
async def test_a_node_ends_with_a_supervisor_that_was_killed(tmp_path: Path) -> None:
    private = prepare(tmp_path, 1)
    script = (
        "import asyncio, sys\nfrom pathlib import Path\n"
        "from server.cluster.kept_node import KeptNode\n"
        "async def main():\n"
        "    node = KeptNode('node', Path(sys.argv[1]),\n"
        "                    host='127.0.0.1', port=int(sys.argv[2]))\n"
        "    await node.start()\n"
        "    print(node.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(private.config), str(private.port),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    pid = int(await process.stdout.readline())
    process.kill()
    await process.wait()
    await until(lambda: not lives(pid))
