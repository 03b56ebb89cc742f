"""Runs of rows: a run is judged as a whole, and no part of one is ever read as a puzzle."""

from __future__ import annotations

import io
import tracemalloc

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import runs
from tests.formats.common import PUZZLE, ROWS, P

GRID = "\n".join(ROWS)
COMMAS = "\n".join(",".join(row.replace(".", "0")) for row in ROWS)


def read(text: str) -> list[str]:
    """The givens of each entry of a file, or "-" where it is refused."""
    entries = formats.read(io.StringIO(text))
    return ["-" if e.document is None else e.document.puzzle.grid.text() for e in entries]


def banded(line: str, rows: list[str] = ROWS) -> str:
    return "\n".join([*rows[:3], line, *rows[3:6], line, *rows[6:]])


@pytest.mark.parametrize("symbol", "_.xX?0*-=~+")
@pytest.mark.parametrize("blank", ".0-")
def test_a_line_of_one_symbol_parts_bands(symbol: str, blank: str) -> None:
    text = banded(symbol * 9, [row.replace(".", blank) for row in ROWS])
    assert read(text) == [P]
    assert formats.parse(text).puzzle == PUZZLE


@pytest.mark.parametrize("symbol", "_.x?0*")
def test_a_line_of_one_symbol_parts_grids(symbol: str) -> None:
    line = symbol * 9
    for count in (2, 3, 8):
        for end in ("", f"\n{line}"):
            assert read(f"\n{line}\n".join([GRID] * count) + end) == [P] * count
    # Nine grids with a line behind each are ten grids as well, if the lines are rows.
    assert read(f"\n{line}\n".join([GRID] * 9) + f"\n{line}") == ["-"]
    assert read(f"\n{line}\n".join([GRID] * 10)) == ["-"]


@pytest.mark.parametrize("place", range(10))
def test_a_row_too_many_is_refused_with_the_whole_run(place: int) -> None:
    for row in ("." * 9, "123......", ROWS[0]):
        text = "\n".join([*ROWS[:place], row, *ROWS[place:]])
        assert read(text) == ["-"]
        assert read(f"{text}\n\n{GRID}") == ["-", P]
        with pytest.raises(FormatError, match="a grid of 10 rows of 9 cells is not square"):
            formats.parse(text)


@pytest.mark.parametrize("first", [0, 1])
def test_a_line_that_counts_the_columns(first: int) -> None:
    head = [str(number) for number in range(first, first + 9)]
    for joint in (",", ";", "\t", " "):
        text = f"{joint.join(head)}\n{COMMAS.replace(',', joint)}\n"
        assert read(text) == [P]
        assert read(text * 2) == [P] * 2
    letters = " ".join("ABCDEFGHI")
    spaced = "\n".join(" ".join(row) for row in ROWS)
    assert read(f"{letters}\n{spaced}") == [P]


def test_a_first_row_that_may_count_the_columns_is_refused_where_another_row_is_too_many() -> None:
    rows = ["123456789", *ROWS[1:4], ".........", *ROWS[4:]]
    assert read("\n".join(rows)) == ["-"]
    # One row less below a header, as in a file that was cut.
    assert read("0,1,2,3,4,5,6,7,8\n" + "\n".join(COMMAS.split("\n")[:8])) == ["-"]


LABELS = {
    "letters": "ABCDEFGHI",
    "numbers": "123456789",
    "from 0": "012345678",
    "rows": [f"r{row}" for row in range(1, 10)],
    "colons": [f"{row}:" for row in range(1, 10)],
    "brackets": [f"[{row},]" for row in range(1, 10)],
}


@pytest.mark.parametrize("name", LABELS)
def test_labels_of_rows(name: str) -> None:
    for joint, bar in (("", ""), (" ", ""), (" ", "| ")):
        lines = [f"{a} {bar}{joint.join(row)}" for a, row in zip(LABELS[name], ROWS, strict=True)]
        for head in ("", "   1 2 3 4 5 6 7 8 9\n", "   A B C D E F G H I\n"):
            text = head + "\n".join(lines)
            assert read(text) == [P]
            assert read(f"{text}\n\n{text}") == [P, P]


@pytest.mark.parametrize("joint", [", ", " "])
def test_a_row_twice_does_not_make_labels_cells(joint: str) -> None:
    """Lines that count on from 2, as below a line of words, are ten rows where one stands twice."""
    full = [[str((3 * r + r // 3 + c) % 9 + 1) for c in range(9)] for r in range(9)]
    rows = [f"{n} {joint.join(row)}" for n, row in enumerate(full, 2)]
    for place in range(9):
        text = "\n".join([*rows[: place + 1], *rows[place:]])
        assert read(text) == ["-"], text


def test_a_first_cell_parted_otherwise_is_in_doubt() -> None:
    rows = [f"{n} {','.join(row.replace('.', '0'))}" for n, row in enumerate([*ROWS, ROWS[0]])]
    with pytest.raises(FormatError, match="labels or separators"):
        formats.parse("\n".join(reversed(rows)))


def test_a_frame_of_labels_is_no_larger_board() -> None:
    spaced = [" ".join(row) for row in ROWS]
    lines = [". 1 2 3 4 5 6 7 8 9", *(f"{at} {row}" for at, row in enumerate(spaced, 1))]
    assert read("\n".join(lines)) == [P]
    # Ten rows of ten may also be numbered rows of nine, one of them too many.
    rows = [f"{at} . . . . . . . . ." for at in range(1, 11)]
    assert read("\n".join(rows)) == ["-"]


def test_a_row_of_another_blank_symbol_may_be_no_row() -> None:
    assert read("\n".join([*ROWS[:3], "*" * 9, *ROWS[3:8]])) == ["-"]
    empty = [*ROWS[:3], "." * 9, *ROWS[4:]]
    assert read("\n".join(empty)) == ["".join(empty)]


def test_what_follows_rows_that_are_no_grid_is_not_put_together() -> None:
    """Bands with blank lines between: the rest of a bad grid and a band of the next are none."""
    bands = "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6))
    bad = bands.replace(ROWS[1], ROWS[1] + "1")
    assert read(f"{bands}\n\n{bands}") == [P, P]
    assert read(f"{bad}\n\n{bands}\n\n{GRID}") == ["-", P]
    less = bands.replace(ROWS[1] + "\n", "")
    assert P not in read(f"{less}\n\n{bands}")
    assert set(read(f"{less}\n\n{bands}\n\n{bands}")) == {"-"}
    assert read(f"{bad}\n\nNext\n{bands}") == ["-", P]


def test_grids_that_rules_part_are_not_put_together() -> None:
    short = "\n".join(ROWS[:8])
    assert set(read("\n---\n".join([short] * 9))) == {"-"}
    assert read("\n---\n".join([GRID] * 8)) == [P] * 8
    assert read("\n---\n".join([banded("---")] * 4)) == [P] * 4


@pytest.mark.parametrize("between", ["\n", "\n---\n"])
def test_a_band_and_the_next_are_no_grid_where_only_bands_are_parted(between: str) -> None:
    """The second band of one board and the first of the next are four rows between blank lines."""
    boards = [".2.1\n....\n\n..14\n....", "..2.\n3...\n\n...4\n1.3.", "2...\n..34\n\n...1\n.4.."]
    meant = [board.replace("\n", "") for board in boards]
    assert set(read(between.join(boards))) <= {*meant, "-"}
    boards = ["1...\n....\n\n....\n....", "...3\n..4.\n\n.41.\n..3.", "....\n..1.\n\n...1\n...."]
    meant = [board.replace("\n", "") for board in boards]
    assert set(read(between.join(boards).replace(".", "-"))) <= {*meant, "-"}


def test_a_band_and_the_next_grid_are_no_grid() -> None:
    """Six rows between blank lines, of which the first two end the grid above."""
    band = "------\n------"
    first = f"{band}\n\n{band}\n\n------\n-----5"
    second = f"------\n----5-\n\n{band}\n\n----3-\n------"
    third = f"{band}\n\n------\n-5--2-\n\n{band}"
    meant = [board.replace("\n", "").replace("-", ".") for board in (first, second, third)]
    assert set(read("\n".join((first, second, third)))) <= {*meant, "-"}


def test_a_rule_that_parts_two_bands_of_three_does_not_make_a_grid() -> None:
    """Rows are missing above, and a blank line between two bands; grids are parted by a rule."""
    rule = "---"
    lines = [*ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:8], rule]
    lines += [*ROWS[:3], "", *ROWS[3:9], rule, *ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:]]
    assert set(read("\n".join(lines))) <= {P, "-"}


def test_a_row_of_dashes_counts_where_bands_are_parted() -> None:
    boards = ["23--\n----\n\n-2--\n3---", "---4\n----\n\n--4-\n--1-", "---2\n42--\n\n2---\n-4--"]
    meant = [board.replace("\n", "").replace("-", ".") for board in boards]
    assert set(read("\n".join(boards))) <= {*meant, "-"}


def test_a_row_of_dashes_below_a_wider_gap_is_of_the_next_grid() -> None:
    """One grid lacks the last row of a band, and the next begins with an empty row."""
    cut = "---4-5\n4--2-6\n\n--4--2\n----4-\n6-3--1"
    whole = "------\n-5-21-\n36----\n\n14--53\n-63-2-\n2-3465"
    meant = whole.replace("\n", "").replace("-", ".")
    assert read(f"{cut}\n\n\n{whole}") == ["-", meant]


def test_a_rule_inside_of_a_band_parts_two_grids() -> None:
    """Eight rows, of which one was cut to nothing, and the first of the next grid are no grid."""
    rows = ["\t".join("" if c == "." else c for c in row) for row in ROWS]
    assert read("\n".join(rows)) == [P]
    assert read("\n".join(["\t", *rows[1:], "---", *rows])) == ["-"]
    assert read("\n".join([*rows[:3], "---", *rows[3:6], "---", *rows[6:]])) == [P]


def test_a_heading_as_long_as_a_row_is_no_row() -> None:
    boards = ["0200\n1000\n2000\n0321", "0012\n2130\n0200\n0003", "0010\n0000\n3201\n0020"]
    text = "\n".join(["Grid", *(f"0123\n{board}" for board in boards)])
    meant = [board.replace("\n", "").replace("0", ".") for board in boards]
    assert set(read(text)) <= {*meant, "-"}
    table = text.replace("Grid\n", "")
    assert read("Grid\n" + "\n".join(",".join(row) for row in table.split("\n"))) == meant


def test_blank_lines_do_not_part_rows_of_one_band() -> None:
    text = "....\n....\n\n..14\n....\n.4.3\n....\n\n...4\n...1"
    assert read(text) == ["-"]


def test_a_header_and_a_separator_do_not_make_labels_cells() -> None:
    rows = ["2 0, 0, 5, 3, 1, 2|", "3 2, 0, 3, 5, 0, 4|", "4 xxxxxx", "5 0, 4, 0, 0, 0, 0|"]
    rows += ["6 3, 0, 6, 0, 0, 0|", "7 0, 5, 2, 4, 3, 0|", "8 0, 3, 4, 0, 0, 0|];"]
    assert set(read("\n".join(["Easy", "1 start = [|", *rows]))) == {"-"}


def test_a_row_may_look_like_a_printed_number() -> None:
    text = "214.\n...1\n....\n1...\n.21."
    assert read(text) == read(f"{text}\nSolve!") == ["214....11....21."]


def test_the_frame_of_a_small_grid_is_no_puzzle() -> None:
    drawn = formats.write(formats.parse("2..1..241....3.."), "candidates")
    [entry] = formats.read(io.StringIO(drawn + "Solve!"))
    assert entry.document is not None
    assert formats.write(entry.document, "candidates") == drawn


@pytest.mark.parametrize("heading", ["Puzzle", "Grid", "My board"])
@pytest.mark.parametrize("form", ["grid", "candidates", "grid of 16"])
def test_a_heading_may_be_the_name_of_a_column(heading: str, form: str) -> None:
    if form == "grid of 16":
        rows = ["." * 16] * 4 + ["..8.G...123....." + ""] + ["." * 16] * 11
        givens, drawn = "".join(rows), "\n".join(rows)
    else:
        givens, drawn = P, formats.write(formats.parse(P), form)
    assert read(f"{heading}\n{drawn}") == [givens]


def test_eight_grids_of_nine_are_not_nine_that_lack_a_row() -> None:
    grids = [ROWS[:at] + ROWS[at + 1 :] for at in range(9)]
    assert set(read("\n".join(row for rows in grids for row in rows))) == {"-"}
    assert read("\n".join(ROWS * 8)) == [P] * 8


def test_a_row_may_look_like_a_date() -> None:
    rows = ["15432.869", "9684.5.72", "2.3896.51", "789164235", "64125.987", "5.29.8146"]
    rows += ["3976.1524", "425739618", "81.5427.3"]
    assert read(banded("." * 9, rows)) == ["".join(rows)] == read("\n".join(rows))
    assert read("2026-11-29\n" + GRID) == [P] == read("29.11.2026\n" + GRID)


def test_a_long_run_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.formats.runs._MOST_LINES", 100)
    text = (GRID + "\n") * 60
    assert read(text) == [P] * 60
    assert read(text + ROWS[0]) == [P] * 55 + ["-"]
    assert set(read(f"{'.' * 9}\n{text}")) == {"-"}
    line = "." * 9
    assert read(f"\n{line}\n".join([GRID] * 24)) == [P] * 24


@pytest.mark.full
def test_a_long_run_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_MOST_LINES", 500)
    text = (GRID + "\n") * 300
    tracemalloc.start()
    assert sum(1 for _ in formats.read(io.StringIO(text))) == 300
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_500_000  # the rows of all grids take 3 MB
