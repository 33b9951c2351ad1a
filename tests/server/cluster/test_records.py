"""Records of a table's journal: whatever is packed comes back, and nothing else is taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.cluster.records import Record, pack_record, unpack_record
from server.wire import WireError, pack
from tests.server.cluster.table_changes import CHANGES

_RECORDS = st.builds(
    Record,
    lease=st.integers(0, 2**63),
    number=st.integers(0, 2**31),
    owner=st.text(max_size=20),
    at=st.floats(0, 2**40),
    changes=st.lists(CHANGES, max_size=5).map(tuple),
)


@given(_RECORDS)
def test_what_is_packed_comes_back_as_it_was(record: Record) -> None:
    assert unpack_record(pack_record(record)) == record


@given(st.binary(max_size=64))
def test_bytes_that_are_no_record_are_refused_by_name(data: bytes) -> None:
    with pytest.raises(WireError):
        unpack_record(data)


@pytest.mark.parametrize(
    "change",
    [
        None,
        [],
        ["save", "FROG-71"],
        ["save", "FROG-71", "text"],
        ["drop", 7],
        ["append", "g", 0, ["text"]],
        ["append", "g", "0", [b"e"]],
        ["end", "g", "over", [["A", "Ann", 3, 1, "", []]]],
        ["end", "g", "over", [["A", "Ann", 3, True, "", [1]]]],
        ["other", "g"],
    ],
)
def test_a_change_of_another_shape_is_refused(change: object) -> None:
    plain = {"lease": 1, "number": 1, "owner": "t.1", "at": 1.0, "changes": [change]}
    with pytest.raises(WireError):
        unpack_record(pack(plain))
