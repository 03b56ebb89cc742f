"""One entry to one record: the questions, as functions that worker processes can run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from satdoku import solving
from satdoku.batch.ordered import map_ordered
from satdoku.cli.inputs import Item, Reading, input_bytes, is_file, items
from satdoku.cli.output import watched
from satdoku.engines import EngineOptions
from satdoku.errors import FormatError, InvalidPuzzle, SatdokuError, Unsupported
from satdoku.formats import write
from satdoku.limits import Limit
from satdoku.puzzle import Document, Puzzle
from satdoku.records import (
    CandidatesRecord,
    CountRecord,
    ErrorRecord,
    Record,
    SolveRecord,
    UniquenessRecord,
)

__all__ = ["Asked", "Asking", "answer_all", "candidates", "count", "one_line", "solve", "uniqueness"]

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Asking:
    """What every puzzle of a run is asked with."""

    reading: Reading
    backend: str = "auto"
    options: EngineOptions = EngineOptions()
    seconds: float | None = None
    solutions: int | None = None
    cap: int | None = None

    @property
    def common(self) -> dict[str, Any]:
        """What every question takes."""
        return {"backend": self.backend, "options": self.options, "limit": self.limit}

    @property
    def limit(self) -> Limit:
        """The limit of one question."""
        return Limit(seconds=self.seconds, solutions=self.solutions)


@dataclass(frozen=True, slots=True)
class Asked:
    """One puzzle to be asked, with its text and place."""

    puzzle: Puzzle
    line: int
    text: str
    source: str | None

    @property
    def place(self) -> dict[str, Any]:
        """What every record begins with."""
        return {"line": self.line, "puzzle": self.text, "source": self.source}


class _Found(Protocol):
    @property
    def stopped(self) -> str | None: ...
    @property
    def backend(self) -> str: ...
    @property
    def seconds(self) -> float: ...


def _ending(found: _Found) -> dict[str, Any]:
    """What every record of an engine's answer ends with."""
    return {
        "stopped": found.stopped,
        "backend": found.backend,
        "seconds": round(found.seconds, 6),
    }


def answer_all(
    ask: Callable[[Asking, Asked], R], arguments: Sequence[str], asking: Asking, jobs: int
) -> Iterator[R | ErrorRecord]:
    """Ask every puzzle of every argument, in order, with a progress bar where there are many."""
    many = any(is_file(argument) for argument in arguments)
    with watched(input_bytes(arguments), wanted=many) as advance:

        def read() -> Iterator[Item]:
            for item in items(arguments, asking.reading):
                advance(len(item.text) + 1)
                yield item

        yield from map_ordered(partial(_answer, ask, asking), read(), jobs=jobs)


def _answer(ask: Callable[[Asking, Asked], R], asking: Asking, item: Item) -> R | ErrorRecord:
    shown = item.text.strip()
    try:
        if item.document is None:
            raise item.error or FormatError("there is no puzzle here", line=item.line)
        puzzle = item.document.puzzle
        if "\n" in shown or not shown:
            shown = one_line(puzzle)
        shown = shown.replace("\t", " ")
        return ask(asking, Asked(puzzle, item.line, shown, item.source))
    except FormatError as error:
        sentence = str(error)
    except (InvalidPuzzle, Unsupported) as error:
        sentence = f"line {item.line}: {error}"
    if item.source is not None:
        sentence = f"{item.source}: {sentence}"
    return ErrorRecord(item.line, " ".join(shown.split()), sentence, source=item.source)


def one_line(puzzle: Puzzle) -> str:
    """The puzzle on one line, in the plainest format that holds all of it."""
    document = Document(puzzle)
    for name in ("line", "numbers", "marks", "json"):
        try:
            text = write(document, name).strip()
        except SatdokuError:
            continue
        if "\n" not in text:
            return text
    return puzzle.grid.text()


def solve(asking: Asking, asked: Asked) -> SolveRecord:
    """Ask for solutions."""
    found = solving.solve(asked.puzzle, **asking.common)
    return SolveRecord(
        **asked.place,
        verdict=found.verdict,
        solutions=tuple(grid.text() for grid in found.solutions),
        complete=found.complete,
        exhausted=found.exhausted,
        **_ending(found),
    )


def uniqueness(asking: Asking, asked: Asked) -> UniquenessRecord:
    """Ask whether there is exactly one solution."""
    found = solving.check_unique(asked.puzzle, **asking.common)
    return UniquenessRecord(
        **asked.place,
        verdict=found.verdict,
        witnesses=tuple(grid.text() for grid in found.witnesses),
        **_ending(found),
    )


def count(asking: Asking, asked: Asked) -> CountRecord:
    """Ask how many solutions there are."""
    found = solving.count(asked.puzzle, **asking.common)
    return CountRecord(**asked.place, count=found.count, exact=found.exact, **_ending(found))


def candidates(asking: Asking, asked: Asked) -> CandidatesRecord:
    """Ask which candidates occur in some solution."""
    found = solving.true_candidates(asked.puzzle, cap=asking.cap, **asking.common)
    name = asked.puzzle.geometry.name
    table = {
        name(cell): {str(digit): times for digit, times in sorted(digits.items())}
        for cell, digits in enumerate(found.candidates)
    }
    return CandidatesRecord(
        **asked.place,
        candidates=table,
        cap=asking.cap or 1,
        complete=found.complete,
        **_ending(found),
    )
