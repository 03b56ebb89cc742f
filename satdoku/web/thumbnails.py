"""Small pictures: of a rule the clue that its example begins with, of a technique its position."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.constraints.parameters import shown
from satdoku.puzzle import Puzzle
from satdoku.web.boards import STYLES
from satdoku.web.fields import Fields, RequestContext

_MAX_PICTURES = 200
"""Pictures that are asked for at once."""

_PAD = 5
_NEAR = 2
"""Cells of a row or column that are shown with a clue outside of it."""


def thumbnails(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The pictures of some ``rules``, or ``techniques``, by name; null where nothing is drawn."""
    style = fields.one_of("style", STYLES, "light")
    pictures: dict[str, str | None] = {}
    for kind in ("rules", "techniques"):
        for name in _names(fields, kind):
            context.clock.check()
            pictures[name] = None
            with suppress(SatdokuError):
                pictures[name] = _rule(name, style) if kind == "rules" else _technique(name, style)
    return {"pictures": pictures}


def _names(fields: Fields, key: str) -> list[str]:
    names = fields.data.get(key, [])
    if not isinstance(names, list) or not all(
        isinstance(one, str) for one in names[: _MAX_PICTURES + 1]
    ):
        raise FormatError(f"{key!r} is a list of names, not {shown(names)}")
    if len(names) > _MAX_PICTURES:
        raise FormatError(f"{key!r} has {len(names)} names; the most is {_MAX_PICTURES}")
    return names


@lru_cache(maxsize=400)
def _rule(name: str, style: str) -> str | None:
    from satdoku.answers.pages import clue_of
    from satdoku.answers.rules import rules_called
    from satdoku.render import make_scene
    from satdoku.render.canvas import CELL, Canvas
    from satdoku.render.style import STYLES as LOOKS
    from satdoku.render.svg import Drawing

    (kind, *_) = rules_called(name)
    puzzle, rule = clue_of(kind.name)
    scene = make_scene(Puzzle.empty(puzzle.geometry, (rule,)))
    canvas = Canvas(scene, LOOKS[style], f"n-{kind.name}-")
    cells = {
        cell
        for shape in scene.shapes
        for cell in (shape.cells[:_NEAR] if shape.kind == "outside" else shape.cells)
    }
    if not cells:
        return None
    reach = [(x + d, y + d) for _, (x, y), size in canvas.clues for d in (-size / 2, size / 2)]
    reach += [(x + d, y + d) for x, y in map(canvas.corner, cells) for d in (0, CELL)]
    (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*reach, strict=True))
    side = max(right - left, bottom - top) + 2 * _PAD
    box = ((left + right - side) / 2, (top + bottom - side) / 2, side, side)
    (thin, *_) = canvas.grid()
    return Drawing(canvas, labels=False).clues(box, thin)


@lru_cache(maxsize=400)
def _technique(name: str, style: str) -> str:
    from satdoku import api
    from satdoku.generating.examples import technique_example
    from satdoku.render.canvas import Canvas
    from satdoku.render.scene import step_scene
    from satdoku.render.style import STYLES as LOOKS
    from satdoku.render.svg import Drawing

    position = technique_example(name)
    (step,) = api.steps(position, name, limit=1).steps
    scene = step_scene(position, step)
    look = LOOKS[style]
    canvas = Canvas(scene, look, f"n-{name}-")
    roles = {n: {role for _, role in cell.mark_roles} for n, cell in enumerate(scene.cells)}
    colours = {
        look.roles["pattern"]: [
            n for n, cell in enumerate(scene.cells) if cell.highlight == "pattern"
        ],
        look.roles["out"]: [n for n, some in roles.items() if "out" in some],
        look.roles["put"]: [n for n, some in roles.items() if "put" in some],
    }
    washed = "".join(
        f'<path d="{canvas.outline(cells, 0)}" fill="{colour}"/>'
        for colour, cells in colours.items()
        if cells
    )
    drawing = Drawing(canvas, labels=False)
    return drawing.clues(
        ground=washed + "".join((*canvas.grid(), *drawing.houses(), *drawing.links()))
    )
