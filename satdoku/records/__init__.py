"""The one schema of what is reported: for --json, for rows of a batch, for the web and for tests.

A record is plain data (text, numbers, lists); it depends on no puzzle and no engine. ``as_dict``
gives the JSON object, keys in the documented order. Grids are one-line text; ``seconds`` is
wall-clock time.

| file | records of |
|---|---|
| audit.py | what an audit of data sets found |
| base.py | what all records share; errors |
| solving.py | solutions: solve, check-unique, count, candidates |
| proofs.py | proofs: check-unique --certify, verify |
| rating.py | ratings: rate |
| steps.py | steps: hint, explain, steps, techniques |
| findings.py | what is wrong or can go: diagnose, check, redundant, backdoors, unavoidable ... |
| rules.py | rules, and clues: rules, suggest |
| puzzles.py | puzzles made, moved or written: generate, minimize, transform, same, show ... |
| installed.py | records about the installation: doctor, torture |
| learning.py | what teaches techniques |
| why.py | whether claims about a position are justified |
| audit.py | what an audit of data sets found |

A command loads the files that it needs: a dataclass takes a millisecond to define.

Begin with base.py.
"""
