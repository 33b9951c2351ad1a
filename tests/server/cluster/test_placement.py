"""Where tables go: by load, near their players, and to whom after a death."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from server.cluster.placement import Load, heir, place

_PIDS = st.lists(st.text("abcdef0123456789", min_size=1, max_size=8), min_size=1, unique=True)
_LOADS = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=4),
    st.builds(
        Load,
        tables=st.integers(0, 500),
        busy=st.floats(0, 1),
        draining=st.booleans(),
    ),
    max_size=8,
)


@given(_LOADS)
def test_a_table_goes_to_nobody_who_is_draining(loads: dict[str, Load]) -> None:
    found = place(loads)
    if all(load.draining for load in loads.values()):
        assert found is None
    else:
        assert found is not None
        assert not loads[found].draining


@given(_LOADS)
def test_of_two_with_one_load_nobody_with_more_tables_is_chosen(loads: dict[str, Load]) -> None:
    idle = {pid: Load(tables=load.tables) for pid, load in loads.items()}
    found = place(idle)
    if found is not None:
        assert idle[found].tables == min(load.tables for load in idle.values())


def test_a_table_stays_near_its_players_until_that_is_much_busier() -> None:
    assert place({"a": Load(tables=12), "b": Load(tables=10)}, near="a") == "a"
    assert place({"a": Load(tables=40), "b": Load(tables=10)}, near="a") == "b"
    assert place({"a": Load(tables=1, draining=True), "b": Load(tables=10)}, near="a") == "b"
    assert place({"b": Load(tables=10)}, near="a") == "b"


@given(_PIDS)
def test_the_heir_is_the_same_for_everybody_and_stays_when_others_go(pids: list[str]) -> None:
    found = heir("OTTER-42", pids)
    assert found == heir("OTTER-42", reversed(pids))
    for gone in pids:
        if gone != found:
            assert heir("OTTER-42", [pid for pid in pids if pid != gone]) == found


def test_a_dead_ones_tables_are_shared_evenly() -> None:
    shares = Counter(heir(f"OTTER-{number}", ("a", "b", "c", "d")) for number in range(4000))
    assert all(850 < share < 1150 for share in shares.values())


def test_nobody_inherits_where_nobody_is_alive() -> None:
    assert heir("OTTER-42", ()) is None
