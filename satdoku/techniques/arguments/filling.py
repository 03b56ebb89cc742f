"""Whether cells can be filled so that clues are kept, by trying all ways to fill them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Puzzle
from satdoku.relations import Domain, Relation, holds, variables_of
from satdoku.relations.narrowing import narrow, users_of
from satdoku.techniques.arguments.checks import Open, exclude_each_other
from satdoku.techniques.arguments.pieces import Candidate, Rule, Statement


def is_of_puzzle(rule: Rule, puzzle: Puzzle) -> bool:
    """Whether the rule that a step names is one of the puzzle."""
    place = rule.constraint
    return 0 <= place < len(puzzle.constraints) and puzzle.constraints[place].name == rule.name


def relations_about(rule: Rule, puzzle: Puzzle) -> list[Relation]:
    """What a constraint demands of the cells that a step names, and of no others."""
    count, cells = puzzle.geometry.cell_count, set(rule.cells)
    return [
        relation
        for relation in puzzle.model.parts[rule.constraint].relations
        if all(v >= count or v in cells for v in variables_of(relation))
    ]


def hidden_values(relations: Iterable[Relation], puzzle: Puzzle) -> dict[int, frozenset[int]]:
    """The values of the auxiliary variables of some relations."""
    count = puzzle.geometry.cell_count
    found: dict[int, frozenset[int]] = {}
    for relation in relations:
        if isinstance(relation, Domain) and relation.variable >= count:
            known = found.get(relation.variable, relation.digits)
            found[relation.variable] = known & relation.digits
    return found


def excludes_by(rule: Rule | None, puzzle: Puzzle, one: Candidate, other: Candidate) -> bool:
    """Whether the rule that a step names makes two candidates exclude each other."""
    if rule is None or not is_of_puzzle(rule, puzzle):
        return False
    joined = sorted((one[0], other[0])) == list(rule.cells)
    return joined and exclude_each_other(puzzle, one, other, rule.constraint)


def can_keep(rule: Rule, puzzle: Puzzle, domains: Open, claimed: Iterable[Statement]) -> bool:
    """Whether the cells of a clue can be filled under these statements."""
    for cell, digit, on in claimed:
        domains[cell] &= {digit} if on else domains[cell] - {digit}
    relations = relations_about(rule, puzzle)
    known = {cell: frozenset(domains[cell]) for cell in rule.cells} | hidden_values(
        relations, puzzle
    )
    waiting = set(range(len(relations)))
    return can_fill(puzzle, rule.cells, relations, users_of(relations), known, waiting)


def can_fill(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    relations: Sequence[Relation],
    about: Mapping[int, Sequence[int]],
    domains: dict[int, frozenset[int]],
    waiting: set[int],
    clock: Clock = ENDLESS,
) -> bool:
    """Whether the cells can be filled: one after another, narrowed by each relation's support."""
    spend(clock, len(domains))
    if not narrow(relations, domains, about, waiting) or not all(domains.values()):
        return False
    open_ = [v for v in domains if len(domains[v]) > 1]
    if not open_:
        digits = {v: next(iter(left)) for v, left in domains.items()}
        apart = all(
            not exclude_each_other(puzzle, (a, digits[a]), (b, digits[b]))
            for a, b in combinations(cells, 2)
        )
        return apart and all(holds(relation, digits) for relation in relations)
    at = min(open_, key=lambda v: (v not in cells, len(domains[v])))
    for digit in sorted(domains[at]):
        trial = domains | {at: frozenset({digit})}
        for other in cells if at in cells else ():
            if other != at:
                trial[other] = frozenset(
                    d
                    for d in trial[other]
                    if not exclude_each_other(puzzle, (at, digit), (other, d))
                )
        moved = {i for v, left in trial.items() if left != domains[v] for i in about.get(v, ())}
        if can_fill(puzzle, cells, relations, about, trial, moved, clock):
            return True
    return False


def spend(clock: Clock, cells: int) -> None:
    """Count what it takes to narrow some cells together: clues of more cells have more ways."""
    clock.nodes += cells * cells
    clock.check()
