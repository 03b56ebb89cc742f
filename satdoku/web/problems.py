"""Errors as RFC 9457 has them ("problem details"), with the places and cells at fault."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any, Literal, get_args

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import read_puzzle
from satdoku.base.errors import (
    EngineUnavailable,
    FormatError,
    ImpossibleWish,
    InvalidPuzzle,
    NoSolution,
    NotUnique,
    OptionError,
    ProgramFault,
    SatdokuError,
    Undecided,
    Unsupported,
    WorkerDied,
)
from satdoku.base.problem import ProblemKind
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.messages import Lang
from satdoku.messages.refusals import translated

ProblemName = Literal[
    "option", "unreadable", "invalid", "none", "multiple", "undecided", "unsupported",
    "impossible", "unanswered", "unavailable", "died", "fault",
    "request", "forbidden", "unauthorized", "not-found", "method", "not-acceptable", "slow",
    "too-large", "media-type", "busy",
]  # fmt: skip
"""The kinds of problems, a word each."""

NAMES = get_args(ProblemName)

_OF_ERRORS: tuple[tuple[type[SatdokuError], ProblemName, int], ...] = (
    (OptionError, "option", 400),
    (FormatError, "unreadable", 400),
    (InvalidPuzzle, "invalid", 400),
    (NoSolution, "none", 422),
    (NotUnique, "multiple", 422),
    (Undecided, "undecided", 422),
    (Unsupported, "unsupported", 422),
    (ImpossibleWish, "impossible", 422),
    (EngineUnavailable, "unavailable", 501),
    (WorkerDied, "died", 503),
    (ProgramFault, "fault", 500),
    (SatdokuError, "unanswered", 422),
)

_TITLES: dict[ProblemName, str] = {
    "option": "An argument cannot have its value",
    "unreadable": "The text cannot be read",
    "invalid": "The puzzle breaks its own rules",
    "none": "The puzzle has no solution",
    "multiple": "The puzzle has several solutions",
    "undecided": "A limit ran out before there was an answer",
    "unsupported": "This cannot be done for such a puzzle",
    "impossible": "No puzzle can be as wished",
    "unanswered": "There is no answer",
    "unavailable": "A package is not installed on the server",
    "died": "The process that worked on it ended",
    "fault": "satdoku itself is at fault",
    "request": "The request cannot be understood",
    "forbidden": "Pages of this origin may not ask",
    "unauthorized": "The token is missing or wrong",
    "not-found": "There is no such address",
    "method": "The address takes another method",
    "not-acceptable": "There is no answer of that type",
    "slow": "The request took too long to arrive",
    "too-large": "The request is too large",
    "media-type": "The body is of another type",
    "busy": "Too many requests wait",
}


@dataclass(frozen=True, slots=True)
class FaultRecord(JsonObject):
    """One fault of a puzzle or of a player's board, with the names of its cells."""

    kind: ProblemKind
    message: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProblemRecord(JsonObject):
    """The reason why a request has no answer.

    type      ``urn:satdoku:`` and the kind of problem
    title     the kind in words; ``detail`` is the sentence about this case
    status    the status of the response
    argument  the argument at fault, where that is known
    line      the place in the text of a puzzle, from 1; so ``column``
    option    the argument that leads on, where there is one
    stopped   the limit that ran out
    problems  every fault of the puzzle
    notes     what of the puzzle's text is no part of it
    """

    RARE = ("problems", "notes")

    type: str
    title: str
    status: int
    detail: str
    argument: str | None = None
    line: int | None = None
    column: int | None = None
    option: str | None = None
    stopped: str | None = None
    problems: tuple[FaultRecord, ...] = ()
    notes: tuple[str, ...] = ()


def problem(name: ProblemName, status: int, detail: str, **more: Any) -> ProblemRecord:
    """The record of a problem."""
    return ProblemRecord(f"urn:satdoku:{name}", _TITLES[name], status, detail, **more)


def problem_of(error: SatdokuError, lang: Lang, geometry: Geometry | None = None) -> ProblemRecord:
    """The record of an error; ``geometry`` is the board that its cells are on."""
    name, status = next(
        (name, status) for kind, name, status in _OF_ERRORS if isinstance(error, kind)
    )
    error.reworded(partial(translated, lang=lang))
    more: dict[str, Any] = {
        "option": error.option,
        "stopped": getattr(error, "stopped", None),
        "notes": tuple(getattr(error, "__notes__", ())),
    }
    if isinstance(error, OptionError):
        more["argument"] = error.options[0]
    elif isinstance(error, FormatError):
        more |= {"line": error.line, "column": error.column}
    if geometry is not None:
        more["problems"] = tuple(
            FaultRecord(one.kind, one.message, tuple(map(geometry.name, one.cells)))
            for one in error.problems
        )
    return problem(name, status, str(error), **more)


def geometry_of(puzzle: Any) -> Geometry | None:
    """The board of a puzzle that can be read."""
    with suppress(SatdokuError, TypeError, ValueError):
        return read_puzzle(puzzle).puzzle.geometry
    return None
