"""``python -m tui`` is the console script."""

from tui.main import main

main()
