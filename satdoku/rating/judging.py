"""The name and the rating that Sudoku Explainer gives a step, read from the argument alone.

A rating is as good as the name of the step that it rates: a forcing chain that is called a naked
single would be rated as one. So each name has a shape here, which an argument has or has not: how
many cells and digits it has, that nothing else is in them, where its houses lie, what a chain links
and how it branches, what is used inside of it. What has no shape that Sudoku Explainer knows has no
rating. Whether the argument holds is not asked here (``techniques/check.py``), and nothing is
searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from satdoku.base.records import dataclass
from satdoku.puzzle import Position
from satdoku.rating.se_ratings import (
    bug_rating,
    direct_rating,
    length_rating,
    locking_rating,
    loop_rating,
    single_rating,
    statements,
    unary_rating,
)
from satdoku.techniques.arguments.chains import ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, IntersectionProof
from satdoku.techniques.arguments.patterns import AlignedProof, WingProof
from satdoku.techniques.arguments.pieces import Candidate, House, Node, held_in
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    ExtraLock,
    ExtraSet,
    ExtrasProof,
    LoopProof,
)
from satdoku.techniques.step import Chain, Proof, Step

_SIZES = {2: "pair", 3: "triple", 4: "quad"}
_NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
_HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}
_DIRECT = {2: 2.0, 3: 2.5}
_FISH = {2: ("x-wing", 3.2), 3: ("swordfish", 3.8), 4: ("jellyfish", 5.2)}
_ALIGNED = {2: ("aligned-pair-exclusion", 6.2), 3: ("aligned-triplet-exclusion", 7.5)}
_CASES = ("contradiction", "double", "cell", "region")
_LINES = ("row", "column")
_MAX_LEVEL = 5
"""The level of the steps that chains use at most."""


ARGUMENTS: tuple[type[Proof], ...] = (
    SingleProof,
    DirectProof,
    IntersectionProof,
    NakedSetProof,
    HiddenSetProof,
    FishProof,
    WingProof,
    LoopProof,
    BugProof,
    AlignedProof,
    CycleProof,
    ChainProof,
    ForcingProof,
)
"""The kinds of arguments that Sudoku Explainer has."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A name that a step may have on Sudoku Explainer's scale, and its rating.

    level  where it may be used inside of a chain: 0 nowhere; 1 pattern; 2 single chain; 3 chains
           from several assumptions; 4 such that branch; 5 such that use steps of level 1 or 2; 6
           others
    """

    name: str
    rating: float
    level: int = 0


def judged(step: Step, position: Position) -> tuple[Judged, ...]:
    """The names that Sudoku Explainer may give a step in a position, each with its rating, the
    easiest first; none where it has no such step. The argument is taken to hold.

    There is one name, but for chains that do not branch: they are found among those that do, too,
    and are rated as these there.
    """
    if (
        step.contradiction is not None
        or step.besides
        or step.because
        or not _apart(step.placements, step.eliminations)
    ):
        return ()
    if isinstance(step.proof, ForcingProof):
        return _forcing(step.proof, step, position)
    one = _judged(step, position)
    return () if one is None else (one,)


def _judged(step: Step, position: Position) -> Judged | None:
    match step.proof:
        case SingleProof() as proof:
            return _single(proof, step, position)
        case DirectProof() as proof:
            return _direct(proof, step, position)
        case CycleProof() | ChainProof() as proof:
            return _unary(proof, step)
    return None if step.placements else _excluding(step, position)


def _excluding(step: Step, position: Position) -> Judged | None:
    match step.proof:
        case IntersectionProof() as proof:
            return _locked(proof, step)
        case NakedSetProof() as proof:
            return _naked(proof, step)
        case HiddenSetProof() as proof:
            return _hidden(proof, step)
        case FishProof() as proof:
            return _fish(proof, step)
        case WingProof() as proof:
            return _wing(proof, step, position)
        case LoopProof() as proof:
            return _loop(proof, step, position)
        case BugProof() as proof:
            return _grave(proof, step, position)
        case AlignedProof() as proof:
            return _aligned(proof, step, position)
    return None


def _places(house: House, digit: int, position: Position) -> set[int]:
    return {cell for cell in house.cells if digit in position.candidates[cell]}


def _apart(*groups: Sequence[object]) -> bool:
    """Whether nothing is in a list twice."""
    return all(len(set(group)) == len(group) for group in groups)


def _single(proof: SingleProof, step: Step, position: Position) -> Judged | None:
    if step.placements != ((proof.cell, proof.digit),) or step.eliminations:
        return None
    if proof.house is None:
        return None if proof.last else Judged("naked-single", 2.3)
    others = [cell for cell in proof.house.cells if cell != proof.cell]
    if proof.last and any(position.values[cell] is None for cell in others):
        return None
    return Judged("full-house" if proof.last else "hidden-single", single_rating(step))


def _is_locked(proof: IntersectionProof) -> bool:
    """Whether a box and a line share the places of the digit."""
    kinds = {proof.first.kind, proof.second.kind}
    shared = {*proof.first.cells} & {*proof.second.cells}
    return "box" in kinds and kinds & {*_LINES} != set() and {*proof.cells} <= shared


def _locked(proof: IntersectionProof, step: Step) -> Judged | None:
    beyond = {*proof.second.cells} - {*proof.first.cells}
    if not _is_locked(proof) or not all(
        digit == proof.digit and cell in beyond for cell, digit in step.eliminations
    ):
        return None
    name = "claiming" if proof.first.kind in _LINES else "pointing"
    return Judged(name, locking_rating(step), 1)


def _direct(proof: DirectProof, step: Step, position: Position) -> Judged | None:
    (cell, digit), pattern, lost = proof.placed, proof.pattern, {*proof.lost}
    if step.placements != (proof.placed,) or step.eliminations:
        return None
    if _places(proof.house, digit, position) != {cell, *lost} or cell in lost:
        return None
    if isinstance(pattern, IntersectionProof):
        beyond = {*pattern.second.cells} - {*pattern.first.cells}
        places = _places(pattern.first, digit, position)
        if not _is_locked(pattern) or not places <= {*pattern.cells}:
            return None
        if pattern.digit != digit or not lost <= beyond:
            return None
        name = "direct-claiming" if pattern.first.kind in _LINES else "direct-pointing"
        return Judged(name, direct_rating(step))
    size = len(pattern.cells)
    if size not in _DIRECT or not _is_hidden(pattern, position):
        return None
    if digit in pattern.digits or not lost <= {*pattern.cells}:
        return None
    return Judged(f"direct-hidden-{_SIZES[size]}", _DIRECT[size])


def _is_hidden(proof: HiddenSetProof, position: Position) -> bool:
    """Whether as many cells of the house are all places of the digits there."""
    cells, digits = {*proof.cells}, proof.digits
    places = [_places(proof.house, digit, position) for digit in digits]
    whole = _apart(proof.cells, digits) and len(cells) == len(digits)
    return whole and all(here and here <= cells for here in places)


def _hidden(proof: HiddenSetProof, step: Step) -> Judged | None:
    cells, digits = {*proof.cells}, {*proof.digits}
    size = len(cells)
    if size not in _HIDDEN or not _apart(proof.cells, proof.digits) or len(digits) != size:
        return None
    if not cells <= {*proof.house.cells} or not all(
        cell in cells and digit not in digits for cell, digit in step.eliminations
    ):
        return None
    return Judged(f"hidden-{_SIZES[size]}", _HIDDEN[size], int(size == 2))


def _naked(proof: NakedSetProof, step: Step) -> Judged | None:
    cells, digits, house = {*proof.cells}, {*proof.digits}, proof.house
    size = len(cells)
    if size not in _NAKED or not _apart(proof.cells, proof.digits) or len(digits) != size:
        return None
    if house is None or proof.line is not None or proof.rules or not cells <= {*house.cells}:
        return None
    beyond = {*house.cells} - cells
    if not all(cell in beyond and digit in digits for cell, digit in step.eliminations):
        return None
    return Judged(f"naked-{_SIZES[size]}", _NAKED[size], int(size == 2))


def _fish(proof: FishProof, step: Step) -> Judged | None:
    base, cover = proof.base, proof.cover
    if proof.fins or proof.chains or proof.twin is not None or len(base) not in _FISH:
        return None
    kinds = [{house.kind for house in houses} for houses in (base, cover)]
    if kinds not in ([{"row"}, {"column"}], [{"column"}, {"row"}]) or not _apart(base, cover):
        return None
    beyond = {cell for house in cover for cell in house.cells}
    beyond -= {cell for house in base for cell in house.cells}
    if not all(cell in beyond and digit == proof.digit for cell, digit in step.eliminations):
        return None
    return Judged(*_FISH[len(base)], int(len(base) == 2))


def _wing(proof: WingProof, step: Step, position: Position) -> Judged | None:
    z, peers, held = proof.digit, position.geometry.peers, position.candidates
    (first, x), (second, y) = proof.pincers
    pivot = {x, y, z} if proof.in_pivot else {x, y}
    if len({x, y, z}) < 3 or held[proof.pivot] != pivot:
        return None
    if not {first, second} <= {*peers[proof.pivot]}:
        return None
    if held[first] != {x, z} or held[second] != {y, z}:
        return None
    ends = {*proof.cells} if proof.in_pivot else {first, second}
    if not all(d == z and ends <= {*peers[cell]} for cell, d in step.eliminations):
        return None
    return Judged("xyz-wing", 4.4) if proof.in_pivot else Judged("xy-wing", 4.2)


def _type(proof: ExtrasProof, step: Step, position: Position) -> int | None:
    """Which of four types the extra candidates of a deadly pattern are of, by what they are and by
    where they exclude something."""
    cells, names = {cell for cell, _ in proof.extra}, {digit for _, digit in proof.extra}
    lost_cells = _lost(step)
    match proof.how:
        case None if len(cells) == 1:
            return 1 if lost_cells == cells else None
        case None if len(names) == 1:
            return (
                2 if not lost_cells & cells and {d for _, d in step.eliminations} == names else None
            )
        case ExtraLock(house, digit) if len(cells) == 2 and cells <= {*house.cells}:
            return 4 if lost_cells <= cells and _places(house, digit, position) <= cells else None
        case ExtraSet(house, others) if len(cells) == 2:
            inside, own, named = {*house.cells}, {*others.cells}, {*others.digits}
            if not _apart(others.cells, others.digits) or len(named) != len(own) + 1 or not own:
                return None
            if not cells | own <= inside or cells & own:
                return None
            if others.name == "hidden":
                places = {cell for digit in named for cell in _places(house, digit, position)}
                return 3 if places <= own | cells and lost_cells <= own else None
            held = {digit for cell in own for digit in position.candidates[cell]}
            return 3 if held | names == named and lost_cells <= inside - own - cells else None
    return None


def _loop(proof: LoopProof, step: Step, position: Position) -> Judged | None:
    digits, size = {*proof.digits}, len(proof.ring)
    if len(digits) != 2 or not all(digits <= position.candidates[cell] for cell in proof.ring):
        return None
    number = _type(proof, step, position)
    if number is None or (number != 1 and number != 4 and {*proof.ring} & _lost(step)):
        return None
    return Judged(f"unique-{'rectangle' if size == 4 else 'loop'}-{number}", loop_rating(step))


def _lost(step: Step) -> set[int]:
    return {cell for cell, _ in step.eliminations}


def _grave(proof: BugProof, step: Step, position: Position) -> Judged | None:
    number = _type(proof, step, position)
    return None if number is None else Judged(f"bug-{number}", bug_rating(step))


def _aligned(proof: AlignedProof, step: Step, position: Position) -> Judged | None:
    base = proof.base
    if len(base) not in _ALIGNED or not _apart(base):
        return None
    closed = [cell for cell, _ in held_in(proof.excluders)]
    for out in step.eliminations:
        if out[0] not in base:
            return None
        ways = [
            [(cell, d) for d in position.candidates[cell]] if cell != out[0] else [out]
            for cell in base
        ]
        if not all(_is_barred(way, closed, position) for way in product(*ways)):
            return None
    return Judged(*_ALIGNED[len(base)])


def _is_barred(way: Sequence[Candidate], closed: Sequence[int], position: Position) -> bool:
    """Whether digits of the base cells repeat in a house, or leave one of the cells nothing."""
    peers = position.geometry.peers
    if any(d == e and b in peers[a] for a, d in way for b, e in way):
        return True
    return any(
        position.candidates[cell] <= {digit for own, digit in way if own in peers[cell]}
        for cell in closed
        if position.values[cell] is None
    )


def _is_plain(chain: Chain) -> bool:
    """Whether only cells and houses are the reasons of its statements."""
    return chain.conflict is None and all(node.rule is None for node in chain.nodes)


def _unary(proof: CycleProof | ChainProof, step: Step) -> Judged | None:
    chain = proof.chain
    if not _is_plain(chain) or not chain.is_line or chain.parts:
        return None
    cycle = isinstance(proof, CycleProof)
    if chain.cycle is not cycle or (isinstance(proof, CycleProof) and proof.rules):
        return None
    digits = {node.digit for node in chain.nodes}
    if proof.kind == "x" and len(digits) > 1:
        return None
    if proof.kind == "y" and not all(node.cause == "cell" for node in chain.nodes[1:] if node.on):
        return None
    name = f"{proof.kind}-cycle" if cycle else "x-chain" if proof.kind == "x" else "forcing-chain"
    return Judged(name, unary_rating(step), 2)


def _forcing(proof: ForcingProof, step: Step, position: Position) -> tuple[Judged, ...]:
    nodes = [node for chain in proof.chains for node in chain.nodes]
    if proof.case not in _CASES or not all(map(_is_plain, proof.chains)):
        return ()
    length = length_rating(statements(step))
    used = [
        [part.level for part in _used(chain, node, position)]
        for chain in proof.chains
        for node in chain.nodes
        if node.cause == "advanced"
    ]
    if not all(levels and min(levels) > 0 and max(levels) <= _MAX_LEVEL for levels in used):
        return ()
    if used:
        easiest, hardest = max(map(min, used)), max(map(max, used))
        return tuple([_nested(level, length) for level in range(easiest, hardest + 1)])
    if proof.case == "contradiction" and len({node.digit for node in nodes}) == 1:
        return (Judged("nishio", 7.5 + length, 4),)
    dynamic = Judged("dynamic-forcing-chains", 8.5 + length, 4)
    if proof.case in ("cell", "region") and all(len(node.parents) < 2 for node in nodes):
        return Judged(f"{proof.case}-forcing-chains", 8.0 + length, 3), dynamic
    return (dynamic,)


def _nested(level: int, length: float) -> Judged:
    """Chains in which a step of this level is used."""
    if level == 1:
        return Judged("dynamic-forcing-chains-plus", 9.0 + length, 5)
    return Judged("nested-forcing-chains", 9.5 + 0.5 * (level - 2) + length, 5 if level == 2 else 6)


def _used(chain: Chain, node: Node, position: Position) -> tuple[Judged, ...]:
    """The step used for a statement of a chain, where the statements that it rests on hold."""
    if node.part is None:
        return ()
    refuted = [(chain.nodes[p].cell, chain.nodes[p].digit) for p in node.parents]
    return judged(chain.parts[node.part], position.eliminate(refuted))
