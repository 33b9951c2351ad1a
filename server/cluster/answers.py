"""What became of a request, as one process tells it to another: values, or a coded refusal."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from engine.errors import ConfigError, EngineError, JournalError
from server.cluster.errors import ClusterError
from server.codes import Code, CodedError, RequestError, StoreCode, StoreError
from server.wire import WireError, pack, unpack

__all__ = ["answer_in", "answered", "tuples"]

_REFUSALS: Final = (RequestError, StoreError, ConfigError, JournalError)


async def answered(work: Awaitable[dict[str, Any]]) -> bytes:
    """Return the answer to a request: what ``work`` comes to, or why it was refused.

    Anything else that it raises is its own process's to log; the asker gets no answer.
    """
    try:
        return pack({"values": await work})
    except _REFUSALS as error:
        refusal = error
    except ClusterError:
        refusal = StoreError(StoreCode.WRITE_FAILED, path="")
    return pack({
        "refused": type(refusal).__name__,
        "code": str(refusal.code),
        "params": dict(refusal.params),
    })  # fmt: skip


def answer_in(data: bytes) -> dict[str, Any]:
    """Return the values of an answer, or raise the refusal in it.

    Raises :class:`WireError` for bytes that are neither.
    """
    plain = unpack(data)
    if isinstance(plain.get("values"), dict):
        values: dict[str, Any] = plain["values"]
        return values
    raise _refusal(plain)


def _refusal(plain: dict[str, Any]) -> CodedError[Any, Any] | EngineError | WireError:
    try:
        code, params = plain["code"], tuples(plain["params"])
        match plain["refused"]:
            case "RequestError":
                return RequestError(Code(code), **params)
            case "StoreError":
                return StoreError(StoreCode(code), **params)
            case "ConfigError":
                return ConfigError(code, **params)
            case "JournalError":
                return JournalError(code, **params)
            case _:
                pass
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    return WireError("no answer")


def tuples(params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters as they were: msgpack knows no tuples."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in params.items()}
