"""SVG to PNG, with the fonts of this machine."""

from __future__ import annotations

import resvg_py

__all__ = ["png"]


def png(svg: str) -> bytes:
    """Return ``svg`` as a PNG file; Chinese needs a Chinese font on this machine."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, monospace_family="DejaVu Sans Mono"))
