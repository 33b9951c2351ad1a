"""What the end-to-end tests have in common."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import ServerProcess, Tmux

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test of a real session a second try, which pytest shows as ``R``.

    They run real servers, clients and clocks beside the rest of the suite on few and noisy cores,
    with deals that nobody dictates. A fault shows twice; a moment of starvation does not.
    """
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """Hold clients in a tmux of this test's own."""
    made = Tmux(folder=tmp_path)
    yield made
    made.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Run a server of this test's own, with bots that are quick to answer."""
    made = ServerProcess(tmp_path / "data", "--bot-delay", "0.3").start()
    yield made
    made.kill()
