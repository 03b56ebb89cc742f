"""The machine behind all chains: statements, what follows from them, and the searches.

| file | holds |
|---|---|
| statements.py | DerivedStatement, FoundChain, and how what is found is compared |
| links.py | the links of a position |
| single.py | single chains and cycles |
| propagate.py | what follows from one assumption |
| multiple.py | what several assumptions agree on, or one that refutes itself |
| steps.py | what was found as steps |
"""

from satdoku.techniques.reasoning.links import Pass
from satdoku.techniques.reasoning.multiple import multiple
from satdoku.techniques.reasoning.propagate import propagate
from satdoku.techniques.reasoning.single import single
from satdoku.techniques.reasoning.statements import (
    ANY_LENGTH,
    Bound,
    ChainKind,
    ChainOrder,
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
    "FoundChain",
    "Pass",
    "best",
    "chain_of",
    "multiple",
    "propagate",
    "shortest",
    "single",
    "step_of",
]
