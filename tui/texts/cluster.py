"""Sentences about a cluster: why a process cannot be part of it, or one cannot be made."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, assert_never

from server.cluster.errors import ClusterCode, ClusterError, PlanFault, SettingsFault
from tui.i18n import N_, _, labelled

__all__ = ["cluster_error"]

_FAULTS: Final[Mapping[SettingsFault, str]] = {
    SettingsFault.UNREADABLE: N_("it cannot be read"),
    SettingsFault.TOO_LONG: N_("it is too long"),
    SettingsFault.NOT_TOML: N_("it is not valid TOML"),
    SettingsFault.UNKNOWN_KEY: N_("there is no such setting"),
    SettingsFault.MISSING_KEY: N_("it is missing"),
    SettingsFault.BAD_VALUE: N_("this value cannot be used"),
    SettingsFault.OTHERS_CAN_READ: N_("others can read the file; chmod 600 it"),
    SettingsFault.FOREIGN_OWNER: N_("the file belongs to another user"),
}


def cluster_error(error: ClusterError) -> str:  # noqa: C901 - one case per code
    """Return what is wrong and what to do about it."""
    params = {key: str(value) for key, value in error.params.items()}
    match error.code:
        case ClusterCode.NO_NODES:
            return _(
                "No node of the cluster answers: {nodes}. Start them ('undertable cluster node'), "
                "or look whether this machine reaches them.",
                nodes=params["nodes"],
            )
        case ClusterCode.NOT_ALLOWED:
            return _(
                "The nodes do not let '{name}' in. Its settings and the nodes' configurations must "
                "come from the same 'undertable cluster init'.",
                name=params["name"],
            )
        case ClusterCode.BAD_CERTIFICATE:
            return _(
                "'{name}' and the nodes do not trust each other's certificates. They must come "
                "from the same 'undertable cluster init', and not be out of date.",
                name=params["name"],
            )
        case ClusterCode.NO_ANSWER:
            return _("The cluster does not answer. More than half of its nodes must be running.")
        case ClusterCode.NO_PROCESS:
            return _(
                "No process '{name}' is there now; 'undertable cluster status' lists who is.",
                name=params["name"],
            )
        case ClusterCode.NOT_PROVISIONED:
            return _("The cluster is empty yet: start a table process first.")
        case ClusterCode.BAD_SETTINGS:
            where = ": ".join(filter(None, (params["path"], params.get("key", ""))))
            return labelled(where, _(_FAULTS[SettingsFault(params["fault"])]))
        case ClusterCode.NO_LIBRARY | ClusterCode.NO_SERVER_BINARY:
            return _(
                "Something is missing for several processes: {package}. Install it with pip; "
                "'make cluster' does so by itself.",
                package=params["package"],
            )
        case ClusterCode.OLD_SERVER_BINARY:
            return _(
                "{path} is too old ({found}); version {least} or newer is needed.",
                path=params["path"],
                found=params["found"] or "?",
                least=params["least"],
            )
        case ClusterCode.STORE_IN_USE:
            return _(
                "A node still runs on the streams in {path}. Stop it first.", path=params["path"]
            )
        case ClusterCode.NODE_FAILED:
            return _(
                "The node '{name}' does not run. Its log says why: {path}",
                name=params["name"],
                path=params["log"],
            )
        case ClusterCode.BAD_PLAN:
            return _plan_error(PlanFault(params["fault"]), params["what"])
        case ClusterCode.TABLE_EXISTS:
            return _(
                "The cluster has another table {table}, so nothing was taken in. Give up one of "
                "the two first ('admin close {table} drop').",
                table=params["table"],
            )
        case ClusterCode.FOLDER_IN_USE:
            return _(
                "{path} is not empty, and nothing in it is overwritten. Name a new folder.",
                path=params["path"],
            )
        case ClusterCode.FOLDER_UNUSABLE:
            number = int(params.get("errno", "0"))
            return _(
                "The folder {path} cannot be used: {reason}.",
                path=params["path"],
                reason=os.strerror(number) if number else "?",
            )
        case _:
            assert_never(error.code)


def _plan_error(fault: PlanFault, what: str) -> str:
    match fault:
        case PlanFault.BAD_NAME:
            return _(
                "'{name}' cannot be a name here: up to 16 of a-z, 0-9, - and _, a letter first.",
                name=what,
            )
        case PlanFault.TWICE:
            return _("'{name}' is there twice, or is taken already.", name=what)
        case PlanFault.BAD_NODES:
            return _("A cluster has one, three or five nodes, not {count}.", count=what)
        case PlanFault.BAD_ADDRESS:
            return _(
                "'{address}' is no address for a node: NAME=HOST:PORT is needed.", address=what
            )
        case PlanFault.NOBODY if what == "front":
            return _("A cluster needs a front: name one with --front.")
        case PlanFault.NOBODY:
            return _("A cluster needs a table process: name one with --tables.")
        case _:
            assert_never(fault)
