"""Boards as pictures.

| file | holds |
|---|---|
| scene.py | Scene: what a picture shows, before anybody decides how to draw it |
| terminal.py | a Scene as text: box-drawing characters or ASCII, with or without colour |
"""

from satdoku.render.scene import Scene, SceneCell, SceneRule, make_scene, pattern_marks
from satdoku.render.terminal import (
    render_candidates,
    render_grid,
    render_pair,
    render_scene,
    render_step,
)

__all__ = [
    "Scene",
    "SceneCell",
    "SceneRule",
    "make_scene",
    "pattern_marks",
    "render_candidates",
    "render_grid",
    "render_pair",
    "render_scene",
    "render_step",
]
