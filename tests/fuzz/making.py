"""Generated and minimised puzzles: one solution, minimal where promised, as wished."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from satdoku.base.errors import ImpossibleWish, InvalidPuzzle, NoSolution, NotUnique
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.generating import Generated, Run, Wish
from satdoku.generating.reducing import Reducer
from satdoku.puzzle import Puzzle
from satdoku.symmetry import equivalence
from tests.fuzz import puzzles
from tests.fuzz.tries import expect
from tests.fuzz.verdicts import solutions

_BOARDS = (
    Geometry.boxes(4, 2, 2), Geometry.latin(4), Geometry.boxes(6, 2, 3), Geometry.latin(5),
    puzzles.CLASSIC, puzzles.CLASSIC, puzzles.CLASSIC,
)  # fmt: skip
_IMAGES: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "180": lambda r, c, last: (last - r, last - c),
    "90": lambda r, c, last: (c, last - r),
    "horizontal": lambda r, c, last: (r, last - c),
    "vertical": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, last: (c, r),
    "anti-diagonal": lambda r, c, last: (last - c, last - r),
}
"""Where a pattern symmetry takes a cell."""


@dataclass(frozen=True)
class Case:
    """A wish, or (``wish`` is ``None``) a puzzle to minimise."""

    puzzle: Puzzle
    wish: Wish | None
    seed: int


def draw(chance: random.Random) -> Case:
    """Small wishes of every kind, many of them impossible."""
    if chance.random() < 0.5:
        small = chance.random() < 0.7
        puzzle = puzzles.puzzle(chance, "small") if small else puzzles.classic_puzzle(chance)
        return Case(puzzle, None, chance.randrange(1000))
    geometry = chance.choice(_BOARDS)
    rules = []
    if chance.random() < 0.2:
        rule = REGISTRY[chance.choice([n for n in REGISTRY if not REGISTRY[n].parameters])]()
        rules = [] if rule.unfit(geometry) or geometry.size > 4 else [rule]
    grid = puzzles.grid_of(geometry, chance)
    board = Puzzle.empty(geometry, rules)
    cells = range(geometry.cell_count)
    if chance.random() < 0.2:
        board = board.with_givens({cell: grid[cell] for cell in chance.sample(cells, 2)})
    share = chance.choice((0.25, 0.35, 0.5))
    mask = frozenset(cell for cell in cells if chance.random() < share)
    wish = Wish(
        board,
        chance.choice((None, None, None, round(share * len(cells)))),
        chance.random() < 0.4,
        chance.choice(("none", "none", *_IMAGES)),
        mask if chance.random() < 0.15 else None,
        grid if chance.random() < 0.15 and not rules else None,
        chance.random() < 0.05,
        chance.random() < 0.05,
    )
    return Case(board, wish, chance.randrange(2**63))


def judge(case: Case) -> None:
    """Compare generated puzzles with the referees."""
    if case.wish is None:
        _minimised(case)
        return
    try:
        run = Run(case.wish, case.seed, 3, limit=Limit(seconds=0.5), tries=20)
        generated = [each for piece in run.pieces() for each in piece.puzzles]
    except (ImpossibleWish, InvalidPuzzle):
        return
    posed = [_as_wished(each, case.wish) for each in generated]
    if not case.wish.killer and not case.puzzle.constraints and not case.wish.full:
        for number, one in enumerate(posed):
            for other in posed[:number]:
                if one.geometry.regions:
                    expect(equivalence(one, other) is None, "two equivalent puzzles of one run")


def _as_wished(generated: Generated, wish: Wish) -> Puzzle:
    puzzle = generated.posed(wish.board)
    expect(not puzzle.problems(), "a generated puzzle with a fault")
    truth, _ = solutions(puzzle)
    expect(len(truth) == 1, "a generated puzzle without exactly one solution", generated.puzzle)
    (values,) = truth
    text = replace(puzzle.grid, values=values).text()
    expect(text == generated.solution, "another solution than the generator's", generated.puzzle)
    given = frozenset(c for c, value in enumerate(puzzle.givens) if value is not None)
    for cell, digit in enumerate(wish.board.givens):
        expect(digit is None or puzzle.givens[cell] == digit, "a digit wished for is not given")
    if wish.full:
        expect(len(given) == len(values), "a full grid that is not full")
        return puzzle
    if wish.killer:
        return puzzle
    if wish.mask is not None:
        expect(given == wish.mask, "another mask")
    if wish.clues is not None:
        expect(puzzle.clues == wish.clues, "another number of clues", puzzle.clues)
    if wish.grid is not None:
        expect(values == wish.grid, "another grid")
    if wish.symmetry in _IMAGES:
        side = wish.geometry.size
        image = _IMAGES[wish.symmetry]
        moved = (image(*divmod(cell, side), side - 1) for cell in given)
        expect({r * side + c for r, c in moved} == given, f"not {wish.symmetry}", generated.puzzle)
    if wish.minimal:
        _is_minimal(puzzle)
    return puzzle


def _is_minimal(puzzle: Puzzle) -> None:
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            truth, _ = solutions(puzzle.with_givens({cell: None}))
            expect(len(truth) > 1, "a given can be spared", puzzle.grid.text())


def _minimised(case: Case) -> None:
    puzzle = case.puzzle
    if puzzle.problems():
        return
    truth, _ = solutions(puzzle)
    try:
        reducer = Reducer(puzzle)
    except (NoSolution, NotUnique) as error:
        expect(len(truth) != 1, "a puzzle with one solution is refused", error)
        expect((len(truth) == 0) == isinstance(error, NoSolution), "none or several", error)
        return
    expect(len(truth) == 1, "a puzzle without exactly one solution is minimised")
    spare = set(reducer.redundant())
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            rest, _ = solutions(puzzle.with_givens({cell: None}))
            expect((len(rest) == 1) == (cell in spare), "redundant", cell)
    less = reducer.minimal(case.seed)
    expect(solutions(less)[0] == truth, "a minimal puzzle has another solution")
    _is_minimal(less)
    if puzzle.geometry.cell_count <= 16:
        smallest = reducer.fewest()
        every = {p.givens for p in reducer.all_minimal()}
        expect(less.givens in every, "a minimal puzzle that is not listed")
        fewest = min(sum(g is not None for g in givens) for givens in every)
        expect(smallest.puzzle.clues == fewest, "not the fewest", smallest.puzzle.clues)
        expect(smallest.proved, "the fewest of a small board are not proved")


def smaller(case: Case) -> Iterator[Case]:
    """A simpler wish, or less of a puzzle."""
    if case.wish is None:
        for puzzle in puzzles.smaller_puzzles(case.puzzle):
            yield replace(case, puzzle=puzzle)
        return
    plain = Wish(case.puzzle)
    for name in ("clues", "minimal", "symmetry", "mask", "grid", "killer", "full"):
        if getattr(case.wish, name) != getattr(plain, name):
            yield replace(case, wish=replace(case.wish, **{name: getattr(plain, name)}))
