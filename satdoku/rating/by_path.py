"""The satdoku scale: a puzzle is worth as much as the hardest step of its path under ``human``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.columns import SATDOKU_COLUMNS
from satdoku.rating.explainer import Rating
from satdoku.rating.levels import LEVELS, level_name, level_of_points, short_of_easy
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.worth import rated_name, worth


def _level(puzzle: Puzzle, points: int) -> str:
    """The level; a classic puzzle of givens is easy where Sudoku Explainer's scale says so."""
    level = level_of_points(points)
    classic = puzzle.geometry.is_classic and not puzzle.constraints and not puzzle.is_sukaku
    if level != next(iter(LEVELS)) or not classic or compiled_core("open_to_singles") is None:
        return level
    return level_name(0, lambda: short_of_easy(puzzle.grid.text()))


def rate_by_path(puzzle: Puzzle, *, unique: bool = True, limit: Limit = UNLIMITED) -> Rating:
    """Rate any puzzle. The caller checks whether it has exactly one solution (``unique``).

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    puzzle.require_valid()
    human = preset("human")
    if not unique:
        entries = tuple(e for e in human.entries if not e.search.needs_uniqueness)
        human = replace(human, entries=entries)
    table = with_small_proofs(human, puzzle)
    followed = path(start(puzzle), table, limit)
    hardest = max(followed.steps, key=worth, default=None)
    points = 0 if hardest is None else worth(hardest)
    counts = followed.histogram()
    return Rating(
        "satdoku",
        {SATDOKU_COLUMNS[0].name: points},
        len(followed.stages),
        None if hardest is None else rated_name(hardest),
        dict(sorted(counts.items(), key=lambda item: -item[1])),
        _level(puzzle, points) if followed.outcome == "solved" else None,
        {"solved": "ok", "stopped": "undecided"}.get(followed.outcome, "stuck"),  # type: ignore[arg-type]
        partial(list, [(stage.before, stage.step) for stage in followed.stages]),
    )
