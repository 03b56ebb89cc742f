"""Every rule of the catalogue, drawn for SudokuPad and told in its own sentence, is read back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from satdoku import formats, solving
from satdoku.answers.described import described
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints.data import from_data
from satdoku.constraints.listed import is_program, parts_of
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.formats.sudokupad import to_data
from satdoku.messages import Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.reading import read_drawn, read_words
from satdoku.reading.candidates import listed_rules
from tests.formats.common import ROOT
from tests.shared import thinned

PROGRAMS = {"automaton"}
"""The rules that are not read back: no sentence tells what they mean."""
RAW = {
    *("blanks", "doppelblock", "end-view"),
    *("cave", "closed-loop", "nurikabe", "snake", "tapa", "yin-yang"),
}
"""The rules whose examples have boards that a file of SudokuPad cannot have."""

EXAMPLES = ROOT / "examples" / "constraints"
FILES = sorted(path.stem for path in (EXAMPLES).glob("*.json"))
READ = [name for name in FILES if name not in PROGRAMS | RAW]


def drawn_and_told(name: str) -> tuple[Document, Document]:
    """The example of a rule, and a document with its drawings, sentences and solution alone."""
    path = EXAMPLES / f"{name}.json"
    document = formats.parse(path.read_text(encoding="utf-8"))
    data = to_data(replace(document, position=None, rules=None, solution=None), WriteOptions())
    data.pop("satdoku", None)
    drawing = formats.parse(json.dumps(data), ReadOptions("sudokupad"))
    solution = solving.check_unique(document.bare_puzzle).witnesses[0]
    return document, replace(drawing, solution=Grid(drawing.puzzle.geometry, solution.values))


@pytest.mark.parametrize("name", thinned(READ, 16))
def test_a_rule_that_is_drawn_and_told_is_read_back(name: str) -> None:
    document, drawing = drawn_and_told(name)
    read = read_drawn(drawing, Limit(seconds=60))  # as long as it takes on any machine
    rules = {rule.name for rule in read.bare_puzzle.constraints}
    unnamed = {"automaton", "pair-table"}  # the same clues, by their arithmetic
    if read.reading is not None:
        assert read.reading.certainty == "proved"
    assert solving.check_unique(read.bare_puzzle).verdict == "unique"
    assert rules <= {rule.name for rule in document.puzzle.constraints} | unnamed


def test_the_rules_that_are_not_read_back_are_programs() -> None:
    for name in {*PROGRAMS, "for-each", *FILES[::8]}:
        puzzle = formats.parse((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")).puzzle
        programs = [is_program(rule) for rule in puzzle.constraints]
        assert any(programs) == (name in PROGRAMS)


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("part", thinned(range(4), 4))
def test_all_clues_of_a_description_are_understood(part: int, lang: Lang) -> None:
    for name in FILES[3 * part + ("en", "ja", "zh").index(lang) :: 12]:
        puzzle = formats.parse((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")).puzzle
        words = read_words(described(puzzle, lang), puzzle.geometry.digits)
        clues = [from_data(clue, puzzle.geometry) for one in words.listed for clue in one.clues]
        listed = [rule for rule in puzzle.constraints if parts_of(rule, puzzle.geometry)]
        assert clues == listed
        others = {rule.name for rule in puzzle.constraints} - {rule.name for rule in listed}
        assert others <= {mention.rule for mention in words.mentions}


def test_a_list_with_a_line_that_is_no_clue_is_none() -> None:
    head = "Equal sums: The digits of each of the sets of cells have one sum."
    lines = [head, "- the sets of cells: r1c1 r1c2 / r3c3", "- the sets of cells: r4c4 / r5c5 r5c6"]
    (listed,) = read_words("\n".join(lines), range(1, 10)).listed
    assert [clue["sets"][1] for clue in listed.clues] == [["r3c3"], ["r5c5", "r5c6"]]
    for line in ("- and so on", "- the sum: 3", "- the cells: r1c1 r1c2"):
        assert not read_words("\n".join([*lines, line]), range(1, 10)).listed
    assert not read_words("\n".join(["Equal rights: all.", *lines[1:]]), range(1, 10)).listed


def test_a_list_with_cells_off_the_board_is_not_read() -> None:
    head = "Equal sums: of cells.\n- the sets of cells: r1c1 r1c2 / r3c3"
    line = "- the sets of cells: r1c1 / r{}"
    board = Puzzle.empty(Geometry.classic())
    for cell, names in (("9c9", ["equal-sum"]), ("10c1", []), ("9c9; the sum: 3", [])):
        words = read_words(f"{head}\n{line.format(cell)}", range(1, 10))
        assert [rule.name for (rule,) in listed_rules(words, board, None)] == names
