"""Rules in words, in English and Japanese."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from itertools import islice

import pytest

from satdoku.answers.rules import all_rules, rule_record
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Shape
from satdoku.constraints import parse_rules
from satdoku.explaining import explain
from satdoku.explaining.findings import findings
from satdoku.explaining.names import words_of_rule
from satdoku.messages import languages
from satdoku.puzzle import Position, Puzzle
from satdoku.render import make_scene, svg
from satdoku.render.viewer import FrameText, ViewerFrame, viewer
from satdoku.render.words import rule_words
from satdoku.techniques.catalogue import all_techniques


def test_no_two_rules_have_the_same_name_in_a_language() -> None:
    for lang in languages():
        titles = [words_of_rule(rule, lang)[0] for rule in all_rules()]
        assert len(set(titles)) == len(titles)


def test_a_record_of_a_rule_has_its_names_in_every_language() -> None:
    record = rule_record(next(rule for rule in all_rules() if rule.name == "sandwich"))
    assert record.titles["en"] == record.title == "Sandwich"
    assert record.titles["ja"] == "サンドイッチ"
    assert record.parameters[2]["meanings"]["ja"] == "間の数字の合計"
    by_language = record.titles, record.summaries, record.parameters[2]["meanings"]
    assert all(tuple(words) == languages() for words in by_language)


def test_words_under_a_picture_are_in_the_language_asked_for() -> None:
    board = Geometry.classic()
    rules = parse_rules("anti-knight,killer-cage:r1c1+r1c2:3", board)
    scene = make_scene(Puzzle.empty(board, rules))
    assert rule_words(scene, "all", "ja") == (
        "アンチナイト:チェスのナイトの動きで移れるマスどうしに同じ数字は入らない。",
        "キラーケージ:ケージに同じ数字は入らず、数字の合計は書かれた数になる。",
    )
    assert rule_words(scene)[0].startswith("Anti-knight: ")
    assert "アンチナイト" in svg(scene, lang="ja")
    undrawn = replace(scene, rules=(replace(scene.rules[1], shapes=()),))
    assert rule_words(undrawn, "undrawn", "ja")[1] == "– キラーケージ3(r1c1・r1c2)"


def test_a_picture_names_the_first_places_that_can_be_read_and_paper_all() -> None:
    board = Geometry.classic()
    rule = make_scene(Puzzle.empty(board, parse_rules("killer-cage:r1c1+r1c2:3", board))).rules[0]
    many = [replace(rule, shapes=(Shape("none", label=f"place {n}"),)) for n in range(40)]
    table = replace(rule, shapes=(Shape("none", label="moves 0-1→1 " * 50),))
    scene = replace(make_scene(Puzzle.empty(board)), rules=(table, *many))
    for lang, more in (("en", "– and 29 more"), ("ja", "– ほか29件")):
        lines = rule_words(scene, lang=lang)  # type: ignore[arg-type]
        assert len(lines) == 14
        assert lines[1] == "– place 0"
        assert lines[-1] == more
        assert not any("moves" in line for line in lines)
    assert len(rule_words(scene, "all")) == 42
    assert len(rule_words(replace(scene, rules=(table,)))) == 1
    other = replace(rule, shapes=(Shape("none", label="moves 1-0→2 " * 50),))
    assert rule_words(replace(scene, rules=(table, other)))[1] == "– 2 of them"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("thermo:r3c4+r3c5+r3c6+r2c6", "サーモ(r3c4・r3c5・r3c6・r2c6)"),
        ("renban:r9c1+r8c1+r7c1", "連番ライン(r9c1・r8c1・r7c1)"),
        ("arrow:r9c9:r8c8+r7c7", "アロー(r9c9・r8c8・r7c7)"),
        ("killer-cage:r1c1+r1c2:3", "キラーケージ3(r1c1・r1c2)"),
        ("whisper:r2c1+r1c1", "ウィスパーライン5(r2c1・r1c1)"),
        ("sandwich:left:2:5", "サンドイッチ5(行2、左から)"),
        ("skyscraper:top:3:4", "スカイスクレイパー4(列3、上から)"),
        ("little-killer:r1c3:down-left:22", "リトルキラー22(r1c3から左下へ)"),
        ("anti-king", "アンチキング"),
    ],
)
def test_a_clue_in_japanese_has_its_cells_in_their_order_its_number_and_its_place(
    rule: str, words: str
) -> None:
    board = Geometry.classic()
    assert findings(board, "ja").constraint(parse_rules(rule, board)[0]) == words


def test_a_step_in_japanese_names_the_cells_of_a_line_in_their_order() -> None:
    board = Geometry.of_size(4)
    puzzle = Puzzle.empty(board, parse_rules("arrow:r3c3:r2c2+r1c1", board))
    position = Position.of(puzzle)
    lines = [
        explain(step, board, "ja")
        for one in all_techniques()
        if one.refusal(puzzle) is None and not one.needs_uniqueness
        for step in islice(one.find(position, Limit(seconds=60).start()), 1)
        if any(rule.name == "arrow" and len(rule.cells) > 2 for rule in step.view.rules)
    ]
    assert lines
    assert all("アロー(r3c3・r2c2・r1c1)" in text for text in lines)


def test_a_page_has_the_words_of_its_rules_in_its_other_languages() -> None:
    board = Geometry.of_size(4)
    puzzle = Puzzle.empty(board, parse_rules("anti-king", board))
    text = FrameText("The end", "", "")
    page = viewer(
        [ViewerFrame(make_scene(puzzle), {"en": text, "ja": text})], title="T", puzzle="P"
    )
    assert "Anti-king: Cells that touch" in page
    packed = re.search(r'id="packed">([^<]*)<', page)
    assert packed is not None
    other = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    assert "アンチキング:斜めも" in other["others"]["ja"]["rules"]
