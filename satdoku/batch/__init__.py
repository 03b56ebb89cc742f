"""Many puzzles at once: answers, and runs into directories.

| file | holds |
|---|---|
| many.py | lists, streams and arrays of puzzles, for the public API |
| ordered.py | applies a function to a stream in worker processes: bounded memory, input order |
| core_answers.py | what the compiled core answers for many puzzles at once |
| plain.py | verdicts on whole blocks of plain lines, by the compiled core |

A run over files of millions (docs/batch.md):

| file | holds |
|---|---|
| blocks.py | files to blocks of consecutive entries |
| schema.py | the questions, and the typed columns that answer them |
| block_answers.py | from a block to its answers: one pure function |
| encoding.py, parquet.py | from answers to the bytes of a part, and back |
| executors.py, cluster.py | workers other than processes: threads, a Dask cluster |
| directory.py | the directory of a run: its progress, and the options that it was begun with |
| running.py | sends blocks to the workers and writes the parts into the directory |
| generated.py | generates puzzles into a directory of this kind |
| exporting.py | the parts as one file |
| collection.py | a collection that is kept in an SQLite file (docs/collection.md) |
| summary.py, report.py | a summary of the answers; the same as one HTML page |
| packed.py | columns that are stored compactly |

Begin with ordered.py.
"""
