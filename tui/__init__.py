"""A player's side: sessions, screens, line mode, the command line."""

# First of all: hides the process's environment from the UI libraries before they are imported.
import tui.environment as _environment

__all__: list[str] = []

del _environment
