"""A run: blocks out to the workers, parts back into the directory, whatever happens between."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, TypeAlias

from satdoku.answers.json_object import SCHEMA
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.records import dataclass
from satdoku.base.workers import Executor, Processes
from satdoku.batch.block_answers import answer, answer_lines, lost_line
from satdoku.batch.blocks import Block, Inputs
from satdoku.batch.cluster import Cluster, versions_here
from satdoku.batch.directory import HEADER, PartNote, RunDirectory, header_of
from satdoku.batch.encoding import decode, default_form, encode, require_form
from satdoku.batch.executors import Threads
from satdoku.batch.packed import counted
from satdoku.batch.schema import Columns, Questions
from satdoku.formats import ReadOptions

ExecutorName = Literal["auto", "threads", "processes"]


@dataclass(frozen=True)
class Task:
    """A block, or a part of one, to be answered.

    start, stop  which of its entries ``block`` holds
    length       how many entries the whole block has
    old          a part that was made before, of which only the rows at ``redo`` are answered again
    """

    block: Block
    start: int
    stop: int
    length: int
    old: bytes | None = None
    redo: tuple[str, ...] = ()


Made: TypeAlias = tuple[PartNote, bytes]
"""A part, and the bytes of its file."""


@dataclass
class Progress:
    """How far a run is.

    rows      answered, those of earlier runs among them; ``fresh``: by this one
    verdicts  how many rows have which
    open      rows with a question whose limit ran out, or without an answer
    fraction  of the input that was read; ``None`` where its size is not known
    seconds   since this run began
    """

    rows: int = 0
    fresh: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    open: int = 0
    fraction: float | None = None
    seconds: float = 0.0

    def add(self, note: PartNote, *, fresh: bool) -> None:
        """Count a part."""
        self.rows += note.rows
        self.fresh += note.rows if fresh else 0
        self.verdicts.update(note.verdicts)
        self.open += note.open

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.fresh / self.seconds if self.seconds else 0.0


def opened(
    path: Path,
    arguments: Sequence[str],
    questions: Questions,
    *,
    options: ReadOptions,
    plain: bool,
    reading: Mapping[str, Any],
    form: str | None = None,
    size: int | None = None,
    redo: bool = False,
) -> tuple[RunDirectory, Inputs]:
    """The directory of a run, new or to be gone on with, and its inputs.

    ``reading`` is what ``options`` and ``asked.adapt`` come from, and ``plain`` whether that is
    nothing; ``form`` and ``size`` are by default those of the run; ``redo``: rows are answered
    again, under whatever limit.

    :raises SatdokuError: where an input cannot be opened, or the directory is not of this run.
    """
    before = header_of(path) if (path / HEADER).exists() else {}
    form = form or before.get("form") or default_form()
    require_form(form)
    size = size or before.get("block") or questions.block
    inputs = Inputs(arguments, options, plain=plain, size=size)
    inputs.begin()
    header = {
        "schema": SCHEMA,
        "versions": versions_here(form),
        "form": form,
        "block": size,
        "questions": list(questions.names),
        "time limit": before.get("time limit") if redo and before else questions.seconds,
        "limit": questions.limit,
        "reading": dict(reading),
        "columns": [{"name": c.name, "kind": c.kind} for c in questions.columns],
        "input": inputs.fingerprint(),
    }
    return RunDirectory(path, header), inputs


def work(questions: Questions, form: str, task: Task) -> Made | Columns:
    """Answer a task: a part where it is a whole block, else the rows.

    A pure function of its arguments, wherever it runs.
    """
    block = task.block
    if task.old is not None:
        table = decode(task.old, questions.columns, form)
        rows = _open_rows(table, task.redo)
        columns = {name: list(values) for name, values in table.items()}
        for row, fresh in zip(rows, answer_lines(questions, block, rows), strict=True):
            for name, column in columns.items():
                column[row] = fresh.get(name)
        return made(questions, form, block, {**columns})
    table = answer(questions, block)
    return made(questions, form, block, table) if task.stop - task.start == task.length else table


def made(questions: Questions, form: str, block: Block, table: Columns) -> Made:
    """The part that holds a table."""
    data = encode(table, questions.columns, form)
    note = PartNote(
        block.number,
        f"part-{block.number:06}.{form}",
        0,
        "",
        len(table["line"]),
        dict(sorted(counted(table["verdict"]).items())),
        len(_open_rows(table, ("undecided", "unanswered"))),
        block.checksum,
    )
    return note, data


def _open_rows(table: Columns, kinds: Sequence[str]) -> list[int]:
    rows: set[int] = set()
    names, verdicts = table["undecided"], table["verdict"]
    if "undecided" in kinds and names.count(None) < len(names):
        rows.update(row for row, name in enumerate(names) if name is not None)
    if "unanswered" in kinds and "unanswered" in verdicts:
        rows.update(row for row, verdict in enumerate(verdicts) if verdict == "unanswered")
    return sorted(rows)


def run(
    directory: RunDirectory,
    inputs: Inputs,
    questions: Questions,
    *,
    jobs: int,
    executor: ExecutorName | Callable[[Callable[[Task], Any]], Executor[Task]] = "auto",
    cluster: str | None = None,
    redo: tuple[str, ...] = (),
) -> Iterator[Progress]:
    """Answer what is not answered yet, and yield how far the run is after each part.

    :param cluster: the address of a Dask scheduler, which then answers.
    :param redo: the rows to be answered again: ``undecided``, ``unanswered``.
    :raises SatdokuError: where the input cannot be read or is not that of the run, where the disk
        does not take a part, and where no worker can be started; what is done stays done.
    """
    form = directory.header["form"]
    progress = Progress()
    started = time.monotonic()
    old = dict(directory.done)
    tasks = _tasks(directory, inputs.blocks(), old, redo, questions.seconds, progress)
    first = next(tasks, None)
    if first is not None:
        function = partial(work, questions, form)
        if callable(executor):
            workers = executor(function)
        elif cluster is not None:
            workers = Cluster(function, cluster, form, jobs)
        elif executor == "threads" or (
            executor == "auto" and (first.block.quick and not questions.is_costly)
        ):
            workers = Threads(function, jobs)
        else:
            workers = Processes(function, jobs)
        try:
            for note, data in _parts(workers, chain((first,), tasks), questions, form):
                directory.commit(note, data)
                progress.add(note, fresh=True)
                progress.fraction = inputs.fraction
                progress.seconds = time.monotonic() - started
                yield progress
        finally:
            workers.close()
    if not directory.complete:
        directory.succeed()
    progress.fraction = 1.0
    progress.seconds = time.monotonic() - started
    yield progress


def _tasks(
    directory: RunDirectory,
    blocks: Iterator[Block],
    old: dict[int, PartNote],
    redo: tuple[str, ...],
    seconds: float | None,
    progress: Progress,
) -> Iterator[Task]:
    """The tasks that are left."""
    again = bool(redo) and any(note.open for note in old.values())
    if directory.complete and not again:
        for note in old.values():
            progress.add(note, fresh=False)
        return
    if again:
        directory.reopen({"rows": list(redo), "time limit": seconds})
    for block in blocks:
        before = old.get(block.number)
        task = Task(block, 0, block.length, block.length)
        if before is None:
            yield task
            continue
        if before.checksum != block.checksum:
            raise FormatError(
                f"the input is not that of the run in {directory.path}: block {block.number}, from "
                f"line {block.line(0)} on, has changed"
            )
        if redo and before.open:
            yield _again(directory, before, task, redo)
        else:
            progress.add(before, fresh=False)


def _again(directory: RunDirectory, note: PartNote, task: Task, redo: tuple[str, ...]) -> Task:
    try:
        return replace(task, old=directory.read(note), redo=redo)
    except SatdokuError:
        # A kill came between the part and its line in the journal.
        return task


def _parts(
    workers: Executor[Task], tasks: Iterator[Task], questions: Questions, form: str
) -> Iterator[Made]:
    """The parts, as they are ready; a block whose worker dies is halved down to one line."""
    again: deque[Task] = deque()
    halved: dict[int, tuple[Block, dict[int, tuple[int, Columns]]]] = {}
    inside = 0
    while True:
        while inside < workers.window:
            task = again.popleft() if again else next(tasks, None)
            if task is None:
                break
            workers.submit(task)
            inside += 1
        if not inside:
            return
        task, result = workers.finished()
        inside -= 1
        if isinstance(result, tuple):
            yield result
            continue
        block, answered = halved.setdefault(task.block.number, (task.block, {}))
        if result is None and task.stop - task.start > 1:
            again.extend(_halves(task))
            continue
        answered[task.start] = (
            task.stop,
            lost_line(questions, task.block) if result is None else result,
        )
        if sum(stop - start for start, (stop, _) in answered.items()) == task.length:
            del halved[block.number]
            tables = [table for _, (_, table) in sorted(answered.items(), key=itemgetter(0))]
            whole: Columns = {
                column.name: [value for table in tables for value in table[column.name]]
                for column in questions.columns
            }
            yield made(questions, form, block, whole)


def _halves(task: Task) -> Iterator[Task]:
    length = task.stop - task.start
    for start, stop in ((0, length // 2), (length // 2, length)):
        block = task.block.part(start, stop)
        yield Task(block, task.start + start, task.start + stop, task.length)
