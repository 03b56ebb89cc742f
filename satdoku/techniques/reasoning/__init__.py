"""The code behind all chains: statements, their consequences, and the searches.

| file | holds |
|---|---|
| statements.py | DerivedStatement, FoundChain, and how the chains found are compared |
| links.py | the links of a position |
| single.py | single chains and cycles |
| propagate.py | what follows from one assumption |
| multiple.py | conclusions that several assumptions share; assumptions that refute themselves |
| steps.py | the chains found, as steps |

Begin with statements.py.
"""

from satdoku.techniques.reasoning.links import Pass, partners_of
from satdoku.techniques.reasoning.multiple import multiple
from satdoku.techniques.reasoning.propagate import Consequences, propagate
from satdoku.techniques.reasoning.single import single
from satdoku.techniques.reasoning.statements import (
    ANY_LENGTH,
    Bound,
    ChainKind,
    ChainOrder,
    DerivedStatement,
    FoundChain,
    best,
    shortest,
)
from satdoku.techniques.reasoning.steps import chain_of, step_of

__all__ = [
    "ANY_LENGTH",
    "Bound",
    "ChainKind",
    "ChainOrder",
    "Consequences",
    "DerivedStatement",
    "FoundChain",
    "Pass",
    "best",
    "chain_of",
    "multiple",
    "partners_of",
    "propagate",
    "shortest",
    "single",
    "step_of",
]
