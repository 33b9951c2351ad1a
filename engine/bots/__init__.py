"""Bots: ordinary viewers that decide from what their seat can see."""
