"""``satdoku bench``, and the summary of ``rate``."""

from __future__ import annotations

import json
import os
import signal
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.engines.sat import SOLVERS
from satdoku.formats import parse
from satdoku.lab import bench
from satdoku.lab.bench import BenchAnswer, compared, solvers_of, table
from satdoku.puzzle import Puzzle
from tests.batch.support import LINES, UNIQUE, Run, puzzles

pytest.importorskip("satdoku.core", reason="asks the compiled engine")
MULTIPLE = "5" + "." * 80
ISS = ".Whisper~R2C2~R2C3"
NONE = "12345678." + "." * 17 + "9" + "." * 54


def test_solvers_side_by_side(satdoku: Run, tmp_path: Path) -> None:
    path, svg = tmp_path / "a.txt", tmp_path / "b.svg"
    path.write_text("\n".join([UNIQUE, "abc", MULTIPLE, "", NONE, "55" + UNIQUE[2:]]) + "\n")
    names = "native,sat,g4"
    code, out, err = satdoku("bench", str(path), "--solvers", names, "--json", "--svg", str(svg))
    *bad, record = map(json.loads, out.splitlines())
    assert (code, err.count("\n"), [row["line"] for row in bad]) == (2, 2, [2, 6])
    assert (record["schema"], record["puzzles"], record["time_limit"]) == (2, 3, 10.0)
    assert [row["solver"] for row in record["solvers"]] == ["native", "sat", "glucose4"]
    for row in record["solvers"]:
        assert row["verdicts"] == {"unique": 1, "multiple": 1, "none": 1}
        assert 0 < row["median_ms"] <= row["slowest_ms"] <= row["total_ms"]
        assert row["answered"] == 3
    assert record["disagreements"] == []
    root = ElementTree.fromstring(svg.read_text())
    words = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"native", "sat", "glucose4"} <= set(words)
    code, out, _ = satdoku("bench", str(path), "--solvers", "native", "--first", "1")
    assert code == 0
    assert out.splitlines()[0] == "1 puzzle; CPU time"
    ask = ("bench", str(path), "--solvers", "native", "--first", "1", "--svg", "-")
    code, out, _ = satdoku(*ask)
    assert (code, ElementTree.fromstring(out).tag.rpartition("}")[2]) == (0, "svg")
    code, out, err = satdoku(*ask, "--json")
    assert (code, out, "cannot both be printed" in err) == (2, "", True)
    assert not Path("-").exists()


def test_records_with_rules_are_asked_and_a_bad_one_is_reported(
    satdoku: Run, tmp_path: Path
) -> None:
    rows = [
        {"id": 1, "format": "iss", "puzzle": f".~R1C1_5.~R9C9_9.AntiKnight{ISS}", "solution": None},
        {"id": 2, "puzzle": UNIQUE, "constraints": ["classic"]},
        {"id": 3, "puzzle": "12"},
        {"id": 4, "puzzle": UNIQUE, "rules": ["anti-knight"]},
        {"id": 5, "puzzle": {"size": 4, "givens": "12..............", "box": [2, 2]}},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ask = ("bench", str(path), "--solvers", "variant,cadical153,cpsat", "--json")
    code, out, err = satdoku(*ask)
    *bad, record = map(json.loads, out.splitlines())
    assert (code, [row["line"] for row in bad]) == (2, [3, 4])
    assert (record["puzzles"], record["disagreements"]) == (3, [])
    assert [row["solver"] for row in record["solvers"]] == ["variant", "cadical153", "cpsat"]
    for row in record["solvers"]:
        assert row["verdicts"] == {"unique": 1, "multiple": 2}, row
    assert "line 3: " in err
    assert "--ignore rules" in err


def test_a_plot_that_cannot_be_written_loses_nothing(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(UNIQUE + "\n")
    ask = ("bench", str(path), "--solvers", "native", "--svg")
    code, out, err = satdoku(*ask, str(path))
    assert (code, out, err.count("\n"), path.read_text()) == (2, "", 1, UNIQUE + "\n")
    assert "holds the puzzles" in err
    code, out, err = satdoku(*ask, str(tmp_path / "none" / "b.svg"))
    assert (code, out.splitlines()[0], err.count("\n")) == (2, "1 puzzle; CPU time", 1)


def test_limits_and_what_a_solver_cannot_take(satdoku: Run) -> None:
    ask = ("bench", "--solvers", "native,cadical153", "--json")
    code, out, _ = satdoku(*ask, "--rules", "anti-knight", "." * 81)
    rows = {row["solver"]: row for row in json.loads(out)["solvers"]}
    assert code == 0
    assert rows["native"]["verdicts"] == {"unsupported": 1}
    assert rows["native"]["median_ms"] is None
    assert rows["cadical153"]["verdicts"] == {"multiple": 1}
    code, out, _ = satdoku(*ask, "--time-limit", "0", UNIQUE)
    assert code == 3
    assert all(row["verdicts"] == {"undecided": 1} for row in json.loads(out)["solvers"])


def test_disagreements_are_reported() -> None:
    document = parse(UNIQUE)
    puzzles = [PuzzleInput(document.puzzle, line, UNIQUE, "a.txt") for line in (1, 2, 3)]
    good, other = (BenchAnswer("unique", solution, 0.001, 0.001) for solution in ("1", "2"))
    late = BenchAnswer("undecided", None, 1.0, 1.0)
    comparison = compared(puzzles, {"a": [good, good, good], "b": [good, other, late]}, 1.0)
    (unlike,) = comparison.disagreements
    assert (unlike["line"], unlike["answers"]) == (2, {"a": "unique 1", "b": "unique 2"})
    assert "line 2: the solvers disagree: a: unique 1; b: unique 2" in table(comparison)
    wrong = compared(puzzles[:1], {"a": [BenchAnswer("wrong", None, 0.0, 0.0)]}, None)
    assert len(wrong.disagreements) == 1


def _dying(puzzles: tuple[Puzzle, ...], seconds: float | None, solver: str) -> list[BenchAnswer]:
    if solver == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return [BenchAnswer("unique", None, 0.5, 0.5)] * len(puzzles)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_solver_that_dies_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_answers_of", _dying)
    answers_of_solvers = bench.bench([parse(UNIQUE).puzzle], ["deadly", "other"], seconds=None)
    assert [answers[0].verdict for answers in answers_of_solvers.values()] == ["died", "unique"]


def test_the_names_of_solvers(satdoku: Run) -> None:
    assert solvers_of("all") == ("native", "variant", "sat", "cpsat", *SOLVERS)
    assert solvers_of("sat, g4,glucose4,cpsat") == ("sat", "glucose4", "cpsat")
    for names, reason in (
        ("nobody", "no solver 'nobody'"),
        ("lingeling", "it has no budget"),
        ("", "no solver ''"),
    ):
        code, out, err = satdoku("bench", UNIQUE, "--solvers", names)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert reason in err
    code, _, err = satdoku("bench", "abc")
    assert code == 2
    assert "is not a puzzle" in err


@pytest.mark.full
def test_a_summary_in_the_place_of_ratings(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join([*LINES, *puzzles(20)]) + "\n")
    records = [json.loads(line) for line in satdoku("rate", str(path), "--json")[1].splitlines()]
    ers = sorted(record["er"] for record in records if "er" in record)
    code, out, err = satdoku("rate", str(path), "--summary", "--json")
    data = json.loads(out)
    assert (code, err.count("\n")) == (2, len(records) - len(ers))
    assert (data["puzzles"], data["verdicts"]["rated"]) == (len(records), len(ers))
    assert (data["er"]["0"], data["er"]["100"]) == (ers[0], ers[-1])
    assert sum(data["levels"].values()) == len(ers)
    code, out, _ = satdoku("rate", str(path), "--summary", "--er", f"{ers[-1]}")
    lines = out.splitlines()
    assert "Rating (ER)" in lines
    assert lines[lines.index("Rating (ER)") + 1].split()[0] == f"{ers[-1]:.1f}"
    code, out, err = satdoku("rate", "nowhere/at.all", "--summary")
    assert (code, out.splitlines()[0]) == (2, "0 puzzles")


def test_the_time_of_each_puzzle(satdoku: Run, tmp_path: Path) -> None:
    path, html = tmp_path / "a.txt", tmp_path / "r.html"
    path.write_text("\n".join([UNIQUE, *puzzles(20)]) + "\n")
    ask = ("--ask", "rating,time", "--to", "csv", "--executor", "threads", "-j", "1")
    assert satdoku("batch", str(path), "-o", str(tmp_path / "o"), *ask)[0] == 0
    data = json.loads(satdoku("report", str(tmp_path / "o"), "--json", "-o", str(html))[1])
    times = list(data["milliseconds"].values())
    assert times == sorted(times)
    assert 0 < times[0] <= times[-1] < 60_000
    assert html.read_text().count('aria-label="Time (ms)"') == 1
