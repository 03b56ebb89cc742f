"""The list of all formats, in the order in which they are tried."""

from __future__ import annotations

from satdoku.base.errors import FormatError
from satdoku.formats.base import Format

FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format("line", "one puzzle a line, one symbol a cell", (".txt",)),
        Format("sdm", "SudoCue's puzzle collection", (".sdm",)),
        Format("numbers", "one puzzle a line, numbers with spaces or commas", (".num",)),
        Format("grid", "grid drawn in rows with | - +", (".grid",), "blocks"),
        Format("board", "rows under a line that describes the board", (".board",), "blocks"),
        Format("candidates", "grid of candidates (HoDoKu, Simple Sudoku)", (".pm",), "blocks"),
        Format("pencilmarks", "line of 729 pencil marks", (".pml",)),
        Format("library", "HoDoKu's library line", (".lib",)),
        Format("s9b", "SudokuWiki's packed strings and links", (".s9b",)),
        Format("sdk", "SadMan's and SudoCue's puzzle file", (".sdk",), "one"),
        Format("ss", "Simple Sudoku's puzzle file", (".ss",), "blocks"),
        Format("euler", "Project Euler 96", (".euler",), "blocks"),
        Format("csv", "table with a puzzle column", (".csv", ".tsv")),
        Format("jigsaw", "givens line and region line", (".jigsaw",)),
        Format("samurai", "overlapping grids, a line each", (".samurai",), "blocks"),
        Format("json", "satdoku's own JSON", (".json", ".jsonl"), "mixed"),
        Format("fpuzzles", "f-puzzles' JSON and links", (".fpuzzles",), "mixed"),
        Format("iss", "Interactive Sudoku Solver's strings, links", (".iss",), "mixed", items=True),
        Format("sudokupad", "SudokuPad's links and JSON", (".sudokupad",), "mixed", draws=True),
        Format("sudokumaker", "SudokuMaker's links and JSON", (".sudokumaker",), "mixed"),
        Format("lisudoku", "lisudoku's links and JSON", (".lisudoku",), "mixed"),
        Format("ipuz", "ipuz, the open format of puzzles", (".ipuz",), "mixed"),
        Format("penpa", "Penpa+'s links", (".penpa",), "mixed", draws=True),
        Format("puzzlink", "addresses of Sudokus of puzz.link and pzv.jp", (".puzzlink",), "mixed"),
        Format("url", "any site's link with a line of 81 cells in it", (".url",)),
        Format("killer", "killers as SumoCue's text, or a line of sums and pointers", (".killer",)),
        Format("opensudoku", "OpenSudoku's XML", (".opensudoku",)),
        Format("solo", "ids of Simon Tatham's Solo", (".solo",), "mixed"),
    )
}


def get_format(name: str) -> Format:
    """The format of this name; ``f-puzzles`` and ``SudokuPad`` are written as the sites are too.

    :raises FormatError: where there is none; it lists those there are.
    """
    found = FORMATS.get(name) or FORMATS.get(name.lower().replace("-", "").rstrip("+"))
    if found is None:
        raise FormatError(
            "there is no format {name!r}; the formats are {formats}",
            name=name,
            formats=", ".join(FORMATS),
        )
    return found


def extension_for(format: str) -> str:
    """The usual extension of a format's files, with its dot: ``.sdm``."""
    return get_format(format).extensions[0]
