"""Steps in words, at three strengths.

An argument says its own sentences, as messages with their values; a missing message is a failure of
``python -m satdoku.explaining check``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satdoku.explaining.hints import parts_of, spots, veiled
from satdoku.explaining.lists import grid_line
from satdoku.explaining.names import title_key
from satdoku.explaining.pieces import Pieces
from satdoku.techniques.arguments.clues import ClueProof
from satdoku.techniques.arguments.pieces import PatternPart
from satdoku.techniques.arguments.saying import held
from satdoku.techniques.step import Candidate, Contradiction, Step

if TYPE_CHECKING:
    from satdoku.rating.trials import Branch, Trials

_NAMED = 3
"""Of an opening with more clues none is named."""


class Words(Pieces):
    """The sentences of one language for the steps of one board."""

    # -- the three strengths -----------------------------------------------------------------------

    def kind(self, step: Step) -> str:
        """Strength 1: what kind, and where to look."""
        key = title_key(step)
        name = self.technique(key)
        sought = f"sought.{key}"
        return self.say(
            "look-for",
            name=name,
            sought=self.say(sought) if sought in self.messages else name,
            place=self.place(step),
        )

    def place(self, step: Step) -> str:
        """Where to look: the houses and the rules of the pattern, and those its cells lie in; of
        several clues these alone, and none of an opening that is about clues all over the board."""
        rules = step.proof.rules if isinstance(step.proof, ClueProof) else ()
        if len(rules) > _NAMED:
            return ""
        if len(rules) > 1:
            return self.join(self.rules(rules))
        houses = spots(step, self.geometry)
        parts = [self.lines_of(houses)] if houses else []
        return self.join([*parts, *self.rules(veiled(step).rules)])

    def pattern(self, step: Step) -> str:
        """Strength 2: the pattern by its roles, without what follows."""
        name = self.technique(title_key(step))
        facts = step.proof.hinted_facts()
        if facts is not None:
            n, parts = step.view.size or 0, self.written(facts)
            return self.say("pattern.facts", name=name, n=n, parts=parts)
        roles = [self.role(part) for part in parts_of(step, self.geometry)]
        if step.proof.rules_are_parts:
            roles = [*dict.fromkeys(self.rules(step.view.rules)), *roles]
        return self.say("pattern", name=name, parts=roles)

    def role(self, part: PatternPart) -> str:
        """A part of a pattern with what it does there: "pivot r6c9 (2 or 3)"."""
        return self.say(
            f"role.{part.role}",
            houses=self.lines_of(part.houses),
            cells=self.names(part.cells),
            held=[self.text(held(cell, digits)) for cell, digits in part.held],
            digits=part.digits,
            name=part.name,
            text=part.text,
        )

    def full(self, step: Step) -> str:
        """Strength 3: everything, with the reason."""
        return self.text(step.sentence(self.geometry))

    # -- a trace of trials -------------------------------------------------------------------------

    def branch(self, branch: Branch) -> list[str]:
        """A branch of a search by trial as lines, moved in by what it rests on."""
        lines = []
        if branch.assumed is not None:
            lines.append(f"- {self.followed(branch.assumed, branch.singles)}")
        elif branch.singles:
            lines.append(self.followed(None, branch.singles))
        mark = "  " if branch.depth else ""
        if branch.ending == "solution":
            grid = grid_line(branch.position.grid)
            lines.append(mark + self.say("trials.solution", number=branch.number, grid=grid))
        elif branch.tried is not None:
            cell, digits = self.cell(branch.tried.cell), branch.tried.digits
            lines.append(mark + self.say("trials.tried", cell=cell, digits=digits))
        elif branch.wrong is not None:
            lines.append(mark + self._dead_end(branch.wrong))
        return ["  " * (branch.depth - 1) + line for line in lines]

    def followed(self, assumed: Candidate | None, singles: Sequence[Step]) -> str:
        """An assumption, and the digits that follow from it by singles."""
        facts = []
        for step in singles:
            fact, houses = self.holds(*step.placements[0]), step.view.houses
            if houses:
                facts.append(self.say("trials.place", fact=fact, houses=self.houses(houses)))
            else:
                facts.append(self.say("trials.candidate", fact=fact))
        if assumed is None:
            return self.say("trials.follows", facts=facts)
        supposed = self.holds(*assumed)
        if not facts:
            return self.say("trials.assumed", assumed=supposed)
        return self.say("trials.assumed-follows", assumed=supposed, facts=facts)

    def _dead_end(self, wrong: Contradiction) -> str:
        """The contradiction that ends a branch."""
        cells = self.names(wrong.cells)
        if wrong.rule is not None:
            return self.say("trials.broken", rule=self.rule(wrong.rule), cells=cells)
        if wrong.house is not None:
            house = self.house(wrong.house)
            return self.say("trials.no-place", house=house, digit=wrong.digits[0])
        return self.say("trials.no-candidate", cells=cells)

    def all_tried(self, trials: Trials) -> str:
        """How a search by trial ended."""
        n = len(trials.solutions)
        ended = "all" if n else "none"
        if trials.stopped is not None:
            ended = "solutions" if trials.stopped == "solutions" else "stopped"
        return self.say(f"trials.end.{ended}", n=n, tried=trials.tried)
