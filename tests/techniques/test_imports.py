"""No import circles among the modules of techniques, those inside functions and for types too."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import satdoku.techniques

PACKAGE = "satdoku.techniques"
FOLDER = Path(satdoku.techniques.__file__).parent


def _imports(module: str, file: Path) -> set[str]:
    """The modules of the package that a file imports anywhere in its text."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found - {module}


def test_no_module_imports_itself_by_way_of_others() -> None:
    files = {}
    for file in FOLDER.rglob("*.py"):
        parts = file.relative_to(FOLDER).with_suffix("").parts
        files[".".join([PACKAGE, *(part for part in parts if part != "__init__")])] = file
    graph = {name: _imports(name, file) & set(files) for name, file in files.items()}
    assert f"{PACKAGE}.step" in graph[f"{PACKAGE}.fish"]
    TopologicalSorter(graph).prepare()  # raises CycleError, which lists the circle
