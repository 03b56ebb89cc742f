"""Books of puzzles as PDF: boards in rows and columns, chapters, solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from satdoku.base.errors import Unsupported
from satdoku.base.records import dataclass
from satdoku.explaining.phrases import phrases
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
PageOrder: TypeAlias = Literal["single", "two-up", "booklet"]
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
_USUAL_SIDE_MM = 90.0
_MAX_HEAD = 1.7
"""The side of a puzzle from which on its number grows with it, and how far."""
_HEADING_MM = 9.0
_LINE_MM = 5.8
"""The height of the heading of the instructions, of a line of them, and about that of a line to
write on."""
_MIN_SHARE = 0.85
"""How much smaller boards below a text may be before fewer of them share its page."""
_CUT = '(thickness: 0.4pt, paint: gray, dash: "dashed")'
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
    name      what stands in the place of its number, such as a date
    stars     its difficulty, 1 to 5; 0 where that is not known
    rating    its difficulty in other words (``ER 7.1``)
    chapter   the chapter that it belongs to; puzzles of one chapter follow each other
    answer    the text beside the number of its solution
    """

    scene: Scene
    solution: Scene | None = None
    title: str = ""
    name: str = ""
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
    sheet               how pages lie on the paper: ``single``, one on each side; ``two-up``, two of
                        half the size beside each other; ``booklet``, so too, but in the order in
                        which a folded pile of sheets is read
    cut_lines           whether dashes between puzzles, and between pages that lie beside each
                        other, show where to cut
    shared              whether puzzles follow the instructions on their page, if there is room
    room                the word before a line under each puzzle, to write on; none if empty
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
    sheet: PageOrder = "single"
    cut_lines: bool = False
    shared: bool = False
    room: str = ""
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


def has_words(book: Book) -> bool:
    """Whether something about its rules stands under a puzzle."""
    layout = _Layout(book)
    return any(layout.words(puzzle.scene) for puzzle in book.puzzles)


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

    @cached_property
    def size(self) -> tuple[float, float]:
        """The width and height of a page, in millimetres."""
        width, height = PAPERS[self.book.paper]
        return (width, height) if self.book.sheet == "single" else (height / 2, width)

    @property
    def margin(self) -> float:
        return 11.0 if self.size[0] < 160 else 15.0

    @property
    def area(self) -> tuple[float, float]:
        """The size of a page without its margins, in millimetres."""
        width, height = self.size
        return width - 2 * self.margin, height - 2 * self.margin - 6

    def source(self) -> Iterator[str]:
        """The book as Typst reads it."""
        book = self.book
        yield (
            f"#set document(title: {quoted(book.title or 'Sudoku')}, "
            f"author: {quoted(book.author)}, date: datetime(year: 2020, month: 1, day: 1))"
        )
        yield f"#set text(lang: {quoted(book.lang)}, size: 10pt, hyphenate: false)"
        single = book.sheet == "single"
        edges = (
            f"x: {self.margin}mm, top: {self.margin + 6}mm, bottom: {self.margin}mm"
            if single
            else "0mm"
        )
        yield (
            f'#set page(paper: "{_TYPST_PAPERS[book.paper]}", margin: ({edges}), '
            f"flipped: {'false' if single else 'true'}, numbering: none)"
        )
        yield _FUNCTIONS
        yield "#show heading: it => text(size: 13pt, it.body)"
        cover = ["\n".join(self._cover())] if book.title else []
        pages = ["\n".join(page) for page in self._bodies()]
        if not single:
            yield from self._sheets([*cover, *map(self._numbered, pages, range(1, 1 + len(pages)))])
            return
        for page in cover:
            yield f"{page}\n#pagebreak()"
        yield '#set page(numbering: "1", footer-descent: 25%)'
        yield "#counter(page).update(1)"
        yield "\n#pagebreak()\n".join(pages)

    def _numbered(self, page: str, number: int) -> str:
        """A page with its number at the foot, where Typst does not know that it is one."""
        return f"{page}\n#place(bottom + center, dy: {self.margin * 0.6:.2f}mm)[{number}]"

    def _sheets(self, pages: Sequence[str]) -> Iterator[str]:
        """Pages in pairs beside each other."""
        width, height = self.size
        inner = f"inset: (x: {self.margin}mm, top: {self.margin + 6}mm, bottom: {self.margin}mm)"
        order: list[str] = list(pages)
        if self.book.sheet == "booklet":
            order += [""] * (-len(order) % 4)
            half = len(order) // 2
            # The front of a sheet has its last page on the left, its back on the right.
            sides = zip(order[:half], reversed(order[half:]), strict=True)
            order = [
                page for n, (a, b) in enumerate(sides) for page in ((a, b) if n % 2 else (b, a))
            ]
        cut = (
            f"#place(top + left, line(start: ({width:.2f}mm, 0mm), end: ({width:.2f}mm, 100%), "
            f"stroke: {_CUT}))\n"
            if self.book.cut_lines and self.book.sheet == "two-up"
            else ""
        )
        sheets = (
            cut
            + "".join(
                f"#place(top + left, dx: {dx:.2f}mm, block(width: {width:.2f}mm, "
                f"height: {height:.2f}mm, {inner})[{page}])\n"
                for dx, page in ((0, left), (width, right))
                if page
            )
            for left, right in zip_longest(order[::2], order[1::2], fillvalue="")
        )
        yield "#pagebreak()\n".join(sheets)

    def _bodies(self) -> Iterator[Iterator[str]]:
        """The pages after the cover, each as lines of Typst."""
        book = self.book
        above: list[str] = []
        if book.instructions or (self.paragraphs and book.solutions != "alone"):
            above = list(self._instructions())
            if not (self.lead and book.solutions != "alone"):
                yield from self._parted(above)
                above = []
        if book.solutions != "alone":
            for chapter, group in groupby(book.numbered, key=lambda pair: pair[1].chapter):
                yield from self._pages(list(group), chapter, above)
                above = []
        solved = [(n, p) for n, p in book.numbered if p.solution is not None]
        if book.solutions in ("back", "alone") and solved:
            yield from self._solutions(solved)

    def _parted(self, lines: Sequence[str]) -> Iterator[Iterator[str]]:
        """The instructions in pages; Typst parts those of single sheets itself."""
        pages: list[list[str]] = [[lines[0]]]
        used = _HEADING_MM
        for line, paragraph in zip(lines[1:], self.paragraphs, strict=True):
            needed = self._height(paragraph)
            if self.book.sheet != "single" and used + needed > self.area[1] and len(pages[-1]) > 1:
                pages.append([])
                used = 0.0
            pages[-1].append(line)
            used += needed
        yield from map(iter, pages)

    def _height(self, paragraph: str) -> float:
        return 1.5 + _LINE_MM * len(wrapped(paragraph, 11 * _MM_PER_POINT, self.area[0]))

    @cached_property
    def lead(self) -> float:
        """The height of instructions that share their page with puzzles, in millimetres; 0 if they
        have a page of their own."""
        paragraphs = self.paragraphs
        height = _HEADING_MM + sum(map(self._height, paragraphs))
        return height if self.book.shared and paragraphs and height < 0.5 * self.area[1] else 0.0

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
                numbers = [n for n, p in book.numbered if p.chapter == chapter and not p.name]
                span = "–".join(map(str, dict.fromkeys((*numbers[:1], *numbers[-1:]))))
                yield f"#{quoted(f'{chapter}: {span}' if span else chapter)} #linebreak()"
            yield "]"
        yield "]"

    def _instructions(self) -> Iterator[str]:
        yield f"#heading(level: 1, {_heading(self.book.names['instructions'])})"
        for paragraph in self.paragraphs:
            yield f"#par(leading: 0.8em, text(size: 11pt, {quoted(paragraph)}))"

    def _pages(
        self, puzzles: Sequence[tuple[int, BookPuzzle]], chapter: str, above: Sequence[str]
    ) -> Iterator[Iterator[str]]:
        """The pages of a chapter; ``above`` is the text over the first puzzles."""
        book = self.book
        columns, rows = _SHAPES[book.per_page]
        start = 0
        while start < len(puzzles):
            lead = self.lead if above else 0.0
            fewer = self._rows_below(lead)
            width, height = cell = self.cell
            if lead:
                height = min(height, (self.area[1] - self.foot - lead) / fewer - _GAP_MM)
                cell = width, height
            page = puzzles[start : start + columns * (fewer if lead else rows)]
            body = list(above) and [f"#block(height: {lead:.2f}mm, width: 100%)[", *above, "]"]
            if chapter and not start:
                body.append(
                    f"#place(top + left, dy: -8mm)[#heading(level: 1, {_heading(chapter)})]"
                )
            drawn = [self._puzzle(n, p, *cell) for n, p in page]
            # The space that no puzzle of the page needs lies above and below them alike.
            slack = min(height - used for _, used in drawn) / 2
            grid = _grid([text for text, _ in drawn], columns, rows, *cell)
            body.append(f"#move(dy: {slack:.2f}mm)[{grid}]" if slack > 1 else grid)
            if book.cut_lines:
                body += self._cuts(columns, fewer if lead else rows, *cell, lead)
            if self.foot:
                body += self._upside_down(page, self.area[0], self.foot - _GAP_MM)
            yield iter(body)
            start += len(page)
            above = ()

    def _rows_below(self, lead: float) -> int:
        """The rows of puzzles below a text, of which none is much smaller than usual."""
        rows = _SHAPES[self.book.per_page][1]
        width, height = self.cell
        usual = min(height, width + self.head + self.below)
        left = self.area[1] - self.foot - lead
        while rows > 1 and left / rows - _GAP_MM < _MIN_SHARE * usual:
            rows -= 1
        return rows

    def _cuts(
        self, columns: int, rows: int, width: float, height: float, lead: float
    ) -> Iterator[str]:
        """Dashes in the middle of the gaps between puzzles, from edge to edge."""
        for row in range(1 - bool(lead), rows):
            y = lead + row * (height + _GAP_MM) - _GAP_MM / 2
            yield (
                f"#place(top + left, dx: -{self.margin}mm, dy: {y:.2f}mm, "
                f"line(length: {self.size[0]:.2f}mm, stroke: {_CUT}))"
            )
        top = lead - _GAP_MM / 2 if lead else -self.margin - 6
        for column in range(1, columns):
            x = column * (width + _GAP_MM) - _GAP_MM / 2
            yield (
                f"#place(top + left, dx: {x:.2f}mm, dy: {top:.2f}mm, line(angle: 90deg, "
                f"length: {self.area[1] - self.foot - top:.2f}mm, stroke: {_CUT}))"
            )

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """The instructions, then the rules that several puzzles have, before which the rule of all
        puzzles comes where there are no instructions."""
        first = self.book.instructions or ((basic_rule(self.book),) if self.common else ())
        return (*first, *self.common)

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

    def words(self, scene: Scene) -> list[str]:
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

    @property
    def head(self) -> float:
        """The height of a puzzle's heading, in millimetres."""
        return _HEAD_MM * self._scale

    @property
    def _scale(self) -> float:
        """How large the heading of a puzzle is beside the usual one: a large board has a large
        number."""
        return min(_MAX_HEAD, max(1.0, min(self.cell) / _USUAL_SIDE_MM))

    @property
    def below(self) -> float:
        """The height of the line to write on under a puzzle, in millimetres."""
        return 1.6 * _LINE_MM if self.book.room else 0.0

    def rules(
        self, puzzle: BookPuzzle, name: str, height: float | None = None
    ) -> tuple[list[str], float, float]:
        """The lines of a puzzle's rules, the size of their type in points, and their height.

        :raises Unsupported: where they leave no room for the board.
        """
        width, usual = self.cell
        height = height or usual
        words = self.words(puzzle.scene)
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

    def _puzzle(
        self, number: int, puzzle: BookPuzzle, width: float, height: float
    ) -> tuple[str, float]:
        """A puzzle with its heading and rules, and its height in millimetres."""
        lines, size, below = self.rules(puzzle, f"puzzle {number}", height)
        below += self.below
        room = height - self.head - below
        board, across, down = self._board(puzzle.scene, width, room, str(number))
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
        if self.book.room:
            text += (
                f"\n#v({0.9 * _LINE_MM}mm)\n#box(width: {across:.2f}mm)[#text(size: 9pt, "
                f"{quoted(self.book.room)}) #box(width: 1fr, line(length: 100%, "
                "stroke: 0.4pt + gray))]"
            )
        return (
            f"[#set par(spacing: 0pt)\n#set block(spacing: 0pt)\n"
            f"#box(width: {across:.2f}mm, height: {5 * self._scale:.2f}mm)"
            f"[{self._caption(number, puzzle, across)}]\n\n{board}\n\n{text}]"
        ), self.head + down + below

    @cached_property
    def _name_points(self) -> float:
        """The size of the type in which every name of the book has room beside five stars."""
        free = 0.9 * self.cell[0] - text_width("★★★★★", 8 * self._scale * _MM_PER_POINT)
        names = [puzzle.name for puzzle in self.book.puzzles if puzzle.name]
        widest = max((text_width(name, _MM_PER_POINT) for name in names), default=1.0)
        return max(6.0, free / widest)

    def _caption(self, number: int, puzzle: BookPuzzle, across: float) -> str:
        """The number, title and stars of a puzzle in one line, which is as wide as its board."""
        name = puzzle.name or str(number)
        stars = "★" * puzzle.stars + "☆" * (5 - puzzle.stars) if puzzle.stars else ""
        # A date leaves no room for more.
        right = stars if puzzle.name else "  ".join(filter(None, (stars, puzzle.rating)))
        small, large = 8 * self._scale, 10 * self._scale
        free = across - 4 - text_width(right, small * _MM_PER_POINT)
        large = min(large, self._name_points if puzzle.name else large)
        heading = f"#text(size: {large:.1f}pt, {_bold(name)})"
        if puzzle.title:
            free -= text_width(name, large * _MM_PER_POINT) + 1
            size = min(small, max(6.0, free / text_width(puzzle.title, _MM_PER_POINT)))
            title = wrapped(puzzle.title, size * _MM_PER_POINT, max(free, 1.0))
            said = title[0] + "..." * (len(title) > 1)
            heading += f" #h(1mm) #text(size: {size:.1f}pt, {quoted(said)})"
        return f"{heading} #h(1fr) #text(size: {small:.1f}pt, {quoted(right)})"

    def _board(
        self, scene: Scene, width: float, height: float, alt: str
    ) -> tuple[str, float, float]:
        """A board as large as there is room, and its width and height in millimetres.

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
        return f'#b("{name}", {sides}, "{alt}")[{"".join(digits)}]', across * unit, down * unit

    def _small(self, number: int, puzzle: BookPuzzle, width: float, height: float) -> str:
        assert puzzle.solution is not None
        lines = wrapped(puzzle.answer, 7 * _MM_PER_POINT, width - 5) if puzzle.answer else []
        more = 7 * _MM_PER_POINT * 1.35 * max(0, len(lines) - 1)
        board, _, _ = self._board(puzzle.solution, width, height - 4.5 - more, str(number))
        answer = " #linebreak() ".join(f"#{quoted(line)}" for line in lines)
        said = f" #h(1mm) #text(size: 7pt)[{answer}]" if answer else ""
        name = puzzle.name or str(number)
        return f"[#text(size: 7pt, {_bold(name)}){said}\n#v(-2.8mm)\n{board}]"

    def _solutions(self, solved: Sequence[tuple[int, BookPuzzle]]) -> Iterator[Iterator[str]]:
        usual = 20 if self.size[0] >= 160 else 12
        columns, rows = _SOLUTION_SHAPES[self.book.solutions_per_page or usual]
        width, height = self.area
        cell = (width - (columns - 1) * _GAP_MM) / columns, (height - rows * _GAP_MM) / rows
        each = columns * rows
        for start in range(0, len(solved), each):
            heading = _heading(self.book.names["solutions"])
            page = [self._small(n, puzzle, *cell) for n, puzzle in solved[start : start + each]]
            yield iter(
                [f"#place(top + left, dy: -8mm)[#heading(level: 1, {heading})]"] * (not start)
                + [_grid(page, columns, rows, *cell)]
            )

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
    """A text in bold type, as arguments; where another font must lend a character, of which there
    may be no bold one, all of it is drawn with a heavier outline, so that no word has two
    weights."""
    drawn = "weight: 700" if set(text) <= characters() else "weight: 400, stroke: 0.035em"
    return f"{drawn}, {quoted(text)}"


def basic_rule(book: Book) -> str:
    """The rule that all puzzles of a book have."""
    walls = any(puzzle.scene.walls for puzzle in book.puzzles)
    return phrases(book.lang).say("book.all" if walls else "book.latin")


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
