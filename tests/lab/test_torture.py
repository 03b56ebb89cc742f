"""``satdoku torture``: what is expected is true, and each way to fail is seen."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import satdoku
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.lab.torture import CLASSES, torture, trials_of
from tests.shared import in_time, some, thinned

Run = Callable[..., tuple[int, str, str]]
PUZZLES = [name for name in CLASSES if name not in ("unreadable", "variants")]


@pytest.mark.parametrize("name", PUZZLES)
def test_what_is_expected_is_true_by_another_engine(name: str) -> None:
    for trial in some(trials_of(name, 7, 4)):
        if trial.verdict == "broken":
            with pytest.raises(satdoku.InvalidPuzzle):
                satdoku.check_unique(trial.text)
            continue
        assert satdoku.check_unique(trial.text, backend="sat").verdict == trial.verdict
        if trial.number is not None:
            assert satdoku.count(trial.text, backend="sat", limit=20_000) == trial.number


def test_what_is_unreadable_is_refused() -> None:
    texts = [trial.text for trial in trials_of("unreadable", 1, 99)]
    assert len(texts) > 8
    for text in texts:
        with pytest.raises(SatdokuError):
            satdoku.solve(text)


def test_a_seed_draws_other_puzzles_and_the_same_seed_the_same() -> None:
    one, same, other = ([trial.text for trial in trials_of("hard", seed, 5)] for seed in (1, 1, 2))
    assert one == same
    assert not set(one) & set(other)


@pytest.mark.full
def test_variants_are_written_as_the_format_has_them() -> None:
    trials = list(trials_of("variants", 1, 3, "fpuzzles"))
    assert len(trials) == 3
    for trial in trials:
        assert trial.text.startswith("https://f-puzzles.com/")
        assert satdoku.check_unique(trial.text).verdict == trial.verdict
    assert not list(trials_of("variants", 1, 3))


def program(tmp_path: Path, code: str) -> str:
    """The command line of a solver that is made of ``code``; it has the puzzle as ``text``."""
    file = tmp_path / "solver.py"
    start = "import sys, os, time\ntext = sys.argv[1] if sys.argv[1:] else sys.stdin.read().strip()"
    file.write_text(f"{start}\n{code}\n", encoding="utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize(
    ("code", "asks", "name", "state"),
    thinned(
        [
            (f"print({SOLUTION!r})", "solution", "easy", "wrong"),  # of another puzzle
            ("print(text.replace('.', '1'))", "solution", "several", "wrong"),
            ("print(text)", "solution", "easy", "refused"),
            ("", "solution", "none", "right"),
            (f"print({SOLUTION!r})", "solution", "none", "wrong"),
            (f"print({SOLUTION!r})", "solution", "unreadable", "wrong"),
            ("print('unique')", "verdict", "hard", "right"),
            ("print('This is Not unique')", "verdict", "several", "right"),
            ("print('unique')", "verdict", "broken", "wrong"),
            ("sys.exit('no puzzle')", "verdict", "broken", "right"),
            ("sys.exit('no puzzle')", "verdict", "unreadable", "right"),
            ("print('none')", "verdict", "unreadable", "wrong"),
            ("sys.exit('no puzzle')", "verdict", "few", "refused"),
            ("print(text, 1)", "number", "few", "right"),
            ("print(text, 1)", "number", "none", "wrong"),
            ("print('>=100,000', text)", "number", "open", "right"),
            ("os.kill(os.getpid(), 9)", "number", "few", "crashed"),
            ("os.abort()", "solution", "none", "crashed"),
        ],
        2,
        rows=True,
    ),
)
def test_each_way_to_answer_is_seen(
    code: str, asks: str, name: str, state: str, tmp_path: Path
) -> None:
    command = program(tmp_path, code) + " {}"
    report = torture(command, asks, names=[name], first=2)  # type: ignore[arg-type]
    [row] = report.classes
    assert getattr(row, state) == row.asked == 2
    assert bool(row.examples) is (state != "right")


def test_a_drawn_grid_on_standard_output_of_a_program_that_reads_its_input(tmp_path: Path) -> None:
    code = """
import satdoku
grid = str(satdoku.solve(text).solution)
for row in range(9):
    line = grid[9 * row : 9 * row + 9]
    print("|", *line[:3], "|", *line[3:6], "|", *line[6:], "|")
"""
    [row] = torture(program(tmp_path, code), names=["few"], first=2).classes
    assert (row.right, row.asked) == (2, 2)


def runs(status: Path) -> bool:
    try:
        return "State:\tZ" not in status.read_text()
    except OSError:
        return False


def test_a_program_that_goes_on_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    code = f"""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
open({str(mark)!r}, "w").write(str(child.pid))
time.sleep(1000)
"""
    given = partial(torture, program(tmp_path, code), names=["easy"], first=1)
    [row] = in_time(lambda seconds: given(seconds=seconds), lambda _: mark.exists()).classes
    assert (row.late, row.seconds) == (1, None)
    status = Path(f"/proc/{mark.read_text()}/status")
    # A killed process is still listed while the kernel takes it down.
    for _ in range(3000):
        if not runs(status):
            break
        time.sleep(0.01)
    assert not runs(status)


def test_what_cannot_be_started_is_one_sentence(satdoku: Run) -> None:
    for command in ("no-such-program {}", "", "'"):
        code, out, err = satdoku("torture", "--command", command)
        assert (code, out, err.count("\n")) == (2, "", 1)
    with pytest.raises(FormatError, match="the classes are easy, hard"):
        torture("cat", names=["nonesuch"])


def test_the_exit_code_and_the_record(tmp_path: Path, satdoku: Run) -> None:
    command = program(tmp_path, "print('none')") + " {}"
    options = ("--asks", "verdict", "--only", "none", "--only", "few", "--first", "2")
    code, out, err = satdoku("torture", "--command", command, *options, "--json")
    assert (code, err) == (1, "")
    record = json.loads(out)
    assert Counter(row["wrong"] for row in record["classes"]) == {0: 1, 2: 1}
    assert satdoku("torture", "--command", command, *options[:4], "--first", "1")[0] == 0
    assert "expected unique, found none" in satdoku("torture", "--command", command, *options)[1]
