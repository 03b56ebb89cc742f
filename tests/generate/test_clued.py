"""Clues of rules on a random solution: what is placed, where, and that nothing can be spared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import satdoku
from satdoku import solving
from satdoku.answers.generated import why_ended
from satdoku.answers.wishes import GenerateQuestion
from satdoku.base.errors import FormatError, ImpossibleWish, OptionError
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY, AntiKnight, Modifier, to_words
from satdoku.generating import Generated, Run, Target, Wish
from satdoku.generating.clued import _Maker, clued_board, clues_alone
from satdoku.generating.clues import ClueKind, ClueWish, parse_clues
from satdoku.generating.difficulty import SearchEffort
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle
from satdoku.rating.names import path_names
from tests.generate.placing import placed_kinds
from tests.shared import some, thinned

CLASSIC = Geometry.classic()
PLAIN = Puzzle.empty(CLASSIC)
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SOLUTION = Grid(CLASSIC, tuple(map(int, GRID)))
KINDS = list(placed_kinds(CLASSIC))


def wished(text: str, board: Puzzle = PLAIN, **parts: Any) -> Wish:
    wish = Wish(board, placed=parse_clues(text, board.geometry), **parts)
    wish.require_possible()
    return wish


def generate_one(wish: Wish, seed: int = 1) -> Generated:
    run = Run(wish, seed, 1, limit=Limit(seconds=60))
    (puzzle,) = [each for piece in run.pieces() for each in piece.puzzles]
    return puzzle


def ignored(rounds: int, givens: int | None) -> None:
    """Hears how far a search is."""


def test_what_is_placed_and_why_the_rest_is_not() -> None:
    assert len(KINDS) >= 65
    for name in set(REGISTRY) - set(KINDS):
        with pytest.raises(ImpossibleWish, match=f"clues of {name} are not placed: "):
            ClueKind(ClueWish(name), CLASSIC)


@pytest.mark.parametrize("name", KINDS)
def test_clues_of_every_kind_keep_the_solution_and_say_something(name: str) -> None:
    kind = ClueKind(ClueWish(name), CLASSIC)
    stream = Stream(5)
    clues = [clue for _ in range(6) if (clue := kind.random(SOLUTION, stream))]
    assert clues
    swapped = {str(a): str(10 - a) for a in range(1, 10)}
    others = [GRID.translate(str.maketrans(swapped)), GRID[27:54] + GRID[54:] + GRID[:27]]
    others += [GRID[9 * i :] + GRID[: 9 * i] for i in (3, 6)] + [GRID[::-1]]
    others += ["".join(GRID[9 * c + r] for r in range(9) for c in range(9))]
    grids = [Grid(CLASSIC, tuple(map(int, text))) for text in others]
    for clue in clues:
        assert clue.name == name
        assert clue.holds(SOLUTION)
        assert not list(clue.faults(PLAIN.grid))
    assert any(not clue.holds(grid) for clue in clues for grid in grids)


def test_clues_with_givens_are_as_many_as_wished_and_no_given_can_go() -> None:
    wish = wished("thermo:2:3-4,arrow:1,little-killer:2")
    one = generate_one(wish)
    puzzle = one.posed(PLAIN)
    assert Counter(rule.name for rule in puzzle.constraints) == {
        "thermo": 2, "arrow": 1, "little-killer": 2
    }  # fmt: skip
    assert all(
        3 <= len(rule.scope(CLASSIC)) <= 4 for rule in puzzle.constraints if rule.name == "thermo"
    )
    result = solving.check_unique(puzzle, backend="cpsat")
    assert (result.verdict, result.witnesses[0].text()) == ("unique", one.solution)
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            assert solving.check_unique(puzzle.with_givens({cell: None})).verdict == "multiple"


@pytest.mark.parametrize(
    ("text", "size"),
    thinned(
        [
            ("killer-cage", 6), ("arrow:6", 6), ("quadruple,sandwich:1", 6), ("skyscraper", 4),
            ("arrow:4:3,thermo", 6), ("skyscraper", 6), ("little-killer", 6), ("little-killer", 9),
            ("little-killer,skyscraper", 9),
        ],
        3,
        rows=True,
    ),
)  # fmt: skip
def test_clues_alone(text: str, size: int) -> None:
    small = Puzzle.empty(Geometry.of_size(size))
    one = generate_one(wished(text, small, no_givens=True, minimal=True))
    puzzle = one.posed(small)
    assert one.clues == 0
    result = solving.check_unique(puzzle, backend="auto" if size == 9 else "sat")
    assert (result.verdict, result.witnesses[0].text()) == ("unique", one.solution)
    for i in range(len(puzzle.constraints)):
        rest = puzzle.constraints[:i] + puzzle.constraints[i + 1 :]
        assert solving.check_unique(replace(puzzle, constraints=rest)).verdict == "multiple"


@pytest.mark.parametrize(
    ("text", "under", "size", "parts"),
    [
        ("killer-cage,thermo", "negator:each=rows", 4, ("no_givens",)),
        pytest.param("killer-cage:3,arrow", "doubler:each=rows columns boxes", 6,
                     ("no_givens",), marks=pytest.mark.full),
        pytest.param("white-dot:2,thermo:1:3", "hot-and-cold:each=columns:different=yes", 6,
                     ("minimal",), marks=pytest.mark.full),
        pytest.param("little-killer:3,whisper:1", "modifier:rows:count=4", 6, (),
                     marks=pytest.mark.full),
    ],
)  # fmt: skip
def test_clues_under_modifiers(text: str, under: str, size: int, parts: Collection[str]) -> None:
    """Clues that read values, as many as are wished, of a puzzle with one solution."""
    small = Puzzle.empty(Geometry.of_size(size))
    placed = satdoku.PlacedClues(clues_of=text, clues_under=under, no_givens="no_givens" in parts)
    pattern = satdoku.GivenPattern(minimal="minimal" in parts)
    wish = GenerateQuestion(pattern, placed).wish(small)
    one = generate_one(wish)
    puzzle = one.posed(small)
    (rule,) = puzzle.constraints
    assert isinstance(rule, Modifier)
    wished_kinds = Counter({each.kind: each.count for each in wish.placed if each.count})
    assert wished_kinds <= Counter(clue.name for clue in rule.rules)
    result = solving.check_unique(puzzle, backend="cpsat")
    assert (result.verdict, result.witnesses[0].text()) == ("unique", one.solution)
    plain = replace(puzzle, constraints=rule.rules)
    assert not plain.accepts(result.witnesses[0]), "the clues read digits"
    for cell in [cell for cell, given in enumerate(puzzle.givens) if given is not None]:
        assert solving.check_unique(puzzle.with_givens({cell: None})).verdict == "multiple"
    for clue in rule.rules[:3] if not wished_kinds or wish.minimal else ():
        left = tuple(other for other in rule.rules if other is not clue)
        fewer = replace(puzzle, constraints=(replace(rule, rules=left),))
        assert solving.check_unique(fewer).verdict == "multiple"


@pytest.mark.parametrize(
    ("text", "under", "reason"),
    [
        ("sandwich:1", "doubler:count=1", "it is about digits, and cannot read cells that are"),
        ("thermo:1", "doubler:each=boxes:count=3", "'boxes' makes 9 modified cells"),
        ("thermo:1", "doubler:count=82", "82 cells would be modified, and only 81 may be"),
        ("thermo:1", "doubler", "where the modifiers are is not said"),
        ("thermo:1", "thermo:r1c1+r1c2", "a modifier without its rules is written as"),
        ("thermo:1", "doubler:count=1:(odd:r1c1)", "a modifier without its rules is written as"),
        ("thermo:1", "modifier:count=1", "a modifier without its rules is written as"),
        ("thermo:1", "modifier:*2*2:count=1", "a modifier is written *2, *-1"),
        (None, "doubler:count=1", "no clues are asked for that could read modified cells"),
    ],
)  # fmt: skip
def test_modifiers_that_are_refused(text: str | None, under: str, reason: str) -> None:
    question = GenerateQuestion(placed=satdoku.PlacedClues(clues_of=text, clues_under=under))
    with pytest.raises((ImpossibleWish, OptionError)) as error:
        question.wish(PLAIN)
    assert reason in str(error.value)


def test_a_grid_on_which_modifiers_find_no_places_is_refused() -> None:
    small = Puzzle.empty(Geometry.of_size(4))
    under = "doubler:count=2:different=yes:cells=r1c1+r2c3"
    placed = satdoku.PlacedClues(clues_of="thermo:1", clues_under=under)
    pattern = satdoku.GivenPattern(grid="1234341221434321")  # r1c1 = 1, r2c3 = 1
    with pytest.raises(ImpossibleWish, match="find no places on the grid"):
        generate_one(GenerateQuestion(pattern, placed).wish(small))


@pytest.mark.full
def test_clues_beside_the_board_are_those_of_a_chosen_solution_where_one_is_chosen() -> None:
    small = Puzzle.empty(Geometry.of_size(6))
    wish = wished("skyscraper", small, no_givens=True)
    one = generate_one(wish)
    grid = tuple(map(int, one.solution))
    again = generate_one(replace(wish, grid=grid))
    assert again.solution == one.solution
    rows = Puzzle.empty(Geometry.of_size(6), (AntiKnight(),))
    one = generate_one(replace(wish, board=rows))
    assert rows.accepts(Grid(rows.geometry, tuple(map(int, one.solution))))


def test_the_pattern_of_clues_their_parameters_and_aliases() -> None:
    area = frozenset(range(36))
    one = generate_one(wished("german-whisper:2:4-5:diff=4,v:2", area=area), 2)
    words = [to_words(rule, CLASSIC) for rule in one.rules]
    assert [word.split(":")[0] for word in words] == ["whisper", "whisper", "xv", "xv"]
    assert all("diff=4" in word or "total=5" in word for word in words)
    assert all(area.issuperset(rule.scope(CLASSIC)) for rule in one.rules)


def test_the_same_seed_gives_the_same_puzzle() -> None:
    wish = wished("renban:2,x-sum:1", Puzzle.empty(Geometry.of_size(6)))
    assert generate_one(wish, 3) == generate_one(wish, 3)
    assert generate_one(wish, 3).rules != generate_one(wish, 4).rules


def test_difficulty_by_steps_and_technique() -> None:
    target = Target(only_singles=True)
    one = generate_one(wished("thermo:2,quadruple:3", target=target))
    names = set(path_names(one.posed(PLAIN), "human"))
    assert names <= {"full-house", "hidden-single", "naked-single"}


def test_killers_have_no_cage_of_one_cell_unless_wished() -> None:
    for seed in (1, 2):
        rules = generate_one(Wish(PLAIN, killer=True), seed).rules
        assert all(len(rule.scope(CLASSIC)) > 1 for rule in rules)
    assert generate_one(Wish(PLAIN, killer=True, single_cages=True)).rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("thermmo:3", "unknown rule 'thermmo'; did you mean"),
        ("thermo:x", "'x' is not a number of clues"),
        ("thermo:3:4:5", "'5' is not a number of clues"),
        ("thermo:3:diff=4", "thermo: unknown parameter 'diff'"),
        ("thermo:3,", "a rule without a name"),
    ],
)
def test_texts_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_clues(text, CLASSIC)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("text", "parts", "reason"),
    [
        ("thermo:3:9-12", {}, "it has 2 to 9 cells on 9x9 with 3x3 boxes, not 9 to 12"),
        ("white-dot:3:4", {}, "it has 2 cells"),
        ("sandwich:1:4", {}, "no number of cells of its own"),
        ("thermo", {}, "how many clues of thermo is not said"),
        ("thermo:1", {"full": True}, "together with full grids"),
        ("thermo:1", {"target": Target({"er": (20, 30)})}, "not by rating"),
        ("thermo:1", {"no_givens": True, "clues": 20}, "together with a number of clues"),
        ("thermo:3", {"symmetry": "180"}, "cannot have the symmetry 180: they come in sets of 2"),
        ("killer-cage:6", {"symmetry": "90"}, "symmetry 90: they come in sets of 4"),
        ("odd:2,row-indexer:2", {"symmetry": "180"}, "clues of row-indexer cannot have the symm"),
        ("odd:3", {"symmetry": "180", "area": frozenset(range(40))}, "images are no such clues"),
        ("thermo:1", {"no_givens": True, "board": PLAIN.with_givens({0: 5})}, "no digits"),
    ],
)
def test_wishes_that_are_refused(text: str, parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImpossibleWish) as error:
        wished(text, **parts)
    assert reason in str(error.value)


def test_clues_that_mean_the_same_backwards_are_never_enough() -> None:
    with pytest.raises(ImpossibleWish, match="count backwards"):
        generate_one(wished("whisper,renban", no_givens=True))


def test_digits_that_no_clue_tells_apart_are_named() -> None:
    with pytest.raises(ImpossibleWish, match=r"whether \d and \d change places, so without givens"):
        generate_one(wished("black-dot", Puzzle.empty(Geometry.of_size(6)), no_givens=True))


def test_a_solution_of_which_two_digits_look_alike_is_not_taken() -> None:
    small = Puzzle.empty(Geometry.of_size(6))
    alike = tuple(map(int, "546213123645315462462351631524254136"))
    wishes = parse_clues("skyscraper", small.geometry)
    clock = Limit(seconds=20).start()
    assert clues_alone(small, alike, wishes, None, False, False, Stream(1), clock, ignored) is None
    with pytest.raises(ImpossibleWish, match="3 and 4 change places"):
        clues_alone(small, alike, wishes, None, False, True, Stream(1), clock, ignored)


def test_wishes_about_clues_that_are_not_there() -> None:
    for parts in ({"no_givens": True}, {"area": frozenset((1, 2))}, {"single_cages": True}):
        with pytest.raises(ImpossibleWish):
            Wish(PLAIN, **parts).require_possible()


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ("thermo:28", "with at least 3 cells each there is room for 27 at most"),
        ("thermo:0", "at least one clue"),
        ("thermo:99999999999999999999", "room for 27"),
        ("quadruple:65", "room for 64"),
        ("odd:82", "room for 81"),
    ],
)
def test_what_has_no_room_is_refused_at_once(wish: str, words: str) -> None:
    geometry = Geometry.classic()
    with pytest.raises(ImpossibleWish, match=words):
        Wish(Puzzle.empty(geometry), placed=parse_clues(wish, geometry)).require_possible()


def test_many_clues_make_room_for_each_other() -> None:
    geometry = Geometry.of_size(6)
    wishes = parse_clues("thermo:9", geometry)
    solution = tuple(map(int, "123456456123231564564231312645645312"))
    board = Puzzle.empty(geometry)
    puzzle = clued_board(board, solution, wishes, None, Stream(1), Limit(seconds=20).start())
    assert puzzle is not None
    cells = [cell for rule in puzzle.constraints for cell in rule.scope(geometry)]
    assert len(puzzle.constraints) == 9
    assert len(cells) == len(set(cells)) >= 27
    assert puzzle.accepts(Grid(geometry, solution))


def test_clues_that_cannot_do_end_after_counted_work_and_tell_how_near_they_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thermometer leaves many grids of a 6x6, whatever its place."""
    monkeypatch.setattr("satdoku.generating.clued._MAX_EXCHANGES", 15)
    small = Puzzle.empty(Geometry.of_size(6))
    heard: list[SearchEffort] = []
    efforts = []
    for _ in range(2):
        run = Run(wished("thermo:1:3", small, no_givens=True), 7, 1, tries=2)
        run.report = heard.append
        assert not [each for piece in run.pieces() for each in piece.puzzles]
        assert run.ending == "tries"
        efforts.append(run.missed)
    assert efforts[0] == efforts[1]
    assert efforts[0].nearest == f"{efforts[0].distance} givens"
    assert 4 <= (efforts[0].distance or 0) <= 16
    assert f"came nearest also need {efforts[0].nearest}" in why_ended(run)
    near = satdoku.parse(efforts[0].puzzle or "")
    assert sum(given is not None for given in near.givens) == efforts[0].distance
    assert satdoku.is_unique(near)
    rounds = [effort.ratings for effort in heard]
    assert len(set(rounds)) > 15
    assert max(rounds) <= 40


def test_clues_beside_givens_are_spread_over_the_board() -> None:
    def unevenness(spreads: bool, seed: int) -> int:
        """The difference between the most and the fewest cells of clues in a box."""
        wishes, clock = parse_clues("thermo:3,killer-cage:3", CLASSIC), Limit().start()
        with closing(_Maker(PLAIN, SOLUTION.values, wishes, None, Stream(seed), clock)) as maker:
            maker.spreads = spreads
            assert maker.add_numbered()
            rules = maker.board_with_clues().constraints
        boxes = Counter(cell // 27 * 3 + cell % 9 // 3 for r in rules for cell in r.scope(CLASSIC))
        return max(boxes.values()) - min(boxes[box] for box in range(9))

    far, near = (sum(unevenness(spreads, n) for n in range(4)) for spreads in (True, False))
    assert far < 0.9 * near


def test_the_givens_that_clues_lack_leave_one_solution() -> None:
    wishes = parse_clues("thermo:2:3", CLASSIC)
    clock = Limit().start()
    with closing(_Maker(PLAIN, SOLUTION.values, wishes, None, Stream(3), clock)) as maker:
        assert maker.add_numbered()
        clued = maker.board_with_clues()
        near = maker.near()
        assert (maker.board_with_clues(), maker.given) == (clued, [])
    assert near is not None
    assert near.puzzle.constraints == clued.constraints
    given = [near.puzzle.givens[cell] for cell in range(81)]
    assert near.givens == 81 - given.count(None) > 10
    assert near.enough is None
    assert solving.check_unique(near.puzzle).verdict == "unique"


def test_more_clues_of_a_kind_that_would_do_are_counted() -> None:
    small = Puzzle.empty(Geometry.of_size(4))
    wishes = parse_clues("thermo:1:3,killer-cage:1:2", small.geometry)
    solution = tuple(map(int, "1234341221434321"))
    with closing(_Maker(small, solution, wishes, None, Stream(3), Limit().start())) as maker:
        assert maker.add_numbered()
        before = list(maker.placed)
        kind, number = (maker.enough() or "").split(":")
        assert maker.placed == before
        wanted = next(each for each in maker.kinds if each.wish.kind == kind)
        for _ in range(int(number) - 1):
            assert maker.add(wanted)
        assert solving.check_unique(maker.board_with_clues()).verdict == "unique"


def test_a_run_of_clues_alone_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.generating.many.CLUED_SECONDS", 0.4)
    run = Run(wished("thermo:2:3", no_givens=True), 3, 2)
    assert not [each for piece in run.pieces() for each in piece.puzzles]
    assert (run.ending, run.is_limited) == ("seconds", True)
    assert not Run(wished("thermo:2:3", no_givens=True), 3, 2, tries=1).is_limited
    assert not Run(wished("thermo:2:3"), 3, 2).is_limited


def along(rule: Constraint) -> list[int]:
    """The cells of a line in their order."""
    values = rule.arguments().values()
    return [cell for value in values for cell in (value if isinstance(value, tuple) else [value])]


@pytest.mark.parametrize(
    "kinds", ["thermo:4,palindrome:2", pytest.param("arrow:3:4-5,renban:3", marks=pytest.mark.full)]
)
def test_lines_are_drawn_as_setters_draw_them(kinds: str) -> None:
    """No line comes beside itself, and none goes between the cells of a step of another."""
    wishes, clock = parse_clues(kinds, CLASSIC), Limit().start()
    boards = [
        clued_board(PLAIN, tuple(map(int, GRID)), wishes, None, Stream(n), clock) for n in range(2)
    ]
    lines = [
        [[CLASSIC.row_column(cell) for cell in along(rule)] for rule in clued.constraints]
        for clued in filter(None, boards)
    ]
    for drawn in some(lines):
        steps = [pair for line in drawn for pair in pairwise(line)]
        for line in drawn:
            for late, (row, column) in enumerate(line):
                for down, across in line[: max(0, late - 1)]:
                    assert abs(row - down) + abs(column - across) > 1
        middles = [(a + c, b + d) for (a, b), (c, d) in steps if a != c and b != d]
        assert len(set(middles)) == len(middles)
