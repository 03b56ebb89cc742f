"""Candidates in two colours, of which one is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product, zip_longest
from string import ascii_uppercase
from typing import ClassVar, Literal, TypeAlias, assert_never

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.arguments.brute import Need, PatternProof
from satdoku.techniques.arguments.checks import excludes
from satdoku.techniques.arguments.pieces import Candidate, House, Link, PatternPart, grouped
from satdoku.techniques.arguments.saying import (
    CellNames,
    CrossedOut,
    HouseNames,
    Sentence,
    Text,
    candidate,
    say,
    sentences,
)
from satdoku.techniques.step import CheckContext, Proof, ShownPattern, Step, cells_of


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
class ColourProof(PatternProof):
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

    def joints(self) -> Iterable[tuple[Colours, Colours, tuple[int, int]]]:
        """Each meeting with its two pairs of colours."""
        last = len(self.colours) - 2
        for at, meeting in enumerate(self.meetings):
            place = min(2 * at, last)
            yield self.colours[place], self.colours[place + 1], meeting

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all colours, each once."""
        return tuple(dict.fromkeys(cell for both in self.colours for cell in both.cells))

    def shown(self) -> ShownPattern:
        one = [(c, d) for both in self.colours for c in both.first for d in self.digits]
        other = [(c, d) for both in self.colours for c in both.second for d in self.digits]
        return ShownPattern(
            digits=self.digits,
            cells=self.cells,
            houses=tuple(dict.fromkeys(h for both in self.colours for h in both.houses)),
            candidates=(("defining", tuple(one)), ("second", tuple(other))),
        )

    counted = Proof.counted

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        sides = [cells for both in self.colours for cells in (both.first, both.second)]
        return [
            PatternPart("houses", houses=shown.houses),
            *(PatternPart("colour", cells=cells) for cells in sides),
            PatternPart("digits", digits=self.digits),
        ]

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        pairs, digit, out = self.colours, self.digits[0], step.out
        if self.how == "link" and all(len(pair.houses) == 1 for pair in pairs):
            return self._two_houses(step, geometry)
        first, second = pairs[0].first, pairs[0].second
        if not pairs[0].houses:
            in_turn = zip_longest(first, second)
            return say(
                "colours.cells",
                cells=CellNames(tuple(c for both in in_turn for c in both if c is not None)),
                digits=self.digits,
                first=CellNames(first),
                second=CellNames(second),
                out=out,
            )
        if len(pairs) == 1:
            (pair,) = pairs
            cluster = say(
                "colours.cluster",
                houses=HouseNames(pair.houses),
                n=len(pair.houses),
                digit=digit,
                first=CellNames(first),
                second=CellNames(second),
            )
            if self.how == "trap":
                return sentences(cluster, say("colours.trap", digit=digit, out=out))
            end = say(
                "colours.wrap",
                meetings=self._meetings(),
                digit=digit,
                cells=CellNames(pairs[0].side(self.meetings[0][0])),
                out=out,
            )
            return sentences(cluster, end)
        named = tuple(dict.fromkeys(pairs))
        sides = [side for pair in named for side in (pair.first, pair.second)]
        name = dict(zip(sides, ascii_uppercase, strict=False))
        clusters = [
            say(
                "colours.cluster.named",
                houses=HouseNames(pair.houses),
                n=len(pair.houses),
                digit=digit,
                first=CellNames(pair.first),
                one=name[pair.first],
                second=CellNames(pair.second),
                other=name[pair.second],
            )
            for pair in named
        ]
        if self.how == "link":
            ways = tuple(
                say(
                    "colours.ends",
                    cells=CellNames((a, b)),
                    lost=(name[one.side(a)], name[other.side(b)]),
                    left=name[one.opposite(a)],
                    right=name[other.opposite(b)],
                )
                for one, other, (a, b) in self.joints()
            )
            end = say("colours.link", ways=ways, n=len(ways), digit=digit, out=out)
        else:
            end = say(
                "colours.covered",
                meetings=self._meetings(),
                lost=name[pairs[0].side(self.meetings[0][0])],
                left=name[pairs[1].first],
                right=name[pairs[1].second],
                out=out,
            )
        return sentences(*clusters, end)

    def _meetings(self) -> tuple[Sentence, ...]:
        return tuple(say("colours.see", cells=CellNames(meeting)) for meeting in self.meetings)

    def _two_houses(self, step: Step, geometry: Geometry) -> Text:
        """Two houses, an end of one seeing an end of the other; or two such arguments."""
        texts: list[Sentence] = []
        digit = self.digits[0]
        ended = [
            tuple(dict.fromkeys((*start.opposite(b), *other.opposite(a))))
            for other, start, (a, b) in self.joints()
        ]
        shown = [
            tuple(
                pair
                for pair in step.eliminations
                if all(step.sees(geometry, pair[0], end) for end in ends)
            )
            for ends in ended
        ]
        # What goes by a rule that the step does not name goes by the argument without another.
        rest = tuple(pair for pair in step.eliminations if not any(pair in out for out in shown))
        for (other, start, (a, b)), ends, out in zip(self.joints(), ended, shown, strict=True):
            (there,), (house,) = other.houses, start.houses
            texts.append(
                say(
                    "pairs",
                    digit=digit,
                    house=house,
                    cells=CellNames(tuple(sorted(start.cells))),
                    other=there,
                    others=CellNames(tuple(sorted(other.cells))),
                )
            )
            texts.append(
                say(
                    "pairs.joined",
                    digit=digit,
                    house=house,
                    end=CellNames(start.opposite(b)),
                    near=CellNames((b,)),
                    met=CellNames(other.side(a)),
                    seen="yes" if {*other.side(a)} <= {*geometry.peers[b]} else "no",
                    other=there,
                    last=CellNames(other.opposite(a)),
                    ends=CellNames(ends),
                    out=CrossedOut((out or rest) if shown[1:] else step.eliminations),
                )
            )
        return sentences(*texts)

    def to_fill(self) -> Iterable[Need]:
        houses = [house for pair in self.colours for house in pair.houses]
        return product(houses, self.digits) if houses else self.cells

    def shape_faults(self, step: Step, position: Position) -> Iterator[str]:
        candidates = position.candidates
        if len(self.digits) == 1:
            for pair in self.colours:
                for house in pair.houses:
                    places = {c for c in house.cells if self.digits[0] in candidates[c]}
                    if not places <= set(pair.cells):
                        yield f"{house.name} has a place without a colour"
        elif len(self.colours) == 1:
            for cell in self.colours[0].cells:
                if set(candidates[cell]) != set(self.digits):
                    yield f"{position.geometry.name(cell)} holds other digits"


MedusaHow: TypeAlias = Literal["both", "clash", "empty"]
"""How two colours of candidates lead to a conclusion."""


@dataclass(frozen=True, slots=True)
class MedusaProof(Proof):
    """All candidates ``first`` are true and none of ``second``, or the other way round.

    Of the two ends of each of ``links``, which join them all, exactly one is true: they are a cell
    of two candidates, or the two places of a digit in a house. ``how`` that leads further:

    both   a candidate of each colour excludes what is eliminated
    clash  the two candidates ``meeting`` are of the first colour and exclude each other: it goes
    empty  the first colour excludes all candidates ``meeting`` of a cell: it goes
    """

    only_excludes: ClassVar[bool] = True

    first: tuple[Candidate, ...]
    second: tuple[Candidate, ...]
    links: tuple[Link, ...]
    how: MedusaHow
    meeting: tuple[Candidate, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=tuple(sorted({digit for _, digit in (*self.first, *self.second)})),
            cells=cells_of((*self.first, *self.second, *self.meeting)),
            houses=tuple(dict.fromkeys(k.house for k in self.links if k.house is not None)),
            candidates=(("defining", self.first), ("second", self.second)),
            links=self.links,
        )

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("houses", houses=shown.houses),
            PatternPart("colour", cells=cells_of(self.first)),
            PatternPart("colour", cells=cells_of(self.second)),
            PatternPart("digits", digits=shown.digits),
        ]

    def faults(self, step: Step, context: CheckContext) -> Iterator[str]:
        """Whether the links alternate between two colours, which lead to the conclusion."""
        position = context.position
        open_, colours = position.candidates, (set(self.first), set(self.second))
        joined = set(self.first[:1])
        for link in self.links:
            ends = {link.first, link.second}
            if link.house is None:
                cell = link.first[0]
                true = {(cell, digit) for digit in open_[cell]}
            else:
                digit = link.first[1]
                true = {(cell, digit) for cell in link.house.cells if digit in open_[cell]}
            if true != ends or not (link.house is None or link.house.complete):
                yield "both ends of a link can be false, or true"
            if any(len(ends & colour) != 1 for colour in colours):
                yield "a link has one colour"
        for _ in self.links:
            joined |= {
                end
                for link in self.links
                for end in (link.first, link.second)
                if {link.first, link.second} & joined
            }
        if joined != colours[0] | colours[1]:
            yield "a candidate has no colour by the links"

        def excluded(pair: Candidate, colour: int) -> bool:
            return any(excludes(one, pair, position) for one in colours[colour])

        match self.how:
            case "both":
                shown = all(excluded(pair, at) for pair in step.eliminations for at in (0, 1))
            case "clash":
                shown = (
                    excludes(self.meeting[0], self.meeting[1], position)
                    and set(self.meeting) <= colours[0]
                )
            case "empty":
                cell = self.meeting[0][0]
                shown = all(
                    (cell, digit) in colours[1] or excluded((cell, digit), 0)
                    for digit in open_[cell]
                )
            case unknown:
                assert_never(unknown)
        wrong = self.how != "both" and not set(step.eliminations) <= colours[0]
        if not shown or wrong:
            yield "the colours do not lead to what follows"

    def sentence(self, step: Step, geometry: Geometry) -> Text:
        first, second = (
            tuple(
                say("medusa.digits", cells=CellNames(cells), digits=tuple(digits))
                for cells, digits in grouped(colour)
            )
            for colour in (self.first, self.second)
        )
        end = say(
            f"medusa.{self.how}",
            pairs=tuple(candidate(*pair) for pair in self.meeting),
            cell=CellNames(cells_of(self.meeting)[:1]),
            out=step.out,
        )
        return sentences(say("medusa", first=first, second=second), end)
