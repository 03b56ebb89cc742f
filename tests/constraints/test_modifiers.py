"""Cells with other values than their digits, against every way to place the modifiers."""

import itertools
import json
import lzma
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote

import pytest

import satdoku
import tests.constraints.planting_custom  # noqa: F401
from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.limits import ENDLESS
from satdoku.board import BoardMap, Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY, Modifier, from_data, parse_rules, to_data, to_words
from satdoku.formats.lzstring import URI, decompress
from satdoku.puzzle import Position, Puzzle
from satdoku.solving import enumerate_solutions
from satdoku.techniques.arguments.clues import ClueProof
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import ClueCombinations
from tests.constraints.constraint_oracle import (
    BOXES,
    JIGSAW,
    LATIN,
    WIDE,
    full_grids,
    meant,
    read_example,
)
from tests.constraints.planting import PLANTS
from tests.shared import shared_file

READERS = [name for name, kind in REGISTRY.items() if kind.reads_values]
DOES = ("*2", "*-1", "+1 -1", "*3", "+2", "4/1/3/3", "-2/0/7/1 *2", "rows", "columns +1")
BOARDS = (BOXES, LATIN, JIGSAW, WIDE)
Values = Sequence[int]


def _value(word: str, digit: int, cell: int) -> int:
    """The value of a digit in a cell of a 4x4 board."""
    if word == "rows":
        return cell // 4 + 1
    if word == "columns":
        return cell % 4 + 1
    if "/" in word:
        return [int(part) for part in word.split("/")][digit - 1]
    return digit * int(word[1:]) if word[0] == "*" else digit + int(word)


def _kinds_of(each: str) -> set[str]:
    return {
        kind
        for word in each.split()
        for kind in {"rows": ["row"], "columns": ["column"], "boxes": ["box", "region"]}[word]
    }


def _markings(rule: Modifier, board: Geometry) -> list[tuple[int, ...]]:
    """Every choice of cells for the modifiers that its places and counts allow."""
    words, places = rule.does.split(), rule.cells or tuple(range(16))
    kinds = range(1, len(words) + 1)
    if not rule.each and rule.count is None:
        options = [kinds if cell in places else (0,) for cell in range(16)]
        return list(itertools.product(*options))
    houses = [h.cells for h in board.houses if h.kind in _kinds_of(rule.each)]

    def chosen() -> Iterator[frozenset[int]]:
        """The cells of one kind."""
        lines = [h.cells for h in board.houses if h.kind in _kinds_of(rule.each)][:4]
        some = (
            itertools.product(*([c for c in line if c in places] for line in lines))
            if lines
            else itertools.combinations(places, rule.count or 0)
        )
        for cells in some:
            own = frozenset(cells)
            if all(len(own & {*house}) == 1 for house in houses) and rule.count in (None, len(own)):
                yield own

    one = list(chosen())
    markings = []
    for sets in itertools.product(one, repeat=len(words)):
        if len(frozenset().union(*sets)) == sum(map(len, sets)):
            by = {cell: kind for kind, cells in zip(kinds, sets, strict=True) for cell in cells}
            markings.append(tuple(by.get(cell, 0) for cell in range(16)))
    return markings


def _valued(rule: Modifier, digits: Values, marks: Values) -> list[int]:
    words = ["*1", *rule.does.split()]
    return [
        _value(words[mark], digit, cell)
        for cell, (digit, mark) in enumerate(zip(digits, marks, strict=True))
    ]


def _differ(rule: Modifier, digits: Values, marks: Values) -> bool:
    of = Counter((mark, digit) for mark, digit in zip(marks, digits, strict=True) if mark)
    return not rule.different or max(of.values(), default=0) <= 1


def _true(rule: Constraint, digits: Values, values: Values, board: Geometry) -> bool:
    if rule.name == "killer-cage":
        assert isinstance(rule, REGISTRY["killer-cage"])
        own = [digits[cell] for cell in rule.cells]
        right = rule.sum in (None, sum(values[cell] for cell in rule.cells))
        return right and len({*own}) == len(own)
    return rule.holds(Grid(board, tuple(values)))


def _bare(chance: random.Random, board: Geometry) -> Modifier | None:
    """Modifiers with a rule that says nothing yet."""
    each = " ".join(chance.sample(("rows", "columns", "boxes"), chance.choice((0, 1, 2, 3))))
    if "boxes" in each and board is LATIN:
        return None
    given = chance.choice((None, None, "count", "cells"))
    some = tuple(chance.sample(range(16), chance.randint(2, 6)))
    return Modifier(
        chance.choice(DOES),
        (REGISTRY["odd"]((0,)),),
        each,
        None if each or given != "count" else chance.randint(1, 3),
        some if not each and given != "count" else (),
        chance.random() < 0.5,
    )


def _planted(
    name: str, chance: random.Random, wide: Geometry, digits: Values, values: Values
) -> Constraint | None:
    cells = tuple(chance.sample(range(16), chance.randint(2, 3)))
    kind = REGISTRY[name]
    inside = [values[cell] for cell in cells]
    match name:
        case "killer-cage":
            total = sum(inside) if chance.random() < 0.8 else None
            return kind(cells, total) if len({digits[c] for c in cells}) == len(cells) else None
        case "odd" | "even":
            odd = tuple(c for c, value in enumerate(values) if value % 2 == (name == "odd"))
            return kind(odd[: chance.randint(1, 3)]) if odd else None
        case "extra-region":
            return kind(cells) if len({*inside}) == len(cells) else None
        case "non-consecutive":
            return kind() if kind().holds(Grid(wide, tuple(values))) else None
        case "product-frame" if min(values) < 0:
            return None
    return PLANTS[name](chance, wide, values)


def case(seed: int) -> tuple[Modifier, Geometry, tuple[int, ...], list[tuple[int, ...]]] | None:
    """A rule that some grid of a small board keeps, the grid, and all ways to place the
    modifiers."""
    chance = random.Random(seed)
    board = chance.choice(BOARDS)
    bare = _bare(chance, board)
    if bare is None or bare.unfit(board) is not None:
        return None
    markings = _markings(bare, board)
    chance.shuffle(markings)
    digits = chance.choice(full_grids(board))
    marks = next((m for m in markings[:200] if _differ(bare, digits, m)), None)
    if marks is None:
        return None
    values = _valued(bare, digits, marks)
    wide = bare.value_board(board)
    rules: list[Constraint] = []
    for name in chance.choices(READERS, k=chance.randint(1, 3)):
        planted = _planted(name, chance, wide, digits, values)
        if planted is not None and name == "whisper":
            planted = REGISTRY[name](planted.cells, planted.least(board))
            planted = planted if _true(planted, digits, values, wide) else None
        if planted is not None:
            rules.append(planted)
    if not rules:
        return None
    fields = {p.name: getattr(bare, p.name) for p in bare.parameters} | {"rules": tuple(rules)}
    rule = Modifier(**fields)
    return None if rule.unfit(board) is not None else (rule, board, digits, markings)


def agrees(seed: int, engines: Sequence[str]) -> bool:
    """Whether a case was made; it fails where something differs from trying every placing."""
    planted = case(seed)
    if planted is None:
        return False
    rule, board, digits, markings = planted
    chance = random.Random(seed)
    wide = rule.value_board(board)
    givens = {cell: digits[cell] for cell in chance.sample(range(16), 5)}
    grids = [g for g in full_grids(board) if all(g[c] == d for c, d in givens.items())]
    markings = markings if len(grids) * len(markings) < 60_000 else []
    if not markings:
        return False
    right = {
        grid
        for grid in grids
        if any(
            _differ(rule, grid, marks)
            and all(_true(r, grid, _valued(rule, grid, marks), wide) for r in rule.rules)
            for marks in markings
        )
    }
    assert digits in right, (seed, rule)
    for grid in [digits, *chance.sample(grids, min(len(grids), 6))]:
        assert rule.holds(Grid(board, grid)) == (grid in right), (seed, rule, grid)
    puzzle = Puzzle.empty(board, [rule]).with_givens(givens)
    assert not puzzle.problems(), (seed, rule, puzzle.problems())
    for engine in engines:
        try:
            answers = list(enumerate_solutions(puzzle, backend=engine))
        except Unsupported:  # a table of many values is too large for the compiled search
            assert engine == "variant", (seed, rule, engine)
            continue
        assert len(answers) == len(right), (seed, rule, engine)
        assert {g.values for g in answers} == right, (seed, rule, engine)
    return True


def test_by_every_placing() -> None:
    assert sum(agrees(seed, ("sat",)) for seed in range(12)) > 3


@pytest.mark.full
@pytest.mark.parametrize("start", range(0, 400, 100))
def test_more_by_every_placing(start: int) -> None:
    engines = ("sat", "cpsat", "variant")
    assert sum(agrees(seed, engines) for seed in range(start, start + 100)) > 20


SLOW = {"non-consecutive", "magic-square"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.full] if n in SLOW else []) for n in READERS],
)
def test_readers_of_values_do_not_depend_on_the_digits_of_the_board(name: str) -> None:
    chance = random.Random(name)
    seen: list[bool] = []
    while len(seen) < 40:
        bare = Modifier(chance.choice(DOES), (REGISTRY["odd"]((0,)),), cells=tuple(range(16)))
        digits = chance.choice(full_grids(BOXES))
        marks = [chance.choice((0, 0, 0, *range(len(bare.kinds) + 1))) for _ in range(16)]
        values = tuple(_valued(bare, digits, marks))
        wide = bare.value_board(BOXES)
        rule = _planted(name, chance, wide, digits, values)
        if rule is None:
            continue
        wider = replace(wide, digits=tuple(range(-30, 61)))
        (rule,) = rule.in_values(BOXES)[1] or (REGISTRY["odd"]((0,)),)
        test = meant(rule.relations(wide), 16)
        for turn in range(20):
            grid = tuple(_valued(bare, digits, marks))
            marks = [mark if chance.random() < 0.8 else 0 for mark in marks]
            digits = digits if turn % 3 else digits[::-1]
            right = rule.holds(Grid(wide, grid))
            assert rule.holds(Grid(wider, grid)) == right == test(grid), (rule, grid)
            seen.append(right)
    assert True in seen


RULES = "(sum:r1c1+r1c2:9)"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (f"modifier:*2:{RULES}", "one of 'each', 'count' and 'cells' is needed"),
        (f"modifier:%2:each=rows:{RULES}", "not '%2'"),
        (f"modifier:2/3/4:each=rows:{RULES}", "has 3 values, and the board has 4 digits"),
        (f"modifier:*999:each=rows:{RULES}", "a value is -999 to 999"),
        (f"modifier:*2:each=knights:{RULES}", "not 'knights'"),
        (f"modifier:*2:each=rows:count=3:{RULES}", "'rows' makes 4 modified cells of each kind"),
        (f"modifier:*2:each=rows:cells=r1c1+r2c2:{RULES}", "row 3 needs 1 modified cells"),
        (f"modifier:*2:count=5:different=yes:{RULES}", "cannot hold different digits"),
        (f"modifier:*2:count=17:{RULES}", "and only 16 may be"),
        ("modifier:*2:each=rows:(low:r1c1)", "low reads digits and cannot read other values"),
        ("modifier:*2:each=rows:(anti-knight)", "anti-knight reads digits"),
        ("modifier:*2:each=rows:(or:(killer:r1c1+r1c2:5,odd:r1c1))", "digits and values at once"),
        ("modifier:*2:each=rows:(variables:VA:(less-than:VA+r1c1))", "numbers are written N=1-9"),
        ("modifier:*2:each=rows:(negator:count=1:(odd:r1c1))", "modifier reads digits"),
    ],
)
def test_what_is_refused(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOXES)
    assert reason in str(caught.value)
    with pytest.raises(FormatError, match="the board has no boxes"):
        parse_rules(f"modifier:*2:each=boxes:{RULES}", LATIN)
    with pytest.raises(FormatError, match="r1c1 is in no box"):
        parse_rules(f"modifier:boxes:each=rows:{RULES}", LATIN)


@pytest.mark.parametrize(
    "words",
    [
        "modifier:*2:each=rows columns boxes:different=yes:(thermo:r1c1+r1c2)",
        "modifier:+1 -1:count=2:cells=r1c1+r2c3+r3c3+r4c4:(or:(odd:r1c1,white-dot:r1c1+r1c2))",
        "modifier:4/3/2/1:cells=r1c1:(same-for-all:1:9:(sum:r1c1+r1c2:total=N,sum:r3c1+r4c2:total=N))",
        pytest.param(
            "modifier:*-1:each=rows:(for-each:rows:least=2:(thermo:X1+X2+X3))",
            marks=pytest.mark.full,
        ),
    ],
)
def test_data_words_and_symmetries(words: str) -> None:
    (rule,) = parse_rules(words, BOXES)
    assert from_data(to_data(rule, BOXES), BOXES) == rule
    assert parse_rules(to_words(rule, BOXES), BOXES) == (rule,)
    assert parse_rules(words.replace("modifier:*2", "doubler"), BOXES) == (rule,)
    test = meant(rule.relations(BOXES), 16)
    grids = random.Random(words).sample(full_grids(BOXES), 20)
    right = [rule.holds(Grid(BOXES, grid)) for grid in grids]
    assert right == [test(grid) for grid in grids]
    assert {*right} == {True, False}
    turned = [c % 4 * 4 + c // 4 for c in range(16)]
    image = rule.image(BoardMap(BOXES, tuple(turned), {d: d for d in BOXES.digits}))
    if image is not None:
        turns = [tuple(grid[turned[c]] for c in range(16)) for grid in grids]
        assert [image.holds(Grid(BOXES, grid)) for grid in turns] == right


@pytest.mark.full
def test_unknown_totals_around_modifiers() -> None:
    (rule,) = parse_rules(
        "variables:N*2=2-16:(less-than:N1+N2,doubler:each=rows:(sum:r1c1+r1c2:total=N1,"
        "sum:r4c1+r4c2:total=N2))",
        BOXES,
    )
    test = meant(rule.relations(BOXES), 16)
    for grid in full_grids(BOXES)[::40]:
        tops, bottoms = ({a + b, 2 * a + b, a + 2 * b} for a, b in (grid[:2], grid[12:14]))
        right = min(tops) < max(bottoms)
        assert rule.holds(Grid(BOXES, grid)) == right == test(grid)


@pytest.mark.full
def test_a_published_puzzle_of_complex_numbers() -> None:
    # A negator, an imaginary and a negative imaginary cell in each row, column and box; a + bi is
    # a + 40 b.
    with lzma.open(shared_file("drawn", "sudokumaker.txt.xz"), "rt") as lines:
        link = next(itertools.islice(lines, 98, None))
    packed = unquote(link.strip().split("puzzle=")[1])
    data = json.loads(decompress(packed, URI))["puzzle"]
    board = Geometry.classic()
    rules = []
    for cage in next(one for one in data["constraints"] if one.get("type") == 2001)["cages"]:
        total = 0
        for sign, number, imaginary in re.findall(r"([+-]?)(\d*)(i?)", cage["value"]):
            if number or imaginary:
                size = int(number or 1) * (40 if imaginary else 1)
                total += -size if sign == "-" else size
        rules.append(REGISTRY["killer-cage"](tuple(cage["cells"]), total))
    rule = Modifier("*-1 *40 *-40", tuple(rules), "rows columns boxes", None, (), True)
    (grid,) = enumerate_solutions(Puzzle.empty(board, [rule]))
    assert list(grid.values) == [cell["value"] for cell in data["cells"]]


def test_clues_inside_are_read_alone() -> None:
    # What follows from a clue inside and from where modifiers may be is true of every solution.
    titles = set()
    for seed in range(16):
        planted = case(seed)
        if planted is None:
            continue
        rule, board, digits, _ = planted
        puzzle = Puzzle.empty(board, [rule]).with_givens({0: digits[0], 6: digits[6]})
        right = list(itertools.islice(enumerate_solutions(puzzle, backend="sat"), 300))
        position = Position.of(puzzle)
        for step in ClueCombinations().find(position, ENDLESS):
            assert isinstance(step.proof, ClueProof)
            if not any("modified" in clue.title for clue in step.proof.rules):
                assert not faults(step, position), (seed, step)
                titles.add(step.proof.rule.title)
            for cell, digit in step.eliminations:
                assert all(grid[cell] != digit for grid in right), (seed, step)
    assert len(titles) > 3


def test_the_places_of_modifiers_are_told_and_drawn() -> None:
    document = read_example("modifier")
    answer = satdoku.check_unique(document)
    modified = answer.modified
    grid, rule = answer.witnesses[0], document.constraints[0]
    assert isinstance(rule, Modifier)
    board = rule.value_board(grid.geometry)
    marked = {grid.geometry.cell(name) for name in modified}
    values = tuple((2 if c in marked else 1) * v for c, v in enumerate(grid.values) if v)
    read = [one for part in rule.halves(rule.rules, grid.geometry)[1:] for one in part]
    assert {*modified.values()} == {"*2"}
    assert len({grid.values[c] for c in marked}) == 9
    assert all(one.holds(Grid(board, values)) for one in read)
    assert answer.to_dict()["modified"] == modified
    assert f"modified cells: {next(iter(modified))} *2, " in answer.text()
    labels = [s.label for r in answer.scene().rules for s in r.shapes if s.kind == "cage"]
    assert labels.count("*2") == 9
