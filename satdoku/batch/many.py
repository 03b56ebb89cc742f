"""One question about many puzzles: lists and streams of text, or an array of digits."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from satdoku.answers.puzzle_input import PuzzleInput, input_of
from satdoku.answers.rating import RatingAnswer, rating_of
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import (
    OF_ONE_PUZZLE,
    FormatError,
    NoSolution,
    NotUnique,
    ProgramFault,
    SatdokuError,
    naming_faults,
)
from satdoku.base.limits import Limit
from satdoku.batch.core_answers import ratings_of, until_fault, verdicts_of
from satdoku.batch.ordered import map_ordered
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.rating.scales import HODOKU, SCALES
from satdoku.solving import check_unique, is_unique
from satdoku.solving.uniqueness import at_once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.puzzle.cells import AnyPuzzle

Errors = Literal["raise", "mark"]
"""A puzzle without an answer ends the run with an error that names its index, or leaves ``None``
(in an array of numbers: nan) in its place."""

RatedOn = Literal["se", "hodoku"]

T = TypeVar("T")

_FAULTS = (FormatError, *OF_ONE_PUZZLE)
"""Errors for which one puzzle is to blame; any other ends the run."""

_CELLS = 81
_PIECE = 64
_SMALL_TEXT = re.compile(r"[\w.* ]{0,81}").fullmatch


def is_array(puzzles: object) -> bool:
    """Whether puzzles come as a numpy array (which is not loaded to find out)."""
    return hasattr(puzzles, "__array_interface__")


def unique_each(
    puzzles: Iterable[AnyPuzzle], jobs: int, errors: Errors, seconds: float | None
) -> Iterator[bool | None]:
    """Whether each puzzle has exactly one solution, in order, as the puzzles come."""
    return _each(partial(_unique, seconds), _unique_texts, puzzles, jobs, errors, seconds)


def rate_each(
    puzzles: Iterable[AnyPuzzle],
    jobs: int,
    errors: Errors,
    seconds: float | None,
    scale: RatedOn = "se",
) -> Iterator[RatingAnswer | None]:
    """The ratings of puzzles, in order, as the puzzles come; of those with rules on the satdoku
    scale where no other than ``se`` is asked for."""
    judge = partial(_rated_texts, scale)
    return _each(partial(_rated, seconds, scale), judge, puzzles, jobs, errors, seconds)


def _each(
    ask: Callable[[AnyPuzzle], T],
    judge: Callable[[list[str], int], Iterable[T | None]],
    puzzles: Iterable[AnyPuzzle],
    jobs: int,
    errors: Errors,
    seconds: float | None,
) -> Iterator[T | None]:
    function = partial(_caught, ask)
    answers: Iterator[T | SatdokuError]
    if jobs == 1 or seconds is not None or compiled_core() is None:
        answers = map_ordered(function, puzzles, jobs=jobs)
    else:
        answers = _by_threads(function, judge, puzzles, jobs)
    for index, answer in enumerate(answers):
        if not isinstance(answer, SatdokuError):
            yield answer
        elif errors == "mark":
            if isinstance(answer, ProgramFault):
                warnings.warn(str(_named(answer, index)), stacklevel=3)
            yield None
        else:
            raise _named(answer, index)


def _by_threads(
    function: Callable[[AnyPuzzle], T | SatdokuError],
    judge: Callable[[list[str], int], Iterable[T | None]],
    puzzles: Iterable[AnyPuzzle],
    jobs: int,
) -> Iterator[T | SatdokuError]:
    """Answers of the core's threads, as long as it can judge all that may take long; from there on
    of processes. Nothing but processes needs the guard that docs/api.md names."""
    stream = iter(puzzles)
    while piece := list(islice(stream, _PIECE * jobs)):
        texts = [_plain(puzzle) for puzzle in piece]
        if None in texts:
            yield from map_ordered(function, chain(piece, stream), jobs=jobs)
            return
        answers = until_fault(judge([text or "" for text in texts], jobs))
        for puzzle, answer in zip_longest(piece, list(answers)):
            yield function(puzzle) if answer is None else answer


def _plain(puzzle: AnyPuzzle) -> str | None:
    """A puzzle as the core reads it; ``""``: whatever it is, it takes a moment only; ``None``: it
    may take long."""
    if isinstance(puzzle, str):
        text = puzzle.rstrip("\r\n")
        if len(text) == _CELLS and " " not in text:
            return text
        return "" if _SMALL_TEXT(text) else None
    try:
        given = input_of(puzzle).puzzle
    except (SatdokuError, TypeError):
        return ""
    return given.grid.text() if given.is_classic else None


def _unique_texts(texts: list[str], threads: int) -> Iterator[bool | None]:
    for verdict in verdicts_of(texts, threads):
        yield None if verdict is None else verdict == "unique"


def _rated_texts(scale: RatedOn, texts: list[str], threads: int) -> Iterator[RatingAnswer | None]:
    started = time.perf_counter()
    verdicts = verdicts_of(texts, threads)
    unique = [text for text, verdict in zip(texts, verdicts, strict=True) if verdict == "unique"]
    ratings = list(ratings_of(unique, SCALES[scale], threads=threads))
    seconds = (time.perf_counter() - started) / max(1, len(unique))
    rated = iter(ratings)
    for text, verdict in zip(texts, verdicts, strict=True):
        one = next(rated) if verdict == "unique" else None
        entry = PuzzleInput(None, 1, text)
        yield None if one is None else RatingAnswer.of(entry, one, seconds)


def _caught(ask: Callable[[AnyPuzzle], T], puzzle: AnyPuzzle) -> T | SatdokuError:
    try:
        return ask(puzzle)
    except _FAULTS as error:
        return error


def _named(error: SatdokuError, index: int) -> SatdokuError:
    """An error with the puzzle named in its sentence."""
    sentence = f"puzzle {index}: {error}"
    if isinstance(error, FormatError):
        return FormatError(sentence, text=error.text)
    error.args = (sentence,)
    return error


def _unique(seconds: float | None, puzzle: AnyPuzzle) -> bool:
    if seconds is None and (answer := at_once(puzzle)) is not None:
        return bool(answer)
    entry = _read(puzzle)
    with naming_faults():
        return is_unique(entry.puzzle, limit=Limit(seconds=seconds))


def _rated(seconds: float | None, scale: RatedOn, puzzle: AnyPuzzle) -> RatingAnswer:
    asked_for = HODOKU if scale == "hodoku" else None
    entry, limit = _read(puzzle), Limit(seconds=seconds)
    with naming_faults():
        return rating_of(entry, scale=asked_for, names=False, limit=limit)


def _read(puzzle: AnyPuzzle) -> PuzzleInput:
    with naming_faults(TypeError):  # what is no puzzle at all
        return input_of(puzzle)


# ------------------------------------------------------------------------------------------------
# Arrays.


def unique_array(
    puzzles: Any, jobs: int, errors: Errors
) -> NDArray[np.bool_] | NDArray[np.object_]:
    """Whether each row has exactly one solution: bool, or objects where errors are marked."""
    import numpy as np

    digits = _digits(puzzles)
    verdicts: list[bool | None] = []
    for index, verdict in enumerate(_verdicts(digits, jobs)):
        if isinstance(verdict, SatdokuError):
            if errors == "raise":
                raise _named(verdict, index)
            verdicts.append(None)
        else:
            verdicts.append(verdict == "unique")
    return np.array(verdicts, dtype=object if errors == "mark" else bool)


def rate_array(
    puzzles: Any, jobs: int, errors: Errors, scale: RatedOn = "se"
) -> NDArray[np.float64]:
    """The numbers of the scale (ER, EP and ED, or HoDoKu's score) of each row; nan where a row has
    no rating and errors are marked."""
    import numpy as np

    digits = _digits(puzzles)
    columns = SCALES[scale].columns
    scores = np.full((len(digits), len(columns)), np.nan)
    rated = []
    for index, verdict in enumerate(_verdicts(digits, jobs)):
        if verdict == "unique":
            rated.append(index)
        elif errors == "raise":
            raise _named(_no_rating(verdict), index)
    texts = ["".join(map(str, digits[index])) for index in rated]
    ratings = ratings_of(texts, SCALES[scale], threads=jobs)
    for index, rating in zip(rated, ratings, strict=True):
        scores[index] = [rating.scores[column.name] for column in columns]
    return scores


def _no_rating(verdict: str | SatdokuError) -> SatdokuError:
    if isinstance(verdict, SatdokuError):
        return verdict
    if verdict == "none":
        return NoSolution("the puzzle has no solution, and so no rating")
    return NotUnique("the puzzle has several solutions")


def _digits(puzzles: Any) -> NDArray[np.uint8]:
    """The rows as small numbers.

    :raises FormatError: where the array is not of integers 0 to 9, 81 a row.
    """
    import numpy as np

    given = np.asarray(puzzles)
    if given.shape[1:] == (9, 9):
        given = given.reshape(-1, _CELLS)
    if given.ndim != 2 or given.shape[1] != _CELLS or given.dtype.kind not in "iu":
        raise FormatError(
            f"an array of puzzles holds integers, {_CELLS} a row (0: empty), "
            f"and this one {given.dtype} of shape {given.shape}"
        )
    bad = np.argwhere((given < 0) | (given > 9))
    if len(bad):
        row, cell = (int(number) for number in bad[0])
        name = Geometry.classic().name(cell)
        raise FormatError(f"puzzle {row}: {given[row, cell]} in {name} is not a digit from 0 to 9")
    return np.ascontiguousarray(given, dtype=np.uint8)


def _verdicts(digits: NDArray[np.uint8], jobs: int) -> Iterator[str | SatdokuError]:
    for verdict, row in zip(verdicts_of(digits, jobs), digits, strict=True):
        if verdict is not None:
            yield verdict
            continue
        # Whatever the core does not judge goes the long way, which says why.
        empty = Puzzle.empty(Geometry.classic())
        puzzle = empty.with_givens([int(digit) or None for digit in row])
        try:
            yield check_unique(puzzle).verdict
        except _FAULTS as error:
            yield error
