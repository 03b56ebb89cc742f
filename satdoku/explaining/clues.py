"""Sentences about the clues of variants: what the ways to keep them have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from satdoku.explaining.folding import LONGEST
from satdoku.explaining.pieces import MANY, Pieces
from satdoku.relations import DigitSetSum
from satdoku.techniques.arguments.clues import (
    ClassProof,
    ClueProof,
    ConflictProof,
    JointProof,
    KillerSetProof,
    LeftoverProof,
    SumProof,
)
from satdoku.techniques.step import Candidate, House, Rule, Step

OfWays: TypeAlias = ClueProof | SumProof | LeftoverProof | JointProof | ConflictProof

_OF_PARTS = (ClueProof, SumProof, LeftoverProof, JointProof)
"""Proofs that may have parts, each with something else that every way has."""

_FEW_WAYS = 5
FEW = 3
"""Lists of more are said in other words where there are any."""

CROWD = 6
"""Of more reasons for one step, those about many cells are not listed."""


class ClueWords(Pieces):
    """The sentences about what the ways to keep a clue have in common."""

    def left(self, step: Step, proof: OfWays, cells: Sequence[int]) -> str:
        """What the ways that are left have in common, as far as it matters: "r1c1 is 1 to 3"."""
        if proof.common:
            return self._common(step, proof.common)
        if self._are_equal(proof):
            same = self.spanned(sorted(way[0] for way in proof.ways))
            said = isinstance(proof, LeftoverProof)  # that they are equal
            key = "left.cells" if said else "ways.equal"
            return self.say(key, cells=self.names(cells), digits=same)
        if proof.ways:
            sets = sorted({tuple(sorted(way)) for way in proof.ways})
            orders = sum(len(set(permutations(digits))) for digits in sets if len(digits) <= FEW)
            free = len(sets) < len(proof.ways) == orders
            ways = ["-".join(map(str, way)) for way in (sets if free else proof.ways)]
            key = "ways.any-order" if free else "ways"
            return self.say(key, cells=self.names(cells), ways=ways)
        by_digits: dict[tuple[int, ...], list[int]] = {}
        gone: list[Candidate] = []
        for cell in dict.fromkeys(cell for cell, _ in step.eliminations):
            digits = tuple(digit for c, digit in proof.left if c == cell)
            if len(digits) > FEW and len(self.spanned(digits)) > 1:
                # What goes is shorter than a list of what stays.
                gone += [pair for pair in step.eliminations if pair[0] == cell]
            else:
                by_digits.setdefault(digits, []).append(cell)
        parts = [
            self.say("left.cells", cells=self.names(found), digits=self.spanned(digits))
            for digits, found in by_digits.items()
        ]
        if gone:
            parts += [
                self.say("left.not", cells=self.names(found), digits=self.spanned(digits))
                for found, digits in self.grouped(gone)
            ]
        return self.say("left", parts=parts)

    def _placed(self, pairs: Sequence[Candidate]) -> list[str]:
        """ "6 or 8 in r1c1 or r1c2"."""
        return [
            self.say("left.placed", cells=self.names(cells), digits=digits)
            for cells, digits in self.grouped(pairs)
        ]

    def _common(self, step: Step, common: Sequence[Candidate]) -> str:
        """What every way has one of; where that is a long list, that what goes leaves no way."""
        places: dict[tuple[int, ...], list[int]] = {}
        others: list[str] = []
        without: list[Candidate] = []
        reasons = self._reasons(step, common)
        for part, these in reasons:
            cells = tuple(dict.fromkeys(cell for cell, _ in these))
            digits = {digit for _, digit in these}
            if len(reasons) > CROWD and len(cells) > FEW:
                without += part.eliminations
            elif len(digits) == 1:
                places.setdefault(cells, []).extend(digits)
            elif len(cells) == 1:
                own = self.spanned(sorted(digits))
                others.append(self.say("left.cells", cells=self.names(cells), digits=own))
            elif len(these) - len(cells) < FEW - 1:
                others.append(self.one_of(these))
            else:
                without += part.eliminations
        if without:
            others.append(self.say("common.without", gone=self._placed(without)))
        if not places:
            return self.say("left", parts=others)
        return self.say("left", parts=[self._in_places(places, step), *others])

    def _in_places(self, places: Mapping[tuple[int, ...], list[int]], step: Step | None) -> str:
        """ "every way has a 9 in r1c1 or r1c2"; of all open cells of a clue: "has a 9"."""
        proof = None if step is None else step.proof
        left = {cell for cell, _ in proof.left} if isinstance(proof, ClueProof) else ()
        where = []
        for cells, digits in sorted(places.items(), key=lambda item: -len(item[0])):
            key = "common.place" if len(digits) < len(cells) else "common.places"
            if len(cells) >= FEW and set(cells) == left:
                key = "common.anywhere"
            where.append(self.say(key, cells=self.names(cells), digits=sorted(digits)))
        return self.say("common.digits", places=where)

    def _reasons(
        self, step: Step, common: Sequence[Candidate]
    ) -> list[tuple[Step, Sequence[Candidate]]]:
        """The parts of a step, each with what every way has one of: of most there is one part."""
        parts = step.proof.each if isinstance(step.proof, _OF_PARTS) else ()
        return [
            (part, part.proof.common) for part in parts if isinstance(part.proof, _OF_PARTS)
        ] or [(step, common)]

    def _rest(self, step: Step, common: Sequence[Candidate]) -> str:
        """What is crossed out; many cells of the houses in which a digit has its places by the
        names of these houses."""
        digits_of: dict[tuple[House, ...], list[int]] = {}
        named: list[Candidate] = []
        for part, these in self._reasons(step, common):
            houses = self._emptied(part, these)
            if houses:
                digits_of.setdefault(houses, []).append(these[0][1])
            else:
                named += part.eliminations
        last = None if named else next(reversed(digits_of), None)
        said = [
            self.say(
                "out.rest" if houses == last else "out.rest.more",
                houses=list(map(self.house, houses)),
                digits=sorted(digits),
            )
            for houses, digits in digits_of.items()
        ]
        return self.join([*said, *([self.crossed_out(named)] if named else ())], "clauses")

    def _emptied(self, step: Step, common: Sequence[Candidate]) -> tuple[House, ...]:
        """The houses in which a digit has its places, where they name what goes in short."""
        digits = {digit for _, digit in (*common, *step.eliminations)}
        places = {cell for cell, _ in common}
        homes = [
            House(house.kind, house.number, house.cells, grid=house.grid)
            for house in (*self.geometry.regions, *self.geometry.houses)
            if places <= set(house.cells)
        ]
        gone = {cell for cell, _ in step.eliminations}
        used = [house for house in dict.fromkeys(homes) if gone & set(house.cells)]
        covered = {cell for house in used for cell in house.cells}
        if not common or len(digits) > 1 or len(gone) <= FEW or not gone <= covered:
            return ()
        return tuple(used)

    def one_of(self, common: Sequence[Candidate]) -> str:
        """ "every way has a 9 in r1c1 or r1c2", "... has r1c1 = 3 or r1c2 = one of 1 and 2"."""
        digits = {digit for _, digit in common}
        if len(digits) == 1:
            return self._in_places({tuple(cell for cell, _ in common): [*digits]}, None)
        of_cell: dict[int, list[int]] = {}
        for cell, digit in common:
            of_cell.setdefault(cell, []).append(digit)
        facts = [
            self.holds(cell, digits[0])
            if len(digits) == 1
            else self.say("common.one", cell=self.cell(cell), digits=sorted(digits))
            for cell, digits in of_cell.items()
        ]
        return self.say("common", facts=facts)

    def ways(self, rule: Rule) -> list[str]:
        """The sums that a cage can be, ``1+7``, where they are few enough to be read."""
        if rule.name != "killer-cage" or not rule.label.isdecimal():
            return []
        sums = DigitSetSum(rule.cells, int(rule.label), self.geometry.digits)
        if sums.digit_set_count > _FEW_WAYS:
            return []
        return ["+".join(map(str, digits)) for digits in sums.digit_sets]

    def rules_out_by_itself(self, step: Step, rule: Rule) -> bool:
        """Whether the ways to keep a cage exclude what goes, whatever else has gone: a digit that
        none of them has in its own cells, or one that all have where all its cells are seen."""
        ways = [set(map(int, way.split("+"))) for way in self.ways(rule)]
        peers = self.geometry.peers
        return all(
            not any(digit in way for way in ways)
            if cell in rule.cells
            else all(digit in way for way in ways) and set(rule.cells) <= set(peers[cell])
            for cell, digit in step.eliminations
        )

    def _is_of_sums(self, step: Step, proof: ClueProof, sums: Sequence[str]) -> bool:
        """Whether what goes follows from the sums that a cage can be: in its own cells a digit of
        none of them, elsewhere one of all of them where all cells that may have it are seen."""
        ways = [set(map(int, way.split("+"))) for way in sums]
        for part, common in self._reasons(step, proof.common):
            digits = {digit for _, digit in common}
            places = {cell for cell, digit in proof.left if digit in digits}
            if not ways or len(digits) > 1:
                return False
            if digits and not (
                all(digits <= way for way in ways) and places == {cell for cell, _ in common}
            ):
                return False
            if not digits and any(digit in way for _, digit in part.eliminations for way in ways):
                return False
        return True

    def _ways_now(self, proof: ClueProof) -> list[str]:
        """Those of the sums of a cage that are left, where that is known."""
        first = proof.each[0].proof if proof.each else proof
        known = first.ways if isinstance(first, ClueProof) else ()
        return ["+".join(map(str, way)) for way in sorted({tuple(sorted(way)) for way in known})]

    def clue(self, step: Step, proof: ClueProof) -> str:
        """What the ways to keep a clue have in common."""
        if step.contradiction is not None:
            wrong = self.say("proof.broken", rule=self.rule(proof.rule), given="")
            return self.join([wrong, self.say("proof.unsolvable")], "sentences")
        if proof.each and not proof.common:
            return self._each(step, proof)
        rule, count = proof.rule, len(proof.rule.cells)
        if self.ways(rule):
            now, key = self._ways_now(proof), "direct.ways.left"
            if self._is_of_sums(step, proof, self.ways(rule)):
                key = "direct.ways"
            elif self._is_of_sums(step, proof, now):
                key = "direct.ways.now"
            return self.say(
                key,
                rule=self.rule(rule),
                ways=self.ways(rule),
                now=now,
                left=self.left(step, proof, rule.cells),
                out=self._rest(step, proof.common)
                if key != "direct.ways.left"
                else self._so(step, proof),
            )
        return self.say(
            "clue.many" if count > MANY and not proof.ways else "clue",
            rule=self.rule(rule),
            n=count,
            left=self.left(step, proof, rule.cells),
            out=self._so(step, proof),
        )

    def _each(self, step: Step, proof: ClueProof) -> str:
        """Clues of a kind, each by itself on a line, and of more than are shown at once what is
        left to all of their cells."""
        alike: dict[object, list[Step]] = {}
        for number, part in enumerate(proof.each):
            alike.setdefault(self._likeness(part) or number, []).append(part)
        texts = [
            self._alike(parts) if len(parts) > 1 else self.full(parts[0])
            for parts in alike.values()
        ]
        lines = [self.say("clue.each", n=len(proof.each)), *(f"  - {text}" for text in texts)]
        if len(lines) > LONGEST:
            lines.append(self.say("clue.all", left=self.left(step, proof, ())))
        return "\n".join(lines)

    def _likeness(self, part: Step) -> object:
        """What a clue that limits its own cells has in common with those of which the same can be
        said: which digits some cell of it loses. ``None`` of a clue whose sums or ways are said, or
        of one that needs other rules."""
        proof = part.proof
        if not isinstance(proof, ClueProof) or proof.ways or part.besides or self.ways(proof.rule):
            return None
        lost: dict[int, list[int]] = {}
        for cell, digit in part.eliminations:
            lost.setdefault(cell, []).append(digit)
        return proof.rule.name, proof.rule.called, frozenset(map(tuple, lost.values()))

    def _alike(self, parts: Sequence[Step]) -> str:
        """Clues of which the same can be said, together."""
        proofs = [part.proof for part in parts if isinstance(part.proof, ClueProof)]
        rules = [proof.rule for proof in proofs]
        gone = dict.fromkeys(pair for part in parts for pair in part.eliminations)
        left = dict.fromkeys(pair for proof in proofs for pair in proof.left if pair not in gone)
        merged = ClueProof(rules[0], tuple(left))
        step = Step(parts[0].technique, merged, eliminations=tuple(sorted(gone)))
        return self.say(
            "clue",
            rule=self.join(self.rules(rules)),
            n=len(rules),
            left=self.left(step, merged, ()),
            out=[],
        )

    def _so(self, step: Step, proof: OfWays) -> list[str]:
        """What is crossed out, unless the sentence about what is left says it: "r1c1 can only be 1
        to 3"."""
        said = proof.left and not proof.common and (not proof.ways or self._are_equal(proof))
        return [] if said else [self._rest(step, proof.common)]

    def _are_equal(self, proof: OfWays) -> bool:
        """Whether two cells hold the same digit in every way."""
        return (
            not proof.common
            and bool(proof.ways)
            and all(len(way) == 2 and way[0] == way[1] for way in proof.ways)
        )

    def direct_rule(self, step: Step, rule: Rule) -> str:
        """What a constraint excludes, or the constraint itself."""
        named, out = self.rule(rule), self.out(step)
        if step.placements:
            cell, digit = step.placements[0]
            return self.say("direct.placed", rule=named, cell=self.cell(cell), digit=digit)
        if not (ways := self.ways(rule)):
            return self.say("direct.none", rule=named, out=out)
        key = "direct.ways"
        if not self.rules_out_by_itself(step, rule):
            key = "direct.ways.candidates"
        return self.say(key, rule=named, ways=ways, out=out)

    def sums(self, step: Step, proof: SumProof) -> str:
        """The 45 rule."""
        every = sum(self.geometry.digits) * len(proof.houses)
        inner = {cell for house in proof.houses for cell in house.cells}
        plus, minus = self.names(proof.plus), self.names(proof.minus)
        wrong = step.contradiction is not None
        one = len(plus) + len(minus) == 1
        text = self.say(
            "sums.wrong" if wrong else "sums.one" if one else "sums",
            houses=list(map(self.house, proof.houses)),
            lines=self.lines_of(proof.houses),
            every=every,
            rules=self.rules(proof.rules),
            n=len(proof.rules),
            covered=every - proof.total if set(proof.plus) <= inner else every + proof.total,
            equation=self._equation(plus, minus, proof.total),
            left="" if wrong or one else self.left(step, proof, (*proof.plus, *proof.minus)),
            out=self._so(step, proof),
        )
        return self.join([text, self.say("proof.unsolvable")], "sentences") if wrong else text

    def _equation(self, plus: list[str], minus: list[str], total: int) -> str:
        """ "r1c1 + r1c2 = r2c1 + 3": no side takes anything away."""
        first, second = (minus, plus) if total < 0 else (plus, minus)
        known = [str(abs(total))] if total or not minus else []
        sides = self.join(first, "plus"), self.join([*second, *known], "plus")
        return self.join(sides, "equal")

    def leftovers(self, step: Step, proof: LeftoverProof) -> str:
        """Lines against regions."""
        return self.say(
            "leftovers.cancel"
            if proof.cancelled
            else "leftovers"
            if proof.minus
            else "leftovers.once",
            first=self.lines_of(proof.first),
            second=self.lines_of(proof.second),
            n=len(proof.first),
            plus=self.names(proof.plus),
            minus=self.names(proof.minus),
            left=self.left(step, proof, (*proof.plus, *proof.minus)),
            out=self._so(step, proof),
        )

    def joint(self, step: Step, proof: JointProof) -> str:
        """Several clues together."""
        rules = self.rules(proof.rules)
        if step.contradiction is not None and not proof.needs:
            wrong = self.say("joint.wrong", rules=rules)
            return self.join([wrong, self.say("proof.unsolvable")], "sentences")
        if proof.needs or (proof.common and not proof.left) or proof.held(step.eliminations):
            return self._with_needs(step, proof, rules)
        left = self.left(step, proof, proof.cells) if proof.left else ""
        return self.say("joint", rules=rules, left=left, out=self._so(step, proof))

    def _with_needs(self, step: Step, proof: JointProof, rules: list[str]) -> str:
        """Houses that need digits, cells that must hold one, and several clues."""
        needs = [
            self.say("need.house", houses=self.lines_of(houses), n=len(houses), digits=digits)
            for digits, houses in self.of_same_needs(proof.needs)
        ]
        if not proof.common:
            needs += [
                self.say("left.cells", cells=self.names([cell]), digits=self.spanned(digits))
                for cell, digits in proof.held(step.eliminations)
            ]
            said = self.join(needs, "stops")
            if step.contradiction is not None:
                none = self.say("joint.none")
                wrong = self.say("joint.needs", needs=said, rules=rules, left=none, out=[])
                return self.join([wrong, self.say("proof.unsolvable")], "sentences")
            left, out = self.left(step, proof, proof.cells), self._so(step, proof)
            return self.say("joint.needs", needs=said, rules=rules, left=left, out=out)
        digit = proof.common[0][1]
        needs += [self.say("need.rule", rule=self.rule(rule), digit=digit) for rule in proof.rules]
        return self.say(
            "joint.places",
            needs=self.join(needs, "stops"),
            digit=digit,
            cells=self.names(cell for cell, _ in step.eliminations),
            out=self.out(step),
        )

    def killer_set(self, step: Step, proof: KillerSetProof) -> str:
        """A naked set with clues."""
        digits, parts = proof.digits, []
        if proof.cells:
            cells = self.names(proof.cells)
            parts.append(self.say("killer-set.cells", cells=cells, digits=digits))
        for rule, places in zip(proof.rules, proof.places, strict=True):
            named, cells = self.rule(rule), self.names(places)
            parts.append(self.say("killer-set.rule", rule=named, least=proof.least, cells=cells))
        house, out = self.house(proof.house), self.out(step)
        return self.say("killer-set", house=house, parts=parts, digits=digits, out=out)

    def class_chain(self, step: Step, proof: ClassProof) -> str:
        """Classes of digits along clues."""
        links: list[str] = []
        for found in proof.statements:
            digits = self._class(proof, found.digits)
            what = self.say("classes.is", cell=self.cell(found.cell), digits=digits)
            if found.reason is not None:
                links.append(self.say("reason", what=what, why=self._named(found.reason)))
            else:
                links.append(self.say("classes.candidates" if links else "suppose", what=what))
        out = self.out(step)
        if not isinstance(proof.reason, House):
            return self.say("classes.rule", links=links, rule=self.rule(proof.reason), out=out)
        because = [proof.statements[at] for at in proof.because]
        return self.say(
            "classes.house",
            links=links,
            cells=self.names(found.cell for found in because),
            digits=self._class(proof, because[0].digits),
            house=self.house(proof.reason),
            out=out,
        )

    def _class(self, proof: ClassProof, digits: Sequence[int]) -> str:
        if proof.kind != "parity":
            return self.say("classes.digits", digits=self.spanned(digits))
        return self.say("classes.odd" if digits[0] % 2 else "classes.even")

    def _named(self, reason: Rule | House) -> str:
        return self.house(reason) if isinstance(reason, House) else self.rule(reason)

    def conflict(self, step: Step, proof: ConflictProof) -> str:
        """Ways to keep a clue that leave something else none."""
        lost = [self.say("conflict.cell", cell=self.cell(cell)) for cell in proof.cells]
        lost += [
            self.say("conflict.house", house=self.house(house), digit=digit)
            for house, digit in proof.needs
        ]
        lost += [self.say("conflict.rule", rule=self.rule(other)) for other in proof.others]
        rule = self.rule(proof.rule)
        if step.contradiction is not None:
            wrong = self.say("conflict.wrong", rule=rule, lost=lost)
            return self.join([wrong, self.say("proof.unsolvable")], "sentences")
        left = ""
        if proof.left or proof.ways:
            left = self.left(step, proof, proof.rule.cells)
        out = self._so(step, proof)
        return self.say("conflict", rule=rule, lost=lost, left=left, out=out)
