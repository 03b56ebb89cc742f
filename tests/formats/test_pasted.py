"""Texts that people paste: every plain way to write a grid is read as what it is, or refused."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from tests.formats.common import PUZZLE, P
from tests.shared import thinned

Rows = list[str]
"""The rows of a puzzle, a space for each empty cell."""


def framed(row: str, size: int, inner: str) -> str:
    """A row with a bar between boxes."""
    width = {4: 2, 6: 3, 9: 3}[size]
    boxes = [inner.join(row[i : i + width]) for i in range(0, size, width)]
    pad = inner
    return "|" + "|".join(f"{pad}{box}{pad}" for box in boxes) + "|"


def joined(mark: str) -> Callable[[Rows], str]:
    return lambda rows: "\n".join(mark.join(row) for row in rows)


def fields(mark: str, line: str = "\n") -> Callable[[Rows], str]:
    return lambda rows: line.join(mark.join(row).replace(" ", "") for row in rows)


def blank(symbol: str, joint: str = "") -> Callable[[Rows], str]:
    return lambda rows: "\n".join(joint.join(row.replace(" ", symbol)) for row in rows)


def ruled(inner: str) -> Callable[[Rows], str]:
    def draw(rows: Rows) -> str:
        lines = [framed(row, len(rows), inner) for row in rows]
        rule = "".join("+" if c == "|" else "-" for c in lines[0])
        return "\n".join([rule, *lines[:2], rule, *lines[2:], rule])

    return draw


EXACT: dict[str, Callable[[Rows], str]] = {
    "CSV": fields(","),
    "semicolons": fields(";"),
    "tabs": fields("\t"),
    "quoted CSV": lambda rows: "\n".join(",".join(f'"{c.strip()}"' for c in r) for r in rows),
    "values on one line": fields(",", ","),
    "bars": joined("|"),
    "bars and a frame": lambda rows: "\n".join("| " + " | ".join(row) + " |" for row in rows),
    "an indented table": lambda rows: "\n".join("   | " + " | ".join(r) + " |" for r in rows),
    "brackets": lambda rows: "\n".join("".join(f"[{c}]" for c in row) for row in rows),
    "lists": lambda rows: str([[int(c) if c != " " else 0 for c in row] for row in rows]),
    "a list a line": lambda rows: "[" + ",\n".join(str(list(r)) for r in rows) + "]",
    "None": lambda rows: ",\n".join(str([int(c) if c != " " else None for c in r]) for r in rows),
    "Markdown": lambda rows: (
        "|" + "|".join("ABCDEFGHI"[: len(rows)]) + "|\n|" + "---|" * len(rows) + "\n"
        + "\n".join("|" + "|".join(row) + "|" for row in rows)
    ),
    "question marks": blank("?"),
    "bullets": blank("•", " "),
    "squares": blank("□"),
    "a fence": lambda rows: f"```\n{blank('.')(rows)}\n```",
    "JSON": lambda rows: json.dumps({"givens": [row.replace(" ", "0") for row in rows]}),
}  # fmt: skip
DOUBTFUL: dict[str, Callable[[Rows], str]] = {
    "a comma at each end": lambda rows: "\n".join(",".join(r + " ").replace(" ", "") for r in rows),
    "spaces": joined(""),
    "spaced spaces": joined(" "),
    "ends cut": lambda rows: "\n".join(row.rstrip() for row in rows),
    "spaced ends cut": lambda rows: "\n".join(" ".join(row).rstrip() for row in rows),
    "indented": lambda rows: "\n".join("    " + row for row in rows),
    "dashes": blank("-"),
    "spaced dashes": blank("-", " "),
    "typeset dashes": blank("—"),
    "frame": ruled(""),
    "spaced frame": ruled(" "),
    "dashes and rules": lambda rows: ruled(" ")([row.replace(" ", "-") for row in rows]),
    "rows on one line": lambda rows: "/".join(rows).replace(" ", "."),
}


def rows_of(puzzle: Puzzle) -> Rows:
    size = puzzle.geometry.size
    text = "".join(" " if given is None else str(given) for given in puzzle.givens)
    return [text[i : i + size] for i in range(0, len(text), size)]


def drawn(seed: int, *sizes: int) -> Puzzle:
    """Any digits in some cells of a board, no two rows or columns at its border left empty."""
    chance = random.Random(seed)
    size = chance.choice(sizes)
    share = chance.choice((0.1, 0.3, 0.3, 0.6, 0.9))
    cells = [chance.randint(1, size) if chance.random() < share else None for _ in range(size**2)]
    cells[size + 1] = cells[-size - 2] = 1
    return Puzzle(Geometry.of_size(size), tuple(cells))


def read(text: str) -> list[Puzzle]:
    """The puzzles of a file; both ways of reading must agree about a single one."""
    puzzles = []
    for entry in formats.read(io.StringIO(text)):
        if entry.document is None:
            assert entry.error is not None
            raise entry.error
        puzzles.append(entry.document.puzzle)
    return puzzles


@pytest.mark.parametrize("name", [*EXACT, *DOUBTFUL])
def test_a_usual_puzzle(name: str) -> None:
    rows = rows_of(PUZZLE)
    if name == "indented":
        rows = rows_of(Puzzle(PUZZLE.geometry, (*PUZZLE.givens[:8], 1, *PUZZLE.givens[9:])))
    text = {**EXACT, **DOUBTFUL}[name](rows)
    want = "".join(rows).replace(" ", ".")
    assert formats.parse(text).puzzle.grid.text() == want
    assert [puzzle.grid.text() for puzzle in read(text + "\n")] == [want]


@pytest.mark.parametrize("name", thinned([*EXACT, *DOUBTFUL], 3))
@settings(max_examples=12)
@given(seed=st.integers(0, 1 << 32))
@example(seed=13218085)
def test_nothing_is_misread(name: str, seed: int) -> None:
    puzzle = drawn(seed, 4, 6, 9)
    rows = rows_of(puzzle)
    text = {**EXACT, **DOUBTFUL}[name](rows)
    for reading in (lambda: [formats.parse(text).puzzle], lambda: read(text)):
        try:
            puzzles = reading()
        except FormatError:
            # Empty rows and columns, and boards with hardly a given, leave doubts.
            assert name in DOUBTFUL or any(not row.strip() for row in rows)
            continue
        assert [p.givens for p in puzzles] == [puzzle.givens]


SPARSE = (
    # Rows above a blank one, and six below that alone would be a 6x6.
    "     3 4 / 1      5/         /       2 /       2 /  3      /   5     /       1 /       9 ",
    # Six rows with blank ones above, among and below them.
    "         /   3   1 /         /      4 7/         /   2 59 1/      1  /   9 3 1 /     3  7",
    "         /   8 7  7/         /         /    2    /     2  1/      7  /    5  1 /    5 39 ",
    "    4 6  /   6     /         /    6   4/   8  8  /         /    474  /   2 371 /         ",
    # Digits in every second column, side by side as far apart as a 9x9 is wide.
    "       81/      64 /         /         /        6/         /         /       1 /    8  1 ",
)


@pytest.mark.parametrize("text", SPARSE)
@pytest.mark.parametrize("name", ["spaces", "spaced spaces", "ends cut", "indented"])
def test_blank_rows_make_no_smaller_board(name: str, text: str) -> None:
    rows = text.split("/")
    drawing = DOUBTFUL[name](rows)
    want = [tuple(None if c == " " else int(c) for c in "".join(rows))]
    for reading in (lambda: [formats.parse(drawing).puzzle], lambda: read(drawing)):
        try:
            puzzles = reading()
        except FormatError:
            continue
        assert [puzzle.givens for puzzle in puzzles] == want


@pytest.mark.parametrize("heading", ["12", "Puzzle 3"])
def test_a_heading_above_a_grid_of_spaces(heading: str) -> None:
    drawing = DOUBTFUL["spaces"](rows_of(PUZZLE))
    assert read(f"{heading}\n{drawing}\n") == [PUZZLE]
    with pytest.raises(FormatError):
        read(f"{drawing}\n\n5  3\n")


@settings(max_examples=40)
@given(seed=st.integers(0, 1 << 32))
@example(seed=33672)
def test_what_lost_spaces_is_refused(seed: int) -> None:
    puzzle = drawn(seed, 9)
    text = "\n".join(rows_of(puzzle))
    rows = text.split("\n")
    cuts = (
        text.strip(" "),
        "\n".join(row.strip() for row in rows),
        "\n".join(row.lstrip() for row in rows),
        "\n".join(row.rstrip() for row in rows),
    )
    for cut in cuts:
        try:
            read_puzzle = formats.parse(cut).puzzle
        except FormatError:
            continue
        assert read_puzzle.givens == puzzle.givens


def test_empty_rows() -> None:
    rows = rows_of(PUZZLE)
    rows[4] = " " * 9
    want = "".join(rows).replace(" ", ".")
    for draw in (
        joined(""),
        lambda rows: "\n".join(row.rstrip() for row in rows),
        blank("-"),
        fields(","),
        ruled(" "),
    ):
        assert formats.parse(draw(rows)).puzzle.grid.text() == want
        assert [puzzle.grid.text() for puzzle in read(draw(rows))] == [want]


@pytest.mark.parametrize("name", ["CSV", "bars", "brackets", "dashes", "Markdown", "spaces"])
def test_several(name: str) -> None:
    text = {**EXACT, **DOUBTFUL}[name](rows_of(PUZZLE))
    assert read(f"{text}\n\n{text}\n\n{text}\n") == [PUZZLE] * 3


@pytest.mark.parametrize(
    "text", [f'"{P}"', f'"{P}",', f"'{P}'", P.replace(".", "-"), f'["{P}"]', f'{{"givens": "{P}"}}']
)
def test_one_line(text: str) -> None:
    assert formats.parse(text).puzzle == PUZZLE
    assert read(text) == [PUZZLE]


def test_a_number_may_have_a_suffix() -> None:
    rows = [
        "{" + ", ".join(f"{0 if c == '.' else c}u" for c in P[i : i + 9]) + "}"
        for i in range(0, 81, 9)
    ]
    text = f"unsigned board[9][9] = {{{', '.join(rows)}}};"
    assert formats.parse(text).puzzle == PUZZLE
    with pytest.raises(FormatError):
        formats.parse("{0u")


def test_a_rule_below_the_first_row_drops_it_only_where_a_row_is_left_over() -> None:
    """Below a Markdown header there are as many rows as columns."""
    rows = ["|1|2|3|4|", "|---|---|---|---|", "|3|4|1|2|", "|2|1|4|3|", "|4|3|2|1|"]
    assert formats.parse("\n".join(rows)).puzzle.grid.text() == "1234341221434321"
    headed = ["|4|3|2|1|", rows[1], rows[0], *rows[2:]]
    assert formats.parse("\n".join(headed)).puzzle.grid.text() == "1234341221434321"
