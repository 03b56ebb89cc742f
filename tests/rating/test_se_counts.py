"""Sudoku Explainer's counts on steps made by hand: the cells of a loop, nested statements.

Its own records cover both, at the price of whole paths (``-m full``).
"""

from __future__ import annotations

import pytest

from satdoku.rating.columns import printed
from satdoku.rating.se import SE
from satdoku.rating.se_ratings import statements
from satdoku.techniques.arguments.chains import ChainProof, ForcingProof
from satdoku.techniques.arguments.uniqueness import ExtraSet, LoopProof
from satdoku.techniques.step import CellSet, Chain, House, Node, Step

(LOOPS,) = (entry for entry in SE.entries if entry.search.name == "unique-loops")
ROW = House("row", 1, tuple(range(9)))


@pytest.mark.parametrize(
    ("cells", "rating"), [(4, 4.5), (6, 4.6), (8, 4.7), (10, 5.0), (12, 5.0), (14, 5.0)]
)
@pytest.mark.parametrize("kind", [None, "naked", "hidden"])
def test_a_loop_is_rated_by_its_length_and_the_set_beside_it(
    cells: int, rating: float, kind: str | None
) -> None:
    # Of a naked set its digits count, of a hidden one its cells: three here, so 0.2 more.
    others = {
        None: None,
        "naked": CellSet("naked", (0, 1), (1, 2, 3)),
        "hidden": CellSet("hidden", (0, 1, 2), (1, 2)),
    }[kind]
    how = None if others is None else ExtraSet(ROW, others)
    step = Step("unique-loop-3", LoopProof(tuple(range(cells)), (1, 2), (), (), how))
    assert printed(LOOPS.rate(step)) == printed(rating + (0.2 if how else 0.0))


def line(length: int, *parts: Step) -> Chain:
    nodes = (
        Node(0, 1, True),
        *(Node(i, 1, i % 2 == 0, (i - 1,), "cell") for i in range(1, length)),
    )
    return Chain(nodes, parts=parts)


def nested(length: int, *parts: Step) -> Step:
    return Step("forcing-chain", ChainProof("xy", line(length, *parts)))


def test_an_equal_nested_chain_is_counted_once() -> None:
    one, other = nested(5), nested(6)
    both = ForcingProof("double", (0, 1), (line(3, one, other), line(4, one)))
    assert statements(Step("nested-forcing-chains", both)) == 3 + 4 + 5 + 6
    # Equal chains of equal length that say other things are two; deeper ones count as well.
    deep = nested(7, one, nested(5, other))
    assert statements(nested(2, one, deep)) == 2 + 5 + (7 + 5 + (5 + 6))
