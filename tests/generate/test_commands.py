"""The commands: what they print, exit codes, bad input, and runs that are killed."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.app import run
from tests.shared import in_time

pytest.importorskip("satdoku.core")
COMMAND = [sys.executable, "-m", "satdoku"]
WELL_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def call(*arguments: str) -> tuple[int, str, str]:
    """A command line in this process: its exit code, what it printed, what it complained of."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    return code, *(text.buffer.getvalue().decode() for text in (out, err))  # type: ignore[attr-defined]


def test_lines_json_and_csv_tell_the_same() -> None:
    code, out, err = call("generate", "--seed", "7", "-n", "4")
    lines = out.split()
    assert (code, err, len(lines)) == (0, "", 4)
    assert all(satdoku.is_unique(line, backend="sat") for line in lines)
    code, out, _ = call("generate", "--seed", "7", "-n", "4", "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [record["puzzle"] for record in records] == lines
    for record in records:
        assert str(satdoku.solve(record["puzzle"]).solution) == record["solution"]
        assert record["clues"] == 81 - record["puzzle"].count(".")
        assert record["minimal"] is True
    code, out, _ = call("generate", "--seed", "7", "-n", "4", "--csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["puzzle"] for row in rows] == lines
    assert [row["solution"] for row in rows] == [record["solution"] for record in records]


@pytest.mark.parametrize(
    "options", [("--rules", "diagonal"), ("--box", "none", "--size", "6"), ("--box", "2x3")]
)
def test_a_json_object_is_read_by_itself(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["generate", "--seed", "1", "--json", *options]) == 0
    file = tmp_path / "made.json"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert run(["solve", str(file)]) == 0
    printed = capsys.readouterr().out.strip()
    assert printed == json.loads(file.read_text("utf-8"))["solution"]


def test_csv_and_json_show_the_rating_of_a_wished_difficulty() -> None:
    wish = ("generate", "--seed", "7", "-n", "2", "--level", "easy")
    records = [json.loads(line) for line in call(*wish, "--json")[1].splitlines()]
    rows = list(csv.DictReader(call(*wish, "--csv")[1].splitlines()))
    for record, row in zip(records, rows, strict=True):
        assert record["rating"]["level"] == "easy"
        assert {key: str(value) for key, value in record["rating"].items()}.items() <= row.items()


def test_a_wish_on_hodokus_scale_shows_that_rating() -> None:
    wish = ("generate", "--seed", "7", "--score", "1200..1500")
    [record] = [json.loads(line) for line in call(*wish, "--json")[1].splitlines()]
    [row] = csv.DictReader(call(*wish, "--csv")[1].splitlines())
    _, out, _ = call("rate", record["puzzle"], "--scale", "hodoku", "--json")
    rated = json.loads(out)
    assert 1200 <= rated["score"] <= 1500
    for name in ("level", "score"):
        assert record["rating"][f"hodoku_{name}"] == rated[name]
        assert row[f"hodoku_{name}"] == str(rated[name])


def test_levels_of_hodoku_s_scale_take_turns(tmp_path: Path) -> None:
    wish = ("generate", "--seed", "3", "-n", "4")
    shares = (*wish, "--levels", "hodoku:easy:3,hodoku:hard:1")
    rows = list(csv.DictReader(call(*shares, "--csv")[1].splitlines()))
    levels = [row["hodoku_level"] for row in rows]
    assert sorted(levels) == ["easy", "easy", "easy", "hard"]
    for row in rows:
        rated = json.loads(call("rate", row["puzzle"], "--scale", "hodoku", "--json")[1])
        assert (row["hodoku_level"], row["hodoku_score"]) == (rated["level"], str(rated["score"]))
    records = [json.loads(line) for line in call(*shares, "--json")[1].splitlines()]
    assert [record["rating"]["hodoku_level"] for record in records] == levels
    assert call(*shares, "--to", "csv", "-o", str(tmp_path / "run"))[0] == 0
    [part] = (tmp_path / "run").glob("part-*.csv")
    assert [row["hodoku_level"] for row in csv.DictReader(part.read_text().splitlines())] == levels
    equal = call(*wish, "--levels", "hodoku:easy,hodoku:hard", "--csv")[1]
    levels = [row["hodoku_level"] for row in csv.DictReader(equal.splitlines())]
    assert levels == ["easy", "hard", "easy", "hard"]


@pytest.mark.full
def test_ratings_that_exclude_each_other_end_with_the_nearest() -> None:
    wish = ("--er", "1.0..1.2", "--score", "900..5000", "--tries", "1", "--seed", "1")
    code, out, err = call("generate", *wish)
    assert (code, out) == (3, "")
    assert "nearest to the difficulty was a puzzle of ER " in err


BAD = [
    (["--score", "1200..x"], "--score: a score as in 1200..1500 is wanted"),
    (["--minutes", "900..1000"], "--minutes: a number below 1000 is wanted, not '900..1000'"),
    (["--score", "1000000"], "--score: a number below 1000000 is wanted"),
    (["--score", "1200", "--level", "hodoku:hard"], "both set the difficulty"),
    (["--size", "4", "--score", "1200"], "classic 9x9"),
    (["--requires", "x-wnig"], "did you mean x-wing"),
    (["--only"], "no technique is required"),
    (["--only", "--requires", "x-wing", "--er", "3.2..3.8"], "one technique beside singles"),
    (["--only", "--requires", "x-wing", "--size", "6"], "one technique beside singles"),
    (["--no-look-alike"], "no technique is required"),
    (["--no-look-alike", "--requires", "w-wing", "--level", "hard"], "without a look-alike is for"),
    (["--no-look-alike", "--requires", "w-wing", "--singles", "hidden"], "or singles"),
    (["--singles", "naked", "--level", "hard"], "singles alone never make an ER of 3.2"),
    (["--singles", "hidden", "--requires", "x-wing"], "never needed where singles alone"),
    (["--solutions", "1"], "puzzles of 2 to 9 solutions are made, not of 1 to 1"),
    (["--solutions", "9..2"], "not of 9 to 2"),
    (["--solutions", "2..x"], "a number of solutions or a range such as 2..9 is wanted"),
    (["--solutions", "2", "--minimal"], "several solutions cannot be asked for together"),
    (["--solutions", "2", "--level", "easy"], "together with a difficulty"),
    (
        ["--requires", "killer-pair", "--level", "easy"],
        "but of puzzles with rules, which generate makes with --clues-of",
    ),
    (
        ["--requires", "killer-pair"],
        "but of puzzles with rules, which generate makes with --clues-of",
    ),
    (["--requires", "killer-par", "--clues-of", "thermo:3"], "did you mean killer-pair"),
    (["--requires", "nishio", "--level", "hard"], "not a technique of the preset human"),
    (["--level", "gentle"], "there are easy"),
    (["--clues", "16"], "McGuire"),
    (["--clues", "41", "--minimal"], "is known"),
    (["--mask", "x" * 27 + "." * 54], "rows 4 and 5"),
    (["--mask", "x*"], "either"),
    (["--mask", "xxx"], "3 cells"),
    (["--mask", "nowhere/heart.txt"], "mask"),
    (["--symmetry", "spiral"], "spiral"),
    (["--size", "3"], "4x4 to 25x25"),
    (["--size", "9", "--box", "3x3"], "--size and --box"),
    (["--box", "3"], "--box"),
    (["--rules", "anti-gravity"], "anti-gravity"),
    (["--rules", "killer"], "--killer or --clues-of killer-cage makes puzzles with clues"),
    (["--rules", "diagonal,thermo"], "r1c1+r1c2; --clues-of thermo makes puzzles with clues"),
    (["--layout", "AAABBB"], "not square"),
    (["--layout", "AAAAABBBCCCCDDDD"], "region 1"),
    (["--givens", "55" + "." * 79], "twice"),
    (["--givens", "12345678." + "." * 8 + "9" + "." * 63], "no solution"),
    (["--givens", "12"], "--givens"),
    (["--grid", WELL_KNOWN], "every cell"),
    (["--grid", GRID[::-1][:-1] + "1"], "grid"),
    (["--json", "--csv"], "together"),
    (["--full", "--clues", "20"], "together"),
    (["--count", "0"], "count"),
    (["--seed", str(2**64)], "at most"),
    (["-o", "nowhere/at/all.txt"], "nowhere/at/all.txt"),
    (["extra"], "extra"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD, ids=[" ".join(a)[:40] for a, _ in BAD])
def test_bad_input_is_refused_in_one_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--seed" not in arguments:
        arguments = [*arguments, "--seed", "1"]
    code = run(["generate", *arguments])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert reason in err
    assert "Traceback" not in err


def test_a_time_limit_prints_what_was_found() -> None:
    # 17 givens that keep all symmetries of the square are not known to exist.
    rare = ["--clues", "17", "--symmetry", "dihedral"]
    code, out, err = call("generate", *rare, "--time-limit", "0.5", "--seed", "1")
    assert code == 3
    assert out == ""
    assert "0 of 1 found" in err
    endless = ("generate", "-n", "100000000", "--seed", "1", "--time-limit")
    code, out, err = in_time(
        lambda seconds: call(*endless, str(seconds)), lambda printed: printed[1].count("\n") > 100
    )
    assert code == 3
    assert len(out.splitlines()) > 100
    assert all(len(line) == 81 for line in out.splitlines())


def test_masks_come_from_files(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    path.write_text("\n".join(WELL_KNOWN[i : i + 9] for i in range(0, 81, 9)) + "\n")
    code, out, _ = call("generate", "--mask", str(path), "--seed", "1")
    assert code == 0
    assert [c == "." for c in out.strip()] == [c == "." for c in WELL_KNOWN]


@pytest.mark.full
def test_puzzles_with_cages_and_regions_hold_all_they_need(tmp_path: Path) -> None:
    for wish in (["--killer", "--size", "6"], ["--layout", "1112132233243444"]):
        code, out, _ = call("generate", *wish, "--seed", "2")
        assert code == 0
        path = tmp_path / "puzzles.jsonl"
        path.write_text(out)
        code, out, _ = call("check-unique", str(path))
        assert code == 0


def test_a_file_goes_on_and_other_wishes_are_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "out.txt")
    whole = call("generate", "-n", "60", "--seed", "9")[1]
    assert call("generate", "-n", "20", "--seed", "9", "-o", path)[0] == 0
    assert call("generate", "-n", "60", "--seed", "9", "-o", path, "-j", "2")[0] == 0
    assert Path(path).read_text() == whole
    assert call("generate", "-n", "60", "--seed", "9", "-o", path)[0] == 0
    assert Path(path).read_text() == whole
    code, _, err = call("generate", "-n", "60", "--seed", "8", "-o", path)
    assert code == 2
    assert "other settings (seed)" in err
    code, _, err = call("generate", "-n", "40", "--seed", "9", "-o", path)
    assert code == 2
    assert "60 puzzles already" in err
    Path(path).write_text("1" + whole[1:])
    code, _, err = call("generate", "-n", "80", "--seed", "9", "-o", path)
    assert code == 2
    assert "changed" in err
    stranger = tmp_path / "notes.txt"
    stranger.write_text("my notes\n")
    code, _, err = call("generate", "--seed", "9", "-o", str(stranger))
    assert code == 2
    assert stranger.read_text() == "my notes\n"


@pytest.mark.full
def test_going_on_takes_the_seed_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    assert call("generate", "-n", "20", "--seed", "9", "-o", str(path))[0] == 0
    assert call("generate", "-n", "40", "-o", str(path))[0] == 0
    assert path.read_text() == call("generate", "-n", "40", "--seed", "9")[1]


@pytest.mark.full
def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    wish = ["generate", "--seed", "4", "-o", str(path)]
    process = subprocess.Popen([*COMMAND, *wish, "-n", "100000000"])
    try:
        while not list(tmp_path.glob("out.txt.run/part-*")):
            time.sleep(0.02)
        code, out, err = call(*wish, "-n", "5")
        assert (code, out) == (2, "")
        assert "another satdoku is writing to" in err
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()
    # A process that was killed holds nothing.
    code, _, err = call(*wish, "-n", "100000000", "--time-limit", "0.1")
    assert code == 3
    assert "time limit" in err


@pytest.mark.full
def test_progress_on_a_terminal_shows_the_nearest_rating() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    wish = ["generate", "--seed", "3", "--er", "10.5..11.9", "--time-limit", "3"]
    environment = os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    process = subprocess.Popen(
        [*COMMAND, *wish], stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # Linux tells the end of a terminal so
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    assert process.communicate()[0] == b""
    assert process.returncode == 3
    assert re.search(rb"[1-9][\d,]* tried, [1-9][\d,]*/s nearest ER \d+\.\d", shown)


@pytest.mark.parametrize(
    ("form", "jobs"),
    [
        pytest.param([], "2", marks=pytest.mark.full),
        pytest.param(["--json"], "1", marks=pytest.mark.full),
        pytest.param(["--csv"], "1", marks=pytest.mark.full),
    ],
)
def test_a_killed_run_ends_with_the_same_file(tmp_path: Path, form: list[str], jobs: str) -> None:
    wish = ["generate", "-n", "2000", "--seed", "4", "--symmetry", "180", *form]
    whole = call(*wish)[1]
    path = tmp_path / "out.txt"
    kills = parts = 0
    for _ in range(2):
        process = subprocess.Popen([*COMMAND, *wish, "-o", str(path), "-j", jobs])
        while process.poll() is None and len(list(tmp_path.glob("out.txt.run/part-*"))) <= parts:
            time.sleep(0.002)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        parts = len(list(tmp_path.glob("out.txt.run/part-*")))
    assert kills
    assert call(*wish, "-o", str(path), "-j", jobs)[0] == 0
    assert path.read_text() == whole


@pytest.mark.full
@pytest.mark.parametrize("jobs", ["2", pytest.param("1", marks=pytest.mark.full)])
def test_an_interrupted_run_keeps_what_it_has(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "out.txt"
    command = [*COMMAND, "generate", "-n", "10000000", "--seed", "4", "-o", str(path), "-j", jobs]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob("out.txt.run/part-*")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert all(len(line) == 81 for line in path.read_text().splitlines())


@pytest.mark.full
def test_all_minimal_puzzles_of_a_puzzle() -> None:
    code, out, _ = call("minimize", WELL_KNOWN, "--all", "1000", "--json")
    record = json.loads(out)
    assert code == 0
    assert len(set(record["minimal"])) == 416
    assert record["complete"] is True


def test_minimize() -> None:
    code, out, err = call("minimize", WELL_KNOWN, GRID)
    assert (code, err) == (0, "")
    for line in out.split():
        assert satdoku.is_unique(line, backend="sat")
        for cell, given in enumerate(line):
            if given != ".":
                assert not satdoku.is_unique(line[:cell] + "." + line[cell + 1 :])
    code, out, err = call("minimize", WELL_KNOWN, "--all", "3")
    assert code == 3
    assert len(out.split()) == 3
    assert "more than these 3" in err
    code, out, _ = call("minimize", WELL_KNOWN, "--fewest")
    assert code == 0
    assert 81 - out.strip().count(".") == 20
    code, out, err = in_time(
        lambda seconds: call("minimize", GRID, "--fewest", "--time-limit", str(seconds)),
        lambda printed: "not proved" in printed[2],
    )
    assert code == 3
    assert "not proved" in err
    assert call("minimize", "." * 81)[:2] == (1, "multiple\n")
    assert call("minimize", "55" + "." * 79)[:2] == (2, "invalid\n")
    assert call("minimize", "no/such/file.txt")[0] == 2
    assert call("minimize", "--rules", "diagonal", "." * 16)[:2] == (1, "multiple\n")
    assert call("minimize", WELL_KNOWN, "--all", "3", "--fewest")[0] == 2
