"""Moderation and keys as host and players meet them: a real server, OpenSSH, real screens."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.policy import Policy
from tests.e2e.harness import PATIENCE, Pane, ServerProcess, Tmux, make_key, until
from tests.e2e.players import JOIN_CODE

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(180),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]


@dataclass(slots=True)
class Party:
    """A server with one host, and keys by name."""

    folder: Path
    server: ServerProcess
    keys: dict[str, Path]

    def ssh(self, who: str, *words: str, name: str = "") -> tuple[int, str, str]:
        """Run the real client with the key of ``who``; return status, output and errors."""
        done = subprocess.run(
            [
                "ssh", "-F", "none", "-p", str(self.server.port), "-i", str(self.keys[who]),
                "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR",
                "-o", "StrictHostKeyChecking=no",
                "-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}",
                f"{name or who}@127.0.0.1", *words,
            ],
            capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    def host(self, *words: str) -> str:
        """Do something as the host and return what was answered."""
        status, out, err = self.ssh("host", "admin", *words)
        assert status == 0, err
        return out


def fingerprint(key: Path) -> str:
    done = subprocess.run(
        ["ssh-keygen", "-lf", f"{key}.pub"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()[1]


def party(folder: Path, *names: str, policy: Policy = Policy.OPEN) -> Party:
    keys = {name: make_key(folder, name) for name in ("host", *names)}
    server = ServerProcess(
        folder / "data", "--admin", fingerprint(keys["host"]), "--policy", policy, "--no-lan",
        "--bot-delay", "0.1",
    )  # fmt: skip
    return Party(folder=folder, server=server.start(), keys=keys)


@pytest.fixture
def open_party(tmp_path: Path) -> Iterator[Party]:
    made = party(tmp_path, "ann", "laptop")
    yield made
    made.server.kill()


def open_table(pane: Pane) -> str:
    pane.until("new table")
    pane.send("n")
    pane.until("Rounds to win")
    pane.send("Enter")
    found = JOIN_CODE.search(pane.until("press s to start"))
    assert found is not None
    return found[0]


def test_kick_ban_restart_unban_and_the_seat_is_there(open_party: Party, tmux: Tmux) -> None:
    here = open_party
    pane = tmux.ssh("ann", here.server.port, key=here.keys["ann"])
    code = open_table(pane)
    pane.send("s")
    pane.until("only you")
    here.host("say", "pizza", "is", "here")
    pane.until("Word from the host: pizza is here")

    assert "1 connection is closed" in here.host("kick", "ann", "spilled", "beer")
    screen = pane.until(r"\[ended with status 77\]")
    assert "spilled beer" in " ".join(screen.split())  # wrapped at 80 columns
    assert "only you" not in screen

    again = tmux.ssh("ann", here.server.port, key=here.keys["ann"])
    again.until("only you")  # the table left earlier, the same seat
    here.host("ban", "ann", "for", "2h", "cheating")
    assert "cheating" in again.until(r"\[ended with status 77\]")
    status, out, err = here.ssh("ann", "whoami")
    assert (status, out) == (77, "")
    assert "cheating" in err

    port = here.server.port
    here.server.kill()
    here.server.start(port=port)
    assert here.ssh("ann", "whoami")[0] == 77
    assert f"{code}\tplaying" in here.host("tables")
    here.host("unban", fingerprint(here.keys["ann"]))
    tmux.ssh("ann", port, key=here.keys["ann"]).until("only you")
    log = (here.server.data / "undertable.log").read_text()
    assert "cheating" not in log
    assert code not in log


def test_a_second_key_is_joined_by_a_code_and_sits_on_the_same_seat(
    open_party: Party, tmux: Tmux
) -> None:
    here = open_party
    pane = tmux.ssh("ann", here.server.port, key=here.keys["ann"])
    code = open_table(pane)
    status, out, _err = here.ssh("ann", "keys", "add")
    assert status == 0
    one_time = out.splitlines()[0]
    assert here.ssh("laptop", "keys", "use", "WRONG-CODES")[0] == 1
    assert here.ssh("laptop", "keys", "use", one_time)[0] == 0
    assert here.ssh("laptop", "keys", "use", one_time)[0] == 1
    status, out, _err = here.ssh("laptop", "whoami", name="ann")
    assert out.split() == ["ann", fingerprint(here.keys["ann"])]
    tmux.ssh("ann", here.server.port, key=here.keys["laptop"], command=f"join {code}").until(
        "press s to start"
    )
    _status, out, _err = here.ssh("laptop", "keys", "list")
    assert {line.split()[0] for line in out.splitlines()} == {
        fingerprint(here.keys["ann"]),
        fingerprint(here.keys["laptop"]),
    }
    assert here.ssh("laptop", "keys", "remove", fingerprint(here.keys["ann"]))[0] == 0
    pane.until(r"\[ended with status 0\]")
    assert here.ssh("ann", "whoami")[0] == 77
    assert one_time not in (here.server.data / "undertable.log").read_text()


def test_the_hosts_desk_is_on_the_hosts_screen_alone(open_party: Party, tmux: Tmux) -> None:
    here = open_party
    ann = tmux.ssh("ann", here.server.port, key=here.keys["ann"])
    ann.until("new table")
    ann.send("!")
    ann.send("?")
    assert "host's desk" not in ann.until("Help")

    host = tmux.ssh("host", here.server.port, key=here.keys["host"])
    host.until("new table")
    host.send("C-p")
    host.until("host's desk")
    host.send("!")
    host.until("admin kick WHO")
    host.type("list")
    host.send("Enter")
    host.until("ann +SHA256:")
    host.type("kick nobody")
    host.send("Enter")
    host.until("Nobody here is called nobody")
    host.type("kick ann enough")
    host.send("Enter")
    host.until("1 connection is closed")
    assert "enough" in ann.until(r"\[ended with status 77\]")
    host.send("Escape")
    host.until("new table")


def test_only_hosts_may_and_others_read_so(open_party: Party) -> None:
    status, out, err = open_party.ssh("ann", "admin", "list")
    assert (status, out) == (77, "")
    assert "Only the host's own keys" in err
    for words in (("ban",), ("fly",), ("invite", "0"), ("ban", "ann", "for", "ever")):
        assert open_party.ssh("host", "admin", *words)[0] == 2
    assert open_party.ssh("host", "admin", "ban", "127.0.0.1")[0] == 1


def test_invited_people_come_in_by_name_or_by_typing_the_code(tmp_path: Path, tmux: Tmux) -> None:
    here = party(tmp_path, "ann", policy=Policy.INVITE)
    try:
        status, _out, err = here.ssh("ann", "whoami")
        assert status == 77
        assert "invite code" in err
        invite = here.host("invite", "2").splitlines()[0]
        status, out, _err = here.ssh("ann", "whoami", name=f"ann+{invite}")
        assert (status, out.split()[0]) == (0, "ann")
        assert here.ssh("ann", "whoami")[0] == 0

        guest = tmux.ssh("gil", here.server.port, key=None)
        guest.until("Invite code from the host")
        guest.type(invite)
        guest.send("Enter")
        guest.until("new table")
        late = here.ssh("host", "whoami", name=f"host+{invite}")
        assert late[0] == 0  # a host needs no invite
        assert invite not in (here.server.data / "undertable.log").read_text()
    finally:
        here.server.kill()


def test_a_drained_server_tells_everybody_and_ends_by_itself(open_party: Party, tmux: Tmux) -> None:
    here = open_party
    pane = tmux.ssh("ann", here.server.port, key=here.keys["ann"])
    open_table(pane)
    here.host("drain", "3")
    pane.until("The server stops in 3 seconds")
    assert here.ssh("laptop", "whoami")[0] == 69
    pane.until(r"\[ended with status (0|69)\]")
    process = here.server._process
    assert process is not None
    until(lambda: process.poll() is not None, what="the server ends")
    assert here.server.stop() == 0
