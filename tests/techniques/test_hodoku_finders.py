"""Two finders of each pattern, the Python one and HoDoKu's in the compiled core, judge each other.

Both look at the same positions: those on the way through puzzles made here. What HoDoKu's search
finds must be among the steps of the technique that it names, and where it finds nothing there must
be nothing.
"""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice

import pytest

from satdoku.formats import parse
from satdoku.puzzle import Position
from satdoku.rating import preset, start, walk
from satdoku.techniques.arguments.uniqueness import ExtraSet, LoopProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.names.vocabulary import canonical
from satdoku.techniques.step import Step
from tests.shared import fewer, shared_file, thinned

from .support import assert_sound, solve

core = pytest.importorskip("satdoku.core", reason="HoDoKu's searches are in the compiled core")

SEARCHES = """
    locked_pair locked_triple x_wing swordfish jellyfish remote_pair bug_plus_1 skyscraper
    two_string_kite turbot_fish empty_rectangle uniqueness_1 uniqueness_2 uniqueness_3 uniqueness_4
    uniqueness_5 uniqueness_6 hidden_rectangle finned_x_wing sashimi_x_wing finned_swordfish
    sashimi_swordfish finned_jellyfish sashimi_jellyfish simple_colors multi_colors franken_x_wing
    franken_swordfish finned_franken_x_wing finned_franken_swordfish
""".split()  # noqa: SIM905
MORE = {
    "franken_x_wing", "franken_swordfish",  # only with base houses of few places
    "uniqueness_4",  # only where no house that both cells share has another place
    "skyscraper", "two_string_kite",  # only one way in which two lines are joined
    "turbot_fish",  # no pair of a box that lies in a line
}  # fmt: skip
"""The searches for which HoDoKu looks in fewer cases than the definition has."""
SUBSETS = [
    f"{kind}_{size}" for kind in ("naked", "hidden") for size in ("pair", "triple", "quadruple")
]
CHAINS = """
    x_chain xy_chain nice_loop grouped_nice_loop als_xz als_xy_wing als_xy_chain sue_de_coq w_wing
    xy_wing xyz_wing
""".split()  # noqa: SIM905
"""The searches whose steps in HoDoKu must be among those with the options of its library."""
DIALECT = "0000-2"
"""HoDoKu's default: rectangles whose cells may lack a digit."""


def beyond(search: str, step: Step) -> bool:
    """Whether HoDoKu does not look for this step under this name: rectangles with three further
    cells or two opposite ones are test 5 alone, and sets without a digit of theirs are test 3."""
    proof = step.proof
    if not isinstance(proof, LoopProof):
        return False
    if search == "uniqueness_2":
        places = sorted({proof.ring.index(cell) for cell, _ in proof.extra})
        return len(places) == 3 or places in ([0, 2], [1, 3])
    if search == "uniqueness_3" and isinstance(proof.how, ExtraSet):
        return not set(proof.digits).isdisjoint(proof.how.others.digits)
    return False


def compared(position: Position, counts: Counter[str]) -> None:
    """Every search in one position."""
    text = "".join("." if value is None else str(value) for value in position.values)
    marks = [sum(1 << digit - 1 for digit in digits) for digits in position.candidates]
    for search in SEARCHES:
        status, step = core.hodoku_find(text, marks, search=search)
        assert status == "ok"
        if step is None:
            own = technique(canonical(search)).in_library(DIALECT)
            more = [one for one in own.find(position) if not beyond(search, one)]
            assert search in MORE or not more, (search, text, marks)
        elif step["place"] is None:
            own = technique(canonical(step["technique"])).in_library(DIALECT)
            wanted = set(map(tuple, step["eliminations"]))
            here = [one for one in own.find(position) if set(one.eliminations) == wanted]
            assert here, (search, text, marks, wanted)
            assert faults(here[0], position) == ()
            counts[own.name] += 1


def among_ours(position: Position, searches: list[str], counts: Counter[str]) -> None:
    """HoDoKu's steps are among those in the library's dialect."""
    text = "".join("." if value is None else str(value) for value in position.values)
    marks = [sum(1 << digit - 1 for digit in digits) for digits in position.candidates]
    for search in searches:
        _, step = core.hodoku_find(text, marks, search=search)
        if step is not None:
            own = technique(canonical(step["technique"])).in_library("0000-1")
            wanted = set(map(tuple, step["eliminations"]))
            steps = (one for one in own.find(position) if set(one.eliminations) == wanted)
            assert next(steps, None) is not None, (search, text, marks, wanted)
            counts[own.name] += 1


@pytest.mark.parametrize("part", fewer(range(20), 5))
def test_chains_and_almost_locked_sets_are_among_ours(part: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(part * 5, part * 5 + 5):
        stages = walk(start(parse(core.minimal_puzzle(seed)).puzzle), preset("hodoku"))
        for stage in islice(stages, 0, 60, 2):
            if not stage.step.placements:
                among_ours(stage.before, [*SUBSETS, *CHAINS], counts)
    assert len(counts) > 8


@pytest.mark.parametrize("part", thinned(range(4), 4))
def test_subsets_may_have_open_singles_in_the_library(part: int) -> None:
    """A cell of one candidate and a digit of one place take part; elsewhere they are singles."""
    counts: Counter[str] = Counter()
    fewer = 0
    for seed in range(part * 10, part * 10 + 10):
        for stage in islice(walk(start(parse(core.minimal_puzzle(seed)).puzzle), preset("se")), 8):
            among_ours(stage.before, SUBSETS, counts)
            pairs = technique("naked-set").in_library(""), technique("naked-set")
            more, least = (len(list(search.find(stage.before))) for search in pairs)
            fewer += least < more
    assert len(counts) > 4
    assert fewer > 4


@pytest.mark.full
@pytest.mark.parametrize("part", thinned(range(10), 10))
def test_both_find_the_same(part: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(part * 6, part * 6 + 6):
        puzzle = parse(core.minimal_puzzle(seed)).puzzle
        stages = walk(start(puzzle), preset("human"))
        for stage in islice(stages, 4, 60, 5):
            if not stage.step.placements:
                compared(stage.before, counts)
    assert len(counts) > 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 400))
def test_both_find_the_same_in_more_puzzles(seed: int) -> None:
    puzzle = parse(core.minimal_puzzle(seed)).puzzle
    counts: Counter[str] = Counter()
    for stage in islice(walk(start(puzzle), preset("human")), 200):
        if not stage.step.placements:
            compared(stage.before, counts)


def test_avoidable_rectangles_are_found_on_the_way() -> None:
    """HoDoKu's search of these needs to know the givens: only its paths have them."""
    counts: Counter[str] = Counter()
    with shared_file("rating", "hodoku_full_paths.tsv").open(newline="") as stream:
        rows = [row for row in csv.DictReader(stream, delimiter="\t") if "AVOID" in row["path"]]
    for text in [row["puzzle"] for row in rows][:12]:
        position = start(parse(text).puzzle)
        for step in core.hodoku_path(text)[1]:
            name = canonical(step["technique"])
            if name.startswith("avoidable"):
                wanted = set(map(tuple, step["eliminations"]))
                steps = list(technique(name).find(position))
                assert any(set(one.eliminations) == wanted for one in steps), text
                solution = solve(position)
                assert solution is not None
                for one in steps:
                    assert_sound(one, solution)
                counts[name] += 1
            if step["place"] is not None:
                position = position.place(*step["place"])
            else:
                position = position.eliminate(map(tuple, step["eliminations"]))
    assert counts
