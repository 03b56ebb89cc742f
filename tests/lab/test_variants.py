"""Audits of puzzles with rules: every row is counted once, as it was read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit
from satdoku.cli.app import run
from satdoku.lab.variants import audit_variants

ROOT = Path(__file__).parents[2]
SET = ROOT / "examples" / "reading" / "set.txt"


def test_every_row_is_counted_as_it_was_read() -> None:
    sizes: list[tuple[int, int]] = []
    result = audit_variants([str(SET)], advance=lambda size, count: sizes.append((size, count)))
    (file,) = result.files
    assert (result.complete, result.stopped, result.clean) == (True, None, False)
    assert file.readings == {"whole": 1, "proved": 1, "plausible": 1, "unread": 1}
    assert file.verdicts == {"unique": 3, "multiple": 1}
    assert file.rules == {"renban": 2, "thermo": 2, "white-dot": 2, "anti-knight": 1}
    assert (file.puzzles, file.stated, file.wrong) == (4, 1, 0)
    assert file.lines == {"unread": (4,)}
    assert "and no drawings or words that are rules: line 4\n" in file.text()
    (refused,) = file.refused
    assert refused.line == 5
    assert "line 5" in refused.error
    assert len(sizes) == 5
    assert sum(size for size, _ in sizes) == len(SET.read_text())


@pytest.mark.full
def test_two_workers_count_as_one_does() -> None:
    assert audit_variants([str(SET)], jobs=2) == audit_variants([str(SET)])


def test_a_wrong_solution_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    puzzle = {"givens": "123434122143....", "solution": "1234341221434312", "satdoku": 1}
    path.write_text(json.dumps({**puzzle, "board": {"size": 4, "box": [2, 2]}}))
    result = audit_variants([str(path)])
    (file,) = result.files
    assert (file.readings, file.stated, file.wrong) == ({"whole": 1}, 1, 1)
    assert not result.clean
    assert "wrong solutions: 1 of 1" in result.text()


def test_a_limit_leaves_a_report_of_the_rows_before() -> None:
    polls = iter(range(100))
    result = audit_variants([str(SET)], limit=Limit(cancel=lambda: next(polls) > 1))
    (file,) = result.files
    assert (result.complete, file.complete) == (False, False)
    assert result.stopped is not None
    assert file.puzzles < 4
    assert "not complete" in result.text()


def test_a_file_without_a_row_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("# nothing\n")
    with pytest.raises(FormatError):
        audit_variants([str(path)])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--variants", str(SET), "--json", "-j", "1"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["files"][0]["readings"]["proved"] == 1
    assert [row["line"] for row in record["files"][0]["refused"]] == [5]
    assert run(["audit", "--variants", str(ROOT / "examples" / "reading" / "drawn.json")]) == 0


def test_a_row_that_is_nested_too_deeply_ends_no_audit(tmp_path: Path) -> None:
    path = tmp_path / "deep.txt"
    path.write_text("1....2..4......3\n" + "[" * 100_000 + "\n")
    (file,) = audit_variants([str(path)]).files
    assert (file.puzzles, [row.line for row in file.refused]) == (1, [2])
