"""The group and its subgroups: orders, elements, the symmetries of irregular regions."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

import satdoku.symmetry.layout as layout
from satdoku.base.errors import Unsupported
from satdoku.board import Geometry
from satdoku.symmetry import Move, Symmetry, SymmetryGroup, parse_moves
from tests.symmetry.conftest import JIGSAW

CLASSIC = Geometry.classic()


@pytest.mark.parametrize(
    ("geometry", "order"),
    [
        (CLASSIC, 1_218_998_108_160),
        (Geometry.of_size(4), 24 * 128),
        # 2x3 boxes: three bands of two rows, two stacks of three columns, no transposition.
        (Geometry.of_size(6), 720 * (2**3 * 6) * (6**2 * 2)),
        (Geometry.latin(5), 120**3 * 2),
        (Geometry.of_size(16), factorial(16) * (24**5) ** 2 * 2),
        (Geometry.latin(1), 2),
        # One row of cells to a box: the rows are bands of their own.
        (Geometry.boxes(5, 1, 5), 120**3),
    ],
)
def test_order_of_the_whole_group(geometry: Geometry, order: int) -> None:
    assert SymmetryGroup.of(geometry).order == order


@pytest.mark.parametrize(
    ("moves", "order"),
    [
        ("relabel", 362_880),
        ("rows", 216),
        ("bands", 6),
        ("rows,bands", 1296),
        ("rows,columns", 46_656),
        ("relabel,rows,columns", 16_930_529_280),
        ("transpose", 2),
        ("transpose,rows", 216 * 216 * 2),
        ("transpose,stacks", 72),
        ("", 1),
        ("rows,columns,bands,stacks,transpose", 3_359_232),
    ],
)
def test_order_of_subgroups(moves: str, order: int) -> None:
    assert SymmetryGroup.of(CLASSIC, parse_moves(moves)).order == order


@pytest.mark.parametrize("geometry", [Geometry.of_size(4), Geometry.latin(3), JIGSAW])
def test_elements_are_all_and_closed(geometry: Geometry) -> None:
    names = [move.value for move in SymmetryGroup.of(geometry).moves]
    for moves in [None, *[[name] for name in names]]:
        group = SymmetryGroup.of(geometry, moves)
        elements = set(group.elements())
        assert len(elements) == group.order
        assert all(element in group for element in elements)
        first = sorted(elements, key=repr)[:12]
        assert all(a.then(b) in elements for a in first for b in first)


def test_membership() -> None:
    turn = Symmetry.named(CLASSIC, "rotate-180")
    assert turn in SymmetryGroup.of(CLASSIC, ["rows", "columns", "bands", "stacks"])
    assert turn not in SymmetryGroup.of(CLASSIC, ["rows", "columns", "bands"])
    assert turn not in SymmetryGroup.of(CLASSIC, ["columns", "bands", "stacks"])
    assert Symmetry.named(CLASSIC, "transpose") not in SymmetryGroup.of(CLASSIC, ["relabel"])
    swap = Symmetry.relabelling(CLASSIC, {1: 2, 2: 1})
    assert swap in SymmetryGroup.of(CLASSIC, ["relabel"])
    assert swap not in SymmetryGroup.of(CLASSIC, ["rows"])
    assert "rotate-180" not in SymmetryGroup.of(CLASSIC)


def test_random_elements_are_uniform() -> None:
    group = SymmetryGroup.of(Geometry.latin(2))
    counts = Counter(group.random(seed) for seed in range(3200))
    assert len(counts) == group.order == 16
    # Chi-squared with 15 degrees of freedom; 37.7 has a chance of one in a thousand.
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 37.7


def test_kinds_of_moves_are_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="transpose is not a move of the 6x6 with 2x3 boxes"):
        SymmetryGroup.of(Geometry.of_size(6), ["transpose"])
    with pytest.raises(Unsupported, match="bands is not a move of the 5x5 without boxes"):
        SymmetryGroup.of(Geometry.latin(5), [Move.BANDS])
    with pytest.raises(Unsupported, match="rows is not a move of the 4x4 with irregular regions"):
        SymmetryGroup.of(JIGSAW, [Move.ROWS])
    with pytest.raises(ValueError, match="'turn' is not a kind of move; there are relabel, rows"):
        parse_moves("rows,turn")
    assert parse_moves(" Rows ,relabel,") == (Move.ROWS, Move.RELABEL)


def brute_layout(geometry: Geometry) -> set[layout.LineMove]:
    size = geometry.size
    labels = geometry.region_of
    regions = {
        frozenset(c for c in range(size * size) if labels[c] == r) for r in set(labels) - {None}
    }
    group = set()
    for transpose in (False, True):
        for rows in permutations(range(size)):
            for columns in permutations(range(size)):

                def image(cell: int) -> int:
                    r, c = divmod(cell, size)
                    r, c = (c, r) if transpose else (r, c)  # noqa: B023
                    return rows[r] * size + columns[c]  # noqa: B023

                if {frozenset(map(image, region)) for region in regions} == regions:
                    group.add((transpose, rows, columns))
    return group


@pytest.mark.parametrize(
    "regions",
    [
        "0001021122132333",
        "0012001233124432",
        "0123123023013012",  # every broken diagonal
        "0112011223330023",
        "000111.11",
    ],
)
def test_layout_moves_by_brute_force(regions: str) -> None:
    geometry = Geometry.jigsaw([None if c == "." else int(c) for c in regions])
    assert geometry.box is None
    assert set(layout.layout_moves(geometry)) == brute_layout(geometry)
    first = layout.layout_moves(geometry)[0]
    assert first == (False, tuple(range(geometry.size)), tuple(range(geometry.size)))


def test_boxes_in_disguise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MAX_LAYOUT_MOVES", 100)
    layout.layout_moves.cache_clear()
    rows = [0, 3, 1, 2]
    geometry = Geometry.jigsaw([rows[r] // 2 * 2 + c // 2 for r in range(4) for c in range(4)])
    assert geometry.box is None
    with pytest.raises(Unsupported, match="more than 100 symmetries of their own"):
        SymmetryGroup.of(geometry).order  # noqa: B018
    layout.layout_moves.cache_clear()
