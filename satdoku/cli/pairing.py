"""Records with the puzzles that they are about, for reports that draw these."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from satdoku.cli.reports import R, Ready, Report
from satdoku.puzzle import Puzzle
from satdoku.records.base import ErrorRecord

__all__ = ["with_pictures"]

Records = Iterator[R | ErrorRecord | Ready]


def with_pictures(
    records: Records[R],
    asked: deque[Puzzle | None],
    report: Report[R],
    picture: Callable[[R, Puzzle], str],
) -> tuple[Records[R], Report[R]]:
    """The records, and the report whose text draws the puzzle of each.

    :param asked: the puzzles of the records, in the same order, as far as they were read.
    """
    # A report looks at most one record ahead.
    latest: deque[tuple[object, Puzzle | None]] = deque(maxlen=2)

    def noted() -> Records[R]:
        for record in records:
            latest.append((record, asked.popleft() if asked else None))
            yield record

    def text(record: R) -> str:
        puzzle = next(puzzle for one, puzzle in latest if one is record)
        assert puzzle is not None
        return picture(record, puzzle)

    return noted(), replace(report, text=text)
