"""The list of all formats, in the order in which they are tried."""

from __future__ import annotations

from dataclasses import replace

from satdoku.base.errors import FormatError
from satdoku.formats.base import Format, LinkForm

_SIGH = "sigh.github.io/Interactive-Sudoku-Solver"
_PENPA = "swaroopg92.github.io/penpa-edit"
_SUDOKUPAD_ID = r"(?:scl|ctc|fpuzzles|fpuz|scf)[A-Za-z0-9+/%=\s-]{20,}\Z"
_LINKS = {
    "s9b": LinkForm("SudokuWiki", r"[^?#]*\?([^#]*&)?bd=S9B.*"),
    "fpuzzles": LinkForm(
        "f-puzzles",
        r"f-puzzles\.com([/?#].*)?",
        "load",
        ((r"\?load=", "f-puzzles.com/"), ("N4Ig", "f-puzzles.com/?load=")),
    ),
    "iss": LinkForm(
        "Interactive Sudoku Solver",
        "[^?#]*/[^?#]*Interactive-Sudoku-Solver.*",
        bare=((r"\?q=", f"{_SIGH}/"),),
    ),
    "sudokupad": LinkForm(
        "SudokuPad",
        r"(app\.)?(beta\.)?(sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com)"
        r"([/?#].*)?",
        bare=((r"\?puzzleid=", "sudokupad.app/"), (_SUDOKUPAD_ID, "sudokupad.app/")),
    ),
    "sudokumaker": LinkForm(
        "SudokuMaker",
        r"sudokumaker\.app([/?#].*)?",
        "puzzle",
        ((r"\?puzzle=", "sudokumaker.app/"),),
    ),
    "lisudoku": LinkForm(
        "lisudoku", r"lisudoku\.xyz([/?#].*)?", "import", ((r"\?import=", "lisudoku.xyz/solver"),)
    ),
    "penpa": LinkForm("Penpa+", "[^?#]*penpa.*", bare=((r"\??m=(edit|solve)&p=", f"{_PENPA}/#"),)),
    "puzzlink": LinkForm(
        "puzz.link", r"puzz\.link([/?#].*)?|[^/?#]*pzpr.*|[^/?#]+/(pzpr/)?p(\.html)?([?#].*)?"
    ),
    "url": LinkForm("", r"[^/?#]+[/?#](?:.*[^0-9.])?[0-9.]{81}([^0-9.].*)?"),
    **{
        game.lower(): LinkForm(
            f"Simon Tatham's {game}", f"(?=[^?#]*/puzzles/)[^/?#]*/[^?#]*{game.lower()}.*"
        )
        for game in ("Solo", "Towers", "Unequal", "Keen")
    },
}
"""Where a link is of several of these forms, the first counts; one without a site is the last."""

FORMATS: dict[str, Format] = {
    entry.name: replace(entry, link=_LINKS.get(entry.name))
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
        Format("sudokubench", "Sudoku-Bench's records", (".sudokubench",), "mixed", draws=True),
        Format("penpa", "Penpa+'s links", (".penpa",), "mixed", draws=True),
        Format("puzzlink", "addresses of puzz.link and pzv.jp", (".puzzlink",), "mixed"),
        Format("url", "any site's link with a line of 81 cells in it", (".url",)),
        Format("killer", "killers as SumoCue's text, or a line of sums and pointers", (".killer",)),
        Format("opensudoku", "OpenSudoku's XML", (".opensudoku",)),
        Format("solo", "ids of Simon Tatham's Solo", (".solo",), "mixed"),
        Format("towers", "ids of Simon Tatham's Towers", (".towers",), "mixed"),
        Format("unequal", "ids of Simon Tatham's Unequal", (".unequal",), "mixed"),
        Format("keen", "ids of Simon Tatham's Keen", (".keen",), "mixed"),
    )
}


def get_format(name: str) -> Format:
    """The format of this name; ``f-puzzles`` and ``SudokuPad`` are written as the sites are too.

    :raises FormatError: where there is none; it lists those there are.
    """
    entry = FORMATS.get(name) or FORMATS.get(name.lower().replace("-", "").rstrip("+"))
    if entry is None:
        raise FormatError(
            "there is no format {name!r}; the formats are {formats}",
            name=name,
            formats=", ".join(FORMATS),
        )
    return entry


def extension_for(format: str) -> str:
    """The usual extension of a format's files, with its dot: ``.sdm``."""
    return get_format(format).extensions[0]
