"""A step on its board: signs without colour, colours by role, what goes struck through."""

from __future__ import annotations

import re
from textwrap import dedent

from satdoku.board import Geometry
from satdoku.explaining.phrases import phrases
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.render import make_scene, pattern_marks, render_scene, render_step
from satdoku.techniques.step import CellSet, Chain, Node, StepView

FOUR = Geometry.of_size(4)
POSITION = start(Puzzle.empty(FOUR).with_givens({0: 1, 5: 2}))
PAIR = StepView(
    "naked-pair",
    eliminations=((2, 3), (3, 4)),
    digits=(3, 4),
    cells=(1, 4),
    candidates=(("defining", ((1, 3), (1, 4))), ("extra", ((4, 3),)), ("placed", ((0, 1),))),
)


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def test_signs_without_colour() -> None:
    assert render_step(POSITION, PAIR, ascii=True) == picture("""
        +----------+------------+
        | 1*   34* | 2-34  23-4 |
        | 34*  2   | 134   134  |
        +----------+------------+
        | 234  134 | 1234  1234 |
        | 234  134 | 1234  1234 |
        +----------+------------+
        * the pattern   -n crossed out
    """)


def test_a_pattern_alone() -> None:
    shown = render_step(POSITION, PAIR, conclusions=False)
    assert "-" not in shown
    assert shown.endswith("┛\n* the pattern")


def test_colours_by_role() -> None:
    shown = render_step(POSITION, PAIR, color=True)
    assert "\x1b[1;32;100m34\x1b[0m" in shown  # defining, on the pattern's background
    assert "\x1b[1;33;100m3\x1b[0m\x1b[100m4\x1b[0m" in shown  # extra beside a bystander
    assert "2\x1b[1;9;31m-3\x1b[0m4" in shown  # struck through
    assert "\x1b[1;32;100m1\x1b[0m" in shown  # a digit that the argument leans on
    assert shown.splitlines()[-1] == (
        "\x1b[1;32mthe pattern\x1b[0m  \x1b[1;33mextra candidate\x1b[0m  "
        "\x1b[1;32malready written\x1b[0m  \x1b[1;9;31mcrossed out\x1b[0m"
    )


def test_a_coloured_board_keeps_its_columns() -> None:
    coloured = render_step(POSITION, PAIR, color=True).splitlines()[:-1]
    plain = render_scene(make_scene(POSITION), candidates="lines").splitlines()
    assert len({len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in coloured}) == 1
    assert len(coloured) == len(plain)


def test_roles() -> None:
    chain = Chain((Node(1, 3, True), Node(2, 3, False, (0,), "cell")))
    step = StepView(
        "als-xz",
        placements=((3, 4),),
        eliminations=((2, 4),),
        chains=(chain,),
        sets=(CellSet("A", (8,), (2, 3)), CellSet("B", (9,), (1, 3))),
        candidates=(("defining", ((1, 3), (6, 1))), ("common", ((8, 3),))),
    )
    assert pattern_marks(step, POSITION) == {
        (8, 2): "set-a",
        (8, 3): "common",
        (9, 1): "set-b",
        (9, 3): "set-b",
        (1, 3): "true",
        (2, 3): "false",
        (6, 1): "defining",
        (2, 4): "out",
        (3, 4): "put",
    }
    assert not {"out", "put"} & set(pattern_marks(step, POSITION, conclusions=False).values())


def test_wide_digits_keep_their_commas() -> None:
    board = Geometry.of_size(16)
    open_cells = (frozenset({9, 10, 16}), *[frozenset[int]()] * 255)
    position = Position(Puzzle.empty(board), (None, *[1] * 255), open_cells)
    step = StepView("x", eliminations=((0, 10),), cells=(0,))
    assert "┃ 9,-10,16*" in render_step(position, step)


def test_a_legend_in_other_words() -> None:
    words = phrases("ja").legend
    line = f"* {words['pattern']}   -n {words['out']}"
    assert render_step(POSITION, PAIR, lang="ja").endswith(line)
