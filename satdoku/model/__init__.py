"""A board and its rules, compiled once for every engine, technique and check.

| file | holds |
|---|---|
| model.py | Model: the variables, the relations, where each came from, and views of them by kind |
| shortening.py | sums made shorter by what the houses add up to |
| sums.py | sums that follow from other sums |
| exclusions.py | what a digit excludes elsewhere; the single definition of "the candidates now" |

Begin with model.py.
"""

from __future__ import annotations

from satdoku.model.model import Model, model_of

__all__ = ["Model", "model_of"]
