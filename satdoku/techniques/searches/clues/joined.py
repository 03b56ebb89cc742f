"""Joined clues and killer sets: clues that act together, and clues that act as a cell of a set.

| technique | argument |
|---|---|
| joined-clues | clues that share cells (a chain of dots, say) have common ways, few of them |
| killer-pair, -triple | a clue always takes digits of a set that cells of its house need |

Other names: kropki chains; killer subsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.clues import JointProof, KillerSetProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits, board_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import at_once, clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Fillings, Ways
from satdoku.techniques.step import Candidate, Contradiction, Rule, Step

_MAX_GROUPS = 400

_WAYS = 60
"""A clue with more ways than this is no part of a killer set: nobody could go through them."""


@dataclass(frozen=True)
class _Group:
    rules: tuple[Rule, ...]
    ways: Ways


_MAX_TABLE = 60
"""Digits in a list of ways that a reader goes through in place of an argument."""


@dataclass(frozen=True, slots=True)
class JoinedClues(Technique):
    """The ways to fill the cells of several clues that share cells have something in common.

    A chain of dots, a thermometer with a dot on it, two crossing lines: together they leave fewer
    ways than each alone. All ways to fill their cells that keep them all are gone through, as for
    one clue: a candidate that none of them has is eliminated, and so is a candidate elsewhere that
    every one of them excludes.

    Pattern: ``rules`` the clues; ``cells`` theirs. ``variant`` ``inside`` or ``outside``: whether
    what is eliminated is in these cells. No more than ``most_clues`` are joined, about no more than
    ``most_cells``.
    """

    most_cells: int = 6
    most_clues: int = 4
    name: ClassVar[str] = "joined-clues"
    compared: ClassVar[int] = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        for group in self._groups(cands.puzzle, clock):
            ways = group.ways
            if sum(cands.values[cell] < 0 for cell in ways.cells) < 2:
                continue
            clock.check()
            domains = ways.domains(cands)
            fillings = ways.fillings(domains, clock)
            if not fillings.support:
                wrong = Contradiction("rule", rule=group.rules[0])
                yield _joined(cands, group, fillings, (), (), wrong)
                return
            eliminated = ways.impossible(domains, fillings)
            if eliminated:
                yield _joined(cands, group, fillings, (), eliminated)
            elif fillings.all:
                seen = ways.seen(cands, clock).items()
                yield from at_once(
                    _joined(cands, group, fillings, common, out) for common, out in seen
                )

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """Why each candidate is eliminated, where a list of the ways does not show it; a longer
        list, where that takes cases or is too long to be told of each, else the cells through which
        it can be followed."""
        from satdoku.techniques.searches.clues.following import joint_reasons
        from satdoku.techniques.searches.small.arguments import is_brief, with_arguments

        argued = with_arguments(cands, step, clock)
        proof = argued.proof
        assert isinstance(proof, JointProof)
        if step.contradiction is not None or proof.common or proof.ways or is_brief(argued):
            return argued
        groups = self._groups(cands.puzzle, clock)
        ways = next(group.ways for group in groups if group.rules == proof.rules)
        fillings = ways.fillings(ways.domains(cands), clock)
        table = ways.listed(fillings, _MAX_TABLE // len(proof.cells))
        if table:
            return replace(step, proof=replace(proof, ways=table, arguments=()))
        if proof.arguments:
            return argued
        return replace(step, proof=replace(proof, extremes=joint_reasons(cands, step, clock)))

    def _groups(self, puzzle: Puzzle, clock: Clock) -> tuple[_Group, ...]:
        """Clues that share cells, those about the fewest cells first."""
        return puzzle.model.kept(
            (_Group, self), lambda model: self._connected(puzzle, model, clock)
        )

    def _connected(self, puzzle: Puzzle, model: Model, clock: Clock) -> tuple[_Group, ...]:
        clues = [
            clue
            for clue in clues_of(puzzle)
            if clue.ways.simple
            and len(clue.ways.cells) < self.most_cells
            and not clue.ways.model.auxiliary
        ]
        joined = self._joined_sets(clues, clock)
        board = board_of(puzzle)
        near = sorted(
            joined.items(), key=lambda item: (len(item[1]), len(item[0]), sorted(item[0]))
        )
        groups = []
        for group, _ in near:
            parts = [clues[number] for number in sorted(group)]
            relations = tuple(r for clue in parts for r in clue.ways.model.relations)
            longest = sorted(parts, key=lambda clue: -len(clue.ways.cells))
            order = dict.fromkeys(cell for clue in longest for cell in clue.ways.cells)
            ways = Ways(board, Model(model.geometry, relations), tuple(order))
            groups.append(_Group(tuple(clue.rule for clue in parts), ways))
        return tuple(groups)

    def _joined_sets(
        self, clues: list[ClueWays], clock: Clock
    ) -> dict[frozenset[int], frozenset[int]]:
        """The sets of clues of which each shares a cell with another, with their cells: all sets of
        two, then of three and so on as long as there are few."""
        at: dict[int, list[int]] = {}
        for number, clue in enumerate(clues):
            for cell in clue.ways.cells:
                at.setdefault(cell, []).append(number)
        joined: dict[frozenset[int], frozenset[int]] = {}
        fresh = {frozenset((number,)): frozenset(c.ways.cells) for number, c in enumerate(clues)}
        for _ in range(self.most_clues - 1):
            wider: dict[frozenset[int], frozenset[int]] = {}
            for group, cells in fresh.items():
                clock.check()
                for other in {number for cell in cells for number in at[cell]} - group:
                    both = cells | set(clues[other].ways.cells)
                    if len(both) <= self.most_cells:
                        wider[group | {other}] = both
            if len(joined) + len(wider) > _MAX_GROUPS:
                break
            joined |= wider
            fresh = wider
        return joined


def _joined(
    cands: Candidates,
    group: _Group,
    fillings: Fillings,
    common: tuple[Candidate, ...],
    eliminated: tuple[Candidate, ...],
    wrong: Contradiction | None = None,
) -> Step:
    ways = group.ways
    return Step(
        JoinedClues.name,
        JointProof(
            group.rules, ways.cells, ways.left(cands, fillings), ways.listed(fillings), common
        ),
        eliminations=eliminated,
        contradiction=wrong,
        variant="outside" if common else "inside",
    )


# ------------------------------------------------------------------------------------------------
# Killer sets.


@dataclass(frozen=True, slots=True)
class KillerSet(Technique):
    """n digits of a house that cells and clues of it use up between them.

    As a naked pair or triple, but one or more of the cells are clues: in every way that is
    left to such a clue, its cells in the house take a digit of the set (or two). So cells and clues
    need as many digits as there are in the set, and no other cell of the house can have one.

    Pattern: ``houses`` the house; ``digits`` the set; ``cells`` the cells and those of the clues in
    the house; ``rules`` the clues.
    """

    size: int = 2

    @property
    def name(self) -> str:
        return f"killer-{('pair', 'triple')[self.size - 2]}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        if board.plain:
            return
        clues = list(_listed(cands, clock))
        for h in board.order_p:
            clock.check()
            mask = board.mask[h]
            here = _inside(cands, clues, mask)
            if not here:
                continue
            cells = [c for c in board.members[h] if 1 < cand[c].bit_count() <= self.size]
            for digits in self._sets(cands, h, [cand[c] for c in cells], len(here) > 1):
                rules, used, need = self._takers(digits, here)
                chosen = [c for c in cells if not cand[c] & ~digits and not used >> c & 1]
                # The cells take the digits that the clues leave.
                if not rules or need != len(chosen) or len(rules) + len(chosen) < 2:
                    continue
                used |= sum([1 << c for c in chosen])
                eliminated = cands.hits([(mask & ~used, d) for d in bits(digits)])
                if eliminated:
                    proof = KillerSetProof(
                        board.houses[h],
                        cands.digit_names(digits),
                        tuple(chosen),
                        tuple(rule for rule, _ in rules),
                        tuple(own for _, own in rules),
                    )
                    yield Step(self.name, proof, eliminations=eliminated)

    def _takers(
        self, digits: int, clues: list[tuple[Rule, _Held, tuple[int, ...], int]]
    ) -> tuple[list[tuple[Rule, tuple[int, ...]]], int, int]:
        """Clues without common cells, with their cells, that take some of the digits; all these
        cells; and how many digits they leave. One alone may take several, and of more clues each
        takes one; no clues where they do not."""
        need, used = self.size, 0
        takers: list[tuple[Rule, tuple[int, ...]]] = []
        for rule, held, own, place in clues:
            if place & used or not need:
                continue
            least = held.least(digits)
            if least and (least == 1 or not takers):
                used |= place
                takers.append((rule, own))
                need -= least
        if len(takers) > 1 and self.size - need != len(takers):
            return [], used, need
        return takers, used, need

    def _sets(self, cands: Candidates, h: int, held: list[int], clues_alone: bool) -> Iterator[int]:
        """The sets of digits that may be used up in a house: those of some of its cells, and where
        it has several clues any pair."""
        sets: dict[int, None] = {}
        unions = {0}
        for mask in held:
            unions |= {u | mask for u in unions if (u | mask).bit_count() <= self.size}
        for union in unions:
            if union.bit_count() == self.size:
                sets[union] = None
        if clues_alone and self.size == 2:
            open_ = 0
            for cell in cands.board.members[h]:
                open_ |= cands.cand[cell]
            for d in bits(open_):
                for e in bits(open_ & ~((2 << d) - 1)):
                    sets[1 << d | 1 << e] = None
        yield from sets


def _inside(
    cands: Candidates, clues: list[tuple[ClueWays, Fillings, int]], house: int
) -> list[tuple[Rule, _Held, tuple[int, ...], int]]:
    """The clues with two open cells or more in a house, with these cells and their digits."""
    here = []
    for clue, fillings, open_ in clues:
        inside = open_ & house
        if inside & (inside - 1):
            cells = tuple([c for c in clue.ways.cells if inside >> c & 1])
            here.append((clue.rule, _held(cands, clue, fillings, cells), cells, inside))
    return here


def _listed(cands: Candidates, clock: Clock) -> Iterator[tuple[ClueWays, Fillings, int]]:
    """The clues with few ways that have two open cells or more, and these cells."""
    for clue in clues_of(cands.puzzle):
        open_ = cands.open & clue.ways.mask
        if clue.ways.simple and open_ & (open_ - 1):
            fillings = clue.ways.fillings(clue.ways.domains(cands), clock)
            if fillings.all and 1 < len(fillings.ways) <= _WAYS:
                yield clue, fillings, open_


class _Held:
    """The digits that each way to keep a clue has at some places."""

    def __init__(self, sets: set[int], size: int) -> None:
        self._sets = list(sets)
        self._all = (1 << len(sets)) - 1
        self._having = [
            sum(1 << at for at, digits in enumerate(self._sets) if digits >> d & 1)
            for d in range(size)
        ]
        """For each digit the sets that have it, as a bit set."""
        self._least: dict[int, int] = {}

    def least(self, digits: int) -> int:
        """How many of some digits each way has at least."""
        known = self._least.get(digits)
        if known is None:
            known = self._least[digits] = self._counted(digits)
        return known

    def _counted(self, digits: int) -> int:
        having = 0
        for d in bits(digits):
            having |= self._having[d]
        if having != self._all:
            return 0
        return min((own & digits).bit_count() for own in self._sets)


def _held(cands: Candidates, clue: ClueWays, fillings: Fillings, cells: tuple[int, ...]) -> _Held:
    """The digits that the ways hold in some cells, kept with the ways."""
    places = [place for place, cell in enumerate(clue.ways.cells) if cell in cells]
    chosen = sum(cands.board.all_digits << place * cands.board.size for place in places)
    known = fillings.kept.get(chosen)
    if known is None:
        size, every = cands.board.size, cands.board.all_digits
        sets = {sum({way >> place * size & every for place in places}) for way in fillings.ways}
        known = fillings.kept[chosen] = _Held(sets, size)
    assert isinstance(known, _Held)
    return known


TERMS = (
    Term(JoinedClues(), aliases=("combined clues",), points=30),
    Term(KillerSet(2), points=31),
    Term(KillerSet(3), points=37),
)
