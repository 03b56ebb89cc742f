"""A step names every rule that it rests on: with all else dropped, its conclusion still follows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.constraints.chess import AntiKing
from satdoku.constraints.custom import AllPairs
from satdoku.constraints.neighbours import NonConsecutive
from satdoku.engines.incremental import Clauses
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.messages import Lang, languages
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Stage, path, preset, start, walk
from satdoku.rating.proofs import SMALL_PROOFS, with_small_proofs
from satdoku.rating.table import Preset
from satdoku.techniques.arguments.als import AlsProof
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.arguments.chains import ChainProof
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.pieces import CellSet, Contradiction, House, Node, Rule
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.step import Chain, Step
from tests.shared import fewer, shared_file, thinned

from .named import UNDECIDED, Judge, holes, unnamed, unsaid
from .support import ROOT, position_of, rated, with_proof

EXAMPLES = ROOT / "examples" / "constraints"
G6 = Geometry.boxes(6, 2, 3)
G9 = Geometry.classic()

SLOW = ("negation-", "trial", "small-proof")
STEPS = 15
"""Of each example, with all rules together, in the default suite."""


def stages(name: str, most: int) -> list[Stage]:
    """The first stages of an example's path, each found once."""
    first, more = begun(name)
    first += islice(more, max(0, most - len(first)))
    return first[:most]


@cache
def begun(name: str) -> tuple[list[Stage], Iterator[Stage]]:
    puzzle = parse((EXAMPLES / f"{name}.json").read_text("utf-8")).puzzle
    # Negations and trials come last and may take long: what is before them is enough.
    human = with_small_proofs(preset("human"), puzzle)
    entries = tuple(entry for entry in human.entries if not entry.search.name.startswith(SLOW))
    return [], iter(walk(start(puzzle), replace(human, entries=entries)))


def checked(stages: list[Stage]) -> Counter[str]:
    """How many steps of each technique there are, once all are checked."""
    judge = Judge(stages[0].before) if stages else None
    for stage in stages:
        assert judge is not None
        assert judge.unnamed(stage.step, stage.before) is None, stage.step
        for lang in languages():
            assert not unsaid(stage.step, stage.before.geometry, lang), stage.step
            assert not holes(stage.step, stage.before.geometry, lang)
    return Counter(stage.step.technique for stage in stages)


QUICK = ("anti-king", "anti-knight", "non-consecutive", "negative-xv", "renban", "killer-cage",
         "thermo", "and")  # fmt: skip


@pytest.mark.parametrize("name", thinned([n for n in QUICK if n in REGISTRY], 2))
def test_steps_of_examples_name_what_they_rest_on(name: str) -> None:
    assert checked(stages(name, STEPS))


def test_pairs_of_cells_of_one_rule_do_not_name_the_pairs_between_them() -> None:
    """The sets of this step are on two diagonals, of which its proof names pairs of cells alone."""
    lines = shared_file("variants", "corpus.jsonl").read_text("utf-8").splitlines()
    puzzle = parse(
        json.loads(next(line for line in lines if "19db6d55cd53" in line))["puzzle"]
    ).puzzle
    table = with_small_proofs(preset("human"), puzzle)
    human = Preset(table.name, table.title, table.entries)  # a shorter step would come before it
    assert checked(list(islice(walk(start(puzzle), human), 20)))["als-xz"] == 1


PAIRS = ["anti-king", "less-than", "thermo", "whisper", "white-dot"]
OTHERS = sorted({path.stem for path in EXAMPLES.glob("*.json")} - set(PAIRS))


@pytest.mark.parametrize("name", [*PAIRS, *fewer(OTHERS, 2)])
def test_small_proofs_name_the_rules_by_which_cells_exclude_each_other(name: str) -> None:
    puzzle = parse((EXAMPLES / f"{name}.json").read_text("utf-8")).puzzle
    for stage in islice(walk(start(puzzle), SMALL_PROOFS), 8):
        for lang in languages():
            assert not unsaid(stage.step, puzzle.geometry, lang), stage.step
            assert not holes(stage.step, puzzle.geometry, lang)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.json")))
def test_steps_of_every_example_name_what_they_rest_on(name: str) -> None:
    puzzle = parse((EXAMPLES / f"{name}.json").read_text("utf-8")).puzzle
    checked(
        list(
            path(
                start(puzzle), with_small_proofs(preset("human"), puzzle), Limit(seconds=20)
            ).stages
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_steps_of_published_variants_name_what_they_rest_on(part: int) -> None:
    lines = shared_file("variants", "corpus.jsonl").read_text("utf-8").splitlines()
    for line in lines[part::48]:
        text = json.loads(line)["puzzle"]
        try:
            puzzle = parse(text if isinstance(text, str) else json.dumps(text)).puzzle
        except SatdokuError:
            continue
        checked(
            list(
                path(
                    start(puzzle), with_small_proofs(preset("human"), puzzle), Limit(seconds=15)
                ).stages
            )
        )


@pytest.mark.full
def test_steps_of_classic_boards_name_what_they_rest_on() -> None:
    counts: Counter[str] = Counter()
    for puzzle in rated(6.5, 8.0)[::60]:
        counts += checked(list(path(position_of(puzzle), preset("human")).stages))
    assert len(counts) > 8


@pytest.mark.parametrize("name", thinned(["anti-king", "and"], 2))
def test_a_rule_that_is_left_out_is_seen(name: str) -> None:
    """The judge and the search agree on what is needed: with a rule less the step does not hold."""
    seen = 0
    path = stages(name, 60)
    judge = Judge(path[0].before)
    for stage in path:
        step = stage.step
        if step.besides and not isinstance(step.proof, NegationProof):
            bare = replace(step, besides=())
        elif getattr(step.proof, "rules", ()) and step.variant == "links":
            bare = with_proof(step, rules=())
        elif isinstance(step.proof, NegationProof) and step.besides:
            parts = tuple(replace(part, besides=()) for part in step.proof.parts)
            bare = replace(with_proof(step, parts=parts), besides=())
        else:
            continue
        seen += 1
        # What was named before, or is in between, is not taken for named.
        assert judge.unnamed(step, stage.before) is None
        assert judge.unnamed(bare, stage.before) not in (None, UNDECIDED), step
    assert seen


def test_a_step_that_is_not_judged_in_time_is_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, *_ = stages("anti-king", 1)
    monkeypatch.setattr(Clauses, "attempt", lambda *_: None)
    monkeypatch.setattr(Clauses, "model", lambda *_: [])
    assert unnamed(stage.step, stage.before) == UNDECIDED


@pytest.mark.parametrize("lang", languages())
def test_a_cell_with_one_digit_from_the_start_needs_no_reason(lang: Lang) -> None:
    position = start(Puzzle.empty(Geometry.latin(1)))
    (step,) = technique("naked-single").find(position)
    assert not holes(step, position.geometry, lang)
    assert "()" not in explain(step, position.geometry, lang)


@pytest.mark.parametrize("lang", languages())
def test_fins_that_exclude_by_a_rule_say_so(lang: Lang) -> None:
    """A cell that a fin excludes by a knight's move sees no fin; the sentence once had no end."""
    columns = [House("column", n, tuple(range(n - 1, 81, 9))) for n in (4, 5)]
    rows = [House("row", n, tuple(range(9 * n - 9, 9 * n))) for n in (3, 8)]
    proof = FishProof(1, tuple(columns), tuple(rows), (21, 22, 67), fins=(48, 76))
    knight = [Rule(0, "anti-knight", "anti-knight", pair) for pair in ((48, 65), (65, 76))]
    step = Step("sashimi-x-wing", proof, eliminations=((65, 1),), besides=tuple(knight))
    assert not holes(step, G9, lang)
    assert not unsaid(step, G9, lang)
    text = explain(step, G9, lang)
    assert text.count("r8c3") == 3
    if lang == "en":
        assert "no cell in which both exclude it can be 1. Either way r8c3 is not 1" in text


@pytest.mark.parametrize("lang", languages())
def test_rules_of_what_the_same_facts_exclude_besides_are_named(lang: Lang) -> None:
    """Further candidates that a small proof excludes have arguments that are not printed, and rules
    of its own."""
    row = House("row", 1, tuple(range(9)))
    wrong = Contradiction("no-place", digits=(5,), house=row)
    cage = Rule(0, "equality-cage", "equality cage in r1c1 and r3c5", (0, 22))

    def refuted(cell: int, **why: object) -> Step:
        nodes = (Node(cell, 5, True), Node(0, 5, False, (0,), **why))  # type: ignore[arg-type]
        proof = FactsProof(
            needs=((row, 5), (row, 6)), argument=Chain(nodes, False, (), wrong, (1,))
        )
        return Step("small-proof", proof, eliminations=((cell, 5),))

    first = refuted(9, cause="house", house=House("column", 1, tuple(range(0, 81, 9))))
    other = refuted(22, cause="rule", rule=cage)
    assert isinstance(first.proof, FactsProof)
    both = (*first.eliminations, *other.eliminations)
    step = replace(first, proof=replace(first.proof, further=(other,)), eliminations=both)
    assert not unsaid(first, G9, lang)
    assert not unsaid(step, G9, lang)


@pytest.mark.parametrize("lang", languages())
def test_two_clues_of_which_every_way_has_a_digit(lang: Lang) -> None:
    cages = [
        Rule(n, "killer-cage", f"killer cage of 9 in {G9.names(cells)}", cells, "9", "", cells)
        for n, cells in enumerate(((0, 1), (9, 10)))
    ]
    proof = JointProof(tuple(cages), (0, 1, 9, 10), (), common=((0, 9), (1, 9), (9, 9), (10, 9)))
    step = Step("digit-places", proof, eliminations=((18, 9),))
    assert not holes(step, G9, lang)
    assert "r3c1" in explain(step, G9, lang)


def open_at(cells: dict[int, set[int]], puzzle: Puzzle) -> Position:
    position = start(puzzle)
    eliminated = [(c, d) for c, keep in cells.items() for d in position.candidates[c] - keep]
    return position.eliminate(eliminated)


def test_ways_within_a_cage_name_the_rule_between_its_cells() -> None:
    # 1+4, 2+3: the cells are neighbours, so 2+3 goes; and r1c2 sees the 1 or 4 of neither.
    cage = REGISTRY["killer-cage"](cells=(0, 1), sum=5)
    puzzle = Puzzle.empty(G6, (cage, NonConsecutive()))
    position = start(puzzle)
    (step, *_) = technique("cage-combinations").find(position)
    assert [(rule.name, rule.cells) for rule in step.view.rules] == [
        ("killer-cage", (0, 1)),
        ("non-consecutive", (0, 1)),
    ]
    assert step.besides == step.view.rules[1:]
    assert not faults(step, position)
    assert unnamed(step, position) is None
    assert unnamed(replace(step, besides=()), position) is not None
    assert explain(step, G6).endswith(
        " Other rules that this uses: non-consecutive (r1c1 and r1c2)."
    )
    assert "ほかに使う規則:" in explain(step, G6, "ja")
    # A rule that the conclusion can do without is not named.
    apart = Puzzle.empty(G6, (cage, AntiKing()))
    (step, *_) = technique("cage-combinations").find(start(apart))
    assert not step.besides


def test_what_a_cage_excludes_elsewhere_names_the_rule_that_does() -> None:
    cage = REGISTRY["killer-cage"](cells=(0, 1), sum=4)
    puzzle = Puzzle.empty(G6, (cage, NonConsecutive()))
    steps = list(technique("cage-combinations").find(start(puzzle)))
    outside = [step for step in steps if step.variant == "outside" and step.besides]
    assert outside
    for step in outside:
        assert unnamed(step, start(puzzle)) is None
        assert unnamed(replace(step, besides=()), start(puzzle)) is not None


@pytest.mark.full
def test_a_line_of_a_refutation_names_the_rule_that_leaves_nothing_else() -> None:
    for stage in stages("and", 40):
        if isinstance(stage.step.proof, NegationProof) and stage.step.besides:
            break
    else:
        raise AssertionError("no refutation by a rule")
    step, proof = stage.step, stage.step.proof
    assert isinstance(proof, NegationProof)
    named = [rule for part in proof.parts for rule in part.besides]
    assert set(named) == set(step.besides) == set(step.view.rules)
    text = explain(step, stage.before.geometry)
    for part in proof.parts:
        if part.besides and isinstance(part.proof, SingleProof):
            name = stage.before.geometry.name(part.proof.cell)
            (line,) = [one for one in text.splitlines() if f". {name} = " in one]
            assert part.besides[0].title in line


# ------------------------------------------------------------------------------------------------
# The words.


def pair_rule(a: int, b: int) -> Rule:
    table = tuple((x, y) for x in range(1, 10) for y in range(1, 10) if abs(x - y) != 1)
    puzzle = Puzzle.empty(G9, (AllPairs((4, 3, 12, 21, 40), table, "Nabner line"),))
    from satdoku.techniques.board import board_of

    return board_of(puzzle).rule_of_pair(0, a, b)


def test_a_chain_that_ends_in_a_rule_ends_in_a_sentence() -> None:
    rule = pair_rule(12, 21)
    nodes = (
        Node(21, 3, True),
        Node(21, 2, False, (0,), "cell"),
        Node(12, 2, True, (1,), "cell"),
        Node(21, 3, False, (2,), "rule", rule=rule),
    )
    step = Step("xy-chain", ChainProof("xy", Chain(nodes)), eliminations=((21, 3),))
    end = 'but the rule "Nabner line" at r1c5 does not allow both. So r3c4 is not 3.'
    assert explain(step, G9).endswith(f"If r3c4 were 3, r2c4 would be 2, {end}")
    assert "規則「Nabner line」(r2c4・r3c4)により両方は入りません" in explain(step, G9, "ja")


@pytest.mark.parametrize(
    ("because", "named"),
    [
        ((2,), '- r3c4 is not 3, by the rule "Nabner line" at r1c5 (r2c4 = 2).'),
        ((1, 2), 'r2c4 = 2 excludes 3 by the rule "Nabner line"'),
    ],
)
def test_the_rule_of_a_link_that_an_argument_inside_rests_on_is_named_once(
    because: tuple[int, ...], named: str
) -> None:
    nothing = Contradiction("no-candidate", (21,))
    inner = Chain((Node(30, 4, True), Node(21, 3, False, (), "known")), False, (), nothing, (0, 1))
    part = Step("small-proof", FactsProof((21,), argument=inner), eliminations=((30, 4),))
    nodes = (
        Node(12, 2, True),
        Node(21, 3, False, (0,), "rule", rule=pair_rule(12, 21)),
        Node(30, 4, False, (1,), "advanced", part=0),
    )
    end = Contradiction("no-candidate", (30,))
    proof = FactsProof((21, 30), argument=Chain(nodes, False, (part,), end, because))
    text = explain(Step("small-proof", proof, eliminations=((12, 2),)), G9)
    assert named in text
    assert text.count("Nabner line") == 1


def test_sets_that_only_a_rule_joins_do_not_see_each_other() -> None:
    rule = pair_rule(12, 40)
    sets = tuple(
        CellSet(name, (cell,), (5, 6), ((cell, 5), (cell, 6)))
        for name, cell in (("A", 12), ("B", 40))
    )
    step = Step("als-xz", AlsProof(sets, (5,), (6,), "ALS"), eliminations=((0, 6),))
    assert "B has no 5 (r5c5 sees r2c4), so it has 6 in r5c5." in explain(step, G9)
    joined = replace(step, besides=(rule,))
    text = explain(joined, G9)
    assert "B has no 5 (r5c5 excludes it in r2c4 by rule" in text
    assert "sees r" not in text
    assert "Other rules" not in text
    assert "両立しない" in explain(joined, G9, "ja")


def test_a_rule_has_the_name_that_its_author_gave() -> None:
    link = ".Pair~AAAAAAAAAAAAAAAA~R2C1~R2C2~_Nab%20ner~R1C1~R1C2"
    rules = parse(link).puzzle.constraints
    assert [rule.describe(G9) for rule in rules] == [
        "table of successive pairs in r2c1 and r2c2",
        'rule "Nab ner" in r1c1 and r1c2',
    ]
    with pytest.raises(ValueError, match="printable"):
        AllPairs((0, 1), ((1, 2),), "a\x1b[31m")


@pytest.mark.parametrize(
    ("name", "arguments", "cells"),
    [
        ("thermo", {"cells": (46, 56, 66, 58)}, "r6c2, r7c3, r8c4 and r7c5"),
        ("whisper", {"cells": (20, 10, 0, 1)}, "r3c3, r2c2, r1c1 and r1c2"),
    ],
)
def test_cells_of_a_line_are_named_along_it(
    name: str, arguments: dict[str, tuple[int, ...]], cells: str
) -> None:
    puzzle = Puzzle.empty(G9, (REGISTRY[name](**arguments),))
    line = arguments["cells"]
    allowed = {"thermo": (5, 7, 8, 9), "whisper": (9, 2, 8, 1)}[name]
    keep = dict(zip(line, [{digit} for digit in allowed], strict=True))
    wrong = {"thermo": 8, "whisper": 4}[name]
    position = open_at(keep | {line[-1]: {allowed[-1], wrong}}, puzzle)
    family = {"thermo": "thermo-bounds", "whisper": "whisper-partners"}[name]
    (step, *_) = technique(family).find(position)
    text = explain(step, G9)
    assert f"{cells} can only be {'-'.join(map(str, allowed))} in this order" in text
    assert step.view.rules[0].cells == line


def test_japanese_sets_a_label_apart_that_is_no_number() -> None:
    puzzle = Puzzle.empty(G9, (REGISTRY["xv"](cells=(0, 1), total=5),))
    (step, *_) = technique("dot-pairs").find(open_at({0: {1, 2}, 1: {1, 3, 4}}, puzzle))
    assert explain(step, G9, "ja").startswith("XVのV(r1c1・r1c2)")


PATTERNS = [one.name for one in all_techniques() if one.file in ("fish", "single_digit", "subsets")]


@pytest.mark.parametrize("name", thinned(PATTERNS, 2))
def test_patterns_follow_from_the_houses_and_cells_that_they_name(name: str) -> None:
    (file,) = (ROOT / "examples" / "techniques").glob(f"{name}.*")
    position = parse(file.read_text("ascii")).position
    assert position is not None
    for step in islice(technique(name).find(position), 30):
        assert unnamed(step, position) is None, step


def test_both_fish_of_a_siamese_one_name_what_they_exclude() -> None:
    """The rules that a step names need not be those by which each fin excludes it."""
    puzzle = Puzzle.empty(Geometry.boxes(4, 1, 4), [AntiKing()])
    steps = list(technique("finned-x-wing").find(Position.of(puzzle)))
    assert len(steps) > 3
    assert [holes(step, puzzle.geometry, "en") for step in steps] == [[]] * len(steps)
