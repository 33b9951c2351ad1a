"""``undertable`` as it is, but for its deals: those follow from the test that started it.

``python -m tests.e2e.dealt_server NAME serve ...``; see :mod:`tests.dictated`.
"""

from __future__ import annotations

import sys

from tests.dictated import DEALERS, Dealer
from tui.main import main

if __name__ == "__main__":
    dealer = Dealer(sys.argv.pop(1))
    for module in DEALERS:
        vars(module)["secrets"] = dealer
    main()
