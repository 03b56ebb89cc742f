"""Audits of data sets: what was planted is found, and counted as slow and plain checks count it."""

from __future__ import annotations

import gzip
import json
import random
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import satdoku
from satdoku.base.limits import Limit
from satdoku.cli.app import run
from satdoku.lab.audit import audit_files

core = pytest.importorskip("satdoku.core", reason="an audit needs the compiled core")

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def satdoku_command(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


PUZZLES = [core.minimal_puzzle(seed) for seed in range(12)]


def solved(puzzle: str) -> str:
    return str(satdoku.solve(puzzle).solution)


def plain(puzzle: str) -> bool:
    """Whether every given is needed, one at a time."""
    return all(
        not satdoku.is_unique(puzzle[:at] + "." + puzzle[at + 1 :])
        for at, digit in enumerate(puzzle)
        if digit != "."
    )


def spared(puzzle: str, rng: random.Random) -> str:
    solution = solved(puzzle)
    at = rng.choice([cell for cell in range(81) if puzzle[cell] == "."])
    return puzzle[:at] + solution[at] + puzzle[at + 1 :]


def test_what_is_planted_is_found(tmp_path: Path) -> None:
    rng = random.Random(1)
    train, test = tmp_path / "train.csv", tmp_path / "test.txt.gz"
    rows = [f"{p.replace('.', '0')},{solved(p)}" for p in PUZZLES[:6]]
    rows += [
        f"{spared(PUZZLES[6], rng)},{solved(PUZZLES[6])}",
        f"{PUZZLES[7]},{solved(PUZZLES[8])}",
        "12,3",
    ]
    rows += [rows[0], f"{satdoku.transform(PUZZLES[1], seed=2).image},"]
    train.write_text("\n".join(["puzzle,solution", *rows]) + "\n", "utf-8")
    lines = [
        *PUZZLES[8:],
        PUZZLES[2],
        satdoku.transform(PUZZLES[3], seed=4).image,
        "." * 81,
        "11" + "." * 79,
    ]
    test.write_bytes(gzip.compress(("# a note\n" + "\n".join(lines) + "\n").encode()))
    audit = audit_files([str(train), str(test)], rated=5)
    one, two = audit.files
    assert (one.puzzles, one.verdicts, one.unreadable) == (10, {"unique": 10}, 1)
    texts = [row.split(",")[0].replace("0", ".") for row in rows if len(row) > 9]
    assert one.minimal == sum(map(plain, texts)) == 9
    assert (one.identical, one.equivalent) == (1, 1)
    assert (one.solutions, one.wrong, one.rated) == (9, 1, 5)
    assert one.lines == {"unreadable": (10,), "wrong": (9,)}
    assert two.verdicts == {"unique": 6, "multiple": 1, "invalid": 1}
    assert two.lines == {"multiple": (8,), "invalid": (9,)}
    (both,) = audit.overlaps
    assert (both.identical, both.equivalent) == (1, 1)
    assert both.examples == (
        {"first": 4, "second": 6, "identical": True},
        {"first": 5, "second": 7, "identical": False},
    )
    assert audit.complete
    assert not audit.clean


def test_a_table_may_have_quoted_cells_and_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    lines = [
        "id,note,puzzle,solution",
        f'1,"a, ""b""",{PUZZLES[0]},"{solved(PUZZLES[0])}"',
        "2,c,x,",
    ]
    file.write_bytes("\r\n".join([*lines, f"3,,{PUZZLES[1]}", ""]).encode("utf-8-sig"))
    (one,) = audit_files([str(file)], rated=0).files
    assert (one.puzzles, one.unreadable, one.solutions, one.wrong) == (2, 1, 1, 0)
    assert one.lines == {"unreadable": (3,)}


def test_files_of_other_formats(tmp_path: Path) -> None:
    file = tmp_path / "set"
    rows = [
        {"givens": PUZZLES[0], "solution": solved(PUZZLES[0])},
        {"board": PUZZLES[1]},
        {"givens": "1" * 16},
    ]
    rows.append({"givens": PUZZLES[2], "constraints": [{"rule": "anti-knight"}]})
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (one,) = audit_files([str(file)], rated=0).files
    assert (one.puzzles, one.unreadable, one.solutions, one.wrong) == (2, 2, 1, 0)
    assert one.lines == {"unreadable": (3, 4)}
    grids = ["\n".join(text[i : i + 9] for i in range(0, 81, 9)) for text in PUZZLES[:3]]
    file.write_text("\n\n".join(grids))
    (one,) = audit_files([str(file)], rated=0).files
    assert (one.puzzles, one.unreadable) == (3, 0)


def test_canonical_forms_are_those_of_the_command(tmp_path: Path) -> None:
    rng = random.Random(3)
    pool = [*PUZZLES, *(satdoku.transform(p, seed=rng.randrange(99)).image for p in PUZZLES)]
    rng.shuffle(pool)
    (tmp_path / "a").write_text("\n".join(pool[:12]), "utf-8")
    (tmp_path / "b").write_text("\n".join(pool[12:]), "utf-8")
    audit = audit_files([str(tmp_path / "a"), str(tmp_path / "b")], rated=0)
    forms = {str(satdoku.canonical(p).image) for p in pool[:12]}
    shared = sum(str(satdoku.canonical(p).image) in forms for p in pool[12:])
    (both,) = audit.overlaps
    assert both.identical + both.equivalent == shared > 0
    assert audit.files[0].equivalent == 12 - len(forms)


def test_a_limit_leaves_what_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.lab.audit._BLOCK", 4)
    file = tmp_path / "a"
    file.write_text("\n".join(PUZZLES), "utf-8")
    polls = iter([False, True])
    audit = audit_files([str(file)], limit=Limit(cancel=lambda: next(polls, True)))
    assert (audit.complete, audit.stopped, audit.files[0].puzzles) == (False, "cancelled", 4)

    def interrupt(size: int, count: int) -> None:
        raise KeyboardInterrupt

    audit = audit_files([str(file)], advance=interrupt)
    assert (audit.complete, audit.stopped, audit.files[0].puzzles) == (False, "interrupt", 4)


def test_the_command(satdoku_command: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("\n".join(PUZZLES), "utf-8")
    code, out, _ = satdoku_command("audit", str(file), "--rated", "0")
    assert (code, out.split("\n")[0]) == (0, f"{file}: 12 puzzles (12 unique)")
    code, out, _ = satdoku_command("audit", str(file), str(file), "--json", "--rated", "3")
    record = json.loads(out)
    assert (code, record["overlaps"][0]["identical"], record["complete"]) == (1, 12, True)
    assert satdoku_command("audit", str(file), "--time-limit", "0")[0] == 3
    (tmp_path / "empty").write_text("# nothing\n", "utf-8")
    (tmp_path / "table").write_text("a,b\n1,2\n", "utf-8")
    (tmp_path / "bytes").write_bytes(bytes(range(128, 256)) * 9)
    for missing in ("nowhere.csv", *(str(tmp_path / name) for name in ("empty", "table", "bytes"))):
        code, out, err = satdoku_command("audit", missing)
        assert (code, out, len(err.splitlines())) == (2, "", 1)


def test_the_page_shows_what_is_printed(
    satdoku_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(7)
    train = [PUZZLES[0], PUZZLES[1], spared(PUZZLES[2], rng)]
    test = [satdoku.transform(PUZZLES[1], seed=5).image, "." * 81]
    Path("train.csv").write_text(
        "puzzle,solution\n" + "".join(f"{p},{solved(p)}\n" for p in train), "utf-8"
    )
    Path("test.csv").write_text("puzzle\n" + "".join(f"{p}\n" for p in test), "utf-8")
    page = (ROOT / "docs/audit.md").read_text("utf-8")
    ((command, shown),) = re.findall(r"```console\n\$ satdoku (.*?)\n(.*?)```", page, re.DOTALL)
    assert satdoku_command(*shlex.split(command))[1] == shown
