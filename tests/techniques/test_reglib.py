"""HoDoKu's regression library: the exact eliminations must be among the steps found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, DeathBlossom
from satdoku.techniques.base import Technique
from satdoku.techniques.bug import BugType
from satdoku.techniques.check import faults
from satdoku.techniques.fish import Fish
from satdoku.techniques.locked import Locked
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.subsets import HiddenSet, NakedSet
from satdoku.techniques.uniqueness import DeadlyLoop
from satdoku.techniques.wings import Wing
from tests.shared import shared_file, thinned

# Variant 2 of uniqueness: candidates of the rectangle may be missing; of ALS: sets may overlap.
SEARCHES: dict[str, Callable[[bool], tuple[Technique, ...]]] = {
    "0000": lambda two: (FullHouse(),),
    # A cell that HoDoKu calls a hidden single may be the last of another house.
    "0002": lambda two: (HiddenSingle(), FullHouse()),
    "0003": lambda two: (NakedSingle(),),
    "0100": lambda two: (Locked(),),
    "0101": lambda two: (Locked(claiming=True),),
    "0200": lambda two: (NakedSet(2),),
    "0201": lambda two: (NakedSet(3),),
    "0202": lambda two: (NakedSet(4),),
    "0210": lambda two: (HiddenSet(2),),
    "0211": lambda two: (HiddenSet(3),),
    "0212": lambda two: (HiddenSet(4),),
    "0300": lambda two: (Fish(2),),
    "0301": lambda two: (Fish(3),),
    "0302": lambda two: (Fish(4),),
    "0600": lambda two: (DeadlyLoop(1, dialect="missing" if two else "all"),),
    "0601": lambda two: (DeadlyLoop(2, dialect="missing" if two else "all"),),
    "0602": lambda two: (DeadlyLoop(3, dialect="missing" if two else "all"),),
    "0603": lambda two: (DeadlyLoop(4, dialect="missing" if two else "all"),),
    "0610": lambda two: (BugType(1),),
    "0800": lambda two: (Wing(),),
    "0801": lambda two: (Wing(with_pivot=True),),
    "0901": lambda two: (AlsXz(),),
    "0902": lambda two: (AlsXyWing(overlap=two),),
    "0903": lambda two: (AlsChain(overlap=two),),
    "0904": lambda two: (DeathBlossom(overlap=two),),
}


def read(line: str) -> tuple[str, str, Position, set[tuple[int, int]], set[tuple[int, int]]]:
    """(code, variant, position, eliminations, placements) of a library line."""
    fields = [*line.rstrip("\n").split(":"), *[""] * 8]
    code, _, variant = fields[1].partition("-")
    values: list[int | None] = []
    givens: list[int | None] = []
    placed = False
    for symbol in fields[3]:
        if symbol == "+":
            placed = True
            continue
        value = None if symbol in ".0" else int(symbol)
        values.append(value)
        givens.append(None if placed else value)
        placed = False

    def triples(text: str) -> set[tuple[int, int]]:
        return {((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split()}

    full = Position.of(Puzzle(Geometry.classic(), tuple(values)))
    position = Position(Puzzle(Geometry.classic(), tuple(givens)), full.values, full.candidates)
    position = position.eliminate(triples(fields[4]))
    return code, variant, position, triples(fields[5]), triples(fields[6])


@pytest.mark.parametrize("code", thinned(SEARCHES, 3))
def test_library(code: str) -> None:
    cases = 0
    for line in shared_file("techniques", "reglib-1.4-visible.txt").read_text("utf-8").splitlines():
        if not line.startswith(f":{code}:") and not line.startswith(f":{code}-"):
            continue
        _, variant, position, eliminations, placements = read(line)
        searches = SEARCHES[code](variant == "2")
        steps = [step for search in searches for step in search.find(position)]
        cases += 1
        if variant == "x":
            assert not steps, line
            continue
        assert any(
            set(step.eliminations) == eliminations and set(step.placements) == placements
            for step in steps
        ), line
        for step in steps[:20]:
            assert faults(step, position) == (), line
    assert cases
