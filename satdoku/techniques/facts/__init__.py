"""What small proofs are made of: a position as facts, and arguments on few of them.

| file | holds |
|---|---|
| position.py | what a fact is, and the facts of a position, from its cells, houses and clues |
| trail.py | what follows from an assumption by some facts |
| trace.py | which facts a failure rests on |
| cases.py | proofs on given facts, thinned out, or with assumptions inside |
| solver.py | the facts as clauses: which of them exclude a candidate |
| steps.py | proofs, and what one fact places, as steps |
| search.py | the search for the smallest |
| exhaustive.py | what only an exhaustive search shows |

The technique that asks for them is ``small_proof.py`` beside this package.
"""
