"""Documents with a solution that keeps the rules or breaks one, in every format that has both."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import satdoku
from satdoku.answers.puzzle_input import left_out
from satdoku.base.errors import SatdokuError, Unsupported
from satdoku.board import Grid
from satdoku.formats import ReadOptions, WriteOptions, parse, unread_rules, write
from satdoku.puzzle import Document, Puzzle
from tests.fuzz import puzzles
from tests.fuzz.tries import expect

_FORMATS = ("json", "json", "sudokupad", "fpuzzles", "sudokumaker")
SECONDS = 1.0


@dataclass(frozen=True)
class Case:
    """A puzzle, the solution that its text holds, and the format of the text."""

    puzzle: Puzzle
    solution: tuple[int, ...]
    format: str


def draw(chance: random.Random) -> Case:
    """Givens of a grid under a few clues; two digits of the solution may change places."""
    geometry, values = puzzles.board(chance, "small small six classic")
    clues = [puzzles.clue(geometry, values, chance) for _ in range(chance.choice((0, 1, 2, 3)))]
    rules = tuple([clue for clue in clues if clue is not None])
    share = chance.choice((0.1, 0.3, 0.6))
    givens = tuple([value if chance.random() < share else None for value in values])
    solution = list(values)
    if chance.random() < 0.4:
        a, b = chance.choice(geometry.digits), chance.choice(geometry.digits)
        # Digits that change places everywhere keep the houses; in two cells they do not.
        swapped = {a: b, b: a}
        if chance.random() < 0.5:
            solution = [swapped.get(value, value) for value in solution]
        else:
            at = chance.randrange(len(solution))
            solution[at] = chance.choice(geometry.digits)
    return Case(Puzzle(geometry, givens, None, rules), tuple(solution), chance.choice(_FORMATS))


def keeps(puzzle: Puzzle, values: tuple[int, ...]) -> bool:
    """Whether a full grid is a solution, by the words of the rules."""
    if any(given not in (None, value) for given, value in zip(puzzle.givens, values, strict=True)):
        return False
    for house in puzzle.geometry.houses:
        if len({values[cell] for cell in house.cells}) < len(house.cells):
            return False
    grid = Grid(puzzle.geometry, values)
    return all(rule.holds(grid) for rule in puzzle.constraints)


def judge(case: Case) -> None:
    """The solution is doubted where it breaks a rule, and only there; no answer contradicts it
    without doubt."""
    document = Document(case.puzzle, solution=Grid(case.puzzle.geometry, case.solution))
    try:
        text = write(document, case.format)
    except Unsupported:
        return
    if unread_rules(document, text, case.format, WriteOptions()):
        return
    read = parse(text, ReadOptions(case.format))
    if read.solution is None:
        expect(case.format != "json", "a solution is lost")
        return
    expect(read.solution.values == case.solution, "another solution", text[:300])
    keeping = keeps(read.puzzle, case.solution)
    doubted = "solution" in (left_out(read) or {})
    expect(
        doubted != keeping, "a false doubt" if keeping else "a solution that breaks a rule", text
    )
    try:
        checked = satdoku.check_unique(text, time_limit=SECONDS)
    except SatdokuError:
        return
    expect(checked.doubtful or keeping, "a confident answer about another puzzle", text)
    expect(not keeping or checked.verdict in ("unique", "multiple", "unknown"), "none", text)
    if keeping and checked.verdict == "unique":
        answer = satdoku.solve(text, time_limit=SECONDS)
        expect(answer.solution is None or answer.solution.values == case.solution, "other", text)


def smaller(case: Case) -> Iterator[Case]:
    """Fewer rules and givens."""
    yield replace(case, format="json")
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle)
