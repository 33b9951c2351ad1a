"""What can go wrong with the cluster: types with a code and parameters, no prose."""

from __future__ import annotations

from enum import StrEnum

from server.codes import CodedError

__all__ = ["ClusterCode", "ClusterError", "PlanFault", "SettingsFault"]


class ClusterCode(StrEnum):
    """Why a process cannot be part of the cluster; the sentence is made in ``tui``."""

    NO_NODES = "cluster_no_nodes"
    """No node answers. Params: ``nodes`` (addresses, comma between)."""
    NOT_ALLOWED = "cluster_not_allowed"
    """The nodes refuse this process. Params: ``name``."""
    BAD_CERTIFICATE = "cluster_bad_certificate"
    """A node and this process do not trust each other's certificates. Params: ``name``."""
    NO_ANSWER = "cluster_no_answer"
    """Nobody answered a request in time. No params."""
    NO_PROCESS = "cluster_no_process"
    """No process of this name is alive. Params: ``name``."""
    NOT_PROVISIONED = "cluster_not_provisioned"
    """The nodes run, but no table process has made the streams yet. Params: ``what``."""
    BAD_SETTINGS = "cluster_bad_settings"
    """A settings file cannot be used. Params: ``path``, ``key`` (``""`` for the whole file),
    ``fault`` (a :class:`SettingsFault`)."""
    NO_LIBRARY = "cluster_no_library"
    """The library that speaks to nodes is not installed. Params: ``package``."""
    NO_SERVER_BINARY = "cluster_no_server_binary"
    """There is no ``nats-server`` on this machine. Params: ``package`` (that brings it)."""
    OLD_SERVER_BINARY = "cluster_old_server_binary"
    """``nats-server`` is too old. Params: ``path``, ``found``, ``least``."""
    STORE_IN_USE = "cluster_store_in_use"
    """A node still runs on these streams. Params: ``path``."""
    NODE_FAILED = "cluster_node_failed"
    """A node ended or did not answer after its start. Params: ``name``, ``log`` (a path)."""
    BAD_PLAN = "cluster_bad_plan"
    """A cluster cannot be made so. Params: ``what`` (the name, address or number), ``fault`` (a
    :class:`PlanFault`)."""
    TABLE_EXISTS = "cluster_table_exists"
    """Nothing is written over: the cluster has another table of this code. Params: ``table``."""
    FOLDER_IN_USE = "cluster_folder_in_use"
    """Nothing is overwritten: the folder is not empty. Params: ``path``."""
    FOLDER_UNUSABLE = "cluster_folder_unusable"
    """The folder cannot be made or written to. Params: ``path``, ``errno``."""


class SettingsFault(StrEnum):
    """What is wrong with a settings file, or with a file that it names."""

    UNREADABLE = "unreadable"
    TOO_LONG = "too_long"
    NOT_TOML = "not_toml"
    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    BAD_VALUE = "bad_value"
    OTHERS_CAN_READ = "others_can_read"
    FOREIGN_OWNER = "foreign_owner"


class PlanFault(StrEnum):
    """What is wrong with a plan of a new cluster."""

    BAD_NAME = "bad_name"
    """Names are 1 to 16 of a-z, 0-9, ``-`` and ``_``, a letter first."""
    TWICE = "twice"
    BAD_NODES = "bad_nodes"
    """One, three or five nodes."""
    BAD_ADDRESS = "bad_address"
    NOBODY = "nobody"
    """No front, or no table process (``what``: ``front`` or ``tables``)."""


class ClusterError(CodedError[ClusterCode, str | int]):
    """This process cannot use the cluster, or not now."""

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{k}={v!r}" for k, v in sorted(self.params.items()))])
