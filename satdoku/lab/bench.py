"""Solvers side by side: every engine and every python-sat solver on the same puzzles."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base.errors import EngineDisagreement, EngineUnavailable, SatdokuError, Unsupported
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.base.workers import Processes
from satdoku.engines import EngineOptions
from satdoku.puzzle import Puzzle
from satdoku.render.plots import bars
from satdoku.solving import check_unique

_DECIDED = ("unique", "multiple", "none")
_ENGINES = ("native", "variant", "sat", "cpsat")
_STATES = (*_DECIDED, "undecided", "unsupported", "died", "wrong")


@dataclass(frozen=True, slots=True)
class BenchedRecord(JsonObject):
    """The results of one solver in ``bench``.

    solver    ``native``, ``cpsat``, or the name of a python-sat solver
    verdicts  how many puzzles have which: unique, multiple, none, undecided (the time limit), died
              (its process), wrong (an answer that breaks the rules), unsupported
    answered  how many have an answer, which the times are about
    median_ms, mean_ms, slowest_ms, total_ms
              CPU time of its process a puzzle (null where nothing is answered), and of all
    wall_ms   the time of all by the clock
    """

    NULL = ("median_ms", "mean_ms", "slowest_ms")

    solver: str
    verdicts: Mapping[str, int]
    answered: int
    median_ms: float | None
    mean_ms: float | None
    slowest_ms: float | None
    total_ms: float
    wall_ms: float


@dataclass(frozen=True, slots=True)
class BenchRecord(JsonObject):
    """The results of ``bench``, one object for all puzzles.

    puzzles        how many were asked
    time_limit     seconds a puzzle; null: none
    solvers        an object each (``BenchedRecord``)
    disagreements  the puzzles about which solvers disagree: ``line``, ``source``, ``puzzle``, and
                   ``answers`` by solver
    """

    NULL = ("time_limit",)

    puzzles: int
    time_limit: float | None
    solvers: tuple[BenchedRecord, ...]
    disagreements: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class BenchAnswer:
    """A solver's answer about a puzzle: a verdict, or why there is none; the solution of a unique
    puzzle; CPU seconds of the process and seconds by the clock."""

    verdict: str
    solution: str | None
    cpu: float
    wall: float


def solvers_of(text: str) -> tuple[str, ...]:
    """The solvers of ``all`` or ``native,sat,glucose4``; ``sat`` is that engine's own choice.

    :raises SatdokuError: where there is no such solver.
    """
    from satdoku.engines.sat import SOLVERS, solver_name

    if text.strip() == "all":
        return (*_ENGINES, *SOLVERS)
    chosen: dict[str, None] = {}
    for name in (part.strip() for part in text.split(",")):
        try:
            chosen[name if name in _ENGINES else solver_name(name)] = None
        except ValueError as error:
            engines = ", ".join(_ENGINES)
            raise SatdokuError(f"--solvers: {error} (or all, {engines})") from None
    return tuple(chosen)


def bench(
    puzzles: Sequence[Puzzle], solvers: Sequence[str], *, seconds: float | None, jobs: int = 1
) -> dict[str, list[BenchAnswer]]:
    """Ask each solver whether each puzzle has one solution, in a process that has no other work.

    The first puzzle is asked twice, so that no answer has the time in which a solver is loaded.
    Where the process dies, every answer of that solver is ``died``.
    """
    workers = Processes[str, list[BenchAnswer]](partial(_answers_of, tuple(puzzles), seconds), jobs)
    try:
        for solver in solvers:
            workers.submit(solver)
        answered = dict(workers.finished() for _ in solvers)
    finally:
        workers.close()
    died = [BenchAnswer("died", None, 0.0, 0.0)] * len(puzzles)
    return {solver: answered[solver] or died for solver in solvers}


def _answers_of(puzzles: Sequence[Puzzle], seconds: float | None, solver: str) -> list[BenchAnswer]:
    limit = Limit(seconds=seconds)
    engine = solver if solver in _ENGINES else "sat"
    options = EngineOptions() if engine == solver else EngineOptions(solver=solver)
    return [_answer(puzzle, engine, options, limit) for puzzle in (puzzles[0], *puzzles)][1:]


def _answer(puzzle: Puzzle, engine: str, options: EngineOptions, limit: Limit) -> BenchAnswer:
    fresh = replace(puzzle)  # what is cached with a puzzle is paid for
    wall, cpu = time.perf_counter(), time.process_time()
    solution = None
    try:
        result = check_unique(fresh, backend=engine, options=options, limit=limit)
        verdict: str = result.verdict
        if verdict == "unique":
            solution = result.witnesses[0].text()
    except (Unsupported, EngineUnavailable):
        verdict = "unsupported"
    except EngineDisagreement:
        verdict = "wrong"
    return BenchAnswer(verdict, solution, time.process_time() - cpu, time.perf_counter() - wall)


def compared(
    inputs: Sequence[PuzzleInput],
    answers: Mapping[str, Sequence[BenchAnswer]],
    seconds: float | None,
) -> BenchRecord:
    """The counts and times of each solver, and the puzzles about which solvers disagree."""
    disagreements = []
    for place, input in enumerate(inputs):
        here = {solver: own[place] for solver, own in answers.items()}
        decided = {(a.verdict, a.solution) for a in here.values() if a.verdict in _DECIDED}
        if len(decided) > 1 or any(answer.verdict == "wrong" for answer in here.values()):
            where = {"line": input.line, "source": input.source, "puzzle": input.text}
            words = {s: " ".join(filter(None, (a.verdict, a.solution))) for s, a in here.items()}
            disagreements.append(where | {"answers": words})
    rows = tuple(_row(solver, own) for solver, own in answers.items())
    return BenchRecord(len(inputs), seconds, rows, tuple(disagreements))


def _row(solver: str, answers: Sequence[BenchAnswer]) -> BenchedRecord:
    verdicts = Counter(answer.verdict for answer in answers)
    times = [1000 * answer.cpu for answer in answers if answer.verdict in _DECIDED]
    return BenchedRecord(
        solver,
        {name: verdicts[name] for name in _STATES if verdicts[name]},
        len(times),
        round(statistics.median(times), 4) if times else None,
        round(statistics.fmean(times), 4) if times else None,
        round(max(times), 4) if times else None,
        round(sum(1000 * answer.cpu for answer in answers), 3),
        round(sum(1000 * answer.wall for answer in answers), 3),
    )


def table(record: BenchRecord) -> str:
    """The record as a table for a terminal, the fastest first, and the disagreements."""
    states = [name for name in _STATES if any(name in row.verdicts for row in record.solvers)]
    head = ["solver", *states, "median ms", "mean ms", "slowest ms", "total s", "times fastest"]
    ordered = sorted(record.solvers, key=lambda row: (row.median_ms is None, row.median_ms or 0.0))
    least = ordered[0].median_ms if ordered else None
    rows = [head]
    for row in ordered:
        times = [row.median_ms, row.mean_ms, row.slowest_ms, row.total_ms / 1000]
        factor = "" if not least or row.median_ms is None else f"{row.median_ms / least:.1f}"
        counts = [f"{row.verdicts.get(name, 0):,}" for name in states]
        rows.append([row.solver, *counts, *(_number(value) for value in times), factor])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]
    lines.insert(0, f"{plural(record.puzzles, 'puzzle')}; CPU time")
    for place in record.disagreements:
        words = "; ".join(f"{solver}: {answer}" for solver, answer in place["answers"].items())
        where = f"{place['source']}: " if place.get("source") else ""
        lines.append(f"{where}line {place['line']}: the solvers disagree: {words}")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}" if value < 100 else f"{value:,.0f}"


def plot(record: BenchRecord) -> str:
    """The medians as SVG bars, on a logarithmic scale."""
    rows = [row for row in record.solvers if row.median_ms]
    medians = {row.solver: row.median_ms or 0.0 for row in rows}
    ordered = dict(sorted(medians.items(), key=lambda item: item[1]))
    title = f"CPU time, median of {plural(record.puzzles, 'puzzle')}, in ms (logarithmic)"
    return bars(ordered, title, lambda ms: f"{_number(ms)} ms", logarithmic=True)
