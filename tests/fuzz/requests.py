"""Requests of the app: fields of any type, boards with faults, boards under fog."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.board import Grid
from satdoku.constraints import REGISTRY
from satdoku.formats.json import to_data
from satdoku.puzzle import Document
from satdoku.solving import check_unique
from satdoku.web.boards import read
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.fog import lit_cells, lit_part
from satdoku.web.questions import QUESTIONS, answer
from satdoku.web.server import AppDialect
from tests.constraints.constraint_oracle import read_example
from tests.fuzz import documents, puzzles
from tests.fuzz.mutation import json_value, mutated_data, smaller_data
from tests.fuzz.text import said
from tests.fuzz.tries import expect

SECONDS = 0.3
_SLOW = frozenset(("generate", "worksheet", "practise", "technique", "techniques", "rules"))
"""Questions whose answers take seconds, whatever the fields: they are asked rarely."""


@dataclass(frozen=True)
class Case:
    """A frame as it comes over the wire."""

    data: Any


@cache
def _boards() -> tuple[dict[str, Any], ...]:
    chance = random.Random(1)
    boards = [Document(read_example(name)) for name in REGISTRY]
    boards += [Document(puzzles.puzzle(chance, "small small middle", 0.5)) for _ in range(40)]
    return tuple(map(to_data, boards))


def draw(chance: random.Random) -> Case:
    """A question with all of its fields, some of them right."""
    name = chance.choice(sorted(QUESTIONS.keys() - _SLOW if chance.random() < 0.97 else QUESTIONS))
    board = chance.choice(_boards())
    cells = [f"r{chance.randint(1, 9)}c{chance.randint(1, 9)}" for _ in range(20)]
    digits = {cell: chance.randint(1, 9) for cell in cells[:4]}
    data: dict[str, Any] = {
        "nonce": 1, "ask": name, "puzzle": json.dumps(board), "lang": "en", "style": "light",
        "values": digits if chance.random() < 0.3 else {},
        "marks": {cell: [1, 2] for cell in cells[4:6]} if chance.random() < 0.3 else {},
        "strength": 3, "seconds": 1, "cap": 2, "rule": chance.choice(["thermo", "white-dot"]),
        "moves": ["r1c1=1", "r2c2<>3"], "step": 0, "bare": True, "blank": False,
        "technique": "x-wing", "size": 4, "count": 1, "rules": "", "level": "", "title": "t",
        "board": json.dumps(board), "per-page": "4", "solutions": "back", "minimal": True,
    }  # fmt: skip
    if name == "sketch":
        data["rule"] = json.dumps(chance.choice(board.get("constraints") or [{}]))
    if chance.random() < 0.4:
        data["lit"] = cells
    for _ in range(chance.randint(0, 2)):
        field = chance.choice(sorted(data.keys() - {"nonce"}))
        data[field] = json_value(chance)
    kind = chance.random()
    if kind < 0.3:
        data["puzzle"] = json.dumps(mutated_data(board, chance, chance.choice(_boards())))
    elif kind < 0.5:
        data["puzzle"] = documents.draw(chance).text  # of a site, with drawings, and at fault
    if chance.random() < 0.1:
        data = mutated_data(data, chance, {})
    return Case(data)


def judge(case: Case) -> None:
    """A refusal with a sentence, or an answer that JSON can hold."""
    frame = json.dumps(case.data)
    request = AppDialect().read(frame)
    expect(request is not None, "a frame without an answer")
    assert request is not None
    if request.job is None:
        expect(request.refusal or case.data.get("ask") == "cancel", "a refusal without a sentence")
        return
    name, fields = request.item
    try:
        data = answer(name, fields, RequestContext(SECONDS))
    except SatdokuError as error:
        said(error)
        return
    json.dumps(data, allow_nan=False)
    if isinstance(case.data.get("lit"), list) and isinstance(case.data.get("puzzle"), str):
        _knows_no_less(case.data)


def _knows_no_less(data: dict[str, Any]) -> None:
    """Every solution of a puzzle is one of what is lit of it."""
    try:
        puzzle = read(data["puzzle"]).puzzle
        lit = lit_cells(Fields(data), puzzle.geometry)
        result = check_unique(puzzle, limit=Limit(seconds=SECONDS))
    except SatdokuError:  # it was answered without the board
        return
    if lit is not None and puzzle.geometry.cell_count:
        seen = lit_part(puzzle, lit)
        for grid in result.witnesses:
            expect(seen.accepts(Grid(seen.geometry, grid.values)), "a solution that fog excludes")


def smaller(case: Case) -> Iterator[Case]:
    """With less in it."""
    yield from map(Case, smaller_data(case.data))
