"""The commands, one file each, named like the command (``_`` for ``-``).

A command declares its options, calls a driver and prints; the answer that it prints is computed in
:mod:`satdoku.answers`.

Begin with hint.py.
"""
