"""Mutated JSON, satdoku's and that of sites: types, ranges, missing and unknown keys, nesting."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from xml.etree import ElementTree

from satdoku.base.errors import FormatError, Unsupported
from satdoku.constraints import REGISTRY
from satdoku.formats import ReadOptions, WriteOptions, get_format, parse, write
from satdoku.formats.boards import stated_rules
from satdoku.formats.json import to_data
from satdoku.puzzle import Cosmetic, Document, Fog, Position, Puzzle, Spot
from satdoku.render import make_scene, svg
from tests.constraints.constraint_oracle import read_example
from tests.fuzz import puzzles
from tests.fuzz.mutation import mutated_data, mutated_text, smaller_data, smaller_texts
from tests.fuzz.text import gives_back, said
from tests.fuzz.tries import expect

_SITES = ("fpuzzles", "lisudoku", "sudokumaker", "sudokupad")


@dataclass(frozen=True)
class Case:
    """The text of a document, and its format."""

    text: str
    format: str


@cache
def _seeds(format: str) -> tuple[Any, ...]:
    """A document for each rule, and some that hold everything there is."""
    documents = [Document(read_example(name)) for name in REGISTRY]
    chance = random.Random(1)
    for _ in range(40):
        puzzle = puzzles.puzzle(chance, "small small middle", 0.5)
        documents.append(_whole(puzzle, chance))
    if format == "json":
        return tuple(map(to_data, documents))
    written = get_format(format).module.to_data
    texts = []
    for document in documents:
        with suppress(Unsupported):
            texts.append(written(document, WriteOptions()))
    return tuple(texts)


def _whole(puzzle: Puzzle, chance: random.Random) -> Document:
    position = Position.of(replace(puzzle, pencil_marks=None)) if chance.random() < 0.5 else None
    return Document(
        puzzle,
        position,
        title="t",
        author="é",
        rules="r\n",
        solution=puzzle.grid if chance.random() < 0.5 else None,
        extras={"level": "1"},
        drawings=tuple(_drawing(chance) for _ in range(chance.randint(0, 4))),
        fog=_fog(chance, puzzle.geometry.cell_count) if chance.random() < 0.5 else None,
    )


def _drawing(chance: random.Random) -> Cosmetic:
    def spot() -> Spot:
        return chance.choice([-0.5, 0.0, 0.5, 1.5, 2.0, 2.7]), chance.choice([0.5, 1.0, 3.25])

    kind = chance.choice(["line", "mark", "cage"])
    spots = tuple(spot() for _ in range(1 if kind == "mark" else chance.randint(1, 4)))
    return Cosmetic(
        kind,  # type: ignore[arg-type]
        spots,
        chance.random() < 0.5,
        chance.choice(["", "#ff8800", "red"]),
        chance.choice(["", "#00000080", "white"]),
        chance.choice([0.0, 0.05, 0.3]),
        chance.choice([0.0, 0.2]) if kind == "line" else 0.0,
        chance.choice([(0.0, 0.0), (0.3, 0.3), (1.0, 1.0)]),
        chance.random() < 0.5,
        chance.choice(["", "A", "<&'", "12"]),
        chance.choice(["", "#123456"]),
        chance.choice([0.0, 0.4]),
        chance.choice([0.0, 45.0]),
    )


def _fog(chance: random.Random, cells: int) -> Fog:
    lamps = tuple(sorted({chance.randrange(cells) for _ in range(chance.randint(0, 3))}))
    return Fog(lamps, ((chance.randrange(cells), (chance.randrange(cells),)),))


def _drawn_the_same(document: Document, text: str, options: ReadOptions) -> None:
    """Drawings make a picture in any style, and are read back as they were written."""
    if not (document.drawings or document.fog):
        return
    for style in ("light", "dark"):
        drawings = document.drawings
        ElementTree.fromstring(svg(make_scene(document.puzzle, drawings=drawings), style))
    once = parse(text, options)
    if options.format == "json":
        expect(once.drawings == document.drawings, "a drawing is changed")
        expect(once.fog == document.fog, "the fog is changed")
    twice = parse(write(once, options.format or "json"), options)
    expect(twice.drawings == once.drawings, "drawings change each time that they are written")
    expect(twice.fog == once.fog, "the fog changes each time that it is written")


def draw(chance: random.Random) -> Case:
    """A seed with nodes changed, now and then characters too."""
    format = "json" if chance.random() < 0.5 else chance.choice(_SITES)
    seeds = _seeds(format)
    data = mutated_data(chance.choice(seeds), chance, chance.choice(seeds))
    text = json.dumps(data, ensure_ascii=chance.random() < 0.9)
    if chance.random() < 0.15:
        text = mutated_text(text, chance, json.dumps(chance.choice(seeds)))
    return Case(text, format)


def judge(case: Case) -> None:
    """FormatError, or a document that is written and read again as it is."""
    options = ReadOptions(format=case.format)
    try:
        document = parse(case.text, options)
    except FormatError as error:
        said(error, case.text)
        return
    for problem in document.puzzle.problems():
        expect(problem.message, "a problem without a sentence")
    try:
        text = write(document, case.format)
    except Unsupported as error:
        said(error)
        return
    gives_back(document, text, options, WriteOptions())
    _drawn_the_same(document, text, options)
    if case.format != "json":
        _names_a_new_key(case, options)
    if case.format == "json":
        _means_the_same(json.loads(case.text.removeprefix("\ufeff")), document)


_NEW = "wizardry"
_NOT_IN_FORCE = ("disabled", "solverIgnored", "areas", "solution")


def _objects(data: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All objects of data, each with its place without numbers, but for those that say nothing
    because they are not in force."""
    if isinstance(data, dict):
        yield place, data
        if not (data.get("disabled") or data.get("solverIgnored")):
            for key, item in data.items():
                if key not in _NOT_IN_FORCE:
                    yield from _objects(item, f"{place}.{key}".lstrip("."))
    elif isinstance(data, list):
        for item in data:
            yield from _objects(item, place)


def _names_a_new_key(case: Case, options: ReadOptions) -> None:
    """A key that no site has is refused, or stated as unused, wherever it stands: it, or one above
    it that is unused with all that is in it."""
    data = json.loads(case.text.removeprefix("\ufeff"))
    chance = random.Random(case.text)
    place, own = chance.choice([entry for entry in _objects(data) if not _off(entry[1])])
    own[_NEW] = chance.choice([7, True, "r1c1", [{"cells": []}]])
    try:
        document = parse(json.dumps(data), options)
    except FormatError as error:
        drawn = isinstance(data, dict) and "satdoku" in data  # what else is damaged is read now
        expect(drawn or _NEW in str(error), "a new key is refused for another reason", str(error))
    else:
        stated = {part.partition(" ")[2] for part in document.extras.get("unused", "").split(", ")}
        keys = place.split(".")
        above = {".".join([*keys[:at], key[:40]]) for at, key in enumerate(keys)}  # it cuts keys
        # Extras of satdoku's own JSON may have any key.
        named = (
            _NEW in document.extras or _NEW in document.extras.get("unused", "") or above & stated
        )
        expect(named, "a new key is dropped", json.dumps(own))


def _off(item: dict[str, Any]) -> bool:
    return bool(item.get("disabled") or item.get("solverIgnored"))


def _means_the_same(data: Any, document: Document) -> None:
    """Nothing that the text says is lost: spot checks of what can be read off it."""
    if not isinstance(data, dict) or not {"satdoku", "givens"} & data.keys():
        return  # what it holds is a puzzle, or a record of one
    puzzle = document.puzzle
    board = data.get("board")
    own = board if isinstance(board, dict) else data
    if "size" in own:
        expect(puzzle.geometry.rows == own["size"] == puzzle.geometry.columns, "another size")
    if own.get("box") is not None:
        expect(puzzle.geometry.grid_box == tuple(own["box"]), "other boxes")
    stated = len(stated_rules(puzzle.geometry, own.get("digits")))  # which the board says
    lost = len(data.get("constraints", [])) + stated - len(puzzle.constraints)
    if lost:
        known = str(data.get("extras", {}).get("repeated") or "")
        named = document.extras.get("repeated", "").removeprefix(known)
        more = sum(int(part.split()[0]) for part in named.strip(", ").split(", ") if part)
        expect(lost == more, "a rule is lost", named)
    marks = puzzle.pencil_marks or ()
    expect(len(data.get("pencil_marks", {})) == sum(m is not None for m in marks), "a mark is lost")
    givens = data["givens"]
    if isinstance(givens, str):
        tokens = givens.split()
        tokens = tokens if len(tokens) > 1 else list(givens.strip())
        if len(tokens) == len(puzzle.givens):
            for token, given in zip(tokens, puzzle.givens, strict=True):
                expect(given is None or int(token) == given, "a given is changed", token)
    for name in ("title", "author", "rules"):
        expect(getattr(document, name) == data.get(name), f"{name} is changed")
    extras = dict(document.extras)
    if lost:
        del extras["repeated"]
    expect(extras.items() <= data.get("extras", {}).items(), "extras are changed")


def smaller(case: Case) -> Iterator[Case]:
    """Fewer nodes, or fewer characters where it is no JSON."""
    try:
        data = json.loads(case.text)
    except ValueError:
        for less in smaller_texts(case.text):
            yield Case(less, case.format)
        return
    for fewer in smaller_data(data):
        yield Case(json.dumps(fewer), case.format)
