"""What stands where in the folder of a cluster: its parts by name, and each one's files.

``cluster.toml`` lists the parts, for commands that are given the whole folder. Every part is a
folder of its own that can be carried to its machine (:mod:`server.cluster.plan`).
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from server.cluster.errors import ClusterCode, ClusterError, SettingsFault
from server.cluster.plan import OPERATOR, ClusterPlan, NodePlan

__all__ = ["LIST_NAME", "Layout"]

LIST_NAME: Final = "cluster.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The parts of the cluster in ``folder``."""

    folder: Path
    nodes: tuple[NodePlan, ...]
    fronts: tuple[str, ...]
    tables: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path, plan: ClusterPlan) -> Layout:
        """Return the layout of a plan."""
        return cls(folder=folder, nodes=plan.nodes, fronts=plan.fronts, tables=plan.tables)

    @classmethod
    def load(cls, folder: Path) -> Layout:
        """Read the list in ``folder``; raise :class:`ClusterError` BAD_SETTINGS."""
        path = folder / LIST_NAME
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls(
                folder=folder,
                nodes=tuple(_node(name, entry) for name, entry in found["nodes"].items()),
                fronts=tuple(map(str, found["fronts"])),
                tables=tuple(map(str, found["tables"])),
            )
        except OSError as error:
            raise _bad(path, SettingsFault.UNREADABLE) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise _bad(path, SettingsFault.NOT_TOML) from error
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise _bad(path, SettingsFault.BAD_VALUE) from error

    def save(self) -> None:
        """Write the list."""
        lines = [
            f"fronts = {json.dumps(self.fronts)}",
            f"tables = {json.dumps(self.tables)}",
            "",
            "[nodes]",
            *(
                f"{node.name} = {{ host = {json.dumps(node.host)}, port = {node.port}, "
                f"route_port = {node.route_port} }}"
                for node in self.nodes
            ),
        ]
        (self.folder / LIST_NAME).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def home(self, name: str) -> Path:
        """Return the folder of one part."""
        return self.folder / name

    def config(self, node: str) -> Path:
        """Return a node's configuration."""
        return self.home(node) / f"{node}.conf"

    def membership(self, name: str = OPERATOR) -> Path:
        """Return what a process connects with."""
        return self.home(name) / f"{name}.toml"


def _node(name: str, entry: dict[str, Any]) -> NodePlan:
    return NodePlan(
        name=name,
        host=str(entry["host"]),
        port=int(entry["port"]),
        route_port=int(entry["route_port"]),
    )


def _bad(path: Path, fault: SettingsFault) -> ClusterError:
    return ClusterError(ClusterCode.BAD_SETTINGS, path=str(path), key="", fault=fault)
