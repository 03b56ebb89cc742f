"""One question about many puzzles: lists and streams of text, or an array of digits."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from satdoku.answers.puzzle_input import PuzzleInput, asked_of
from satdoku.answers.rating import RatingAnswer, rating_of
from satdoku.base.compiled import compiled_core, required_core
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
from satdoku.batch.ordered import map_ordered
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import Rating
from satdoku.rating.hodoku import hodoku_rating
from satdoku.rating.scales import HODOKU, SCALES
from satdoku.solving import check_unique, is_unique
from satdoku.solving.uniqueness import at_once

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.puzzle.cells import AnyPuzzle

Errors = Literal["raise", "mark"]
"""What a puzzle without an answer does: end the run with an error that names its index, or leave
``None`` (in an array of numbers: nan) in its place."""

RatedOn = Literal["se", "hodoku"]

T = TypeVar("T")

_FAULTS = (FormatError, *OF_ONE_PUZZLE)
"""What one puzzle is to blame for; anything else ends the run."""

_CELLS = 81
_PIECE = 64
_SMALL = re.compile(r"[\w.* ]{0,81}").fullmatch


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
    judge: Callable[[list[str], int], Sequence[T | None]],
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
    judge: Callable[[list[str], int], Sequence[T | None]],
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
        found: Sequence[T | None] = [None] * len(piece)
        try:
            found = judge([text or "" for text in texts], jobs)
        except SatdokuError:
            raise
        except Exception:
            pass  # one at a time the puzzles are answered but for the one at fault
        for puzzle, answer in zip(piece, found, strict=True):
            yield function(puzzle) if answer is None else answer


def _plain(puzzle: AnyPuzzle) -> str | None:
    """A puzzle as the core reads it; ``""``: whatever it is, it takes a moment only; ``None``: it
    may take long."""
    if isinstance(puzzle, str):
        text = puzzle.rstrip("\r\n")
        if len(text) == _CELLS and " " not in text:
            return text
        return "" if _SMALL(text) else None
    try:
        asked = asked_of(puzzle).puzzle
    except (SatdokuError, TypeError):
        return ""
    return asked.grid.text() if asked.is_classic else None


def _unique_texts(texts: list[str], threads: int) -> list[bool | None]:
    core = required_core("rating")
    answers = {core.UNIQUE: True, core.MULTIPLE: False, core.NONE: False}
    return [answers.get(code) for code in core.verdicts(texts, threads=threads).tolist()]


def _rated_texts(scale: RatedOn, texts: list[str], threads: int) -> list[RatingAnswer | None]:
    core = required_core("rating")
    codes = core.verdicts(texts, threads=threads).tolist()
    started = time.perf_counter()
    unique = [index for index, code in enumerate(codes) if code == core.UNIQUE]
    ratings = _batch_ratings(scale, [texts[index] for index in unique], threads)
    seconds = (time.perf_counter() - started) / max(1, len(unique))
    found: list[RatingAnswer | None] = [None] * len(texts)
    for index, rating in zip(unique, ratings, strict=True):
        found[index] = RatingAnswer.of(PuzzleInput(None, 1, texts[index]), rating, seconds)
    return found


def _batch_ratings(scale: RatedOn, texts: list[str], threads: int) -> list[Rating]:
    core = required_core("rating")
    if scale == "hodoku":
        return [hodoku_rating(each) for each in core.hodoku_rate_batch(texts, threads=threads)]
    found = core.se_rate_batch(texts, threads=threads)
    return [Rating.of(each, text) for each, text in zip(found, texts, strict=True)]


def _caught(ask: Callable[[AnyPuzzle], T], puzzle: AnyPuzzle) -> T | SatdokuError:
    try:
        return ask(puzzle)
    except _FAULTS as error:
        return error


def _named(error: SatdokuError, index: int) -> SatdokuError:
    """The same error; its sentence names the puzzle."""
    sentence = f"puzzle {index}: {error}"
    if isinstance(error, FormatError):
        return FormatError(sentence, text=error.text)
    error.args = (sentence,)
    return error


def _unique(seconds: float | None, puzzle: AnyPuzzle) -> bool:
    if seconds is None and (answer := at_once(puzzle)) is not None:
        return bool(answer)
    asked = _read(puzzle)
    with naming_faults():
        return is_unique(asked.puzzle, limit=Limit(seconds=seconds))


def _rated(seconds: float | None, scale: RatedOn, puzzle: AnyPuzzle) -> RatingAnswer:
    asked_for = HODOKU if scale == "hodoku" else None
    asked, limit = _read(puzzle), Limit(seconds=seconds)
    with naming_faults():
        return rating_of(asked, scale=asked_for, names=False, limit=limit)


def _read(puzzle: AnyPuzzle) -> PuzzleInput:
    with naming_faults(TypeError):  # what is no puzzle at all
        return asked_of(puzzle)


# ------------------------------------------------------------------------------------------------
# Arrays.


def unique_array(
    puzzles: Any, jobs: int, errors: Errors
) -> NDArray[np.bool_] | NDArray[np.object_]:
    """Whether each row has exactly one solution: bool, or objects where errors are marked."""
    import numpy as np

    digits = _digits(puzzles)
    found: list[bool | None] = []
    for index, verdict in enumerate(_verdicts(digits, jobs)):
        if isinstance(verdict, SatdokuError):
            if errors == "raise":
                raise _named(verdict, index)
            found.append(None)
        else:
            found.append(verdict == "unique")
    return np.array(found, dtype=object if errors == "mark" else bool)


def rate_array(
    puzzles: Any, jobs: int, errors: Errors, scale: RatedOn = "se"
) -> NDArray[np.float64]:
    """The numbers of the scale (ER, EP and ED, or HoDoKu's score) of each row; nan where a row has
    no rating and errors are marked."""
    import numpy as np

    digits = _digits(puzzles)
    columns = SCALES[scale].columns
    found = np.full((len(digits), len(columns)), np.nan)
    rated = []
    for index, verdict in enumerate(_verdicts(digits, jobs)):
        if verdict == "unique":
            rated.append(index)
        elif errors == "raise":
            raise _named(_no_rating(verdict), index)
    texts = ["".join(map(str, digits[index])) for index in rated]
    for index, rating in zip(rated, _batch_ratings(scale, texts, jobs), strict=True):
        found[index] = [rating.scores[column.name] for column in columns]
    return found


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
        raise FormatError(f"puzzle {row}: {given[row, cell]} in {name} is no digit from 0 to 9")
    return np.ascontiguousarray(given, dtype=np.uint8)


def _verdicts(digits: NDArray[np.uint8], jobs: int) -> Iterator[str | SatdokuError]:
    core = compiled_core()
    codes = [] if core is None else core.verdicts(digits, threads=jobs)
    names = (
        {}
        if core is None
        else {core.UNIQUE: "unique", core.MULTIPLE: "multiple", core.NONE: "none"}
    )
    for index, row in enumerate(digits):
        name = names.get(int(codes[index])) if names else None
        if name is not None:
            yield name
            continue
        # Whatever the core does not judge goes the long way, which says why.
        empty = Puzzle.empty(Geometry.classic())
        puzzle = empty.with_givens([int(digit) or None for digit in row])
        try:
            yield check_unique(puzzle).verdict
        except _FAULTS as error:
            yield error
