"""CITATION.cff is what tools that read it expect."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_citation_is_of_this_version() -> None:
    yaml = pytest.importorskip("yaml", reason="reads CITATION.cff")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == project["version"]
    assert citation["title"] == project["name"]
    assert citation["license"] in project["license"].split(" AND ")  # that of the code
    # What the format 1.2.0 requires.
    assert citation["cff-version"] == "1.2.0"
    assert citation["message"]
    assert all("name" in author or "family-names" in author for author in citation["authors"])


def test_the_works_that_the_sources_name_are_cited() -> None:
    yaml = pytest.importorskip("yaml", reason="reads CITATION.cff")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    cited = [one["title"].lower() for one in citation["references"]]
    # A title in quotes or italics, then perhaps a place, then a year.
    work = re.compile(r'["*]([A-Z][^"*]{4,130}?)["*],? \(?(?:[A-Z][\w .,/]{0,70}?)?(?:19|20)\d\d\b')
    named = set()
    for pattern in ("satdoku/**/*.py", "native/*/*.?pp", "docs/**/*.md"):
        for path in ROOT.glob(pattern):
            named |= set(work.findall(re.sub(r"\n(?://)? *", " ", path.read_text("utf-8"))))
    assert len(named) > 20
    assert not {title for title in named if not any(title.lower() in one for one in cited)}
