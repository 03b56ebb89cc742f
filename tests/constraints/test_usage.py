"""The forms that are printed for a rule can be pasted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.constraints import REGISTRY, VariablesRule, from_data, parse_rules
from satdoku.constraints.usage import usage
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.solving import solve
from tests.constraints.constraint_oracle import ROOT, read_example

CLASSIC = Geometry.classic()
_OPTION = re.compile(r"\[(:\w+=(?:[^\[\]]|\[[^\]]*\])*)\]")
_SLOW = {"connected", "chaos-arrow", "chaos-count", "chaos-construction", "nurikabe"}
"""Rules of the whole board whose solutions on an empty one take seconds, or need more clues."""
OWN = {
    "doppelganger", "region-same-values", "blanks", "doppelblock", "japanese-sums", "end-view",
    "yin-yang", "cave", "tapa", "nurikabe", "closed-loop", "snake",
}  # fmt: skip
"""Rules that need a board of their own."""


def forms(written: str) -> Iterator[str]:
    """A form without its optional parts, with each of them, and with all."""
    yield _OPTION.sub("", written)
    for option in _OPTION.finditer(written):
        one = written[: option.start()] + option[1] + written[option.end() :]
        yield _OPTION.sub("", one)


def board_of(name: str) -> Geometry:
    """A 9x9, or the board of the example where the rule cannot be on one."""
    return read_example(name).geometry if name in OWN else CLASSIC


@pytest.mark.parametrize("name", REGISTRY)
def test_a_form_is_read_and_can_be_kept(name: str) -> None:
    board = board_of(name)
    for number, form in enumerate(forms(usage(REGISTRY[name], board, from_data))):
        puzzle = Puzzle.empty(board, parse_rules(form, board))
        assert not puzzle.problems(), form
        if name not in _SLOW and number == 0:
            assert solve(puzzle, limit=Limit(solutions=1)).solutions, form


def test_what_the_command_prints_is_pasted_back(capsys: pytest.CaptureFixture[str]) -> None:
    """The list, the page and the JSON have one form; the page's command line is another."""
    assert run(["rules"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(REGISTRY)
    for name, form, *_ in rows:
        assert form == usage(REGISTRY[name], CLASSIC, from_data)
    for name in ("regex", "arrow", "and", "quadruple"):
        assert run(["rules", name, "--json"]) == 0
        form = json.loads(capsys.readouterr().out)["usage"]
        assert run(["rules", name]) == 0
        page = capsys.readouterr().out
        assert f"written: --rules {form}\n" in page
        (written,) = re.findall(r"On the command line: --rules\s+(\S+)", page)
        assert parse_rules(written, CLASSIC)[0] in read_example(name).constraints


@pytest.mark.parametrize("board", [CLASSIC, Geometry.boxes(6, 2, 3), Geometry.boxes(4, 2, 2)])
def test_errors_name_a_form_for_the_board(board: Geometry) -> None:
    for name, kind in REGISTRY.items():
        if all(parameter.optional for parameter in kind.parameters):
            continue
        for words in (name, f"{name}:::nothing"):
            with pytest.raises(FormatError) as error:
                parse_rules(words, board)
            if " is written " not in str(error.value):
                continue
            form = next(forms(str(error.value).rpartition(" is written ")[2]))
            assert form == next(forms(usage(kind, board, from_data)))
            if board is CLASSIC and name not in OWN:
                assert parse_rules(form, board)


def test_a_missing_parameter_is_named_with_what_it_is() -> None:
    with pytest.raises(FormatError) as error:
        parse_rules("thermo", CLASSIC)
    assert str(error.value) == (
        "thermo: the parameter 'cells' (the cells, the bulb first) is missing; it is written "
        "thermo:r1c1+r1c2"
    )


def test_a_flag_is_written_as_the_message_says() -> None:
    with pytest.raises(FormatError, match=re.escape("region-sum:r1c2+r1c1[:merge=yes]")):
        parse_rules("region-sum:r1c1+r1c2:yes", CLASSIC)
    (rule,) = parse_rules("region-sum:r1c1+r1c2:merge=yes", CLASSIC)
    assert rule.arguments()["merge"] is True


def test_parameters_are_named_inside_of_rules_inside() -> None:
    (rule,) = parse_rules("or:(whisper:r1c1+r1c2:diff=3,thermo:cells=r1c1+r1c2)", CLASSIC)
    assert [inner.name for inner in rule.arguments()["rules"]] == ["whisper", "thermo"]


def test_a_rule_of_a_program_without_an_example_has_its_parameters() -> None:
    class Own(REGISTRY["killer-cage"]):  # type: ignore[misc]
        name = "own-cage"

    assert usage(Own, CLASSIC, from_data) == "own-cage:CELLS"


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("ten line", "sum-line"),
        ("German Whispers", "whisper"),
        ("slow_thermometer", "slow-thermo"),
        ("between lines", "between"),
        ("little killers", "little-killer"),
        ("x sum", "x-sum"),
    ],
)
def test_names_are_read_as_people_write_them(
    name: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", name]) == 0
    assert capsys.readouterr().out.startswith(f"name: {rule} (")
    (kind,) = (kind for kind in REGISTRY.values() if kind.name == rule)
    form = next(forms(usage(kind, CLASSIC, from_data)))
    (own,) = parse_rules(form, CLASSIC)
    preset = "sum=10:" if name == "ten line" else ""
    (other,) = parse_rules(f"{name}:{form.partition(':')[2]}", CLASSIC)
    assert other == (own if not preset else parse_rules(f"sum-line:sum=10:{form[9:]}", CLASSIC)[0])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("zone", "did you mean contain?"),
        ("trio", "did you mean digit-class?"),
        ("minmax", "did you mean frame-number or minimum or maximum?"),
        ("kropki", "did you mean white-dot or black-dot?"),
        ("creasing lines", "did you mean fuzzy-thermo?"),
        ("speed thermometers", "did you mean paced-thermo?"),
        ("touchy sudoku", "did you mean company?"),
        ("search 9", "did you mean pointer?"),
        ("same parity", "did you mean unimodular-line?"),
        ("lemon", "unknown rule 'lemon'; `satdoku rules`"),
        ("slot machine", "unknown rule 'slot machine'; `satdoku rules`"),
        ("queen", "written as a regex or automaton it may fit"),
        ("yinyang", "did you mean yin-yang?"),
        ("path", "did you mean snake or closed-loop?"),
        ("Slitherlink", "combined.md has a yin-yang"),
        ("heyawake", "combined.md has a yin-yang"),
        ("Schrödinger cells", "a cell then holds two digits"),
        ("cells left empty", "did you mean blanks?"),
    ],
)
def test_words_that_are_no_rule_lead_on(name: str, reason: str) -> None:
    with pytest.raises(FormatError, match=re.escape(reason)):
        parse_rules(f"{name}:r1c1+r1c2", CLASSIC)


def test_the_yin_yang_of_the_page_has_the_solution_that_it_states() -> None:
    text = (ROOT / "docs/constraints/combined.md").read_text("utf-8").partition("a yin-yang")[2]
    puzzle = parse(text.partition("```json\n")[2].partition("```")[0]).puzzle
    (solution,) = solve(puzzle, limit=Limit(solutions=2)).solutions
    assert solution.text() in text.replace(" ", "")
    (cells,) = puzzle.constraints
    rules = tuple(rule for rule in cells.arguments()["rules"] if rule.name != "connected")
    loose = Puzzle(puzzle.geometry, puzzle.givens, None, (VariablesRule("VA*4x4", rules),))
    assert len(solve(loose, limit=Limit(solutions=2)).solutions) == 2
