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
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import combinations, product
from typing import assert_never

from satdoku.base.limits import ENDLESS, Clock
from satdoku.model.exclusions import excluded_now
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
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.checks import (
    Open,
    can_assign,
    exclude_each_other,
    excludes,
    fix_digit,
    house_exists,
    needs_digit,
    open_digits,
    places_of,
    step_faults,
    suppositions,
)
from satdoku.techniques.arguments.clues import (
    ClassProof,
    ClassStatement,
    ClueProof,
    ConflictProof,
    JointProof,
    KillerSetProof,
    LeftoverProof,
    SumProof,
)
from satdoku.techniques.arguments.colours import ColourProof, Colours
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.filling import (
    can_fill,
    can_keep,
    excludes_by,
    hidden_values,
    is_of_puzzle,
    relations_about,
    spend,
)
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.patterns import (
    AlignedProof,
    ExocetProof,
    TemplateProof,
    WingProof,
)
from satdoku.techniques.arguments.pieces import some
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.board import board_of, open_candidates
from satdoku.techniques.step import (
    Candidate,
    CellSet,
    Chain,
    CheckContext,
    Contradiction,
    House,
    Node,
    PatternProof,
    Places,
    Rule,
    Statement,
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
        case NegationProof() as proof:
            yield from _negation(step, proof, context)
        case TrialProof() as proof:
            yield from _trial(step, proof, context)
        case AssumptionProof():
            yield "an assumption alone proves nothing"
        case FactsProof() as proof:
            yield from _SmallProof(step, proof, position).faults()
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
        case CycleProof() as proof:
            yield from _cycle(step, proof, position)
        case ChainProof() as proof:
            yield from _one_chain(step, proof, position)
        case TemplateProof() as proof:
            yield from _template(step, proof, position)
        case AicProof() as proof:
            yield from _aic(step, proof, position)
        case ForcingProof() as proof:
            yield from _forcing(step, proof, position)
        case (
            SingleProof()
            | IntersectionProof()
            | ExclusionProof()
            | NakedSetProof()
            | HiddenSetProof()
            | DirectProof()
            | FishProof()
            | ColourProof()
            | WingProof()
            | AlignedProof()
            | AlsProof()
            | BlossomProof()
            | ExocetProof()
        ) as proof:
            yield from _shape(proof, step, position)
            yield from _brute(step, proof, position)
        case proof:
            raise TypeError(f"{type(proof).__name__} has no check")


# ------------------------------------------------------------------------------------------------
# Patterns, by brute force on themselves.


def _template(step: Step, proof: TemplateProof, position: Position) -> Iterator[str]:
    """Cells that all templates of a digit use are taken; those of other digits leave them free."""
    for part in proof.parts:
        if not isinstance(part.proof, TemplateProof) or part.proof.parts or not part.placements:
            yield "what other digits use is shown by their templates"
            return
        yield from faults(part, position)
        taken = dict(part.placements)
        position = position.eliminate(
            (cell, d) for cell in taken for d in position.candidates[cell] - {taken[cell]}
        )
    open_ = tuple((cell, d) for cell, d in step.eliminations if d in position.candidates[cell])
    yield from _brute(replace(step, eliminations=open_), proof, position)


def _brute(step: Step, proof: PatternProof, position: Position) -> Iterator[str]:
    geometry, opened = position.geometry, open_digits(position)
    if step.contradiction is not None:
        if _fillable(proof, position, opened):
            yield f"the pattern of {step.technique} can be filled"
        return
    for cell, digit in step.eliminations:
        trial = opened.copy()
        fix_digit(trial, position, cell, digit)
        if isinstance(proof, FishProof):
            for chain in proof.chains:
                if _statement(chain.end) == (cell, digit, False):
                    trial[chain.start.cell] -= {chain.start.digit}
        if _fillable(proof, position, trial):
            yield f"the pattern does not exclude {digit} from {geometry.name(cell)}"
    for cell, digit in step.placements:
        trial = opened.copy()
        trial[cell] -= {digit}
        if _fillable(proof, position, trial):
            yield f"the pattern does not force {digit} into {geometry.name(cell)}"


def _shape(proof: PatternProof, step: Step, position: Position) -> Iterator[str]:
    """Whether places are what the proof calls them, beside what the conclusion needs."""
    name, candidates = position.geometry.name, position.candidates
    match proof:
        case FishProof(digit, base, cover, cells, fins, chains, twin):
            if twin is not None:
                yield from _shape(twin, step, position)
                if (twin.digit, twin.base) != (digit, base):
                    yield "the second fish has another base"
            for chain in chains:
                yield from _links(chain, position)
                if _statement(chain.start) not in {(c, digit, True) for c in (*cells, *fins)}:
                    yield "a chain starts outside of the fish"
                if _statement(chain.end) not in {(*pair, False) for pair in step.eliminations}:
                    yield "a chain leads to something else"
            found = {c for house in base for c in house.cells if digit in candidates[c]}
            if found != {*cells, *fins} or len(base) != len(cover):
                yield "the places in the base are others"
            for cell in sorted(found):
                covered = any(cell in house.cells for house in cover)
                once = sum(cell in house.cells for house in base) == 1
                if (covered and once) is (cell in fins):
                    yield f"{name(cell)} is {'no' if cell in fins else 'a'} fin"
        case DirectProof(HiddenSetProof(house=first), _, house) if first != house:
            yield "the digit is placed in another house"
        case ExocetProof(choices=choices) if choices:
            for way in _ways(proof, proof.cells, position, open_digits(position)):
                if way not in choices:
                    yield "the cells of the exocet can be filled in another way"
        case ColourProof((digit,), colours):
            for found_by in colours:
                for house in found_by.houses:
                    places = {c for c in house.cells if digit in candidates[c]}
                    if not places <= set(found_by.cells):
                        yield f"{house.name} has a place without a colour"
        case ColourProof(digits, ((Colours() as pairs),)):
            for cell in pairs.cells:
                if set(candidates[cell]) != set(digits):
                    yield f"{name(cell)} holds other digits"
        case NakedSetProof(cells, digits):
            if any(candidates[cell] - set(digits) for cell in cells):
                yield "the cells hold other digits"
        case SingleProof(cell, digit, None):
            if candidates[cell] != {digit}:
                yield f"{name(cell)} has another candidate"
        case SingleProof(cell, digit, House() as house):
            yield from _elsewhere((cell,), (digit,), house, candidates)
        case IntersectionProof(digit, house, _, cells):
            yield from _elsewhere(cells, (digit,), house, candidates)
        case HiddenSetProof(cells, digits, house=house):
            yield from _elsewhere(cells, digits, house, candidates)
        case ExclusionProof(house=House() as house):
            yield from _elsewhere(proof.cells, proof.digits, house, candidates)


def _elsewhere(
    cells: Sequence[int], digits: Sequence[int], house: House, candidates: Sequence[Set[int]]
) -> Iterator[str]:
    """Whether digits have no other places in a house, as the sentence about them says."""
    other = [cell for cell in house.cells if cell not in cells and candidates[cell] & {*digits}]
    if other:
        yield f"the digits have other places in {house.name}"


def _ways(
    proof: PatternProof, cells: Sequence[int], position: Position, candidates: Open
) -> Iterator[tuple[int, ...]]:
    """The digits of some cells in every way to fill a pattern."""
    if not cells:
        yield ()
        return
    cell, *others = cells
    for digit in sorted(candidates[cell]):
        trial = list(candidates)
        fix_digit(trial, position, cell, digit)
        if all(trial[other] for other in others) and _fillable(proof, position, trial):
            for way in _ways(proof, others, position, trial):
                yield digit, *way


def _fillable(proof: PatternProof, position: Position, candidates: Open) -> bool:
    """Whether the pattern has a way to be filled that keeps to the rules."""
    houses: tuple[House, ...] = ()
    digits: tuple[int, ...] = ()
    cells: Iterable[int] = ()
    match proof:
        case SingleProof(cell, digit, house):
            houses, digits, cells = some(house), (digit,), (cell,)
        case IntersectionProof(digit, house):
            houses, digits = (house,), (digit,)
        case ExclusionProof(house=house):
            houses, digits, cells = some(house), proof.digits, proof.cells
        case HiddenSetProof(digits=digits, house=house):
            houses = (house,)
        case DirectProof(pattern, (_, placed), other):
            if isinstance(pattern, IntersectionProof):
                houses, digits = (pattern.first, other), (pattern.digit,)
            else:
                houses, digits = (other,), (*pattern.digits, placed)
        case FishProof(digit, houses) | TemplateProof(digit, houses):
            digits = (digit,)
        case ColourProof(digits, colours):
            houses = tuple(house for found in colours for house in found.houses)
            cells = proof.cells
        case NakedSetProof(cells):
            pass
        case WingProof():
            cells = proof.cells
        case AlignedProof(base, _, excluders):
            cells = (*base, *cells_of(excluders))
        case AlsProof(sets):
            cells = [cell for found in sets for cell in found.cells]
        case ExocetProof(digits=digits, lines=houses):
            cells = proof.cells
        case BlossomProof(stem, petals=petals):
            cells = (stem, *(cell for found in petals for cell in found.cells))
        case unknown:
            raise TypeError(f"{type(unknown).__name__} is no known proof")
    tasks = places_of(houses, digits, candidates, position)
    if isinstance(proof, ExocetProof) or not houses:
        tasks += [
            [(cell, digit) for digit in sorted(candidates[cell])] for cell in dict.fromkeys(cells)
        ]
    return can_assign(tasks, position.puzzle)


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


# ------------------------------------------------------------------------------------------------
# Chains, link by link.


def _statement(node: Node) -> Statement:
    return node.cell, node.digit, node.on


def _aim(step: Step) -> Statement | None:
    """The one thing that chains conclude."""
    if step.contradiction or len(step.placements) + len(step.eliminations) != 1:
        return None
    return (*(*step.placements, *step.eliminations)[0], bool(step.placements))


def _one_chain(step: Step, proof: ChainProof, position: Position) -> Iterator[str]:
    yield from _links(proof.chain, position)
    aim = _aim(step)
    if aim is None:
        yield "chains conclude one thing at a time"
    elif (_statement(proof.chain.start), _statement(proof.chain.end)) != (_opposite(aim), aim):
        yield "the chain does not lead from the opposite to the conclusion"


def _opposite(statement: Statement) -> Statement:
    return *statement[:2], not statement[2]


def _forcing(step: Step, proof: ForcingProof, position: Position) -> Iterator[str]:
    for chain in proof.chains:
        yield from _links(chain, position)
    aim = _aim(step)
    if aim is None:
        yield "chains conclude one thing at a time"
        return
    ended = [_statement(chain.end) for chain in proof.chains]
    begun = [_statement(chain.start) for chain in proof.chains]
    if proof.case == "contradiction":
        if any(start != _opposite(aim) for start in begun):
            yield "the contradiction does not start from the opposite of the conclusion"
        if len(ended) != 2 or ended[0] != _opposite(ended[1]):
            yield "the ends do not clash"
        return
    if any(end != aim for end in ended):
        yield "the cases do not agree on the conclusion"
    cases = {(cell, digit) for cell, digit, on in begun if on}
    cell, digit = proof.source
    match proof.case:
        case "double":
            if set(begun) != {(cell, digit, True), (cell, digit, False)}:
                yield "a double needs a candidate and its opposite"
        case "cell":
            if not cases or cases != {(cell, d) for d in position.candidates[cell]}:
                yield f"not every candidate of {position.geometry.name(cell)} is followed"
        case "region":
            house = proof.house
            if house is None:
                yield "the cases need a house"
            elif not needs_digit(house, digit, position) or cases != {
                (c, digit) for c in house.cells if digit in position.candidates[c]
            }:
                yield f"not every place of {digit} in {house.name} is followed"
        case "clue":
            if proof.rule is None or not is_of_puzzle(proof.rule, position.puzzle):
                yield "the cases need a clue of the puzzle"
            elif can_keep(
                proof.rule,
                position.puzzle,
                open_digits(position),
                [(*pair, False) for pair in cases],
            ):
                yield f"{proof.rule.title} can be kept without these candidates"
        case "rectangle":
            if proof.loop is None or cases != set(proof.loop.extra):
                yield "not every further candidate of the rectangle is followed"
            else:
                yield from proof.loop.ring_faults(position)
        case unknown:
            assert_never(unknown)


def _links(chain: Chain, position: Position) -> Iterator[str]:
    for at, node in enumerate(chain.nodes):
        if any(parent >= at for parent in node.parents):
            yield "a statement rests on a later one"
        elif fault := _link(chain, node, position, first=at == 0):
            sign = "=" if node.on else "<>"
            yield f"{position.geometry.name(node.cell)}{sign}{node.digit}: {fault}"


def _link(chain: Chain, node: Node, position: Position, first: bool) -> str | None:
    parents = [chain.nodes[parent] for parent in node.parents]
    refuted = {(p.cell, p.digit) for p in parents if not p.on}
    if node.digit not in position.candidates[node.cell]:
        return "no such candidate"
    if node.house is not None and not house_exists(node.house, position):
        return "no such house"
    if node.cause == "start":
        return None if first and not parents else "an assumption in the middle"
    if node.cause == "advanced":
        if node.part is None or node.on or any(p.on for p in parents):
            return "an advanced implication must follow from refuted candidates"
        before = position.eliminate(refuted)
        part = chain.parts[node.part]
        gone = set(part.eliminations)
        for cell, digit in part.placements:
            gone |= {(cell, d) for d in before.candidates[cell] if d != digit}
        if (node.cell, node.digit) not in gone:
            return f"{part.technique} does not imply that"
        return "; ".join(faults(_with_open_places(part, before), before)) or None
    if (
        node.cause == "rule"
        and node.rule is not None
        and not _is_pair(node, parents, position.puzzle)
    ):
        if not is_of_puzzle(node.rule, position.puzzle):
            return f"the puzzle has no {node.rule.title}"
        if len(parents) != 1 and (not node.on or any(p.on for p in parents)):
            return "a rule needs one true candidate, or one where others are false"
        claimed = {*map(_statement, parents), _opposite(_statement(node))}
        kept = can_keep(node.rule, position.puzzle, open_digits(position), claimed)
        return f"{node.rule.title} does not imply that" if kept else None
    if node.on:
        if node.cause == "rule":
            return "a rule of the puzzle must be named"
        if node.cause == "cell":
            needed = {(node.cell, d) for d in position.candidates[node.cell]}
        else:
            house = node.house
            if house is None or not house.complete or node.cell not in house.cells:
                return "the house does not need the digit there"
            needed = {(c, node.digit) for c in house.cells if node.digit in position.candidates[c]}
        missing = needed - refuted - {(node.cell, node.digit)}
        return f"{len(missing)} alternatives are open" if missing else None
    true = [p for p in parents if p.on]
    if len(true) != 1 or len(parents) != 1:
        return "a candidate is refuted by exactly one true one"
    cause = true[0]
    if node.cause == "cell":
        return None if cause.cell == node.cell and cause.digit != node.digit else "not in the cell"
    if node.cause == "rule":
        return None if node.rule is not None else "a rule of the puzzle must be named"
    house = node.house
    if house is None or cause.digit != node.digit or cause.cell == node.cell:
        return "not the same digit"
    return None if {cause.cell, node.cell} <= set(house.cells) else "not in the house"


def _with_open_places(part: Step, position: Position) -> Step:
    """A step inside a chain, at what it follows from: a place of a locked digit that lies in both
    houses may be open there, since nothing depends on its being refuted."""
    proof = part.proof
    if not isinstance(proof, IntersectionProof):
        return part
    both = {*proof.first.cells} & {*proof.second.cells}
    found = {cell for cell in both if proof.digit in position.candidates[cell]}
    return replace(part, proof=replace(proof, cells=tuple(sorted(found | {*proof.cells}))))


def _is_pair(node: Node, parents: Sequence[Node], puzzle: Puzzle) -> bool:
    """Whether a rule is the reason of a link of its two cells, as a table of pairs says."""
    if node.on or len(parents) != 1 or not parents[0].on:
        return False
    return excludes_by(node.rule, puzzle, _statement(parents[0])[:2], (node.cell, node.digit))


def _cycle(step: Step, proof: CycleProof, position: Position) -> Iterator[str]:
    yield from _links(proof.chain, position)
    nodes = proof.chain.nodes
    if _statement(nodes[0]) != _statement(nodes[-1]):
        yield "the ring does not close"
    if not proof.chain.is_line:
        yield "the ring branches"
    # A ring holds both ways round only if every strong link is one by itself: two places, or
    # two candidates, in the position as it stands. _link has checked that, there being one parent.
    for cell, digit in step.eliminations:
        seen = {
            node.on
            for node in nodes
            if exclude_each_other(position.puzzle, (node.cell, node.digit), (cell, digit))
        }
        if len(seen) != 2 or cell in {node.cell for node in nodes}:
            yield f"{position.geometry.name(cell)}<>{digit} goes with one kind of statement"


def _aic(step: Step, proof: AicProof, position: Position) -> Iterator[str]:
    nodes, open_ = proof.nodes, position.candidates
    if not nodes or len(nodes) != 2 * len(proof.strong) or not all(n.cells for n in nodes):
        yield "a chain has two nodes for each strong link"
        return
    if any(node.digit not in open_[cell] for node in nodes for cell in node.cells):
        yield "a node is no candidate"
        return
    for one, other, reason in proof.pairs:
        both = {*one.candidates, *other.candidates}
        match reason:
            case House():
                needed = {(c, one.digit) for c in reason.cells if one.digit in open_[c]}
                fault = not house_exists(reason, position) or not needed <= both
                fault |= not needs_digit(reason, one.digit, position)
            case CellSet(cells=cells):
                held = {(c, d) for c in cells for d in (one.digit, other.digit) if d in open_[c]}
                fault = held != both or not _almost_locked(cells, position)
            case Rule():
                claimed = [(*pair, False) for pair in both]
                fault = not is_of_puzzle(reason, position.puzzle) or can_keep(
                    reason, position.puzzle, open_digits(position), claimed
                )
            case unknown:
                assert_never(unknown)
        if fault:
            yield "both ends of a strong link can be false"
    weak = list(zip(nodes[1::2], (*nodes[2::2], nodes[0]), strict=True))
    if any(not _nodes_exclude(*pair, position) for pair in weak[: None if proof.ring else -1]):
        yield "both ends of a weak link can be true"
    # Of these sets of candidates one is true, as the links show.
    true = [
        (*one.candidates, *other.candidates) for one, other in (weak if proof.ring else weak[-1:])
    ]
    if proof.ring:
        for found, pair in zip(
            proof.strong, zip(nodes[::2], nodes[1::2], strict=True), strict=True
        ):
            if isinstance(found, CellSet):
                linked = {node.digit for node in pair}
                digits = {d for cell in found.cells for d in open_[cell]} - linked
                true += [
                    tuple((cell, d) for cell in found.cells if d in open_[cell]) for d in digits
                ]
    for gone in step.eliminations:
        if not any(all(excludes(one, gone, position) for one in pairs) for pairs in true):
            yield f"{position.geometry.name(gone[0])}<>{gone[1]} is not excluded by both ends"


def _nodes_exclude(one: Places, other: Places, position: Position) -> bool:
    return all(excludes(a, b, position) for a in one.candidates for b in other.candidates)


def _almost_locked(cells: Sequence[int], position: Position) -> bool:
    """Whether different cells have one digit more than they are, none of which fits in two."""
    held = [(cell, d) for cell in cells for d in position.candidates[cell]]
    apart = all(
        exclude_each_other(position.puzzle, a, b)
        for a, b in combinations(held, 2)
        if a[0] != b[0] and a[1] == b[1]
    )
    filled = any(position.values[cell] is not None for cell in cells)
    digits = {d for _, d in held}
    return apart and not filled and len(set(cells)) == len(cells) == len(digits) - 1


# ------------------------------------------------------------------------------------------------
# Assumptions.


def _negation(step: Step, proof: NegationProof, context: CheckContext) -> Iterator[str]:
    if step.eliminations != (proof.assumed,):
        yield "negation refutes one candidate"
        return
    yield from _follow(proof.parts, context, {(*proof.assumed, True)})


def _follow(parts: Sequence[Step], context: CheckContext, assumed: set[Statement]) -> Iterator[str]:
    """Each part must hold where its own reasons hold, and nothing else of the argument does."""
    known = assumed | context.around
    for part in parts:
        if set(part.because) - known:
            yield f"{part.technique} rests on what is not known before it"
        elif isinstance(part.proof, NegationProof | TrialProof):
            yield from step_faults(
                part, CheckContext(context.position, around=frozenset(part.because))
            )
        else:
            yield from step_faults(part, CheckContext(_where(part.because, context.position)))
        if part.contradiction is not None:
            return
        known |= {(*pair, True) for pair in part.placements}
        known |= {(*pair, False) for pair in part.eliminations}
    yield "the assumption does not end in a contradiction"


def _where(statements: Iterable[Statement], position: Position) -> Position:
    """The position in which these statements hold."""
    position = position.eliminate((cell, digit) for cell, digit, on in statements if not on)
    for cell, digit, on in statements:
        if on:
            position = position.place(cell, digit)
    return position


def _trial(step: Step, proof: TrialProof, context: CheckContext) -> Iterator[str]:
    branches = [part.proof for part in proof.branches]
    refuted = [
        b for b in branches if isinstance(b, AssumptionProof) and b.ending == "contradiction"
    ]
    failed = {branch.assumed for branch in refuted}
    if set(step.eliminations) - failed:
        yield "a candidate is crossed out whose trial did not fail"
    if step.placements or step.contradiction:
        held = open_digits(_where(context.around, context.position))[proof.cell]
        left = {(proof.cell, d) for d in held} - failed
        if left != set(step.placements) or len(left) != (step.contradiction is None):
            yield "a candidate is placed although another did not fail"
    for branch in refuted:
        yield from _follow(branch.parts, context, {(*branch.assumed, True)})


# ------------------------------------------------------------------------------------------------
# Small proofs: every statement is replayed with the facts that the step names, and no others.


class _SmallProof:
    """Replays the chains of a small proof in a position."""

    def __init__(self, step: Step, proof: FactsProof, position: Position) -> None:
        self.step = step
        self.proof = proof
        self.position = position
        self.board = board_of(position.puzzle)
        self.open: list[set[int]] = []
        for cell, digits in enumerate(position.candidates):
            self.open.append(set() if position.values[cell] is not None else set(digits))
        for cell, gone in excluded_now(position.puzzle.model, position.values):
            self.open[cell].discard(gone)

    def faults(self) -> Iterator[str]:
        step, proof = self.step, self.proof
        facts = self.facts(proof)
        yield from self.sound()
        if proof.tried is not None:
            yield from self.searched()
            return
        if proof.argument is None:
            yield from self.single()
            return
        yield from self.replay(step, proof.argument, facts, set())
        shown: set[Candidate] = set()
        if not step.contradiction:
            start = proof.argument.start
            shown.add((start.cell, start.digit))
        for part in proof.further:
            own = part.proof
            if not isinstance(own, FactsProof) or own.argument is None:
                yield "a small proof is one argument"
                continue
            if self.facts(own) - facts:
                yield "a further candidate rests on further facts"
            yield from self.replay(part, own.argument, self.facts(own), set())
            if not own.argument.start.on:
                yield "a further candidate is supposed false"
            shown.add((own.argument.start.cell, own.argument.start.digit))
        if step.placements and (step.eliminations or proof.further):
            yield "a placement is shown alone"
        if shown != {*step.placements, *step.eliminations}:
            yield "what follows is not what is shown"

    @staticmethod
    def facts(proof: FactsProof) -> set[tuple[object, ...]]:
        """The facts that a proof names."""
        facts: set[tuple[object, ...]] = {("cell", cell) for cell in proof.cells}
        facts |= {("house", house.cells, digit) for house, digit in proof.needs}
        return facts | {("rule", rule.constraint, rule.cells) for rule in proof.rules}

    def sound(self) -> Iterator[str]:
        """Facts that do not hold on this board."""
        for cell in self.proof.cells:
            if self.position.values[cell] is not None:
                yield f"{self.position.geometry.name(cell)} is filled already"
        for house, digit in self.proof.needs:
            if not needs_digit(house, digit, self.position):
                yield f"{house.name} does not need {digit}"
        for rule in self.proof.rules:
            if not is_of_puzzle(rule, self.position.puzzle):
                yield f"the puzzle has no {rule.title}"

    def searched(self) -> Iterator[str]:
        """What the facts imply, by a SAT solver: there is no argument to replay."""
        if self.step.contradiction:
            yield "a search shows no contradiction"
        # What few steps need is loaded where one does.
        from satdoku.techniques.searches.small.position import Allowed, Facts
        from satdoku.techniques.searches.small.solver import FactSolver

        facts = Facts(open_candidates(self.position))
        houses = {(self.board.houses[h].cells, d): (d, h) for d, h in facts.names if h >= 0}
        index = self.board.index_of
        names = {(cell, -1) for cell in self.proof.cells}
        names |= {houses[house.cells, index[digit]] for house, digit in self.proof.needs}
        needs = frozenset(at for at, name in enumerate(facts.names) if name in names)
        rules = frozenset(
            at for at, clue in enumerate(facts.clues) if clue.rule in self.proof.rules
        )
        solver = FactSolver(facts)
        with solver.clauses:
            for sign, pairs in ((False, self.step.placements), (True, self.step.eliminations)):
                for cell, digit in pairs:
                    v = facts.number.get((cell, index[digit]))
                    if v is not None and not solver.excludes(Allowed(needs, rules), v, on=sign):
                        yield "the facts do not imply what follows"

    def single(self) -> Iterator[str]:
        """One candidate left."""
        proof = self.proof
        if proof.size != 1 or proof.rules:
            yield "one candidate is left by one fact"
            return
        if proof.cells:
            left = {(proof.cells[0], digit) for digit in self.open[proof.cells[0]]}
        else:
            ((house, digit),) = proof.needs
            left = {(c, digit) for c in house.cells if digit in self.open[c]}
        if left != set(self.step.placements):
            yield f"{len(left)} candidates are left where the step sees one"

    def replay(
        self, step: Step, chain: Chain, facts: set[tuple[object, ...]], known: set[Statement]
    ) -> Iterator[str]:
        """The argument of a step, with these facts and these statements around it."""
        for at, node in enumerate(chain.nodes):
            parents = {_statement(p) for p in (chain.nodes[i] for i in node.parents if i < at)}
            fault = self.link(node, at, parents, facts, known, chain)
            if fault:
                sign = "=" if node.on else "<>"
                yield f"{self.position.geometry.name(node.cell)}{sign}{node.digit}: {fault}"
        conflict = chain.conflict
        ended = {_statement(n) for n in (chain.nodes[i] for i in chain.because)}
        if conflict is None or not self.fails(conflict, ended, facts):
            yield "the argument does not end in a contradiction"
        concluded = {(*pair, False) for pair in step.placements}
        if not step.placements and step.eliminations:
            # Further eliminations have arguments of their own.
            concluded = {(chain.start.cell, chain.start.digit, True)} & {
                (*pair, True) for pair in step.eliminations
            }
        started = {_statement(n) for n in chain.nodes if n.cause == "start"}
        if started != concluded:
            yield "the argument does not suppose the opposite of what it shows"

    def link(
        self,
        node: Node,
        at: int,
        parents: set[Statement],
        facts: set[tuple[object, ...]],
        known: set[Statement],
        chain: Chain,
    ) -> str | None:
        """What is wrong with one statement."""
        cell, digit = node.cell, node.digit
        if len(parents) != len(node.parents):
            return "it rests on a later statement"
        if digit not in self.open[cell]:
            return "no such candidate"
        if node.house is not None and not house_exists(node.house, self.position):
            return "no such house"
        if node.cause == "start":
            return None if at == 0 else "an assumption in the middle"
        if node.cause == "known":
            return None if (cell, digit, node.on) in known else "this was not stated before"
        if node.cause == "rule" and not node.on and len(parents) == 1:
            ((c, d, on),) = parents
            if on and excludes_by(node.rule, self.position.puzzle, (c, d), (cell, digit)):
                return None
        if node.cause == "rule":
            if node.rule is None or ("rule", node.rule.constraint, node.rule.cells) not in facts:
                return "the rule is not among the facts"
            if self.keeps(node.rule, {*parents, (cell, digit, not node.on)}):
                return f"{node.rule.title} does not imply that"
            return None
        if node.cause == "advanced":
            if node.part is None or node.on:
                return "a nested argument excludes a candidate"
            part = chain.parts[node.part]
            inner = part.proof
            if not isinstance(inner, FactsProof) or inner.argument is None:
                return "a small proof is one argument"
            own = self.facts(inner)
            if part.eliminations != ((cell, digit),) or own - facts:
                return "the nested argument shows something else"
            return "; ".join(self.replay(part, inner.argument, own, parents)) or None
        if not node.on:
            (cause,) = parents if len(parents) == 1 else ((-1, -1, False),)
            if not cause[2]:
                return "a candidate is excluded by exactly one true one"
            if node.cause == "cell":
                return None if cause[0] == cell and cause[1] != digit else "not in the cell"
            house = node.house
            if house is None or cause[1] != digit or cause[0] == cell:
                return "not the same digit"
            return None if {cell, cause[0]} <= set(house.cells) else "not in the house"
        if node.cause == "cell":
            if ("cell", cell) not in facts:
                return "that the cell holds a digit is not among the facts"
            needed = {(cell, d) for d in self.open[cell]}
        else:
            house = node.house
            if house is None or ("house", house.cells, digit) not in facts:
                return "that the house holds the digit is not among the facts"
            needed = {(c, digit) for c in house.cells if digit in self.open[c]}
        left = needed - {(c, d) for c, d, on in parents if not on} - {(cell, digit)}
        return f"{len(left)} alternatives are open" if left else None

    def fails(
        self, conflict: Contradiction, claimed: set[Statement], facts: set[tuple[object, ...]]
    ) -> bool:
        """Whether the statements come to this contradiction."""
        gone = {(cell, digit) for cell, digit, on in claimed if not on}
        if conflict.kind == "no-candidate":
            (cell,) = conflict.cells
            return ("cell", cell) in facts and {(cell, d) for d in self.open[cell]} <= gone
        if conflict.kind == "no-place" and conflict.house is not None:
            (digit,) = conflict.digits
            cells = conflict.house.cells
            places = {(c, digit) for c in cells if digit in self.open[c]}
            return ("house", cells, digit) in facts and places <= gone
        if conflict.kind == "rule" and conflict.rule is not None:
            named = ("rule", conflict.rule.constraint, conflict.rule.cells) in facts
            return named and not self.keeps(conflict.rule, claimed)
        if conflict.kind == "clash":
            pair = (conflict.cells[0], conflict.digits[0])
            return pair in gone and (*pair, True) in claimed
        return False

    def keeps(self, rule: Rule, claimed: set[Statement]) -> bool:
        """Whether the cells of a clue can be filled under these statements."""
        domains: Open = open_digits(self.position)
        for cell, digits in enumerate(self.open):
            if self.position.values[cell] is None:
                domains[cell] = set(digits)
        return can_keep(rule, self.position.puzzle, domains, claimed)
