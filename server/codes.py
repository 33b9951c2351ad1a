"""Every code that a lobby or a table puts into a notice, with the parameters of its sentence.

Engine refusals (``engine.errors.Refusal``) and configuration errors (``engine.errors.ConfigError``)
travel in the same notices with their own codes and parameters; they are listed by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, TypeVar

from engine.event import Value

__all__ = ["Code", "CodedError", "RequestError", "StoreCode", "StoreError"]

C = TypeVar("C", bound=StrEnum)
P = TypeVar("P")


class CodedError(Exception, Generic[C, P]):
    """Something went wrong; ``code`` and ``params`` make its sentence, in ``tui``."""

    def __init__(self, code: C, **params: P) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: Mapping[str, P] = params


class Code(StrEnum):
    """Why a request was refused, or what became of a table."""

    # --- answers to one's own request ---
    OPENED = "opened"
    """info; ``table``: the lobby request led to this table (also in ``opened``)."""
    BAD_REQUEST = "bad_request"
    """error; no params: the bytes were no request that this place knows."""
    FAULT = "fault"
    """error; no params: the server failed at this request; nothing has changed."""
    SLOW_DOWN = "slow_down"
    """error; no params: too many requests at once, this one was dropped."""
    UNKNOWN_TABLE = "unknown_table"
    """error, closes; ``table``: no table has this join code (as typed, cut to 16 characters)."""
    UNKNOWN_GAME = "unknown_game"
    """error; ``game``: no such game."""
    BAD_SEATS = "bad_seats"
    """error; ``least``, ``most``: this game is not played by that many."""
    BAD_CLOCK = "bad_clock"
    """error; ``choices``: seconds that a decision may take, 0 for no clock."""
    BAD_LATE = "bad_late"
    """error; ``choices``: what a table may do when time runs out."""
    BAD_BOT = "bad_bot"
    """error; ``choices``: the bots that this game has."""
    TOO_MANY_TABLES = "too_many_tables"
    """error; ``limit``: tables in all, or tables that one player hosts."""
    NOT_SEATED = "not_seated"
    """error; no params: only a seated player may do this."""
    ALREADY_SEATED = "already_seated"
    """error; no params: the player has a seat here."""
    SEAT_TAKEN = "seat_taken"
    """error; ``seat``: it is not free."""
    NO_SUCH_SEAT = "no_such_seat"
    """error; ``seat``: the table has no such seat."""
    NO_FREE_SEAT = "no_free_seat"
    """error; no params: every seat is taken."""
    SEATS_IN_USE = "seats_in_use"
    """error; ``taken``: more seats are taken than the new set-up has."""
    SEAT_NOT_ABSENT = "seat_not_absent"
    """error; ``seat``: a person who is here can be neither removed nor replaced."""
    NOT_HOST = "not_host"
    """error; no params: only the host may do this."""
    WRONG_STAGE = "wrong_stage"
    """error; ``stage``: the table's stage, in which this cannot be done."""
    NOT_READY = "not_ready"
    """error; ``names``: the players who are not ready yet."""
    TOO_FEW = "too_few"
    """error; ``least``: players that the game needs."""
    STEPPED_OUT = "stepped_out"
    """error; no params: a bot plays the player's seat until the player steps in again."""
    OLD_GAME = "old_game"
    """error; no params: the answer, or the wish to leave, was for an earlier game of this table."""
    NOT_STORED = "not_stored"
    """error; no params: the store could not keep it (a full disk?), so nothing has changed; the
    player may try again."""
    CHAT_EMPTY = "chat_empty"
    """error; no params: nothing is left of the line once it is cleaned."""
    CHAT_SLOW = "chat_slow"
    """error; no params: too many lines in a short time, this one was not said."""
    CHAT_CLOSED = "chat_closed"
    """error; no params: while this game runs one talks in the game or not at all."""
    MUTED = "muted"
    """error; no params: the host has muted the seat under which this would be read."""
    DECK_NAMELESS = "deck_nameless"
    """error; no params: nothing is left of a saved deck's name once it is cleaned."""
    TOO_MANY_DECKS = "too_many_decks"
    """error; ``limit``: decks that one player may have saved."""
    PRESET_NAMELESS = "preset_nameless"
    """error; no params: nothing is left of a saved set-up's name once it is cleaned."""
    TOO_MANY_PRESETS = "too_many_presets"
    """error; ``limit``: set-ups of tables that one player may have saved."""
    TOO_MANY_LESSONS = "too_many_lessons"
    """error, closes; no params: as many people are learning here as the server has room for."""
    BAD_WATCH = "bad_watch"
    """error; ``choices``: seconds by which watchers may be late, -1 until the end of the round."""
    BAD_REPLAYS = "bad_replays"
    """error; ``choices``: who may see every view of a finished game."""
    BAD_SEATING = "bad_seating"
    """error; ``choices``: where all may sit in a rematch."""
    REPLAY_CLOSED = "replay_closed"
    """error; no params: other views of this game are for those who played it."""
    EYES_CLOSED = "eyes_closed"
    """error; no params: in this game nobody may look through another's eyes."""
    EYES_SEATED = "eyes_seated"
    """error; no params: whoever has a seat here may not look through another's eyes."""
    EYES_NOBODY = "eyes_nobody"
    """error; no params: there is no player on that seat to ask now, or nobody has asked."""

    # --- word from the server ---
    EYES_ASKED = "eyes_asked"
    """info, to the asked player alone; ``name``: somebody asks to watch through their eyes."""
    EYES_GIVEN = "eyes_given"
    """info, to the watcher; ``name``: that player lets them watch through their eyes."""
    EYES_ENDED = "eyes_ended"
    """info, to the watcher; ``seat``: refused, or nothing is shown through its eyes any more."""
    RESEATED = "reseated"
    """info, to all at the table; ``seating``, ``name``: a rematch, where all sit now, and who on
    the first seat (``""`` for nobody)."""
    TIME_SHORT = "time_short"
    """info, to the asked player alone; ``seconds``: so many are left for the decision."""
    FROZEN_RULE = "frozen_rule"
    """error, to all at the table; ``entry``: a rule failed after this journal entry."""
    FROZEN_TABLE = "frozen_table"
    """error, to all at the table; no params: the table itself failed."""
    FROZEN_JOURNAL = "frozen_journal"
    """error, to all; ``entry``: after a restart the journal does not fit the rules from here."""
    FROZEN_CONTENT = "frozen_content"
    """error, to all; ``packs``: after a restart these, with which the game was played, are not
    loaded or not the same any more."""
    ABANDONED = "abandoned"
    """info; no params: all its players had left the last game here for too long, so it was given
    up without a result."""
    TABLE_CLOSED = "table_closed"
    """info, closes; no params: the table was idle for long and is gone."""
    CLOSED_BY_HOST = "closed_by_host"
    """info, closes; no params: the server's host has closed this table."""
    HOST_MESSAGE = "host_message"
    """info; ``text``: the server's host says something (cleaned)."""
    STOPPING = "stopping"
    """info, closes; no params: the server ends; running games are kept."""
    MOVING = "moving"
    """info; no params: this place is being brought to another process, and comes back by itself."""
    NO_QUORUM = "no_quorum"
    """info; no params: nothing can be stored now, so nothing happens until that has passed."""
    GOES_ON = "goes_on"
    """info; no params: what :attr:`MOVING` or :attr:`NO_QUORUM` told of is over."""
    INTERRUPTED = "interrupted"
    """error; no params: it is not known whether the last that was asked has arrived; it is not
    asked again."""
    MOVED = "moved"
    """info, closes; no params: the table runs in another process from now on. A word among
    processes: a channel that leads through them looks for the table again."""
    DOOR_CLOSES = "door_closes"
    """info; ``seconds``: the front ends in so many seconds; others lead to the same tables."""
    DRAINING = "draining"
    """info; ``seconds``: the server ends in so many seconds; running games are kept."""


class RequestError(CodedError[Code, Value]):
    """A request was refused; nothing has changed."""


class StoreCode(StrEnum):
    """Why the store cannot be used. The file is left as it was found."""

    NEWER = "store_newer"
    """``path``, ``found``, ``known``: written by a newer version of the program."""
    FOREIGN = "store_foreign"
    """``path``: an SQLite file of some other program."""
    CORRUPT = "store_corrupt"
    """``path``: not an intact SQLite file."""
    LOCKED = "store_locked"
    """``path``: another server uses it."""
    UNUSABLE = "store_unusable"
    """``path``, ``reason``: it cannot be opened, read or made (the system's error name)."""
    WRITE_FAILED = "store_write_failed"
    """``path``: a change could not be committed, even after several tries."""
    CLOSED = "store_closed"
    """``path``: used after its end (a fault of the program)."""
    FENCED = "store_fenced"
    """no params: another process has the table now, so what became of this change is its to say;
    nobody is told anything of it here."""


class StoreError(CodedError[StoreCode, Value]):
    """The store cannot do its work."""
