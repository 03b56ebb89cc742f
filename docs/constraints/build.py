"""The pictures of the rules: ``python docs/constraints/build.py`` draws each example.

A test holds that the pictures in the repository are what this script would draw.
"""

from __future__ import annotations

from pathlib import Path

from satdoku.formats import parse
from satdoku.render import make_scene, svg

PAGES = Path(__file__).resolve().parent
EXAMPLES = PAGES.parents[1] / "examples" / "constraints"


def pictures() -> dict[Path, str]:
    """Every picture with its text."""
    found = {}
    for path in sorted(EXAMPLES.glob("*.json")):
        document = parse(path.read_text(encoding="utf-8"))
        rules = dict.fromkeys(rule.summary for rule in document.puzzle.constraints)
        found[PAGES / f"{path.stem}.svg"] = svg(
            make_scene(document.puzzle), title=document.title or "", description=" ".join(rules)
        )
    return found


if __name__ == "__main__":
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
