"""Sentences about patterns of cells and digits; one file, since it is one class.

Singles, locked digits, sets, fish, wings, uniqueness, almost locked sets.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, zip_longest
from typing import TypeAlias, assert_never

from satdoku.explaining.pieces import Pieces
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.arguments.colours import ColourProof, Colours, MedusaProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.patterns import (
    AlignedProof,
    BentSetProof,
    ExocetProof,
    GuardianProof,
    TemplateProof,
    WingProof,
)
from satdoku.techniques.arguments.saying import house_kinds, wrong
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    CrossedProof,
    DeadlyProof,
    ExtraLock,
    ExtraSet,
    LoopProof,
    ReverseProof,
    RingLock,
    SymmetryProof,
)
from satdoku.techniques.step import Candidate, CellSet, Contradiction, House, Rule, Step, cells_of

Case: TypeAlias = tuple[list[tuple[int, list[int]]], str]
"""Some cells with their digits, and why that cannot be."""


class SetWords(Pieces):
    """The sentences about patterns of cells and digits."""

    # -- singles and locked digits -----------------------------------------------------------------

    def wrong(self, found: Contradiction) -> str:
        """A contradiction as a clause: "row 3 has no place left for 5"."""
        return self.text(wrong(found))

    # -- sets --------------------------------------------------------------------------------------

    def fish(self, step: Step, proof: FishProof) -> str:
        """Houses whose places of a digit lie in as many others, but for fins."""
        if proof.chains:
            return self.kraken(step, proof)
        parts = []
        for fish in (proof,) if proof.twin is None else (proof, proof.twin):
            gone = list(step.eliminations)
            if proof.twin is not None:
                # Rules by which fins exclude a cell may be left out where others show the same.
                gone = [pair for pair in gone if self._catches(step, fish, pair[0])] or [
                    pair for pair in gone if self._covers(fish, pair[0])
                ]
            rules = step.between(self.geometry, fish.fins, [cell for cell, _ in gone])
            crossing = any(
                sum(cell in house.cells for house in fish.cover) > 1
                and any(cell in house.cells for house in fish.base)
                for cell, _ in gone
            )
            lines = all(house.kind in ("row", "column") for house in (*fish.base, *fish.cover))
            straight = lines and len({house.kind for house in fish.base}) == 1
            key = "fish.fins" if fish.fins else "fish" if straight else "fish.houses"
            text = self.say(
                key,
                base=self.lines_of(fish.base),
                cover=self.lines_of(fish.cover),
                crossing="yes" if crossing else "",
                digit=fish.digit,
                fins=self.names(fish.fins),
                n=len(fish.base),
                kind="lines" if straight else "houses",
                out=self.crossed_out(gone),
                rules=self.linked_by(rules),
            )
            if fish.endo:
                parts.append(self.say("fish.endo", cells=self.names(fish.endo), digit=fish.digit))
            parts.append(text)
        return self.join(parts, "sentences")

    def _catches(self, step: Step, fish: FishProof, cell: int) -> bool:
        """Whether a fish without chains excludes its digit from a cell."""
        return self._covers(fish, cell) and all(
            step.sees(self.geometry, cell, fin) for fin in fish.fins
        )

    @staticmethod
    def _covers(fish: FishProof, cell: int) -> bool:
        covered = sum(cell in house.cells for house in fish.cover)
        return covered > any(cell in house.cells for house in fish.base)

    @abstractmethod
    def kraken(self, step: Step, proof: FishProof) -> str:
        """A fish with chains from its fins."""

    def colours(self, step: Step, proof: ColourProof) -> str:
        """Pairs of places of a digit, and what they come to together."""
        out, digit, found = self.out(step), proof.digits[0], proof.colours
        meetings = [
            self.say("colours.see", cells=self.names(meeting)) for meeting in proof.meetings
        ]
        if proof.how == "link" and all(len(pair.houses) == 1 for pair in found):
            return self._pairs(step, proof)
        if not found[0].houses:
            in_turn = zip_longest(found[0].first, found[0].second)
            return self.say(
                "colours.cells",
                cells=self.names(cell for both in in_turn for cell in both if cell is not None),
                digits=proof.digits,
                first=self.names(found[0].first),
                second=self.names(found[0].second),
                out=out,
            )
        known = [self._cluster(pair, digit) for pair in found]
        match proof.how:
            case "trap":
                text = self.say("colours.trap", digit=digit, out=out)
            case "wrap":
                cells = self.names(found[0].side(proof.meetings[0][0]))
                text = self.say(
                    "colours.wrap", meetings=meetings, digit=digit, cells=cells, out=out
                )
            case "link":
                ways = [
                    self.say(
                        "colours.ends",
                        cells=self.names(meeting),
                        left=self.names(left),
                        right=self.names(right),
                        digit=digit,
                    )
                    for meeting, (left, right) in zip(proof.meetings, proof.ends, strict=True)
                ]
                text = self.say("colours.link", ways=ways, digit=digit, out=out)
            case "covered":
                cells = self.names(found[0].side(proof.meetings[0][0]))
                text = self.say(
                    "colours.covered", meetings=meetings, digit=digit, cells=cells, out=out
                )
            case unknown:
                assert_never(unknown)
        return self.join([*known, text], "sentences")

    def _cluster(self, pair: Colours, digit: int) -> str:
        """Where the digit alternates: either these or those."""
        return self.say(
            "colours.cluster",
            houses=self.lines_of(pair.houses),
            n=len(pair.houses),
            digit=digit,
            first=self.names(pair.first),
            second=self.names(pair.second),
        )

    def bent_set(self, step: Step, proof: BentSetProof) -> str:
        """As many digits, each counted as often as it can stand, as cells."""
        groups = [
            self.say("als.held", digit=group.digit, cells=self.names(group.cells))
            for group in proof.groups
        ]
        if proof.needs:
            needs = self.needs(proof.cells, proof.needs)
            n = len(proof.cells) + len(proof.needs)
            groups += [self.say("bent-set.full", cell=self.cell(cell)) for cell in proof.full]
            out = self.out(step)
            return self.say("bent-set.needs", n=n, needs=needs, groups=groups, out=out)
        return self.say(
            "bent-set",
            n=len(proof.cells),
            cells=self.names(proof.cells),
            groups=groups,
            out=self.out(step),
        )

    def exocet(self, step: Step, proof: ExocetProof) -> str:
        """Two cells, and two targets that hold the same digits; or two such pairs together."""
        return self.say(
            "exocet" if len(proof.bases) == 1 else "exocet.double",
            base=self.names(proof.bases[0]),
            targets=self.names(proof.targets[0]),
            other=self.names(proof.bases[-1]),
            ends=self.names(proof.targets[-1]),
            digits=proof.digits,
            lines=self.lines_of(proof.lines),
            cells=self.names(proof.cells),
            choices=["-".join(map(str, way)) for way in proof.choices],
            out=self.out(step),
        )

    def symmetric(self, step: Step, proof: SymmetryProof) -> str:
        """A symmetry of the givens."""
        cells = range(self.geometry.size)
        return self.say(
            "symmetric",
            cells=self.names(cells),
            images=self.names(proof.images[cell] for cell in cells),
            partners=[
                self.say("symmetric.partner", digit=digit, partner=partner)
                for digit, partner in zip(self.geometry.digits, proof.partners, strict=True)
            ],
            out=self.out(step),
        )

    def reverse(self, step: Step, proof: ReverseProof) -> str:
        """Two digits that could change places outside of the cells with their givens."""
        cell, digit = proof.last
        low, high = proof.digits
        return self.say(
            "reverse",
            low=low,
            high=high,
            cells=self.names(proof.held),
            cell=self.cell(cell),
            digit=digit,
            kinds=self.text(house_kinds(self.geometry)),
            out=self.out(step),
        )

    def medusa(self, step: Step, proof: MedusaProof) -> str:
        """Two colours of candidates of several digits."""
        colours = [
            [
                self.say("medusa.digits", cells=self.names(cells), digits=digits)
                for cells, digits in self.grouped(colour)
            ]
            for colour in (proof.first, proof.second)
        ]
        start = self.say("medusa", first=colours[0], second=colours[1])
        text = self.say(
            f"medusa.{proof.how}",
            pairs=[self.candidate(*pair) for pair in proof.meeting],
            cell="".join(self.names(cells_of(proof.meeting)[:1])),
            out=self.out(step),
        )
        return self.join([start, text], "sentences")

    def guardians(self, step: Step, proof: GuardianProof) -> str:
        """What cannot be filled without one of the further candidates."""
        facts = [self.holds(*pair) for pair in proof.extra]
        start = self.say(
            "guardians.houses"
            if proof.houses
            else f"guardians.{'ring' if len(proof.digits) == 2 else 'cells'}",
            houses=self.lines_of(proof.houses),
            cells=self.names(proof.cells),
            n=len(proof.cells),
            digits=proof.digits,
        )
        key = "guardians.one" if step.placements else "guardians"
        text = self.say(key, facts=facts, out=self.out(step))
        return self.join([start, text], "sentences")

    def template(self, step: Step, proof: TemplateProof) -> str:
        """What all ways to write a digit have in common."""
        lines = [self.say("template.parts")] if proof.parts else []
        for part in proof.parts:
            cells = self.names(cell for cell, _ in part.placements)
            line = self.say("template.part", digit=part.placements[0][1], cells=cells)
            lines.append(self.indent(line))
        text = self.say(
            "template.set" if step.placements else "template.delete",
            digit=proof.digit,
            cells=self.names(cell for cell, _ in step.placements),
            out=self.out(step),
            free=len(proof.parts),
        )
        return "\n".join([*lines, text])

    def _pairs(self, step: Step, proof: ColourProof) -> str:
        """Two houses, an end of one seeing an end of the other; or two such arguments."""
        parts, digit = [], proof.digits[0]
        ended = [
            tuple(dict.fromkeys((*start.opposite(b), *other.opposite(a))))
            for other, start, (a, b) in proof.joints()
        ]
        shown = [
            [
                pair
                for pair in step.eliminations
                if all(step.sees(self.geometry, pair[0], end) for end in ends)
            ]
            for ends in ended
        ]
        # What goes by a rule that the step does not name goes by the argument without another.
        rest = [pair for pair in step.eliminations if not any(pair in gone for gone in shown)]
        for (other, start, (a, b)), ends, gone in zip(proof.joints(), ended, shown, strict=True):
            (there,), (house,) = other.houses, start.houses
            parts += [
                self.say(
                    "pairs",
                    digit=digit,
                    house=self.house(house),
                    cells=self.names(sorted(start.cells)),
                    other=self.house(there),
                    others=self.names(sorted(other.cells)),
                ),
                self.say(
                    "pairs.joined",
                    digit=digit,
                    house=self.house(house),
                    end=self.names(start.opposite(b)),
                    near=self.names((b,)),
                    met=self.names(other.side(a)),
                    other=self.house(there),
                    last=self.names(other.opposite(a)),
                    ends=self.names(ends),
                    out=self.crossed_out((gone or rest) if shown[1:] else step.eliminations),
                ),
            ]
        return self.join(parts, "sentences")

    def wing(self, step: Step, proof: WingProof) -> str:
        """Pivot and pincers."""
        pivot, z = self.cell(proof.pivot), proof.digit
        cases = [
            self.say("wing.case", digit=digit, cell=self.cell(cell), z=z)
            for cell, digit in sorted(proof.pincers, key=lambda pincer: pincer[1])
        ]
        if proof.in_pivot:
            cases.append(self.say("wing.pivot", pivot=pivot, z=z))
        return self.say(
            f"wing{'.three' if proof.in_pivot else ''}{'.rules' if proof.rules else ''}",
            pivot=pivot,
            digits=proof.pivot_digits,
            pincers=[self.held(cell, sorted((digit, z))) for cell, digit in proof.pincers],
            cells=self.names(cell for cell, _ in proof.pincers),
            cases=cases,
            z=z,
            out=self.out(step),
            rules=self.linked_by(proof.rules),
        )

    # -- uniqueness --------------------------------------------------------------------------------

    def unique(self, step: Step, proof: LoopProof) -> str:
        """Unique rectangles and loops."""
        low, *_, high = proof.digits
        start = self.say(
            "loop" if len(proof.digits) == 2 else "loop.sides",
            ring=self.names(proof.ring),
            pair=proof.digits,
            low=low,
            high=high,
            kinds=self.text(house_kinds(self.geometry)),
            first=self.names(proof.ring[::2]),
            second=self.names(proof.ring[1::2]),
            pairs=[
                self.cells(pair) for pair in zip(proof.ring[::2], proof.ring[1::2], strict=True)
            ],
        )
        held = cells_of((*proof.defining, *proof.extra))
        filled = self.names(cell for cell in proof.ring if cell not in held)
        if filled:
            start = self.join([start, self.say("loop.filled", cells=filled)], "sentences")
        return self.join([start, self._ending(step, proof)], "sentences")

    def deadly(self, step: Step, proof: DeadlyProof | CrossedProof) -> str:
        """Cells that could be filled in another way."""
        digits = proof.digits
        if isinstance(proof, DeadlyProof):
            cells = self.names(proof.cells)
            start = self.say(
                "deadly", cells=cells, digits=digits, kinds=self.text(house_kinds(self.geometry))
            )
        else:
            start = self.say(
                "crossed",
                lines=self.lines_of(proof.lines),
                corners=self.names(proof.corners),
                crossing=self.names(proof.crossing),
                box=self.house(proof.box),
                digits=digits,
            )
            if not {cell for cell, _ in proof.extra} - {*proof.corners}:
                locked = self.say(
                    "crossed.box",
                    box=self.house(proof.box),
                    digits=digits,
                    crossing=self.names(proof.crossing),
                )
                start = self.join([start, locked], "sentences")
        return self.join([start, self._ending(step, proof)], "sentences")

    def _ending(self, step: Step, proof: LoopProof | DeadlyProof | CrossedProof) -> str:
        """What follows where one of the further candidates is true."""
        low, *_, high = proof.digits
        cells, out = self.names(cells_of(proof.extra)), self.out(step)
        digits = sorted({digit for _, digit in proof.extra})
        match proof.how:
            case None if proof.type == 1:
                text = self.say("loop.1", cells=cells, digits=digits, out=out)
            case None:
                text = self.say("loop.2", cells=cells, digit=proof.extra[0][1], out=out)
            case ExtraLock(house, locked):
                text = self.say(
                    "loop.lock",
                    house=self.house(house),
                    locked=locked,
                    cells=cells,
                    removed=[digit for digit in proof.digits if digit != locked],
                    out=out,
                )
            case RingLock(houses, locked):
                assert isinstance(proof, LoopProof)
                ring = [c for c in proof.ring if any(c in house.cells for house in houses)]
                removed = high if locked == low else low
                (goes, *_) = cells_of(step.eliminations)
                text = self.say(
                    "loop.crossing" if proof.type == 6 else "loop.corner",
                    houses=self.lines_of(houses),
                    locked=locked,
                    ring=self.names(ring),
                    cells=cells if proof.type == 6 else self.names([goes]),
                    far=self.cell(proof.ring[(proof.ring.index(goes) + 2) % 4]),
                    pair=proof.digits,
                    removed=removed,
                    out=out,
                )
            case ExtraSet(house, CellSet("naked")) as found:
                text = self.say("loop.naked", cells=cells, digits=digits)
                text = self.join([text, self._fills(step, found)], "sentences")
            case ExtraSet(house, found):
                text = self.say(
                    "loop.hidden",
                    cells=cells,
                    pair=proof.digits,
                    low=low,
                    high=high,
                    house=self.house(house),
                    digits=found.digits,
                    others=self.names(found.cells),
                    out=out,
                )
            case unknown:
                assert_never(unknown)
        return text

    def _fills(self, step: Step, how: ExtraSet) -> str:
        """One of some cells and a named set fill their house with as many digits."""
        found, house, out = how.others, self.house(how.house), self.out(step)
        if not found.cells:
            return self.say("fills.house", house=house, out=out)
        return self.say(
            "fills",
            cells=self.names(found.cells),
            n=len(found.digits),
            house=house,
            digits=found.digits,
            out=out,
        )

    def bug(self, step: Step, proof: BugProof) -> str:
        """Bivalue universal grave."""
        extra = [self.candidate(*pair) for pair in proof.extra]
        start = self.say("bug", extra=extra, kinds=self.text(house_kinds(self.geometry)))
        facts = [self.holds(*pair) for pair in proof.extra]
        cells, out = self.names(cells_of(proof.extra)), self.out(step)
        match proof.how:
            case None if proof.type == 1:
                text = self.say("bug.1", facts=facts, out=out)
            case None if len(proof.digits) > 1:
                text = self.say("guardians", facts=facts, out=out)
            case None:
                text = self.say("bug.2", cells=cells, digit=proof.extra[0][1], out=out)
            case ExtraLock(house, digit):
                text = self.say(
                    "bug.lock",
                    facts=facts,
                    house=self.house(house),
                    digit=digit,
                    cells=cells,
                    out=out,
                )
            case ExtraSet() as found:
                text = self.say("bug.set", facts=facts)
                text = self.join([text, self._fills(step, found)], "sentences")
            case unknown:
                assert_never(unknown)
        return self.join([start, text], "sentences")

    # -- aligned exclusion -------------------------------------------------------------------------

    def aligned(self, step: Step, proof: AlignedProof) -> str:
        """Every way to fill the base cells beside a candidate fails."""
        lines = [self.say("aligned", cells=self.names(proof.base))]
        for (cell, digit), cases in self.impossible(step, proof):
            heading = self.say("aligned.candidate", cell=self.cell(cell), digit=digit)
            lines.append(self.indent(heading))
            for way, why in cases:
                facts = [self.say("aligned.cell", cell=self.cell(c), digits=ds) for c, ds in way]
                lines.append(self.indent(self.say("aligned.case", facts=facts, why=why), "    "))
        return "\n".join([*lines, self.say("so", out=self.out(step))])

    def impossible(self, step: Step, proof: AlignedProof) -> list[tuple[Candidate, list[Case]]]:
        """For each candidate that an aligned exclusion removes: the ways to fill the other base
        cells beside it, and what is wrong with each."""
        base = {cell: [d for c, d in proof.candidates if c == cell] for cell in proof.base}
        found = []
        for pair in step.eliminations:
            others = [cell for cell in proof.base if cell != pair[0]]
            orders = [self._cases(proof, pair, order, base) for order in permutations(others)]
            found.append((pair, min(orders, key=len)))
        return found

    def _cases(
        self,
        proof: AlignedProof,
        pair: Candidate,
        order: Sequence[int],
        base: dict[int, list[int]],
    ) -> list[Case]:
        """The ways by the digit of the first other cell; the last one's digits where they matter,
        those with the same reason together."""
        first, *rest = order
        cases: list[Case] = []
        for digit in base[first]:
            begun = [pair, (first, digit)]
            if not rest or (why := self._clash(proof, begun)):
                why = self._clash(proof, begun, last=True)
                cases.append(([(first, [digit])], why))
                continue
            by_reason: dict[str, list[int]] = {}
            for last in base[rest[0]]:
                why = self._clash(proof, [*begun, (rest[0], last)], last=True)
                by_reason.setdefault(why, []).append(last)
            for why, digits in by_reason.items():
                cases.append(([(first, [digit]), (rest[0], digits)], why))
        return cases

    def _clash(self, proof: AlignedProof, way: Sequence[Candidate], last: bool = False) -> str:
        """Why base cells cannot hold these digits together; nothing where they might."""
        for (a, x), (b, y) in combinations(way, 2):
            if x == y and b in self.geometry.peers[a]:
                return self._equal(a, b)
        digits = {digit for _, digit in way}
        excluder: dict[int, list[int]] = {}
        for cell, digit in proof.excluders:
            excluder.setdefault(cell, []).append(digit)
        for cell, left in excluder.items():
            if digits.issuperset(left):
                return self.say("aligned.emptied", cell=self.cell(cell), digits=left)
        if not last:
            return ""
        # The step is sound, so a rule of a variant keeps two equal digits apart.
        a, b = next((a, b) for (a, x), (b, y) in combinations(way, 2) if x == y)
        return self._equal(a, b)

    def _equal(self, a: int, b: int) -> str:
        return self.say("aligned.equal", first=self.cell(a), second=self.cell(b))

    # -- almost locked sets ------------------------------------------------------------------------

    def als_chain(self, step: Step, proof: AlsProof) -> str:
        """Almost locked sets in a row."""
        commons, goes = proof.commons, proof.goes
        first, last = proof.sets[0], proof.sets[-1]
        parts = [
            self.sets_of(proof.sets),
            self.say("als.assume", set=first.name, digit=goes[0]),
        ]
        lines = [self.say("als.holds", set=first.name, held=self._held(first, commons[0]))]
        gains = [*commons[1:], goes[0]]
        for before, found, lost, gain in zip(
            proof.sets, proof.sets[1:], commons, gains, strict=False
        ):
            lines.append(
                self.say(
                    "als.step",
                    sees=self._all_see(step, lost, before, found),
                    set=found.name,
                    lost=lost,
                    held=self._held(found, gain),
                )
            )
        parts += [self.indent(f"{number}. {line}") for number, line in enumerate(lines, 1)]
        if goes[1:]:
            parts.append(self.say("als.same", set=first.name, digits=goes[1:]))
        places = [
            self.say(
                "als.ends",
                digit=z,
                first=first.name,
                here=self.names(self.places(first, z)),
                last=last.name,
                there=self.names(self.places(last, z)),
            )
            for z in goes
        ]
        groups = [self.places(first, z) + self.places(last, z) for z in goes]
        parts.append(self._conclusion(step, proof, places, groups))
        return "\n".join(parts)

    def doubly_linked(self, step: Step, proof: AlsProof) -> str:
        """Two almost locked sets with two restricted commons."""
        a, b = proof.sets
        x, y = proof.commons[:2]
        double = self.say(
            "als.double",
            first=x,
            second=y,
            sees_first=self._all_see(step, x, a, b),
            sees_second=self._all_see(step, y, a, b),
        )
        places, groups = [], []
        for digit, having in self.sets_with(step, proof):
            groups.append([cell for s in having for cell in self.places(s, digit)])
            sets = [
                self.say("als.in", set=s.name, cells=self.names(self.places(s, digit)))
                for s in having
            ]
            places.append(self.say("als.place", digit=digit, sets=sets))
        conclusion = self._conclusion(step, proof, places, groups)
        return "\n".join([self.sets_of(proof.sets), double, conclusion])

    def sets_with(self, step: Step, proof: AlsProof) -> list[tuple[int, tuple[CellSet, ...]]]:
        """For the digits that two doubly linked sets exclude: the sets that hold it between them.

        A restricted common is in one of the two, any other digit in each set that has it.
        """
        found: list[tuple[int, tuple[CellSet, ...]]] = []
        for digit in sorted({digit for _, digit in step.eliminations}):
            having = [s for s in proof.sets if digit in s.digits]
            shared = digit in proof.commons
            found += [(digit, tuple(having))] if shared else [(digit, (s,)) for s in having]
        return found

    def blossom(self, step: Step, proof: BlossomProof) -> str:
        """Stem and petals."""
        stem, goes = self.cell(proof.stem), proof.goes
        lines = [self.sets_of(proof.petals), self.say("blossom", stem=stem)]
        for digit, petal in zip(proof.digits, proof.petals, strict=True):
            there = self.places(petal, digit)
            rules = self.pairs_of(step.between(self.geometry, [proof.stem], there))
            line = self.say(
                "blossom.petal.rules" if rules else "blossom.petal",
                stem=stem,
                digit=digit,
                set=petal.name,
                cells=self.names(there),
                rules=rules,
                held=[self._held(petal, z) for z in goes],
            )
            lines.append(self.indent(line))
        groups = [[cell for s in proof.petals for cell in self.places(s, z)] for z in goes]
        so = self.say("blossom.so", digits=goes)
        lines.append(self.join([so, self._seen_places(step, (), groups)], "sentences"))
        return "\n".join(lines)

    def places(self, found: CellSet, digit: int) -> list[int]:
        """The cells of a named set that can hold a digit."""
        return [cell for cell, d in found.candidates if d == digit]

    def sets_of(self, sets: Sequence[CellSet]) -> str:
        """The sets, and what follows from them."""
        lines = [
            self.say("als.set", name=s.name, cells=self.names(s.cells), digits=s.digits)
            for s in sets
        ]
        return "\n".join([self.say("als.sets"), *map(self.indent, lines)])

    def _held(self, found: CellSet, digit: int) -> str:
        return self.say("als.held", digit=digit, cells=self.names(self.places(found, digit)))

    def _all_see(self, step: Step, digit: int, one: CellSet, other: CellSet) -> str:
        """Why a digit is a restricted common."""
        here, there = self.places(one, digit), self.places(other, digit)
        rules = self.pairs_of(step.between(self.geometry, here, there))
        return self.say(
            "als.sees.rules" if rules else "als.sees",
            digit=digit,
            first=one.name,
            here=self.names(here),
            second=other.name,
            there=self.names(there),
            rules=rules,
        )

    def _conclusion(
        self,
        step: Step,
        proof: AlsProof,
        places: Sequence[str],
        groups: Sequence[Sequence[int]],
    ) -> str:
        so = self.say("als.so", places=places)
        seen = self._seen_places(step, proof.rules, groups)
        return f"{self.join([so, seen], 'sentences')}\n  {proof.notation}"

    def _seen_places(
        self, step: Step, rules: Iterable[Rule], groups: Sequence[Sequence[int]]
    ) -> str:
        """What goes, where one cell of each group holds its digit."""
        digits, out = {digit for _, digit in step.eliminations}, self.out(step)
        if linked := self.linked_by(rules):
            return self.say("als.out.rules", out=out, rules=linked)
        n = max(len(set(cells)) for cells in groups)
        if len(digits) == 1:
            return self.say("als.out.one", n=n, digit=digits.pop(), out=out)
        return self.say("als.out", n=n, out=out)

    # -- a pattern inside an argument --------------------------------------------------------------

    def phrase(self, part: Step) -> str:
        """The reason of a step inside an argument, where a few words suffice; else nothing."""
        match part.proof:
            case _ if not part.eliminations:
                return ""
            case IntersectionProof(digit, first, second):
                return self.say(
                    "phrase.locked",
                    digit=digit,
                    first=self.house(first),
                    second=self.house(second),
                )
            case ExclusionProof(house=House() as house) as proof:
                return self.say(
                    "phrase.house",
                    digits=proof.digits,
                    house=self.house(house),
                    cells=self.names(proof.cells),
                )
            case ExclusionProof() as proof:
                return self.say("phrase.cells", cells=self.names(proof.cells), digits=proof.digits)
            case NakedSetProof(cells, digits, house=house):
                key = "phrase.naked.apart" if house is None else "phrase.naked"
                return self.say(key, cells=self.names(cells), digits=digits)
            case HiddenSetProof(cells, digits, house=house):
                return self.say(
                    "phrase.hidden",
                    digits=digits,
                    house=self.house(house),
                    cells=self.names(cells),
                )
            case _:
                return ""

    def pattern_says(self, part: Step) -> str:
        """What a pattern inside an argument excludes, with its reason in a few words."""
        what = self.excluded_as_reason(part.eliminations)
        return self.say("reason", what=what, why=self.phrase(part))
