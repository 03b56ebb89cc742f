"""Locked sets across houses: Sue de Coq, templates of one digit.

| technique | what is counted |
|---|---|
| sue-de-coq | the cells of a line, a box and where they meet, against their digits |
| template-delete, template-set | the ways in which a digit can stand in all houses at once |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import BentSetProof, TemplateProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Places, Step

_MAX_COMPILED = 3
"""The largest sides that the compiled core looks for."""


@dataclass(frozen=True, slots=True)
class SueDeCoq(Technique):
    """Cells where a line and a box meet, with some of the line and some of the box.

    None of their digits can stand in them more than once, but a digit beyond those of the crossing
    that the line's cells and the box's both have, which can stand twice; counted so, there are as
    many digits as cells. So each digit stands there as often as it can, and leaves the other cells
    of its house: those of the crossing both houses.

    ``by_side``: the digits of the line's cells leave only the line, those of the box's only the box
    (HoDoKu), also where their places lie in both. ``largest``: the cells of a side.

    The basic form has one cell of the line and one of the box; an extended one more. Pattern:
    ``cells`` of the crossing, the line, the box; candidates by digit.
    """

    by_side: bool = False
    largest: int | None = None

    @property
    def name(self) -> str:
        return "sue-de-coq"

    def in_library(self, code: str) -> Technique:
        """See ``by_side``."""
        return replace(self, by_side=True)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        masks = cands.board.mask
        for middle, first, second, line, box in self._crossed(cands, clock):
            step = self.step(cands, middle, ((first, masks[line]), (second, masks[box])))
            if step is not None:
                yield step

    def _crossed(self, cands: Candidates, clock: Clock) -> Iterator[tuple[int, int, int, int, int]]:
        """The cells where a line and a box meet, of the line, of the box, that count right, with
        the line and the box."""
        board, cand = cands.board, cands.cand
        lines = (*board.rows, *board.lines_down)
        if self.largest is not None and self.largest <= _MAX_COMPILED:
            core = patterns_of(cands, by_houses=True)
            if core is not None:
                clock.check()
                yield from core.crossed_sets(lines, board.regions, cand, self.largest)
                return
        subsets: dict[int, list[tuple[int, int, int]]] = {}

        def subsets_of(h: int) -> list[tuple[int, int, int]]:
            chosen = _subsets([c for c in board.members[h] if cand[c]], self.largest)
            return [(some, cands.union(bits(some)), some.bit_count()) for some in chosen]

        def sides(at: int) -> list[tuple[int, int, int]]:
            return list(self._sides(cands, *divmod(at, len(board.houses)), subsets))

        for h in (*lines, *board.regions):
            clock.check()
            subsets[h] = cands.of_house(self, h, subsets_of)
        for line in lines:
            for box in board.regions:
                if not board.mask[line] & board.mask[box]:
                    continue
                clock.check()
                # It follows from the candidates of the two houses alone.
                held = tuple([cand[c] for h in (line, box) for c in board.members[h]])
                at = line * len(board.houses) + box
                crossings = cands.from_before((self, "sides"), at, held, sides)
                for middle, first, second in crossings:
                    yield middle, first, second, line, box

    def _sides(
        self, cands: Candidates, line: int, box: int, subsets: dict[int, list[tuple[int, int, int]]]
    ) -> Iterator[tuple[int, int, int]]:
        """The cells where a line and a box meet, of the line, of the box, that count right."""
        board = cands.board
        crossing = [c for c in bits(board.mask[line] & board.mask[box]) if cands.cand[c]]
        for middle in _subsets(crossing, None):
            shared = cands.union(bits(middle))
            over = shared.bit_count() - middle.bit_count()
            if over < 2 or not middle & (middle - 1):
                continue
            # A side takes no more digits than it has cells.
            if self.largest is not None and over > 2 * self.largest:
                continue
            firsts = _taking(subsets[line], middle, shared, over - 1)
            seconds = _taking(subsets[box], middle, shared, over - 1) if firsts else []
            for first, digits, taken in firsts:
                for second, others, more in seconds:
                    if taken + more == over and not first & second and not digits & others & shared:
                        yield middle, first, second

    def step(
        self, cands: Candidates, middle: int, sides: tuple[tuple[int, int], tuple[int, int]]
    ) -> Step | None:
        """The exclusions by the cells of a crossing with those of the line and of the box, each
        with its house; ``None`` where there are none."""
        board = cands.board
        (first, line), (second, box) = sides
        cells = middle | first | second
        groups: list[tuple[int, int]] = []
        removals: list[tuple[int, int]] = []
        shared = cands.union(bits(middle))
        for d in bits(cands.union(bits(cells))):
            places = cands.where[d] & cells
            within = [(places & side, house) for side, house in sides if places & side]
            if not 1 << d & ~shared:
                within = [(places, within[0][1] if within else line | box)]
            groups += [(mask, d) for mask, _ in within]
            for mask, houses in within:
                reach = board.common_peers(bits(mask))
                removals.append((reach & houses if self.by_side else reach, d))
        eliminated = tuple(dict.fromkeys(cands.hits(removals)))
        if not eliminated:
            return None
        names = board.digits
        own = tuple([c for part in (middle, first, second) for c in bits(part)])
        by_group = tuple([Places(bits(mask), names[d]) for mask, d in groups])
        return Step(self.name, BentSetProof(own, by_group), eliminations=eliminated)


def _subsets(cells: list[int], most: int | None) -> Iterator[int]:
    """The subsets of some cells as bit sets, each before those that enlarge it."""
    grown = [(0, 0)]
    for chosen, at in grown:
        for i in range(at, len(cells)):
            more = chosen | 1 << cells[i]
            yield more
            if most is None or more.bit_count() < most:
                grown.append((more, i + 1))


def _taking(
    subsets: list[tuple[int, int, int]], middle: int, shared: int, most: int
) -> list[tuple[int, int, int]]:
    """Sets of other cells that take one or more of the shared digits, up to ``most``: cells,
    digits, how many they take."""
    other = ~shared
    return [
        (chosen, digits, taken)
        for chosen, digits, size in subsets
        if 0 < (taken := size - (digits & other).bit_count()) <= most
        and not chosen & middle
        and digits & shared
    ]


@dataclass(frozen=True, slots=True)
class Template(Technique):
    """All ways to write one digit into all houses at once (its templates) have something in common.

    A candidate in no template is eliminated (template-delete); one in all templates is the digit's
    place (template-set). Where all templates of a digit use a cell, no template of another can:
    what is left of those is looked at again, as long as there is something new (pattern overlay).
    One step has all that follows for a digit.

    Pattern: ``houses`` those without the digit;
    ``digits`` the digit; ``parts`` what is known of other digits.
    """

    places: bool = False

    @property
    def name(self) -> str:
        return "template-set" if self.places else "template-delete"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        search = _Templates(cands, clock)
        sure_cells = search.all_sure()
        for d in range(cands.board.size):
            sure, excluded = search.of_digit(d, sure_cells)
            follows = sure if self.places else excluded
            if follows:
                needed = search.needed(d, sure_cells, follows, self.places)
                yield search.step(self.name, d, follows, self.places, needed)


class _Templates:
    """The cells that the templates of the digits of a position have in common, given cells that
    others take.

    ``Known``: digits with cells that all their templates use, in the order in which that was found.
    """

    def __init__(self, cands: Candidates, clock: Clock) -> None:
        self.cands, self.clock = cands, clock
        board = cands.board
        self.houses: list[list[int]] = []
        for d in range(board.size):
            written = sum(1 << c for c, value in enumerate(cands.values) if value == d)
            self.houses.append(
                [h for h, m in enumerate(board.mask) if board.complete[h] and not m & written]
            )
        self.memo: dict[tuple[int, int], tuple[int, int]] = {}

    def all_sure(self) -> list[tuple[int, int]]:
        """The cells that are sure, digit by digit, until there is nothing new."""
        sure_cells: list[tuple[int, int]] = []
        known = [0] * self.cands.board.size
        while True:
            more = False
            for d in range(self.cands.board.size):
                sure, _ = self.of_digit(d, sure_cells)
                if sure & ~known[d]:
                    known[d] |= sure
                    sure_cells.append((d, sure))
                    more = True
            if not more:
                return sure_cells

    def of_digit(self, d: int, known: list[tuple[int, int]]) -> tuple[int, int]:
        """(Cells of all templates of a digit, cells of none)."""
        taken = 0
        for e, cells in known:
            if e != d:
                taken |= cells
        free = self.cands.where[d] & ~taken
        if (d, free) not in self.memo:
            self.memo[d, free] = self._in_common(d, free)
        return self.memo[d, free]

    def _in_common(self, d: int, free: int) -> tuple[int, int]:
        board, houses = self.cands.board, self.houses[d]
        if not houses:
            return 0, 0
        excluded = {c: board.excluded(c, d).get(d, 0) | 1 << c for c in bits(free)}
        used = 0
        for cell in excluded:
            if not used >> cell & 1:
                rest = [k for k in houses if not board.mask[k] >> cell & 1]
                template = self._fill(free & ~excluded[cell], rest, excluded)
                if template is not None:
                    used |= template | 1 << cell
        if not used:
            return 0, 0  # no template at all: a contradiction, which others show
        sure = 0
        for h in houses:
            only = used & board.mask[h]
            if only.bit_count() == 1:
                sure |= only
        return sure, self.cands.where[d] & ~used

    def _fill(self, free: int, houses: list[int], excluded: dict[int, int]) -> int | None:
        """A way to write a digit into all these houses."""
        if not houses:
            return 0
        self.clock.check()
        mask = self.cands.board.mask
        h = min(houses, key=lambda h: (free & mask[h]).bit_count())
        for cell in bits(free & mask[h]):
            rest = [k for k in houses if not mask[k] >> cell & 1]
            template = self._fill(free & ~excluded[cell], rest, excluded)
            if template is not None:
                return template | 1 << cell
        return None

    def needed(
        self, d: int, known: list[tuple[int, int]], follows: int, places: bool
    ) -> list[tuple[int, int]]:
        """Of what is known before that without which it would not follow."""
        left = known[:]
        for at in range(len(known) - 1, -1, -1):
            fewer = left[:at] + left[at + 1 :]
            holds = all(
                not cells & ~self.of_digit(e, fewer[:i])[0] for i, (e, cells) in enumerate(fewer)
            )
            if holds and not follows & ~self.of_digit(d, fewer)[not places]:
                left = fewer
        return left

    def step(
        self, name: str, d: int, cells: int, places: bool, known: list[tuple[int, int]]
    ) -> Step:
        """The step of a digit."""
        board = self.cands.board
        digit = board.digits[d]
        pairs = tuple([(c, digit) for c in bits(cells)])
        houses = board.houses_at(self.houses[d])
        parts = tuple([self.step("template-set", e, sure, True, []) for e, sure in known])
        return Step(
            name,
            TemplateProof(digit, houses, parts),
            placements=pairs if places else (),
            eliminations=() if places else pairs,
        )


TERMS = (
    Term(
        SueDeCoq(),
        "Sue de Coq",
        aliases=("SdC", "two-sector disjoint subsets", "extended Sue de Coq"),
        covers=("Sue de Coq with isolated digit", "isolated Sue de Coq", "Sue de Coq isolated"),
        codes=("1101",),
        usual=60,
        points=60,
    ),
    Term(Template(), aliases=("pattern overlay", "pattern overlay method", "POM"), codes=("1202",)),
    Term(Template(places=True), codes=("1201",)),
)

HUMAN: dict[int, Technique] = {650: SueDeCoq(largest=2)}
