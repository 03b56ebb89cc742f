"""Errors and results cross processes: pickled and copied they are what they were.

Every public class is either met in what the public functions return or raise below, or named in
``NO_DATA`` with the reason why it is not copied. A new class that is neither fails here.
"""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import satdoku
from satdoku import formats, generating, proofs, solving, symmetry
from satdoku.answers.certifying import CertifyQuestion
from satdoku.answers.json_object import ErrorRecord, Json
from satdoku.answers.question import ask
from satdoku.base import errors
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, KillerCage
from satdoku.constraints.open_rules import OpenRule
from satdoku.diagnosing.ambiguity import diagnose_ambiguity
from satdoku.diagnosing.backdoors import find_backdoors
from satdoku.diagnosing.board import PlayerBoard, Stale, check_board
from satdoku.diagnosing.diagnosis import diagnose
from satdoku.diagnosing.fewest import find_fewest_clues
from satdoku.diagnosing.redundant import find_redundant
from satdoku.diagnosing.unavoidable import unavoidable_sets
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.puzzle.cosmetic import Cosmetic, Fog
from satdoku.puzzle.position import RegionFact
from satdoku.rating import RatedStep, path, preset, start
from satdoku.relations import Among, Automaton, Element, Guard, Linear, Or, Table, ValueSet
from satdoku.render import SceneSet, make_scene
from satdoku.techniques import arguments
from satdoku.techniques.arguments import saying
from satdoku.techniques.arguments.bounds import Addends, LongSum
from satdoku.techniques.arguments.filling import KeptRules
from satdoku.techniques.arguments.locked import ExclusionProof
from satdoku.techniques.arguments.reasons import (
    Alone,
    Emptied,
    Extremes,
    Followed,
    HouseBounds,
    HouseSum,
    JointExtremes,
    Required,
    SumBound,
)
from satdoku.techniques.arguments.regions import RegionJoin
from satdoku.techniques.arguments.totals import Unreached
from satdoku.techniques.catalogue import technique, technique_names
from satdoku.techniques.step import Contradiction, Rule
from tests.answers.test_questions import ANSWERS, SPARE
from tests.shared import public_names, some
from tests.techniques.support import ONE_OF_EACH_PROOF

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAINS = "17..4..2.3..5....8.....8..665.......2..7..........93.55.......3.4.8......2..7..6."
SEVERAL = UNIQUE.replace("6", ".")
NONE = "12345678." + "........9" + "." * 63
ROOT = Path(__file__).resolve().parents[1]

MODULES = (
    "satdoku",
    "satdoku.answers.json_object",
    "satdoku.api",
    "satdoku.base.errors",
    "satdoku.base.limits",
    "satdoku.base.problem",
    "satdoku.board",
    "satdoku.constraints",
    "satdoku.diagnosing.additions",
    "satdoku.diagnosing.ambiguity",
    "satdoku.diagnosing.board",
    "satdoku.diagnosing.clashes",
    "satdoku.diagnosing.diagnosis",
    "satdoku.diagnosing.facts",
    "satdoku.diagnosing.fewest",
    "satdoku.diagnosing.hitting",
    "satdoku.diagnosing.misplaced",
    "satdoku.diagnosing.redundant",
    "satdoku.diagnosing.repairs",
    "satdoku.diagnosing.unavoidable",
    "satdoku.engines",
    "satdoku.formats",
    "satdoku.generating",
    "satdoku.proofs",
    "satdoku.puzzle",
    "satdoku.rating",
    "satdoku.relations",
    "satdoku.render",
    "satdoku.solving",
    "satdoku.symmetry",
    "satdoku.techniques",
    *(f"satdoku.techniques.arguments.{kind.name}" for kind in iter_modules(arguments.__path__)),
    "satdoku.techniques.step",
)
NO_DATA = {
    **dict.fromkeys(
        [
            name
            for name, value in vars(saying).items()
            if getattr(value, "__module__", "") == saying.__name__
        ],
        "pieces of a sentence, which is made anew for each",
    ),
    "JsonObject": "the base of the answers",
    "RegionMap": "made anew of a position",
    "RegionRules": "read anew of a rule",
    "Whole": "the base of relations whose meaning is spelled out when it is asked for",
    "Answer": "the base of the answers",
    "BoardMap": "a helper that constraints are moved with, made anew for each move",
    "CandidateMemory": "grows with what it is asked",
    "Checker": "holds a running engine",
    "PuzzleFault": "a fault on its way to a finding",
    "Named": "a collection that grows",
    "NativeUnavoidable": "the protocol of the compiled core",
    "Clashes": "a running search",
    "Clock": "runs",
    "Collection": "an open database",
    "Constraint": "the protocol that rules fulfil",
    "Entry": "of a file: holds its reader",
    "EngineEntry": "where an engine is found",
    "Ground": "holds a running solver",
    "Diagram": "an automaton unrolled, made anew for each encoding",
    "HittingSets": "holds a running solver",
    "Keys": "an open file",
    "PatternPart": "what a hint says, made anew for each",
    "OfClues": "a base of arguments",
    "PatternProof": "a base of arguments",
    "ExtrasProof": "a base of arguments",
    "WaysProof": "a base of arguments",
    "Preset": "a table of searches",
    "Proof": "the base of arguments",
    "Reader": "an open file",
    "Run": "a run of generate, which goes on",
    "ShownPattern": "what a picture marks, which the view of a step repeats",
    "Solutions": "a running search",
    "Technique": "the protocol of searches",
    "naming_faults": "a part of the program whose faults are named",
    "under": "a clock in force",
}


EXAMPLES = Path(__file__).parents[1] / "examples" / "techniques"


def public_classes() -> set[type]:
    return {
        value
        for module in map(import_module, MODULES)
        for name in public_names(module)
        if inspect.isclass(value := getattr(module, name))
        and value.__module__.startswith("satdoku")
    }


def made_errors() -> Iterator[BaseException]:
    problems = Puzzle.empty(Geometry.classic()).with_givens((5, 5, *[None] * 79)).problems()
    for kind in public_classes():
        if kind is errors.InvalidPuzzle:
            yield errors.InvalidPuzzle(problems)
        elif kind is errors.FormatError:
            yield errors.FormatError("why", line=3, column=4, text="x")
            yield errors.FormatError("why").at(7)
        elif issubclass(kind, BaseException):
            error = kind("why")
            error.add_note("a note")
            yield error


def answers() -> Iterator[object]:
    yield from (ask() for ask in ANSWERS.values())
    drill = satdoku.learn("x-wing", drill=True, seed=7)
    assert isinstance(drill, satdoku.Drill)
    yield drill, drill.grade("r5c1<>8"), satdoku.learn(), satdoku.learn("x-wing")
    yield next(satdoku.practice("naked-pair", seed=1)), satdoku.same(SPARE, SPARE)
    yield satdoku.judge(SPARE, "?"), *satdoku.why(SPARE, "r1c2=4").claims
    yield satdoku.count(SPARE).answer, satdoku.rate(UNIQUE).rating
    with TemporaryDirectory() as directory:
        path = satdoku.certify(SPARE, directory).certificate
        assert path is not None
        yield satdoku.verify(path), ask(CertifyQuestion(), SPARE)


def results(names: Iterable[str]) -> Iterator[object]:
    """Values that public functions return, with a step of each technique that is named."""
    unique, many = formats.parse(UNIQUE), formats.parse(SEVERAL)
    yield ErrorRecord(1, UNIQUE, "why", left_out={"drawings": "1 line"}), Json(int)
    yield satdoku.solve(UNIQUE)
    yield satdoku.check_unique(SEVERAL)
    yield satdoku.count(SEVERAL, limit=2)
    yield satdoku.GivenPattern(clues=24)
    yield Cosmetic("line", ((0.5, 0.5), (1.5, 0.5)), stroke="#f00", width=0.1)
    yield Fog((0, 1), ((2, (3, 4)),))
    yield satdoku.PlacedClues(clues_of="thermo:3")
    yield satdoku.Difficulty(level="hard")
    yield satdoku.Wanted(level="hard"), satdoku.Draw(count=2)
    with satdoku.Collection(":memory:", new=True) as collection:
        yield tuple(collection.add([UNIQUE]))
        yield tuple(collection.find())
    yield satdoku.Limit(seconds=1.0)
    yield satdoku.EngineOptions()
    yield solving.count(many.puzzle), solving.solve(many.puzzle)
    yield solving.check_unique(many.puzzle)
    yield solving.true_candidates(many.puzzle, cap=3)
    yield Document(unique.puzzle, Position.of(unique.puzzle), "title", extras={"note": "n"})
    yield formats.ReadOptions(), formats.WriteOptions(), formats.get_format("line")
    jigsaw = Geometry.jigsaw([cell // 4 for cell in range(16)])
    for geometry in (Geometry.of_size(6), Geometry.latin(5), jigsaw):
        yield Puzzle.empty(geometry), geometry.houses
    examples = (ROOT / "examples/constraints").glob("*.json")
    every = [formats.parse(path.read_text("utf-8")).puzzle.constraints for path in examples]
    listed = [rule for rules in every for rule in rules]
    listed += [r for rule in listed for r in rule.arguments().get("rules", ())]
    rules = list({type(rule): rule for rule in listed}.values())
    assert {type(rule) for rule in rules} == {*REGISTRY.values(), OpenRule}
    for rule in rules:
        yield rule, tuple(rule.relations(Geometry.classic())), type(rule).parameters
        yield rule.shapes(Geometry.classic())
    table = Table((0, 1), frozenset({(1, 2)}), Guard(2, 3))
    yield table, Linear((0, 1), (1, -1), "<=", 3), Or(((table,), ()))
    yield Automaton((0, 1), frozenset({0}), frozenset({1}), frozenset({(0, 1, 1), (1, 2, 1)}))
    yield Among((0, 1), frozenset({1}), "=", 1), Element(0, (1, 2), 3)
    yield SumBound((0, 1), (1, 2), False), Emptied(((0, 1),), (2,)), Extremes(0, (1, 2), (3, 4), 0)
    yield JointExtremes(0, 1, 2, ((1,), (2,)), ((2,), (1,))), Required(((0, 1),), 1, (2, 3))
    yield Alone(((0, 1),), ((1, 2),)), Followed(((0, 1),), ((1, (2,)),), 2)
    yield (KeptRules((), (), (0, 1)), HouseBounds((HouseSum(None, (0,), 3),), most=False))
    yield LongSum((Addends(1, None, (0,)),), "=", 3).parts, LongSum((), "<=", 3)
    yield SceneSet("A", (1, 2)), solving.published(Puzzle.empty(Geometry.classic()))
    yield ValueSet((0, 1), frozenset({frozenset({1, 2})}))
    ruled = Puzzle.empty(Geometry.classic(), rules)
    yield make_scene(ruled)
    cage = Puzzle.empty(Geometry.classic(), (KillerCage((0, 1), 3),))
    yield tuple(some(cage.with_givens((5, 5, *[None] * 79)).problems()))
    solved = path(start(formats.parse(CHAINS).puzzle), preset("human"))
    yield solved, RatedStep(solved.steps[0], preset("se").entries[0], 1.0)
    for name in names:
        search = technique(name)
        (file,) = EXAMPLES.glob(f"{name}.*")
        at = formats.parse(file.read_text("ascii")).position
        assert at is not None
        step = search.first(at)
        assert step is not None
        yield step, step.view
    yield ExclusionProof(((0, 1), (0, 2))), Unreached(((0, 1), (2,)), (3,))
    yield RegionJoin(9, (0, 1)), RegionFact(0, 9, together=True)
    yield Contradiction("rule", (1,), (2,), rule=Rule(0, "odd", "Odd cells", (1,)))
    yield formats.LineReader("line", formats.ReadOptions())
    yield diagnose(formats.parse(NONE).puzzle)
    yield diagnose_ambiguity(many.puzzle)
    yield find_backdoors(unique.puzzle)
    yield find_redundant(unique.puzzle)
    four = formats.parse("1234341221434321").puzzle
    yield find_fewest_clues(Puzzle.empty(four.geometry), four.grid)
    yield unavoidable_sets(Puzzle.empty(four.geometry), four.grid, 6)
    board = PlayerBoard.of(formats.parse(UNIQUE.replace(".", "1", 1)), unique.puzzle)
    yield check_board(board), Stale(3, 4, 7)
    yield proofs.certify(unique.puzzle)
    yield proofs.Verification(unique.puzzle, "none", (proofs.Fault("proof", "why"),), 3)
    yield (
        symmetry.canonicalize(four),
        symmetry.automorphisms(four),
        symmetry.board_moves(four.geometry),
    )
    wish = generating.Wish(Puzzle.empty(Geometry.of_size(4)), target=None)
    yield wish, generating.Target({"er": (10, 20)}), tuple(generating.Run(wish, 1, 1).pieces())


def parts(value: Any, seen: dict[int, Any]) -> None:
    """Note everything that can be reached."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, str | bytes):
        return
    if isinstance(value, Mapping):
        value = tuple(value.items())
    if is_dataclass(value):
        value = tuple(getattr(value, field.name) for field in fields(value))
    if isinstance(value, Iterable):
        for part in value:
            parts(part, seen)


PROTOCOLS = tuple(range(pickle.HIGHEST_PROTOCOL + 1))


def copies(value: Any, protocols: Iterable[int] = PROTOCOLS) -> Iterator[Any]:
    for protocol in protocols:
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.deepcopy(value)
    yield copy.copy(value)


def test_errors() -> None:
    for error in made_errors():
        for again in copies(error):
            assert type(again) is type(error)
            assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize(
    ("protocols", "names"),
    [
        (PROTOCOLS[-1:], (*ONE_OF_EACH_PROOF, "unique-rectangle-3", "unique-rectangle-4")),
        pytest.param(PROTOCOLS, technique_names(), marks=pytest.mark.full),
    ],
)
def test_results(protocols: tuple[int, ...], names: Sequence[str]) -> None:
    seen: dict[int, Any] = {}
    for value in results(names):
        for again in copies(value, protocols):
            assert again == value
            if isinstance(value, satdoku.Count):
                assert vars(again) == vars(value)
        parts(value, seen)
    one_of_each = {type(value): value for value in seen.values()}
    for kind, value in one_of_each.items():
        if kind.__module__.startswith("satdoku"):
            assert all(again == value for again in copies(value, protocols))
    known = {*one_of_each, *map(type, made_errors())}
    later = tuple(one for one in protocols if one > 1)  # the first two know no slots
    for answer in answers():  # they hold clocks, which run
        assert all(again == answer for again in copies(answer, later))
        known |= {type(one) for one in (answer if isinstance(answer, tuple) else (answer,))}
    missing = {kind.__name__ for kind in public_classes() - known}
    assert missing <= NO_DATA.keys()
    assert not {kind.__name__ for kind in known} & NO_DATA.keys()


def test_a_worker_returns_its_error() -> None:
    """It hung for ever: an error that cannot be unpickled ends the thread that reads results."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer = pool.map_async(satdoku.is_unique, ["55" + "." * 79])
        with pytest.raises(satdoku.InvalidPuzzle, match="row 1") as caught:
            answer.get()
    assert len(caught.value.problems) == 2
