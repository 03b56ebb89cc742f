"""The encoding of certificates, ``open-candidates``: a puzzle to clauses.

A certificate is only as reliable as this file and ``clauses.py``, so they are short and stand
alone: they share nothing with :mod:`satdoku.encodings`. ``docs/certificates.md`` gives the
definition in words; any change to what is written here is a new version. Version 1 has the basic
relations between cells (this file), version 2 all others besides (``clauses.py``); a puzzle is
written in the lowest version that has all of its relations.

Literal ``cell * size + i + 1`` is true where the cell holds the board's i-th digit, cells and
digits counted from 0; the values of the rules' auxiliary variables come after them. A candidate is
*open* where its cell's own givens, marks and rules (the ``Domain`` relations) allow it and no cell
that must differ has this digit as its only one. Only open candidates are written. Soundness needs
one thing: every solution of the puzzle, extended by a right choice of the other variables,
satisfies every clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from satdoku.base.errors import Unsupported
from satdoku.base.limits import UNLIMITED, Clock
from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid
from satdoku.proofs.clauses import (
    MAX_CLAUSES,
    Clause,
    ValueLiterals,
    Writer,
    pair_clauses,
    too_many,
)
from satdoku.puzzle import Puzzle
from satdoku.relations import AllDifferent, DigitSetSum, Domain, PairTable, Relation, variables_of

ENCODING = "open-candidates"
VERSIONS = (1, 2)

_MAX_SETS = 200
"""Up to this many digit sets a sum is written set by set, above that digit by digit."""

_MAX_SUM_STATES = 2_000_000


@dataclass(frozen=True)
class ProofFormula:
    """Different clauses over the variables 1 to ``top``, and what they are about, in words."""

    version: int
    top: int
    clauses: tuple[Clause, ...]
    about: tuple[str, ...]

    def dimacs(self) -> bytes:
        """The .cnf file: comments, the header, a clause a line."""
        lines = [f"c {line}" for line in self.about]
        lines.append(f"p cnf {self.top} {len(self.clauses)}")
        lines += [" ".join([*map(str, clause), "0"]) for clause in self.clauses]
        return ("\n".join(lines) + "\n").encode("ascii")


def formula_of(
    puzzle: Puzzle, excluded: Grid | None = None, clock: Clock | None = None
) -> ProofFormula:
    """The clauses of the puzzle and, where a grid is excluded, of "and not this grid".

    :raises Unsupported: where a relation has no clauses here, or there would be too many.
    :raises Undecided: where the clock runs out.
    """
    clock = clock or UNLIMITED.start()
    relations = [*puzzle.relations()]
    geometry = puzzle.geometry
    cells, digits = geometry.cell_count, geometry.digits
    size = len(digits)
    version = _version(relations, cells)
    groups = _groups(relations)
    table, top = _numbered(_open_candidates(puzzle, relations, groups), puzzle)
    places = [_places(group, table) for group in groups]
    lengths = [len(row) for row in table] + [len(x) for each in places for x in each.values()]
    if sum(n * (n - 1) // 2 for n in lengths) > MAX_CLAUSES:
        raise too_many()
    clauses: list[Clause] = []

    # Part by part, as the file has them: splitting them would only pass the tables around.
    for row in table:  # every variable has a value
        clauses.append(tuple(row.values()))
    for row in table:  # and no two
        clauses += combinations([-x for x in row.values()], 2)
    for group, literals_of in zip(groups, places, strict=True):
        clock.check("the formula was made")
        values = sorted(literals_of) if group and group[-1] >= cells else digits
        clauses += _different(group, values, literals_of)
    # The kinds of version 1 are written here, all others by the writer of version 2.
    writer = Writer(table, clauses, top, clock)
    for relation in relations:
        clock.check("the formula was made")
        match relation:
            case AllDifferent() | Domain():
                pass  # written above
            case PairTable():
                if relation.first != relation.second:
                    clauses += pair_clauses(relation, table)
            case DigitSetSum() if max(relation.variables, default=0) < cells:
                members = sorted(_places(relation.variables, table).items())
                fresh, count = writer.top + 1, len(relation.variables)
                sum_clauses = list(_sum_clauses(members, count, relation.total, fresh))
                writer.top = max([writer.top, *(abs(x) for clause in sum_clauses for x in clause)])
                clauses += sum_clauses
            case _:
                writer.relation(relation)
    if excluded is not None:
        clauses.append(
            tuple(
                -(cell * size + digits.index(value) + 1)
                for cell, value in enumerate(excluded.values)
                if value in digits  # else it is no solution anyway
            )
        )
    about = _described(geometry, version, excluded)
    return ProofFormula(version, writer.top, tuple(dict.fromkeys(clauses)), about)


def literals_of(puzzle: Puzzle) -> list[dict[int, int]]:
    """For each variable its open candidates, value to literal, as the formula numbers them."""
    relations = [*puzzle.relations()]
    return _numbered(_open_candidates(puzzle, relations, _groups(relations)), puzzle)[0]


def _groups(relations: Iterable[Relation]) -> list[tuple[int, ...]]:
    """The variables that must all differ, a group a relation."""
    return [
        tuple(sorted(relation.variables))
        for relation in relations
        if isinstance(relation, AllDifferent | DigitSetSum)
    ]


def _described(geometry: Geometry, version: int, excluded: Grid | None) -> tuple[str, ...]:
    """The comments at the beginning of the file."""
    size = geometry.size
    place = (
        f"{size} * {geometry.columns} * (row - 1) + {size} * (column - 1) + n"
        if geometry.cell_count == geometry.rows * geometry.columns
        else f"{size} * cell + n, cells counted from 0 in reading order"
    )
    return (
        f"satdoku {ENCODING} {version}: {geometry.describe()}",
        f"variable {place}: the cell holds the n-th digit",
        "the rules and the givens" + (", and not the solution" if excluded is not None else ""),
    )


def _different(
    group: tuple[int, ...], values: Sequence[int], literals_of: Mapping[int, Sequence[int]]
) -> Iterator[Clause]:
    """The variables of a group differ; where there are as many values, each value occurs."""
    if len(group) > len(values) or len(set(group)) < len(group):
        yield ()  # more cells than digits, or a cell that differs from itself
        return
    for value in values:
        literals = literals_of.get(value, ())
        if len(group) == len(values):
            yield tuple(literals)
        yield from combinations([-x for x in literals], 2)


def _version(relations: Iterable[Relation], cells: int) -> int:
    """The lowest version that has every relation: 1 has the basic kinds, on cells."""
    basic = all(
        isinstance(relation, AllDifferent | Domain | PairTable | DigitSetSum)
        and all(variable < cells for variable in variables_of(relation))
        for relation in relations
    )
    return 1 if basic else 2


def _open_candidates(
    puzzle: Puzzle, relations: Iterable[Relation], groups: Iterable[tuple[int, ...]]
) -> list[frozenset[int]]:
    """The digits of each variable that its own domain, and one look at its neighbours', leave."""
    cells = puzzle.geometry.cell_count
    left = [frozenset(puzzle.geometry.digits)] * cells
    auxiliary: dict[int, frozenset[int]] = {}
    for relation in relations:
        if isinstance(relation, Domain) and relation.variable >= cells:
            known = auxiliary.get(relation.variable, relation.digits)
            auxiliary[relation.variable] = known & relation.digits
    # The model numbers them from the cells on without a gap, and each has a domain.
    left += [auxiliary[variable] for variable in sorted(auxiliary)]
    for relation in relations:
        if isinstance(relation, Domain):
            left[relation.variable] &= relation.digits
        elif isinstance(relation, PairTable) and relation.first == relation.second:
            left[relation.first] &= {a for a, b in relation.allowed if a == b}
    single = [len(digits) == 1 for digits in left]
    open_digits = list(left)
    for group in groups:
        taken: set[int] = set()
        repeated: set[int] = set()
        for cell in set(group):
            if single[cell]:
                repeated |= taken & left[cell]
                taken |= left[cell]
        for cell in group:
            # A cell does not lose its only digit to itself.
            open_digits[cell] -= repeated if single[cell] else taken
    return open_digits


def _numbered(left: Sequence[frozenset[int]], puzzle: Puzzle) -> tuple[list[dict[int, int]], int]:
    """For each variable its open candidates, digit to literal; and the highest literal.

    The digits of cells have literals whether they are open or not, other values only if they are.
    """
    digits = puzzle.geometry.digits
    cells, size = puzzle.geometry.cell_count, len(digits)
    index = {digit: i for i, digit in enumerate(digits)}
    table = [
        {digit: cell * size + index[digit] + 1 for digit in sorted(left[cell])}
        for cell in range(cells)
    ]
    top = cells * size
    for values in left[cells:]:
        table.append({value: top + i for i, value in enumerate(sorted(values), 1)})
        top += len(values)
    return table, top


def _places(cells: Iterable[int], table: Sequence[ValueLiterals]) -> dict[int, list[int]]:
    """Each digit that is open in one of the cells, and its candidates in their order."""
    places: dict[int, list[int]] = {}
    for cell in cells:
        for digit, literal in table[cell].items():
            places.setdefault(digit, []).append(literal)
    return places


def _sum_clauses(
    members: Sequence[tuple[int, Sequence[int]]], size: int, total: int, fresh: int
) -> Iterator[Clause]:
    """``size`` cells, known to differ, hold digits with this total.

    ``members`` lists each digit with the candidates that put it into one of the cells; auxiliary
    variables are numbered from ``fresh``.
    """
    ways = _ways(members, size, total)
    count = ways[0].get((size, total), 0)
    if not count:
        yield ()
    elif count <= _MAX_SETS:
        yield from _set_by_set(members, list(_digit_sets(members, ways, 0, size, total)), fresh)
    else:
        yield from _digit_by_digit(members, ways, size, total, fresh)


def _ways(
    members: Sequence[tuple[int, Sequence[int]]], size: int, total: int
) -> list[dict[tuple[int, int], int]]:
    """For each i: (number, sum) -> the number of sets of the digits from the i-th on with both."""
    later = {(0, 0): 1}
    ways = [later]
    states = 0
    for digit, _ in reversed(members):
        now = dict(later)
        for (number, reached), count in later.items():
            if number < size and reached + digit <= total:
                state = (number + 1, reached + digit)
                now[state] = now.get(state, 0) + count
        states += len(now)
        if states > _MAX_SUM_STATES:
            raise Unsupported(f"a sum over {size} cells takes too many clauses for a certificate")
        ways.append(now)
        later = now
    return ways[::-1]


def _digit_sets(
    members: Sequence[tuple[int, Sequence[int]]],
    ways: Sequence[dict[tuple[int, int], int]],
    i: int,
    number: int,
    rest: int,
) -> Iterator[tuple[int, ...]]:
    """The sets that ``ways`` counted, in lexicographic order."""
    if i == len(members):
        yield ()
        return
    digit = members[i][0]
    if (number - 1, rest - digit) in ways[i + 1]:
        for tail in _digit_sets(members, ways, i + 1, number - 1, rest - digit):
            yield (digit, *tail)
    if (number, rest) in ways[i + 1]:
        yield from _digit_sets(members, ways, i + 1, number, rest)


def _set_by_set(
    members: Sequence[tuple[int, Sequence[int]]], sets: Sequence[tuple[int, ...]], fresh: int
) -> Iterator[Clause]:
    """One variable a digit set, "these are the digits": some set, and all of its digits."""
    chosen = range(fresh, fresh + len(sets))
    yield tuple(chosen)
    for digit, literals in members:
        for selector, digit_set in zip(chosen, sets, strict=True):
            if digit in digit_set:
                yield (*sorted(literals), -selector)
    for digit, literals in members:
        holding = [s for s, digit_set in zip(chosen, sets, strict=True) if digit in digit_set]
        for literal in literals:
            yield (-literal, *holding)


def _digit_by_digit(
    members: Sequence[tuple[int, Sequence[int]]],
    ways: Sequence[dict[tuple[int, int], int]],
    size: int,
    total: int,
    fresh: int,
) -> Iterator[Clause]:
    """A variable "used" a digit, and one a state "n digits and the sum s are still to come"."""
    used = range(fresh, fresh + len(members))
    fresh += len(members)
    for variable, (_, literals) in zip(used, members, strict=True):
        yield (*sorted(literals), -variable)
        for literal in literals:
            yield (-literal, variable)
    states = {(size, total): fresh}
    yield (fresh,)
    for i, (digit, _) in enumerate(members):
        below: dict[tuple[int, int], int] = {}
        for (number, rest), state in states.items():
            for choice, next_state in (
                (-used[i], (number - 1, rest - digit)),
                (used[i], (number, rest)),
            ):
                if next_state not in ways[i + 1]:
                    yield (choice, -state)
                    continue
                if next_state not in below:
                    fresh += 1
                    below[next_state] = fresh
                yield (choice, -state, below[next_state])
        states = below
