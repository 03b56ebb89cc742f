"""Boards as pictures.

| file | holds |
|---|---|
| scene.py | Scene: the content of a picture, independent of how it is drawn |
| terminal.py | a Scene as text: box-drawing characters or ASCII, with or without colour |
| svg.py | a Scene as SVG: for pages, print and screens |
| book.py | books of puzzles as PDF: boards in rows and columns, chapters, solutions |
| canvas.py | canvas: the positions of the parts of a picture |
| colours.py | colours of a link on dark paper, so that digits on them can be read |
| drawings.py | a setter's drawings that are no rules, below or above the lines of the grid |
| escaped.py | texts of others in XML and HTML, without control characters |
| html.py | the head of a page in one file, with a policy that forbids it to load anything |
| notebook.py | pictures for notebooks, with ids that are unique on the page |
| pdf.py | PDF by Typst and the font of the package: single pictures |
| plots.py | plots of counts as SVG: plain strings that need no library and no network |
| png.py | an SVG picture as PNG, by resvg and the font of the package: the same pixels everywhere |
| shapes.py | the shapes of rules: tints, marks, lines and arrows below the grid |
| style.py | the colours of pictures: styles for light and dark screens, for print, and for pages |
| viewer.py | a path as one HTML file: pictures, sentences, slider and keys |
| words.py | the text beside a picture: the rules that the picture does not show |

Begin with scene.py.
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
