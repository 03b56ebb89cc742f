"""Boards as text, with or without colour; one file, since all kinds share one layout."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil, sqrt
from typing import TYPE_CHECKING, Literal

from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid, Shape
from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Position, Puzzle
from satdoku.render.scene import (
    Highlight,
    MarkRole,
    Scene,
    SceneCell,
    SceneRule,
    make_scene,
    step_scene,
)
from satdoku.render.words import headline, place_in_words

if TYPE_CHECKING:
    from satdoku.techniques.step import Step, StepView

_LINES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Box-drawing characters by the weights (0 none, 1 light, 2 heavy) of their arms: up, right, down
and left are the digits of a number in base 3."""

_STYLES = {
    "given": "bold",
    "placed": "cyan",
    "light": "dim",
    "label": "magenta",
    "area": "on bright_black",
    "line": "yellow",
    "mark": "yellow",
    "fault": "bold red",
    "focus": "bold green",
    "pattern": "on bright_black",
    "differs": "bold yellow",
    "mark:defining": "bold green",
    "mark:second": "bold yellow",
    "mark:fin": "bold yellow",
    "mark:extra": "bold yellow",
    "mark:pivot": "bold magenta",
    "mark:locked": "bold green",
    "mark:common": "bold yellow",
    "mark:excluder": "bold magenta",
    "mark:leaned": "bold green",
    "mark:true": "bold green",
    "mark:false": "bold blue",
    "mark:set-a": "bold green",
    "mark:set-b": "bold blue",
    "mark:set-c": "bold magenta",
    "mark:out": "bold red strike",
    "mark:put": "bold reverse green",
}

_MARK_SIGNS: dict[MarkRole, str] = {"out": "-", "put": "+"}
_LEGEND: tuple[MarkRole, ...] = (
    "defining", "second", "fin", "extra", "pivot", "locked", "common", "excluder", "leaned",
    "true", "false", "set-a", "set-b", "set-c", "out", "put",
)  # fmt: skip
"""The roles of the legend in its order."""

_GAP = "    "

_SIGNS = {"circle": ("(", ")"), "square": ("[", "]"), "area": ("░", "░")}
_STROKES = {(0, 1): "─", (1, 0): "│", (1, 1): "╲", (1, -1): "╱"}
_ASCII = str.maketrans({"░": ":", "─": "-", "│": "|", "╲": "\\", "╱": "/", "╳": "X", "·": "~"})


def render_grid(
    board: Puzzle | Grid | Position,
    *,
    solution: Grid | None = None,
    highlights: Mapping[int, Highlight] | None = None,
    width: int = 80,
    color: bool = False,
    ascii: bool = False,
    starred: bool = False,
    lang: Lang = SOURCE,
) -> str:
    """A board as text, one digit a cell, and a line of legend a rule, in the language ``lang``.

    Heavy borders run between regions. In colour the givens are bold, the other digits cyan, and
    ``highlights`` points at cells (``fault`` red, ``focus`` green, ``differs`` yellow); without
    colour ``starred`` writes a ``*`` beside each of them. A line runs between any two
    cells where that fits into ``width`` characters (in ASCII only where cages need it).

    :raises ValueError: where the solution contradicts the board.
    """
    scene = make_scene(board, solution=solution, highlights=highlights)
    return render_scene(scene, width=width, color=color, ascii=ascii, starred=starred, lang=lang)


def render_pair(
    first: Scene,
    second: Scene,
    *,
    titles: tuple[str, str],
    width: int = 80,
    color: bool = False,
    ascii: bool = False,
    lang: Lang = SOURCE,
) -> str:
    """Two pictures of one board side by side, or one below the other where ``width`` is too small.

    Highlighted cells also carry a ``*`` where there is no colour. The rules are listed once.
    """
    scenes = (first, second)
    drawn = [
        _grid_picture(scene, width=width // 2, color=color, ascii=ascii, starred=True)
        for scene in scenes
    ]
    across = max(picture.width for picture in drawn)
    blocks = [picture.rows(color) for picture in drawn]
    legend = drawn[0].legend(lang)
    if 2 * across + len(_GAP) > width:
        below = [line for pair in zip(titles, blocks, strict=True) for line in (pair[0], *pair[1])]
        return "\n".join([*below, *legend])
    heading = f"{titles[0]:<{across}}{_GAP}{titles[1]}"
    beside = [f"{left}{_GAP}{right}" for left, right in zip(*blocks, strict=True)]
    return "\n".join([heading, *beside, *legend])


def render_candidates(
    board: Puzzle | Position | Sequence[Iterable[int]],
    *,
    geometry: Geometry | None = None,
    style: Literal["lines", "marks"] = "lines",
    color: bool = False,
    ascii: bool = False,
    lang: Lang = SOURCE,
) -> str:
    """The open candidates of a board as text.

    ``lines`` writes the candidates of a cell in a row, columns aligned, as HoDoKu does; ``marks``
    gives every candidate its own place in the cell, as players write them. A cell with neither
    digit nor candidate shows ``!``. A puzzle is shown with the candidates that its givens leave;
    ``geometry`` is needed only for bare candidates of an unusual board.

    :raises ValueError: where bare candidates fit no board.
    """
    if isinstance(board, Puzzle):
        board = Position.of(board)
    scene = make_scene(board, geometry=geometry)
    return render_scene(scene, candidates=style, color=color, ascii=ascii, lang=lang)


def render_step(
    position: Position,
    step: Step | StepView,
    *,
    conclusions: bool = True,
    color: bool = False,
    ascii: bool = False,
    lang: Lang = SOURCE,
) -> str:
    """A position with its candidates, and the pattern of a step.

    Without colour ``-4`` is a 4 that is eliminated and ``+4`` one that is placed (both only with
    ``conclusions``); ``*`` stands at the cells of the pattern. In colour these cells have a
    background, their candidates a colour each by role, and eliminated candidates are struck
    through. The line below is the legend.
    """
    scene = step_scene(position, step, conclusions=conclusions)
    marked = {role for cell in scene.cells for _, role in cell.mark_roles}
    picture = render_scene(scene, candidates="lines", color=color, ascii=ascii, lang=lang)
    words = phrases(lang).legend
    present = dict.fromkeys(role for role in _LEGEND if role in marked)
    if color:
        entries = [(f"mark:{role}", words[role]) for role in present]
        line = _styled_runs([run for text in entries for run in (text, ("", "  "))]).rstrip()
    else:
        signs = [f"* {words['pattern']}"] if any(cell.highlight for cell in scene.cells) else []
        signs += [f"{_MARK_SIGNS[r]}n {words[r]}" for r in _MARK_SIGNS if r in present]
        line = "   ".join(signs)
    return f"{picture}\n{line}" if line else picture


def _styled_runs(runs: Iterable[tuple[str, str]]) -> str:
    """Pieces of text, each with its style."""
    pieces = [(style, character) for style, text in runs for character in text]
    return _styled([character for _, character in pieces], [style for style, _ in pieces])


def render_scene(
    scene: Scene,
    *,
    candidates: Literal["lines", "marks"] | None = None,
    width: int = 80,
    color: bool = False,
    ascii: bool = False,
    starred: bool = False,
    lang: Lang = SOURCE,
) -> str:
    """A scene as text.

    ``candidates`` is the form of open candidates (``None``: they are not shown); ``width``,
    ``starred`` and ``lang`` are those of :func:`render_grid`.
    """
    if candidates == "marks":
        picture = _Picture(scene, _mark_blocks(scene), lines=True, roomy=True, ascii=ascii)
    elif candidates == "lines":
        # Where there is no colour a sign must mark the cells of a pattern.
        signed: tuple[Highlight, ...] = ("pattern", "fault", "focus", "differs")
        blocks, tints = _line_blocks(scene, () if color else signed[: 4 if starred else 1])
        picture = _Picture(scene, blocks, lines=False, roomy=True, ascii=ascii, tints=tints)
    else:
        picture = _grid_picture(scene, width=width, color=color, ascii=ascii, starred=starred)
    return "\n".join([*picture.rows(color), *picture.legend(lang)])


def _grid_picture(scene: Scene, *, width: int, color: bool, ascii: bool, starred: bool) -> _Picture:
    """One digit a cell."""
    signs = _signs(scene)
    if starred and not color:
        for number, cell in enumerate(scene.cells):
            if cell.highlight is not None:
                signs[number] = (" ", "*", cell.highlight)
    texts = [str(scene.geometry.digits[-1]), *(cell.text for cell in scene.cells)]
    digits = max(map(len, texts))
    wanted = not ascii or any(shape.kind == "cage" for shape in scene.shapes)
    lines = wanted and scene.geometry.columns * (digits + 3) < width
    blocks = [
        [((cell.text or (" " if lines else ".")).rjust(digits), _cell_style(cell))]
        for cell in scene.cells
    ]
    return _Picture(
        scene, blocks, lines=lines, roomy=lines or bool(signs), ascii=ascii, signs=signs
    )


def _cell_style(cell: SceneCell) -> str:
    return cell.highlight or cell.role


_Block = list[tuple[str, str]]
"""The contents of a cell: lines of text, each with its style."""


_Tint = tuple[int, int, str]
"""The start of a piece of a cell's line, its length, and its style."""


def _line_blocks(
    scene: Scene, starred: Collection[Highlight]
) -> tuple[list[_Block], dict[int, list[_Tint]]]:
    """The candidates of each cell in a row, and the pieces of it with a style of their own.

    Cells with a highlight of ``starred`` carry a sign.
    """
    separator = "," if scene.geometry.digits[-1] > 9 else ""
    blocks: list[_Block] = []
    tints: dict[int, list[_Tint]] = {}
    for number, cell in enumerate(scene.cells):
        roles = dict(cell.mark_roles)
        style = _cell_style(cell)
        text = cell.text
        if not text:
            for digit in cell.marks:
                text += separator if text else ""
                role = roles.get(digit)
                piece = (_MARK_SIGNS.get(role, "") if role else "") + str(digit)
                if role:
                    tint = (len(text), len(piece), f"{style} mark:{role}")
                    tints.setdefault(number, []).append(tint)
                text += piece
        elif roles:
            tints[number] = [(0, len(text), f"{style} mark:{cell.mark_roles[0][1]}")]
        text = text or "!"
        if cell.highlight in starred:
            text += "*"
        blocks.append([(text, style)])
    return blocks, tints


def _mark_blocks(scene: Scene) -> list[_Block]:
    geometry = scene.geometry
    digits, width = geometry.digits, max(len(str(digit)) for digit in geometry.digits)
    across = geometry.box[1] if geometry.box else 0
    if not len(digits) <= 2 * across**2 <= 4 * len(digits):
        # No box, or one so long or tall that its shape would make odd cells.
        across = ceil(sqrt(len(digits)))
    rows = [digits[i : i + across] for i in range(0, len(digits), across)]
    length = across * (width + 1) - 1
    blocks = []
    for cell in scene.cells:
        style = _cell_style(cell)
        if cell.text or not cell.marks:
            # Brackets, for a lone candidate may stand in the middle too.
            block = [("", style)] * len(rows)
            text = f"[{cell.text}]" if cell.text else "!"
            block[(len(rows) - 1) // 2] = (text.center(length).rstrip(), style)
        else:
            block = [
                (" ".join((str(d) if d in cell.marks else "").rjust(width) for d in row), style)
                for row in rows
            ]
            if stray := [str(d) for d in cell.marks if d not in digits]:
                block.append((" ".join(stray), "fault"))
        blocks.append(block)
    return blocks


def _signs(scene: Scene) -> dict[int, tuple[str, str, str]]:
    """The signs on both sides of a cell's digit, and their style, where a shape asks for some."""
    signs: dict[int, tuple[str, str, str]] = {}
    for shape in scene.shapes:
        if shape.kind == "line":
            for cell, stroke in _strokes(shape, scene.geometry).items():
                before = signs.get(cell)
                if before is not None and before[2] == "line" and before[0] != stroke:
                    stroke = "╳" if {before[0], stroke} <= {"╲", "╱"} else "·"
                signs[cell] = (stroke, stroke, "line")
        elif shape.kind == "area":
            for cell in shape.cells:
                signs.setdefault(cell, (*_SIGNS["area"], "area"))
    for shape in scene.shapes:
        if shape.kind in ("circle", "square"):
            for cell in shape.cells:
                signs[cell] = (*_SIGNS[shape.kind], "mark")
    return signs


def _strokes(shape: Shape, geometry: Geometry) -> dict[int, str]:
    """The stroke in each cell of a line: towards the next cell, in the last as before."""
    strokes: dict[int, str] = {}
    stroke = "·"
    for cell, following in zip(shape.cells, [*shape.cells[1:], None], strict=True):
        if following is not None:
            (top, left), (bottom, right) = sorted(map(geometry.row_column, (cell, following)))
            stroke = _STROKES.get((bottom - top, right - left), "·")
        strokes[cell] = stroke
    return strokes


@dataclass(frozen=True)
class _Picture:
    """A scene laid out in characters.

    ``lines`` draws a light line between any two cells; without it only walls are drawn, and
    nothing where none runs. ``roomy`` leaves a space on both sides of every cell.
    """

    scene: Scene
    blocks: list[_Block]
    lines: bool
    roomy: bool
    ascii: bool
    signs: dict[int, tuple[str, str, str]] | None = None
    tints: Mapping[int, Sequence[_Tint]] | None = None

    @property
    def width(self) -> int:
        """The length of every line of the picture, in characters."""
        return self._left[-1] + 1

    @cached_property
    def cages(self) -> dict[int | None, Shape]:
        """The cage of each cell; empty where cages cannot be drawn without confusion."""
        cages: dict[int | None, Shape] = {}
        if not self.lines:
            return {}
        for shape in self.scene.shapes:
            if shape.kind != "cage":
                continue
            label_fits = shape.label is None or len(shape.label) <= self._room(shape)
            if not shape.cells or not label_fits or not cages.keys().isdisjoint(shape.cells):
                return {}
            if len(shape.cells) > 1 and not self._connected(shape):
                return {}
            cages.update((cell, shape) for cell in shape.cells)
        return cages

    def legend(self, lang: Lang) -> list[str]:
        """A line for each rule, and one for each place that the picture does not show."""
        lines: list[str] = []
        named: dict[str, list[SceneRule]] = {}
        for rule in self.scene.rules:
            named.setdefault(rule.name, []).append(rule)
        for rules in named.values():
            lines.append(headline(rules, self.scene.geometry, lang))
            if self._cage_crosses_wall() and rules[0].shapes and rules[0].shapes[0].kind == "cage":
                lines[-1] = phrases(lang).say("rules.dashed", text=lines[-1])
            lines += [
                f"  {place_in_words(rule, self.scene.geometry, lang)}"
                for rule in rules
                if rule.placed and not self._shown(rule, rules)
            ]
        return lines

    def rows(self, color: bool) -> list[str]:
        """The lines of the picture."""
        canvas = _Canvas(self._top[-1] + 1, self._left[-1] + 1)
        self._draw_borders(canvas)
        for cell, block in enumerate(self.blocks):
            self._draw_cell(canvas, cell, block)
        for shape in dict.fromkeys(self.cages.values()):
            if shape.label is not None:
                row, column = self.scene.geometry.row_column(shape.cells[0])
                canvas.put(self._top[row], self._left[column] + 1, shape.label, "label")
        return canvas.lines(color)

    def _shown(self, rule: SceneRule, alike: list[SceneRule]) -> bool:
        if not rule.shapes:
            return False
        kind = rule.shapes[0].kind
        if kind == "cage":
            return rule.shapes[0] in self.cages.values()
        if not self.signs:
            return False
        # Two tinted areas look alike, and a later sign may cover an area.
        return kind in ("circle", "square") or (
            kind == "area"
            and len(alike) == 1
            and all(self.signs[cell][2] == "area" for cell in rule.shapes[0].cells)
        )

    def _room(self, shape: Shape) -> int:
        _, column = self.scene.geometry.row_column(shape.cells[0])
        return self._left[column + 1] - self._left[column] - 1

    def _connected(self, shape: Shape) -> bool:
        left, geometry = set(shape.cells), self.scene.geometry
        reached = [left.pop()]
        for cell in reached:
            row, column = geometry.row_column(cell)
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                other = geometry.at(row + down, column + right)
                if other is not None and other in left:
                    left.discard(other)
                    reached.append(other)
        return not left

    def _cage_crosses_wall(self) -> bool:
        cages = self.cages
        return any(a in cages and cages[a] is cages.get(b) for a, b in self.scene.walls)

    def _weight(self, first: int | None, second: int | None) -> int:
        """The weight of the border between two cells; ``None`` is the outside."""
        if first is None or second is None:
            return 2 if first is not None or second is not None else 0
        if (first, second) in self.scene.walls:
            return 2
        if first in self.cages and self.cages[first] is self.cages.get(second):
            return 0
        return 1 if self.lines else 0

    def _at(self, row: int, column: int) -> int | None:
        return self.scene.geometry.at(row, column)

    @cached_property
    def _drawn_columns(self) -> list[bool]:
        """For each boundary between columns, whether it takes a column of characters."""
        columns = self.scene.geometry.columns
        return [self.lines or j in self._walls[1] or j in (0, columns) for j in range(columns + 1)]

    @cached_property
    def _drawn_rows(self) -> list[bool]:
        rows = self.scene.geometry.rows
        return [self.lines or i in self._walls[0] or i in (0, rows) for i in range(rows + 1)]

    @cached_property
    def _walls(self) -> tuple[set[int], set[int]]:
        """The boundaries between rows, and between columns, on which some heavy border runs."""
        geometry = self.scene.geometry
        places = [tuple(map(geometry.row_column, pair)) for pair in self.scene.walls]
        down = {b[0] for a, b in places if a[1] == b[1]}
        across = {b[1] for a, b in places if a[0] == b[0]}
        if geometry.places is not None:
            # The border of a hole is heavy too.
            for row in range(geometry.rows):
                for column in range(geometry.columns):
                    here = geometry.at(row, column) is None
                    if column and here != (geometry.at(row, column - 1) is None):
                        across.add(column)
                    if row and here != (geometry.at(row - 1, column) is None):
                        down.add(row)
        return down, across

    @cached_property
    def _left(self) -> list[int]:
        """The place of each boundary between columns, in characters."""
        slots = []
        for j, cells in enumerate(self._by_column):
            lines = [line for cell in cells for line, _ in self.blocks[cell]]
            width = max(map(len, lines), default=1)
            after = self.roomy or self._drawn_columns[j + 1]
            slots.append(self._drawn_columns[j] + 1 + width + after)
        return list(accumulate(slots, initial=0))

    @cached_property
    def _top(self) -> list[int]:
        heights = [1] * self.scene.geometry.rows
        for cell, block in enumerate(self.blocks):
            row, _ = self.scene.geometry.row_column(cell)
            heights[row] = max(heights[row], len(block))
        slots = [drawn + height for drawn, height in zip(self._drawn_rows, heights, strict=False)]
        return list(accumulate(slots, initial=0))

    @cached_property
    def _by_column(self) -> list[list[int]]:
        columns: list[list[int]] = [[] for _ in range(self.scene.geometry.columns)]
        for cell in range(len(self.blocks)):
            columns[self.scene.geometry.row_column(cell)[1]].append(cell)
        return columns

    def _draw_cell(self, canvas: _Canvas, cell: int, block: _Block) -> None:
        row, column = self.scene.geometry.row_column(cell)
        left = self._left[column] + self._drawn_columns[column]
        right = self._left[column + 1] - 1
        top = self._top[row] + self._drawn_rows[row]
        sign = (self.signs or {}).get(cell)
        for offset, (text, style) in enumerate(block):
            if sign is not None:
                before, after, kind = sign
                if self.ascii:
                    before, after = before.translate(_ASCII), after.translate(_ASCII)
                # Digits stand at the right, so that signs stay close to short ones.
                start = right - len(text)
                canvas.put(top + offset, start - 1, before, kind)
                canvas.put(top + offset, right, after, kind)
                tint = f"{style} area" if kind == "area" else style
                canvas.put(top + offset, start, text, tint)
            elif self.signs is not None:
                gap = 1 if self.roomy or self._drawn_columns[column + 1] else 0
                canvas.put(top + offset, right + 1 - gap - len(text), text, style)
            else:
                canvas.put(top + offset, left + 1, text, style)
                for start, length, tint in (self.tints or {}).get(cell, ()):
                    canvas.put(top, left + 1 + start, text[start : start + length], tint)

    def _draw_borders(self, canvas: _Canvas) -> None:
        geometry = self.scene.geometry
        for i in range(geometry.rows + 1):
            for j in range(geometry.columns + 1):
                northwest, northeast = self._at(i - 1, j - 1), self._at(i - 1, j)
                southwest, southeast = self._at(i, j - 1), self._at(i, j)
                up = self._weight(northwest, northeast)
                down = self._weight(southwest, southeast)
                west = self._weight(northwest, southwest)
                east = self._weight(northeast, southeast)
                if self._drawn_rows[i] and self._drawn_columns[j]:
                    style = "border" if 2 in (up, east, down, west) else "light"
                    glyph = self._glyph(up, east, down, west)
                    canvas.put(self._top[i], self._left[j], glyph, style)
                if self._drawn_rows[i] and j < geometry.columns:
                    start = self._left[j] + self._drawn_columns[j]
                    text = self._edge(east, (northeast, southeast), "━─╍", "=-.")
                    style = "border" if east == 2 else "light"
                    canvas.put(self._top[i], start, text * (self._left[j + 1] - start), style)
                if self._drawn_columns[j] and i < geometry.rows:
                    text = self._edge(down, (southwest, southeast), "┃│╏", "#|:")
                    style = "border" if down == 2 else "light"
                    for row in range(self._top[i] + self._drawn_rows[i], self._top[i + 1]):
                        canvas.put(row, self._left[j], text, style)

    def _edge(
        self, weight: int, sides: tuple[int | None, int | None], glyphs: str, plain: str
    ) -> str:
        if not weight:
            return " "
        first, second = sides
        cages = self.cages
        if first is not None and first in cages and cages[first] is cages.get(second):
            weight = 0
        if self.ascii and not self.lines:
            return plain[1]
        return (plain if self.ascii else glyphs)[2 - weight]

    def _glyph(self, up: int, right: int, down: int, left: int) -> str:
        if not self.ascii:
            return _LINES[27 * up + 9 * right + 3 * down + left]
        if not (up or right or down or left):
            return " "
        if not (up or down):
            return "=" if self.lines and right == left == 2 else "-"
        if right or left:
            return "+"
        return "#" if self.lines and up == down == 2 else "|"


class _Canvas:
    """Characters with a style each."""

    def __init__(self, rows: int, columns: int) -> None:
        self._text = [[" "] * columns for _ in range(rows)]
        self._style = [[""] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write ``text``; it may end outside of the canvas, where it is cut."""
        line, styles = self._text[row], self._style[row]
        for place, character in enumerate(text, column):
            if place < len(line):
                line[place] = character
                styles[place] = style

    def lines(self, color: bool) -> list[str]:
        """The text, row by row, with ANSI styles where asked for."""
        if not color:
            return ["".join(row) for row in self._text]
        return [_styled(row, styles) for row, styles in zip(self._text, self._style, strict=True)]


def _styled(characters: list[str], styles: list[str]) -> str:
    from itertools import groupby

    from rich.color import ColorSystem
    from rich.style import Style

    text = []
    for names, run in groupby(zip(characters, styles, strict=True), key=lambda pair: pair[1]):
        piece = "".join(character for character, _ in run)
        wanted = " ".join(_STYLES[name] for name in names.split() if name in _STYLES)
        if wanted and (piece.strip() or " on " in f" {wanted}"):
            piece = Style.parse(wanted).render(piece, color_system=ColorSystem.STANDARD)
        text.append(piece)
    return "".join(text)
