"""What the tests of whole sessions on a drawn terminal have in common."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tui import i18n, veil

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test of a running session a second try, which pytest shows as ``R``.

    Keys, bots and painting go on by themselves in such a test; on few and noisy cores a screen may
    be read a moment too early. A session that crashed is never excused.
    """
    for item in items:
        if _HERE in item.path.parents and inspect.iscoroutinefunction(
            getattr(item, "function", None)
        ):
            item.add_marker(pytest.mark.flaky(reruns=1, rerun_except=[r"\.failed\b"]))


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Leave no language behind for the next test."""
    yield
    i18n.begin()


@pytest.fixture
def prompt_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let beats of a veiled game come at once: what they are for is tested elsewhere."""
    for name in ("DELAY", "_AFTER", "_SLACK"):
        monkeypatch.setattr(veil, name, 0.0)
    for name in ("_EVERY", "_EVERY_LONG"):
        monkeypatch.setattr(veil, name, 1.0)
