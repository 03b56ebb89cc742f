"""Interfaces for programs that learn: a Gymnasium environment, and a server for language models.

| file | holds |
|---|---|
| environment.py | :class:`SudokuEnv`: legal moves, a reward for justified ones (``satdoku[env]``) |
| mcp.py | the Model Context Protocol over standard input and output |
| tools.py | the tools that it serves |
| loaded.py | what the processes that answer have imported |

Begin with environment.py.

Importing this package registers ``satdoku/Sudoku-v0`` where Gymnasium is installed.

"""

from __future__ import annotations

from importlib.util import find_spec

__all__: list[str] = []

if find_spec("gymnasium") is not None:
    from gymnasium.envs.registration import register, registry

    if "satdoku/Sudoku-v0" not in registry:
        register("satdoku/Sudoku-v0", "satdoku.programs.environment:SudokuEnv")
