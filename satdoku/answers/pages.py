"""The pages of rules and techniques: what was written, with what the code and the examples give.

``lessons.po`` says why a technique holds, how a rule is drawn and what follows from it first;
``docs/constraints/FAMILY.md`` has the limits of a rule.
Parameters, positions, sentences and pictures are made when a page is shown or the documentation is
built (``docs/build.py``). Docstrings are notes for developers.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from satdoku import formats
from satdoku.answers.techniques import names_of_traditions, technique_record
from satdoku.base.errors import FormatError
from satdoku.base.shipped import shipped
from satdoku.board.constraint import Constraint, Parameter, Shape
from satdoku.constraints import REGISTRY, to_data, to_words
from satdoku.explaining import Strength, explain, title, veiled
from satdoku.explaining.names import words_of_rule
from satdoku.explaining.teaching import taught
from satdoku.generating.examples import technique_example, technique_file
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.render import make_scene, render_candidates, render_grid, step_scene, svg
from satdoku.render.scene import Scene
from satdoku.solving import solve
from satdoku.techniques.base import Technique
from satdoku.techniques.step import Step

_BLOCK = re.compile(r"<!-- ([a-z-]+) -->\n")
_OF_RULE = re.compile(r"^## `([a-z-]+)`.*\n", re.MULTILINE)
_NOTES = re.compile(r"(?:^(?:Relations|Symmetries): .*\n(?:^.+\n)*\n?)+", re.MULTILINE)
_FOLDED = """\
<details><summary>Notes for developers</summary>

{}

</details>

"""
STRENGTHS: tuple[Strength, ...] = (1, 2, 3)
"""The steps in which a position is shown, as hints are."""
_ROLE = re.compile(r":(?:class|func|meth|mod):")


# -- techniques ------------------------------------------------------------------------------------


def technique_parts(search: Technique, lang: Lang = SOURCE) -> list[tuple[str, list[str]]]:
    """The texts about a technique for readers, as headings with paragraphs: what to look for, why
    it holds, how to spot it, where it comes from."""
    name, file, lesson = search.name, search.file, taught(lang)
    assumed = [lesson.say("lesson.unique")] if search.needs_uniqueness else []
    return [
        (lesson.say("lesson.heading.what"), [lesson.what(name, file)]),
        (lesson.say("lesson.heading.why"), [lesson.why(name, file), *assumed]),
        (lesson.say("lesson.heading.spot"), [lesson.spot(name, file)]),
        (lesson.say("lesson.heading.origin"), [" ".join(_origin(search, lang))]),
    ]


def technique_page(search: Technique, lang: Lang = SOURCE) -> str:
    """The page of a technique as Markdown: its parts, with a position in three steps before the
    last one, and at the end the notes for developers."""
    name = title(search.name, lang)
    shown = f"## {taught(lang).say('lesson.heading.position')}\n\n{_position(search, lang)}"
    *parts, origin = (
        "\n\n".join((f"## {heading}", *paragraphs)) + "\n"
        for heading, paragraphs in technique_parts(search, lang)
    )
    notes = f"## Notes for developers\n\n{_notes(search)}\n"
    return "\n".join([f"# {name[:1].upper()}{name[1:]}\n", *parts, shown, origin, notes])


def _origin(search: Technique, lang: Lang) -> list[str]:
    """Sentences on the other names of a technique, those of programs and sites, and its rating."""
    record, say = technique_record(search), taught(lang).say
    others = _names_elsewhere().get(search.name, {})
    named = "; ".join(f"{where}: {' / '.join(names)}" for where, names in others.items())
    return [
        *([say("lesson.aliases", names=record.aliases)] if record.aliases else []),
        *([say("lesson.covers", names=record.covers)] if record.covers else []),
        *([say("lesson.origin", names=named)] if named else []),
        say("lesson.rating", rating=record.se) if record.se else say("lesson.unrated"),
    ]


@cache
def _names_elsewhere() -> dict[str, dict[str, list[str]]]:
    """The names of each technique by tradition; those of special cases are left out."""
    named: dict[str, dict[str, list[str]]] = {}
    for one in names_of_traditions():
        if len(one.techniques) == 1 and not one.special and not one.kin:
            own = named.setdefault(one.techniques[0], {})
            own.setdefault(one.tradition, []).append(one.name)
    return named


def _notes(search: Technique) -> str:
    """The facts about a technique for programmers: its names, presets, files, and docstrings."""
    module = inspect.getmodule(type(search))
    record = technique_record(search)
    family = type(search).__module__.replace(".", "/")
    file = technique_file(search.name)
    example = f"; `examples/techniques/{file.name}`, made by the project" if file else ""
    names = ", ".join(dict.fromkeys(n for lang, n in record.titles.items() if lang != SOURCE))
    presets = ", ".join(record.presets) or "none"
    return f"""\
`{search.name}` ({names}); family `{family}.py`; presets {presets}{example}.

{_markdown(inspect.getdoc(type(search)) or "")}

{_markdown(inspect.getdoc(module) or "")}"""


def _position(search: Technique, lang: Lang) -> str:
    """The part of the page that shows a technique at work: from where to look to all of it; the
    larger fish have no position."""
    if technique_file(search.name) is None:
        return f"{taught(lang).say('lesson.no-position')}\n"
    position, step = _shown(search)
    steps = "\n".join(
        f"![{title(search.name, lang)}: {number}]({search.name}-{number}.svg)\n\n{number}. "
        + explain(step, position.puzzle, lang, strength).replace("\n", "<br>\n")
        + "\n"
        for number, strength in enumerate(STRENGTHS, 1)
    )
    return f"""\
```text
{render_candidates(position).rstrip()}
```

{steps}"""


def technique_scenes(position: Position, step: Step) -> tuple[Scene, Scene, Scene]:
    """A position in three steps: as it is, with the pattern, and with what follows from it."""
    pattern = step_scene(position, veiled(step), conclusions=False)
    return make_scene(position), pattern, step_scene(position, step)


def technique_pictures(search: Technique) -> list[str]:
    """The pictures of the position in three steps, as SVG."""
    position, step = _shown(search)
    return [
        svg(
            scene,
            title=f"{title(search.name)}: a position",
            description=explain(step, position.puzzle, SOURCE, strength),
        )
        for scene, strength in zip(technique_scenes(position, step), STRENGTHS, strict=True)
    ]


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


def filled(page: str, lang: Lang = SOURCE) -> str:
    """A page with the texts about a rule below its heading, its parameters and its example after
    ``<!-- NAME -->``, and the relations folded."""
    page = _NOTES.sub(lambda match: _FOLDED.format(match[0].strip()), page)
    page = _OF_RULE.sub(
        lambda match: (
            match[0] + "".join(_told(match[1], lang)) if match[1] in REGISTRY else match[0]
        ),
        page,
    )
    return _BLOCK.sub(
        lambda match: "\n".join(_about(match[1])) if match[1] in REGISTRY else match[0], page
    )


def rule_parts(kind: type[Constraint], lang: Lang = SOURCE) -> list[tuple[str, str]]:
    """The texts about a rule for readers, as headings with a paragraph: what it means, how it is
    drawn, and what a solver does first."""
    lesson, file = taught(lang), kind.__module__.rpartition(".")[2]
    return [
        (lesson.say("lesson.heading.meaning"), words_of_rule(kind, lang)[1]),
        (lesson.say("lesson.heading.drawn"), lesson.drawn(kind.name, file, _look(kind))),
        (lesson.say("lesson.heading.first"), lesson.first(kind.name, file, kind.technique)),
    ]


def _told(name: str, lang: Lang) -> Iterator[str]:
    meaning, drawn, first = (
        f"\n**{heading}**<br>\n{text}\n" for heading, text in rule_parts(REGISTRY[name], lang)
    )
    yield from (meaning, drawn, f"\n![The example of {name}]({name}.svg)\n", first)


def _look(kind: type[Constraint]) -> str:
    """The part of a rule's picture that it is known by, of its example."""
    puzzle, rule = clue_of(kind.name)
    shape = next((one for one in rule.shapes(puzzle.geometry) if one.kind != "none"), None)
    match shape:
        case None:
            return "words"
        case Shape(kind="line", bulb=True):
            ends = "diamonds" if shape.diamond else "circles"
            return "bulb" if shape.filled else ends
        case Shape(kind="arrow", bulb=False):
            return "pointing"
        case Shape(kind="area", lettered=True):
            return "sets"
        case Shape(kind="dot"):
            return {2: "edge", 4: "corner"}.get(len(shape.cells), "circle")
    return shape.kind


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


def clue_of(name: str) -> tuple[Puzzle, Constraint]:
    """The puzzle that shows a rule, and its first clue of it."""
    puzzle = _example(name).puzzle
    # A clue about unknown regions stands inside of the rule that has them.
    return puzzle, next(
        (rule for rule in puzzle.constraints if rule.name == name), puzzle.constraints[0]
    )


def _about(name: str) -> Iterator[str]:
    puzzle, rule = clue_of(name)
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
