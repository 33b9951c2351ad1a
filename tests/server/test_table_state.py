"""A table as a value: whatever is asked in whatever order, it stays a table."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from server import table_state
from server.api import Stage
from server.codes import RequestError
from server.seats import EMPTY, SeatKind, seat_of
from server.setup import check_setup
from server.table_state import TableState
from server.wire import pack, unpack
from tests.server.house import ANN, BO, CY, GUS
from tests.server.toy import TOY

PEOPLE = (ANN, BO, CY, GUS)
START = TableState(
    code="FROG-71",
    game="toy",
    options={"fuse": "none", "many": ("a", "b")},
    clock=0,
    seats=(EMPTY,) * 3,
)


def check(seats: int, options: Any) -> Any:
    return check_setup(TOY, seats=seats, options=options, clock=0)


numbers = st.integers(-1, 5)
people = st.sampled_from(PEOPLE)
online = st.frozensets(st.sampled_from([who.id for who in PEOPLE]))
steps = st.one_of(
    st.tuples(st.just("sit"), people, numbers, online),
    st.tuples(st.just("leave"), people, numbers, online),
    st.tuples(st.just("out"), people, numbers, online),
    st.tuples(st.just("ready"), people, numbers, online),
    st.tuples(st.just("add_bot"), people, numbers, online),
    st.tuples(st.just("remove"), people, numbers, online),
    st.tuples(st.just("configure"), people, numbers, online),
    st.tuples(st.just("start"), people, numbers, online),
    st.tuples(st.just("returned"), people, numbers, online),
    st.tuples(st.just("over"), people, numbers, online),
    st.tuples(st.just("rematch"), people, numbers, online),
)


def step(state: TableState, name: str, who: Any, number: int, here: frozenset[str]) -> TableState:
    match name:
        case "sit":
            return table_state.sit(state, who, number)
        case "leave":
            return table_state.leave(state, who.id)
        case "out":
            return table_state.leave(state, who.id, out=state.stage is Stage.PLAYING)
        case "ready":
            return table_state.ready(state, who.id, is_ready=number > 1)
        case "add_bot":
            return table_state.add_bot(state, who.id, here, number, "heuristic")
        case "remove":
            return table_state.remove(state, who.id, here, number)
        case "configure":
            return table_state.configure(
                state, who.id, here, check, seats=number, options={}, clock=30
            )
        case "start":
            return table_state.start(state, who.id, here, check, fill=number > 1, least=2)
        case "returned":
            return table_state.returned(state, who.id)
        case "over":
            return table_state.over(state) if state.stage is Stage.PLAYING else state
        case _:
            return table_state.rematch(state, who.id)


@given(st.lists(steps, max_size=40))
def test_every_order_of_requests_leaves_a_table_that_can_be_stored_and_hosted(
    script: list[tuple[str, Any, int, frozenset[str]]],
) -> None:
    state = START
    for name, who, number, here in script:
        before = state
        try:
            state = step(state, name, who, number, here)
        except RequestError:
            assert state is before
        owners = [seat.owner for seat in state.seats if seat.is_person]
        assert len(set(owners)) == len(owners)
        assert (state.host in owners) if owners else (state.host == "")
        assert all(bool(seat.owner) == seat.is_person for seat in state.seats)
        names = [seat.name for seat in state.seats if seat.kind is SeatKind.BOT]
        assert len(set(names)) == len(names)
        assert 2 <= len(state.seats) <= 4
        if state.stage is Stage.WAITING:
            assert all(seat.kind is not SeatKind.GONE for seat in state.seats)
        if state.stage is Stage.PLAYING:
            assert all(seat.kind is not SeatKind.EMPTY for seat in state.seats)
            assert {seat_of(state.seats, o) for o in owners} == {
                seat_of(before.seats, o) for o in owners
            } or before.stage is Stage.WAITING
        assert table_state.acting_host(state, here) in {state.host, *(set(owners) & here)}
        assert TableState.from_plain(unpack(pack(state.plain()))) == state
