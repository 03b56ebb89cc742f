"""A data set of variants: how surely its puzzles were read, and which rules they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import understood
from satdoku.base.errors import FormatError, SatdokuError, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.base.workers import in_order
from satdoku.formats import Reader
from satdoku.puzzle import Document
from satdoku.puzzle.certainty import Certainty
from satdoku.solving import check_unique

Outcome = Literal["whole", "proved", "plausible", "partial", "unread"]
OUTCOMES: tuple[Outcome, ...] = ("whole", "proved", "plausible", "partial", "unread")

_DOUBTS = {
    "partial": "drawings or words that several rules fit, or none",
    "unread": "not one solution, and no drawings or words that are rules",
    "wrong": "another solution than the one in the text",
}
"""The doubts about the lines that a report names."""

_SECONDS_EACH = 10.0
"""How long the verdict on one puzzle may take."""
_MAX_LINES = 10
"""Lines of a kind that a report names."""


@dataclass(frozen=True, slots=True)
class RefusedRecord(JsonObject):
    """A row of a file that could not be read, and why."""

    line: int
    error: str


@dataclass(frozen=True, slots=True)
class ReadFileRecord(JsonObject):
    """A file of puzzles with rules.

    source    its name
    puzzles   how many could be read
    readings  how many are ``whole`` (one solution by their data alone), ``proved``, ``plausible``
              and ``partial`` (docs/reading.md), and ``unread``: not one solution, and nothing that
              drawings or words may be
    verdicts  how many of them, so read, are unique, multiple, none, invalid, undecided
    stated    how many have a full solution in their text
    wrong     how many of those have one solution that is another one
    rules     in how many puzzles each rule is, the most frequent first
    refused   the rows that could not be read
    lines     the first lines of the readings and verdicts that are doubtful
    complete  the file was read to the end
    """

    source: str
    puzzles: int
    readings: Mapping[str, int]
    verdicts: Mapping[str, int]
    stated: int
    wrong: int
    rules: Mapping[str, int]
    refused: tuple[RefusedRecord, ...]
    lines: Mapping[str, tuple[int, ...]]
    complete: bool

    def text(self) -> str:
        """The findings, a line each."""
        verdicts = ", ".join(f"{count:,} {name}" for name, count in self.verdicts.items())
        rows = [
            f"{self.source}: {plural(self.puzzles, 'puzzle')} ({verdicts})",
            "  read: " + ", ".join(f"{self.readings.get(name, 0):,} {name}" for name in OUTCOMES),
        ]
        if self.stated:
            rows.append(f"  wrong solutions: {self.wrong:,} of {self.stated:,}")
        if self.rules:
            rows.append("  rules: " + ", ".join(f"{n} {k}" for n, k in self.rules.items()))
        for name, numbers in self.lines.items():
            places = "line" if len(numbers) == 1 else "lines"
            rows.append(f"  {_DOUBTS[name]}: {places} {', '.join(map(str, numbers))}")
        rows += [f"  refused: {refused.error}" for refused in self.refused]
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class VariantsRecord(JsonObject):
    """An audit of files of puzzles with rules.

    files     each by itself
    complete  every row was read; else ``stopped`` says why not (seconds, or interrupt)
    """

    files: tuple[ReadFileRecord, ...]
    complete: bool
    stopped: str | None

    @property
    def clean(self) -> bool:
        """Whether every row has one solution by a whole or proved reading, the one in its text."""
        return all(
            file.readings.get("whole", 0) + file.readings.get("proved", 0) == file.puzzles
            and not (file.refused or file.wrong)
            for file in self.files
        )

    def text(self) -> str:
        """All of it for a reader."""
        rows = [file.text() for file in self.files]
        if self.stopped is not None:
            rows.append(f"not complete: stopped by {self.stopped}")
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A puzzle that was read: the reading, its verdict, and the names of its rules."""

    outcome: Outcome
    verdict: str
    rules: tuple[str, ...] = ()
    stated: bool = False
    wrong: bool = False


@dataclass
class _Counts:
    """A file as far as it was read."""

    source: str
    readings: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    stated: int = 0
    wrong: int = 0
    refused: list[RefusedRecord] = field(default_factory=list)
    lines: dict[str, list[int]] = field(default_factory=dict)
    complete: bool = False

    def add(self, line: int, judged: _Judged) -> None:
        """Count a puzzle."""
        self.readings[judged.outcome] += 1
        self.verdicts[judged.verdict] += 1
        self.rules.update(judged.rules)
        self.stated += judged.stated
        self.wrong += judged.wrong
        doubtful = [judged.outcome] if judged.outcome in ("partial", "unread") else []
        for name in [*doubtful, *(["wrong"] if judged.wrong else [])]:
            known = self.lines.setdefault(name, [])
            if len(known) < _MAX_LINES:
                known.append(line)

    def record(self) -> ReadFileRecord:
        """The counts for a report."""
        return ReadFileRecord(
            self.source,
            self.readings.total(),
            {name: self.readings[name] for name in OUTCOMES if self.readings[name]},
            dict(self.verdicts),
            self.stated,
            self.wrong,
            dict(sorted(self.rules.items(), key=lambda item: (-item[1], item[0]))),
            tuple(self.refused),
            {name: tuple(numbers) for name, numbers in self.lines.items()},
            self.complete,
        )


def audit_variants(
    sources: Sequence[str],
    *,
    jobs: int = 1,
    limit: Limit = UNLIMITED,
    advance: Callable[[int, int], None] = lambda size, count: None,
) -> VariantsRecord:
    """Read files of puzzles with rules, and count how surely each was read.

    Where a limit runs out, or Ctrl-C is pressed, the report is of the rows so far: ``complete`` is
    false then, and ``stopped`` says why.

    :param advance: takes how many bytes and puzzles were read.
    :raises FormatError: where a file cannot be opened, or has no row.
    """
    clock = limit.start()
    files: list[_Counts] = []
    stopped: str | None = None
    try:
        for source in sources:
            files.append(_Counts(source))
            stopped = _audit(files[-1], jobs, clock, advance)
            if stopped is not None:
                break
            files[-1].complete = True
    except KeyboardInterrupt:
        stopped = "interrupt"
    return VariantsRecord(tuple(one.record() for one in files), stopped is None, stopped)


def _audit(
    counts: _Counts,
    jobs: int,
    clock: Clock,
    advance: Callable[[int, int], None],
) -> str | None:
    """Read and judge one file; return the limit that stopped it, if any."""
    with Reader(counts.source) as reader:
        items = (
            (entry.line, len(entry.text), entry.document or str(entry.error)) for entry in reader
        )
        rows = 0
        for line, size, judged in in_order(_judged, _until(items, clock), jobs):
            if isinstance(judged, str):
                counts.refused.append(RefusedRecord(line, judged))
            else:
                counts.add(line, judged)
            rows += 1
            advance(size + 1, 1)
    stopped = clock.stopped()
    if not rows and stopped is None:
        raise FormatError("{source} holds no puzzle", source=counts.source)
    return stopped


_Item: TypeAlias = tuple[int, int, Document | str]
"""The line of a puzzle, the length of its text, and the puzzle or why there is none."""


def _until(items: Iterable[_Item], clock: Clock) -> Iterator[_Item]:
    for item in items:
        if clock.stopped() is not None:
            return
        yield item


def _judged(item: _Item) -> tuple[int, int, _Judged | str]:
    line, size, document = item
    if isinstance(document, str):
        return line, size, document
    try:
        return line, size, _judge(understood(document))
    except SatdokuError as error:
        return line, size, f"line {line}: {error}"


def _judge(document: Document) -> _Judged:
    puzzle, stated = document.bare_puzzle, document.full_solution
    verdict, wrong = "invalid", False
    if not puzzle.problems():
        try:
            result = check_unique(puzzle, limit=Limit(seconds=_SECONDS_EACH))
            verdict = result.verdict
            if verdict == "unique" and stated is not None:
                wrong = result.witnesses[0].values != stated.values
        except Undecided:
            verdict = "undecided"
    reading: Certainty | None = None if document.reading is None else document.reading.certainty
    outcome: Outcome = reading or ("whole" if verdict == "unique" else "unread")
    names = dict.fromkeys(rule.name for rule in puzzle.constraints)
    return _Judged(outcome, verdict, tuple(names), stated is not None, wrong)
