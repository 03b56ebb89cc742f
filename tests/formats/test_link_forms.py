"""A format of links states what its links look like: a new one is a module and a line of the
registry, and links.py knows no site."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import line, links
from satdoku.formats.base import Format, LinkForm, ReadOptions
from satdoku.formats.registry import FORMATS
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, P


@pytest.fixture
def plainsite(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A format whose links carry a line backwards, as an entry of the registry and a module."""
    module = ModuleType("satdoku.formats.plainsite")

    def read_body(body: str, options: ReadOptions) -> Document:
        return line.parse(body[::-1], replace(options, format=None))

    def parse(text: str, options: ReadOptions) -> Document:
        return links.parse(text, options, "plainsite")

    vars(module).update(read_body=read_body, parse=parse, detect=lambda text: 0)
    form = LinkForm(
        "Plain Site", r"plain\.example([/?#].*)?", "grid", ((r"\?grid=", "plain.example/"),)
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(FORMATS, "plainsite", Format("plainsite", "a test", (".p",), link=form))
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    links._forms.cache_clear()
    links._bare.cache_clear()


@pytest.mark.usefixtures("plainsite")
def test_a_format_of_links_is_an_entry_and_a_module() -> None:
    for start in (
        "https://plain.example/?grid=",
        "https://www.plain.example/?b&grid=",
        "?grid=",
    ):
        text = start + P[::-1].replace(".", "0")
        assert links.link_of(text).format == "plainsite"
        assert formats.parse(text).puzzle.givens == PUZZLE.givens
    with pytest.raises(FormatError, match=r"plain.example carries no puzzle \(\?grid="):
        formats.parse("https://plain.example/?b=1")
    with pytest.raises(FormatError, match="key to the site's database"):
        formats.parse("https://plain.example/?id=abc")
    with pytest.raises(FormatError, match=r"reads the links of .*, Plain Site, and those"):
        formats.parse("https://other.example/?b=1")


def test_links_without_their_format_are_of_no_known_site() -> None:
    assert not links.is_link(f"?grid={P}")
    with pytest.raises(FormatError, match="it does not contain the puzzle"):
        links.link_of("https://plain.example/?grid=123")


def test_links_py_names_no_site_of_a_format() -> None:
    source = Path(links.__file__).read_text(encoding="utf-8")
    code = source.replace("as f-puzzles or SudokuPad", "")  # a way on, for people
    sites = [entry.link.site for entry in FORMATS.values() if entry.link and entry.link.site]
    assert len(sites) > 8
    assert [site for site in sites if site in code] == []
