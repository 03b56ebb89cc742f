"""What a solver eats: a puzzle as CNF clauses or as a CP-SAT model.

| file | holds |
|---|---|
| variables.py | Variables: (cell, digit) <-> literal, in one place |
| prune.py | candidates that the givens rule out, taken away before encoding |
| cnf.py | relations to clauses: kinds and at-most-one encodings; DIMACS export |
| cpsat.py | relations to a CP-SAT model: integers or Booleans; .pb and .pbtxt export |

``docs/encodings.md`` explains each with its size on real boards. Nothing here is imported until
an engine or an export asks for it.
"""
