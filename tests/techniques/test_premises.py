"""What a step rests on and does not name: what needs no solver to see is what a solver says."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.rating import path, preset, start
from satdoku.techniques import premises
from satdoku.techniques.board import open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.premises import with_premises

from .test_variants import BOARDS, carve

NAMES = ("pointing", "claiming", "naked-pair", "simple-colouring", "x-wing", "xy-wing")


def test_houses_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = carve(*BOARDS["6x6 anti-knight"], 3)
    steps = [
        (open_candidates(stage.before), step)
        for stage in path(start(puzzle), preset("human")).stages[::4]
        for name in NAMES
        for step in islice(technique(name).bare(stage.before), 20)
    ]
    seen: Counter[bool] = Counter()
    is_plain = premises._Argument._is_plain

    def counted(argument: premises._Argument) -> bool:
        found = is_plain(argument)
        seen[found] += 1
        return found

    monkeypatch.setattr(premises._Argument, "_is_plain", counted)
    quick = [with_premises(cands, step, ENDLESS).besides for cands, step in steps]
    monkeypatch.setattr(premises._Argument, "_is_plain", lambda _: False)
    assert quick == [with_premises(cands, step, ENDLESS).besides for cands, step in steps]
    assert min(seen[True], seen[False]) > 5
    assert any(quick)
