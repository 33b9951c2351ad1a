"""Settings: where each comes from, and a clear word about every one that cannot be used."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from server.config import FILE_NAME, SettingsError, Source, as_plain, from_plain, keys, load
from server.config_values import Problem
from server.settings import LogLevel, Settings


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def refused(flags: dict[str, Any], environ: dict[str, str]) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        load(flags, environ)
    return caught.value


def test_nothing_set_gives_the_defaults(tmp_path: Path) -> None:
    effective = load({"data_dir": tmp_path}, {})
    assert effective.settings == Settings(data_dir=tmp_path)
    assert {o.source for key, o in effective.origins.items() if key != "data_dir"} == {
        Source.DEFAULT
    }


def test_a_flag_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    write(tmp_path / FILE_NAME, 'port = 1\nhost = "file"\nguests = false\n')
    environ = {"UNDERTABLE_PORT": "2", "UNDERTABLE_HOST": "variable"}
    effective = load({"data_dir": tmp_path, "port": 3}, environ)
    settings = effective.settings
    assert (settings.port, settings.host, settings.guests) == (3, "variable", False)
    sources = {key: effective.origins[key].source for key in ("port", "host", "guests", "lan")}
    assert sources == {
        "port": Source.FLAG,
        "host": Source.ENVIRONMENT,
        "guests": Source.FILE,
        "lan": Source.DEFAULT,
    }
    assert effective.origins["host"].name == "UNDERTABLE_HOST"
    assert effective.origins["guests"].name == str(tmp_path / FILE_NAME)


def test_a_flag_that_says_no_is_not_taken_for_one_not_given(tmp_path: Path) -> None:
    environ = {"UNDERTABLE_GUESTS": "yes", "UNDERTABLE_METRICS_PORT": "9"}
    settings = load({"data_dir": tmp_path, "guests": False, "metrics_port": 0}, environ).settings
    assert settings.guests is False
    assert settings.metrics_port == 0


def test_the_file_may_be_named_by_flag_or_variable(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    write(data / FILE_NAME, "port = 1")
    other = write(tmp_path / "other.toml", f'port = 5\ndata_dir = "{data}"')
    for flags, environ in (
        ({"config": other}, {}),
        ({}, {"UNDERTABLE_CONFIG": str(other)}),
    ):
        settings = load(flags, environ).settings
        assert (settings.port, settings.data_dir) == (5, data)


def test_limits_stand_in_a_table_of_their_own(tmp_path: Path) -> None:
    file = write(tmp_path / "x.toml", "[limits]\nsessions = 7\nlogin_seconds = 3\n")
    effective = load({"config": file}, {"UNDERTABLE_LIMITS_CONNECTIONS": "9"})
    limits = effective.settings.limits
    assert (limits.sessions, limits.login_seconds, limits.connections) == (7, 3.0, 9)
    assert isinstance(limits.login_seconds, float)
    assert effective.origins["limits.handshakes"].source is Source.DEFAULT


@pytest.mark.parametrize(
    ("text", "key", "problem"),
    [
        ("prot = 2222", "prot", Problem.UNKNOWN_KEY),
        ("limits = 3", "limits", Problem.UNKNOWN_KEY),
        ("[limits]\nsession = 3", "limits.session", Problem.UNKNOWN_KEY),
        ("[port]\nx = 1", "port.x", Problem.UNKNOWN_KEY),
        ("[limits.sessions]", "limits.sessions", Problem.WRONG_TYPE),
        ('port = "2222"', "port", Problem.WRONG_TYPE),
        ("port = true", "port", Problem.WRONG_TYPE),
        ("port = 2222.0", "port", Problem.WRONG_TYPE),
        ("port = 65536", "port", Problem.OUT_OF_RANGE),
        ("port = -1", "port", Problem.OUT_OF_RANGE),
        ("guests = 1", "guests", Problem.WRONG_TYPE),
        ("host = 1", "host", Problem.WRONG_TYPE),
        ('data_dir = ""', "data_dir", Problem.WRONG_TYPE),
        ('host = "a\\u0000b"', "host", Problem.WRONG_TYPE),
        ("bot_delay = nan", "bot_delay", Problem.OUT_OF_RANGE),
        ("bot_delay = inf", "bot_delay", Problem.OUT_OF_RANGE),
        ("bot_delay = -1", "bot_delay", Problem.OUT_OF_RANGE),
        ('log_level = "loud"', "log_level", Problem.NOT_ONE_OF),
        ("log_level = []", "log_level", Problem.NOT_ONE_OF),
        ('metrics_host = "0.0.0.0"', "metrics_host", Problem.NOT_LOOPBACK),
        ('metrics_host = "localhost"', "metrics_host", Problem.NOT_LOOPBACK),
        ('lan_interfaces = "127.0.0.1"', "lan_interfaces", Problem.WRONG_TYPE),
        ('lan_interfaces = ["eth0"]', "lan_interfaces", Problem.NOT_IPV4),
        ('admins = ["SHA256:short"]', "admins", Problem.NOT_FINGERPRINT),
        ('allowed = ["ann"]', "allowed", Problem.NOT_FINGERPRINT),
        ('policy = "closed"', "policy", Problem.NOT_ONE_OF),
        ("lan_interfaces = [1]", "lan_interfaces", Problem.WRONG_TYPE),
        ("[limits]\nsessions = 0", "limits.sessions", Problem.OUT_OF_RANGE),
        ("[limits]\nlogin_seconds = 0", "limits.login_seconds", Problem.OUT_OF_RANGE),
        ("port = ", "", Problem.NOT_TOML),
        ("port = 1\nport = 2", "", Problem.NOT_TOML),
        ("x = " + "[" * 9999, "", Problem.NOT_TOML),
        ("#" * 70_000, "", Problem.TOO_LONG),
    ],
)
def test_a_bad_file_is_named_with_key_and_reason(
    tmp_path: Path, text: str, key: str, problem: Problem
) -> None:
    file = write(tmp_path / "bad.toml", text)
    error = refused({"config": file}, {})
    assert (error.key, error.problem) == (key, problem)
    assert (error.origin.source, error.origin.name) == (Source.FILE, str(file))


def test_a_misspelt_key_is_told_which_one_was_meant(tmp_path: Path) -> None:
    file = write(tmp_path / "x.toml", "guest = true")
    assert refused({"config": file}, {}).params["near"] == "guests"


def test_a_file_that_is_not_text_or_not_there_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "b.toml"
    binary.write_bytes(b"\xff\xfe")
    assert refused({"config": binary}, {}).problem is Problem.NOT_TOML
    assert refused({"config": tmp_path / "gone.toml"}, {}).problem is Problem.UNREADABLE
    assert refused({"config": tmp_path}, {}).problem is Problem.UNREADABLE


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("PORT", "", Problem.WRONG_TYPE),
        ("PORT", "22x", Problem.WRONG_TYPE),
        ("PORT", "70000", Problem.OUT_OF_RANGE),
        ("GUESTS", "maybe", Problem.WRONG_TYPE),
        ("BOT_DELAY", "nan", Problem.OUT_OF_RANGE),
        ("LOG_LEVEL", "LOUD", Problem.NOT_ONE_OF),
        ("LAN_INTERFACES", "10.0.0.1,x", Problem.NOT_IPV4),
    ],
)
def test_a_bad_variable_is_named(name: str, text: str, problem: Problem) -> None:
    error = refused({}, {f"UNDERTABLE_{name}": text})
    assert (error.key, error.problem) == (name.lower(), problem)
    assert error.origin.name == f"UNDERTABLE_{name}"


def test_variables_are_read_as_words_and_lists(tmp_path: Path) -> None:
    settings = load(
        {"data_dir": tmp_path},
        {
            "UNDERTABLE_GUESTS": " Off ",
            "UNDERTABLE_LAN_INTERFACES": "10.0.0.1, 10.0.0.2,",
            "UNDERTABLE_LOG_LEVEL": "warning",
            "UNDERTABLE_BOT_DELAY": "0.5",
            "UNDERTABLE_COLOR": "16",  # a player's own, not ours
        },
    ).settings
    assert settings.guests is False
    assert settings.lan_interfaces == ("10.0.0.1", "10.0.0.2")
    assert settings.log_level is LogLevel.WARNING
    assert settings.bot_delay == 0.5


def test_a_file_in_a_data_folder_cannot_name_another_one(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    write(folder / FILE_NAME, f'data_dir = "{tmp_path / "b"}"')
    assert refused({"data_dir": folder}, {}).problem is Problem.OTHER_FOLDER
    write(folder / FILE_NAME, f'data_dir = "{folder}{os.sep}."')
    assert load({"data_dir": folder}, {}).settings.data_dir == folder


def test_every_setting_is_of_a_kind_that_can_be_read() -> None:
    assert {"port", "guests", "limits.sessions", "log_level"} <= keys().keys()
    for key in keys():
        variable = "UNDERTABLE_" + key.replace(".", "_").upper()
        try:
            load({}, {variable: "1"})
        except SettingsError as error:
            assert error.key == key  # noqa: PT017 - either is right, a crash is not


def test_a_key_nested_without_end_is_just_unknown(tmp_path: Path) -> None:
    file = write(tmp_path / "deep.toml", "a." * 5000 + "b = 1")
    assert refused({"config": file}, {}).problem in {Problem.UNKNOWN_KEY, Problem.NOT_TOML}


def test_settings_are_the_same_again_in_a_process_that_is_handed_them(tmp_path: Path) -> None:
    made = load(
        {"data_dir": tmp_path, "workers": 3, "limits.sessions": 7, "packs": ["a", "b"]}, {}
    ).settings
    assert from_plain(json.loads(json.dumps(as_plain(made)))) == made
