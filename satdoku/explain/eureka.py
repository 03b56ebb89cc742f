"""Chains in one line, in Eureka notation: ``(7)r1c1 - (7=3)r1c5 - (3)r4c5``.

``=`` is a strong link (if the left is false, the right is true), ``-`` a weak one (if the left is
true, the right is false). Digits of one cell in a row are written in one pair of brackets.
"""

from __future__ import annotations

from itertools import pairwise

from satdoku.puzzle.geometry import Geometry
from satdoku.techniques.step import Chain

__all__ = ["eureka"]


def eureka(chain: Chain, geometry: Geometry) -> str | None:
    """The chain in one line, or ``None`` where it branches and so has no such line."""
    nodes = chain.nodes
    if not chain.is_line or len(nodes) < 2:
        return None
    text = ""
    digits = str(nodes[0].digit)
    for before, node in pairwise(nodes):
        link = "-" if before.on else "="
        if node.cell == before.cell and node.digit != before.digit:
            digits += f"{link}{node.digit}"
        else:
            text += f"({digits}){geometry.name(before.cell)} {link} "
            digits = str(node.digit)
    return f"{text}({digits}){geometry.name(nodes[-1].cell)}"
