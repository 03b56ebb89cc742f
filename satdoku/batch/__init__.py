"""Many puzzles at once.

| file | holds |
|---|---|
| many.py | lists, streams and arrays of puzzles, for the public API |
| ordered.py | a function over a stream in worker processes: bounded memory, input order |
"""
