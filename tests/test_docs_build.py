"""``python docs/build.py``: every link of the built pages leads somewhere."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from satdoku.constraints import REGISTRY
from satdoku.techniques.catalogue import technique_names

ROOT = Path(__file__).parents[1]
MARK = re.compile(r"<!-- ([a-z -]+) -->")
MADE = {"commands", "torture classes", "modules", "names", "reference", "techniques", *REGISTRY}
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.full
def test_the_documentation_is_built_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    runpy.run_path(str(ROOT / "docs" / "build.py"))["build"](tmp_path)
    pages = sorted(tmp_path.rglob("*.md"))
    assert {path.stem for path in (tmp_path / "techniques").glob("*.svg")} == set(technique_names())
    assert {path.stem for path in (tmp_path / "constraints").glob("*.svg")} == set(REGISTRY)
    for page in pages:
        text = page.read_text("utf-8")
        assert not MADE & set(MARK.findall(text)), page
        for link in LINK.findall(text):
            place = page.parent / link
            if tmp_path not in place.resolve().parents:  # of the checkout
                place = ROOT / "docs" / page.relative_to(tmp_path).parent / link
            assert place.exists(), f"{page.name}: {link}"
    techniques = (tmp_path / "techniques" / "README.md").read_text("utf-8")
    assert "| technique | English | 日本語 | 简体中文 |\n| --- |" in techniques
    schema = json.loads((tmp_path / "schema" / "satdoku.schema.json").read_text("utf-8"))
    assert schema["$schema"].startswith("https://json-schema.org/")
