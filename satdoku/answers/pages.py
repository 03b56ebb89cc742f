"""The pages of rules and techniques: what was written, with what the code and the examples give.

Docstrings say why a technique holds, ``docs/constraints/FAMILY.md`` what a rule means. Parameters,
positions, sentences and pictures are made when a page is shown or the documentation is built
(``docs/build.py``).
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.base.shipped import shipped
from satdoku.board.constraint import Parameter
from satdoku.constraints import REGISTRY, to_data, to_words
from satdoku.explaining import explain, title
from satdoku.messages import SOURCE, languages
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.render import make_scene, render_candidates, render_grid, step_scene, svg
from satdoku.solving import solve
from satdoku.techniques.base import Technique
from satdoku.techniques.step import Step

_BLOCK = re.compile(r"<!-- ([a-z-]+) -->\n")
_ROLE = re.compile(r":(?:class|func|meth|mod):")


# -- techniques ------------------------------------------------------------------------------------


def technique_example(name: str) -> Position:
    """The position that shows a technique.

    :raises FormatError: where it has none.
    """
    file = _technique_file(name)
    if file is None:
        raise FormatError(f"there is no example of {name}")
    document = _read(file)
    return document.position or Position.of(document.puzzle)


def technique_argument(search: Technique) -> str:
    """Why a technique holds, as Markdown: its docstring."""
    return _markdown(inspect.getdoc(type(search)) or "")


def reader_paragraphs(search: Technique) -> list[str]:
    """The paragraphs of the argument that stand before those for programmers: on options, and on
    the pattern."""
    parts = technique_argument(search).split("\n\n")
    return [
        " ".join(part.split())
        for part in takewhile(lambda part: not part.startswith(("`", "Pattern:")), parts)
    ]


def technique_page(search: Technique) -> str:
    """The page of a technique as Markdown: its argument, its family, and a position if any."""
    name, english = search.name, title(search.name)
    module = inspect.getmodule(type(search))
    family = type(search).__module__.replace(".", "/")
    assumes = " Assumes that the puzzle has one solution." if search.needs_uniqueness else ""
    others = dict.fromkeys(title(name, lang) for lang in languages() if lang != SOURCE)
    names = ", ".join(others)
    return f"""\
# {english[:1].upper()}{english[1:]}

`{name}` ({names}); family `{family}.py`.{assumes}

## The argument

{technique_argument(search)}

## The family

{_markdown(inspect.getdoc(module) or "")}
{_position(search)}"""


def _position(search: Technique) -> str:
    """The part of the page that shows a technique at work; empty where there is no position: the
    larger fish have none."""
    file = _technique_file(search.name)
    if file is None:
        return ""
    position, step = _shown(search)
    said = "\n".join(
        f"```text\n{explain(step, position.geometry, at)}\n```\n" for at in languages()
    )
    return f"""
## A position

![The position, and what {title(search.name)} sees in it]({search.name}.svg)

`examples/techniques/{file.name}`, made by the project:

```text
{render_candidates(position).rstrip()}
```

What `explain` says about it:

{said}"""


def technique_picture(search: Technique) -> str:
    """The picture of that position, as SVG."""
    position, step = _shown(search)
    words = explain(step, position.geometry)
    name = f"{title(search.name)}: a position"
    return svg(step_scene(position, step), title=name, description=words)


def _technique_file(name: str) -> Path | None:
    places = (shipped(f"examples/techniques/{name}.{kind}") for kind in ("txt", "json"))
    return next(filter(None, places), None)


def _read(file: Path) -> Document:
    return formats.parse(file.read_text(encoding="utf-8"))


def _shown(search: Technique) -> tuple[Position, Step]:
    position = technique_example(search.name)
    step = search.first(position)
    assert step is not None, search.name
    return position, step


def _markdown(text: str) -> str:
    """A docstring as Markdown: double backquotes become single ones, roles plain code."""
    return _ROLE.sub("", text).replace("``", "`").replace("`~satdoku.", "`satdoku.")


# -- rules -----------------------------------------------------------------------------------------


def filled(page: str) -> str:
    """A page with the parameters and the example of a rule after each ``<!-- NAME -->``."""
    return _BLOCK.sub(
        lambda match: "\n".join(_about(match[1])) if match[1] in REGISTRY else match[0], page
    )


def rule_picture(name: str) -> str:
    """The picture of a rule's example, as SVG.

    :raises FormatError: where it has none.
    """
    document = _example(name)
    rules = dict.fromkeys(rule.summary for rule in document.puzzle.constraints)
    scene = make_scene(document.puzzle)
    return svg(scene, title=document.title or "", description=" ".join(rules))


@lru_cache(maxsize=1)
def _example(name: str) -> Document:
    file = shipped(f"examples/constraints/{name}.json")
    if file is None:
        raise FormatError(f"there is no example of {name}")
    return _read(file)


def _about(name: str) -> Iterator[str]:
    puzzle = _example(name).puzzle
    # A clue about unknown regions stands inside of the rule that has them.
    rule = next((rule for rule in puzzle.constraints if rule.name == name), puzzle.constraints[0])
    solution = solve(puzzle).solution
    assert solution is not None
    if parameters := REGISTRY[name].parameters:
        yield from ("| parameter | kind | meaning |", "|---|---|---|")
        yield from (f"| `{p.name}` | {_kind(p)} | {p.meaning} |" for p in parameters)
        yield ""
    yield f"""\
```json
{json.dumps(to_data(rule, puzzle.geometry))}
```

On the command line:
`--rules {to_words(rule, puzzle.geometry)}`

`examples/constraints/{name}.json`

![The example of {name}]({name}.svg)

```text
{render_grid(Puzzle(puzzle.geometry, puzzle.givens, None, puzzle.constraints))}
```

givens `{puzzle.grid.text()}`<br>
solution `{solution.text()}`
"""


def _kind(parameter: Parameter) -> str:
    kind = " or ".join(f"`{c}`" for c in parameter.choices) or parameter.kind
    if not parameter.optional:
        return kind
    usual = parameter.default
    return f"{kind}, optional" + ("" if usual in (None, False) else f" ({json.dumps(usual)})")
