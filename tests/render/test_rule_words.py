"""Rules in words, in English and Japanese."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace

from satdoku.answers.rules import all_rules, rule_record
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.explaining.names import words_of_rule
from satdoku.messages import catalogue, catalogue_file, languages
from satdoku.messages.catalogues import read
from satdoku.puzzle import Puzzle
from satdoku.render import make_scene, svg
from satdoku.render.viewer import FrameText, ViewerFrame, viewer
from satdoku.render.words import rule_words

_COMMON = {lang: set(read(lang, catalogue_file(lang, "common")).texts) for lang in languages()}
_JAPANESE = re.compile(r"[぀-ヿ一-鿿]")


def test_every_rule_and_parameter_has_a_name_of_its_own_in_every_language() -> None:
    rules = all_rules()
    meanings = {one.meaning for rule in rules for one in rule.parameters}
    names = {f"{rule.name}.{part}" for rule in rules for part in ("title", "summary")}
    for lang in languages()[1:]:
        assert set(catalogue(lang, "rules").texts) - _COMMON[lang] == names | meanings
        titles = [words_of_rule(rule, lang)[0] for rule in rules]
        assert len(set(titles)) == len(titles)
        assert all(_JAPANESE.search(title) or title == "XV" for title in titles)
        texts = [words_of_rule(rule, lang)[1] for rule in rules]
        assert all(_JAPANESE.search(text) and text.endswith("。") for text in texts)


def test_the_catalogue_has_both_languages() -> None:
    record = rule_record(next(rule for rule in all_rules() if rule.name == "sandwich"))
    assert (record.title, record.title_ja) == ("Sandwich", "サンドイッチ")
    assert record.parameters[2]["meaning_ja"] == "間の数字の合計"


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


def test_a_page_has_the_words_of_its_rules_in_its_other_language() -> None:
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
    assert "アンチキング:斜めも" in other["rules"]
