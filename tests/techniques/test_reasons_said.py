"""Every kind of argument says why, not only that: its messages have slots for a reason."""

from __future__ import annotations

import inspect
import runpy
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules

import pytest

from satdoku.formats import parse
from satdoku.messages import catalogue, languages
from satdoku.rating import preset, start, walk
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques import arguments
from satdoku.techniques.arguments.saying import Indented, Joined, Sentence, SentenceValue
from satdoku.techniques.catalogue import all_techniques
from satdoku.techniques.step import Proof, Step

from .support import ROOT, example, example_steps

_WAYS = """ways.ways ways.any-order.ways clue.ways.ways clue.ways.any-order.ways
    ways.equal.digits direct.ways.ways direct.ways.left.ways
    direct.ways.now.ways common.digits.places common.facts common.without.gone"""

SLOTS = {
    "AicProof": "aic.first.why aic.next.why aic.next.cell.off",
    "AlignedProof": "aligned.case.why",
    "AlsProof": "als.step.sees als.double.sees_first",
    "AssumptionProof": "assumed.follows.facts assumed.wrong.wrong",
    "BentSetProof": "bent-set.groups bent-set.needs.groups bent-set.crossing.there",
    "BlossomProof": "blossom.petal.cells",
    "BugProof": "bug.extra",
    "ChainProof": "reason.why chain.false.cell.other chain.false.house.other "
    "chain.false.rule.other chain.false.linked.other "
    "chain.true.cell.cell chain.true.house.house chain.true.rule.other",
    "ClassProof": "classes.rule.rule classes.house.house",
    "ClueProof": f"clue.why.why clue.alone.left clue.beside.why clue.alike.why clue.computed.n "
    "proof.broken.rule reason.extremes.low reason.extremes.first reason.extremes.high "
    f"reason.extremes.last {_WAYS}",
    "ColourProof": "pairs.cells colours.cells.first colours.cluster.first "
    "colours.ends.cells colours.covered.meetings",
    "ConflictProof": "conflict.lost conflict.wrong.lost",
    "CrossedProof": "crossed.lines",
    "CycleProof": "cycle.end.one",
    "DeadlyProof": "deadly.kinds",
    "DirectProof": "direct.locked.second direct.hidden.digits",
    "ExclusionProof": "links.cells.digits links.house.cells links.house.rules.rules",
    "ExocetProof": "exocet.lines exocet.double.lines",
    "RegionProof": "regions.few.cells regions.needs.digit regions.holds.cell regions.only.place "
    "regions.places.cells regions.claims.house regions.set.digits "
    "regions.apart.number regions.most.cells regions.least.cells regions.narrow.cells "
    "regions.no-place.cells",
    "EqualCellsProof": "equal.house.given equal.rule.rule",
    "FactsProof": "enough.facts enough.wrong.facts proof.suppose.what "
    "hidden-single.why naked-single.why "
    "direct.house.cells links.house.rules.rules direct.ways.ways direct.ways.candidates.ways "
    "direct.none.rule direct.placed.rule proof.searched.facts",
    "FishProof": "fish.cover fish.fins.fins fish.houses.cover kraken.fins kraken.places.fins",
    "ForcingProof": "reason.why",
    "GuardianProof": "guardians.houses.cells guardians.ring.cells guardians.cells.cells",
    "HiddenSetProof": "hidden-set.cells hidden-set.one.cell contradiction.wrong",
    "IntersectionProof": "locked.second locked.both.second",
    "JointProof": "proof.suppose.what joint.how joint.needs.how joint.places.needs "
    "joint.wrong.rules proof.suppose.one.digits clue.why.why clue.alone.left "
    f"clue.beside.why {_WAYS}",
    "KillerSetProof": "killer-set.parts",
    "LeftoverProof": "leftovers.plus leftovers.cancel.plus leftovers.once.plus",
    "CountProof": "counts.needs counts.rooms",
    "LiarsProof": "liars.rules liars.false.rules liars.each.clues liars.false.each.clues",
    "LoopProof": "loop.ring loop.sides.ring",
    "MarksProof": "marks.clue.not.rule marks.clue.is.rule",
    "MedusaProof": "medusa.first",
    "NakedSetProof": "naked-set.digits naked-set.one.cell naked-set.locked.digits "
    "naked-set.rules.digits naked-set.apart.digits naked-set.apart.rules.digits "
    "contradiction.wrong",
    "NegationProof": "reason.why wrong.no-place.house wrong.no-candidate.cells",
    "PolarityProof": "polarity.why polarity.long.why",
    "ReverseProof": "reverse.cells",
    "SingleProof": "full-house.house hidden-single.why naked-single.why",
    "SumProof": "sums.equation sums.one.equation sums.wrong.equation",
    "SymmetryProof": "symmetric.images",
    "TemplateProof": "template.delete.digit template.set.digit",
    "TotalsProof": "totals.limits",
    "TrialProof": "assumed.wrong.wrong assumed.solution.text assumed.follows.facts",
    "WingProof": "wing.cases wing.rules.cases wing.three.cases wing.three.rules.cases",
}  # fmt: skip
"""For each kind of argument the slots of messages that give its reason (a message, then a dot and
the slot): one of them is filled in every sentence."""

UNFILLED: tuple[object, ...] = ("", (), "none", "told")

QUICK = ("arrow", "thermo", "region-sum", "skyscraper", "whisper", "renban", "between")


def kinds() -> dict[str, type[Proof]]:
    """The kinds of arguments."""
    return {
        name: kind
        for info in iter_modules(arguments.__path__)
        for name, kind in vars(import_module(f"{arguments.__name__}.{info.name}")).items()
        if inspect.isclass(kind) and issubclass(kind, Proof) and not inspect.isabstract(kind)
    }


def parts(value: SentenceValue) -> Iterator[Sentence]:
    """The messages that a text is made of."""
    match value:
        case Sentence(_, values):
            yield value
            for _, own in values:
                yield from parts(own)
        case Joined(texts):
            for own in texts:
                yield from parts(own)
        case Indented(text):
            yield from parts(text)
        case tuple():
            for own in value:
                yield from parts(own)
        case _:
            pass


def has_reason(text: SentenceValue, slots: set[str]) -> bool:
    """Whether one of some slots is filled in a text."""
    return any(
        f"{part.key}.{name}" in slots and value not in UNFILLED
        for part in parts(text)
        for name, value in part.values
    )


def assert_reasoned(step: Step, geometry: object) -> None:
    kind = type(step.proof).__name__
    each = getattr(step.proof, "each", ()) if kind == "ClueProof" else ()
    text = step.sentence(geometry)  # type: ignore[arg-type]
    slots = set(SLOTS[kind].split())
    if getattr(step.proof, "common", ()):
        slots.add("left.cells.digits")  # the digits left to a cell exclude something elsewhere
    assert has_reason(text, slots), (step.technique, text)
    for part in each:
        assert_reasoned(part, geometry)


def test_every_kind_of_argument_has_slots_for_its_reason() -> None:
    assert SLOTS.keys() == kinds().keys()


@pytest.mark.parametrize("lang", languages())
def test_the_messages_have_the_slots(lang: str) -> None:
    messages = catalogue(lang, "steps")
    for slots in SLOTS.values():
        for slot in slots.split():
            key, _, name = slot.rpartition(".")
            assert f"{{{name}" in messages.texts[key], slot


def test_the_sentence_of_every_technique_gives_a_reason() -> None:
    for search in all_techniques():
        for step in example_steps(search.name)[:2]:
            assert_reasoned(step, example(search.name).geometry)


@pytest.mark.parametrize("name", QUICK)
def test_steps_of_examples_give_reasons(name: str) -> None:
    walked(name, 12)


@pytest.mark.parametrize(
    "most",
    [pytest.param(16, marks=pytest.mark.full), pytest.param(40, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (ROOT / "examples" / "constraints").glob("*.json"))
)
def test_first_steps_of_every_rule_give_reasons(name: str, most: int) -> None:
    walked(name, most)


def walked(name: str, most: int) -> None:
    puzzle = parse((ROOT / "examples" / "constraints" / f"{name}.json").read_text("utf-8")).puzzle
    stages = walk(start(puzzle), with_small_proofs(preset("human"), puzzle))
    for stage in islice(stages, most):
        assert_reasoned(stage.step, puzzle.geometry)


def test_a_kind_without_a_reason_fails() -> None:
    """The judge itself: a sentence that only states is refused."""
    from satdoku.techniques.arguments.saying import say

    bare = say("clue", rule="the arrow", left="r1c1 can only be 5", out=())
    assert not has_reason(bare, set(SLOTS["ClueProof"].split()))
    assert not has_reason(say("hidden-single", house="row 1", why=()), {"hidden-single.why"})
    assert has_reason(say("hidden-single", house="row 1", why=("x",)), {"hidden-single.why"})


def test_the_page_of_grades_has_the_sentences_of_today() -> None:
    """``python docs/sentences.py`` renews them."""
    page = (ROOT / "docs" / "sentences.md").read_text("utf-8")
    docs = runpy.run_path(str(ROOT / "docs" / "sentences.py"))
    assert len(docs["ROW"].findall(page)) == 30
    assert docs["renewed"](page) == page
