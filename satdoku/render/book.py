"""Books of puzzles as PDF: boards in rows and columns, chapters, solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from satdoku.base.errors import Unsupported
from satdoku.render.canvas import Canvas
from satdoku.render.fonts import characters
from satdoku.render.fonts.found import fonts_for
from satdoku.render.pdf import compiled, quoted
from satdoku.render.scene import Scene, SceneCell
from satdoku.render.style import STYLES
from satdoku.render.svg import Drawing, digit_size
from satdoku.render.words import kinds_in_words, text_width, wrapped

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang

Paper: TypeAlias = Literal["a4", "a5", "letter"]
PerPage: TypeAlias = Literal[1, 2, 4, 6, 9]
SolutionsPerPage: TypeAlias = Literal[1, 2, 4, 6, 9, 12, 20]
SolutionsAt: TypeAlias = Literal["back", "below", "alone", "none"]
PAPERS: dict[Paper, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
}
"""Width and height in millimetres."""

_SHAPES: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
_SOLUTION_SHAPES = {**_SHAPES, 12: (3, 4), 20: (4, 5)}
_GAP_MM = 5.0
_HEAD_MM = 6.5
_BELOW_MM = 1.0
_APART_MM = 3.0
"""Millimetres from a board to its rules, and from these to the next puzzle beyond the gap."""
_MM_PER_POINT = 0.3528
_BLANK = SceneCell("", "empty")
_FUNCTIONS = """#let b(name, width, height, alt, digits) = box(width: width, height: height)[
#set text(top-edge: "baseline", bottom-edge: "baseline")
#place(image(name, width: width, alt: alt))#digits]
#let d(x, y, size, weight, ink, digit) = place(
top + center, dx: x, dy: y, text(size: size, weight: weight, fill: rgb(ink), digit))"""
"""A board with its digits, and a digit of it."""
_TYPST_PAPERS: dict[Paper, str] = {"a4": "a4", "a5": "a5", "letter": "us-letter"}


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle of a book.

    scene     the board as it is printed; ``solution`` the same, solved (or ``None``)
    title     its own title
    stars     its difficulty, 1 to 5; 0 where that is not known
    rating    its difficulty in other words (``ER 7.1``)
    chapter   the chapter that it belongs to; puzzles of one chapter follow each other
    answer    the text beside the number of its solution
    """

    scene: Scene
    solution: Scene | None = None
    title: str = ""
    stars: int = 0
    rating: str = ""
    chapter: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """Puzzles and the settings of their pages.

    solutions           ``back``: after the puzzles; ``below``: upside down at the foot of the
                        page; ``alone``: no puzzles
    names               the headings of the parts that the book makes itself: ``solutions``,
                        ``instructions``
    solutions_per_page  of those that are not at the foot; ``None``: 20, or 12 on A5
    instructions        paragraphs on a page before the puzzles; rules that several puzzles of a
                        book of some pages have are added to them, once, and under these puzzles
                        stands their title alone, if not all have them
    first               the number of the first puzzle
    fonts               files of fonts to try first for characters that the package's font lacks
    """

    puzzles: Sequence[BookPuzzle]
    title: str = ""
    author: str = ""
    per_page: int = 6
    paper: Paper = "a4"
    solutions: SolutionsAt = "back"
    lang: Lang = "en"
    names: Mapping[str, str] = field(
        default_factory=lambda: {"solutions": "Solutions", "instructions": "How to solve"}
    )
    solutions_per_page: int | None = None
    instructions: Sequence[str] = ()
    first: int = 1
    fonts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.per_page not in _SHAPES:
            raise ValueError(f"a page holds {', '.join(map(str, get_args(PerPage)))} puzzles")
        if self.solutions_per_page not in (None, *_SOLUTION_SHAPES):
            numbers = ", ".join(map(str, get_args(SolutionsPerPage)))
            raise ValueError(f"a page holds {numbers} solutions")

    @property
    def numbered(self) -> list[tuple[int, BookPuzzle]]:
        """The puzzles with their numbers."""
        return list(enumerate(self.puzzles, self.first))


def require_room(book: Book, puzzle: BookPuzzle) -> None:
    """:raises Unsupported: where a puzzle has no place in this book, and why: its rules leave no
    room for its board, or no font has a character of them or of its title.
    """
    if book.solutions == "alone":
        return
    lines, _, _ = _Layout(book).rules(puzzle, "this puzzle")
    fonts_for("".join([puzzle.title, puzzle.rating, *lines]), "PDF", book.fonts)


def book_pdf(book: Book) -> bytes:
    """The book as PDF/A; the same book gives the same bytes.

    :raises ValueError: where it has no puzzles.
    :raises Unsupported: where Typst is not installed, no font has a character, or the rules of
        a puzzle leave no room for its board.
    """
    if not book.puzzles:
        raise ValueError("a book needs a puzzle")
    layout = _Layout(book)
    source = "\n".join(layout.source())
    return compiled(source, layout.pictures, book.fonts)


@dataclass
class _Layout:
    book: Book
    pictures: dict[str, str] = field(default_factory=dict)
    names: dict[Scene, str] = field(default_factory=dict)

    @property
    def margin(self) -> float:
        return 11.0 if self.book.paper == "a5" else 15.0

    @property
    def area(self) -> tuple[float, float]:
        """The size of a page without its margins, in millimetres."""
        width, height = PAPERS[self.book.paper]
        return width - 2 * self.margin, height - 2 * self.margin - 6

    def source(self) -> Iterator[str]:
        book = self.book
        yield (
            f"#set document(title: {quoted(book.title or 'Sudoku')}, "
            f"author: {quoted(book.author)}, date: datetime(year: 2020, month: 1, day: 1))"
        )
        yield f"#set text(lang: {quoted(book.lang)}, size: 10pt, hyphenate: false)"
        yield (
            f'#set page(paper: "{_TYPST_PAPERS[book.paper]}", margin: (x: {self.margin}mm, '
            f"top: {self.margin + 6}mm, bottom: {self.margin}mm), numbering: none)"
        )
        yield _FUNCTIONS
        yield "#show heading: it => text(size: 13pt, it.body)"
        if book.title:
            yield from self._cover()
        yield '#set page(numbering: "1", footer-descent: 25%)'
        yield "#counter(page).update(1)"
        first = True
        if book.instructions or (self.common and book.solutions != "alone"):
            yield from self._instructions()
            first = False
        if book.solutions != "alone":
            for chapter, group in groupby(book.numbered, key=lambda pair: pair[1].chapter):
                yield from self._pages(list(group), chapter, first=first)
                first = False
        solved = [(n, p) for n, p in book.numbered if p.solution is not None]
        if book.solutions in ("back", "alone") and solved:
            yield from self._solutions(solved, first=first)

    def _cover(self) -> Iterator[str]:
        book = self.book
        chapters = dict.fromkeys(puzzle.chapter for puzzle in book.puzzles if puzzle.chapter)
        yield "#align(center + horizon)["
        yield f"#text(size: 28pt, {_bold(book.title)})"
        if book.author:
            yield f"#v(6mm) #text(size: 14pt, {quoted(book.author)})"
        if chapters:
            yield "#v(10mm) #text(size: 11pt)["
            for chapter in chapters:
                numbers = [n for n, p in book.numbered if p.chapter == chapter]
                span = "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))
                yield f"#{quoted(f'{chapter}: {span}')} #linebreak()"
            yield "]"
        yield "]"
        yield "#pagebreak()"

    def _instructions(self) -> Iterator[str]:
        yield f"#heading(level: 1, {_heading(self.book.names['instructions'])})"
        for paragraph in (*self.book.instructions, *self.common):
            yield f"#par(leading: 0.8em, text(size: 11pt, {quoted(paragraph)}))"

    def _pages(
        self, puzzles: Sequence[tuple[int, BookPuzzle]], chapter: str, *, first: bool
    ) -> Iterator[str]:
        book = self.book
        columns, rows = _SHAPES[book.per_page]
        for start in range(0, len(puzzles), book.per_page):
            if not first or start:
                yield "#pagebreak()"
            if chapter and not start:
                yield f"#place(top + left, dy: -8mm)[#heading(level: 1, {_heading(chapter)})]"
            page = puzzles[start : start + book.per_page]
            yield _grid([self._puzzle(n, p) for n, p in page], columns, rows, *self.cell)
            if self.foot:
                yield from self._upside_down(page, self.area[0], self.foot - _GAP_MM)

    @cached_property
    def common(self) -> dict[str, int]:
        """The rules that several puzzles have, as the instructions say them, with the number of
        these puzzles; none where one page has all puzzles."""
        if len(self.book.puzzles) <= self.book.per_page:
            return {}
        counts = Counter(
            kind.headline
            for puzzle in self.book.puzzles
            for kind in kinds_in_words(puzzle.scene, "all", self.book.lang)
        )
        return {headline: count for headline, count in counts.items() if count > 1}

    def _words(self, scene: Scene) -> list[str]:
        """The lines about its rules under a board."""
        titles: list[str] = []
        lines: list[str] = []
        for kind in kinds_in_words(scene, "all", self.book.lang):
            count = self.common.get(kind.headline, 0)
            if not count:
                lines.append(kind.headline)
            elif kind.places:
                lines.append(kind.title)
            elif count < len(self.book.puzzles):
                titles.append(kind.title)
            lines += kind.places
        return [", ".join(titles), *lines] if titles else lines

    @property
    def foot(self) -> float:
        """The height of the solutions at the foot of a page, in millimetres."""
        if self.book.solutions != "below":
            return 0.0
        return self.area[1] * (0.2 if self.book.per_page < 4 else 0.25)

    @property
    def cell(self) -> tuple[float, float]:
        """The width and height of a puzzle with its heading and rules, in millimetres."""
        columns, rows = _SHAPES[self.book.per_page]
        width, height = self.area
        return (width - (columns - 1) * _GAP_MM) / columns, (
            height - self.foot - rows * _GAP_MM
        ) / rows

    def rules(self, puzzle: BookPuzzle, name: str) -> tuple[list[str], float, float]:
        """The lines of a puzzle's rules, the size of their type in points, and their height.

        :raises Unsupported: where they leave no room for the board.
        """
        width, height = self.cell
        words = self._words(puzzle.scene)
        size = 8.0
        lines: list[str] = []
        while words:
            lines = [line for text in words for line in wrapped(text, size * _MM_PER_POINT, width)]
            if len(lines) * size * _MM_PER_POINT * 1.35 < 0.4 * height or size <= 5:
                break
            size -= 0.5
        below = len(lines) * size * _MM_PER_POINT * 1.35 + (_BELOW_MM + _APART_MM if lines else 0.0)
        if below > 0.6 * height:
            raise Unsupported(
                f"the rules of {name} leave no room for its board: print fewer on a page"
            )
        return lines, size, below

    def _puzzle(self, number: int, puzzle: BookPuzzle) -> str:
        width, height = self.cell
        lines, size, below = self.rules(puzzle, f"puzzle {number}")
        board, across = self._board(puzzle.scene, width, height - _HEAD_MM - below, str(number))
        stars = "★" * puzzle.stars + "☆" * (5 - puzzle.stars) if puzzle.stars else ""
        right = "  ".join(filter(None, (stars, puzzle.rating)))
        heading = f"#text(weight: 700, {quoted(str(number))})"
        if puzzle.title:
            heading += f" #h(1mm) #text(size: 8pt, {quoted(puzzle.title)})"
        said = " #linebreak() ".join(f"#{quoted(line)}" for line in lines)
        # The rules begin below the left edge of their board, near to it.
        widest = max((text_width(line, size * _MM_PER_POINT) for line in lines), default=0.0)
        left = max(0.0, min((width - across) / 2, width - widest))
        text = (
            f"#v({_BELOW_MM}mm)\n"
            f"#block(width: 100%, inset: (left: {left:.2f}mm))[#set align(left)\n"
            f"#set par(leading: 0.35em)\n#text(size: {size}pt)[{said}]]"
            if said
            else ""
        )
        return (
            f"[#set par(spacing: 0pt)\n#set block(spacing: 0pt)\n"
            f"#box(width: {across:.2f}mm, height: 5mm)[{heading} #h(1fr) "
            f"#text(size: 8pt, {quoted(right)})]\n\n{board}\n\n{text}]"
        )

    def _board(self, scene: Scene, width: float, height: float, alt: str) -> tuple[str, float]:
        """A board as large as there is room, and its width in millimetres.

        Boards without digits are pictures, one for all that look the same; digits are Typst's own
        text, which it sets in half the time that text in pictures takes.
        """
        blank = replace(scene, cells=tuple(_BLANK if c.text else c for c in scene.cells))
        drawing = Drawing(Canvas(blank, STYLES["print"]), labels=False)
        left, top, across, down = drawing.box()
        if (name := self.names.get(blank)) is None:
            name = self.names[blank] = f"{len(self.names)}.svg"
            self.pictures[name] = drawing.document("", "", None, "none")
        unit = min(width / across, height / down)
        digits = []
        for number, cell in enumerate(scene.cells):
            if cell.text:
                x, y = drawing.canvas.centre(number)
                size = digit_size(cell)
                dx, dy = x - left - across / 2, y + 0.35 * size - top
                weight = 700 if cell.role == "given" else 400
                digits.append(
                    f"#d({dx * unit:.2f}mm, {dy * unit:.2f}mm, {size * unit:.2f}mm, {weight}, "
                    f'"{drawing.ink(cell)}", "{cell.text}")'
                )
        sides = f"{across * unit:.2f}mm, {down * unit:.2f}mm"
        return f'#b("{name}", {sides}, "{alt}")[{"".join(digits)}]', across * unit

    def _small(self, number: int, puzzle: BookPuzzle, width: float, height: float) -> str:
        assert puzzle.solution is not None
        lines = wrapped(puzzle.answer, 7 * _MM_PER_POINT, width - 5) if puzzle.answer else []
        more = 7 * _MM_PER_POINT * 1.35 * max(0, len(lines) - 1)
        board, _ = self._board(puzzle.solution, width, height - 4.5 - more, str(number))
        answer = " #linebreak() ".join(f"#{quoted(line)}" for line in lines)
        said = f" #h(1mm) #text(size: 7pt)[{answer}]" if answer else ""
        return f'[#text(size: 7pt, weight: 700, "{number}"){said}\n#v(-2.8mm)\n{board}]'

    def _solutions(self, solved: Sequence[tuple[int, BookPuzzle]], *, first: bool) -> Iterator[str]:
        usual = 20 if self.book.paper != "a5" else 12
        columns, rows = _SOLUTION_SHAPES[self.book.solutions_per_page or usual]
        width, height = self.area
        cell = (width - (columns - 1) * _GAP_MM) / columns, (height - rows * _GAP_MM) / rows
        each = columns * rows
        for start in range(0, len(solved), each):
            if not first or start:
                yield "#pagebreak()"
            if not start:
                heading = _heading(self.book.names["solutions"])
                yield f"#place(top + left, dy: -8mm)[#heading(level: 1, {heading})]"
            page = [self._small(n, puzzle, *cell) for n, puzzle in solved[start : start + each]]
            yield _grid(page, columns, rows, *cell)

    def _upside_down(
        self, page: Sequence[tuple[int, BookPuzzle]], width: float, height: float
    ) -> Iterator[str]:
        solved = [(n, p) for n, p in page if p.solution is not None]
        if not solved:
            return
        rows = 1 if self.book.per_page < 6 else 2
        columns = -(-self.book.per_page // rows)
        cell = (width - (columns - 1) * _GAP_MM) / columns, (height - (rows - 1) * 2) / rows
        small = [self._small(n, puzzle, *cell) for n, puzzle in solved]
        grid = _grid(small, columns, rows, *cell, gap=2)
        yield f"#place(bottom + center, rotate(180deg)[{grid}])"


def _bold(text: str) -> str:
    """A text in bold type, as arguments; in the usual type where it has characters that another
    font must lend, which would stand in two weights."""
    return f"weight: {700 if set(text) <= characters() else 400}, {quoted(text)}"


def _heading(text: str) -> str:
    return f"text({_bold(text)})"


def _grid(
    cells: Sequence[str], columns: int, rows: int, width: float, height: float, gap: float = _GAP_MM
) -> str:
    used = -(-len(cells) // columns)
    return (
        f"#grid(columns: ({f'{width:.2f}mm, ' * columns}), rows: ({f'{height:.2f}mm, ' * used}), "
        f"column-gutter: {_GAP_MM}mm, row-gutter: {gap}mm, align: center + top, {', '.join(cells)})"
    )
