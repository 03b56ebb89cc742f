"""Canonical forms, automorphisms and orbits, against brute force and known numbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import factorial

import pytest

import satdoku.symmetry.search as search_module
from satdoku.base.errors import InvalidPuzzle, Undecided, Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import AntiKnight
from satdoku.puzzle import Puzzle
from satdoku.symmetry import (
    SymmetryGroup,
    automorphisms,
    canonical,
    canonical_bytes,
    canonicalize,
    equivalence,
    images,
    parse_moves,
)
from tests.shared import thinned
from tests.symmetry.conftest import JIGSAW
from tests.symmetry.grids import classic, cyclic, full_grids, puzzle_of, random_grid

CLASSIC = Geometry.classic()
Draw = Callable[[Geometry, int, random.Random], Puzzle]


def key(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(0 if value is None else value for value in values)


SUBGROUPS = [
    "",
    "relabel",
    "transpose",
    "rows,relabel",
    "bands",
    "stacks,columns",
    "rows,columns,bands,stacks",
    "rows,transpose,relabel",
    "bands,columns,relabel",
]


@pytest.mark.parametrize("widest", thinned([8, 0], 2), ids=["wide", "narrow"])
@pytest.mark.parametrize(
    ("geometry", "subgroups"),
    thinned(
        [
            (Geometry.of_size(4), [None, *SUBGROUPS]),
            (Geometry.boxes(4, 1, 4), [None, "bands,relabel", "columns"]),
            (Geometry.boxes(4, 4, 1), [None, "rows,relabel", "stacks"]),
            (Geometry.latin(3), [None, "rows,relabel", "transpose", "transpose,columns"]),
            (Geometry.latin(1), [None]),
            (Geometry.latin(2), [None]),
            (JIGSAW, [None, "layout", "relabel", ""]),
        ],
        4,
        rows=True,
    ),
    ids=lambda value: value.describe() if isinstance(value, Geometry) else "",
)
def test_everything_by_brute_force(
    geometry: Geometry,
    subgroups: list[str | None],
    widest: int,
    draw: Draw,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search_module, "_MAX_WAYS_PER_CELL", widest)
    rng = random.Random(geometry.describe())
    for names in subgroups:
        moves = None if names is None else parse_moves(names)
        group = SymmetryGroup.of(geometry, moves)
        elements = list(group.elements())
        maps = [(symmetry.cells, symmetry.digit_map) for symmetry in elements]
        for _ in range(4 if len(elements) > 2000 else 10):
            puzzle = draw(geometry, rng.randrange(geometry.cell_count + 1), rng)
            filled = [(cell, value) for cell, value in enumerate(puzzle.givens) if value]
            orbit = []
            for cells, digits in maps:
                image = [0] * geometry.cell_count
                for cell, value in filled:
                    image[cells[cell]] = digits[value]
                orbit.append(tuple(image))
            canonical_form = canonicalize(puzzle, moves)
            assert key(canonical_form.form.givens) == min(orbit)
            assert canonical_form.symmetry(puzzle) == canonical_form.form
            assert canonical_form.symmetry in group
            fixing = automorphisms(puzzle, moves)
            same = {e for e, image in zip(elements, orbit, strict=True) if image == orbit[0]}
            assert orbit[0] == key(puzzle.givens)
            assert set(fixing.elements()) == same
            assert fixing.order == canonical_form.automorphism_count == len(same)
            assert (
                fixing.images == canonical_form.images == len(set(orbit)) == images(puzzle, moves)
            )


@pytest.mark.full
def test_the_4x4_grids_are_of_two_kinds() -> None:
    geometry = Geometry.of_size(4)
    grids = list(full_grids(geometry))
    assert len(grids) == 288
    classes = {canonical(grid) for grid in grids}
    assert len(classes) == 2
    assert sum(images(grid) for grid in classes) == 288


@pytest.mark.full
def test_the_6x6_grids_are_of_49_kinds() -> None:
    """49 kinds of 28,200,960 grids (Pettersen, 2006; OEIS A107739 counts the grids)."""
    geometry = Geometry.of_size(6)
    classes = {canonical(grid) for grid in _sorted_grids(geometry)}
    assert len(classes) == 49
    assert sum(images(grid) for grid in classes) == 28_200_960


def _sorted_grids(geometry: Geometry) -> list[Grid]:
    """6x6 grids that begin 123456 456, lower rows in order: every grid is equivalent to one."""
    size = geometry.size
    values: list[int | None] = [1, 2, 3, 4, 5, 6, 4, 5, 6, *(None for _ in range(27))]
    grids: list[Grid] = []

    def fill(cell: int) -> None:
        if cell == size * size:
            grids.append(Grid(geometry, tuple(values)))
            return
        seen = {values[peer] for peer in geometry.peers[cell]}
        for digit in geometry.digits:
            if digit in seen:
                continue
            above = {18: 12, 24: 12, 30: 24}.get(cell)
            if above is not None and digit < (values[above] or 0):
                continue
            values[cell] = digit
            fill(cell + 1)
            values[cell] = None

    fill(9)
    return grids


def test_known_canonical_forms(maker: str) -> None:
    # The example of https://www.sudokuwiki.org/Sudoku_Min_Lex
    grid = "369218475215749863487635912754861239631924758928357641173482596542196387896573124"
    least = "123456789457189236698273541261947853745831692839625417384792165512368974976514328"
    assert canonical(classic(grid)) == classic(least)
    assert canonical(classic(grid).grid) == classic(least).grid
    assert canonical(classic(least)) == classic(least)


@pytest.mark.full
@pytest.mark.parametrize("clues", thinned([0, 1, 2, 3, 5, 8, 17, 24, 40, 72, 80, 81], 6))
def test_images_of_classic_puzzles_have_one_form(maker: str, clues: int) -> None:
    rng = random.Random(clues)
    group = SymmetryGroup.of(CLASSIC)
    for _ in range(3):
        puzzle = puzzle_of(random_grid(CLASSIC, rng), clues, rng)
        canonical_form = canonicalize(puzzle)
        assert canonical_form.symmetry(puzzle) == canonical_form.form
        assert key(canonical_form.form.givens) <= key(puzzle.givens)
        for _ in range(20):
            image = group.random(rng)(puzzle)
            again = canonicalize(image)
            assert again.form == canonical_form.form
            assert again.automorphism_count == canonical_form.automorphism_count
            assert again.symmetry(image) == canonical_form.form


@pytest.mark.parametrize(
    "geometry",
    thinned(
        [
            Geometry.of_size(6),
            Geometry.of_size(8),
            Geometry.of_size(12),
            Geometry.of_size(16),
            Geometry.latin(7),
            Geometry.latin(12),
        ],
        2,
    ),
    ids=Geometry.describe,
)
def test_images_on_other_boards_have_one_form(geometry: Geometry, draw: Draw) -> None:
    rng = random.Random(3)
    group = SymmetryGroup.of(geometry)
    for share in (0.0, 0.02, 0.1, 0.3, 0.6, 1.0):
        puzzle = draw(geometry, int(geometry.cell_count * share), rng)
        canonical_form = canonicalize(puzzle)
        assert canonical_form.symmetry(puzzle) == canonical_form.form
        for _ in range(3):
            image = group.random(rng)(puzzle)
            assert canonical(image) == canonical_form.form
            assert automorphisms(image).order == canonical_form.automorphism_count


def test_jigsaw_images_have_one_form(draw: Draw) -> None:
    # Boxes that exchanged some cells, alike under a half turn.
    layout = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]
    for cell, label in ((2, 1), (21, 0), (34, 4), (41, 5)):
        layout[cell], layout[80 - cell] = label, 8 - label
    geometry = Geometry.jigsaw(layout)
    assert 2 <= SymmetryGroup.of(geometry, ["layout"]).order < 1000
    rng = random.Random(5)
    group = SymmetryGroup.of(geometry)
    for _ in range(5):
        puzzle = draw(geometry, 40, rng)
        forms = {canonical(group.random(rng)(puzzle)) for _ in range(5)}
        assert forms == {canonical(puzzle)}


def test_a_changed_clue_changes_the_form(maker: str, draw: Draw) -> None:
    rng = random.Random(9)
    for _ in range(20):
        puzzle = draw(CLASSIC, 25, rng)
        cell = next(c for c, given in enumerate(puzzle.givens) if given is not None)
        fewer = puzzle.with_givens({cell: None})
        assert canonical(fewer) != canonical(puzzle)
        assert equivalence(fewer, puzzle) is None


def test_equivalence_says_how(maker: str, draw: Draw) -> None:
    rng = random.Random(2)
    group = SymmetryGroup.of(CLASSIC)
    for clues in (3, 20, 50):
        puzzle = draw(CLASSIC, clues, rng)
        image = group.random(rng)(puzzle)
        how = equivalence(puzzle, image)
        assert how is not None
        assert how(puzzle) == image
    assert equivalence(Puzzle.empty(CLASSIC), Puzzle.empty(Geometry.of_size(6))) is None
    relabelled = group.random(1)(cyclic(CLASSIC))
    assert equivalence(cyclic(CLASSIC), relabelled, ["relabel"]) is None


def test_the_most_symmetric_grid(maker: str) -> None:
    """648 automorphisms are the most that a 9x9 grid has (Russell and Jarvis, 2006)."""
    values = ((r + c // 3) % 3 * 3 + (r // 3 + c) % 3 + 1 for r in range(9) for c in range(9))
    grid = Grid(CLASSIC, tuple(values))
    assert not Puzzle(CLASSIC, grid.values).problems()
    assert canonicalize(grid).automorphism_count == automorphisms(grid).order == 648
    assert images(grid) == SymmetryGroup.of(CLASSIC).order // 648


def test_digits_that_do_not_occur_can_be_exchanged(maker: str) -> None:
    empty = Puzzle.empty(CLASSIC)
    assert canonicalize(empty).automorphism_count == SymmetryGroup.of(CLASSIC).order
    one = empty.with_givens({40: 5})
    assert canonicalize(one).automorphism_count == 41472 * factorial(8)
    assert images(one) == 81 * 9 == images(one, ["relabel"]) * 81
    assert automorphisms(one).images == 729


@pytest.mark.parametrize("size", [6, 9, 12, 16, 25])
def test_cyclic_grids_of_all_sizes(size: int) -> None:
    geometry = Geometry.of_size(size)
    grid = cyclic(geometry)
    image = SymmetryGroup.of(geometry).random(size)(grid)
    assert canonical(image) == canonical(grid)
    assert automorphisms(image).order == automorphisms(grid).order


@pytest.mark.full
def test_the_group_table_of_four_bits() -> None:
    """Autotopisms of an elementary abelian group of order q: q^2 times its automorphisms."""
    geometry = Geometry.latin(16)
    grid = Grid(geometry, tuple((r ^ c) + 1 for r in range(16) for c in range(16)))
    assert canonicalize(grid).automorphism_count == 16**2 * 20160 * 2


def test_what_has_no_canonical_form_is_refused() -> None:
    with pytest.raises(Unsupported, match=r"this puzzle has anti-knight \(anti-knight\)"):
        canonical(Puzzle.empty(CLASSIC, [AntiKnight()]))
    marks = (frozenset({1, 2}), *(None for _ in range(80)))
    with pytest.raises(Unsupported, match="this puzzle has pencil marks"):
        canonical(Puzzle(CLASSIC, (None,) * 81, marks))
    with pytest.raises(InvalidPuzzle, match="1 appears twice in row 1"):
        canonical(Puzzle.empty(CLASSIC).with_givens({0: 1, 8: 1}))
    with pytest.raises(InvalidPuzzle, match="r1c1 is 10"):
        automorphisms(Puzzle.empty(CLASSIC).with_givens({0: 10}))


def test_a_limit_is_kept() -> None:
    geometry = Geometry.of_size(25)
    with pytest.raises(Undecided, match="the limit on seconds ran out"):
        canonical(cyclic(geometry), limit=Limit(seconds=0))
    with pytest.raises(Undecided, match="the limit on cancelled ran out"):
        canonical(cyclic(geometry), limit=Limit(cancel=lambda: True))


def test_batches(maker: str) -> None:
    rng = random.Random(4)
    group = SymmetryGroup.of(CLASSIC)
    puzzle = puzzle_of(random_grid(CLASSIC, rng), 25, rng)
    lines = [group.random(rng)(puzzle).grid.text() for _ in range(10)]
    form = canonical(puzzle).grid.text()
    assert canonical_bytes("".join(lines).encode()) == (form * 10).encode()
    assert canonical_bytes("".join(lines).replace(".", "0").encode()) == (form * 10).encode()
    assert canonical_bytes(b"") == b""
    bad = "11" + "." * 79
    with pytest.raises(InvalidPuzzle, match="puzzle 3: 1 appears twice in row 1: r1c1 and r1c2"):
        canonical_bytes((lines[0] * 2 + bad + lines[0]).encode())
    with pytest.raises(ValueError, match="80 characters are not a whole number"):
        canonical_bytes(b"." * 80)
    with pytest.raises(ValueError, match="the digits 0 to 9"):
        canonical_bytes(b"x" * 81)


def _forms(lines: list[str]) -> list[bytes]:
    forms = canonical_bytes("".join(lines).encode())
    return [forms[at : at + 81] for at in range(0, len(forms), 81)]


@pytest.mark.full
def test_real_puzzles_are_all_different(maker: str, shared_lines: Callable[..., list[str]]) -> None:
    """The published 17-clue puzzles are pairwise inequivalent."""
    count = 5000 if maker == "native" else 300
    lines = shared_lines("data/speed/clue17.txt", count)
    rng = random.Random(0)
    group = SymmetryGroup.of(CLASSIC)
    forms = _forms(lines)
    assert len(set(forms)) == count
    moved = [group.random(rng)(classic(line)).grid.text() for line in lines[:300]]
    assert _forms(moved) == forms[:300]
