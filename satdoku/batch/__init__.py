"""Many puzzles at once.

| file | holds |
|---|---|
| ordered.py | a function over a stream in worker processes: bounded memory, input order |
"""
