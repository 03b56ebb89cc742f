"""Puzzles as people paste them: drawn in many ways, with text, labels and separators around, and
now and then with a row too many or too few. What is read is the right puzzle, or nothing."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.puzzle import Document, Puzzle
from tests.fuzz import puzzles
from tests.fuzz.tries import expect

Rows = list[list[str]]
"""The cells of each row: a digit, or "." where it is empty."""


@dataclass(frozen=True)
class Case:
    """Puzzles, how each is drawn, what is changed in the lines, and what stands around."""

    puzzles: tuple[Puzzle, ...]
    body: str
    blank: str
    changes: tuple[str, ...]
    above: str
    between: str
    below: str
    seed: int

    @property
    def text(self) -> str:
        """The text of the file."""
        drawn = []
        for at, puzzle in enumerate(self.puzzles):
            lines = BODIES[self.body](rows_of(puzzle), self.blank).split("\n")
            chance = random.Random(self.seed + at)
            for change in self.changes:
                lines = CHANGES[change](lines, chance)
            drawn.append("\n".join(lines))
        parts = [self.above, self.between.join(drawn), self.below]
        return "\n".join(part for part in parts if part)


def rows_of(puzzle: Puzzle) -> Rows:
    """The cells of a puzzle as texts."""
    size = puzzle.geometry.size
    cells = ["." if given is None else str(given) for given in puzzle.givens]
    return [cells[i : i + size] for i in range(0, len(cells), size)]


def _joined(rows: Rows, blank: str, joint: str, line: str = "\n") -> str:
    return line.join(joint.join(blank if c == "." else c for c in row) for row in rows)


def _lists(start: str, end: str, inner: str, outer: str = ",\n ") -> Callable[[Rows, str], str]:
    opened, closed = inner

    def draw(rows: Rows, blank: str) -> str:
        lists = [opened + ", ".join("0" if c == "." else c for c in row) + closed for row in rows]
        return start + outer.join(lists) + end

    return draw


def _boxes(rows: Rows, blank: str) -> str:
    width = {4: 2, 6: 3, 9: 3}[len(rows)]
    height = len(rows) // width
    rule = "+".join(["-" * (2 * width + 1)] * (len(rows) // width))
    lines = []
    for at, row in enumerate(rows):
        if at % height == 0:
            lines.append(f"+{rule}+")
        cells = [blank if c == "." else c for c in row]
        groups = [" ".join(cells[i : i + width]) for i in range(0, len(cells), width)]
        lines.append("| " + " | ".join(groups) + " |")
    return "\n".join([*lines, f"+{rule}+"])


def _labelled(rows: Rows, blank: str) -> str:
    head = "  " + " ".join("123456789"[: len(rows)])
    lines = _joined(rows, blank, " ").split("\n")
    return "\n".join([head, *(f"{'ABCDEFGHI'[at]} {line}" for at, line in enumerate(lines))])


def _frame(rows: Rows, blank: str) -> str:
    head = "," + ",".join(map(str, range(len(rows))))
    lines = _joined(rows, "0", ",").split("\n")
    return "\n".join([head, *(f"{at},{line}" for at, line in enumerate(lines))])


def _banded(rows: Rows, blank: str, line: str) -> str:
    height = {4: 2, 6: 2, 9: 3}[len(rows)]
    lines = _joined(rows, blank, "").split("\n")
    for at in range(len(rows) - height, 0, -height):
        lines.insert(at, line)
    return "\n".join(lines)


def _html(rows: Rows, blank: str) -> str:
    cells = ["".join(f"<td>{c if c != '.' else ''}</td>" for c in row) for row in rows]
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in cells) + "\n</table>"


def _latex(rows: Rows, blank: str) -> str:
    lines = ["|" + "|".join(" " if c == "." else c for c in row) + "|." for row in rows]
    return "\n".join(["\\begin{sudoku}", *lines, "\\end{sudoku}"])


def _marks(rows: Rows, blank: str) -> str:
    givens = tuple(None if c == "." else int(c) for row in rows for c in row)
    puzzle = Puzzle(Geometry.of_size(len(rows)), givens)
    return formats.write(Document(puzzle), "candidates").rstrip("\n")


BODIES: dict[str, Callable[[Rows, str], str]] = {
    "compact": lambda rows, blank: _joined(rows, blank, ""),
    "spaced": lambda rows, blank: _joined(rows, blank, " "),
    "commas": lambda rows, blank: _joined(rows, "", ","),
    "zeros and commas": lambda rows, blank: _joined(rows, "0", ","),
    "tabs": lambda rows, blank: _joined(rows, "", "\t"),
    "bars": lambda rows, blank: _joined(rows, " ", "|"),
    "boxes": _boxes,
    "banded": lambda rows, blank: _banded(rows, blank, ""),
    "stars": lambda rows, blank: _banded(rows, blank, "*" * len(rows)),
    "blanks": lambda rows, blank: _banded(rows, blank, blank * len(rows)),
    "labelled": _labelled,
    "frame": _frame,
    "numbered columns": lambda rows, blank: "\n".join(
        [",".join(map(str, range(len(rows)))), _joined(rows, "0", ",")]
    ),
    "floats": lambda rows, blank: "\n".join(
        " ".join("nan" if c == "." else f"{c}.0" for c in row) for row in rows
    ),
    "line": lambda rows, blank: _joined(rows, blank, "", ""),
    "numbered line": lambda rows, blank: "1: " + _joined(rows, blank, "", ""),
    "bank": lambda rows, blank: f"1f00a7c2b35d {_joined(rows, '0', '', '')}  1.2",
    "quoted": lambda rows, blank: f'puzzle = "{_joined(rows, blank, "", "")}"',
    "Python": _lists("board = [", "]", "[]"),
    "Python on one line": _lists("board = [", "]", "[]", ", "),
    "C": _lists("int grid[9][9] = {", "};", "{}"),
    "Mathematica": _lists("{", "}", "{}", ", "),
    "Prolog": _lists("problem(1, [", "]).", "[]"),
    "NumPy": lambda rows, blank: "[["
    + "]\n [".join(" ".join("0" if c == "." else c for c in row) for row in rows)
    + "]]",
    "MATLAB": lambda rows, blank: f"A = [{_joined(rows, '0', ' ', ';' + chr(10))}];",
    "MiniZinc": lambda rows, blank: f"start = [|\n{_joined(rows, '0', ', ', '|' + chr(10))}|];",
    "R": lambda rows, blank: f"x <- c({_joined(rows, '0', ', ', ', ' + chr(10))})",
    "OCaml": lambda rows, blank: "let g = [|[|" + _joined(rows, "0", "; ", "|];\n[|") + "|]|]",
    "YAML": lambda rows, blank: "board:\n"
    + "\n".join(f"  - [{', '.join('0' if c == '.' else c for c in row)}]" for row in rows),
    "texts": lambda rows, blank: json.dumps(["".join(row) for row in rows]),
    "JSON": lambda rows, blank: json.dumps(
        {"id": 3, "board": [[0 if c == "." else int(c) for c in row] for row in rows]}
    ),
    "HTML": _html,
    "LaTeX": _latex,
    "candidates": _marks,
}  # fmt: skip


def _one_more(lines: list[str], chance: random.Random) -> list[str]:
    at = chance.randrange(len(lines) + 1)
    return [*lines[:at], chance.choice(lines), *lines[at:]]


def _one_less(lines: list[str], chance: random.Random) -> list[str]:
    at = chance.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]] if len(lines) > 1 else lines


def _cut_line(lines: list[str], chance: random.Random) -> list[str]:
    at = chance.randrange(len(lines))
    return [*lines[:at], lines[at][: -chance.randrange(4, 8)], *lines[at + 1 :]]


def _uniform_line(lines: list[str], chance: random.Random) -> list[str]:
    at = chance.randrange(len(lines) + 1)
    return [*lines[:at], chance.choice("_.xX?0*-=~") * chance.choice((9, 9, 6, 4)), *lines[at:]]


def _marked(lines: list[str], chance: random.Random) -> list[str]:
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    places = [i for i, word in enumerate(words) if word.isdigit() and len(word) > 1]
    if places:
        place = chance.choice(places)
        form = chance.choice(["*_", "-_", "_*", "#_", "_a", "(_)", "<_>", "_!", "=_"])
        if not place and form == "#_":
            form = "_#"  # a line that begins so is a comment
        words[place] = form.replace("_", words[place])
    return [*lines[:at], " ".join(words), *lines[at + 1 :]]


CHANGES: dict[str, Callable[[list[str], random.Random], list[str]]] = {
    "a line again": _one_more,
    "a line less": _one_less,
    "a line cut": _cut_line,
    "a line of one symbol": _uniform_line,
    "a mark": _marked,
    "indented": lambda lines, chance: ["    " + line for line in lines],
    "quoted": lambda lines, chance: ["> " + line for line in lines],
    "numbered": lambda lines, chance: [f"{at} {line}" for at, line in enumerate(lines, 1)],
    "ends cut": lambda lines, chance: [line.rstrip() for line in lines],
}
_DAMAGE = ("a line again", "a line less", "a line cut", "a line of one symbol")
"""Changes of which a second could undo what shows the first: two of them are another puzzle."""
_HARMLESS = tuple(name for name in CHANGES if name not in _DAMAGE)
_WORDS = ("", "", "Puzzle", "Grid", "Puzzle #1", "Sudoku 12 (hard)", "Board:", "Easy", "12",
          "No. 7", "Here is my puzzle:\n", "=== 1 ===", "Level 3, 24 clues", "2026-11-28",
          "A tough one", "Solve!", "A B C D E F G H I", "8.9", "3 4 5")  # fmt: skip
_BETWEEN = ("\n", "\n\n", "\n\n\n", "\n---\n", "\n.........\n", "\n*********\n", "\nPuzzle 2\n",
            "\n\n2\n", "\n000000000\n")  # fmt: skip


def draw(chance: random.Random) -> Case:
    """Mostly one puzzle of nine rows, and mostly nothing that makes it unreadable."""
    geometry = Geometry.of_size(chance.choice((9, 9, 9, 9, 6, 4)))
    share = chance.choice((0.3, 0.3, 0.5, 0.2, 0.9, 0.1))
    drawn = []
    for _ in range(chance.choice((1, 1, 1, 2, 3, 10))):
        values = puzzles.grid_of(geometry, chance)
        givens = [value if chance.random() < share else None for value in values]
        if not any(givens):
            givens[0] = values[0]
        drawn.append(Puzzle(geometry, tuple(givens)))
    body = chance.choice(tuple(BODIES))
    changes = [chance.choice(_HARMLESS) for _ in range(chance.choice((0, 0, 1, 2)))]
    # A line that parts bands, and a first row of a small board, may be any row.
    if chance.random() < 0.4 and body not in ("blanks", "stars") and geometry.size > 4:
        changes.insert(chance.randrange(len(changes) + 1), chance.choice(_DAMAGE))
    case = Case(
        tuple(drawn),
        body,
        chance.choice(".....0-_*?x"),
        tuple(changes),
        chance.choice(_WORDS),
        chance.choice(_BETWEEN),
        chance.choice(_WORDS),
        chance.randrange(2**32),
    )
    # An empty row between two bands of four rows makes nine; and of many boards with few digits,
    # each without a row, nobody sees where one begins.
    alike = body == "banded" and not case.between.strip(f"{case.blank}\n")
    if alike or (len(drawn) > 3 and share < 0.3):
        return replace(case, changes=tuple(one for one in changes if one not in _DAMAGE))
    return case


def judge(case: Case) -> None:
    """Check that the puzzles that are read are some of these, in their order."""
    text = case.text
    meant = [_key(puzzle) for puzzle in case.puzzles]
    at = 0  # a line again may be a puzzle again
    for entry in formats.read(io.StringIO(text)) if text.strip() else ():
        if entry.document is not None and case.body != "candidates":
            key = _key(entry.document.puzzle)
            expect(key in meant[at:], "another puzzle", f"{key} for {text!r}")
            at = meant.index(key, at)
        elif entry.document is not None:
            _expect_position(entry.document, case.puzzles, text)
    try:
        document = formats.parse(text)
    except FormatError:
        return
    if case.body == "candidates":
        _expect_position(document, case.puzzles, text)
    else:
        expect(_key(document.puzzle) in meant, "another puzzle parsed", text)


def _expect_position(document: Document, meant: Sequence[Puzzle], text: str) -> None:
    drawn = formats.write(document, "candidates")
    expect(
        any(drawn == formats.write(Document(puzzle), "candidates") for puzzle in meant),
        "another position",
        text,
    )


def _key(puzzle: Puzzle) -> tuple[int, ...]:
    return tuple(value or 0 for value in puzzle.givens)


def smaller(case: Case) -> Iterator[Case]:
    """Fewer puzzles, changes and words."""
    for at in range(len(case.puzzles)):
        if len(case.puzzles) > 1:
            yield replace(case, puzzles=case.puzzles[:at] + case.puzzles[at + 1 :])
    for at in range(len(case.changes)):
        yield replace(case, changes=case.changes[:at] + case.changes[at + 1 :])
    for name in ("above", "below"):
        if getattr(case, name):
            yield replace(case, **{name: ""})
    if case.body != "compact":
        yield replace(case, body="compact")
