"""Tools that check data sets and compare solvers.

| file | holds |
|---|---|
| audit.py | checks data sets, and finds puzzles that two of them share |
| audited.py | what an audit of data sets found |
| bench.py | solvers side by side: every engine and every python-sat solver on the same puzzles |
| variants.py | checks data sets of puzzles with rules: how surely each was read |
| torture.py | the torture suite: puzzles with known answers, bad input and hard ones |

Begin with bench.py.
"""
