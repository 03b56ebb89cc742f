"""A reusable checker for tight loops: thousands of related puzzles, one solver."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from satdoku.base.errors import FormatError
from satdoku.base.limits import UNLIMITED, Limit, RanOut, under
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Values
from satdoku.engines import EngineOptions, choose
from satdoku.puzzle.cells import cell_values
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.sessions import DEFAULT_OPTIONS, require_for
from satdoku.solving.solve import SolveResult, solve
from satdoku.solving.uniqueness import (
    UniquenessResult,
    at_once,
    check_unique,
    check_with,
    decide_with,
    is_of_core,
    is_unique,
)

if TYPE_CHECKING:
    from satdoku.engines.protocol import Session
    from satdoku.puzzle.cells import Cells

_SYMBOLS: dict[str, int | None] = {
    **dict.fromkeys(".0*_"),
    **{chr(ord("0") + value): value for value in range(1, 10)},
    **{chr(ord("A") + value - 10): value for value in range(10, 36)},
}


class Checker:
    """Asks the same questions about many puzzles on one board, with little overhead for each.

    On the classic 9x9 the compiled core reads text and lists of cells itself, as
    :func:`satdoku.is_unique` lets it; on other boards, with rules and with other engines one
    solver is kept from puzzle to puzzle.

    ``board`` is a Geometry, or a Puzzle whose rules and pencil marks every puzzle shares (its
    givens do not count); left out, it is the classic 9x9. Puzzles are Puzzle objects (of any
    board), lists or arrays of digits with ``None`` or 0 for an empty cell, or, on boards of up to
    35 digits, text with a symbol a cell (``.`` or ``0`` for empty, ``A`` for 10).

    Use it from one thread at a time. As a context manager it releases the engine at the end.
    """

    def __init__(
        self,
        board: Geometry | Puzzle | None = None,
        *,
        backend: str = "auto",
        options: EngineOptions = DEFAULT_OPTIONS,
        limit: Limit = UNLIMITED,
    ) -> None:
        if board is None:
            board = Geometry.classic()
        self.puzzle = Puzzle.empty(board) if isinstance(board, Geometry) else board
        self.backend = backend
        self.options = options
        self.limit = limit
        self._session: Session | None = None
        self._is_of_core = self.puzzle.is_classic and is_of_core(backend, limit)
        self._zero_is_empty = 0 not in self.puzzle.geometry.digits
        self._symbols: Mapping[str, int | None] = _SYMBOLS
        if self.puzzle.geometry.is_classic:
            self._symbols = {**_SYMBOLS, "x": None, "X": None}  # as the compiled core reads them
        if backend != "all":
            self._session = choose(backend, self.puzzle, options)

    def is_unique(self, puzzle: Puzzle | Cells | str) -> bool:
        """Whether there is exactly one solution.

        :raises InvalidPuzzle: where the puzzle breaks its own rules.
        :raises FormatError: where text does not fit the board.
        :raises Undecided: where the checker's limit ran out first.
        """
        if self._is_of_core:
            answer = at_once(puzzle)
            if answer is not None:
                return bool(answer)
        posed = self.pose(puzzle)
        session = None if self._is_of_core else self._session_for(posed)
        if session is None:
            return is_unique(posed, backend=self.backend, options=self.options, limit=self.limit)
        with under(self.limit.start()) as clock:
            require_for(session, posed)
            return decide_with(session, posed, clock)

    def check(self, puzzle: Puzzle | Cells | str) -> UniquenessResult:
        """Whether there is exactly one solution, with witnesses."""
        posed = self.pose(puzzle)
        session = self._session_for(posed)
        if session is None:
            return check_unique(posed, backend=self.backend, options=self.options, limit=self.limit)
        started = time.perf_counter()
        try:
            with under(self.limit.start()) as clock:
                require_for(session, posed)
                return check_with(session, posed, clock, started)
        except RanOut as ended:
            seconds = time.perf_counter() - started
            return UniquenessResult("undecided", (), ended.stop, session.name, seconds)

    def solve(self, puzzle: Puzzle | Cells | str, *, solutions: int | None = 1) -> SolveResult:
        """One solution, or as many as ``solutions`` allows (``None``: all)."""
        limit = self.limit
        return solve(
            self.pose(puzzle),
            backend=self.backend,
            options=self.options,
            limit=Limit(limit.seconds, solutions, limit.nodes, limit.cancel, limit.progress),
        )

    def pose(self, puzzle: Puzzle | Cells | str) -> Puzzle:
        """The puzzle as a Puzzle.

        :raises FormatError: where text does not fit the board.
        :raises ValueError: where cells are too few or too many.
        :raises TypeError: where it is nothing that can hold a puzzle.
        """
        if isinstance(puzzle, Puzzle):
            return puzzle
        mine = self.puzzle
        values: Values
        if isinstance(puzzle, str):
            values = self._read(puzzle)
        else:
            cells = cell_values(puzzle, "puzzle", zero_is_empty=self._zero_is_empty)
            values = tuple(cells)
        return mine.with_givens(values)

    def _read(self, text: str) -> Values:
        geometry = self.puzzle.geometry
        text = text.strip()
        if len(text) != geometry.cell_count:
            raise FormatError(
                f"the text has {len(text)} symbols, but {geometry.describe()} "
                f"has {geometry.cell_count} cells",
                text=text[:120],
            )
        try:
            return tuple(map(self._symbols.__getitem__, text))
        except KeyError:
            place = next(i for i, symbol in enumerate(text) if symbol not in self._symbols)
            raise FormatError(
                f"{text[place]!r} is neither a digit nor an empty cell",
                column=place + 1,
                text=text[place],
            ) from None

    def _session_for(self, puzzle: Puzzle) -> Session | None:
        mine = self.puzzle
        if (
            self._session is not None
            and puzzle.geometry is mine.geometry
            and puzzle.pencil_marks is mine.pencil_marks
            and puzzle.constraints == mine.constraints
        ):
            return self._session
        return None

    def close(self) -> None:
        """Release the engine. The checker can be used again and then loads the engine anew."""
        self._session = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
