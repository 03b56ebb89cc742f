"""The documentation as a site: ``python docs/build.py --html [FOLDER]`` (build/html).

The pages are those that ``docs/build.py`` makes, with the README of a folder as its index. What the
index links to, section by section, is the order of the site: nothing else lists the pages.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

from pygments.lexers.special import TextLexer
from reference import autodoc, reference
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from satdoku.base.version import __version__

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
"""Pages of the project that lie beside ``docs``."""

_LINK = re.compile(r"(!?\[[^\]]*\])\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")
_FENCE = re.compile(r"(^ {0,3}```.*?^ {0,3}```$)", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


def place_of(path: str) -> str:
    """Where a file of the checkout, or a page that is made, lies on the site."""
    page = PurePosixPath(path)
    if path in ("docs/README.md", "docs"):
        return "index.md"
    if page.parts[0] == "docs":
        page = page.relative_to("docs")
        if page.name == "README.md":
            return str(page.with_name("index.md"))
        return str(page if page.suffix else page / "index.md")
    if page.parts[0] == "examples":
        return path if page.suffix else "examples/index.md"
    return f"project/{page.name.lower()}"


def write_site(pages: Path, folder: Path) -> None:
    """Make a site of the built pages.

    :raises ValueError: where Sphinx has anything to warn of.
    """
    with tempfile.TemporaryDirectory() as room:
        source = Path(room) / "source"
        _arrange(pages, source)
        _run_sphinx(source, folder, Path(room) / "doctrees")


def _arrange(pages: Path, source: Path) -> None:
    files = {f"docs/{file.relative_to(pages).as_posix()}": file for file in pages.rglob("*.*")}
    files |= {name: ROOT / name for name in PROJECT}
    files |= {file.relative_to(ROOT).as_posix(): file for file in (ROOT / "examples").rglob("*.*")}
    listed = {"index.md"}
    for path in sorted(files, key=lambda path: (path != "docs/README.md", path.count("/"), path)):
        target = source / place_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".md":
            text = _moved(files[path].read_text("utf-8"), path)
            if target.name == "index.md":
                text += _contents(text, target.relative_to(source), files, listed)
            elif path.startswith("docs/techniques/") and not (ROOT / path).exists():
                text = f"---\norphan: true\n---\n\n{text}"  # the list of techniques has them
            target.write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(files[path], target)
    (source / "examples" / "index.md").write_text(_examples(), encoding="utf-8")
    api = source / "api.md"
    plain, made = reference(), reference(autodoc)
    assert plain in api.read_text("utf-8")
    api.write_text(api.read_text("utf-8").replace(plain, made), encoding="utf-8")


def _moved(text: str, path: str) -> str:
    """A page with its links as they are on the site; those in blocks of code stay."""
    here = PurePosixPath(path).parent
    start = PurePosixPath(place_of(path)).parent

    def link(found: re.Match[str]) -> str:
        aim = place_of(os.path.normpath(here / found[2]).replace(os.sep, "/"))
        return f"{found[1]}({os.path.relpath(aim, start)}{found[3] or ''})"

    parts = _FENCE.split(text)
    return "".join(part if at % 2 else _LINK.sub(link, part) for at, part in enumerate(parts))


def _contents(text: str, index: Path, files: dict[str, Path], listed: set[str]) -> str:
    """The hidden lists of contents of an index: a list a section, each page in the first only."""
    known = {place_of(path) for path in files} | {"examples/index.md"}
    parts = _SECTION.split(text)
    made = []
    sections = list(zip(["", *parts[1::2]], parts[::2], strict=True))
    # What only the beginning links to, the pages in other languages, comes last.
    for heading, section in [*sections[1:], *sections[:1]] if index.parent == Path() else sections:
        pages = []
        for _, link, _ in _LINK.findall(section):
            page = os.path.normpath(index.parent / link)
            own = index.parent == Path() or Path(page).parent == index.parent
            # In the navigation the page of each technique would make every page long, and the
            # theme slow; the index of techniques has links to all of them.
            own &= index.parts[0] != "techniques" or page == "techniques/names.md"
            if page in known and page.endswith(".md") and own and page not in listed:
                listed.add(page)
                pages.append(os.path.relpath(page, index.parent))
        if pages:
            caption = f":caption: {heading}\n" if heading else ""
            made.append("\n".join(["```{toctree}", f":hidden:\n{caption}", *pages, "```\n"]))
    return "\n" + "\n".join(made)


def _examples() -> str:
    """The scripts of ``examples/``, each with its first words and its code."""
    parts = ["# Scripts to start from\n", "[A notebook](notebook.ipynb) shows the same as pages.\n"]
    for file in sorted((ROOT / "examples").glob("*.py")):
        about = (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").split("\n\n")[0]
        include = f"```{{literalinclude}} {file.name}\n```\n"
        parts += [f"## {file.name}\n", f"{about.replace('``', '`')}\n", include]
    return "\n".join(parts)


def _run_sphinx(source: Path, folder: Path, cache: Path) -> None:
    settings: dict[str, Any] = {
        "project": "satdoku",
        "author": "satdoku maintainers",
        "release": __version__,
        "html_title": f"satdoku {__version__}",
        "html_theme": "furo",
        "html_last_updated_fmt": None,
        "html_copy_source": False,
        "html_extra_path": [],
        "extensions": ["myst_parser", "sphinx.ext.autodoc"],
        "exclude_patterns": ["browser/app/**"],
        "myst_heading_anchors": 6,
        "autodoc_typehints": "signature",
        "suppress_warnings": ["myst.header"],  # a page that is part of another begins lower
    }
    with (
        patch_docutils(),
        docutils_namespace(),
        tempfile.TemporaryFile("w+", encoding="utf-8") as warnings,
    ):
        app = Sphinx(
            source, None, folder, cache, "html", settings, None, warnings, freshenv=True
        )  # fmt: skip
        for block in ("terminal", "input", "fragment"):  # kinds of blocks of these pages
            app.add_lexer(block, TextLexer)
        app.build()
        warnings.seek(0)
        said = warnings.read().strip()
    if said or app.statuscode:
        raise ValueError(said or "Sphinx failed")
