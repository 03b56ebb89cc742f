"""Books of puzzles as PDF: boards in rows and columns, chapters, solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from satdoku.errors import Unsupported
from satdoku.render.canvas import Canvas
from satdoku.render.pdf import compiled, quoted
from satdoku.render.scene import Scene
from satdoku.render.style import STYLES
from satdoku.render.svg import Drawing
from satdoku.render.words import rule_words, wrapped

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang

__all__ = ["PAPERS", "Book", "BookPuzzle", "Paper", "PerPage", "SolutionsAt", "book_pdf"]

Paper: TypeAlias = Literal["a4", "a5", "letter"]
PerPage: TypeAlias = Literal[1, 2, 4, 6, 9]
SolutionsAt: TypeAlias = Literal["back", "below", "none"]
PAPERS: dict[Paper, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
}
"""Width and height in millimetres."""

_SHAPES: dict[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
_SOLUTIONS = (4, 5)
_GAP = 5.0
_HEAD = 6.5
_POINT = 0.3528
_TYPST_PAPERS: dict[Paper, str] = {"a4": "a4", "a5": "a5", "letter": "us-letter"}


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle of a book.

    scene     the board as it is printed; ``solution`` the same, solved (or ``None``)
    title     its own title
    stars     how hard it is, 1 to 5; 0 where that is not known
    rating    the same in other words (``ER 7.1``)
    chapter   the chapter that it belongs to; puzzles of one chapter follow each other
    """

    scene: Scene
    solution: Scene | None = None
    title: str = ""
    stars: int = 0
    rating: str = ""
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """Puzzles, and how they are printed.

    solutions  ``back``: after the puzzles; ``below``: upside down at the foot of the page
    contents   the headings of the parts that the book makes itself: ``puzzles``, ``solutions``
    """

    puzzles: Sequence[BookPuzzle]
    title: str = ""
    author: str = ""
    per_page: int = 6
    paper: Paper = "a4"
    solutions: SolutionsAt = "back"
    lang: Lang = "en"
    names: dict[str, str] = field(default_factory=lambda: {"solutions": "Solutions"})

    def __post_init__(self) -> None:
        if self.per_page not in _SHAPES:
            raise ValueError(f"a page holds {', '.join(map(str, get_args(PerPage)))} puzzles")


def book_pdf(book: Book) -> bytes:
    """The book as PDF/A; the same book gives the same bytes.

    :raises ValueError: where it has no puzzles.
    :raises Unsupported: where Typst is not installed, the font lacks a character, or the rules of
        a puzzle leave no room for its board.
    """
    if not book.puzzles:
        raise ValueError("a book needs a puzzle")
    layout = _Layout(book)
    source = "\n".join(layout.source())
    return compiled(source, layout.pictures)


@dataclass
class _Layout:
    book: Book
    pictures: dict[str, str] = field(default_factory=dict)

    @property
    def margin(self) -> float:
        return 11.0 if self.book.paper == "a5" else 15.0

    @property
    def area(self) -> tuple[float, float]:
        """What the margins leave of a page, in millimetres."""
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
        yield "#show heading: it => text(size: 13pt, weight: 700, it.body)"
        if book.title:
            yield from self._cover()
        yield '#set page(numbering: "1", footer-descent: 25%)'
        yield "#counter(page).update(1)"
        numbered = list(enumerate(book.puzzles, 1))
        first = True
        for chapter, group in groupby(numbered, key=lambda pair: pair[1].chapter):
            yield from self._pages(list(group), chapter, first=first)
            first = False
        solved = [(n, p.solution) for n, p in numbered if p.solution is not None]
        if book.solutions == "back" and solved:
            yield from self._solutions(solved)

    def _cover(self) -> Iterator[str]:
        book = self.book
        chapters = dict.fromkeys(puzzle.chapter for puzzle in book.puzzles if puzzle.chapter)
        yield "#align(center + horizon)["
        yield f"#text(size: 28pt, weight: 700, {quoted(book.title)})"
        if book.author:
            yield f"#v(6mm) #text(size: 14pt, {quoted(book.author)})"
        if chapters:
            yield "#v(10mm) #text(size: 11pt)["
            for chapter in chapters:
                numbers = [n for n, p in enumerate(book.puzzles, 1) if p.chapter == chapter]
                yield f"#{quoted(f'{chapter}: {numbers[0]}–{numbers[-1]}')} #linebreak()"
            yield "]"
        yield "]"
        yield "#pagebreak()"

    def _pages(
        self, puzzles: Sequence[tuple[int, BookPuzzle]], chapter: str, *, first: bool
    ) -> Iterator[str]:
        book = self.book
        columns, rows = _SHAPES[book.per_page]
        width, height = self.area
        foot = 0.0
        if book.solutions == "below":
            foot = height * (0.2 if book.per_page < 4 else 0.25)
        cell = (width - (columns - 1) * _GAP) / columns, (height - foot - rows * _GAP) / rows
        for start in range(0, len(puzzles), book.per_page):
            if not first or start:
                yield "#pagebreak()"
            if chapter and not start:
                yield f"#place(top + left, dy: -8mm)[#heading(level: 1, {quoted(chapter)})]"
            page = puzzles[start : start + book.per_page]
            yield _grid([self._puzzle(n, p, *cell) for n, p in page], columns, rows, *cell)
            if foot:
                yield from self._upside_down(page, width, foot - _GAP)

    def _puzzle(self, number: int, puzzle: BookPuzzle, width: float, height: float) -> str:
        words = rule_words(puzzle.scene, "all", self.book.lang)
        size = 8.0
        lines: list[str] = []
        while words:
            lines = [line for text in words for line in wrapped(text, size * _POINT, width)]
            if len(lines) * size * _POINT * 1.35 < 0.4 * height or size <= 5:
                break
            size -= 0.5
        below = len(lines) * size * _POINT * 1.35 + (2.0 if lines else 0.0)
        if below > 0.6 * height:
            raise Unsupported(
                f"the rules of puzzle {number} leave no room for its board: print fewer on a page"
            )
        name, share = self._picture(puzzle.scene, f"p{number}.svg")
        across = min(width, (height - _HEAD - below) / share)
        stars = "★" * puzzle.stars + "☆" * (5 - puzzle.stars) if puzzle.stars else ""
        right = "  ".join(filter(None, (stars, puzzle.rating)))
        heading = f"#text(weight: 700, {quoted(str(number))})"
        if puzzle.title:
            heading += f" #h(1mm) #text(size: 8pt, {quoted(puzzle.title)})"
        said = "".join(f"#{quoted(line)} #linebreak() " for line in lines)
        text = (
            f"#v(1.5mm) #align(left)[#set par(leading: 0.35em)\n#text(size: {size}pt)[{said}]]"
            if said
            else ""
        )
        return (
            f"[#box(width: {across:.2f}mm, height: 5mm)[{heading} #h(1fr) "
            f"#text(size: 8pt, {quoted(right)})]\n"
            f'#v(-2.5mm)\n#image("{name}", width: {across:.2f}mm, alt: "{number}")\n{text}]'
        )

    def _picture(self, scene: Scene, name: str) -> tuple[str, float]:
        """The name of a picture, and its height as a share of its width."""
        drawing = Drawing(Canvas(scene, STYLES["print"]), labels=False)
        _, _, width, height = drawing.box()
        self.pictures[name] = drawing.document("", "", None, "none")
        return name, height / width

    def _small(self, number: int, scene: Scene, width: float, height: float) -> str:
        name, share = self._picture(scene, f"s{number}.svg")
        across = min(width, (height - 4.5) / share)
        return (
            f'[#text(size: 7pt, weight: 700, "{number}")\n#v(-2.8mm)\n'
            f'#image("{name}", width: {across:.2f}mm, alt: "{number}")]'
        )

    def _solutions(self, solved: Sequence[tuple[int, Scene]]) -> Iterator[str]:
        columns, rows = _SOLUTIONS if self.book.paper != "a5" else (3, 4)
        width, height = self.area
        cell = (width - (columns - 1) * _GAP) / columns, (height - rows * _GAP) / rows
        each = columns * rows
        for start in range(0, len(solved), each):
            yield "#pagebreak()"
            if not start:
                heading = quoted(self.book.names["solutions"])
                yield f"#place(top + left, dy: -8mm)[#heading(level: 1, {heading})]"
            page = [self._small(n, scene, *cell) for n, scene in solved[start : start + each]]
            yield _grid(page, columns, rows, *cell)

    def _upside_down(
        self, page: Sequence[tuple[int, BookPuzzle]], width: float, height: float
    ) -> Iterator[str]:
        solved = [(n, p.solution) for n, p in page if p.solution is not None]
        if not solved:
            return
        rows = 1 if self.book.per_page < 6 else 2
        columns = -(-self.book.per_page // rows)
        cell = (width - (columns - 1) * _GAP) / columns, (height - (rows - 1) * 2) / rows
        small = [self._small(n, scene, *cell) for n, scene in solved]
        grid = _grid(small, columns, rows, *cell, gap=2)
        yield f"#place(bottom + center, rotate(180deg)[{grid}])"


def _grid(
    cells: Sequence[str], columns: int, rows: int, width: float, height: float, gap: float = _GAP
) -> str:
    used = -(-len(cells) // columns)
    return (
        f"#grid(columns: ({f'{width:.2f}mm, ' * columns}), rows: ({f'{height:.2f}mm, ' * used}), "
        f"column-gutter: {_GAP}mm, row-gutter: {gap}mm, align: center + top, {', '.join(cells)})"
    )
