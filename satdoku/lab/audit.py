"""The faults of a data set of classic puzzles, and the puzzles that its files have in common.

Models are trained on one file and judged on another. Whether puzzles have one solution, whether
givens can be spared, whether the solutions beside them are right, how hard they are, and whether a
puzzle of one file is an image of one of another (by its canonical form), is asked of the compiled
core, many at a time. Blocks are answered one after another, so that a limit or Ctrl-C leaves a
report of the blocks before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

from satdoku.base.compiled import required_core
from satdoku.base.errors import FormatError
from satdoku.base.limits import UNLIMITED, Clock, Limit
from satdoku.base.records import dataclass
from satdoku.formats import Entry, Reader
from satdoku.formats.csv import fields, table_columns
from satdoku.formats.source import Source
from satdoku.lab.audited import AuditedFileRecord, AuditRecord, OverlapRecord
from satdoku.rating.levels import LEVELS, level_name, short_of_easy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RATED = 1000
"""How many puzzles of a file are rated where nothing else is asked for, evenly spread."""

_BLOCK = 10_000
_RATED_BLOCK = 100
_MAX_EXAMPLES = 5
_CELLS = 81
_NOTHING = "x" * _CELLS
_EMPTY = b"0.*_"
_DOT = ord(".")


Bytes: TypeAlias = "NDArray[np.uint8]"
Texts: TypeAlias = "NDArray[np.bytes_]"
_Row: TypeAlias = tuple[int, str, str]
"""The line, the text of a puzzle, and the text of its solution."""


@dataclass
class _Audited:
    """A file, as far as it was read; ``lines``, ``texts`` and ``forms`` are in blocks."""

    source: str
    rows: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[int]] = field(default_factory=dict)
    unreadable: int = 0
    minimal: int = 0
    solutions: int = 0
    wrong: int = 0
    clues: Counter[int] = field(default_factory=Counter)
    lines: list[NDArray[np.int64]] = field(default_factory=list)
    texts: list[Texts] = field(default_factory=list)
    unique: list[NDArray[np.bool_]] = field(default_factory=list)
    forms: list[Texts] = field(default_factory=list)
    levels: Counter[str] = field(default_factory=Counter)
    ratings: list[float] = field(default_factory=list)
    complete: bool = False

    def note(self, kind: str, lines: Iterable[int]) -> None:
        """Keep the first lines of a fault."""
        known = self.faults.setdefault(kind, [])
        known += islice(lines, _MAX_EXAMPLES - len(known))

    def joined(self) -> tuple[NDArray[np.int64], Texts, Texts]:
        """The lines of the puzzles that are no invalid ones, their texts and canonical forms."""
        import numpy as np

        if not self.lines:
            return np.zeros(0, np.int64), np.zeros(0, "S81"), np.zeros(0, "S81")
        return np.concatenate(self.lines), np.concatenate(self.texts), np.concatenate(self.forms)


def audit_files(
    sources: Sequence[str],
    *,
    rated: int = RATED,
    jobs: int = 1,
    limit: Limit = UNLIMITED,
    advance: Callable[[int, int], None] = lambda size, count: None,
) -> AuditRecord:
    """Audit files of classic puzzles, lines or tables, each by itself and against the others.

    Where a limit runs out, or Ctrl-C is pressed, the report is of the rows so far: ``complete`` is
    false then, and ``stopped`` says why.

    :param rated: how many puzzles of each file are rated.
    :param advance: takes how many bytes and puzzles were read.
    :raises FormatError: where a file cannot be opened, or holds no puzzle.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    required_core("an audit")
    clock = limit.start()
    files: list[_Audited] = []
    stopped: str | None = None
    try:
        for source in sources:
            files.append(_Audited(source))
            stopped = _audit(files[-1], rated, jobs, clock, advance)
            if stopped is not None:
                break
    except KeyboardInterrupt:
        stopped = "interrupt"
    joined = [audited.joined() for audited in files]
    overlaps = [
        _overlap(files[one].source, joined[one], files[other].source, joined[other])
        for one in range(len(files))
        for other in range(one + 1, len(files))
    ]
    records = tuple(map(_record, files, joined))
    return AuditRecord(records, tuple(overlaps), stopped is None, stopped)


def _audit(
    audited: _Audited, rated: int, jobs: int, clock: Clock, advance: Callable[[int, int], None]
) -> str | None:
    """Read and judge one file; return the limit that stopped it, if any."""
    rows = _rows(audited.source)
    while block := list(islice(rows, _BLOCK)):
        if (stop := clock.stopped()) is not None:
            return stop
        _judge(audited, block, jobs)
        advance(sum(len(puzzle) + len(solution) + 2 for _, puzzle, solution in block), len(block))
    if not audited.rows:
        first = audited.faults.get("unreadable")
        where = f": line {first[0]} is not 81 digits and dots, nor is any other" if first else ""
        way = "; --variants audits puzzles with rules" if first else ""
        raise FormatError(f"{audited.source} holds no classic 9x9 puzzle{where}{way}")
    ended = _rate(audited, rated, jobs, clock)
    audited.complete = ended is None
    return ended


def _rows(source: str) -> Iterator[_Row]:
    """The rows of a file: of a table its columns of puzzles and solutions, of plain lines their
    text, of other files their puzzles."""
    with Reader(source) as reader:
        if not reader.is_lines and reader.format != "csv":
            for entry in reader:
                yield _row_of(entry)
            return
    lines = ((n, line) for n, line in Source(source).lines() if line.strip())
    lines = ((n, line) for n, line in lines if not line.lstrip().startswith("#"))
    first = next(lines, None)
    if first is None:
        return
    table = table_columns(first[1])
    if table is None:
        for number, line in chain((first,), lines):
            yield number, line.strip(), ""
        return
    delimiter, puzzle, solution = table
    for number, line in lines:
        cells = fields(line, delimiter) if '"' in line else line.split(delimiter)
        yield (
            number,
            cells[puzzle].strip() if puzzle < len(cells) else "",
            cells[solution].strip() if solution is not None and solution < len(cells) else "",
        )


def _row_of(entry: Entry) -> _Row:
    """A puzzle that is no line of a file of lines, where it is a classic one without rules."""
    document = entry.document
    if document is None or not document.puzzle.geometry.is_classic or document.puzzle.constraints:
        return entry.line, "", ""
    solution = "" if document.solution is None else document.solution.text()
    return entry.line, "" if document.puzzle.is_sukaku else document.puzzle.grid.text(), solution


def _grids(texts: Sequence[str]) -> Bytes:
    """Puzzles as rows of 81 characters; a row of zeros for a text that is no such puzzle."""
    import numpy as np

    whole = "".join([text if len(text) == _CELLS else _NOTHING for text in texts])
    data = whole.encode("ascii", "replace")
    grids = np.frombuffer(data, np.uint8).reshape(-1, _CELLS).copy()
    grids[np.isin(grids, list(_EMPTY))] = _DOT
    digits = (grids >= ord("1")) & (grids <= ord("9"))
    grids[~(digits | (grids == _DOT)).all(axis=1)] = 0
    return grids


def _judge(audited: _Audited, block: Sequence[_Row], jobs: int) -> None:
    """Judge a block of rows."""
    import numpy as np

    core = required_core("an audit")
    numbers = np.array([number for number, _, _ in block], np.int64)
    grids = _grids([puzzle.split()[0] if " " in puzzle else puzzle for _, puzzle, _ in block])
    readable = grids[:, 0] != 0
    audited.unreadable += int((~readable).sum())
    audited.note("unreadable", numbers[~readable].tolist())
    answers = [solution for _, _, solution in block]
    places = np.flatnonzero(readable)
    if not len(places):
        return
    numbers, grids = numbers[places], np.ascontiguousarray(grids[places])
    verdicts, solutions, _ = core.check_many(grids, 2, jobs)
    audited.rows += len(grids)
    for name in ("unique", "multiple", "none", "invalid"):
        here = verdicts == getattr(core, name.upper())
        if here.any():
            audited.verdicts[name] += int(here.sum())
            if name != "unique":
                audited.note(name, numbers[here].tolist())
    given = (grids != _DOT).sum(axis=1)
    for count, times in zip(*np.unique(given, return_counts=True), strict=True):
        audited.clues[int(count)] += int(times)
    unique = verdicts == core.UNIQUE
    audited.minimal += int(core.minimal_many(grids[unique], jobs).sum())
    beside = _grids([answers[place] for place in places])
    stated = unique & (beside[:, 0] != 0)
    stated |= unique & np.array([bool(answers[place]) for place in places])
    audited.solutions += int(stated.sum())
    wrong = stated & (beside != solutions + ord("0")).any(axis=1)
    audited.wrong += int(wrong.sum())
    audited.note("wrong", numbers[wrong].tolist())
    valid = verdicts != core.INVALID
    texts = np.ascontiguousarray(grids[valid])
    audited.lines.append(numbers[valid])
    audited.texts.append(texts.view("S81").reshape(-1))
    audited.unique.append(unique[valid])
    forms = core.canonical_forms(texts.tobytes(), jobs)
    audited.forms.append(np.frombuffer(forms, "S81"))


def _rate(audited: _Audited, rated: int, jobs: int, clock: Clock) -> str | None:
    """Rate some puzzles of a file, evenly spread; return the limit that stopped it, if any."""
    import numpy as np

    if not rated or not audited.texts:
        return None
    core = required_core("an audit")
    texts = np.concatenate(audited.texts)[np.concatenate(audited.unique)]
    step = max(1, len(texts) // rated)
    chosen = [text.decode() for text in texts[::step][:rated]]
    for at in range(0, len(chosen), _RATED_BLOCK):
        if (stop := clock.stopped()) is not None:
            return stop
        some = chosen[at : at + _RATED_BLOCK]
        for text, rating in zip(some, core.se_rate_batch(some, threads=jobs), strict=True):
            if rating.status == "ok":
                er = rating.tenths[0]
                audited.ratings.append(er / 10)
                audited.levels[level_name(er, partial(short_of_easy, text))] += 1
    return None


def _record(audited: _Audited, joined: tuple[NDArray[np.int64], Texts, Texts]) -> AuditedFileRecord:
    """The counts of a file."""
    import numpy as np

    _, texts, forms = joined
    different, shapes = len(np.unique(texts)), len(np.unique(forms))
    ratings: dict[str, float | tuple[float, ...]] = {}
    if audited.ratings:
        quartiles = np.percentile(audited.ratings, (25, 50, 75))
        ratings = {
            "least": min(audited.ratings),
            "quartiles": tuple(round(float(number), 2) for number in quartiles),
            "most": max(audited.ratings),
        }
    return AuditedFileRecord(
        audited.source,
        audited.rows,
        dict(audited.verdicts),
        audited.unreadable,
        audited.minimal,
        len(texts) - different,
        different - shapes,
        audited.solutions,
        audited.wrong,
        dict(sorted(audited.clues.items())),
        len(audited.ratings),
        {name: audited.levels[name] for name in LEVELS if name in audited.levels},
        ratings,
        {kind: tuple(lines) for kind, lines in audited.faults.items() if lines},
        audited.complete,
    )


def _overlap(
    first: str,
    joined: tuple[NDArray[np.int64], Texts, Texts],
    second: str,
    others: tuple[NDArray[np.int64], Texts, Texts],
) -> OverlapRecord:
    """The puzzles that are in both of two files, by text or as images."""
    import numpy as np

    lines, texts, forms = joined
    numbers, other_texts, other_forms = others
    identical = np.isin(other_texts, texts)
    equivalent = np.isin(other_forms, forms) & ~identical
    examples = []
    for here, own, whole, same in (
        (identical, other_texts, texts, True),
        (equivalent, other_forms, forms, False),
    ):
        for place in np.flatnonzero(here)[:_MAX_EXAMPLES]:
            line = int(lines[np.flatnonzero(whole == own[place])[0]])
            examples.append({"first": line, "second": int(numbers[place]), "identical": same})
    return OverlapRecord(
        first, second, int(identical.sum()), int(equivalent.sum()), tuple(examples)
    )
