"""The pages of techniques and rules as text."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from satdoku.answers.pages import rule_parts, rule_picture, technique_page
from satdoku.answers.rules import all_rules, page_of, rule_record
from satdoku.cli.markdown import page_text
from satdoku.constraints import REGISTRY
from satdoku.explaining import title
from satdoku.messages import languages
from satdoku.techniques.catalogue import technique, technique_names
from tests.shared import thinned

Run = Callable[..., tuple[int, str, str]]
NOTES = "Notes for developers"
MARKS = re.compile(r"`|^#|!\[|\]\(|<!--|<br>|^\|", re.MULTILINE)
ABOUT_CODE = re.compile(r"^(Pattern|Order|Relations|Symmetries): |satdoku/\w+/|examples/\w+/", re.M)


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z\d]+", text))


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def as_it_should_be(page: str, shown: str) -> None:
    for_readers, heading, for_developers = shown.partition(NOTES)
    assert not MARKS.search(shown)
    assert not ABOUT_CODE.search(for_readers)
    assert bool(heading) is bool(for_developers)
    marks = r"!\[.*?\]\(.*?\)|\]\([^h].*?\)|<!--.*?-->|</?\w+>|^```\w*|`"
    bare = re.sub(marks, "", page, flags=re.MULTILINE | re.DOTALL)
    assert not words(bare) - words(shown)
    for line in for_readers.splitlines():
        assert len(line) <= 80 or not re.match(r"\s*\w+ \w+ \w+", line), line


@pytest.mark.parametrize("name", thinned(technique_names(), 4))
def test_the_page_of_a_technique(name: str, satdoku: Run) -> None:
    page = technique_page(technique(name))
    code, out, _ = satdoku("techniques", name)
    shown = page_text(page)
    assert code == 0
    assert out.endswith(shown + "\n")
    assert out.lower().startswith(title(name).lower())
    assert "\nWhy it holds\n------------\n" in out
    assert f"\n{name} (" in out.partition(NOTES)[2]
    as_it_should_be(page, shown)


@pytest.mark.parametrize("name", thinned((kind.name for kind in all_rules()), 10))
def test_the_page_of_a_rule(name: str, satdoku: Run) -> None:
    kind = next(kind for kind in all_rules() if kind.name == name)
    page = page_of(rule_record(kind))
    assert page is not None
    _, out, _ = satdoku("rules", name)
    assert out.endswith(page_text(page) + "\n")
    as_it_should_be(page, page_text(page))


def test_the_page_of_a_rule_is_in_the_language_and_begins_with_what_it_means(satdoku: Run) -> None:
    _, out, _ = satdoku("rules", "white-dot", "--lang", "ja")
    texts = [text for pair in rule_parts(REGISTRY["white-dot"], "ja") for text in pair]
    places = [out.index(text[:20]) for text in texts]
    assert places == sorted(places)
    assert places[-1] < out.index("--rules white-dot:cells") < out.index(NOTES)


def test_relations_are_folded_on_the_site() -> None:
    page = page_of(rule_record(REGISTRY["thermo"]))
    assert page is not None
    reader, _, notes = page.partition("<details><summary>Notes for developers</summary>\n\n")
    assert notes.startswith("Relations: ")
    assert "Relations" not in reader
    assert "![The example of thermo](thermo.svg)" in reader
    assert "Relations" not in notes.partition("</details>")[2]


@pytest.mark.parametrize("part", thinned(range(8), 8))
def test_every_rule_is_told_in_every_language(part: int) -> None:
    """The meaning, how it is drawn and what follows first; none is the English text."""
    for kind in all_rules()[part::8]:
        by_language = [[text for _, text in rule_parts(kind, lang)] for lang in languages()]
        assert len(by_language) >= 6
        assert all(len(texts) == 3 and all(texts) for texts in by_language)
        texts = [text for texts in by_language for text in texts]
        assert len(texts) == len({*texts}), kind.name


@pytest.mark.parametrize(
    ("name", "words", "mark"),
    [
        ("killer-cage", "dashed outline", "stroke-dasharray"),
        ("thermo", "round bulb", "<circle"),
        ("odd", "circle", "<circle"),
        ("anti-knight", "Nothing is drawn", None),
        ("disjoint-groups", "Nothing is drawn", None),
    ],
)
def test_a_rule_is_drawn_as_its_picture_has_it(name: str, words: str, mark: str | None) -> None:
    assert words in rule_parts(REGISTRY[name])[1][1]
    marks = {*re.findall("stroke-dasharray|<circle|<polyline", rule_picture(name))}
    assert mark in marks if mark else not marks


def test_marks_become_text() -> None:
    page = """# *A* **title**

A [link](x.md), a [site](https://x.org) and `code` in one
paragraph.

Pattern: `cells` what code reads.

* one
  line
* two

1. first
2. second

| a | b |
|---|---|
| `x` | y |

```text
  a   board
```
"""
    assert page_text(page).split("\n\n") == [
        "A title\n-------",
        "A link, a site (https://x.org) and code in one paragraph.",
        "* one line\n* two",
        "1. first\n2. second",
        "a  b\nx  y",
        "    a   board",
        f"{NOTES}\n{'-' * len(NOTES)}",
        "Pattern: cells what code reads.",
    ]
