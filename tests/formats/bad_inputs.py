"""Bad input and what is said about it: (name, text, format or None, words of the message).

One table for the parser and, through the command line, for whoever reads files. Every text must
raise FormatError; the words must stand in ``str(error)`` in this order.
"""

from __future__ import annotations

from textwrap import indent

from tests.formats.common import ROWS, P

GRID = "\n".join(ROWS)
CSV = "\n".join(",".join(row).replace(".", "") for row in ROWS) + "\n"
SPACED = [row.replace(".", " ").rstrip() for row in ROWS]
FRAMED = "| 1 2 3 | 4 5 6 |\n| 4 5 6 | 1 2 3 |\n" * 6
WHOLE = "\n".join(row.replace(".", " ") for row in reversed(ROWS))
DASHED = [row.replace(".", "-") for row in ROWS]
JSON = '{"satdoku": 1, "board": {"size": 9, "box": [3, 3]}, "givens": "' + P + '"'

BAD: list[tuple[str, str, str | None, tuple[str, ...]]] = [
    ("empty", "", None, ("empty",)),
    ("blank", " \n\t\n", None, ("empty",)),
    ("comments only", "# one\n# two\n", None, ("nothing but comments",)),
    ("80 cells", P[:80], None, ("line 1", "expected 81 cells (9x9)", "got 80", "16 (4x4)")),
    ("82 cells", P + ".", None, ("expected 81 cells (9x9)", "got 82")),
    ("two puzzles joined", P + P, None, ("got 162", "81 (9x9)")),
    ("17 cells", "1" * 17, None, ("expected 16 cells (4x4)", "got 17")),
    ("one cell", "5", None, ("1 cells do not make a board", "81 (9x9)")),
    ("a million cells", "1" * 1000000, None, ("do not make a board", "100x100")),
    ("36x36 in symbols", "." * 1296, None, ("35x35", "numbers")),
    ("a mark for a cell", "-" + P[2:].replace(".", "0") + "0", None, ("'-'", "'0'", "one symbol")),
    (
        "a row too few, and no digit in the last column",
        "\n".join(
            ",".join(row[:8].translate(str.maketrans("9.", "8 "))).replace(" ", "") + ","
            for row in ROWS[:8]
        ),
        None,
        ("line 1", "ends after a comma", "a row is missing"),
    ),
    (
        "a row too few, and a blank field between bars in each",
        "|3|2|4|1|5| |\n|6|5|1|4|2| |\n|1| |2|5|6|4|\n| |6|5|2|3|1|\n| |1|3|6|4|2|\n",
        None,
        ("5 rows of 6 cells", "6 rows were expected"),
    ),
    (
        "blank fields between bars, behind the numbers of the lines",
        "2 2 |3| | |2|.\n3 3 |2| |1| |.\n4 4 |1|2| | |.\n5 5 |4| |2| |.",
        None,
        ("line 1", "labels or separators"),
    ),
    (
        "blank fields between bars, and a row with another sign",
        "|3|2|4'1|5|\n|6|5|1|4|2|\n|1| |2|5|6|4|\n| |6|5|2|3|1|\n| |1|3|6|4|2|",
        None,
        ("line 3", "whether a blank between bars is a cell"),
    ),
    ("a letter", P[:40] + "Q" + P[41:], None, ("line 1, column 41", "'Q'", "9x9")),
    ("a letter in a short line", P[:40] + "Q" + P[42:], None, ("column 41", "'Q'")),
    ("a small letter", "a" + P[1:], None, ("line 1, column 1", "'a'")),
    ("a tilde", P[:-1] + "~", None, ("column 81", "'~'")),
    ("dashes", "-" * 81, None, ("dashes",)),
    ("an accent", P[:-1] + "é", None, ("column 81", "'é'")),
    ("Arabic digits", "٣" * 81, None, ("column 1", "'٣'")),
    ("bytes that are not UTF-8", P[:-1] + "\udce9", None, ("column 81", "0xE9", "UTF-8")),
    ("commas alone", ",\n,\n,\n,", None, ("no",)),
    ("a bad byte after an old line end", P + "\r\udce9", None, ("line 2, column 1", "0xE9")),
    ("a zero byte", P[:-1] + "\0", None, ("column 81", "binary")),
    ("words", "hello world", None, ("'hello world'", "not a puzzle")),
    ("lines of words", "hello\nworld\n", None, ("no format", "'hello'")),
    ("two lines", P + "\n" + P, None, ("line 2", "one puzzle was expected")),
    ("two sizes", P + "\n" + "." * 16, None, ("line 2", "one puzzle was expected")),
    ("blanks in doubt", "." * 81 + " " + "1" * 18, None, ("81 cells and a note", "100 cells")),
    # records of Sudoku-Bench
    (
        "a record of another size",
        '{"initial_board": "' + P + '", "rows": 9, "cols": 6, "visual_elements": "[]"}',
        None,
        ("9 rows and 6 columns", "square"),
    ),
    (
        "a record whose elements are cut",
        '{"initial_board": "' + P + '", "rows": 9, "cols": 9, "visual_elements": "[{"}',
        None,
        ("JSON",),
    ),
    # letters
    ("16x16 in doubt", "1F" + "." * 254, None, ("A=10", "--letters 10", "--letters hex")),
    ("25x25 in doubt", "A" + "." * 624, None, ("A=10", "A=1", "--letters 1")),
    ("16x16 beyond", "1Q" + "." * 254, None, ("column 2", "'Q'", "16x16")),
    # numbers
    ("255 numbers", " ".join(["16"] + ["0"] * 254), None, ("expected 256 cells", "got 255")),
    ("no number", " ".join(["a16"] + ["0"] * 255), "numbers", ("column 1", "'a16'")),
    ("a negative number", " ".join(["0"] * 80 + ["-1"]), "numbers", ("column 161", "'-1'")),
    # grids
    ("eight rows", "\n".join(ROWS[:8]), None, ("8 rows of 9 cells", "9 rows were expected")),
    ("a long row", GRID.replace("\n6", ".\n6", 1), None, ("line 1", "10 cells", "others have 9")),
    ("a short row", GRID[:-1], None, ("line 9", "8 cells")),
    ("a letter in a grid", GRID.replace("8", "b", 1), None, ("line 3, column 3", "'b'")),
    ("two grids", GRID + "\n\n" + GRID, None, ("line 11", "here are 2 grids")),
    ("a frame alone", "+---+\n|   |\n+---+", "grid", ("no cells",)),
    (
        "a field too few",
        CSV.replace("\n,,,,8", "\n,,,8"),
        None,
        ("line 9", "8 cells", "others have 9"),
    ),
    ("80 fields", CSV.replace("\n", ",").replace(",7,9,", ",7"), None, ("got 80",)),
    ("25 numbers of 80 fields", "5,3,,,7" * 5 + "," * 55, None, ("got 76",)),
    ("leading spaces lost", "\n".join(r.strip() for r in SPACED), None, ("lost at the beginning",)),
    ("the first line stripped", WHOLE.replace(" ", "", 1), None, ("shorter rows lost spaces",)),
    (
        "a row lost of full rows",
        "354126\n261435\n643251\n \n425613\n136542",
        None,
        ("6 rows were",),
    ),
    ("two framed grids", FRAMED, None, ("line 7", "here are 2 grids of 6 rows")),
    ("two indented grids", indent(FRAMED, " " * 9), None, ("line 7", "2 grids of 6 rows")),
    ("an empty column on either side", " 1\n  2\n 3\n  4", None, ("column", "first")),
    ("one space or two", "1 2\n  3\n3  \n1", None, ("parts two cells",)),
    ("an empty last row lost", "\n".join(SPACED[:8]), None, ("cells",)),
    ("rules that are rows", "\n".join([*DASHED[:3], "-" * 9, *DASHED[3:]]), None, ("10 rows",)),
    # candidates
    (
        "nine rows of groups, one short",
        "12 3 4 5\n3 4 1 2\n1 2 34 4\n4 1 2",
        None,
        ("line 4", "3 cells"),
    ),
    ("a group twice", "12 3 4 5\n3 4 1 2\n1 2 33 4\n4 1 2 3", None, ("line 1, column 8", "'5'")),
    ("equal digits", "12 3 4 1\n3 4 1 2\n1 2 33 4\n4 1 2 3", None, ("line 3, column 5", "'33'")),
    ("728 marks", "123456789" * 80 + "12345678", "pencilmarks", ("729", "728")),
    ("a mark misplaced", "213456789" + "123456789" * 80, "pencilmarks", ("column 1", "r1c1")),
    # library
    ("no grid", ":0600:12:", None, ("81 cells", "got 0")),
    ("short grid", ":0600:12:" + P[:80] + "::::", None, ("column 10", "81", "got 80")),
    ("a triple", ":0600:12:" + P + ":99:::", None, ("'99'", "row 3")),
    ("plus before a dot", ":0600:12:+" + P.replace("5", ".") + "::::", None, ("column 11",)),
    # sdk, ss, euler
    ("no rows in [Puzzle]", "[Puzzle]\n[State]\n" + GRID, None, ("no rows",)),
    ("[Puzzle] twice", f"[Puzzle]\n{GRID}\n[Puzzle]\n{GRID}", None, ("line 11", "again")),
    ("short [State]", f"[Puzzle]\n{GRID}\n[State]\n" + "\n".join(ROWS[:8]), None, ("line 19",)),
    (
        "marks in a filled cell",
        f"[Puzzle]\n{GRID}\n[PencilMarks]\n12" + "\n".join([",,,,,,,,"] * 9),
        None,
        ("line 12, column 1", "r1c1 is filled"),
    ),
    (
        "a given changed in [State]",
        f"[Puzzle]\n{GRID}\n[State]\n{GRID.replace('5', '4', 1)}",
        None,
        ("line 12", "r1c1 is 4 in [State], but 5 is given there"),
    ),
    (
        "a given removed in [State]",
        f"[Puzzle]\n{GRID}\n[State]\n{GRID.replace('5', '.', 1)}",
        None,
        ("line 12", "r1c1 is empty in [State], but 5 is given there"),
    ),
    (
        "a mark twice",
        f"[Puzzle]\n{GRID}\n[PencilMarks]\n,,115" + "\n".join([",,,,,,,,"] * 9)[2:],
        None,
        ("line 12, column 3", "'115' are not pencil marks"),
    ),
    ("rows that are not ss", GRID, "ss", ("line 1", ".ss")),
    ("a header alone", "Grid 01\n", None, ("no rows follow",)),
    ("no header", GRID, "euler", ("line 1", "Grid 01")),
    ("eight rows below a header", "Grid 01\n" + "\n".join(ROWS[:8]), None, ("line 9", "8 rows")),
    ("two headers", f"Grid 01\n{GRID}\nGrid 02\n{GRID}", None, ("line 11", "another")),
    # csv
    ("no puzzle column", "id,name\n1,foo\n", None, ("line 1", "no puzzle column", "'id', 'name'")),
    ("no row", "puzzle,solution\n", None, ("no row",)),
    ("a row too long", f"id,puzzle\n1,{P},x\n", None, ("line 2", "3 fields", "2")),
    ("80 cells in a row", f"id,puzzle\n1,{P[:80]}\n", None, ("line 2", "'puzzle'", "81", "80")),
    (
        "another size",
        f"puzzle,solution\n{P},1234341221434321\n",
        None,
        ("line 2", "solution is 4x4"),
    ),
    ("an empty cell", "id,puzzle\n1,\n", None, ("line 2", "'puzzle'", "empty")),
    ("an open quote", f'puzzle\n"{P}\n', None, ("line 2", "CSV")),
    # jigsaw
    ("no layout", P, "jigsaw", ("two lines",)),
    ("short layout", P + "\n" + "1" * 80, "jigsaw", ("line 2", "80", "81")),
    ("a strange label", P + "\n" + "1" * 80 + "-", "jigsaw", ("line 2, column 81", "'-'")),
    # json
    ("half an object", "{", None, ("line 1, column 2", "not JSON")),
    ("not satdoku's", '{"a": 1}', None, ('"satdoku" and "givens" are missing',)),
    ("another version", JSON.replace("1", "2", 1) + "}", None, ("version 2",)),
    ("an unknown key", JSON + ', "colour": 1}', None, ("'colour'",)),
    ("an unknown rule", JSON + ', "constraints": [{"rule": "no-such"}]}', None, ("number 1",)),
    ("a key twice", JSON + ', "givens": ""}', None, ("'givens'", "twice")),
    ("no board", '{"satdoku": 1, "givens": ""}', None, ("no cells",)),
    ("no givens", '{"satdoku": 1, "size": 9}', None, ('"givens" is missing',)),
    ("two boards", JSON + ', "size": 9}', None, ('"size"', 'beside "board"')),
    ("a list of puzzles", f"[{JSON}}}, {JSON}}}]", None, ("one puzzle", "here are 2")),
    ("uneven rows", "[[1, 0, 0, 0], [0, 1], [], []]", None, ("row 2", "2 cells", "4 rows")),
    ("rows and cells", "[[1, 0, 0, 0], 1, 2, 3]", None, ("mixes",)),
    ("a fraction", "[[1.5, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]", None, ("1.5",)),
    ("no character", JSON + ', "title": "\\ud800"}', None, ('"title"', "not a character")),
    ("a board of 101", '{"satdoku": 1, "board": {"size": 101}, "givens": ""}', None, ("1 to 100",)),
    (
        "a box that does not fit",
        '{"satdoku": 1, "board": {"size": 9, "box": [2, 3]}, "givens": ""}',
        None,
        ("2x3", "6 cells"),
    ),
    ("short givens", JSON.replace(P, P[:80]) + "}", None, ('"givens"', "80", "81")),
    ("a strange given", JSON.replace(P, "Q" + P[1:]) + "}", None, ('"givens"', "'Q'", "r1c1")),
    ("a cell off the board", JSON + ', "pencil_marks": {"r10c1": [1]}}', None, ("r10c1",)),
    ("an empty list", JSON.replace('"' + P + '"', "[]") + "}", None, ('"givens"', "0 cells")),
    ("no text", JSON.replace('"' + P + '"', "5") + "}", None, ('"givens"', "text or a list")),
    ("nothing but nesting", '{"a":' * 20000, None, ("nested", "deep")),
    ("not a number", '{"satdoku": NaN}', None, ("NaN",)),
    # the format itself
    ("no such format", P, "nope", ("'nope'", "line, sdm")),
    ("an id of Towers that was cut", "4:2/3/////3", None, ("7 parts", "16 were expected")),
    ("an id of Unequal that was cut", "4:0R,0,0,", None, ("3 parts", "16 were expected")),
    ("an id of Keen that was cut", "5:_b_4a__aabba3_a__bb__,s1a11", None, ("2 parts", "9 were")),
]
