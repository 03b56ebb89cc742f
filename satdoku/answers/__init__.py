"""One question in, one answer out: what the public API and the command line both stand on.

An answer holds objects (positions, steps, grids); ``record()`` makes plain data of it, the same for
``--json`` as for ``to_dict()``, and ``text()`` what a person reads.

| file | holds |
|---|---|
| positions.py | a position with what is proved about it, and what a partly solved grid adds |
| paths.py | a path through a position with how it ended; the preset that suits a position |
| steps_data.py | steps as plain data |
"""
