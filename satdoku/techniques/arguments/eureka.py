"""Chains in one line, in Eureka notation: ``(7)r1c1 = (7-3)r1c5 = (3)r4c5 => r4c1<>3``.

``=`` is a strong link (if the left is false, the right is true), ``-`` a weak one (if the left is
true, the right is false). Candidates of one cell in a row share a pair of brackets.

* A chain that ends in the opposite of its assumption is an alternating inference chain: it is
  written without the assumption, so it starts and ends on a strong link. One of its two ends is
  true, and the conclusion after ``=>`` follows from that.
* A ring is written from one strong link to another, then ``- loop``.
* A chain that is one of several cases starts at the assumed candidate and ends on a strong link,
  before the conclusion that the cases share.
"""

from __future__ import annotations

from satdoku.board.geometry import Geometry
from satdoku.techniques.step import Chain, chain_line


def eureka(chain: Chain, geometry: Geometry, *, inner: bool = False) -> str | None:
    """The chain in one line, or ``None`` where it has no such line (it branches, say).

    :param inner: its conclusion is left out already, and all that it has is written.
    """
    chain = chain.line
    nodes = chain.nodes
    # A pattern or another chain inside is no link, so it has no sign in this notation.
    if not chain.is_line or chain.parts:
        return None
    start, end = chain.start, chain.end
    tail = ""
    if chain.cycle:
        nodes, tail = nodes[1:], " - loop"
    elif (start.cell, start.digit, not start.on) == (end.cell, end.digit, end.on):
        tail = f" => {geometry.name(end.cell)}{'=' if end.on else '<>'}{end.digit}"
        if start.on:
            nodes = nodes[1:]
    if not (nodes[-1].on or inner):
        nodes = nodes[:-1]
    if len(nodes) < 2:
        return None
    names = [(node.digit, geometry.name(node.cell)) for node in nodes]
    return chain_line(names, ["-" if node.on else "=" for node in nodes[:-1]]) + tail
