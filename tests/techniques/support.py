"""Shared by the tests of techniques: boards from text, solutions, the reference data."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import satdoku
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.explaining import explain
from satdoku.formats import parse
from satdoku.messages import languages
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import start
from satdoku.solving import enumerate_solutions
from satdoku.techniques.arguments.chains import ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.clues import ClueCombinations
from satdoku.techniques.step import Chain, House, Proof, Step
from tests.shared import shared_file, some

ROOT = Path(__file__).resolve().parents[2]
INKALA_2010 = "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
INKALA_2012 = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"


ONE_OF_EACH_PROOF = (
    "hidden-single", "direct-pointing", "pointing", "naked-pair", "hidden-pair", "finned-x-wing",
    "multi-colours-1", "xyz-wing", "hidden-rectangle", "borescoper-deadly-pattern-2",
    "qiu-deadly-pattern-1", "bug-2", "reverse-bug", "aligned-pair-exclusion", "sue-de-coq",
    "template-delete", "broken-wing", "medusa-3d", "m-wing", "junior-exocet",
    "symmetrical-placement", "als-xy-wing", "death-blossom", "xy-cycle", "forcing-chain",
    "cell-forcing-chains", "negation-2", "trial", "arrow-sums", "innies-outies",
    "equal-totals", "equal-cells", "law-of-leftovers", "house-combinations", "killer-pair",
    "parity-chain", "conflicting-combinations", "small-proof", "whisper-polarity",
    "modified-cells", "liars", "region-borders", "digit-counts",
)  # fmt: skip
"""A technique for each kind of argument: what is tried of the catalogue by default."""


def puzzle_of(text: str, geometry: Geometry | None = None) -> Puzzle:
    """A puzzle from one symbol a cell."""
    geometry = geometry or Geometry.classic()
    return Puzzle(geometry, tuple(None if c in ".0" else int(c, 36) for c in text))


def position_of(text: str, geometry: Geometry | None = None) -> Position:
    """The start of a puzzle."""
    return start(puzzle_of(text, geometry))


def begun_positions(
    puzzle: Puzzle, solution: Sequence[int], count: int, most: float
) -> Iterator[Position]:
    """Positions with some digits of a solution, and wrong candidates crossed out at random.

    :param most: the largest share of either.
    """
    rng = random.Random(49)
    for _ in range(count):
        share = rng.random() * most
        givens = tuple(digit if rng.random() < share else None for digit in solution)
        bare = start(replace(puzzle, givens=givens))
        yield bare.eliminate(
            (cell, digit)
            for cell, digits in enumerate(bare.candidates)
            for digit in sorted(digits)
            if digit != solution[cell] and rng.random() < share
        )


@cache
def reference() -> dict[str, dict[str, str]]:
    """Sudoku Explainer's ratings by puzzle."""
    with shared_file("rating", "se_reference.csv").open(encoding="ascii") as file:
        return {row["puzzle"]: row for row in csv.DictReader(file)}


@cache
def reference_steps() -> dict[str, list[str]]:
    """Sudoku Explainer's steps (rating|name|text) by puzzle."""
    by_puzzle = {}
    for line in shared_file("rating", "se_steps.tsv").read_text(encoding="ascii").splitlines():
        puzzle, steps = line.split("\t")
        by_puzzle[puzzle] = [step for step in steps.split(";") if step]
    return by_puzzle


def rated(low: float, high: float) -> list[str]:
    """The reference puzzles with low <= ER < high."""
    return [puzzle for puzzle, row in reference().items() if low <= float(row["ER"]) < high]


def told(steps: Sequence[Step], position: Position, kind: type[Proof]) -> list[str]:
    """The sentences of some steps, of which each has such an argument, is checked, excludes nothing
    that a solution has, and is told in every language."""
    puzzle, texts = position.puzzle, []
    solutions = [grid.values for grid in enumerate_solutions(puzzle, backend="cpsat")]
    for step in some(steps):
        assert isinstance(step.proof, kind)
        assert not faults(step, position)
        texts.append(explain(step, puzzle.geometry))
        for cell, digit in step.eliminations:
            assert all(values[cell] != digit for values in solutions), texts[-1]
        for lang in languages():
            assert "{" not in explain(step, puzzle.geometry, lang)
    return texts


def with_chains(step: Step, *chains: Chain) -> Step:
    """A step of chains, or a small proof, with other chains as its argument."""
    match step.proof:
        case CycleProof() | ChainProof() as proof:
            return replace(step, proof=replace(proof, chain=chains[0]))
        case ForcingProof() as proof:
            return replace(step, proof=replace(proof, chains=chains))
        case FactsProof() as proof:
            return replace(step, proof=replace(proof, argument=chains[0]))
        case _:
            raise AssertionError(f"{step.technique} has no chains")


def with_proof(step: Step, **changes: object) -> Step:
    """A step whose proof has other fields."""
    return replace(step, proof=replace(step.proof, **changes))  # type: ignore[arg-type]


def solve(position: Position) -> tuple[int, ...] | None:
    """The first solution of a position; the SAT engine finds it, no technique is used."""
    grid = satdoku.solve(position.as_puzzle(), backend="sat").solution
    return None if grid is None else tuple(v for v in grid.values if v is not None)


@cache
def example(name: str) -> Position:
    """The position that the repository keeps for a technique."""
    (file,) = (ROOT / "examples" / "techniques").glob(f"{name}.*")
    position = parse(file.read_text("ascii")).position
    assert position is not None
    return position


@cache
def example_steps(name: str) -> tuple[Step, ...]:
    """The first steps of a technique in its position, which several tests judge."""
    return tuple(some(islice(technique(name).find(example(name)), 4)))


def assert_sound(step: Step, solution: tuple[int, ...]) -> None:
    """A placement equals the solution and an elimination never removes it."""
    for cell, digit in step.placements:
        assert solution[cell] == digit, (step.technique, cell, digit)
    for cell, digit in step.eliminations:
        assert solution[cell] != digit, (step.technique, cell, digit)
    assert step.contradiction is None, step.technique


# ------------------------------------------------------------------------------------------------
# The reference's own words for a step (section 17 of the notes on Sudoku Explainer).

_TYPE = {"box": "block", "row": "row", "column": "column"}
_SETS = {"pair": "Pair", "triple": "Triplet", "quad": "Quad"}
_FORCING = {
    "contradiction": "Contradiction Forcing",
    "double": "Double Forcing",
    "cell": "Cell Forcing",
    "region": "Region Forcing",
}


def _cells(cells: tuple[int, ...]) -> str:
    return ",".join(_cell(c) for c in cells)


def _cell(cell: int) -> str:
    return f"{'ABCDEFGHI'[cell % 9]}{cell // 9 + 1}"


def _kind(house: House) -> str:
    return _TYPE[house.kind]


def trace(step: Step) -> tuple[str, str]:
    """(name, text) of a step as the reference records it; from 9.0 up only the name is right."""
    name = step.technique
    cells, digits, houses = step.view.cells, step.view.digits, step.view.houses
    if name in ("full-house", "hidden-single"):
        return "Hidden Single", f"{_cell(cells[0])}: {digits[0]} in {_kind(houses[0])}"
    if name == "naked-single":
        return "Naked Single", f"{_cell(cells[0])}: {digits[0]}"
    if name in ("pointing", "claiming", "direct-pointing", "direct-claiming"):
        first, second = _kind(houses[0]), _kind(houses[1])
        title = name.replace("-", " ").title()
        if name.startswith("direct"):
            return title, f"Cells {_cells(cells)}: {digits[0]} of {first} in {second}"
        return title, f"Cells {_cells(cells)}: {digits[0]} in {first} and {second}"
    if name.rsplit("-", 1)[0] in ("naked", "hidden", "direct-hidden"):
        kind, size = name.rsplit("-", 1)
        title = f"{kind.replace('-', ' ').title()} {_SETS[size]}"
        listed = ",".join(map(str, digits))
        return title, f"Cells {_cells(cells)}: {listed} in {_kind(houses[0])}"
    if name in ("x-wing", "swordfish", "jellyfish"):
        title = "X-Wing" if name == "x-wing" else name.title()
        n = len(houses) // 2
        return title, (
            f"Cells {_cells(cells)}: {digits[0]} in {n} {_kind(houses[0])}s and {n} "
            f"{_kind(houses[-1])}s"
        )
    if name in ("xy-wing", "xyz-wing"):
        title = name.replace("wing", "Wing").replace("xy", "XY").replace("XYz", "XYZ")
        return title, f"Cells {_cells(cells)} on value {digits[-1]}"
    if name.startswith("unique-"):
        shape = "Rectangle" if len(cells) == 4 else "Loop"
        size = f" {len(cells)}" if len(cells) > 6 else ""
        return f"Unique {shape}{size} type {name[-1]}", f"Cells {_cells(cells)} on " + ", ".join(
            map(str, digits)
        )
    if name.startswith("bug-"):
        on = "" if name == "bug-1" else " on " + ", ".join(map(str, digits))
        return f"BUG type {name[-1]}", f"{_cells(cells)}{on}"
    if name.startswith("aligned-"):
        return name.replace("-", " ").title(), _cells(cells)
    nodes = step.view.chains[0].nodes
    result = "".join(
        [f"{_cell(c)}.{d} on" for c, d in step.placements]
        or [f"{_cell(c)}.{d} off" for c, d in step.eliminations[:1]]
    )
    if step.variant.endswith("cycle"):
        ring = tuple(dict.fromkeys(node.cell for node in nodes[1:]))
        title = {"x-cycle": "Bidirectional X-Cycle", "y-cycle": "Bidirectional Y-Cycle"}.get(
            name, "Bidirectional Cycle"
        )
        if name == "x-cycle" and len(ring) == 4:
            title = "Generalized X-Wing"
        return title, _cells(ring)
    if step.variant.endswith("chain"):
        title = "Forcing Chain"
        if name == "x-chain":
            title = "Turbot Fish" if len(nodes) == 6 else "Forcing X-Chain"
        return title, result
    start = f"{_cell(cells[0])}.{digits[0]}"
    clash = step.view.chains[0].end
    clashing = f"{_cell(clash.cell)}.{clash.digit} both on & off"
    sign = "on" if step.view.chains[0].start.on else "off"
    if name == "nishio":
        return "Nishio Forcing Chains", f"{start} {sign} ==> {clashing}"
    title = f"{_FORCING[step.variant]} Chains"
    if name.startswith(("dynamic", "nested")):
        title = f"Dynamic {title}"
    if name.endswith("plus"):
        title += " (+)"
    if step.variant == "contradiction":
        return title, f"{start} {sign} ==> {clashing}"
    if step.variant == "double":
        return title, f"{start} on & off ==> {result}"
    if step.variant == "cell":
        return title, f"{_cell(cells[0])} ==> {result}"
    return title, f"{digits[0]} in {_kind(houses[0])} ==> {result}"


def matches(step: Step, line: str) -> bool:
    """Whether a step is the reference's step ``rating|name|text`` (the rating aside)."""
    _, name, text = line.split("|")
    own_name, own_text = trace(step)
    return own_name == name and text.split(": ", 1)[1] == own_text


def with_runs(text: str) -> str:
    """A text with each digit of a run: "1 to 4" becomes "1 2 3 4"."""
    return re.sub(
        r"(\d)(?: to |\u301c|~)(\d)",
        lambda run: " ".join(map(str, range(int(run[1]), int(run[2]) + 1))),
        text,
    )


def of_clue(rules: str, left: Mapping[int, Collection[int]] = {}) -> tuple[Step, Position]:
    """The step about the ways of one clue on an empty board, some cells of which have these
    candidates, and its position."""
    board = Geometry.classic()
    position = start(Puzzle.empty(board, parse_rules(rules, board)))
    removed = [(cell, d) for cell, own in left.items() for d in board.digits if d not in own]
    position = position.eliminate(removed)
    step = ClueCombinations().first(position)
    assert step is not None
    return step, position
