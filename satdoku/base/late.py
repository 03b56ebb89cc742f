"""Names of a package that are loaded when first asked for (PEP 562).

One question imports engines of its own; it should not pay for those of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def late_names(package: str, homes: Iterable[tuple[str, Iterable[str]]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package: ``homes`` pairs its modules with the names they define.

    A name is looked up in the first module that has it listed, once.
    """
    home_of: dict[str, str] = {}
    for home, names in homes:
        for name in names:
            home_of.setdefault(name, home)

    def look_up(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        import sys
        from importlib import import_module

        value = getattr(import_module(f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return look_up
