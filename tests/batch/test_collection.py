"""Collections: no two equivalent puzzles, nothing lost by a kill, nothing used twice."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.answers.contents import key_of
from satdoku.base.errors import ImpossibleWish, OptionError, SatdokuError
from satdoku.batch import collection as module
from satdoku.batch.collection import Collection, Draw, KeptPuzzle, Wanted, kept_columns
from satdoku.symmetry import NAMED_SYMMETRIES, Symmetry
from tests.batch.support import LINES, UNIQUE, puzzles
from tests.shared import example_files, some

pytest.importorskip("satdoku.core", reason="rates by the core")

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "collection.md").read_text(encoding="utf-8")
RULES = sorted((ROOT / "examples" / "constraints").glob("*.json"))


@pytest.fixture
def forty(tmp_path: Path) -> Path:
    """Forty puzzles, rated."""
    path = tmp_path / "kept.db"
    with Collection(path, new=True) as store:
        assert {one.outcome for one in store.add(puzzles(40))} == {"added"}
    return path


def test_each_line_has_its_fate(tmp_path: Path, satdoku: Run) -> None:
    file = tmp_path / "puzzles.txt"
    image = UNIQUE[::-1]
    file.write_text("\n".join((*LINES, image)) + "\n")
    path = tmp_path / "kept.db"
    code, out, err = satdoku("collection", "add", str(path), str(file), "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert [(one["line"], one["outcome"], one.get("verdict")) for one in records] == [
        (1, "added", "unique"),
        (4, "equivalent", "unique"),
        (5, "refused", "multiple"),
        (6, "added", "unique"),
        (7, "refused", "invalid"),
        (8, "refused", "invalid"),
        (9, "refused", "multiple"),
        (10, "refused", "none"),
        (11, "equivalent", "unique"),
    ]
    assert records[-1]["error"] == f"equivalent to puzzle 1 ({file}, line 1)"
    assert code == 2
    assert len(err.splitlines()) == len(records) - 2
    assert f"satdoku: {file}: line 11: equivalent to puzzle 1 ({file}, line 1)" in err
    with Collection(path) as store:
        one, _ = store.find()
        assert (one.puzzle, one.clues, one.source, one.line) == (UNIQUE, 30, str(file), 1)
        assert one.solution == str(satdoku_solution(UNIQUE))
        assert (one.er, one.level) == (1.2, "easy")


def satdoku_solution(puzzle: str) -> object:
    return satdoku.solve(puzzle).solution


def test_many_refusals_are_counted(forty: Path, tmp_path: Path, satdoku: Run) -> None:
    file = tmp_path / "again.txt"
    file.write_text("\n".join(puzzles(40)))
    code, out, err = satdoku("collection", "add", str(forty), str(file))
    assert (code, out) == (0, f"{forty}: 40 puzzles (40 equivalent)\n")
    assert err.splitlines()[-1] == "satdoku: 20 more are equivalent; --json lists all"
    assert err.count("\n") == 21


@pytest.mark.parametrize("is_there", [False, True])
def test_a_file_that_nothing_was_added_to_is_not_made(
    is_there: bool, tmp_path: Path, satdoku: Run
) -> None:
    file, path = tmp_path / "puzzles.txt", tmp_path / "kept.db"
    file.write_text("no puzzle\n" + "." * 81 + "\n")
    if is_there:
        Collection(path, new=True).close()
    code, out, err = satdoku("collection", "add", str(path), str(file))
    assert (code, out) == (2, f"{path}: 0 puzzles (2 refused)\n")
    assert (f"{path} is not made" in err) is not is_there
    assert path.exists() is is_there


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=() if number % 40 == 0 else pytest.mark.full)
        for number, path in enumerate(RULES)
    ],
    ids=lambda path: path.stem,
)
def test_turned_puzzles_have_one_key(path: Path) -> None:
    puzzle = satdoku.parse(path.read_text("utf-8"))
    keys = {key_of(puzzle)}
    for name in NAMED_SYMMETRIES:
        try:
            keys.add(key_of(Symmetry.named(puzzle.geometry, name)(puzzle)))
        except satdoku.Unsupported:
            continue
    assert len(keys) == 1
    bare = satdoku.Puzzle(puzzle.geometry, puzzle.givens)
    assert not puzzle.constraints or key_of(bare) not in keys


def test_digits_are_renamed_where_the_rules_allow_it() -> None:
    text = f"{UNIQUE[:80]}."
    swapped = text.translate(str.maketrans("12", "21"))
    queen, thermo = ("anti-knight", "thermo:r1c1+r1c2+r1c3")
    for rule, same in ((queen, True), (thermo, False)):
        one, other = (satdoku.parse(satdoku.convert(each, "json").text) for each in (text, swapped))
        rules = module.parse(
            json.dumps({"givens": "." * 81, "constraints": [_rule(rule)]})
        ).puzzle.constraints
        keys = {
            key_of(satdoku.Puzzle(p.geometry, p.givens, constraints=rules)) for p in (one, other)
        }
        assert (len(keys) == 1) is same


def _rule(text: str) -> dict[str, Any]:
    name, _, cells = text.partition(":")
    return {"rule": name} | ({"cells": cells.split("+")} if cells else {})


def test_conditions_are_those_of_the_puzzles(forty: Path) -> None:
    with Collection(forty) as store:
        assert list(store.rate(ask=["techniques"])) == [40]
        everything = list(store.find())
        assert [one.number for one in everything] == list(range(1, 41))
        conditions: dict[str, tuple[Wanted, Callable[[KeptPuzzle], bool]]] = {
            "er": (Wanted(er="1.5..2.6"), lambda one: 1.5 <= (one.er or 0) <= 2.6),
            "clues": (Wanted(clues="24"), lambda one: one.clues == 24),
            "level": (Wanted(level="medium"), lambda one: one.level == "medium"),
            "minutes": (Wanted(minutes="5..12"), lambda one: 5 <= (one.minutes or 0) <= 12),
            "technique": (
                Wanted(technique="Pointing"),
                lambda one: "pointing" in (one.techniques or ()),
            ),
            "number": (Wanted(number="3..5"), lambda one: one.number in (3, 4, 5)),
            "rules": (Wanted(with_rules="none"), lambda one: one.rules is None),
            "unused": (Wanted(used="yes"), lambda one: one.used is not None),
        }
        for name, (wanted, fits) in conditions.items():
            expected = [one.number for one in everything if fits(one)]
            assert name == "unused" or some(expected)
            assert [one.number for one in store.find(wanted)] == expected, name
        ratings = {one.puzzle: one.er for one in everything}
        assert ratings == {p: satdoku.rate(p).scores["er"] for p in ratings}


def test_numbers_may_be_large(forty: Path) -> None:
    with Collection(forty) as store:
        store._database.execute("UPDATE puzzles SET number = number + 5000000")
        (one,) = store.find(Wanted(number="5000007"))
        assert [drawn.number for drawn in store.draw(wanted=Wanted(number="5000007"))] == [
            one.number
        ]
        (added,) = store.add([UNIQUE])
        assert added.number == 5000041


def test_rules_are_kept_and_found(tmp_path: Path) -> None:
    paths = [path for path in RULES if path.stem in ("thermo", "arrow", "anti-knight")]
    with Collection(tmp_path / "kept.db", new=True) as store:
        added = store.add((path.read_text("utf-8") for path in paths), ask=["none"])
        assert [one.outcome for one in added] == ["added"] * 3
        (one,) = store.find(Wanted(with_rules="thermometers"))
        assert one.rules == "thermo"
        assert satdoku.parse(one.puzzle) == satdoku.parse(paths[2].read_text("utf-8"))
        assert not list(store.find(Wanted(with_rules="thermo,arrow")))
        assert store.unrated() == 3


def test_nothing_is_drawn_twice(forty: Path, satdoku: Run) -> None:
    with Collection(forty) as store:
        book = store.draw(count=10, purpose="Book 1", seed=7)
        assert {one.used for one in book} == {str(date.today())}
        days = store.draw(first_day="2027-02-27", count=12, seed=7)
        assert [one.used for one in days][:4] == [
            "2027-02-27", "2027-02-28", "2027-03-01", "2027-03-02",
        ]  # fmt: skip
        assert len({one.number for one in (*book, *days)}) == 22
        with pytest.raises(ImpossibleWish, match=r"^19 unused puzzles are wanted, and .* has 18 "):
            store.draw(count=19)
        with pytest.raises(SatdokuError, match=r"^2027-03-10 has puzzle \d+ for 'daily' already"):
            store.draw(first_day="2027-03-10", count=2)
        assert len(store.draw(first_day="2027-03-10", count=1, purpose="other")) == 1
        assert len(list(store.find(Wanted(used="no")))) == 17
    again = satdoku(
        "collection", str(forty), "--used", "2027-02-27..2027-03-10", "--used-for", "daily"
    )
    assert again == (0, "".join(f"{one.puzzle}\n" for one in days), "")


def test_objects_are_as_the_schema_says(forty: Path, satdoku: Run) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for command, words in {
        "collection": (str(forty), "--limit", "3"),
        "collection add": (str(forty), str(forty.with_name("more.txt"))),
        "collection draw": (str(forty), "-n", "2"),
    }.items():
        forty.with_name("more.txt").write_text(f"{UNIQUE}\n{UNIQUE}\nbad\n")
        schema = json.loads(satdoku("schema", *command.split())[1])
        validator = jsonschema.Draft202012Validator(schema)
        lines = satdoku(*command.split(), *words, "--json")[1].splitlines()
        for one in some([json.loads(line) for line in lines]):
            validator.validate(one)
            assert not validator.is_valid(one | {"plugh": 1})


def test_each_weekday_has_its_level(forty: Path) -> None:
    with Collection(forty) as store:
        counts = store.summary().levels
        (often, _), (rare, number) = sorted(counts.items(), key=lambda item: -item[1])[:2]
        levels = [often] * 5 + [rare] * 2
        drawn = store.draw(first_day="2027-01-01", count=14, weekdays=",".join(levels), seed=1)
        for one in drawn:
            assert one.used is not None
            assert one.level == levels[date.fromisoformat(one.used).weekday()]
        before = store.summary()
        with pytest.raises(ImpossibleWish, match=f"unused puzzles of level {rare} are wanted"):
            store.draw(levels=f"{often}:1,{rare}:{number}")
        assert store.summary() == before


@pytest.mark.parametrize(
    ("wrong", "option"),
    [
        (lambda: Wanted(er="hard"), "er"),
        (lambda: Wanted(clues="-3"), "clues"),
        (lambda: Wanted(level="hardest"), "level"),
        (lambda: Wanted(technique="x-wng"), "technique"),
        (lambda: Wanted(with_rules="thermos,plugh"), "with_rules"),
        (lambda: Wanted(used="2027-02-29"), "used"),
        (lambda: Wanted(used="soon"), "used"),
        (lambda: Draw(first_day="1.1.2027"), "first_day"),
        (lambda: Draw(first_day="2027-01-01", weekdays="easy,hard"), "weekdays"),
        (lambda: Draw(weekdays="easy"), "weekdays"),
        (lambda: Draw(levels="easy"), "levels"),
        (lambda: Draw(levels="easy:2", first_day="2027-01-01"), "levels"),
        (lambda: Draw(first_day="9999-12-30", count=9), "count"),
    ],
)
def test_a_condition_that_cannot_be_is_named(wrong: Callable[[], object], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        wrong()
    assert str(caught.value).startswith(option)


def test_files_that_are_no_collection_stay_as_they_are(
    forty: Path, tmp_path: Path, satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BUSY_SECONDS", 0.01)
    good = tmp_path / "puzzles.txt"
    good.write_text(UNIQUE + "\n")
    other, later, text = tmp_path / "other.db", tmp_path / "later.db", tmp_path / "text.db"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE puzzles (number INTEGER)")
    database.close()
    later.write_bytes(forty.read_bytes())
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    text.write_text("no database at all\n" * 99)
    for path, reason in (
        (other, "is a database, but not a collection of satdoku"),
        (later, "is a collection of another version of satdoku (form 99; this one has form 1)"),
        (text, "is not a collection of satdoku, nor a database at all"),
        (tmp_path, "cannot be opened or made"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        for words in (("add", str(path), str(good)), (str(path),), ("draw", str(path))):
            assert satdoku("collection", *words) == (2, "", f"satdoku: {path} {reason}\n")
        assert not before or path.read_bytes() == before
    missing = tmp_path / "missing.db"
    code, out, err = satdoku("collection", str(missing))
    assert (code, out) == (2, "")
    assert err.startswith(f"satdoku: {missing} does not exist; satdoku collection add {missing} ")
    assert satdoku("collection", "add", str(missing), str(tmp_path / "none.txt"))[0] == 2
    assert not missing.exists()
    holder = sqlite3.connect(forty, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    busy = f"satdoku: {forty} is in use by another process; try again when that has ended\n"
    assert satdoku("collection", "add", str(forty), str(good)) == (2, "", busy)
    holder.execute("ROLLBACK")
    holder.close()
    assert satdoku("collection", "add", str(forty), str(good))[0] == 0


def test_tables_and_links(forty: Path, tmp_path: Path, satdoku: Run) -> None:
    assert [column.name for column in kept_columns()] == [
        field.name for field in fields(KeptPuzzle)
    ]
    table = tmp_path / "all.csv"
    assert satdoku("collection", str(forty), "-o", str(table)) == (0, "", "")
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["puzzle"] for row in rows] == puzzles(40)
    assert rows[0]["er"] == str(satdoku_rating(rows[0]["puzzle"]))
    code, out, _ = satdoku("collection", str(forty), "--limit", "2", "--to", "fpuzzles")
    assert code == 0
    assert [satdoku_text(link) for link in out.split()] == puzzles(40)[:2]
    code, out, err = satdoku("collection", str(forty), "--json", "--to", "csv")
    assert (code, out) == (2, "")
    assert err == "satdoku: --json and --to cannot be asked for together\n"


def satdoku_rating(puzzle: str) -> object:
    return satdoku.rate(puzzle).scores["er"]


def satdoku_text(link: str) -> str:
    return satdoku.parse(link).grid.text()


def test_a_puzzle_whose_worker_dies_is_the_only_one_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = list(module._blocks(enumerate(puzzles(5), 1), 5))
    questions = module.questions_of(["none"], None)
    monkeypatch.setattr(module, "in_order", _one_dies)
    with Collection(tmp_path / "kept.db", new=True) as store:
        (records,) = store.add_blocks(blocks, questions, jobs=2)
    assert [one.outcome for one in records] == ["added", "added", "refused", "added", "added"]
    assert "worker process ended" in str(records[2].error)


def _one_dies(function: Any, items: Any, jobs: int, lost: Any) -> Any:
    for item in items:
        dies = puzzles(5)[2] in item.texts
        yield lost(item) if dies else function(item)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_a_kill_loses_nothing_that_was_reported(seed: int, tmp_path: Path) -> None:
    file, path = tmp_path / "puzzles.txt", tmp_path / "kept.db"
    everything = puzzles(3000)
    file.write_text("\n".join(everything))
    script = (
        "import sys; from satdoku.batch import collection; collection._AT_ONCE = 50\n"
        "with collection.Collection(sys.argv[1], new=True) as store:\n"
        "    lines = open(sys.argv[2]).read().split()\n"
        "    for one in store.add(lines, ask=['none']): print(one.number, flush=True)\n"
    )
    chance = random.Random(seed)
    reported: set[int] = set()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(path), str(file)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 900)):
            reported.add(int(process.stdout.readline()))
        os.kill(process.pid, signal.SIGKILL)
        reported |= {int(line) for line in process.stdout.read().splitlines(keepends=True)[:-1]}
        process.wait()
        process.stdout.close()
        with Collection(path) as store:
            there = {one.number: one.puzzle for one in store.find()}
            assert reported <= there.keys()
            assert list(there.values()) == everything[: len(there)]
            (sound,) = store._database.execute("PRAGMA integrity_check").fetchone()
            assert sound == "ok"


def test_the_page_is_what_happens(
    tmp_path: Path, satdoku: Run, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    pytest.importorskip("typst", reason="prints the book")
    monkeypatch.chdir(tmp_path)
    example_files(tmp_path)
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) == 13
    for command in commands:
        code, out, err = satdoku(*shlex.split(command)[1:])
        assert code == 0, (command, err)
    assert len(Path("week.csv").read_text("utf-8").splitlines()) == 8
    assert len(Path("book.txt").read_text("utf-8").splitlines()) == 8
    assert out.count('"used": "2027-01-0') == 7
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out.endswith("\n3\n")
    for column in kept_columns()[:10]:
        assert f"| `{column.name}` | {column.kind} | {column.meaning} |\n" in PAGE
