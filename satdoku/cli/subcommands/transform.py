"""``satdoku transform``: puzzles moved about, made canonical, their different images counted."""

from __future__ import annotations

from collections.abc import Iterable

from satdoku.answers.symmetry import TransformAnswer, TransformQuestion
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.records.puzzles import TransformRecord

LISTED = 450, "Move rows, columns and digits: other images of a puzzle"
EXAMPLES = ("satdoku transform puzzle.txt --seed 1",)


def transform(
    puzzles: PuzzleArguments, question: TransformQuestion, common: RunGroup, input: InputGroup
) -> int:
    """Move the rows, columns and digits of each puzzle: at random, by name, or to its least image.

    Piped output has one image in each line; with --count the number of different images, a tab and
    the puzzle.
    """
    return run(question, puzzles, input, common, REPORT, rewrites=True)


def _lines(record: TransformRecord) -> Iterable[str]:
    if record.stopped is not None:
        return (f"undecided\t{record.puzzle}",)
    return (record.image or f"{record.images}\t{record.puzzle}",)


def _code(record: TransformRecord) -> int:
    return DONE if record.stopped is None else UNDECIDED


REPORT: Report[TransformRecord, TransformAnswer] = Report(_lines, _code, TransformAnswer.text)
