"""Certificates of paths: that a puzzle is solved by steps of which none is harder than a rating.

=================== ============================================================================
satdoku_certificate the version of this layout, 2
puzzle              the puzzle, in satdoku's JSON
scale               ``se``
rating              that of the hardest step; ``hardest`` its technique
assumes_unique      whether some step holds only where the puzzle has one solution
solution            the board after the last step
steps               each step: ``technique``, ``rating``, what it places or eliminates, ``proof``
made_by             the programs that made it; for readers, never used in verifying
=================== ============================================================================

To verify one takes no search and no solver: each argument is checked in the position before it by
itself (``techniques/check.py``), and what it is called is read from its own shape (``judging.py``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

from satdoku.base.errors import EngineDisagreement, FormatError
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.formats.json import to_data, values_data
from satdoku.proofs.certificate import PATH_LAYOUT, puzzle_of, require_keys
from satdoku.proofs.verifying import Fault, puzzle_faults
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.rating.columns import printed
from satdoku.rating.judging import ARGUMENTS, Judged, judged
from satdoku.rating.kernel import why_no_rating
from satdoku.techniques.arguments.checks import step_faults
from satdoku.techniques.arguments.uniqueness import ExtrasProof
from satdoku.techniques.board import apply, board_of
from satdoku.techniques.data import StepReader, step_data
from satdoku.techniques.step import CheckContext, Step

_KEYS = (
    "satdoku_certificate", "puzzle", "scale", "rating", "hardest", "assumes_unique", "solution",
    "steps", "made_by",
)  # fmt: skip
_MAX_STEPS = 2000
"""A step takes at least one of 729 candidates."""


@dataclass(frozen=True, slots=True)
class RatedPath:
    """A path to the solution of a puzzle: each step with its rating as printed.

    assumes_unique  whether some step holds only where the puzzle has one solution
    solution        the board after the last step, as text
    """

    puzzle: Puzzle
    steps: tuple[tuple[Step, float], ...]
    assumes_unique: bool
    solution: str

    @property
    def rating(self) -> float:
        """The rating of the hardest step; 0 without steps."""
        return max([rating for _, rating in self.steps], default=0.0)

    @property
    def hardest(self) -> str:
        """The technique of the first of the hardest steps."""
        return next((step.technique for step, own in self.steps if own == self.rating), "")

    def files(self, stem: str) -> dict[str, bytes]:
        """The certificate, by the name of its file.

        :raises Unsupported: where satdoku's JSON cannot hold the puzzle.
        """
        from satdoku.proofs.certifying import programs  # verifying must load no engine

        data: dict[str, Any] = {
            "satdoku_certificate": PATH_LAYOUT,
            "puzzle": to_data(Document(self.puzzle)),
            "scale": "se",
            "rating": self.rating,
            "hardest": self.hardest,
            "assumes_unique": self.assumes_unique,
            "solution": self.solution,
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
        steps = [json.dumps({"rating": rating} | step_data(step)) for step, rating in self.steps]
        lines.append('  "steps": [\n    ' + ",\n    ".join(steps) + "\n  ]")
        lines.append(f'  "made_by": {json.dumps(programs(None))}')
        return {f"{stem}.path.json": ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")}


@dataclass(frozen=True, slots=True)
class PathVerification:
    """Whether a path solves its puzzle as a certificate claims, or the faults by which it does not.

    lemmas   how many steps were checked
    stopped  which limit ran out before the last step was
    """

    path: RatedPath
    faults: tuple[Fault, ...]
    lemmas: int
    stopped: Stop | None = None
    verdict: ClassVar[Literal["solved"]] = "solved"

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the path is of."""
        return self.path.puzzle

    @property
    def proved(self) -> bool:
        """Whether the path is as the certificate claims."""
        return not self.faults and self.stopped is None


def path_of(puzzle: Puzzle, stages: Sequence[tuple[Position, Step]], clock: Clock) -> RatedPath:
    """The certificate of a path to the solution: the steps, each with the position before it.

    :raises EngineDisagreement: where the path does not prove what it should: a bug.
    :raises RanOut: where the clock runs out first.
    """
    steps = []
    end = stages[-1] if stages else None
    for before, step in stages:
        may_be = judged(step, before)
        own = next((one for one in may_be if one.name == step.technique), None)
        if own is None:
            raise _bug(puzzle, f"{step.technique} has no argument that fits its name")
        steps.append((replace(step, variant=""), printed(own.rating)))
    final = Position.of(puzzle) if end is None else apply(*end)
    solution = values_data(final.values, puzzle.geometry)
    assert isinstance(solution, str)
    path = RatedPath(puzzle, tuple(steps), any(map(_assumes_unique, steps)), solution)
    faults, _ = _judge(path, clock)
    if faults:
        raise _bug(puzzle, faults[0].message)
    return path


def _bug(puzzle: Puzzle, why: str) -> EngineDisagreement:
    return EngineDisagreement(
        f"the path of {puzzle.grid.text()} does not prove its rating: {why}. This is a bug; "
        "please report it."
    )


def _assumes_unique(rated: tuple[Step, float]) -> bool:
    return isinstance(rated[0].proof, ExtrasProof)


def read_path(whole: dict[str, Any]) -> tuple[RatedPath, float, str]:
    """The path of a certificate, of which only the types have been checked, with the rating and the
    technique that it states.

    :raises FormatError: where it is none, naming what is at fault.
    """
    if whole["satdoku_certificate"] != PATH_LAYOUT:
        raise FormatError("this certificate is of a verdict and not of a path")
    require_keys(whole, _KEYS, worded("the certificate"))
    puzzle = puzzle_of(whole)
    if whole["scale"] != "se":
        raise FormatError('"scale" must be "se"')
    if reason := why_no_rating(puzzle):
        raise FormatError("{where}: {why}", where='"puzzle"', why=reason)
    texts, rating = (whole["hardest"], whole["solution"]), whole["rating"]
    if not all(isinstance(text, str) for text in texts) or not _is_number(rating):
        raise FormatError('"hardest" and "solution" must be texts, "rating" a number')
    if type(whole["assumes_unique"]) is not bool or not isinstance(whole["made_by"], dict):
        raise FormatError('"assumes_unique" must be true or false, and "made_by" an object')
    listed = whole["steps"]
    if not isinstance(listed, list) or len(listed) > _MAX_STEPS:
        raise FormatError('"steps" must be a list of at most {most} steps', most=_MAX_STEPS)
    reader = StepReader.of(board_of(puzzle), ARGUMENTS)
    steps = []
    for number, one in enumerate(listed, 1):
        try:
            own = one.pop("rating", None) if isinstance(one, dict) else None
            if not isinstance(own, int | float) or not _is_number(own):
                raise FormatError('"rating" must be a number')
            steps.append((reader.step(one), float(own)))
        except FormatError as error:
            raise FormatError("step {number}: {why}", number=number, why=str(error)) from None
    path = RatedPath(puzzle, tuple(steps), whole["assumes_unique"], texts[1])
    return path, float(rating), texts[0]


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and abs(value) < 100  # type: ignore[arg-type]


def verify_path(
    whole: dict[str, Any], *, puzzle: Puzzle | None = None, limit: Limit = UNLIMITED
) -> PathVerification:
    """Judge the certificate of a path by its members; with ``puzzle`` it must be about this one.

    :raises FormatError: where it cannot be read.
    """
    clock = limit.start()
    path, rating, hardest = read_path(whole)
    faults = [*puzzle_faults(path.puzzle, puzzle)]
    checked = 0
    try:
        own, checked = _judge(path, clock)
        faults += own
    except RanOut as error:
        return PathVerification(path, tuple(faults), checked, error.stop)
    if not faults and (rating, hardest) != (path.rating, path.hardest):
        stated = worded(
            "the certificate states {stated}, but the hardest step is {step}",
            stated=f"{rating:.1f} {hardest}",
            step=f"{path.rating:.1f} {path.hardest}",
        )
        faults.append(Fault("path", stated))
    return PathVerification(path, tuple(faults), checked)


def _judge(path: RatedPath, clock: Clock) -> tuple[list[Fault], int]:
    """The first fault of a path, if any, and how many steps were right."""
    position = Position.of(path.puzzle)
    for number, (step, rating) in enumerate(path.steps, 1):
        fault = fault_of(step, rating, position, clock)
        if fault is not None:
            at = f"{number} ({step.technique})"
            return [Fault("path", worded("step {at}: {why}", at=at, why=fault))], number - 1
        position = apply(position, step)
    return [Fault("path", fault) for fault in _ending(path, position)], len(path.steps)


def fault_of(step: Step, rating: float, position: Position, clock: Clock) -> str | None:
    """Why a step does not follow in a position, or is not what it is called and rated; ``None``
    where it is.

    :raises RanOut: where the clock runs out first.
    """
    clock.check()
    try:
        with under(clock):
            # The shape bounds what there is to check.
            if not (may_be := judged(step, position)):
                return worded("Sudoku Explainer has no such step")
            why = next(step_faults(step, CheckContext(position, clock)), None)
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError):
        return worded("this is not an argument")
    if why is not None:
        return why
    if (step.technique, rating) not in [(one.name, printed(one.rating)) for one in may_be]:
        return worded("it is {names}", names=" or ".join(map(_told, may_be)))
    return None


def _told(one: Judged) -> str:
    return f"{one.name}, {printed(one.rating):.1f}"


def _ending(path: RatedPath, end: Position) -> Iterator[str]:
    """Why a path whose steps follow is not what is said of it."""
    if not end.is_solved:
        yield worded("the path ends before the puzzle is solved")
    elif not path.puzzle.accepts(end.grid):
        yield worded("the path ends in a grid that breaks the rules")
    elif path.solution != values_data(end.values, path.puzzle.geometry):
        yield worded("the path ends in another solution than the one that is stated")
    if path.assumes_unique is not any(map(_assumes_unique, path.steps)):
        yield worded("whether a step assumes one solution is not as stated")
