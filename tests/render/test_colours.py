"""Colours of links on dark paper: digits on them, and their texts, can be read."""

from __future__ import annotations

import random
import re

import pytest

from satdoku.board import Geometry
from satdoku.puzzle import Cosmetic, Puzzle
from satdoku.render import STYLES, make_scene, svg
from satdoku.render.colours import contrast, rgba
from satdoku.render.png import png
from tests.render.test_pictures import pixels

CLASSIC = Geometry.classic()
DARK = STYLES["dark"]


def light(red: int, green: int, blue: int) -> float:
    """The relative luminance of WCAG 2.2."""
    parts = [part / 255 for part in (red, green, blue)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    dark, bright = sorted((light(*one), light(*other)))
    return (bright + 0.05) / (dark + 0.05)


def some_colour(chance: random.Random) -> str:
    red, green, blue = (chance.randrange(256) for _ in range(3))
    return chance.choice(
        (
            f"#{red:02x}{green:02x}{blue:02x}",
            f"#{red // 16:x}{green // 16:x}{blue // 16:x}",
            f"#{red:02x}{green:02x}{blue:02x}{chance.randrange(1, 256):02x}",
            f"rgb({red}, {green}, {blue})",
            f"rgba({red},{green},{blue},0.{chance.randrange(1, 10)})",
            f"hsl({red}, {green * 100 // 255}%, {blue * 100 // 255}%)",
            chance.choice(("white", "yellow", "pink", "lightgreen", "orange", "cyan", "black")),
        )
    )


def test_digits_on_any_colours_of_a_link_can_be_read_in_the_dark() -> None:
    """Held against the pixels of the picture: fills that cover a cell, one over another, below and
    above the grid, discs and broad lines."""
    pytest.importorskip("resvg_py")
    chance = random.Random(4)
    drawn = []
    for row in range(9):
        for column in range(9):
            at = (row + 0.5, column + 0.5)
            size = chance.choice(((1.0, 1.0), (0.8, 0.8)))
            for _ in range(chance.choice((1, 2))):
                fill, over = some_colour(chance), chance.random() < 0.3
                drawn.append(
                    Cosmetic("mark", (at,), over, fill=fill, size=size, rounded=size[0] < 1)
                )
            if chance.random() < 0.2:
                ends = (at, (at[0], at[1] + 0.1))
                drawn.append(Cosmetic("line", ends, stroke=some_colour(chance), width=0.6))
    scene = make_scene(Puzzle.empty(CLASSIC), drawings=drawn)
    width, height, rows = pixels(png(svg(scene, "dark", labels=False), width=200))
    assert width == height
    inks = [tuple(round(255 * part) for part in (rgba(ink) or ())[:3]) for ink in _inks()]
    seen = set()
    for row in range(9):
        for column in range(9):
            x, y = (
                int((12 + 64 * (place + 0.5)) * width / (24 + 9 * 64)) for place in (column, row)
            )
            ground = tuple(rows[y][4 * x : 4 * x + 3])
            seen.add(ground)
            assert min(apart(ink, ground) for ink in inks) >= 4.45, (row, column, ground)
    assert len(seen) > 50  # they are told apart


def _inks() -> tuple[str, ...]:
    return DARK.ink, DARK.placed, DARK.mark


@pytest.mark.parametrize("ink", ["", "#000000", "#222222", "#0000ff", "rgb(120,0,0)", "#ffffff"])
@pytest.mark.parametrize("ground", ["", "#ffffae", "#9fffb0", "#000000"])
def test_texts_of_a_link_can_be_read_in_the_dark(ink: str, ground: str) -> None:
    """Also where the colour lies in another drawing."""
    spot = (0.5, 0.5)
    drawn = [Cosmetic("mark", (spot,), fill=ground, size=(1.0, 1.0))] if ground else []
    drawn.append(Cosmetic("mark", ((0.8, 0.8),), text="AB", ink=ink, font=0.3))
    picture = svg(make_scene(Puzzle.empty(CLASSIC), drawings=drawn), "dark", labels=False)
    fills = re.findall(r'<rect class="drawing"[^>]* fill="(.*?)"', picture) or [DARK.paper]
    [text] = re.findall(r'<text [^>]* fill="(.*?)"[^>]*>AB<', picture)
    one, other = rgba(text), rgba(fills[0])
    assert one is not None
    assert other is not None
    assert contrast(one, other) >= 4.45


def test_a_mark_between_cells_keeps_the_colours_of_its_setter() -> None:
    """And every colour is as it was chosen in the other styles."""
    dot = Cosmetic("mark", ((0.5, 1.0),), fill="#ffffff", size=(0.3, 0.3), text="V", ink="#222222")
    cell = Cosmetic("mark", ((0.5, 0.5),), fill="#ffffae", size=(1.0, 1.0))
    scene = make_scene(Puzzle.empty(CLASSIC), drawings=[dot, cell])
    dark = svg(scene, "dark")
    assert 'fill="#ffffff"' in dark
    assert 'fill="#222222"' in dark
    assert "#ffffae" not in dark
    for style in ("light", "print"):
        assert 'fill="#ffffae"' in svg(scene, style)


@pytest.mark.parametrize(
    ("colour", "parts"),
    [
        ("#fff", (1, 1, 1, 1)),
        ("#ff000080", (1, 0, 0, 128 / 255)),
        ("rgb(255, 0, 51)", (1, 0, 0.2, 1)),
        ("rgba(100%,0%,0%,0.5)", (1, 0, 0, 0.5)),
        ("hsl(120, 100%, 50%)", (0, 1, 0, 1)),
        ("hsl(240deg 100% 50% / 25%)", (0, 0, 1, 0.25)),
        ("#00f8", (0, 0, 1, 136 / 255)),
        ("papayawhip", None),
    ],
)
def test_the_parts_of_a_colour(colour: str, parts: tuple[float, ...] | None) -> None:
    assert rgba(colour) == (None if parts is None else pytest.approx(parts))


def test_digits_on_the_lines_and_tints_of_rules_can_be_read_in_the_dark() -> None:
    """Digits are large: 3 is enough (WCAG 2.2, 1.4.3). Ink, paper and thin lines are no ground."""
    grounds = {word: rgba(DARK.colour(word)) for word in DARK.palette}
    for word in grounds.keys() - {"black", "white", "dark"}:
        for ink in map(rgba, _inks()[:2]):
            ground = grounds[word]
            assert ground is not None
            assert ink is not None
            assert contrast(ground, ink) >= 3, word
    assert len(set(grounds.values())) == len(grounds)
