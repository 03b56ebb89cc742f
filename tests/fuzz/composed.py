"""Rules of rules with unknown numbers, written in the language of rules, against all full grids."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import satdoku
from satdoku.base.errors import FormatError, SatdokuError, Undecided, Unsupported
from satdoku.base.limits import of_work, under
from satdoku.board import Geometry, Grid
from satdoku.board.constraint import BoardMap
from satdoku.constraints import from_data, parse_rules, to_data, to_words
from satdoku.messages import languages
from satdoku.proofs import certify, verify_files
from satdoku.puzzle import Puzzle
from tests.constraints.constraint_oracle import symmetries
from tests.fuzz import puzzles, verdicts
from tests.fuzz.grammar import composed
from tests.fuzz.mutation import mutated_text, smaller_texts
from tests.fuzz.text import said
from tests.fuzz.tries import expect
from tests.solving.solving_oracle import full_grids

BOARD = Geometry.boxes(4, 2, 2)


@dataclass(frozen=True)
class Case:
    """A rule in words and the givens beside it, the engines to ask, and whether it is proved."""

    words: str
    givens: tuple[int | None, ...]
    backends: tuple[str, ...]
    proved: bool = False


def draw(chance: random.Random) -> Case:
    """A composition, which the language mostly takes; now and then its text is damaged."""
    words = composed(BOARD, chance)
    for _ in range(3):
        if _is_read(words) or chance.random() < 0.1:
            break
        words = composed(BOARD, chance)
    if chance.random() < 0.2:
        words = mutated_text(words, chance, composed(BOARD, chance))
    values = puzzles.grid_of(BOARD, chance)
    share = chance.choice((0.1, 0.3, 0.4, 0.5))
    givens = tuple([value if chance.random() < share else None for value in values])
    others = [name for name, part in (("variant", 0.5), ("sat", 0.2), ("cpsat", 0.05)) if
              chance.random() < part]  # fmt: skip
    return Case(words, givens, ("auto", *others), chance.random() < 0.1)


def _is_read(words: str) -> bool:
    try:
        parse_rules(words, BOARD)
    except FormatError:
        return False
    return True


def judge(case: Case) -> None:
    """A rule means the same in every form, in each image, and to every engine."""
    try:
        rules = parse_rules(case.words, BOARD)
    except FormatError as error:
        said(error)
        return
    for rule in rules:
        expect(from_data(to_data(rule, BOARD), BOARD) == rule, "another rule in JSON", case.words)
        expect(parse_rules(to_words(rule, BOARD), BOARD) == (rule,), "another rule in words")
    puzzle = Puzzle(BOARD, case.givens, None, rules)
    try:
        verdicts.judge(verdicts.Case((puzzle,), case.backends, 2, 2))
        _moved(puzzle, random.Random(repr(case.words)))
    except Undecided:
        return  # ``holds`` takes too long to be a referee
    if puzzle.problems():
        return
    if case.proved:
        _proved(puzzle)
    for language in languages():
        try:
            text = satdoku.describe(puzzle, language)
        except SatdokuError as error:
            said(error)
        else:
            expect(str(text).strip(), "no description", language)


def _proved(puzzle: Puzzle) -> None:
    """The verdict, which the engines and the referee agree on, has a proof that is accepted."""
    verdict = satdoku.check_unique(puzzle).verdict
    try:
        files = certify(puzzle).files("x")
    except Unsupported as error:
        said(error)
        return
    verification = verify_files(files["x.json"], files.__getitem__)
    expect(verification.proved, "a proof that is not accepted", verification.faults)
    expect(verification.verdict == verdict, "a proof of another verdict", verification.verdict)


def _moved(puzzle: Puzzle, chance: random.Random) -> None:
    """Each rule moved to another place of the board holds there for the same grids."""
    board_map = chance.choice(symmetries())
    grids = chance.sample(full_grids(BOARD), 8)
    with under(of_work(verdicts.REFEREE_SECONDS).start()):
        _compared(puzzle, board_map, grids)


def _compared(puzzle: Puzzle, board_map: BoardMap, grids: list[tuple[int, ...]]) -> None:
    for rule in puzzle.constraints:
        image = rule.image(board_map)
        if image is None:
            continue
        for values in grids:
            moved = [0] * len(values)
            for cell, value in enumerate(values):
                moved[board_map.cells[cell]] = board_map.digits[value]
            there, here = Grid(BOARD, tuple(moved)), Grid(BOARD, values)
            expect(image.holds(there) == rule.holds(here), "an image means another", rule)


def smaller(case: Case) -> Iterator[Case]:
    """Fewer engines, givens and words."""
    yield replace(case, backends=("auto",))
    yield replace(case, proved=False)
    for cell, given in enumerate(case.givens):
        if given is not None:
            yield replace(case, givens=(*case.givens[:cell], None, *case.givens[cell + 1 :]))
    for less in smaller_texts(case.words):
        yield replace(case, words=less)
