"""One name a concept: no two modules define a public class or type of the same name; and every
package names its files."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

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
    own = {f"{name.replace('-', '_')}.py" for name in commands()}
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
