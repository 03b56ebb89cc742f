"""Clashes and cures of 4x4 boards by brute force over all grids and all sets of facts."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import AntiKing, AntiKnight, BothDiagonals, KillerCage, NonConsecutive
from satdoku.diagnosing.facts import Fact, facts_of
from satdoku.puzzle import Puzzle

BOARD = Geometry.boxes(4, 2, 2)


@cache
def grids() -> tuple[Grid, ...]:
    """All 288 grids, by filling cell after cell."""
    partial: list[tuple[int, ...]] = [()]
    for cell in range(16):
        seen = [peer for peer in BOARD.peers[cell] if peer < cell]
        partial = [
            (*values, digit)
            for values in partial
            for digit in (1, 2, 3, 4)
            if all(values[peer] != digit for peer in seen)
        ]
    assert len(partial) == 288
    return tuple(Grid(BOARD, values) for values in partial)


def keeps(grid: Grid, fact: Fact) -> bool:
    return fact.rule.holds(grid) if fact.rule is not None else grid[fact.cell] in fact.digits


class Oracle:
    """The clashes of one puzzle by brute force; a set of facts is a bit set."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.facts = facts_of(puzzle)
        self.kept = [
            sum(1 << i for i, fact in enumerate(self.facts) if keeps(grid, fact))
            for grid in grids()
        ]
        self.every = (1 << len(self.facts)) - 1

    def hold(self, chosen: int) -> bool:
        return any(not chosen & ~bits for bits in self.kept)

    def bits(self, facts: object) -> int:
        return sum(1 << self.facts.index(fact) for fact in facts)  # type: ignore[attr-defined]

    @property
    def solvable(self) -> bool:
        return self.hold(self.every)

    def clashes(self) -> set[int]:
        """Every minimal set of facts that cannot hold together."""
        clashes: set[int] = set()
        for size in range(len(self.facts) + 1):
            for chosen in combinations(range(len(self.facts)), size):
                mask = sum(1 << i for i in chosen)
                if not any(small & mask == small for small in clashes) and not self.hold(mask):
                    clashes.add(mask)
        return clashes

    def removals(self, kinds: tuple[str, ...]) -> set[int]:
        """Every smallest set of facts of these kinds without which there is a solution."""
        free = sum(1 << i for i, fact in enumerate(self.facts) if fact.kind in kinds)
        losses = [self.every & ~bits for bits in self.kept]
        cures = {lost for lost in losses if not lost & ~free}
        fewest = min((lost.bit_count() for lost in cures), default=0)
        return {lost for lost in cures if lost.bit_count() == fewest}

    def solutions(self, without: int) -> int:
        return sum(not self.every & ~without & ~bits for bits in self.kept)

    def changes(self) -> dict[tuple[tuple[int, int], ...], int]:
        """Every choice of fewest changed givens, with the number of solutions it gives."""
        given = [cell for cell, digit in enumerate(self.puzzle.givens) if digit is not None]
        hard = self.bits([fact for fact in self.facts if fact.kind != "given"])
        fit = [g for g, bits in zip(grids(), self.kept, strict=True) if not hard & ~bits]
        altered = [
            tuple((c, g.values[c]) for c in given if g.values[c] != self.puzzle.givens[c])
            for g in fit
        ]
        fewest = min(map(len, altered), default=0)
        counts: dict[tuple[tuple[int, int], ...], int] = {}
        for change in altered:
            if len(change) == fewest:
                counts[change] = counts.get(change, 0) + 1  # type: ignore[index, arg-type]
        return counts


def random_puzzle(seed: int, *, rules: bool) -> Puzzle:
    """A 4x4 with a few givens of a grid and a few wrong ones, marks and rules."""
    chance = random.Random(seed)
    grid = chance.choice(grids())
    cells = chance.sample(range(16), chance.randint(3, 10))
    givens = {cell: grid[cell] for cell in cells}
    for cell in cells[: chance.randint(1, 3)]:
        givens[cell] = chance.randint(1, 4)
    extra: list[Constraint] = []
    marks: list[frozenset[int] | None] | None = None
    if rules:
        pool: list[Constraint] = [
            AntiKnight(), AntiKing(), BothDiagonals(), NonConsecutive(),
            KillerCage((0, 1, 4), chance.randint(6, 9)), KillerCage((10, 11), chance.randint(2, 8)),
            KillerCage((2, 6, 3)),
        ]  # fmt: skip
        extra = chance.sample(pool, chance.randint(0, 3))
        marks = [None] * 16
        for cell in chance.sample(range(16), chance.randint(0, 3)):
            marks[cell] = frozenset(chance.sample((1, 2, 3, 4), chance.randint(0, 3)))
    puzzle = Puzzle.empty(BOARD, extra).with_givens(givens)
    return Puzzle(BOARD, puzzle.givens, tuple(marks) if marks else None, tuple(extra))
