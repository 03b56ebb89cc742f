"""The machine behind all chains: statements, what follows from them, and the searches.

| file | holds |
|---|---|
| statements.py | Statement, Hint, and how hints are compared |
| links.py | the links of a position |
| single.py | single chains and cycles |
| propagate.py | what follows from one assumption |
| multiple.py | what several assumptions agree on, or one that refutes itself |
| nested.py | patterns and chains inside a run |
| steps.py | hints as steps |
"""

from satdoku.techniques.reasoning.links import Pass
from satdoku.techniques.reasoning.nested import forcing
from satdoku.techniques.reasoning.single import single
from satdoku.techniques.reasoning.statements import (
    ANY_LENGTH,
    Bound,
    Hint,
    HintKind,
    Order,
    best,
    shortest,
)
from satdoku.techniques.reasoning.steps import step_of

__all__ = [
    "ANY_LENGTH",
    "Bound",
    "Hint",
    "HintKind",
    "Order",
    "Pass",
    "best",
    "forcing",
    "shortest",
    "single",
    "step_of",
]
