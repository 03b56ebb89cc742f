"""Relations to clauses.

Kinds (Lynce & Ouaknine, "Sudoku as a SAT Problem", 2006):

``minimal``   every cell holds a digit; no digit twice in a house
``extended``  also: no cell holds two digits; every full house holds every digit. Redundant, and
              ten times faster to solve (engines.md, 1)

At most one of n literals:

``pairwise``    n(n-1)/2 clauses, no new variables; pairs shared by two houses are written once
``product``     2n + O(sqrt n) clauses: the literals on a p x q rectangle, at most one row and one
                column of it (Chen, "A new SAT encoding of the at-most-one constraint", 2010)
``sequential``  3n - 4 clauses, n - 1 new variables: a running "one was seen" (Sinz, "Towards an
                optimal CNF encoding of Boolean cardinality constraints", 2005)

Not named, it is pairwise where that stays below five million clauses, else product.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeAlias

from satdoku.encodings.groups import by_groups
from satdoku.encodings.prune import prune
from satdoku.encodings.variables import Variables
from satdoku.errors import Unsupported
from satdoku.model import Model, model_of
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.relations import DigitSetSum, PairTable, Relation, TooLarge
from satdoku.relations.clauses import clauses_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block: TypeAlias = list[list[int]] | NDArray[np.int32]

__all__ = [
    "AMO",
    "PAIRWISE_LIMIT",
    "Amo",
    "Formula",
    "Kind",
    "bare_board",
    "encode",
    "encode_alone",
    "encode_board",
    "encode_pruned",
    "given_literals",
    "no_gc",
    "why_not",
    "write_dimacs",
]

Kind = Literal["minimal", "extended"]
Amo = Literal["pairwise", "product", "sequential"]
KINDS: tuple[Kind, ...] = ("minimal", "extended")
AMO: tuple[Amo, ...] = ("pairwise", "product", "sequential")

PAIRWISE_LIMIT = 5_000_000
"""Clauses from which pairwise at-most-one gives way to product, where none is named."""

_NUMPY_FROM = 50_000
"""Pairwise clauses from which numpy is worth its 0.15 s of import."""

_MAX_DIGIT_SETS = 1_000
_MAX_SUM_NODES = 2_000_000
_CHUNK = 100_000


@dataclass(frozen=True)
class Formula:
    """Clauses over ``variables`` and, above them, auxiliary variables up to ``top``.

    Every solution of the puzzle is a model, and every model restricted to the board's literals is
    a solution. One solution may have several models where there are auxiliary variables.

    ``at_most_one`` holds groups of literals of which at most one is true and that no clause says:
    it is filled only for solvers that know such groups themselves.
    """

    variables: Variables
    top: int
    blocks: tuple[Block, ...]
    kind: Kind
    amo: Amo
    at_most_one: tuple[list[int], ...] = ()

    @property
    def clause_count(self) -> int:
        """The number of clauses."""
        return sum(len(block) for block in self.blocks)

    @property
    def auxiliary_count(self) -> int:
        """The number of variables that stand for no candidate."""
        return self.top - self.variables.count

    def chunks(self) -> Iterator[list[list[int]]]:
        """The clauses as lists, some 100,000 at a time, so that few live at once."""
        for block in self.blocks:
            if isinstance(block, list):
                yield block
            else:
                for start in range(0, len(block), _CHUNK):
                    yield block[start : start + _CHUNK].tolist()

    def clauses(self) -> Iterator[list[int]]:
        """Every clause in turn."""
        for chunk in self.chunks():
            yield from chunk


@contextmanager
def no_gc() -> Iterator[None]:
    """Suspend the garbage collector: it would walk millions of fresh lists, none of them cyclic."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def encode(
    model: Model,
    *,
    kind: Kind = "extended",
    amo: Amo | None = None,
    masks: Sequence[int] | None = None,
    tick: Callable[[], None] | None = None,
    groups: bool = False,
) -> Formula:
    """The model as clauses over every candidate, or over those that ``masks`` leave.

    ``groups`` is as in :func:`encode_pruned`. ``tick`` is called now and then, and may raise to
    end a long encoding.

    :raises Unsupported: where a relation is too large.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of encoding; there are {', '.join(KINDS)}")
    if amo is not None and amo not in AMO:
        raise ValueError(f"{amo!r} is no at-most-one encoding; there are {', '.join(AMO)}")
    geometry = model.geometry
    variables = Variables.full(geometry) if masks is None else Variables.pruned(geometry, masks)
    with no_gc():
        return _Encoder(variables, kind, amo, tick, groups).run(model)


def encode_pruned(
    puzzle: Puzzle,
    *,
    kind: Kind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
    groups: bool = False,
) -> Formula | None:
    """The puzzle with its givens, over the candidates that pruning leaves.

    ``None`` where pruning alone shows that there is no solution. With ``groups`` no clause is
    written for "at most one": see :attr:`Formula.at_most_one`.

    :raises Unsupported: as :func:`encode`.
    """
    masks = prune(puzzle)
    if masks is None:
        return None
    return encode(puzzle.model, kind=kind, amo=amo, masks=masks, tick=tick, groups=groups)


def encode_board(
    model: Model,
    *,
    kind: Kind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
) -> Formula:
    """The board and its rules, whatever the givens; the clauses of the bare board are kept.

    :raises Unsupported: as :func:`encode`.
    """
    base = bare_board(model.geometry, kind=kind, amo=amo, tick=tick)
    if not model.constraints:
        return base
    parts = [(model.rules, model.different)]
    if kind == "extended":
        parts.append((model.implied, ()))
    for part, different in parts:
        rules = encode_alone(
            base.variables,
            part,
            top=base.top,
            kind=kind,
            amo=amo,
            tick=tick,
            different=different,
        )
        base = replace(base, top=rules.top, blocks=base.blocks + rules.blocks)
    return base


def bare_board(
    geometry: Geometry,
    *,
    kind: Kind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
) -> Formula:
    """The board without rules; its clauses are kept with its model."""
    kept = model_of(geometry).kept
    return kept(("clauses", kind, amo), lambda m: encode(m, kind=kind, amo=amo, tick=tick))


def encode_alone(
    variables: Variables,
    model: Model,
    *,
    top: int,
    kind: Kind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
    different: Sequence[tuple[int, ...]] | None = None,
) -> Formula:
    """A part of a model alone, without "each cell holds a digit, and only one".

    ``top`` is the highest variable in use; auxiliary variables are numbered above it, so that
    several formulas over the same ``variables`` can be put together, each behind its own guard.
    ``different`` are cells that are known to differ, where the part does not say all of them.

    :raises Unsupported: as :func:`encode`.
    """
    with no_gc():
        encoder = _Encoder(variables, kind, amo, tick)
        encoder.top = max(top, variables.count)
        return encoder.run(model, board=False, different=different)


def why_not(model: Model) -> str | None:
    """Why a model cannot be written as clauses, or ``None`` where it seems that it can."""
    digits = model.geometry.digits
    for relation in model.sums:
        size = len(relation.variables)
        if size <= len(digits):
            spread = sum(digits[len(digits) - size :]) - sum(digits[:size]) + 1
            if len(digits) * size * spread > _MAX_SUM_NODES:
                return (
                    f"a sum over {size} cells of {len(digits)} digits takes too many clauses "
                    "(the engine 'cpsat' can take it)"
                )
    return None


class _Encoder:
    def __init__(
        self,
        variables: Variables,
        kind: Kind,
        amo: Amo | None,
        tick: Callable[[], None] | None = None,
        groups: bool = False,
    ) -> None:
        self.tick = tick or (lambda: None)
        self.at_most_one: list[list[int]] | None = [] if groups else None
        self.variables = variables
        self.table = variables.table
        self.geometry = variables.geometry
        self.size = variables.geometry.size
        self.kind = kind
        self.amo = amo
        self.top = variables.count
        self.blocks: list[Block] = []

    def fresh(self, count: int = 1) -> int:
        """The first of ``count`` new variables."""
        first = self.top + 1
        self.top += count
        return first

    def run(
        self,
        model: Model,
        *,
        board: bool = True,
        different: Sequence[tuple[int, ...]] | None = None,
    ) -> Formula:
        reason = why_not(model)
        if reason is not None:
            raise Unsupported(reason)
        groups = list(dict.fromkeys(model.different))
        if any(len(cells) > self.size for cells in groups):
            self._contradiction()
        if board:
            self._cells()
        self._full_houses(groups)
        self._at_most_one(groups, cells=board)
        different = model.different if different is None else different
        self._rules(model, different)
        if board and self.kind == "extended":
            self._rules(model.implied, ())  # short sums: split, they cost more than they gain
        blocks = tuple(block for block in self.blocks if len(block))
        left = tuple(self.at_most_one or ())
        return Formula(self.variables, self.top, blocks, self.kind, self.amo or "pairwise", left)

    def _rules(self, model: Model, different: Sequence[tuple[int, ...]]) -> None:
        """All but what ``different`` says."""
        tables: dict[frozenset[tuple[int, int]], list[PairTable]] = defaultdict(list)
        for table in model.tables:
            tables[table.allowed].append(table)
        self._domains(model.domains)
        for allowed, pairs in tables.items():
            self._pair_tables(allowed, pairs)
        for relation in model.sums:
            self._digit_set_sum(relation)
        for values in model.sets:
            self._by_digit_sets(values.fitting, self._used(values.variables))
        if model.others:
            self._others(model.others, model.auxiliary, different)

    def _contradiction(self) -> None:
        new = self.fresh()
        self.blocks.append([[new], [-new]])

    def _cells(self) -> None:
        clauses = [[literal for literal in row if literal] for row in self.table]
        if not all(clauses):
            self._contradiction()
        self.blocks.append([clause for clause in clauses if clause])

    def _full_houses(self, groups: list[tuple[int, ...]]) -> None:
        if self.kind == "minimal":
            return
        clauses: list[list[int]] = []
        table = self.table
        for cells in groups:
            if len(cells) != self.size:
                continue
            self.tick()
            for column in zip(*(table[cell] for cell in cells), strict=True):
                clause = [literal for literal in column if literal]
                if not clause:
                    self._contradiction()
                else:
                    clauses.append(clause)
        self.blocks.append(clauses)

    def _at_most_one(self, groups: list[tuple[int, ...]], *, cells: bool) -> None:
        """No digit twice in a group, and (where it is not implied) no cell with two digits."""
        alone: Iterable[int] = range(len(self.table)) if cells else ()
        if self.kind == "minimal":
            # Counting makes a second digit impossible in a cell of a full house.
            covered = {c for group in groups if len(group) == self.size for c in group}
            alone = [cell for cell in alone if cell not in covered]
        rows = [[literal for literal in self.table[cell] if literal] for cell in alone]
        rows = [row for row in rows if len(row) > 1]
        if self.at_most_one is not None:
            self.at_most_one += rows
            self.at_most_one += self._columns(_widest(groups))
            return
        if self.amo in (None, "pairwise") and self._pairwise(groups, rows):
            self.amo = "pairwise"
            return
        self.amo = self.amo or "product"
        rows += self._columns(groups)
        by_length: dict[int, list[list[int]]] = defaultdict(list)
        for row in rows:
            by_length[len(row)].append(row)
        import numpy as np

        for equal in by_length.values():
            self.tick()
            self._at_most_one_rows(np.array(equal, dtype=np.int32))

    def _columns(self, groups: Iterable[tuple[int, ...]]) -> Iterator[list[int]]:
        """The literals of each digit in each group, where there is more than one."""
        table = self.table
        for group in groups:
            self.tick()
            for column in zip(*[table[cell] for cell in group], strict=True):
                lits = [literal for literal in column if literal]
                if len(lits) > 1:
                    yield lits

    def _pairwise(self, groups: list[tuple[int, ...]], rows: list[list[int]]) -> bool:
        """Write pairwise clauses; false, with nothing written, where they would be too many."""
        in_cells = sum(len(row) * (len(row) - 1) // 2 for row in rows)
        open_groups = groups
        if not self.variables.is_full:
            # A solved cell shares no candidate with its peers: singles have removed them all.
            single = [sum(map(bool, row)) < 2 for row in self.table]
            open_groups = [tuple(c for c in group if not single[c]) for group in groups]
            fixed_groups = self._unpropagated(groups, single)
            open_groups += fixed_groups
        bound = sum(len(g) * (len(g) - 1) // 2 for g in open_groups) * self.size
        if bound + in_cells <= _NUMPY_FROM:
            self._pairwise_plain(open_groups, rows)
            return True
        return self._pairwise_bulk(open_groups, rows, in_cells)

    def _unpropagated(
        self, groups: list[tuple[int, ...]], single: list[bool]
    ) -> list[tuple[int, int]]:
        """Pairs with a one-candidate cell whose digit a peer still has (none after pruning)."""
        found: set[tuple[int, int]] = set()
        table = self.table
        for group in groups:
            for cell in group:
                if single[cell]:
                    i = next((i for i, literal in enumerate(table[cell]) if literal), None)
                    if i is None:
                        continue
                    for other in group:
                        if other != cell and table[other][i]:
                            found.add((min(cell, other), max(cell, other)))
        return list(found)

    def _pairwise_plain(self, groups: Iterable[tuple[int, ...]], rows: list[list[int]]) -> None:
        clauses = [[-a, -b] for row in rows for a, b in combinations(row, 2)]
        table = self.table
        for a, b in sorted({pair for group in groups for pair in combinations(group, 2)}):
            clauses += [[-x, -y] for x, y in zip(table[a], table[b], strict=True) if x and y]
        self.blocks.append(clauses)

    def _pairwise_bulk(
        self, groups: list[tuple[int, ...]], rows: list[list[int]], in_cells: int
    ) -> bool:
        import numpy as np

        cell_count = len(self.table)
        limit = None if self.amo == "pairwise" else PAIRWISE_LIMIT
        if limit is not None and in_cells > limit:
            return False
        keys: list[NDArray[np.int64]] = []
        triangles: dict[int, Any] = {}
        for group in groups:
            if len(group) < 2:
                continue
            self.tick()
            if len(group) not in triangles:
                triangles[len(group)] = np.triu_indices(len(group), 1)
            left, right = triangles[len(group)]
            cells = np.array(group, dtype=np.int64)
            keys.append(cells[left] * cell_count + cells[right])
        blocks: list[Block] = []
        if keys:
            pairs = np.unique(np.concatenate(keys))
            total = in_cells
            if self.variables.is_full and limit is not None:
                if total + len(pairs) * self.size > limit:
                    return False
            elif limit is not None and total > limit:
                return False
            table = np.array([list(row) for row in self.table], dtype=np.int32)
            first, second = np.divmod(pairs, cell_count)
            step = max(1, 4_000_000 // self.size)
            for start in range(0, len(pairs), step):
                self.tick()
                a = table[first[start : start + step]].ravel()
                b = table[second[start : start + step]].ravel()
                if not self.variables.is_full:
                    both = (a != 0) & (b != 0)
                    a, b = a[both], b[both]
                total += len(a)
                if limit is not None and total > limit:
                    return False
                blocks.append(np.stack((-a, -b), axis=1))
        by_length: dict[int, list[list[int]]] = defaultdict(list)
        for row in rows:
            by_length[len(row)].append(row)
        for equal in by_length.values():
            blocks.append(_pairs(np.array(equal, dtype=np.int32)))
        self.blocks += blocks
        return True

    def _at_most_one_rows(self, groups: NDArray[np.int32]) -> None:
        """At most one literal of each row of ``groups``, by product or sequential."""
        import numpy as np

        self.tick()
        count, length = groups.shape
        if length <= 4:
            self.blocks.append(_pairs(groups))
        elif self.amo == "sequential":
            seen = self._fresh_rows(count, length - 1)
            self.blocks += [
                np.stack((-groups[:, :-1].ravel(), seen.ravel()), axis=1),
                np.stack((-seen[:, :-1].ravel(), seen[:, 1:].ravel()), axis=1),
                np.stack((-groups[:, 1:].ravel(), -seen.ravel()), axis=1),
            ]
        else:
            height = ceil(sqrt(length))
            width = ceil(length / height)
            rows = self._fresh_rows(count, height)
            columns = self._fresh_rows(count, width)
            place = np.arange(length)
            self.blocks += [
                np.stack((-groups.ravel(), rows[:, place // width].ravel()), axis=1),
                np.stack((-groups.ravel(), columns[:, place % width].ravel()), axis=1),
            ]
            self._at_most_one_rows(rows)
            self._at_most_one_rows(columns)

    def _fresh_rows(self, count: int, width: int) -> NDArray[np.int32]:
        import numpy as np

        first = self.fresh(count * width)
        return np.arange(first, first + count * width, dtype=np.int32).reshape(count, width)

    def _domains(self, domains: Mapping[int, frozenset[int]]) -> None:
        digits = self.geometry.digits
        units: list[list[int]] = []
        for cell, allowed in domains.items():
            units += [
                [-literal]
                for literal, digit in zip(self.table[cell], digits, strict=True)
                if literal and digit not in allowed
            ]
        self.blocks.append(units)

    def _pair_tables(self, allowed: frozenset[tuple[int, int]], pairs: list[PairTable]) -> None:
        index = self.variables.index_of
        places = range(self.size)
        good = {(index[a], index[b]) for a, b in allowed if a in index and b in index}
        bad = [(i, j) for i in places for j in places if (i, j) not in good]
        # Where one digit alone is excluded, "some allowed partner" follows from the clash.
        right = [
            (i, [j for j in places if (i, j) in good])
            for i in places
            if sum((i, j) in good for j in places) < self.size - 1
        ]
        left = [
            (j, [i for i in places if (i, j) in good])
            for j in places
            if sum((i, j) in good for i in places) < self.size - 1
        ]
        clauses: list[list[int]] = []
        table = self.table
        for pair in dict.fromkeys((p.first, p.second) for p in pairs):
            self.tick()
            a, b = table[pair[0]], table[pair[1]]
            clauses += [[-a[i], -b[j]] for i, j in bad if a[i] and b[j]]
            if self.kind == "extended":
                for i, partners in right:
                    if a[i]:
                        clauses.append([-a[i], *(b[j] for j in partners if b[j])])
                for j, partners in left:
                    if b[j]:
                        clauses.append([-b[j], *(a[i] for i in partners if a[i])])
        self.blocks.append(clauses)

    def _others(
        self,
        relations: Iterable[Relation],
        auxiliary: Mapping[int, frozenset[int]],
        different: Sequence[tuple[int, ...]],
    ) -> None:
        """Relations of the other kinds, and the auxiliary variables that any of them uses."""
        digits = self.geometry.digits
        literals = {
            cell: {digit: literal for digit, literal in zip(digits, row, strict=True) if literal}
            for cell, row in enumerate(self.table)
        }
        clauses: list[list[int]] = []
        for variable, values in sorted(auxiliary.items()):
            literals[variable] = {value: self.fresh() for value in sorted(values)}
            row = list(literals[variable].values())
            clauses.append(row)
            clauses += [[-a, -b] for a, b in combinations(row, 2)]
        relations, totals = by_groups(relations, different, literals, self.fresh)
        clauses += totals
        for relation in relations:
            self.tick()
            try:
                clauses += clauses_of(relation, literals, self.fresh)
            except TooLarge as error:
                raise Unsupported(str(error)) from None
        if not all(clauses):
            self._contradiction()
        self.blocks.append([clause for clause in clauses if clause])

    def _digit_set_sum(self, relation: DigitSetSum) -> None:
        """Different digits with a given sum.

        Few combinations: one selector each, which fixes every ``used``. Many: the decision diagram
        of "these used digits number n and add up to the total", digit by digit (a sequential sum
        counter).
        """
        size = len(relation.variables)
        if size > self.size:
            return  # the contradiction is written already
        used = self._used(relation.variables)
        if relation.digit_set_count <= _MAX_DIGIT_SETS and _few(size, self.size):
            self._by_digit_sets(relation.digit_sets, used)
        else:
            self._by_sum_diagram(size, relation.total, used)

    def _used(self, cells: Iterable[int]) -> list[int]:
        """New variables: the i-th is true where the i-th digit stands in one of the cells."""
        first = self.fresh(self.size)
        used = [first + i for i in range(self.size)]
        clauses: list[list[int]] = []
        for i, seen in enumerate(used):
            lits = [self.table[cell][i] for cell in cells]
            lits = [literal for literal in lits if literal]
            clauses += [[-literal, seen] for literal in lits]
            clauses.append([-seen, *lits])
        self.blocks.append(clauses)
        return used

    def _by_digit_sets(self, digit_sets: Iterable[tuple[int, ...]], used: list[int]) -> None:
        sets = [found for found in map(set, digit_sets) if found.issubset(self.geometry.digits)]
        if not sets:
            self._contradiction()
            return
        first = self.fresh(len(sets))
        selectors = range(first, first + len(sets))
        clauses = [list(selectors)]
        for i, digit in enumerate(self.geometry.digits):
            holding = [
                s for s, digit_set in zip(selectors, sets, strict=True) if digit in digit_set
            ]
            lacking = [
                s for s, digit_set in zip(selectors, sets, strict=True) if digit not in digit_set
            ]
            clauses += [[-s, used[i]] for s in holding]
            clauses += [[-s, -used[i]] for s in lacking]
            clauses.append([-used[i], *holding])
            clauses.append([used[i], *lacking])
        self.blocks.append(clauses)

    def _by_sum_diagram(self, size: int, total: int, used: list[int]) -> None:
        digits = self.geometry.digits
        # Which (digits still to choose, sum still to reach) can be met from place i on.
        possible: list[set[tuple[int, int]]] = [set() for _ in range(len(digits) + 1)]
        possible[-1] = {(0, 0)}
        for i in range(len(digits) - 1, -1, -1):
            later = possible[i + 1]
            possible[i] = later | {(k + 1, s + digits[i]) for k, s in later if k < size}
        start = (size, total)
        if start not in possible[0]:
            self._contradiction()
            return
        nodes = {start: self.fresh()}
        clauses = [[nodes[start]]]
        for i, digit in enumerate(digits):
            later = possible[i + 1]
            below: dict[tuple[int, int], int] = {}
            for (k, s), node in nodes.items():
                for choice, state in ((used[i], (k - 1, s - digit)), (-used[i], (k, s))):
                    if state not in later:
                        clauses.append([-node, -choice])
                        continue
                    if state not in below:
                        below[state] = self.fresh()
                    clauses.append([-node, -choice, below[state]])
            nodes = below
        self.blocks.append(clauses)


def _widest(groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The groups that are part of no other."""
    of_cell: dict[int, set[int]] = defaultdict(set)
    for place, group in enumerate(groups):
        for cell in group:
            of_cell[cell].add(place)
    return [g for g in groups if g and len(set.intersection(*[of_cell[cell] for cell in g])) == 1]


def _few(size: int, digits: int) -> bool:
    """Whether the combinations of ``size`` digits can be listed at all, to keep those that fit."""
    from math import comb

    return comb(digits, size) <= 3_000_000


def _pairs(groups: NDArray[np.int32]) -> NDArray[np.int32]:
    import numpy as np

    left, right = np.triu_indices(groups.shape[1], 1)
    return np.stack((-groups[:, left].ravel(), -groups[:, right].ravel()), axis=1)


def write_dimacs(
    puzzle: Puzzle,
    stream: TextIO,
    *,
    kind: Kind = "extended",
    amo: Amo | None = None,
) -> Formula:
    """Write the puzzle as a DIMACS .cnf file, its givens and pencil marks as unit clauses.

    Every candidate keeps its number whatever the givens: comment lines ``c r1c1=5 is 5`` give the
    map. Returns the formula without those units.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: as :func:`encode`.
    """
    puzzle.require_valid()
    formula = encode(puzzle.model, kind=kind, amo=amo)
    units = given_literals(puzzle, formula.variables)
    geometry = puzzle.geometry
    stream.write(f"c {geometry.describe()}, {formula.kind} encoding, at-most-one {formula.amo}\n")
    if puzzle.constraints:
        rules = ", ".join(constraint.describe(geometry) for constraint in puzzle.constraints)
        stream.write(f"c rules: {rules}\n")
    for literal, (cell, digit) in enumerate(formula.variables.candidates):
        if literal:
            stream.write(f"c {geometry.name(cell)}={digit} is {literal}\n")
    if formula.auxiliary_count:
        stream.write(f"c {formula.variables.count + 1} to {formula.top} are auxiliary\n")
    stream.write(f"p cnf {formula.top} {formula.clause_count + len(units)}\n")
    stream.writelines(f"{literal} 0\n" for literal in units)
    for chunk in formula.chunks():
        stream.write("".join([f"{' '.join(map(str, clause))} 0\n" for clause in chunk]))
    return formula


def given_literals(puzzle: Puzzle, variables: Variables) -> list[int]:
    """The literals that givens and pencil marks fix: a given is true, a missing mark false."""
    index = variables.index_of
    table = variables.table
    literals = [
        table[cell][index[given]] for cell, given in enumerate(puzzle.givens) if given is not None
    ]
    if puzzle.pencil_marks is not None:
        digits = puzzle.geometry.digits
        for cell, marks in enumerate(puzzle.pencil_marks):
            if marks is not None:
                given = puzzle.givens[cell]
                row = table[cell]
                literals += [
                    -row[i]
                    for i, digit in enumerate(digits)
                    if digit not in marks and row[i] and (given is None or digit == given)
                ]
    return literals
