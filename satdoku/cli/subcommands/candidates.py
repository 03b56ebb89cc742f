"""``satdoku candidates``: which candidates occur in some solution."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.answers.counting import CandidatesAnswer, CandidatesQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, NO, UNDECIDED, Report
from satdoku.cli.terminal import coloured
from satdoku.records.base import ErrorRecord
from satdoku.records.solving import CandidatesRecord

LISTED = 140, "Print the candidates that occur in some solution"
EXAMPLES = ("satdoku candidates puzzle.txt",)


def candidates(
    puzzles: PuzzleArguments, question: CandidatesQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Print the true candidates of each puzzle: the candidates that occur in some solution.

    Piped output has one line for each puzzle: the digits of each cell together, with spaces between
    cells.
    """
    return run(question, puzzles, input, common, Report(_lines, _code, _text, invalid=_invalid))


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


def _text(found: CandidatesAnswer) -> str:
    if found.cap > 1 or not found.complete or not all(found.candidates.values()):
        return found.text()
    from satdoku.render.terminal import render_scene

    return render_scene(found.scene(), candidates="lines", color=coloured(), lang=found.lang)


def _invalid(record: ErrorRecord) -> Iterable[str]:
    return (record.called,)
