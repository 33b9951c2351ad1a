"""Single inputs that the fuzz of ``make soak`` found, kept where every run looks at them."""

from __future__ import annotations

import unicodedata

import pytest

from server.names import clean_name
from server.requests import parse
from server.wire import WireError, pack


@pytest.mark.parametrize("op", [{"x": 1}, [1], 7, None, True, b"sit", 1.5])
def test_an_operation_that_is_no_text_is_refused_like_any_unknown_one(op: object) -> None:
    with pytest.raises(WireError):
        parse(pack({"op": op}))


@pytest.mark.parametrize(
    "name",
    [
        "I\N{COMBINING TILDE BELOW}\x83\N{COMBINING CEDILLA}",
        "e\x90\N{COMBINING ACUTE ACCENT}",
        "\u01db\x1d\u0307\x1c\u0330",
    ],
)
def test_a_name_is_normal_also_where_something_was_dropped_between_its_marks(name: str) -> None:
    clean = clean_name(name)
    assert clean == unicodedata.normalize("NFC", clean)
    assert clean_name(clean) == clean
