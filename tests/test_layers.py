"""Every import of the tree goes down: those inside functions, for types and in strings too.

import-linter holds the layers of pyproject.toml for what Python's grammar calls an import. A module
that is named in a string and loaded later is one all the same.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import satdoku

PACKAGE = Path(satdoku.__file__).parent
PROJECT = PACKAGE.parent / "pyproject.toml"
CHECKER = {"satdoku.explaining.checking", "satdoku.explaining.__main__"}
ABOVE_ALL = {"satdoku", "satdoku.__main__", *CHECKER}
"""The package names everything that users import from it, and the program that checks languages
reads the sentences of all packages, the help of commands too."""


def modules(package: Path) -> dict[str, Path]:
    files = {}
    for file in package.rglob("*.py"):
        parts = file.relative_to(package.parent).with_suffix("").parts
        files[".".join(part for part in parts if part != "__init__")] = file
    return files


def imported(text: str, known: Mapping[str, object], own: str = "") -> Iterator[str]:
    """The modules that a text imports or names, as often as it does. A string with a package that
    the module is ``own`` of names the place of files, or what loads its other modules."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for name in node.names:
                full = f"{node.module}.{name.name}"
                yield full if full in known else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.JoinedStr) and isinstance(head := node.values[0], ast.Constant):
            package = str(head.value).rpartition(".")[0]  # f"satdoku.formats.{name}"
            if not own.startswith(f"{package}."):
                yield package
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and not own.startswith(f"{node.value}.")
        ):
            yield node.value


@lru_cache(maxsize=1)
def graph(package: Path) -> dict[str, set[str]]:
    files = modules(package)
    return {
        name: {
            other
            for other in imported(file.read_text(encoding="utf-8"), files, name)
            if other in files and other != name
        }
        for name, file in files.items()
        if name not in ABOVE_ALL
    }


def package_of(name: str) -> str:
    return ".".join(name.split(".")[:2])


def may_import(name: str, other: str, layers: list[str]) -> bool:
    """Whether a module lies above another, or in the same package; packages that stand side by
    side in a layer import nothing from each other."""
    own, others = package_of(name), package_of(other)
    places = {package: at for at, row in enumerate(layers) for package in row.split(" | ")}
    return own == others or places[own] < places[others]


def faults(arrows_from: Mapping[str, set[str]], layers: list[str]) -> list[str]:
    arrows = [
        f"{name} names {other}, which is not below it"
        for name, others in arrows_from.items()
        for other in sorted(others)
        if other in ABOVE_ALL or not may_import(name, other, layers)
    ]
    try:
        TopologicalSorter(arrows_from).prepare()
    except CycleError as error:
        return [*arrows, " -> ".join(error.args[1])]
    return arrows


def declared() -> list[str]:
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]
    return list(contracts["contracts"][0]["layers"])


@pytest.mark.full
@pytest.mark.skipif(not PROJECT.exists(), reason="an installed package has no pyproject.toml")
def test_no_circle_and_no_arrow_up() -> None:
    arrows = graph(PACKAGE)
    assert "satdoku.formats.json" in arrows["satdoku.formats.links"]  # inside a function
    assert "satdoku.base.limits" in arrows["satdoku.engines.protocol"]
    assert faults(arrows, declared()) == []


FINDINGS = ("solving", "diagnosing", "generating", "proofs", "rating", "engines")
"""Packages that find something and say it in no language."""


def languages_in(text: str) -> list[str]:
    """The traces of languages in a module: parameters, variables and fields, and their messages."""
    if "lang" not in text and "satdoku.messages" not in text:
        return []
    names = [name for name in imported(text, {}) if name.startswith("satdoku.messages")]
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                names += [name] * (name in ("lang", "language"))
            case ast.keyword(arg="lang" | "language" as name):
                names.append(name)
    return names


def test_findings_have_no_language() -> None:
    files = [file for name in FINDINGS for file in (PACKAGE / name).rglob("*.py")]
    assert len(files) > 80
    words_of_files = {file.name: languages_in(file.read_text(encoding="utf-8")) for file in files}
    assert not any(words_of_files.values()), {
        name: words for name, words in words_of_files.items() if words
    }


@pytest.mark.parametrize(
    "line",
    [
        "def find(puzzle, lang='en'): ...",
        "words(found, lang='ja')",
        "self.lang = 0",
        "def text():\n    from satdoku.messages import catalogue",
    ],
)
def test_a_language_is_seen(line: str) -> None:
    assert languages_in(line)


@pytest.mark.full
@pytest.mark.parametrize(
    ("file", "line", "fault"),
    [
        ("base/late.py", "import satdoku.board.grid", "satdoku.base.late names satdoku.board.grid"),
        ("board/grid.py", "HOME = 'satdoku.render.svg'", "satdoku.board.grid names satdoku.render"),
        (
            "board/grid.py",
            "HOME = f'satdoku.render.{0}'",
            "satdoku.board.grid names satdoku.render",
        ),
        (
            "model/model.py",
            "if TYPE_CHECKING:\n    from satdoku.puzzle import Puzzle",
            "satdoku.model.model names satdoku.puzzle,",
        ),
        ("board/geometry.py", "def f():\n    from satdoku.board.grid import Grid", " -> "),
        (
            "symmetry/moves.py",
            "import satdoku.formats",
            "satdoku.symmetry.moves names satdoku.form",
        ),
        ("engines/protocol.py", "import satdoku", "satdoku.engines.protocol names satdoku,"),
        ("engines/auto.py", "def f():\n    from satdoku.engines import get", " -> "),
    ],
)
def test_a_planted_import_is_found(file: str, line: str, fault: str) -> None:
    arrows = dict(graph(PACKAGE))
    name = f"satdoku.{file.removesuffix('.py').replace('/', '.')}"
    known = modules(PACKAGE)
    arrows[name] = arrows[name] | {other for other in imported(line, known) if other in known}
    messages = faults(arrows, declared())
    assert any(fault in message for message in messages), messages
