"""Pictures as they are expected to be: sizes, styles, digits from 0, texts as outlines.

``python -m tests.render.test_expected`` writes them anew; look at them before they are kept. The
pictures of the rules and of the techniques are compared in tests/constraints and tests/techniques.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.formats.boards import board_of_words
from satdoku.puzzle import Position, Puzzle
from satdoku.render import make_scene, step_scene, svg
from satdoku.render.words import rule_words, text_width, wrapped
from satdoku.techniques.catalogue import technique

EXPECTED = Path(__file__).parent / "expected"


def _jigsaw() -> str:
    board = Geometry.jigsaw([0, 0, 1, 1, 0, 2, 2, 1, 0, 2, 2, 1, 3, 3, 3, 3])
    return svg(make_scene(Position.of(Puzzle.empty(board).with_givens({0: 1, 7: 2}))), "dark")


def _rules() -> str:
    board = Geometry.boxes(6, 2, 3)
    rules = parse_rules(
        "whisper:r1c1+r2c2+r3c1:2,renban:r1c4+r1c5+r2c5,high:r6c1,low:r6c2,killer-cage:7:r4c4+r4c5,"
        "killer-cage:9:r4c5+r5c5,sandwich:left:1:9,x-sum:left:1:7,anti-knight,less-than:r5c1+r5c2",
        board,
    )
    return svg(make_scene(Puzzle.empty(board, rules)), "print", title="<&>", words="all")


def _zero_based() -> str:
    board = board_of_words("size=4 digits=0-3 box=2x2")
    puzzle = Puzzle.empty(board).with_givens({0: 0, 5: 3})
    return svg(make_scene(Position.of(puzzle)), labels=False, size=300, ids="z-")


def _outlines() -> str:
    board = Geometry.of_size(4)
    position = Position.of(Puzzle.empty(board).with_givens({0: 1, 1: 2, 2: 3, 7: 1}))
    step = technique("naked-single").first(position)
    assert step is not None
    return svg(step_scene(position, step), text="paths", ids="o-")


PICTURES = {"jigsaw": _jigsaw, "rules": _rules, "zero-based": _zero_based, "outlines": _outlines}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_expected(name: str) -> None:
    assert PICTURES[name]() == (EXPECTED / f"{name}.svg").read_text("utf-8")


def test_overlapping_boards() -> None:
    text = svg(make_scene(Puzzle.empty(board_of_words("samurai"))))
    assert text.count('class="cell empty"') == 369
    assert 'class="walls"' in text


def test_what_is_not_drawn_is_written() -> None:
    board = Geometry.classic()
    rules = parse_rules("anti-knight,taxicab:3,killer-cage:10:r1c1+r1c2", board)
    scene = make_scene(Puzzle.empty(board, rules))
    text = svg(scene)
    assert "Anti-knight: Cells a knight&" not in text  # an apostrophe needs no escape
    assert "Anti-knight: Cells a knight's move apart" in text
    assert "– taxicab of 3" in text
    assert "Killer cage" not in text
    assert "Killer cage" in svg(scene, words="all")
    assert "Anti-knight" not in svg(scene, words="none")
    assert rule_words(make_scene(Puzzle.empty(board)), "all") == ()


@pytest.mark.parametrize(
    "text", ["a few words of a sentence, " * 9, "日本語の長い文。" * 12, "x" * 90]
)
def test_lines_fit_and_lose_nothing(text: str) -> None:
    lines = wrapped(text, 10, 120)
    assert all(text_width(line, 10) <= 130 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


if __name__ == "__main__":
    for name, make in PICTURES.items():
        (EXPECTED / f"{name}.svg").write_text(make(), encoding="utf-8")
