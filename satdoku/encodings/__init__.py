"""A puzzle as input of a solver: CNF clauses or a CP-SAT model.

| file | holds |
|---|---|
| variables.py | Variables: (cell, digit) <-> literal, in one place |
| prune.py | removes the candidates that the givens exclude, before encoding |
| formula.py | Formula: clauses over Variables; Builder: one that grows |
| cnf.py | from a model's relations to clauses |
| clauses.py | clauses over any literals, for the kinds of relations that do not bring their own |
| at_most_one.py | "at most one of these literals": pairwise, product, sequential |
| digit_sets.py | different digits with a given sum, or from a list of sets |
| dimacs.py | DIMACS export |
| cpsat.py | from relations to a CP-SAT model, independent of the others; .pb and .pbtxt export |
| groups.py | long sums by groups of cells that differ: fewer values for each group |
| pieces.py | clauses for regions that the solver must find |
| program.py | a model as a list of numbers for the compiled core |

``docs/encodings.md`` explains each with its size on real boards. Nothing here is imported until
an engine or an export asks for it.

Begin with variables.py.
"""
