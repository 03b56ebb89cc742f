"""A puzzle as input of a solver: CNF clauses or a CP-SAT model.

| file | holds |
|---|---|
| variables.py | Variables: (cell, digit) <-> literal, in one place |
| prune.py | candidates that the givens rule out, taken away before encoding |
| formula.py | Formula: clauses over Variables; Builder: one that grows |
| cnf.py | a model's relations to clauses |
| clauses.py | the kinds without clauses of their own making, as clauses over any literals |
| at_most_one.py | "at most one of these literals": pairwise, product, sequential |
| digit_sets.py | different digits with a given sum, or from a list of sets |
| dimacs.py | DIMACS export |
| cpsat.py | relations to a CP-SAT model, read apart from the others; .pb and .pbtxt export |
| groups.py | long sums by groups of cells that differ: fewer values for each group |
| pieces.py | regions that are to be found |
| program.py | a model as a list of numbers for the compiled core |

``docs/encodings.md`` explains each with its size on real boards. Nothing here is imported until
an engine or an export asks for it.

Begin with variables.py.
"""
