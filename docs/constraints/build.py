"""The pictures of the rules, and what the pages print of the examples.

``python docs/constraints/build.py`` draws each example and rewrites, in each page, what is between
``<!-- NAME -->`` and ``<!-- /NAME -->``: the rule's parameters and its example. A test holds that
the repository has what this script would write.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from satdoku.board.constraint import Parameter
from satdoku.constraints import REGISTRY, to_data, to_words
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.render import make_scene, render_grid, svg
from satdoku.solving import solve

PAGES = Path(__file__).resolve().parent
EXAMPLES = PAGES.parents[1] / "examples" / "constraints"
_BLOCK = re.compile(r"<!-- ([a-z-]+) -->\n.*?<!-- /\1 -->\n", re.DOTALL)


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


def pages() -> dict[Path, str]:
    """Every page with its text, what is between the marks written anew."""
    return {
        path: _BLOCK.sub(lambda found: _block(found[1]), path.read_text(encoding="utf-8"))
        for path in sorted(PAGES.glob("*.md"))
    }


def _block(name: str) -> str:
    puzzle = parse((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")).puzzle
    # A clue about unknown regions stands inside of the rule that has them.
    rule = next((rule for rule in puzzle.constraints if rule.name == name), puzzle.constraints[0])
    solution = solve(puzzle).solution
    assert solution is not None
    lines = [f"<!-- {name} -->"]
    if parameters := REGISTRY[name].parameters:
        lines += ["| parameter | kind | meaning |", "|---|---|---|"]
        lines += [f"| `{p.name}` | {_kind(p)} | {p.meaning} |" for p in parameters] + [""]
    lines += [
        "```json",
        json.dumps(to_data(rule, puzzle.geometry)),
        "```",
        "",
        "On the command line:",
        f"`--rules {to_words(rule, puzzle.geometry)}`",
        "",
        f"`examples/constraints/{name}.json`",
        "",
        f"![The example of {name}]({name}.svg)",
        "",
        "```text",
        render_grid(Puzzle(puzzle.geometry, puzzle.givens, None, puzzle.constraints)),
        "```",
        "",
        f"givens `{puzzle.grid.text()}`<br>",
        f"solution `{solution.text()}`",
        f"<!-- /{name} -->",
        "",
    ]
    return "\n".join(lines)


def _kind(parameter: Parameter) -> str:
    kind = " or ".join(f"`{c}`" for c in parameter.choices) or parameter.kind
    if not parameter.optional:
        return kind
    usual = parameter.default
    return f"{kind}, optional" + ("" if usual in (None, False) else f" ({json.dumps(usual)})")


if __name__ == "__main__":
    for path, text in (pictures() | pages()).items():
        path.write_text(text, encoding="utf-8")
