"""Repairs: the fewest facts to take away, or givens to change, so that a puzzle has a solution.

What is taken away must meet every clash, so a smallest repair is a smallest set that meets them
all: propose one that meets the clashes known so far; if the puzzle still has no solution without
it, the solver has met another clash; if it has, nothing smaller can do.

A change of givens is a repair with other digits. Where no fewer facts than n cure a puzzle, a
solution of the puzzle without those n givens differs from every one of them: so the fewest changes
are as many as the fewest removals, of the same cells, and their digits are what solutions hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.diagnosing.clashes import Clashes
from satdoku.diagnosing.facts import Fact, FactKind, Ground, without
from satdoku.diagnosing.hitting import HittingSets
from satdoku.diagnosing.misplaced import solutions_up_to_two
from satdoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Removal:
    """Facts without which the puzzle has a solution; ``unique`` is true where it has just one.

    ``unique`` is ``None`` where the time did not suffice.
    """

    facts: tuple[Fact, ...]
    unique: bool | None


@dataclass(frozen=True, slots=True)
class Replacement:
    """Givens that become other digits, as (cell, new digit); then the puzzle has a solution.

    ``unique`` is true where it has just one.
    """

    digits: tuple[tuple[int, int], ...]
    unique: bool


def removals(
    ground: Ground,
    kinds: Collection[FactKind],
    clashes: Sequence[frozenset[Fact]],
    clock: Clock,
    further: list[frozenset[Fact]] | None = None,
) -> Iterator[Removal]:
    """Every smallest set of facts of these kinds without which the puzzle has a solution.

    ``clashes`` are sets of facts known not to hold together; the more, the quicker. Others that the
    search meets (not always fewest) are added to ``further``. Nothing is given where facts of other
    kinds clash among themselves.

    :raises RanOut: where the clock runs out first.
    """
    hitting = HittingSets(fact for fact in ground.facts if fact.kind in kinds)
    try:
        for clash in clashes:
            hitting.add(clash)
        size = None
        while (proposed := hitting.smallest(clock, at_most=size)) is not None:
            remaining = [fact for fact in ground.facts if fact not in proposed]
            if ground.hold(remaining, clock):
                size = len(proposed)
                facts = tuple(fact for fact in ground.facts if fact in proposed)
                yield Removal(facts, _is_unique(without(ground.puzzle, facts), clock))
                hitting.block(proposed)
            else:
                clash = _shortened(ground, ground.clashing(), clock)
                hitting.add(clash)
                if further is not None:
                    further.append(clash)
    finally:
        hitting.close()


def a_removal(
    ground: Ground, kinds: Collection[FactKind], search: Clashes, clock: Clock
) -> Removal | None:
    """Facts of these kinds without which the puzzle has a solution, each of them needed.

    There may be a smaller choice; this one is found where :func:`removals` would take too long.
    ``None`` where facts of other kinds clash among themselves.

    :raises RanOut: where the clock runs out first.
    """
    fixed = frozenset(fact for fact in ground.facts if fact.kind not in kinds)
    correction = search.correction(fixed, clock)
    if correction is None:
        return None
    facts = tuple(fact for fact in ground.facts if fact in correction)
    try:
        unique = _is_unique(without(ground.puzzle, facts), clock)
    except RanOut:
        return Removal(facts, None)
    return Removal(facts, unique)


def _shortened(ground: Ground, clash: frozenset[Fact], clock: Clock) -> frozenset[Fact]:
    """A smaller clash where asking again finds one: short ones prove more."""
    while not ground.hold(clash, clock):
        core = ground.clashing()
        if len(core) >= len(clash):
            break
        clash = core
    return clash


def changes(ground: Ground, removal: Removal, clock: Clock) -> Iterator[Replacement]:
    """Every choice of other digits for the givens of a removal that gives a solution.

    None of the facts removed may be one too many: then every digit is another.

    :raises ValueError: where the removal takes away anything but givens.
    :raises RanOut: where the clock runs out first.
    """
    if any(fact.kind != "given" for fact in removal.facts):
        raise ValueError("only givens can be changed")
    puzzle = without(ground.puzzle, removal.facts)
    for digits in _digits(ground, puzzle, removal.facts, clock):
        yield Replacement(digits, _is_unique(changed(puzzle, digits), clock))


def changed(puzzle: Puzzle, digits: Collection[tuple[int, int]]) -> Puzzle:
    """The puzzle with these digits as givens in these cells."""
    return puzzle.with_givens(dict(digits))


def _digits(
    ground: Ground, puzzle: Puzzle, facts: Sequence[Fact], clock: Clock
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The digits of solutions in the cells of these givens, each choice once."""
    remaining = [fact for fact in ground.facts if fact not in facts]
    cells = [fact.cell for fact in facts]

    def extend(chosen: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(chosen) == len(cells):
            yield chosen
            return
        cell = cells[len(chosen)]
        for digit in ground.geometry.digits:
            longer = (*chosen, (cell, digit))
            if ground.hold(remaining, clock, longer):
                yield from extend(longer)

    return extend(())


def _is_unique(puzzle: Puzzle, clock: Clock) -> bool:
    """Whether a puzzle that has a solution has just one.

    :raises RanOut: where the clock runs out first.
    """
    count = solutions_up_to_two(puzzle, clock)
    if not count:
        raise AssertionError(f"a repair of {puzzle.grid.text()} does not work")
    return count == 1
