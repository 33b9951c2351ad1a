"""A network of its own for the processes of a cluster, in which each can be cut off.

Every process lives in a network namespace with one cable to a common switch (Linux bridge). Taking
a cable out of the switch loses every packet both ways and tells nobody, as a dead switch would. Two
cables can be set apart from each other alone. Where this is not possible (not root, not Linux),
:func:`network` gives plain loopback, on which nothing can be cut and every attempt says so.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

__all__ = ["Cable", "Loopback", "Network", "Switch", "network"]

_BITS: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """Where a process lives: its address, and what to put before its command."""

    name: str
    address: str
    prefix: tuple[str, ...] = ()


class Network(Protocol):
    """Gives each process a cable, and can take it away."""

    @property
    def can_cut(self) -> bool:
        """Whether anything can be cut at all."""
        ...

    def cable(self, name: str) -> Cable:
        """Return a new cable."""
        ...

    def cut(self, *names: str) -> None:
        """Lose every packet of these, both ways."""
        ...

    def part(self, *names: str) -> None:
        """Lose every packet between any two of these, and no other."""
        ...

    def heal(self, *names: str) -> None:
        """Undo :meth:`cut` and :meth:`part`."""
        ...

    def close(self) -> None:
        """Remove everything; processes in it have ended."""
        ...


class Loopback:
    """All on this machine's own loopback."""

    can_cut: Final = False

    def cable(self, name: str) -> Cable:
        """Return loopback."""
        return Cable(name=name, address="127.0.0.1")

    def cut(self, *names: str) -> None:
        """Refuse."""
        raise NotImplementedError(names)

    part = heal = cut

    def close(self) -> None:
        """Leave loopback as it is."""


class Switch:
    """A bridge with a namespace on each cable; this process reaches them all by the bridge."""

    can_cut: Final = True

    def __init__(self) -> None:
        """Make the bridge; raise ``OSError`` or ``CalledProcessError`` where that cannot be."""
        self._run = secrets.token_hex(2)
        self._subnet = f"10.{200 + secrets.randbelow(50)}.{secrets.randbelow(250)}"
        self._bridge = f"ub{self._run}"
        self._cables: dict[str, int] = {}
        _ip("link", "add", self._bridge, "type", "bridge")
        try:
            _ip("addr", "add", f"{self._subnet}.1/{_BITS}", "dev", self._bridge)
            _ip("link", "set", self._bridge, "up")
            self._lay("probe", 250)
            self.heal("probe")
        except (OSError, subprocess.CalledProcessError):
            self.close()
            raise

    def cable(self, name: str) -> Cable:
        """Make a namespace with a cable to the switch."""
        number = 10 + len(self._cables)
        self._lay(name, number)
        address = f"{self._subnet}.{number}"
        return Cable(
            name=name, address=address, prefix=("ip", "netns", "exec", self._space(number))
        )

    def cut(self, *names: str) -> None:
        """Take the cables out of the switch; at both ends they seem to be plugged in."""
        for name in names:
            _ip("link", "set", self._end(name), "nomaster")

    def part(self, *names: str) -> None:
        """Isolate these ports from each other; others reach them as before."""
        for name in names:
            _run("bridge", "link", "set", "dev", self._end(name), "isolated", "on")

    def heal(self, *names: str) -> None:
        """Plug the cables in again."""
        for name in names:
            _ip("link", "set", self._end(name), "master", self._bridge)
            _run("bridge", "link", "set", "dev", self._end(name), "isolated", "off")

    def close(self) -> None:
        """Remove namespaces, cables and bridge; what is gone already is no matter."""
        for number in self._cables.values():
            _ip("netns", "del", self._space(number), check=False)
            _ip("link", "del", f"u{self._run}v{number}", check=False)
        _ip("link", "del", self._bridge, check=False)

    def _lay(self, name: str, number: int) -> None:
        self._cables[name] = number
        space, end = self._space(number), f"u{self._run}v{number}"
        _ip("netns", "add", space)
        _ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", space)
        _ip("link", "set", end, "master", self._bridge, "up")
        _ip("-n", space, "addr", "add", f"{self._subnet}.{number}/{_BITS}", "dev", "eth0")
        _ip("-n", space, "link", "set", "eth0", "up")
        _ip("-n", space, "link", "set", "lo", "up")

    def _space(self, number: int) -> str:
        return f"u{self._run}n{number}"

    def _end(self, name: str) -> str:
        return f"u{self._run}v{self._cables[name]}"


def network() -> Network:
    """Return a switch if this machine allows one, else loopback."""
    if os.geteuid() == 0:
        try:
            return Switch()
        except (OSError, subprocess.CalledProcessError):
            pass
    return Loopback()


def _ip(*words: str, check: bool = True) -> None:
    _run("ip", *words, check=check)


def _run(*command: str, check: bool = True) -> None:
    words: Sequence[str] = command
    subprocess.run(words, check=check, capture_output=True, timeout=10)
