"""Tables with a puzzle column."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, SOLUTION, P, S
from tests.formats.test_jigsaw import GIVENS, LAYOUT

ZEROS = P.replace(".", "0")


@pytest.mark.parametrize(
    "text",
    [
        f"quizzes,solutions\n{ZEROS},{S}\n",
        f"puzzle,solution\n{P},{S}\n",
        f"Puzzle\tSolution\n{P}\t{S}\n",
        f"puzzle;solution\n{P};{S}\n",
        f'"puzzle","solution"\n"{P}","{S}"\n',
        f"# a remark\npuzzle,solution\n\n{P},{S}\n",
        f"puzzle,solution\r\n{P},{S}\r\n",
        f"solution,puzzle\n{S},{P}\n",
        f'puzzle,solution\n"{",".join(ZEROS)}",{S}\n'.replace(f"{','.join(ZEROS)}", " ".join(P)),
    ],
)
def test_headers(text: str) -> None:
    assert formats.detect(text) == "csv"
    assert formats.parse(text) == Document(PUZZLE, solution=SOLUTION)


def test_a_column_of_regions() -> None:
    text = f"puzzle,solution,regions\n{GIVENS},,{LAYOUT}\n{P},{S},\n"
    jigsaw, usual = (entry.document for entry in formats.read(io.StringIO(text)))
    assert jigsaw is not None
    assert jigsaw.puzzle == formats.parse(f"{GIVENS} {LAYOUT}").puzzle
    assert usual == Document(PUZZLE, solution=SOLUTION)
    for header, words in (("puzzle,kind", "column 'kind' labels the cells"),):
        with pytest.raises(FormatError, match=words):
            formats.parse(f"{header}\n{P},{LAYOUT}\n")
    with pytest.raises(FormatError, match="column 'layout': this labels no regions"):
        formats.parse(f"puzzle,layout\n{P},{P}\n")


def test_other_columns_are_kept() -> None:
    text = f'id,puzzle,title,author,clues,"the, note"\n7,{P},T,A,,"a ""b"""\n'
    document = formats.parse(text)
    assert (document.puzzle, document.title, document.author) == (PUZZLE, "T", "A")
    assert dict(document.extras) == {"id": "7", "the, note": 'a "b"'}


def test_a_stream() -> None:
    text = f'id,puzzle\n1,{P}\n2,{P[:80]}\n\n3\n4,"{P}"\n5,{"." * 16}\n6,{P} x\n'
    entries = list(formats.read(io.StringIO(text)))
    assert [e.line for e in entries] == [2, 3, 5, 6, 7, 8]
    assert [e.error is None for e in entries] == [True, False, False, True, False, False]
    assert entries[3].text == f'4,"{P}"'
    assert "line 3: column 'puzzle': expected 81 cells" in str(entries[1].error)
    assert "the header 2" in str(entries[2].error)
    assert "one size" in str(entries[4].error)


def test_no_puzzle_column_stops_the_file() -> None:
    with pytest.raises(FormatError, match=r"line 2: the table has no puzzle column .*'id', 'name'"):
        list(formats.read(io.StringIO("\nid,name\n1,foo\n2,bar\n")))
    with pytest.raises(FormatError, match="two columns named 'puzzle'"):
        formats.parse(f"puzzle,puzzle\n{P},{P}\n")


@pytest.mark.parametrize("head", ["{},name", "puzzle,rules of {}"])
def test_long_names_of_columns_do_not_drown_the_sentence(head: str) -> None:
    with pytest.raises(FormatError) as raised:
        formats.parse(f"{head.format('diagonals ' * 500)}\n{P},yes\n")
    assert len(str(raised.value)) < 400


def test_a_table_of_other_columns() -> None:
    for text in (f"foo,solution\n{P},{S}\n{P},{S}\n", f"id;text\n1;{P}\n2;{P}\n"):
        assert formats.detect(text) == "csv"
        documents = [entry.document for entry in formats.read(io.StringIO(text))]
        assert [document and document.puzzle for document in documents] == [PUZZLE, PUZZLE]
    for text in ("a,b\n1,2\n3,4\n", f"a,b\n{P},{P}\n", f"a,b\n{S},2\n"):
        assert formats.detect(text) == "csv"
        with pytest.raises(FormatError, match="no puzzle column"):
            list(formats.read(io.StringIO(text)))
    with pytest.raises(FormatError, match="no puzzle column"):
        formats.parse(f"head\n,{P}\n", ReadOptions(format="csv"))


def test_one_header_for_many() -> None:
    first, second = Document(PUZZLE, title="a"), Document(PUZZLE, author="b")
    assert "".join(formats.write_all([first, first], "csv")).count("title") == 1
    with pytest.raises(Unsupported, match="'author'"):
        list(formats.write_all([first, second], "csv"))


def test_without_a_header_it_is_lines() -> None:
    text = f"{P},{S}\n{P},{S}\n"
    assert formats.detect(text) == "line"
    (first, _) = formats.read(io.StringIO(text))
    assert first.document is not None
    assert dict(first.document.extras) == {"note": S}


def test_round_trip() -> None:
    document = Document(PUZZLE, None, "A, b", 'c "d"', solution=SOLUTION, extras={"level": "1\n2"})
    text = formats.write(document, "csv")
    assert text.startswith("puzzle,solution,title,author,level\n")
    back = formats.parse(text, ReadOptions(format="csv"))
    assert back == document
    assert dict(back.extras) == {"level": "1\n2"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", "killer"),
        ("rules", "No two cells a knight's move apart hold the same digit."),
        ("Sudoku Type", "Anti-Knight"),
        ("type", "X"),
        ("constraints", "[{}]"),
        ("cages", "10:r1c1+r1c2"),
        ("diagonal", "1"),
    ],
)
def test_a_column_that_states_rules_is_refused_by_name(name: str, value: str) -> None:
    text = f'id,puzzle,{name}\n1,{P},"{value}"\n'
    with pytest.raises(FormatError, match=f"column '{name}'.*--ignore {name}"):
        formats.parse(text)
    left = formats.parse(text, ReadOptions(ignore=(name,)))
    assert left.extras == {"id": "1", name: value, "ignored": name}
    (entry,) = formats.read(io.StringIO(text))
    assert entry.error is not None
    assert entry.cell is None  # nothing answers it without this look


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", "classic"),
        ("variant", "none"),
        ("rules", "Normal sudoku rules apply."),
        ("type", "easy"),
        ("diagonal", "false"),
        ("diagonal_symmetry", "yes"),
        ("difficulty", "killer"),
        ("clues", "30"),
        ("source", "Kings and Knights, 2nd edition"),
    ],
)
def test_a_column_that_states_none_is_kept(name: str, value: str) -> None:
    assert formats.parse(f'puzzle,{name}\n{P},"{value}"\n').extras == {name: value}
