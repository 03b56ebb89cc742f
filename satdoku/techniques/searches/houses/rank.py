"""As many needs as places for them (rank 0); one file, since all patterns are one count.

Almost locked candidates, empty rectangle intersection pair, fireworks, twinned XY-chains, domino
loop, multi-sector locked sets.

Some cells need a digit each, and some houses a digit. All candidates that can serve these needs lie
in places of which each holds one true candidate at most: a digit in cells that see each other, or a
cell. Where there are as many places as needs, each place holds exactly one, so what all candidates
of a place exclude goes. (What serves two needs has to lie in two places; a candidate of more places
than needs goes too.) This is the logic of rank 0 of the forums.

| technique | needs | places |
|---|---|---|
| almost-locked-pair, -triple | digits of a house, cells of a crossing one | these digits, cells |
| fireworks-triple, -quadruple | digits in a row and in a column that cross | their box, cells |
| empty-rectangle-intersection-pair | two cells, two digits of a box | these digits in two lines |
| twinned-xy-chains | six cells of two rows and three columns | their six digits |
| domino-loop | the cells round the crossings of two rows and columns | digits by house |
| multi-sector-locked-set | the cells of some rows in some columns | digits by row or column |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, permutations, product
from operator import or_
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import BentSetProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, choose
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Places, Step

_Need = tuple[int, int]
"""A house and a digit that it needs."""


def _step(
    name: str,
    cands: Candidates,
    cells: Iterable[int],
    needs: Sequence[_Need],
    groups: Iterable[tuple[int, int]],
    full: Iterable[int] = (),
    variant: str = "",
) -> Step | None:
    """The step of as many needs as places; ``groups`` are (cells, d), one of them true at most."""
    board, cand, where = cands.board, cands.cand, cands.where
    cells, full = tuple(cells), tuple(full)
    every = [[(c, d) for d in bits(cand[c])] for c in cells]
    every += [[(c, d) for c in bits(where[d] & board.mask[h])] for h, d in needs]
    served = Counter(pair for need in every for pair in need)
    named = [Places(tuple(bits(group)), board.digits[d]) for group, d in groups if group]
    places = [[(c, board.index_of[place.digit]) for c in place.cells] for place in named]
    places += [[pair for pair in served if pair[0] == c] for c in full]
    if len(every) != len(places):
        return None
    out = cands.named(_excluded(cands, served, places))
    proof = BentSetProof(
        cells, tuple(named), tuple((board.houses[h], board.digits[d]) for h, d in needs), full
    )
    return Step(name, proof, eliminations=out, variant=variant) if out else None


def _excluded(cands: Candidates, served: Counter[_Need], places: list[list[_Need]]) -> int:
    """The candidates that as many places as needs exclude: those that all of a place exclude, and
    those in more places than needs; none where a candidate is in more needs than places."""
    held = Counter(pair for place in places for pair in place)
    if any(held[pair] < count for pair, count in served.items()):
        return 0
    excluded = 0
    for place in places:
        excluded |= cands.lost_to(place)
    for (c, d), count in served.items():
        if held[c, d] > count:
            excluded |= 1 << d * cands.board.count + c
    return excluded


def _open_digits(cands: Candidates, h: int) -> list[int]:
    """The digits that a house still needs, each with two places or more."""
    board = cands.board
    if not board.complete[h]:
        return []
    written = {cands.values[c] for c in board.members[h]}
    return [d for d in range(board.size) if d not in written and cands.where[d] & board.mask[h]]


@dataclass(frozen=True, slots=True)
class AlmostLockedCandidates(Technique):
    """Digits of a house lie where it crosses another one and in a few cells; as many cells of the
    other house hold none but these digits.

    The other house takes each of these digits once: in its own cells, or where the two cross. Its
    own cells take as many of them as the first house has to put into its few cells. So the few
    cells of the first house hold these digits alone, and in the other house they stand nowhere
    else.

    Pattern: ``houses`` the first; ``cells`` those of the other; ``digits``.
    """

    size: int = 2

    @property
    def name(self) -> str:
        return f"almost-locked-{'pair' if self.size == 2 else 'triple'}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, where, core = cands.board, cands.where, patterns_of(cands)
        clock.check()
        patterns = (
            self._found(cands, clock)
            if core is None
            else core.almost_locked_candidates(cands.cand, cands.values, self.size)
        )
        for h, k, chosen, cells in patterns:
            rest = 0
            for d in chosen:
                rest |= where[d] & board.mask[h] & ~board.mask[k]
            inside = board.mask[h] | sum(1 << c for c in cells)
            groups = [(where[d] & board.mask[k] & inside, d) for d in chosen]
            needs = [(h, d) for d in chosen]
            step = _step(self.name, cands, cells, needs, groups, bits(rest))
            if step is not None:
                yield step

    def _found(
        self, cands: Candidates, clock: Clock
    ) -> Iterator[tuple[int, int, Sequence[int], Sequence[int]]]:
        """The two houses, the digits, the cells of the second."""
        board, cand, where = cands.board, cands.cand, cands.where
        few = 0
        for count in range(1, self.size + 1):
            few |= cands.with_count(count)
        for h in board.order_q:
            clock.check()
            digits = tuple(_open_digits(cands, h))
            if len(digits) <= self.size:
                continue
            for k in board.shared[h]:
                outside = few & board.mask[k] & ~board.mask[h]
                if not outside:
                    continue
                beyond = board.mask[h] & ~board.mask[k]
                near = [d for d in digits if (where[d] & beyond).bit_count() < self.size]
                if len(near) < self.size:
                    continue
                narrow = [c for c in board.members[k] if outside >> c & 1]
                for chosen in choose(near, self.size):
                    mask = sum([1 << d for d in chosen])
                    own = [c for c in narrow if not cand[c] & ~mask]
                    if not own:
                        continue
                    rest = 0
                    for d in chosen:
                        rest |= where[d] & beyond
                    n = rest.bit_count()
                    if 0 < n < self.size and len(own) >= n:
                        for cells in choose(own, n):
                            yield h, k, chosen, cells


@dataclass(frozen=True, slots=True)
class EmptyRectanglePair(Technique):
    """Two cells with the same two candidates, in a row and in a column that cross in a box, where
    these digits have no place but in the row and in the column.

    Where the two lines cross neither digit can be: both cells would hold the other one, which would
    have no place left in the box. So the box has one digit in the row and the other in the column,
    and each line has both: in its cell and in the box. They stand nowhere else in the two lines.

    Pattern: ``cells`` the two; ``houses`` the box; ``digits``; candidates by digit.
    """

    name: ClassVar[str] = "empty-rectangle-intersection-pair"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, where = cands.board, cands.where
        same: dict[int, list[int]] = {}
        for cell in bits(cands.with_count(2)):
            same.setdefault(cands.cand[cell], []).append(cell)
        rows, columns = _line(board, board.rows), _line(board, board.lines_down)
        boxes = _line(board, board.regions)
        for mask, cells in same.items():
            clock.check()
            digits = bits(mask)
            for a, b in permutations(cells, 2):
                if a not in rows or b not in columns:
                    continue
                lines = rows[a], columns[b]
                crossing = bits(board.mask[lines[0]] & board.mask[lines[1]])
                box = boxes.get(crossing[0]) if crossing else None
                if box is None or not board.complete[box] or board.peers[a] >> b & 1:
                    continue
                inside = board.mask[box]
                outside = inside & ~(board.mask[lines[0]] | board.mask[lines[1]])
                if any(where[d] & outside or not where[d] & inside for d in digits):
                    continue
                groups = [
                    (where[d] & board.mask[h] & (inside | 1 << cell), d)
                    for h, cell in zip(lines, (a, b), strict=True)
                    for d in digits
                ]
                step = _step(self.name, cands, (a, b), [(box, d) for d in digits], groups)
                if step is not None:
                    yield step


@dataclass(frozen=True, slots=True)
class Fireworks(Technique):
    """Digits that a row has in a box and in one further cell, and a column of the box likewise.

    Where such a digit is in neither of the two further cells, it stands in the row and in the
    column inside of the box, so where they cross. So of three cells (the crossing and the two
    others) one holds it: three such digits fill the three cells (a triple). A quadruple has two
    digits of one crossing, and two of the opposite corner of the rectangle: they fill its corners.

    Pattern: ``houses`` the rows and columns; ``digits``; candidates by digit.
    """

    size: int = 3

    @property
    def name(self) -> str:
        return f"fireworks-{'triple' if self.size == 3 else 'quadruple'}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        bursts = _bursts(cands)
        for (x, first, second), digits in bursts.items():
            clock.check()
            if self.size == 3:
                for chosen in combinations(bits(digits), 3):
                    step = self._of(cands, ((x, chosen),), (first, second))
                    if step is not None:
                        yield step
                continue
            rows, columns = _line(board, board.rows), _line(board, board.lines_down)
            y = bits(board.mask[rows[second]] & board.mask[columns[first]])
            if not y or y[0] < x:
                continue
            opposite = bursts.get((y[0], second, first), 0)
            for one in combinations(bits(digits), 2):
                for other in combinations(bits(opposite & ~sum(1 << d for d in one)), 2):
                    step = self._of(cands, ((x, one), (y[0], other)), (first, second))
                    if step is not None:
                        yield step

    def _of(
        self,
        cands: Candidates,
        bursts: Sequence[tuple[int, tuple[int, ...]]],
        ends: tuple[int, int],
    ) -> Step | None:
        board, where = cands.board, cands.where
        needs: list[_Need] = []
        groups: list[tuple[int, int]] = []
        for x, digits in bursts:
            row, column = (
                next(h for h in lines if board.mask[h] >> x & 1)
                for lines in (board.rows, board.lines_down)
            )
            box = next(h for h in board.regions if board.mask[h] >> x & 1)
            cross = (board.mask[row] | board.mask[column]) & board.mask[box]
            needs += [(h, d) for d in digits for h in (row, column)]
            groups += [(where[d] & cross, d) for d in digits]
        full = (*(x for x, _ in bursts), *ends)
        if any(not cands.cand[c] for c in full):
            return None
        return _step(self.name, cands, (), needs, groups, full)


def _line(board: Board, lines: Sequence[int]) -> dict[int, int]:
    """The one of some lines that each cell is in."""
    return {c: h for h in lines for c in board.members[h]}


def _bursts(cands: Candidates) -> dict[tuple[int, int, int], int]:
    """The digits that a row and a column, crossing in a cell, have in its box and in one further
    cell each: by (crossing, cell of the row, cell of the column)."""
    return cands.once("bursts", lambda: _find_bursts(cands))


def _find_bursts(cands: Candidates) -> dict[tuple[int, int, int], int]:
    board, where = cands.board, cands.where
    bursts: dict[tuple[int, int, int], int] = {}
    for box in board.regions:
        outside: list[list[tuple[int, int, dict[int, int]]]] = []
        for lines in (board.rows, board.lines_down):
            here = []
            for h in lines:
                if (board.mask[h] & board.mask[box]).bit_count() < 2:
                    continue
                ends: dict[int, int] = {}
                for d in _open_digits(cands, h):
                    rest = where[d] & board.mask[h] & ~board.mask[box]
                    if rest and not rest & (rest - 1):
                        cell = rest.bit_length() - 1
                        ends[cell] = ends.get(cell, 0) | 1 << d
                here.append((h, board.mask[h], ends))
            outside.append(here)
        for (_, row, right), (_, column, down) in product(*outside):
            crossing = bits(row & column & board.mask[box])
            if crossing:
                for (a, one), (b, other) in product(right.items(), down.items()):
                    if one & other:
                        bursts[crossing[0], a, b] = one & other
    return bursts


@dataclass(frozen=True, slots=True)
class DominoLoop(Technique):
    """Two rows and two columns that cross in four boxes: the sixteen cells around the crossings.

    In each box there are two such cells of the row and two of the column, the dominoes. Going
    round, two dominoes that follow each other share a row, a box or a column in turn. Each digit of
    a domino is counted in a house that it shares with the one before or with the one behind it;
    where as many digits are counted as there are cells (two in each of the eight houses, mostly),
    each of these houses has its digits there. Also known as SK loop, after Steve Kurzhals.

    Pattern: ``cells`` the dominoes in their order; candidates by digit.
    """

    name: ClassVar[str] = "domino-loop"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        region = _line(board, board.regions)
        for rows in combinations(board.rows, 2):
            clock.check()
            for columns in combinations(board.lines_down, 2):
                crossing = [
                    [bits(board.mask[row] & board.mask[column]) for column in columns]
                    for row in rows
                ]
                if any(len(cell) != 1 for line in crossing for cell in line):
                    continue
                (a,), (b,), (c,), (d,) = (*crossing[0], *crossing[1])
                corners = (a, b, d, c)
                if any(cell not in region for cell in corners):
                    continue
                boxes = [region[cell] for cell in corners]
                if len(set(boxes)) < 4:
                    continue
                top, bottom, left, right = *rows, *columns
                houses: list[int] = []
                dominoes: list[int] = []
                for box, corner, first, second in zip(
                    boxes,
                    corners,
                    (left, top, right, bottom),
                    (top, right, bottom, left),
                    strict=True,
                ):
                    for line in (first, second):
                        mask = board.mask[line] & board.mask[box] & ~(1 << corner)
                        dominoes.append(sum(1 << x for x in bits(mask) if cand[x]))
                    houses += [box, second]
                step = self._of(cands, dominoes, houses)
                if step is not None:
                    yield step

    def _of(self, cands: Candidates, dominoes: list[int], houses: list[int]) -> Step | None:
        board = cands.board
        cells = [x for domino in dominoes for x in bits(domino)]
        if any(domino.bit_count() != 2 for domino in dominoes):
            return None
        n = len(dominoes)
        groups: list[tuple[int, int]] = []
        used: set[int] = set()
        for d in range(board.size):
            has = [bool(domino & cands.where[d]) for domino in dominoes]
            for at in _cover(has):
                used.add(at)
                both = dominoes[at] | dominoes[(at + 1) % n]
                groups.append((both & cands.where[d] & board.mask[houses[at]], d))
            if len(groups) > len(cells):
                return None
        if len(groups) < len(cells) or len(used) < n:
            return None
        return _step(self.name, cands, cells, (), groups)


def _cover(has: list[bool]) -> list[int]:
    """The fewest links of a ring (each from a place to the next) that touch all marked places."""
    n = len(has)
    if all(has):
        return list(range(0, n, 2))
    start = next(at for at in range(n) if not has[at - 1] or not has[at])
    links: list[int] = []
    at = 0
    while at < n:
        if has[(start + at) % n]:
            links.append((start + at) % n)
            at += 2
        else:
            at += 1
    return links


@dataclass(frozen=True, slots=True)
class TwinnedXyChains(Technique):
    """Six cells of two rows and three columns (or the other way round) that hold six digits.

    None of the digits stands in cells that do not see each other, so none can be there twice, and
    each is there once: a candidate that sees all places of its digit is eliminated. Four of the
    cells make a ring of two candidates each, whichever digit a cell with a third one takes (Nils
    Leder).

    Pattern: ``cells``; candidates by digit.
    """

    name: ClassVar[str] = "twinned-xy-chains"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand, where = cands.board, cands.cand, cands.where
        for lines, across in ((board.rows, board.lines_down), (board.lines_down, board.rows)):
            for both in combinations(lines, 2):
                clock.check()
                inside = board.mask[both[0]] | board.mask[both[1]]
                pairs = [
                    both_cells
                    for h in across
                    if len(both_cells := [c for c in bits(board.mask[h] & inside) if cand[c]]) == 2
                    and cands.union(both_cells).bit_count() <= 4
                ]
                for chosen in combinations(pairs, 3):
                    cells = [c for pair in chosen for c in pair]
                    digits = bits(cands.union(cells))
                    if len(digits) != len(cells):
                        continue
                    around = sum(1 << c for c in cells)
                    groups = [(where[d] & around, d) for d in digits]
                    seen = all(
                        not (both_cells & ~(1 << c)) & ~board.peers[c]
                        for both_cells, _ in groups
                        for c in bits(both_cells)
                    )
                    step = _step(self.name, cands, cells, (), groups) if seen else None
                    if step is not None:
                        yield step


@dataclass(frozen=True, slots=True)
class MultiSectorLockedSet(Technique):
    """The cells of some rows in some columns, each digit counted by rows or by columns.

    A digit that is counted by rows stands at most once in each row that has it there, one that is
    counted by columns once in each column. Where that makes as many as there are cells, each of
    these rows and columns has its digits in these cells, and nowhere else.

    Pattern: ``cells``; candidates by digit, those of a row or of a column together.
    """

    name: ClassVar[str] = "multi-sector-locked-set"
    fewest: int = 3
    most: int = 5

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        known: set[tuple[object, ...]] = set()
        for across, down in board.crossings:
            grid = [[bits(board.mask[r] & board.mask[c]) for c in down] for r in across]
            table = [[cand[x[0]] if x else 0 for x in line] for line in grid]
            for n in range(self.fewest, self.most + 1):
                for chosen in combinations(range(len(across)), n):
                    clock.check()
                    for cells, groups in _sectors(table, chosen, range(self.fewest, self.most + 1)):
                        named = tuple(grid[r][c][0] for r, c in cells)
                        held = [
                            (sum(1 << grid[r][c][0] for r, c in crossings), d)
                            for crossings, d in groups
                        ]
                        step = _step(self.name, cands, named, (), held)
                        if step is not None and step.eliminations not in known:
                            known.add(step.eliminations)
                            yield step


_Crossings = list[tuple[int, int]]
"""Rows and columns where they cross."""


def _sectors(
    table: list[list[int]], rows: Sequence[int], sizes: Sequence[int]
) -> Iterator[tuple[_Crossings, list[tuple[_Crossings, int]]]]:
    """Columns with which some rows make a locked set, and its digits by rows and columns."""
    width = len(table[0])
    open_ = [sum(1 for r in rows if table[r][c]) for c in range(width)]
    held = [reduce(or_, [table[r][c] for r in rows]) for c in range(width)]
    by_row = [reduce(or_, table[r]) for r in rows]
    digits = reduce(or_, by_row)
    for n in sizes:
        for home in combinations(bits(digits), n):
            own = sum(1 << d for d in home)
            # Columns that neither win nor lose would only add cells.
            gains = [open_[c] - (held[c] & ~own).bit_count() for c in range(width)]
            columns = [c for c, gain in enumerate(gains) if gain > 0]
            if sum([gains[c] for c in columns]) < sum([(m & own).bit_count() for m in by_row]):
                continue
            cells = [(r, c) for r in rows for c in columns if table[r][c]]
            groups = [
                group
                for d in bits(digits)
                for group in _by_line(table, cells, d, 0 if own >> d & 1 else 1)
            ]
            if len(groups) == len(cells):
                yield cells, groups


def _by_line(
    table: list[list[int]], cells: _Crossings, d: int, axis: int
) -> Iterator[tuple[_Crossings, int]]:
    """The cells that can hold a digit, by rows (0) or columns (1), each time with the digit."""
    by_line: dict[int, _Crossings] = {}
    for cell in sorted(cells, key=lambda cell: cell[axis]):
        if table[cell[0]][cell[1]] >> d & 1:
            by_line.setdefault(cell[axis], []).append(cell)
    return ((crossings, d) for crossings in by_line.values())


TERMS = (
    Term(AlmostLockedCandidates(2), aliases=("almost locked candidates pair", "ALP"), points=51),
    Term(AlmostLockedCandidates(3), aliases=("almost locked candidates triple", "ALT")),
    Term(EmptyRectanglePair(), aliases=("ERIP", "empty rectangle pair"), points=52),
    Term(Fireworks(3), aliases=("triple fireworks", "firework triple"), points=74),
    Term(
        Fireworks(4),
        aliases=("quadruple fireworks", "fireworks quad", "firework quadruple"),
        points=74,
    ),
    Term(TwinnedXyChains(), "twinned XY-chains"),
    Term(DominoLoop(), aliases=("SK loop", "Steve K's loop", "Steve K loop", "16-cell loop")),
    Term(
        MultiSectorLockedSet(),
        "multi-sector locked set",
        aliases=(
            "MSLS",
            "multisector locked set",
            "multi-sector naked set",
            "multifish",
            "multi-fish",
            "MSNS",
        ),
        covers=(
            "three-dimensional Sue de Coq",
            "3-dimensional Sue de Coq",
            "distributed disjoint subset",
            "DDS",
            "Sue de Coq 3D",
            "3D Sue de Coq",
            "hidden pair loop",
            "naked pair loop",
            "cannibalistic Sue de Coq",
            "Sue de Coq cannibalism",
            "cannibal Sue de Coq",
        ),
    ),
)

HUMAN: dict[int, Technique] = {
    430: AlmostLockedCandidates(2),
    435: EmptyRectanglePair(),
    730: Fireworks(3),
    740: Fireworks(4),
}
