"""CITATION.cff is what tools that read it expect."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_citation_is_of_this_version() -> None:
    yaml = pytest.importorskip("yaml", reason="reads CITATION.cff")
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert found["version"] == project["version"]
    assert found["title"] == project["name"]
    assert found["license"] in project["license"].split(" AND ")  # that of the code
    # What the format 1.2.0 requires.
    assert found["cff-version"] == "1.2.0"
    assert found["message"]
    assert all("name" in author or "family-names" in author for author in found["authors"])
