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
    >>> print(satdoku.hint(puzzle, strength=3).text())  # doctest: +NORMALIZE_WHITESPACE
    Hidden single: In box 2 the digit 8 can only be in r1c6: row 3 (r3c3) and column 4 (r5c4)
    have it already. So r1c6 = 8.

Importing this package is cheap: engines and numpy are loaded when first asked for.
"""

from __future__ import annotations

import satdoku.base.early as _early  # noqa: F401

# isort: split

from typing import TYPE_CHECKING, Any

from satdoku.base.late import late_names
from satdoku.base.shown import Shown
from satdoku.base.version import __version__ as __version__

if TYPE_CHECKING:
    from satdoku.answers.question import Answer as Answer
    from satdoku.answers.question import ask as ask
    from satdoku.answers.wishes import Difficulty as Difficulty
    from satdoku.answers.wishes import GivenPattern as GivenPattern
    from satdoku.answers.wishes import PlacedClues as PlacedClues
    from satdoku.api import *  # noqa: F403
    from satdoku.base.errors import EngineDisagreement as EngineDisagreement
    from satdoku.base.errors import EngineUnavailable as EngineUnavailable
    from satdoku.base.errors import FormatError as FormatError
    from satdoku.base.errors import ImpossibleWish as ImpossibleWish
    from satdoku.base.errors import InvalidPuzzle as InvalidPuzzle
    from satdoku.base.errors import NoSolution as NoSolution
    from satdoku.base.errors import NotUnique as NotUnique
    from satdoku.base.errors import OptionError as OptionError
    from satdoku.base.errors import ProgramFault as ProgramFault
    from satdoku.base.errors import SatdokuError as SatdokuError
    from satdoku.base.errors import Undecided as Undecided
    from satdoku.base.errors import Unsupported as Unsupported
    from satdoku.base.limits import Limit as Limit
    from satdoku.base.problem import Problem as Problem
    from satdoku.batch.collection import Collection as Collection
    from satdoku.batch.collection import Draw as Draw
    from satdoku.batch.collection import KeptPuzzle as KeptPuzzle
    from satdoku.batch.collection import Wanted as Wanted
    from satdoku.board import Geometry as Geometry
    from satdoku.board import Grid as Grid
    from satdoku.engines import EngineOptions as EngineOptions
    from satdoku.puzzle import Document as Document
    from satdoku.puzzle import Position as Position
    from satdoku.puzzle import Puzzle as Puzzle
    from satdoku.rating.explainer import Rating as Rating
    from satdoku.solving import Checker as Checker
    from satdoku.solving import SolveResult as SolveResult
    from satdoku.solving import UniquenessResult as UniquenessResult

_HOMES = {
    "answers.wishes": ("Difficulty", "GivenPattern", "PlacedClues"),
    "answers.question": ("Answer", "ask"),
    "batch.collection": ("Collection", "Draw", "KeptPuzzle", "Wanted"),
    "rating.explainer": ("Rating",),
    "engines": ("EngineOptions",),
    "base.errors": (
        "EngineDisagreement", "EngineUnavailable", "ProgramFault", "FormatError", "ImpossibleWish",
        "InvalidPuzzle", "NoSolution", "NotUnique", "OptionError", "SatdokuError", "Undecided",
        "Unsupported",
    ),
    "base.limits": ("Limit",),
    "base.problem": ("Problem",),
    "board": ("Geometry", "Grid"),
    "puzzle": ("Document", "Position", "Puzzle"),
    "solving": ("Checker", "SolveResult", "UniquenessResult"),
}  # fmt: skip
_NAMES = {name: home for home, names in _HOMES.items() for name in names}
_look_up = late_names(__name__, _HOMES.items())


def _public() -> list[str]:
    from satdoku import api

    return sorted([*_NAMES, *api.__all__, "__version__"])


if not TYPE_CHECKING:  # else a wrong name would have any type

    def __getattr__(name: str) -> object:
        """The names of ``_HOMES``, and the functions of api.py, which the first of them loads."""
        if name == "__all__":
            return _public()
        if name[0] != "_" and name not in _NAMES:
            from importlib.util import find_spec

            # ``from satdoku import core`` asks here before it looks for a file.
            if find_spec(f"{__name__}.{name}") is None:
                from satdoku import api

                if name in api.__all__:
                    globals()[name] = getattr(api, name)
                    return globals()[name]
        return _look_up(name)


def _svg(board: Any) -> str:
    from satdoku.render.notebook import picture

    return picture(board)


Shown.renderer = _svg


def __dir__() -> list[str]:
    from types import ModuleType

    modules = [name for name, value in globals().items() if isinstance(value, ModuleType)]
    return sorted({*_public(), *modules, *(name for name in globals() if name[:2] == "__")})
