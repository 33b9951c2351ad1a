"""Changes as a table writes them, made up: any, and whole lives of tables."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.game import Part
from server.changes import Append, DropTable, EndGame, NewGame, SaveTable, Score, TableChange

CODE = "FROG-71"

_SCORES = st.builds(
    Score,
    player=st.text(max_size=8),
    name=st.text(max_size=8),
    score=st.integers(-(2**40), 2**40),
    won=st.booleans(),
    part=st.builds(
        Part,
        side=st.text(max_size=8),
        roles=st.lists(st.text(max_size=4), max_size=3).map(tuple),
    ),
)
_ENTRIES = st.lists(st.binary(max_size=8), max_size=4).map(tuple)

CHANGES: st.SearchStrategy[TableChange] = st.one_of(
    st.builds(SaveTable, code=st.text(max_size=8), state=st.binary(max_size=16)),
    st.builds(DropTable, code=st.text(max_size=8)),
    st.builds(
        NewGame,
        id=st.text(max_size=8),
        code=st.text(max_size=8),
        header=st.binary(max_size=8),
        seats=st.binary(max_size=8),
    ),
    st.builds(Append, game=st.text(max_size=8), first=st.integers(0, 2**31), entries=_ENTRIES),
    st.builds(
        EndGame,
        game=st.text(max_size=8),
        status=st.sampled_from(["over", "frozen", "abandoned"]),
        scores=st.lists(_SCORES, max_size=4).map(tuple),
    ),
)
"""Any change of a table, whether it would fit or not."""


def begin(game: str = "g1", state: bytes = b"playing") -> tuple[TableChange, ...]:
    """Return what is written when a game starts."""
    return (
        NewGame(id=game, code=CODE, header=b"h" + game.encode(), seats=b"seats"),
        Append(game=game, first=0, entries=(b"e0",)),
        SaveTable(code=CODE, state=state),
    )


def decision(number: int, game: str = "g1", *, size: int = 2) -> Append:
    """Return the entry of a game's decision ``number``, from 1 on, of at least ``size`` bytes."""
    return Append(game=game, first=number, entries=(f"e{number}".encode().ljust(size, b"."),))


def end(game: str = "g1", status: str = "over", state: bytes = b"ended") -> tuple[TableChange, ...]:
    """Return what is written when a game is over."""
    scores: Sequence[Score] = [
        Score(player="A", name="Ann", score=3, won=True),
        Score(player="", name="Bot", score=1, won=False, part=Part(side="s", roles=("r",))),
    ]
    return (
        EndGame(game=game, status=status, scores=tuple(scores) if status == "over" else ()),
        SaveTable(code=CODE, state=state),
    )


@st.composite
def lives(draw: st.DrawFn) -> list[tuple[TableChange, ...]]:
    """Draw the writes of a table from its making on, each as it fits what is there."""
    writes: list[tuple[TableChange, ...]] = [(SaveTable(code=CODE, state=b"new"),)]
    games, length, running = 0, 0, False
    for step in range(draw(st.integers(0, 14))):
        kind = draw(st.sampled_from(["save", "decide", "decide", "turn", "drop"]))
        state = f"s{step}".encode()
        if kind == "save":
            writes.append((SaveTable(code=CODE, state=state),))
        elif kind == "drop" and step % 5 == 0:
            writes.append((DropTable(code=CODE),))
            writes.append((SaveTable(code=CODE, state=b"new"),))
            running = False
        elif running and kind == "decide":
            entries = draw(st.lists(st.binary(min_size=1, max_size=3), min_size=1, max_size=3))
            writes.append((Append(game=f"g{games}", first=length, entries=tuple(entries)),))
            length += len(entries)
        elif running and kind == "turn":
            status = draw(st.sampled_from(["over", "over", "frozen", "abandoned"]))
            writes.append(end(f"g{games}", status, state))
            running = False
        elif not running:
            games, length, running = games + 1, 1, True
            writes.append(begin(f"g{games}", state))
    return writes
