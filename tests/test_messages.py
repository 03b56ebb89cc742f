"""Languages as folders of messages: their form, the check of each, English where one is missing."""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import polib
import pytest

import satdoku
from satdoku import messages
from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.explaining import explain, words
from satdoku.explaining.__main__ import main
from satdoku.explaining.checking import (
    ALL_DOMAINS,
    labels_in,
    language_faults,
    refusals_in,
    said_in,
    template,
)
from satdoku.explaining.names import sought, title
from satdoku.messages import catalogue, catalogues, languages, no_language
from satdoku.messages.catalogues import Catalogue, CellFirst
from satdoku.messages.patterns import read_pattern
from satdoku.messages.refusals import translated
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.step import Step
from satdoku.web.labels import app_labels
from tests.languages import FOLDER, languages_in, write_templates
from tests.shared import thinned

ROOT = Path(__file__).resolve().parents[1]
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
RUSSIAN = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
)


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """A copy of the languages, which the messages are read from."""
    copy = tmp_path / "messages"
    shutil.copytree(FOLDER, copy)
    with languages_in(copy):
        yield copy


def begin(folder: Path) -> None:
    """Another language in the folder: the files as ``template`` prints them."""
    write_templates(folder)
    messages._folders.cache_clear()


def change(folder: Path, domain: str, key: str, text: str | None, comment: str = "") -> None:
    """Another text of a message; without one the message goes."""
    path = folder / f"{domain}.po"
    file = polib.pofile(str(path))
    entry = file.find(key)
    if entry is None:
        file.append(polib.POEntry(msgid=key, msgstr=text or ""))
    elif text is None:
        file.remove(entry)
    else:
        entry.msgstr, entry.tcomment = text, comment
    file.save(str(path))


# -- the form of a message -------------------------------------------------------------------------


def language(texts: dict[str, str], **header: str) -> Catalogue:
    return Catalogue("xx", texts, {key.replace("_", "-"): text for key, text in header.items()})


def test_lists_styles_and_forms() -> None:
    english = catalogue("en", "steps")
    for n, said in ((1, "a"), (2, "a and b"), (3, "a, b and c")):
        assert english.join("abc"[:n]) == said
    assert (
        english.say("out", cells=["r1c1", "r1c2"], digits=[3, 5]) == "r1c1 and r1c2 are not 3 or 5"
    )
    assert english.say("out", cells=["r1c1"], digits=[3]) == "r1c1 is not 3"
    assert english.styled(11, ["a"]) == "an 11"
    assert english.styled(3, ["count", "capital"]) == "Three"
    assert english.styled("r1c1 rules", ["capital"]) == "R1c1 rules"  # no cell is looked for


def test_one_is_no_plural() -> None:
    findings, phrases = catalogue("en", "findings"), catalogue("en", "phrases")
    some = {"n": 3, "givens": ["r1c1=1", "r1c2=2", "r1c3=3"]}
    assert "At least 1 is needed" in findings.say("additions.open", least=1, **some)
    assert "At least 2 are needed" in findings.say("additions.proved-here", least=2, **some)
    assert "1 more step (" in findings.say("clash.more-steps", n=1)
    assert "after 1 step of" in phrases.say("steps.cut", count=1, name="x")


def test_a_sentence_that_begins_with_a_cell_has_no_capital_letter() -> None:
    english, cell = catalogue("en", "steps"), CellFirst("VA1")
    fact = english.say("fact", cell=cell, digit=5)
    assert english.say("sentence", text=fact) == "VA1 = 5."
    assert english.say("sentence", text=english.join([fact, "r2"], "clauses")).startswith("VA1 = 5")
    assert english.say("sentence", text=english.join(["va", cell])) == "Va and VA1."
    geometry = Geometry.classic()
    assert all(isinstance(name, CellFirst) for name in words(geometry).names((0, 80)))


def test_forms_of_japanese() -> None:
    japanese = catalogue("ja", "steps")
    assert japanese.say("out", cells=["r1c1", "r1c2"], digits=[3, 5]) == (
        "r1c1・r1c2に3・5は入りません"
    )
    assert [japanese.styled(n, ["count"]) for n in (9, 10)] == ["9つ", "10個"]


def test_plural_forms_are_those_of_the_file() -> None:
    form = "{n, plural, one {{n} клетка} few {{n} клетки} other {{n} клеток} =0 {нет клеток}}"
    russian = language({"cells": form}, Plural_Forms=RUSSIAN, X_Plural_Categories="one few other")
    said = [russian.say("cells", n=n) for n in (0, 1, 2, 5, 11, 21, 22)]
    assert [text.split()[1] for text in said] == [
        "клеток", "клетка", "клетки", "клеток", "клеток", "клетка", "клетки",
    ]  # fmt: skip
    assert said[0] == "нет клеток"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{cell", "no placeholder at character 1"),
        ("{}", "no placeholder at character 1"),
        ("a}", "closing brace too many at character 2"),
        ("{n, plural, one {a}}", "without the form 'other'"),
        ("{n, plural, other {a}", "open brace at character 1"),
        ("{n, plural, other {a", "open brace"),
        ("{n, select, other {{cell} x}", "open brace"),
    ],
)
def test_a_message_of_a_wrong_form_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        read_pattern(text)


# -- every language --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_no_language_says_anything_wrong(lang: str) -> None:
    assert [str(fault) for fault in language_faults(lang) if fault.wrong] == []


def test_the_code_is_read_for_what_it_says() -> None:
    said = said_in(ROOT / "satdoku")
    assert said["fact"] == {"cell", "digit"}
    # An id that is made of parts, one of two, and one that a name stands for.
    assert {"n", "parts"} <= said["pattern.facts"]
    assert said["naked-set.apart.rules"] >= {"house", "cells"}
    assert said["proof.so-not"] == {"cell", "digit"}
    assert any(re.fullmatch(r"role\.\*", key) for key in said)


FAULTS = [
    ("steps", "fact", "{cell}={number}", "'fact' has the value {number}, which the code does not"),
    ("steps", "fact", "{cell}", "'fact' lacks the value {digit} of the English message"),
    ("steps", "fact", "{cell={digit}", "'fact': no placeholder"),
    ("steps", "fact", "{cell, grand}={digit}", "there is no style 'grand'"),
    (
        "steps",
        "fact",
        "{cell}={digit, plural, few {x} other {y}}",
        "'few' is not a plural form of the language, which has other",
    ),
    ("common", "list.and", "{a}, {c}", "the form of a list is '{a}, {b}'"),
    ("phrases", "way.solved", "{stages} 步", "{stages}, which the code does not give"),
    ("app", "cell", "{row}{line}", "{line}, which the code does not give"),
    ("app", "cell", "{row}", "lacks the value {column}"),
    ("app", "cell", "{row, count}{column}", "more than plain values"),
    ("app", "cell", "{row, plural, =0 {no} other {a}}{column}", "more than plain values"),
    ("app", "cell", "{row, plural, one {{row}} other {a}}{column}", "more than plain values"),
    ("refusals", "row {number}", "{digit}", "'row {number}' has other values"),
]
OPEN = [
    ("steps", "locked", None, "there is no message 'locked'"),
    ("steps", "fact", "", "there is no message 'fact'"),
    ("steps", "no-such-message", "x", "'no-such-message' is not a message of English"),
    ("common", "list.each", None, "there is no style 'each' in common.po"),
    ("findings", "seen", None, "there is no message 'seen'"),
    ("app", "apply", None, "there is no message 'apply'"),
    ("techniques", "x-wing", None, "there is no 'x-wing'"),
    ("techniques", "y-wings", "Y", "nothing is called 'y-wings'"),
    ("rules", "thermo.summary", "", "there is no 'thermo.summary'"),
    ("rules", "termo.sought", "X", "nothing is called 'termo.sought'"),
    ("refusals", "the text is empty", None, "there is no 'the text is empty'"),
]


def together() -> list[list[tuple[str, str, str | None, str]]]:
    """The faults, those of different messages planted together."""
    of_message: dict[tuple[str, str], list[tuple[str, str, str | None, str]]] = {}
    for fault in FAULTS:
        of_message.setdefault(fault[:2], []).append(fault)
    return [[one for one in row if one] for row in zip_longest(*of_message.values())]


@pytest.mark.parametrize("faults", thinned(together(), 6))
def test_planted_faults_are_found(
    folders: Path,
    capsys: pytest.CaptureFixture[str],
    faults: list[tuple[str, str, str | None, str]],
) -> None:
    for domain, key, text, _ in faults:
        change(folders / "zh_Hans", domain, key, text)
    assert main(["check", "zh"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 4 * len(faults)
    for domain, _, _, fault in faults:
        own = [line for line in lines if line.startswith(f"zh: {domain}.po")]
        assert any(fault in line for line in own), (fault, own)


def test_what_is_missing_is_listed_and_wrong_only_where_all_is_demanded(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lang = sorted(languages())[-1]
    for domain, key, text, _ in OPEN:
        change(sorted(folders.iterdir())[-1], domain, key, text)
    assert main(["check", lang]) == 0
    assert re.search(rf"^{lang}: steps.po: \d+ more ", capsys.readouterr().out, re.M)
    assert main(["check", "--complete", lang]) == 1
    lines = capsys.readouterr().out.splitlines()
    for domain, _, _, fault in OPEN:
        file = "\\w+" if domain == "common" else domain
        assert any(re.match(rf"{lang}: {file}.po: .*{re.escape(fault)}", line) for line in lines), (
            fault
        )


def test_a_term_has_one_rendering(folders: Path) -> None:
    """A clue is no hint, though both may be called so elsewhere, and the names of values are no
    words; each language with a table renders every term."""
    tables = [*folders.glob("*/terms.po")]
    assert len(tables) == len(languages())
    for path in tables:
        terms = polib.pofile(str(path))
        assert len(terms) > 20
        assert all(entry.translated() for entry in terms), path
    change(folders / "zh_Hans", "lessons", "lesson-what.family-clues", "提示")
    change(folders / "zh_Hans", "app", "hint", "提示")
    change(folders / "zh_Hans", "terms", "cell", "")
    faults = [str(fault) for fault in language_faults("zh") if fault.wrong]
    assert [fault for fault in faults if "calls" in fault] == [
        "lessons.po: 'lesson-what.family-clues' calls 'clue' '提示', not '线索'"
    ]
    assert "terms.po: the term 'cell' has no rendering" in faults


@pytest.mark.full
def test_a_missing_file_and_a_missing_plural_form_are_found(folders: Path) -> None:
    change(folders / "en", "phrases", "way.solved", "{steps, plural, one {a} few {b} other {c}}")
    assert any("'few' is not a plural form" in str(fault) for fault in language_faults("en"))
    change(folders / "en", "phrases", "way.solved", "{steps, plural, =1 {a} other {c}}")
    assert not language_faults("en")
    (folders / "ja" / "rules.po").unlink()
    (folders / "ja" / "steps.po").unlink()
    missing = [fault for fault in language_faults("ja") if "the file is missing" in fault.text]
    assert [(fault.file, fault.wrong) for fault in missing] == [
        ("steps.po", False), ("rules.po", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    thinned(
        [
            ("nplurals=1; plural=0;", "nplurals=2; plural=(n != 1);"),
            ("nplurals=1; plural=0;", "nplurals=1; plural=n !;"),
            ('msgid "house"', "msg house"),
        ],
        3,
        rows=True,
    ),
)
def test_a_damaged_file_is_an_error(folders: Path, old: str, new: str) -> None:
    path = folders / "ja" / "common.po"
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    (fault,) = language_faults("ja")
    assert fault.wrong
    assert str(fault).startswith("common.po: the file cannot be read: ")


def test_a_message_that_is_said_and_does_not_exist_is_found(folders: Path) -> None:
    change(folders / "en", "steps", "locked", None)
    change(folders / "en", "app", "hint", None)
    faults = "\n".join(str(fault) for fault in language_faults("en") if fault.wrong)
    assert "says 'locked'" in faults
    assert "says 'hint'" in faults


@pytest.mark.full
def test_a_label_that_no_page_shows_is_found(folders: Path) -> None:
    for key in ("no-such-label", "verdict-unknown"):
        change(folders / "en", "app", key, "x")
    (fault,) = language_faults("en")
    assert str(fault) == "app.po: 'no-such-label' is said nowhere in the code"


def test_the_pages_of_the_app_are_read_for_what_they_show() -> None:
    shown, named = labels_in(ROOT / "satdoku" / "web" / "static")
    assert {"apply", "skip", "theme", "level", "import-field"} <= shown | named
    assert {"apply", "skip", "theme", "import-field"} <= shown
    assert {"choice-*", "*-what", "chosen-cells", "mouse"} <= named


def test_what_reading_raises_is_a_message(tmp_path: Path) -> None:
    known, _ = refusals_in(ROOT / "satdoku")
    assert {"the text is empty", "row {number}", " (# is a hole)"} <= known
    (tmp_path / "formats").mkdir()
    (tmp_path / "formats" / "one.py").write_text(
        "why = 'c' if x else worded('d {n}', n=n)\n"
        "raise FormatError('a {n}', n=n) if x else FormatError(why)\n"
        "raise Unsupported(f'{n} is odd')\n"
    )
    messages, loose = refusals_in(tmp_path)
    assert messages == {"a {n}", "c", "d {n}"}
    assert loose == ("formats/one.py, line 3",)


@pytest.mark.parametrize(
    ("text", "english", "japanese", "chinese"),
    [
        (
            "sudokupad.app/abcd",
            "line 1: the id 'abcd'",
            "1行目:sudokupad.app の ID 'abcd'",
            "第 1 行：",
        ),
        (
            '{"givens": "12"}',
            "2 cells do not make",
            "2マスでは盤面になりません。使える長さは 16(4x4)",
            "2 格不能组成盘面",
        ),
        (
            '{"givens": "' + 81 * "." + '", "constraints": [{"rule": "thermo", "line": ["r1c1"]}]}',
            "number 1 of \"constraints\": thermo: unknown parameter 'line'; it takes cells",
            "\"constraints\" の1番目:thermo:未知の引数 'line' です。使える引数は cells です",
            "\"constraints\" 的第 1 项：thermo：未知的参数 'line'；可用的参数是 cells",
        ),
    ],
)
def test_a_refusal_keeps_what_it_was_made_of(
    text: str, english: str, japanese: str, chinese: str
) -> None:
    with pytest.raises(FormatError) as refused:
        satdoku.parse(text)
    for error in (refused.value, pickle.loads(pickle.dumps(refused.value))):
        said = [translated(str(error), lang) for lang in ("en", "ja", "zh")]
        for sentence, begins in zip(said, (english, japanese, chinese), strict=True):
            assert sentence.startswith(begins), sentence


@pytest.mark.full
def test_what_is_left_out_on_purpose_is_no_fault(folders: Path) -> None:
    change(folders / "zh_Hans", "steps", "fact", "{cell}", "without: digit")
    assert not language_faults("zh")


@pytest.mark.full
def test_a_folder_is_all_that_a_language_takes(folders: Path) -> None:
    before = languages()
    begin(folders / "xx_Test")
    change(folders / "xx_Test", "steps", "naked-single", "{cell} <- {digit}", "without: why")
    assert set(languages()) == {*before, "xx"}
    assert not any(fault.wrong for fault in language_faults("xx"))
    step = Step("naked-single", SingleProof(0, 5, None))
    assert explain(step, Geometry.classic(), "xx") == "r1c1 <- 5"


def test_a_rule_is_looked_for_by_words_of_each_language() -> None:
    words = sought(REGISTRY["black-dot"])
    assert words[:3] == ["kropki", "ratio dot", "double"]
    assert "クロプキ" in words
    assert {"不等式", "大于"} <= {*sought(REGISTRY["less-than"])}


def test_the_command(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders / "zh_Hans" / "help.po").unlink()
    assert main(["check", "zh"]) == 0
    assert re.search(r", help 0 of \d+$", capsys.readouterr().out, re.M)
    assert main(["check", "xx"]) == 2
    assert capsys.readouterr().err == no_language("xx") + "\n"
    assert main(["template", "letters"]) == main([]) == 2
    assert "usage: " in capsys.readouterr().err
    for domain in ALL_DOMAINS:
        assert main(["template", domain]) == 0
        file = polib.pofile(capsys.readouterr().out)
        assert len(file) > 20
        assert all(entry.comment and not entry.msgstr for entry in file)
    assert 'msgid "x-wing"' in template("techniques")


@pytest.mark.full
def test_a_language_that_is_only_begun_says_what_english_says(folders: Path) -> None:
    begin(folders / "xx")
    for answer in (
        satdoku.explain(UNIQUE),
        satdoku.diagnose("11" + UNIQUE[2:]),
        satdoku.unavoidable("1234341221434321"),
    ):
        assert answer.text("xx") == answer.text()
    assert translated(str(worded("row {number}", number=3)), "xx") == "row 3"
    assert app_labels()["apply"]["xx"] == app_labels()["apply"]["en"]
    assert title("x-wing", "xx") == title("x-wing")


def test_a_language_can_be_added_in_parts(folders: Path) -> None:
    """A sentence of the language may hold English lists, an English one its words."""
    (folders / "xx").mkdir()
    file = polib.POFile()
    file.append(polib.POEntry(msgid="out", msgstr="{cells}: ⊄ {digits, or}"))
    file.save(str(folders / "xx" / "steps.po"))
    messages._folders.cache_clear()
    begun, english = catalogue("xx", "steps"), catalogue("en", "steps")
    assert begun.say("out", cells=["a", "b"], digits=[1, 2]) == "a and b: ⊄ 1 or 2"
    assert begun.say("fact", cell="a", digit=1) == english.say("fact", cell="a", digit=1)
    sentences = (
        catalogue(lang, "phrases").say("unavoidable.sets", number="2", n=2, size=1)
        for lang in ("xx", "en")
    )
    assert len(set(sentences)) == 1
    assert begun.styled(8, ["a"]) == "an 8"
    assert "sought.x-wing" not in begun
    with pytest.raises(KeyError):
        begun.say("no-such-message")


def test_no_catalogue_is_read_where_no_sentence_is_printed() -> None:
    code = (
        "import sys; from satdoku.cli.app import run; "
        f"run(['check-unique', {'1234341221434321'!r}]); "
        "print([m for m in sys.modules if m in ('polib', 'satdoku.messages.catalogues')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("more", ["", '#, fuzzy\nmsgid "unsure"\nmsgstr "?"\n'])
def test_files_are_read_as_polib_reads_them(more: str, tmp_path: Path) -> None:
    """Plain files are read without polib, which takes some ten times as long."""
    for path in sorted(FOLDER.glob("*/common.po")):
        copy = tmp_path / path.name
        copy.write_text(
            path.read_text("utf-8") + '\nmsgid "a"\n"b"\nmsgstr "\\"c\\\\n\\n"\n' + more
        )
        entries = polib.pofile(str(copy))
        read = catalogues.read("en", copy)
        assert read.own == {one.msgid: one.msgstr for one in entries if one.translated()}
        assert read.name == entries.metadata.get("X-Language-Name", "en")
        assert read.own["ab"] == '"c\\n\n'
