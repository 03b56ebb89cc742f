"""Techniques that follow assumptions; small proofs: a position as facts, and arguments that use
few of them.

| file | holds |
|---|---|
| settle.py | following an assumption through singles |
| negation.py | Negation, nested to a chosen depth |
| trial.py | trial of a cell's candidates, with its tree |
| whips.py | whips and braids |
| small_proof.py | the technique of small proofs |
| position.py | what a fact is, and the facts of a position, from its cells, houses and clues |
| trail.py | what follows from an assumption by some facts, in Python or by the compiled core |
| trace.py | the facts that a failure rests on, in Python |
| cases.py | proofs on given facts: thinned out, or with assumptions inside |
| nets.py | assumptions inside of others, by the compiled core |
| solver.py | the facts as clauses: which of them exclude a candidate |
| ends.py | contradictions that are seen early: too few cells or digits |
| steps.py | proofs, and what one fact places, as steps |
| arguments.py | small proofs for what other techniques conclude |
| search.py | the search for the smallest proof |
| exhaustive.py | conclusions that only an exhaustive search shows |

Begin with position.py.
"""
