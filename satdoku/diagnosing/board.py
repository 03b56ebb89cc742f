"""A player's partly filled board: finds its errors without giving the rest away."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from satdoku import solving
from satdoku.base.errors import FormatError, InvalidPuzzle
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.board import Geometry, Marks, Values
from satdoku.diagnosing.facts import PuzzleFault
from satdoku.encodings.cnf import encode_pruned
from satdoku.engines.incremental import Clauses
from satdoku.model.exclusions import exclusions_of
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.solving import UniquenessResult


@dataclass(frozen=True)
class PlayerBoard:
    """A puzzle as its player has left it.

    puzzle   the trusted part: the rules, and the givens where they are known
    values   a digit or ``None`` for each cell, givens included
    marks    for each open cell the digits noted in it, ``None`` where nothing is noted (and for
             every filled cell)
    trusted  whether it is known which digits are given; where it is not, ``puzzle`` has no givens
             and every digit is the player's own
    """

    puzzle: Puzzle
    values: Values
    marks: Marks
    trusted: bool

    @staticmethod
    def of(document: Document, puzzle: Puzzle | None = None) -> PlayerBoard:
        """The board that a document holds; ``puzzle`` names its puzzle.

        Without ``puzzle`` the givens are those that the document distinguishes from placed digits
        (a .sdk file with [State], a library line, satdoku's JSON with a position), if it does.

        :raises FormatError: where the board is of another size or shape than the puzzle, or does
            not have one of its givens; names the cells.
        """
        position = document.position
        own = document.puzzle
        values = own.givens if position is None else position.values
        marks: Marks = (None,) * len(values)
        if position is not None:
            noted = position.noted
            marks = tuple(
                here if value is None and (noted is None or cell in noted) else None
                for cell, (value, here) in enumerate(zip(values, position.candidates, strict=True))
            )
        trusted = True
        if puzzle is None and position is not None and _marks_givens(position, own):
            held = position.puzzle
            puzzle = replace(own, givens=held.givens, pencil_marks=held.pencil_marks)
        if puzzle is None:
            trusted = False
            puzzle = Puzzle.empty(own.geometry, own.constraints)
            if position is None:
                puzzle = replace(puzzle, pencil_marks=own.pencil_marks)
        _require_same_board(own.geometry, puzzle.geometry)
        values, marks = _with_givens(puzzle, values, marks)
        faults = [p for p in Puzzle(puzzle.geometry, values).problems() if p.kind == "digit"]
        if faults:
            raise InvalidPuzzle(faults)
        return PlayerBoard(puzzle, values, marks, trusted)

    @property
    def own_cells(self) -> tuple[int, ...]:
        """The cells that the player has filled."""
        givens = self.puzzle.givens
        return tuple(
            cell
            for cell, value in enumerate(self.values)
            if value is not None and givens[cell] is None
        )

    @property
    def noted_cells(self) -> tuple[int, ...]:
        """The open cells that have pencil marks."""
        return tuple(cell for cell, here in enumerate(self.marks) if here is not None)

    @property
    def position(self) -> Position:
        """The board with its marks, for a picture; a cell without notes has none."""
        return Position(
            self.puzzle, self.values, tuple(here or frozenset[int]() for here in self.marks)
        )


def _marks_givens(position: Position, posed: Puzzle) -> bool:
    # A text of candidates makes every lone digit a given; other texts mark which digits were
    # placed.
    return position.values != position.puzzle.givens or posed != position.as_puzzle()


def _require_same_board(board: Geometry, puzzle: Geometry) -> None:
    same_size = board.cell_count == puzzle.cell_count and board.digits == puzzle.digits
    # Most texts have no regions and were read on the usual board.
    if board != puzzle and not (same_size and board == Geometry.of_size(board.size)):
        raise FormatError(f"the board is {board.describe()}, and the puzzle is {puzzle.describe()}")


def _with_givens(puzzle: Puzzle, values: Values, marks: Marks) -> tuple[Values, Marks]:
    """The board, after a check that it has the givens.

    A lone candidate may be a given: a text of candidates writes both alike.
    """
    digits, noted = list(values), list(marks)
    name = puzzle.geometry.name
    faults = []
    for cell, given in enumerate(puzzle.givens):
        if given is None:
            continue
        if digits[cell] is None and noted[cell] == frozenset((given,)):
            digits[cell], noted[cell] = given, None
        if digits[cell] is None:
            faults.append(f"{name(cell)} is open, where the puzzle gives {given}")
        elif digits[cell] != given:
            faults.append(f"{name(cell)} is {digits[cell]}, where the puzzle gives {given}")
    if faults:
        more = f" (and {plural(len(faults) - 3, 'more cell')})" if len(faults) > 3 else ""
        raise FormatError(f"this is not a board of that puzzle: {'; '.join(faults[:3])}{more}")
    return tuple(digits), tuple(noted)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A digit of the player's that no solution has there; ``seen`` are the cells with the same
    digit that it sees, by a house or by any other rule, where there are some."""

    cell: int
    digit: int
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """A pencil mark that a placed digit rules out at sight.

    ``reason`` is the cell that holds the digit, or the fault that the board would have with it.
    """

    cell: int
    digit: int
    reason: int | PuzzleFault


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The errors on a player's board.

    verdict     ``solved``: full and right; ``fine``: nothing is wrong so far; ``wrong``;
                ``unsolvable``: the givens themselves have no solution; ``undecided``: a limit ran
                out; the errors reported are true, but there may be others
    solutions   of the puzzle with its known givens: ``one``, ``several``, ``none``, ``unknown``
    wrong       digits that no solution has there
    broken      faults of rules, other than houses, that the digits on the board show
    clashes     sets of cells whose digits cannot all be right, although each of them is in some
                solution (every cell of a set is needed for the clash)
    lost        open cells whose marks lack the digit that they need, unless ``wrong`` or
                ``clashes`` already explains it
    lost_together   cells whose marks leave no solution together, although the marks of each cell
                alone leave one (every one of the cells is needed)
    stale       marks that a placed digit excludes directly: not wrong, only not crossed out yet
    right       the right digits of wrong and lost cells, where the puzzle has one solution. Show
                them only on request
    """

    board: PlayerBoard
    verdict: Literal["solved", "fine", "wrong", "unsolvable", "undecided"]
    solutions: Literal["one", "several", "none", "unknown"]
    wrong: tuple[Wrong, ...]
    broken: tuple[PuzzleFault, ...]
    clashes: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]
    lost_together: tuple[int, ...]
    stale: tuple[Stale, ...]
    right: Mapping[int, int]
    stopped: Stop | None
    seconds: float

    @property
    def faulty_cells(self) -> tuple[int, ...]:
        """Every cell that something is wrong with."""
        cells = {fault.cell for fault in self.wrong}
        cells.update(*self.clashes, self.lost, self.lost_together)
        return tuple(sorted(cells))


def check_board(
    board: PlayerBoard, *, limit: Limit = UNLIMITED, known: UniquenessResult | None = None
) -> BoardCheck:
    """Find the errors on a player's board.

    ``known`` is the answer of :func:`satdoku.solving.check_unique` about ``board.puzzle``, where
    there is one already.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where one of its rules has no clauses and no engine takes it.
    """
    return _Judge(board, limit.start()).run(known)


@dataclass(slots=True)
class _Judge:
    board: PlayerBoard
    clock: Clock
    wrong: list[int] = field(default_factory=list)
    clashes: list[tuple[int, ...]] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    lost_together: tuple[int, ...] = ()
    right: dict[int, int] = field(default_factory=dict)

    def run(self, known: UniquenessResult | None) -> BoardCheck:
        started = time.perf_counter()
        board = self.board
        solutions: Literal["one", "several", "none", "unknown"] = "unknown"
        stopped: Stop | None = None
        board.puzzle.require_valid()
        if board.trusted:
            if known is None:
                left = self.clock.rest()
                known = solving.check_unique(board.puzzle, limit=left)
            names: dict[str, Literal["one", "several", "none"]] = {
                "unique": "one",
                "multiple": "several",
                "none": "none",
            }
            solutions = names.get(known.verdict, "unknown")
            stopped = known.stopped
        stale: tuple[Stale, ...] = ()
        if stopped is None and solutions != "none":
            try:
                if known is not None and solutions == "one":
                    self._against(known.witnesses[0].values)
                elif not self._possible():
                    solutions = "none"
                stale = tuple(self._stale())
            except RanOut as error:
                stopped = error.stop
        faulty = bool(self.wrong or self.clashes or self.lost or self.lost_together)
        verdict: Literal["solved", "fine", "wrong", "unsolvable", "undecided"]
        if solutions == "none":
            verdict = "unsolvable"
        elif stopped is not None:
            verdict = "undecided"
        elif faulty:
            verdict = "wrong"
        else:
            verdict = "fine" if None in board.values else "solved"
        return BoardCheck(
            board,
            verdict,
            solutions,
            tuple(Wrong(c, self._digit(c), tuple(self._equal_seen(c))) for c in self.wrong),
            tuple(self._broken()) if verdict == "wrong" else (),
            tuple(self.clashes),
            tuple(self.lost),
            self.lost_together,
            stale,
            dict(sorted(self.right.items())),
            stopped,
            time.perf_counter() - started,
        )

    def _digit(self, cell: int) -> int:
        digit = self.board.values[cell]
        if digit is None:
            raise ValueError(f"cell {cell} is open")
        return digit

    def _equal_seen(self, cell: int) -> Iterator[int]:
        values, digit = self.board.values, self._digit(cell)
        seen = (other for other, excluded in self._excluded(cell) if excluded == digit)
        yield from sorted(other for other in seen if values[other] == digit)

    def _excluded(self, cell: int) -> frozenset[tuple[int, int]]:
        """The candidates, as (cell, digit), that the digit in a cell excludes by any rule."""
        return exclusions_of(self.board.puzzle.model).of(cell, self._digit(cell))

    def _broken(self) -> Iterator[PuzzleFault]:
        puzzle = self.board.puzzle
        if puzzle.constraints:
            filled = puzzle.with_givens(self.board.values)
            houses = {house.name for house in puzzle.geometry.houses}
            for fault in filled.problems():
                if fault.kind in ("repeat", "rule", "no-candidate") and fault.house not in houses:
                    yield PuzzleFault(fault, filled)

    # -- one solution ----------------------------------------------------------------------------

    def _against(self, solution: Values) -> None:
        """Compare with the one solution."""
        board = self.board
        self.wrong = [cell for cell in board.own_cells if board.values[cell] != solution[cell]]
        for cell in board.noted_cells:
            marks = board.marks[cell]
            if marks is not None and solution[cell] not in marks | self._blamed(cell):
                self.lost.append(cell)
        for cell in (*self.wrong, *self.lost):
            digit = solution[cell]
            if digit is not None:
                self.right[cell] = digit

    def _blamed(self, cell: int) -> frozenset[int]:
        """The digits that a faulty digit excludes from a cell: the marks rightly lack them."""
        faulty = {*self.wrong, *(cell for clash in self.clashes for cell in clash)}
        return frozenset(
            digit
            for one in faulty
            if one != cell
            for other, digit in self._excluded(one)
            if other == cell
        )

    # -- several, or undecided ----------------------------------------------------------------

    def _possible(self) -> bool:
        """Find the digits and marks without a solution; false where the puzzle itself has none."""
        formula = encode_pruned(self.board.puzzle, tick=self.clock.check)
        if formula is None:
            return False
        with Clauses(formula.clauses()) as clauses:
            if not clauses.solve([], self.clock):
                return False
            literal = formula.variables.literal
            of_cell = {cell: literal(cell, self._digit(cell)) for cell in self.board.own_cells}
            self._judge_digits(clauses, of_cell)
            faulty = {*self.wrong, *(cell for clash in self.clashes for cell in clash)}
            base = [of_cell[cell] for cell in self.board.own_cells if cell not in faulty]
            marks = {
                cell: [number for digit in sorted(here) if (number := literal(cell, digit))]
                for cell, here in enumerate(self.board.marks)
                if here is not None
            }
            extra = {
                cell: [number for d in sorted(self._blamed(cell)) if (number := literal(cell, d))]
                for cell in marks
            }
            self._judge_marks(clauses, base, marks, extra, formula.top)
        return True

    def _judge_digits(self, clauses: Clauses, of_cell: Mapping[int, int]) -> None:
        # First digits that are wrong by themselves, then pairs that exclude each other, and at last
        # sets that take a solver; digits of found clashes are left out of the further search.
        if all(of_cell.values()) and clauses.solve(list(of_cell.values()), self.clock):
            return
        self._judge_alone(clauses, of_cell)
        left = [cell for cell in of_cell if cell not in self.wrong]
        self.clashes = [
            (one, other)
            for i, one in enumerate(left)
            for other in left[i + 1 :]
            if (other, self._digit(other)) in self._excluded(one)
        ]
        repeated = {cell for clash in self.clashes for cell in clash}
        left = [cell for cell in left if cell not in repeated]
        while not clauses.solve([of_cell[cell] for cell in left], self.clock):
            core = set(clauses.core())
            clash = self._needed(clauses, [c for c in left if of_cell[c] in core], of_cell, [])
            self.clashes.append(tuple(clash))
            left = [cell for cell in left if cell not in clash]

    def _judge_alone(self, clauses: Clauses, of_cell: Mapping[int, int]) -> None:
        """Whether each digit is in some solution."""
        seen: set[int] = set()
        for cell, number in of_cell.items():
            if number in seen:
                continue
            if number and clauses.solve([number], self.clock):
                seen.update(clauses.model())
            else:
                self.wrong.append(cell)

    def _needed(
        self,
        clauses: Clauses,
        cells: Sequence[int],
        of_cell: Mapping[int, int],
        base: Sequence[int],
    ) -> list[int]:
        """A minimal set of the cells whose digits clash beside ``base``."""
        left, needed = list(cells), list[int]()
        while left:
            cell = left.pop()
            assumed = [*base, *(of_cell[c] for c in (*needed, *left))]
            if clauses.solve(assumed, self.clock):
                needed.append(cell)
            else:
                core = set(clauses.core())
                left = [c for c in left if of_cell[c] in core]
        return sorted(needed)

    def _judge_marks(
        self,
        clauses: Clauses,
        base: Sequence[int],
        marks: Mapping[int, Sequence[int]],
        extra: Mapping[int, Sequence[int]],
        top: int,
    ) -> None:
        """Whether each cell, and all together, can hold one of their marks beside ``base``."""
        of_cell: dict[int, int] = {}
        for cell, numbers in marks.items():
            top += 1
            of_cell[cell] = top
            clauses.add([-top, *numbers, *extra[cell]])
        if clauses.solve([*base, *of_cell.values()], self.clock):
            return
        for cell, number in of_cell.items():
            if not clauses.solve([*base, number], self.clock):
                self.lost.append(cell)
        left = [cell for cell in of_cell if cell not in self.lost]
        if not clauses.solve([*base, *(of_cell[cell] for cell in left)], self.clock):
            self.lost_together = tuple(self._needed(clauses, left, of_cell, base))

    # -- at sight --------------------------------------------------------------------------------

    def _stale(self) -> Iterator[Stale]:
        """The marks that digits which are not faulty rule out at sight."""
        board, puzzle = self.board, self.board.puzzle
        geometry = puzzle.geometry
        faulty = {*self.wrong, *(cell for clash in self.clashes for cell in clash)}
        sound = [None if cell in faulty else value for cell, value in enumerate(board.values)]
        placed = puzzle.with_givens(sound)
        before = len(placed.problems()) if puzzle.constraints else 0
        for cell in board.noted_cells:
            for digit in sorted(board.marks[cell] or ()):
                stop = self.clock.stopped()
                if stop is not None:
                    raise RanOut(stop)
                peer = next((p for p in geometry.peers[cell] if sound[p] == digit), None)
                if peer is not None:
                    yield Stale(cell, digit, peer)
                elif puzzle.constraints and not before:
                    after = placed.with_givens({cell: digit})
                    for fault in after.problems()[:1]:
                        yield Stale(cell, digit, PuzzleFault(fault, after))
