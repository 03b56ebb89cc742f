"""Answers of the compiled core about many plain classic puzzles at once.

Blocks of lines (questions.py, block_answers.py) and the lists and arrays of the API (many.py) are
answered by these functions. What the core does not judge, and the puzzles of a block from an
unexpected error on, are answered one at a time by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import SatdokuError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satdoku.rating.explainer import Rating
    from satdoku.rating.scales import Scale

T = TypeVar("T")


def until_fault(answers: Iterable[T]) -> Iterator[T]:
    """The answers up to an unexpected error: one puzzle of the block is at fault, and only that one
    must be left without an answer."""
    try:
        yield from answers
    except SatdokuError:
        raise
    except Exception:
        return


def verdict_names() -> dict[int, str]:
    """The names of the core's verdicts that are certain."""
    core = required_core("a verdict")
    return {core.NONE: "none", core.UNIQUE: "unique", core.MULTIPLE: "multiple"}


def verdicts_of(puzzles: Sequence[str] | NDArray[np.uint8], threads: int) -> list[str | None]:
    """The verdict of each puzzle; ``None`` where the core has none."""
    core = compiled_core()
    if core is None:
        return [None] * len(puzzles)
    names = verdict_names()
    return [names.get(code) for code in core.verdicts(puzzles, threads=threads).tolist()]


def ratings_of(
    texts: Sequence[str],
    scale: Scale,
    *,
    named: bool = False,
    seconds: float | None = None,
    threads: int = 1,
) -> Iterator[Rating]:
    """The ratings of puzzles with one solution, with the names of their techniques if ``named``
    (always on HoDoKu's scale).

    :param seconds: the time for each puzzle.
    """
    from satdoku.rating.explainer import Rating, rate_text
    from satdoku.rating.hodoku import hodoku_rating
    from satdoku.rating.kernel import kernel_seconds
    from satdoku.rating.scales import HODOKU

    core, limits = required_core("rating"), {"seconds": kernel_seconds(seconds), "threads": threads}
    if scale is HODOKU:
        yield from map(hodoku_rating, core.hodoku_rate_batch(texts, **limits))
    elif named:
        for text in texts:
            yield rate_text(text, seconds=seconds)
    else:
        yield from map(Rating.of, core.se_rate_batch(texts, **limits), texts)
