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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import assert_never

from satdoku.base.limits import ENDLESS, Clock
from satdoku.model import Model
from satdoku.model.exclusions import excluded_now
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import (
    Among,
    DigitSetSum,
    Domain,
    Linear,
    PairTable,
    Relation,
    holds,
    variables_of,
)
from satdoku.relations.narrowing import narrow, users_of
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
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
from satdoku.techniques.arguments.colours import ColourProof, Colours, MedusaProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.patterns import (
    AlignedProof,
    BentSetProof,
    ExocetProof,
    GuardianProof,
    TemplateProof,
    WingProof,
)
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    CrossedProof,
    DeadlyProof,
    ExtraLock,
    ExtraSet,
    LoopProof,
    ReverseProof,
    RingLock,
    SymmetryProof,
)
from satdoku.techniques.board import Board, board_of, open_candidates
from satdoku.techniques.step import (
    Candidate,
    CellSet,
    Chain,
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

Open = list[Set[int]]
"""The open candidates of each cell, the digit alone where it is filled."""

_EXCLUDING = (
    AicProof, BentSetProof, ClassProof, CycleProof, MedusaProof, NegationProof, SymmetryProof
)  # fmt: skip
"""Proofs that show which candidates are false, and nothing else."""


def faults(step: Step, position: Position, clock: Clock = ENDLESS) -> tuple[str, ...]:
    """What is wrong with a step in a position; empty when its argument holds.

    To fill the cells of large clues takes long, which counts as nodes of the clock: for each cell
    that is filled the square of the number of cells.

    :raises RanOut: where the clock runs out first.
    """
    return tuple(_faults(step, position, clock))


def has_fault(step: Step, position: Position, clock: Clock = ENDLESS) -> bool:
    """Whether :func:`faults` has any; the search ends with the first."""
    return next(_faults(step, position, clock), None) is not None


def _faults(
    step: Step, position: Position, clock: Clock, around: frozenset[Statement] = frozenset()
) -> Iterator[str]:
    """``around`` are the statements that a refutation inside another one may rest on."""
    geometry = position.geometry
    candidates = position.candidates
    if not (step.placements or step.eliminations or step.contradiction):
        yield f"{step.technique} concludes nothing"
    for cell, digit in (*step.placements, *step.eliminations):
        if digit not in candidates[cell]:
            yield f"{geometry.name(cell)} has no candidate {digit}"
            return
    if isinstance(step.proof, _EXCLUDING) and (step.placements or step.contradiction):
        yield f"{step.technique} excludes candidates and shows nothing else"
    for house in step.view.houses:
        if not _exists(house, position):
            yield f"{house.name} is no house of this board"
    match step.proof:
        case NegationProof() as proof:
            yield from _negation(step, proof, position, around)
        case TrialProof() as proof:
            yield from _trial(step, proof, position, around)
        case AssumptionProof():
            yield "an assumption alone proves nothing"
        case FactsProof() as proof:
            yield from _SmallProof(step, proof, position).faults()
        case ClueProof(each=parts) if parts:
            yield from _each(step, parts, position, clock)
        case ClueProof(rule):
            if _named(rule, position.puzzle):
                about = _relations_about(rule, position.puzzle)
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
                yield from _faults(part, position, clock)
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
        case BentSetProof() as proof:
            yield from _counted(step, proof, position)
        case SymmetryProof() as proof:
            yield from _symmetric(step, proof, position)
        case MedusaProof() as proof:
            yield from _medusa(step, proof, position)
        case GuardianProof() as proof:
            yield from _guardians(step, proof, position)
        case AicProof() as proof:
            yield from _aic(step, proof, position)
        case ForcingProof() as proof:
            yield from _forcing(step, proof, position)
        case LoopProof() as proof:
            yield from _loop(step, proof, position)
        case BugProof() as proof:
            yield from _bug(step, proof, position)
        case DeadlyProof() as proof:
            yield from _deadly(step, proof, position)
        case CrossedProof() as proof:
            yield from _crossed(step, proof, position)
        case ReverseProof() as proof:
            yield from _reverse(step, proof, position)
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
        case unknown:
            raise TypeError(f"{type(unknown).__name__} is no known proof")


def _exists(house: House, position: Position) -> bool:
    return (house.cells, house.complete) in _houses(board_of(position.puzzle))


@lru_cache(maxsize=16)
def _houses(board: Board) -> frozenset[tuple[tuple[int, ...], bool]]:
    return frozenset((house.cells, house.complete) for house in board.houses)


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


def _counted(step: Step, proof: BentSetProof, position: Position) -> Iterator[str]:
    """Whether all that serves some needs lies in as many places for one true candidate each."""
    open_ = position.candidates
    needs = [{(cell, d) for d in open_[cell]} for cell in dict.fromkeys(proof.cells)]
    for house, digit in dict.fromkeys(proof.needs):
        if not _needs(house, digit, position):
            yield f"{house.name} does not need {digit}"
        needs.append({(cell, digit) for cell in house.cells if digit in open_[cell]})
    serving = set().union(*needs)
    places = [{pair for pair in group.candidates if pair in serving} for group in proof.groups]
    places += [{pair for pair in serving if pair[0] == cell} for cell in proof.full]
    if len(needs) != len(places) or not all(needs):
        yield f"{len(needs)} needs have {len(places)} places"
    if any(not _excludes(*both, position) for place in places for both in combinations(place, 2)):
        yield "a place has room for two"
    # True candidates of a need each, and no place with two of them: all places are used.
    spare = {
        pair: sum(pair in place for place in places) - sum(pair in need for need in needs)
        for pair in serving
    }
    if any(count < 0 for count in spare.values()):
        yield "a candidate has too few places"
    for gone in step.eliminations:
        seen = any(
            gone not in place and all(_excludes(one, gone, position) for one in place)
            for place in places
        )
        if not seen and spare.get(gone, 0) <= 0:
            yield f"{position.geometry.name(gone[0])}<>{gone[1]} leaves a place for it"


def _symmetric(step: Step, proof: SymmetryProof, position: Position) -> Iterator[str]:
    """Whether the givens have the symmetry, and what is eliminated breaks it."""
    puzzle, digits = position.puzzle, position.geometry.digits
    partner = dict(zip(digits, proof.partners, strict=True))
    houses = {frozenset(house.cells) for house in position.geometry.houses}
    moved = {frozenset(proof.images[cell] for cell in house) for house in houses}
    filled = tuple(cell for cell, digit in enumerate(puzzle.givens) if digit is not None)
    same = sorted(proof.images) == list(range(len(puzzle.givens))) and moved == houses
    same &= proof.givens == filled
    for cell, given in enumerate(puzzle.givens):
        image = puzzle.givens[proof.images[cell]] if same else None
        same &= image == (None if given is None else partner[given])
    if not same or sorted(partner.values()) != sorted(digits):
        yield "the givens do not have the symmetry"
        return
    if puzzle.constraints or puzzle.pencil_marks is not None:
        yield "a rule may not have the symmetry"
    held = _open(position)
    for gone in step.eliminations:
        orbit = [gone]
        while (after := (proof.images[orbit[-1][0]], partner[orbit[-1][1]])) != gone:
            orbit.append(after)
        missing = any(digit not in held[cell] for cell, digit in orbit)
        if not missing and not any(_excludes(*both, position) for both in combinations(orbit, 2)):
            yield f"{position.geometry.name(gone[0])}<>{gone[1]} has its partners"


def _medusa(step: Step, proof: MedusaProof, position: Position) -> Iterator[str]:
    """Whether the links alternate between two colours, which lead to the conclusion."""
    open_, colours = position.candidates, (set(proof.first), set(proof.second))
    joined = set(proof.first[:1])
    for link in proof.links:
        ends = {link.first, link.second}
        if link.house is None:
            cell = link.first[0]
            true = {(cell, digit) for digit in open_[cell]}
        else:
            digit = link.first[1]
            true = {(cell, digit) for cell in link.house.cells if digit in open_[cell]}
        if true != ends or not (link.house is None or link.house.complete):
            yield "both ends of a link can be false, or true"
        if any(len(ends & colour) != 1 for colour in colours):
            yield "a link has one colour"
    for _ in proof.links:
        joined |= {
            end
            for link in proof.links
            for end in (link.first, link.second)
            if {link.first, link.second} & joined
        }
    if joined != colours[0] | colours[1]:
        yield "a candidate has no colour by the links"

    def excluded(gone: Candidate, colour: int) -> bool:
        return any(_excludes(one, gone, position) for one in colours[colour])

    match proof.how:
        case "both":
            shown = all(excluded(gone, at) for gone in step.eliminations for at in (0, 1))
        case "clash":
            shown = (
                _excludes(proof.meeting[0], proof.meeting[1], position)
                and set(proof.meeting) <= colours[0]
            )
        case "empty":
            cell = proof.meeting[0][0]
            shown = all(
                (cell, digit) in colours[1] or excluded((cell, digit), 0) for digit in open_[cell]
            )
        case unknown:
            assert_never(unknown)
    wrong = proof.how != "both" and not set(step.eliminations) <= colours[0]
    if not shown or wrong:
        yield "the colours do not lead to what follows"


def _guardians(step: Step, proof: GuardianProof, position: Position) -> Iterator[str]:
    """Whether the pattern cannot be filled without the extra candidates, which lead to the rest."""
    left = _open(position)
    for cell, digit in proof.extra:
        left[cell] -= {digit}
    if proof.houses:
        tasks = _places(proof.houses, proof.digits, left, position)
    else:
        tasks = [[(cell, digit) for digit in left[cell]] for cell in proof.cells]
    if _assign(tasks, position.puzzle):
        yield "the pattern can be filled without a guardian"
    yield from _one_of(proof.extra, None, step, position)


def _brute(step: Step, proof: PatternProof, position: Position) -> Iterator[str]:
    geometry, opened = position.geometry, _open(position)
    if step.contradiction is not None:
        if _fillable(proof, position, opened):
            yield f"the pattern of {step.technique} can be filled"
        return
    for cell, digit in step.eliminations:
        trial = opened.copy()
        _fix(trial, position, cell, digit)
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
            for way in _ways(proof, proof.cells, position, _open(position)):
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
        _fix(trial, position, cell, digit)
        if all(trial[other] for other in others) and _fillable(proof, position, trial):
            for way in _ways(proof, others, position, trial):
                yield digit, *way


def _open(position: Position) -> Open:
    return [
        cands if value is None else frozenset((value,))
        for cands, value in zip(position.candidates, position.values, strict=True)
    ]


Joint = tuple[int, PairTable | None]
"""(Place of a constraint, or -1 for the board; the pairs it allows, or ``None``: they differ)."""


def _together(puzzle: Puzzle) -> dict[int, dict[int, list[Joint]]]:
    """For each cell the cells that some relation joins to it."""
    return puzzle.model.kept(_together, _joints)


def _joints(model: Model) -> dict[int, dict[int, list[Joint]]]:
    found: dict[int, dict[int, list[Joint]]] = {}
    groups = [(-1, house.cells) for house in model.geometry.houses]
    for place, part in enumerate(model.parts):
        groups += [(place, cells) for cells in part.different]
        for table in part.tables:
            a, b = table.first, table.second
            found.setdefault(a, {}).setdefault(b, []).append((place, table))
            found.setdefault(b, {}).setdefault(a, []).append((place, table))
    for place, cells in groups:
        for a, b in permutations(cells, 2):
            if a != b:
                found.setdefault(a, {}).setdefault(b, []).append((place, None))
    return found


def _exclude(
    puzzle: Puzzle, one: Candidate, other: Candidate, constraint: int | None = None
) -> bool:
    """Whether two candidates of different cells cannot both be true, by one relation (of one
    constraint)."""
    (a, x), (b, y) = one, other
    for place, table in _together(puzzle).get(a, {}).get(b, ()):
        if constraint is not None and place != constraint:
            continue
        if table is None:
            if x == y:
                return True
        elif ((x, y) if table.first == a else (y, x)) not in table.allowed:
            return True
    return False


def _says(rule: Rule | None, puzzle: Puzzle, one: Candidate, other: Candidate) -> bool:
    """Whether the rule that a step names makes two candidates exclude each other."""
    if rule is None or not 0 <= rule.constraint < len(puzzle.constraints):
        return False
    named = puzzle.constraints[rule.constraint].name == rule.name
    joined = sorted((one[0], other[0])) == list(rule.cells)
    return named and joined and _exclude(puzzle, one, other, rule.constraint)


def _fix(candidates: Open, position: Position, cell: int, digit: int) -> None:
    candidates[cell] = {digit}
    for other, joints in _together(position.puzzle).get(cell, {}).items():
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


def _fillable(proof: PatternProof, position: Position, candidates: Open) -> bool:
    """Whether the pattern has a way to be filled that keeps to the rules."""
    houses: tuple[House, ...] = ()
    digits: tuple[int, ...] = ()
    cells: Iterable[int] = ()
    match proof:
        case SingleProof(cell, digit, house):
            houses, digits, cells = _some(house), (digit,), (cell,)
        case IntersectionProof(digit, house):
            houses, digits = (house,), (digit,)
        case ExclusionProof(house=house):
            houses, digits, cells = _some(house), proof.digits, proof.cells
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
    tasks = _places(houses, digits, candidates, position)
    if isinstance(proof, ExocetProof) or not houses:
        tasks += [
            [(cell, digit) for digit in sorted(candidates[cell])] for cell in dict.fromkeys(cells)
        ]
    return _assign(tasks, position.puzzle)


def _some(house: House | None) -> tuple[House, ...]:
    return () if house is None else (house,)


def _assign(tasks: list[list[Candidate]], puzzle: Puzzle) -> bool:
    """Whether one candidate of each task can be true."""
    if not tasks:
        return True
    task, *others = sorted(tasks, key=len)
    for pair in task:
        left = [[other for other in rest if not _clash(pair, other, puzzle)] for rest in others]
        if all(left) and _assign(left, puzzle):
            return True
    return False


def _clash(one: Candidate, other: Candidate, puzzle: Puzzle) -> bool:
    return one[1] != other[1] if one[0] == other[0] else _exclude(puzzle, one, other)


# ------------------------------------------------------------------------------------------------
# Clues, by trying all ways to fill their cells.


def _named(rule: Rule, puzzle: Puzzle) -> bool:
    place = rule.constraint
    return 0 <= place < len(puzzle.constraints) and puzzle.constraints[place].name == rule.name


def _relations_about(rule: Rule, puzzle: Puzzle) -> list[Relation]:
    """What a constraint demands of the cells that a step names, and of no others."""
    count, cells = puzzle.geometry.cell_count, set(rule.cells)
    return [
        relation
        for relation in puzzle.model.parts[rule.constraint].relations
        if all(v >= count or v in cells for v in variables_of(relation))
    ]


def _hidden(relations: Iterable[Relation], puzzle: Puzzle) -> dict[int, frozenset[int]]:
    """The values of the auxiliary variables of some relations."""
    count = puzzle.geometry.cell_count
    found: dict[int, frozenset[int]] = {}
    for relation in relations:
        if isinstance(relation, Domain) and relation.variable >= count:
            known = found.get(relation.variable, relation.digits)
            found[relation.variable] = known & relation.digits
    return found


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
    held = _open(position)
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
    if not _named(rule, position.puzzle):
        return True
    domains = _open(position)
    for found in statements:
        domains[found.cell] &= set(found.digits)
    return _keeps(rule, position.puzzle, domains, ())


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
        if not _named(rule, position.puzzle) or not set(rule.cells) <= set(cells):
            yield f"the puzzle has no {rule.title}"
            return
    for house, digit in needs:
        if not _needs(house, digit, position):
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
    part = _hidden(relations, position.puzzle)
    # What holds of the position as it stands is worked out once for all trials.
    before = _open(position)
    about = users_of(relations)
    base = {cell: frozenset(before[cell]) for cell in cells} | part
    _spend(clock, len(base))
    narrow(relations, base, about)
    for fault, trial in (*_trials(step, position), *_stated(step, position)):
        places = [[(c, digit) for c in house.cells if digit in trial[c]] for house, digit in needs]
        for chosen in product(*places):
            domains = {cell: frozenset(trial[cell]) for cell in (*cells, *cells_of(chosen))} | part
            for cell, digit in chosen:
                domains[cell] &= {digit}
            moved = {i for v in base if not base[v] <= domains[v] for i in about.get(v, ())}
            domains |= {v: left & domains[v] for v, left in base.items()}
            every = tuple(cell for cell in domains if cell < geometry.cell_count)
            if _can_fill(position.puzzle, every, relations, about, domains, moved, clock):
                yield fault
                break


def _spend(clock: Clock, cells: int) -> None:
    """Count what it takes to narrow some cells together: clues of more cells have more ways."""
    clock.nodes += cells * cells
    clock.check()


def _stated(step: Step, position: Position) -> Iterator[tuple[str, Open]]:
    """What the sentence about the ways to fill some cells says of each cell, supposed to be false,
    with the fault where that can be: then there are other ways than those that it is about."""
    proof = step.proof
    if not isinstance(proof, ClueProof | SumProof | LeftoverProof | JointProof):
        return
    said = {*proof.left, *step.eliminations}
    for cell in dict.fromkeys(cell for cell, _ in proof.left):
        trial = _open(position)
        trial[cell] = {digit for digit in trial[cell] if (cell, digit) not in said}
        if trial[cell]:
            yield f"{position.geometry.name(cell)} holds another digit in some way", trial


def _trials(step: Step, position: Position) -> Iterator[tuple[str, Open]]:
    """What a step concludes, each part supposed to be false, with the fault where that can be."""
    geometry = position.geometry
    if step.contradiction is not None:
        yield "the cells can be filled", _open(position)
    for cell, digit in step.eliminations:
        trial = _open(position)
        _fix(trial, position, cell, digit)
        yield f"{digit} is possible in {geometry.name(cell)}", trial
    for cell, digit in step.placements:
        trial = _open(position)
        trial[cell] -= {digit}
        yield f"{digit} is not forced into {geometry.name(cell)}", trial


def _has_way(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    relations: Sequence[Relation],
    domains: dict[int, frozenset[int]],
) -> bool:
    """Whether the cells can be filled: one after another, narrowed by each relation's support."""
    waiting = set(range(len(relations)))
    return _can_fill(puzzle, cells, relations, users_of(relations), domains, waiting)


def _can_fill(
    puzzle: Puzzle,
    cells: tuple[int, ...],
    relations: Sequence[Relation],
    about: Mapping[int, Sequence[int]],
    domains: dict[int, frozenset[int]],
    waiting: set[int],
    clock: Clock = ENDLESS,
) -> bool:
    _spend(clock, len(domains))
    if not narrow(relations, domains, about, waiting) or not all(domains.values()):
        return False
    open_ = [v for v in domains if len(domains[v]) > 1]
    if not open_:
        digits = {v: next(iter(left)) for v, left in domains.items()}
        apart = all(
            not _exclude(puzzle, (a, digits[a]), (b, digits[b])) for a, b in combinations(cells, 2)
        )
        return apart and all(holds(relation, digits) for relation in relations)
    at = min(open_, key=lambda v: (v not in cells, len(domains[v])))
    for digit in sorted(domains[at]):
        trial = domains | {at: frozenset({digit})}
        for other in cells if at in cells else ():
            if other != at:
                trial[other] = frozenset(
                    d for d in trial[other] if not _exclude(puzzle, (at, digit), (other, d))
                )
        moved = {i for v, left in trial.items() if left != domains[v] for i in about.get(v, ())}
        if _can_fill(puzzle, cells, relations, about, trial, moved, clock):
            return True
    return False


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
        total = _total(rule, puzzle) if _named(rule, puzzle) else None
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
            elif not _needs(house, digit, position) or cases != {
                (c, digit) for c in house.cells if digit in position.candidates[c]
            }:
                yield f"not every place of {digit} in {house.name} is followed"
        case "clue":
            if proof.rule is None or not _named(proof.rule, position.puzzle):
                yield "the cases need a clue of the puzzle"
            elif _keeps(
                proof.rule, position.puzzle, _open(position), [(*pair, False) for pair in cases]
            ):
                yield f"{proof.rule.title} can be kept without these candidates"
        case "rectangle":
            if proof.loop is None or cases != set(proof.loop.extra):
                yield "not every further candidate of the rectangle is followed"
            else:
                yield from _ring(proof.loop, position)
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
    if node.house is not None and not _exists(node.house, position):
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
        if not _named(node.rule, position.puzzle):
            return f"the puzzle has no {node.rule.title}"
        if len(parents) != 1 and (not node.on or any(p.on for p in parents)):
            return "a rule needs one true candidate, or one where others are false"
        claimed = {*map(_statement, parents), _opposite(_statement(node))}
        kept = _keeps(node.rule, position.puzzle, _open(position), claimed)
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
    return _says(node.rule, puzzle, _statement(parents[0])[:2], (node.cell, node.digit))


def _keeps(rule: Rule, puzzle: Puzzle, domains: Open, claimed: Iterable[Statement]) -> bool:
    """Whether the cells of a clue can be filled under these statements."""
    for cell, digit, on in claimed:
        domains[cell] &= {digit} if on else domains[cell] - {digit}
    relations = _relations_about(rule, puzzle)
    known = {cell: frozenset(domains[cell]) for cell in rule.cells} | _hidden(relations, puzzle)
    return _has_way(puzzle, rule.cells, relations, known)


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
            if _exclude(position.puzzle, (node.cell, node.digit), (cell, digit))
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
                fault = not _exists(reason, position) or not needed <= both
                fault |= not _needs(reason, one.digit, position)
            case CellSet(cells=cells):
                held = {(c, d) for c in cells for d in (one.digit, other.digit) if d in open_[c]}
                fault = held != both or not _almost_locked(cells, position)
            case Rule():
                claimed = [(*pair, False) for pair in both]
                fault = not _named(reason, position.puzzle) or _keeps(
                    reason, position.puzzle, _open(position), claimed
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
        if not any(all(_excludes(one, gone, position) for one in pairs) for pairs in true):
            yield f"{position.geometry.name(gone[0])}<>{gone[1]} is not excluded by both ends"


def _excludes(one: Candidate, other: Candidate, position: Position) -> bool:
    if one[0] == other[0]:
        return one[1] != other[1]
    return _exclude(position.puzzle, one, other)


def _nodes_exclude(one: Places, other: Places, position: Position) -> bool:
    return all(_excludes(a, b, position) for a in one.candidates for b in other.candidates)


def _almost_locked(cells: Sequence[int], position: Position) -> bool:
    """Whether different cells have one digit more than they are, none of which fits in two."""
    held = [(cell, d) for cell in cells for d in position.candidates[cell]]
    apart = all(
        _exclude(position.puzzle, a, b)
        for a, b in combinations(held, 2)
        if a[0] != b[0] and a[1] == b[1]
    )
    filled = any(position.values[cell] is not None for cell in cells)
    digits = {d for _, d in held}
    return apart and not filled and len(set(cells)) == len(cells) == len(digits) - 1


# ------------------------------------------------------------------------------------------------
# Uniqueness: the shape that the argument needs, and that no further candidate can be true where the
# conclusion is false.


def _exchange(position: Position) -> Iterator[str]:
    if not board_of(position.puzzle).plain:
        yield "the puzzle has rules that an exchange might break"


def _one_of(
    extra: Sequence[Candidate],
    how: ExtraSet | ExtraLock | RingLock | None,
    step: Step,
    position: Position,
) -> Iterator[str]:
    """Whether what is eliminated leaves one of the extra candidates a way to be true."""
    for fault, trial in _trials(step, position):
        match how:
            case ExtraSet(_, others) if others.name == "naked":
                tasks = [[(cell, digit) for digit in sorted(trial[cell])] for cell in others.cells]
            case ExtraSet(house, others):
                tasks = _places((house,), others.digits, trial, position)
            case ExtraLock(house, digit):
                tasks = _places((house,), (digit,), trial, position)
            case RingLock(houses, digit):
                tasks = _places(houses, (digit,), trial, position)
            case None:
                tasks = []
            case unknown:
                assert_never(unknown)
        left = [(cell, digit) for cell, digit in extra if digit in trial[cell]]
        if _assign([left, *tasks], position.puzzle):
            yield fault


def _places(
    houses: Iterable[House], digits: Sequence[int], trial: Open, position: Position
) -> list[list[Candidate]]:
    """Where houses have their digits; nothing is known of a house that may lack one."""
    return [
        [(cell, digit) for cell in house.cells if digit in trial[cell]]
        for house in houses
        for digit in digits
        if house.complete and digit in position.geometry.digits
    ]


def _needs(house: House, digit: int, position: Position) -> bool:
    """Whether a digit is still to be placed in a house that cannot lack it."""
    placed = {position.values[cell] for cell in house.cells}
    return house.complete and digit in position.geometry.digits and digit not in placed


def _other_marks(position: Position) -> Iterator[str]:
    if position.puzzle.pencil_marks is not None:
        yield "a mark may not allow the exchange"


def _deadly(step: Step, proof: DeadlyProof, position: Position) -> Iterator[str]:
    """Whether each way to fill the cells without the extras leaves another one."""
    yield from _exchange(position)
    yield from _other_marks(position)
    yield from _one_of(proof.extra, proof.how, step, position)
    cells, extra = proof.cells, set(proof.extra)
    left = [
        {d for d in position.candidates[c] if (c, d) not in extra and d in proof.digits}
        for c in cells
    ]
    for cell, kept in zip(cells, left, strict=True):
        if position.values[cell] is not None:
            yield f"{position.geometry.name(cell)} is filled"
        elif {(cell, d) for d in position.candidates[cell] - kept} - extra:
            yield f"{position.geometry.name(cell)} has other candidates"
    geometry = position.geometry
    houses = [
        inside
        for h in board_of(position.puzzle).houses
        if (inside := [at for at, cell in enumerate(cells) if cell in h.cells])
    ]
    apart = [
        [b for b, y in enumerate(cells[:a]) if y in geometry.peers[x]] for a, x in enumerate(cells)
    ]
    seen: Counter[tuple[frozenset[int], ...]] = Counter()
    fitting: set[tuple[frozenset[int], ...]] = set()
    for way in _ways_apart(apart, [proof.digits] * len(cells)):
        key = tuple(frozenset(way[at] for at in inside) for inside in houses)
        seen[key] += 1
        if all(d in kept for d, kept in zip(way, left, strict=True)):
            fitting.add(key)
    if any(seen[key] < 2 for key in fitting):
        yield "the cells may be filled in one way only"


def _ways_apart(
    apart: Sequence[Sequence[int]], open_: Sequence[Iterable[int]]
) -> Iterator[tuple[int, ...]]:
    """The ways to fill cells one after another, each unlike some before it."""

    def grow(way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(way) == len(open_):
            yield way
            return
        for digit in open_[len(way)]:
            if all(way[before] != digit for before in apart[len(way)]):
                yield from grow((*way, digit))

    return grow(())


def _crossed(step: Step, proof: CrossedProof, position: Position) -> Iterator[str]:
    """Whether the corners and the crossing could exchange two digits, and the lines follow."""
    yield from _exchange(position)
    yield from _other_marks(position)
    yield from _one_of(proof.extra, proof.how, step, position)
    geometry, values, digits = position.geometry, position.values, set(proof.digits)
    lines, corners, extra = proof.lines, proof.corners, set(proof.extra)
    if not all(house.complete for house in (*lines, proof.box)):
        yield "the lines or the box may lack a digit"
    others = [set(h.cells) for h in board_of(position.puzzle).houses if h not in lines]
    first, second = (set(line.cells) for line in lines)
    crossed = [h & (first | second) for h in others if len(h & first) == len(h & second) == 1]
    pairs = [sorted(pair) for pair in {frozenset(pair) for pair in crossed}]
    if sorted(cell for pair in pairs for cell in pair) != sorted(first | second):
        yield "the cells of the lines are not side by side"
    left = [[cell for cell in pair if values[cell] is None] for pair in pairs]
    written = [{values[cell] for cell in line} for line in (first, second)]
    alone = [cells for pair, cells in zip(pairs, left, strict=True) if len(cells) == 1]
    if len(alone) > 1 or len((written[0] ^ written[1]) - {None}) > 1:
        yield "the lines are not filled alike"
    if any(len(house & set(cells)) == 1 for cells in left if len(cells) == 2 for house in others):
        yield "a house notices an exchange in the lines"
    sides = [
        cells
        for corner in corners
        for cells in left
        if cells and {*cells} <= {*proof.crossing} & {*geometry.peers[corner]}
    ]
    if (
        len(sides) != 2
        or {*sides[0], *sides[1]} != {*proof.crossing}
        or not {*proof.crossing} <= {*proof.box.cells}
        or corners[1] not in geometry.peers[corners[0]]
        or any(
            ({corners[0]} <= house) + ({*sides[1]} <= house)
            != ({corners[1]} <= house) + ({*sides[0]} <= house)
            for house in others
        )
    ):
        yield "the corners and the crossing cannot exchange two digits"
    for cell in corners:
        if {(cell, d) for d in position.candidates[cell] - digits} - extra:
            yield f"{geometry.name(cell)} has other candidates"
    for cell in proof.box.cells:
        elsewhere = {(cell, d) for d in position.candidates[cell] & digits}
        if values[cell] in digits or (cell not in proof.crossing and elsewhere - extra):
            yield f"the box has one of the digits in {geometry.name(cell)}"


def _bug(step: Step, proof: BugProof, position: Position) -> Iterator[str]:
    yield from _exchange(position)
    yield from _one_of(proof.extra, proof.how, step, position)
    board = board_of(position.puzzle)
    extra = set(proof.extra)
    for house in board.houses:
        for digit in board.digits:
            places = [
                c
                for c in house.cells
                if digit in position.candidates[c] and (c, digit) not in extra
            ]
            if len(places) not in (0, 2):
                yield f"{digit} has {len(places)} places in {house.name} without the extras"
    for cell, cands in enumerate(position.candidates):
        left = {d for d in cands if (cell, d) not in extra}
        if position.values[cell] is None and len(left) != 2:
            yield f"{position.geometry.name(cell)} has not two candidates without the extras"


def _reverse(step: Step, proof: ReverseProof, position: Position) -> Iterator[str]:
    """Whether the cells would be closed, and the others could exchange the two digits."""
    yield from _exchange(position)
    yield from _other_marks(position)
    puzzle, geometry, pair = position.puzzle, position.geometry, set(proof.digits)
    given = {cell for cell, digit in enumerate(puzzle.givens) if digit in pair}
    held = {cell: position.values[cell] for cell in proof.held}
    if not given <= held.keys() or not pair >= set(held.values()):
        yield "the cells do not hold all givens of the two digits"
    if step.conclusion != (frozenset(), frozenset((proof.last,))) or step.contradiction:
        yield "the last cell loses its digit and nothing else"
    held |= dict((proof.last,))
    inside = [{held[cell] for cell in house.cells if cell in held} for house in geometry.houses]
    if len(pair) != 2 or any(found not in (set(), pair) for found in inside):
        yield "a house has one of the two digits alone there"
    if all(inside):
        yield "no house is left for the exchange"


def _sides_balance(sides: tuple[Sequence[int], ...], position: Position) -> bool:
    """Whether two sides with all of some digits can change places, each cell with one beside it.

    A house then has both cells of each pair that it has one of, or all cells of a side and none of
    the other.
    """
    board, peers = board_of(position.puzzle), position.geometry.peers
    if any(b not in peers[a] for side in sides for a, b in combinations(side, 2)):
        return False
    if any(b not in peers[a] for a, b in zip(*sides, strict=True)):
        return False
    for house in board.houses:
        held = [[cell in house.cells for cell in side] for side in sides]
        sides_apart = {all(here) for here in held} == {any(here) for here in held} == {True, False}
        if held[0] != held[1] and not sides_apart:
            return False
    return True


def _loop(step: Step, proof: LoopProof, position: Position) -> Iterator[str]:
    yield from _one_of(proof.extra, proof.how, step, position)
    yield from _ring(proof, position)


def _ring(proof: LoopProof, position: Position) -> Iterator[str]:
    """Whether a ring without its extra candidates could exchange its digits."""
    yield from _exchange(position)
    board = board_of(position.puzzle)
    pair = set(proof.digits)
    sides = proof.ring[::2], proof.ring[1::2]
    touched = [sorted(h for cell in side for h in board.houses_of[cell]) for side in sides]
    if len(pair) == 2:
        balanced = touched[0] == touched[1] and len(set(touched[0])) == len(touched[0])
    else:
        balanced = len(pair) == len(sides[0]) == len(sides[1]) and _sides_balance(sides, position)
    if not balanced or not proof.ring or len(set(proof.ring)) < len(proof.ring):
        yield "the exchange does not keep every house"
    extra = set(proof.extra)
    for cell in proof.ring:
        value = position.values[cell]
        cands = position.candidates[cell] if value is None else frozenset((value,))
        if position.puzzle.givens[cell] is not None:
            yield f"{position.geometry.name(cell)} is a given"
        exchanged = pair <= position.puzzle.domain(cell)
        if not (exchanged and cands & pair) or {(cell, d) for d in cands - pair} - extra:
            yield f"{position.geometry.name(cell)} does not fit the ring"


# ------------------------------------------------------------------------------------------------
# Assumptions.


def _negation(
    step: Step, proof: NegationProof, position: Position, around: frozenset[Statement]
) -> Iterator[str]:
    if step.eliminations != (proof.assumed,):
        yield "negation refutes one candidate"
        return
    yield from _follow(proof.parts, position, {(*proof.assumed, True)}, around)


def _follow(
    parts: Sequence[Step],
    position: Position,
    assumed: set[Statement],
    around: frozenset[Statement],
) -> Iterator[str]:
    """Each part must hold where its own reasons hold, and nothing else of the argument does."""
    known = assumed | around
    for part in parts:
        if set(part.because) - known:
            yield f"{part.technique} rests on what is not known before it"
        elif isinstance(part.proof, NegationProof | TrialProof):
            yield from _faults(part, position, ENDLESS, frozenset(part.because))
        else:
            yield from _faults(part, _where(part.because, position), ENDLESS)
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


def _trial(
    step: Step, proof: TrialProof, position: Position, around: frozenset[Statement]
) -> Iterator[str]:
    branches = [part.proof for part in proof.branches]
    refuted = [
        b for b in branches if isinstance(b, AssumptionProof) and b.ending == "contradiction"
    ]
    failed = {branch.assumed for branch in refuted}
    if set(step.eliminations) - failed:
        yield "a candidate is crossed out whose trial did not fail"
    if step.placements or step.contradiction:
        held = _open(_where(around, position))[proof.cell]
        left = {(proof.cell, d) for d in held} - failed
        if left != set(step.placements) or len(left) != (step.contradiction is None):
            yield "a candidate is placed although another did not fail"
    for branch in refuted:
        yield from _follow(branch.parts, position, {(*branch.assumed, True)}, around)


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
            if not _needs(house, digit, self.position):
                yield f"{house.name} does not need {digit}"
        for rule in self.proof.rules:
            if not _named(rule, self.position.puzzle):
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
        if node.house is not None and not _exists(node.house, self.position):
            return "no such house"
        if node.cause == "start":
            return None if at == 0 else "an assumption in the middle"
        if node.cause == "known":
            return None if (cell, digit, node.on) in known else "this was not stated before"
        if node.cause == "rule" and not node.on and len(parents) == 1:
            ((c, d, on),) = parents
            if on and _says(node.rule, self.position.puzzle, (c, d), (cell, digit)):
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
        domains: Open = _open(self.position)
        for cell, digits in enumerate(self.open):
            if self.position.values[cell] is None:
                domains[cell] = set(digits)
        return _keeps(rule, self.position.puzzle, domains, claimed)
