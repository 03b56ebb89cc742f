"""The texts are the argument: every link, place, way and cause that it needs is named."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice, pairwise, permutations, product

import pytest

from satdoku.base.limits import ENDLESS, Limit, RanOut
from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.constraints.regions import ExtraRegion
from satdoku.explaining import eureka, explain, words
from satdoku.explaining.pieces import Pieces
from satdoku.formats import parse
from satdoku.messages import Lang
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start, walk
from satdoku.rating.proofs import SMALL_PROOFS
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.clues import ClueProof, KillerSetProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.patterns import AlignedProof, TemplateProof
from satdoku.techniques.arguments.saying import needs_said
from satdoku.techniques.arguments.small_lines import proof_lines
from satdoku.techniques.arguments.sums import SumProof
from satdoku.techniques.arguments.ways import one_of
from satdoku.techniques.board import advance, board_of, open_candidates
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import ClueCombinations
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.trial import Trial
from satdoku.techniques.step import Candidate, Chain, Contradiction, House, Node, Rule, Step
from tests.shared import fewer, thinned

from .support import INKALA_2012, ROOT, example, example_steps, position_of, rated, with_proof

BOARD = Geometry.classic()
CELLS = {BOARD.name(cell): cell for cell in range(81)}
Found = tuple[Position, Step]


def shown(name: str) -> list[Found]:
    """Steps of a technique in the position that the repository keeps for it."""
    return [(example(name), step) for step in example_steps(name)]


@pytest.fixture(scope="module")
def walked() -> list[Found]:
    """Steps on the way through some puzzles, with the position before each."""
    stages = []
    for name, puzzles in (
        ("human", rated(6.5, 8.0)[::40]),
        ("se", rated(6.5, 8.0)[::40]),
        ("six-elements", rated(6.0, 8.0)[::80]),
    ):
        for puzzle in puzzles:
            for stage in path(position_of(puzzle), preset(name)).stages[:80]:
                stages.append((stage.before, stage.step))
    return stages


@pytest.fixture(scope="module")
def every(walked: list[Found]) -> list[Found]:
    """The steps of the walks, and some of every technique."""
    return [*walked, *(step for t in all_techniques() for step in shown(t.name))]


# ------------------------------------------------------------------------------------------------
# Every sentence.

_CELLS = r"r\d+c\d+(?:(?:, | and | or )r\d+c\d+)*"
_DIGITS = r"\d+(?: to \d+)?(?:(?:, | or )\d+(?: to \d+)?)*"
_HOUSES = r"(?:row|column|box|region|boxe)s? \d+(?:(?:, | and )\d+)*"
_FAULTS = {
    "a word twice": r"\b([A-Za-z]+) \1\b",
    "an article": r"\ba (?:[aeio]|un[^i]|8\b|1[18]\b)|\ban (?:[b-df-hj-np-tv-z]|(?!8|1[18])\d)",
    "a plural of one": r"\b(?:1|one) (?:cells|lines|houses|digits|places|facts|groups)\b",
    "one verb of several": r"(?<!one of )(?<!\w)r\d+c\d+ and r\d+c\d+ (?:is|holds|sees)\b",
    "an empty list": r"\(\)|: [.;]|\S  |(?<!; )\b(?:in|and|or|of) ?[.,;:)]| [,;.]|,,|\.\.",
    "what is not filled in": r"[{}]|\bNone\b|\bplural\b|\bselect\b",
    "goes, of what is eliminated": r"\b(?:so|excludes?|what) (?:\w+ )?goes\b",
}


def _flat(text: str) -> str:
    """A text without notation, numbers of lines, what moves them in, and patterns that are there
    under an assumption."""
    lines = [line.strip() for line in text.splitlines() if not line.lstrip().startswith("|")]
    return "\n".join(
        re.sub(r"^(?:\d+\. |- )", "", line)
        for line in lines
        if not re.match(r"\(?\d(?:[-=]\d)*\)|ALS\(|\(\d", line)
    )


def _listed(text: str, geometry: Geometry) -> set[int]:
    """The cells of "r1c1, r1c2 and r1c3", and of "rows 1 and 2"."""
    cells = {c for c in range(geometry.cell_count) if re.search(rf"\b{geometry.name(c)}\b", text)}
    for named in re.findall(_HOUSES, text):
        kind = re.sub("e?s?$", "", named.split()[0]) if named[:2] != "bo" else "box"
        for number in re.findall(r"\d+", named):
            (house,) = (h for h in geometry.houses if (h.kind, h.number) == (kind, int(number)))
            cells |= set(house.cells)
    return cells


def _spanned(text: str) -> set[int]:
    """The digits of "1, 2 or 3" and of "1 to 4 or 7"."""
    return {
        digit
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", text)
        for digit in range(int(first), int(last or first) + 1)
    }


def _cells_in(data: object) -> set[int]:
    """All that a step's data may mean by cells; houses are none."""
    if isinstance(data, bool) or data is None or isinstance(data, (House, str)):
        return set()
    if isinstance(data, int):
        return {data}
    if is_dataclass(data):
        return set().union(*(_cells_in(getattr(data, f.name)) for f in fields(data)))
    return set().union(*map(_cells_in, data)) if isinstance(data, Iterable) else set()


def judged(position: Position, step: Step) -> Iterator[str]:
    """The faults in the English of a step: its grammar, and whether what it says of the board is
    true and what follows is in it."""
    geometry, candidates = position.geometry, position.candidates
    text = explain(step, geometry)
    flat = _flat(text)
    for fault, pattern in _FAULTS.items():
        if match := re.search(pattern, flat):
            yield f"{fault}: {match[0]!r}"
    if not re.search(r"[.)]$", flat.rstrip()):
        yield "the last sentence has no end"
    excluded = {
        (cell, digit)
        for cells, digits in re.findall(rf"({_CELLS}) (?:is|are) not ({_DIGITS})", flat)
        for cell in _listed(cells, geometry)
        for digit in _spanned(digits)
    }
    excluded |= {
        (cell, digit)
        for houses, digits in re.findall(rf"no other cell of ([^:;]*?) is ({_DIGITS})", flat)
        for cell in _listed(houses, geometry)
        for digit in _spanned(digits)
    }
    eliminated = set(step.eliminations)
    for cells, digits in re.findall(
        rf"({_CELLS}) (?:are equal and )?can only be ({_DIGITS})(?=[.;]|$)", flat
    ):
        for cell in _listed(cells, geometry):
            left = {digit for digit in candidates[cell] if (cell, digit) not in eliminated}
            if _spanned(digits) not in (left, set(candidates[cell])):
                yield f"{geometry.name(cell)} can be something else than {digits}"
            excluded |= {(cell, digit) for digit in geometry.digits} - {
                (cell, digit) for digit in _spanned(digits)
            }
    if not isinstance(step.proof, TemplateProof) or not step.placements:
        for cell, digit in set(step.eliminations) - excluded:
            yield f"it does not say that {geometry.name(cell)} is not {digit}"
        for cell, digit in step.placements:
            if f"{geometry.name(cell)} = {digit}" not in flat:
                yield f"it does not say that {geometry.name(cell)} is {digit}"
    if strange := _listed(re.sub(_HOUSES, "", flat), geometry) - _cells_in(step):
        yield f"cells that are not in the step: {geometry.names(sorted(strange))}"
    for where, digit, left in re.findall(
        r"[Ii]n ([^.;:]*?) the digit (\d+) can only be in ([^.;:]*)", flat
    ):
        left = re.split(", so |, both|, all", left)[0]
        if "only" in left:
            first, _, then = left.partition(", in ")
            other, _, left = then.partition(" only in ")
            pairs = [(where, first), (other, left)]
        else:
            pairs = [(where, left)]
        for houses, cells in pairs:
            places = {c for c in _listed(houses, geometry) if int(digit) in candidates[c]}
            if not places <= _listed(cells, geometry):
                yield f"{digit} has other places in {houses} than {cells}"
    for cells, digits in re.findall(rf"({_CELLS}) can each only be (\d+ or \d+)", flat):
        row = [CELLS[name] for name in re.findall(r"r\dc\d", cells)]
        if any(candidates[cell] != _spanned(digits) for cell in row):
            yield f"{cells} have other digits"
        if not all(b in geometry.peers[a] for a, b in pairwise(row)):
            yield f"{cells} do not each see the next"
    for cells in re.findall(rf"({_CELLS}) see each other", flat):
        a, b = (CELLS[name] for name in re.findall(r"r\dc\d", cells))
        if b not in geometry.peers[a]:
            yield f"{cells} do not see each other"


@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.full)])
def test_the_sentences_of_every_technique_are_right(every: list[Found], most: int | None) -> None:
    """By default one step of each technique."""
    counts: Counter[str] = Counter()
    for position, step in every:
        if counts[step.technique] == most:
            continue
        assert not list(judged(position, step)), (step.technique, explain(step, position.geometry))
        counts[step.technique] += 1
        for strength in (1, 2):
            said = explain(step, position.geometry, "en", strength)  # type: ignore[arg-type]
            for fault, pattern in _FAULTS.items():
                assert not re.search(pattern, said), (fault, said)
    assert len(counts) > 150


@pytest.mark.full
def test_the_sentences_of_steps_nobody_has_seen() -> None:
    """Every technique in positions of puzzles that are made, some candidates crossed out."""
    core = pytest.importorskip("satdoku.core")
    rng, techniques = random.Random(26), set()
    slow = {"negation-2", "small-proof", "nested-forcing-chains", "trial", "whip", "braid"}
    searches = [t for t in all_techniques() if t.name not in slow]
    for puzzle, solution in filter(None, core.make_puzzles(26, 0, 4)[0]):
        stages = path(position_of(puzzle), preset("human"), Limit(seconds=20)).stages
        for stage in rng.sample(list(stages), min(2, len(stages))):
            eliminated = [
                (cell, digit)
                for cell, digits in enumerate(stage.before.candidates)
                for digit in digits
                if digit != int(solution[cell]) and rng.random() < 0.4
            ]
            for position in (stage.before, stage.before.eliminate(eliminated)):
                for search in searches:
                    try:
                        for step in islice(search.find(position, Limit(seconds=0.5).start()), 3):
                            said = explain(step, position.geometry)
                            assert not list(judged(position, step)), said
                            techniques.add(step.technique)
                    except RanOut:
                        pass
    assert len(techniques) > 60


# ------------------------------------------------------------------------------------------------
# Eureka.


def read_eureka(line: str) -> tuple[list[Candidate], str, str]:
    """The candidates of a line in order, its links, and what stands behind them."""
    chain, _, result = line.partition(" => ")
    chain, loop, _ = chain.partition(" - loop")
    pairs: list[Candidate] = []
    links = ""
    for at, piece in enumerate(re.split(r" ([-=]) ", chain)):
        if at % 2:
            links += piece
            continue
        match = re.fullmatch(r"\((\d(?:[-=]\d)*)\)(r\dc\d)", piece)
        assert match, line
        digits, cell = match.groups()
        links += re.sub(r"\d", "", digits)
        pairs += [(CELLS[cell], int(digit)) for digit in re.findall(r"\d", digits)]
    return pairs, links, result or loop


def is_link(link: str, one: Candidate, other: Candidate, position: Position) -> bool:
    """Whether two candidates are linked in a position."""
    (a, x), (b, y) = one, other
    if link == "-":
        return (a == b) != (x == y) and (a == b or b in BOARD.peers[a])
    if a == b:
        return position.candidates[a] == {x, y}
    houses = [house.cells for house in BOARD.houses if a in house.cells and b in house.cells]
    places = [{c for c in cells if x in position.candidates[c]} for cells in houses]
    return x == y and {a, b} in places


@pytest.mark.full
def test_single_chains_are_alternating_inference_chains(every: list[Found]) -> None:
    kinds = {"x-chain": 0, "xy-chain": 0, "cycle": 0}
    for position, step in every:
        kind = "cycle" if step.variant.endswith("cycle") else step.variant
        # The links of clues are those of no house: check.py has them.
        if kind not in kinds or not step.view.chains or step.technique == "clue-chain":
            continue
        line = eureka(step.view.chains[0], BOARD)
        assert line is not None
        pairs, links, result = read_eureka(line)
        assert re.fullmatch("=(-=)*", links), line
        for link, (one, other) in zip(links, pairwise(pairs), strict=True):
            assert is_link(link, one, other, position), line
        if kind == "cycle":
            assert result == " - loop"
            assert is_link("-", pairs[-1], pairs[0], position), line
        elif step.placements:
            ((cell, digit),) = step.placements
            assert result == f"{BOARD.name(cell)}={digit}"
            assert pairs[0] == pairs[-1] == (cell, digit)
        else:
            ((cell, digit),) = step.eliminations
            assert result == f"{BOARD.name(cell)}<>{digit}"
            assert all(is_link("-", (cell, digit), end, position) for end in (pairs[0], pairs[-1]))
        kinds[kind] += 1
    assert all(kinds.values()), kinds


def test_a_case_ends_on_a_strong_link(every: list[Found]) -> None:
    seen = 0
    for position, step in every:
        if step.variant not in ("contradiction", "double", "cell", "region"):
            continue
        if step.technique == "clue-forcing-chains":
            continue  # as above
        for chain in step.view.chains:
            line = eureka(chain, BOARD)
            if line is not None:
                seen += 1
                pairs, links, _ = read_eureka(line)
                assert re.fullmatch("-?=(-=)*", links), line
                for link, (one, other) in zip(links, pairwise(pairs), strict=True):
                    assert is_link(link, one, other, position), line
    assert seen > 5


# ------------------------------------------------------------------------------------------------
# Chains and rings.


def test_a_chain_names_its_contradiction(every: list[Found]) -> None:
    seen = set()
    for _, step in every:
        if step.variant not in ("x-chain", "xy-chain") or step.placements:
            continue
        last = explain(step, BOARD).splitlines()[-1]
        before, end = step.view.chains[0].nodes[-2:]
        if end.rule is not None:
            assert "does not allow both" in last or " but " in last
            continue
        name, other = BOARD.name(end.cell), BOARD.name(before.cell)
        if before.cell == end.cell:
            wrong = f"If {name} were {end.digit}, it would also have to be {before.digit}. "
        else:
            (kind,) = re.findall(r"in the same (row|column|box)\.", last)
            wrong = f"If {name} were {end.digit}, {other} would be {end.digit} as well"
            assert any(
                house.kind == kind and {before.cell, end.cell} <= set(house.cells)
                for house in BOARD.houses
            )
        assert last.startswith(wrong), last
        seen.add(before.cell == end.cell)
    assert seen == {True, False}


def test_a_ring_excludes_what_sees_its_digit_either_way_round(every: list[Found]) -> None:
    rings = 0
    for _, step in every:
        if not step.variant.endswith("cycle"):
            continue
        rings += 1
        rule = explain(step, BOARD).splitlines()[-1]
        match = re.match(r"Either (.*); or, the other way round, (.*?)\. A candidate", rule)
        assert match
        for side in match.groups():
            true = [(CELLS[c], int(d)) for c, d in re.findall(r"(r\dc\d) = (\d)", side)]
            assert len(true) == len(step.view.chains[0].nodes) // 2
            for cell, digit in step.eliminations:
                assert any(d == digit and c in BOARD.peers[cell] for c, d in true), rule
    assert rings > 5


# ------------------------------------------------------------------------------------------------
# Almost locked sets.


def test_almost_locked_sets_say_where_their_digits_stand(every: list[Found]) -> None:
    kinds = set()
    for position, step in every:
        if not step.technique.startswith(("als-", "death-")):
            continue
        kinds.add((step.technique, step.variant))
        text = explain(step, BOARD)
        sets = {s.name: s for s in step.view.sets}
        if step.technique == "death-blossom":
            seen = re.findall(r"every (\d) of (\w+) \((.*?)\)", text)
        else:
            chain = [*step.view.sets, step.view.sets[0]] if step.variant else step.view.sets
            if step.variant:
                words = re.findall(r"or (\d), (.*?) sees? (.*?)[;.]", text)
                pairs = [(chain[0].name, chain[1].name)] * len(words)
            else:
                steps = re.findall(r"(\w+) has no (\d) \((.*?) sees? (.*?)\)", text)
                assert [name for name, *_ in steps] == [s.name for s in chain[1:]]
                words = [(digit, there, here) for _, digit, here, there in steps]
                pairs = [(a.name, b.name) for a, b in pairwise(chain)]
            seen = [
                (digit, name, cells)
                for (digit, *both), names in zip(words, pairs, strict=True)
                for name, cells in zip(names, both, strict=True)
            ]
        said = {
            (int(digit), name): {CELLS[c] for c in re.findall(r"r\dc\d", cells)}
            for digit, name, cells in seen
        }
        for (digit, name), cells in said.items():
            assert cells == {c for c in sets[name].cells if digit in position.candidates[c]}
        if step.technique == "death-blossom":
            links = [
                ((step.view.cells[0],), said[digit, s.name])
                for digit, s in zip(step.view.digits, step.view.sets, strict=False)
            ]
            ends_in = step.view.digits[len(step.view.sets) :]
        else:
            count = 2 if step.variant else len(step.view.sets) - 1
            links = [
                (said[x, a.name], said[x, b.name])
                for x, (a, b) in zip(step.view.digits[:count], pairwise(chain), strict=True)
            ]
            ends_in = step.view.digits[count:]
        for here, there in links:
            assert all(b in BOARD.peers[a] for a in here for b in there)
        ends = re.findall(
            r"(\d) is in (.*?)(?=[;.]|\d is in)", text.splitlines()[-1 - bool(step.view.notation)]
        )
        if step.technique != "death-blossom":
            assert {int(d) for d, _ in ends} == set(ends_in), text
            for digit, where in ends:
                for name, cells in re.findall(r"(\w+) \((.*?)\)", where):
                    assert {CELLS[c] for c in re.findall(r"r\dc\d", cells)} == {
                        c for c in sets[name].cells if int(digit) in position.candidates[c]
                    }
        assert max(map(len, text.splitlines())) < 300, text
    assert {name for name, _ in kinds} == {"als-xz", "als-xy-wing", "als-chain", "death-blossom"}
    assert ("als-xz", "doubly linked") in kinds


def test_aligned_exclusion_goes_through_every_way(every: list[Found]) -> None:
    techniques = set()
    for position, step in every:
        if not step.technique.startswith("aligned-"):
            continue
        techniques.add(step.technique)
        text = explain(step, BOARD)
        assert isinstance(step.proof, AlignedProof)
        for (cell, digit), cases in step.proof.impossible(step, BOARD):
            others = [c for c in step.view.cells if c != cell]
            covered = set()
            for way, why in cases:
                assert f", {words(BOARD).text(why)}." in text
                free = [(c, sorted(position.candidates[c])) for c in others if c not in dict(way)]
                cells, digits = zip(*way, *free, strict=True)
                covered |= {frozenset(zip(cells, ds, strict=True)) for ds in product(*digits)}
            assert len(covered) == len(list(product(*(position.candidates[c] for c in others))))
            assert f"{BOARD.name(cell)} = {digit} fails" in text
    assert techniques == {"aligned-pair-exclusion", "aligned-triplet-exclusion"}


# ------------------------------------------------------------------------------------------------
# Refutations.


def refutations(steps: list[Found]) -> list[Found]:
    hard = position_of(INKALA_2012)
    more = [Negation(2).first(hard), Negation(2, "all").first(hard)]
    negations = [(p, s) for p, s in steps if s.technique == "negation"]
    return [*negations, *((hard, step) for step in more if step is not None)]


def test_every_part_of_a_refutation_is_used(every: list[Found]) -> None:
    nested = 0
    for position, step in refutations(every):
        assert faults(step, position) == ()
        nested += int(step.variant) > 1
        stack = [step]
        while stack:
            inner = stack.pop()
            later: set[object] = set()
            for part in reversed(inner.view.parts):
                said = {(*p, True) for p in part.placements} | {
                    (*p, False) for p in part.eliminations
                }
                assert part.contradiction or said & later
                assert not {s for s in said - later if not s[2]}
                later |= set(part.because)
                stack += [part] if part.view.parts else []
    assert nested


def test_a_reason_left_out_is_seen() -> None:
    position, step = shown("negation")[0]
    for at, part in enumerate(step.view.parts):
        for reason in part.because:
            fewer = replace_part(step, at, tuple(s for s in part.because if s != reason))
            assert faults(fewer, position)
    assert faults(replace_part(step, 0, (*step.view.parts[0].because, (0, 9, True))), position)


def replace_part(step: Step, at: int, because: tuple[tuple[int, int, bool], ...]) -> Step:
    """A refutation with other reasons for one part."""
    parts = [replace(p, because=because) if i == at else p for i, p in enumerate(step.view.parts)]
    return with_proof(step, parts=tuple(parts))


@pytest.mark.parametrize("lang", thinned(["en", "ja"], 2))
def test_every_line_of_a_refutation_is_cited(every: list[Found], lang: str) -> None:
    pattern = r"^ *(\d+)\. .*?(?: \[(?:from )?([\d, ・]*)(?:より)?\])?$"
    steps = list(refutations(every))
    assert steps
    for _, step in steps:
        lines = re.findall(pattern, explain(step, BOARD, lang), re.M)  # type: ignore[arg-type]
        assert lines
        assert [int(n) for n, _ in lines] == list(range(1, len(lines) + 1))
        cited = set()
        for number, others in lines:
            causes = [int(n) for n in re.findall(r"\d+", others)] or [int(number) - 1]
            assert all(n < int(number) for n in causes)
            cited |= set(causes)
        ends = explain(step, BOARD).count("has no") + explain(step, BOARD).count("they cannot all")
        assert len(set(range(1, len(lines) + 1)) - cited) <= ends


def test_a_trial_keeps_what_it_needs(every: list[Found]) -> None:
    step = Trial().first(position_of(INKALA_2012))
    assert step is not None
    assert faults(step, position_of(INKALA_2012)) == ()
    for branch in step.view.parts:
        if branch.variant == "contradiction":
            used = {said for part in branch.view.parts for said in part.because}
            assert all((*p.placements[0], True) in used for p in branch.view.parts if p.placements)


def test_locked_digits_in_an_argument_are_a_phrase(every: list[Found]) -> None:
    phrases = 0
    for _, step in every:
        text = explain(step, BOARD)
        if step.view.chains or step.technique == "negation":
            assert "Wherever the" not in text
            phrases += len(re.findall(r"is not \d \(the \d of (?:box|row|column) \d is in ", text))
        assert "理論" not in explain(step, BOARD, "ja")
    assert phrases


# ------------------------------------------------------------------------------------------------
# Words.


def test_the_forbidden_exchange_is_said_to_be_harmless(every: list[Found]) -> None:
    techniques = {step.technique for _, step in every}
    assert "bug-1" in techniques
    assert len([name for name in techniques if name.startswith("unique-")]) > 5
    for _, step in every:
        text = explain(step, BOARD)
        if step.technique.startswith(("unique-rectangle", "unique-loop")):
            low, high = sorted(step.view.digits)
            assert f"would have {low} in one of them and {high} in another" in text
        if step.technique == "bug-1":
            assert all(f"{BOARD.name(c)} = {d}" in text for c, d in step.view.role("extra"))
        assert "them all" not in text


def test_each_half_of_a_double_argument_says_what_goes_by_it() -> None:
    """A cell goes as it sees another on the diagonal, which is no house of the bare board."""
    givens = ".......6.....31.................35..6.25987..5182.79364563.2.7912......4...854.1."
    rules = '"constraints": [{"rule": "diagonal-main"}]'
    puzzle = parse(f'{{"satdoku": 1, "givens": "{givens}", {rules}}}').puzzle
    step = next(iter(technique("dual-empty-rectangle").find(start(puzzle))))
    first, second = explain(step, puzzle.geometry).split(" In the main diagonal ")
    assert first.endswith("No cell that sees all of them can be 6: r4c4 is not 6.")
    assert second.endswith("No cell that sees all of them can be 6: r3c2 is not 6.")


def test_a_hidden_single_says_what_excludes_the_others() -> None:
    _, step = shown("hidden-single")[0]
    assert explain(step, BOARD) == (
        "In box 3 the digit 3 can only be in r1c7: column 9 (r4c9), column 8 (r8c8) and row 2 "
        "(r2c4) have it already. So r1c7 = 3."
    )


def test_japanese_keeps_one_register(every: list[Found]) -> None:
    for _, step in every:
        text = explain(step, BOARD, "ja")
        for sentence in re.findall(r"[^。\n]*。", text):
            if re.search(" → |仮に|続いて|^ほかに使う規則:", sentence):
                continue  # statements in a row
            end = r"(です(:.*)?|ます|ません)(\(.*\))?。$"
            assert re.search(end, sentence), sentence
        assert not re.search(r"naked|hidden|\d\dつ|候補(?!数字)|これら全部", text), text


def test_japanese_counters() -> None:
    speaker = words(BOARD, "ja")
    for n, said in ((3, "次の3つの事実"), (44, "次の44個の事実")):
        assert said in speaker.say("enough", n=n, facts=["x"])
    two, three = "r1c1・r1c2のどちらか", "r1c1・r1c2・r1c3のどれか"
    some = [speaker.messages.styled(speaker.names(range(n)), ["some"]) for n in (2, 3)]
    assert some == [two, three]


def test_every_sentence_begins_as_one(every: list[Found]) -> None:
    begins = re.compile(r"(?:^|\. )([^\s.])")
    for position, step in every:
        for line in explain(step, position.geometry).split("\n"):
            if line[:1] == " ":  # a link, a case
                continue
            for beginning in begins.finditer(line):
                rest = line[beginning.start(1) :]
                assert re.match(r"r\d+c\d+|VA?\d|\W|[A-Z0-9]", rest), (step.technique, line)


def test_a_cage_lists_what_its_candidates_leave() -> None:
    is_listed = False
    position = example("cage-combinations")
    for step in islice(technique("cage-combinations").find(position), 8):
        text = explain(step, position.geometry)
        if "with the candidates that are left" not in text or "every way that is left" in text:
            continue
        cells, _, ways = text.partition("are left, ")[2].partition(" can only be ")
        is_listed = True
        left = [way.split("-") for way in re.findall(r"\d(?:-\d)+", ways.partition(".")[0])]
        assert left, text
        order = [CELLS[name] for name in re.findall(r"r\dc\d", cells)]
        for cell, digit in step.eliminations:
            assert str(digit) not in {way[order.index(cell)] for way in left}
    assert is_listed


def test_what_every_way_has_is_listed_by_cell() -> None:
    common = ((80, 8), (79, 1), (79, 2), (78, 8))
    said = words(BOARD).text(one_of(common))
    assert said == "every way that is left has 8 in r9c9, 1 or 2 in r9c8 or 8 in r9c7"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["rows 1 and 3 must each hold a 9", "row 2 must hold 4 and 5"]),
        ("ja", ["行1・3にそれぞれ9が入ること", "行2に4・5が入ること"]),
        ("zh", ["第 1、3 行各必须有 9", "第 2 行必须有 4、5"]),
    ],
)
def test_houses_that_need_the_same_digits_are_said_together(lang: Lang, said: list[str]) -> None:
    puzzle = Puzzle.empty(Geometry.classic())
    rows = [house for house in board_of(puzzle).houses if house.kind == "row"]
    needs = [(rows[0], 9), (rows[1], 4), (rows[1], 5), (rows[2], 9)]
    assert words(puzzle.geometry, lang).written(needs_said((), needs)) == said


def pair(name: str, cells: tuple[int, ...], label: str = "", called: str = "") -> Rule:
    title = f"{called or name.replace('-', ' ')} in {BOARD.names(cells)}"
    return Rule(cells[0], name, title, cells, label, called, cells)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", [
            "the white dots at r1c1-r1c2 and r2c1-r2c2",
            "the killer cages at r3c1-r3c2 (12) and r4c1-r4c2 (9)",
            "the renban in r5c1 and r5c2",
            "the one-cell arrow r6c1 = r6c2",
            "the rules \"x\" at r7c1-r7c2 and r8c1-r8c2",
        ]),
        ("ja", [
            "白ドット(r1c1-r1c2、r2c1-r2c2)",
            "キラーケージ(12:r3c1-r3c2、9:r4c1-r4c2)",
            "連番ライン(r5c1・r5c2)",
            "1マスのアロー(r6c1=r6c2)",
            "規則「x」(r7c1-r7c2、r8c1-r8c2)",
        ]),
        ("zh", [
            "白点（r1c1-r1c2，r2c1-r2c2）",
            "杀手笼（12：r3c1-r3c2，9：r4c1-r4c2）",
            "连续线（r5c1、r5c2）",
            "单格箭头（r6c1=r6c2）",
            "规则“x”（r7c1-r7c2，r8c1-r8c2）",
        ]),
    ],
)  # fmt: skip
def test_clues_of_a_kind_are_said_together(lang: Lang, said: list[str]) -> None:
    rules = [
        pair("white-dot", (0, 1)), pair("killer-cage", (18, 19), "12"), pair("renban", (36, 37)),
        pair("white-dot", (9, 10)), pair("killer-cage", (27, 28), "9"), pair("arrow", (45, 46)),
        pair("all-pairs", (54, 55), called="x"), pair("all-pairs", (63, 64), called="x"),
    ]  # fmt: skip
    assert words(BOARD, lang).rules(rules) == said


CAGE = Rule(0, "renban", "renban in r1c1, r1c2 and r1c3", (0, 1, 2))
EVERY = tuple((cell, 5) for cell in (3, 4, 5, 6, 7))


def at_once(*common: tuple[Candidate, ...]) -> ClueProof:
    """The exclusions by several digits of a clue from the rest of row 1."""
    left = tuple(dict.fromkeys(pair for part in common for pair in part))
    parts = [
        Step(
            "renban-range",
            ClueProof(CAGE, left, common=part),
            eliminations=tuple((cell, part[0][1]) for cell, _ in EVERY),
        )
        for part in common
    ]
    return ClueProof(CAGE, left, common=left, each=tuple(parts))


@pytest.mark.parametrize(
    ("proof", "eliminated", "said"),
    [
        # Many cells by the houses that they are the rest of; few by their names.
        (ClueProof(CAGE, (), common=((0, 5), (1, 5))), EVERY,
         "every way that is left has a 5 in r1c1 or r1c2. So no other cell of row 1 is 5."),
        (ClueProof(CAGE, (), common=((0, 5), (1, 5))), EVERY[:2],
         "every way that is left has a 5 in r1c1 or r1c2. So r1c4 and r1c5 are not 5."),
        (ClueProof(CAGE, (), common=((0, 5), (9, 5))), EVERY,
         "So r1c4, r1c5, r1c6, r1c7 and r1c8 are not 5."),
        # What goes, where what stays is a longer list.
        (ClueProof(CAGE, left=tuple((0, d) for d in (1, 2, 3, 4, 6, 7, 8))), ((0, 5), (0, 9)),
         "r1c1 is not 5 or 9."),
        (ClueProof(CAGE, left=tuple((0, d) for d in (3, 4, 5, 6))),
         tuple((0, d) for d in (1, 2, 7, 8)), "r1c1 can only be 3 to 6."),
        (ClueProof(CAGE, left=((0, 1),)), tuple((0, d) for d in (5, 6, 7, 8)),
         "r1c1 can only be 1."),
        # Many different candidates that every way has one of.
        (ClueProof(CAGE, (), common=((0, 5), (1, 4), (1, 6), (1, 7))), ((9, 5),),
         "with 5 in r2c1 no way would be left. So r2c1 is not 5."),
        # Several digits at once, each in the cells that every way has it in.
        (at_once(((0, 5), (1, 5)), ((0, 6), (1, 6)), ((1, 7), (2, 7))), EVERY,
         "every way that is left has 5 and 6 in r1c1 and r1c2; a 7 in r1c2 or r1c3. "
         "So no other cell of row 1 is 5, 6 or 7."),
        (at_once(((0, 5), (1, 5), (2, 5))), EVERY, "every way that is left has a 5. So no other"),
        # Ways of which each order is one, of three cells too, and of which some is none.
        (ClueProof(CAGE, left=((0, 1), (0, 4)), ways=tuple(permutations((1, 2, 4)))), ((0, 5),),
         "r1c1, r1c2 and r1c3 can only be 1-2-4 in any order. So r1c1 is not 5."),
        (ClueProof(CAGE, left=((0, 1), (0, 4)), ways=tuple(permutations((1, 2, 4)))[1:]), ((0, 5),),
         "r1c1, r1c2 and r1c3 can only be 1-4-2, 2-1-4, 2-4-1, 4-1-2 or 4-2-1 in this order. So"),
        # Two cells that are equal.
        (ClueProof(CAGE, left=((0, 1), (0, 4)), ways=((1, 1), (4, 4))), ((0, 5),),
         "r1c1, r1c2 and r1c3 are equal and can only be 1 or 4."),
        # Of many cells the open ones alone.
        (ClueProof(replace(CAGE, cells=tuple(range(10))), left=((1, 2), (1, 4), (9, 3)),
                   ways=((8, 2, *range(7), 3), (8, 4, *range(7), 3))), ((1, 5),),
         "r1c2 and r2c1 can only be 2-3 or 4-3 in this order. So r1c2 is not 5."),
    ],
)  # fmt: skip
def test_a_clue_says_what_is_shorter(
    proof: ClueProof, eliminated: tuple[Candidate, ...], said: str
) -> None:
    text = explain(Step("renban-range", proof, eliminations=eliminated), BOARD)
    assert text.startswith("The renban in r1c1, r1c2 and r1c3")
    assert said in text


KILLER = Rule(0, "killer-cage", "killer cage of 7 in r1c1 and r1c2", (0, 1), "7")
BOTH = tuple(product((0, 1), (3, 4)))


@pytest.mark.parametrize(
    ("proof", "eliminated", "said"),
    [
        # Only what is left of the sums matters, then the order of the digits does.
        (ClueProof(KILLER, BOTH, ((3, 4), (4, 3))), ((0, 5), (1, 6)),
         "Only 3+4 is left, so r1c1 is not 5; r1c2 is not 6."),
        (ClueProof(KILLER, BOTH, ((3, 4), (4, 3)), ((0, 3), (1, 3))), ((4, 3), (5, 3)),
         "Only 3+4 is left, so r1c5 and r1c6 are not 3."),
        (ClueProof(KILLER, BOTH, ((3, 4), (4, 3)), ((0, 3), (1, 4))), ((27, 3),),
         "with the candidates that are left, every way that is left has 3 in r1c1 or 4 in r1c2. "
         "So r4c1 is"),
        (ClueProof(KILLER, ((0, 3), (1, 4)), ((3, 4),)), ((0, 4), (1, 3)),
         "with the candidates that are left, r1c1 and r1c2 can only be 3-4 in this order. So "
         "r1c1 is not 4"),
        (ClueProof(KILLER, BOTH), ((0, 5), (1, 6)),
         "with the candidates that are left, r1c1 and r1c2 can only be 3 or 4."),
    ],
)  # fmt: skip
def test_a_cage_says_which_sums_are_left(
    proof: ClueProof, eliminated: tuple[Candidate, ...], said: str
) -> None:
    text = explain(Step("cage-combinations", proof, eliminations=eliminated), BOARD)
    assert text.startswith("The killer cage of 7 in r1c1 and r1c2 can only be 1+6, 2+5 or 3+4")
    assert said in text


def test_a_killer_set_says_where_the_digits_are() -> None:
    row = House("row", 1, tuple(range(9)))
    for digits, named, cells in (
        ((3, 4), "3 and 4", "one of them in r1c1 or r1c2"),
        ((3, 4, 5), "3, 4 and 5", "two of them in r1c1 and r1c2"),
    ):
        proof = KillerSetProof(row, digits, (2,), (KILLER,), ((0, 1),))
        text = explain(Step("killer-pair", proof, eliminations=((4, 3),)), BOARD)
        assert text == (
            f"Row 1 has its {named} in these: r1c3, which holds only {named.replace('and', 'or')}; "
            f"the killer cage of 7 in r1c1 and r1c2, every way of which has {cells}. "
            "So r1c5 is not 3."
        )


def test_an_equation_has_no_negative_side() -> None:
    row = House("row", 1, tuple(range(9)))
    for minus, total, said in (
        ((9, 10), -7, "So r2c1 + r2c2 = r1c1 + 7: "),
        ((9,), 0, "So r1c1 = r2c1: "),
        ((9,), 5, "So r1c1 = r2c1 + 5: "),
        ((), 5, "So r1c1 = 5."),
    ):
        proof = SumProof((row,), (KILLER,), (0,), minus, total, ((0, 9),))
        text = explain(Step("innies-outies", proof, eliminations=((0, 4),)), BOARD)
        assert said in text


def test_cases_that_go_on_alike_are_one() -> None:
    """Two digits of a cell, and two cells of a row; another case has a reason of its own."""
    row = House("row", 1, tuple(range(9)))
    column = House("column", 1, tuple(range(0, 81, 9)))

    def case(cell: int, digit: int, house: House) -> Chain:
        return Chain((Node(cell, digit, True), Node(9, 9, False, (0,), "house", house)))

    alike = [case(1, 3, row), case(1, 4, row), case(1, 5, row), case(1, 7, column)]
    proof = ForcingProof("cell", (1, 3), tuple(alike))
    text = explain(Step("cell-forcing-chains", proof, eliminations=((9, 9),)), BOARD)
    assert text.splitlines()[1:3] == [
        "  Suppose r1c2 is 3, 4 or 5 → r2c1 is not 9 (row 1).",
        "  Suppose r1c2 = 7 → r2c1 is not 9 (column 1).",
    ]
    places = ForcingProof("region", (1, 3), (case(1, 3, row), case(2, 3, row)), row)
    text = explain(Step("region-forcing-chains", places, eliminations=((9, 9),)), BOARD)
    assert "\n  Suppose r1c2 = 3 or r1c3 = 3 → r2c1 is not 9 (row 1).\n" in text


@pytest.mark.parametrize(
    "name",
    fewer(["renban", "little-killer", "killer-cage", "global-entropy"], 2),
)
def test_a_small_proof_says_every_statement_once(name: str) -> None:
    """Statements alike are one line, and none is lost by that."""
    file = ROOT / "examples" / "constraints" / f"{name}.json"
    puzzle = parse(file.read_text("utf-8")).puzzle
    geometry, together = puzzle.geometry, 0
    for stage in islice(walk(start(puzzle), SMALL_PROOFS), 30):
        proof = stage.step.proof
        if not isinstance(proof, FactsProof) or proof.argument is None or proof.size == 1:
            continue
        chain = proof.argument
        speaker = words(geometry)
        lines = [speaker.text(line) for line in proof_lines(chain, geometry, {})]
        said = [line.split("\n")[0] for line in lines]
        assert len(set(lines)) == len(lines)
        heads = [line.partition(", by ")[0].partition(" (")[0] for line in said]
        for node in chain.nodes:
            cell, digit = geometry.name(node.cell), node.digit
            if node.cause in ("start", "known") or chain.is_link(node):
                continue
            if node.on:
                here = [head for head in heads if f"{cell} = {digit}" in head]
            elif node.cause in ("rule", "advanced"):
                here = [
                    part
                    for head in heads
                    for part in head.split("; ")
                    if re.search(rf"\b{cell}\b.* not .*\b{digit}\b", part)
                ]
            else:
                continue  # a house or a cell excludes it: said where it matters
            assert here, (node, lines)
        wanted = [
            n for n in chain.nodes if n.cause in ("rule", "advanced") and not chain.is_link(n)
        ]
        ruled = [line for line in said if ", by " in line or "; suppose" in line or "fails" in line]
        together += len(wanted) - len(ruled)
    assert together > 0


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["the renban in r1c1, r1c2 and r2c1", "the anti-knight pair r1c1 and r2c3"]),
        ("ja", ["連番ライン(r1c1・r1c2・r2c1)", "アンチナイト(r1c1・r2c3)"]),
        ("zh", ["连续线（r1c1、r1c2、r2c1）", "无马（r1c1、r2c3）"]),
    ],
)
def test_sets_of_rules_are_houses_with_the_name_of_the_rule(lang: Lang, said: list[str]) -> None:
    geometry = Geometry.of_size(4)
    rules = parse_rules("renban:r1c1+r1c2+r2c1,anti-knight", geometry)
    houses = board_of(Puzzle.empty(geometry, rules)).houses
    extra = [words(geometry, lang).house(house) for house in houses if house.kind == "extra"]
    assert {*said} <= {*extra}


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_the_pattern_of_an_exhaustive_search_without_rules_has_no_empty_list(lang: Lang) -> None:
    geometry = Geometry.classic()
    step = Step("small-proof", FactsProof((1, 2), tried=3), eliminations=((0, 1),))
    assert re.search(r"[^:：]{4}[.。]$", words(geometry, lang).pattern(step))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The whispers at r1c1-r1c2-r2c2 and r4c1-r4c2-r5c2: r1c2 and r4c2 are not "),
        ("ja", "ウィスパーライン(r1c1-r1c2-r2c2、r4c1-r4c2-r5c2):r1c2・r4c2に"),
        ("zh", "低语线（r1c1-r1c2-r2c2，r4c1-r4c2-r5c2）：r1c2、r4c2 不能填 "),
    ],
)
def test_clues_that_limit_their_cells_alike_are_one_line(lang: Lang, said: str) -> None:
    geometry = Geometry.classic()
    lines = ("r1c1+r1c2+r2c2", "r4c1+r4c2+r5c2", "r7c7+r7c8+r8c8:6")
    rules = parse_rules(",".join(f"whisper:{line}" for line in lines), geometry)
    position = start(Puzzle.empty(geometry, rules))
    cands = open_candidates(position)
    step = ClueCombinations().easiest(cands, ENDLESS)
    assert step is not None
    step = ClueCombinations().completed(cands, step, ENDLESS)
    (first,) = explain(step, geometry, lang).splitlines()
    assert first.startswith(said)
    assert not faults(step, position)
    # The third line loses other digits: that is the next step.
    step = ClueCombinations().easiest(open_candidates(advance(position, step)), ENDLESS)
    assert step is not None
    assert "r7c7" in explain(step, geometry, lang)


def test_what_an_equation_excludes_elsewhere_is_one_step() -> None:
    geometry = Geometry.classic()
    cage = "+".join(f"r1c{column}" for column in range(1, 8))
    position = start(Puzzle.empty(geometry, parse_rules(f"killer-cage:{cage}:28", geometry)))
    sums = technique("innies-outies")
    inside = sums.first(position)
    assert inside is not None
    position = advance(position, inside)
    (step,) = sums.find(position)
    assert {digit for _, digit in step.eliminations} == {8, 9}
    assert not faults(step, position)
    assert "every way that is left has 8 and 9 in r1c8 and r1c9. So " in explain(step, geometry)


def test_cases_inside_a_proof_that_fail_alike_are_one() -> None:
    """Three digits of a cell leave another nothing; what rests on a later line stays there."""
    row = House("row", 1, tuple(range(9)))

    def case(digit: int, *known: Node) -> Step:
        lost = (Node(2, digit, False, (0,), "house", row), *known)
        because = tuple(range(1, 1 + len(lost)))
        chain = Chain(
            (Node(1, digit, True), *lost),
            conflict=Contradiction("no-candidate", (2,)),
            because=because,
        )
        proof = FactsProof((2,), argument=chain)
        return Step("small-proof", proof, eliminations=((1, digit),), variant="assumption")

    def proved(*parents: int) -> list[str]:
        nodes = (
            Node(9, 9, True, cause="start"),
            Node(1, 3, False, (), "advanced", part=0),
            Node(1, 4, False, (), "advanced", part=1),
            Node(1, 5, False, parents, "advanced", part=2),
        )
        parts = (case(3), case(4), case(5, Node(2, 6, False, cause="known")))
        wrong = Contradiction("no-candidate", (1,))
        chain = Chain(nodes, parts=parts, conflict=wrong, because=(1, 2, 3))
        proof = FactsProof((1, 2), argument=chain)
        step = Step("small-proof", proof, eliminations=((9, 9),), variant="cases")
        return explain(step, BOARD).splitlines()

    assert proved()[2:4] == [
        "  - r1c2 is not 3, 4 or 5; each of these would lead to the same:",
        "    - Nothing is left for r1c3.",
    ]
    assert proved(2)[2:6:2] == [
        "  - r1c2 is not 3 or 4; each of these would lead to the same:",
        "  - r1c2 is not 5; suppose r1c2 = 5:",
    ]


def test_a_set_that_fills_a_rectangle_is_named_by_its_rows_and_columns() -> None:
    square = [9 * row + column for row in (1, 2, 3) for column in (1, 2, 3)]
    for cells, name in (
        (square, "the extra region in r234c234"),
        (square[:-1], "the extra region in r2c2, r2c3, r2c4, r3c2, r3c3, r3c4, r4c2 and r4c3"),
        (square[:4], "the extra region in r2c2, r2c3, r2c4 and r3c2"),
    ):
        puzzle = Puzzle.empty(Geometry.classic(), [ExtraRegion(tuple(cells))])
        assert Pieces(puzzle).house(board_of(puzzle).houses[-1]) == name
    # In a large grid the numbers would run into each other.
    far = tuple(16 * row + column for row in (8, 9) for column in (8, 9, 10))
    puzzle = Puzzle.empty(Geometry.boxes(16, 4, 4), [ExtraRegion(far)])
    assert "r9c9, r9c10" in Pieces(puzzle).house(board_of(puzzle).houses[-1])
