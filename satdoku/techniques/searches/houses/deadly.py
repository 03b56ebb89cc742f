"""Deadly patterns of three digits and more: Borescoper's, the unique matrix, Qiu's.

Cells that can always be filled in another way with the same digits in each house, if they hold only
a few digits: a puzzle with one solution never leaves them these alone, so one of the further
candidates is true.

| technique | cells | digits |
|---|---|---|
| borescoper-deadly-pattern-1 ... -4 | 7 or 8: of a box, and two in line on two sides | 3, 4 |
| unique-matrix-1 ... -4 | 9: three columns of three boxes of a band, or three rows of a stack | 4 |
| qiu-deadly-pattern-1 ... -4, -locked | two corners, and where their lines cross two others | any |

The types are those of unique rectangles: the further candidates are in one cell (1), they are one
digit (2), two cells with them act as one cell of a naked set (3), or one of the digits is locked in
these two cells (4). Names and types are Sudoku Studio's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any, ClassVar, Literal, assert_never

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.uniqueness import CrossedProof, DeadlyProof, ExtraLock, ExtraSet
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, choose
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.houses.uniqueness import uniqueness_refusal
from satdoku.techniques.step import Candidate, Step

_Shape = Literal["borescoper-deadly-pattern", "unique-matrix"]
_Held = tuple[int, int, int]
"""The digits that one, two and three of some cells can hold."""
_Ending = tuple[tuple[Candidate, ...], ExtraSet | ExtraLock | None]
"""The eliminated candidates, and how the further candidates lead to them."""


def _refusal(puzzle: Puzzle, complete: bool = False) -> str | None:
    if puzzle.pencil_marks is not None:
        return "a mark of this puzzle may not allow the other way to fill the cells"
    return uniqueness_refusal(puzzle, complete)


@dataclass(frozen=True, slots=True)
class DeadlyPattern(Technique):
    """Cells of a shape that with a few digits can be filled in more ways than one.

    Borescoper's pattern has the corners of a rectangle in a box, or three of them; two cells of
    another box in their columns, side by side in a row; and two cells of a third box in their rows,
    in a column. With four digits (three where a corner is missing) each way to fill them leaves
    another one, which has the same digits in each row, column and box. The unique matrix has the
    crossings of the three rows of a band with three columns, one of each box (or the other way
    round), and four digits. So one of the further candidates is true.

    Pattern: ``cells``; ``digits``; ``extra`` the further candidates; type 3 adds the set that it
    completes to ``sets``.
    """

    shape: _Shape = "borescoper-deadly-pattern"
    type: int = 1
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return f"{self.shape}-{self.type}"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules beyond the houses, and marks of the puzzle itself."""
        return _refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for step in cands.once(self.shape, lambda: list(_steps(cands, self.shape, clock))):
            if isinstance(step.proof, DeadlyProof) and step.proof.type == self.type:
                yield step.renamed(self.name)


def _steps(cands: Candidates, shape: _Shape, clock: Clock) -> Iterator[Step]:
    """All types of a shape."""
    match shape:
        case "borescoper-deadly-pattern":
            core = patterns_of(cands, _add_squares)
            clock.check()
            if core is None:
                patterns = _filled(cands, _borescoper(cands), clock)
            else:
                patterns = ((tuple(cells), digits) for cells, digits in core.borescoper(cands.cand))
        case "unique-matrix":
            listed = cands.unfilled("matrices", _matrices(cands.board))
            few = (
                (cells, 4, held) for _, cells in listed if _may_be(held := _held(cands, cells), 4)
            )
            patterns = _filled(cands, few, clock)
        case unknown:
            assert_never(unknown)
    for cells, digits in patterns:
        more = [c for c in cells if cands.cand[c] & ~digits]
        extra = cands.pairs(more, cands.board.all_digits & ~digits)
        for eliminated, how in _endings(cands, more, digits, extra):
            proof = DeadlyProof(
                cells, cands.digit_names(digits), cands.pairs(cells, digits), extra, how
            )
            yield Step(shape, proof, eliminations=eliminated, variant=f"type {proof.type}")


def _filled(
    cands: Candidates, patterns: Iterator[tuple[tuple[int, ...], int, _Held]], clock: Clock
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Cells, each with digits of which every one of them has some, and few have further ones."""
    cand = cands.cand
    for cells, n, held in patterns:
        clock.check()
        for digits in _digit_sets([cand[c] for c in cells], n, held):
            more = [c for c in cells if cand[c] & ~digits]
            if 0 < len(more) <= len(cells) // 2 and all(cand[c] & digits for c in cells):
                yield cells, digits


def _digit_sets(masks: Sequence[int], n: int, held: _Held) -> list[int]:
    """The sets of n digits that the candidates of some cells make together, for one further digit
    or two cells that hold further ones."""
    if held[0].bit_count() > n + 1 and held[2].bit_count() == n:
        return [held[2]]
    unions = {0}
    for mask in {mask for mask in masks if mask.bit_count() <= n}:
        unions |= {both for one in unions if (both := one | mask).bit_count() <= n}
    return sorted(mask for mask in unions if mask.bit_count() == n)


def _endings(
    cands: Candidates, more: Sequence[int], digits: int, extra: tuple[Candidate, ...]
) -> Iterator[_Ending]:
    """The conclusions where one of the further candidates of ``more`` is true, each way once."""
    board, cand = cands.board, cands.cand
    names = board.index_of
    further = sum({1 << names[digit] for _, digit in extra})
    eliminated: tuple[Candidate, ...]
    if len(more) == 1:
        eliminated = cands.pairs(more, cand[more[0]] & ~further)
        if eliminated:
            yield eliminated, None
        return
    if not further & (further - 1):
        eliminated = cands.hits([(board.common_peers(more), further.bit_length() - 1)])
        if eliminated:
            yield eliminated, None
    if len(more) != 2:
        return
    both = 1 << more[0] | 1 << more[1]
    shared = [h for h in board.common_houses(both) if board.complete[h]]
    if further & (further - 1):
        yield from _set_endings(cands, both, shared, further)
    for d in bits(digits & cand[more[0]] & cand[more[1]]):
        locked = [h for h in shared if not cands.where[d] & board.mask[h] & ~both]
        eliminated = cands.pairs(more, digits & ~(1 << d))
        if locked and eliminated:
            yield tuple(sorted(eliminated)), ExtraLock(board.houses[locked[-1]], board.digits[d])


def _set_endings(
    cands: Candidates, both: int, houses: list[int], further: int
) -> Iterator[_Ending]:
    """The conclusions of two cells that make a naked set with others by their further digits."""
    board, cand = cands.board, cands.cand
    seen: set[tuple[int, ...]] = set()
    for h, n in product(houses, range(further.bit_count(), board.size - 1)):
        free = [
            c
            for c in board.members[h]
            if not both >> c & 1 and cand[c] and (cand[c] | further).bit_count() <= n
        ]
        for others in choose(free, n - 1):
            full = cands.union(others) | further
            if full.bit_count() != n or others in seen:
                continue
            seen.add(others)
            members = both | sum(1 << c for c in others)
            beside = board.beside(members)
            eliminated = cands.hits([(beside, d) for d in bits(full)])
            if eliminated:
                yield eliminated, ExtraSet(board.houses[h], cands.cell_set("naked", others, full))


# ------------------------------------------------------------------------------------------------
# Shapes.

_Pair = tuple[int, int]


@lru_cache(maxsize=4)
def _squares(board: Board) -> tuple[tuple[tuple[int, ...], list[_Pair], list[_Pair]], ...]:
    """For two rows and two columns of a box: their four cells, row by row; the pairs of cells in
    the columns that share a row of another box; those in the rows that share a column of one."""
    squares = []
    for box in board.regions:
        inside = board.mask[box]
        lines = [
            [h for h in each if (board.mask[h] & inside).bit_count() > 1]
            for each in (board.rows, board.lines_down)
        ]
        for rows, columns in product(*(combinations(each, 2) for each in lines)):
            square = [board.mask[r] & board.mask[c] & inside for r in rows for c in columns]
            if not all(square):
                continue
            if _is_plain(board, sum(square)):
                cells = tuple(mask.bit_length() - 1 for mask in square)
                above = _pairs_outside(board, columns, board.rows, inside)
                beside = _pairs_outside(board, rows, board.lines_down, inside)
                squares.append((cells, above, beside))
    return tuple(squares)


def _pairs_outside(
    board: Board, two: Sequence[int], across: Sequence[int], inside: int
) -> list[_Pair]:
    """The pairs of cells of two lines outside a box that share a line across and a box."""
    pairs = []
    for k in across:
        a, b = (board.mask[h] & board.mask[k] & ~inside for h in two)
        in_one_box = any(not (a | b) & ~board.mask[h] for h in board.regions)
        if a and b and in_one_box and _is_plain(board, a | b):
            pairs.append((a.bit_length() - 1, b.bit_length() - 1))
    return pairs


def _add_squares(core: Any, board: Board) -> None:
    core.add_squares(_squares(board))


def _is_plain(board: Board, cells: int) -> bool:
    """Whether some cells are in a row, a column and a box each and in no further house."""
    return all(len(board.houses_of[c]) == 3 for c in bits(cells))


def _held(cands: Candidates, cells: Sequence[int], before: _Held = (0, 0, 0)) -> _Held:
    one, two, three = before
    for c in cells:
        mask = cands.cand[c]
        three |= two & mask
        two |= one & mask
        one |= mask
    return one, two, three


def _may_be(held: _Held, n: int) -> bool:
    """Whether n digits could be left in some cells but for one further digit, or for two cells."""
    return held[0].bit_count() <= n + 1 or held[2].bit_count() <= n


def _centres(cand: list[int], square: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """All four cells, if open, with the digits of a pattern; and three of them, with one fewer."""
    closed = [c for c in square if not cand[c]]
    if len(closed) > 1:
        return []
    whole = [] if closed else [(square, 4)]
    return whole + [(tuple(c for c in square if c != left), 3) for left in closed or square]


def _borescoper(cands: Candidates) -> Iterator[tuple[tuple[int, ...], int, _Held]]:
    """Borescoper's patterns of open cells that few digits could fill, how many digits make them
    deadly, and which the cells can hold."""
    cand = cands.cand
    for square, *sides in _squares(cands.board):
        above, beside = ([p for p in side if cand[p[0]] and cand[p[1]]] for side in sides)
        for centre, n in _centres(cand, square) if above and beside else ():
            inner = _held(cands, centre)
            for one in above if _may_be(inner, n) else ():
                half = _held(cands, one, inner)
                for other in beside if _may_be(half, n) else ():
                    held = _held(cands, other, half)
                    if _may_be(held, n):
                        yield (*centre, *one, *other), n, held


@lru_cache(maxsize=4)
def _matrices(board: Board) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Nine cells where three lines cross three others, those of each of the first in a box of its
    own: all as a bit set, and in order."""
    matrices = []
    for lines, across in ((board.lines_down, board.rows), (board.rows, board.lines_down)):
        for three in combinations(across, 3):
            inside = sum(board.mask[h] for h in three)
            by_box: dict[int, list[int]] = {}
            for line in lines:
                cells = board.mask[line] & inside
                for box in board.regions:
                    if cells.bit_count() == 3 and not cells & ~board.mask[box]:
                        by_box.setdefault(box, []).append(cells)
            for boxes in combinations(by_box.values(), 3):
                for chosen in product(*boxes):
                    if _is_plain(board, sum(chosen)):
                        matrices.append((sum(chosen), tuple(c for m in chosen for c in bits(m))))
    return tuple(matrices)


# ------------------------------------------------------------------------------------------------
# Qiu's.


@dataclass(frozen=True, slots=True)
class QiuPattern(Technique):
    """Two corner cells, and two lines that are filled in the same places with the same digits, but
    for one cell.

    The lines lie in the same boxes, side by side. The corners share a box and a line parallel to
    the two; their own lines cross the two in four cells of another box. Were the corners two digits
    that both stand in these four cells, they would stand there crosswise: the digit of a corner in
    line with the other one. The corners could then exchange them, and so could the four cells.
    The two lines would each have a digit too many and one too few, which is put right by exchanging
    what is beside each other in the two lines: from column to column, the digits of the open cells
    make one chain, and after the exchange they make one again. That would be a second solution.

    Types 1 to 4: some digits have in that box no place but in the four cells, and the corners have
    further candidates.

    ``locked``, another type: the corners have none, and one of their digits is elsewhere in the
    box: a place that all of these see (Sudoku Studio's locked and external types).

    Pattern: ``cells`` the corners, then the open ones of the four; ``houses`` the two lines and the
    box; ``digits``; ``extra`` the candidates one of which is true.
    """

    kind: Literal["1", "2", "3", "4", "locked"] = "1"
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return f"qiu-deadly-pattern-{self.kind}"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses also houses that may lack a digit."""
        return _refusal(puzzle, complete=True)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for kind, step in cands.once("qiu", lambda: list(_qiu(cands, clock))):
            if kind == self.kind:
                yield step.renamed(self.name)


@lru_cache(maxsize=4)
def _beside(board: Board) -> tuple[tuple[int, int, tuple[_Pair, ...], tuple[int, ...]], ...]:
    """Two lines side by side in the same boxes: the pairs of cells that another line crosses them
    in, and these lines. Every other house has both cells of a pair or none."""
    pairs_of_lines = []
    for lines, across in ((board.rows, board.lines_down), (board.lines_down, board.rows)):
        for one, other in combinations(lines, 2):
            ends = [
                (board.mask[one] & board.mask[h], board.mask[other] & board.mask[h]) for h in across
            ]
            others = [mask for h, mask in enumerate(board.mask) if h not in (one, other)]
            if all(a and b for a, b in ends) and all(
                bool(mask & a) is bool(mask & b) for a, b in ends for mask in others
            ):
                pairs = tuple((a.bit_length() - 1, b.bit_length() - 1) for a, b in ends)
                pairs_of_lines.append((one, other, pairs, tuple(across)))
    return tuple(pairs_of_lines)


def _qiu(cands: Candidates, clock: Clock) -> Iterator[tuple[str, Step]]:
    """All types, each with the step."""
    board, cand = cands.board, cands.cand
    for one, other, pairs, across in _beside(board):
        clock.check()
        if not _nearly_alike(cands, one, other, pairs):
            continue
        for i, j in combinations(range(len(pairs)), 2):
            open_ = [[c for c in pairs[at] if cand[c]] for at in (i, j)]
            crossing = tuple(c for side in open_ for c in side)
            if not all(open_):
                continue
            around = sum(1 << c for c in crossing)
            boxes = [h for h in board.common_houses(around) if h in board.regions]
            ends = (board.mask[across[i]], board.mask[across[j]])
            for box in boxes:
                for corners in _corners(board, ends, board.mask[box]):
                    if cand[corners[0]] and cand[corners[1]]:
                        yield from _crossed(cands, corners, crossing, (one, other), box)


def _corners(board: Board, ends: tuple[int, int], box: int) -> Iterator[_Pair]:
    """Pairs of cells of two crossing lines that share a box, not this one, and another line."""
    for region in board.regions:
        for h in (*board.rows, *board.lines_down):
            side = board.mask[region] & board.mask[h] & ~box
            a, b = side & ends[0], side & ends[1]
            if a and b and not a & (a - 1) and not b & (b - 1) and a != b:
                yield a.bit_length() - 1, b.bit_length() - 1


def _nearly_alike(cands: Candidates, one: int, other: int, pairs: tuple[_Pair, ...]) -> bool:
    """Whether two lines are filled in the same places with the same digits, but for one cell."""
    values = cands.values
    apart = [pair for pair in pairs if (values[pair[0]] < 0) is not (values[pair[1]] < 0)]
    members = cands.board.members
    written = [{values[c] for c in members[h] if values[c] >= 0} for h in (one, other)]
    return len(apart) <= 1 and len(written[0] ^ written[1]) <= 1


def _crossed(
    cands: Candidates, corners: _Pair, crossing: tuple[int, ...], lines: tuple[int, int], box: int
) -> Iterator[tuple[str, Step]]:
    board, cand, where = cands.board, cands.cand, cands.where
    around = sum(1 << c for c in crossing)
    inside = board.mask[box]
    both = cand[corners[0]] | cand[corners[1]]
    held = [d for d in bits(both) if where[d] & around]
    elsewhere = [places & inside & ~around for places in where]
    locked = sum([1 << d for d in held if not elsewhere[d]])
    shown = board.houses[lines[0]], board.houses[lines[1]]

    def step(digits: int, extra: tuple[Candidate, ...], ending: _Ending) -> Step:
        eliminations, how = ending
        proof = CrossedProof(
            corners, crossing, shown, board.houses[box], cands.digit_names(digits), extra, how
        )
        return Step("qiu-deadly-pattern", proof, eliminations=eliminations)

    more = [c for c in corners if cand[c] & ~locked]
    if more and locked & (locked - 1) and all(cand[c] & locked for c in corners):
        extra = cands.pairs(more, board.all_digits & ~locked)
        for ending in _endings(cands, more, locked, extra):
            by_lock = step(locked, extra, ending)
            kind = by_lock.proof.type  # type: ignore[attr-defined]
            yield str(kind), replace(by_lock, variant=f"type {kind}")
    if len(held) == both.bit_count() and locked != both:
        extra = tuple((c, board.digits[d]) for d in held for c in bits(elsewhere[d]))
        cells, digits = ({pair[at] for pair in extra} for at in (0, 1))
        every = [(c, board.index_of[digit]) for c, digit in extra]
        if 1 in (len(cells), len(digits)) and (lost := cands.lost_to(every)):
            out = cands.named(lost)
            yield "locked", replace(step(both, extra, (out, None)), variant="locked")


_TYPES = (1, 2, 3, 4)

TERMS = (
    *(
        Term(
            DeadlyPattern("borescoper-deadly-pattern", n),
            f"Borescoper's deadly pattern type {n}",
            aliases=(f"BDP type {n}",),
            points=50,
        )
        for n in _TYPES
    ),
    *(Term(DeadlyPattern("unique-matrix", n), f"unique matrix type {n}") for n in _TYPES),
    *(
        Term(
            QiuPattern(kind),
            f"Qiu's deadly pattern type {kind}",
            aliases=(f"QDP type {kind}",),
            points=52,
        )
        for kind in ("1", "2", "3", "4")
    ),
    Term(
        QiuPattern("locked"),
        "locked Qiu's deadly pattern",
        aliases=(
            "Qiu's deadly pattern locked type",
            "Qiu's deadly pattern external type 1",
            "Qiu's deadly pattern external type 2",
        ),
        points=52,
    ),
)

HUMAN: dict[int, Technique] = {
    **{720 + n: DeadlyPattern("borescoper-deadly-pattern", n) for n in _TYPES},
    **{
        720 + n: QiuPattern(kind)  # type: ignore[arg-type]
        for n, kind in enumerate(("1", "2", "4", "3", "locked"), 5)
    },
}
