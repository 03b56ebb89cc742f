"""The parts of small proofs: a position as facts, and arguments that use few of them.

| file | holds |
|---|---|
| position.py | what a fact is, and the facts of a position, from its cells, houses and clues |
| trail.py | what follows from an assumption by some facts, in Python or by the compiled core |
| trace.py | the facts that a failure rests on, in Python |
| cases.py | proofs on given facts: thinned out, or with assumptions inside |
| solver.py | the facts as clauses: which of them exclude a candidate |
| steps.py | proofs, and what one fact places, as steps |
| search.py | the search for the smallest proof |
| exhaustive.py | conclusions that only an exhaustive search shows |

The technique that uses this package is ``satdoku/techniques/small_proof.py``. Begin with
position.py.
"""
