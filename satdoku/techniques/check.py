"""Checking a step from itself alone, without the solution; one file, since no finder may share it.

:func:`faults` reads the pattern that a step shows and asks whether it proves the conclusion in a
given position. Chains are checked link by link. Patterns are checked by brute force on themselves:
suppose the conclusion false, and try to fill the pattern's cells (or to place the pattern's digits
in its houses); no way to do so may exist. Uniqueness arguments are checked for their shape; one of
the further candidates is then true, and each is tried with the conclusion false. So the Python
techniques and the compiled kernel are judged by the same plain rules.

Whether two candidates exclude each other is read here from the relations of the puzzle, one pair at
a time, and not from the board of the techniques.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import (
    Among,
    DigitSetSum,
    Domain,
    Linear,
    PairTable,
    Relation,
    variables_of,
)
from satdoku.relations.narrowing import narrow, users_of
from satdoku.techniques.arguments.checks import (
    Open,
    needs_digit,
    open_digits,
    step_faults,
    suppositions,
)
from satdoku.techniques.arguments.classes import ClassProof, ClassStatement
from satdoku.techniques.arguments.clues import ClueProof, ConflictProof, JointProof, KillerSetProof
from satdoku.techniques.arguments.filling import (
    can_fill,
    can_keep,
    hidden_values,
    is_of_puzzle,
    relations_about,
    spend,
)
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.step import (
    Candidate,
    CheckContext,
    House,
    Rule,
    Step,
    cells_of,
)


def faults(step: Step, position: Position, clock: Clock = ENDLESS) -> tuple[str, ...]:
    """What is wrong with a step in a position; empty when its argument holds.

    To fill the cells of large clues takes long, which counts as nodes of the clock: for each cell
    that is filled the square of the number of cells.

    :raises RanOut: where the clock runs out first.
    """
    return tuple(step_faults(step, CheckContext(position, clock)))


def has_fault(step: Step, position: Position, clock: Clock = ENDLESS) -> bool:
    """Whether :func:`faults` has any; the search ends with the first."""
    return next(step_faults(step, CheckContext(position, clock)), None) is not None


def faults_of_kind(step: Step, context: CheckContext) -> Iterator[str]:
    """The faults of the arguments that have no check of their own yet."""
    position, clock = context.position, context.clock
    match step.proof:
        case ClueProof(each=parts) if parts:
            yield from _each(step, parts, position, clock)
        case ClueProof(rule):
            if is_of_puzzle(rule, position.puzzle):
                about = relations_about(rule, position.puzzle)
                yield from _filled(step, position, rule.cells, about, clock=clock)
            else:
                yield f"the puzzle has no {rule.title}"
        case SumProof() as proof:
            yield from _sums(step, proof, position)
        case LeftoverProof() as proof:
            yield from _leftovers(step, proof, position)
        case ClassProof() as proof:
            yield from _class_chain(step, proof, position)
        case JointProof(rules, cells, needs=needs, arguments=arguments):
            yield from _joint(step, rules, cells, position, needs, clock)
            for part in arguments:
                yield from step_faults(part, context)
        case KillerSetProof(cells=cells, rules=rules):
            every = (*cells, *(cell for rule in rules for cell in rule.cells))
            yield from _joint(step, rules, tuple(dict.fromkeys(every)), position, (), clock)
        case ConflictProof() as proof:
            yield from _conflict(step, proof, position, clock)
        case proof:
            raise TypeError(f"{type(proof).__name__} has no check")


# ------------------------------------------------------------------------------------------------
# Clues, by trying all ways to fill their cells.


def _together_about(rules: Sequence[Rule], puzzle: Puzzle) -> list[Relation]:
    """What several constraints demand of the cells that a step names, their auxiliary variables
    apart."""
    count, model = puzzle.geometry.cell_count, puzzle.model
    found: dict[Relation, None] = {}
    for rule in rules:
        cells = set(rule.cells)
        for relation, origin in zip(model.relations, model.origins, strict=True):
            inside = all(v >= count or v in cells for v in variables_of(relation))
            if inside and origin == rule.constraint:
                found[relation] = None
    return list(found)


def _leftovers(step: Step, proof: LeftoverProof, position: Position) -> Iterator[str]:
    """Whether houses leave these cells, and whether what is eliminated leaves them no way."""
    factors: dict[int, int] = {}
    for sign, houses in ((1, proof.first), (-1, proof.second)):
        for house in houses:
            if not house.complete:
                yield f"{house.name} may lack a digit"
            for cell in house.cells:
                factors[cell] = factors.get(cell, 0) + sign
    made = {cell: factor for cell, factor in factors.items() if factor}
    standing = Counter[int | None]()
    for cell in proof.cancelled:
        standing[position.values[cell]] += made.pop(cell, 0)
    if None in standing or any(standing.values()):
        yield "what is cancelled does not stand on both sides"
    if made != _signed(proof):
        yield "the houses do not leave these cells"
        return
    more = len(proof.first) - len(proof.second)
    counter = position.geometry.cell_count
    relations: list[Relation] = []
    for digit in position.geometry.digits:
        alone = frozenset((digit,))
        if not proof.minus:
            relations.append(Among(proof.plus, alone, "=", more))
        else:
            counter += 1
            relations.append(Domain(counter, frozenset(range(len(proof.plus) + 1))))
            relations.append(Among(proof.plus, alone, "=", counter=counter))
            relations.append(Among(proof.minus, alone, "=", counter=counter))
    if proof.minus and more:
        yield "there are more houses on one side"
    yield from _filled(step, position, (*proof.plus, *proof.minus), relations)


def _class_chain(step: Step, proof: ClassProof, position: Position) -> Iterator[str]:
    """Whether each statement follows from those that it names, and the last ones break a reason."""
    statements, geometry = proof.statements, position.geometry
    first = statements[0]
    held = open_digits(position)
    gone = {(first.cell, digit) for digit in held[first.cell] & set(first.digits)}
    if set(step.eliminations) != gone or position.values[first.cell] is not None:
        yield "what goes is not what is supposed"
    for at, found in enumerate(statements):
        if any(parent >= at for parent in found.parents):
            yield "a statement rests on a later one"
            return
        parents = [statements[parent] for parent in found.parents]
        if found.reason is None:
            fault = at > 0 and not held[found.cell] <= set(found.digits)
        elif isinstance(found.reason, House):
            fault = found.cell not in found.reason.cells or not _is_used_up(
                found.reason, parents, position
            )
            if parents:
                fault |= not held[found.cell] <= {*parents[0].digits, *found.digits}
        else:
            away = replace(found, digits=tuple(held[found.cell] - set(found.digits)))
            fault = _allows(found.reason, (*parents, away), position)
        if fault:
            yield f"nothing shows which class {geometry.name(found.cell)} has"
    because = [statements[at] for at in proof.because]
    if isinstance(proof.reason, House):
        if not because or not _is_used_up(proof.reason, because[:-1], position):
            yield f"{proof.reason.name} has room for one more"
        elif because[-1].cell not in proof.reason.cells:
            yield "the last cell is not in the house"
        elif set(because[-1].digits) != set(because[0].digits):
            yield "the last cell is of another class"
    elif _allows(proof.reason, because, position):
        yield f"{proof.reason.title} can be kept"


def _is_used_up(house: House, statements: Sequence[ClassStatement], position: Position) -> bool:
    """Whether cells of a house take all its digits of their class."""
    cells = {found.cell for found in statements}
    if not statements or not house.complete or not cells <= set(house.cells):
        return False
    digits = set(statements[0].digits)
    written = {position.values[cell] for cell in house.cells}
    same = all(set(found.digits) == digits for found in statements)
    filled = any(position.values[cell] is not None for cell in cells)
    return same and not filled and len(cells) >= len(digits - written)


def _allows(rule: Rule, statements: Sequence[ClassStatement], position: Position) -> bool:
    """Whether a clue can be kept where cells hold digits of these classes."""
    if not is_of_puzzle(rule, position.puzzle):
        return True
    domains = open_digits(position)
    for found in statements:
        domains[found.cell] &= set(found.digits)
    return can_keep(rule, position.puzzle, domains, ())


def _each(step: Step, parts: Sequence[Step], position: Position, clock: Clock) -> Iterator[str]:
    """Whether each of several clues excludes its part by itself."""
    shown: set[Candidate] = set()
    for part in parts:
        if not isinstance(part.proof, ClueProof) or part.proof.each:
            yield "a part is more than what one clue excludes"
            return
        yield from faults(part, position, clock)
        shown |= set(part.eliminations)
    if step.placements or step.contradiction or not set(step.eliminations) <= shown:
        yield "no clue shows all of it"


def _joint(
    step: Step,
    rules: Sequence[Rule],
    cells: Sequence[int],
    position: Position,
    needs: Sequence[tuple[House, int]],
    clock: Clock,
) -> Iterator[str]:
    """Whether what goes leaves the cells no way to keep several clues together, and each house of
    ``needs`` a place for its digit."""
    for rule in rules:
        if not is_of_puzzle(rule, position.puzzle) or not set(rule.cells) <= set(cells):
            yield f"the puzzle has no {rule.title}"
            return
    for house, digit in needs:
        if not needs_digit(house, digit, position):
            yield f"{house.name} does not need {digit}"
    relations = _together_about(rules, position.puzzle)
    yield from _filled(step, position, cells, relations, needs, clock)


def _conflict(step: Step, proof: ConflictProof, position: Position, clock: Clock) -> Iterator[str]:
    rules = (proof.rule, *proof.others)
    cells = dict.fromkeys((*(cell for rule in rules for cell in rule.cells), *proof.cells))
    yield from _joint(step, rules, tuple(cells), position, proof.needs, clock)


def _filled(
    step: Step,
    position: Position,
    cells: Sequence[int],
    relations: Sequence[Relation],
    needs: Sequence[tuple[House, int]] = (),
    clock: Clock = ENDLESS,
) -> Iterator[str]:
    """Whether what goes leaves the cells no way to keep the relations and each house of ``needs`` a
    place for its digit."""
    geometry = position.geometry
    part = hidden_values(relations, position.puzzle)
    # What holds of the position as it stands is worked out once for all trials.
    before = open_digits(position)
    about = users_of(relations)
    base = {cell: frozenset(before[cell]) for cell in cells} | part
    spend(clock, len(base))
    narrow(relations, base, about)
    for fault, trial in (*suppositions(step, position), *_stated(step, position)):
        places = [[(c, digit) for c in house.cells if digit in trial[c]] for house, digit in needs]
        for chosen in product(*places):
            domains = {cell: frozenset(trial[cell]) for cell in (*cells, *cells_of(chosen))} | part
            for cell, digit in chosen:
                domains[cell] &= {digit}
            moved = {i for v in base if not base[v] <= domains[v] for i in about.get(v, ())}
            domains |= {v: left & domains[v] for v, left in base.items()}
            every = tuple(cell for cell in domains if cell < geometry.cell_count)
            if can_fill(position.puzzle, every, relations, about, domains, moved, clock):
                yield fault
                break


def _stated(step: Step, position: Position) -> Iterator[tuple[str, Open]]:
    """What the sentence about the ways to fill some cells says of each cell, supposed to be false,
    with the fault where that can be: then there are other ways than those that it is about."""
    proof = step.proof
    if not isinstance(proof, ClueProof | SumProof | LeftoverProof | JointProof):
        return
    said = {*proof.left, *step.eliminations}
    for cell in dict.fromkeys(cell for cell, _ in proof.left):
        trial = open_digits(position)
        trial[cell] = {digit for digit in trial[cell] if (cell, digit) not in said}
        if trial[cell]:
            yield f"{position.geometry.name(cell)} holds another digit in some way", trial


def _sums(step: Step, proof: SumProof, position: Position) -> Iterator[str]:
    """Whether houses and clues give the equation, and whether it excludes what is eliminated."""
    puzzle = position.puzzle
    factors: dict[int, int] = {}
    rest = 0
    for house in proof.houses:
        if not house.complete:
            yield f"{house.name} may lack a digit"
        rest += sum(puzzle.geometry.digits)
        for cell in house.cells:
            factors[cell] = factors.get(cell, 0) + 1
    for rule in proof.rules:
        total = _total(rule, puzzle) if is_of_puzzle(rule, puzzle) else None
        if total is None:
            yield f"{rule.title} has no known sum"
            return
        rest -= total
        for cell in rule.cells:
            factors[cell] = factors.get(cell, 0) - 1
    shown = _signed(proof)
    made = {cell: factor for cell, factor in factors.items() if factor}
    opposite = {cell: -factor for cell, factor in made.items()}
    if (shown, proof.total) not in ((made, rest), (opposite, -rest)):
        yield "the sums do not give the equation"
        return
    cells = (*proof.plus, *proof.minus)
    equation = Linear(cells, tuple(shown[cell] for cell in cells), "=", proof.total)
    yield from _filled(step, position, cells, [equation])


def _signed(proof: SumProof | LeftoverProof) -> dict[int, int]:
    """How often each cell counts on the first side more than on the second."""
    found = Counter(proof.plus)
    found.subtract(proof.minus)
    return dict(found)


def _total(rule: Rule, puzzle: Puzzle) -> int | None:
    """What the cells of a clue add up to, if one of its relations says so."""
    cells = sorted(rule.cells)
    part = puzzle.model.parts[rule.constraint]
    for relation in (*part.relations, *part.tables):
        if sorted(variables_of(relation)) != cells:
            continue
        if isinstance(relation, DigitSetSum):
            return relation.total
        if isinstance(relation, PairTable):
            totals = {a + b for a, b in relation.allowed}
            if len(totals) == 1:
                return totals.pop()
        if (
            isinstance(relation, Linear)
            and (relation.comparison, relation.guard) == ("=", None)
            and set(relation.coefficients) == {1}
        ):
            return relation.total
    return None
