"""The shapes of rules: tints, marks, lines and arrows below the grid, cages and dots above it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from satdoku.board import Shape
from satdoku.render.canvas import CELL, Canvas, towards
from satdoku.render.scene import SceneRule
from satdoku.render.words import text_width

_CHEVRONS = {
    "<": ((0.5, -1), (-0.5, 0), (0.5, 1)),
    ">": ((-0.5, -1), (0.5, 0), (-0.5, 1)),
    "∧": ((-1, 0.5), (0, -0.5), (1, 0.5)),
    "∨": ((-1, -0.5), (0, 0.5), (1, -0.5)),
}
_BLACK, _WHITE = "#000000", "#ffffff"
"""The colours of dots in every style: a dot that is black means something else than a white one."""

_HATCH = 12
_SMALL_TEXT_SIZE = 14
_LETTER_SIZE = 13
_BULB = 0.37 * CELL
_RING = 3
"""The width of the ring around a clue that a step names."""
_TWO_ROWS = 1.7
"""The height of two rows of digits, in sizes of their letters."""


def below_grid(canvas: Canvas) -> Iterator[str]:
    """The shapes under the lines of the grid."""
    shapes = canvas.scene.shapes
    for shape in shapes:
        if shape.kind in ("circle", "square"):
            yield from _marks(canvas, shape)
    for number, rule in enumerate(canvas.scene.rules):
        yield from _lines(canvas, rule, lit=number in canvas.scene.spoken)


def areas(canvas: Canvas) -> Iterator[str]:
    """The tints of cells, under everything else."""
    style = canvas.style
    for shape in canvas.scene.shapes:
        if shape.kind != "area":
            continue
        fill = style.colour(shape.colour)
        plain = shape.colour in ("", "grey")
        for cell in shape.cells:
            x, y = canvas.corner(cell)
            yield (
                f'<rect class="area" x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
                f'fill="{fill}"{"" if plain else f" fill-opacity={chr(34)}0.5{chr(34)}"}/>'
            )
        hatch = "" if plain else style.hatches.get(shape.colour, "")
        if hatch:
            lines = "".join(_hatched(*canvas.corner(cell), hatch) for cell in shape.cells)
            yield f'<path class="hatch" d="{lines}" fill="none" stroke="{style.thin}"/>'


def letters(canvas: Canvas) -> Iterator[str]:
    """A letter in the lower right corner of each cell of rules that look alike otherwise."""
    rules = [rule for rule in canvas.scene.rules if any(s.lettered for s in rule.shapes)]
    if len(rules) < 2:
        return
    written: dict[int, str] = {}
    for number, rule in enumerate(rules):
        letter = _letter(number)
        for cell in dict.fromkeys(c for s in rule.shapes if s.lettered for c in s.cells):
            written[cell] = written.get(cell, "") + letter
    for cell, text in sorted(written.items()):
        x, y = canvas.corner(cell)
        ink = canvas.style.ink
        left = x + CELL - 3 - text_width(text, _LETTER_SIZE)
        yield canvas.text(
            left, y + CELL - 8, _LETTER_SIZE, text, ink, anchor="start", name="letter"
        )


def _letter(number: int) -> str:
    """A to Z, then AA, AB ..."""
    rest, last = divmod(number, 26)
    return (_letter(rest - 1) if rest else "") + chr(ord("A") + last)


def _hatched(x: int, y: int, kind: str) -> str:
    """Lines over a cell: ``/``, backslash, ``-`` or ``|``, or several of them."""
    strokes = []
    for at in range(_HATCH // 2, CELL, _HATCH):
        if "-" in kind:
            strokes.append(f"M{x} {y + at}h{CELL}")
        if "|" in kind:
            strokes.append(f"M{x + at} {y}v{CELL}")
    for at in range(_HATCH, 2 * CELL, _HATCH):
        low, high = max(0, at - CELL), min(CELL, at)
        if "/" in kind:
            strokes.append(f"M{x + low} {y + high}L{x + high} {y + low}")
        if "\\" in kind:
            strokes.append(f"M{x + low} {y + CELL - high}L{x + high} {y + CELL - low}")
    return "".join(strokes)


def _marks(canvas: Canvas, shape: Shape) -> Iterator[str]:
    fill, half = canvas.style.colour(shape.colour), 0.35 * CELL
    for cell in shape.cells:
        x, y = canvas.centre(cell)
        if shape.kind == "circle":
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill="{fill}"/>'
        else:
            yield (
                f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
                f'height="{2 * half:g}" fill="{fill}"/>'
            )


def lit_lines(canvas: Canvas) -> Iterator[str]:
    """The lines that a step speaks of alone."""
    for number in canvas.scene.spoken:
        yield from _lines(canvas, canvas.scene.rules[number], lit=True)


def _lines(canvas: Canvas, rule: SceneRule, *, lit: bool) -> Iterator[str]:
    lines = [s for s in rule.shapes if s.kind in ("line", "arrow") and s.cells]
    if lit:
        for shape in lines:
            yield _halo(canvas, shape)
    for shape in lines:
        yield from _line(canvas, shape)
    for shape in lines:  # none of the rule's lines runs into a bulb
        if shape.bulb:
            yield _bulb(canvas, shape)


def _halo(canvas: Canvas, shape: Shape) -> str:
    """The ring around a line that a step names."""
    points = [canvas.centre(cell) for cell in shape.cells]
    width = CELL * (shape.width or 0.06) + 2 * _RING
    colour, (x, y) = canvas.style.focus, points[0]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("h0" if len(points) == 1 else "")
    bulb = f'<circle cx="{x:g}" cy="{y:g}" r="{_BULB + _RING:g}" fill="{colour}"/>'
    return (
        f'<g class="ring"><path d="{path}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
        f"{bulb if shape.bulb else ''}</g>"
    )


def _line(canvas: Canvas, shape: Shape) -> Iterator[str]:
    style = canvas.style
    arrow = shape.kind == "arrow"
    colour = _line_colour(canvas, shape)
    width = CELL * (shape.width or (0.06 if arrow else 0.05))
    points = [canvas.centre(cell) for cell in shape.cells]
    if shape.bulb and len(points) > 1 and not shape.filled:
        points[0] = towards(points[0], points[1], _BULB)
    if arrow and len(points) > 1:
        points[-1] = towards(points[-1], points[-2], -0.2 * CELL)
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    if len(points) == 1:
        path += "h0"  # a dot as wide as the line
    dashes = style.dashes.get(shape.colour, "") if not arrow and width < 0.2 * CELL else ""
    ends = (
        f'stroke-dasharray="{dashes}"'
        if dashes
        else 'stroke-linecap="round" stroke-linejoin="round"'
    )
    yield (
        f'<path class="line" d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f"{ends}/>"
    )
    if arrow and len(points) > 1:
        yield canvas.head(points[-2], points[-1], 0.2 * CELL, colour, open_=True)


def _bulb(canvas: Canvas, shape: Shape) -> str:
    """The circle or diamond at the start of a line."""
    x, y = canvas.centre(shape.cells[0])
    colour = _line_colour(canvas, shape)
    fill = colour if shape.filled else canvas.style.paper
    look = f'fill="{fill}" stroke="{colour}" stroke-width="{0.05 * CELL:g}"/>'
    if shape.diamond:
        r = 0.44 * CELL
        points = f"{x - r:g},{y:g} {x:g},{y - r:g} {x + r:g},{y:g} {x:g},{y + r:g}"
        return f'<polygon class="bulb" points="{points}" {look}'
    return f'<circle class="bulb" cx="{x:g}" cy="{y:g}" r="{_BULB:g}" {look}'


def _line_colour(canvas: Canvas, shape: Shape) -> str:
    return canvas.style.colour(shape.colour, "dark" if shape.kind == "arrow" else "blue")


def above_grid(canvas: Canvas) -> Iterator[str]:
    """The shapes over the lines of the grid."""
    shapes = canvas.scene.shapes
    yield from _cages(canvas, [s for s in shapes if s.kind == "cage" and s.cells])
    for shape in shapes:
        if shape.kind == "dot" and shape.cells:
            yield from _dot(canvas, shape)


def _cages(canvas: Canvas, cages: list[Shape]) -> Iterator[str]:
    """Cages that share cells are drawn one inside the other, their numbers side by side."""
    levels: dict[int, set[int]] = {}
    written: dict[int, float] = {}
    for shape in cages:
        used = {level for cell in shape.cells for level in levels.get(cell, ())}
        level = next(n for n in range(len(cages)) if n not in used)
        for cell in shape.cells:
            levels.setdefault(cell, set()).add(level)
        colour = canvas.style.colour("dark" if shape.colour == "grey" else shape.colour, "black")
        yield (
            f'<path class="cage" d="{canvas.outline(shape.cells, 5 + 4 * min(level, 4))}" '
            f'fill="none" stroke="{colour}" stroke-width="1.3" stroke-dasharray="5 3"/>'
        )
        if shape.label is not None:
            first = min(shape.cells)
            at = written.get(first, 2.0)
            yield from _corner_label(canvas, first, shape.label, at)
            written[first] = at + text_width(shape.label, _SMALL_TEXT_SIZE) + 5


def _corner_label(canvas: Canvas, cell: int, label: str, at: float = 2.0) -> Iterator[str]:
    """A small text in the upper left corner of a cell."""
    x, y = canvas.corner(cell)
    width = text_width(label, _SMALL_TEXT_SIZE) + 2
    yield (
        f'<rect x="{x + at:g}" y="{y + 2}" width="{width:.4g}" height="15" '
        f'fill="{canvas.style.paper}"/>'
    )
    yield canvas.text(
        x + at + 1, y + 9.5, _SMALL_TEXT_SIZE, label, canvas.style.ink, anchor="start"
    )


def _middle(canvas: Canvas, shape: Shape) -> tuple[float, float]:
    centres = [canvas.centre(cell) for cell in shape.cells]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def _dot_radius(shape: Shape) -> float:
    whole = 0.4 if len(shape.cells) == 1 else 0.17 if len(shape.cells) < 3 else 0.3
    return CELL * (whole if len(shape.label or "") < 3 else 0.3)


def _rows(label: str) -> list[str]:
    """The digits of a circle, three and more in two rows."""
    digits = label.split()
    half = (len(digits) + 1) // 2
    return [" ".join(digits[:half]), " ".join(digits[half:])] if half > 1 else [label]


def _dot(canvas: Canvas, shape: Shape) -> Iterator[str]:
    style = canvas.style
    x, y = _middle(canvas, shape)
    label = shape.label or ""
    if len(shape.cells) == 1 and label:
        yield from _corner_label(canvas, shape.cells[0], label)
        return
    if label in _CHEVRONS:
        # Open towards the larger digit, with a ground of its own over the grid's lines.
        points = "L".join(f"{x + 6 * dx:g} {y + 6 * dy:g}" for dx, dy in _CHEVRONS[label])
        for colour, width in ((style.paper, 6), (style.ink, 2)):
            name = ' class="dot"' if width == 2 else ""
            yield (
                f'<path{name} d="M{points}" fill="none" stroke="{colour}" stroke-width="{width}" '
                'stroke-linecap="round" stroke-linejoin="round"/>'
            )
        return
    bare = bool(label) and not shape.filled and not shape.colour
    radius = _dot_radius(shape)
    fill, ink = (_BLACK, _WHITE) if shape.filled else (_WHITE, _BLACK)
    if bare:
        fill, ink = style.paper, style.ink
    if len(shape.cells) == 1:
        fill = "none"
    stroke = "none" if bare else style.colour(shape.colour, "black")
    yield (
        f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"/>'
    )
    if label:
        most = 21 if bare else 18
        rows = _rows(label)
        wide = max(text_width(row, most) for row in rows) / most
        tall = _TWO_ROWS * (len(rows) - 1)  # the corners of two rows are within the circle
        size = min(most, 2 * radius / max(hypot(wide, tall), 1 / most))
        if not bare:
            size *= 0.92
        for number, row in enumerate(rows):
            up = (len(rows) - 1) / 2 - number
            yield canvas.text(x, y - up * size, size, row, ink, bold=True)


def spoken(canvas: Canvas) -> Iterator[str]:
    """The clues that a step names, ringed, over everything beside them; lines are ringed where they
    lie."""
    style = canvas.style
    look = f'fill="none" stroke="{style.focus}" stroke-width="{_RING}"'
    named = [s for number in canvas.scene.spoken for s in canvas.scene.rules[number].shapes]
    for shape in named:
        if shape.kind == "dot" and len(shape.cells) > 1:
            yield from _dot(canvas, shape)
            x, y = _middle(canvas, shape)
            # In place of its border, so that the candidates beside it can be read.
            r = _dot_radius(shape)
            yield f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="{r:g}" {look}/>'
        elif shape.cells and shape.kind not in ("line", "arrow", "outside", "none"):
            outline = canvas.outline(shape.cells, 2)
            yield f'<path class="ring" d="{outline}" {look} stroke-linejoin="round"/>'
    for shape, (x, y), size in canvas.clues:
        if shape in named:
            r = max(text_width(shape.label or "", size), size) / 2 + 1.5
            yield f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="{r:.4g}" {look}/>'


def outside(canvas: Canvas) -> Iterator[str]:
    """The clues outside of the board; an arrow where one is about a diagonal."""
    ink = canvas.style.ink
    for shape, (x, y), size in canvas.clues:
        yield canvas.text(x, y, size, shape.label or "", ink, name="clue")
        if len(shape.cells) > 1:
            (ax, ay), (bx, by) = (canvas.centre(cell) for cell in shape.cells[:2])
            if ax != bx and ay != by:
                start = towards((x, y), (ax, ay), 0.22 * CELL + size / 4)
                end = towards((ax, ay), (x, y), 0.52 * CELL)
                yield (
                    f'<path d="M{start[0]:.4g} {start[1]:.4g}L{end[0]:.4g} {end[1]:.4g}" '
                    f'stroke="{ink}" stroke-width="1.5"/>'
                )
                yield canvas.head(start, end, 10, ink)
