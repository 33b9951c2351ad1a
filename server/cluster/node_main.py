"""``python -m server.cluster.node_main CONFIG PARENT``: a kept node's process before it is one.

A way of its own, since the whole command line takes as long to load as a node to start.
"""

from __future__ import annotations

import sys
from pathlib import Path

from server.cluster.errors import ClusterError
from server.cluster.kept_node import become_node

if __name__ == "__main__":
    try:
        become_node(Path(sys.argv[1]), int(sys.argv[2]))
    except ClusterError as error:
        sys.exit(str(error))  # into the node's log
