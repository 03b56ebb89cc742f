"""satdoku: solve, check, count, explain and rate Sudoku, with answers that can be trusted.

The everyday functions take a puzzle as text (any format that satdoku reads) or as a
:class:`Puzzle`::

    >>> import satdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> satdoku.is_unique(puzzle)
    True
    >>> str(satdoku.solve(puzzle).solution)
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> satdoku.count("." * 16)
    288
    >>> print(satdoku.hint(puzzle, strength=3).text())
    Hidden single: 8 is excluded from every other empty cell of box 2, so r1c6 = 8.

Importing this package is cheap: engines and numpy are loaded when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.base.late import late_names
from satdoku.base.shown import Shown
from satdoku.base.version import __version__

if TYPE_CHECKING:
    from satdoku.answers.question import ask
    from satdoku.answers.wishes import Difficulty, GivenPattern, PlacedClues
    from satdoku.api import (
        Count,
        backdoors,
        candidates,
        canonical,
        certify,
        check,
        check_unique,
        convert,
        count,
        describe,
        diagnose,
        explain,
        fewest_clues,
        generate,
        hint,
        is_unique,
        is_unique_many,
        judge,
        known_rules,
        known_techniques,
        learn,
        minimize,
        parse,
        practice,
        rate,
        rate_many,
        read,
        redundant,
        same,
        show,
        solutions,
        solve,
        steps,
        suggest,
        transform,
        unavoidable,
        verify,
        why,
        worksheet,
    )
    from satdoku.base.errors import (
        EngineDisagreement,
        EngineUnavailable,
        FormatError,
        ImpossibleWish,
        InvalidPuzzle,
        NoSolution,
        NotUnique,
        OptionError,
        SatdokuError,
        Undecided,
        Unsupported,
    )
    from satdoku.base.limits import Limit
    from satdoku.base.problem import Problem
    from satdoku.board import Geometry, Grid
    from satdoku.engines import EngineOptions
    from satdoku.puzzle import Document, Position, Puzzle
    from satdoku.solving import Checker, SolveResult, UniquenessResult

__all__ = [
    "Checker",
    "Count",
    "Difficulty",
    "Document",
    "EngineDisagreement",
    "EngineOptions",
    "EngineUnavailable",
    "FormatError",
    "Geometry",
    "GivenPattern",
    "Grid",
    "ImpossibleWish",
    "InvalidPuzzle",
    "Limit",
    "NoSolution",
    "NotUnique",
    "OptionError",
    "PlacedClues",
    "Position",
    "Problem",
    "Puzzle",
    "SatdokuError",
    "SolveResult",
    "Undecided",
    "UniquenessResult",
    "Unsupported",
    "__version__",
    "ask",
    "backdoors",
    "candidates",
    "canonical",
    "certify",
    "check",
    "check_unique",
    "convert",
    "count",
    "describe",
    "diagnose",
    "explain",
    "fewest_clues",
    "generate",
    "hint",
    "is_unique",
    "is_unique_many",
    "judge",
    "known_rules",
    "known_techniques",
    "learn",
    "minimize",
    "parse",
    "practice",
    "rate",
    "rate_many",
    "read",
    "redundant",
    "same",
    "show",
    "solutions",
    "solve",
    "steps",
    "suggest",
    "transform",
    "unavoidable",
    "verify",
    "why",
    "worksheet",
]

_HOMES = {
    "answers.wishes": ("Difficulty", "GivenPattern", "PlacedClues"),
    "answers.question": ("ask",),
    "api": (
        "Count", "backdoors", "candidates", "canonical", "certify", "check", "check_unique",
        "convert", "count", "describe", "diagnose", "explain", "fewest_clues", "generate", "hint",
        "is_unique", "is_unique_many", "judge", "known_rules", "known_techniques", "learn",
        "minimize", "parse", "practice", "rate", "rate_many", "read", "redundant", "same", "show",
        "solutions", "solve", "steps", "suggest", "transform", "unavoidable", "verify", "why",
        "worksheet",
    ),
    "engines": ("EngineOptions",),
    "base.errors": (
        "EngineDisagreement", "EngineUnavailable", "FormatError", "ImpossibleWish", "InvalidPuzzle",
        "NoSolution", "NotUnique", "OptionError", "SatdokuError", "Undecided", "Unsupported",
    ),
    "base.limits": ("Limit",),
    "base.problem": ("Problem",),
    "board": ("Geometry", "Grid"),
    "puzzle": ("Document", "Position", "Puzzle"),
    "solving": ("Checker", "SolveResult", "UniquenessResult"),
}  # fmt: skip

__getattr__ = late_names(__name__, _HOMES.items())


def _svg(board: Any) -> str:
    from satdoku.render.notebook import picture

    return picture(board)


Shown.renderer = _svg


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
