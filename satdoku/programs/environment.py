"""A Gymnasium environment: a player on a board, rewarded for justified moves (docs/programs.md)."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from satdoku import api
from satdoku.answers.asked import asked_of
from satdoku.answers.why import WhyQuestion
from satdoku.answers.wishes import Difficulty
from satdoku.base.errors import OptionError
from satdoku.base.limits import Limit
from satdoku.diagnosing.judging import CandidateClaim, Judge
from satdoku.model.exclusions import exclusions_of
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.techniques.board import board_of

if TYPE_CHECKING:
    from satdoku.puzzle.cells import AnyPuzzle

__all__ = ["SINGLES_STRENGTH", "SudokuEnv"]

SINGLES_STRENGTH = "hidden-single"
"""The strength at which the environment judges moves by itself."""

Observation = dict[str, NDArray[Any]]


class SudokuEnv(gymnasium.Env[Observation, np.int64]):
    """A board to solve.

    puzzle    one puzzle for all episodes; ``None``: each reset generates a classic one by its seed
    level, requires   what is generated: a level's name, a technique that the way uses, or both;
                      easy puzzles where neither is named
    up_to     the hardest technique that justifies a move
    steps     moves after which an episode is truncated
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    _digits: NDArray[np.int8]
    _candidates: NDArray[np.int8]
    _first: tuple[NDArray[np.int8], NDArray[np.int8]]

    def __init__(
        self,
        puzzle: AnyPuzzle | None = None,
        *,
        level: str | None = None,
        requires: str | None = None,
        up_to: str = SINGLES_STRENGTH,
        steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        if not isinstance(steps, int) or steps < 1:
            raise OptionError(f"is a whole number >= 1, not {steps!r}", "steps")
        if render_mode not in (None, "ansi"):
            raise OptionError(f"is ansi or nothing, not {render_mode!r}", "render_mode")
        self.render_mode = render_mode
        self._given = None if puzzle is None else asked_of(puzzle).puzzle
        wish = {"level": level, "requires": requires}
        self._wish: dict[str, Any] = {k: v for k, v in wish.items() if v is not None}
        self._wish = self._wish or {"level": "easy"}
        self._up_to, self._most = up_to, steps
        self._question = WhyQuestion(up_to=up_to)
        self._clock = Limit().start()
        self._prepared: Puzzle | None = None
        self._judge: Judge | None = None
        self._alone: NDArray[np.bool_] | None = None
        first = Puzzle.empty(asked_of("." * 81).puzzle.geometry)
        self._open(self._given or first)
        cells, digits = self._candidates.shape
        seen: Any = spaces.Dict(
            {
                "digits": spaces.Box(0, digits, (cells,), np.int8),
                "candidates": spaces.Box(0, 1, (cells, digits), np.int8),
            }
        )
        self.observation_space = seen
        self.action_space = spaces.Discrete(2 * cells * digits)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; without a puzzle of its own, with one that the seed makes.

        :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
        """
        super().reset(seed=seed)
        puzzle = self._given
        if puzzle is None:
            number = int(self.np_random.integers(2**31))
            made = next(api.generate(seed=number, difficulty=Difficulty(**self._wish)))
            puzzle = made.asked.puzzle
        if puzzle is not self._prepared:
            self._open(puzzle)
            checked = self._question.checked(asked_of(puzzle), Limit())
            self._solution = checked.witnesses[0]
            self._table = self._question.preset_of(checked)
            self._true = [self._index[v] for v in self._solution.values if v is not None]
            self._prepared = puzzle
        self._digits, self._candidates = (part.copy() for part in self._first)
        self._left = int((self._digits == 0).sum())
        self._moves = 0
        self._judge = self._alone = None
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move: 1 for a justified one, 0 for another right (or illegal) one, -1 for a wrong
        one, which ends the episode.

        :raises InvalidAction: where there is no such action.
        :raises ResetNeeded: before the first episode.
        """
        if self._prepared is None:
            raise ResetNeeded("an episode begins with reset()")
        count = self._candidates.size
        number = index(action) if hasattr(action, "__index__") else -1
        if not 0 <= number < 2 * count:
            raise InvalidAction(f"an action is a number from 0 to {2 * count - 1}, not {action!r}")
        crossing, place = divmod(number, count)
        cell, d = divmod(place, self._candidates.shape[1])
        self._moves += 1
        reward, wrong = 0.0, False
        if self._candidates[cell, d]:
            wrong = (self._true[cell] == d) == bool(crossing)
            reward = -1.0 if wrong else float(self._is_justified(cell, d, not crossing))
            if not wrong:
                self._make(cell, d, not crossing)
        solved = self._left == 0
        truncated = self._moves >= self._most and not (solved or wrong)
        return self._observation(), reward, solved or wrong, truncated, self._info()

    def render(self) -> str:
        """The digits so far, a line a row."""
        geometry = self._puzzle.geometry
        rows: dict[int, list[str]] = {}
        for cell, d in enumerate(self._digits):
            shown = "." if d == 0 else str(geometry.digits[d - 1])
            rows.setdefault(geometry.row_column(cell)[0], []).append(shown)
        return "\n".join(" ".join(row) for row in rows.values())

    # -- the inside -------------------------------------------------------------------------------

    def _open(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        geometry = puzzle.geometry
        self._index = {digit: d for d, digit in enumerate(geometry.digits)}
        position = start(puzzle)
        self._digits = np.array(
            [0 if v is None else self._index[v] + 1 for v in position.values], np.int8
        )
        self._candidates = np.zeros((len(self._digits), len(geometry.digits)), np.int8)
        for cell, digits in enumerate(position.candidates):
            for digit in digits:
                self._candidates[cell, self._index[digit]] = 1
        self._first = self._digits, self._candidates
        board = board_of(puzzle)
        whole = [cells for h, cells in enumerate(board.members) if board.complete[h]]
        self._members = np.array(whole, np.int64).reshape(-1, board.size)
        of = [[h for h, cells in enumerate(whole) if cell in cells] for cell in range(board.count)]
        widest = max(map(len, of))
        # Behind the last house stands one in which no digit has a single place.
        self._houses = np.array([[*found, *[-1] * (widest - len(found))] for found in of], np.int64)
        self._excluded = exclusions_of(puzzle.model)
        self._excludes: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def _is_justified(self, cell: int, d: int, holds: bool) -> bool:
        if self._up_to == SINGLES_STRENGTH:
            singles = self._singles()
            if holds:
                return bool(singles[cell, d])
            cells, digits = self._excluded_by(cell, d)
            # What excludes the candidate is what it excludes.
            return bool(np.delete(singles[cell], d).any() or singles[cells, digits].any())
        if self._judge is None:
            self._judge = Judge(self._now(), self._table, self._solution, self._clock)
        claim = CandidateClaim(cell, self._puzzle.geometry.digits[d], holds)
        return self._judge.is_forced(claim)

    def _singles(self) -> NDArray[np.bool_]:
        """The candidates that are alone in their cell, or of their digit in a house."""
        if self._alone is None:
            open_ = self._candidates
            once = np.zeros((len(self._members) + 1, open_.shape[1]), np.bool_)
            once[:-1] = open_[self._members].sum(axis=1) == 1
            alone = once[self._houses].any(axis=1) | (open_.sum(axis=1) == 1)[:, None]
            self._alone = alone & (open_ == 1)
        return self._alone

    def _now(self) -> Position:
        digits = self._puzzle.geometry.digits
        values = tuple(None if d == 0 else digits[d - 1] for d in self._digits)
        marks = tuple(frozenset(digits[d] for d in np.flatnonzero(row)) for row in self._candidates)
        return Position(self._puzzle, values, marks)

    def _make(self, cell: int, d: int, holds: bool) -> None:
        self._judge = self._alone = None
        if not holds:
            self._candidates[cell, d] = 0
            return
        self._digits[cell] = d + 1
        self._candidates[cell] = 0
        self._left -= 1
        cells, digits = self._excluded_by(cell, d)
        self._candidates[cells, digits] = 0

    def _excluded_by(self, cell: int, d: int) -> tuple[list[int], list[int]]:
        """The candidates that a digit excludes elsewhere, as two lists."""
        if (cell, d) not in self._excludes:
            pairs = list(self._excluded.of(cell, self._puzzle.geometry.digits[d]))
            self._excludes[cell, d] = (
                [other for other, _ in pairs],
                [self._index[gone] for _, gone in pairs],
            )
        return self._excludes[cell, d]

    def _observation(self) -> Observation:
        return {"digits": self._digits.copy(), "candidates": self._candidates.copy()}

    def _info(self) -> dict[str, Any]:
        mask = self._candidates.reshape(-1)
        return {"action_mask": np.concatenate((mask, mask)), "left": self._left}
