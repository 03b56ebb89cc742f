"""Boards as pictures.

| file | holds |
|---|---|
| scene.py | Scene: what a picture shows, before anybody decides how to draw it |
| terminal.py | a Scene as text: box-drawing characters or ASCII, with or without colour |
| svg.py | a Scene as SVG: for pages, print and screens |
"""

from satdoku.render.scene import (
    Scene,
    SceneCell,
    SceneRule,
    SceneSet,
    make_scene,
    pattern_marks,
    step_scene,
)
from satdoku.render.svg import STYLES, svg
from satdoku.render.terminal import (
    render_candidates,
    render_grid,
    render_pair,
    render_scene,
    render_step,
)

__all__ = [
    "STYLES",
    "Scene",
    "SceneCell",
    "SceneRule",
    "SceneSet",
    "make_scene",
    "pattern_marks",
    "render_candidates",
    "render_grid",
    "render_pair",
    "render_scene",
    "render_step",
    "step_scene",
    "svg",
]
