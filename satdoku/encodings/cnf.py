"""Relations to clauses.

Kinds (Lynce & Ouaknine, "Sudoku as a SAT Problem", 2006):

``minimal``   every cell holds a digit; no digit twice in a house
``extended``  also: no cell holds two digits; every full house holds every digit. Redundant, and
              ten times faster to solve (engines.md, 1)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from satdoku.base.errors import Unsupported
from satdoku.base.garbage import no_gc
from satdoku.board.geometry import Geometry
from satdoku.encodings.at_most_one import PAIRWISE_LIMIT, by_rows, pairwise
from satdoku.encodings.clauses import clauses_of
from satdoku.encodings.digit_sets import by_digit_sets, digit_set_sum, used_digits, why_not
from satdoku.encodings.formula import AMO, KINDS, Amo, Builder, ClauseKind, Formula
from satdoku.encodings.groups import by_groups
from satdoku.encodings.pieces import pieces
from satdoku.encodings.prune import Left, prune
from satdoku.encodings.variables import Variables
from satdoku.model import Model, model_of
from satdoku.model.sums import implied, merged
from satdoku.puzzle.puzzle import Puzzle
from satdoku.relations import PairTable, TooLarge, variables_of

_MAX_KEPT_PARTS = 30
"""The number of sets of candidates for which the clauses of a part are kept."""

_MIN_LONG_RELATIONS = 1000


def encode(
    model: Model,
    *,
    kind: ClauseKind = "extended",
    amo: Amo | None = None,
    left: Left | None = None,
    tick: Callable[[], None] | None = None,
    groups: bool = False,
) -> Formula:
    """The model as clauses over every candidate, or over what is left.

    ``groups`` is as in :func:`encode_pruned`. ``tick`` is called now and then, and may raise to
    end a long encoding.

    :raises Unsupported: where a relation is too large.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of encoding; there are {', '.join(KINDS)}")
    if amo is not None and amo not in AMO:
        raise ValueError(f"{amo!r} is not an at-most-one encoding; there are {', '.join(AMO)}")
    geometry = model.geometry
    variables = Variables.full(geometry) if left is None else Variables.pruned(geometry, left.masks)
    with no_gc():
        return _Encoder(variables, kind, amo, tick, groups, left).run(model)


def encode_pruned(
    puzzle: Puzzle,
    *,
    kind: ClauseKind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
    groups: bool = False,
    left: Left | None = None,
) -> Formula | None:
    """The puzzle with its givens, over what is left, which pruning finds where it is not given.

    ``None`` where pruning alone shows that there is no solution. With ``groups`` no clause is
    written for "at most one": see :attr:`Formula.at_most_one`.

    :raises Unsupported: as :func:`encode`.
    """
    if left is None:
        masks = prune(puzzle)
        if masks is None:
            return None
        left = Left(masks)
    return encode(puzzle.model, kind=kind, amo=amo, left=left, tick=tick, groups=groups)


def encode_board(
    model: Model,
    *,
    kind: ClauseKind = "extended",
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
        parts += [(implied(model), ()), (merged(model), model.different)]
    for part, different in parts:
        rules = encode_alone(
            base.variables, part, top=base.top, kind=kind, amo=amo, tick=tick, different=different
        )
        base = replace(base, top=rules.top, blocks=base.blocks + rules.blocks)
    return base


def bare_board(
    geometry: Geometry,
    *,
    kind: ClauseKind = "extended",
    amo: Amo | None = None,
    tick: Callable[[], None] | None = None,
) -> Formula:
    """The board without rules; its clauses are kept with its model."""
    cached = model_of(geometry).kept
    return cached(("clauses", kind, amo), lambda m: encode(m, kind=kind, amo=amo, tick=tick))


def encode_alone(
    variables: Variables,
    model: Model,
    *,
    top: int,
    kind: ClauseKind = "extended",
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


def encode_part(
    variables: Variables, model: Model, *, top: int, kind: ClauseKind = "extended"
) -> tuple[list[list[int]], int]:
    """The clauses of :func:`encode_alone`, and the highest variable in them.

    They are kept with the model for the candidates of its cells, which most steps of a path leave
    as they are, and are numbered anew.

    :raises Unsupported: as :func:`encode`.
    """
    cells: tuple[int, ...] = model.kept(encode_part, _cells_of)
    rows = [variables.table[cell] for cell in cells]
    masks = tuple([sum([1 << i for i, literal in enumerate(row) if literal]) for row in rows])
    known: dict[object, tuple[list[list[int]], int, int]] = model.kept("parts", lambda _: {})
    if (kind, masks) not in known:
        if len(known) > _MAX_KEPT_PARTS:
            known.clear()
        here = [0] * model.geometry.cell_count
        for cell, mask in zip(cells, masks, strict=True):
            here[cell] = mask
        alone = Variables.pruned(model.geometry, here)
        formula = encode_alone(alone, model, top=alone.count, kind=kind)
        known[kind, masks] = list(formula.clauses()), alone.count, formula.top
    clauses, count, highest = known[kind, masks]
    number = [0, *[literal for row in rows for literal in row if literal]]
    number += range(top + 1, top + 1 + highest - count)
    number += [-literal for literal in number[:0:-1]]  # the place -n is that of what n excludes
    return [[number[literal] for literal in clause] for clause in clauses], top + highest - count


def is_long(model: Model) -> bool:
    """Whether writing a model as clauses takes longer than loading them: unknown regions, say."""
    return len(model.relations) > _MIN_LONG_RELATIONS


def encode_long(model: Model, *, top: int) -> tuple[list[list[int]], int]:
    """The clauses of :func:`encode_alone` over every candidate, each behind one literal, which is
    the highest variable in them.

    :raises Unsupported: as :func:`encode`.
    """
    formula = encode_alone(Variables.full(model.geometry), model, top=top)
    guard = formula.top + 1
    return [[-guard, *clause] for clause in formula.clauses()], guard


def _cells_of(model: Model) -> tuple[int, ...]:
    count = model.geometry.cell_count
    used = {v for relation in model.relations for v in variables_of(relation)}
    return tuple(sorted(v for v in used if v < count))


class _Encoder(Builder):
    def __init__(
        self,
        variables: Variables,
        kind: ClauseKind,
        amo: Amo | None,
        tick: Callable[[], None] | None = None,
        groups: bool = False,
        left: Left | None = None,
    ) -> None:
        super().__init__(variables, tick)
        self.left: Mapping[int, frozenset[int]] = {} if left is None else left.auxiliary
        self.at_most_one: list[list[int]] | None = [] if groups else None
        self.kind = kind
        self.amo = amo

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
            self.contradict()
        if board:
            self._cells()
        self._full_houses(groups)
        self._at_most_one(groups, cells=board)
        different = model.different if different is None else different
        self._rules(model, different)
        if board and self.kind == "extended":
            self._rules(implied(model), ())  # short sums: split, they cost more than they gain
            self._rules(merged(model), model.different)
        blocks = tuple(block for block in self.blocks if len(block))
        left = tuple(self.at_most_one or ())
        return Formula(self.variables, self.top, blocks, self.kind, self.amo or "pairwise", left)

    def _rules(self, model: Model, different: Sequence[tuple[int, ...]]) -> None:
        """The relations besides ``different``."""
        tables: dict[frozenset[tuple[int, int]], list[PairTable]] = defaultdict(list)
        for table in model.tables:
            tables[table.allowed].append(table)
        self._domains(model.domains)
        for allowed, pairs in tables.items():
            self._pair_tables(allowed, pairs)
        for relation in model.sums:
            digit_set_sum(self, relation)
        for values in model.sets:
            by_digit_sets(self, values.fitting, used_digits(self, values.variables))
        if model.others:
            self._others(model, different)

    def _cells(self) -> None:
        clauses = [[literal for literal in row if literal] for row in self.table]
        if not all(clauses):
            self.contradict()
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
                    self.contradict()
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
        limit = None if self.amo == "pairwise" else PAIRWISE_LIMIT
        if self.amo in (None, "pairwise") and pairwise(self, groups, rows, limit):
            self.amo = "pairwise"
            return
        self.amo = self.amo or "product"
        by_rows(self, [*rows, *self._columns(groups)], self.amo)

    def _columns(self, groups: Iterable[tuple[int, ...]]) -> Iterator[list[int]]:
        """The literals of each digit in each group, where there is more than one."""
        table = self.table
        for group in groups:
            self.tick()
            for column in zip(*[table[cell] for cell in group], strict=True):
                lits = [literal for literal in column if literal]
                if len(lits) > 1:
                    yield lits

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
        forward = _partners(good, self.size)
        back = _partners({(j, i) for i, j in good}, self.size)
        clauses: list[list[int]] = []
        table = self.table
        for pair in dict.fromkeys((p.first, p.second) for p in pairs):
            self.tick()
            a, b = table[pair[0]], table[pair[1]]
            clauses += [[-a[i], -b[j]] for i, j in bad if a[i] and b[j]]
            if self.kind == "extended":
                for one, other, partners_of in ((a, b, forward), (b, a, back)):
                    for i, partners in partners_of:
                        if one[i]:
                            clauses.append([-one[i], *(other[j] for j in partners if other[j])])
        self.blocks.append(clauses)

    def _others(self, model: Model, different: Sequence[tuple[int, ...]]) -> None:
        """Relations of the other kinds, and the auxiliary variables that any of them uses."""
        digits = self.geometry.digits
        literals = {
            cell: {digit: literal for digit, literal in zip(digits, row, strict=True) if literal}
            for cell, row in enumerate(self.table)
        }
        clauses: list[list[int]] = []
        for variable, values in sorted(model.auxiliary.items()):
            left = self.left.get(variable, values)
            literals[variable] = {value: self.fresh() for value in sorted(left)}
            row = list(literals[variable].values())
            clauses.append(row)
            clauses += [[-a, -b] for a, b in combinations(row, 2)]
        relations, totals = by_groups(model.others, different, literals, self.fresh)
        clauses += totals
        if self.kind == "extended":
            clauses += pieces(model, literals)
        for relation in relations:
            self.tick()
            try:
                clauses += clauses_of(relation, literals, self.fresh)
            except TooLarge as error:
                raise Unsupported(str(error)) from None
        if not all(clauses):
            self.contradict()
        self.blocks.append([clause for clause in clauses if clause])


def _partners(pairs: set[tuple[int, int]], size: int) -> list[tuple[int, list[int]]]:
    """The digits, by place, that exclude two others or more, each with its allowed partners. Where
    one other is excluded, "some allowed partner" follows from the clash."""
    rows = ((i, [j for j in range(size) if (i, j) in pairs]) for i in range(size))
    return [(i, row) for i, row in rows if len(row) < size - 1]


def _widest(groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The groups that are part of no other."""
    of_cell: dict[int, set[int]] = defaultdict(set)
    for place, group in enumerate(groups):
        for cell in group:
            of_cell[cell].add(place)
    return [g for g in groups if g and len(set.intersection(*[of_cell[cell] for cell in g])) == 1]
