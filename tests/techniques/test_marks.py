"""Modified cells: which cell of a house is doubled, and what follows, is true and told."""

from __future__ import annotations

import pytest

from satdoku.board import Geometry
from satdoku.constraints.data import parse_rules
from satdoku.explaining import explain
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.techniques.arguments.marks import MarksProof
from satdoku.techniques.catalogue import technique

from .support import told

BOARD = Geometry.boxes(4, 2, 2)
CAGES = "killer-cage:3:r1c1+r1c2,killer-cage:3:r1c4+r2c4"

CASES = {
    # Where one place is left in a row, and with it the sum of the cells below.
    f"modifier:*2:each=rows:({CAGES},sum:7:r1c3+r2c3)": (
        "Row 1 needs a cell that is doubled, and only r1c3 can be.",
        "Then the sum of 7 in r1c3 and r2c3 can only be kept if",
    ),
    "negator:count=1:cells=r1c1+r3c3+r3c4:(sum:-3:r1c1+r1c2,sum:3:r3c3+r3c4)": (
        "cannot be kept unless",
        "All modified cells of this kind are known, so",
    ),
    f"modifier:*2 +1:each=rows:({CAGES},sum:8:r1c3+r2c3,sum:3:r2c1+r2c2)": (
        "cannot be kept with",
        "modified by +1",
    ),
    # Whichever of the cells is the doubled one.
    "doubler:count=1:cells=r1c1+r1c2:(sum:6:r1c1+r2c1,sum:6:r1c2+r2c1)": (
        "The board needs a cell that is doubled, and only r1c1 and r1c2 can be. Suppose that r1c1",
        "Suppose that r1c2 is doubled. Then the sum of 6 in r1c2 and r2c1 can only be kept if r2c1",
        "So in any case r2c1 is not 2.",
    ),
    "doubler:each=rows columns:(killer-cage:3:r2c3+r2c4,sum:7:r2c1+r3c1,sum:7:r2c2+r3c1)": (
        "Suppose that r2c2 is doubled. Row 2 has its doubled cell, so r2c1 is not doubled.",
    ),
    "doubler:each=rows columns:(killer-cage:3:r2c3+r2c4,sum:8:r1c1+r4c1,sum:7:r2c2+r3c1)": (
        "so r1c1 and r4c1 are not doubled. Then the sum of 8 in r1c1 and r4c1 cannot be kept.",
    ),
}


@pytest.mark.parametrize(("words", "said"), CASES.items())
def test_steps_are_true_and_tell_why(words: str, said: tuple[str, ...]) -> None:
    puzzle = Puzzle.empty(BOARD, parse_rules(words, BOARD))
    position = start(puzzle)
    steps = list(technique("modified-cells").find(position))
    texts = told(steps, position, MarksProof)
    for part in said:
        assert any(part in text for text in texts), texts


def test_clues_inside_are_called_by_what_they_are_in_every_language() -> None:
    puzzle = Puzzle.empty(BOARD, parse_rules(f"doubler:each=rows:({CAGES})", BOARD))
    step = technique("clue-combinations").first(start(puzzle))
    assert step is not None
    names = {"en": "killer cage", "de": "Killerkäfig", "es": "jaula killer", "fr": "cage killer"}
    for lang, name in names.items():
        assert name in explain(step, BOARD, lang)
