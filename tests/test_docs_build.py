"""``python docs/build.py``: every link of the built pages leads somewhere, also of the site."""

from __future__ import annotations

import json
import os
import re
import runpy
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag

import pytest

from satdoku.constraints import REGISTRY
from satdoku.techniques.catalogue import technique_names

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
MARK = re.compile(r"<!-- ([a-z -]+) -->")
MADE = {"commands", "torture classes", "modules", "names", "reference", "techniques", *REGISTRY}
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.full
def test_the_documentation_is_built_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    runpy.run_path(str(ROOT / "docs" / "build.py"))["build"](tmp_path)
    pages = sorted(tmp_path.rglob("*.md"))
    pictures = {path.stem.rpartition("-") for path in (tmp_path / "techniques").glob("*.svg")}
    assert {name for name, _, _ in pictures} == set(technique_names())
    assert {step for _, _, step in pictures} == {"1", "2", "3"}
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
    heads = "English | 日本語 | 简体中文 | Deutsch | español | français"
    assert f"| technique | {heads} |\n| --- |" in techniques
    schema = json.loads((tmp_path / "schema" / "satdoku.schema.json").read_text("utf-8"))
    assert schema["$schema"].startswith("https://json-schema.org/")


def test_no_two_pages_have_the_same_title() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]
    titles = [page.read_text("utf-8").split("\n")[0] for page in pages if page.name != "README.md"]
    assert len(titles) > 80
    assert len(titles) == len(set(titles))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning, and once for all workers: it takes a minute."""
    fcntl = pytest.importorskip("fcntl", reason="POSIX locks files", exc_type=ImportError)
    for package in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(package, reason="the site needs satdoku[docs]")
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent  # of the whole run
    folder, whole = shared / "site", shared / "site.whole"
    with (shared / "site.lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            patch.setattr(sys, "path", [*sys.path])
            patch.setattr(sys, "argv", ["build.py"])
            main = runpy.run_path(str(ROOT / "docs" / "build.py"))["main"]
            main(["--html", str(folder)])
            whole.touch()
    return folder


class Page(HTMLParser):
    """The anchors of a page, its links, and those of its own text."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.own: list[str] = []
        self.inside = 0
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.inside += tag == "article"
        if anchor := named.get("id"):
            self.anchors.add(anchor)
        link = named.get("href") or named.get("src")
        if link and not re.match(r"\w+:", link):
            self.links.append(link)
            if self.inside and tag == "a":
                self.own.append(link)

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "article"


def targets(file: Path, links: list[str]) -> Iterator[tuple[Path, str]]:
    for link in links:
        place, anchor = urldefrag(re.sub(r"\?[^#]*", "", link))
        yield (file.parent / unquote(place)).resolve() if place else file, unquote(anchor)


@pytest.mark.full
@pytest.mark.timeout(1500)  # the first of them builds it
def test_the_site_is_whole_and_all_of_it_is_two_clicks_away(site: Path) -> None:
    files = {file.resolve(): Page(file) for file in site.rglob("*.html")}
    assert len(files) > 200
    for file, page in files.items():
        for target, anchor in targets(file, page.links):
            assert target.exists(), f"{file.relative_to(site)}: {target}"
            if anchor and target in files and file.name not in ("genindex.html", "search.html"):
                assert anchor in files[target].anchors, f"{file.relative_to(site)}: #{anchor}"
    start = (site / "index.html").resolve()
    assert start not in {t for t, anchor in targets(start, files[start].own) if not anchor}
    near = {start}
    for _ in range(2):
        near |= {t for file in near & files.keys() for t, _ in targets(file, files[file].own)}
    own = {(site / name).resolve() for name in ("genindex.html", "search.html")}
    assert not {str(file.relative_to(site)) for file in files.keys() - near - own}


@pytest.mark.full
def test_the_site_asks_no_other_machine(site: Path) -> None:
    for file in site.rglob("*.html"):
        text = file.read_text("utf-8")
        assert not re.search(r"<(?:script|img|iframe)[^>]* src=\"(?:https?:)?//", text), file
        assert not re.search(r"<link[^>]* href=\"(?:https?:)?//", text), file


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "page"),
    [("x-wing", "X-wing"), ("certificate", "Certificates"), ("torture", "torture")],
)
def test_the_site_is_searched_without_a_server(
    words: str, page: str, site: Path, browser: Browser
) -> None:
    opened = browser.new_page()
    opened.goto(f"{(site / 'search.html').as_uri()}?q={words}")
    links = opened.locator("#search-results li a")
    links.first.wait_for(timeout=60_000)
    assert any(page.lower() in text.lower() for text in links.all_inner_texts())
    opened.close()
