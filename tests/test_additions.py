"""Additions of a contributor who writes only English, in a copy of satdoku: each works, in as many
files as docs/ARCHITECTURE.md says."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from satdoku.messages import languages
from tests.copied import PACKAGE, Copy
from tests.test_contributing import shown

TABLE = (Path(__file__).parents[1] / "docs" / "ARCHITECTURE.md").read_text("utf-8")
PUZZLE = "1....2..4......3"
FAMILY = "constraints/line_steps.py"
SENTENCE = """
    if text.startswith("plugh"):
        raise FormatError("the plugh has no {what}", what="xyzzy")
"""
TRANSLATED = {
    "look-for": "Ĉu {sought}? {place}",
    "full-house": "{house, capital}: {cell} <- {digit}",
}


def row(addition: str) -> tuple[str, str]:
    """The row of an addition in the page's table: its files, and the column beside them."""
    match = re.search(rf"^\| {addition}[^|]* \| ([^|]*) \| ([^|]*) \|$", TABLE, re.M)
    assert match is not None
    return match[1].strip(), match[2].strip()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with a sentence of an error, half a language and a rule."""
    copy = Copy(tmp_path_factory.mktemp("additions"))
    assert copy.touched() == set()
    place = "    lines = sample_lines(text)\n"
    copy.add("formats/detect.py", SENTENCE, after=place)
    assert copy.touched() == {"formats/detect.py"}
    copy.add(FAMILY, "\n\n" + shown("constraint"))
    assert copy.touched() == {"formats/detect.py", FAMILY}
    code, template = copy.languages("template", "steps")
    assert code == 0
    file = polib.pofile(template)
    for key, text in TRANSLATED.items():
        file.find(key).msgstr = text
    copy.add("messages/eo/steps.po", str(file))
    assert copy.touched() == {"formats/detect.py", FAMILY, "messages/eo/steps.po"}
    return copy


def test_an_english_sentence_is_all_that_an_error_needs(copy: Copy) -> None:
    file = copy.folder / "plugh.txt"
    file.write_text("plugh\n")
    code, out = copy.satdoku("hint", str(file), "--lang", "eo")
    assert (code, out) == (2, "satdoku: the plugh has no xyzzy\n")
    code, out = copy.satdoku("hint", str(file), "--lang", languages()[-1])
    assert code == 2
    assert "the plugh has no xyzzy" in out
    assert row("a sentence") == (
        "where it is said",
        "for a message its English text; errors have theirs in the code",
    )


def test_half_a_language_says_the_rest_in_english(copy: Copy) -> None:
    code, out = copy.satdoku("hint", PUZZLE, "--lang", "eo")
    assert (code, out[:3]) == (0, "Ĉu "), out
    assert "box 1" in out
    assert row("a language")[0] == "none"


@pytest.mark.full
def test_half_of_an_explanation_is_in_english(copy: Copy) -> None:
    english = copy.satdoku("explain", PUZZLE)[1]
    code, out = copy.satdoku("explain", PUZZLE, "--lang", "eo")
    pattern = r"(\w+ \d) has one empty cell left, (r\dc\d), and (\d) is the digit .*"
    assert (code, out) == (0, re.sub(pattern, r"\1: \2 <- \3", english))
    assert " <- " in out


@pytest.mark.full
def test_a_rule_needs_its_family_s_file_alone(copy: Copy) -> None:
    rule = "little-sum:r1c2+r1c3:7"
    code, out = copy.satdoku("solve", PUZZLE, "--rules", rule, "--backend", "all")
    assert (code, out.count("\n")) == (0, 1), out
    assert "\tLittle sum\t" in copy.satdoku("rules")[1]
    for command in ("show", "explain"):
        code, out = copy.satdoku(command, PUZZLE, "--rules", rule, "--lang", languages()[-1])
        assert code == 0, out
        assert "Traceback" not in out
    code, link = copy.satdoku("convert", PUZZLE, "--rules", rule, "--to", "fpuzzles")
    assert code == 0
    assert "little-sum" in copy.satdoku("convert", link.strip(), "--to", "json")[1]
    assert row("a rule")[0].startswith("its family's file")


@pytest.mark.full
def test_nothing_that_only_lacks_a_translation_is_an_error(copy: Copy) -> None:
    code, out = copy.languages("check")
    assert code == 0, out
    missing = ("the plugh has no {what}", "little-sum.title", "the sum of their digits")
    assert all(f"there is no '{text}'" in out for text in missing[:2]), out
    assert "eo: steps.po: " in out
    code, out = copy.languages("check", "--complete", "ja")
    assert code == 1
    lines = out.splitlines()
    assert all(line.startswith("ja: ") for line in lines)
    assert all(any(text in line for line in lines) for text in missing), out
    assert len(lines) <= 6


def test_no_file_of_the_package_was_changed_by_a_copy(copy: Copy) -> None:
    assert not (PACKAGE / "messages" / "eo").exists()
    assert "plugh" not in (PACKAGE / "formats" / "detect.py").read_text("utf-8")
