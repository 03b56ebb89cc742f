"""Relations of the whole board in words: "neighbours never sum to 10", "no three odd digits in a
row".

A sentence that names no drawing and says where its digits stand is about all places of that kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry
from satdoku.constraints.custom import AutomatonRule, PairTableRule
from satdoku.constraints.each import ForEach, places
from satdoku.reading.folds import DigitTuple, Fold, machine, nowhere, whole
from satdoku.reading.pairs import Pairs, pairs_in
from satdoku.reading.quantities import is_run, quantities_in


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A relation that a sentence states of digits in many places.

    over   the places, as in the rule ``for-each``
    form   the form that the sentence has
    pairs  the pairs of digits that may stand in a place of two cells
    fold   whether the digits in a place of more cells are right
    """

    over: tuple[str, ...]
    form: str = ""
    pairs: Pairs = ()
    fold: Fold | None = field(default=None, compare=False)

    def clues(self, geometry: Geometry, called: str) -> tuple[Constraint, ...]:
        """The clues; none where the board cannot have them."""
        clues: list[Constraint] = []
        for over in self.over:
            try:
                size = len(places(geometry, over, False)[0][0])
            except ValueError:
                return ()
            cells = tuple(range(geometry.cell_count, geometry.cell_count + size))
            rule: Constraint
            if self.fold is None:
                rule = PairTableRule(cells, self.pairs, called)
            elif (automaton := machine(self.fold, size, geometry.digits)) is not None:
                rule = AutomatonRule((cells,), *automaton, called=called)
            else:
                return ()
            clues.append(ForEach(over, rules=(rule,), called=called))
        return tuple(clues)


_OVER: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bqueen'?s?\b", tuple(f"leaper {n} {n}" for n in range(1, 9))),
    (r"\bknight'?s?\b", ("leaper 1 2",)),
    (r"\bking'?s?\b|\beven diagonally\b|\b(?:or|and) diagonally\b|\bin any direction\b",
     ("neighbours",)),
    (r"\bdiagonally\b|\bdiagonal neighbou?rs?\b", ("corners",)),
    (r"\borthogonal\w*|\badjacent\b|\bneighbou?r\w*|\btouch\w*", ("edges",)),
)  # fmt: skip
"""The places that words are about; the first that fit count."""

_NEVER = r"\b(?:may|must|can|could|do|does|is|are)? ?(?:not|never|n't)\b|\bcannot\b|\bno\b"
_SAME = r"\bthe same (?:digit|number|value)s?\b|\bidentical digits?\b|\bequal\b"
_UNLIKE = r"\bdifferent (?:digit|number|value)s?\b"
_OPPOSITE = r"\brotational\w*|\b180 ?degree|\bhalf turn\b|\bopposite cells?\b"
_MORE_OR_LESS = r"\b(\d) (?:more|greater|higher|larger)\b.*\b(?:less|lower|smaller)\b"
_SQUARE = "window 2x2"
_IN_LINES = r"\brows?\b.*\bcolumns?\b"
_MARKS = r"\b(?:clues?|symbols?|intersections?)\b"
_OF_DRAWINGS = (
    rf"{_MARKS}|\b(?:lines?|cages?|arrows?|thermo\w*|outside|connected|joined|linked"
    r"|separated by an? (?!knight|king|queen|chess)|at least 1)\b"
)
"""Words for drawings, of whose cells alone a sentence speaks."""
_SAME_PARITY = r"\bodd\b.*\beven\b|\beven\b.*\bodd\b|\bparity\b"
_RISING = r"\bincreas\w+|\bascend\w+|\bdecreas\w+|\bdescend\w+"
_THREE = r"\b3\b(?! ?x)"

_IN_NO_LINE: tuple[tuple[str, Callable[[DigitTuple], bool]], ...] = (
    (_SAME_PARITY, lambda v: len({n % 2 for n in v}) == 1),
    (r"\bconsecutive digits\b", is_run),
    (_RISING, lambda v: list(v) in (sorted(v), sorted(v, reverse=True))),
)
"""Relations that are denied of digits one after the other in a row or column, by their words."""


def everywhere_in(plain: str, digits: Sequence[int]) -> Iterator[Everywhere]:
    """The relations that a plain sentence without drawings states of the board."""
    if re.search(r"\b2x2\b|\b2 by 2\b", plain):
        yield from _of_squares(plain) if not re.search(_MARKS, plain) else ()
    elif re.search(_IN_LINES, plain) and re.search(_NEVER, plain):
        yield from _of_lines(plain)
    elif not re.search(_OF_DRAWINGS, plain):
        over = next((over for form, over in _OVER if re.search(form, plain)), ())
        over = ("half-turn",) if re.search(_OPPOSITE, plain) else over
        pairs = _pairs_of(plain, digits) if over else ()
        if 0 < len(pairs) < len(digits) ** 2:
            yield Everywhere(over[: len(digits) - 1], pairs=pairs)


def _of_lines(plain: str) -> Iterator[Everywhere]:
    """Relations of three cells of a row or column, one after the other, that are denied."""
    if not re.search(_THREE, plain):
        return
    for form, test in _IN_NO_LINE:
        if re.search(form, plain):
            yield Everywhere(("lines",), form, fold=nowhere(3, test))
            return


def _of_squares(plain: str) -> Iterator[Everywhere]:
    """Relations of the four cells of each two by two square."""
    for quantity in quantities_in(plain):
        if quantity.measure is None and (fold := quantity.test("")) is not None:
            yield Everywhere((_SQUARE,), quantity.form, fold=fold)
    if re.search(_SAME_PARITY, plain) and re.search(r"\b(?:both|at least 1|all)\b", plain):
        fold = whole(lambda v: len({n % 2 for n in v}) == 2)
        yield Everywhere((_SQUARE,), _SAME_PARITY, fold=fold)


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
