"""Games seen again under the real OpenSSH client: by whom, in which forms, on a real terminal."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator

import pyte
import pytest

from tests.e2e.harness import ServerProcess, Tmux
from tests.e2e.test_line_mode import Host, _play

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"not installed: {Tmux.missing()}"),
]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("replays")
    server = ServerProcess(folder / "data", "--bot-delay", "0").start()
    try:
        yield Host(server=server, folder=folder)
    finally:
        server.stop()


@pytest.fixture(scope="module")
def game(host: Host) -> str:
    """Let ann play a game to its end and return its id."""
    lines = asyncio.run(_play(host, "ann", "en_US.UTF-8"))
    return next(found[1] for line in lines if (found := re.search(r"'replay (\w{8})'", line)))


@pytest.fixture
def tmux(host: Host) -> Iterator[Tmux]:
    found = Tmux(folder=host.folder)
    try:
        yield found
    finally:
        found.close()


def test_its_player_gets_every_view_in_every_form_and_a_stranger_what_watchers_saw(
    host: Host, game: str
) -> None:
    mine = host.run("replay", game, "--as", "me")
    assert (mine.returncode, mine.stderr) == (0, "")
    everything = host.run("replay", game, "--as", "all", "--text").stdout
    assert "alone:" in everything
    whole = json.loads(host.run("replay", game, "--export").stdout)
    assert whole["id"].startswith(game)
    for words in (("--as", "1"), ("--as", "all", "--cast"), ("--export",)):
        refused = host.run("replay", game, *words, name="eve")
        assert (refused.returncode, refused.stdout) == (77, "")
    public = host.run("replay", game, name="eve")
    assert (public.returncode, public.stderr) == (0, "")


def test_a_recording_that_came_over_ssh_plays_on_a_terminal(host: Host, game: str) -> None:
    done = host.run("replay", game, "--cast", "--size", "100x30", "--speed", "2")
    head, *frames = [json.loads(line) for line in done.stdout.splitlines()]
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    for _at, kind, text in frames:
        assert kind == "o"
        stream.feed(text)
    shown = "\n".join(screen.display)
    assert "Won by" in shown or "wins the game" in shown


def test_of_a_running_game_only_the_own_past_can_be_had(host: Host) -> None:
    done = host.run(name="flo", flags=("-T",), typed="new seats=3 bots=2 wins=7\nstart\nwho\n")
    code = re.findall(r"Table ([A-Z]+-\d+)", done.stdout)[0]
    again = host.run("replay", code, name="flo")
    assert "The game goes on." in again.stdout
    assert re.search(r"^You are dealt \d", again.stdout, re.MULTILINE)
    assert not re.search(r"^(?!You )\w+ (?:is dealt|draws) \d", again.stdout, re.MULTILINE)
    for words in (("--as", "1"), ("--as", "all"), ("--as", "watchers"), ("--export",)):
        refused = host.run("replay", code, *words, name="eve")
        assert refused.returncode == 1
        assert refused.stdout == ""
        assert "no finished game" in refused.stderr
    for words in (("--as", "2"), ("--as", "watchers")):
        refused = host.run("replay", code, *words, name="flo")
        assert (refused.returncode, refused.stdout) == (77, "")


def test_on_a_real_terminal_the_list_the_page_and_the_rules_are_reached_by_keys(
    host: Host, game: str, tmux: Tmux
) -> None:
    pane = tmux.ssh("ann", host.server.port, key=host.folder / "ann")
    pane.until(r"y your games")
    pane.send("y")
    pane.until(game)
    pane.send("Enter")
    pane.until(r"REPLAY\s+decision 1 of")
    pane.send("End")
    pane.until(r"REPLAY\s+the end")
    pane.send("v")
    pane.until(r"as \w+ saw it")
    pane.send("Escape")
    pane.until("Your finished games")
    pane.send("Escape")
    pane.until(r"y your games")
    pane.send("/")
    pane.type("celestia")
    pane.until(r"LL:celestia")
