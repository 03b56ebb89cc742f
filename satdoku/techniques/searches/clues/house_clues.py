"""House combinations: what a house that needs its digits and the clues about its cells leave.

A row needs a 5, and only two cages of 11 in it have places for one: then each of its other cells is
no 6, for one of the cages is 5+6. A box needs its high digits, and a whisper line in it takes some
cells for them. Clues of a house are seen together with what the house must hold.

Other names: cage as a hidden set; renban sets against houses; polarity counted in a box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.arguments.reasons import JointExtremes
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.house_groups import GroupFacts, HouseGroup, house_groups
from satdoku.techniques.step import Candidate, Contradiction, Step

_MOST_SHOWN = 17
"""Digits of a way that a reader compares with the clues."""

_EXAMPLES = 2
"""Cells whose least and most digit is shown."""


@dataclass(frozen=True, slots=True)
class HouseCombinations(Technique):
    """The clues of a house together with the digits that the house still needs.

    The clues with two or more cells in a house, each of which alone leaves all its candidates, are
    taken together with the digits that the house still needs. A candidate of these cells is
    eliminated if with it no way is left to keep the clues and to give each digit a place. Steps
    that rest on the fewest clues and digits come first.

    Pattern: ``rules`` the clues; ``houses`` the house, once for each of ``digits`` that it needs;
    ``cells`` those of the clues.
    """

    name: ClassVar[str] = "house-combinations"
    compared: ClassVar[int] = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        steps: list[tuple[tuple[int, ...], Step]] = []
        for number, group in enumerate(house_groups(cands.puzzle)):
            clock.check()
            for facts, eliminations in group.conclusions(cands, clock):
                rank = (facts.size, len(facts.clues), -len(eliminations), number)
                steps.append((rank, _step(cands, group, facts, eliminations)))
        steps.sort(key=lambda item: item[0])
        for _, step in steps:
            yield step

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """Why each candidate is eliminated, where a list of the ways does not show it; where that
        is too long, the ways in which its cell holds least and most, else the cells through which
        it can be followed."""
        from satdoku.techniques.searches.clues.following import joint_reasons
        from satdoku.techniques.searches.small.arguments import with_arguments

        argued = with_arguments(cands, step, clock)
        proof = argued.proof
        assert isinstance(proof, JointProof)
        if argued.contradiction is not None or proof.arguments or not proof.rules:
            return argued
        reasons = _extremes(cands, argued, clock) or joint_reasons(cands, argued, clock)
        return replace(argued, proof=replace(proof, extremes=reasons))


def _extremes(cands: Candidates, step: Step, clock: Clock) -> tuple[JointExtremes, ...]:
    """The ways in which cells of the clues that lose digits hold least and most, of a few; of those
    cells alone whose digits between the two are all left, as else the two show nothing."""
    proof = step.proof
    assert isinstance(proof, JointProof)
    cells = {house.cells for house, _ in proof.needs}
    groups = [
        group
        for group in house_groups(cands.puzzle)
        if {*proof.rules} <= {clue.rule for clue in group.clues}
        and cells <= {cands.board.houses[group.house].cells}
    ]
    if not groups or len(proof.cells) > _MOST_SHOWN:
        return ()
    group = groups[0]
    places = {clue.rule: at for at, clue in enumerate(group.clues)}
    digits = tuple(cands.board.index_of[digit] for _, digit in proof.needs)
    facts = GroupFacts(tuple(places[rule] for rule in proof.rules), digits)
    extremes: list[JointExtremes] = []
    for cell in dict.fromkeys(cell for cell, _ in step.eliminations):
        left = [digit for c, digit in proof.left if c == cell]
        if cell not in proof.cells or not left:
            continue
        if any(c == cell and min(left) < digit < max(left) for c, digit in step.eliminations):
            continue
        ways = []
        for digit in (min(left), max(left)):
            way = group.example(cands, facts, (cell, digit), clock)
            if way is None:
                break
            ways.append(tuple(tuple(way[c] for c in rule.cells) for rule in proof.rules))
        else:
            extremes.append(JointExtremes(cell, min(left), max(left), *ways))
        if len(extremes) == _EXAMPLES:
            break
    return tuple(extremes)


def _step(
    cands: Candidates, group: HouseGroup, facts: GroupFacts, eliminations: tuple[Candidate, ...]
) -> Step:
    board = cands.board
    house = board.houses[group.house]
    rules = tuple(group.clues[at].rule for at in facts.clues)
    cells = dict.fromkeys(cell for at in facts.clues for cell in group.clues[at].ways.cells)
    shown = {cell for cell, _ in eliminations}
    left = tuple(
        (cell, board.digits[d])
        for cell in sorted(shown)
        for d in bits(cands.cand[cell])
        if (cell, board.digits[d]) not in eliminations
    )
    needs = tuple((house, board.digits[d]) for d in facts.needs)
    proof = JointProof(rules, tuple(cells), left, needs=needs)
    # Of its facts only the clues say that a cell holds some digit.
    if empty := sorted(shown.intersection(cells) - {cell for cell, _ in left}):
        wrong = Contradiction("no-candidate", (empty[0],))
        return Step(HouseCombinations.name, proof, contradiction=wrong)
    return Step(HouseCombinations.name, proof, eliminations=eliminations)


TERMS = (
    Term(HouseCombinations(), aliases=("clues of a house", "cage as a hidden set"), points=34),
)
