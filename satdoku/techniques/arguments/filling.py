"""Whether cells can be filled so that clues are kept, by trying all ways to fill them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, product
from threading import RLock
from typing import TypeVar

from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.board import Constraint
from satdoku.model import Model
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import AllDifferent, Among, Domain, Relation, holds, variables_of
from satdoku.relations.narrowing import narrow, users_of
from satdoku.techniques.arguments.bounds import LongSum, long_sums
from satdoku.techniques.arguments.checks import (
    Open,
    exclude_each_other,
    joints_of,
    needs_digit,
    open_digits,
    suppositions,
)
from satdoku.techniques.arguments.pieces import Candidate, House, Rule, Statement
from satdoku.techniques.board import board_of
from satdoku.techniques.step import CheckContext, Step, cells_of

_Kind = TypeVar("_Kind", bound=Constraint)


def is_of_puzzle(rule: Rule, puzzle: Puzzle) -> bool:
    """Whether the rule that a step names is one of the puzzle."""
    place = rule.constraint
    return 0 <= place < len(puzzle.constraints) and puzzle.constraints[place].name == rule.name


def constraint_of(rule: Rule, puzzle: Puzzle, kind: type[_Kind]) -> _Kind | None:
    """The constraint that a step names, where the puzzle has it and it is of the kind."""
    own = puzzle.constraints[rule.constraint] if is_of_puzzle(rule, puzzle) else None
    return own if isinstance(own, kind) else None


def relations_about(rule: Rule, puzzle: Puzzle) -> list[Relation]:
    """The relations of a constraint that are about cells that a step names, and about no others."""
    count, cells = puzzle.geometry.cell_count, set(rule.cells)
    alone = [
        relations
        for inner, relations in puzzle.constraints[rule.constraint].read_alone(puzzle.geometry)
        if cells == {*inner.scope(puzzle.geometry)}
    ]
    if len(alone) == 1:
        return list(alone[0])
    return [
        relation
        for relation in puzzle.model.parts[rule.constraint].relations
        if all(v >= count or v in cells for v in variables_of(relation))
    ]


def hidden_values(relations: Iterable[Relation], puzzle: Puzzle) -> dict[int, frozenset[int]]:
    """The values of the auxiliary variables of some relations."""
    count = puzzle.geometry.cell_count
    values: dict[int, frozenset[int]] = {}
    for relation in relations:
        if isinstance(relation, Domain) and relation.variable >= count:
            known = values.get(relation.variable, relation.digits)
            values[relation.variable] = known & relation.digits
    return values


def excludes_by(rule: Rule | None, puzzle: Puzzle, one: Candidate, other: Candidate) -> bool:
    """Whether the rule that a step names makes two candidates exclude each other."""
    if rule is None or not is_of_puzzle(rule, puzzle):
        return False
    joined = sorted((one[0], other[0])) == list(rule.cells)
    return joined and exclude_each_other(puzzle, one, other, rule.constraint)


def can_keep(
    rule: Rule,
    puzzle: Puzzle,
    domains: Open,
    claimed: Iterable[Statement],
    clock: Clock = ENDLESS,
) -> bool:
    """Whether the cells of a clue can be filled under these statements."""
    for cell, digit, on in claimed:
        domains[cell] &= {digit} if on else domains[cell] - {digit}
    relations = relations_about(rule, puzzle)
    return can_be_filled(puzzle, rule.cells, relations, domains, clock=clock)


@dataclass(frozen=True, slots=True)
class KeptRules:
    """Several clues to be kept together, with houses that must hold digits, about ``cells``."""

    rules: tuple[Rule, ...]
    needs: tuple[tuple[House, int], ...]
    cells: tuple[int, ...]

    @property
    def title(self) -> str:
        return " with ".join(rule.title for rule in self.rules)

    def relations(self, puzzle: Puzzle) -> list[Relation]:
        """The relations of the clues, and of what the houses must hold."""
        held = [Among(house.cells, frozenset((d,)), ">=", 1) for house, d in self.needs]
        return [*_together_about(self.rules, puzzle), *held]


def _joints_between(
    rule: Rule | KeptRules, besides: tuple[Rule, ...], puzzle: Puzzle
) -> Iterator[tuple[bool, Relation]]:
    """The relations by which houses and rules exclude candidates of two cells of a clue, each with
    whether a reader is told of it, where these rules are named beside it."""
    joints = joints_of(puzzle)
    own = (rule,) if isinstance(rule, Rule) else rule.rules
    rules = [(one.constraint, {*one.cells}) for one in (*own, *besides)]
    for pair in combinations(rule.cells, 2):
        for place, table in joints.get(pair[0], {}).get(pair[1], ()):
            named = place < 0 or any(
                place == constraint and cells.issuperset(pair) for constraint, cells in rules
            )
            yield named, AllDifferent(pair) if table is None else table


def _besides(rule: Rule | KeptRules, step: Step) -> tuple[Rule, ...]:
    """The rules that a step names about cells of its clue beside it."""
    cells = {*rule.cells}
    return tuple([one for one in step.besides if cells.issuperset(one.cells)])


def is_all_named(rule: Rule | KeptRules, step: Step, puzzle: Puzzle) -> bool:
    """Whether a step names all that rules exclude of two cells of its clue."""
    return all(named for named, _ in _joints_between(rule, _besides(rule, step), puzzle))


class _Kept:
    """The clauses of clues, for questions where little is known of the cells; what houses and other
    rules exclude of two cells is behind a literal for each choice of rules."""

    def __init__(self, rule: Rule | KeptRules, puzzle: Puzzle) -> None:
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        self._puzzle, self._kept = puzzle, rule
        count, every = puzzle.geometry.cell_count, (1 << puzzle.geometry.size) - 1
        masks = [every if c in rule.cells else 0 for c in range(count)]
        self._variables = Variables.pruned(puzzle.geometry, masks)
        self._rows = {cell: self._variables.table[cell] for cell in rule.cells}
        self._top = self._variables.count
        relations = (
            relations_about(rule, puzzle) if isinstance(rule, Rule) else rule.relations(puzzle)
        )
        self._solver, self._lock = Clauses(self._clauses(relations)), RLock()
        for row in self._rows.values():
            self._solver.add(row)
            self._solver.extend([-a, -b] for a, b in combinations(row, 2))
        self._switches: dict[tuple[Rule, ...], int] = {}

    def _clauses(self, relations: Iterable[Relation]) -> Iterable[list[int]]:
        """Some relations as clauses."""
        from satdoku.encodings.cnf import encode_alone

        model = Model(self._puzzle.geometry, tuple(relations))
        formula = encode_alone(self._variables, model, top=self._top)
        self._top = formula.top
        return formula.clauses()

    def _switch(self, besides: tuple[Rule, ...]) -> int:
        """The literal of what houses, the clues and some rules exclude of two cells."""
        if besides not in self._switches:
            self._top = switch = self._top + 1
            between = _joints_between(self._kept, besides, self._puzzle)
            clauses = self._clauses(relation for named, relation in between if named)
            self._solver.extend([-switch, *clause] for clause in clauses)
            self._switches[besides] = switch
        return self._switches[besides]

    def is_possible(self, domains: Open, besides: tuple[Rule, ...], context: CheckContext) -> bool:
        """Whether the clue can be kept with these digits, or it takes too long to show that not."""
        digits = self._puzzle.geometry.digits
        lost = [
            -literal
            for cell, row in self._rows.items()
            for literal, digit in zip(row, digits, strict=True)
            if digit not in domains[cell]
        ]
        with self._lock:
            assumptions = [self._switch(besides), *lost]
            if context.conflicts is None:
                return self._solver.solve(assumptions, context.clock)
            context.clock.check()
            conflicts = 1 + context.conflicts // len(self._rows)
            return self._solver.attempt(assumptions, conflicts) is not False


def can_keep_widely(
    rule: Rule | KeptRules, step: Step, context: CheckContext, domains: Open
) -> bool:
    """Whether clues of a step can be kept with these digits, beside houses and the other rules that
    it names; the digits may be so many that trying them takes long."""
    puzzle = context.position.puzzle
    clauses = puzzle.model.kept((_Kept, rule), lambda _: _Kept(rule, puzzle))
    return clauses.is_possible(domains, _besides(rule, step), context)


def can_be_filled(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    relations: Sequence[Relation],
    left: Open,
    within: Mapping[int, Set[int]] | None = None,
    *,
    clock: Clock = ENDLESS,
) -> bool:
    """Whether the digits left to some cells can keep the relations; a variable of ``within`` has
    one of these values."""
    domains = {cell: frozenset(left[cell]) for cell in cells} | hidden_values(relations, puzzle)
    for variable, values in (within or {}).items():
        domains[variable] = domains.get(variable, frozenset(values)) & values
    waiting, sums = set(range(len(relations))), long_sums(relations, board_of(puzzle))
    return can_fill(puzzle, cells, relations, users_of(relations), domains, waiting, clock, sums)


def can_fill(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    relations: Sequence[Relation],
    about: Mapping[int, Sequence[int]],
    domains: dict[int, frozenset[int]],
    waiting: set[int],
    clock: Clock = ENDLESS,
    sums: Sequence[LongSum] = (),
) -> bool:
    """Whether the cells can be filled: one after another, narrowed by each relation's support,
    where none of ``sums`` is out of reach."""
    _spend(clock, len(domains))
    if not narrow(relations, domains, about, waiting) or not all(domains.values()):
        return False
    if any(one.is_missed(domains) for one in sums):
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
        if can_fill(puzzle, cells, relations, about, trial, moved, clock, sums):
            return True
    return False


def _spend(clock: Clock, cells: int) -> None:
    """Count what it takes to narrow some cells together: clues of more cells have more ways."""
    clock.nodes += cells * cells
    clock.check()


def filled_faults(
    step: Step,
    position: Position,
    cells: Sequence[int],
    relations: Sequence[Relation],
    *,
    needs: Sequence[tuple[House, int]] = (),
    left: Sequence[Candidate] = (),
    clock: Clock = ENDLESS,
) -> Iterator[str]:
    """Whether what goes leaves the cells no way to keep the relations and each house of ``needs`` a
    place for its digit, and whether every way has candidates of ``left`` in their cells."""
    geometry = position.geometry
    part = hidden_values(relations, position.puzzle)
    # What holds of the position as it stands is worked out once for all trials.
    before = open_digits(position)
    about = users_of(relations)
    sums = long_sums(relations, board_of(position.puzzle))
    base = {cell: frozenset(before[cell]) for cell in cells} | part
    _spend(clock, len(base))
    narrow(relations, base, about)
    for fault, trial in (*suppositions(step, position), *_other_ways(step, position, left)):
        places = [[(c, digit) for c in house.cells if digit in trial[c]] for house, digit in needs]
        for chosen in product(*places):
            domains = {cell: frozenset(trial[cell]) for cell in (*cells, *cells_of(chosen))} | part
            for cell, digit in chosen:
                domains[cell] &= {digit}
            moved = {i for v in base if not base[v] <= domains[v] for i in about.get(v, ())}
            domains |= {v: known & domains[v] for v, known in base.items()}
            every = tuple(cell for cell in domains if cell < geometry.cell_count)
            if can_fill(position.puzzle, every, relations, about, domains, moved, clock, sums):
                yield fault
                break


def _other_ways(
    step: Step, position: Position, left: Sequence[Candidate]
) -> Iterator[tuple[str, Open]]:
    """For each cell, that it holds a digit that no way is said to have, with the fault where that
    can be: then there are other ways than those that the sentence is about."""
    said = {*left, *step.eliminations}
    for cell in dict.fromkeys(cell for cell, _ in left):
        trial = open_digits(position)
        trial[cell] = {digit for digit in trial[cell] if (cell, digit) not in said}
        if trial[cell]:
            yield f"{position.geometry.name(cell)} holds another digit in some way", trial


def joint_faults(
    step: Step,
    context: CheckContext,
    rules: Sequence[Rule],
    cells: Iterable[int],
    *,
    needs: Sequence[tuple[House, int]] = (),
    left: Sequence[Candidate] = (),
) -> Iterator[str]:
    """Whether what goes leaves the cells no way to keep several clues together, and each house of
    ``needs`` a place for its digit."""
    position, every = context.position, tuple(dict.fromkeys(cells))
    for rule in rules:
        if not is_of_puzzle(rule, position.puzzle) or not set(rule.cells) <= set(every):
            yield f"the puzzle has no {rule.title}"
            return
    for house, digit in needs:
        if not needs_digit(house, digit, position):
            yield f"{house.name} does not need {digit}"
    relations = _together_about(rules, position.puzzle)
    clock = context.clock
    yield from filled_faults(step, position, every, relations, needs=needs, left=left, clock=clock)


def _together_about(rules: Sequence[Rule], puzzle: Puzzle) -> list[Relation]:
    """The relations of several constraints that are about cells that a step names, their auxiliary
    variables apart."""
    count, model = puzzle.geometry.cell_count, puzzle.model
    relations: dict[Relation, None] = {}
    for rule in rules:
        cells = set(rule.cells)
        for relation, origin in zip(model.relations, model.origins, strict=True):
            inside = all(v >= count or v in cells for v in variables_of(relation))
            if inside and origin == rule.constraint:
                relations[relation] = None
    return list(relations)
