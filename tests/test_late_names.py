"""Names that packages load late (PEP 562) exist: mypy takes them for Any, and accepts all."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.full
def test_names_that_packages_load_late_are_there() -> None:
    sources = {path: path.read_text("utf-8") for path in sorted((ROOT / "satdoku").rglob("*.py"))}
    late = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for path, text in sources.items()
        if path.name == "__init__.py" and "__getattr__" in text
    }
    assert {"satdoku", "satdoku.relations", "satdoku.rating"} <= late
    imported: set[tuple[str, str]] = set()
    for text in sources.values():
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.ImportFrom(module=str(package), names=names, level=0) if package in late:
                    imported |= {(package, name.name) for name in names}
                case ast.Attribute(value=ast.Name(id=package), attr=name):
                    if f"satdoku.{package}" in late and name[0].isupper():
                        imported.add((f"satdoku.{package}", name))
    assert len(imported) > 30
    missing = [
        (package, name)
        for package, name in sorted(imported - {("satdoku", "core")})  # not compiled everywhere
        if not hasattr(import_module(package), name) and not find_spec(f"{package}.{name}")
    ]
    assert not missing
