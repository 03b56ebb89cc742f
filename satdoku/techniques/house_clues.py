"""House combinations: what a house that needs its digits and the clues about its cells leave.

A row needs a 5, and only two cages of 11 in it have places for one: then each of its other cells is
no 6, for one of the cages is 5+6. A box needs its high digits, and a whisper line in it takes some
cells for them. Clues of a house are seen together with what the house must hold.

Other names: cage as a hidden set; renban sets against houses; polarity counted in a box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from satdoku.base.limits import Clock
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, board_of
from satdoku.techniques.clues import ClueWays, clues_of
from satdoku.techniques.met import Met
from satdoku.techniques.step import Candidate, JointProof, Step
from satdoku.techniques.terms import Term

if TYPE_CHECKING:
    from satdoku.engines.incremental import Clauses

__all__ = ["TERMS", "HouseCombinations"]

_MOST_CELLS = 20
"""Clues that bring a house to more cells than this are left out, those that leave it most first."""

_MOST_CLUES = 3
_MOST_NEEDS = 3
_MOST_FACTS = 5
"""A step rests on no more clues, digits of the house, and of both and further cells together."""

_CONFLICTS = 20_000
"""What a question may take; where it takes more, nothing follows and no more are asked. This is far
more than any has taken, since a solver that remembers earlier questions could answer otherwise."""

_KEPT = 2000


@dataclass(frozen=True, slots=True)
class HouseCombinations(Technique):
    """The clues of a house together with the digits that the house still needs.

    The clues with two or more cells in a house, each of which alone leaves all its candidates, are
    taken together with the digits that the house still needs. A candidate of these cells is
    eliminated if with it no way is left to keep the clues and to give each digit a place. Steps
    that rest on the fewest clues and digits come first.

    Pattern: ``rules`` the clues; ``houses`` the house, once for each of ``digits`` that it needs;
    ``cells`` those that must hold a digit.
    """

    name: ClassVar[str] = "house-combinations"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        found: list[tuple[tuple[int, ...], Step]] = []
        for number, group in enumerate(_groups(cands.puzzle)):
            clock.check()
            for facts, gone in group.conclusions(cands, clock):
                rank = (facts.size, len(facts.clues), -len(gone), number)
                found.append((rank, _step(cands, group, facts, gone)))
        found.sort(key=lambda item: item[0])
        for _, step in found:
            yield step


@dataclass(frozen=True, slots=True)
class _Facts:
    """Some facts of a group: places of clues, digits that the house needs, further cells, and
    whether what rules exclude of two cells counts."""

    clues: tuple[int, ...]
    needs: tuple[int, ...]
    cells: tuple[int, ...]
    pairs: bool

    @property
    def size(self) -> int:
        return len(self.clues) + len(self.needs) + len(self.cells)

    def fewer(self) -> Iterator[_Facts]:
        """All but one, cells first."""
        if self.pairs:
            yield replace(self, pairs=False)
        for at in range(len(self.cells)):
            yield replace(self, cells=self.cells[:at] + self.cells[at + 1 :])
        for at in range(len(self.needs)):
            yield replace(self, needs=self.needs[:at] + self.needs[at + 1 :])
        for at in range(len(self.clues)):
            yield replace(self, clues=self.clues[:at] + self.clues[at + 1 :])


class _Group:
    """A house and clues about its cells, as clauses behind a literal for each fact.

    A question has one answer, whatever was asked before, and no cores are taken from the solver.
    """

    def __init__(
        self, board: Board, house: int, clues: Sequence[ClueWays], *, paired: bool
    ) -> None:
        self.board, self.house, self.clues, self.paired = board, house, tuple(clues), paired
        cells = dict.fromkeys(board.members[house])
        for clue in clues:
            cells |= dict.fromkeys(clue.ways.cells)
        self.cells = tuple(cells)
        self._known: dict[tuple[int, ...], tuple[tuple[_Facts, tuple[Candidate, ...]], ...]] = {}
        self._met = Met(board.size, len(self.cells))
        """Ways to fill the cells that keep all clues: what one within the candidates has, stays."""
        self._lock = Lock()
        self._solver: Clauses | None = None

    def conclusions(
        self, cands: Candidates, clock: Clock
    ) -> tuple[tuple[_Facts, tuple[Candidate, ...]], ...]:
        """What is eliminated, each time with the facts that it rests on."""
        values, cand = cands.values, cands.cand
        masks = tuple([1 << values[c] if values[c] >= 0 else cand[c] for c in self.cells])
        known = self._known.get(masks)
        if known is None:
            with self._lock:
                known = tuple(self._concluded(masks, clock))
                if len(self._known) > _KEPT:
                    self._known.clear()
                self._known[masks] = known
        return known

    def _concluded(
        self, masks: tuple[int, ...], clock: Clock
    ) -> Iterator[tuple[_Facts, tuple[Candidate, ...]]]:
        if not all(masks) or sum(mask & (mask - 1) > 0 for mask in masks) < 3:
            return
        if self._solver is None:
            self._load()
        board, size = self.board, self.board.size
        self._gone = [
            -self._literal(cell, d)
            for cell, mask in zip(self.cells, masks, strict=True)
            for d in bits(board.all_digits & ~mask)
        ]
        open_ = [
            (cell, d)
            for cell, mask in zip(self.cells, masks, strict=True)
            if mask & (mask - 1)
            for d in bits(mask)
        ]
        filled = dict(zip(self.cells, masks, strict=True))
        members = board.members[self.house]
        placed = 0
        for cell in members:
            if not filled[cell] & (filled[cell] - 1):
                placed |= filled[cell]
        of_clues = {cell for clue in self.clues for cell in clue.ways.cells}
        every = _Facts(
            tuple(range(len(self.clues))),
            tuple(bits(board.all_digits & ~placed)),
            tuple(c for c in members if filled[c] & (filled[c] - 1) and c not in of_clues),
            self.paired,
        )
        assert self._solver is not None
        met = self._met
        met.forget()
        possible = sum(own << at * size for at, own in enumerate(met.support(masks)))
        written = sum(own << at * size for at, own in enumerate(masks) if not own & (own - 1))
        refuted: list[tuple[int, int]] = []
        for cell, d in open_:
            literal = self._literal(cell, d)
            if possible >> literal - 1 & 1:
                continue
            answer = self._ask(every, literal, clock)
            if answer:
                true = [k for k in self._solver.model()[: len(self.cells) * size] if k > 0]
                way = sum([1 << k - 1 for k in true]) | written
                if way.bit_count() == len(self.cells):
                    met.extend((way,))
                possible |= way
            elif answer is False:
                refuted.append((cell, d))
            else:
                break
        while refuted:
            facts = self._fewest(every, self._literal(*refuted[0]), clock)
            if facts is None:
                del refuted[0]
                continue
            same = [
                pair
                for pair in refuted
                if pair == refuted[0] or self._ask(facts, self._literal(*pair), clock) is False
            ]
            refuted = [pair for pair in refuted if pair not in same]
            yield facts, tuple(sorted((cell, board.digits[d]) for cell, d in same))

    def _fewest(self, every: _Facts, literal: int, clock: Clock) -> _Facts | None:
        """Few facts that exclude a candidate; ``None`` where these are still too many."""
        least = 0 if self.paired else 1
        together: list[set[int]] = []
        """Clues that some way keeps together."""
        for count in range(least, min(_MOST_CLUES, len(self.clues)) + 1):
            for chosen in combinations(every.clues, count):
                if any(kept.issuperset(chosen) for kept in together):
                    continue
                facts = replace(every, clues=chosen)
                answer = self._ask(facts, literal, clock)
                if answer is not False:
                    if answer:
                        together.append(self._kept())
                    continue
                # What cannot be left out of some facts cannot be left out of fewer either.
                at = 0
                while fewer := next(islice(facts.fewer(), at, None), None):
                    if self._ask(fewer, literal, clock) is False:
                        facts = fewer
                    else:
                        at += 1
                # What one fact shows, or the house alone, is for other techniques.
                if facts.size < 2 or not (facts.clues or facts.pairs):
                    return None
                if len(facts.needs) <= _MOST_NEEDS and facts.size <= _MOST_FACTS:
                    return facts
        return None

    # -- the clauses ------------------------------------------------------------------------------

    def _literal(self, cell: int, d: int) -> int:
        return self._place[cell] * self.board.size + d + 1

    def _ask(self, facts: _Facts, literal: int, clock: Clock) -> bool | None:
        """Whether all of these can be where a candidate is true."""
        clock.check()
        assert self._solver is not None
        asked = [literal]
        asked += [self._of_clue[at] for at in facts.clues]
        asked += [self._of_need[d] for d in facts.needs]
        asked += [self._of_cell[cell] for cell in facts.cells]
        asked += [self._of_pairs] if facts.pairs else []
        return self._solver.attempt([*asked, *self._gone], _CONFLICTS)

    def _kept(self) -> set[int]:
        """The clues that the way last found is known to keep."""
        assert self._solver is not None
        model = self._solver.model()
        return {at for at, switch in enumerate(self._of_clue) if model[switch - 1] > 0}

    def _load(self) -> None:
        from satdoku.encodings.cnf import encode_alone
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        board, size, cells = self.board, self.board.size, self.cells
        self._place = {cell: place for place, cell in enumerate(cells)}
        table: list[list[int]] = [[0] * size for _ in range(board.count)]
        for cell in cells:
            table[cell] = [self._literal(cell, d) for d in range(size)]
        top = len(cells) * size
        variables = Variables(board.geometry, tuple(table), top)
        clauses: list[list[int]] = []
        own = sum(1 << cell for cell in cells)
        for cell in cells:
            row = table[cell]
            clauses += [[-a, -b] for a, b in combinations(row, 2)]
        numbers = iter(range(top + 1, top + 2 + len(self.clues) + size + len(cells)))
        self._of_pairs = next(numbers)
        for cell in cells:
            for d in range(size):
                for e, others in board.excluded(cell, d).items():
                    for other in bits(others & own & ~((2 << cell) - 1)):
                        clause = [-table[cell][d], -table[other][e]]
                        alike = e == d and board.peers[cell] >> other & 1
                        clauses.append(clause if alike else [*clause, -self._of_pairs])
        self._of_clue = [next(numbers) for _ in self.clues]
        self._of_need = [next(numbers) for _ in range(size)]
        self._of_cell = {cell: next(numbers) for cell in cells}
        top = self._of_cell[cells[-1]]
        members = board.members[self.house]
        for d, switch in enumerate(self._of_need):
            clauses.append([-switch, *(table[cell][d] for cell in members)])
        for cell, switch in self._of_cell.items():
            clauses.append([-switch, *table[cell]])
        for clue, switch in zip(self.clues, self._of_clue, strict=True):
            formula = encode_alone(variables, clue.ways.model, top=top)
            top = formula.top
            clauses += [[-switch, self._of_cell[cell]] for cell in clue.ways.cells]
            clauses += [[-switch, *clause] for clause in formula.clauses()]
        self._solver = Clauses(clauses, solver="minisat22")
        # A way keeps clues that it was not asked to keep where it can.
        self._solver.prefer(self._of_clue)


def _groups(puzzle: Puzzle) -> tuple[_Group, ...]:
    """The complete houses that clues are about, each with these clues."""
    return puzzle.model.kept(_Group, lambda model: _made(puzzle, model))


def _made(puzzle: Puzzle, model: Model) -> tuple[_Group, ...]:
    board = board_of(puzzle)
    clues = [clue for clue in clues_of(puzzle) if clue.ways.model.beyond_pairs is not None]
    found = []
    for h in (h for h in range(len(board.houses)) if board.complete[h]):
        mask = board.mask[h]
        about = []
        for clue in clues:
            inside = sum(mask >> cell & 1 for cell in clue.ways.cells)
            if inside > 1:
                about.append((len(clue.ways.cells) - inside, -inside, clue))
        about.sort(key=lambda item: item[:2])
        cells = set(board.members[h])
        chosen = []
        for *_, clue in about:
            if len(cells | set(clue.ways.cells)) <= _MOST_CELLS:
                cells |= set(clue.ways.cells)
                chosen.append(clue)
        within = set(board.members[h])
        paired = any(
            table.first in within and table.second in within
            for part in model.parts
            for table in part.tables
        )
        if chosen or paired:
            found.append(_Group(board, h, chosen, paired=paired))
    return tuple(found)


def _step(cands: Candidates, group: _Group, facts: _Facts, gone: tuple[Candidate, ...]) -> Step:
    board = cands.board
    house = board.houses[group.house]
    rules = tuple(group.clues[at].rule for at in facts.clues)
    cells = dict.fromkeys(cell for at in facts.clues for cell in group.clues[at].ways.cells)
    cells |= dict.fromkeys(facts.cells)
    shown = {cell for cell, _ in gone} | set(facts.cells)
    left = tuple(
        (cell, board.digits[d])
        for cell in sorted(shown)
        for d in bits(cands.cand[cell])
        if (cell, board.digits[d]) not in gone
    )
    needs = tuple((house, board.digits[d]) for d in facts.needs)
    return Step(
        HouseCombinations.name,
        JointProof(rules, tuple(cells), left, needs=needs),
        eliminations=gone,
    )


TERMS = (
    Term(HouseCombinations(), aliases=("clues of a house", "cage as a hidden set"), points=34),
)
