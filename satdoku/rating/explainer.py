"""Ratings, and Sudoku Explainer's of a classic 9x9 by the compiled kernel (docs/se-kernel.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from satdoku.base.compiled import required_core
from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.rating.columns import SE_COLUMNS, ScoreNames
from satdoku.rating.kernel import kernel_seconds, why_no_rating
from satdoku.rating.levels import level_name, short_of_easy

if TYPE_CHECKING:
    from satdoku.core import SeRating, SeStep
    from satdoku.puzzle import Position
    from satdoku.rating.people import HumanTime
    from satdoku.rating.shape import PathShape
    from satdoku.techniques.step import Step

Stages: TypeAlias = "Sequence[tuple[Position, Step]]"
"""The steps of a path, each with the position before it."""

RatingStatus = Literal["ok", "stuck", "undecided"]


@dataclass(frozen=True)
class Rating(ScoreNames):
    """How hard a puzzle is. The numbers are attributes too: ``found.er``.

    scale       the name of the scale (satdoku.rating.scales)
    scores      its numbers, by column
    steps       how many steps there are
    hardest     the technique of the (first) step with the highest rating
    techniques  how often each technique was used; this and ``hardest`` are empty if only the
                numbers were requested
    level       the name of the level, where the status is ``ok`` and the scale has levels
    status      ``ok``; ``stuck``: no further step was found, as always where the puzzle has several
                solutions (Sudoku Explainer's ER is 20.0 then, and the other numbers are those of
                the path so far); ``undecided``: the time ran out
    walked      returns the steps of the path, each with the position before it; ``None`` if they
                were not requested, or the scale does not provide them
    timed       returns how long people take; ``None`` where no model covers the puzzle
    """

    scale: str
    scores: Mapping[str, float]
    steps: int
    hardest: str | None
    techniques: Mapping[str, int]
    level: str | None
    status: RatingStatus
    walked: Callable[[], Stages] | None = field(default=None, compare=False, repr=False)
    timed: Callable[[], HumanTime | None] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def shape(self) -> PathShape | None:
        """How many steps are open at once and how long they wait for others; computed on first use,
        since it may take ten times as long as the numbers."""
        if self.walked is None:
            return None
        from satdoku.rating.shape import shape_of

        return shape_of(self.walked())

    @cached_property
    def human(self) -> HumanTime | None:
        """How many minutes people take (docs/human.md); computed on first use. ``None`` where that
        is not known: of rules, other boards, and puzzles harder than those that were measured."""
        return None if self.timed is None else self.timed()

    def __getstate__(self) -> dict[str, Any]:
        # The kernel's rating, from which the time is computed, stays in its process.
        return vars(self) | {"human": self.human, "timed": None}

    @staticmethod
    def of(
        kernel_rating: SeRating,
        text: str,
        candidates: Sequence[int] | None = None,
        path: Sequence[SeStep] = (),
        puzzle: Puzzle | None = None,
    ) -> Rating:
        """The kernel's rating of 81 characters, as a value.

        :param puzzle: the puzzle of these characters, if it has candidates too.
        """
        names = [column.name for column in SE_COLUMNS]
        scores = dict(zip(names, [tenths / 10 for tenths in kernel_rating.tenths], strict=True))
        hardest = None
        used: Counter[str] = Counter()
        walked = None
        if path:  # the import loads what steps are made of
            from satdoku.techniques.compiled.se_names import name_of

            if puzzle is not None or candidates is None:
                walked = partial(_walked, puzzle or text, path)
            hardest = name_of(max(path, key=lambda step: step["rating"]))
            used = Counter(map(name_of, path))
        return Rating(
            "se",
            scores,
            kernel_rating.steps,
            hardest,
            dict(used.most_common()),
            level_name(kernel_rating.tenths[0], lambda: short_of_easy(text, candidates))
            if kernel_rating.status == "ok"
            else None,
            "stuck" if kernel_rating.status == "invalid" else kernel_rating.status,
            walked,
            partial(_timed, text, kernel_rating)
            if kernel_rating.status == "ok" and candidates is None
            else None,
        )


def _timed(text: str, kernel_rating: SeRating) -> HumanTime | None:
    from satdoku.rating.people import human_time  # few ask for it

    return human_time(text, kernel_rating)


def _walked(puzzle: Puzzle | str, path: Sequence[SeStep]) -> Stages:
    from satdoku.board import Geometry
    from satdoku.rating import start
    from satdoku.techniques.board import advance
    from satdoku.techniques.compiled.steps import se_step

    if isinstance(puzzle, str):
        givens = [int(symbol) if symbol in "123456789" else None for symbol in puzzle]
        puzzle = Puzzle.empty(Geometry.classic()).with_givens(givens)
    stages = []
    position = start(puzzle)
    for kernel_step in path:
        step = se_step(kernel_step, position)
        stages.append((position, step))
        position = advance(position, step)
    return stages


def rate(puzzle: Puzzle, *, names: bool = True, seconds: float | None = None) -> Rating:
    """Rate a classic puzzle. The caller checks that it has exactly one solution.

    ``names`` asks for the techniques too, which takes longer; ``seconds`` limits the time.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where it is no classic 9x9.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    puzzle.require_valid()
    reason = why_no_rating(puzzle)
    if reason is not None:
        raise Unsupported(reason)
    text = "".join("." if given is None else str(given) for given in puzzle.givens)
    cands = None
    if puzzle.is_sukaku:
        cands = [sum(1 << (digit - 1) for digit in puzzle.domain(cell)) for cell in range(81)]
    return rate_text(text, cands, names=names, seconds=seconds, puzzle=puzzle)


def rate_text(
    text: str,
    candidates: Sequence[int] | None = None,
    *,
    names: bool = True,
    seconds: float | None = None,
    puzzle: Puzzle | None = None,
) -> Rating:
    """Rate 81 characters (and the candidates of each cell, digit d as bit d - 1).

    With the names the rating has the shape of the path too; where there are candidates, if their
    ``puzzle`` is given.
    """
    core = required_core("rating")
    bound = kernel_seconds(seconds)
    if not names:
        return Rating.of(core.se_rate(text, candidates, seconds=bound), text, candidates)
    kernel_rating, path = core.se_path(text, candidates, seconds=bound)
    return Rating.of(kernel_rating, text, candidates, path, puzzle)
