"""Step: what a technique found, as pure data; one file, since its proofs are one closed union.

A step holds what follows (``placements``, ``eliminations`` or a ``contradiction``), the proof that
it follows, and the name of the technique. The proof is one of the classes of :data:`Proof`; each
holds what its argument needs, by its role in the argument. Sentences, hints, checks, ratings and
pictures are made from the proof. The name is a label: nothing is read from it but what the step is
called. Nothing here can change a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeAlias, assert_never

from satdoku.techniques.arguments.pieces import (
    LINE_LINKS,
    Candidate,
    Cause,
    CellSet,
    Contradiction,
    House,
    HouseKind,
    Link,
    Node,
    Places,
    Role,
    Roles,
    Rule,
    Statement,
    alternating_line,
    chain_line,
)

__all__ = [
    "LINE_LINKS",
    "AicProof",
    "AlignedProof",
    "AlsProof",
    "AssumptionProof",
    "BentSetProof",
    "BlossomProof",
    "BranchEnding",
    "BugProof",
    "Candidate",
    "Cause",
    "CellSet",
    "Chain",
    "ChainProof",
    "ClassProof",
    "ClassStatement",
    "ClueProof",
    "ColourProof",
    "Colours",
    "ConflictProof",
    "Contradiction",
    "CrossedProof",
    "CycleProof",
    "DeadlyProof",
    "DirectProof",
    "ExclusionProof",
    "ExocetProof",
    "ExtraLock",
    "ExtraSet",
    "FactsProof",
    "FishProof",
    "ForcingProof",
    "GuardianProof",
    "HiddenSetProof",
    "House",
    "HouseKind",
    "IntersectionProof",
    "JointProof",
    "KillerSetProof",
    "LeftoverProof",
    "Link",
    "LoopProof",
    "MedusaHow",
    "MedusaProof",
    "NakedSetProof",
    "NegationProof",
    "Node",
    "PatternProof",
    "Places",
    "Proof",
    "ReverseProof",
    "RingLock",
    "Role",
    "Roles",
    "Rule",
    "SingleProof",
    "Statement",
    "Step",
    "StepView",
    "SumProof",
    "SymmetryProof",
    "TemplateProof",
    "TrialProof",
    "WingProof",
    "alternating_line",
    "cells_of",
    "chain_line",
]


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of inferences: nodes, every parent before its children, ending in the last node.

    ``cycle`` is set where the last node is the first again, so that the links bind both ways.
    ``conflict`` is what the statements in ``because`` come to together, where that shows the
    assumption wrong.
    """

    nodes: tuple[Node, ...]
    cycle: bool = False
    parts: tuple[Step, ...] = ()
    conflict: Contradiction | None = None
    because: tuple[int, ...] = ()

    @property
    def start(self) -> Node:
        """The assumption."""
        return self.nodes[0]

    @property
    def end(self) -> Node:
        """What follows from it."""
        return self.nodes[-1]

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of the chain as pairs of candidates, for pictures.

        A true statement makes another false by a weak link, a false one makes another true by a
        strong one. What a nested step concludes is no link.
        """
        found: dict[Link, None] = {}
        for node in self.nodes:
            joined = self.is_link(node) or (node.on and len(node.parents) == 1)
            if node.cause == "advanced" or (node.cause == "rule" and not joined):
                continue
            for parent in (self.nodes[p] for p in node.parents):
                if parent.on is not node.on:
                    first, second = (parent.cell, parent.digit), (node.cell, node.digit)
                    kind: Literal["strong", "weak"] = "weak" if parent.on else "strong"
                    found[Link(first, second, kind, node.house, node.rule)] = None
        return tuple(found)

    def is_link(self, node: Node) -> bool:
        """Whether, in a statement by a rule, one candidate excludes another."""
        if node.rule is None or node.on or len(node.parents) != 1:
            return False
        parent = self.nodes[node.parents[0]]
        return parent.on and sorted((parent.cell, node.cell)) == list(node.rule.cells)

    @property
    def is_line(self) -> bool:
        """Whether each node has the one before as its only parent."""
        return all(node.parents == ((i - 1,) if i else ()) for i, node in enumerate(self.nodes))


# ------------------------------------------------------------------------------------------------
# Houses, digits and cells.


@dataclass(frozen=True, slots=True)
class SingleProof:
    """One place is left for ``digit`` in ``house``; without a house, one candidate in ``cell``.

    ``last``: the cell is the one empty cell of the house.
    """

    cell: int
    digit: int
    house: House | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class IntersectionProof:
    """All places of ``digit`` in the ``first`` house, ``cells``, lie in the ``second`` too."""

    digit: int
    first: House
    second: House
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExclusionProof:
    """One of ``candidates`` is true, and each excludes what is eliminated.

    They are the places of a digit in ``house``, or the candidates of one cell. ``rules`` are those
    by which they exclude.
    """

    candidates: tuple[Candidate, ...]
    house: House | None = None
    rules: tuple[Rule, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the candidates, each once."""
        return cells_of(self.candidates)

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits of the candidates, each once."""
        return tuple(dict.fromkeys(digit for _, digit in self.candidates))


@dataclass(frozen=True, slots=True)
class NakedSetProof:
    """``cells``, no two of which can be equal, hold only ``digits``, as many or fewer.

    They lie in ``house`` (a box, and in ``line`` too, where both lose something), or ``rules`` keep
    them apart; ``rules`` are also those by which the digits exclude something.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...] = ()
    house: House | None = None
    rules: tuple[Rule, ...] = ()
    line: House | None = None


@dataclass(frozen=True, slots=True)
class HiddenSetProof:
    """In ``house``, ``digits`` have only ``cells`` as places, as many or fewer."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    house: House


@dataclass(frozen=True, slots=True)
class DirectProof:
    """``pattern`` takes the cells ``lost`` from a digit: it has one place left in ``house``."""

    pattern: IntersectionProof | HiddenSetProof
    placed: Candidate
    house: House
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FishProof:
    """All places of ``digit`` in ``base``, ``cells``, lie in ``cover``, as many houses.

    ``fins`` are the places that lie in no cover or in two of the base: either one of them is true,
    or the fish is as it would be without. What goes sees them all, or ``chains`` lead from one fin
    each (and from each place in one cover) to what goes being false. ``twin`` is another fish of
    the same base, with conclusions of its own.
    """

    digit: int
    base: tuple[House, ...]
    cover: tuple[House, ...]
    cells: tuple[int, ...]
    fins: tuple[int, ...] = ()
    chains: tuple[Chain, ...] = ()
    twin: FishProof | None = None

    @property
    def endo(self) -> tuple[int, ...]:
        """The fins that lie in two houses of the base."""
        return tuple(c for c in self.fins if sum(c in house.cells for house in self.base) > 1)


@dataclass(frozen=True, slots=True)
class Colours:
    """Places of a digit in two colours: in each of ``houses`` it is in one of each colour.

    All cells of a colour are true or none is, but where there is one house: there a colour is where
    the digit may be in it. Without houses: cells of two candidates, each seeing the next.
    """

    houses: tuple[House, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of both colours."""
        return (*self.first, *self.second)

    def side(self, cell: int) -> tuple[int, ...]:
        """The colour of a cell."""
        return self.first if cell in self.first else self.second

    def opposite(self, cell: int) -> tuple[int, ...]:
        """The colour that a cell has not."""
        return self.second if cell in self.first else self.first


@dataclass(frozen=True, slots=True)
class ColourProof:
    """One of two ``colours`` of a digit is true, or of two candidates that alternate.

    ``how`` that leads to the conclusion:

    trap     what sees both colours goes
    wrap     a ``meeting`` of two cells of the same colour, which goes
    link     a meeting of a cell of each of two pairs of colours: one of the two opposite colours is
             true, and what sees both goes; four pairs are two such arguments
    covered  one colour has a meeting with both colours of the second pair: it goes
    """

    digits: tuple[int, ...]
    colours: tuple[Colours, ...]
    how: Literal["trap", "wrap", "link", "covered"]
    meetings: tuple[tuple[int, int], ...] = ()

    @property
    def ends(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """For each meeting of two pairs of colours, the colours of which one is true."""
        return tuple((one.opposite(a), other.opposite(b)) for one, other, (a, b) in self.joints())

    def joints(self) -> Iterable[tuple[Colours, Colours, tuple[int, int]]]:
        """Each meeting with its two pairs of colours."""
        last = len(self.colours) - 2
        for at, meeting in enumerate(self.meetings):
            place = min(2 * at, last)
            yield self.colours[place], self.colours[place + 1], meeting

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all colours, each once."""
        return tuple(dict.fromkeys(cell for found in self.colours for cell in found.cells))


MedusaHow: TypeAlias = Literal["both", "clash", "empty"]
"""How two colours of candidates lead to a conclusion."""


@dataclass(frozen=True, slots=True)
class MedusaProof:
    """All candidates ``first`` are true and none of ``second``, or the other way round.

    Of the two ends of each of ``links``, which join them all, exactly one is true: they are a cell
    of two candidates, or the two places of a digit in a house. ``how`` that leads further:

    both   a candidate of each colour excludes what is eliminated
    clash  the two candidates ``meeting`` are of the first colour and exclude each other: it goes
    empty  the first colour excludes all candidates ``meeting`` of a cell: it goes
    """

    first: tuple[Candidate, ...]
    second: tuple[Candidate, ...]
    links: tuple[Link, ...]
    how: MedusaHow
    meeting: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class BentSetProof:
    """Each of ``groups`` holds exactly one of the digits of ``cells``, there being as many of them.

    A group is a digit in cells that exclude each other's, so that one of them holds it at most; all
    candidates of the cells are in some group. What all of a group exclude goes. Houses that need a
    digit, ``needs``, count as further cells do, and the cells ``full`` as further groups: what
    serves two needs is in two groups.
    """

    cells: tuple[int, ...]
    groups: tuple[Places, ...]
    needs: tuple[tuple[House, int], ...] = ()
    full: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GuardianProof:
    """One of ``extra`` is true: without them ``cells`` cannot be filled with ``digits``.

    Where there are ``houses``, these cannot all have the digit in the cells. The cells are in the
    order of a ring, or box by box.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[House, ...]
    extra: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class ExocetProof:
    """The ``targets`` of each pair of ``bases`` hold the same two of ``digits`` as the pair.

    Each digit of the pair has room in two of the three ``lines`` at most, but in its targets. One
    line goes by the base, and the others through the other two boxes of its band. ``choices`` are
    the ways to fill ``cells``, where they are few.
    """

    bases: tuple[tuple[int, int], ...]
    targets: tuple[tuple[int, int], ...]
    digits: tuple[int, ...]
    lines: tuple[House, House, House]
    choices: tuple[tuple[int, ...], ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The bases and their targets, each cell once."""
        pairs = zip(self.bases, self.targets, strict=True)
        return tuple(dict.fromkeys(x for base, ends in pairs for x in (*base, *ends)))


@dataclass(frozen=True, slots=True)
class TemplateProof:
    """All ways to write ``digit`` into ``houses`` at once have in common what follows.

    ``parts`` show for other digits cells that all their ways use, each after those before it: this
    one has to leave these cells free.
    """

    digit: int
    houses: tuple[House, ...]
    parts: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class WingProof:
    """Whatever the ``pivot`` holds, it or a pincer holds ``digit``.

    ``pincers`` are their cells, each with the digit that it shares with the pivot beside
    ``digit``; ``in_pivot``: the pivot can hold ``digit`` itself. ``rules`` are those by which the
    cells exclude something.
    """

    pivot: int
    pincers: tuple[Candidate, Candidate]
    digit: int
    in_pivot: bool
    rules: tuple[Rule, ...] = ()

    @property
    def cells(self) -> tuple[int, int, int]:
        """Pivot, pincer, pincer."""
        return self.pivot, self.pincers[0][0], self.pincers[1][0]

    @property
    def shared(self) -> tuple[int, ...]:
        """The digits that the pivot shares with one pincer each."""
        return tuple(sorted(digit for _, digit in self.pincers))

    @property
    def pivot_digits(self) -> tuple[int, ...]:
        """The candidates of the pivot."""
        return tuple(sorted((*self.shared, *([self.digit] if self.in_pivot else []))))


@dataclass(frozen=True, slots=True)
class AlignedProof:
    """No way to fill the cells ``base`` leaves each of the ``excluders`` a candidate and keeps to
    the houses, where a base cell takes what goes. ``candidates`` are those of the base cells."""

    base: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    excluders: tuple[Candidate, ...]


# ------------------------------------------------------------------------------------------------
# Uniqueness.


@dataclass(frozen=True, slots=True)
class ExtraSet:
    """The cells with extra candidates act as one cell of a set in ``house`` with ``others``.

    ``others.name`` is ``naked`` or ``hidden``.
    """

    house: House
    others: CellSet


@dataclass(frozen=True, slots=True)
class ExtraLock:
    """In ``house``, ``digit`` has only the two cells with extra candidates as places."""

    house: House
    digit: int


@dataclass(frozen=True, slots=True)
class RingLock:
    """In each of ``houses``, ``digit`` has its places in the ring only.

    Four houses: the rows and columns of two opposite cells of a rectangle, where it goes. Two: the
    row and the column of a cell that the other digit leaves.
    """

    houses: tuple[House, ...]
    digit: int


def _uniqueness_type(
    extra: tuple[Candidate, ...], how: ExtraSet | ExtraLock | RingLock | None
) -> int:
    match how:
        case RingLock(houses):
            return 6 if len(houses) > 2 else 7
        case ExtraSet():
            return 3
        case ExtraLock():
            return 4
        case None:
            return 1 if len(cells_of(extra)) == 1 else 2
        case unknown:
            assert_never(unknown)


@dataclass(frozen=True, slots=True)
class LoopProof:
    """Were the cells of ``ring`` left with the ``digits`` alone, there would be two solutions.

    With two digits, the cells of the ring hold one and the other in turn. With more digits, the
    cells at even places of the ring and the cells after them are two sides, each with all of the
    digits; the two sides can be exchanged. ``defining`` is where the digits can be in the ring;
    ``extra`` the further candidates of the ring, one of which is true; ``how`` they lead to the
    conclusion, where it is not by themselves.
    """

    ring: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | RingLock | None = None

    @property
    def type(self) -> int:
        """1: one cell has extra candidates; 2: all of them are one digit; 3: they act as a cell of
        a set; 4: one of the digits is locked; 6, 7: it is locked in the rows and columns of two
        cells, or of one (a hidden rectangle)."""
        return _uniqueness_type(self.extra, self.how)


@dataclass(frozen=True, slots=True)
class DeadlyProof:
    """Were the ``cells`` left with the ``digits`` alone, there would be two solutions.

    However they are filled then, there is another way with the same digits in each house.
    ``defining`` is where the digits can be in the cells; ``extra`` the further candidates, one of
    which is true; ``how`` they lead to the conclusion, where it is not by themselves.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)


@dataclass(frozen=True, slots=True)
class CrossedProof:
    """Were the two ``corners`` to hold two of ``digits``, and ``crossing`` both of these, there
    would be two solutions.

    The two could change places there, and the digits of the two ``lines`` follow across them:
    the lines are filled in the same places with the same digits, but for one cell. The ``crossing``
    is what of their cells is open in ``box`` and in line with a corner. One of ``extra`` is true:
    the further candidates of the corners, or the places of the digits in the box elsewhere.
    """

    corners: tuple[int, int]
    crossing: tuple[int, ...]
    lines: tuple[House, House]
    box: House
    digits: tuple[int, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The corners and the crossing."""
        return (*self.corners, *self.crossing)

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)


@dataclass(frozen=True, slots=True)
class BugProof:
    """Without the ``extra`` candidates, every cell and digit would have two or none.

    ``rest`` is what else their cells can hold; ``how`` they lead to the conclusion, where it is not
    by themselves.
    """

    extra: tuple[Candidate, ...]
    rest: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells with extra candidates."""
        return cells_of(self.extra)

    @property
    def digits(self) -> tuple[int, ...]:
        """The extra digits; of type 4 the locked one."""
        if isinstance(self.how, ExtraLock):
            return (self.how.digit,)
        return tuple(sorted({digit for _, digit in self.extra}))

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)


@dataclass(frozen=True, slots=True)
class SymmetryProof:
    """A symmetry of the board takes the givens to the givens, so it takes the solution to itself.

    ``images`` are where the cells go, ``partners`` what the digits of the board become, in order;
    ``givens`` the cells of the givens.
    """

    images: tuple[int, ...]
    partners: tuple[int, ...]
    givens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReverseProof:
    """All givens of two ``digits`` are among ``held``, filled cells that ``last`` would close: each
    house would have both digits there, or neither."""

    digits: tuple[int, int]
    held: tuple[int, ...]
    last: Candidate

    @property
    def cells(self) -> tuple[int, ...]:
        """The filled cells and the open one."""
        return (*self.held, self.last[0])


# ------------------------------------------------------------------------------------------------
# Links.


@dataclass(frozen=True, slots=True)
class CycleProof:
    """A ring of links that holds both ways round: each link has one true end.

    ``kind``: x, the links of one digit; y, strong links in cells; xy, both. ``rules`` are those by
    which something is excluded in both cases.
    """

    kind: Literal["x", "y", "xy"]
    chain: Chain
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class ChainProof:
    """One assumption from which its opposite follows. ``kind`` as of :class:`CycleProof`."""

    kind: Literal["x", "xy"]
    chain: Chain


@dataclass(frozen=True, slots=True)
class AicProof:
    """Nodes joined by strong and weak links in turn, from a strong link to a strong link.

    Each node at an even place and the next node cannot both be false, for the reason in ``strong``:
    a house that needs the digit, an almost locked set (a cell of two candidates is the smallest),
    or a rule. That next node and the node after it cannot both be true. So the first node or the
    last is true, and what both exclude is eliminated; if they are the same node, it is true. In a
    ``ring`` the last node and the first cannot both be true either: then exactly one node of each
    linked pair is true, and each set holds all its other digits. ``notation`` is the chain in
    Eureka notation, without the conclusion; ``rules`` are the rules by which candidates are
    excluded.
    """

    nodes: tuple[Places, ...]
    strong: tuple[House | CellSet | Rule, ...]
    ring: bool = False
    notation: str = ""
    rules: tuple[Rule, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[Places, Places, House | CellSet | Rule], ...]:
        """The strong links, each with its reason."""
        return tuple(zip(self.nodes[::2], self.nodes[1::2], self.strong, strict=False))

    @property
    def sets(self) -> tuple[CellSet, ...]:
        """The almost locked sets of more than one cell."""
        found = (s for s in self.strong if isinstance(s, CellSet) and len(s.cells) > 1)
        return tuple(dict.fromkeys(found))

    @property
    def grouped(self) -> bool:
        """Whether some node has several cells."""
        return any(len(node.cells) > 1 for node in self.nodes)


@dataclass(frozen=True, slots=True)
class ForcingProof:
    """Several assumptions that agree, or one from which a statement and its opposite follow.

    ``case`` is which: ``contradiction``; ``double``, a candidate true and false; ``cell``, all
    candidates of a cell; ``region``, all places of a digit in ``house``; ``clue``, candidates of
    which every way to keep ``rule`` has one; ``rectangle``, the further candidates of ``loop``.
    ``source`` is the candidate assumed; of a cell, a house, a clue or a rectangle the first of its
    candidates.
    """

    case: Literal["contradiction", "double", "cell", "region", "clue", "rectangle"]
    source: Candidate
    chains: tuple[Chain, ...]
    house: House | None = None
    rule: Rule | None = None
    loop: LoopProof | None = None


@dataclass(frozen=True, slots=True)
class AlsProof:
    """Almost locked sets in a row, neighbours sharing a restricted common digit.

    ``commons`` are these digits in the order of the row; ``goes`` the digits that one of its ends
    holds. ``doubly_linked``: two sets share two or more commons, so that each loses one of them.
    ``rules`` are those by which the sets exclude something.
    """

    sets: tuple[CellSet, ...]
    commons: tuple[int, ...]
    goes: tuple[int, ...]
    notation: str
    doubly_linked: bool = False
    rules: tuple[Rule, ...] = ()

    def joints(self) -> Iterable[tuple[int, CellSet, CellSet]]:
        """Each restricted common with the two sets that share it."""
        last = len(self.sets) - 2
        for at, common in enumerate(self.commons):
            yield common, self.sets[min(at, last)], self.sets[min(at, last) + 1]


@dataclass(frozen=True, slots=True)
class BlossomProof:
    """Whichever of ``digits`` the cell ``stem`` takes, one of ``petals`` loses it and is locked.

    ``petals`` are almost locked sets, one for each digit; ``goes`` what each of them then holds.
    """

    stem: int
    digits: tuple[int, ...]
    petals: tuple[CellSet, ...]
    goes: tuple[int, ...]


# ------------------------------------------------------------------------------------------------
# Clues of variants.


@dataclass(frozen=True, slots=True)
class ClueProof:
    """What the ways to fill the cells of one clue that keep it have in common.

    ``left`` are the candidates of its open cells that occur in some way; ``ways`` all ways, the
    digits of ``rule.cells`` in order, where they are few. Every way has one of ``common``, each of
    which excludes what is eliminated; without them what is eliminated occurs in no way.

    ``each``: the same of several clues of a kind, each by itself, the first being ``rule``;
    ``left`` is what is left to all of them. Or several steps of one clue, each with something that
    every way has; ``common`` is all of that. Nothing else is filled in.
    """

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The clue, or each of several."""
        own = [part.proof.rule for part in self.each if isinstance(part.proof, ClueProof)]
        return tuple(dict.fromkeys(own)) or (self.rule,)


@dataclass(frozen=True, slots=True)
class SumProof:
    """The sums of ``houses`` less those of the clues ``rules`` give an equation (45 rule).

    What the digits of ``plus`` add up to, less those of ``minus``, is ``total``: ``plus`` are cells
    of the houses that no clue covers, ``minus`` cells of the clues outside of the houses, or the
    other way round. The rest as of :class:`ClueProof`, the cells being both after each other.
    """

    houses: tuple[House, ...]
    rules: tuple[Rule, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftoverProof:
    """The cells ``plus`` hold the same digits as the cells ``minus``, each as often.

    They are what the houses ``first`` have beyond the houses ``second``, as many, and the other way
    round. Where there is one house less in ``second``, and ``minus`` is empty, ``plus`` holds every
    digit once. Filled cells of both sides that are ``cancelled`` hold the same digits by
    themselves, and are none of ``plus`` and ``minus``. The rest as of :class:`ClueProof`, the cells
    being both after each other.
    """

    first: tuple[House, ...]
    second: tuple[House, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    cancelled: tuple[int, ...] = ()
    each: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class JointProof:
    """As :class:`ClueProof`, of the ways to fill ``cells`` that keep several clues together, and
    give each house of ``needs`` a place for its digit. ``arguments``: small proofs on these facts
    that show to a reader why each candidate is eliminated, of a step that is chosen."""

    rules: tuple[Rule, ...]
    cells: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    arguments: tuple[Step, ...] = ()
    each: tuple[Step, ...] = ()

    def held(self, gone: Iterable[Candidate]) -> list[tuple[int, list[int]]]:
        """The cells that are in no clue and must hold a digit, with their candidates before
        ``gone`` went."""
        of_rules = {cell for rule in self.rules for cell in rule.cells}
        every = sorted({*self.left, *gone})
        cells = [cell for cell in self.cells if cell not in of_rules]
        return [(cell, [digit for c, digit in every if c == cell]) for cell in cells]


@dataclass(frozen=True, slots=True)
class KillerSetProof:
    """In ``house``, ``cells`` and the clues ``rules`` use ``digits`` up.

    The cells hold no other digits; every way that is left to a clue has some of them in its cells
    of the house, ``places``.
    """

    house: House
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    rules: tuple[Rule, ...]
    places: tuple[tuple[int, ...], ...]

    @property
    def least(self) -> int:
        """How many of the digits each clue has."""
        return (len(self.digits) - len(self.cells)) // len(self.rules)


@dataclass(frozen=True, slots=True)
class ClassStatement:
    """That ``cell`` holds one of ``digits``, those of a class.

    It follows from the statements ``parents`` by ``reason``: a clue, or a house that they give all
    its digits of their class. Without a reason it is what is supposed, or the candidates of the
    cell show it.
    """

    cell: int
    digits: tuple[int, ...]
    reason: Rule | House | None = None
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassProof:
    """The first of ``statements`` is wrong: those of ``because`` break ``reason`` together.

    A clue is broken where it has no way left, a house where it would have more cells of a class
    than it needs digits of it.
    """

    kind: Literal["parity", "modulus", "high-low", "entropy"]
    statements: tuple[ClassStatement, ...]
    reason: Rule | House
    because: tuple[int, ...]

    @property
    def reasons(self) -> tuple[Rule | House, ...]:
        """The clues and houses that it rests on, each once."""
        used = (*(found.reason for found in self.statements), self.reason)
        return tuple(dict.fromkeys(reason for reason in used if reason is not None))


@dataclass(frozen=True, slots=True)
class ConflictProof:
    """As :class:`ClueProof`, of the ways to keep ``rule`` that leave each of ``cells`` a candidate,
    each house of ``needs`` a place for its digit, and each of the clues ``others`` a way."""

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...]
    common: tuple[Candidate, ...]
    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    others: tuple[Rule, ...] = ()

    @property
    def size(self) -> int:
        """How many conditions there are beside the clue."""
        return len(self.cells) + len(self.needs) + len(self.others)


# ------------------------------------------------------------------------------------------------
# Assumptions.


BranchEnding: TypeAlias = Literal["contradiction", "solution", "open"]
"""How a branch of a trial ends."""


@dataclass(frozen=True, slots=True)
class NegationProof:
    """The candidate ``assumed`` leads by ``parts`` to a contradiction, shown by the last one."""

    assumed: Candidate
    parts: tuple[Step, ...]

    @property
    def depth(self) -> int:
        """How deep negations are nested: 1 where none is among the parts."""
        inner = [part.proof for part in self.parts]
        return 1 + max([p.depth for p in inner if isinstance(p, NegationProof)], default=0)


@dataclass(frozen=True, slots=True)
class TrialProof:
    """The candidates ``digits`` of ``cell`` are tried, each in a branch (AssumptionProof)."""

    cell: int
    digits: tuple[int, ...]
    branches: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class AssumptionProof:
    """A branch of a trial: the candidate ``assumed``, and what follows from it as ``parts``.

    ``ending``: ``contradiction``, ``solution``, or ``open`` where it is not followed to the end.
    """

    assumed: Candidate
    ending: BranchEnding
    parts: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class FactsProof:
    """A few facts that cannot all be true if the conclusion is false.

    The facts: each of ``cells`` holds a digit; each house in ``needs`` holds its digit; ``rules``
    are kept. ``argument`` shows that they contradict each other (``None``: one fact leaves one
    candidate); ``further`` are steps that show the same for more candidates. ``about`` are the
    candidates that the cells and houses have. ``tried``: in place of an argument, an exhaustive
    search shows it, of this many cases. ``cut``: a longer search might find a shorter argument.
    """

    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    rules: tuple[Rule, ...] = ()
    argument: Chain | None = None
    further: tuple[Step, ...] = ()
    about: tuple[Candidate, ...] = ()
    tried: int | None = None
    cut: bool = False

    @property
    def size(self) -> int:
        """How many facts there are."""
        return len(self.cells) + len(self.needs) + len(self.rules)


PatternProof: TypeAlias = (
    SingleProof
    | IntersectionProof
    | ExclusionProof
    | NakedSetProof
    | HiddenSetProof
    | DirectProof
    | FishProof
    | TemplateProof
    | ColourProof
    | WingProof
    | AlignedProof
    | AlsProof
    | BlossomProof
    | ExocetProof
)
"""Patterns: with the conclusion false, their cells (or digits) have no way to be filled."""

Proof: TypeAlias = (
    PatternProof
    | BentSetProof
    | GuardianProof
    | MedusaProof
    | SymmetryProof
    | LoopProof
    | DeadlyProof
    | CrossedProof
    | BugProof
    | ReverseProof
    | CycleProof
    | ChainProof
    | AicProof
    | ForcingProof
    | ClueProof
    | SumProof
    | LeftoverProof
    | ClassProof
    | JointProof
    | KillerSetProof
    | ConflictProof
    | NegationProof
    | TrialProof
    | AssumptionProof
    | FactsProof
)
"""Every kind of proof. A ``match`` on it ends in ``assert_never``, so mypy lists what a new kind
lacks."""


# ------------------------------------------------------------------------------------------------
# Steps.


@dataclass(frozen=True, slots=True)
class Step:
    """One conclusion with its proof.

    technique     the technique's name in the catalogue (``naked-pair``): a label
    proof         why it follows
    placements    digits to write, as (cell, digit)
    eliminations  candidates to cross out, ascending
    contradiction whether the step shows that the position has no solution
    variant       the kind inside the technique (``type 1``, ``cell``, ...): a label too
    because       in a part of a refutation: the earlier statements that this part rests on
    besides       the rules by which cells exclude each other in the argument, if they are not in
                  the proof
    """

    technique: str
    proof: Proof
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    contradiction: Contradiction | None = None
    variant: str = ""
    because: tuple[Statement, ...] = ()
    besides: tuple[Rule, ...] = ()

    @property
    def conclusion(self) -> tuple[frozenset[Candidate], frozenset[Candidate]]:
        """(placements, eliminations) as sets: what makes two steps worth the same."""
        return frozenset(self.placements), frozenset(self.eliminations)

    @property
    def view(self) -> StepView:
        """The step as records and pictures show it, the same fields for every kind of proof."""
        shown = _view(self)
        if not self.besides:
            return shown
        return replace(shown, rules=tuple(dict.fromkeys((*shown.rules, *self.besides))))

    def renamed(self, technique: str) -> Step:
        """The same step under another name (a preset may use the seeds' own words)."""
        return replace(self, technique=technique)


@dataclass(frozen=True, slots=True)
class StepView:
    """A step with its pattern as flat lists, for records and pictures.

    technique, placements, eliminations, contradiction, variant, because   as of :class:`Step`
    digits, cells, houses   the pattern, in the technique's own order (see its docstring)
    candidates    the candidates to highlight, by role
    links         strong and weak links outside chains (a chain has its own: ``Chain.links``)
    chains        chains of inferences, ends in the last node of each
    sets          named sets of cells (A, B, ...)
    parts         steps inside this one (a trial's path, a nested argument)
    rules         constraints that the argument rests on
    notation      the pattern in one line, where the field has a notation
    size          how many facts a small proof rests on
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    contradiction: Contradiction | None = None
    variant: str = ""
    because: tuple[Statement, ...] = ()
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    candidates: Roles = ()
    links: tuple[Link, ...] = ()
    chains: tuple[Chain, ...] = ()
    sets: tuple[CellSet, ...] = ()
    parts: tuple[Step, ...] = ()
    notation: str = ""
    rules: tuple[Rule, ...] = ()
    size: int | None = None

    @property
    def view(self) -> StepView:
        """The view itself: where a view is shown, a step can be too."""
        return self

    def role(self, name: Role) -> tuple[Candidate, ...]:
        """The candidates with this role."""
        return next((c for role, c in self.candidates if role == name), ())


def cells_of(candidates: Iterable[Candidate]) -> tuple[int, ...]:
    """The cells of some candidates, each once."""
    return tuple(dict.fromkeys(cell for cell, _ in candidates))


def _view(step: Step) -> StepView:
    viewed = partial(
        StepView,
        step.technique,
        step.placements,
        step.eliminations,
        step.contradiction,
        step.variant,
        step.because,
    )
    match step.proof:
        case SingleProof(cell, digit, house):
            return viewed(
                digits=(digit,),
                cells=(cell,),
                houses=_some(house),
                candidates=(("defining", ((cell, digit),)),),
            )
        case IntersectionProof(digit, first, second, cells):
            locked = tuple((cell, digit) for cell in cells)
            return viewed(
                digits=(digit,),
                cells=cells,
                houses=(first, second),
                candidates=(("locked", locked),),
            )
        case ExclusionProof(candidates, house, rules) as proof:
            return viewed(
                digits=proof.digits,
                cells=proof.cells,
                houses=_some(house),
                candidates=(("locked", candidates),),
                rules=rules,
            )
        case NakedSetProof(cells, digits, candidates, house, rules, line):
            return viewed(
                digits=digits,
                cells=cells,
                houses=(*_some(house), *_some(line)),
                candidates=_defining(candidates),
                rules=rules,
            )
        case HiddenSetProof(cells, digits, candidates, house):
            return viewed(
                digits=digits, cells=cells, houses=(house,), candidates=_defining(candidates)
            )
        case DirectProof(pattern, placed, house, lost):
            shown = _view(replace(step, proof=pattern))
            own = _defining((placed,))
            extra: Roles = (("extra", tuple((cell, placed[1]) for cell in lost)),)
            if isinstance(pattern, HiddenSetProof):
                return replace(shown, candidates=(*own, ("locked", pattern.candidates), *extra))
            return replace(
                shown,
                houses=(*shown.houses, house),
                candidates=(*shown.candidates, *own, *extra),
            )
        case FishProof(digit, base, cover, cells, fins, chains, twin):
            if twin is not None:
                cover = tuple(dict.fromkeys((*cover, *twin.cover)))
                fins = tuple(dict.fromkeys((*fins, *twin.fins)))
                cells = tuple(cell for cell in cells if cell not in fins)
            marked: Roles = (("fin", tuple((cell, digit) for cell in fins)),) if fins else ()
            return viewed(
                digits=(digit,),
                cells=(*cells, *fins),
                houses=(*base, *cover),
                candidates=(*_defining(tuple((cell, digit) for cell in cells)), *marked),
                chains=chains,
            )
        case ColourProof(digits, colours) as proof:
            one = [(c, d) for found in colours for c in found.first for d in digits]
            other = [(c, d) for found in colours for c in found.second for d in digits]
            return viewed(
                digits=digits,
                cells=proof.cells,
                houses=tuple(dict.fromkeys(h for found in colours for h in found.houses)),
                candidates=(("defining", tuple(one)), ("second", tuple(other))),
            )
        case MedusaProof(first, second, links, _, meeting):
            return viewed(
                digits=tuple(sorted({digit for _, digit in (*first, *second)})),
                cells=cells_of((*first, *second, *meeting)),
                houses=tuple(dict.fromkeys(k.house for k in links if k.house is not None)),
                candidates=(("defining", first), ("second", second)),
                links=links,
            )
        case BentSetProof(cells, groups, needs, full):
            held = dict.fromkeys(pair for group in groups for pair in group.candidates)
            return viewed(
                digits=tuple(sorted({digit for _, digit in (*held, *needs)})),
                cells=tuple(dict.fromkeys((*cells, *full))),
                houses=tuple(dict.fromkeys(house for house, _ in needs)),
                candidates=_defining(tuple(held)),
            )
        case GuardianProof(cells, digits, houses, extra_pairs):
            ring = tuple((cell, digit) for cell in cells for digit in digits)
            return viewed(
                digits=digits,
                cells=cells,
                houses=houses,
                candidates=(*_defining(ring), ("extra", extra_pairs)),
            )
        case ExocetProof(digits=digits, lines=lines) as exocet:
            defining, others = (
                tuple((x, digit) for pair in pairs for x in pair for digit in digits)
                for pairs in (exocet.bases, exocet.targets)
            )
            return viewed(
                digits=digits,
                cells=exocet.cells,
                houses=lines,
                candidates=(("defining", defining), ("second", others)),
            )
        case SymmetryProof(_, partners, givens):
            return viewed(digits=partners, cells=givens)
        case ReverseProof(digits, _, last) as proof:
            return viewed(digits=digits, cells=proof.cells, candidates=(("defining", (last,)),))
        case TemplateProof(digit, houses, parts):
            return viewed(digits=(digit,), houses=houses, parts=parts)
        case WingProof(pivot, pincers, digit, _, rules) as proof:
            return viewed(
                digits=(*proof.shared, digit),
                cells=proof.cells,
                candidates=(
                    ("pivot", tuple((pivot, d) for d in proof.pivot_digits)),
                    (
                        "defining",
                        tuple((cell, e) for cell, d in pincers for e in sorted((d, digit))),
                    ),
                ),
                links=tuple(Link((pivot, d), (cell, d), "weak") for cell, d in pincers),
                rules=rules,
            )
        case AlignedProof(base_cells, candidates, excluders):
            return viewed(
                cells=base_cells, candidates=(("defining", candidates), ("excluder", excluders))
            )
        case LoopProof(cells, digits, defining, extras, how) | DeadlyProof(
            cells, digits, defining, extras, how
        ):
            return replace(
                _extras_view(viewed(), how),
                digits=_first(how, digits),
                cells=cells,
                candidates=(("defining", defining), ("extra", extras), *_locked(how)),
            )
        case CrossedProof(lines=lines, box=box, digits=digits, extra=extras, how=how) as proof:
            shown = _extras_view(viewed(), how)
            return replace(
                shown,
                digits=_first(how, digits),
                cells=proof.cells,
                houses=(*shown.houses, *lines, box),
                candidates=(("extra", extras), *_locked(how)),
            )
        case BugProof(extras, rest, how) as proof:
            return replace(
                _extras_view(viewed(), how),
                digits=proof.digits,
                cells=proof.cells,
                candidates=(("extra", extras), ("defining", rest), *_locked(how)),
            )
        case CycleProof(_, chain, rules):
            return replace(_chains_view(viewed(), (chain,)), rules=rules)
        case ChainProof(_, chain):
            return _chains_view(viewed(), (chain,))
        case AicProof(nodes, strong, _, notation, rules) as proof:
            pairs = tuple(dict.fromkeys(pair for node in nodes for pair in node.candidates))
            cells = (*cells_of(pairs), *(cell for found in proof.sets for cell in found.cells))
            return viewed(
                digits=tuple(dict.fromkeys(node.digit for node in nodes)),
                cells=tuple(dict.fromkeys(cells)),
                candidates=_defining(pairs),
                links=tuple(_aic_links(proof)),
                sets=proof.sets,
                notation=notation,
                rules=(*(found for found in strong if isinstance(found, Rule)), *rules),
            )
        case ForcingProof(_, (cell, digit), chains, house, rule, loop):
            return replace(
                _chains_view(viewed(), chains),
                digits=(digit,) if loop is None else loop.digits,
                cells=(cell,) if loop is None else loop.ring,
                houses=_some(house),
                rules=() if rule is None else (rule,),
            )
        case AlsProof(sets, commons, goes, notation, _, rules) as proof:
            joints = list(proof.joints())
            common = [
                pair for x, one, other in joints for found in (one, other) for pair in _of(found, x)
            ]
            return viewed(
                digits=(*commons, *goes),
                cells=tuple(dict.fromkeys(cell for found in sets for cell in found.cells)),
                candidates=_sets_roles(sets, common),
                links=tuple(
                    Link(a, b, "weak")
                    for x, one, other in joints
                    for a in _of(one, x)
                    for b in _of(other, x)
                ),
                sets=sets,
                notation=notation,
                rules=rules,
            )
        case BlossomProof(stem, digits, petals, goes):
            common = [
                pair for d, found in zip(digits, petals, strict=True) for pair in _of(found, d)
            ]
            cells = (stem, *(cell for found in petals for cell in found.cells))
            return viewed(
                digits=(*digits, *goes),
                cells=tuple(dict.fromkeys(cells)),
                candidates=(
                    ("pivot", tuple((stem, d) for d in digits)),
                    *_sets_roles(petals, common),
                ),
                sets=petals,
            )
        case ClueProof(_, left, _, common) as proof:
            return viewed(
                cells=tuple(dict.fromkeys(cell for rule in proof.rules for cell in rule.cells)),
                candidates=_left(left, common),
                rules=proof.rules,
            )
        case SumProof(houses, rules, plus, minus, _, left, _, common):
            return viewed(
                cells=(*plus, *minus), houses=houses, candidates=_left(left, common), rules=rules
            )
        case LeftoverProof(first_houses, second_houses, plus, minus, left, _, common):
            return viewed(
                cells=(*plus, *minus),
                houses=(*first_houses, *second_houses),
                candidates=_left(left, common),
            )
        case ClassProof(statements=statements) as proof:
            return viewed(
                cells=tuple(found.cell for found in statements),
                houses=tuple(r for r in proof.reasons if isinstance(r, House)),
                rules=tuple(r for r in proof.reasons if isinstance(r, Rule)),
            )
        case JointProof(rules, cells, left, _, common, needs):
            return viewed(
                digits=tuple(digit for _, digit in needs),
                cells=tuple(dict.fromkeys((*cells, *cells_of(common)))) if needs else cells,
                houses=tuple(house for house, _ in needs),
                candidates=_left(left, common),
                rules=rules,
            )
        case KillerSetProof(house, digits, cells, rules, places):
            return viewed(
                digits=digits,
                cells=(*cells, *(cell for own in places for cell in own)),
                houses=(house,),
                rules=rules,
            )
        case ConflictProof(rule, left, _, common, cells, needs, others):
            return viewed(
                digits=tuple(digit for _, digit in needs),
                cells=(*rule.cells, *cells),
                houses=tuple(house for house, _ in needs),
                candidates=_left(left, common),
                rules=(rule, *others),
            )
        case NegationProof(assumed, parts) | AssumptionProof(assumed, _, parts):
            return viewed(
                digits=assumed[1:], cells=assumed[:1], candidates=_defining((assumed,)), parts=parts
            )
        case TrialProof(cell, digits, branches):
            return viewed(
                digits=digits,
                cells=(cell,),
                candidates=(("defining", tuple((cell, digit) for digit in digits)),),
                parts=branches,
            )
        case FactsProof(cells, needs, rules, argument, further, about) as proof:
            return viewed(
                digits=tuple(digit for _, digit in needs),
                cells=cells,
                houses=tuple(house for house, _ in needs),
                candidates=_defining(about),
                chains=() if argument is None else (argument,),
                parts=further,
                rules=rules,
                size=proof.size,
            )
        case unknown:
            assert_never(unknown)


def _aic_links(proof: AicProof) -> Iterable[Link]:
    nodes = proof.nodes
    for one, other, reason in proof.pairs:
        for a in one.candidates:
            for b in other.candidates:
                house = reason if isinstance(reason, House) else None
                rule = reason if isinstance(reason, Rule) else None
                yield Link(a, b, "strong", house, rule)
    for one, other in zip(
        nodes[1::2], (*nodes[2::2], *(nodes[:1] if proof.ring else ())), strict=False
    ):
        for a in one.candidates:
            for b in other.candidates:
                yield Link(a, b, "weak")


def _some(house: House | None) -> tuple[House, ...]:
    return () if house is None else (house,)


def _defining(candidates: tuple[Candidate, ...]) -> Roles:
    return (("defining", candidates),) if candidates else ()


def _left(left: tuple[Candidate, ...], common: tuple[Candidate, ...]) -> Roles:
    others = tuple(pair for pair in left if pair not in common)
    return (*_defining(others), *((("locked", common),) if common else ()))


def _extras_view(bare: StepView, how: ExtraSet | ExtraLock | RingLock | None) -> StepView:
    if how is None:
        return bare
    if isinstance(how, RingLock):
        return replace(bare, houses=how.houses)
    return replace(
        bare, houses=(how.house,), sets=(how.others,) if isinstance(how, ExtraSet) else ()
    )


def _first(how: object, digits: tuple[int, ...]) -> tuple[int, ...]:
    """The digits of a pattern, the locked one first."""
    if not isinstance(how, ExtraLock):
        return digits
    return (how.digit, *(digit for digit in digits if digit != how.digit))


def _locked(how: ExtraSet | ExtraLock | RingLock | None) -> Roles:
    return (("locked", how.others.candidates),) if isinstance(how, ExtraSet) else ()


def _chains_view(bare: StepView, chains: tuple[Chain, ...]) -> StepView:
    """Chains with their candidates; the cells of a single chain are those of the whole chain."""
    used = tuple(dict.fromkeys((node.cell, node.digit) for c in chains for node in c.nodes))
    return replace(
        bare,
        digits=(chains[0].start.digit,),
        cells=cells_of(used),
        candidates=(("defining", used),),
        chains=chains,
    )


def _of(found: CellSet, digit: int) -> list[Candidate]:
    """The candidates of a named set that are this digit."""
    return [pair for pair in found.candidates if pair[1] == digit]


def _sets_roles(sets: Iterable[CellSet], common: Iterable[Candidate]) -> Roles:
    commons = dict.fromkeys(common)
    others = dict.fromkeys(
        pair for found in sets for pair in found.candidates if pair not in commons
    )
    return (("common", tuple(commons)), ("defining", tuple(others)))
