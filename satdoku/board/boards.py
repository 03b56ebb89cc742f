"""Boards of overlapping grids that have a name."""

from __future__ import annotations

PRESETS: dict[str, tuple[str, ...]] = {
    "twodoku": ("r1c1", "r7c7"),
    "gattai-3": ("r1c1", "r7c7", "r1c13"),
    "butterfly": ("r1c1", "r1c4", "r4c1", "r4c4"),
    "flower": ("r1c4", "r4c1", "r4c4", "r4c7", "r7c4"),
    "sohei": ("r1c7", "r7c1", "r7c13", "r13c7"),
    "samurai": ("r1c1", "r1c13", "r7c7", "r13c1", "r13c13"),
    "windmill": ("r1c4", "r4c13", "r7c7", "r10c1", "r13c10"),
}
"""The top left cell of each 9x9 grid. Other sources use some of these names for other places too:
what counts is the table in docs/formats/board.md."""
