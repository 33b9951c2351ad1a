"""What every test has: the whole traceback of a failure that the product caught and logged."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator

import pytest


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
