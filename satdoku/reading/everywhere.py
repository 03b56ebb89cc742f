"""Relations of the whole board in words: "neighbours never sum to 10", "no three odd digits in a
row".

A sentence that names no drawing and says where its digits stand is about all of the board. A
sentence of one cell and those around it ("a neighbour that is consecutive") may be about the
coloured cells alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from satdoku.board import Constraint, Geometry
from satdoku.constraints.custom import AutomatonRule, PairTableRule
from satdoku.reading.folds import DigitTuple, Fold, machine, nowhere
from satdoku.reading.pairs import Pairs, pairs_in
from satdoku.reading.places import (
    KNIGHT,
    SIDEWAYS,
    SLANTED,
    CellSteps,
    opposite_pairs,
    pairs_at,
    rows_and_columns,
)

Where = Literal["pairs", "around", "opposite", "lines"]


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A relation that a sentence states of digits in many places.

    where  of all ``pairs`` of cells that one of the ``steps`` parts, of any cell and those
           ``around`` it, of cells ``opposite`` to each other, or of the rows and columns as
           ``lines``
    pairs  the pairs of digits that may stand there; one such pair has to be ``around`` a cell
    fold   whether the digits of a line are right
    """

    where: Where
    form: str
    steps: CellSteps = ()
    pairs: Pairs = ()
    fold: Fold | None = field(default=None, compare=False)

    @property
    def rule(self) -> str:
        """The name of the rule that its clues have."""
        return (AutomatonRule if self.where in ("around", "lines") else PairTableRule).name

    def clues(
        self, cells: Sequence[int] | None, geometry: Geometry, called: str
    ) -> tuple[Constraint, ...]:
        """The clues, of all cells or of these; none where the board cannot have them."""
        if self.where == "around":
            every = range(geometry.cell_count) if cells is None else cells
            clues = [self._around(cell, geometry, called) for cell in every]
            return tuple(clue for clue in clues if clue) if all(clues) else ()
        if cells is not None:
            return ()
        if self.fold is not None:
            lines = list(rows_and_columns(geometry))
            automaton = machine(self.fold, len(lines[0]), geometry.digits)
            if automaton is None or len({*map(len, lines)}) > 1:
                return ()
            return tuple(AutomatonRule((line,), *automaton, called=called) for line in lines)
        opposite = self.where == "opposite"
        places = opposite_pairs(geometry) if opposite else pairs_at(geometry, self.steps)
        return tuple(PairTableRule(pair, self.pairs, called) for pair in places)

    def _around(self, cell: int, geometry: Geometry, called: str) -> Constraint | None:
        steps = (*self.steps, *((-down, -right) for down, right in self.steps))
        others = [o for step in steps if (o := geometry.beside(cell, *step)) is not None]
        automaton = machine(_one_of(frozenset(self.pairs)), len(others) + 1, geometry.digits)
        line = (cell, *others)
        return None if automaton is None else AutomatonRule((line,), *automaton, called=called)


def _one_of(pairs: frozenset[tuple[int, int]]) -> Fold:
    """Whether the first digit and one of the others are one of these pairs."""

    def step(state: tuple[int, bool], digit: int) -> tuple[int, bool]:
        first, is_one = state
        return (first, is_one or (first, digit) in pairs) if first >= 0 else (digit, False)

    return Fold((-1, False), step, lambda state: state[1])


_STEPS: tuple[tuple[str, Callable[[int], CellSteps]], ...] = (
    (r"\bqueen'?s?\b",
     lambda size: tuple((n, n * side) for n in range(1, size) for side in (1, -1))),
    (r"\bknight'?s?\b", lambda _: KNIGHT),
    (r"\bking'?s?\b|\beven diagonally\b|\b(?:or|and) diagonally\b|\bin any direction\b",
     lambda _: (*SIDEWAYS, *SLANTED)),
    (r"\bdiagonally\b|\bdiagonal neighbou?rs?\b", lambda _: SLANTED),
    (r"\borthogonal\w*|\badjacent\b|\bneighbou?r\w*|\btouch\w*", lambda _: SIDEWAYS),
)  # fmt: skip
"""The cells that words are about, from a cell; the first that fits count."""

_NEVER = r"\b(?:may|must|can|could|do|does|is|are)? ?(?:not|never|n't)\b|\bcannot\b|\bno\b"
_SAME = r"\bthe same (?:digit|number|value)s?\b|\bidentical digits?\b|\bequal\b"
_UNLIKE = r"\bdifferent (?:digit|number|value)s?\b"
_OPPOSITE = r"\brotational\w*|\b180 ?degree|\bhalf turn\b|\bopposite cells?\b"
_MORE_OR_LESS = r"\b(\d) (?:more|greater|higher|larger)\b.*\b(?:less|lower|smaller)\b"
_IN_LINES = r"\brows?\b.*\bcolumns?\b"
_SAME_PARITY = r"\bodd\b.*\beven\b|\beven\b.*\bodd\b|\bparity\b"
_RISING = r"\bincreas\w+|\bascend\w+|\bdecreas\w+|\bdescend\w+"
_THREE = r"\b(3)\b(?! ?x)"


def everywhere_in(plain: str, digits: Sequence[int]) -> Iterator[Everywhere]:
    """The relations that a plain sentence without drawings states of the board."""
    if re.search(_IN_LINES, plain) and re.search(_NEVER, plain):
        yield from _of_lines(plain)
        return
    if re.search(_OPPOSITE, plain):
        if pairs := _pairs_of(plain, digits):
            yield Everywhere("opposite", plain, pairs=pairs)
        return
    steps = next((steps for form, steps in _STEPS if re.search(form, plain)), None)
    if steps is None or re.search(r"\blines?\b|\bcages?\b|\barrows?\b|\boutside\b", plain):
        return
    if re.search(r"\bat least 1\b", plain):
        if pairs := _related(plain, digits):
            yield Everywhere("around", plain, steps(len(digits)), pairs)
    elif (pairs := _pairs_of(plain, digits)) and len(pairs) < len(digits) ** 2:
        yield Everywhere("pairs", plain, steps(len(digits)), pairs)


def _of_lines(plain: str) -> Iterator[Everywhere]:
    """Relations of three cells of a row or column, one after the other, that are denied."""
    match = re.search(_THREE, plain)
    if match is None:
        return
    length = int(match[1])
    if re.search(_SAME_PARITY, plain):
        fold = nowhere(length, lambda v: len({n % 2 for n in v}) == 1)
    elif re.search(r"\bconsecutive digits\b", plain):
        fold = nowhere(length, _is_run)
    elif re.search(_RISING, plain):
        fold = nowhere(length, lambda v: list(v) in (sorted(v), sorted(v, reverse=True)))
    else:
        return
    yield Everywhere("lines", plain, fold=fold)


def _is_run(values: DigitTuple) -> bool:
    return max(values) - min(values) == len(values) - 1 == len({*values}) - 1


def _related(plain: str, digits: Sequence[int]) -> Pairs:
    """The pairs that a relation of a cell and another, which is not denied, allows."""
    if match := re.search(_MORE_OR_LESS, plain):
        return tuple((a, b) for a in digits for b in digits if abs(a - b) == int(match[1]))
    if re.search(_SAME, plain):
        return tuple((a, a) for a in digits)
    return pairs_in(plain, digits)


def _pairs_of(plain: str, digits: Sequence[int]) -> Pairs:
    """The pairs that may stand in some places, by what a sentence demands or denies."""
    every = tuple((a, b) for a in digits for b in digits)
    denied = re.search(_NEVER, plain) is not None
    if match := re.search(r"\b(?:each |every )?(\d)\b.*\bonly\b.*\((\d+)\)", plain):
        one, others = int(match[1]), {*map(int, match[2])}
        return tuple(p for p in every if one not in p or p[p[0] == one] in others)
    if denied and (match := re.search(r"\b(\d) and (\d) .*(?:touch|adjacent)", plain)):
        both = {int(match[1]), int(match[2])}
        each = re.search(r"\bthemselves\b|\bitself\b|\bany\b", plain) is not None
        return tuple((a, b) for a, b in every if not {a, b} <= both or (a == b and not each))
    if denied and (match := re.search(r"\bboth (?:contain|be|hold) (?:a |an )?(\d)\b", plain)):
        return tuple(p for p in every if p != (int(match[1]),) * 2)
    if re.search(_UNLIKE, plain) or (denied and re.search(_SAME, plain)):
        return tuple((a, b) for a, b in every if a != b)
    allowed = _related(plain, digits)
    if denied and allowed and "consecutive" not in plain:
        return tuple(pair for pair in every if pair not in allowed)
    return allowed
