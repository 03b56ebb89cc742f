"""The commands by section, each with the line that the help lists it with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SECTIONS = (
    "Solve and check",
    "Explain and rate",
    "Make",
    "Convert and draw",
    "Many",
    "In the browser",
    "Proofs",
    "Help",
)


@cache
def sections() -> dict[str, dict[str, str]]:
    """The section, the command, its line in the list; in the order of the help.

    ``LISTED`` in the file of a command has its place, hundreds for the section, and the line. It
    is read and not run, since to import every command takes a second.
    """
    listed = []
    for file in Path(__file__).with_name("subcommands").glob("*.py"):
        found = re.search(r'^LISTED = (\d+), "(.*)"$', file.read_text("utf-8"), re.MULTILINE)
        if found is not None:
            listed.append((int(found[1]), file.stem.replace("_", "-"), found[2]))
    return {
        title: {name: line for place, name, line in sorted(listed) if place // 100 == number}
        for number, title in enumerate(_SECTIONS, 1)
    }


def commands() -> dict[str, str]:
    """Every command with its line, in the order of the help."""
    return {name: line for section in sections().values() for name, line in section.items()}


def documentation() -> str:
    """Where the documentation is."""
    root = Path(__file__).parents[2]
    index = root / "docs" / "README.md"
    if not (index.is_file() and (root / "pyproject.toml").is_file()):  # no checkout
        index = Path("docs/README.md in the source of satdoku")
    return (
        f"Documentation: {index}; satdoku techniques NAME and satdoku rules NAME print pages of it."
    )
