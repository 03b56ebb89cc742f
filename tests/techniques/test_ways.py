"""Ways to keep a clue: the table of those met, and that every way to find them says the same."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import reduce
from importlib.util import find_spec
from itertools import combinations, islice, permutations, product
from operator import and_, or_
from typing import Any

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import (
    REGISTRY,
    AntiKnight,
    DiagonalNonConsecutive,
    NonConsecutive,
    parse_rules,
)
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.rating.shorter import SHORTEST_CHAIN
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.checks import open_digits
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.filling import KeptRules
from satdoku.techniques.arguments.reading import length
from satdoku.techniques.arguments.reasons import Alone, JointExtremes
from satdoku.techniques.board import Candidates, bits, board_of, open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues import ways
from satdoku.techniques.searches.clues.clue_chains import ClueForcing
from satdoku.techniques.searches.clues.clues import all_clues, clues_of
from satdoku.techniques.searches.clues.following import joint_reasons
from satdoku.techniques.searches.clues.house_clues import HouseCombinations
from satdoku.techniques.searches.clues.house_groups import GroupFacts, house_groups
from satdoku.techniques.searches.clues.met import Met
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.step import CheckContext, House, Step
from tests.shared import thinned

from .support import example, with_proof

SIZE, PLACES = 5, 3


def way_of(digits: tuple[int, ...]) -> int:
    return sum(1 << place * SIZE + d for place, d in enumerate(digits))


def is_within(way: int, domains: tuple[int, ...]) -> bool:
    return not way & ~sum(mask << place * SIZE for place, mask in enumerate(domains))


@pytest.mark.parametrize("whole", [False, True])
def test_the_table_is_the_list(whole: bool) -> None:
    rng = random.Random(7)
    every = (1 << SIZE) - 1
    table = Met(SIZE, PLACES)
    drawn = {tuple(rng.randrange(SIZE) for _ in range(PLACES)) for _ in range(60)}
    ways = [way_of(digits) for digits in sorted(drawn)]
    if whole:
        table.fill(list(map(bytes, zip(*sorted(drawn), strict=True))), (every,) * PLACES)
    else:
        table.extend(ways)
    for _ in range(200):
        domains = tuple(rng.randrange(every + 1) for _ in range(PLACES))
        left = [way for way in ways if is_within(way, domains)]
        assert table.complete(domains) is whole
        assert table.within(domains).bit_count() == len(left)
        assert table.ways(domains) == left
        union = reduce(or_, left, 0)
        support = tuple(union >> place * SIZE & every for place in range(PLACES))
        assert table.support(domains) == (support if left else ())
        cover = table.cover(domains, support)
        assert set(cover) <= set(left)
        assert reduce(or_, cover, 0) == union


def test_many_single_ways_are_forgotten_together() -> None:
    table = Met(SIZE, PLACES)
    table.extend([way_of((0, 0, 0))])
    for _ in range(1100):
        table.extend([way_of((1, 1, 1))])
    table.forget()
    assert not table.within((3,) * PLACES)


CLUES = (
    ("killer-cage", {"cells": (0, 1, 2, 9, 10), "sum": 25}),
    ("little-killer", {"start": 0, "direction": "down-right", "sum": 37}),
    ("renban", {"cells": (0, 10, 9, 18, 28)}),
    ("sandwich", {"side": "left", "index": 1, "sum": 17}),
    ("same-values", {"sets": ((0, 1), (40, 41))}),
)


@pytest.mark.parametrize(("name", "arguments"), CLUES[:4])
def test_along_a_path_ways_are_listed_once(
    name: str, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fewer candidates have some of the same ways, and other ones are listed anew; what all of them
    exclude elsewhere is the same however it is found."""
    puzzle = Puzzle.empty(Geometry.classic(), (REGISTRY[name](**arguments),))
    own = clues_of(puzzle)[0].ways
    assert own.possible((511,) * len(own.cells), ENDLESS)
    counted = Ways(own.board, own.model, own.cells)
    lists = 0

    fill = counted._all.fill

    def filling(columns: list[bytes], domains: tuple[int, ...]) -> None:
        nonlocal lists
        lists += 1
        fill(columns, domains)

    monkeypatch.setattr(counted._all, "fill", filling)
    cands = Candidates.of(Position.of(puzzle))
    rng = random.Random(5)
    narrowed = 0
    for _ in range(12):
        way = own.split(own._ask((511,) * len(own.cells), rng.randrange(9), ENDLESS) or 0)
        domains = tuple(mask | rng.choice((0, 7, 288, 73)) for mask in way)
        before = lists
        if not counted.fillings(domains, ENDLESS).all:
            continue
        for _ in range(3):
            domains = tuple(
                mask & (rng.choice((511, 438)) | own_mask)
                for mask, own_mask in zip(domains, way, strict=True)
            )
            fillings, fresh = (
                one.fillings(domains, ENDLESS)
                for one in (counted, Ways(own.board, own.model, own.cells))
            )
            assert sorted(fillings.ways) == sorted(fresh.ways)
            assert fillings.support == fresh.support
            narrowed += bool(fillings.ways)
            seen = {
                pair
                for out in counted.seen_in(fillings, domains, cands, ENDLESS).values()
                for pair in out
            }
            assert seen == {
                (cell, d + 1)
                for (cell, d), mask in own.outside.items()
                if fillings.ways and all(way & mask for way in fillings.ways)
            }
        assert lists <= before + 1
    assert narrowed > 5


@pytest.mark.parametrize("work", [ways._WORK, 1], ids=["core", "solver"])
@pytest.mark.parametrize(("name", "arguments"), thinned(CLUES, 2, rows=True))
def test_the_support_is_the_same_however_it_is_found(
    name: str, arguments: dict[str, Any], work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "_WORK", work)
    geometry = Geometry.classic()
    puzzle = Puzzle.empty(geometry, (REGISTRY[name](**arguments),))
    own = clues_of(puzzle)[0].ways

    def fresh() -> Ways:
        return Ways(own.board, own.model, own.cells)

    asking, listing, solving = fresh(), fresh(), fresh()
    asking._many = 0
    solving.__dict__["_narrowing"] = None  # as without the compiled core
    rng = random.Random(3)
    listed = 0
    for _ in range(12):
        domains = tuple(rng.choice((0b111, 1 << 4 | 3, 511, 508, 0b1010101)) for _ in own.cells)
        support = asking.support(domains, ENDLESS)
        assert listing.fillings(domains, ENDLESS).support == support
        assert listing.possible(domains, ENDLESS) is bool(support)
        fillings = solving.fillings(domains, ENDLESS)
        assert fillings.support == support
        if fillings.all and listing.fillings(domains, ENDLESS).all:
            assert sorted(fillings.ways) == sorted(listing.fillings(domains, ENDLESS).ways)
            listed += bool(fillings.ways)
        for fillings in (listing.fillings(domains, ENDLESS), asking.fillings(domains, ENDLESS)):
            seen = reduce(or_, fillings.ways, 0)
            assert own.split(seen) == support or not support
            assert all(len(bits(way)) == len(own.cells) for way in fillings.ways)
    assert listed or work == 1 or name in ("little-killer", "same-values")
    if find_spec("satdoku.core") is not None:
        assert (asking._lost > ways._MOST_LOST) is (work == 1)


@pytest.mark.parametrize(("name", "arguments"), CLUES)
def test_of_what_is_not_known_nothing_is_concluded(
    name: str, arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Questions that take too long leave more candidates, never fewer, and no link."""
    puzzle = Puzzle.empty(Geometry.classic(), (REGISTRY[name](**arguments),))
    own = clues_of(puzzle)[0].ways
    exact, short = (Ways(own.board, own.model, own.cells) for _ in range(2))
    exact._many = short._many = 0
    answers = random.Random(5)
    solved = Ways._solved
    monkeypatch.setattr(ways, "_WORK", 1)
    rng = random.Random(4)
    unknown = 0
    for _ in range(12):
        domains = tuple(rng.choice((0b111, 1 << 4 | 3, 511, 508, 0b1010101)) for _ in own.cells)
        monkeypatch.setattr(Ways, "_solved", solved)
        truth = exact.fillings(domains, ENDLESS)
        some = exact.possible(domains, ENDLESS)
        monkeypatch.setattr(
            Ways, "_solved",
            lambda self, d, clock: None if answers.random() < 0.5 else solved(self, d, clock),
        )  # fmt: skip
        fillings = short.fillings(domains, ENDLESS)
        assert short.possible(domains, ENDLESS) or not some
        for own_, left in zip(truth.support, fillings.support, strict=False):
            assert not own_ & ~left
            unknown += own_ != left
        if truth.support:
            every = short._join(domains)
            for k in bits(every)[:6]:
                common = short._is_common(fillings, domains, every & ~(1 << k), ENDLESS)
                monkeypatch.setattr(Ways, "_solved", solved)
                assert not common or exact._is_common(truth, domains, every & ~(1 << k), ENDLESS)
    assert unknown or name in ("little-killer", "same-values")


def test_where_all_questions_stay_open_propagation_still_excludes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cage = REGISTRY["killer-cage"](cells=(0, 1, 2), sum=7)
    own = clues_of(Puzzle.empty(Geometry.classic(), (cage,)))[0].ways
    exact, open_ = (Ways(own.board, own.model, own.cells) for _ in range(2))
    open_._lost = ways._MOST_LOST + 1
    monkeypatch.setattr(Ways, "_solved", lambda self, domains, clock: None)
    rng = random.Random(6)
    fewer = 0
    for _ in range(20):
        domains = tuple(rng.randrange(1, 512) for _ in own.cells)
        truth, fillings = exact.fillings(domains, ENDLESS), open_.fillings(domains, ENDLESS)
        for has, left, before in zip(truth.support, fillings.support, domains, strict=False):
            assert not has & ~left
            assert not left & ~before
            fewer += left != before
    assert fewer


def test_a_case_less_is_found() -> None:
    position = example("clue-forcing-chains")
    steps = technique("clue-forcing-chains").find(position)
    step = next(step for step in steps if step.variant == "clue")
    proof = step.proof
    assert isinstance(proof, ForcingProof)
    assert not faults(step, position)
    for at in range(len(proof.chains)):
        fewer = replace(proof, chains=proof.chains[:at] + proof.chains[at + 1 :])
        assert faults(replace(step, proof=fewer), position)
    assert faults(replace(step, proof=replace(proof, rule=None)), position)


def test_cases_exclude_at_once_what_each_of_them_excludes() -> None:
    position = example("clue-forcing-chains")
    steps = technique("clue-forcing-chains").find(position)
    step = next(step for step in steps if len(step.eliminations) > 1)
    proof = step.proof
    assert isinstance(proof, ForcingProof)
    assert not faults(step, position)
    text = explain(step, position.geometry)
    assert text.endswith("So r1c1 is not 5; r1c9 is not 1.")
    assert text.count("r1c1 is not 5 (row 1); r1c9 is not 1 (one digit a cell).") == 1
    first, *others = proof.chains
    fewer = replace(first, nodes=first.nodes[:-1])
    forged = replace(step, proof=replace(proof, chains=(fewer, *others)))
    assert "the cases do not agree" in " ".join(faults(forged, position))
    # Each case says that it excludes a third candidate, as the first does.
    out = (step.eliminations[1][0], 3)
    for cause in ("cell", "house"):
        ends = [
            replace(chain.end, cell=out[0], digit=out[1], cause=cause) for chain in proof.chains
        ]
        chains = [
            replace(chain, nodes=(*chain.nodes, end))
            for chain, end in zip(proof.chains, ends, strict=True)
        ]
        more = replace(step, proof=replace(proof, chains=tuple(chains)))
        forged = replace(more, eliminations=(*step.eliminations, out))
        assert re.search("not in the cell|not the same digit", " ".join(faults(forged, position)))


def test_what_each_case_makes_true_is_placed() -> None:
    position = example("clue-forcing-chains")
    steps = technique("clue-forcing-chains").find(position)
    step = next(step for step in steps if step.placements)
    assert not step.eliminations
    assert not faults(step, position)
    assert "So r3c1 = 5" in explain(step, position.geometry)


@pytest.mark.parametrize("name", ["clue-chain", "clue-forcing-chains"])
def test_a_chain_concludes_little_in_many_letters(name: str) -> None:
    """Where a step says much more, no chain is looked for that could hardly take its place."""
    position, search = example(name), technique(name)
    steps = list(islice(search.bare(position), 30))
    assert search.is_chain
    assert steps
    for step in steps:
        assert 1 <= len(step.eliminations) + len(step.placements) <= 2
        sentence = step.sentence(position.geometry)
        assert length(sentence, position.geometry) >= SHORTEST_CHAIN


@pytest.mark.full
def test_the_statements_of_all_cases_are_bounded() -> None:
    position = example("clue-forcing-chains")

    def statements(step: Step) -> int:
        assert isinstance(step.proof, ForcingProof)
        # The chains to what all of them make true have no last link.
        return sum(chain.length + chain.end.on for chain in step.proof.chains)

    lengths = list(map(statements, ClueForcing().find(position)))
    assert lengths == sorted(lengths)
    assert max(lengths) <= 60
    middle = lengths[len(lengths) // 2]
    few = ClueForcing(most=middle).find(position)
    assert list(map(statements, few)) == [count for count in lengths if count <= middle]


def test_fewer_candidates_than_had_no_way_are_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule = REGISTRY["renban"](cells=(0, 10, 9, 18, 28))
    own = clues_of(Puzzle.empty(Geometry.classic(), (rule,)))[0].ways
    ways_ = Ways(own.board, own.model, own.cells)
    # 1 to 3 and 7 to 9 do not hold five digits in a row.
    assert not ways_.possible((0b111000111,) * 5, ENDLESS)
    monkeypatch.setattr(ways_, "_searched", None)
    monkeypatch.setattr(ways_, "_solved", None)
    assert not ways_.possible((0b111000111, 0b111, *(0b111000011,) * 3), ENDLESS)
    monkeypatch.undo()
    assert ways_.possible((0b111000111, 0b11111, 0b111, 0b11111, 0b11111), ENDLESS)
    assert ways_._empty


def test_the_links_of_two_cells_are_those_of_their_ways() -> None:
    rng = random.Random(5)
    count = 0
    for rules in ((NonConsecutive(),), (AntiKnight(), DiagonalNonConsecutive())):
        puzzle = Puzzle.empty(Geometry.boxes(6, 2, 3), rules)
        for clue in rng.sample(all_clues(puzzle), 40):
            own = clue.ways
            assert len(own.cells) == 2
            for _ in range(10):
                domains = rng.randrange(1, 64), rng.randrange(1, 64)
                listed = tuple(own._either(own.fillings(domains, ENDLESS), domains, ENDLESS))
                assert own._either_of_two(*domains) == listed
                count += bool(listed)
    assert count > 50


@pytest.mark.parametrize("widening", [False, True])
def test_pairs_that_were_found_before_are_found_again(
    widening: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a clue whose ways are too many to be listed, the pairs are those of all its ways, also
    where they are known from wider candidates, or from fewer."""
    rng = random.Random(11)
    board = Geometry.boxes(6, 2, 3)
    puzzle = Puzzle.empty(board, parse_rules("killer-cage:r1c1+r1c2+r1c3+r1c4+r2c1:17", board))
    clue = next(clue.ways for clue in clues_of(puzzle) if len(clue.ways.cells) == 5)
    every = clue.fillings(clue.domains(open_candidates(start(puzzle))), ENDLESS)
    count = shown = 0
    for _ in range(20):
        positions = [start(puzzle)]
        digits = dict(zip(clue.cells, clue.digits(rng.choice(every.ways)), strict=True))
        while others := [
            (c, d) for c in clue.cells for d in positions[-1].candidates[c] if d != digits[c]
        ]:
            positions.append(positions[-1].eliminate(rng.sample(others, min(2, len(others)))))
        unlisted = Ways(clue.board, clue.model, clue.cells)
        for position in positions[:: -1 if widening else 1]:
            cands = open_candidates(position)
            listed = clue.fillings(clue.domains(cands), ENDLESS)
            assert listed.all
            some = bits(reduce(or_, listed.ways) & ~reduce(and_, listed.ways))
            pairs = {
                (a, b)
                for a, b in combinations(some, 2)
                if a // 6 < b // 6 and all(way & (1 << a | 1 << b) for way in listed.ways)
            }
            with monkeypatch.context() as patch:
                patch.setattr(ways, "_MAX_LISTED", 1)
                assert set(unlisted.either(cands, ENDLESS)) == pairs
                # Where too many are open, those that unit propagation shows.
                patch.setattr(ways, "_UNCOMMON", -1)
                hasty = Ways(clue.board, clue.model, clue.cells)
                hasty._lost = ways._MOST_LOST + 1
                at_once = set(hasty.either(cands, ENDLESS))
                assert at_once <= pairs
                shown += len(at_once)
            count += len(pairs)
    assert count > 200
    assert shown > 20


def test_what_two_cells_exclude_of_each_other_is_what_the_rules_say() -> None:
    rules = NonConsecutive(), AntiKnight()
    board = board_of(Puzzle.empty(Geometry.boxes(6, 2, 3), rules))
    for cell, other in permutations(range(36), 2):
        rows = board.between(cell, other) or (0,) * 6
        for d, row in enumerate(rows):
            out = board.excluded(cell, d)
            assert row == sum(1 << e for e, cells in out.items() if cells >> other & 1)
            assert board.alike[cell * 6 + d] == out[d]


def test_an_example_of_a_house_and_its_clues_is_one_wherever_there_is_one() -> None:
    """By brute force: two cages of a box that needs a 9, beside a whisper's pair."""
    geometry = Geometry.classic()
    text = "killer-cage:r1c1+r1c2+r2c1:8,killer-cage:r2c2+r2c3+r3c3:20,anti-knight"
    puzzle = Puzzle.empty(geometry, parse_rules(text, geometry))
    position = start(puzzle).eliminate([(2, 9), (18, 9), (19, 9)])
    cands = open_candidates(position)
    box = House("box", 1, geometry.regions[0].cells)
    group = next(one for one in house_groups(puzzle) if set(one.cells) == set(box.cells))
    rules = [clue.rule for clue in group.clues]
    facts = GroupFacts((0, 1), (8,))
    cells = [cell for rule in rules for cell in rule.cells]
    ways = [
        dict(zip(cells, (*low, *high), strict=True))
        for low in permutations(range(1, 10), 3)
        for high in permutations(range(1, 10), 3)
        if (sum(low), sum(high)) == (8, 20) and not {*low} & {*high} and 9 in high
    ]
    ways = [way for way in ways if way[1] != way[20] and way[0] != way[11]]
    step = Step("house-combinations", JointProof(tuple(rules), tuple(cells), (), needs=((box, 9),)))
    kept_rules = KeptRules(tuple(rules), ((box, 9),), tuple(cells))

    def fault(one: JointExtremes, position: Position) -> str | None:
        return one.fault(step, kept_rules, CheckContext(position), open_digits(position))

    for cell, digit in product(cells, geometry.digits):
        example = group.example(cands, facts, (cell, digit), ENDLESS)
        assert (example is not None) == any(way[cell] == digit for way in ways)
        if example is None:
            continue
        assert example in ways
        own = tuple(tuple(example[c] for c in rule.cells) for rule in rules)
        one = JointExtremes(cell, digit, digit, own, own)
        without = position.eliminate([(cell, digit)])
        assert fault(one, position) is None
        assert fault(one, without) is not None
        assert fault(replace(one, highest=(own[1], own[0])), position) is not None
        assert fault(replace(one, low=digit % 9 + 1), position) is not None


def test_a_digit_is_followed_through_clues_together() -> None:
    """3 in r7c6 leaves 1 and 2 to r5c7 and r6c7, and the other three at least 3 + 4 + 5."""
    geometry = Geometry.classic()
    rules = parse_rules("arrow:r4c6:r3c7+r2c7+r1c7,arrow:r7c6:r6c7+r5c7", geometry)
    position = start(Puzzle.empty(geometry, rules))
    search, r7c6 = HouseCombinations(), 59
    first = search.first(position)
    assert first is not None
    position = position.eliminate(first.eliminations)
    step = search.first(position)
    assert step is not None
    assert step.eliminations == ((r7c6, 3),)
    reasons = joint_reasons(open_candidates(position), step, ENDLESS)
    assert reasons == (Alone(((r7c6, 3),)),)
    step = with_proof(step, arguments=(), extremes=reasons)
    assert faults(step, position) == ()
    said = "r5c7: r7c6 is not 3, whatever is in the other cells."
    assert said in explain(step, geometry)
    wrong = replace(step, eliminations=((r7c6, 9),))
    wrong = with_proof(wrong, extremes=(Alone(((r7c6, 9),)),))
    assert any("allows 9 in r7c6" in fault for fault in faults(wrong, position))


def test_cells_that_lose_all_their_digits_are_said_to_be_none_of_them() -> None:
    geometry = Geometry.of_size(4)
    rules = parse_rules("white-dot:r3c1+r4c1,for-each:columns:(even:X1+X2)", geometry)
    puzzle = Puzzle.empty(geometry, rules)
    step = technique("house-combinations").first(start(puzzle))
    assert step is not None
    assert "be ." not in explain(step, geometry)
    assert "r3c1 and r4c1 are not 1 to 4" in explain(step, geometry)
