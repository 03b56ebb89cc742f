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
    heads = "English | Deutsch | español | français | 日本語 | 简体中文"
    assert f"| technique | {heads} |\n| --- |" in techniques
    schema = json.loads((tmp_path / "schema" / "satdoku.schema.json").read_text("utf-8"))
    assert schema["$schema"].startswith("https://json-schema.org/")


def test_no_two_pages_have_the_same_title() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]
    titles = [page.read_text("utf-8").split("\n")[0] for page in pages if page.name != "README.md"]
    assert len(titles) > 80
    assert len(titles) == len(set(titles))


INDEX = ROOT / "docs" / "README.md"
LINKED = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
LANGUAGES = {"日本語", "简体中文"}


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def links_of(page: Path) -> list[tuple[str, Path, str]]:
    """The links of a page to other pages, each with its words and its anchor."""
    links = [
        (words, (page.parent / place).resolve(), anchor)
        for words, place, anchor in LINKED.findall(prose(page))
    ]
    return [one for one in links if one[1].suffix == ".md" and one[1].is_file()]


def pages_for_users() -> list[Path]:
    """The pages that the index names for those who solve, set, make apps or publish; and README."""
    index = prose(INDEX)
    mine = index[index.index("## You solve") : index.index("## You do research")]
    linked = {(INDEX.parent / place).resolve() for _, place, _ in LINKED.findall(mine)}
    return [ROOT / "README.md", INDEX, *sorted(page for page in linked if page.suffix == ".md")]


def plain(words: str) -> str:
    return re.sub(r"[`*]", "", " ".join(words.split())).lower()


def test_the_words_of_a_link_are_the_title_of_the_page() -> None:
    """Whole, or up to a colon or comma; a link into a page has the words of its place."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    wrong = []
    for page in pages:
        if page.parent.name in ("ja", "zh"):  # these translate the titles
            continue
        for words, target, anchor in links_of(page):
            title = plain(target.read_text("utf-8").split("\n")[0].lstrip("# "))
            names = {title, re.split("[:,]", title)[0]}
            names |= {"readme", "index"} if target.name == "README.md" else set()
            titled = ".md" not in words if anchor else plain(words) in names or words in LANGUAGES
            if not titled:
                wrong.append((page.name, words, title))
    assert len(pages) > 120
    assert not wrong


def test_every_page_is_two_clicks_from_the_index() -> None:
    near = {INDEX}
    for _ in range(2):
        near |= {target for page in near for _, target, _ in links_of(page)}
    assert not {*(ROOT / "docs").rglob("*.md")} - near


def test_what_is_asked_for_most_is_two_clicks_from_the_readme() -> None:
    links = {words: (page, anchor) for words, page, anchor in links_of(ROOT / "README.md")}
    page, anchor = links["1000 rated puzzles"]
    assert f"## {anchor[1:].replace('-', ' ')}\n" in page.read_text("utf-8")
    assert links["In my web app"] == (ROOT / "docs" / "http.md", "")


def test_pages_for_users_are_about_what_users_have() -> None:
    """Nothing beside the checkout, and what was measured comes last, with its machine."""
    pages = pages_for_users()
    assert len(pages) > 25
    for page in pages:
        text = page.read_text("utf-8")
        assert "shared/" not in text, page.name
        start, mark, measured = text.partition("<!-- measured")
        assert not mark or "\n## " not in measured, f"{page.name}: a section follows"
        assert not re.search(r"^20\d\d-\d\d-\d\d, commit", start, re.MULTILINE), page.name


def test_long_pages_are_parted_by_what_readers_want() -> None:
    parted = [*(ROOT / "docs").glob("serve*.md"), *(ROOT / "docs").glob("generate*.md")]
    assert len(parted) == 7
    assert all(page.read_text("utf-8").count("\n") < 250 for page in parted)


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
