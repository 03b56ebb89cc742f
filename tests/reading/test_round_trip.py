"""Every rule of the catalogue, drawn for SudokuPad and told in its own sentence, is read back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from satdoku import formats, solving
from satdoku.base.limits import Limit
from satdoku.board import Grid
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.formats.sudokupad import to_data
from satdoku.puzzle import Document
from satdoku.reading import read_drawn
from tests.formats.common import ROOT
from tests.shared import thinned

_PROGRAM = "a program, a table or other rules, which no sentence tells"
_NUMBERS = "clues of one look with parameters that no drawing shows"
_PARTNERS = "which marked cells belong together is not drawn"
_SIGNS = "its signs beside the board have no reader"
_BY_WORDS = "words would have to list the digits"
_BLANKS = "a file of SudokuPad has no boards with blank cells"

SKIPPED = {
    "all-pairs": _PROGRAM, "and": _PROGRAM, "automaton": _PROGRAM, "chess": _PROGRAM,
    "connected": _PROGRAM, "same-for-all": _PROGRAM, "count-of": _PROGRAM,
    "for-each": _PROGRAM, "not": _PROGRAM, "modifier": _PROGRAM,
    "or": _PROGRAM, "pair-table": _PROGRAM, "regex": _PROGRAM, "variables": _PROGRAM,
    "chaos-arrow": _PROGRAM, "chaos-construction": _PROGRAM, "chaos-count": _PROGRAM,
    "clock-face": _NUMBERS, "frame-sum": _NUMBERS, "lockout": _NUMBERS,
    "modular-line": _NUMBERS, "outside": _NUMBERS,
    "product-frame": _NUMBERS, "run-on-renban": _NUMBERS, "sum-line": _NUMBERS,
    "taxicab": _NUMBERS, "unimodular-line": _NUMBERS,
    "clone": _PARTNERS, "count-distinct": _PARTNERS, "equal-sum": _PARTNERS,
    "index-line": _PARTNERS, "value-indexing": _PARTNERS, "vudoku": _PARTNERS,
    "ambiguous-arrow": _PARTNERS, "extra-region": _PARTNERS,
    "position-sum": _SIGNS, "rossini": _SIGNS,
    "digit-class": _BY_WORDS, "group-line": _BY_WORDS, "sum": _BY_WORDS,
    "blanks": _BLANKS, "doppelblock": _BLANKS, "end-view": _BLANKS, "japanese-sums": _BLANKS,
}  # fmt: skip
"""The rules that are not read back, and why."""

EXAMPLES = ROOT / "examples" / "constraints"
FILES = sorted(path.stem for path in (EXAMPLES).glob("*.json"))
READ = [name for name in FILES if name not in SKIPPED]


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


def test_skipped_rules_have_examples() -> None:
    assert SKIPPED.keys() <= {*FILES}
    assert len(READ) >= 95
