"""A player's board against trial on 4x4, and what each format says of givens."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from satdoku import parse
from satdoku.base.errors import FormatError, InvalidPuzzle
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.diagnosing.board import BoardCheck, PlayerBoard, check_board
from satdoku.explaining.findings import findings
from satdoku.formats import ReadOptions
from satdoku.formats import parse as parse_document
from satdoku.puzzle import Puzzle
from tests.shared import thinned

from .test_ambiguity import BOARD, GRIDS, WIKIPEDIA, solutions_of

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
Values = tuple[int | None, ...]


def board_sentences(check: BoardCheck, *, reveal: bool = False) -> list[str]:
    return findings(check.board.puzzle.geometry).board(check, reveal=reveal)


def holding(grids: Iterable[tuple[int, ...]], wanted: dict[int, set[int]]) -> bool:
    """Whether some grid has in each cell one of the digits wanted there."""
    return any(all(grid[c] in digits for c, digits in wanted.items()) for grid in grids)


def judge(check: BoardCheck) -> None:
    """Hold every word of an answer about a 4x4 against all its grids."""
    board = check.board
    solutions = solutions_of(board.puzzle)
    if not solutions:
        assert check.verdict == "unsolvable"
        return
    values = board.values
    placed = {c: {d} for c, d in enumerate(values) if d is not None}
    own = {c: digits for c, digits in placed.items() if board.puzzle.givens[c] is None}
    wrong = {c for c, digits in own.items() if not holding(solutions, {c: digits})}
    assert {w.cell for w in check.wrong} == wrong
    for w in check.wrong:
        assert w.digit == values[w.cell]
        assert set(w.seen) == {p for p in BOARD.peers[w.cell] if values[p] == w.digit}
    for clash in check.clashes:
        assert set(clash) <= set(own) - wrong
        assert not holding(solutions, {c: own[c] for c in clash})
        for spared in clash:
            assert holding(solutions, {c: own[c] for c in clash if c != spared})
    faulty = wrong.union(*check.clashes)
    sound = {c: digits for c, digits in placed.items() if c not in faulty}
    assert holding(solutions, sound)
    blamed = {
        c: {d for p in BOARD.peers[c] if p in faulty and (d := values[p]) is not None}
        for c in range(16)
    }
    marks = {c: set(here) for c, here in enumerate(board.marks) if here is not None}
    wide = {c: here | blamed[c] for c, here in marks.items()}
    lost = {c for c in marks if not holding(solutions, {**sound, c: wide[c]})}
    assert set(check.lost) == lost
    rest = {c: here for c, here in wide.items() if c not in lost}
    assert bool(check.lost_together) == (not holding(solutions, {**sound, **rest}))
    for spared in check.lost_together:
        others = {c: rest[c] for c in check.lost_together if c != spared}
        assert holding(solutions, {**sound, **others})
    stale = {
        (c, d)
        for c, here in marks.items()
        for d in here
        if any(sound.get(p) == {d} for p in BOARD.peers[c])
    }
    assert {(s.cell, s.digit) for s in check.stale} == stale
    right = len(solutions) == 1 and board.trusted
    assert dict(check.right) == ({c: solutions[0][c] for c in wrong | lost} if right else {})
    if wrong or check.clashes or lost or check.lost_together:
        assert check.verdict == "wrong"
    else:
        assert check.verdict == ("fine" if None in values else "solved")
        assert holding(solutions, {**placed, **marks})


def some_boards(count: int, *, givens: tuple[int, int], marks: bool) -> list[PlayerBoard]:
    """4x4 boards: a few givens, some digits of the player's, often wrong, and marks."""
    chance = random.Random(f"boards {givens} {marks}")
    boards = []
    for _ in range(count):
        grid = chance.choice(GRIDS)
        given = set(chance.sample(range(16), chance.randint(*givens)))
        puzzle = Puzzle(BOARD, tuple(d if c in given else None for c, d in enumerate(grid)))
        other = chance.choice(GRIDS)
        values: list[int | None] = list(puzzle.givens)
        for cell in range(16):
            if cell not in given and chance.random() < 0.3:
                values[cell] = other[cell] if chance.random() < 0.3 else grid[cell]
        noted = tuple(
            frozenset(d for d in BOARD.digits if chance.random() < (0.9 if d == grid[c] else 0.5))
            if marks and value is None
            else None
            for c, value in enumerate(values)
        )
        boards.append(PlayerBoard(puzzle, tuple(values), noted, bool(given)))
    return boards


@pytest.mark.parametrize("givens", thinned([(1, 3), (0, 0), (5, 8)], 3), ids=str)
@pytest.mark.parametrize("marks", [False, True], ids=["digits", "marks"])
def test_small_boards_against_trial(givens: tuple[int, int], marks: bool) -> None:
    verdicts, kinds = set(), set()
    for board in some_boards(60, givens=givens, marks=marks):
        check = check_board(board)
        judge(check)
        verdicts.add(check.verdict)
        kinds |= {name for name in ("wrong", "clashes", "lost") if getattr(check, name)}
    assert {"fine", "wrong"} <= verdicts
    assert kinds == ({"wrong"} if givens[0] else set()) | (
        {"clashes"} if givens[0] < 5 else kinds
    ) | ({"lost"} if marks else set())


def test_marks_that_fail_together() -> None:
    """In an empty 4x4 three cells of a row hold two digits between them."""
    pair = frozenset({1, 2})
    marks = (pair, pair, pair, *(frozenset(BOARD.digits),) * 13)
    check = check_board(PlayerBoard(Puzzle.empty(BOARD), (None,) * 16, marks, False))
    judge(check)
    assert check.lost == ()
    assert check.lost_together == (0, 1, 2)
    assert "The pencil marks of r1c1, r1c2 and r1c3 cannot all be right." in board_sentences(check)


def board_of(text: str, puzzle: str | None = None, format: str | None = None) -> PlayerBoard:
    document = parse_document(text, ReadOptions(format))
    return PlayerBoard.of(document, None if puzzle is None else parse(puzzle))


def changed(text: str, *cells: tuple[int, str]) -> str:
    symbols = list(text)
    for cell, symbol in cells:
        symbols[cell] = symbol
    return "".join(symbols)


def test_a_classic_board_with_its_puzzle() -> None:
    fine = changed(WIKIPEDIA, (2, "4"), (3, "6"))
    assert check_board(board_of(fine, WIKIPEDIA)).verdict == "fine"
    assert check_board(board_of(SOLVED, WIKIPEDIA)).verdict == "solved"
    check = check_board(board_of(changed(fine, (72, "1"), (11, "3")), WIKIPEDIA))
    assert check.verdict == "wrong"
    assert [(w.cell, w.digit, w.seen) for w in check.wrong] == [(11, 3, (1,)), (72, 1, ())]
    assert board_sentences(check) == ["r2c3=3 is wrong: r1c2 is 3.", "r9c1=1 is wrong."]
    assert board_sentences(check, reveal=True)[-1] == "Right would be r2c3=2 and r9c1=3."


def test_a_board_whose_givens_nobody_knows() -> None:
    fine = board_of(changed(WIKIPEDIA, (2, "4")))
    assert not fine.trusted
    assert board_sentences(check_board(fine)) == [
        "Nothing is wrong so far. The board can be completed."
    ]
    check = check_board(board_of(changed(WIKIPEDIA, (2, "3"))))
    assert check.clashes == ((1, 2),)
    sentences = board_sentences(check)
    assert sentences[0] == "The board cannot be completed as it is."
    assert "r1c2=3 and r1c3=3 cannot both be right." in sentences


def test_a_puzzle_with_several_solutions() -> None:
    several = WIKIPEDIA[:-2] + ".."
    check = check_board(board_of(changed(several, (6, "1"), (7, "9")), several))
    assert (check.verdict, check.solutions) == ("fine", "several")
    check = check_board(board_of(changed(several, (6, "1"), (42, "7")), several))
    assert check.wrong == ()
    assert check.clashes == ((6, 42),)
    assert check.right == {}


def test_a_puzzle_without_a_solution() -> None:
    board = PlayerBoard.of(parse_document("123....4........"))
    assert check_board(board).verdict == "wrong"
    puzzle = parse("123....4........")
    check = check_board(PlayerBoard.of(parse_document("123....4.....1.."), puzzle))
    assert check.verdict == "unsolvable"
    assert "diagnose" in board_sentences(check)[0]


def test_an_undecided_board() -> None:
    board = board_of(changed(WIKIPEDIA, (2, "4")), WIKIPEDIA)
    check = check_board(board, limit=Limit(seconds=0))
    assert check.verdict == "undecided"
    assert check.stopped == "seconds"
    assert "ran out" in board_sentences(check)[-1]
    check = check_board(board_of(WIKIPEDIA), limit=Limit(cancel=lambda: True))
    assert (check.verdict, check.stopped) == ("undecided", "cancelled")


def sdk(state: str, marks: str = "") -> str:
    rows = ["".join(text[i : i + 9]) for text in (WIKIPEDIA, state) for i in range(0, 81, 9)]
    return "\n".join(["[Puzzle]", *rows[:9], "[State]", *rows[9:], marks])


def test_formats_that_tell_givens_from_digits() -> None:
    state = changed(WIKIPEDIA, (2, "4"), (72, "1"))
    board = board_of(sdk(state))
    assert board.trusted
    assert board.own_cells == (2, 72)
    check = check_board(board)
    assert [w.cell for w in check.wrong] == [72]
    # The 1 drives the right digits out of what a program shows as open: that is not told twice.
    assert check.lost == ()
    marks = ["" for _ in range(81)]
    marks[3] = "26"
    marks[5] = "2"
    rows = "\n".join(",".join(marks[i : i + 9]) for i in range(0, 81, 9))
    check = check_board(board_of(sdk(state, f"[PencilMarks]\n{rows}")))
    assert check.lost == (5,)
    assert "r1c6 has lost its digit." in board_sentences(check)
    grid = "".join(
        symbol if symbol == "." else ("+" if WIKIPEDIA[c] == "." else "") + symbol
        for c, symbol in enumerate(state)
    )
    library = board_of(f":0000:x:{grid}:::::")
    assert library.trusted
    assert library.own_cells == (2, 72)
    data = (
        f'{{"satdoku": 1, "board": {{"size": 9, "box": [3, 3]}}, "givens": "{WIKIPEDIA}", '
        f'"position": {{"givens": "{WIKIPEDIA}", "values": "{state}", "candidates": {{'
        + ", ".join(
            f'"r{c // 9 + 1}c{c % 9 + 1}": [1, 2]'
            for c, symbol in enumerate(state)
            if symbol == "."
        )
        + "}}}"
    )
    noted = board_of(data)
    assert noted.trusted
    check = check_board(noted)
    assert [w.cell for w in check.wrong] == [72]
    assert all(SOLVED[cell] not in "12" for cell in check.lost)
    assert check.stale


def test_a_grid_of_candidates() -> None:
    state = changed(WIKIPEDIA, (2, "4"), (72, "1"))
    cells = [symbol if symbol != "." else "123456789" for symbol in state]
    text = "\n".join(" ".join(cells[i : i + 9]) for i in range(0, 81, 9))
    board = board_of(text, WIKIPEDIA, "candidates")
    # Lone candidates that others still note are not placed; where the puzzle gives them they are.
    assert board.values == parse(WIKIPEDIA).givens
    check = check_board(board)
    assert check.lost == (72,)
    assert check.stale
    assert not board_of(text, None, "candidates").trusted


def test_stale_marks_of_a_rule() -> None:
    from satdoku.constraints import parse_rules

    puzzle = Puzzle(BOARD, (1, *(None,) * 15), None, tuple(parse_rules("diagonal", BOARD)))
    marks = tuple(None if c == 0 else frozenset({1, 2, 3, 4}) for c in range(16))
    check = check_board(PlayerBoard(puzzle, puzzle.givens, marks, True))
    wording = findings(BOARD)
    sentences = {(s.cell, s.digit): wording.stale(s) for s in check.stale}
    assert (15, 1) in sentences
    assert "diagonal" in sentences[15, 1]
    assert check.verdict == "fine"


@pytest.mark.parametrize(
    ("board", "puzzle", "sentence"),
    [
        (changed(WIKIPEDIA, (0, "6")), WIKIPEDIA, "r1c1 is 6, where the puzzle gives 5"),
        (changed(WIKIPEDIA, (0, ".")), WIKIPEDIA, "r1c1 is open, where the puzzle gives 5"),
        ("." * 81, WIKIPEDIA, "and 27 more cells"),
        ("." * 16, WIKIPEDIA, "the board is 4x4 with 2x2 boxes, and the puzzle is 9x9"),
    ],
)
def test_boards_of_another_puzzle(board: str, puzzle: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        board_of(board, puzzle)


def test_faulty_puzzles_and_digits() -> None:
    with pytest.raises(InvalidPuzzle):
        check_board(
            PlayerBoard(parse("11.............."), (1, 1, *(None,) * 14), (None,) * 16, True)
        )
    with pytest.raises(InvalidPuzzle, match="the digits are 1 to 4"):
        PlayerBoard.of(parse_document("5..............."))


def test_other_boards() -> None:
    jigsaw = Puzzle.empty(Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4]))
    board = PlayerBoard.of(parse_document("12...1.........."), jigsaw)
    check = check_board(board)
    assert check.clashes == ()
    assert check.verdict in ("fine", "wrong")
    large = PlayerBoard.of(parse_document("A" + "." * 254 + "A", ReadOptions("line", letters="10")))
    assert check_board(large).verdict == "fine"


ANTI_KNIGHT = "001000000200000000003000000400000005005000600600000040007103000800000000009020000"


def judged(puzzle: str, words: str, board: str, *changes: tuple[int, str]) -> BoardCheck:
    """A player's board of a classic puzzle under more rules."""
    from satdoku.constraints import parse_rules

    nine = Geometry.classic()
    posed = Puzzle(nine, parse(puzzle).givens, None, tuple(parse_rules(words, nine)))
    values = parse(changed(board, *changes)).givens
    return check_board(PlayerBoard(posed, values, (None,) * 81, True))


@pytest.mark.parametrize(
    ("puzzle", "words", "change", "seen", "sentence"),
    [
        (ANTI_KNIGHT, "anti-knight", (78, "3"), 59, "Anti-knight: 3 is in r7c6 and r9c7"),
        (WIKIPEDIA, "killer-cage:13:r1c3+r6c4", (48, "4"), 2, "4 appears twice in the cage"),
        (WIKIPEDIA, "killer-cage:13:r1c3+r6c4", (48, "3"), None, "add up to 7"),
        (WIKIPEDIA, "white-dot:r2c2+r3c3", (10, "2"), None, "White dot in r2c2 and r3c3"),
        (WIKIPEDIA, "thermo:r1c3+r6c4", (48, "3"), None, "are 4 and 3"),
    ],
)
def test_a_wrong_digit_breaks_any_rule(
    puzzle: str, words: str, change: tuple[int, str], seen: int | None, sentence: str
) -> None:
    board = SOLVED if puzzle == WIKIPEDIA else puzzle
    check = judged(puzzle, words, board, change)
    (wrong,) = check.wrong
    assert (wrong.cell, str(wrong.digit)) == change
    assert seen is None or seen in wrong.seen
    assert all(check.board.values[cell] == wrong.digit for cell in wrong.seen)
    sentences = board_sentences(check)
    assert len(check.broken) >= 1
    assert any(sentence in line for line in sentences[1:]), sentences


def test_what_breaks_no_other_rule_names_none() -> None:
    assert judged(WIKIPEDIA, "thermo:r1c3+r6c4", SOLVED, (3, "1")).broken == ()
    assert judged(WIKIPEDIA, "thermo:r1c3+r6c4", SOLVED).broken == ()


def test_digits_that_clash_by_a_rule_are_named_together() -> None:
    """Without the givens either of two digits may be the wrong one."""
    from satdoku.constraints import parse_rules

    puzzle = Puzzle.empty(BOARD, tuple(parse_rules("diagonal", BOARD)))
    values = (1, *(None,) * 14, 1)
    check = check_board(PlayerBoard(puzzle, values, (None,) * 16, False))
    assert check.clashes == ((0, 15),)
    assert any("iagonal" in line for line in board_sentences(check))
