"""Every puzzle made is judged by a second engine: one solution, minimal where promised."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from satdoku import solving
from satdoku.answers.generated import answer_of_row, row_of
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.generating import (
    SYMMETRIES,
    Generated,
    ImpossibleWish,
    Keys,
    Run,
    Wish,
    equivalence_key,
    full_grid,
    parse_mask,
    pattern_symmetries,
    posed,
)
from satdoku.puzzle import Puzzle
from tests.shared import cpu_below, thinned

core = pytest.importorskip("satdoku.core")
PLAIN = Puzzle.empty(Geometry.classic())


def board(size: int, rules: str = "") -> Puzzle:
    geometry = Geometry.of_size(size)
    return Puzzle.empty(geometry, parse_rules(rules, geometry))


def make(wish: Wish, count: int, seed: int = 7, **options: object) -> list[Generated]:
    run = Run(wish, seed, count, **options)  # type: ignore[arg-type]
    generated = [each for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "done", run.ending
    assert len(generated) == count
    assert [each.index for each in generated] == sorted({each.index for each in generated})
    return generated


def judge(generated: Generated, wish: Wish, *, minimal: bool = False) -> None:
    puzzle = generated.posed(wish.board)
    result = solving.check_unique(puzzle, backend="sat")
    assert result.verdict == "unique"
    assert result.witnesses[0].text() == generated.solution
    given = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    assert generated.clues == len(given)
    if minimal:
        for cell in given:
            fewer = puzzle.with_givens({cell: None})
            assert solving.check_unique(fewer, backend="sat").verdict == "multiple"


def test_plain_puzzles_are_minimal_and_pinned() -> None:
    puzzles = make(Wish(PLAIN), 10)
    for generated in puzzles:
        judge(generated, Wish(PLAIN), minimal=True)
    assert puzzles[0].puzzle == (
        ".......3..2.6.......5..87....6.2.98.9.......4...87.6....9.1.4.72..5....1.5.4...9."
    )


@pytest.mark.parametrize("symmetry", thinned([name for name in SYMMETRIES if name != "none"], 3))
def test_symmetry_is_kept(symmetry: str) -> None:
    wish = Wish(PLAIN, symmetry=symmetry)
    for generated in make(wish, 3):
        judge(generated, wish)
        cells = {c for c, symbol in enumerate(generated.puzzle) if symbol != "."}
        assert symmetry in pattern_symmetries(wish.geometry, cells)
    strict = Wish(PLAIN, symmetry=symmetry, minimal=True)
    if symmetry != "dihedral":
        for generated in make(strict, 2):
            judge(generated, strict, minimal=True)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(PLAIN, clues=60),
        *thinned([Wish(PLAIN, clues=clues) for clues in (27, 22, 20, 18)], 4),
        Wish(PLAIN.with_givens({0: 1, 1: 2, 40: 3}), clues=20),
        Wish(PLAIN, clues=21, minimal=True),
        Wish(PLAIN, clues=25, minimal=True),
        Wish(PLAIN, clues=31, symmetry="180"),
        Wish(PLAIN, uniform=True),
        Wish(PLAIN.with_givens({0: 1, 1: 2, 2: 3, 40: 5}), minimal=True),
        Wish(PLAIN.with_givens({0: 1, 80: 2}), symmetry="180"),
    ],
)
def test_wishes_are_met(wish: Wish) -> None:
    for generated in make(wish, 2):
        judge(generated, wish, minimal=wish.minimal)
        assert wish.clues in (None, generated.clues)
        assert all(generated.puzzle[c] == str(wish.board.givens[c]) for c in wish.wished_cells)


def test_puzzles_of_one_grid() -> None:
    grid = make(Wish(PLAIN, full=True), 1)[0].solution
    wish = Wish(PLAIN, grid=tuple(map(int, grid)))
    for generated in make(wish, 3):
        judge(generated, wish, minimal=True)
        assert generated.solution == grid


PATTERNS = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".....5..8...62..5.....392...5...2..6..18....4.2..6.1..2.3..6.4........7...53..8..",
    ".6.3.....1.....5........8.....51......4..8.2..9.....4....94...23..1.......8..6.9.",
    ".6.34...9........5......8.7.9.2..........8.........74....96...43..1...9...8......",
]


@pytest.mark.parametrize("pattern", thinned(PATTERNS, 2))
def test_masks_are_filled(pattern: str) -> None:
    mask = parse_mask(pattern, PLAIN.geometry)
    wish = Wish(PLAIN, mask=mask)
    for generated in make(wish, 2):
        judge(generated, wish)
        assert {c for c, symbol in enumerate(generated.puzzle) if symbol != "."} == mask
    cell = min(mask)
    wish = Wish(PLAIN.with_givens({cell: 9}), mask=mask, minimal=len(mask) < 30)
    generated = make(wish, 1)[0]
    judge(generated, wish, minimal=wish.minimal)
    assert generated.puzzle[cell] == "9"


def test_filling_a_mask_obeys_the_clock() -> None:
    """Its searches are too short to look at the clock themselves."""
    hopeless = "x" * 36 + "." * 18 + "." * 9 + "x" * 18
    with cpu_below(5):
        filled, _, cut = core.fill_mask(1, hopeless, steps=10**9, seconds=0.2)
    assert filled is None
    assert cut


def test_a_mask_on_a_small_board_by_the_general_search() -> None:
    mask = parse_mask("x...xx..x......x.x....x..x..x...xx.x", Geometry.of_size(6))
    wish = Wish(board(6), mask=mask)
    generated = make(wish, 1)[0]
    judge(generated, wish)
    assert {c for c, symbol in enumerate(generated.puzzle) if symbol != "."} == mask


@pytest.mark.parametrize(
    ("size", "rules", "count"),
    thinned(
        [
            (6, "", 5),
            (4, "", 10),
            (9, "diagonal", 2),
            (8, "", 2),
            (10, "", 1),
            (9, "windoku", 2),
            (9, "anti-knight", 1),
            (12, "", 1),
        ],
        4,
        rows=True,
    ),
)
def test_other_boards_and_rules(size: int, rules: str, count: int) -> None:
    wish = Wish(board(size, rules), minimal=True)
    for generated in make(wish, count):
        judge(generated, wish, minimal=size < 10)
    wish = Wish(board(size, rules), symmetry="180")
    judge(make(wish, 1)[0], wish)


@pytest.mark.slow
def test_16x16() -> None:
    wish = Wish(board(16), symmetry="180")
    judge(make(wish, 1)[0], wish)


def test_jigsaw() -> None:
    wish = Wish(Puzzle.empty(Geometry.jigsaw(int(c) for c in "1112132233243444")))
    for generated in make(wish, 2):
        judge(generated, wish, minimal=True)


@pytest.mark.parametrize("size", [4, 6, 9])
def test_killer(size: int) -> None:
    wish = Wish(board(size), killer=True)
    for generated in make(wish, 1):
        judge(generated, wish)
        covered = [cell for cage in generated.rules for cell in cage.scope(wish.geometry)]
        assert sorted(covered) == list(range(size * size))
        assert generated.clues == 0


@pytest.mark.full
def test_all_36_minimal_4x4_puzzles() -> None:
    """13 of four clues, 22 of five, 1 of six: the known classes of the 4x4."""
    run = Run(Wish(board(4), minimal=True), 1, 100, tries=600)
    clues = [each.clues for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "tries"
    assert {n: clues.count(n) for n in set(clues)} == {4: 13, 5: 22, 6: 1}


def test_tries_are_counted_from_the_last_new_puzzle() -> None:
    run = Run(Wish(board(4), minimal=True), 1, 12, tries=9)
    indices = [each.index for piece in run.pieces() for each in piece.puzzles]
    assert (len(indices), run.ending) == (12, "done")
    assert indices[-1] > 9


def test_equivalent_puzzles_have_one_key() -> None:
    wish = Wish(PLAIN)
    generated = make(wish, 1)[0]
    moved = generated.puzzle.translate(str.maketrans("123456789", "912345678"))
    moved = moved[9:18] + moved[:9] + moved[18:]
    assert equivalence_key(posed(moved, PLAIN), wish) == generated.key


def turned(cells: list[int]) -> list[int]:
    """A quarter turn of a square of cells."""
    side = round(len(cells) ** 0.5)
    return [cells[(side - 1 - c) * side + r] for r in range(side) for c in range(side)]


@pytest.mark.parametrize(
    ("where", "turns", "renames"),
    [
        (board(9, "windoku"), True, True),
        (board(9, "anti-knight"), True, True),
        (board(9, "diagonal"), True, True),
        (board(9, "odd:r1c1,even:r1c2"), False, False),
        (board(9, "odd:r5c5"), True, False),
        (board(16), True, True),
        (board(12), False, True),
        (Puzzle.empty(Geometry.latin(9)), True, True),
    ],
    ids=lambda value: "" if isinstance(value, bool) else str(value.constraints)[:20],
)
def test_equivalent_puzzles_of_other_boards(where: Puzzle, turns: bool, renames: bool) -> None:
    """Turned and renamed puzzles have one key exactly where rules and houses stay."""
    grid = full_grid(where, 1)
    assert grid is not None
    size = where.geometry.size
    given = [d if d is not None and i % 7 < 4 else None for i, d in enumerate(grid.values)]
    wish = Wish(where)

    def key(cells: list[int | None]) -> str:
        return equivalence_key(where.with_givens(cells), wish)

    key_of = key(given)
    assert key(given[::-1]) == key_of or (not turns and where.constraints)
    around = turned(list(range(size * size)))
    assert (key([given[c] for c in around]) == key_of) is turns
    renamed = [None if d is None else size + 1 - d for d in given]
    assert (key(renamed) == key_of) is renames
    assert key([None, *given[1:]]) != key_of


@pytest.mark.full
def test_jobs_make_no_difference() -> None:
    for wish, count in ((Wish(PLAIN), 300), (Wish(board(6)), 4)):
        assert make(wish, count, jobs=2) == make(wish, count)


def test_a_run_goes_on_where_it_stopped() -> None:
    wish = Wish(PLAIN)
    whole = make(wish, 30)
    first = Run(wish, 7, 10)
    begun = [each for piece in first.pieces() for each in piece.puzzles]
    known = Keys()
    assert all(known.add(each.key) for each in begun)
    assert not known.add(begun[3].key)
    later = Run(wish, 7, 30, place=first.place, known=known)
    rest = [each for piece in later.pieces() for each in piece.puzzles]
    assert begun + rest == whole


def test_time_limits_end_a_run() -> None:
    run = Run(Wish(PLAIN, clues=17, symmetry="dihedral"), 1, 5, limit=Limit(seconds=0.3))
    puzzles = [each for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "seconds"
    assert len(puzzles) < 5
    run = Run(Wish(board(16)), 1, 5, limit=Limit(seconds=0.2))
    assert list(run.pieces())[-1].puzzles == ()


def test_digits_without_a_solution_are_refused() -> None:
    stuck = PLAIN.with_givens({**{c: c + 1 for c in range(8)}, 17: 9})
    for wish in (Wish(stuck), Wish(stuck, mask=frozenset(range(72))), Wish(stuck, full=True)):
        with pytest.raises(ImpossibleWish, match="no solution"):
            make(wish, 1)


@pytest.mark.slow
def test_patterns_of_real_puzzles(shared_lines: Callable[..., list[str]]) -> None:
    for pattern in shared_lines("data/speed/easy.txt", 10):
        wish = Wish(PLAIN, mask=parse_mask(pattern, PLAIN.geometry))
        judge(make(wish, 1)[0], wish)


@pytest.mark.slow
def test_ten_thousand_by_a_second_engine() -> None:
    wish = Wish(PLAIN)
    checker = solving.Checker(backend="sat")
    for generated in make(wish, 10_000):
        assert checker.is_unique(generated.puzzle)


@pytest.mark.full
def test_masks_on_a_board_without_boxes_are_unique() -> None:
    board = Puzzle.empty(Geometry.latin(5))
    masks = ((3, 6, 10, 17, 18, 21, 22), (2, 6, 8, 10, 14, 18, 20), (0, 1, 3, 7, 13, 16, 17, 21))
    for mask in masks:
        for seed in range(5):
            wish = Wish(board, mask=frozenset(mask), minimal=True)
            puzzles = [f for piece in Run(wish, seed, 2).pieces() for f in piece.puzzles]
            assert len(puzzles) == 2
            for generated in puzzles:
                assert solving.is_unique(generated.posed(board))


@pytest.mark.parametrize("empty", [PLAIN, board(6, "anti-knight")], ids=["9x9", "6x6"])
def test_puzzles_with_several_solutions(empty: Puzzle) -> None:
    """All solutions by another engine are the judge of what is marked."""
    wish = Wish(empty, symmetry="180", solutions=(2, 5))
    for generated in make(wish, 4, 4, describe=partial(row_of, False)):
        assert generated.row is not None
        puzzle = generated.posed(empty)
        solved = solving.solve(puzzle, backend="sat", limit=Limit(solutions=10)).solutions
        grids = sorted(grid.text() for grid in solved)
        answer = answer_of_row(generated.row, wish, 4)
        assert list(answer.solutions or ()) == grids
        assert generated.solution in grids
        assert 2 <= len(grids) == generated.row["solutions"] <= 5
        differ = [len(set(digits)) > 1 for digits in zip(*grids, strict=True)]
        assert generated.row["ambiguous"] == "".join(".x"[mark] for mark in differ)
        name = empty.geometry.name
        assert answer.ambiguous == tuple(name(c) for c, mark in enumerate(differ) if mark)
        assert answer.minimal is None
        assert "180" in (answer.symmetry or ())
