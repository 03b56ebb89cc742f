"""The relations that engines support, and the meaning of each.

| file | holds |
|---|---|
| basic.py | the kinds that every encoding and technique supports |
| kinds.py | the kinds that variants need besides, each with its meaning and support |
| narrowing.py | the values that several relations together leave to their variables |
| diagram.py | shared by most kinds: a layered diagram of the values that may follow |
| regions.py | a kind that some engines support, with its meaning in basic kinds for the others |

A constraint is lowered to these without regard to the engine; an encoding handles these without
regard to the rule they came from. A relation is about *variables*: plain integers, of which
``0 .. cells - 1`` are the cells of the board in row-major order. Numbers from ``cells`` upward are
auxiliary variables; the :class:`Domain` of each lists its possible values. Two solutions are
different only if their cells differ.

Begin with basic.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.base.late import late_names
from satdoku.relations.basic import AllDifferent, DigitSetSum, Domain, PairTable, Variable

if TYPE_CHECKING:
    from satdoku.relations.diagram import Diagram, TooLarge
    from satdoku.relations.kinds import (
        Among,
        Assignment,
        Automaton,
        Comparison,
        Domains,
        Element,
        Guard,
        Layered,
        Linear,
        Or,
        Relation,
        Table,
        ValueSet,
        holds,
        renumbered,
        simplified,
        support,
        variables_of,
    )
    from satdoku.relations.regions import Connection, Lowered, Ranking, Regions, Whole, spelled_out

__all__ = [
    "AllDifferent",
    "Among",
    "Assignment",
    "Automaton",
    "Comparison",
    "Connection",
    "Diagram",
    "DigitSetSum",
    "Domain",
    "Domains",
    "Element",
    "Guard",
    "Layered",
    "Linear",
    "Lowered",
    "Or",
    "PairTable",
    "Ranking",
    "Regions",
    "Relation",
    "Table",
    "TooLarge",
    "ValueSet",
    "Variable",
    "Whole",
    "holds",
    "renumbered",
    "simplified",
    "spelled_out",
    "support",
    "variables_of",
]


# The board's houses are relations too: a start must not pay for kinds that it does not need.
if not TYPE_CHECKING:  # else a wrong name would have any type
    __getattr__ = late_names(
        __name__,
        {
            "diagram": ["Diagram", "TooLarge"],
            "regions": ["Connection", "Lowered", "Ranking", "Regions", "Whole", "spelled_out"],
            "kinds": __all__,
        }.items(),
    )
