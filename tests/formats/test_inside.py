"""The board inside of a text of another kind: programs, tables, posts."""

from __future__ import annotations

import io
import json
import re

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, ROWS, P, S, read
from tests.shared import shared_file, thinned

GRID = "\n".join(ROWS)
DRAWN = formats.write(Document(PUZZLE), "grid").rstrip("\n")
ZEROS = [row.replace(".", "0") for row in ROWS]
LISTS = [", ".join(row) for row in ZEROS]
HEADINGS = (
    "Puzzle", "Grid", "Board", "Quiz", "Question", "Sudoku", "Easy", "Grid 01", "Puzzle #1",
    "Puzzle 1:", "Sudoku #12 (hard)", "Level: hard", "=== 3 ===", "--- Puzzle ---", "**Puzzle**",
    "Daily Sudoku, 2026-11-28", "2026-11-28", "28.11.2026", "Here is my puzzle:", "Rating 7.2",
    "24 clues", "12", "#12", "No. 12", "Aufgabe für Anfänger", "数独 3", "> stuck here",
)  # fmt: skip


def only(text: str) -> Document:
    """The one puzzle of a text, read in both ways."""
    (streamed,) = read(text)
    document = formats.parse(text)
    assert document.puzzle == streamed.puzzle
    return document


def tabled(joint: str, end: str) -> str:
    return "\n".join(joint.join(row).replace(".", " ") + end for row in ROWS)


TEXTS = {
    "Python": "board = [\n" + ",\n".join(f"    [{row}]" for row in LISTS) + "\n]\n",
    "Python, a program": "import sys\n\ndef solve(b):\n    for i in range(9):\n        pass\n\n"
    + "b = [[" + "],\n     [".join(LISTS) + "]]\nprint(solve(b))\n",
    "Python, texts": 'rows = (\n"' + '",\n"'.join(ROWS) + '"\n)',
    "Python, one text": f'puzzle = "{P}"  # easy\n',
    "C": "int grid[N][N] = {{" + "},\n {".join(LISTS) + "}};\nint main(void) { return 0; }\n",
    "C with comments": "int g[9][9] = {\n" + "".join(f" {{{r}}}, // row\n" for r in LISTS) + "};",
    "Java": "int[][] board = new int[][]{\n{" + "},\n{".join(LISTS) + "}\n};",
    "Java, characters": "char[][] b = {{'" + "'},{'".join("','".join(r) for r in ROWS) + "'}};",
    "C++, nested": "std::array<std::array<int, 9>, 9> b{{ {{" + "}},\n{{".join(LISTS) + "}} }};",
    "Rust": "let b = vec![vec![" + "],\nvec![".join(LISTS) + "]];",
    "Scala": "val b = Array(Array(" + "), Array(".join(LISTS) + "))",
    "Haskell": "board = [[" + "]\n        ,[".join(LISTS) + "]]",
    "OCaml": "let g = [|[|" + "|];\n[|".join(r.replace(",", ";") for r in LISTS) + "|]|];;",
    "Lisp": "(defvar b '((" + ")\n(".join(" ".join(row) for row in ZEROS) + ")))",
    "Mathematica": "{{" + "},{".join(",".join(row) for row in ZEROS) + "}}",
    "MATLAB": "A = [" + ";\n ".join(" ".join(row) for row in ZEROS) + "];",
    "MATLAB, rows on lines": "A = [\n" + "\n".join(" ".join(row) for row in ZEROS) + "\n];",
    "Julia": "b = [" + "; ".join(" ".join(row) for row in ZEROS) + "]",
    "MiniZinc": "start=[|\n" + "|\n".join(LISTS) + "|];",
    "Prolog": "problem(1, [[" + "],\n[".join(r.replace("0", "_") for r in LISTS) + "]]).",
    "R, a vector": "x <- c(" + ",\n".join(LISTS) + ")",
    "R, rows": "x <- rbind(c(" + "),\nc(".join(LISTS) + "))",
    "R, filled by row": "m <- matrix(c(" + ",\n".join(LISTS) + "), nrow=9, byrow=TRUE)",
    "NumPy": "array([[" + "],\n       [".join(LISTS) + "]])",
    "NumPy, floats": "[[" + "]\n [".join(" ".join(c + "." for c in row) for row in ZEROS) + "]]",
    "NumPy, NaN": "[[" + "]\n [".join(
        " ".join("nan" if c == "." else c + "." for c in row) for row in ROWS) + "]]",
    "pandas, floats": "\n".join(
        ",".join("" if c == "." else c + ".0" for c in row) for row in ROWS),
    "savetxt": "\n".join(" ".join(f"{int(c):.18e}" for c in row) for row in ZEROS),
    "YAML": "board:\n" + "".join(f"  - [{row}]\n" for row in LISTS),
    "YAML, texts": "board:\n" + "".join(f'  - "{row}"\n' for row in ROWS),
    "YAML, a block": "title: easy\nboard: |\n" + "".join(f"  {row}\n" for row in ROWS),
    "HTML": "<html><style>td {width: 9px}</style><h1>Daily</h1><table>"
    + "".join("<tr>" + "".join(f"<td>{c.strip('.')}</td>" for c in r) + "</tr>" for r in ROWS)
    + "</table></html>",
    "HTML, a form": "<table>\n" + "\n".join(
        "<tr>" + "".join(f'<td><input value="{c.strip(".")}"></td>' for c in r) + "</tr>"
        for r in ROWS) + "\n</table>",
    "LaTeX": "\\begin{sudoku}\n" + "\n".join(
        "|" + "|".join(row).replace(".", " ") + "|." for row in ROWS) + "\n\\end{sudoku}",
    "LaTeX, a table": "\\begin{tabular}{ccccccccc}\n\\hline\n" + "\n".join(
        " & ".join(row).replace(".", "") + " \\\\ \\hline" for row in ROWS) + "\n\\end{tabular}",
    "keycaps": re.sub(r"(\d)", "\\1\ufe0f\u20e3", GRID).replace(".", "⬛"),
    "circled": P.translate({0x30 + n: 0x245F + n for n in range(1, 10)}).replace(".", "⬜"),
    "zero width": "\n".join("\u200b".join(row) for row in ROWS),
    "a cell a line": "\n".join("".join(ZEROS)),
    "qqwing": f"{DRAWN}\nNumber of Givens: 30\nNumber of Singles: 51\n",
    "a quotation": "> stuck, please help\n\n" + DRAWN + "\n\nThanks!\n",
    "janko.at": "begin\npuzzle sudoku\nsize 9\nproblem\n"
    + "\n".join(" ".join(row).replace(".", "-") for row in ROWS) + "\nend\n",
    "a line and words": f"Here is one:\n\n{P}\n\nHave fun!",
    "a solution below": f"{DRAWN}\n\nSolution: {S}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_the_board_in_a_text(name: str) -> None:
    assert only(TEXTS[name]).puzzle == PUZZLE


@pytest.mark.parametrize("around", ["{}", "\\begin{{sudoku}}\n{}", "{}\n\\end{{sudoku}}"])
def test_the_point_after_a_row_of_latex_is_no_cell(around: str) -> None:
    rows = ["|1|2| |4|.", "| |4|1|2|.", "|2|1|4| |.", "|4| |2|1|."]
    puzzle = only(around.format("\n".join(rows))).puzzle
    assert puzzle.grid.text() == "12.4.412214.4.21"


@pytest.mark.parametrize("body", [GRID, DRAWN, P, f"[[{'], ['.join(LISTS)}]]"])
@pytest.mark.parametrize("heading", thinned(HEADINGS, 3))
def test_a_heading(heading: str, body: str) -> None:
    for gap in ("\n", "\n\n"):
        text = f"{heading}{gap}{body}\n"
        if heading.startswith("#"):
            assert only(text).puzzle == PUZZLE
            continue
        document = only(text)
        assert document.puzzle == PUZZLE
        words = f"{document.title} {' '.join(document.extras.values())}"
        word = max(re.findall(r"\w+", heading), key=len)
        named = heading in ("Puzzle", "Grid", "Board", "Quiz", "Question", "Sudoku")
        assert word in words or named or word.isdigit() or word == "Puzzle"


def test_several_grids_with_headings() -> None:
    text = "".join(f"Puzzle {at}\n{DRAWN}\n" for at in range(1, 31))
    documents = read(text)
    assert [document.puzzle for document in documents] == [PUZZLE] * 30
    assert [document.title for document in documents] == [f"Puzzle {at}" for at in range(1, 31)]
    assert [d.puzzle for d in read(text.replace("\nPuzzle", "\n\nPuzzle") * 10)] == [PUZZLE] * 300
    with pytest.raises(FormatError, match="one puzzle was expected"):
        formats.parse(text)


def test_the_solution_beside_a_puzzle() -> None:
    solved = ", ".join(S)
    text = f"grid = [[{'], ['.join(LISTS)}]]\nanswer = [{solved}]\n"
    document = only(text)
    assert document.puzzle == PUZZLE
    assert document.solution is not None
    assert document.solution.text() == S
    assert only(TEXTS["a solution below"]).solution == document.solution


REFUSED = {
    "a list with a row less": "board = [[" + "],\n[".join(LISTS[:8]) + "]]",
    "a list with a row too many": "board = [[" + "],\n[".join([*LISTS, LISTS[0]]) + "]]",
    "a small grid below most of another": "No. 7\n1430\n<0340>\n\n0203\n0000\n0400\n0002\n",
    "a list with a cell less": "board = [[" + "],\n[".join(LISTS)[:-3] + "]]",
    "a list and a row": f"board = [[{'],['.join(LISTS)}]]\n[{LISTS[0]}]",
    "a list in columns": "m <- matrix(c(" + ",".join(LISTS) + "), nrow=9)",
    "a turned list": "A = [" + ";".join(" ".join(row) for row in ZEROS) + "]'",
    "a program with its first row in words": "int g[9][9] = {{" + "},\n{".join([*LISTS, LISTS[4]]),
    "a drawn grid with words in it": GRID.replace("\n", "\nand then\n", 1),
    "two readings of a line": f"{P} {P[::-1].replace('.', '0')}",
    "two puzzles in one object": json.dumps({"one": P, "two": P[::-1], "note": "x"}),
    "a regions list beside": f"b = [[{'],['.join(LISTS)}]]\nr = [{'1,' * 40}",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_whole_is_refused(name: str) -> None:
    text = REFUSED[name]
    with pytest.raises(FormatError):
        formats.parse(text)
    assert not any(
        entry.document is not None and entry.document.puzzle != PUZZLE
        for entry in formats.read(io.StringIO(text))
    )


def test_both_readings_are_named() -> None:
    other = "1" + "." * 79 + "2"
    with pytest.raises(FormatError, match=r"53\.\.7.*\(81\).*1\.\.\.\.\.\.\..*\(81\)"):
        formats.parse(f"7: {P} 24 {other}")
    with pytest.raises(FormatError, match=r"can be read as 53\.\.7.* or as 1\.\.\."):
        formats.parse(f"{DRAWN}\n\nThe other one is {other}\n")


@pytest.mark.parametrize("name", ["Killer Sudoku", "Anti-knight sudoku 3", "X-Sudoku", "Jigsaw"])
def test_words_that_name_a_variant_are_no_title(name: str) -> None:
    text = f"{name}\n{DRAWN}\n"
    for words in (formats.parse, lambda text: read(text)):
        with pytest.raises((FormatError, AssertionError)):
            words(text)
    with pytest.raises(FormatError, match="no rules are read from it; --ignore"):
        formats.parse(text)
    variant = "".join(name.split()[:1]).replace("-", "")
    document = formats.parse(text, ReadOptions(ignore=(variant,)))
    assert document.puzzle == PUZZLE
    assert document.extras["ignored"] == variant


def test_json_that_cannot_be_read_is_not_searched() -> None:
    data = json.dumps({"givens": P, "constraints": [{"rule": "anti-knight"}]})
    for text in (data[:-1], data.replace("}]}", "}],}"), data.replace("anti", "uncle")):
        with pytest.raises(FormatError):
            formats.parse(text)


def test_what_only_begins_like_json_is_not_called_so() -> None:
    with pytest.raises(FormatError) as error:
        formats.parse("{{5,3,0},{6,0,0}}")
    assert "JSON" not in str(error.value)


def test_the_pasted_files() -> None:
    refused = {"R.txt": 0}
    for path in sorted(shared_file("faults", "classic", "pasted").iterdir()):
        documents = [entry.document for entry in formats.read(path)]
        if path.name in ("hA.csv", "hB.csv"):
            assert [d and d.puzzle.grid.text()[0] for d in documents] == ["."]
            continue
        puzzles = {d.puzzle for d in documents if d is not None}
        assert puzzles <= {PUZZLE}
        refused[path.name] = len(puzzles) == 0
    # Signs that nobody else writes for an empty cell, and digits of other scripts.
    known = {"arabic.txt", "at.txt", "kanji.txt", "o.txt", "sharp.txt", "tilde.txt"}
    assert {name for name, lost in refused.items() if lost} <= known
