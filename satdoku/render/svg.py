"""A Scene as SVG: one pure function of the scene and a style.

The picture needs no font metrics, no script and no outside file. Its parts carry stable classes
and ids (``c-r3c5`` a cell, ``m-r3c5-7`` a candidate), each id behind a prefix of the caller's, so
that several pictures can stand in one page. What cannot be drawn is written under the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from satdoku.base.records import dataclass
from satdoku.render.canvas import CELL, MARGIN, WALL, Canvas, Point, TextKind, towards
from satdoku.render.drawings import drawings
from satdoku.render.escaped import escape
from satdoku.render.scene import MarkRole, Scene, SceneCell
from satdoku.render.shapes import above_grid, areas, below_grid, letters, lit_lines, outside, spoken
from satdoku.render.style import BOLD_ROLES, ROLE_FILL, SQUARE_ROLES, STYLES, Style
from satdoku.render.words import BoardWords, rule_words, wrapped

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.techniques.step import Candidate, Link

__all__ = ["CELL", "DASHED", "FONT", "STYLES", "Drawing", "Style", "TextKind", "digit_size", "svg"]

FONT = "Helvetica, Arial, 'Noto Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif"
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'
_WRITING = 17
_LINE = 23
DASHED = "6 4"
DIGIT_RADIUS = 0.36 * CELL
MARK_RADIUS = 0.62
"""The disc behind a digit, and behind a candidate as a share of its size."""


def svg(
    scene: Scene,
    style: Style | str = "light",
    *,
    title: str = "",
    description: str = "",
    size: int | None = None,
    labels: bool = True,
    ids: str = "",
    words: BoardWords = "undrawn",
    text: TextKind = "text",
    lang: Lang = "en",
) -> str:
    """The scene as one SVG document, ending in a newline.

    style        one of :data:`STYLES` by name, or a style of your own
    title        its name for screen readers; the board in words where empty
    description  a longer text for screen readers (the puzzle, the step's sentence)
    size         width in pixels; without it the picture takes the width of its place
    labels       write row and column numbers in the margin
    ids          a prefix of every id, for several pictures in one page
    words        the rules written under the board: those that are not drawn, all, or none
    text         ``text``, or ``paths``: outlines, which look the same without any font; ``mixed``:
                 outlines where all characters of a text have one
    lang         the language of these words

    :raises KeyError: where there is no style of that name.
    :raises Unsupported: where there is no outline of a character.
    """
    canvas = Canvas(scene, STYLES[style] if isinstance(style, str) else style, ids, text)
    return Drawing(canvas, labels, lang).document(title, description, size, words)


def digit_size(cell: SceneCell) -> float:
    """The size of the digit of a cell."""
    return CELL * (0.62 if len(cell.text) < 2 else 0.46 if len(cell.text) < 3 else 0.34)


@dataclass(frozen=True)
class Drawing:
    """The layers of a picture."""

    canvas: Canvas
    labels: bool = True
    lang: Lang = "en"

    def document(self, title: str, description: str, size: int | None, words: BoardWords) -> str:
        """The whole picture."""
        scene = self.canvas.scene
        title = title or f"Sudoku, {scene.geometry.describe()}"
        spoken = f"<title>{escape(title)}</title>"
        if description:
            spoken += f"\n<desc>{escape(description)}</desc>"
        lines = self._lines(words)
        layers = [*self.under(), *self.pattern(), *self.board(), *self.cells(), *self.spoken()]
        layers += [*self.links(), *self._written(lines)]
        left, top, width, height = self.box(len(lines))
        sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
        body = "\n".join(layers)
        return (
            f'{_HEAD} viewBox="{left:g} {top:g} {width:g} '
            f'{height:g}"{sized} role="img" font-family="{FONT}" text-anchor="middle">\n'
            f"{spoken}\n{self.canvas.definitions()}"
            f'<rect class="paper" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
            f'fill="{self.canvas.style.paper}"/>\n{body}\n</svg>\n'
        )

    def lean(self, shared: Callable[[str], str]) -> str:
        """The picture as one of many of a board in a page, in a fraction of its length.

        What is no part of a step has no id, and the digits of a line are one text.

        :param shared: what stands for a layer that other pictures of the page have too.
        """
        left, top, width, height = self.box()
        paper = f'<path d="M{left:g} {top:g}h{width:g}v{height:g}h{-width:g}Z" '
        paper += f'fill="{self.canvas.style.paper}"/>'
        layers = [
            shared(paper + "".join(self.under())),
            *self.pattern(),
            shared("".join(self.board())),
            *self.houses(),
            *self._lean_cells(),
            *self.spoken(),
            *self.links(),
        ]
        return (
            f'{_HEAD} viewBox="{left:g} {top:g} {width:g} {height:g}" aria-hidden="true" '
            f'font-family="{FONT}" text-anchor="middle">{"".join(layers)}</svg>'
        )

    def _lean_cells(self) -> Iterator[str]:
        canvas, style = self.canvas, self.canvas.style
        texts: dict[tuple[float, str, bool], dict[float, list[tuple[float, str]]]] = {}
        in_step: list[str] = []
        for number, cell in enumerate(canvas.scene.cells):
            roles = dict(cell.mark_roles)
            if roles:
                in_step += self.cell(number, replace(cell, marks=()))
            elif cell.highlight not in (None, "pattern"):
                in_step += self.cell(number, cell)
                continue
            elif cell.text:
                x, y = canvas.centre(number)
                look = (digit_size(cell), self.ink(cell), cell.role == "given")
                texts.setdefault(look, {}).setdefault(y, []).append((x, cell.text))
            for digit in cell.marks:
                if digit not in roles:
                    x, y = canvas.place((number, digit))
                    look = (canvas.mark_size, style.mark, False)
                    texts.setdefault(look, {}).setdefault(y, []).append((x, str(digit)))
        for (size, ink, bold), rows in texts.items():
            yield canvas.texts(rows, size, ink, bold=bold)
        yield from in_step

    def step_layers(self) -> tuple[str, str]:
        """A step alone, as two pictures of the size of its board: the layer below the digits, and
        the layer above, which begins with a veil over all that the step does not use."""
        scene, style = self.canvas.scene, self.canvas.style
        left, top, width, height = self.box()
        used = {n for n, cell in enumerate(scene.cells) if cell.highlight or cell.mark_roles}
        groups = [named.cells for named in (*scene.houses, *scene.sets)]
        groups += [shape.cells for n in scene.spoken for shape in scene.rules[n].shapes]
        wide = 9 * CELL  # the page's picture may show more round the board
        veil = f"M{left - wide:g} {top - wide:g}h{width + 2 * wide:g}v{height + 2 * wide:g}"
        veil += f"h{-width - 2 * wide:g}Z"
        # Within the lines of the grid: a bright piece of a line between regions would be a stub.
        parts = self._parts(used.union(*groups))
        veil += "".join(self.canvas.outline(part, WALL / 2) for part in parts)
        over = [
            f'<path class="veil" d="{veil}" fill="{style.paper}" fill-opacity="0.6" '
            'fill-rule="evenodd"/>',
            *self.houses(),
            *(line for n in sorted(used) for line in self._in_step(n, scene.cells[n])),
            *self.spoken(),
            *self.links(),
        ]
        cells = [n for n, cell in enumerate(scene.cells) if cell.highlight == "pattern"]
        pattern = f'<path class="pattern" d="{self.canvas.outline(cells, WALL / 2)}" '
        pattern += f'fill="{style.pattern}"/>' + "".join(self.sets())
        under = [f'<g opacity="0.6">{pattern}</g>', *lit_lines(self.canvas)]
        head = (
            f'{_HEAD} viewBox="{left:g} {top:g} {width:g} {height:g}" aria-hidden="true" '
            f'font-family="{FONT}" text-anchor="middle">\n{self.canvas.definitions()}'
        )
        return tuple(head + "\n".join(layer) + "</svg>\n" for layer in (under, over))  # type: ignore[return-value]

    def _parts(self, cells: set[int]) -> Iterator[set[int]]:
        """The cells, apart where a line between regions parts them."""
        geometry, walls = self.canvas.scene.geometry, self.canvas.scene.walls
        left = set(cells)
        while left:
            part: set[int] = set()
            ahead = [min(left)]
            while ahead:
                cell = ahead.pop()
                part.add(cell)
                row, column = geometry.row_column(cell)
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    other = geometry.at(row + down, column + right)
                    if other in left - part and not {(cell, other), (other, cell)} & walls:
                        ahead.append(other)
            left -= part
            yield part

    def _in_step(self, number: int, cell: SceneCell) -> Iterator[str]:
        # A digit that does nothing in the step stands on the board already.
        return iter(()) if cell.text and not cell.mark_roles else self.cell(number, cell)

    def box(self, lines: int = 0) -> tuple[float, float, float, float]:
        """The view box: left, top, width, height, with this many lines of words under the board."""
        geometry = self.canvas.scene.geometry
        left, top, right, bottom = self.canvas.extents(self.labels)
        below = lines * _LINE + (MARGIN if lines else 0)
        return (
            -left,
            -top,
            geometry.columns * CELL + left + right,
            geometry.rows * CELL + top + bottom + below,
        )

    # -- layers ------------------------------------------------------------------------------------

    def under(self) -> Iterator[str]:
        """The tints of rules, and the drawings under the grid."""
        yield from areas(self.canvas)
        yield from drawings(self.canvas, over=False)

    def pattern(self) -> Iterator[str]:
        """The cells and sets of a step, under the grid."""
        cells = [n for n, cell in enumerate(self.canvas.scene.cells) if cell.highlight == "pattern"]
        if cells:
            yield (
                f'<path class="pattern" d="{self.canvas.outline(cells, 0)}" '
                f'fill="{self.canvas.style.pattern}"/>'
            )
        yield from self.sets()

    def board(self) -> Iterator[str]:
        """The grid with the rules, the clues and the labels."""
        yield from below_grid(self.canvas)
        yield from self.canvas.grid()
        yield from above_grid(self.canvas)
        yield from drawings(self.canvas, over=True)
        yield from letters(self.canvas)
        yield from outside(self.canvas)
        if self.labels:
            yield from self._labels()

    def clues(self, box: Sequence[float] = (), ground: str = "") -> str:
        """The clues alone, as a document without paper and grid; or what lies in a box of it, on a
        ground."""
        parts = (areas, below_grid, above_grid, letters, outside)
        body = "\n".join(line for part in parts for line in part(self.canvas))
        seen = " ".join(f"{length:g}" for length in box or self.box())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" font-family="{FONT}" '
            f'text-anchor="middle">{self.canvas.definitions()}{ground}{body}</svg>'
        )

    def cells(self) -> Iterator[str]:
        """The houses of a step, and the contents of the cells."""
        yield from self.houses()
        for number, cell in enumerate(self.canvas.scene.cells):
            yield from self.cell(number, cell)

    def spoken(self) -> Iterator[str]:
        """The clues that a step names, on top."""
        return spoken(self.canvas)

    def houses(self) -> Iterator[str]:
        """The outlines of the houses of a step."""
        for house in self.canvas.scene.houses:
            yield (
                f'<path class="house" d="{self.canvas.outline(house.cells, 0)}" fill="none" '
                f'stroke="{self.canvas.style.house}" stroke-width="5" stroke-opacity="0.55"/>'
            )

    def links(self) -> Iterator[str]:
        """The links of a step: strong ones solid, weak ones dashed, none within a cell."""
        colour = self.canvas.style.link
        for kind, curve, head in self.curves():
            dashes = "" if kind == "strong" else f' stroke-dasharray="{DASHED}"'
            yield (
                f'<path class="link {kind}" d="{curve}" fill="none" stroke="{colour}" '
                f'stroke-width="2"{dashes}/><path d="{head}" fill="{colour}"/>'
            )

    def curves(self) -> Iterator[tuple[str, str, str]]:
        """Each link between cells: its kind, the path of its line and that of its head."""
        canvas = self.canvas
        links = [link for link in canvas.scene.links if link.first[0] != link.second[0]]
        places = {end: canvas.place(end) for link in links for end in _ends(link)}
        radius = 0.7 * canvas.mark_size
        drawn: set[frozenset[Candidate]] = set()
        for link in links:
            first, second = _ends(link)
            a, b = places[first], places[second]
            others = [p for end, p in places.items() if end not in (first, second)]
            pair = frozenset((first, second))
            middle = _middle(a, b, others, radius, straight=pair not in drawn)
            drawn.add(pair)
            (sx, sy), (ex, ey) = towards(a, middle, radius), towards(b, middle, radius)
            line = f"M{sx:.0f} {sy:.0f}Q{middle[0]:.0f} {middle[1]:.0f} {ex:.0f} {ey:.0f}"
            yield link.kind, line, canvas.head_path(middle, (ex, ey), 8)

    def sets(self) -> Iterator[str]:
        """The outlines of a step's named sets."""
        style = self.canvas.style
        for number, named in enumerate(self.canvas.scene.sets):
            fill = style.roles[("set-a", "set-b", "set-c")[number % 3]]
            yield (
                f'<path class="set" d="{self.canvas.outline(named.cells, 2)}" fill="none" '
                f'stroke="{fill}" stroke-width="4"/>'
            )
            if len(named.name) == 1 and named.cells:
                x, y = self.canvas.corner(named.cells[0])
                yield self.canvas.text(x + CELL - 7, y + 11, 11, named.name, style.mark, bold=True)

    def cell(self, number: int, cell: SceneCell) -> Iterator[str]:
        """A cell: its frame, its digit or its candidates, each with its role."""
        canvas, style = self.canvas, self.canvas.style
        name = canvas.scene.geometry.name(number)
        roles = dict(cell.mark_roles)
        yield f'<g class="cell {cell.role}" id="{canvas.ids}c-{name}">'
        x, y = canvas.centre(number)
        if cell.highlight in ("fault", "focus", "differs"):
            colour = style.focus if cell.highlight == "focus" else style.fault
            cx, cy = canvas.corner(number)
            dashes = ' stroke-dasharray="6 4"' if cell.highlight == "differs" else ""
            yield (
                f'<rect class="{cell.highlight}" x="{cx + 3}" y="{cy + 3}" width="{CELL - 6}" '
                f'height="{CELL - 6}" fill="none" stroke="{colour}" stroke-width="4"{dashes}/>'
            )
        if cell.text:
            for role in dict.fromkeys(roles.values()):
                yield from self.behind(x, y, DIGIT_RADIUS, role)
            ink = style.on_role if roles else self.ink(cell)
            yield self.digit(number, cell, ink)
        else:
            size = canvas.mark_size
            yield f'<g font-size="{size:.4g}" fill="{style.mark}">'
            for digit in sorted({*cell.marks, *roles}):
                yield self.mark(number, digit, roles.get(digit))
            yield "</g>"
            if not cell.marks and cell.highlight == "fault":
                yield canvas.text(x, y, 0.5 * CELL, "!", style.fault, bold=True)
        yield "</g>"

    def digit(self, number: int, cell: SceneCell, ink: str) -> str:
        """The digit of a cell."""
        x, y = self.canvas.centre(number)
        return self.canvas.text(x, y, digit_size(cell), cell.text, ink, bold=cell.role == "given")

    def ink(self, cell: SceneCell) -> str:
        """The colour of a digit without a role."""
        return self.canvas.style.ink if cell.role == "given" else self.canvas.style.placed

    def mark(self, cell: int, digit: int, role: MarkRole | None) -> str:
        """A candidate, in a group that sets size and colour."""
        canvas, style = self.canvas, self.canvas.style
        x, y = canvas.place((cell, digit))
        size = canvas.mark_size
        name = f"{canvas.ids}m-{canvas.scene.geometry.name(cell)}-{digit}"
        bold = role in BOLD_ROLES
        if canvas.text_kind != "text":
            ink = style.mark if role is None else style.on_role
            text = canvas.outlines(x, y, size, str(digit), ink, bold=bold)
            if role is None:
                return f'<g id="{name}">{text}</g>'
        else:
            known = f' id="{name}"' if role is None else ' font-weight="bold"' if bold else ""
            text = f'<text{known} x="{x:.5g}" y="{y + 0.35 * size:.5g}">{digit}</text>'
            if role is None:
                return text
        behind = "".join(self.behind(x, y, MARK_RADIUS * size, role))
        over = self.stroke(x, y, 0.6 * size) if role == "out" else ""
        return f'<g id="{name}" fill="{style.on_role}">{behind}{text}{over}</g>'

    def stroke(self, x: float, y: float, r: float) -> str:
        """The stroke that crosses a candidate out."""
        return (
            f'<path d="M{x - r:.4g} {y + r:.4g}L{x + r:.4g} {y - r:.4g}" '
            f'stroke="{self.canvas.style.fault}" stroke-width="2"/>'
        )

    def behind(self, x: float, y: float, radius: float, role: MarkRole) -> Iterator[str]:
        """The disc, ring or square behind a digit with a role."""
        style = self.canvas.style
        fill = style.roles[ROLE_FILL[role]]
        if role in SQUARE_ROLES:
            yield (
                f'<rect class="{role}" x="{x - radius:.4g}" y="{y - radius:.4g}" '
                f'width="{2 * radius:.4g}" height="{2 * radius:.4g}" fill="{fill}"/>'
            )
            return
        stroke = ""
        if role in ("put", "pivot", "excluder"):
            stroke = f' stroke="{style.ink}" stroke-width="1.6"'
        elif role == "false":
            # Black digits need a light ground, on dark paper too.
            edge = style.mark if fill == "#ffffff" else fill
            fill, stroke = "#ffffff", f' stroke="{edge}" stroke-width="2.4"'
        elif role in ("set-b", "set-c"):
            dash = "3 2" if role == "set-b" else "1 2"
            stroke = f' stroke="{style.mark}" stroke-dasharray="{dash}"'
        yield (
            f'<circle class="{role}" cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" '
            f'fill="{fill}"{stroke}/>'
        )

    def _labels(self) -> Iterator[str]:
        geometry, colour = self.canvas.scene.geometry, self.canvas.style.thin
        left, top, _, _ = self.canvas.extents(self.labels)
        for row in range(geometry.rows):
            y = (row + 0.5) * CELL
            yield self.canvas.text(13 - left, y, 15, str(row + 1), colour)
        for column in range(geometry.columns):
            x = (column + 0.5) * CELL
            yield self.canvas.text(x, 13 - top, 15, str(column + 1), colour)

    # -- words -------------------------------------------------------------------------------------

    def _lines(self, words: BoardWords) -> list[str]:
        width = self.box()[2] - 2 * MARGIN
        return [
            line
            for text in rule_words(self.canvas.scene, words, self.lang)
            for line in wrapped(text, _WRITING, width)
        ]

    def _written(self, lines: Iterable[str]) -> Iterator[str]:
        left, top, _, height = self.box()
        x, y = left + MARGIN, top + height + _LINE / 2
        for number, line in enumerate(lines):
            yield self.canvas.text(
                x,
                y + number * _LINE,
                _WRITING,
                line,
                self.canvas.style.ink,
                anchor="start",
                name="words",
            )


def _ends(link: Link) -> tuple[Candidate, Candidate]:
    return link.first, link.second


def _middle(
    a: Point, b: Point, others: Collection[Point], radius: float, *, straight: bool
) -> Point:
    """The control point of a link's curve: the straightest that no other place lies on."""
    (ax, ay), (bx, by) = a, b
    centre = ((ax + bx) / 2, (ay + by) / 2)
    # Every curve that is tried lies within a circle around both ends.
    reach = (hypot(bx - ax, by - ay) / 2 + radius) ** 2
    others = [(x, y) for x, y in others if (x - centre[0]) ** 2 + (y - centre[1]) ** 2 < reach]
    if straight and not _on_line(a, b, others, radius):
        return centre
    dx, dy = bx - ax, by - ay
    near = radius * radius
    best, fewest = centre, len(others) + 1
    for bend in (0.16, -0.16, 0.32, -0.32, 0.5, -0.5):
        middle = (centre[0] - bend * dy, centre[1] + bend * dx)
        curve = [_at(a, middle, b, share / 8) for share in range(1, 8)]
        hits = sum(any((x - u) ** 2 + (y - v) ** 2 < near for u, v in curve) for x, y in others)
        if hits < fewest:
            best, fewest = middle, hits
        if not hits:
            break
    return best


def _at(a: Point, middle: Point, b: Point, share: float) -> Point:
    rest = 1 - share
    f, g, h = rest * rest, 2 * rest * share, share * share
    return f * a[0] + g * middle[0] + h * b[0], f * a[1] + g * middle[1] + h * b[1]


def _on_line(start: Point, end: Point, others: Iterable[Point], radius: float) -> bool:
    """Whether another place lies on the straight line between two places."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy or 1.0
    for x, y in others:
        share = ((x - ax) * dx + (y - ay) * dy) / square
        if 0 < share < 1 and hypot(ax + share * dx - x, ay + share * dy - y) < radius:
            return True
    return False
