"""The arguments of steps, apart from the searches that find them.

| file | holds |
|---|---|
| pieces.py | houses, links, statements: what arguments are made of |

Begin with pieces.py.
"""
