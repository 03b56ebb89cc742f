"""A batch run answers as each command does, in every form, from every kind of input."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from satdoku.batch.schema import QUESTIONS
from tests.batch.support import LINES, UNIQUE, Run, puzzles, rows

EVERYTHING = ",".join(name for name in QUESTIONS if name not in ("time", "w", "b"))
"""All that the core answers many at a time."""
SHAPE = ("open_min", "open_mean", "depth")
HERE = ("-j", "1", "--executor", "threads")

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    path = tmp_path / "mixed.txt"
    path.write_text("\n".join([*LINES, *puzzles(12)]) + "\n")
    return path


def printed(run: Run, *arguments: str) -> list[dict[str, object]]:
    _, out, _ = run(*arguments, "--json")
    return [json.loads(line) for line in out.splitlines()]


def test_each_answer_is_that_of_the_command(satdoku: Run, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, said, _ = satdoku("batch", str(mixed), "-o", str(out), "--ask", EVERYTHING, *HERE)
    written = rows(out)
    assert (code, len(written)) == (2, len(LINES) - 2 + 12)
    assert "2 invalid" in said
    checked = printed(satdoku, "check-unique", str(mixed))
    counted = printed(satdoku, "count", str(mixed), "--limit", "1000")
    rated = printed(satdoku, "rate", str(mixed), "--path-shape")
    hodoku = printed(satdoku, "rate", str(mixed), "--scale", "hodoku")
    images = printed(satdoku, "canonical", str(mixed))
    assert [row["line"] for row in written] == [row["line"] for row in checked]
    for row, check, count, rating, other, image in zip(
        written, checked, counted, rated, hodoku, images, strict=True
    ):
        assert row["puzzle"] == check["puzzle"]
        assert row["verdict"] == check.get("verdict", "invalid")
        if row["verdict"] == "invalid":
            assert set(row) == {"line", "puzzle", "verdict", "message"}
            assert str(check["error"]).endswith(row["message"])
            continue
        assert [row.get("solution")] == (check["witnesses"] or [None])[:1]  # type: ignore[index]
        assert (row["count"], row["exact"]) == (count["count"], count["exact"])
        assert row["canonical"] == image["image"]
        assert ("er" in row) == (row["verdict"] == "unique")
        for name in ("er", "ep", "ed", "level", "steps", "hardest", "techniques", *SHAPE):
            assert row.get(name) == rating.get(name) or row["verdict"] != "unique"
        for name in ("level", "score"):
            assert row.get(f"hodoku_{name}") == other.get(name)


def test_one_scale_that_runs_out_leaves_the_other(
    satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, (puzzle,) = tmp_path / "puzzles.txt", puzzles(1)
    path.write_text(puzzle + "\n")
    undecided = core.hodoku_rate(puzzle, nodes=1)
    assert undecided.status == "undecided"
    for name, rating in (("hodoku_rate", undecided), ("hodoku_rate_batch", [undecided])):
        monkeypatch.setattr(core, name, lambda *given, rating=rating, **options: rating)
    for out, other in (("quick", ""), ("alone", ",time")):
        ask = ("--ask", f"rating,hodoku{other}", "--time-limit", "60", *HERE)
        code, _, _ = satdoku("batch", str(path), "-o", str(tmp_path / out), *ask)
        (row,) = rows(tmp_path / out)
        assert (code, row["undecided"], "er" in row, "hodoku_level" in row) == (
            3, "hodoku", True, False,
        )  # fmt: skip


@pytest.mark.full
def test_the_lengths_of_whips_and_braids(satdoku: Run, mixed: Path, tmp_path: Path) -> None:
    out, inner = (
        tmp_path / "out",
        "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........\n",
    )
    with mixed.open("a") as stream:
        stream.write(inner)
    satdoku("batch", str(mixed), "-o", str(out), "--ask", "rating,w,b,hodoku", *HERE)
    written = rows(out)
    lengths = set()
    for name in ("w", "b"):
        for row, other in zip(
            written, printed(satdoku, "rate", str(mixed), "--scale", name), strict=True
        ):
            assert row.get(name) == other.get(name)
            assert row["verdict"] != "unique" or "er" in row
            if row["verdict"] == "unique" and name not in row:
                assert str(other["error"]).endswith(row["message"].split("; ")[name == "b"])
            lengths.add(row.get(name))
    assert len(lengths) > 3
    puzzle, rule = tmp_path / "killer.txt", ("--rules", "killer-cage:r1c1+r1c2+r1c3:12")
    puzzle.write_text(UNIQUE + "\n")
    satdoku("batch", str(puzzle), "-o", str(tmp_path / "killer"), "--ask", "w,b", *rule, *HERE)
    (row,) = rows(tmp_path / "killer")
    assert ("w" in row, row["verdict"]) == (False, "unique")
    assert row["message"].startswith("whips and braids follow from what two cells exclude")


def test_variants_are_rated_on_the_scale(satdoku: Run, tmp_path: Path) -> None:
    rules = "thermo:r1c1-r1c4,thermo:r2c3+r2c4+r3c4,black-dot:r2c1+r3c1"
    path, out = tmp_path / "puzzles.txt", tmp_path / "out"
    path.write_text("." * 16 + "\n" + "4" + "." * 15 + "\n")
    options = (str(path), "--rules", rules)
    ask = ("--ask", "rating,techniques,path-shape")
    code, _, _ = satdoku("batch", *options, "-o", str(out), *ask, *HERE)
    first, second = rows(out)
    rating, _ = printed(satdoku, "rate", *options, "--path-shape")
    assert code == 2
    assert {"er", "ep", "ed"}.isdisjoint(first)
    for name in ("points", "level", "steps", "hardest", "techniques", *SHAPE):
        assert first[name] == rating[name]
    assert (second["verdict"], "points" in second) == ("invalid", False)


def test_without_the_core_the_answers_are_the_same(
    satdoku: Run, mixed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ("--ask", "solution,count", "--to", "jsonl", *HERE)
    satdoku("batch", str(mixed), "-o", str(tmp_path / "with"), *ask)
    for module in ("satdoku.batch.blocks", "satdoku.batch.block_answers"):
        monkeypatch.setattr(f"{module}.compiled_core", lambda: None)
    satdoku("batch", str(mixed), "-o", str(tmp_path / "without"), *ask)
    unlike = [
        (one, other)
        for one, other in zip(rows(tmp_path / "with"), rows(tmp_path / "without"), strict=True)
        if one != other and one["verdict"] != "multiple"
    ]
    assert not unlike


FORMS = ("parquet", "csv", "csv.gz", "csv.zst", "jsonl", "jsonl.gz", "jsonl.zst")


def test_every_form_holds_the_same(satdoku: Run, mixed: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="writes Parquet and zst")
    tables = []
    for form in FORMS:
        out = tmp_path / form
        satdoku("batch", str(mixed), "-o", str(out), "--ask", EVERYTHING, "--to", form, *HERE,
                "--block", "9")  # fmt: skip
        assert len(list(out.glob(f"part-*.{form}"))) == 3
        tables.append(rows(out))
    assert all(other == tables[0] for other in tables)


def test_parts_are_read_as_they_lie(satdoku: Run, mixed: Path, tmp_path: Path) -> None:
    dataset = pytest.importorskip("pyarrow.dataset", reason="reads Parquet")
    pandas = pytest.importorskip("pandas", reason="reads Parquet")
    out = tmp_path / "out"
    satdoku("batch", str(mixed), "-o", str(out), "--ask", EVERYTHING, "--block", "9", *HERE)
    table = dataset.dataset(out).to_table()
    assert table.num_rows == len(rows(out))
    assert str(table.schema.field("verdict").type).startswith("dictionary")
    assert str(table.schema.field("techniques").type).startswith("map<string, int64")
    frame = pandas.read_parquet(out)
    assert frame.groupby("verdict", observed=True).size().to_dict()["invalid"] == 2
    assert frame.er.max() == max(row.get("er", 0) for row in rows(out))


def packed(text: str) -> dict[str, bytes]:
    data = text.encode()
    packings = {"gz": gzip.compress(data), "xz": lzma.compress(data), "bz2": bz2.compress(data)}
    try:
        import pyarrow
    except ImportError:
        return packings
    return packings | {"zst": pyarrow.compress(data, codec="zstd", asbytes=True)}


def test_inputs_of_every_kind(
    satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = puzzles(7)
    text = "\n".join(texts) + "\n"
    solved = [core.check(p)[1] for p in texts]
    table = "id,puzzle,solution\n" + "".join(
        f"{i},{p},{s}\n" for i, (p, s) in enumerate(zip(texts, solved, strict=True))
    )
    inputs: dict[str, bytes] = {f"a.txt.{name}": data for name, data in packed(text).items()}
    inputs |= {f"b.csv.{name}": data for name, data in packed(table).items()}
    inputs["c.csv"] = table.replace(".", "0").encode()
    inputs["d.ss"] = "\n\n".join(
        "\n".join("".join(p[9 * r : 9 * r + 9]) for r in range(9)) for p in texts
    ).encode()
    try:
        import pyarrow
        import pyarrow.parquet as pq
    except ImportError:
        pass
    else:
        out = io.BytesIO()
        pq.write_table(pyarrow.table({"id": range(7), "quizzes": texts}), out)
        inputs["e.parquet"] = out.getvalue()
    for name, data in inputs.items():
        path = tmp_path / name
        path.write_bytes(data)
        out_dir = tmp_path / f"{name}.out"
        code, _, err = satdoku("batch", str(path), "-o", str(out_dir), "--ask", "solution",
                               "--to", "csv", "--block", "3")  # fmt: skip
        assert (code, err) == (0, ""), name
        assert [row["solution"] for row in rows(out_dir)] == solved, name
        if not name.startswith("d"):
            shown = [row["puzzle"].replace("0", ".") for row in rows(out_dir)]
            assert shown == texts, name
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(inputs["a.txt.gz"])))
    assert satdoku("batch", "-", "-o", str(tmp_path / "stdin"), "--ask", "solution")[0] == 0
    assert [row["solution"] for row in rows(tmp_path / "stdin")] == solved


def test_rows_of_tables_that_are_wrong(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows_of = [f"1,{UNIQUE},", f"2,{UNIQUE},12", "3", f"4,{UNIQUE[:80]}x,", f"5,{UNIQUE},"]
    path.write_text("\n".join(["id,puzzle,solution", *rows_of]) + "\n")
    assert satdoku("batch", str(path), "-o", str(tmp_path / "o"), "--to", "csv")[0] == 2
    written = rows(tmp_path / "o")
    checked = printed(satdoku, "check-unique", str(path))
    assert [row["verdict"] for row in written] == [c.get("verdict", "invalid") for c in checked]
    for row, check in zip(written, checked, strict=True):
        assert row["line"] == check["line"]
        assert "message" not in row or str(check["error"]).endswith(row["message"])


def test_variants_and_other_boards(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1...\n".replace("\n", "") + "." * 12 + "\n" + "1234341221434321\n")
    satdoku("batch", str(path), "-o", str(tmp_path / "o"), "--ask", "verdict,count,rating",
            "--rules", "diagonal", "--to", "jsonl")  # fmt: skip
    first, second = rows(tmp_path / "o")
    counted = printed(satdoku, "count", str(path), "--rules", "diagonal", "--limit", "1000")
    assert [first["count"], second.get("count")] == [c.get("count") for c in counted]
    assert first["verdict"] == "multiple"
    assert second["verdict"] in ("invalid", "none")
    path.write_text("12343412214343..\n")
    satdoku(
        "batch", str(path), "-o", str(tmp_path / "p"), "--ask", "rating", "--to", "jsonl", *HERE
    )
    (row,) = rows(tmp_path / "p")
    assert (row["verdict"], "er" in row, "message" in row) == ("unique", False, False)
    assert (row["level"], row["points"]) == ("easy", 10)


def test_several_inputs_have_a_column_for_the_source(satdoku: Run, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(UNIQUE + "\n")
    paths = [str(tmp_path / name) for name in "ab"]
    satdoku("batch", *paths, "-o", str(tmp_path / "o"), "--to", "csv")
    assert [row["source"] for row in rows(tmp_path / "o")] == paths


def test_exports(satdoku: Run, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "o"
    satdoku("batch", str(mixed), "-o", str(out), "--ask", EVERYTHING, "--block", "9", *HERE,
            "--to", "csv")  # fmt: skip
    want = rows(out)
    for name in ("x.sqlite", "x.csv", "x.csv.gz", "x.jsonl"):
        code, said, _ = satdoku("batch", "export", str(out), "-o", str(tmp_path / name))
        assert (code, said) == (0, f"{tmp_path / name}: {len(want)} puzzles\n")
    text = (tmp_path / "x.jsonl").read_text()
    assert [json.loads(line) for line in text.splitlines()] == want
    assert (
        gzip.decompress((tmp_path / "x.csv.gz").read_bytes()) == (tmp_path / "x.csv").read_bytes()
    )
    with closing(sqlite3.connect(tmp_path / "x.sqlite")) as database:
        query = "SELECT line, verdict, er, techniques FROM puzzles ORDER BY rowid"
        exported = database.execute(query).fetchall()
    assert [(line, verdict, er) for line, verdict, er, _ in exported] == [
        (row["line"], row["verdict"], row.get("er")) for row in want
    ]
    assert [t and json.loads(t) for *_, t in exported] == [row.get("techniques") for row in want]
    assert satdoku("batch", "export", str(out), "-o", str(tmp_path / "x.pdf"))[0] == 2
    (out / "part-000000.csv").write_text("line,puzzle\n")
    code, _, err = satdoku("batch", "export", str(out), "-o", str(tmp_path / "x.csv"))
    assert (code, "was changed" in err) == (2, True)


def test_without_pyarrow_a_sentence_says_how_to_get_it(
    satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "a.txt"
    path.write_text(UNIQUE + "\n")
    code, _, err = satdoku("batch", str(path), "-o", str(tmp_path / "o"), "--to", "parquet")
    assert (code, "pip install 'satdoku[batch]'" in err) == (2, True)
    assert not (tmp_path / "o").exists()
    assert satdoku("batch", str(path), "-o", str(tmp_path / "o"))[0] == 0
    assert list((tmp_path / "o").glob("*.csv"))
    packed_file = tmp_path / "a.zst"
    packed_file.write_bytes(b"\x28\xb5\x2f\xfd....")
    code, _, err = satdoku("check-unique", str(packed_file))
    assert (code, "pip install 'satdoku[batch]'" in err) == (2, True)


def test_questions_that_are_none(satdoku: Run, tmp_path: Path) -> None:
    code, _, err = satdoku("batch", "x", "-o", str(tmp_path / "o"), "--ask", "verdict,beauty")
    assert (code, "'beauty'" in err) == (2, True)
    code, _, err = satdoku("batch", str(tmp_path / "nothing"), "-o", str(tmp_path / "o"))
    assert (code, "there is no such file" in err) == (2, True)
    code, _, err = satdoku("batch", "/dev/null", "-o", str(tmp_path / "o"))
    assert (code, "is not a regular file" in err) == (2, True)
    code, _, err = satdoku("batch", str(tmp_path), "-o", str(tmp_path / "o"))
    assert (code, "is a directory" in err) == (2, True)
    assert not (tmp_path / "o").exists()
