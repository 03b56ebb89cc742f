"""One name a concept: no two modules define a public class or type of the same name; every package
names its files; and names of variables name what they hold."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from satdoku.cli.commands import commands
from satdoku.formats import FORMATS

ROOT = Path(__file__).parent.parent
DEFINED = re.compile(
    r"^(?:class ([A-Za-z]\w*)|([A-Z]\w*[a-z]\w*)(?:: TypeAlias)? = (?!TypeVar))", re.MULTILINE
)
"""A public class, or a type that is given a name, of a module."""


def test_a_public_name_means_one_thing() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "satdoku").rglob("*.py")):
        for kind, alias in DEFINED.findall(path.read_text("utf-8")):
            places[kind or alias].append(str(path.relative_to(ROOT)))
    assert len(places) > 500
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_a_package_names_its_files_and_where_to_begin() -> None:
    """But for one file a command and one file a format."""
    own = {f"{re.sub('[- ]', '_', name)}.py" for name in commands()}
    listed_elsewhere = {"subcommands": own, "formats": {f"{name}.py" for name in FORMATS}}
    fonts = ROOT / "satdoku" / "render" / "fonts"
    packages = set((ROOT / "satdoku").glob("*/**/__init__.py")) - {fonts / "__init__.py"}
    assert len(packages) > 30
    for init in packages:
        text = ast.get_docstring(ast.parse(init.read_text("utf-8"))) or ""
        files = {path.name for path in init.parent.glob("*.py")} - {init.name}
        files -= listed_elsewhere.get(init.parent.name, set())
        assert not {name for name in files if name not in text and name[:-3] not in text}, init
        [first] = re.findall(r"^Begin with ([\w/]+\.py)\.$", text, re.MULTILINE)
        assert (init.parent / first).is_file()


RIDDLE = re.compile(r"(?:What|Those|None of|Goes|So many|The same|As (?:of|in|:)|See :)\b")
EMPTY_NAMES = {"found", "asked", "kept", "gone", "met", "made", "told", "goes", "what", "thing"}
BARE_QUANTITY = re.compile(
    r"_?(?:MOST|FEW|MANY|SOME|SMALL|LARGE|LONG|SHORT|LEAST|(?:LARG|LONG|DEEP|WID|HIGH|SMALL)EST)"
)

OPENING = re.compile(rf'"""\s*{RIDDLE.pattern}')
WORDS = re.compile(
    r"""\"{3}.*?\"{3}|'{3}.*?'{3}|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL
)
"""Strings and comments."""
SUSPECT = re.compile(
    rf"\b(?:{'|'.join(EMPTY_NAMES)})(?: *[:=,)]| in\b)"
    rf"|^ *{BARE_QUANTITY.pattern}(?: *[:=,)]| in\b)",
    re.MULTILINE,
)
"""Every text with an unclear name has such a place besides strings and comments, or such a string;
parsing is most of the work."""


def unclear_names(text: str) -> Iterator[str]:
    """Docstrings that open with a riddle, and names of variables and constants that name nothing.

    The fields of a class are left out: some are names in JSON.
    """
    if not OPENING.search(text) and not SUSPECT.search(WORDS.sub('""', text)):
        return
    tree, fields = ast.parse(text), set[int]()
    for node in ast.walk(tree):  # a class comes before its fields
        match node:
            case ast.ClassDef(body=lines):
                for line in lines:
                    if isinstance(line, ast.Assign):
                        fields.update(map(id, line.targets))
                    elif isinstance(line, ast.AnnAssign):
                        fields.add(id(line.target))
            case ast.Expr(value=ast.Constant(value=str(words))) if RIDDLE.match(words.lstrip()):
                yield f"{node.lineno}: {words.lstrip()[:60]}"
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if id(node) not in fields:
                if name in EMPTY_NAMES or BARE_QUANTITY.fullmatch(name):
                    yield f"{node.lineno}: {name}"


@pytest.mark.parametrize("package", ["satdoku", "tests"])
def test_names_name_things(package: str) -> None:
    paths = sorted((ROOT / package).rglob("*.py"))
    assert len(paths) > 300
    unclear = {
        str(path): faults
        for path in paths
        if (faults := list(unclear_names(path.read_text("utf-8"))))
    }
    assert not unclear


def test_unclear_names_are_noticed() -> None:
    text = '''
def cells(what):
    """What the cells are."""
    found = [what]
    return found

class Fields:
    told: str = ""
    """Those of the rules."""

_MOST = 3
_MAX_WAYS = 3
'''
    assert {line.partition(": ")[2] for line in unclear_names(text)} == {
        *("what", "What the cells are.", "found", "Those of the rules.", "_MOST"),
    }
