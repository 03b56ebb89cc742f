"""Documents of drawings and words: which rules are read, how surely, and what is left alone."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import satdoku
from satdoku import formats
from satdoku.answers.puzzle_input import understood
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.board.constraint import Parameter
from satdoku.constraints import REGISTRY, from_data, parse_rules
from satdoku.constraints.combined import AnyOf
from satdoku.constraints.own_numbers import DigitClass
from satdoku.explaining import words as speaker
from satdoku.explaining.names import sentence
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.formats.cosmetics import length_of, spot_of
from satdoku.formats.sudokupad import looks, to_data
from satdoku.puzzle import Cosmetic, Document, Position, Puzzle
from satdoku.puzzle.drawn_reading import ClueDrawing, ReadRule
from satdoku.reading import read_drawn, read_words
from satdoku.reading.candidates import options_of
from satdoku.reading.choice import with_idle_sentence
from satdoku.reading.figures import figures_of
from satdoku.reading.quantities import clue_of, quantities_in
from satdoku.reading.rules import drawing_of
from satdoku.reading.words import plain_words
from satdoku.render import make_scene
from satdoku.techniques.step import Rule
from tests.formats.rules import rules_for

CLASSIC = Geometry.classic()
SOLUTION = Grid(CLASSIC, tuple((3 * r + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)))


def drawn(
    rules: Sequence[Constraint], words: str, givens: str = "." * 81, site: str = "sudokupad"
) -> Document:
    """A document in which a site would draw the rules, without their data."""
    puzzle = Puzzle(CLASSIC, tuple(None if c == "." else int(c) for c in givens), None, (*rules,))
    if site == "penpa":
        return formats.parse(formats.write(Document(puzzle, rules=words), site))
    data = to_data(Document(puzzle), WriteOptions())
    data.pop("satdoku", None)
    data["metadata"] = {"rules": words}
    return formats.parse(json.dumps(data), ReadOptions("sudokupad"))


def least_puzzle(*ways: Sequence[Constraint]) -> Puzzle:
    """A puzzle without rules, none of whose givens can be left out if it is to have one solution
    under each of these lists of rules, and that has several without any rule."""
    puzzle = Puzzle(CLASSIC, SOLUTION.values)
    for cell in random.Random(1).sample(range(81), 81):
        fewer = replace(puzzle, givens=(*puzzle.givens[:cell], None, *puzzle.givens[cell + 1 :]))
        if all(satdoku.is_unique(replace(fewer, constraints=(*rules,))) for rules in ways):
            puzzle = fewer
    assert not satdoku.is_unique(puzzle)
    return puzzle


def document_of(rules: str, words: str) -> tuple[Document, tuple[Constraint, ...]]:
    """A document with its solution, none of whose givens and rules can be left out."""
    clues = parse_rules(rules, CLASSIC)
    puzzle = least_puzzle(clues)
    for clue in clues:
        others = tuple(other for other in clues if other != clue)
        assert not satdoku.is_unique(replace(puzzle, constraints=others))
    return replace(drawn(clues, words, puzzle.grid.text()), solution=SOLUTION), clues


LINES = "renban:r1c3+r1c2+r1c1+r2c1,thermo:r4c1+r4c2+r5c2+r5c3"


def test_figures_have_kinds_ends_and_colours() -> None:
    lines = parse_rules("thermo:r1c1+r2c2+r3c3,arrow:r5c5:r5c6+r5c7,white-dot:r8c1+r9c1", CLASSIC)
    figures = figures_of(drawn(lines, "").drawings, CLASSIC)
    assert {(f.kind, f.ends, f.colour, f.bulb, f.cells) for f in figures} == {
        ("line", "bulb", "grey", (), (0, 10, 20)),
        ("arrow", "", figures[1].colour, (40,), (41, 42)),
        ("edge", "", "white", (), (63, 72)),
    }


def test_arrows_in_cells_point_however_they_are_drawn() -> None:
    outline = (
        (0.5, 8.88),
        (0.3, 8.88),
        (0.3, 8.5),
        (0.1, 8.5),
        (0.5, 8.1),
        (0.9, 8.5),
        (0.5, 8.88),
    )
    drawings = (
        Cosmetic("line", outline, stroke="#ccc"),
        Cosmetic("mark", ((7.5, 5.5),), text="\u2b05", angle=-135.0),
        Cosmetic("line", ((3.5, 3.7), (3.5, 3.95)), head=0.1, width=0.05),
        Cosmetic("mark", ((3.5, 3.5),), text="\u2191\ufe0f"),
        Cosmetic("line", ((2.5, 2.7), (5.5, 5.95)), head=0.1, width=0.05),  # no arrow in a cell
    )
    figures = {f.bulb: f.cells for f in figures_of(drawings, CLASSIC) if f.kind == "arrow"}
    assert figures == {
        (8,): tuple(range(7, -1, -1)),
        (68,): (78,),
        (30,): (31, 32, 33, 34, 35, 21, 12, 3),
    }
    clues = parse_rules("pointer:r5c5:r5c6-r5c9:highest,pointer:r1c4:r2c4-r9c4:highest", CLASSIC)
    words = "Arrows tell how far away the digit 9 is in that direction."
    document = drawn(clues, words)
    text = read_words(words, CLASSIC.digits)
    (style,) = options_of(
        figures_of(document.drawings, CLASSIC), text, document.puzzle, None, Limit().start()
    )
    assert {*style[0].clues} == {*clues}


@pytest.mark.parametrize("site", ["sudokupad", "penpa"])
@pytest.mark.parametrize("seed", range(3))
def test_rules_turned_into_drawings_and_words_are_candidates_again(seed: int, site: str) -> None:
    # The site has no capsule across a corner; clones that touch are one area.
    skipped = {"clone"} | ({"pill-arrow"} if site == "penpa" else set())
    for data in rules_for(random.Random(seed), CLASSIC, REGISTRY.keys() - skipped):
        rule = from_data(data, CLASSIC)
        document = drawn([rule], f"{rule.title}: {sentence(rule, CLASSIC)}", site=site)
        if rule in document.puzzle.constraints:
            continue
        text = read_words(document.rules or "", CLASSIC.digits)
        if not any(isinstance(p, Parameter) and not p.optional for p in rule.parameters):
            assert text.of(rule.name), rule
            continue
        figures = figures_of(document.drawings, CLASSIC)
        options = options_of(figures, text, document.puzzle, None, Limit().start())
        assert any(rule in one.clues for style in options for one in style), rule


@pytest.mark.parametrize("site", ["sudokumaker", "fpuzzles", "penpa", "json"])
def test_drawings_of_every_site_are_the_same_figures(site: str) -> None:
    # f-puzzles draws no arrow heads, SudokuMaker none on bent lines, Penpa+ no bent capsules.
    without = {
        "fpuzzles": {"arrow", "little-killer", "pill-arrow"},
        "sudokumaker": {"arrow", "pill-arrow"},
        "penpa": {"pill-arrow"},
    }
    for data in rules_for(random.Random(4), CLASSIC, REGISTRY.keys() - without.get(site, set())):
        drawings = (*looks(from_data(data, CLASSIC), CLASSIC),)
        document = Document(Puzzle(CLASSIC, (None,) * 81), drawings=drawings)
        read = formats.parse(formats.write(document, site), ReadOptions(site))
        read_back, given = (
            {
                (
                    f.kind,
                    f.cells[:: -1 if f.ends.endswith("s") and f.cells[0] > f.cells[-1] else 1],
                    f.bulb,
                    f.label,
                    f.ends,
                )
                for f in figures_of(one, CLASSIC)
            }
            for one in (read.drawings, drawings)
        )
        assert read_back == given, data


def test_letters_are_read_as_the_rule_that_shows_them() -> None:
    marks = parse_rules("xv:r1c1+r1c2:10,xv:r5c5+r5c6:5", CLASSIC)
    document = drawn(marks, "Digits with an X between them sum to 10, with a V to 5.")
    text = read_words(document.rules or "", CLASSIC.digits)
    figures = figures_of(document.drawings, CLASSIC)
    (style,) = options_of(figures, text, document.puzzle, None, Limit().start())
    assert style[0].clues == marks


def test_a_sign_is_no_choice_of_a_rule_that_has_other_choices() -> None:
    rules = parse_rules("mathrax:r1c3+r1c4+r2c3+r2c4:value=1:of=difference", CLASSIC)
    document = drawn(rules, "Quad max: the number is the largest of the surrounding digits.")
    assert "quad-number" in {m.rule for m in read_words(document.rules or "", range(10)).mentions}
    assert read_drawn(document).reading is None


def test_a_reading_with_the_published_solution_is_proved() -> None:
    document, clues = document_of(LINES, "Purple lines are renban lines. Thermometers rise.")
    read = read_drawn(document)
    assert read.reading is not None
    assert read.reading.certainty == "proved"
    assert {*read.puzzle.constraints} == {*clues}
    assert {rule.name: len(rule.clues) for rule in read.reading.rules} == {"renban": 1, "thermo": 1}
    assert read.reading.rules[0].sentence == "Purple lines are renban lines."
    assert read.drawings == ()


def test_a_link_of_penpa_is_read_like_the_others() -> None:
    rules = f"{LINES},killer-cage:r7c7+r7c8+r8c7:13,little-killer:r1c4:down-right:33"
    words = (
        "Purple lines are renban lines. Thermometers rise. Killer cages show their sum."
        " A number with an arrow is the sum of the digits along the diagonal, a little killer."
    )
    clues = parse_rules(rules, CLASSIC)
    puzzle = least_puzzle(clues)
    document = drawn(clues, words, puzzle.grid.text(), "penpa")
    assert document.puzzle.constraints == ()
    read = read_drawn(replace(document, solution=SOLUTION))
    assert read.reading is not None
    assert read.reading.certainty == "proved"
    assert {*read.puzzle.constraints} <= {*clues}
    assert {"renban", "thermo"} <= {rule.name for rule in read.reading.rules}


def test_without_a_solution_it_is_plausible_and_off_it_is_not_used() -> None:
    document, _ = document_of(LINES, "Purple lines are renban lines. Thermometers rise.")
    read = read_drawn(replace(document, solution=None))
    assert read.reading is not None
    assert read.reading.certainty == "plausible"


def test_a_solution_that_is_none_of_the_board_proves_nothing() -> None:
    document, clues = document_of(LINES, "Purple lines are renban lines. Thermometers rise.")
    read = read_drawn(replace(document, solution=Grid(CLASSIC, (1,) * 81)))
    assert read.reading is not None
    assert read.reading.certainty == "plausible"
    assert {*read.puzzle.constraints} == {*clues}


def test_the_solution_rules_out_what_words_tell_of_other_drawings() -> None:
    words = "Purple lines are palindromes. Thermometers rise."  # they are not
    document, _ = document_of(LINES, words)
    read = read_drawn(document)
    assert read.reading is None or read.reading.certainty == "partial"
    assert read.puzzle == document.puzzle


def test_two_readings_that_fit_are_both_reported_and_none_is_taken() -> None:
    lines = [f"r{r}c{c}+r{r}c{c + 1}+r{r}c{c + 2}" for r, c in ((1, 1), (2, 4), (5, 3), (8, 2))]
    renban, sequence = (
        parse_rules(",".join(f"{name}:{line}" for line in lines), CLASSIC)
        for name in ("renban", "sequence-line")
    )
    givens = least_puzzle(renban, sequence).grid.text()
    words = "Some lines are renban lines. Some lines are sequence lines."
    read = read_drawn(replace(drawn(renban, words, givens), solution=SOLUTION))
    assert read.reading is not None
    assert read.reading.certainty == "partial"
    assert {rule.name for rule in read.reading.rules} == {"renban", "sequence-line"}
    assert read.puzzle.constraints == ()


def test_no_rule_comes_from_decoration() -> None:
    picture = Cosmetic("line", ((0.5, 0.5), (0.5, 3.5)), stroke="#8000ff", width=0.2)
    bare = Document(Puzzle(CLASSIC, (None,) * 81), drawings=(picture,))
    for words in (None, "", "Normal sudoku rules apply.", "The purple line has no meaning."):
        document = replace(bare, rules=words)
        assert read_drawn(document) == document


def test_rules_that_a_text_has_as_data_are_read_anew_where_words_tell_them_otherwise() -> None:
    mean = parse_rules("average-arrow:r2c2:r1c1+r1c9", CLASSIC)
    arrows = parse_rules("arrow:r2c2:r1c1+r1c9", CLASSIC)
    puzzle = replace(least_puzzle(mean), constraints=arrows)
    words = "The circle holds the average of the digits along the arrow."
    read = read_drawn(Document(puzzle, rules=words, solution=SOLUTION))
    assert read.reading is not None
    assert (read.reading.certainty, read.reading.replaced) == ("proved", ("arrow",))
    assert read.puzzle.constraints == mean


def test_words_tell_more_of_data_only_where_these_leave_several_solutions() -> None:
    paced = parse_rules("paced-thermo:r1c1+r1c2+r1c3+r1c4:consecutive", CLASSIC)
    thermos = parse_rules("thermo:r1c1+r1c2+r1c3+r1c4", CLASSIC)
    puzzle = replace(least_puzzle(paced), constraints=thermos)
    words = "Digits on a thermometer increase consecutively from the bulb."
    read = read_drawn(Document(puzzle, rules=words))
    assert read.reading is not None
    assert (read.reading.certainty, read.reading.replaced) == ("plausible", ())
    assert {*read.puzzle.constraints} == {*thermos, *paced}
    # A puzzle that has one solution by its data keeps them, whatever the words say.
    whole = replace(least_puzzle(thermos), constraints=thermos)
    assert read_drawn(Document(whole, rules=words)).puzzle == whole


def test_outlines_beside_the_board_are_arrows() -> None:
    left = ((-0.88, 3.5), (-0.29, 3.5), (-0.29, 3.4), (-0.1, 3.5), (-0.29, 3.6), (-0.29, 3.5))
    slant = (
        (2.72, -0.28),
        (2.85, -0.15),
        (2.88, -0.19),
        (2.89, -0.11),
        (2.81, -0.12),
        (2.85, -0.15),
    )
    drawings = (
        Cosmetic("line", left, stroke="#000"),
        Cosmetic("line", slant, stroke="#000"),
        Cosmetic("mark", ((2.5, -0.5),), text="20"),
    )
    figures = {(f.kind, f.label, f.cells[:2], f.drawings) for f in figures_of(drawings, CLASSIC)}
    assert figures == {("side", "\u2193", (3, 12), (0,)), ("diagonal", "20", (27, 37), (2, 1))}


NAMED = (
    ("renban:r1c3+r1c2+r1c1", "purple line from r1c3 to r1c1", "紫の線(r1c3からr1c1まで)"),
    ("thermo:r4c1+r4c2+r5c2", "grey line from r4c1 to r5c2", "灰色の線(r4c1からr5c2まで)"),
    ("arrow:r5c5:r5c6+r5c7", "{} arrow from r5c5 to r5c7", "{}の矢印(r5c5からr5c7まで)"),
    ("black-dot:r8c1+r9c1", "black dot between r8c1 and r9c1", "黒の点(r8c1・r9c1の間)"),
    ("x-sum:left:4:24", "24 left of row 4", "「24」(行4の左)"),
    ("x-sum:bottom:4:24", "24 below column 4", "「24」(列4の下)"),
    ("even:r1c1+r5c5", "grey squares in r1c1 and r5c5", "灰色の四角(r1c1・r5c5)"),
    ("sum-line:r1c1+r1c2+r2c2+r2c1:loop=yes", "{} loop through r1c1", "{}の環状の線(r1c1を通る)"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "english", "japanese"), NAMED)
def test_sentences_name_a_clue_by_its_drawing(rule: str, english: str, japanese: str) -> None:
    (clue,) = parse_rules(rule, CLASSIC)
    document = drawn([clue], f"{clue.title}: {sentence(clue, CLASSIC)}")
    figures = figures_of(document.drawings, CLASSIC)
    drawing = drawing_of(clue, figures, CLASSIC)
    assert drawing is not None
    plain = replace(Puzzle.empty(CLASSIC, (clue,)))
    puzzle = replace(plain, drawn={clue: drawing})
    rule_here = Rule(0, clue.name, clue.describe(CLASSIC), clue.scope(CLASSIC))
    for lang, name in (("en", f"the {english}"), ("ja", japanese)):
        colour = speaker(puzzle, lang).say(f"drawn-colour.{drawing.colour or 'grey'}")
        assert speaker(puzzle, lang).rule(rule_here) == name.format(colour)
        assert speaker(plain, lang).rule(rule_here) == speaker(CLASSIC, lang).rule(rule_here)
    (entry,) = formats.parse(formats.write(Document(puzzle), "json")).puzzle.drawn.items()
    assert entry == (clue, drawing)


def test_a_path_names_each_clue_once_and_its_data_stays_as_it_is() -> None:
    example = Path(__file__).parents[2] / "examples" / "reading" / "drawn.json"
    document = understood(formats.parse(example.read_text("utf-8")))
    assert len(document.puzzle.drawn) == 9
    path = satdoku.explain(document.puzzle).to_dict()
    plain = satdoku.explain(replace(document.puzzle, drawn={})).to_dict()
    texts = [step.pop("text") for step in path["steps"]]
    plain_texts = [step.pop("text") for step in plain["steps"]]
    assert [*path["steps"]] == [*plain["steps"]]
    assert "The purple line from r5c3 to r6c1" in "".join(texts)
    assert "renban at r5c3" in "".join(plain_texts)
    for words_of_rule in ("renban", "thermometer"):
        assert all(words_of_rule not in text for text in texts)
    hint = satdoku.hint(document.puzzle, strength=2, lang="ja")
    assert "紫の線" in str(hint)


def test_pictures_show_a_line_in_the_colour_that_names_it() -> None:
    (clue,) = parse_rules("renban:r1c1+r1c2", CLASSIC)
    puzzle = Puzzle.empty(CLASSIC, (clue,))
    green = replace(puzzle, drawn={clue: ClueDrawing("line", (0, 1), "green")})
    assert [shape.colour for shape in make_scene(green).shapes] == ["green"]
    assert [shape.colour for shape in make_scene(puzzle).shapes] == ["purple"]


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("line", '"drawn" must be an object'),
        ({"kind": "line"}, '"drawn.cells" must be a list'),
        ({"kind": "snake", "cells": ["r1c1"]}, '"drawn.kind" must be one of'),
        ({"kind": "line", "cells": ["r1c1"], "colour": "#ff0000"}, '"drawn.colour" must be one of'),
        ({"kind": "line", "cells": ["r1c10"]}, '"drawn.cells" must be a list of cells'),
        ({"kind": "line", "cells": ["r1c1"], "count": 0}, '"drawn.count" must be a number'),
        ({"kind": "line", "cells": ["r1c1"], "width": 2}, '"drawn" has no key'),
    ],
)
def test_a_drawing_of_a_clue_in_json_that_is_none(drawing: object, why: str) -> None:
    rule = {"rule": "renban", "cells": ["r1c1", "r1c2"], "drawn": drawing}
    text = json.dumps({"satdoku": 1, "givens": "." * 81, "constraints": [rule]})
    with pytest.raises(satdoku.FormatError, match=f'number 1 of "constraints": {why}'):
        formats.parse(text)


def test_much_text_and_many_drawings_are_bounded() -> None:
    line = Cosmetic("line", ((0.5, 0.5), (0.5, 3.5)), stroke="#8000ff", width=0.2)
    many = Document(Puzzle(CLASSIC, (None,) * 81), drawings=(line,) * 10_000, rules="Renban lines.")
    assert read_drawn(many) == many
    long = replace(many, drawings=(line,), rules="Renban lines. " + "x" * 100_000)
    assert read_drawn(long).puzzle == long.puzzle


def test_a_number_beyond_all_floats_is_no_length() -> None:
    assert length_of(10**400) == 0.0
    assert spot_of([10**400, 0]) is None
    assert spot_of([float("nan"), 0]) is None


def proved(puzzle: Puzzle, words: str, drawings: tuple[Cosmetic, ...] = ()) -> Document:
    """A document that is read, and whose reading has to be proved."""
    read = read_drawn(Document(puzzle, rules=words, solution=SOLUTION, drawings=drawings))
    assert read.reading is not None
    assert read.reading.certainty == "proved"
    return read


def words_clue(sentence: str, cells: Sequence[int], label: str = "") -> Constraint:
    """A clue that a sentence states of some cells."""
    (quantity, *_) = quantities_in(plain_words(sentence))
    clue = clue_of(quantity, cells, label, CLASSIC.digits, "")
    assert clue is not None
    return clue


def test_words_tell_more_of_cages_that_a_text_has_as_data() -> None:
    words = "The digits in a cage sum to a multiple of 3."
    cages = parse_rules("killer-cage:r1c1+r1c2+r2c1+r2c2,killer-cage:r5c4+r5c5+r6c4", CLASSIC)
    fitting = [cage for cage in cages if sum(SOLUTION.values[c] or 0 for c in cage.named) % 3 == 0]
    assert fitting
    more = [words_clue(words, tuple(cage.named)) for cage in fitting]
    read = proved(replace(least_puzzle((*fitting, *more)), constraints=(*fitting,)), words)
    assert read.reading is not None
    assert {rule.name for rule in read.reading.rules} == {"automaton"}
    assert {*fitting} <= {*read.puzzle.constraints}


def test_clues_that_the_solution_breaks_are_read_as_words_tell_them() -> None:
    words = "Numbers with an arrow tell how many different digits are on the diagonal."
    diagonals = [[*range(2, 81, 10)][:7], [*range(4, 81, 10)][:5]]
    data, clues = [], []
    for cells in diagonals:
        number = len({SOLUTION.values[cell] for cell in cells})
        start = f"r1c{cells[0] + 1}"
        data += parse_rules(f"little-killer:{start}:down-right:{number}", CLASSIC)
        clues.append(words_clue(words, cells, str(number)))
    read = proved(replace(least_puzzle(clues), constraints=(*data,)), words)
    assert read.reading is not None
    assert read.reading.replaced == ("little-killer",)


def test_marks_in_cells_are_digits_that_these_may_hold_where_words_tell_it() -> None:
    marks = {cell: frozenset({SOLUTION.values[cell] or 0, 9}) for cell in range(0, 81, 2)}
    rules = [DigitClass((cell,), tuple(digits)) for cell, digits in marks.items()]
    puzzle = least_puzzle(rules)
    document = Document(
        puzzle,
        position=Position.with_marks(puzzle, puzzle.givens, marks),
        rules="The digits marked in cells are all candidates that are possible there.",
        solution=SOLUTION,
    )
    reading = read_drawn(document).reading
    assert reading is not None
    assert [rule.name for rule in reading.rules] == ["digit-class"]


def test_each_line_may_be_one_of_two_rules() -> None:
    lines = parse_rules(LINES.replace("thermo", "palindrome").split(",")[0], CLASSIC)
    (line,) = lines
    document = drawn(lines, "Each purple line is either a palindrome or a renban line.")
    text = read_words(document.rules or "", CLASSIC.digits)
    figures = figures_of(document.drawings, CLASSIC)
    (style,) = options_of(figures, text, document.puzzle, None, Limit().start())
    (either,) = (one for one in style if one.name == "or")
    assert isinstance(either.clues[0], AnyOf)
    assert {rule.name for rule in either.clues[0].rules} == {"palindrome", "renban"}
    assert line in either.clues[0].rules


def text_at(row: float, column: float, text: str, angle: float = 0.0) -> Cosmetic:
    return Cosmetic("mark", ((row, column),), text=text, angle=angle)


def test_texts_and_arrows_beside_the_board() -> None:
    head = Cosmetic("line", ((-0.3, 4.7), (-0.1, 4.9)), stroke="#000000", head=0.2)
    figures = figures_of(
        (
            text_at(2.5, -0.5, "4"), text_at(2.5, -1.5, "3"),  # a list beside a row
            text_at(-0.5, 1.5, "5 \u2192", 45.0), head,
        ),
        CLASSIC,
    )  # fmt: skip
    assert {(figure.kind, figure.label, figure.cells[:2]) for figure in figures} == {
        ("side", "3 4", (18, 19)),
        ("diagonal", "5", (2, 12)),
        ("diagonal", "", (5, 15)),
    }


def test_where_all_marks_are_given_the_others_have_the_contrary() -> None:
    dots = parse_rules("pair-sum:r1c1+r1c2:3,pair-sum:r5c5+r5c6:3", CLASSIC)
    words = "Digits with a dot between them sum to 3 or 4. All dots are given."
    document = drawn(dots, words)
    text = read_words(document.rules or "", CLASSIC.digits)
    figures = [replace(f, label="") for f in figures_of(document.drawings, CLASSIC)]
    (style,) = options_of(figures, text, document.puzzle, None, Limit().start())
    tables = [one for one in style if one.name == "pair-table"]
    assert {len(one.clues) for one in tables} >= {2, 144}
    negative = next(one for one in tables if len(one.clues) == 144)
    for clue in negative.clues[2:]:
        one, other = (SOLUTION.values[cell] or 0 for cell in clue.named)
        assert clue.holds(SOLUTION) == (one + other not in (3, 4))


def test_a_sentence_that_no_drawing_has_is_tried_where_another_is_had_twice() -> None:
    whisper = ReadRule("whisper", (), (1,), "Lines differ.", 2)
    first, second = (ReadRule("renban", (), (at,), "Lines are renban.", 1) for at in (1, 2))
    options = [(first, whisper), (second,)]
    assert [*with_idle_sentence((first, second), options)] == [(whisper, second)]
    assert not [*with_idle_sentence((whisper, second), options)]
    assert not [*with_idle_sentence((first,), options[:1])]


def test_cells_with_one_letter_hold_one_digit() -> None:
    cells = {"r1c1": "A", "r4c9": "A", "r1c2": "B", "r5c7": "B"}
    marks = tuple(
        Cosmetic("mark", ((int(name[1]) - 0.5, int(name[3]) - 0.5),), text=letter)
        for name, letter in cells.items()
    )
    clues = parse_rules("same-values:r1c1/r4c9,same-values:r1c2/r5c7", CLASSIC)
    words = "Normal sudoku rules apply. Cells with the same letter hold the same digit."
    puzzle = least_puzzle(clues)
    document = Document(puzzle, rules=words, drawings=marks, solution=SOLUTION)
    read = read_drawn(document)
    assert read.reading is not None
    assert read.reading.certainty == "proved"
    assert set(read.puzzle.constraints) == set(clues)
    # Other letters are other digits only where the words say so.
    text = read_words(f"{words} Different letters are different digits.", range(1, 10))
    figures = figures_of(marks, CLASSIC)
    (options,) = options_of(figures, text, puzzle, SOLUTION, Limit(seconds=60).start())
    unlike = options[0].clues[-1]
    assert unlike.name == "all-pairs"
    assert not unlike.fits([1] * 81, CLASSIC)
    numbered = tuple(replace(mark, text="7") for mark in marks)
    assert read_drawn(replace(document, drawings=numbered)).reading is None
