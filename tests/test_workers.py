"""Worker processes: order, early endings, errors, and workers that die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from satdoku.batch.ordered import map_ordered
from satdoku.cli.asking import Asked, answer_all
from satdoku.cli.groups import Asking
from satdoku.cli.output import BAD_INPUT, Report, report_all
from satdoku.cli.reading import Reading
from satdoku.errors import WorkerDied
from satdoku.formats import ReadOptions
from satdoku.records.solving import CountRecord
from satdoku.workers import in_order

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills processes")


class OnlyHere(Exception):
    """Cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def work(number: int) -> int:
    if number % 10 == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 100:
        raise OnlyHere(1, 2)
    return number * number


def answer(asking: Asking, asked: Asked) -> CountRecord:
    if asked.line == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return CountRecord(**asked.place, count=1, exact=True, stopped=None, backend="x", seconds=0.0)


def test_what_a_dead_worker_was_at_is_lost_and_the_others_are_answered() -> None:
    found = list(in_order(work, range(12), 2, lost=lambda number: -number))
    assert found == [-n if n % 10 == 7 else n * n for n in range(12)]


def test_without_a_substitute_it_is_an_error() -> None:
    results = in_order(work, [7], 2)
    with closing(results), pytest.raises(WorkerDied, match="killed, or out of memory"):
        list(results)


def test_an_error_that_cannot_be_pickled_says_the_same() -> None:
    with pytest.raises(RuntimeError, match="OnlyHere: 1 and 2"):
        list(map_ordered(work, [100], jobs=2))


def test_the_lines_of_a_dead_worker_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles"
    file.write_text(("." * 16 + "\n") * 130)

    def records() -> Iterator[object]:
        return iter(answer_all(answer, [str(file)], Asking(Reading(ReadOptions())), 2))

    report = Report[CountRecord](lambda record: ("1",), lambda record: 0)
    assert report_all(records(), report, as_json=False) == BAD_INPUT  # type: ignore[arg-type]
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"unanswered\t{'.' * 16}"] * 64 + ["1"] * 66
    assert err == (
        f"satdoku: {file}: lines 1 to 64: a worker process ended before its work was done "
        "(killed, or out of memory)\n"
    )
