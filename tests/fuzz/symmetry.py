"""Canonical forms, equivalences and images under random symmetries."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from satdoku.base.errors import Unsupported
from satdoku.board import Geometry, Grid
from satdoku.puzzle import Puzzle
from satdoku.symmetry import (
    Symmetry,
    SymmetryGroup,
    automorphisms,
    canonical,
    canonical_bytes,
    canonicalize,
    equivalence,
)
from tests.fuzz import puzzles
from tests.fuzz.tries import expect


@dataclass(frozen=True)
class Case:
    """A puzzle, a symmetry of its board, another puzzle, and whether Python's search is asked."""

    puzzle: Puzzle
    moved: int
    other: Puzzle
    grid: tuple[int, ...]
    slow: bool

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry, drawn by the group."""
        return SymmetryGroup.of(self.puzzle.geometry).random(self.moved)


_BOARDS = (Geometry.boxes(4, 2, 2), Geometry.latin(3), Geometry.boxes(4, 1, 4), Geometry.latin(4))


def draw(chance: random.Random) -> Case:
    """Mostly classic; the other boards are searched in Python."""
    geometry, values = puzzles.CLASSIC, ()
    if chance.random() < 0.1:
        geometry = chance.choice(_BOARDS)
    values = puzzles.grid_of(geometry, chance)
    rules = []
    if chance.random() < 0.1:
        rule = chance.choice((puzzles.rule, puzzles.clue))(geometry, values, chance)
        rules = [] if rule is None else [rule]
    share = chance.choice((1.0, 0.9, chance.uniform(0.2, 0.9)))
    givens = tuple([value if chance.random() < share else None for value in values])
    puzzle = Puzzle(geometry, givens, None, tuple(rules))
    cell = chance.randrange(len(values))
    change = None if givens[cell] is not None else values[cell]
    other = puzzle.with_givens({cell: change})
    slow = geometry.size < 9 or (share > 0.8 and chance.random() < 0.02)
    return Case(puzzle, chance.randrange(2**32), other, values, slow)


def judge(case: Case) -> None:
    """Check the properties that moves keep, and those that they change."""
    symmetry, puzzle = case.symmetry, case.puzzle
    expect(symmetry.then(symmetry.inverse()).is_identity, "an inverse that is none")
    whole = Grid(puzzle.geometry, case.grid)
    try:
        image = symmetry(puzzle)
    except Unsupported:
        expect(puzzle.constraints, "a plain puzzle that cannot be moved")
        return
    expect(_same(symmetry.inverse()(image), puzzle), "there and back is not the same")
    expect(puzzle.accepts(whole) == image.accepts(symmetry(whole)), "the image of a rule")
    if puzzle.constraints:
        return
    if puzzle.problems():
        return
    form = canonicalize(puzzle)
    expect(form.symmetry(puzzle) == form.form, "the symmetry does not lead to the form")
    expect(canonical(image) == form.form, "a canonical form depends on the puzzle's image")
    expect(canonical(form.form) == form.form, "the canonical form of a form is another")
    expect(_key(form.form) <= min(_key(puzzle), _key(image)), "the form is not the least")
    between = equivalence(puzzle, image)
    expect(
        between is not None and between(puzzle) == image,
        "two images are not found to be the same",
    )
    expect(form.images * form.automorphism_count == form.group.order, "orbit times stabiliser")
    if puzzle.geometry.is_classic:
        line = puzzle.grid.text().encode()
        expect(canonical_bytes(line) == form.form.grid.text().encode(), "canonical bytes")
    if not case.other.problems():
        other_symmetry = equivalence(puzzle, case.other)
        expect(other_symmetry is None, "puzzles with other numbers of givens are the same")
        swapped = _swapped(puzzle)
        if swapped is not None and not swapped.problems():
            same = canonical(swapped) == form.form
            expect((equivalence(puzzle, swapped) is not None) == same, "same and canonical differ")
            if _invariant(swapped) != _invariant(puzzle):
                expect(not same, "puzzles with other counts are the same")
    if case.slow:
        group = automorphisms(puzzle)
        expect(group.order == form.automorphism_count, "number of automorphisms", group.order)
        for generator in group.generators:
            expect(generator(puzzle) == puzzle, "an automorphism that is none")


def _same(one: Puzzle, other: Puzzle) -> bool:
    """Equal, but that a rule may have another name for what it means."""
    if one == other:
        return True
    if replace(one, constraints=()) != replace(other, constraints=()):
        return False
    meant = [[list(rule.relations(p.geometry)) for rule in p.constraints] for p in (one, other)]
    return meant[0] == meant[1]


def _key(puzzle: Puzzle) -> tuple[int, ...]:
    return tuple([value or 0 for value in puzzle.givens])


def _swapped(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with a given and an empty cell changed about."""
    givens = list(puzzle.givens)
    if None not in givens or not any(givens):
        return None
    a, b = givens.index(None), next(c for c, given in enumerate(givens) if given)
    givens[a], givens[b] = givens[b], givens[a]
    return puzzle.with_givens(givens)


def _invariant(puzzle: Puzzle) -> object:
    """Invariants of symmetries: counts of givens in lines and boxes, and of digits."""
    counts = Counter(given for given in puzzle.givens if given)
    houses = puzzle.geometry.houses
    full = [(h.kind == "box", sum(puzzle.givens[c] is not None for c in h.cells)) for h in houses]
    return sorted(counts.values()), sorted(full)


def smaller(case: Case) -> Iterator[Case]:
    """Fewer givens and rules."""
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle, other=_another(puzzle, case.grid))


def _another(puzzle: Puzzle, grid: tuple[int, ...]) -> Puzzle:
    """A puzzle with one given more or less."""
    first = puzzle.givens[0]
    return puzzle.with_givens({0: grid[0] if first is None else None})
