"""Sentences about patterns of cells and digits; one file, since it is one class.

Singles, locked digits, sets, fish, wings, uniqueness, almost locked sets.
"""

from __future__ import annotations

from satdoku.explaining.pieces import Pieces
from satdoku.techniques.arguments.locked import ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.saying import wrong
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof
from satdoku.techniques.step import Contradiction, House, Step


class SetWords(Pieces):
    """The sentences about patterns of cells and digits."""

    # -- singles and locked digits -----------------------------------------------------------------

    def wrong(self, found: Contradiction) -> str:
        """A contradiction as a clause: "row 3 has no place left for 5"."""
        return self.text(wrong(found))

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
