"""The commands by section, each with the line that the help lists it with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


_FAMILY = re.compile(r"^(collection)_")
"""Files of commands that are written as two words: ``collection add``."""

_OWN = re.compile(r'^LISTED = (\d+), "(.*)"$', re.MULTILINE)
_ASKING = re.compile(
    r'^class (\w+)\((?:(?!^class ).)*?^    command = Command\(\s*(\d+),\s*"([^"]*)",\s*"([^"]*)"',
    re.MULTILINE | re.DOTALL,
)


class Listed(NamedTuple):
    """A command in the list.

    place     hundreds for the section
    module    the file that has it
    question  the name of the question that makes it; ``None``: it has a file of its own
    """

    place: int
    name: str
    line: str
    module: str
    question: str | None


@cache
def listed() -> dict[str, Listed]:
    """Every command, in the order of the help.

    A command has a file with ``LISTED``, or its question has a ``Command``. Both are read and not
    run, since to import every command takes a second.
    """
    entries = []
    for file in Path(__file__).with_name("subcommands").glob("*.py"):
        own = _OWN.search(file.read_text("utf-8"))
        if own is not None:
            name = _FAMILY.sub(r"\1 ", file.stem).replace("_", "-")
            module = f"satdoku.cli.subcommands.{file.stem}"
            entries.append(Listed(int(own[1]), name, own[2], module, None))
    for file in Path(__file__).parents[1].joinpath("answers").glob("*.py"):
        for question, place, name, line in _ASKING.findall(file.read_text("utf-8")):
            module = f"satdoku.answers.{file.stem}"
            entries.append(Listed(int(place), name, line, module, question))
    return {each.name: each for each in sorted(entries)}


def sections() -> dict[str, dict[str, str]]:
    """The section, the command, its line in the list; in the order of the help."""
    return {
        title: {name: line for place, name, line, *_ in listed().values() if place // 100 == number}
        for number, title in enumerate(_SECTIONS, 1)
    }


def commands() -> dict[str, str]:
    """Every command with its line, in the order of the help."""
    return {name: line for section in sections().values() for name, line in section.items()}


IN_SOURCE = "docs/README.md in the source of satdoku"
"""The place of the documentation where it is not installed."""


def documented_in() -> str:
    """The place of the documentation."""
    root = Path(__file__).parents[2]
    index = root / "docs" / "README.md"
    checkout = index.is_file() and (root / "pyproject.toml").is_file()
    return str(index) if checkout else IN_SOURCE
