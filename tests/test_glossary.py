"""docs/glossary.md: the names of the code that it mentions exist, and its terms occur once."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| term ")
]
HOMES = (
    "satdoku",
    "satdoku.board",
    "satdoku.puzzle",
    "satdoku.techniques",
    "satdoku.techniques.step",
    "satdoku.constraints.common",
)
"""Where a name without its module is looked for."""
NAMES = sorted(
    {name for row in ROWS for name in re.findall(r"`([A-Za-z_.]*[A-Z.][A-Za-z_.]*)`", row[-1])}
    - {"None"}
)


def _exists(owner: Any, path: str, parts: list[str]) -> bool:
    for part in parts:
        path = f"{path}.{part}"
        try:
            owner = import_module(path)
        except ImportError:
            if part in getattr(owner, "__annotations__", {}):
                return True
            if not hasattr(owner, part):
                return False
            owner = getattr(owner, part)
    return True


def test_terms_are_rows_of_three_and_explained_once() -> None:
    assert len(ROWS) > 60
    assert {len(row) for row in ROWS} <= {2, 3}
    terms = Counter(term for row in ROWS for term in row[0].split(", "))
    assert not [term for term, times in terms.items() if times > 1]


@pytest.mark.parametrize("name", NAMES)
def test_the_code_has_what_is_named(name: str) -> None:
    assert any(_exists(import_module(home), home, name.split(".")) for home in HOMES)
