"""What every test has: a deal of its own, and the traceback of a failure that was caught."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator

import pytest

from tests.dictated import DEALERS, Dealer


class _Tracebacks(logging.Handler):
    """Put beside a test what a log line of the product leaves out, for pytest to show on failure.

    Not into the standard streams: some tests look at what is written there.
    """

    def __init__(self, item: pytest.Item) -> None:
        super().__init__()
        self._item = item

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the traceback of the error that ``record`` tells of, if it tells of one."""
        error = getattr(record, "failed", None)
        if isinstance(error, BaseException):
            told = "".join(traceback.format_exception(error))
            self._item.add_report_section("call", "caught by the product", told)


@pytest.fixture(autouse=True)
def caught_errors_are_shown(request: pytest.FixtureRequest) -> Iterator[None]:
    """Show a caught error whole: secret in a log, and all that one needs in a test."""
    log = logging.getLogger("undertable")
    handler = _Tracebacks(request.node)
    log.addHandler(handler)
    yield
    log.removeHandler(handler)


@pytest.fixture(autouse=True)
def deals_follow_from_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deal in this process what the test's name and ``UNDERTABLE_TEST_SEED`` give."""
    with pytest.MonkeyPatch.context() as patch:
        dealer = Dealer(request.node.nodeid)
        for module in DEALERS:
            patch.setattr(module, "secrets", dealer)
        yield
