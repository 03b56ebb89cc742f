"""The core's answers against python-sat, known counts and the rules themselves."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared import some, thinned

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .conftest import satisfies_rules  # noqa: E402
from .referee import Referee, allowed, houses  # noqa: E402

REFEREE = Referee()
EMPTY = "." * 81
HARDEST = "8......1..3..1.9....5..7.....3..42......3..87.5.7....4..2...8..1...92..6...6...2."
"""A puzzle of ER 9.9 that a trial of a climb has made."""
GRID = core.random_grid(1)
SETS = ["easy", "clue17", "sudocue", "multiple", "top1465", "hardest_1905", "hardest_1106"]
VERDICT_OF_COUNT = {0: core.NONE, 1: core.UNIQUE, 2: core.MULTIPLE}


def clashes(text: str) -> bool:
    return any(
        len(digits) != len(set(digits))
        for digits in ([text[i] for i in house if text[i] != "."] for house in houses())
    )


def expected(text: str) -> int:
    return core.INVALID if clashes(text) else VERDICT_OF_COUNT[REFEREE.count(text)]


def symmetric_image(text: str, rng: random.Random) -> str:
    def lines() -> list[int]:
        return [3 * b + i for b in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]

    rows, columns = lines(), lines()
    digits = str.maketrans("123456789", "".join(rng.sample("123456789", 9)))
    image = "".join(text[9 * r + c] for r in rows for c in columns).translate(digits)
    if rng.random() < 0.5:
        image = "".join(image[9 * c + r] for r in range(9) for c in range(9))
    return image


def respects(solution: str, puzzle: str) -> bool:
    return satisfies_rules([int(c) for c in solution]) and all(
        p in ("." + s) for p, s in zip(puzzle, solution, strict=True)
    )


@pytest.mark.parametrize("name", thinned(SETS, 2))
def test_speed_sets_agree_with_sat(
    name: str, load_set: Callable[[str], list[str]], level: str
) -> None:
    puzzles = load_set(name)
    codes = core.verdicts(puzzles)
    assert set(codes) == {core.MULTIPLE if name == "multiple" else core.UNIQUE}
    for puzzle in random.Random(7).sample(puzzles, 12):
        assert core.verdict(puzzle) == expected(puzzle)
        code, first, second, _ = core.check(puzzle)
        assert first is not None
        assert respects(first, puzzle)
        if code == core.MULTIPLE:
            assert second is not None
            assert second != first
            assert respects(second, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_every_puzzle_agrees_with_sat(name: str, load_set: Callable[[str], list[str]]) -> None:
    for puzzle in some(load_set(name)):
        assert core.verdict(puzzle) == expected(puzzle)


def test_known_counts(load_set: Callable[[str], list[str]], level: str) -> None:
    for record in some(load_set("known_counts")):
        puzzle, number, *_ = record.split(":")
        verdict = VERDICT_OF_COUNT[min(2, int(number))]
        assert core.count(puzzle) == (verdict, int(number), True)
        assert core.count(puzzle, limit=10**30) == (verdict, int(number), True)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(17, 60), st.booleans())
def test_random_puzzles_agree_with_sat(seed: int, clues: int, broken: bool) -> None:
    rng = random.Random(seed)
    grid = core.random_grid(seed, uniform=False)
    cells = rng.sample(range(81), clues)
    text = ["."] * 81
    for cell in cells:
        text[cell] = grid[cell]
    if broken:
        text[rng.choice(cells)] = rng.choice("123456789")
    puzzle = "".join(text)
    assert core.verdict(puzzle) == expected(puzzle)


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 40))
def test_counts_agree_with_sat(seed: int, more: int) -> None:
    puzzle = list(core.minimal_puzzle(seed % 1000, uniform=False))
    rng = random.Random(seed)
    givens = [i for i in range(81) if puzzle[i] != "."]
    for cell in rng.sample(givens, 2):
        puzzle[cell] = "."
    text = "".join(puzzle)
    verdict, number, exact = core.count(text, limit=1 + more)
    truth = REFEREE.count(text, 1 + more)
    assert number == truth
    assert not exact or verdict == VERDICT_OF_COUNT[min(2, truth)]
    assert exact == (truth < 1 + more)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_symmetric_images_have_the_same_answers(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = list(core.minimal_puzzle(seed % 500, uniform=False))
    for _ in range(rng.randrange(3)):
        puzzle[rng.randrange(81)] = "."
    text = "".join(puzzle)
    assert core.count(symmetric_image(text, rng), limit=5000) == core.count(text, limit=5000)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**64 - 1), st.floats(0.2, 0.9))
def test_pencil_marks_agree_with_sat(seed: int, chance: float) -> None:
    rng = random.Random(seed)
    grid = core.random_grid(seed, uniform=False)
    marks = [{d for d in range(1, 10) if rng.random() < chance} | {int(c)} for c in grid]
    if rng.random() < 0.5:
        cell = rng.randrange(81)
        marks[cell].discard(int(grid[cell]))
    masks = np.array([sum(1 << (d - 1) for d in cell) for cell in marks], np.uint16)
    truth = REFEREE.solutions(marks, 2)
    code, first, second, _ = core.check(masks)
    assert code == VERDICT_OF_COUNT[len(truth)]
    for solution in (first, second):
        if solution is not None:
            assert satisfies_rules([int(c) for c in solution])
            assert all(int(c) in m for c, m in zip(solution, marks, strict=True))
    bools = np.array([[d in m for d in range(1, 10)] for m in marks])
    assert core.check(bools) == core.check(masks)
    assert core.verdicts(masks.reshape(1, 81)).tolist() == [code]


def test_pencil_marks_refuse_a_tenth_digit() -> None:
    masks = np.full(81, 0x3FF, np.uint16)
    assert core.check(masks)[0] == core.UNREADABLE


@pytest.mark.parametrize("seed", thinned(range(6), 6))
def test_true_candidates(seed: int, level: str) -> None:
    puzzle = list(core.minimal_puzzle(seed, uniform=False))
    rng = random.Random(seed)
    for cell in rng.sample([i for i in range(81) if puzzle[i] != "."], 2):
        puzzle[cell] = "."
    text = "".join(puzzle)
    grids = REFEREE.solutions(allowed(text), 1000)
    truth = np.zeros((81, 9), np.uint32)
    for grid in grids:
        truth[np.arange(81), np.array(grid) - 1] += 1
    for cap in (1, 2, 5):
        code, counts, complete = core.true_candidates(text, cap=cap)
        assert code == VERDICT_OF_COUNT[min(2, len(grids))]
        assert complete
        if len(grids) < 1000:
            assert (counts == np.minimum(truth, cap)).all()
    code, counts, complete = core.true_candidates(EMPTY, nodes=100)
    assert (code, complete) == (core.MULTIPLE, False)


def test_candidates_that_are_undecided_when_supposed(level: str) -> None:
    """As many of a puzzle as of its mirror image, fewer each time."""
    assert core.undecided(core.random_grid(1), 3) == [0]
    assert core.undecided(core.minimal_puzzle(1, uniform=False), 9)[-1] == 0
    counts = core.undecided(HARDEST, 9)
    assert core.undecided(HARDEST[::-1], 9) == counts
    assert core.undecided(HARDEST, 2) == counts[:2]
    assert len(counts) == 7
    assert sorted(counts, reverse=True) == counts
    assert counts[4] > 100 > counts[5]
    assert core.undecided(EMPTY, 3) == [729]
    for text in ("11" + EMPTY[2:], "?" + EMPTY[1:], EMPTY[1:]):
        with pytest.raises(ValueError, match="puzzle must be"):
            core.undecided(text, 3)


def test_true_candidates_of_the_unsolvable() -> None:
    code, counts, complete = core.true_candidates("1" + "." * 7 + "1" + "." * 72)
    assert (code, counts.sum(), complete) == (core.INVALID, 0, True)


def test_enumeration_is_distinct_valid_and_complete(
    load_set: Callable[[str], list[str]], level: str
) -> None:
    records = [r.split(":") for r in load_set("known_counts")]
    for puzzle, number, *_ in [r for r in records if int(r[1]) > 100][:4]:
        search = core.Solutions(puzzle)
        grids = []
        while not search.finished:
            batch = search.next_batch(97)
            assert batch.dtype == np.uint8
            assert len(batch) == 97 or search.finished
            grids += [bytes(grid) for grid in batch]
        assert len(grids) == len(set(grids)) == int(number) == search.found
        assert all(satisfies_rules(list(grid)) for grid in grids)
        assert search.status == core.MULTIPLE
        assert search.next_batch(5).shape == (0, 81)


def test_enumeration_can_be_dropped_and_resumed() -> None:
    first = core.Solutions(EMPTY)
    second = core.Solutions(EMPTY)
    pieces = np.concatenate([first.next_batch(n) for n in (1, 10, 100, 889)])
    assert (pieces == second.next_batch(1000)).all()
    del first
    cut = core.Solutions("." * 81)
    assert len(cut.next_batch(10**6, nodes=500)) < 10**6
    assert cut.cut
    assert not cut.finished
    assert (cut.next_batch(20)[-1] != 0).all()


def test_levels_agree_on_everything(load_set: Callable[[str], list[str]]) -> None:
    puzzles = load_set("hardest_1106") + load_set("multiple")[:100]
    before = core.simd_level()
    answers = []
    for name in core.simd_levels():
        core.set_simd_level(name)
        codes, first, second = core.check_many(puzzles)
        nodes = [core.check(p)[3] for p in puzzles[:50]]
        # What a limit on guesses cuts off is the same, however many searches go on at once.
        cut = core.verdicts(puzzles, nodes=40).tolist()
        counts = [core.count(p, nodes=1000) for p in [EMPTY, *puzzles[-100:]]]
        answers.append((codes.tolist(), first.tolist(), second.tolist(), nodes, cut, counts))
    core.set_simd_level(before)
    assert all(answer == answers[0] for answer in answers)
