"""Rules inside of rules, some of them far deeper than anybody writes, in JSON and in strings."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import satdoku
from satdoku.base.errors import FormatError, InvalidPuzzle, SatdokuError, Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.formats import Reader, ReadOptions, WriteOptions, parse, unread_rules, write
from satdoku.formats.json import to_data
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import count
from tests.fuzz import puzzles
from tests.fuzz.text import said
from tests.fuzz.tries import expect
from tests.solving.solving_oracle import full_grids

BOARD = Geometry.boxes(4, 2, 2)
SHALLOW = 5
"""A tree of so few storeys is read."""

Tree: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """The givens, and a tree of rules as JSON."""

    givens: tuple[int | None, ...]
    tree: str


def _tree(chance: random.Random, leaves: list[Tree], height: int) -> Tree:
    if height == 0:
        return chance.choice(leaves)
    rules = [_tree(chance, leaves, height - 1)]
    for _ in range(chance.choice((0, 1, 2) if height < SHALLOW else (0, 0, 0, 1))):
        rules.append(_tree(chance, leaves, chance.randrange(min(height, 3))))
    chance.shuffle(rules)
    return {"rule": chance.choice(("or", "or", "and")), "rules": rules}


def draw(chance: random.Random) -> Case:
    """Clues that a grid keeps or not, joined by "or" and "and"."""
    leaves: list[Tree] = []
    while not leaves:
        for _ in range(5):
            values = puzzles.grid_of(BOARD, chance)
            if (clue := puzzles.clue(BOARD, values, chance)) is not None:
                leaves += to_data(Document(Puzzle.empty(BOARD, (clue,))))["constraints"]
        leaves = [leaf for leaf in leaves if _may_be_inside(leaf)]
    height = chance.randint(1, SHALLOW) if chance.random() < 0.7 else chance.randint(6, 300)
    values = puzzles.grid_of(BOARD, chance)
    givens = tuple([value if chance.random() < 0.2 else None for value in values])
    return Case(givens, json.dumps(_tree(chance, leaves, height)))


def _may_be_inside(leaf: Tree) -> bool:
    """Whether a rule may stand inside of "or"; those with hidden values may not."""
    try:
        parse(_text((None,) * 16, {"rule": "or", "rules": [leaf]}))
    except FormatError:
        return False
    return True


def _text(givens: tuple[int | None, ...], tree: Tree) -> str:
    symbols = "".join("." if given is None else str(given) for given in givens)
    return json.dumps({"givens": symbols, "constraints": [tree]})


def _height(tree: Tree) -> int:
    return 1 + max(map(_height, tree.get("rules", ())), default=0)


def _truth(tree: Tree) -> frozenset[tuple[int, ...]]:
    """The full grids that keep a tree, by the rules at its leaves."""
    if tree["rule"] not in ("or", "and"):
        (rule,) = parse(_text((None,) * 16, tree)).puzzle.constraints
        return frozenset(v for v in full_grids(BOARD) if rule.holds(Grid(BOARD, v)))
    parts = [_truth(inner) for inner in tree["rules"]]
    return frozenset.union(*parts) if tree["rule"] == "or" else frozenset.intersection(*parts)


def judge(case: Case) -> None:
    """A tree is read and counted as it is meant, or it is refused for its depth; other lines of
    its file are answered."""
    tree = json.loads(case.tree)
    text = _text(case.givens, tree)
    plain = _text(case.givens, {"rule": "anti-king"})
    entries = [*Reader(io.StringIO(f"{plain}\n{text}\n{plain}\n"), ReadOptions("json"))]
    expect(len(entries) == 3, "lines are lost", len(entries))
    expect(entries[0].document == entries[2].document is not None, "lines beside are not read")
    height = _height(tree)
    try:
        document = parse(text)
    except FormatError as error:
        said(error, text)
        expect(entries[1].error is not None, "the reader reads what parse refuses")
        expect(height > SHALLOW + 1, "a shallow tree is refused", str(error))
        return
    expect(entries[1].document == document, "the reader reads another puzzle")
    expect(parse(write(document, "json")) == document, "json does not give the tree back")
    try:
        satdoku.show(text).svg()
        satdoku.describe(text)
    except SatdokuError as error:
        said(error)
    if height > 3 * SHALLOW:
        with suppress(InvalidPuzzle):  # the givens may break what all of the tree demands
            satdoku.check_unique(text, time_limit=1.0)
        return
    fits = [
        values
        for values in _truth(tree)
        if all(g in (None, v) for g, v in zip(case.givens, values, strict=True))
    ]
    _counts(document.puzzle, len(fits))
    try:
        written = write(document, "iss")
    except Unsupported:
        return
    if not unread_rules(document, written, "iss", WriteOptions()):
        _counts(parse(written, ReadOptions("iss")).puzzle, len(fits))


def _counts(puzzle: Puzzle, number: int) -> None:
    try:
        result = count(puzzle, limit=Limit(solutions=1000))
    except SatdokuError as error:
        said(error)
        expect(number == 0, "a puzzle with solutions is refused", str(error))
        return
    expect(result.count == number, "another number of solutions", f"{result.count}, not {number}")


def smaller(case: Case) -> Iterator[Case]:
    """Without givens, with less of the tree."""
    if any(case.givens):
        yield Case((None,) * 16, case.tree)
    tree = json.loads(case.tree)
    for less in _less(tree):
        yield Case(case.givens, json.dumps(less))


def _less(tree: Tree) -> Iterator[Tree]:
    rules = tree.get("rules", [])
    yield from rules
    for at, inner in enumerate(rules):
        if len(rules) > 1:
            yield {**tree, "rules": rules[:at] + rules[at + 1 :]}
        for less in _less(inner):
            yield {**tree, "rules": [*rules[:at], less, *rules[at + 1 :]]}
