"""What eyes that mix up colours see, and how far two colours are apart for them.

Matrices: Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB. Distance: CIE76 in
L*a*b* (D65), where about 2 can just be told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["DEFECTS", "difference"]

DEFECTS: Mapping[str, Sequence[Sequence[float]]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip

_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def difference(one: str, other: str, defect: str) -> float:
    """Return the distance of two ``#rrggbb`` colours as eyes with ``defect`` see them."""
    pair = zip(_lab(one, defect), _lab(other, defect), strict=True)
    return float(sum((a - b) ** 2 for a, b in pair) ** 0.5)


def _lab(colour: str, defect: str) -> tuple[float, float, float]:
    seen = [min(1.0, max(0.0, part)) for part in _times(DEFECTS[defect], _linear(colour))]
    x, y, z = (_root(part / white) for part, white in zip(_times(_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
