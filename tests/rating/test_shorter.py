"""A short step before a long one: which line of a preset is taken, by the length of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import mean
from typing import ClassVar

import pytest

from satdoku import formats
from satdoku.base.limits import Clock
from satdoku.board import Geometry
from satdoku.explaining import words
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.shorter import READ_AT_ONCE, ShorterFirst, is_brief
from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.arguments.clues import ClueProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.pieces import House, Rule
from satdoku.techniques.arguments.reading import length
from satdoku.techniques.arguments.saying import Text, fact, lines
from satdoku.techniques.arguments.sets import Barred, SingleProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.check import faults
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step

BOARD = Geometry.boxes(4, 2, 2)
ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "examples" / "constraints"


@dataclass(frozen=True, slots=True)
class Facts(Proof):
    """A proof that names so many facts."""

    facts: int

    def shown(self) -> ShownPattern:
        return ShownPattern()

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        return iter(())

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        return lines(*[fact(0, 1)] * self.facts)


@dataclass(frozen=True, slots=True)
class Found(Technique):
    """A search that finds a step of each of some lengths."""

    called: str
    lengths: tuple[int, ...]
    compared: int = 1  # type: ignore[misc]
    lost: int = 1

    @property
    def name(self) -> str:
        return self.called

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for at, facts in enumerate(self.lengths):
            cells = range(at, at + self.lost)
            yield Step(self.called, Facts(facts), eliminations=tuple((cell, 1) for cell in cells))


FEW_FACTS, FEWER_FACTS = 10, 5
MANY_FACTS, MORE_FACTS = 60, 90


@pytest.mark.parametrize(
    ("searches", "chosen"),
    [
        (
            (Found("pointing", (FEW_FACTS,)), Found("claiming", (FEWER_FACTS,))),
            ("pointing", FEW_FACTS),
        ),
        (
            (Found("pointing", (MANY_FACTS,)), Found("claiming", (FEW_FACTS,))),
            ("claiming", FEW_FACTS),
        ),
        (
            (Found("pointing", (MANY_FACTS,)), Found("claiming", (MORE_FACTS,))),
            ("pointing", MANY_FACTS),
        ),
        (
            (Found("pointing", (MORE_FACTS,)), Found("claiming", (MANY_FACTS,))),
            ("claiming", MANY_FACTS),
        ),
        # what cannot be read at once is hard, and no chain is needed for it
        (
            (Found("pointing", (MANY_FACTS,)), Found("jellyfish", (FEW_FACTS,))),
            ("jellyfish", FEW_FACTS),
        ),
        (
            (Found("pointing", (MANY_FACTS,)), Found("als-chain", (FEW_FACTS,))),
            ("pointing", MANY_FACTS),
        ),
        ((Found("als-xz", (MANY_FACTS,)), Found("aic", (FEW_FACTS,))), ("aic", FEW_FACTS)),
        # what says much for its length is not put off for what says little
        ((Found("pointing", (34,)), Found("claiming", (30,))), ("claiming", 30)),
        ((Found("pointing", (34,), lost=16), Found("claiming", (30,))), ("pointing", 34)),
        # several instances of one line
        ((Found("pointing", (MORE_FACTS, MANY_FACTS, FEW_FACTS), 2),), ("pointing", MANY_FACTS)),
        ((Found("pointing", (MORE_FACTS, MANY_FACTS, FEW_FACTS), 3),), ("pointing", FEW_FACTS)),
        ((Found("pointing", (MORE_FACTS, MANY_FACTS, FEW_FACTS)),), ("pointing", MORE_FACTS)),
    ],
)
def test_the_shortest_step_that_is_no_harder_is_taken(
    searches: tuple[Technique, ...], chosen: tuple[str, int]
) -> None:
    entries = tuple(map(PresetEntry, searches))
    table = ShorterFirst("table", "of some searches", entries)
    step = table.next(start(Puzzle.empty(BOARD)))
    assert step is not None
    assert (step.step.technique, step.step.proof) == (chosen[0], Facts(chosen[1]))
    first = Preset("table", "of some searches", entries).next(start(Puzzle.empty(BOARD)))
    assert first is not None
    assert first.step.technique == searches[0].name


@pytest.mark.parametrize(
    ("lengths", "rests_on", "argued", "searched"),
    [
        ((MANY_FACTS, MORE_FACTS), {}, (MANY_FACTS,), (MANY_FACTS,)),
        ((MORE_FACTS, MANY_FACTS), {}, (MORE_FACTS, MANY_FACTS), (MANY_FACTS,)),
        ((MORE_FACTS, FEW_FACTS), {}, (MORE_FACTS, FEW_FACTS), (FEW_FACTS,)),
        # the rules that the first rests on make it the longer one
        (
            (MANY_FACTS, MORE_FACTS),
            {MANY_FACTS: 2 * MANY_FACTS},
            (MANY_FACTS, MORE_FACTS),
            (MANY_FACTS, MORE_FACTS),
        ),
        # with them the first cannot be read at once: they are looked for once
        (
            (FEW_FACTS, MORE_FACTS),
            {FEW_FACTS: 2 * MORE_FACTS},
            (FEW_FACTS, MORE_FACTS),
            (FEW_FACTS, MORE_FACTS),
        ),
    ],
)
def test_arguments_of_a_step_are_looked_for_only_where_it_may_be_taken(
    lengths: tuple[int, ...],
    rests_on: dict[int, int],
    argued: tuple[int, ...],
    searched: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Arguments, and the rules that a step rests on, make it no shorter, and take long to find."""
    having_arguments: list[Proof] = []
    having_rules: list[Proof] = []

    def argue(search: Technique, cands: Candidates, step: Step, clock: Clock) -> Step:
        having_arguments.append(step.proof)
        return step

    def supported(cands: Candidates, step: Step, clock: Clock) -> Step:
        having_rules.append(step.proof)
        assert isinstance(step.proof, Facts)
        facts = rests_on.get(step.proof.facts)
        return step if facts is None else replace(step, proof=Facts(facts))

    monkeypatch.setattr(Technique, "argued", argue)
    monkeypatch.setattr(Technique, "supported", staticmethod(supported))
    table = ShorterFirst("table", "", (PresetEntry(Found("pointing", lengths, len(lengths))),))
    step = table.next(start(Puzzle.empty(BOARD)))
    assert step is not None
    assert step.step.proof == having_rules[-1]
    assert having_arguments == [Facts(facts) for facts in argued]
    assert having_rules == [Facts(facts) for facts in searched]


def test_instances_that_are_compared_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Technique] = []
    search = Found.search

    def counted(self: Found, cands: Candidates, clock: Clock) -> Iterator[Step]:
        begun.append(self)
        return search(self, cands, clock)

    monkeypatch.setattr(Found, "search", counted)
    own = Found("pointing", (MORE_FACTS, MANY_FACTS, FEW_FACTS), 3)
    assert ShorterFirst("table", "", (PresetEntry(own),)).next(start(Puzzle.empty(BOARD)))
    assert begun == [own]


@dataclass(frozen=True, slots=True)
class Computed(Technique):
    """A search whose step says what all ways to fill some cells leave."""

    proof: Proof
    name: ClassVar[str] = "cage-combinations"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        yield Step(self.name, self.proof, eliminations=((0, 1), (1, 1)))


CAGE = Rule(0, "killer-cage", "the cage of r1c1", (0, 1))
COMPUTED = (ClueProof(CAGE, ()), FactsProof((0, 1), (), (CAGE,), tried=1))


@pytest.mark.parametrize("proof", COMPUTED)
@pytest.mark.parametrize("facts", [FEW_FACTS, MORE_FACTS])
def test_an_argument_is_taken_before_what_is_computed(facts: int, proof: Proof) -> None:
    computed, argued = PresetEntry(Computed(proof)), PresetEntry(Found("claiming", (facts,)))
    for entries in ((computed, argued), (argued, computed)):
        step = ShorterFirst("table", "", entries).next(start(Puzzle.empty(BOARD)))
        assert step is not None
        assert step.step.technique == "claiming"
    alone = ShorterFirst("table", "", (computed,)).next(start(Puzzle.empty(BOARD)))
    assert alone is not None
    assert alone.step.technique == Computed.name


def test_what_several_clues_show_is_told_in_parts_that_can_be_read() -> None:
    puzzle = formats.parse((CONSTRAINTS / "frame-sum.json").read_text("utf-8")).puzzle
    table = with_small_proofs(preset("human"), puzzle)
    position = start(puzzle)
    whole, part = (
        one.next(position) for one in (Preset(table.name, table.title, table.entries), table)
    )
    assert whole is not None
    assert part is not None
    assert isinstance(whole.step.proof, ClueProof)
    assert len(whole.step.proof.each) == 2
    assert length(whole.step.sentence(puzzle.geometry), puzzle.geometry) > READ_AT_ONCE
    assert length(part.step.sentence(puzzle.geometry), puzzle.geometry) <= READ_AT_ONCE
    assert {*part.step.eliminations} < {*whole.step.eliminations}
    assert faults(part.step, position) == ()


def test_boards_without_rules_keep_the_order_of_their_techniques() -> None:
    assert type(with_small_proofs(preset("human"), Puzzle.empty(BOARD))) is Preset


def test_the_length_of_a_sentence_is_about_that_in_english() -> None:
    """Steps are chosen by a count that is near to what is read."""
    puzzle = formats.parse((CONSTRAINTS / "black-dot.json").read_text("utf-8")).puzzle
    says = words(puzzle.geometry, "en")
    table = with_small_proofs(preset("human"), puzzle)
    route = path(start(puzzle), table)
    assert route.outcome == "solved"
    ratios = [
        length(step.sentence(puzzle.geometry), puzzle.geometry) / len(says.full(step))
        for step in route.steps
    ]
    assert 0.97 < mean(ratios) < 1.03
    assert 0.7 < min(ratios) <= max(ratios) < 1.3
    # of the first steps of the preset's order some are longer than all that are taken
    plain = path(start(puzzle), Preset(table.name, table.title, table.entries))
    longest, before = (
        max(len(says.full(step)) for step in steps) for steps in (route.steps, plain.steps)
    )
    assert longest < before
    assert longest <= READ_AT_ONCE


def test_a_single_that_is_not_measured_can_be_read_at_once() -> None:
    """However many reasons a single has: those that are taken without a look are short."""
    board = Geometry.boxes(16, 4, 4)
    row = House("row", 16, tuple(range(240, 256)))
    rule = Rule(0, "killer-cage", "the cage of r10c10", (254, 255))
    taken = 0
    for house, by, at, lost, count in product(
        (None, row), (row, rule, None), (None, (254, 16)), (1, 4), range(12)
    ):
        if (by is None and at is not None) or (by is row and at is None):
            continue
        one = Barred(tuple((254 - cell, 16 - cell) for cell in range(lost)), by, at)
        single = SingleProof(255, 10, house, barred=(one,) * count)
        step = Step("naked-single", single, placements=((255, 10),))
        if is_brief(step):
            taken += 1
            assert length(step.sentence(board), board) <= READ_AT_ONCE
    assert taken > 20
