"""Many puzzles at once.

| file | holds |
|---|---|
| many.py | lists, streams and arrays of puzzles, for the public API |
| ordered.py | a function over a stream in worker processes: bounded memory, input order |
| audit.py | data sets checked, each by itself and against the others |
| plain.py | plain lines, judged whole blocks at a time by the compiled core |

A run over files of millions (docs/batch.md):

| file | holds |
|---|---|
| blocks.py | files to blocks of consecutive entries |
| schema.py | the questions, and the typed columns that answer them |
| answering.py | a block to its answers: one pure function |
| encoding.py, parquet.py | answers to the bytes of a part, and back |
| executors.py, cluster.py | who answers the blocks beside processes: threads, a Dask cluster |
| directory.py | the directory of a run: what is done, and what it was begun with |
| running.py | blocks out to the workers, parts back into the directory |
| generated.py | puzzles that are made into such a directory |
| exporting.py | the parts as one file |
| summary.py, report.py | what the answers show; the same as one HTML page |
| audit.py | what is wrong with data sets, and what two of them have in common |
| bench.py | solvers side by side: every engine and every python-sat solver on the same puzzles |
| packed.py | columns whose values lie side by side in few bytes |
| torture.py | the torture suite: puzzles with known answers, bad input and hard ones |

Begin with ordered.py.
"""
