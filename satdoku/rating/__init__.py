"""Scales and presets: ordered tables of (search, dialect, rating), and the paths they produce.

| file | holds |
|---|---|
| table.py | PresetEntry and Preset: a table and how the next step is chosen from it |
| shorter.py | a preset that takes a short step of a later line in place of a long one |
| loop.py | the loop: apply a step, start again from the easiest |
| se.py | Sudoku Explainer 1.2.1: its producers, order and ratings |
| se_ratings.py | the ratings of Sudoku Explainer by the arguments of steps |
| judging.py | what Sudoku Explainer calls a step, read from its argument |
| certified.py | certificates of paths: how hard a puzzle is at most |
| explainer.py | the same scale by the compiled kernel: ER, EP, ED |
| hodoku.py | HoDoKu's scale by its compiled kernel: level and score |
| hodoku_path.py | HoDoKu's path by the same kernel, as a preset |
| levels.py | names for ranges of the scale; one table for all commands |
| names.py | the names of the techniques on a preset's paths |
| human.py | the default preset of explaining: techniques with short explanations first |
| worth.py | what a step is worth on the satdoku scale, for any rules |
| by_path.py | the satdoku scale of puzzles: their paths under `human` |
| whips.py | Berthier's W and B: the longest whip or braid that is needed |
| proofs.py | what clues exclude, and small proofs, in a preset or alone |
| people.py | how many minutes people take, by a model of how they find digits |
| shape.py | how many steps of a path are open at once, and how long they wait for other steps |
| seeds.py | the project's seeds: six-elements, euler96, trial |
| trials.py | the preset trial to the end: every answer, with the trace that leads to it |
| columns.py | the columns of each scale, and its rating of every technique |
| scales.py | Scale: the columns of a rating, the ratings of techniques, the levels |

Begin with table.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.base.late import late_names

if TYPE_CHECKING:
    from satdoku.rating.loop import Path, Stage, path, start, walk
    from satdoku.rating.table import Preset, PresetEntry, RatedStep

__all__ = ["Path", "Preset", "PresetEntry", "RatedStep", "Stage", "path", "preset", "start", "walk"]

PRESETS = ("human", "se", "hodoku", "six-elements", "euler96", "trial")


def preset(name: str) -> Preset:
    """The preset of this name; only its own searches are loaded.

    :raises ValueError: where there is none.
    """
    if name == "human":
        from satdoku.rating.human import HUMAN

        return HUMAN
    if name == "se":
        from satdoku.rating.se import SE

        return SE
    if name == "hodoku":
        from satdoku.rating.hodoku_path import HODOKU_PATH

        return HODOKU_PATH
    if name in ("six-elements", "euler96", "trial"):
        from satdoku.rating.seeds import EULER96, SIX_ELEMENTS, TRIAL

        return {"six-elements": SIX_ELEMENTS, "euler96": EULER96, "trial": TRIAL}[name]
    raise ValueError(f"there is no preset called {name!r}; there are {', '.join(PRESETS)}")


_HOMES = {
    "loop": ("Path", "Stage", "path", "start", "walk"),
    "table": ("Preset", "PresetEntry", "RatedStep"),
}
if not TYPE_CHECKING:  # else a wrong name would have any type
    # The compiled kernel rates without any technique.
    __getattr__ = late_names(__name__, _HOMES.items())
