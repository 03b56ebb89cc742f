"""The option text of SudokuSolver's console means what it says, and faults are named."""

from __future__ import annotations

import pytest

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import parse_rules, to_words

CLASSIC = Geometry.classic()

MEANT = {
    "killer:15;r1c1r1c2;r2c2r3c2": [
        "killer-cage:cells=r1c1+r1c2:sum=15", "killer-cage:cells=r2c2+r3c2",
    ],
    "killer:r5c5-6,anti-knight": ["killer-cage:cells=r5c5+r5c6", "anti-knight"],
    "mskiller:5,14;r1c1r1c2": ["digital-root-cage:cells=r1c1+r1c2:value=5"],
    "arrow:r1c1;r1c2r1c3;r5c5r5c6;r5c6d23": [
        "arrow:bulb=r1c1:cells=r1c2+r1c3", "pill-arrow:bulb=r5c5+r5c6:cells=r6c6+r7c7",
    ],
    "thermo:r1-4c1;r5c5d965": [
        "thermo:cells=r1c1+r2c1+r3c1+r4c1", "thermo:cells=r5c5+r4c6+r4c7",
    ],
    "slowthermo:r4-1c1": ["slow-thermo:cells=r4c1+r3c1+r2c1+r1c1"],
    "whispers:4;r1c1-5": ["whisper:cells=r1c1+r1c2+r1c3+r1c4+r1c5:diff=4"],
    "extraregion:r1-3c2-4;r7c1d666": [
        "extra-region:cells=r1c2+r1c3+r1c4+r2c2+r2c3+r2c4+r3c2+r3c3+r3c4",
        "extra-region:cells=r7c1+r7c2+r7c3+r7c4",
    ],
    "odd:r1,3c5-7": ["odd:cells=r1c5+r1c6+r1c7+r3c5+r3c6+r3c7"],
    "colindexer:r2,4c5": ["column-indexer:cells=r2c5+r4c5"],
    "difference:r1c1r1c2;3r2c2r2c3;neg": [
        "white-dot:cells=r1c1+r1c2", "white-dot:cells=r2c2+r2c3:diff=3", "negative-difference",
    ],
    "ratio:neg3": ["negative-ratio:ratios=3"],
    "sum:10r1c1r1c2;r3c3r3c4;12r4c4r4c5": [
        "xv:cells=r1c1+r1c2:total=10", "xv:cells=r3c3+r3c4:total=5",
        "pair-sum:cells=r4c4+r4c5:total=12",
    ],
    "clone:r1c1r2c4;r1c2r2c5": ["clone:cells=r1c1+r1c2:clones=r2c4+r2c5"],
    "quad:1;2;r1-2c1-2;9;r4-5c1-2": [
        "quadruple:cells=r1c1+r1c2+r2c1+r2c2:digits=1+2",
        "quadruple:cells=r4c1+r4c2+r5c1+r5c2:digits=9",
    ],
    "lk:20;r0c5;DR;11;r1c3;DL": [
        "little-killer:start=r1c6:direction=down-right:sum=20",
        "little-killer:start=r1c3:direction=down-left:sum=11",
    ],
    "sandwich:12r0c3;7r4c10": [
        "sandwich:side=top:index=3:sum=12", "sandwich:side=right:index=4:sum=7",
    ],
    "xsum:12r2c0": ["x-sum:side=left:index=2:sum=12"],
    "skyscraper:3r10c2": ["skyscraper:side=bottom:index=2:value=3"],
    "chess:1,2;v5;r5c5": ["chess:offsets=1+2:values=5:cells=r5c5"],
    "knightmare:5,14": ["knightmare:sums=5+14"],
    "taxi:4,selftaxi": ["taxicab:distance=4", "anti-taxicab"],
    "dpos,dneg,knight,king,dnc,djg": [
        "diagonal-anti", "diagonal-main", "anti-knight", "anti-king", "diagonal-nonconsecutive",
        "disjoint-groups",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", MEANT)
def test_options_as_the_console_takes_them(text: str) -> None:
    rules = parse_rules(text, CLASSIC)
    assert [to_words(rule, CLASSIC) for rule in rules] == MEANT[text]
    # What is written is satdoku's own form, and means the same.
    assert parse_rules(",".join(MEANT[text]), CLASSIC) == rules


REFUSED = {
    "mskiller:5;r1c1r1c2": "'5' in '5;r1c1r1c2' is not a digital root",
    "thermo:r1c1r1c99;r2c2": "names r1c99, which is not a cell of the board",
    "thermo:d96;r1c1r1c2": "walks on from no cell",
    "thermo:;r1c1-1000000000": "holds too large a number",
    "thermo:r1c1-5;x": "'x' in 'r1c1-5;x' is not a list of cells",
    "killer:10:r1c1,r1c2": "is not a list of cells",
    "lk:20;r5c5;DR": "which is not on the edge it comes from",
    "lk:20;r0c5": "is not of the form sum;r0c5;DR",
    "quad:1;99;r1-2c1-2": "99 in 'digits' is not a digit of the board",
    "whispers:0;r1c1-3": "'diff' is at least 1",
    "difference:neg0": "'diff' is at least 1",
    "difference:1r1c1-3": "names 3 cells, and a mark is between two",
    "sandwich:12r3c3": "is not beside a row or column",
    "arrow:r1c1;r1c2;r3c3": "needs a shaft for each bulb",
    "disjointoffset:3": "write the cells as an extra-region",
}


@pytest.mark.parametrize("text", REFUSED)
def test_faults_are_named(text: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_rules(text, CLASSIC)
    assert REFUSED[text] in str(error.value)
