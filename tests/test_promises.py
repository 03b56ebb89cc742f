"""docs/compatibility.md, NOTICE and SECURITY.md promise what is so."""

from __future__ import annotations

import re
import tomllib
import warnings
from pathlib import Path

import pytest

import satdoku
from satdoku.answers.json_object import SCHEMA
from satdoku.formats.json import VERSION

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "compatibility.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REMOVED = re.findall(r"^\| `(satdoku\..*?)`.*? \| `(satdoku\..*?)` \| ([\d.]+) \|$", PAGE, re.M)


def evaluated(code: str) -> object:
    value = eval(code, {"satdoku": satdoku})
    return next(value) if hasattr(value, "__next__") else value


@pytest.mark.skipif(not REMOVED, reason="nothing is deprecated")
@pytest.mark.parametrize(("old", "new", "since"), REMOVED)
def test_what_is_to_be_removed_works_and_warns(old: str, new: str, since: str) -> None:
    with pytest.warns(DeprecationWarning, match=": ") as caught:
        evaluated(old)
    assert Path(caught[0].filename) == Path(__file__) or caught[0].filename == "<string>"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluated(new)
    major, minor = (int(part) for part in PROJECT["version"].split(".")[:2])
    assert tuple(map(int, since.split("."))) >= (major, minor - 1), "it is time to remove it"


def test_every_deprecation_is_listed() -> None:
    sources = (path.read_text("utf-8") for path in (ROOT / "satdoku").rglob("*.py"))
    assert sum(text.count("DeprecationWarning") for text in sources) == len(REMOVED)


def test_the_versions_are_those_of_the_code() -> None:
    assert f"`schema` names (now {SCHEMA})" in PAGE
    assert f"the key `satdoku` names (now {VERSION})" in PAGE
    least = PROJECT["requires-python"].removeprefix(">=")
    assert f"Python {least} and newer" in PAGE


def test_the_notice_names_every_binary_file() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    binary = {".otf", ".ttf", ".woff", ".woff2", ".wasm", ".png", ".jpg", ".zip", ".gz", ".xz"}
    shipped = [path for path in (ROOT / "satdoku").rglob("*") if path.suffix in binary]
    assert shipped
    assert not [path.name for path in shipped if path.name not in notice]
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])


def test_security_says_what_listens_where() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "127.0.0.1" in text
    running = (ROOT / "satdoku" / "web" / "running.py").read_text("utf-8")
    assert "127.0.0.1" in running
    assert "0.0.0.0" not in running
