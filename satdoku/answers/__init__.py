"""One question in, one answer out: what the public API and the command line both stand on.

An answer holds objects (positions, steps, grids); ``record()`` makes plain data of it, the same for
``--json`` as for ``to_dict()``, and ``text()`` what a person reads.

| file | holds |
|---|---|
| positions.py | a position with what is proved about it, and what a partly solved grid adds |
| paths.py | a path through a position with how it ended; the preset that suits a position |
| steps_data.py | steps as plain data |
| hint.py, explain.py, steps.py | the next step; the whole path; every instance of a technique |
| asked.py | a puzzle with its text and place for the questions below; why it has no answer |
| solving.py, results.py | solutions, verdicts and counts; what the public functions return |
| rating.py, candidates.py, minimal.py, generated.py, symmetry.py | records of these questions |
| diagnosis.py, board.py | what is wrong with a puzzle, with players' boards |
| sets.py | what a puzzle could spare and what it hangs on |
| shown.py, techniques.py, cases.py | what a puzzle is; what a technique is; cases replayed |
| certificate.py, verification.py | verdicts with certificates, and whether these prove them |
"""
