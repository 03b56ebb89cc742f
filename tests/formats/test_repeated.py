"""Rules that come more than once count once, are reported, and are not compared with each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from satdoku.base.errors import Unsupported
from satdoku.board import Constraint, Geometry
from satdoku.cli.app import run
from satdoku.constraints import REGISTRY, Odd, WhiteDot
from satdoku.formats import ReadOptions, parse, write
from satdoku.formats.clues import Clues
from satdoku.puzzle import Document, Puzzle

EMPTY = [[{} for _ in range(9)] for _ in range(9)]
TEXTS: dict[str, tuple[Callable[[int], str], str]] = {
    "iss": (lambda n: ".AntiKnight" * n, "anti-knight"),
    "fpuzzles": (
        lambda n: json.dumps({"size": 9, "grid": EMPTY, "negative": ["ratio"] * n}),
        "negative-ratio",
    ),
    "json": (
        lambda n: json.dumps(
            {"satdoku": 1, "givens": "." * 81, "constraints": [{"rule": "anti-king"}] * n}
        ),
        "anti-king",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_rule_that_comes_again_counts_once_and_is_named(name: str) -> None:
    make, rule = TEXTS[name]
    once, document = parse(make(1)), parse(make(5))
    assert document.puzzle == once.puzzle
    assert [c.name for c in document.puzzle.constraints] == [rule]
    assert "repeated" not in once.extras
    assert document.extras["repeated"] == f"4 {rule}"
    again = parse(write(document, "json"))
    assert again.puzzle == document.puzzle


def test_the_command_line_reports_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check-unique", ".AntiKnight" * 3, "--rules", "anti-king,anti-king"]
    assert run(arguments) == 1
    assert sorted(capsys.readouterr().err.splitlines()) == [
        "satdoku: --rules: given more than once, and counted once: 1 anti-king too many",
        "satdoku: given more than once, and counted once: 2 anti-knight too many",
    ]


def test_rules_of_a_board_count_once_too(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["generate", "--count", "1", "--size", "4", "--rules", "anti-king,anti-king"]
    assert run([*arguments, "--time-limit", "0"]) == 3
    line = "satdoku: --rules: given more than once, and counted once: 1 anti-king too many"
    assert capsys.readouterr().err.splitlines()[0] == line


CELL = {"row": 2, "col": 3}


def test_a_cell_that_comes_again_in_a_rule_of_cells_counts_once() -> None:
    document = parse(json.dumps({"gridSize": 9, "oddCells": [CELL, CELL, {"row": 8, "col": 8}]}))
    assert document.puzzle.constraints == (Odd((21, 80)),)
    assert document.extras["repeated"] == "1 odd"


@pytest.mark.parametrize("format", ["lisudoku", "fpuzzles", "sudokumaker", "iss"])
@pytest.mark.parametrize("rule", ["odd", "even", "minimum", "maximum"])
def test_a_rule_with_a_cell_twice_is_not_written_as_one_with_it_once(
    format: str, rule: str
) -> None:
    document = Document(Puzzle.empty(Geometry.classic(), [REGISTRY[rule]((21, 21, 80))]))
    with pytest.raises(Unsupported):
        write(document, format)


@pytest.mark.parametrize("kind", ["negative-ratio", "negative-difference", "minimum"])
def test_what_rules_ask_of_each_other_is_found_once(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Quadratic, 20,000 rules that all differ took a minute."""
    geometry = Geometry.classic()
    fields: dict[str, Any] = {"negative-ratio": "ratios", "negative-difference": "diff"}
    rules: list[Constraint] = [
        REGISTRY[kind](**{fields[kind]: (n,) if kind == "negative-ratio" else n})
        if kind in fields
        else REGISTRY[kind]((n - 2,))
        for n in range(2, 50)
    ]
    rules.append(WhiteDot((0, 1)))
    seen: list[int] = []
    real = tuple.__iter__

    def counted(self: Any) -> Any:
        seen.append(1)
        return real(self)

    monkeypatch.setattr("satdoku.board.constraint.Together.__iter__", counted, raising=False)
    puzzle = Puzzle.empty(geometry, rules)
    assert len(seen) <= 4
    for rule in puzzle.constraints[:-1]:
        assert rule.marked == (frozenset(range(48)) if kind == "minimum" else {(0, 1)})  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rules", "joined"),
    [
        (["diagonal-main", "diagonal-anti"], ["diagonal"]),
        (["diagonal-main", "diagonal-nonconsecutive"], None),
        (["diagonal-nonconsecutive", "diagonal-anti"], None),
    ],
)
def test_only_the_two_diagonals_are_one_rule(rules: list[str], joined: list[str] | None) -> None:
    clues = Clues(ReadOptions())
    for rule in rules:
        clues.add("", rule, rule)
    assert [fields["rule"] for _, _, fields in clues.data()] == (joined or rules)
