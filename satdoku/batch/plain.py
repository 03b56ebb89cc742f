"""Plain lines of classic puzzles, judged whole blocks at a time by the compiled core.

The general way makes a Puzzle of every line, some 30 us each. A file of 81-character lines needs
none of that: the core reads the text itself and hands back whatever is not a plain puzzle (a
comment, a note behind the puzzle, a bad line), which then goes the general way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from types import ModuleType
from typing import Generic

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.question import A
from satdoku.base.compiled import compiled_core
from satdoku.base.records import dataclass
from satdoku.formats import Reader
from satdoku.formats.source import RawLines


@dataclass(frozen=True, slots=True)
class PlainBlock:
    """Some consecutive lines of a file, judged.

    first     the number of the first line
    lines     the lines as found
    verdicts  a verdict code of the core for each line
    others    the indices of the lines left to the caller, ascending
    output    the rows asked for: ``output[i]`` those of the lines before ``others[i]``, each
              ended by a line end; one more than ``others``
    """

    first: int
    lines: list[str]
    verdicts: bytes
    others: list[int]
    output: list[str]


@dataclass(frozen=True)
class Plain(Generic[A]):
    """How a question is answered for files of plain classic puzzles, whole blocks at a time.

    Worker processes take it along.

    columns   the core's columns of which ``answers`` makes answers
    answers   rows as columns, the line of the first, the file, seconds a row, threads -> the
              answers
    leave     verdicts that go the general way
    ready     the core's columns that are the output rows as they stand; ``None`` where answers are
              wanted (JSON, a filter)
    negative  verdicts that answer no, where the rows are ready
    is_bare   whether the first column of the ready rows, the verdict, is left out of the output
    at_once   the number of lines that a worker process answers at a time
    """

    columns: str
    answers: Callable[[list[list[str]], int, str | None, float, int], Iterable[A | ErrorRecord]]
    leave: Collection[int]
    ready: str | None = None
    negative: Collection[int] = ()
    is_bare: bool = False
    at_once: int = 256


def is_plain(reader: Reader) -> bool:
    """Whether a source begins as a file of classic puzzles, one a line.

    Fixes the size of the file's puzzles, as reading the first of them does.
    """
    core = compiled_core()
    if core is None or not reader.is_lines:
        return False
    first = reader.first_line()
    if first is None or core.verdict(first[1], 1) == core.UNREADABLE:
        return False
    return reader.entry(*first).document is not None


def judged(
    block: RawLines, columns: str, threads: int = 1, leave: Collection[int] = ()
) -> PlainBlock:
    """The lines of a block, judged.

    ``columns`` is what :func:`satdoku.core.check_lines` prints of each puzzle: v verdict, p puzzle,
    s solution, 2 second solution. Lines with a verdict of ``leave`` are left to the caller, as are
    those that are no plain puzzle.
    """
    core = compiled_core()
    assert core is not None
    plain = lines = block.text.split("\n")
    if " " in block.text:
        plain = for_core(lines)
    parts, others, verdicts = _check(core, plain, columns, threads)
    if any(code in verdicts for code in leave):
        plain = ["" if code in leave else line for code, line in zip(verdicts, plain, strict=True)]
        parts, others, verdicts = _check(core, plain, columns, threads)
    return PlainBlock(block.first, lines, verdicts, others, parts)


def for_core(lines: Sequence[str], read: Container[int] = ()) -> list[str]:
    """Lines for the core to judge, empty where that is the reader's: at the places of ``read``, and
    where there is a space, which may be an empty cell or part a note from the puzzle."""
    return ["" if " " in line or index in read else line for index, line in enumerate(lines)]


def _check(
    core: ModuleType, lines: list[str], columns: str, threads: int
) -> tuple[list[str], list[int], bytes]:
    data = ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")
    parts, others, verdicts = core.check_lines(data, columns, threads)
    return (
        [part.decode("ascii") for part in parts],
        [index for index, _ in others],
        bytes(verdicts),
    )
