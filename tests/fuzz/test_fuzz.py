"""A short run of the fuzz, and that it can fail: a fault put into each class is found."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satdoku import solving
from satdoku.answers import doubts
from satdoku.board import geometry
from satdoku.constraints import combined
from satdoku.formats import grid, line, reading, sheets
from satdoku.formats import json as json_format
from satdoku.generating.reducing import Reducer
from satdoku.programs import mcp
from satdoku.proofs import verifying
from satdoku.puzzle import Position
from satdoku.reading import choice
from satdoku.techniques import Step, Technique
from satdoku.web import boards
from tests.formats.common import ROOT
from tests.fuzz import commands, interface, ratings, running, symmetry, tries
from tests.fuzz.__main__ import main
from tests.fuzz.running import Piece, Result, pieces, run
from tests.fuzz.tries import CLASSES
from tests.shared import thinned

SEED = 3


@pytest.mark.parametrize("cases", [15, pytest.param(1_500, marks=pytest.mark.full)])
def test_a_short_run_finds_nothing(cases: int) -> None:
    findings = [
        finding for piece in pieces(cases, SEED, CLASSES) for finding in piece.run().findings
    ]
    assert [str(finding) for finding in findings] == []


@pytest.mark.parametrize("cases", [15, pytest.param(1_500, marks=pytest.mark.full)])
def test_no_layout_is_read_as_another_puzzle(cases: int) -> None:
    findings = [CLASSES["layouts"].attempt(SEED, index) for index in range(cases)]
    assert [str(finding) for finding in findings if finding is not None] == []


def broken(*_: object, **__: object) -> Any:
    raise KeyError("a fault put in")


def one_more(real: Callable[..., solving.CountResult]) -> Callable[..., solving.CountResult]:
    def count(*arguments: Any, **named: Any) -> solving.CountResult:
        result = real(*arguments, **named)
        return replace(result, count=result.count + 1)

    return count


def all_unique(real: Callable[..., Any]) -> Callable[..., Any]:
    def checked(*arguments: Any) -> Any:
        result = real(*arguments)
        several = result is not None and result.verdict == "multiple"
        return replace(result, verdict="unique") if several else result

    return checked


def wrong_steps(real: Callable[..., Iterator[Step]]) -> Callable[..., Iterator[Step]]:
    def find(self: Technique, position: Position) -> Iterator[Step]:
        for step in real(self, position):
            candidates = [
                (c, d) for c, here in enumerate(position.candidates) for d in sorted(here)
            ]
            yield replace(step, placements=(), eliminations=tuple(candidates), contradiction=None)

    return find


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "verdicts": lambda patch: patch.setattr(solving, "count", one_more(solving.count)),
    "variants": lambda patch: patch.setattr(solving, "count", one_more(solving.count)),
    "text": lambda patch: patch.setattr(line, "parse", broken),
    "layouts": lambda patch: patch.setattr(
        grid, "only_grid", lambda rows, width: rows[: width(rows[0])]
    ),
    "json": lambda patch: patch.setattr(json_format, "_digit_sets", lambda *_: {}),
    "symmetry": lambda patch: patch.setattr(symmetry, "canonical", lambda puzzle: puzzle),
    "api": lambda patch: patch.setattr(geometry, "_latin", broken),
    "limits": lambda patch: patch.setattr(solving, "count", one_more(solving.count)),
    "requests": lambda patch: patch.setattr(boards, "_entries_of", broken),
    "commands": lambda patch: patch.setattr(reading.Reader, "__init__", broken),
    "certificates": lambda patch: (
        [
            patch.setattr(verifying, name, lambda *_: ())
            for name in ("_solution_faults", "_formula_faults", "check_proof", "_other_file")
        ]
        and None
    ),
    "steps": lambda patch: patch.setattr(Technique, "find", wrong_steps(Technique.find)),
    "ratings": lambda patch: patch.setattr("satdoku.rating.by_path.level_of_points", broken),
    "doubts": lambda patch: patch.setattr(doubts, "_comparison", lambda document: (False, ())),
    "nested": lambda patch: patch.setattr(combined.AnyOf, "bounds", combined.AllOf.bounds),
    "composed": lambda patch: patch.setattr(solving, "count", one_more(solving.count)),
    "drawn": lambda patch: patch.setattr(choice, "_checked", all_unique(choice._checked)),
    "controls": lambda patch: patch.setattr("satdoku.render.escaped.legible", str),
    "digits": lambda patch: patch.setattr(sheets, "_digits", broken),
    "messages": lambda patch: patch.setattr(mcp, "refusal", broken),
    "generate": lambda patch: patch.setattr(Reducer, "redundant", lambda self: ()),
}


@pytest.mark.parametrize("name", thinned(CLASSES, 3))
def test_a_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "_SHRINKING_SECONDS", 0.2)
    monkeypatch.setattr(ratings, "SECONDS", 60.0)  # a try that is repeated ends as it did
    CLASSES[name].attempt(SEED, 0)  # what is drawn from is made before there is a fault
    FAULTS[name](monkeypatch)
    attempts = (CLASSES[name].attempt(SEED, index) for index in range(500))
    finding = next(filter(None, attempts))
    assert f"--class {name} --seed {SEED} --repeat {finding.index}" in str(finding)
    again = CLASSES[name].attempt(SEED, finding.index)
    assert again is not None
    assert again.told.split(":")[0] == finding.told.split(":")[0]


def test_a_case_depends_on_seed_class_and_number_alone() -> None:
    for entry in CLASSES.values():
        shown = [tries.show(entry.draw(SEED, index)) for index in (5, 6, 5)]
        assert shown[0] == shown[2] != shown[1]


def test_cases_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "_MET", Counter())
    monkeypatch.setattr(line, "parse", broken)
    attempts = (CLASSES["text"].attempt(SEED, index) for index in range(500))
    finding = next(filter(None, attempts))
    assert len(finding.case) < 120


def test_every_class_has_its_share() -> None:
    work = list(pieces(10_000, 1, CLASSES))
    for name, entry in CLASSES.items():
        own = [piece for piece in work if piece.name == name]
        assert abs(sum(piece.count for piece in own) - 10_000 * entry.share) < 200
        assert [piece.first for piece in own] == list(range(0, 10_000, entry.piece))[: len(own)]


class Dying(Piece):
    """A piece that ends its worker."""

    def run(self, now: Any = None) -> Result:
        now.value = 4
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        raise AssertionError


class Waiting(Piece):
    """A piece that never ends, and does nothing."""

    def run(self, now: Any = None) -> Result:
        time.sleep(60)
        raise AssertionError


class Turning(Piece):
    """A piece that never ends, and is busy."""

    def run(self, now: Any = None) -> Result:
        while True:
            pass


class Starting(Piece):
    """A piece that starts a process, as `satdoku bench` does."""

    def run(self, now: Any = None) -> Result:
        process = multiprocessing.get_context("spawn").Process(target=print)
        process.start()
        process.join()
        return Result(self, self.count, 0.0, ())


def told(piece: Piece) -> tuple[int, str]:
    (result,) = run([piece], 1)
    (finding,) = result.findings
    return result.done, str(finding)


@pytest.mark.full
def test_the_death_of_a_worker_is_a_finding() -> None:
    done, sentence = told(Dying("json", 1, 0, 9))
    assert done == 5
    assert "try 4: the process died" in sentence


@pytest.mark.parametrize(
    ("kind", "limit"),
    thinned([(Turning, "HANG_SECONDS"), (Waiting, "STILL_SECONDS")], 2, rows=True),
)
def test_a_hang_is_a_finding(
    kind: type[Piece], limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, limit, 1.0)
    done, sentence = told(kind("json", 1, 9, 9))
    assert done == 1
    assert "try 9: no answer in" in sentence


@pytest.mark.full
def test_a_try_may_start_processes() -> None:
    (result,) = run([Starting("commands", 1, 0, 1)], 1)
    assert result.done == 1


def test_a_try_leaves_nothing_where_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*_: object) -> int:
        Path("left").mkdir()
        return 0

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(interface, "functions", lambda: {"make": (make, {})})
    monkeypatch.setattr(commands, "run", make)
    interface.judge(interface.Case("make", {}))
    commands.judge(commands.Case(("rules",), b""))
    assert not any(tmp_path.iterdir())


def test_the_command_line() -> None:
    command = [
        sys.executable,
        "-m",
        "tests.fuzz",
        "--class",
        "layouts",
        "--tries",
        "10",
        "--seed",
        "3",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].split()[:2] == ["layouts", "10"]
    assert done.stdout.splitlines()[-1].endswith("seed 3")


def test_one_try_is_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = json_format.from_data
    seen: list[Any] = []
    attempt = CLASSES["json"].attempt
    assert not any(attempt(3, n) for n in range(12))  # what is drawn from is made here
    with monkeypatch.context() as patch:
        patch.setattr(json_format, "from_data", lambda *given: seen.append(given) or real(*given))
        ours = next(n for n in range(12) if not attempt(3, n) and seen)
    arguments = ["--class", "json", "--seed", "3", "--repeat", str(ours)]
    assert main(arguments) == 0
    monkeypatch.setattr(json_format, "from_data", broken)
    assert main(arguments) == 1
    assert "KeyError" in capsys.readouterr().out
