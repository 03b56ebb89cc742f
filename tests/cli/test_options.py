"""Values of options that no command may choke on: times, files, sizes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.answers.json_object import SCHEMA
from satdoku.cli.commands import commands
from satdoku.cli.loading import options_of
from tests.shared import thinned

Run = Callable[..., tuple[int, str, str]]
P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

WORDS = {
    "steps": ("-t", "naked-single", P),
    "generate": ("--seed", "1", "--size", "4"),
    "unavoidable": (S, "--size", "4"),
    "transform": (P, "--canonical"),
    "same": (P, P),
    "suggest": ("--rule", "thermo", P),
    "set-values": (
        "--rules",
        ",".join(
            f"killer-cage:{c}"
            for c in ("r1c1+r2c1", "r3c3+r3c4", "r1c4+r2c4", "r2c2+r3c2", "r4c1+r4c2", "r1c3+r2c3")
        ),
        "." * 16,
    ),
    "learn": ("x-wing", "--drill", "--seed", "7"),
    "practice": ("x-wing", "--seed", "7"),
    "why": (P, "r1c3=4"),
    "fewest-clues": ("1234341221434321",),
    "bench": ("--solvers", "native", P),
    "techniques": ("x-wing",),
    "rules": ("thermo",),
    "doctor": (),
}
"""The arguments of commands that do not take one puzzle."""

ALONE = {
    "audit",
    "batch",
    "book",
    "collection",
    "decode",
    "report",
    "torture",
    "verify",
    "worksheet",
}
ALONE |= {name for name in commands() if name.startswith("collection ")}
"""Commands of files and runs, which have tests of their own."""

TIMED = [name for name in commands() if "--time-limit" in options_of(name) and name not in ALONE]
JSON = [name for name in commands() if "--json" in options_of(name) and name not in ALONE]


def test_most_commands_take_a_time_limit_and_write_json() -> None:
    assert len(TIMED) > 20
    assert len(JSON) > 25
    assert set(commands()) >= ALONE | WORDS.keys()


def words_of(command: str) -> tuple[str, ...]:
    return WORDS.get(command, (P,))


@pytest.mark.parametrize("command", thinned(JSON, 2))
def test_every_json_object_has_the_version_of_the_schema(command: str, satdoku: Run) -> None:
    _, out, _ = satdoku(command, *words_of(command), "--json")
    objects = [json.loads(line) for line in out.splitlines()]
    assert objects
    assert all(next(iter(record.items())) == ("schema", SCHEMA) for record in objects)


@pytest.mark.parametrize(
    "command",
    sorted(
        set(JSON)
        - {"generate", "techniques", "rules", "encode", "same", "doctor", "learn", "practice"}
    ),
)
def test_what_cannot_be_read_is_an_object_too(command: str, satdoku: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("no puzzle at all, and not of its length\n")
    needed = {"steps": ["-t", "naked-single"], "suggest": ["--rule", "thermo"]}
    arguments = needed.get(command, [])
    code, out, err = satdoku(command, *arguments, str(file), "--json")
    record = json.loads(out)
    assert (code, record["schema"], record["line"]) == (2, SCHEMA, 1)
    assert record["source"] == str(file)
    assert err == f"satdoku: {record['error']}\n"
    assert record["error"].startswith(f"{file}: line 1: ")


@pytest.mark.parametrize(
    "command", thinned(sorted(set(TIMED) - {"bench", "fewest-clues", "serve"}), 2)
)
def test_endless_time_is_no_limit(command: str, satdoku: Run) -> None:
    code, out, err = satdoku(command, *words_of(command), "--time-limit", "1e12")
    assert code in (0, 1), err
    assert out
    assert not err


@pytest.mark.parametrize("backend", ["sat", "cpsat", "native", "all"])
def test_endless_time_is_no_limit_of_any_engine(backend: str, satdoku: Run) -> None:
    words = ("solve", P, "--backend", backend, "--time-limit", "inf")
    assert satdoku(*words) == (0, S + "\n", "")


@pytest.mark.parametrize("command", ["convert", "encode", "generate"])
@pytest.mark.parametrize("name", ["", "/", "a" * 300, "file/below", ".."])
def test_a_file_that_cannot_be_written(
    command: str, name: str, satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    puzzle = () if command == "generate" else (P,)
    code, out, err = satdoku(command, *puzzle, "-o", name)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("size", ["-1", "0", "101", "1" * 40])
def test_sizes_of_no_board(size: str, satdoku: Run) -> None:
    code, out, err = satdoku("generate", "--size", size)
    assert (code, out) == (2, "")
    assert "1 to 100 rows" in err


@pytest.mark.parametrize("option", thinned(["--mask", "--layout", "--givens", "--grid"], 2))
@pytest.mark.parametrize("file", ["/dev/zero", "/dev/urandom", "endless", "/", "torn.gz"])
def test_files_that_are_no_pattern(option: str, file: str, satdoku: Run, tmp_path: Path) -> None:
    if file == "endless":
        (tmp_path / file).write_bytes(
            b"x" * 80 * (1 << 17) if option < "--h" else b"x\n" * (1 << 20)
        )
    elif file == "torn.gz":
        (tmp_path / file).write_bytes(b"\x1f\x8b\x08\x00torn")
    elif not Path(file).exists():
        pytest.skip(f"there is no {file} here")
    code, out, err = satdoku("generate", option, file if file[0] == "/" else str(tmp_path / file))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert err.startswith(f"satdoku: {option}: ")
    assert len(err) < 400


def test_a_pattern_may_stand_in_a_packed_file(satdoku: Run, tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "layout.gz"
    path.write_bytes(gzip.compress("\n".join(["1111", "2222", "3333", "4444"]).encode()))
    code, out, err = satdoku("generate", "--layout", str(path), "--full", "--seed", "1")
    assert (code, len(out), err) == (0, 17, "")


def test_letters_of_what_is_written(satdoku: Run) -> None:
    seven = "G" + "." * 255
    for letters, symbol in (("1", "G"), ("10", "7"), ("hex", "6")):
        options = ("--letters", "1", "--to", "line", "--to-letters", letters)
        code, out, _ = satdoku("convert", seven, *options)
        assert (code, out[:2]) == (0, f"{symbol}."), letters


def test_numbers_of_rows_and_columns_can_be_left_out(satdoku: Run, tmp_path: Path) -> None:
    drawn = []
    for number, options in enumerate(((), ("--no-labels",))):
        file = tmp_path / f"{number}.svg"
        assert satdoku("show", P, "--svg", str(file), *options)[0] == 0
        drawn.append(file.read_text("utf-8").count("<text"))
    assert drawn[0] - drawn[1] == 18
