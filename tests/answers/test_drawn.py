"""Published links: no answer contradicts the solution in its link without saying so."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

import satdoku
from satdoku import formats
from satdoku.answers.json_object import is_doubtful
from satdoku.answers.puzzle_input import left_out, understood
from satdoku.base.errors import FormatError, InvalidPuzzle
from tests.shared import shared_file


def links() -> Iterator[str]:
    for name in ("gas", "challenge"):
        with lzma.open(shared_file("drawn", f"{name}.jsonl.xz"), "rt") as file:
            yield from (json.loads(line)["link"] for line in file)
    for name in ("fpuzzles", "sudokumaker"):
        with lzma.open(shared_file("drawn", f"{name}.txt.xz"), "rt") as file:
            yield from file.read().split()


@pytest.mark.parametrize(
    "every", [pytest.param(4, marks=pytest.mark.full), pytest.param(1, marks=pytest.mark.slow)]
)
def test_no_confident_answer_contradicts_the_solution_of_a_link(every: int) -> None:
    seen: Counter[str] = Counter()
    for link in islice(links(), 0, None, every):
        try:
            document = understood(formats.parse(link))
        except FormatError:
            seen["refused"] += 1
            continue
        stated = left_out(document) or {}
        solution = document.solution
        try:
            answer = satdoku.check_unique(link, time_limit=30)
        except InvalidPuzzle:
            # A published puzzle has a solution: what was read is another one.
            assert is_doubtful(stated, None), link
            seen["invalid"] += 1
            continue
        record = answer.to_dict()
        doubtful = record.get("doubtful", False)
        seen[f"{answer.verdict}{'?' * doubtful}"] += 1
        # One link was made to show that there is no such grid.
        is_proof = "proof approach for: no " in (document.rules or "")
        assert answer.verdict != "none" or doubtful or is_proof, link
        if document.reading is not None and document.reading.certainty == "proved":
            seen["proved"] += 1
        if solution is None or not solution.is_full or doubtful:
            continue
        if answer.verdict == "unique":
            assert answer.solution is not None
            assert answer.solution.values == solution.values, link
        elif answer.verdict == "multiple":
            assert record["left_out"]["published"] == solution.text(), link
            assert answer.witnesses[0].values == solution.values, link
        # One solution and no drawing: nothing is left to doubt.
        assert answer.verdict != "unique" or not is_doubtful(stated, "unique")
    assert seen["unique"] > 400 // every
    assert seen["proved"] > 56 // every  # they are read from drawings and words
    assert seen["unique?"] > 40 // every
    # Some are drafts without givens, whose scripts are read as a whole.
    assert seen["multiple?"] > 8 * (seen["multiple"] + 1)
