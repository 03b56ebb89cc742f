"""The addresses of puzz.link and pzv.jp: ``https://puzz.link/p?sudoku/9/9/...``.

The genre, the number of columns and of rows, and the clues. Numbers are of base 16: one digit,
``-`` and two of them, or ``+`` and three for larger numbers, ``.`` a question mark; a letter from
``g`` to ``z`` is a run of 1 to 20 places without a number.

Besides Sudoku, genres on Latin squares are read: skyscrapers (its other name is building), kropki,
minarism (inequality signs and differences) and factors (cages with products); and with blank cells
doppelblock and easyasabc.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import unquote

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.constraints.blanks import Blanks, Doppelblock
from satdoku.constraints.dots import (
    BlackDot,
    LessThan,
    NegativeDifference,
    NegativeRatio,
    WhiteDot,
)
from satdoku.formats import links
from satdoku.formats.base import ReadOptions, WriteOptions, no_board, own_puzzle
from satdoku.formats.clues import Clues, geometry_of
from satdoku.formats.game_ids import grouped, joined
from satdoku.formats.keen import calculations
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered
from satdoku.formats.towers import SIDES, beside, clues_beside
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_ADDRESS = "https://puzz.link/p?"
_TITLE = worded("an address of puzz.link")
_BODY = re.compile(
    r"(?P<genre>[a-z0-9_-]+)/(?:v:/)?(?P<columns>\d{1,3})/(?P<rows>\d{1,3})/(?P<text>.*)"
)
_NUMBER = re.compile(
    r"(?P<a>[0-9a-f])|-(?P<b>[0-9a-f]{2})|\+(?P<c>[0-9a-f]{3})|=(?P<d>[0-9a-f]{3})"
    r"|%(?P<e>[0-9a-f]{3})|\*(?P<f>[0-9a-f]{4})|\$(?P<g>[0-9a-f]{5})|(?P<run>[g-z])"
)
_ADDED = {"a": 0, "b": 0, "c": 0, "d": 4096, "e": 8192, "f": 12240, "g": 77776}
"""The number that is added to the digits of a number, by its form."""
_BOARDS = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""The boxes of the boards of Sudokus that the site has: rows and columns."""
_MAX_LATIN = 25


def detect(text: str) -> int:
    """Never: links are recognised by their site."""
    return 0


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this link, or of what stands in one behind the question mark."""
    check_text(text)
    bare = [line for _, line in numbered(text) if line.strip()]
    if len(bare) == 1 and _BODY.fullmatch(bare[0].strip()):
        return read_body(bare[0].strip(), options)
    return links.parse(text, options, "puzzlink")


def link_body(address: links.Address) -> str:
    """The first parameter of a link, which has no name."""
    body = address.query.split("&")[0]
    # In the numbers of this genre a % stands for itself.
    return body if body.startswith("factors/") else unquote(body)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an address, from its genre on."""
    match = _BODY.fullmatch(body)
    if match is None:
        raise FormatError(
            "{title} has sudoku/9/9/ and the cells, not {body!r}",
            title=_TITLE,
            body=body[:40],
            text=body[:80],
        )
    columns, rows, text = int(match["columns"]), int(match["rows"]), match["text"].rstrip("/")
    if match["genre"] == "sudoku":
        if columns != rows or rows not in _BOARDS:
            raise FormatError(
                "a Sudoku of puzz.link has 4, 6, 9, 16 or 25 rows, not {columns}x{rows}",
                columns=columns,
                rows=rows,
            )
        geometry = geometry_of(Geometry.boxes(rows, *_BOARDS[rows]), options)
        cells = _numbers(text, rows * columns)
        return Document(Puzzle(geometry, tuple(cells), None, options.constraints))
    read = _LATIN.get(match["genre"])
    if read is None:
        raise FormatError(
            "this is a puzzle of the genre {found}; of puzz.link, {genres} are read",
            found=match["genre"],
            genres=", ".join(("sudoku", *_LATIN)),
        )
    if columns != rows or not 2 <= rows <= _MAX_LATIN:
        raise FormatError(
            "a Latin square of puzz.link is read with 2 to {most} rows and as many columns, not "
            "{columns}x{rows}",
            most=_MAX_LATIN,
            columns=columns,
            rows=rows,
        )
    digits = rows
    if match["genre"] == "easyasabc":
        letters, _, text = text.partition("/")
        digits = int(letters) if re.fullmatch(r"\d{1,2}", letters) else 0
    elif match["genre"] == "doppelblock":
        digits = rows - 2
    if not 1 <= digits <= rows:
        raise FormatError(
            "a row of {count} cells cannot have the digits 1 to {number} and blanks",
            count=rows,
            number=digits,
        )
    blank = match["genre"] in ("easyasabc", "doppelblock")
    geometry = geometry_of(_with_blanks(rows, digits) if blank else Geometry.latin(rows), options)
    clues = Clues(options)
    if blank:
        clues.add(match["genre"], match["genre"], "blanks", {"count": rows - digits})
    givens = read(text, geometry, clues) or (None,) * geometry.cell_count
    puzzle = Puzzle(geometry, tuple(givens), None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


def _with_blanks(size: int, digits: int) -> Geometry:
    """A board on which 0 is a blank cell."""
    return Geometry.rectangle(size, size, digits=range(digits + 1), box=None, raw=True)


def _numbers(text: str, wanted: int | None, start: str = "g") -> list[int | None]:
    """The numbers of some places.

    :param start: the letter of a run of one place without a number.
    """
    places: list[int | None] = []
    at = 0
    while at < len(text):
        token = _NUMBER.match(text, at)
        if token is None:
            raise FormatError("{culprit!r} is not a cell of puzz.link", culprit=text[at : at + 4])
        at = token.end()
        form = token.lastgroup or ""
        if form == "run":
            places += [None] * (int(token["run"], 36) - int(start, 36) + 1)
        else:
            places.append(int(token[form], 16) + _ADDED[form])
    if wanted is not None and len(places) != wanted:
        raise _cut(len(places), wanted)
    return places


def _cut(count: int, wanted: int) -> FormatError:
    return FormatError(
        "the address has {count} cells, but the board {rows}: was it cut?", count=count, rows=wanted
    )


def _read_skyscrapers(text: str, geometry: Geometry, clues: Clues) -> None:
    _add_beside("skyscraper", "value", _numbers(text, 4 * geometry.rows), geometry, clues)


def _read_doppelblock(text: str, geometry: Geometry, clues: Clues) -> None:
    size = geometry.rows
    numbers = _numbers(text, 2 * size)
    numbers[size:size] = [None] * size
    _add_beside("doppelblock", "sum", numbers, geometry, clues)


def _read_easy_as_abc(text: str, geometry: Geometry, clues: Clues) -> list[int | None]:
    numbers, beside = _numbers(text, None), 4 * geometry.rows
    if len(numbers) not in (beside, beside + geometry.cell_count):
        raise _cut(len(numbers), beside)
    _add_beside("end-view", "value", numbers[:beside], geometry, clues)
    return numbers[beside:]


def _add_beside(
    rule: str, field: str, numbers: Sequence[int | None], geometry: Geometry, clues: Clues
) -> None:
    """Adds clues beside the rows and columns, the sides in the order of ``SIDES``."""
    for place, number in enumerate(numbers):
        if number is not None:
            side, index = SIDES[place // geometry.rows], place % geometry.rows + 1
            fields = {"side": side, "index": index, field: number}
            clues.add(beside(side, index), rule, rule, fields)


def _edges(geometry: Geometry) -> list[tuple[int, int]]:
    """The pairs of neighbours: beside each other row by row, then above each other."""
    return [
        (cell, beside)
        for step in ((0, 1), (1, 0))
        for cell in range(geometry.cell_count)
        if (beside := geometry.beside(cell, *step)) is not None
    ]


def _read_kropki(text: str, geometry: Geometry, clues: Clues) -> None:
    edges = _edges(geometry)
    if len(text) != -(-len(edges) // 3) or not re.fullmatch("[0-9a-q]*", text):
        raise _cut(3 * len(text), len(edges))
    kinds = [int(char, 27) // unit % 3 for char in text for unit in (9, 3, 1)]
    for edge, kind in zip(edges, kinds, strict=False):
        if kind:
            name = "white-dot" if kind == 1 else "black-dot"
            clues.add(geometry.names(edge), "kropki", name, {"cells": list(edge)})
    clues.add("kropki", "kropki", "negative-difference")
    clues.add("kropki", "kropki", "negative-ratio")


def _read_minarism(text: str, geometry: Geometry, clues: Clues) -> None:
    edges = _edges(geometry)
    at = 0
    for part in re.split("([gh])", text):
        if part in ("g", "h") and at < len(edges):
            # g is a sign that opens to the second cell.
            cells = list(edges[at] if part == "g" else edges[at][::-1])
            clues.add(geometry.names(cells), "minarism", "less-than", {"cells": cells})
            at += 1
            continue
        numbers = _numbers(part, None, "i")
        for edge, number in zip(edges[at:], numbers, strict=False):
            if number is not None:
                fields = {"cells": list(edge), "diff": number}
                clues.add(geometry.names(edge), "minarism", "white-dot", fields)
        at += len(numbers)
    if at != len(edges):
        raise _cut(at, len(edges))


def _read_factors(text: str, geometry: Geometry, clues: Clues) -> list[int | None]:
    edges = _edges(geometry)
    # Those beside each other and those above each other begin with a digit of base 32 each.
    half, length = len(edges) // 2, -(-len(edges) // 10)
    if not re.match(f"[0-9a-v]{{{2 * length}}}", text):
        raise _cut(len(text), 2 * length)
    bits = "".join(f"{int(char, 32):05b}" for char in text[: 2 * length])
    walls = bits[:half] + bits[5 * length : 5 * length + half]
    open_edges = (edge for edge, wall in zip(edges, walls, strict=True) if wall == "0")
    cages = grouped(joined(geometry.cell_count, open_edges))
    givens: list[int | None] = [None] * geometry.cell_count
    for cells, number in zip(cages, _numbers(text[2 * length :], len(cages)), strict=True):
        place = worded("the cage of {cell}", cell=geometry.name(cells[0]))
        if number is None:
            raise FormatError("{place} has no number", place=place)
        if len(cells) == 1 and number in geometry.digits:
            givens[cells[0]] = number
        else:
            fields = {"cells": cells, "value": number, "of": "product"}
            clues.add(place, "factors", "calculation-cage", fields)
    return givens


_LATIN: dict[str, Callable[[str, Geometry, Clues], Sequence[int | None] | None]] = {
    "skyscrapers": _read_skyscrapers,
    "building": _read_skyscrapers,
    "kropki": _read_kropki,
    "minarism": _read_minarism,
    "factors": _read_factors,
    "doppelblock": _read_doppelblock,
    "easyasabc": _read_easy_as_abc,
}
"""The genres on Latin squares."""


def write(document: Document, options: WriteOptions) -> str:
    """A link, on one line."""
    puzzle = document.puzzle
    geometry = puzzle.geometry
    blank = next((rule for rule in puzzle.constraints if isinstance(rule, Blanks)), None)
    if blank is not None:
        genre, text = _written_blanks(puzzle, blank, options)
    elif puzzle.constraints and geometry == Geometry.latin(geometry.size):
        genre, text = _written_latin(puzzle, options)
    else:
        own_puzzle(document, _TITLE, options)
        if geometry.size not in _BOARDS or geometry != Geometry.boxes(
            geometry.size, *_BOARDS[geometry.size]
        ):
            raise no_board(geometry, _TITLE)
        genre, text = "sudoku", _written(puzzle.givens)
    return f"{_ADDRESS}{genre}/{geometry.rows}/{geometry.rows}/{text}\n"


def _written_blanks(puzzle: Puzzle, blank: Blanks, options: WriteOptions) -> tuple[str, str]:
    """The genre of a puzzle with blank cells, and its clues."""
    geometry, size = puzzle.geometry, puzzle.geometry.rows
    digits = geometry.size - 1
    if geometry != _with_blanks(size, digits) or blank.count != size - digits:
        raise no_board(geometry, _TITLE)
    clues = tuple(rule for rule in puzzle.constraints if rule is not blank)
    rest, has_givens = replace(puzzle, constraints=clues), any(g is not None for g in puzzle.givens)
    if blank.count == 2 and clues and isinstance(clues[0], Doppelblock) and not has_givens:
        turned = tuple(
            replace(rule, side={"bottom": "top", "right": "left"}.get(rule.side, rule.side))
            if isinstance(rule, Doppelblock)
            else rule
            for rule in clues
        )
        rest = replace(rest, constraints=turned)
        numbers = clues_beside(rest, "doppelblock", _TITLE, options)
        return "doppelblock", _written(numbers[:size] + numbers[2 * size : 3 * size])
    if puzzle.is_sukaku or 0 in puzzle.givens:
        raise Unsupported("{title} cannot hold pencil marks or given blanks", title=_TITLE)
    numbers = clues_beside(rest, "end-view", _TITLE, options)
    return "easyasabc", f"{digits}/{_written(numbers + list(puzzle.givens) * has_givens)}"


def _written(numbers: Sequence[int | str | None], start: str = "g") -> str:
    """Numbers and signs of some places, the reverse of :func:`_numbers`."""
    text, run, longest = "", 0, 36 - int(start, 36)
    for number in [*numbers, ""]:
        if number is None:
            run += 1
            continue
        text += "z" * (run // longest)
        text += "0123456789abcdefghijklmnopqrstuvwxyz"[35 - longest + run % longest] * bool(
            run % longest
        )
        run = 0
        text += number if isinstance(number, str) else _written_number(number)
    return text


def _written_number(number: int) -> str:
    for sign, digits, least in (
        ("", 1, 0), ("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("%", 3, 8192), ("*", 4, 12240),
        ("$", 5, 77776),
    ):  # fmt: skip
        if 0 <= number - least < 16**digits:
            return f"{sign}{number - least:0{digits}x}"
    raise Unsupported("{title} cannot hold the number {given}", title=_TITLE, given=number)


def _written_latin(puzzle: Puzzle, options: WriteOptions) -> tuple[str, str]:
    """The genre of a puzzle on a Latin square, and its clues."""
    kinds = {rule.name for rule in puzzle.constraints}
    if "calculation-cage" in kinds:
        return "factors", _written_factors(puzzle, options)
    if any(puzzle.givens) or puzzle.is_sukaku:
        raise Unsupported(
            "{title} cannot hold givens or pencil marks on a board without boxes", title=_TITLE
        )
    if "skyscraper" in kinds:
        return "skyscrapers", _written(clues_beside(puzzle, "skyscraper", _TITLE, options))
    kropki = {"negative-difference", "negative-ratio"} <= kinds
    edges = {edge: at for at, edge in enumerate(_edges(puzzle.geometry))}
    places: list[int | str | None] = [None] * len(edges)
    for rule in puzzle.constraints:
        mark: int | str | None = None
        match rule:
            case WhiteDot():
                mark = (1 if rule.diff == 1 else None) if kropki else rule.diff
            case BlackDot():
                mark = 2 if kropki and rule.ratio == 2 else None
            case LessThan():
                mark = None if kropki else "g" if rule.cells[0] < rule.cells[1] else "h"
            case NegativeDifference() | NegativeRatio():
                if kropki and rule in (NegativeDifference(), NegativeRatio()):
                    continue
        low, *rest = rule.scope(puzzle.geometry)
        at = edges.get((low, rest[0])) if mark and rest else None
        if at is None or places[at] is not None:
            raise Unsupported(
                "{title} cannot hold the rule '{name}' beside the others of the puzzle; satdoku's "
                "JSON can",
                title=_TITLE,
                name=rule.name,
            )
        places[at] = mark
    if not kropki:
        return "minarism", _written(places, "i")
    numbers = [int(mark or 0) for mark in [*places, None, None]]
    return "kropki", "".join(
        "0123456789abcdefghijklmnopq"[9 * a + 3 * b + c]
        for a, b, c in zip(numbers[0:-2:3], numbers[1:-1:3], numbers[2::3], strict=False)
    )


def _written_factors(puzzle: Puzzle, options: WriteOptions) -> str:
    clues = calculations(puzzle, _TITLE, options)
    labels = [min(rule.cells) for rule in clues]
    edges = _edges(puzzle.geometry)
    walls = [labels[a] != labels[b] for a, b in edges]
    open_edges = (edge for edge, wall in zip(edges, walls, strict=True) if not wall)
    if grouped(joined(len(labels), open_edges)) != grouped(labels):
        raise Unsupported("{title} cannot hold a cage whose cells are not connected", title=_TITLE)
    text = ""
    for part in (walls[: len(walls) // 2], walls[len(walls) // 2 :]):
        bits = "".join(str(int(wall)) for wall in part)
        bits += "0" * (-len(bits) % 5)
        text += "".join(
            "0123456789abcdefghijklmnopqrstuv"[int(bits[at : at + 5], 2)]
            for at in range(0, len(bits), 5)
        )
    numbers: list[int] = []
    for cell, rule in enumerate(clues):
        if len(rule.cells) > 1 and rule.of != "product":
            raise Unsupported(
                "{title} can hold cages with products, not with a {of}", title=_TITLE, of=rule.of
            )
        if labels[cell] == cell:
            numbers.append(rule.value)
    return text + _written(numbers)
