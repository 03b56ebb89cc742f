"""How a person finds the next step.

A technique only finds steps and never changes a position. It takes a Position and yields Steps,
which are pure data; text, pictures, ratings and checks are made from them.

| file | holds |
|---|---|
| step.py | Step: conclusions with a typed proof; StepView, as records and pictures show it |
| base.py | Technique: the interface of a technique |
| catalogue.py | all techniques by name |
| board.py | the compact form that the searches work on; applying a step |
| check.py | whether a step's argument holds, judged from the step alone |
| data.py | steps as JSON data and back |
| barred.py | why a single is one: the written digits that leave nothing else |
| premises.py | the rules that a step uses without naming them |
| named.py | what a step names: cells, houses with their digits, rules |
| arguments/ | what steps argue with |
| searches/ | the techniques: `houses/`, `clues/` and `small/`, one file a family |
| reasoning/ | the machine behind all chains: links, propagation, searches |
| compiled/ | the searches of the compiled core, and its steps |
| names/ | what techniques are called, and what scales say of them |

Begin with base.py.
"""

from satdoku.techniques.base import Technique
from satdoku.techniques.board import apply
from satdoku.techniques.catalogue import all_techniques, technique, technique_names
from satdoku.techniques.step import Candidate, Step

__all__ = [
    "Candidate",
    "Step",
    "Technique",
    "all_techniques",
    "apply",
    "technique",
    "technique_names",
]
