"""The exclusions by one clue: clue combinations, and the names that it has for each kind of clue.

A clue is a cage, a thermometer, an arrow, a number at the side of the board: one instance of a rule
of a variant. All ways to fill its cells that keep it are gone through; a candidate that none has is
eliminated, and so is a candidate elsewhere that every one of them excludes. The argument is the
same for every kind of clue, but people have a name for each: cage combinations, thermo bounds,
arrow sums, dot pairs, whisper partners, renban range, between ends, sandwich sets, little killer
bounds, line sums, outside clues, group patterns, indexer places, quadruple digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from satdoku.base.limits import Clock, tick
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.relations import Relation, variables_of
from satdoku.techniques.arguments.clues import ClueProof, JointProof, likeness
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.arguments.ways import WaysProof, cage_sums
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, board_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.ways import ClueWays, Ways
from satdoku.techniques.step import Candidate, Contradiction, Rule, Step

GENERAL = "clue-combinations"

_MOST_NAMED = 40
"""Clues and cells that a step about clues of a kind names: as many as can be read at once. What is
left makes the next step."""

_MOST_TOLD = 300
"""Characters of a step about clues, about; with more, several are not told together, nor all that
one excludes."""

_SEVERAL, _HEAD, _REASON = 50, 60, 130
"""The characters that say that there are several clues, name one, and give its reasons, about."""

_CELL, _DIGITS = 6, 16
"""The characters of a cell that loses digits, and of what cells that lose the same have left."""

_MOST_COMPUTED = 28
"""Cells that lose digits by a clue of many cells, whose ways are computed: parts of that are no
easier to read."""

_MOST_OUTSIDE = 10

_MAX_CELLS = 12
"""A rule about more cells than this is gone through relation by relation."""


def clues_of(puzzle: Puzzle) -> tuple[ClueWays, ...]:
    """The clues of a puzzle that say more than that cells differ, the smallest first."""
    return puzzle.model.kept(clues_of, lambda model: _clues(puzzle, model, pairs=False))


def all_clues(puzzle: Puzzle) -> tuple[ClueWays, ...]:
    """The clues, then the pairs of cells of each rule of the board (non-consecutive, say), whose
    exclusions are links already."""
    return puzzle.model.kept(
        all_clues, lambda model: (*clues_of(puzzle), *_clues(puzzle, model, pairs=True))
    )


def _clues(puzzle: Puzzle, model: Model, *, pairs: bool) -> tuple[ClueWays, ...]:
    """The clues, or the pairs of rules that are about many."""
    board, geometry = board_of(puzzle), model.geometry
    clues: list[ClueWays] = []
    for place, (constraint, part) in enumerate(zip(model.constraints, model.parts, strict=True)):
        if part.only_different:
            continue
        scope, before = constraint.scope(geometry), len(clues)
        many = len(part.tables) > _MAX_CELLS
        if pairs and not many:
            continue
        if not pairs and many and part.only_pairs:
            continue  # there are thousands, and most searches do without
        for cells, relations in _apart(part, scope):
            tick()
            own = part if len(relations) == len(part.relations) else Model(geometry, relations)
            if own.only_different or len(cells) < 2:
                continue
            if (many and own.only_pairs) is not pairs:
                continue
            cells = _along(constraint, cells)
            whole = len(cells) == len(scope)
            rule = _rule_named(place, constraint, cells, geometry, whole=whole)
            clues.append(ClueWays(rule, constraint.technique, Ways(board, own, cells)))
        if not pairs and (inside := [*_inside_of(place, constraint, board, geometry)]):
            own_clues = [replace(clue, has_parts=True) for clue in clues[before:]]
            clues[before:] = [*own_clues, *inside]
    if not pairs:
        clues.sort(key=lambda clue: (not clue.ways.simple, len(clue.ways.cells)))
    return tuple(clues)


def _inside_of(
    place: int, constraint: Constraint, board: Board, geometry: Geometry
) -> Iterator[ClueWays]:
    """The clues inside of a rule that are read alone."""
    for inner, relations in constraint.read_alone(geometry):
        if 1 < len(inner.scope(geometry)) <= _MAX_CELLS:
            tick()
            rule = inner_rule(place, constraint, inner, geometry)
            own = Ways(board, Model(geometry, relations), rule.cells)
            yield ClueWays(rule, constraint.technique, own)


def inner_rule(place: int, constraint: Constraint, inner: Constraint, geometry: Geometry) -> Rule:
    """A rule inside of another that is read alone, as a fact."""
    cells = _along(inner, inner.scope(geometry))
    rule = _rule_named(place, inner, cells, geometry, whole=True)
    return replace(rule, name=constraint.name, inside=rule.name)


def pair_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """The rules by which two cells exclude each other, each with all its cells."""
    parts = zip(puzzle.model.constraints, puzzle.model.parts, strict=True)
    return tuple(
        [
            whole_rule(place, rule, puzzle.geometry)
            for place, (rule, part) in enumerate(parts)
            if part.tables or part.different
        ]
    )


def whole_rule(place: int, constraint: Constraint, geometry: Geometry) -> Rule:
    """A rule with all its cells, as a fact."""
    cells = _along(constraint, constraint.scope(geometry))
    return _rule_named(place, constraint, cells, geometry, whole=True)


def _along(constraint: Constraint, cells: tuple[int, ...]) -> tuple[int, ...]:
    """The cells of a rule, along its line, which need not ascend."""
    order = tuple(dict.fromkeys(getattr(constraint, "named", ())))
    return order if len(cells) > 2 and set(order) == set(cells) else cells


def _apart(
    part: Model, scope: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[Relation, ...]]]:
    """A rule as a whole, or where it is about many cells, the relations that can be separated:
    those about the same cells and those that share an auxiliary variable stay together."""
    if len(scope) <= _MAX_CELLS:
        yield scope, part.relations
        return
    count = part.geometry.cell_count
    # Each group under the number of some relation of it: relations, auxiliary variables, cells.
    # Where groups are put together, their lists are members of the new one.
    groups: dict[int, tuple[list[Any], list[int], set[int]]] = {}
    group_of: dict[int, int] = {}
    last: dict[int, int] = {}
    """For each group the number of its last relation: in this order they are put together."""
    for number, relation in enumerate(part.relations):
        variables = variables_of(relation)
        hidden = [v for v in variables if v >= count]
        joined = sorted({group_of[v] for v in hidden if v in group_of}, key=last.__getitem__)
        name = max(joined, key=lambda group: len(groups[group][1]), default=number)
        relations, own, cells = groups.setdefault(name, ([], [], set()))
        if len(joined) > 1:
            relations = [groups[group][0] for group in joined]
            groups[name] = relations, own, cells
            for group in joined:
                if group != name:
                    _, others, more = groups.pop(group)
                    cells |= more
                    own += others
                    group_of |= dict.fromkeys(others, name)
        relations.append(relation)
        cells.update([v for v in variables if v < count])
        fresh = [v for v in dict.fromkeys(hidden) if v not in group_of]
        own += fresh
        group_of |= dict.fromkeys(fresh, name)
        last[name] = number
    about: dict[tuple[int, ...], list[Relation]] = {}
    for name in sorted(groups, key=last.__getitem__):
        relations, _, cells = groups[name]
        about.setdefault(tuple(sorted(cells)), []).extend(_flat(relations))
    yield from ((named, tuple(relations)) for named, relations in about.items())


def _flat(nested: list[Any]) -> Iterator[Relation]:
    """The relations of lists in lists, however deep."""
    open_ = [iter(nested)]
    while open_:
        one = next(open_[-1], None)
        if one is None:
            open_.pop()
        elif isinstance(one, list):
            open_.append(iter(one))
        else:
            yield one


def _line_of(cells: tuple[int, ...], geometry: Geometry) -> str | None:
    """The row or column that some cells of the grid are."""
    if len(cells) < 2 or max(cells) >= geometry.grid_count:
        return None
    rows, columns = ({*numbers} for numbers in zip(*map(geometry.row_column, cells), strict=True))
    if len(rows) == 1 and len(columns) == geometry.columns:
        return f"row {min(rows) + 1}"
    if len(columns) == 1 and len(rows) == geometry.rows:
        return f"column {min(columns) + 1}"
    return None


def _rule_named(
    place: int, constraint: Constraint, cells: tuple[int, ...], geometry: Geometry, *, whole: bool
) -> Rule:
    reading = tuple(cell for cell in constraint.reading(geometry) if cell in cells)
    title = constraint.describe(geometry)
    head = constraint.head(geometry)
    shortest = f"{head} in {geometry.names(cells)}"
    if not whole or (head != title and (len(cells) > 4 or len(title) > len(shortest))):
        # Of a rule with several cells that each ask something (indexers), those asking here.
        asking = tuple(cell for cell in constraint.arguments().get("cells") or () if cell in cells)
        first = (reading or cells)[:1]
        shown = cells if len(cells) <= 4 else asking if 0 < len(asking) <= 4 else first
        head = head.partition(" (")[0]  # of rules inside a rule, none is named alone
        line = None if whole or shown != first else _line_of(cells, geometry)
        at = "in" if shown == cells or line else "at"
        title = f"{head} {at} {line or geometry.names(shown)}"
    shapes = constraint.shapes(geometry) if whole else ()
    drawn = (shape.label for shape in shapes if shape.kind != "none")
    label = next((label for label in drawn if label), "")
    called = getattr(constraint, "called", "")
    return Rule(place, constraint.name, title, cells, label, called, reading)


@dataclass(frozen=True, slots=True)
class ClueCombinations(Technique):
    """All ways to fill the cells of one clue have something in common.

    ``family`` limits the search to the clues that have this name for it. Every way that keeps the
    clue, with what is left in its cells, is gone through; two cells that see each other (by a house
    or by any rule) hold only what may stand together. A candidate of its cells that occurs in no
    way is eliminated. A candidate of another cell is eliminated if every way has one that excludes
    it: a digit common to all combinations of a cage, in cells that it sees.

    Pattern: ``rules`` the clue; ``cells`` its cells, with the candidates that are left to them.
    ``variant`` ``inside`` or ``outside``: whether what is eliminated is in the clue's cells.
    ``whole``: rules with clues that are read alone are gone through as one too.
    """

    family: str = GENERAL
    whole: bool = True

    @property
    def name(self) -> str:
        return self.family

    @property
    def names(self) -> tuple[str, ...]:
        """That of its family; of the general search, those of all families too."""
        return tuple(one.name for one in TERMS) if self.family == GENERAL else (self.family,)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        clues = self._open(cands)
        for clue in clues:
            clock.check()
            yield from _inside(cands, clue, clock)
        for clue in clues:
            clock.check()
            yield from _outside(cands, clue, clock)

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """Of the clues whose ways are few, the one in whose cells most is settled, and where none
        is, all that are of the kind of the one in which most goes; then of those with many ways;
        then all that a clue excludes elsewhere. As long as there are the givens alone, all clues of
        a kind are one step.

        :raises RanOut: where the clock runs out first.
        """
        clues = self._open(cands)
        if sum(value >= 0 for value in cands.values) == sum(
            given is not None for given in cands.puzzle.givens
        ):
            opening = _opening(cands, clues, clock)
            if opening is not None:
                return opening
        for _, group in groupby(clues, key=lambda clue: not clue.ways.simple):
            by_all: dict[bool, list[tuple[int, int, ClueWays]]] = {}
            for clue in group:
                clock.check()
                ways = clue.ways
                domains = ways.domains(cands)
                fillings = ways.fillings(domains, clock)
                if not fillings.support:
                    return next(_inside(cands, clue, clock))
                excluded = len(ways.impossible(domains, fillings))
                settled = sum(
                    domain != left and not left & (left - 1)
                    for domain, left in zip(domains, fillings.support, strict=True)
                )
                if excluded:
                    by_all.setdefault(fillings.all, []).append((settled, excluded, clue))
            if by_all:
                few = by_all[max(by_all)]
                settled, _, best = max(few, key=lambda item: item[:2])
                if settled:
                    return _readable(next(_inside(cands, best, clock)), cands.board.geometry)
                alike = [clue for _, _, clue in few if clue.technique == best.technique]
                return _of_kind(cands, [next(_inside(cands, clue, clock)) for clue in alike])
        for clue in clues:
            clock.check()
            for step in at_once(_outside(cands, clue, clock)):
                return step
        return None

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """Why the candidates occur in no way, or every way has some, where a list of the ways does
        not show it."""
        proof = step.proof
        if not isinstance(proof, ClueProof) or proof.ways:
            return step
        from satdoku.techniques.searches.clues.reasons import with_reasons

        clues = clues_of(cands.puzzle)
        if not proof.each or proof.common:
            return with_reasons(cands, step, clues, clock)
        each = tuple([with_reasons(cands, part, clues, clock, most=2) for part in proof.each])
        return replace(step, proof=replace(proof, each=each))

    def _open(self, cands: Candidates) -> list[ClueWays]:
        """The clues of the family that have open cells."""
        if cands.board.plain:
            return []
        return [
            clue
            for clue in clues_of(cands.puzzle)
            if self.family in (GENERAL, clue.technique)
            and (self.whole or not clue.has_parts)
            and any(cands.values[cell] < 0 for cell in clue.ways.cells)
        ]


def _opening(cands: Candidates, clues: list[ClueWays], clock: Clock) -> Step | None:
    """A step with the exclusions by all clues of a kind from their own cells, each by itself: of
    the kinds of which several clues do, the one that excludes most. Clues with few ways come
    first."""
    for _, group in groupby(clues, key=lambda clue: not clue.ways.simple):
        kinds: dict[str, list[Step]] = {}
        for clue in group:
            clock.check()
            for step in _inside(cands, clue, clock):
                if step.contradiction is not None:
                    return step
                kinds.setdefault(step.technique, []).append(step)
        if not kinds:
            continue
        eliminated = {
            kind: sorted({pair for step in steps for pair in step.eliminations})
            for kind, steps in kinds.items()
        }
        kind = max(eliminated, key=lambda kind: len(eliminated[kind]))
        joint = _of_kind(cands, kinds[kind])
        assert isinstance(joint.proof, ClueProof)
        return joint if joint.proof.each else None
    return None


def _of_kind(cands: Candidates, steps: list[Step]) -> Step:
    """One step with the exclusions by clues of a kind from their own cells, without clues that add
    nothing."""
    shown: dict[Candidate, None] = {}
    parts: list[Step] = []
    said: set[object] = set()
    length = 0
    for step in steps:
        key = likeness(step, cands.board.geometry) or len(parts)
        length += _length(step, cands.board.geometry, alike=key in said)
        if len(said) == 1 and key not in said:
            length += _SEVERAL
        if parts and length > _MOST_TOLD:
            break  # the rest makes steps of its own
        if not shown.keys() >= set(step.eliminations):  # two clues about the same cells, say
            shown |= dict.fromkeys(step.eliminations)
            parts.append(step)
            said.add(key)
    if len(parts) == 1:
        return _readable(parts[0], cands.board.geometry)
    first = parts[0].proof
    assert isinstance(first, ClueProof)
    cells = {cell for step in parts for cell in step.view.cells if cands.values[cell] < 0}
    left = set(cands.pairs(sorted(cells), cands.board.all_digits)) - shown.keys()
    proof = ClueProof(first.rule, tuple(sorted(left)), each=tuple(parts))
    return Step(parts[0].technique, proof, eliminations=tuple(sorted(shown)), variant="inside")


def _length(step: Step, geometry: Geometry, *, alike: bool) -> int:
    """The characters of the sentence about a clue, about; ``alike``: the same is said of another
    with it."""
    proof = step.proof
    assert isinstance(proof, ClueProof)
    lost = [_CELL + new * _DIGITS for _, new in _losing(step)]
    if alike:
        return _CELL * (len(proof.rule.cells) + len(lost))
    return _named(proof, geometry) + sum(lost)


def _named(proof: ClueProof, geometry: Geometry) -> int:
    """The characters of the name of a clue with its ways or reasons, about."""
    sums = cage_sums(proof.rule, geometry)
    free, ways = proof.listed_ways()
    if sums and free:
        ways = ()  # the sums say as much
    listed = sum(len(way) + 2 for way in (*sums, *ways))
    return _HEAD * (2 if sums and not free else 1) + (listed or _REASON)


def _losing(step: Step) -> list[tuple[int, bool]]:
    """The cells that lose digits, those that keep the fewest first, each with whether none before
    it keeps the same."""
    proof = step.proof
    assert isinstance(proof, ClueProof)
    remaining: dict[int, list[int]] = {cell: [] for cell, _ in step.eliminations}
    for cell, digit in proof.left:
        if cell in remaining:
            remaining[cell].append(digit)
    order = sorted(remaining, key=lambda cell: (len(remaining[cell]), remaining[cell], cell))
    return [
        (cell, not at or remaining[cell] != remaining[order[at - 1]])
        for at, cell in enumerate(order)
    ]


def _inside(cands: Candidates, clue: ClueWays, clock: Clock) -> Iterator[Step]:
    ways = clue.ways
    domains = ways.domains(cands)
    fillings = ways.fillings(domains, clock)
    if not fillings.support:
        yield _step(cands, clue, (), Contradiction("rule", rule=clue.rule), clock)
        return
    eliminated = ways.impossible(domains, fillings)
    if eliminated:
        yield _step(cands, clue, eliminated, None, clock)


def _outside(cands: Candidates, clue: ClueWays, clock: Clock) -> Iterator[Step]:
    for common, eliminated in clue.ways.seen(cands, clock).items():
        yield _step(cands, clue, eliminated, None, clock, common)


def _at_most(steps: Iterable[Step]) -> Iterator[Step]:
    """The first of some steps, as many as can be read at once."""
    named, first = 0, None
    for step in steps:
        first = first or step
        assert isinstance(step.proof, WaysProof)
        having = {cell for cell, _ in step.proof.common}
        # Many cells of a house are called by the house.
        named += len(having) + min(len({cell for cell, _ in step.eliminations}), _MOST_OUTSIDE)
        if named > _MOST_NAMED and step is not first:
            return
        yield step


def _readable(step: Step, geometry: Geometry) -> Step:
    """The step with as many of the cells that lose digits as can be read at once, those that keep
    the fewest first. What is left makes the next step."""
    proof = step.proof
    assert isinstance(proof, ClueProof)
    length = _named(proof, geometry)
    computed = len(proof.rule.cells) > _MAX_CELLS
    some: set[int] = set()
    for cell, new in _losing(step):
        length += _CELL + new * _DIGITS
        if len(some) == _MOST_COMPUTED or (some and length > _MOST_TOLD and not computed):
            return replace(step, eliminations=tuple([p for p in step.eliminations if p[0] in some]))
        some.add(cell)
    return step


def at_once(steps: Iterable[Step]) -> Iterator[Step]:
    """One step with the exclusions elsewhere by the ways to fill some cells, if any: a digit that
    every way has in some cells is no other argument than the next one."""
    parts = tuple(_at_most(steps))
    if len(parts) < 2:
        yield from parts
        return
    proofs = [step.proof for step in parts]
    first, common = proofs[0], dict[Candidate, None]()
    assert isinstance(first, ClueProof | SumProof | LeftoverProof | JointProof)
    for proof in proofs:
        assert isinstance(proof, type(first))
        common |= dict.fromkeys(proof.common)
    eliminated = sorted({pair for step in parts for pair in step.eliminations})
    whole = replace(first, ways=(), common=tuple(common), each=parts)
    yield replace(parts[0], proof=whole, eliminations=tuple(eliminated))


def _step(
    cands: Candidates,
    clue: ClueWays,
    eliminated: tuple[Candidate, ...],
    wrong: Contradiction | None,
    clock: Clock,
    common: tuple[Candidate, ...] = (),
) -> Step:
    ways = clue.ways
    fillings = ways.fillings(ways.domains(cands), clock)
    return Step(
        clue.technique,
        ClueProof(clue.rule, ways.left(cands, fillings), ways.listed(fillings), common),
        eliminations=eliminated,
        contradiction=wrong,
        variant="outside" if common else "inside",
    )


TERMS = (
    Term(aliases=("combinations of a clue",), points=24, named="clue-combinations"),
    Term(
        ClueCombinations("cage-combinations"),
        aliases=("killer combinations", "cage combination reduction", "cage combos"),
        points=24,
    ),
    Term(ClueCombinations("thermo-bounds"), aliases=("thermometer bounds",), points=24),
    Term(ClueCombinations("arrow-sums"), aliases=("arrow maximum",), points=24),
    Term(
        ClueCombinations("dot-pairs"),
        english="Kropki and XV pairs",
        aliases=("dot pairs", "kropki pairs", "kropki chain", "xv pairs"),
        points=24,
    ),
    Term(ClueCombinations("whisper-partners"), aliases=("whisper: no 5",), points=24),
    Term(ClueCombinations("renban-range"), points=24),
    Term(ClueCombinations("between-ends"), aliases=("between line",), points=24),
    Term(ClueCombinations("sandwich-sets"), points=24),
    Term(ClueCombinations("little-killer-bounds"), points=24),
    Term(ClueCombinations("line-sums"), aliases=("region sum line", "zipper sums"), points=24),
    Term(
        ClueCombinations("outside-clues"),
        "outside clue",
        aliases=("X-sum minimum", "skyscraper bounds"),
        points=24,
    ),
    Term(
        ClueCombinations("group-patterns"),
        "group pattern",
        aliases=("entropic pattern",),
        points=24,
    ),
    Term(ClueCombinations("indexer-places"), points=24),
    Term(ClueCombinations("quadruple-digits"), points=24),
)
"""The searches for one clue of a variant: the general one, which is all of them and the rest, and
one for each family of rules (``Constraint.technique``)."""

FAMILIES = tuple(term.name for term in TERMS if term.search is not None)
