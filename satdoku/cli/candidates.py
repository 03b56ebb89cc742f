"""``satdoku candidates``: which candidates occur in some solution."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

import typer

from satdoku.answers.candidates import candidates_of
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, EngineGroup, InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.terminal import coloured
from satdoku.puzzle import Position, Puzzle
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import CandidatesRecord

__all__ = ["candidates"]


def candidates(
    puzzles: PuzzleArguments,
    engine: EngineGroup,
    common: RunGroup,
    input: InputGroup,
    cap: Annotated[
        int | None,
        typer.Option(min=1, help="Also count, up to this, the solutions of each candidate."),
    ] = None,
) -> int:
    """Which candidates occur in some solution (the true candidates of each puzzle).

    Off a terminal: one line a puzzle, each cell's digits together, cells parted by spaces.
    """
    asking = Asking.of(input, common, engine)
    report = Report(_lines, _code, invalid=_invalid)
    return run(partial(_ask, cap), puzzles, asking, report, common, picture=_text)


def _ask(cap: int | None, asking: Asking, asked: Asked) -> CandidatesRecord:
    return candidates_of(asked, cap=cap, **asking.common)


def _lines(record: CandidatesRecord) -> Iterable[str]:
    if _code(record) == NO:
        return ("none",)
    if not record.complete:
        return ("undecided",)
    # Digits of two figures would run together.
    part = "," if any(len(d) > 1 for digits in record.candidates.values() for d in digits) else ""
    if record.cap == 1:
        return (" ".join(part.join(digits) for digits in record.candidates.values()),)
    return (
        " ".join(
            ",".join(f"{digit}:{times}" for digit, times in digits.items())
            for digits in record.candidates.values()
        ),
    )


def _code(record: CandidatesRecord) -> int:
    if not record.complete:
        return UNDECIDED
    return DONE if all(record.candidates.values()) else NO


def _text(record: CandidatesRecord, puzzle: Puzzle) -> str:
    if _code(record) == NO:
        return "none: no solution"
    if not record.complete:
        return f"undecided: the limit on {record.stopped} ran out"
    if record.cap > 1:
        return "\n".join(
            f"{cell}: " + ", ".join(f"{digit} ({times})" for digit, times in digits.items())
            for cell, digits in record.candidates.items()
        )
    from satdoku.render.terminal import render_candidates

    left = tuple(frozenset(map(int, digits)) for digits in record.candidates.values())
    values = tuple(min(d) if len(d) == 1 else None for d in left)
    open_cells = tuple(
        frozenset[int]() if v is not None else d for v, d in zip(values, left, strict=True)
    )
    return render_candidates(Position(puzzle, values, open_cells), color=coloured())


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.called,)
