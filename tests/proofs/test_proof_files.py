"""Certificates on disk and on the command line: names, bad input, full disks, exit codes."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from proof_samples import EASY, HARD, OTHER, altered, classic, files_of, judge

from satdoku.base.errors import EngineDisagreement, FormatError, SatdokuError, Undecided
from satdoku.proofs import certify, certifying, verify, write_certificate

MULTIPLE = EASY.replace("6", ".")
NONE = "12345678." + "........9" + "." * 63
CLASH = "55" + EASY[2:]

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([HARD, "# a comment", MULTIPLE, NONE, CLASH, EASY]) + "\n")
    return path


# --- the command line -------------------------------------------------------------------------


def test_certify_and_verify(satdoku: Call, puzzles: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "certificates"
    code, out, err = satdoku("check-unique", puzzles, "--certify", folder)
    assert code == 2  # one puzzle is at fault
    assert "line 5: 5 appears twice" in err
    rows = [line.split("\t") for line in out.splitlines()]
    assert [row[0] for row in rows] == ["unique", "multiple", "none", "invalid", "unique"]
    names = [Path(row[2]).name for row in rows if row[2:]]
    assert [name[:7] for name in names] == ["000001-", "000003-", "000004-", "000006-"]
    assert all(re.fullmatch(r"\d{6}-[0-9a-f]{12}\.json", name) for name in names)
    kinds = sorted(path.suffix for path in folder.iterdir())
    assert kinds == [".cnf"] * 3 + [".drat"] * 3 + [".json"] * 4
    code, out, err = satdoku("verify", folder)
    assert (code, err) == (0, "")
    rows = [line.split("\t") for line in out.splitlines()]
    assert [row[:3] for row in rows] == [
        ["proved", "unique", HARD],
        ["proved", "multiple", MULTIPLE],
        ["proved", "none", NONE],
        ["proved", "unique", EASY],
    ]
    assert satdoku("verify", *(row[3] for row in rows), "--jobs", "2")[1] == out


def test_json(satdoku: Call, tmp_path: Path) -> None:
    _, out, _ = satdoku("check-unique", HARD, "--certify", tmp_path, "--json")
    record = json.loads(out)
    assert record["verdict"] == "unique"
    path = record["certificate"]
    code, out, _ = satdoku("verify", path, "--json")
    record = json.loads(out)
    assert code == 0
    assert record.pop("seconds") > 0
    assert record.pop("lemmas") > 10
    assert record == {
        "schema": 2,
        "line": 1,
        "puzzle": HARD,
        "source": path,
        "verdict": "unique",
        "answer": "proved",
        "faults": [],
    }


@pytest.mark.parametrize("backend", ["native", "sat", "cpsat", "all"])
def test_any_engine_may_find_the_verdict(satdoku: Call, backend: str, tmp_path: Path) -> None:
    if backend == "native":
        pytest.importorskip("satdoku.core")
    code, out, _ = satdoku("check-unique", HARD, "--backend", backend, "--certify", tmp_path)
    assert code == 0
    assert satdoku("verify", out.split()[2])[0] == 0


@pytest.mark.parametrize("form", ["text", "binary"])
@pytest.mark.parametrize("solver", ["cadical153", "glucose4"])
def test_options_of_the_proof(satdoku: Call, form: str, solver: str, tmp_path: Path) -> None:
    options = ("--proof-format", form, "--proof-solver", solver, "--certify", tmp_path)
    _, out, _ = satdoku("check-unique", HARD, *options)
    data = json.loads(Path(out.split()[2]).read_text())
    assert data["proof"]["format"] == form
    assert data["made_by"]["solver"] == solver
    assert satdoku("verify", tmp_path)[0] == 0


def test_only_keeps_its_meaning(satdoku: Call, puzzles: Path, tmp_path: Path) -> None:
    options = ("--certify", tmp_path / "c", "--only", "none")
    assert satdoku("check-unique", puzzles, *options)[1] == NONE + "\n"


def test_jobs_write_the_same_files(satdoku: Call, puzzles: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        satdoku("check-unique", puzzles, "--certify", tmp_path / jobs, "--jobs", jobs)
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / j).iterdir()} for j in "12")
    assert one == two


def test_rules_on_the_command_line(satdoku: Call, tmp_path: Path) -> None:
    text = "1..............4"
    code, out, _ = satdoku("check-unique", text, "--rules", "anti-king", "--certify", tmp_path)
    rows = out.rstrip("\n").split("\t")
    assert code == {"unique": 0}.get(rows[0], 1)
    code, out, _ = satdoku("verify", rows[2], "--puzzle", text, "--rules", "anti-king")
    assert code == 0
    code, out, err = satdoku("verify", rows[2], "--puzzle", text)
    assert code == 1
    assert "about another puzzle" in err


def test_a_certificate_of_another_puzzle(satdoku: Call, tmp_path: Path) -> None:
    _, out, _ = satdoku("check-unique", HARD, "--certify", tmp_path)
    path = out.split()[2]
    assert satdoku("verify", path, "--puzzle", HARD)[0] == 0
    code, out, err = satdoku("verify", path, "--puzzle", OTHER)
    assert code == 1
    assert out.startswith("not proved\tunique\t")
    assert f"{path}: puzzle: the certificate is about another puzzle: {HARD}" in err


def test_time_limits(satdoku: Call, tmp_path: Path) -> None:
    code, out, _ = satdoku("check-unique", HARD, "--certify", tmp_path, "--time-limit", "0")
    assert (code, out) == (3, f"undecided\t{HARD}\n")
    assert not list(tmp_path.iterdir())
    satdoku("check-unique", HARD, "--certify", tmp_path)
    code, out, _ = satdoku("verify", tmp_path, "--time-limit", "0")
    assert code == 3
    assert out.startswith("undecided\tunique\t")


def test_a_verdict_whose_proof_takes_too_long_is_undecided(
    satdoku: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object, **__: object) -> None:
        raise Undecided("the limit on seconds ran out before the proof was found")

    monkeypatch.setattr(certifying, "_solve", slow)
    code, out, _ = satdoku("check-unique", HARD, "--certify", tmp_path, "--json")
    record = json.loads(out)
    assert (code, record["verdict"], record["stopped"]) == (3, "undecided", "seconds")
    assert "certificate" not in record


def test_several_faults_are_all_told(satdoku: Call, tmp_path: Path) -> None:
    files = altered(files_of(classic(HARD)), solutions=["1" * 81], formula__clauses=5)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "x.drat").write_bytes(b"1 2 0\n0")
    code, out, _ = satdoku("verify", tmp_path / "x.json", "--json")
    assert code == 1
    faults = json.loads(out)["faults"]
    assert [fault.partition(":")[0] for fault in faults] == [
        "solution",
        "proof",
        "formula",
        "formula",
        "proof",
    ]


# --- names and replacement --------------------------------------------------------------------


def test_names_tell_the_puzzle(tmp_path: Path) -> None:
    first = write_certificate(certify(classic(HARD)), tmp_path)
    again = write_certificate(certify(classic(HARD), solver="glucose4"), tmp_path)
    other = write_certificate(certify(classic(OTHER)), tmp_path)
    assert first == again != other
    assert len(list(tmp_path.iterdir())) == 6
    assert verify(first).proved
    named = write_certificate(certify(classic(HARD)), tmp_path, "mine")
    assert named == tmp_path / "mine.json"
    assert verify(named).proved


def test_files_have_ordinary_permissions(tmp_path: Path) -> None:
    path = write_certificate(certify(classic(HARD)), tmp_path)
    plain = tmp_path / "plain"
    plain.write_text("")
    assert {p.stat().st_mode for p in path.parent.iterdir()} == {plain.stat().st_mode}


# --- bad input --------------------------------------------------------------------------------

GOOD = files_of(classic(HARD))

BAD: list[tuple[dict[str, Any] | bytes, str]] = [
    (b"", "this is not a certificate: it is not JSON"),
    (b"\xff\xfe", "not UTF-8 text"),
    (b"hello", "line 1, column 1: this is not a certificate: it is not JSON"),
    (b"[1]", "the certificate must be an object"),
    (b"{}", '"satdoku_certificate" is missing'),
    (b'{"satdoku": 1}', '"satdoku_certificate" is missing'),
    (b'{"a": 1, "a": 2}', "the key 'a' appears twice"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"satdoku_certificate": ' + b"9" * 9999 + b"}", "an endless number"),
    ({"satdoku_certificate": 3}, "version 3 of certificates is not known"),
    ({"satdoku_certificate": "1"}, "version '1' of certificates"),
    ({"satdoku_certificate": True}, "version True of certificates"),
    ({"verdict": "probably"}, "\"verdict\" is unique, none or multiple, not 'probably'"),
    ({"verdict": ["unique"]}, "\"verdict\" is unique, none or multiple, not ['unique']"),
    ({"verdict": "multiple"}, "has no key 'encoding'"),
    ({"notes": "more"}, "the certificate has no key 'notes'"),
    ({"puzzle": HARD}, '"puzzle": an object was expected'),
    ({"puzzle__satdoku": 99}, '"puzzle": version 99'),
    ({"puzzle__givens": "12"}, '"puzzle": "givens" has 2 cells'),
    ({"puzzle__constraints": [{"rule": "spiral"}]}, "spiral"),
    ({"solutions": None}, '"solutions" must be a list'),
    ({"solutions": [None]}, '"solutions" must be a text of 81 cells each'),
    ({"solutions": ["1"]}, '"solutions" has 1 cells, but the board has 81'),
    ({"solutions": ["1"] * 3}, '"solutions" must be a list of at most two grids'),
    ({"made_by": "me"}, '"made_by" must be an object'),
    ({"encoding": 1}, '"encoding" must be an object'),
    ({"encoding": {"kind": "open-candidates"}}, '"encoding" lacks the key "version"'),
    ({"encoding__version": 3}, "version 3 is not known; this satdoku verifies"),
    ({"encoding__version": True}, "version True is not known"),
    ({"formula": []}, '"formula" must be an object'),
    ({"formula__variables": "many"}, '"variables" and "clauses" of "formula" must be numbers'),
    ({"formula__file": "../x.cnf"}, 'of "formula" must be the plain name of a file'),
    ({"formula__file": "/etc/passwd"}, 'of "formula" must be the plain name of a file'),
    ({"formula__file": ".."}, 'of "formula" must be the plain name of a file'),
    ({"formula__file": 7}, 'of "formula" must be the plain name of a file'),
    ({"formula__sha256": "abc"}, '"sha256" of "formula" must be 64 hexadecimal digits'),
    ({"formula__file": "y.cnf"}, "y.cnf: there is no such file"),
    ({"proof__file": "y.drat"}, "y.drat: there is no such file"),
    ({"proof__file": "sub"}, "sub is a directory, not a file"),
    ({"proof__file": "pipe"}, "pipe is a device or a pipe, not a file"),
    ({"proof__format": "frat"}, '"format" of "proof" is text, binary or lrat, not \'frat\''),
    ({"proof__format": None}, '"format" of "proof" is text, binary or lrat, not None'),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message[-45:] for _, message in BAD])
def test_what_is_no_certificate(
    change: dict[str, Any] | bytes, message: str, satdoku: Call, tmp_path: Path
) -> None:
    files = {**GOOD, "x.json": change} if isinstance(change, bytes) else altered(GOOD, **change)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "sub").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SatdokuError) as caught:
        verify(tmp_path / "x.json")
    assert message in str(caught.value)
    code, out, err = satdoku("verify", tmp_path / "x.json")
    assert code == 2
    assert out == f"unreadable\t\t\t{tmp_path / 'x.json'}\n"
    assert err.startswith("satdoku: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("key", ["verdict", "puzzle", "solutions", "encoding", "proof", "made_by"])
def test_a_missing_key(key: str) -> None:
    data = json.loads(GOOD["x.json"])
    del data[key]
    with pytest.raises(FormatError, match=key):
        judge({**GOOD, "x.json": json.dumps(data).encode()})


def test_arguments_that_are_no_certificates(satdoku: Call, tmp_path: Path) -> None:
    code, _, err = satdoku("verify", tmp_path / "missing.json")
    assert code == 2
    assert f"{tmp_path / 'missing.json'}: there is no such file" in err
    code, _, err = satdoku("verify", tmp_path)
    assert code == 2
    assert "there is no certificate (.json) in the directory" in err
    code, _, err = satdoku("verify", "a\0b")
    assert code == 2
    assert "cannot be read" in err
    assert satdoku("verify")[0] == 2


def test_a_puzzle_that_takes_too_many_clauses_is_refused_in_time() -> None:
    blank = " ".join("." * 49**2)
    board = {"satdoku": 1, "board": {"size": 49, "box": [7, 7]}, "givens": blank}
    with pytest.raises(SatdokuError, match="too many for a certificate"):
        judge(altered(GOOD, puzzle=board, solutions=[blank]))


# --- writing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["file", "file/below", "/proc/nowhere"])
def test_a_directory_that_cannot_be_made(where: str, satdoku: Call, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    folder = tmp_path / where
    code, out, err = satdoku("check-unique", HARD, "--certify", folder)
    assert (code, out) == (2, "")
    assert err.startswith(f"satdoku: the directory {folder} cannot be written: ")
    assert err.count("\n") == 1
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize("at", [0, 1, 2, 3, 4, 5])
def test_a_disk_that_fills_leaves_nothing(
    at: int, satdoku: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each write and each renaming may be the one that fails."""
    done = 0

    def failing(genuine: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            nonlocal done
            done += 1
            if done > at:
                if genuine is write:
                    arguments[0].write_bytes(arguments[1][:10])
                raise OSError(28, "No space left on device")
            return genuine(*arguments)

        return call

    write = certifying._write
    monkeypatch.setattr(certifying, "_write", failing(write))
    monkeypatch.setattr(Path, "replace", failing(Path.replace))
    code, out, err = satdoku("check-unique", HARD, "--certify", tmp_path)
    assert (code, out) == (2, "")
    assert re.fullmatch(r"satdoku: the certificate \S+ cannot be written: No space left.*\n", err)
    assert not list(tmp_path.iterdir())


@pytest.mark.full
def test_a_real_limit_on_the_size_of_files(tmp_path: Path) -> None:
    """The operating system's own refusal, in a process of its own."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    command = [sys.executable, "-m", "satdoku", "check-unique", HARD, "--certify", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert result.returncode == 2
    assert "cannot be written: File too large" in result.stderr
    assert "Traceback" not in result.stderr
    assert not list(tmp_path.iterdir())


def test_an_interruption_while_writing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, data: bytes) -> None:
        path.write_bytes(data[:10])
        raise KeyboardInterrupt

    monkeypatch.setattr(certifying, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_certificate(certify(classic(HARD)), tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_older_certificate_is_whole_or_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_certificate(certify(classic(HARD)), tmp_path)
    before = path.read_bytes()

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(certifying, "_write", full)
    with pytest.raises(SatdokuError):
        write_certificate(certify(classic(HARD), solver="glucose4"), tmp_path)
    assert path.read_bytes() == before
    assert verify(path).proved


# --- a solver that lies -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["-1 0", "0"], "a proof that does not hold"),
        ([], "a proof that does not hold"),
        (["99999 0"], "what is not a proof"),
        (["garbage"], "what is not a proof"),
    ],
)
def test_a_bad_proof_of_the_solver_is_never_written(
    lines: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certifying, "_solve", lambda *_: lines)
    with pytest.raises(EngineDisagreement, match=message):
        certify(classic(HARD))


def test_a_wrong_verdict_of_the_engine_is_never_certified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from dataclasses import replace

    from satdoku.solving import check_unique

    puzzle = classic(MULTIPLE)
    result = check_unique(puzzle)
    for verdict, witnesses in (("unique", result.witnesses[:1]), ("none", ())):
        wrong = replace(result, verdict=verdict, witnesses=witnesses)  # type: ignore[arg-type]
        with pytest.raises(EngineDisagreement, match="found a solution"):
            certifying.certify_result(puzzle, wrong)
