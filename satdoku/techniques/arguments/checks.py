"""The parts of checks: whether candidates exclude each other, as the relations say, and whether a
few of them can be true together.

A check reads an argument alone, and no search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import permutations

from satdoku.model import Model
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import PairTable
from satdoku.techniques.arguments.pieces import Candidate, House
from satdoku.techniques.board import Board, board_of
from satdoku.techniques.step import CheckContext, Step


def step_faults(step: Step, context: CheckContext) -> Iterator[str]:
    """Why a step does not follow in a position; nothing where it does."""
    position = context.position
    geometry = position.geometry
    if not (step.placements or step.eliminations or step.contradiction or step.regions):
        yield f"{step.technique} concludes nothing"
    for cell, digit in (*step.placements, *step.eliminations):
        if digit not in position.candidates[cell]:
            yield f"{geometry.name(cell)} has no candidate {digit}"
            return
    if step.proof.only_excludes and (step.placements or step.contradiction):
        yield f"{step.technique} excludes candidates and shows nothing else"
    for house in step.view.houses:
        if not house_exists(house, position):
            yield f"{house.name} is not a house of this board"
    yield from step.proof.faults(step, context)


def house_exists(house: House, position: Position) -> bool:
    """Whether a house that a step names is one of the board."""
    return house in _houses(board_of(position.puzzle))


@lru_cache(maxsize=16)
def _houses(board: Board) -> frozenset[House]:
    return frozenset(board.houses)


Open = list[Set[int]]
"""The open candidates of each cell, the digit alone where it is filled."""


def open_digits(position: Position) -> Open:
    return [
        cands if value is None else frozenset((value,))
        for cands, value in zip(position.candidates, position.values, strict=True)
    ]


Joint = tuple[int, PairTable | None]
"""(Place of a constraint, or -1 for the board; the pairs it allows, or ``None``: they differ)."""


def joints_of(puzzle: Puzzle) -> dict[int, dict[int, list[Joint]]]:
    """For each cell the cells that some relation joins to it."""
    return puzzle.model.kept(joints_of, _joints)


def _joints(model: Model) -> dict[int, dict[int, list[Joint]]]:
    joints: dict[int, dict[int, list[Joint]]] = {}
    groups = [(-1, house.cells) for house in model.geometry.houses]
    for place, part in enumerate(model.parts):
        groups += [(place, cells) for cells in part.different]
        for table in part.tables:
            a, b = table.first, table.second
            joints.setdefault(a, {}).setdefault(b, []).append((place, table))
            joints.setdefault(b, {}).setdefault(a, []).append((place, table))
    for place, cells in groups:
        for a, b in permutations(cells, 2):
            if a != b:
                joints.setdefault(a, {}).setdefault(b, []).append((place, None))
    return joints


def exclude_each_other(
    puzzle: Puzzle, one: Candidate, other: Candidate, constraint: int | None = None
) -> bool:
    """Whether two candidates of different cells cannot both be true, by one relation (of one
    constraint)."""
    (a, x), (b, y) = one, other
    for place, table in joints_of(puzzle).get(a, {}).get(b, ()):
        if constraint is not None and place != constraint:
            continue
        if table is None:
            if x == y:
                return True
        elif ((x, y) if table.first == a else (y, x)) not in table.allowed:
            return True
    return False


def excludes(one: Candidate, other: Candidate, position: Position) -> bool:
    if one[0] == other[0]:
        return one[1] != other[1]
    return exclude_each_other(position.puzzle, one, other)


def fix_digit(candidates: Open, position: Position, cell: int, digit: int) -> None:
    candidates[cell] = {digit}
    for other, joints in joints_of(position.puzzle).get(cell, {}).items():
        if position.values[other] is not None:
            continue
        for _, table in joints:
            left = candidates[other]
            if table is None:
                if digit in left:
                    candidates[other] = left - {digit}
            else:
                first = table.first == cell
                ways = {d: (digit, d) if first else (d, digit) for d in left}
                candidates[other] = {d for d in left if ways[d] in table.allowed}


def places_of(
    houses: Iterable[House], digits: Sequence[int], trial: Open, position: Position
) -> list[list[Candidate]]:
    """Where houses have their digits; nothing is known of a house that may lack one."""
    return [
        [(cell, digit) for cell in house.cells if digit in trial[cell]]
        for house in houses
        for digit in digits
        if house.complete and digit in position.geometry.digits
    ]


def can_assign(tasks: list[list[Candidate]], puzzle: Puzzle) -> bool:
    """Whether one candidate of each task can be true."""
    if not tasks:
        return True
    task, *others = sorted(tasks, key=len)
    for pair in task:
        left = [[other for other in rest if not _clash(pair, other, puzzle)] for rest in others]
        if all(left) and can_assign(left, puzzle):
            return True
    return False


def _clash(one: Candidate, other: Candidate, puzzle: Puzzle) -> bool:
    return one[1] != other[1] if one[0] == other[0] else exclude_each_other(puzzle, one, other)


def needs_digit(house: House, digit: int, position: Position) -> bool:
    """Whether a digit is still to be placed in a house that cannot lack it."""
    placed = {position.values[cell] for cell in house.cells}
    return house.complete and digit in position.geometry.digits and digit not in placed


def suppositions(step: Step, position: Position) -> Iterator[tuple[str, Open]]:
    """Each conclusion of a step supposed to be false, with the fault where that can be."""
    geometry = position.geometry
    if step.contradiction is not None:
        yield "the cells can be filled", open_digits(position)
    for cell, digit in step.eliminations:
        trial = open_digits(position)
        fix_digit(trial, position, cell, digit)
        yield f"{digit} is possible in {geometry.name(cell)}", trial
    for cell, digit in step.placements:
        trial = open_digits(position)
        trial[cell] -= {digit}
        yield f"{digit} is not forced into {geometry.name(cell)}", trial
