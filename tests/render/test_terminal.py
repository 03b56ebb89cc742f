import re
import subprocess
import sys
import unicodedata
from textwrap import dedent

import pytest

from satdoku.board import Geometry, Grid, Shape
from satdoku.constraints import (
    AntiKnight,
    BothDiagonals,
    ExtraRegion,
    KillerCage,
    Odd,
    Windoku,
    parse_rules,
)
from satdoku.puzzle import Position, Puzzle
from satdoku.render import Scene, SceneRule, make_scene, render_candidates, render_grid
from satdoku.render.terminal import _LINES, render_scene
from tests.shared import thinned

FOUR = Geometry.of_size(4)
SOLVED = Grid(FOUR, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
JIGSAW = Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4])
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"


def _picture(text: str) -> str:
    return dedent(text).strip("\n")


def _four(*rules: str) -> Puzzle:
    parsed = [rule for words in rules for rule in parse_rules(words, FOUR)]
    return Puzzle.empty(FOUR, parsed).with_givens({0: 1, 15: 1})


def test_a_small_board() -> None:
    assert render_grid(_four()) == _picture("""
        ┏━━━┯━━━┳━━━┯━━━┓
        ┃ 1 │   ┃   │   ┃
        ┠───┼───╂───┼───┨
        ┃   │   ┃   │   ┃
        ┣━━━┿━━━╋━━━┿━━━┫
        ┃   │   ┃   │   ┃
        ┠───┼───╂───┼───┨
        ┃   │   ┃   │ 1 ┃
        ┗━━━┷━━━┻━━━┷━━━┛
    """)


def test_a_classic_board_in_ascii() -> None:
    board = Geometry.classic()
    puzzle = Puzzle(board, tuple(int(c) or None for c in EULER))
    assert render_grid(puzzle, ascii=True) == _picture("""
        +-------+-------+-------+
        | . . 3 | . 2 . | 6 . . |
        | 9 . . | 3 . 5 | . . 1 |
        | . . 1 | 8 . 6 | 4 . . |
        +-------+-------+-------+
        | . . 8 | 1 . 2 | 9 . . |
        | 7 . . | . . . | . . 8 |
        | . . 6 | 7 . 8 | 2 . . |
        +-------+-------+-------+
        | . . 2 | 6 . 9 | 5 . . |
        | 8 . . | 2 . 3 | . . 9 |
        | . . 5 | . 1 . | 3 . . |
        +-------+-------+-------+
    """)


def test_a_jigsaw_runs_along_its_real_borders() -> None:
    puzzle = Puzzle.empty(JIGSAW).with_givens({0: 1, 15: 3})
    assert render_grid(puzzle) == _picture("""
        ┏━━━┯━━━┯━━━┳━━━┓
        ┃ 1 │   │   ┃   ┃
        ┠───╆━━━╈━━━╃───┨
        ┃   ┃   ┃   │   ┃
        ┣━━━╃───╂───╆━━━┫
        ┃   │   ┃   ┃   ┃
        ┠───╆━━━╇━━━╃───┨
        ┃   ┃   │   │ 3 ┃
        ┗━━━┻━━━┷━━━┷━━━┛
    """)
    assert render_grid(puzzle, ascii=True) == _picture("""
        +-----------+---+
        | 1   .   . | . |
        |   +---+---+   |
        | . | . | .   . |
        +---+   |   +---+
        | .   . | . | . |
        |   +---+---+   |
        | . | .   .   3 |
        +---+-----------+
    """)


def test_no_boxes() -> None:
    assert render_grid(Grid(Geometry.latin(2), (1, 2, 2, None))) == _picture("""
        ┏━━━┯━━━┓
        ┃ 1 │ 2 ┃
        ┠───┼───┨
        ┃ 2 │   ┃
        ┗━━━┷━━━┛
    """)
    assert render_grid(Grid(Geometry.latin(1), (1,)), ascii=True) == "+---+\n| 1 |\n+---+"


def test_large_boards_align_their_columns() -> None:
    board = Geometry.of_size(16)
    grid = Grid(
        board, tuple((r % 4 * 4 + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    )
    lines = render_grid(grid).split("\n")
    assert lines[0] == "┏━━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━━━━━━┓"
    assert lines[1] == "┃  1  2  3  4 ┃  5  6  7  8 ┃  9 10 11 12 ┃ 13 14 15 16 ┃"
    assert lines[5] == "┣━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━┫"
    assert len(lines) == 21


@pytest.mark.parametrize("size", thinned([*range(1, 26), 36, 64, 100], 9))
@pytest.mark.parametrize("ascii", [False, True])
def test_every_size_is_a_rectangle(size: int, ascii: bool) -> None:
    board = Geometry.of_size(size)
    puzzle = Puzzle.empty(board).with_givens({size - 1: size})
    for text in (
        render_grid(puzzle, ascii=ascii),
        render_candidates(Position.of(puzzle), ascii=ascii) if size < 30 else "-",
        render_candidates(puzzle, style="marks", ascii=ascii) if size < 30 else "-",
    ):
        assert len({len(line) for line in text.split("\n")}) == 1
        assert text.isascii() == ascii or text == "-"
        assert "\x1b" not in text


def test_cages_are_open_rooms_with_their_sum_on_the_wall() -> None:
    puzzle = _four("killer-cage:8:r1c1+r2c1+r3c1", "killer-cage:r2c2+r2c3", "killer-cage:4:r3c4")
    assert render_grid(puzzle) == _picture("""
        ┏8━━┯━━━┳━━━┯━━━┓
        ┃ 1 │   ┃   │   ┃
        ┃   ├───╂───┼───┨
        ┃   │   ╏   │   ┃
        ┣╍╍╍┿━━━╋━━━┿4━━┫
        ┃   │   ┃   │   ┃
        ┠───┼───╂───┼───┨
        ┃   │   ┃   │ 1 ┃
        ┗━━━┷━━━┻━━━┷━━━┛
        Killer cage: No digit repeats in a cage, and its digits add up to its number. A dashed border runs inside a cage.
    """)  # noqa: E501


@pytest.mark.parametrize(
    "cages",
    [
        [KillerCage((0, 1), 5), KillerCage((1, 2), 5)],  # they overlap
        [KillerCage((0, 5), 5)],  # it does not hang together
        [KillerCage((0, 1), 5000)],  # its sum is wider than a cell
        [KillerCage((3, 4), 5)],  # neighbours in number, not on the board
    ],
)
def test_cages_that_cannot_be_drawn_are_listed(cages: list[KillerCage]) -> None:
    puzzle = Puzzle.empty(FOUR, cages)
    text = render_grid(puzzle)
    assert text.startswith(render_grid(Puzzle.empty(FOUR)))
    for cage in cages:
        assert f"\n  {cage.describe(FOUR)}" in text
    assert "dashed" not in text


def test_cages_in_ascii() -> None:
    puzzle = _four("killer-cage:8:r1c1+r2c1+r3c1", "killer-cage:r2c2+r2c3", "killer-cage:4:r3c4")
    assert render_grid(puzzle, ascii=True) == _picture("""
        +8==+===+===+===+
        # 1 |   #   |   #
        #   +---+---+---+
        #   |   :   |   #
        +...+===+===+4==+
        #   |   #   |   #
        +---+---+---+---+
        #   |   #   | 1 #
        +===+===+===+===+
        Killer cage: No digit repeats in a cage, and its digits add up to its number. A dashed border runs inside a cage.
    """)  # noqa: E501


def test_cages_without_room_for_lines_are_listed() -> None:
    assert render_grid(_four("killer-cage:3:r1c1+r1c2"), width=16, ascii=True) == _picture("""
        +-----+-----+
        | 1 . | . . |
        | . . | . . |
        +-----+-----+
        | . . | . . |
        | . . | . 1 |
        +-----+-----+
        Killer cage: No digit repeats in a cage, and its digits add up to its number.
          killer cage of 3 in r1c1 and r1c2
    """)


def test_a_wide_terminal_has_room_for_lines() -> None:
    puzzle = Puzzle.empty(Geometry.of_size(16)).with_givens({0: 16})
    assert render_grid(puzzle, width=80).startswith("┏━━━━━━━━━")
    wide = "┏" + "┳".join(["┯".join(["━━━━"] * 4)] * 4) + "┓"
    assert render_grid(puzzle, width=81).split("\n")[0] == wide


def test_signs_for_parity_areas_and_diagonals() -> None:
    puzzle = _four("diagonal", "windoku", "odd:r1c2+r4c4", "even:r1c3")
    assert render_grid(puzzle) == _picture("""
        ┏━━━┯━━━┳━━━┯━━━┓
        ┃╲1╲│( )┃[ ]│╱ ╱┃
        ┠───┼───╂───┼───┨
        ┃   │╲ ╲┃╱ ╱│   ┃
        ┣━━━┿━━━╋━━━┿━━━┫
        ┃   │╱ ╱┃╲ ╲│   ┃
        ┠───┼───╂───┼───┨
        ┃╱ ╱│   ┃   │(1)┃
        ┗━━━┷━━━┻━━━┷━━━┛
        Diagonals: No digit repeats on either long diagonal.
        Windoku: No digit repeats in a window, a square of the size of a box set in by one cell.
        Odd: A cell with a circle holds an odd digit.
        Even: A cell with a square holds an even digit.
    """)
    assert render_grid(_four("windoku", "odd:r4c4"), ascii=True) == _picture("""
        +------+------+
        | 1  . | .  . |
        | . :.:|:.: . |
        +------+------+
        | . :.:|:.: . |
        | .  . | . (1)|
        +------+------+
        Windoku: No digit repeats in a window, a square of the size of a box set in by one cell.
        Odd: A cell with a circle holds an odd digit.
    """)


def test_crossing_diagonals() -> None:
    board = Geometry.latin(3)
    assert render_grid(Puzzle.empty(board, [BothDiagonals()]), ascii=True).split("\n")[1:4] == [
        "|\\.\\ . /./|",
        "| . X.X . |",
        "|/./ . \\.\\|",
    ]


def test_lines_in_other_directions_follow_their_strokes() -> None:
    rule = SceneRule("line", "Line", "A line.", "line", True, (Shape("line", (0, 1, 5, 15)),))
    scene = Scene(FOUR, make_scene(Puzzle.empty(FOUR)).cells, frozenset(), (rule,))
    rows = render_scene(scene).split("\n")
    assert rows[1] == "┃─ ─││ ││   │   ┃"
    assert rows[3] == "┃   │· ·│   │   ┃"
    assert rows[-1] == "  line"


def test_areas_that_look_alike_are_told_apart_in_words() -> None:
    one = _four("extra-region:r1c2+r2c3")
    assert render_grid(one).endswith("Extra region: No digit repeats in the marked cells.")
    two = _four("extra-region:r1c2+r2c3", "extra-region:r3c1+r4c2")
    assert render_grid(two).endswith(
        "\n  extra region in r1c2 and r2c3\n  extra region in r3c1 and r4c2"
    )
    covered = _four("extra-region:r1c2+r2c3", "odd:r1c2")
    assert "\n  extra region in r1c2 and r2c3\n" in render_grid(covered)


def test_rules_without_a_shape_are_told_in_words() -> None:
    assert render_grid(_four("anti-knight")).endswith(
        "\nAnti-knight: Cells a knight's move apart hold different digits."
    )


def test_candidates_in_lines() -> None:
    position = Position.of(_four()).place(1, 2).eliminate([(4, d) for d in (3, 4)])
    assert render_candidates(position, ascii=True) == _picture("""
        +----------+-----------+
        | 1    2   | 34    34  |
        | !    34  | 1234  234 |
        +----------+-----------+
        | 234  134 | 234   234 |
        | 234  34  | 234   1   |
        +----------+-----------+
    """)


def test_candidates_in_lines_of_large_boards_are_parted_by_commas() -> None:
    board = Geometry.of_size(16)
    text = render_candidates(Puzzle.empty(board))
    assert "┃ 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16  1,2,3," in text


def test_candidates_as_marks() -> None:
    position = Position.of(_four()).place(1, 2).eliminate([(4, d) for d in (3, 4)])
    assert render_candidates(position, style="marks") == _picture("""
        ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
        ┃ [1] │ [2] ┃     │     ┃
        ┃     │     ┃ 3 4 │ 3 4 ┃
        ┠─────┼─────╂─────┼─────┨
        ┃  !  │     ┃ 1 2 │   2 ┃
        ┃     │ 3 4 ┃ 3 4 │ 3 4 ┃
        ┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
        ┃   2 │ 1   ┃   2 │   2 ┃
        ┃ 3 4 │ 3 4 ┃ 3 4 │ 3 4 ┃
        ┠─────┼─────╂─────┼─────┨
        ┃   2 │     ┃   2 │ [1] ┃
        ┃ 3 4 │ 3 4 ┃ 3 4 │     ┃
        ┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
    """)
    assert render_candidates(position, style="marks", ascii=True) == _picture("""
        +=====+=====+=====+=====+
        # [1] | [2] #     |     #
        #     |     # 3 4 | 3 4 #
        +-----+-----+-----+-----+
        #  !  |     # 1 2 |   2 #
        #     | 3 4 # 3 4 | 3 4 #
        +=====+=====+=====+=====+
        #   2 | 1   #   2 |   2 #
        # 3 4 | 3 4 # 3 4 | 3 4 #
        +-----+-----+-----+-----+
        #   2 |     #   2 | [1] #
        # 3 4 | 3 4 # 3 4 |     #
        +=====+=====+=====+=====+
    """)


def test_a_lone_candidate_in_the_middle_is_not_a_digit() -> None:
    text = render_candidates([{5}] + [range(1, 10)] * 80, style="marks")
    assert text.split("\n")[2].startswith("┃   5   │ 4 5 6 │")
    assert "[" not in text


@pytest.mark.parametrize(
    ("board", "shape"),
    [
        (Geometry.classic(), (3, 3)),
        (Geometry.boxes(6, 2, 3), (2, 3)),
        (Geometry.boxes(6, 3, 2), (3, 2)),
        (Geometry.boxes(12, 3, 4), (3, 4)),
        (Geometry.boxes(9, 1, 9), (3, 3)),
        (Geometry.boxes(9, 9, 1), (3, 3)),
        (Geometry.latin(7), (3, 3)),
        (Geometry.latin(5), (2, 3)),
        (Geometry.latin(2), (1, 2)),
    ],
)
def test_marks_have_the_shape_of_a_box_where_that_looks_well(
    board: Geometry, shape: tuple[int, int]
) -> None:
    lines = render_candidates(Puzzle.empty(board), style="marks").split("\n")
    height, width = shape
    assert len(lines) == board.rows * (height + 1) + 1
    assert len(re.split("[│┃]", lines[1])[1].split()) == width


def test_bare_candidates() -> None:
    text = render_candidates([{1}, {2}, {2}, {1, 2}], geometry=Geometry.latin(2), ascii=True)
    assert text.split("\n")[1:3] == ["| 1  2  |", "| 2  12 |"]
    assert render_candidates([{1}] * 16).count("1") == 16
    with pytest.raises(ValueError, match="candidates of 15 cells do not make a square board"):
        render_candidates([{1}] * 15)
    with pytest.raises(ValueError, match="a board of 16 cells was given candidates for 9"):
        render_candidates([{1}] * 9, geometry=FOUR)


def test_a_candidate_off_the_board_is_shown_all_the_same() -> None:
    assert " 12 " in render_candidates([{1, 12}] + [{1}] * 15, style="marks")


def test_solutions_fill_the_board() -> None:
    text = render_grid(_four(), solution=SOLVED, ascii=True)
    assert text.split("\n")[1] == "| 1 2 | 3 4 |"
    wrong = Grid(FOUR, (2, *SOLVED.values[1:]))
    with pytest.raises(ValueError, match="the solution has 2 in r1c1, not 1"):
        render_grid(_four(), solution=wrong)
    with pytest.raises(ValueError, match="the solution is of another board: 4x4 without boxes"):
        render_grid(_four(), solution=Grid(Geometry.latin(4), SOLVED.values))


def test_roles() -> None:
    roles = [cell.role for cell in make_scene(_four(), solution=SOLVED).cells]
    assert roles == ["given", *["placed"] * 14, "given"]
    assert {cell.role for cell in make_scene(SOLVED).cells} == {"placed"}
    part = Grid(FOUR, (1, *[None] * 15))
    roles = [cell.role for cell in make_scene(part, solution=SOLVED).cells]
    assert roles == ["given", *["placed"] * 15]
    placed = Position.of(_four()).place(1, 2)
    assert [cell.role for cell in make_scene(placed).cells][:3] == ["given", "placed", "empty"]


@pytest.mark.parametrize(
    "puzzle",
    [
        _four(),
        _four("diagonal,odd:r1c2,windoku"),
        _four("killer-cage:8:r1c1+r2c1+r3c1"),
        Puzzle.empty(Geometry.of_size(16), [AntiKnight(), Windoku(), Odd((3,))]),
        Puzzle.empty(JIGSAW, [ExtraRegion((0, 3))]),
    ],
)
def test_colour_adds_styles_and_nothing_else(puzzle: Puzzle) -> None:
    for ascii in (False, True):
        for plain, styled in (
            (
                render_grid(puzzle, ascii=ascii),
                render_grid(puzzle, ascii=ascii, color=True),
            ),
            (
                render_candidates(puzzle, style="marks", ascii=ascii),
                render_candidates(puzzle, style="marks", ascii=ascii, color=True),
            ),
        ):
            assert re.sub(r"\x1b\[[0-9;]*m", "", styled) == plain
            assert styled != plain or not any(puzzle.givens)


def test_the_colours() -> None:
    text = render_grid(_four("windoku"), solution=SOLVED, color=True, highlights={2: "fault"})
    assert "\x1b[1m1\x1b[0m" in text  # a given is bold
    assert "\x1b[36m2\x1b[0m" in text  # a digit found is cyan
    assert "\x1b[1;31m3\x1b[0m" in text  # a fault is red
    empty = render_grid(_four("windoku"), color=True)
    assert "\x1b[100m \x1b[0m" in empty  # an empty cell of an area is tinted too


def test_rich_is_loaded_for_colour_only() -> None:
    code = (
        "import sys; from satdoku.render import render_grid; "
        "from satdoku.board import Geometry; from satdoku.puzzle import Puzzle; "
        "p = Puzzle.empty(Geometry.classic()).with_givens({0: 1}); "
        "render_grid(p); before = 'rich' in sys.modules; "
        "render_grid(p, color=True); print(before, 'rich.style' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


def test_the_table_of_lines_is_that_of_unicode() -> None:
    weights = {"LIGHT": 1, "HEAVY": 2}
    arms: dict[str, tuple[int, ...]] = {"UP": (27,), "RIGHT": (9,), "DOWN": (3,), "LEFT": (1,)}
    arms |= {"VERTICAL": (27, 3), "HORIZONTAL": (9, 1)}
    assert len(_LINES) == 81
    for index, glyph in enumerate(_LINES):
        expected = 0
        weight = 0
        name = "" if glyph == " " else unicodedata.name(glyph).removeprefix("BOX DRAWINGS ")
        for clause in name.split(" AND "):
            words = clause.split()
            weight = next((weights[word] for word in words if word in weights), weight)
            expected += weight * sum(sum(arms.get(word, ())) for word in words)
        assert expected == index
