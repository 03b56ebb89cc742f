"""Options, entries of a stream, and the shape of a format module: every format shares them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cache, cached_property
from importlib import import_module
from math import isqrt
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast

from satdoku.base.errors import FormatError, ProgramFault, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import MAX_SIZE, Geometry
from satdoku.board.grid import Values
from satdoku.formats.boards import not_stated, stated_rules
from satdoku.puzzle.document import Document
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

T = TypeVar("T")

Letters = Literal["auto", "10", "1", "hex"]
"""How letters above 9 count: A=10, A=1, or 0-based hexadecimal (``0``-``F``)."""

Line: TypeAlias = tuple[int, str]
"""A line of a source: its number from 1, and its text without the line end."""

PUZZLE_NAMES = (
    "puzzle", "puzzles", "quiz", "quizzes", "givens", "sudoku", "question", "board", "grid",
)  # fmt: skip
SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")
"""Names of columns of tables and fields of records that hold puzzles and solutions."""

MIN_BOARD = 4
"""Smallest board that is read from text."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read.

    format       the name of the format; ``None``: detected from the text
    geometry     the board, where the text does not define it all (``--box``, ``--size``)
    letters      what letters stand for; ``auto``: detected where no doubt is possible
    constraints  rules that are added to every puzzle read
    ignore       names of rules and drawings (satdoku's or the format's) that may be left out of
                 a puzzle; which were is in ``Document.extras["ignored"]``; ``white-dot:r8c4+r9c4``
                 is the one clue of a rule with these cells
    strict       refuse a puzzle with drawings that may be clues (``Document.extras["drawings"]``)
    """

    format: str | None = None
    geometry: Geometry | None = None
    letters: Letters = "auto"
    constraints: tuple[Constraint, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How to write.

    letters      which letters stand for the digits above 9 (``auto`` writes A=10)
    empty        the symbol of an empty cell
    geometry     a board that the reader of the text will get by other means, so that a format
                 that cannot name it may still be used; likewise ``constraints``
    """

    letters: Letters = "auto"
    empty: str = "."
    geometry: Geometry | None = None
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """The lines of one puzzle: the number of the first, and all as one text.

    ``doubt`` says why they may be those of several.
    """

    line: int
    text: str
    doubt: str | None = None


@dataclass(frozen=True)
class Entry:
    """One puzzle of a stream, or the reason why it cannot be read.

    ``text`` is the entry as found, ``line`` the line on which it starts. The text is parsed when
    ``document`` or ``error`` is first asked for; exactly one of the two is ``None``. ``cell`` is
    the part of the text that alone is the puzzle, where it is 81 plain characters of a table.
    """

    line: int
    text: str
    parse: Callable[[], Document] = field(repr=False, compare=False)
    cell: str | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _outcome(self) -> Document | FormatError:
        try:
            return self.parse()
        except FormatError as error:
            return error
        except Exception as error:
            # One line that brings out a fault of a reader must not end a run of millions.
            return FormatError(ProgramFault.of(error).args[0], line=self.line)

    @property
    def document(self) -> Document | None:
        """The puzzle with its surroundings, or ``None`` where the text cannot be read."""
        outcome = self._outcome
        return outcome if isinstance(outcome, Document) else None

    @property
    def error(self) -> FormatError | None:
        """The fault of the text, placed by its line in the source."""
        outcome = self._outcome
        return outcome if isinstance(outcome, FormatError) else None


class FormatModule(Protocol):
    """The functions that a module of a format defines."""

    def detect(self, text: str) -> int:
        """How sure it is, from 0 (not this format) to 100, that the text is of this format.

        The text may be the beginning of a longer one, cut at a line end.
        """

    def parse(self, text: str, options: ReadOptions) -> Document:
        """The one puzzle in this text."""

    def entries(self, lines: Iterable[Line], options: ReadOptions) -> Iterator[Entry]:
        """The puzzles of a source."""

    def write(self, document: Document, options: WriteOptions) -> str:
        """The document as text, ending in a line end."""


@dataclass(frozen=True, slots=True)
class LinkForm:
    """How the links of a format look: all that links.py knows of a site.

    site       what the site is called
    address    a pattern of a whole address without its scheme, ``www.`` and port
    parameter  the parameter that carries the puzzle; where it is empty, or more has to be looked
               at, the module of the format has a ``link_body``
    bare       patterns of links without their address, and the address that belongs before them
    """

    site: str
    address: str
    parameter: str = ""
    bare: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry. The module is imported when it is first needed.

    ``many`` is how many puzzles a file holds: ``one``; ``lines``, all of one size; ``mixed``, one
    a line or on several that show it, each with its own size; or ``blocks`` of several lines, each
    with its own size. A module without ``entries`` has one puzzle a line, or on lines that show it.
    ``items``: a puzzle is a list of items, which may stand on a line each.
    ``draws``: a rule that the format cannot hold is drawn; other formats refuse the puzzle.
    ``link`` is there where sites have links of this format.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    many: Literal["one", "lines", "mixed", "blocks"] = "lines"
    draws: bool = False
    items: bool = False
    link: LinkForm | None = None

    @property
    def module(self) -> FormatModule:
        """The module that reads and writes this format."""
        return _module(self.name)

    def detect(self, text: str) -> int:
        """How sure the module is that the text is of this format."""
        return self.module.detect(text)


@cache
def _module(name: str) -> FormatModule:
    return cast(FormatModule, import_module(f"satdoku.formats.{name}"))


# --- boards ------------------------------------------------------------------------------------


_SQUARE_ONLY = "only square boards with digits from 1, not {board}; 'board' and 'json' hold any"


def board(cells: int, options: ReadOptions, *, any_board: bool = False) -> Geometry:
    """The board for a text of this many cells: the one forced by the options, or the usual one.

    :raises FormatError: where the number of cells fits no board, or not the forced one; where the
        forced one is not square, or has other digits than 1 to its side, unless ``any_board``.
    """
    forced = options.geometry
    if forced is not None:
        if not (any_board or forced.is_square):
            raise FormatError(
                "this format can hold {format}",
                format=worded(_SQUARE_ONLY, board=forced.describe()),
            )
        if forced.cell_count != cells:
            raise FormatError(
                "expected {cell_count} cells ({board}), got {cells}",
                cell_count=forced.cell_count,
                board=forced.describe(),
                cells=cells,
            )
        return forced
    size = isqrt(cells)
    if size * size == cells and MIN_BOARD <= size <= MAX_SIZE:
        return Geometry.of_size(size)
    raise FormatError(_no_board(cells))


def _no_board(cells: int) -> str:
    fits = worded("16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25) or another square number")
    if not cells:
        return worded("no cells found; a board has {fits}", fits=fits)
    near = round(cells**0.5)
    if MIN_BOARD <= near <= MAX_SIZE:
        return worded(
            "expected {near} cells ({near_2}x{near_2}), got {cells}; the lengths that fit "
            "are {fits}",
            near=near * near,
            near_2=near,
            cells=cells,
            fits=fits,
        )
    return worded(
        "{cells} cells do not make a board; the lengths that fit are {fits} up to 10000 (100x100)",
        cells=cells,
        fits=fits,
    )


MAX_NUMBER_DIGITS = 6
"""Enough to name a number that the board does not have."""

USUAL_SIZES = frozenset((16, 36, 81, 256, 625))
"""Cells of 4x4, 6x6, 9x9, 16x16, 25x25, which stand in one file more often than lines that were cut
to one of these lengths."""


@dataclass
class Sizes:
    """The size of the puzzles of a file, set by the first that can be read."""

    cells: int | None = None
    line: int = 0

    def require(self, cells: int, *, usual: bool = False) -> None:
        """Puzzles of other sizes than the first are taken where no doubt is possible.

        :param usual: whether the digits of the puzzle are those of a board of this size.
        :raises FormatError: where a puzzle differs from the first and has no usual size: a cut
            line is seen by its length.
        """
        if self.cells is None or cells == self.cells or (usual and cells in USUAL_SIZES):
            return
        want = isqrt(self.cells)
        raise FormatError(
            "expected {cells} cells ({want}x{want}, as on line {number}), got {cells_2}; "
            "the puzzles of one file are of one size",
            cells=self.cells,
            want=want,
            number=self.line,
            cells_2=cells,
        )


# --- streams -----------------------------------------------------------------------------------


def data_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines that are neither blank nor a ``#`` comment."""
    for number, text in lines:
        bare = text.lstrip()
        if bare and bare[0] != "#":
            yield number, text


ParseLine: TypeAlias = Callable[[str, ReadOptions, Sizes], Document]


def line_entries(
    lines: Iterable[Line], options: ReadOptions, parse_line: ParseLine
) -> Iterator[Entry]:
    """One puzzle a line, all of one size."""
    sizes = Sizes()
    for number, text in data_lines(lines):
        yield line_entry(number, text, options, parse_line, sizes)


def line_entry(
    number: int,
    text: str,
    options: ReadOptions,
    parse_line: ParseLine,
    sizes: Sizes,
    cell: str | None = None,
) -> Entry:
    """The entry of one line; the first readable one fixes the size of the others."""

    def parse() -> Document:
        try:
            return parse_line(text, options, sizes)
        except FormatError as error:
            raise error.at(number) from None

    entry = Entry(number, text, parse, cell)
    if sizes.cells is None and (document := entry.document) is not None:
        sizes.cells = document.puzzle.geometry.cell_count
        sizes.line = number
    return entry


def chunk_entries(
    chunks: Iterable[Line], options: ReadOptions, parse: Callable[[str, ReadOptions], Document]
) -> Iterator[Entry]:
    """Puzzles of several lines each: a chunk is the line it starts on and its text."""
    for number, text in chunks:

        def make(number: int = number, text: str = text) -> Document:
            try:
                return parse(text, options)
            except FormatError as error:
                raise relocate(error, number) from None

        yield Entry(number, text, make)


@contextmanager
def on_line(number: int) -> Iterator[None]:
    """:raises FormatError: on this line, where what is done raises one."""
    try:
        yield
    except FormatError as error:
        raise error.at(number) from None


def relocate(error: FormatError, first: int) -> FormatError:
    """An error of a text, placed in the source in which the text starts on line ``first``."""
    return error.at(first + (error.line or 1) - 1)


# --- puzzles -----------------------------------------------------------------------------------


def plain_puzzle(geometry: Geometry, givens: Values, options: ReadOptions) -> Puzzle:
    """The puzzle of these givens, with the rules that the board states and the options add."""
    rules = options.constraints
    if geometry.parts:
        rules = tuple(dict.fromkeys((*stated_rules(geometry), *rules)))
    return Puzzle(geometry, givens, None, rules)


def board_of_regions(labels: Sequence[int | None]) -> Geometry:
    """The square board of a link that labels the cells' regions; ``None``: in none, on purpose.

    :raises FormatError: where a region is larger than the board's side and some cell is in none.
    """
    if None not in labels:
        return Geometry.jigsaw(labels)
    size = isqrt(len(labels))
    try:
        return Geometry.rectangle(size, size, regions=labels, partial=True)
    except ValueError as error:
        raise FormatError("the regions: {error}", error=error) from None


def has_whole_regions(geometry: Geometry) -> bool:
    """Whether a region has as many cells as there are digits, and, except on a partial board, every
    cell a region, where there are any."""
    partial = geometry.region_size == 0 or not geometry.regions
    whole = all(len(region.cells) == geometry.size for region in geometry.regions)
    return whole and (partial or None not in geometry.region_of)


def is_regular(geometry: Geometry) -> bool:
    """Whether a board is square with rows and columns, digits from 1, and whole regions or none."""
    return geometry.is_square and not geometry.is_raw and has_whole_regions(geometry)


def require_square(geometry: Geometry, title: str) -> None:
    """:raises Unsupported: where a board is not square, or its digits are not 1 to its side."""
    if not geometry.is_square:
        raise Unsupported(
            "{title} can hold {format}",
            title=title,
            format=worded(_SQUARE_ONLY, board=geometry.describe()),
        )


def require_no_rules(puzzle: Puzzle, title: str, options: WriteOptions) -> None:
    """:raises Unsupported: where a puzzle has other rules than the options say anyway."""
    rules = puzzle.constraints
    if puzzle.geometry == options.geometry:
        rules = not_stated(puzzle.geometry, rules)
    for constraint in rules:
        if constraint not in options.constraints:
            raise Unsupported(
                "{title} cannot hold the rule '{name}'; satdoku's JSON can",
                title=title,
                name=constraint.name,
            )


def own_puzzle(
    document: Document, title: str, options: WriteOptions, *, any_board: bool = False
) -> Puzzle:
    """The puzzle of a document for a format that holds nothing but givens on a usual board.

    What is written around a puzzle (title, solution, ...) may be left out; what changes the
    question may not.

    :raises Unsupported: naming the part that would be lost.
    """
    puzzle = document.puzzle
    require_no_rules(puzzle, title, options)
    geometry = puzzle.geometry
    if not any_board:
        require_square(geometry, title)
    if geometry != options.geometry and geometry != Geometry.of_size(geometry.size):
        raise no_board(geometry, title)
    if adds := _informing_marks(puzzle):
        raise Unsupported(
            "{title} cannot hold pencil marks, and those of {cell} hold more than the givens do",
            title=title,
            cell=geometry.name(adds[0]),
        )
    return puzzle


def _informing_marks(puzzle: Puzzle) -> list[int]:
    """The cells whose pencil marks rule out more than the givens alone do."""
    if puzzle.pencil_marks is None:
        return []
    bare = Position.of(replace(puzzle, pencil_marks=None, constraints=())).candidates
    return [
        cell
        for cell, marks in enumerate(puzzle.pencil_marks)
        if marks is not None
        and (
            not bare[cell] <= marks
            if puzzle.givens[cell] is None
            else puzzle.givens[cell] not in marks
        )
    ]


def no_board(geometry: Geometry, title: str) -> Unsupported:
    """That a format cannot hold a board."""
    return Unsupported(
        "{title} cannot hold the board {board}", title=title, board=geometry.describe()
    )


_OF_KIND: dict[type, str] = {
    dict: '"{path}" must be an object, not {found}',
    list: '"{path}" must be a list, not {found}',
    bool: '"{path}" must be true or false, not {found}',
    str: '"{path}" must be a text, not {found}',
}


def of_kind(kind: type[T], value: Any, path: str) -> T:
    """The value at a place of JSON, which must be an object, a list, a switch or a text."""
    if not isinstance(value, kind):
        raise FormatError(_OF_KIND[kind], path=path, found=shown(value))
    return value


def shown(value: object) -> str:
    """A value as it was written, cut where it would drown the sentence."""
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
