"""A board and its rules as an HTML page, light or dark as the reader prefers."""

from __future__ import annotations

from satdoku.render.canvas import Canvas
from satdoku.render.escaped import escape
from satdoku.render.html import html_head
from satdoku.render.scene import Scene
from satdoku.render.style import PAGE, page_css
from satdoku.render.svg import FONT, Drawing
from satdoku.render.words import rule_words

_CSS = (
    "body{margin:1rem auto;max-width:42rem;padding:0 1rem;background:var(--sd-paper);"
    "color:var(--sd-ink);font:1rem/1.5 system-ui,'Noto Sans','Noto Sans JP',sans-serif}"
    "svg{display:block;width:100%;height:auto;font-family:'satdoku digits',"
    f"{FONT}}}"
    "code{overflow-wrap:anywhere}"
)


def board_page(scene: Scene, title: str, puzzle: str, *, labels: bool = True) -> str:
    """The page of a board: its picture, its rules in words, and the puzzle as a line of text."""
    title = title or f"Sudoku, {scene.geometry.describe()}"
    picture = Drawing(Canvas(scene, PAGE), labels).document(title, puzzle, None, "none")
    rules = "".join(f"<li>{escape(line)}</li>\n" for line in rule_words(scene, "all"))
    return (
        html_head(title, f"{page_css()}{_CSS}\n")
        + f"<body>\n<main>\n<h1>{escape(title)}</h1>\n{picture}"
        + (f"<ul>\n{rules}</ul>\n" if rules else "")
        + f"<p><code>{escape(puzzle)}</code></p>\n</main>\n</body>\n</html>\n"
    )
