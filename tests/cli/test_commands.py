"""The commands on real text: what they print, and their exit codes."""

from __future__ import annotations

import gzip
import json
import lzma
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satdoku.base import workers
from satdoku.cli import plain_lines
from tests.shared import in_time, thinned, worked

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# Two digits never given: they can be swapped.
MULTIPLE = UNIQUE.replace("1", ".").replace("2", ".")
# Row 1 leaves only 9 for r1c9, and column 9 has a 9.
NONE = "12345678." + "........9" + "." * 63
CLASH = "55" + UNIQUE[2:]

Output = Callable[..., tuple[int, str, str]]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    path = tmp_path / "mixed.txt"
    path.write_text("\n".join([UNIQUE, "# a comment", MULTIPLE, NONE, CLASH, UNIQUE[:80]]) + "\n")
    return path


BACKENDS = ["auto", "sat", "cpsat", "all"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_solve_prints_the_solution(satdoku: Output, backend: str) -> None:
    assert satdoku("solve", UNIQUE, "--backend", backend) == (0, SOLUTION + "\n", "")


def test_solve_up_to_a_limit(satdoku: Output) -> None:
    code, out, _ = satdoku("solve", "." * 81, "--limit", "300")
    lines = out.split()
    assert code == 0
    assert len(set(lines)) == len(lines) == 300


@pytest.mark.parametrize("backend", BACKENDS)
def test_check_unique_of_a_file(satdoku: Output, mixed: Path, backend: str) -> None:
    code, out, err = satdoku("check-unique", str(mixed), "--backend", backend)
    assert out.splitlines() == [
        f"unique\t{UNIQUE}",
        f"multiple\t{MULTIPLE}",
        f"none\t{NONE}",
        f"invalid\t{CLASH}",
        f"invalid\t{UNIQUE[:80]}",
    ]
    assert "line 5: 5 appears twice in row 1: r1c1 and r1c2" in err
    assert "line 6: expected 81 cells" in err
    assert code == 2


MIXED = [
    UNIQUE,
    "",
    MULTIPLE,
    NONE,
    CLASH,
    UNIQUE[:80],
    "# a comment",
    f"{UNIQUE} # a note",
    UNIQUE.replace(".", " "),
    UNIQUE.replace(".", "0"),
    "é" * 81,
    UNIQUE[:40] + "A" + UNIQUE[41:],
    "." * 81,
]


@pytest.mark.parametrize("command", ["check-unique", "solve"])
@pytest.mark.parametrize("extra", [(), ("--json",)])
@pytest.mark.parametrize("first", [UNIQUE, "." * 16, CLASH, "# nothing"])
def test_the_fast_way_says_what_the_general_way_says(
    satdoku: Output, tmp_path: Path, command: str, extra: tuple[str, ...], first: str
) -> None:
    """Blocks judged by the compiled core against a puzzle at a time through the engine."""
    path = tmp_path / "p.txt"
    path.write_text("\n".join([first, *MIXED, *MIXED[::-1]]) + "\n")

    def told(*more: str) -> tuple[int, list[str], str]:
        code, out, err = satdoku(command, str(path), *extra, *more)
        return code, [re.sub(r'"seconds": [^}]*', "", line) for line in out.splitlines()], err

    code, fast, complaints = told()
    # A time limit is asked of each puzzle, which the fast way cannot do.
    assert (code, fast, complaints) == told("--time-limit", "1000")
    assert code == 2


@pytest.mark.parametrize(
    "command",
    thinned(
        [
            "check-unique --json",
            "check-unique --only multiple",
            "solve --json",
            "rate --json",
            "rate --er 1..3",
            "rate --scale hodoku",
            "redundant",
            "redundant --remove",
        ],
        8,
    ),
)
def test_processes_say_what_one_says(
    satdoku: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Lines that worker processes read, answer and print, a few at a time."""
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text("\n".join([UNIQUE, *MIXED, "", *MIXED[::-1]]))
    second.write_text("\n".join([SOLUTION, "", f"{MULTIPLE}+", *MIXED]) + "\n")

    def told(jobs: str) -> tuple[int, list[str], list[str]]:
        code, out, err = satdoku(*command.split(), str(first), str(second), "--jobs", jobs)
        lines = [re.sub(r'"seconds": [^},]*', "", line) for line in out.splitlines()]
        return code, lines, err.splitlines()

    one = told("1")
    monkeypatch.setattr(plain_lines, "_ALONE_SECONDS", -1.0)
    monkeypatch.setattr(plain_lines, "_LINE", 1)
    given: list[object] = []
    started = workers.in_order
    monkeypatch.setattr(
        workers, "in_order", lambda *rest: started(rest[0], _noted(rest[1], given), *rest[2:])
    )
    assert told("2") == one
    assert len(given) > 8
    assert sum(f"{second}: line" in line for line in one[2]) > 3


def _noted(items: Iterable[object], given: list[object]) -> Iterator[object]:
    for item in items:
        given.append(item)
        yield item


@pytest.mark.parametrize(
    ("only", "puzzle"), [("unique", UNIQUE), ("multiple", MULTIPLE), ("none", NONE)]
)
def test_only_filters(satdoku: Output, mixed: Path, only: str, puzzle: str) -> None:
    code, out, err = satdoku("check-unique", str(mixed), "--only", only)
    assert out == puzzle + "\n"
    assert err.endswith(f"satdoku: --only {only} leaves out 2 of 3 puzzles\n")
    assert code == 2


def test_the_gravest_code_wins(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{UNIQUE}\n{MULTIPLE}\n")
    assert satdoku("check-unique", str(path))[0] == 1
    assert satdoku("check-unique", UNIQUE)[0] == 0
    assert satdoku("check-unique", NONE)[0] == 1
    assert satdoku("solve", str(path))[0] == 0
    assert satdoku("solve", NONE)[:2] == (1, "none\n")
    assert satdoku("count", NONE)[:2] == (1, f"0\t{NONE}\n")


def test_a_time_limit_leaves_it_undecided(satdoku: Output) -> None:
    code, out, _ = in_time(
        lambda seconds: satdoku(
            "count", "." * 81, "--time-limit", str(seconds), "--backend", "sat"
        ),
        lambda printed: not printed[1].startswith(">=0"),
    )
    assert code == 3
    assert out.startswith(">=")
    assert int(out[2:].split("\t")[0]) > 0


def test_count_is_exact_or_at_least(satdoku: Output) -> None:
    assert satdoku("count", "." * 16) == (0, f"288\t{'.' * 16}\n", "")
    assert satdoku("count", "." * 16, "--limit", "100") == (0, f">=100\t{'.' * 16}\n", "")


def test_json_keys(satdoku: Output, mixed: Path) -> None:
    def objects(*arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in satdoku(*arguments, "--json")[1].splitlines()]

    (solved,) = objects("solve", UNIQUE)
    assert {"puzzle", "verdict", "solutions", "complete", "backend", "seconds"} <= solved.keys()
    assert solved["solutions"] == [SOLUTION]
    assert solved["complete"] is True
    checked = objects("check-unique", str(mixed))
    assert [o.get("verdict", "error") for o in checked] == [
        "unique", "multiple", "none", "error", "error",
    ]  # fmt: skip
    assert [o["line"] for o in checked] == [1, 3, 4, 5, 6]
    assert len(set(checked[1]["witnesses"])) == 2
    assert {"line", "puzzle", "error"} <= checked[3].keys()
    (counted,) = objects("count", "." * 16)
    assert (counted["count"], counted["exact"]) == (288, True)


def test_candidates(satdoku: Output) -> None:
    code, out, _ = satdoku("candidates", "1234" + "." * 12)
    assert code == 0
    assert out.split()[:5] == ["1", "2", "3", "4", "34"]
    code, out, _ = satdoku("candidates", UNIQUE)
    assert out.split() == list(SOLUTION)
    assert satdoku("candidates", NONE)[:2] == (1, "none\n")
    assert satdoku("candidates", "." * 16, "--cap", "3")[1].startswith("1:3,2:3,3:3,4:3 ")


def test_boxes_and_rules(satdoku: Output) -> None:
    assert satdoku("count", "." * 16, "--box", "none") == (0, f"576\t{'.' * 16}\n", "")
    assert satdoku("count", "." * 16, "--rules", "diagonal")[1].split("\t")[0] == "48"
    code, out, _ = satdoku("solve", "." * 36, "--box", "3x2")
    assert code == 0
    assert {len(set(out[row * 6 : row * 6 + 6])) for row in range(6)} == {6}
    assert {out[0], out[1], out[6], out[7], out[12], out[13]} == set("123456")


@pytest.mark.parametrize(
    ("pack", "suffix"), [(gzip.compress, ".gz"), (lzma.compress, ".xz"), (bytes, "")]
)
def test_packed_files_are_read_as_they_are(
    satdoku: Output, tmp_path: Path, pack: Callable[[bytes], bytes], suffix: str
) -> None:
    path = tmp_path / f"p.txt{suffix}"
    path.write_bytes(pack(f"\ufeff{UNIQUE}\r\n{UNIQUE}\r\n".encode()))
    assert satdoku("check-unique", str(path))[:2] == (0, f"unique\t{UNIQUE}\n" * 2)


def test_convert_and_back(satdoku: Output, tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    assert satdoku("convert", UNIQUE, "--to", "json", "-o", str(out)) == (0, "", "")
    assert json.loads(out.read_text())["satdoku"] == 1
    assert satdoku("convert", str(out), "--to", "line") == (0, UNIQUE + "\n", "")
    assert satdoku("convert", str(out), "-o", "-") == (0, UNIQUE + "\n", "")
    assert satdoku("generate", "--seed", "1", "-o", "-") == satdoku("generate", "--seed", "1")
    assert not Path("-").exists()


def test_a_file_is_not_replaced_where_nothing_could_be_converted(
    satdoku: Output, tmp_path: Path
) -> None:
    out = tmp_path / "out.opensudoku"
    out.write_text("kept")
    knight = '{"givens": "................", "constraints": [{"rule": "anti-knight"}]}'
    ask = ("convert", "--to", "opensudoku", "-o", str(out))
    code, _, err = satdoku(*ask, knight)
    assert (code, out.read_text()) == (2, "kept")
    assert "'anti-knight'" in err
    assert satdoku("convert", "--to", "opensudoku", knight)[:2] == (2, "")
    assert satdoku(*ask, knight, UNIQUE)[0] == 2
    assert "<game " in out.read_text()


def test_convert_refuses_what_would_be_lost(satdoku: Output) -> None:
    code, out, err = satdoku("convert", UNIQUE, "--rules", "anti-knight", "--to", "line")
    assert (code, out) == (2, "")
    assert "anti-knight" in err.lower()


def test_encode_gives_a_formula_that_pysat_solves(satdoku: Output, tmp_path: Path) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    path = tmp_path / "p.cnf"
    assert satdoku("encode", UNIQUE, "-o", str(path))[0] == 0
    formula = CNF(from_file=str(path))
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        model = set(solver.get_model() or ())
    names = dict(line[2:].split(" is ") for line in path.read_text().splitlines() if " is " in line)
    placed = {name for name, literal in names.items() if int(literal) in model}
    assert {f"r{i // 9 + 1}c{i % 9 + 1}={d}" for i, d in enumerate(SOLUTION)} <= placed


def test_show_tells_what_is_wrong(satdoku: Output) -> None:
    code, out, err = satdoku("show", CLASH, "--ascii")
    assert code == 2
    assert out.count("\n") >= 11
    assert "5 appears twice in row 1: r1c1 and r1c2" in err


BAD = [
    ("nothing", "", "the argument is empty"),
    ("wrong length", UNIQUE[:80], "81"),
    ("too short", "53", "2 cells"),
    ("letter in a 9x9", UNIQUE[:40] + "A" + UNIQUE[41:], "'A'"),
    ("missing file", "no/such/file.txt", "no/such/file.txt: there is no such file"),
    ("equal givens in a row", CLASH, "row 1: r1c1 and r1c2"),
    ("equal givens in a column", "5" + "." * 8 + "5" + "." * 71, "column 1: r1c1 and r2c1"),
    ("equal givens in a box", "5" + "." * 9 + "5" + "." * 70, "box 1: r1c1 and r2c2"),
]


@pytest.mark.parametrize("command", ["solve", "check-unique", "count", "candidates"])
@pytest.mark.parametrize(("text", "expected"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_input_is_one_sentence(satdoku: Output, command: str, text: str, expected: str) -> None:
    code, out, err = satdoku(command, text)
    assert code == 2
    assert expected in err
    assert all(line.startswith("satdoku: ") for line in err.splitlines())
    assert out.split("\t")[0].strip() == ("" if "/" in text or not text else "invalid")
    code, out, err = satdoku(command, text, "--json")
    assert code == 2
    assert {"line", "puzzle", "error"} <= json.loads(out).keys()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("empty.txt", b"", "empty"),
        ("comments.txt", b"# nothing\n\n", "no puzzle"),
        ("binary.bin", bytes(range(256)) * 4, "binary"),
        ("no-puzzle.csv", b"a,b\n1,2\n", "puzzle"),
    ],
)
def test_bad_files(
    satdoku: Output, tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    code, _, err = satdoku("check-unique", str(path))
    assert code == 2
    assert expected in err.lower()
    assert "Traceback" not in err


def test_a_directory_is_no_file_of_puzzles(satdoku: Output, tmp_path: Path) -> None:
    code, _, err = satdoku("check-unique", str(tmp_path))
    assert code == 2
    assert "directory" in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("solve", UNIQUE, "--backend", "magic"), "magic"),
        (("solve", UNIQUE, "--solver", "magic"), "magic"),
        (("solve", UNIQUE, "--limit", "0"), "limit"),
        (("solve", UNIQUE, "--time-limit", "-1"), "time-limit"),
        (("solve", UNIQUE, "--box", "3by3"), "--box"),
        (("solve", UNIQUE, "--box", "2x3"), "36"),
        (("solve", UNIQUE, "--rules", "anti-nigth"), "anti-knight"),
        (("solve", UNIQUE, "--rules", "killer-cage:99:r1c1+r1c2"), "99"),
        (("solve", UNIQUE, "--format", "nonesuch"), "nonesuch"),
        (("solve",), "PUZZLE"),
        (("solve", UNIQUE, "--nonesuch"), "--nonesuch"),
        (("convert", UNIQUE, "--to", "nonesuch"), "nonesuch"),
        (("convert", UNIQUE, "-o", "/no/such/place/p.txt"), "/no/such/place/p.txt"),
        (("encode", CLASH), "row 1"),
    ],
)
def test_bad_usage(satdoku: Output, arguments: tuple[str, ...], expected: str) -> None:
    code, _, err = satdoku(*arguments)
    assert code == 2
    assert expected in err
    assert "Traceback" not in err


# --- as processes: what only a real process shows ------------------------------------------------

SATDOKU = [sys.executable, "-m", "satdoku"]


def test_standard_input_and_a_reader_that_leaves() -> None:
    text = f"{UNIQUE}\n" * 3
    done = subprocess.run(
        [*SATDOKU, "check-unique", "-"], input=text, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"unique\t{UNIQUE}\n" * 3
    shell = f"'{sys.executable}' -m satdoku solve {'.' * 81} --limit 3000 | head -n 1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True)
    assert len(done.stdout) == 82
    assert done.stderr == ""


@pytest.mark.parametrize("jobs", thinned(["2", "1"], 2))
def test_interrupt_ends_cleanly_and_keeps_what_was_done(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE}\n" * 400_000)
    out = tmp_path / "out.txt"
    with out.open("w") as stream:
        process = subprocess.Popen(
            [*SATDOKU, "check-unique", str(path), "--jobs", jobs, "--backend", "sat"],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
        )
        while out.stat().st_size == 0:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130
    assert err == "satdoku: interrupted\n"
    lines = out.read_text().splitlines()
    assert lines
    assert set(lines) == {f"unique\t{UNIQUE}"}


def test_on_a_terminal_a_solution_is_a_picture(
    seen_at_a_terminal: Callable[..., tuple[int, str]],
) -> None:
    code, text = seen_at_a_terminal("solve", UNIQUE)
    assert code == 0
    assert "┃ 5 │ 3 │ 4 ┃" in text


def _sixteen(letters: str) -> str:
    """A filled 16x16 grid in a convention of letters, with its first cell emptied."""
    symbols = {"10": "123456789ABCDEFG", "1": "ABCDEFGHIJKLMNOP", "hex": "0123456789ABCDEF"}[
        letters
    ]
    rows = [[(4 * (r % 4) + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
    return "." + "".join(symbols[d] for row in rows for d in row)[1:]


@pytest.mark.parametrize("letters", ["10", "1", "hex"])
def test_solutions_are_written_in_the_letters_of_the_puzzle(satdoku: Output, letters: str) -> None:
    puzzle = _sixteen(letters)
    first = {"10": "1", "1": "A", "hex": "0"}[letters]
    assert satdoku("solve", puzzle, "--letters", letters) == (0, first + puzzle[1:] + "\n", "")
    if letters != "hex":
        assert satdoku("solve", puzzle)[1] == first + puzzle[1:] + "\n"


def test_solutions_are_written_as_numbers_where_the_puzzle_is(satdoku: Output) -> None:
    numbers = ["0", *(str("123456789ABCDEFG".index(s) + 1) for s in _sixteen("10")[1:])]
    assert satdoku("solve", " ".join(numbers))[1] == " ".join(["1", *numbers[1:]]) + "\n"


def test_interrupted_while_a_command_is_imported(
    satdoku: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("satdoku.cli.functions.loaded", interrupted)
    assert satdoku("solve", UNIQUE) == (130, "", "satdoku: interrupted\n")


@pytest.mark.full
def test_interrupt_does_not_wait_for_what_the_workers_are_at(tmp_path: Path) -> None:
    """Counting the empty board takes for ever; Ctrl-C must not."""
    path = tmp_path / "empty.txt"
    path.write_text(("." * 81 + "\n") * 8)
    process = subprocess.Popen(
        [*SATDOKU, "count", str(path), "--jobs", "2", "--backend", "sat"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    worked(process, 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "satdoku: interrupted\n")


def test_the_published_count_is_no_count(satdoku: Output) -> None:
    record = json.loads(satdoku("count", "." * 81, "--limit", "5", "--json")[1])
    assert (record["count"], record["exact"]) == (5, False)
    known = {"count": 6_670_903_752_021_072_936_960, "source": "Felgenhauer and Jarvis 2005"}
    assert record["published"] == known
    assert "published" not in json.loads(satdoku("count", UNIQUE, "--json")[1])
    from satdoku.answers.counting import CountAnswer
    from satdoku.answers.puzzle_input import input_of

    cut = CountAnswer(5, False, "seconds", "sat", 1.0, input=input_of("." * 81))
    assert cut.text().splitlines() == [
        "at least 5 solutions (the seconds limit ran out)",
        "6,670,903,752,021,072,936,960 are known (Felgenhauer and Jarvis 2005); "
        "they were not counted here",
    ]
