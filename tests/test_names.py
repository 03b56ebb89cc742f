"""One name a concept: no two modules define a public class or type of the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def _defined(tree: ast.Module) -> Iterator[str]:
    """The public classes and type aliases of a module."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ) if not isinstance(value, ast.Call | ast.Constant) and not name.isupper():
                if name[0].isupper():
                    yield name


def test_a_public_name_means_one_thing() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "satdoku").rglob("*.py")):
        for name in _defined(ast.parse(path.read_text("utf-8"))):
            if not name.startswith("_"):
                places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 500
    assert not {name: where for name, where in places.items() if len(where) > 1}
