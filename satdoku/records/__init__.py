"""The schema of all reported answers: for --json, for rows of a batch, for the web and for tests.

A record is plain data (text, numbers, lists); it depends on no puzzle and no engine. ``as_dict``
gives the JSON object, keys in the documented order. Grids are one-line text; ``seconds`` is
wall-clock time.

| file | records of |
|---|---|
| base.py | the base of all records; errors |
| solving.py | solutions: solve, check-unique, count, candidates |
| proofs.py | proofs: check-unique --certify, verify |
| rating.py | ratings: rate |
| steps.py | steps: hint, explain, steps, techniques |
| findings.py | faults and redundant parts: diagnose, check, redundant, backdoors ... |
| rules.py | rules, and clues: rules, suggest |
| puzzles.py | puzzles made, moved or written: generate, minimize, transform, same, show ... |
| installed.py | records about the installation: doctor, torture |
| learning.py | lessons, drills and positions to practise on |
| why.py | judged claims: why |
| audit.py | audits of data sets: audit |

A command loads only the files that it needs, because it takes a millisecond to define a dataclass.

Begin with base.py.
"""
