"""Why the ways to keep a clue leave out what they leave out: worked out for a step that is chosen.

The searches only see that a candidate is in no way. Reasons are tried for each in turn: pairs of
cells that lead to one without a digit, sums of the other cells, and where neither shows it, for a
digit between the least and the most of its cell another cell that would have to hold a digit that
it cannot hold, then the few cells through which it can be followed (following.py), else the two
extreme ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from operator import and_
from typing import TypeAlias

from satdoku.base.limits import Clock
from satdoku.relations import (
    AllDifferent,
    DigitSetSum,
    Domain,
    Linear,
    Or,
    PairTable,
    Relation,
    support,
    variables_of,
)
from satdoku.relations.narrowing import users_of
from satdoku.techniques.arguments.bounds import LongSum
from satdoku.techniques.arguments.clues import ClueProof
from satdoku.techniques.arguments.reasons import (
    AgainstDigits,
    Alone,
    Emptied,
    Extremes,
    Followed,
    HouseBounds,
    HouseSum,
    Required,
    SumBound,
    are_alone,
    argued,
    first_parts,
    reached,
)
from satdoku.techniques.arguments.ways import cage_sums
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.searches.clues.following import Following, read_at_once
from satdoku.techniques.searches.clues.ways import ClueWays, Fillings, Ways, between
from satdoku.techniques.step import Candidate, Step

REASONS_SAID = 3
"""Reasons of a clue that are said; the other candidates go likewise."""

_EXAMPLES = 2
"""Where more could be said than that, so many are."""

_MOST_REQUIRED = 4
"""Digits that a cell would have to hold one of: of more it is not said."""

MOST_UNTOLD = 3
"""Candidates without a reason that a step excludes beside others; more make the next steps."""

_MAX_CELLS = 12
"""Of clues about more cells only what two of them exclude is looked for."""


def with_reasons(
    cands: Candidates, step: Step, clues: Iterable[ClueWays], clock: Clock, most: int = REASONS_SAID
) -> Step:
    """A step about the ways of one of some clues, with reasons where the ways are not listed."""
    proof = step.proof
    assert isinstance(proof, ClueProof)
    if proof.ways or step.contradiction is not None:
        return step
    if cage_sums(proof.rule, cands.board.geometry):
        return step
    ways = next(clue.ways for clue in clues if clue.rule == proof.rule)
    domains = ways.domains(cands)
    if proof.common:
        parts = proof.reasons(step)
        first = parts[0][1]
        if len({digit for _, digit in first}) > 1:
            return step
        needed = _Clue(cands, ways, domains, clock, first).conflict()
        return replace(step, proof=replace(proof, against=needed, more=len(parts) > 1))
    clue = _Clue(cands, ways, domains, clock)
    reasons = tuple(clue.reasons(step.eliminations))
    against: tuple[AgainstDigits, ...] = tuple(
        reason for reason in reasons if not isinstance(reason, Extremes)
    )
    if clue.alike:
        step, proof = _without(step, proof, clue.candidates(), clue.unargued)
    elif len(clue.unargued) > MOST_UNTOLD and against:
        step, proof = _without(step, proof, proof.left, clue.unargued)
        clue.is_partial = False
    is_partial = clue.is_partial or clue.is_cut
    # Of what goes likewise, two are enough; what goes whatever is elsewhere is said at once.
    is_cut = is_partial or not are_alone(against)
    said = tuple(first_parts(against, most)) if is_cut else against
    if said != against:
        said = tuple(first_parts(against, _EXAMPLES))
    against = said or reasons[:1]
    more = bool(against) and (is_partial or against != reasons)
    return replace(step, proof=replace(proof, against=against, more=more))


def _without(
    step: Step, proof: ClueProof, left: Iterable[Candidate], others: tuple[Candidate, ...]
) -> tuple[Step, ClueProof]:
    """A step without some candidates, where these and others are left."""
    some = tuple([pair for pair in step.eliminations if pair not in others])
    if not some:
        return step, proof
    remaining = tuple(sorted({*left, *others} - {*some}))
    return replace(step, eliminations=some), replace(proof, left=remaining)


def _together(reasons: Iterable[Required]) -> list[Required]:
    """Reasons with what one cell would have to hold said once, of few digits in all."""
    together: list[Required] = []
    for one in reasons:
        for place, other in enumerate(together):
            digits = tuple(sorted({*other.digits, *one.digits}))
            if other.other == one.other and len(digits) <= _MOST_REQUIRED:
                supposed = (*other.supposed, *one.supposed)
                together[place] = replace(other, supposed=supposed, digits=digits)
                break
        else:
            together.append(one)
    return together


_Alone: TypeAlias = dict[int, list[frozenset[int]]]
_Group: TypeAlias = "tuple[list[Relation], dict[int, list[int]]]"


class _Clue:
    """A clue with what is left to its cells, less some candidates."""

    def __init__(
        self,
        cands: Candidates,
        ways: Ways,
        domains: tuple[int, ...],
        clock: Clock,
        removed: Iterable[Candidate] = (),
    ) -> None:
        self._board, self._ways, self._clock = cands.board, ways, clock
        self._model, self._values = cands.puzzle.model, cands.values
        lost = dict.fromkeys(ways.cells, 0)
        for cell, digit in removed:
            lost[cell] |= 1 << cands.board.index_of[digit]
        self._all = [cands.board.all_digits & ~mask for mask in lost.values()]
        self._domains = tuple(map(and_, domains, self._all))
        digits = cands.board.digits
        self._open = {
            cell: frozenset([digits[d] for d in bits(mask)])
            for cell, mask in zip(ways.cells, self._domains, strict=True)
        }
        relations = ways.model.relations
        small = len(ways.cells) <= _MAX_CELLS
        self._sums = [s for s in map(self._sum, relations) if s is not None and small]
        self._long = ways.long_sums
        # A clue of the whole board has thousands of relations.
        self._alone, self._groups = self._model.kept(
            (_Clue, ways), lambda _: self._of_pairs(cands.board, ways, small)
        )
        self._reached: dict[tuple[tuple[int, ...], bool], SumBound] = {}
        self.is_partial = False
        """Whether ``reasons`` had none for some candidate."""
        self.is_cut = False
        """Whether there are more than are read at once."""
        self.unargued: tuple[Candidate, ...] = ()
        """Where no few cells show some candidate, those that none show."""
        self.alike = 0
        """The cells of a sum of many that are too low or too high; reasons are about the first."""

    def candidates(self) -> Iterator[Candidate]:
        """The open candidates of its cells."""
        for cell, own in self._open.items():
            if self._values[cell] < 0:
                yield from ((cell, digit) for digit in own)

    def reasons(self, lost: Sequence[Candidate]) -> Iterator[AgainstDigits]:
        """Reasons against some candidates, those of several cells together."""
        emptied: dict[tuple[int, ...], list[Candidate]] = {}
        bounds: dict[SumBound | HouseBounds, None] = {}
        rest: dict[int, list[int]] = {}
        sides: set[bool] = set()
        for cell, digit in lost:
            if (victims := self._victims(cell, digit)) is not None:
                emptied.setdefault(victims, []).append((cell, digit))
            elif (side_and_bounds := self._bounds(cell, digit)) is not None:
                side, parts = side_and_bounds
                if side not in sides:
                    sides.add(side)
                    bounds |= dict.fromkeys(parts)
            elif (cell, digit) in self._refuted:
                # No bounds are said of sums with factors, and to look for other reasons takes long.
                self.is_partial = True
            else:
                rest.setdefault(cell, []).append(digit)
        if self._long and bounds:
            # What the sum shows beside its bounds makes the next steps.
            self.unargued = tuple(
                [(cell, digit) for cell, digits in rest.items() for digit in digits]
            )
            rest = {}
            self.alike = len({cell for cell, _ in {*lost} - {*self.unargued}})
            self.is_partial = self.alike > 1
        yield from sorted(bounds, key=lambda bound: -len(bound.cells))
        for victims, pairs in emptied.items():
            yield Emptied(tuple(pairs), victims) if victims else Alone(tuple(pairs))
        required: list[Required] = []
        extremes: list[Extremes] = []
        untold: dict[int, list[int]] = {}
        for cell in sorted(rest, key=lambda cell: -len(rest[cell])):
            least, most = self._range(cell)
            between = [digit for digit in rest[cell] if least < digit < most]
            for digit in between:
                if (one := self._required((cell, digit))) is None:
                    untold.setdefault(cell, []).append(digit)
                else:
                    required.append(one)
            if len(between) < len(rest[cell]):
                shown = [*self._extremes(cell)]
                if not shown:
                    ends = [digit for digit in rest[cell] if digit not in between]
                    untold[cell] = sorted([*untold.get(cell, ()), *ends])
                extremes += shown
        followed: list[Alone | Followed] = []
        if untold:
            # Questions about cells of which nothing is known are no measure for the searches.
            ways = self._ways
            apart = self._model.kept(
                (Following, ways), lambda _: Ways(self._board, ways.model, ways.cells)
            )
            following = Following(self._board, apart, self._domains, self._clock)
            shortest, every = following.reasons(untold)
            every_pair = {(cell, digit) for cell, digits in untold.items() for digit in digits}
            others = every_pair - argued(shortest)
            self.is_partial |= bool(others)
            self.unargued = () if every else tuple(sorted(others))
            some = read_at_once(shortest)
            self.is_cut = len(some) < len(shortest)
            for part in some:
                if isinstance(part, Followed) and part.needed and not part.told:
                    required.append(Required(part.supposed, part.victim, part.needed))
                else:
                    followed.append(part)
        yield from _together(required)
        yield from followed
        yield from extremes

    def conflict(self) -> tuple[AgainstDigits, ...]:
        """Why there is no way: a cell that is left without a digit, sums that cannot be, or a cell
        that would have to hold digits that it cannot hold; nothing where none shows it."""
        if empty := tuple([cell for cell, own in self._open.items() if not own]):
            return (Emptied((), empty),)
        victims: dict[int, None] = {}
        for relations, about in self._groups:
            victim = self._victim(None, relations, about)
            if victim is None:
                break
            victims[victim] = None
        else:
            return (Emptied((), tuple(victims)),)
        for signs, total, comparison in self._sums:
            added = tuple([c for c, sign in signs.items() if sign > 0])
            taken = tuple([c for c, sign in signs.items() if sign < 0])
            for most in (False, True):
                if comparison == (">=" if not most else "<="):
                    continue
                parts, reach = self._difference(added, taken, most)
                if reach < total if most else reach > total:
                    return tuple(sorted(parts, key=lambda bound: -len(bound.cells)))
        required = self._required(None)
        return () if required is None else (required,)

    # -- pairs of cells --------------------------------------------------------------------------

    @staticmethod
    def _is_of_pairs(relation: Relation) -> bool:
        if isinstance(relation, Linear | DigitSetSum):
            return len(variables_of(relation)) == 2
        return isinstance(relation, PairTable | AllDifferent | Domain)

    def _victims(self, cell: int, digit: int) -> tuple[int, ...] | None:
        """The cells of which one has nothing left where a cell holds a digit, as pairs of cells
        show; none where the cell itself cannot hold it; ``None`` where they do not show it."""
        if any(digit not in digits for digits in self._alone.get(cell, ())):
            return ()
        victims: dict[int, None] = {}
        for relations, about in self._groups:
            victim = self._victim((cell, digit), relations, about)
            if victim is None:
                return None
            victims[victim] = None
        return tuple(victims)

    @classmethod
    def _of_pairs(cls, board: Board, ways: Ways, small: bool) -> tuple[_Alone, list[_Group]]:
        """For each cell the digits that relations of it alone allow; and the relations of pairs in
        each of two cases, or in all, with those about each cell."""
        relations = ways.model.relations
        pairs = [relation for relation in relations if cls._is_of_pairs(relation)]
        pairs += between(board, ways.cells) if small else []
        alone: _Alone = {}
        for relation in pairs:
            if isinstance(relation, Domain):
                alone.setdefault(relation.variable, []).append(relation.digits)
        either = [relation for relation in relations if isinstance(relation, Or)]
        groups: list[list[Relation]] = [[]]
        if len(either) == 1 and len(either[0].groups) == 2:
            groups = [list(group) for group in either[0].groups]
        every = [[*pairs, *filter(cls._is_of_pairs, group)] for group in groups]
        return alone, [(relations, users_of(relations)) for relations in every]

    def _victim(
        self,
        supposed: Candidate | None,
        relations: Sequence[Relation],
        about: dict[int, list[int]],
    ) -> int | None:
        """The first cell that has nothing left by these relations, with a candidate or as it is."""
        left, cell = self._open.copy(), None
        waiting = dict.fromkeys(range(len(relations)))
        if supposed is not None:
            cell, digit = supposed
            left[cell] = frozenset((digit,))
            waiting = dict.fromkeys(about.get(cell, ()))
        if not left.keys() >= about.keys():
            return None
        while waiting:
            place = next(iter(waiting))
            del waiting[place]
            for other, digits in support(relations[place], left).items():
                if other != cell and digits != left[other]:
                    if not digits:
                        return other
                    left[other] = digits
                    waiting |= dict.fromkeys(about[other])
        return None

    # -- sums ------------------------------------------------------------------------------------

    def _sum(self, relation: Relation) -> tuple[dict[int, int], int, str] | None:
        """A sum of cells: the sign of each, the total and how it compares."""
        if isinstance(relation, DigitSetSum):
            return dict.fromkeys(relation.variables, 1), relation.total, "="
        if not isinstance(relation, Linear) or relation.guard is not None:
            return None
        signs = dict(zip(relation.variables, relation.coefficients, strict=True))
        if len(signs) < len(relation.variables) or not signs.keys() <= self._open.keys():
            return None
        if not set(signs.values()) <= {1, -1} or relation.comparison not in ("=", "<=", ">="):
            return None
        return signs, relation.total, relation.comparison

    def _bounds(
        self, cell: int, digit: int
    ) -> tuple[bool, Sequence[SumBound | HouseBounds]] | None:
        """Whether a digit is too low or too high, with the bounds of the other cells that show it;
        ``None`` where no sum does."""
        for signs, total, comparison in self._sums:
            if cell not in signs:
                continue
            own = signs[cell]
            same = tuple([c for c, sign in signs.items() if sign == own and c != cell])
            opposite = tuple([c for c, sign in signs.items() if sign != own])
            for most in (False, True):
                # The cell is at least total - (most of the same side) + (least of the other).
                if comparison == ("<=" if (own > 0) is not most else ">="):
                    continue
                parts, difference = self._difference(opposite, same, most)
                reach = total * own + difference
                if digit > reach if most else digit < reach:
                    return most, parts
        if (refuted := self._refuted.get((cell, digit))) is None or not refuted[0].is_plain:
            return None
        one, most = refuted
        sums = tuple(
            HouseSum(part.house, others, part.reach(self._open, most, cell))
            for part in one.parts
            if (others := tuple([c for c in part.cells if c != cell]))
        )
        return most, (HouseBounds(sums, most),)

    @cached_property
    def _refuted(self) -> dict[Candidate, tuple[LongSum, bool]]:
        """The candidates with which a sum of many cells is too low or too high, with the first such
        sum, and whether it is too low."""
        refuted: dict[Candidate, tuple[LongSum, bool]] = {}
        for one in self._long:
            for cell, digit, most in one.refuted(self._open):
                refuted.setdefault((cell, digit), (one, most))
        return refuted

    def _difference(
        self, added: tuple[int, ...], taken: tuple[int, ...], most: bool
    ) -> tuple[list[SumBound], int]:
        """The least or most that some cells have more than others, with the bounds that show it."""
        sides = [
            (self._bound(cells, own_most), sign)
            for cells, own_most, sign in ((added, most, 1), (taken, not most, -1))
            if cells
        ]
        return [part for part, _ in sides], sum(sign * sum(part.digits) for part, sign in sides)

    def _bound(self, cells: tuple[int, ...], most: bool) -> SumBound:
        """The least or most that some cells add up to; the same for each digit of another."""
        known = self._reached.get((cells, most))
        if known is None:
            known = SumBound(cells, reached(cells, self._open, self._differ, most), most)
            self._reached[cells, most] = known
        return known

    def _differ(self, one: int, other: int) -> bool:
        return bool(self._board.peers[one] >> other & 1)

    # -- ways ------------------------------------------------------------------------------------

    @cached_property
    def _fillings(self) -> Fillings:
        return self._ways.fillings(self._domains, self._clock)

    def _range(self, cell: int) -> tuple[int, int]:
        """The least and the most digit of a cell that is in some way."""
        left = bits(self._fillings.support[self._ways.cells.index(cell)])
        return self._board.digits[left[0]], self._board.digits[left[-1]]

    def _required(self, supposed: Candidate | None) -> Required | None:
        """The cell that would have to hold one of the fewest digits, all of which it cannot hold,
        with a candidate or as it is; ``None`` where there is none."""
        ways, board = self._ways, self._board
        if len(ways.cells) > _MAX_CELLS:
            return None
        narrow, own = list(self._domains), -1
        if supposed is not None:
            own = ways.cells.index(supposed[0])
            narrow[own] = 1 << board.index_of[supposed[1]]
        best: Required | None = None
        for place, other in enumerate(ways.cells):
            wider = narrow.copy()
            wider[place] = self._all[place]
            support = () if place == own else ways.support(tuple(wider), self._clock)
            mask = support[place] if support else 0
            if mask & self._domains[place] or not mask:
                continue
            digits = tuple([board.digits[d] for d in bits(mask)])
            if len(digits) < (_MOST_REQUIRED + 1 if best is None else len(best.digits)):
                best = Required((supposed,) if supposed else (), other, digits)
        return best

    def _extremes(self, cell: int) -> Iterator[Extremes]:
        """The ways in which a cell holds least and most."""
        size, place = self._board.size, self._ways.cells.index(cell)
        if len(self._ways.cells) > _MAX_CELLS:
            return
        every = self._board.all_digits << place * size
        ways = sorted(self._fillings.ways, key=lambda way: way & every)
        if ways:
            low, high = (self._digits(way) for way in (ways[0], ways[-1]))
            yield Extremes(cell, low, high, place)

    def _digits(self, way: int) -> tuple[int, ...]:
        return tuple([self._board.digits[k % self._board.size] for k in bits(way)])
