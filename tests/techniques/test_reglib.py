"""HoDoKu's regression library: the exact eliminations must be among the steps found."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.names.terms import terms
from tests.shared import shared_file, thinned

CODES = sorted({code for item in terms() for code in item.codes})


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


def searches(code: str) -> list[str]:
    """The techniques of a code; what is a hidden single may be the last of another house."""
    ours = [item for item in terms() if code in item.codes]
    return [item.name for item in sorted(ours, key=lambda item: item.codes.index(code))]


@pytest.mark.parametrize("code", thinned(CODES, 16))
def test_library(code: str) -> None:
    for line in shared_file("techniques", "reglib-1.4-visible.txt").read_text("utf-8").splitlines():
        field = line[1:].partition(":")[0]
        if not line.startswith(":") or field[:4] != code:
            continue
        _, variant, position, eliminations, placements = read(line)
        dialects = [technique(name).in_library(field) for name in searches(code)]
        steps = [step for search in dialects for step in search.find(position)]
        if variant == "x":
            assert not steps, line
            continue
        assert any(
            set(step.eliminations) == eliminations and set(step.placements) == placements
            for step in steps
        ), line
        for step in steps[:20]:
            assert faults(step, position) == (), line


def test_the_library_has_cases_of_most_codes() -> None:
    lines = shared_file("techniques", "reglib-1.4-visible.txt").read_text("utf-8").splitlines()
    codes = {line[1:5] for line in lines if line.startswith(":")}
    assert len(codes & set(CODES)) > 50
