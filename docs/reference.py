"""The reference of the public API and of every JSON field, made from the code."""

from __future__ import annotations

import dataclasses
import inspect
import pkgutil
import re
import textwrap
import typing
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

import satdoku
from satdoku import answers, api
from satdoku.answers.described import AnswerVerdict
from satdoku.answers.json_object import SCHEMA, ErrorRecord, JsonObject
from satdoku.answers.learning import Course
from satdoku.answers.question import Answer, fields_of
from satdoku.answers.schema import answer_schema
from satdoku.answers.why import ClaimVerdict
from satdoku.api import Count
from satdoku.base import errors
from satdoku.cli.commands import commands
from satdoku.cli.functions import question_of
from satdoku.cli.subcommands.schema import kinds_of
from satdoku.constraints import REGISTRY
from satdoku.formats import Entry
from satdoku.rating.scales import SCALES

MODULES = {
    "satdoku.constraints": (*sorted(kind.__name__ for kind in REGISTRY.values()),),
    "satdoku.render": ("make_scene", "render_candidates", "render_grid", "step_scene", "svg"),
    "satdoku.render.notebook": ("Ratings",),
    "satdoku.symmetry": ("Symmetry", "SymmetryGroup", "automorphisms", "canonical", "equivalence"),
}
"""The names of sub-modules that are documented; ``examples/`` may import these and no others."""

_MODULES = {
    "satdoku.constraints": "a class for each rule (`AntiKnight`, `KillerCage`, ...): those of "
    "`known_rules()`, [setters.md](setters.md), [constraints](constraints)",
    "satdoku.render": "[pictures.md](pictures.md)",
    "satdoku.render.notebook": "[notebook.ipynb](../examples/notebook.ipynb)",
    "satdoku.symmetry": "[symmetry.md](symmetry.md)",
}

PYTHON = {
    "mcp": "the command alone ([programs.md](programs.md))",
    "audit": "the command alone ([audit.md](audit.md))",
    "batch": "the command alone; pandas, polars or DuckDB read its directory "
    "([batch.md](batch.md))",
    "bench": "the command alone ([bench.md](bench.md))",
    "check-unique": "`is_unique`, `check_unique`, `is_unique_many`; `certify` with `--certify`",
    **dict.fromkeys(
        ("collection", "collection add", "collection draw", "collection rate"),
        "`Collection` ([collection.md](collection.md))",
    ),
    "count": "`count`, and `solutions`, which yields them",
    "encode": "`satdoku.encodings`, which may change ([encodings.md](encodings.md))",
    "rate": "`rate`, `rate_many`",
    "report": "the command alone ([batch.md](batch.md))",
    "rules": "`known_rules`",
    "serve": "the command alone ([serve](serve.md))",
    "show": "`show`; `satdoku.render` draws",
    "socket": "the command alone ([serve](serve.md))",
    "techniques": "`known_techniques`",
    "torture": "the command alone ([torture.md](torture.md))",
}
"""What answers in Python as a command does, where that is not the function of the same name."""

JSON = """\
## JSON

An object a puzzle. Every object begins with `schema`, the version of these fields (now {schema}): a
release that adds fields keeps the number, one that changes or removes a field raises it. Then come
`line` (from 1), `puzzle` (its text) and `source` (the file, left out where there is none), except
where "No line or source" stands below the heading. `left_out` is what the text holds that is no
part of the puzzle: `ignored`, rules that `--ignore` left out; `drawings`, which carry no rule that
satdoku knows; `unused`, what says nothing about the solution; `entered`, the digits of a player
who has entered the whole solution, where a hint or an explanation starts from the givens;
`solution`, how the solution in the text breaks rules that were read; `words`, a sentence that none
of them says, and `named`, the option or command that leads on; `board`, a sentence about another
board than the one that was read; `marks`, the number of cells whose pencil marks make a puzzle of
the text. `published` is the solution in the text, where the puzzle has others too. `doubtful` is
true where drawings, solution, words, board or marks show that the answer may be about another
puzzle, and left out elsewhere. `seconds` is wall-clock time. A field that is left out where it says
nothing is marked "may be left out". What cannot be answered is an `ErrorRecord` in the place of the
answer. `satdoku schema COMMAND` prints all of this as JSON Schema.
"""

_OTHERS = (Count, Course, ClaimVerdict, AnswerVerdict, Entry)
"""What functions give besides answers."""
_WIDTH = 100


def reference(documented: Callable[[str], str] | None = None) -> str:
    """Every command, function, answer, error and JSON field.

    ``documented`` writes the documentation of a function, in the place of plain Markdown.
    """
    functions = [name for name in api.__all__ if inspect.isfunction(getattr(api, name))]
    documented = documented or _function
    parts = ["## Every command in Python\n", _commands()]
    parts += ["## Functions\n"]
    parts += [f"### {name}\n\n{documented(name)}" for name in functions]
    parts += ["## Questions\n", _questions(), "## Answers\n", _answers()]
    parts += ["## Other names\n", _others(set(functions)), "## Errors\n", _errors()]
    parts += [JSON.format(schema=SCHEMA)]
    parts += [_objects(), _object(ErrorRecord.__name__, "every command", [ErrorRecord])]
    return "\n".join(parts)


def modules() -> str:
    """The names of sub-modules that are kept."""
    rows = ["| module | names |", "|---|---|"]
    for module, about in _MODULES.items():
        names = ", ".join(f"`{name}`" for name in MODULES[module])
        shown = about if module == "satdoku.constraints" else f"{names}: {about}"
        rows.append(f"| `{module}` | {shown} |")
    return "\n".join(rows)


def _commands() -> str:
    rows = ["| `satdoku ...` | in Python |", "|---|---|"]
    for command in sorted(commands()):
        name = command.replace("-", "_")
        alone = f"`{name}`" if name in api.__all__ else "the command alone"
        found = PYTHON.get(command) or alone
        rows.append(f"| `{command}` | {found} |")
    rest = "`read` is how all of them read files, and `parse` how they read one puzzle."
    return "\n".join([*rows, "", rest]) + "\n"


def _function(name: str) -> str:
    function: Callable[..., Any] = getattr(api, name)
    return f"```python\n{_signature(function)}\n```\n\n{_markdown(function)}\n"


def autodoc(name: str) -> str:
    """The documentation of a function, to be made by Sphinx, whose index then has it."""
    return f"```{{eval-rst}}\n.. autofunction:: satdoku.{name}\n```\n"


def _signature(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    shown = []
    keywords = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keywords:
            keywords = True
            shown.append("*")
        text = f"{parameter.name}: {parameter.annotation}"
        if parameter.default is not parameter.empty:
            default = parameter.default
            text += f" = {'...' if dataclasses.is_dataclass(default) else repr(default)}"
        shown.append(text.replace("'", '"'))
    name, end = function.__name__, f") -> {signature.return_annotation}"
    line = f"{name}({', '.join(shown)}{end}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {text}," for text in shown), end])


def _markdown(thing: object) -> str:
    """A docstring as Markdown: examples as code, what is raised as a list."""
    text = inspect.getdoc(thing) or ""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        if paragraph.startswith(">>>"):
            paragraphs.append(f"```python\n{paragraph}\n```")
        elif paragraph.startswith(":raises"):
            paragraphs.append("\n".join(_raised(paragraph)))
        else:
            paragraphs.append(_plain(paragraph))
    return "\n\n".join(paragraphs)


def _raised(paragraph: str) -> Iterator[str]:
    for item in re.split(r"\n(?=:raises)", paragraph):
        found = re.fullmatch(r":raises ([\w, ]+): (.*)", item, re.DOTALL)
        assert found is not None, item
        names = ", ".join(f"`{name}`" for name in found[1].split(", "))
        yield f"* {names}: {_plain(' '.join(found[2].split()))}"


def _plain(text: str) -> str:
    text = re.sub(r":(?:class|func|meth|mod|data):`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text)
    return text.replace("``", "`")


def _questions() -> str:
    """The options of every question, as commands and functions have them."""
    intro = (
        "A command and its function put one question, whose fields are the options of both. "
        "`satdoku.ask(question, puzzle)` takes the question itself."
    )
    parts = ["\n".join(textwrap.wrap(intro, _WIDTH))]
    for command in sorted(commands()):
        kind = question_of(command)
        if kind is None:
            continue
        rows = ["| option | default | |", "|---|---|---|"]
        for name, default, about in _options(kind):
            shown = "" if default in (None, False) else f"`{default}`"
            rows.append(f"| `{name}` | {shown} | {about} |")
        parts.append(f"### {kind.__name__}: `satdoku {command}`\n\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"


def _options(kind: Any) -> Iterator[tuple[str, Any, str]]:
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        if dataclasses.is_dataclass(hints[field.name]):
            yield from _options(hints[field.name])
    for name, _, default, option in fields_of(kind):
        yield name, None if default is dataclasses.MISSING else default, option.help


def _kinds_of_answers() -> Iterator[type[Answer]]:
    """Every kind of answer, by the files of questions."""
    for _, name, _ in pkgutil.iter_modules(answers.__path__):
        module = import_module(f"satdoku.answers.{name}")
        for kind in vars(module).values():
            if (
                inspect.isclass(kind)
                and kind.__module__ == module.__name__
                and issubclass(kind, Answer)
                and kind is not Answer
            ):
                yield kind


def _answers() -> str:
    intro = (
        "An answer holds objects; `to_dict()` is its JSON object (see below), `rows()` are the "
        "lines for a program, `text()` is what a person reads, `scene()` its picture."
    )
    parts = ["\n".join(textwrap.wrap(intro, _WIDTH))]
    for kind in (*_kinds_of_answers(), *_OTHERS):
        methods = sorted(
            name
            for name, value in vars(kind).items()
            if not name.startswith("_") and (inspect.isfunction(value) or _is_property(value))
        )
        shown = ", ".join(
            f"`{name}`" if _is_property(vars(kind)[name]) else f"`{name}()`" for name in methods
        )
        text = inspect.getdoc(kind) or ""
        if kind.__bases__[0].__module__.startswith("satdoku.solving."):
            # The fields are those of a result, and documented there.
            text += f"\n\n{inspect.getdoc(kind.__bases__[0])}"
        parts.append(f"### {kind.__name__}\n\n```text\n{text}\n```\n\nAlso {shown}.")
    return "\n\n".join(parts) + "\n"


def _is_property(value: object) -> bool:
    return isinstance(value, property)


def _others(functions: set[str]) -> str:
    rows = ["| name | what it is |", "|---|---|"]
    for name in sorted(satdoku.__all__):
        kind = getattr(satdoku, name)
        if name in functions or not inspect.isclass(kind) or issubclass(kind, Exception):
            continue
        first = (inspect.getdoc(kind) or "").split("\n\n")[0]
        rows.append(f"| `{name}` | {_plain(' '.join(first.split()))} |")
    return "\n".join(rows) + "\n"


def _errors() -> str:
    return f"```text\n{(errors.__doc__ or '').strip()}\n```\n"


def _objects() -> str:
    """The members of the objects of every command."""
    printed: dict[type[JsonObject], list[str]] = {}
    for command in commands():
        for kind in kinds_of(command):
            printed.setdefault(kind, []).append(f"`satdoku {command}`")
    parts = [
        _object(kind.__name__, ", ".join(by), [kind])
        for kind, by in sorted(printed.items(), key=lambda item: item[0].__name__)
    ]
    shared = answer_schema(printed, "")["$defs"]
    names = sorted(shared.keys() - {kind.__name__ for kind in printed})
    parts += [_members(name, "in other objects", shared[name]) for name in names]
    return "\n".join(parts)


def _object(name: str, place: str, kinds: Sequence[type[JsonObject]]) -> str:
    return _members(name, place, answer_schema(kinds, "")["$defs"][name])


def _members(name: str, place: str, schema: dict[str, Any]) -> str:
    shared = {"schema", "line", "puzzle", "source", "left_out", "doubtful", "seconds"}
    members = schema["properties"]
    about = schema["description"]
    if "line" not in members and place != "in other objects":
        about += "\n\nNo line or source."
    rows = ["| field | type | |", "|---|---|---|"]
    for field, one in members.items():
        if ("line" in members and field in shared) or field == "schema":
            continue
        notes = [" ".join(one.get("description", "").split()).removesuffix(".")]
        notes += [] if field in schema["required"] else ["may be left out"]
        rows.append(f"| `{field}` | {_type(one)} | {_plain('; '.join(filter(None, notes)))} |")
    if schema["additionalProperties"]:
        rows += [
            f"| `{column.name}` | number | on the scale {scale.name}: {column.meaning} |"
            for scale in SCALES.values()
            for column in scale.columns
        ]
    table = "\n".join(rows)
    return f"### {name}: {place}\n\n```text\n{about}\n```\n\n{table}\n"


def _type(schema: dict[str, Any]) -> str:
    """A type in words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {_type(schema['items'])}"
    if schema.get("type") == "boolean":
        return "true or false"
    return str(schema.get("type", "any"))
