"""Claims judged: labels against brute force, smallest proofs against exhaustive search."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, count
from pathlib import Path

import pytest

import satdoku
from satdoku import formats
from satdoku.base.limits import ENDLESS, Limit, RanOut
from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.diagnosing import judging
from satdoku.diagnosing.judging import CandidateClaim, Judge
from satdoku.diagnosing.smallest import SmallestProofs
from satdoku.formats import ReadOptions
from satdoku.messages.refusals import translated
from satdoku.puzzle import Puzzle
from satdoku.rating import Stage, preset, start
from satdoku.techniques.arguments.sets import HiddenSetProof
from satdoku.techniques.board import open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults, has_fault
from satdoku.techniques.premises import looked_at
from satdoku.techniques.searches.small.position import Facts

ROOT = Path(__file__).parents[2]
SPARE = "14...2..4......3"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@dataclass(frozen=True)
class Plain:
    """A board of plain sets, without anything of satdoku: which digits exclude which, and the
    houses in which every digit has a place.

    boxes      rows and columns of a box
    diagonals  whether the diagonals are houses
    moves      steps from a cell to those that cannot hold the same digit
    rising     whether cells that share a side cannot hold consecutive digits
    """

    puzzles: tuple[str, ...]
    boxes: tuple[int, int] = (3, 3)
    rule: str = ""
    diagonals: bool = False
    moves: tuple[tuple[int, int], ...] = ()
    rising: bool = False

    @cached_property
    def size(self) -> int:
        return self.boxes[0] * self.boxes[1]

    @cached_property
    def lines(self) -> list[list[int]]:
        n = self.size
        return [[n * r + c for c in range(n)] for r in range(n)] + [
            [n * r + c for r in range(n)] for c in range(n)
        ]

    @cached_property
    def others(self) -> list[list[int]]:
        n, (height, width) = self.size, self.boxes
        houses = [
            [n * (r + i) + c + j for i in range(height) for j in range(width)]
            for r in range(0, n, height)
            for c in range(0, n, width)
        ]
        if self.diagonals:
            houses += [[n * i + i for i in range(n)], [n * i + n - 1 - i for i in range(n)]]
        return houses

    @cached_property
    def houses(self) -> list[list[int]]:
        return [*self.lines, *self.others]

    def excludes(self, cell: int, digit: int) -> set[tuple[int, int]]:
        """The candidates that a digit in a cell excludes elsewhere."""
        n = self.size
        peers = {p for house in self.houses if cell in house for p in house}
        peers |= {p for dr, dc in self.moves if (p := self.moved(cell, dr, dc)) is not None}
        excluded = {(p, digit) for p in peers - {cell}}
        if self.rising:
            beside = [self.moved(cell, *by) for by in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            excluded |= {
                (p, d)
                for p in beside
                if p is not None
                for d in (digit - 1, digit + 1)
                if 0 < d <= n
            }
        return excluded

    def moved(self, cell: int, dr: int, dc: int) -> int | None:
        n = self.size
        r, c = cell // n + dr, cell % n + dc
        return n * r + c if 0 <= r < n and 0 <= c < n else None


KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
KING = tuple((r, c) for r in (-1, 1) for c in (-1, 1))
CLASSIC = Plain((EASY, HARD, HARDEST))
SMALL_BOARDS = (
    Plain(("1....2..4......3",), (2, 2)),
    Plain((".4.1........2...",), (2, 2), "diagonal", diagonals=True),
    Plain(("..1.2.......4...",), (2, 2), "anti-knight", moves=KNIGHT),
    Plain(
        ("4..............1.....53.........2...", ".........51...6.5.........2......3.."),
        (2, 3), "diagonal", diagonals=True,
    ),
    Plain(
        ("..1.....4.....3............5.....16.", "...........2........4...5...166....."),
        (2, 3), "anti-knight", moves=KNIGHT,
    ),
    Plain(
        ("..6.5...2...16......4..5............", ".1..2..2.3.5...................5...6"),
        (2, 3), "anti-king", moves=KING,
    ),
    Plain(
        ("2.6............2.6..................", "3...2..........................4...."),
        (2, 3), "non-consecutive", rising=True,
    ),
)  # fmt: skip


class Brute:
    """Singles and locked candidates on plain sets."""

    def __init__(self, board: Plain, values: list[int]) -> None:
        self.board = board
        self.values = values
        shut = {pair for c, d in enumerate(values) if d for pair in board.excludes(c, d)}
        self.cand = {
            c: {d for d in range(1, board.size + 1) if (c, d) not in shut}
            for c, value in enumerate(values)
            if not value
        }

    def lock(self) -> None:
        """Pointing, all that there is together, as long as there is any; then claiming once."""
        lines, boxes = self.board.lines, self.board.others
        while self.locked(boxes, lines) or self.locked(lines, boxes):
            pass

    def locked(self, houses: list[list[int]], others: list[list[int]]) -> bool:
        eliminated = set()
        for house in houses:
            for d in range(1, 10):
                places = {c for c in house if d in self.cand.get(c, ())}
                for other in others:
                    if len(places) > 1 and places <= set(other):
                        eliminated |= {
                            (c, d) for c in set(other) - set(house) if d in self.cand.get(c, ())
                        }
        for c, d in eliminated:
            self.cand[c].discard(d)
        return bool(eliminated)

    def singles(self) -> set[tuple[int, int]]:
        singles = {(c, d) for c, digits in self.cand.items() for d in digits if len(digits) == 1}
        for house in self.board.houses:
            for d in range(1, self.board.size + 1):
                places = [c for c in house if d in self.cand.get(c, ())]
                if len(places) == 1:
                    singles.add((places[0], d))
        return singles

    def label(self, claim: CandidateClaim, solution: list[int], locked: bool) -> str:
        c, d = claim.cell, claim.digit
        if (solution[c] == d) != claim.holds:
            return "false"
        if self.values[c] or (not claim.holds and d not in self.cand[c]):
            return "known"
        later = Brute(self.board, self.values)
        if locked:
            later.lock()
        singles = later.singles()
        if claim.holds:
            return "forced" if (c, d) in singles else "guess"
        excluded = d not in later.cand[c] or any(
            (c == a and d != e) or (c, d) in self.board.excludes(a, e) for a, e in singles
        )
        return "forced" if excluded else "guess"


def puzzles_of(board: Plain) -> list[Puzzle]:
    geometry = Geometry.boxes(board.size, *board.boxes)
    options = ReadOptions(geometry=geometry, constraints=parse_rules(board.rule, geometry))
    return [formats.parse(text, options).puzzle for text in board.puzzles]


def random_claims(
    boards: tuple[Plain, ...], count: int, seed: int
) -> Iterator[tuple[Plain, Puzzle, str, list[int], list[CandidateClaim]]]:
    """Positions on the way to solutions, with claims about each."""
    rng = random.Random(seed)
    known = {board: puzzles_of(board) for board in boards}
    while count > 0:
        board = rng.choice(boards)
        puzzle = rng.choice(known[board])
        solution = [int(d) for d in str(satdoku.solve(puzzle).solution)]
        share = rng.random()
        position = "".join(
            str(s) if g is not None or rng.random() < share else "."
            for g, s in zip(puzzle.givens, solution, strict=True)
        )
        claims = [
            CandidateClaim(
                rng.randrange(len(solution)), rng.randint(1, board.size), rng.random() < 0.5
            )
            for _ in range(min(count, 50))
        ]
        # True claims are rare among random ones.
        claims += [CandidateClaim(one.cell, solution[one.cell], True) for one in claims[:25]]
        count -= len(claims)
        if "." in position:
            yield board, puzzle, position, solution, claims


@pytest.mark.parametrize(
    ("boards", "count", "seed"),
    [
        ((CLASSIC,), 500, 1),
        (SMALL_BOARDS, 500, 1),
        pytest.param((CLASSIC, *SMALL_BOARDS), 2_000, 3, marks=pytest.mark.full),
        pytest.param((CLASSIC, *SMALL_BOARDS), 100_000, 2, marks=pytest.mark.slow),
    ],
)
def test_labels_are_those_of_brute_force(boards: tuple[Plain, ...], count: int, seed: int) -> None:
    seen = set()
    for board, puzzle, position, solution, claims in random_claims(boards, count, seed):
        n = board.size
        brute = Brute(board, [0 if d == "." else int(d) for d in position])
        texts = [
            f"r{c.cell // n + 1}c{c.cell % n + 1}{'=' if c.holds else '<>'}{c.digit}"
            for c in claims
        ]
        # Rules let pointing exclude more than what the plain sets know of it.
        for up_to in ("hidden-single",) if board.rule else ("hidden-single", "claiming"):
            judged = satdoku.why(puzzle, texts, board=position, up_to=up_to)
            locked = up_to == "claiming"
            for claim, text, one in zip(claims, texts, judged, strict=True):
                where = board.rule, position, text
                assert one.answer == brute.label(claim, solution, locked), where
                seen.add(one.answer)
                for stage in one.stages:
                    assert not faults(stage.step, stage.before), where
    assert seen == {"false", "known", "forced", "guess"}


def small_puzzle(seed: int) -> str:
    grid = satdoku.transform("1234341221434321", seed=seed).image
    return satdoku.minimize(grid, seed=seed).to_dict()["minimal"][0]


def entailed(facts: Facts, chosen: tuple[int, ...], v: int, on: bool) -> bool:
    """Whether each choice of a candidate for the facts breaks something, if ``v`` is ``on``."""

    def fill(places: list[int], true: list[int]) -> bool:
        if not places:
            return True
        rest = facts.live[places[0]]
        if any(rest >> t & 1 for t in true):
            return fill(places[1:], true)
        for w in range(len(facts.pairs)):
            if rest >> w & 1 and not any(facts.near[t] >> w & 1 for t in true):
                if w == v and not on:
                    continue
                if fill(places[1:], [*true, w]):
                    return True
        return False

    return not fill(list(chosen), [v] if on else [])


@pytest.mark.parametrize(
    ("count", "seed"), [(25, 1), pytest.param(1000, 2, marks=pytest.mark.slow)]
)
def test_the_smallest_proofs_are_those_of_exhaustive_search(count: int, seed: int) -> None:
    rng = random.Random(seed)
    sizes = []
    for number in range(count):
        text = small_puzzle(seed * 10_000 + number)
        puzzle = satdoku.parse(text)
        solution = satdoku.solve(puzzle).solution
        assert solution is not None
        position = start(puzzle)
        cell = rng.choice([c for c, d in enumerate(position.values) if d is None])
        digit = rng.choice(sorted(position.candidates[cell]))
        on = solution.values[cell] == digit
        cands = open_candidates(position)
        proof = SmallestProofs(cands, ENDLESS).of(cell, digit - 1, on)
        assert proof is not None
        assert not faults(proof.step, position)
        facts = Facts(cands)
        v = facts.number[cell, digit - 1]
        # Of four facts and more there are too many sets to try.
        least = next(
            (
                size
                for size in range(1, min(proof.size, 3) + 1)
                if any(
                    entailed(facts, chosen, v, not on)
                    for chosen in combinations(range(len(facts.live)), size)
                )
            ),
            None,
        )
        assert least == (proof.size if proof.size <= 3 else None), text
        assert proof.proved
        sizes.append(proof.size)
    assert len(set(sizes)) > 1


def test_whether_a_claim_is_forced_is_known_without_its_steps() -> None:
    position, table = start(satdoku.parse(HARD)), preset("human")
    table = replace(table, entries=table.entries[:8])
    solution = satdoku.solve(HARD).solution
    assert solution is not None
    one, other = (Judge(position, table, solution, ENDLESS) for _ in range(2))
    claims = [CandidateClaim(c, d, on) for c in range(30) for d in (3, 7) for on in (True, False)]
    answers = [one.judge(claim).answer for claim in claims]
    assert {"forced", "guess", "false", "known"} == set(answers)
    for claim, answer in zip(claims, answers, strict=True):
        assert other.is_forced(claim) == (answer == "forced")


def test_a_step_that_takes_long_to_check_counts_as_one_that_may_not_hold() -> None:
    text = (ROOT / "examples/techniques/joined-clues.json").read_text("utf-8")
    position, solution = formats.parse(text).position, satdoku.solve(text).solution
    assert position is not None
    assert solution is not None
    step = next(technique("joined-clues").find(position, ENDLESS))
    nothing = replace(preset("human"), entries=())
    stage = Stage(position, step)
    concluded = {*step.placements, *step.eliminations}
    looked = sorted(looked_at(step, position.puzzle.model) - concluded)
    eliminated = {next((c, d) for c, d in looked if d in position.candidates[c])}
    judge = Judge(position, nothing, solution, ENDLESS)
    judge._checks = Limit(nodes=1).start()
    assert judge._holds(stage, set())  # it was found there, which is not checked again
    assert not judge._holds(stage, eliminated)
    judge._checks = ENDLESS
    assert judge._holds(stage, eliminated)
    judge.clock = judge._checks = Limit(cancel=lambda: True).start()
    assert judge._holds(stage, eliminated)
    with pytest.raises(RanOut):
        judge._holds(Stage(position, step), eliminated)


def test_what_is_known_of_a_step_is_what_a_check_of_its_own_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen, holds = set[tuple[bool, bool]](), Judge._holds

    def compared(judge: Judge, stage: Stage, eliminated: set[tuple[int, int]]) -> bool:
        known = frozenset(eliminated & judge._cached(stage).looked) in judge._cached(stage).holds
        holding = holds(judge, stage, eliminated)
        assert holding is not has_fault(stage.step, judge.position.eliminate(eliminated))
        seen.add((known, holding))
        return holding

    monkeypatch.setattr(Judge, "_holds", compared)
    text = "7..1523........92....3.....1....47.8.......6............9...5.6.4.9.7...8....6.1."
    position, solution = start(satdoku.parse(text)), satdoku.solve(text).solution
    assert solution is not None
    table = preset("human")
    judge = Judge(position, replace(table, entries=table.entries[:50]), solution, ENDLESS)
    for cell, digit in enumerate(solution.values[:20]):
        judge.judge(CandidateClaim(cell, digit or 0, True))
    assert seen == {(False, False), (False, True), (True, False), (True, True)}


def test_what_is_shown_holds_even_where_steps_do_not_say_what_they_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "looked_at", lambda step, model: set())
    text = "7..1523........92....3.....1....47.8.......6............9...5.6.4.9.7...8....6.1."
    shown = 0
    for one in satdoku.why(text, ["r1c2=9", "r6c4=2", "r5c1=3"], up_to="w-wing"):
        shown = max(shown, len(one.stages))
        assert not any(has_fault(stage.step, stage.before) for stage in one.stages)
    assert shown > 2


def test_a_claim_after_the_time_ran_out_is_no_guess() -> None:
    polls = count()
    limit = Limit(cancel=lambda: next(polls) > 2)
    table = replace(preset("human"), entries=preset("human").entries[:4])
    solution = satdoku.solve(HARDEST).solution
    assert solution is not None
    judge = Judge(start(satdoku.parse(HARDEST)), table, solution, limit.start())
    claims = [CandidateClaim(c, solution.values[c] or 0, True) for c in (1, 2, 3)]
    assert [judge.judge(claim).answer for claim in claims] == ["undecided"] * 3


def test_a_guess_of_a_hard_puzzle_is_none_of_an_easy_one() -> None:
    solution = satdoku.solve(HARDEST).solution
    assert solution is not None
    (guess,) = satdoku.why(HARDEST, f"r1c2={solution.values[1]}")
    assert (guess.answer, guess.stages) == ("guess", ())
    (forced,) = satdoku.why(EASY, "r1c6=8")
    assert (forced.answer, forced.hardest, len(forced.stages)) == ("forced", "hidden-single", 1)


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        ("hidden single in box 2", "forced"),
        ("hidden single in row 5", "forced"),
        ("hidden-single r1c6", "forced"),
        ("Hidden Single", "forced"),
        ("naked quad in box 5", "false"),
        ("r1c1=5", "known"),
        ("r1c1=4", "false"),
        ("r1c1 <> 4", "known"),
        ("r1c3!=5", "known"),
    ],
)
def test_a_claim_is_judged(claim: str, answer: str) -> None:
    (judged,) = satdoku.why(EASY, claim)
    assert judged.answer == answer
    for lang in ("en", "ja", "zh"):
        assert judged.words(lang)


@pytest.mark.parametrize("house", ["row 5", "column 3"])
def test_a_pattern_of_the_house_that_is_named_comes_first(house: str) -> None:
    step = satdoku.why(EASY, f"hidden single in {house}").claims[0].step
    assert step is not None
    assert [one.name for one in step.view.houses] == [house]


def test_a_false_claim_is_refuted_by_what_shows_it() -> None:
    clash, argued, elsewhere = satdoku.why(HARDEST, ["r1c2=8", "r3c9=1", "r1c2=2"])
    assert clash.seen == (0,)
    assert not clash.stages
    assert {clash.answer, argued.answer, elsewhere.answer} == {"false"}
    assert "r1c1 holds 8" in clash.words("en")
    assert "in the only solution" in elsewhere.words("en")


@pytest.mark.parametrize("name", ["thermo-bounds", "cage-combinations", "killer-pair"])
def test_the_technique_that_forces_a_claim_is_a_strength(name: str) -> None:
    text = (ROOT / f"examples/techniques/{name}.json").read_text("utf-8")
    step = satdoku.steps(text, name, limit=1).steps[0]
    cell, digit = step.eliminations[0]
    claim = f"{satdoku.parse(text).geometry.name(cell)}<>{digit}"
    (judged,) = satdoku.why(text, claim)
    assert judged.answer == "forced"
    assert judged.hardest is not None
    for up_to in {name, judged.hardest}:
        assert satdoku.why(text, claim, up_to=up_to).claims[0].answer == "forced", up_to


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("r6c1=1", "r6c1=1 is false: r6c2 holds 5, and the thermometer does not allow both."),
        ("r1c7=2", "(r1c7 = 2 excludes 2, 5 and 6 by the thermometer)"),
        ("r5c4=6", "Wherever it goes, r5c4 is not 6 (thermometer in r6c5, "),
        ("r5c5=4", "r5c5=4 is false: r1c5 holds 4."),
    ],
)
def test_what_refutes_a_claim_names_the_rule(claim: str, sentence: str) -> None:
    text = (ROOT / "examples/constraints/thermo.json").read_text("utf-8")
    (judged,) = satdoku.why(text, claim)
    assert sentence in judged.words("en")


def test_a_transcript_is_judged_move_by_move() -> None:
    moves = ["r1c2=4", "", "# nothing", "r1c2=3", "r9c9=1", "r1c3=2", "r1c3=3, r1c4=2", "?"]
    judged = satdoku.why("1....2..4......3", transcript=moves)
    assert [(one.move, one.answer) for one in judged] == [
        (1, "forced"), (4, "illegal"), (5, "illegal"), (6, "false"),
        (7, "forced"), (7, "forced"), (8, "illegal"),
    ]  # fmt: skip
    assert not judged.justified
    assert judged.claims[1].error == "line 4: the move 'r1c2=3': r1c2 holds 4 already"
    assert judged.claims[1].words("ja") == "4行目:手 'r1c2=3':r1c2 にはすでに 4 が入っています"


def test_a_full_board_is_judged_from_its_givens() -> None:
    solution = str(satdoku.solve(EASY).solution)
    (judged,) = satdoku.why(EASY, "r1c6=8", board=solution)
    assert (judged.answer, judged.hardest) == ("forced", "hidden-single")
    board = EASY[:5] + "8" + EASY[6:]
    assert satdoku.why(EASY, "r1c6=8", board=board).claims[0].answer == "known"
    held = satdoku.Position.of(satdoku.parse(EASY)).place(5, 8)
    assert satdoku.why(held, "r1c6=8", givens_only=True).claims[0].answer == "forced"


def test_pencil_marks_are_gone_on_from() -> None:
    known = satdoku.why(SPARE, "r1c3<>2", marks={"r1c3": [3]})
    assert known.claims[0].answer == "known"
    single = satdoku.why(SPARE, "r1c3=3", marks={"r1c3": [3]})
    assert single.claims[0].hardest in ("naked-single", "full-house", "hidden-single")


def test_rules_are_known() -> None:
    text = (ROOT / "examples/techniques/thermo-bounds.json").read_text("utf-8")
    solution = satdoku.solve(text).solution
    assert solution is not None
    claims = [f"r1c{c + 1}<>{d}" for c in range(9) for d in range(1, 10)]
    for one in satdoku.why(text, claims, up_to="naked-pair"):
        assert isinstance(one.claim, CandidateClaim)
        false = solution.values[one.claim.cell] == one.claim.digit
        assert (one.answer == "false") == false
        for stage in one.stages:
            assert not faults(stage.step, stage.before)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("r1c9=4",), "the claim 'r1c9=4': r1c9 lies outside the board"),
        (("r1c2=7",), "the claim 'r1c2=7': 7 is not a digit of the board, whose digits are 1 to 4"),
        (("r1c2=x",), "the claim 'r1c2=x': x is not a digit of the board"),
        (("naked pair in box 9",), "the claim 'naked pair in box 9': the board has no box 9"),
        (
            ("hidden single in row 9",),
            "the claim 'hidden single in row 9': the board has no row 9",
        ),
        (("naked pair r9c9",), "the claim 'naked pair r9c9': r9c9 lies outside"),
        (("nacked pair",), "the claim 'nacked pair': there is no technique called 'nacked"),
        (("r1c2",), "the claim 'r1c2' is neither r1c3=4 nor r1c3<>4 nor a technique with a place"),
        (("r1c2=3 r1c3=2",), "the claim 'r1c2=3 r1c3=2' is neither r1c3=4 nor"),
        (("r1c2<3",), "the claim 'r1c2<3' is neither r1c3=4 nor"),
        (("",), "a claim is empty"),
    ],
)
def test_a_claim_that_names_nothing_is_refused(
    arguments: tuple[str], sentence: str, veiled: str
) -> None:
    with pytest.raises(satdoku.FormatError) as error:
        satdoku.why(SPARE, arguments)
    assert str(error.value).startswith(sentence)
    said = translated(str(error.value), veiled)
    assert not re.search("[a-z]{3,}", re.sub(r"'.*?'|r\d|[a-z]+-[a-z-]+", "", said)), said


def test_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(satdoku.OptionError, match="no technique called 'nothing'"):
        satdoku.why(SPARE, "r1c3=3", up_to="nothing")
    with pytest.raises(satdoku.OptionError, match="not among the techniques"):
        satdoku.why(SPARE, "r1c3=3", up_to="trial")
    with pytest.raises(satdoku.OptionError, match="its lines are the claims"):
        satdoku.why(SPARE, "r1c3=3", transcript="r1c3=3")
    with pytest.raises(satdoku.NotUnique):
        satdoku.why("." * 16, "r1c3=3")
    with pytest.raises(satdoku.FormatError, match="another digit there"):
        satdoku.why(SPARE, "r1c3=3", board="142..2..4......3")


def test_the_steps_that_are_shown_are_true_where_they_are_shown() -> None:
    """A step that follows without an earlier one may not say what only that one makes true."""
    givens = [
        int(symbol) if symbol.isdecimal() else None
        for symbol in ".....6......2......1....3.14...2.1.."
    ]
    geometry = Geometry.boxes(6, 2, 3)
    rules = parse_rules("non-consecutive", geometry)
    puzzle = Puzzle(geometry, tuple(givens), None, rules)
    (judged,) = satdoku.why(puzzle, "r3c5<>3")
    assert judged.step is not None
    (sets,) = (stage for stage in judged.stages if stage.step.technique == "hidden-triple")
    proof = sets.step.proof
    assert isinstance(proof, HiddenSetProof)
    places = {c for c in proof.house.cells if sets.before.candidates[c] & {*proof.digits}}
    assert places == {*proof.cells}
