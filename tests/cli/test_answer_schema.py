"""The JSON Schema of answers, against what the commands print."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satdoku.cli.commands import commands
from satdoku.cli.subcommands.schema import kinds_of
from tests.shared import thinned

jsonschema = pytest.importorskip("jsonschema")

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPARE = "534678912672195348198342567859761423426853791713924856961537284287419635......179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FOUR_BY_FOUR, SEVERAL, NONE = "1....2..4......3", "1....2..4.......", "1...3.........11"
BOARD = "13...2..4..2...3"
EXAMPLES = Path(__file__).parents[2] / "examples"

LINES = [
    *([command, text] for command in ("solve", "check-unique", "diagnose", "redundant", "show")
      for text in (UNIQUE, SPARE, SEVERAL, NONE, "nothing")),
    ["solve", SEVERAL, "--limit", "all"],
    ["count", "." * 81, "--limit", "5"],
    ["count", SEVERAL],
    ["candidates", SEVERAL, "--cap", "2"],
    ["check", BOARD, "--puzzle", FOUR_BY_FOUR, "--reveal"],
    ["check", UNIQUE],
    *(["hint", HARD, "-s", strength] for strength in "123"),
    ["explain", HARD, "--limit", "12"],
    ["explain", UNIQUE, "--preset", "se"],
    ["explain", UNIQUE, "--step", "2"],
    ["explain", SEVERAL, "--preset", "trial"],
    ["why", UNIQUE, "r1c3=4", "r1c3=1", "r5c5<>5"],
    ["steps", HARD, "-t", "forcing-chain", "--limit", "2"],
    ["steps", UNIQUE, "-t", "naked-pair"],
    *(["rate", UNIQUE, "--scale", scale] for scale in ("se", "hodoku", "both", "satdoku", "w")),
    ["rate", UNIQUE, "--path-shape"],
    ["rate", SEVERAL],
    ["techniques", "x-wing"],
    ["techniques", "--names"],
    ["learn"],
    ["learn", "x-wing"],
    ["learn", "x-wing", "--drill", "--seed", "7"],
    ["learn", "x-wing", "--answer", "r5c1<>8", "--seed", "7"],
    ["practice", "naked-pair", "--seed", "1"],
    ["backdoors", UNIQUE],
    ["generate", "--seed", "1"],
    ["generate", "--seed", "1", "--full"],
    ["generate", "--seed", "1", "--level", "easy"],
    ["minimize", SPARE, "--all", "2"],
    ["suggest", SEVERAL, "--rule", "thermo,given"],
    ["set-values", "." * 16, "--rules", "killer-cage:r1c1+r1c2+r2c1", "--time-limit", "1"],
    ["unavoidable", "1234341221434321"],
    ["fewest-clues", "1234341221434321"],
    ["rules"],
    ["show", UNIQUE, "--solved"],
    ["convert", UNIQUE, "--to", "json"],
    ["transform", UNIQUE, "--seed", "1"],
    ["transform", UNIQUE, "--count"],
    ["canonical", UNIQUE],
    ["same", UNIQUE, UNIQUE],
    ["same", UNIQUE, HARD],
    ["audit", "FILE"],
    ["audit", "FILE", "--variants"],
    ["bench", FOUR_BY_FOUR],
    ["doctor"],
    *([command, str(path), "--time-limit", "20"] for command in ("check-unique", "diagnose", "hint")
      for path in sorted((EXAMPLES / "constraints").glob("*.json"))[::16]),
]  # fmt: skip
FIRST = {line[0]: line for line in reversed(LINES)}
"""A line of each command."""


@pytest.fixture(scope="module")
def validators() -> dict[str, Any]:
    return {}


@pytest.mark.parametrize(
    "line", thinned(LINES, len(LINES), always=list(FIRST.values())), ids=" ".join
)
def test_what_a_command_prints_is_as_its_schema_says(
    line: list[str],
    satdoku: Callable[..., tuple[int, str, str]],
    validators: dict[str, Any],
    tmp_path: Path,
) -> None:
    command = line[0]
    if command not in validators:
        schema = json.loads(satdoku("schema", command)[1])
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[command] = jsonschema.Draft202012Validator(schema)
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{SPARE}\n")
    out = satdoku(*(str(file) if word == "FILE" else word for word in line), "--json")[1]
    objects = [json.loads(row) for row in out.splitlines()]
    assert objects
    for each in objects:
        validators[command].validate(each)
    for each in objects[::20]:  # a schema that takes anything would be none
        assert not validators[command].is_valid(each | {"plugh": "x"})
        assert not validators[command].is_valid({k: v for k, v in each.items() if k != "schema"})


def test_every_command_with_objects_has_a_schema_and_is_tried(
    satdoku: Callable[..., tuple[int, str, str]],
) -> None:
    code, out, _ = satdoku("schema")
    assert code == 0
    whole = json.loads(out)["$defs"]
    tried = {line[0] for line in LINES} | {"verify", "encode", "decode", "torture"}
    tried |= {"collection", "collection add", "collection draw"}  # tests/batch/test_collection.py
    for command in commands():
        kinds = kinds_of(command)
        assert {kind.__name__ for kind in kinds} <= whole.keys()
        assert not kinds or command in tried


OPEN = {
    *("BothRatings.se", "BothRatings.hodoku", "GeneratedAnswer.rating", "RuleRecord.meaning"),
    *("RuleRecord.parameters", "BenchRecord.disagreements"),
}
"""Members that may hold anything: whose keys are those of a scale, of a rule or of an engine."""


def untyped(schema: Any, path: str) -> Iterator[str]:
    """Where a schema takes anything."""
    if schema == {}:
        yield path
    for key, part in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if isinstance(part, dict | list):
            yield from untyped(part, f"{path}.{key}")


def test_members_are_typed_to_their_ends(satdoku: Callable[..., tuple[int, str, str]]) -> None:
    whole = json.loads(satdoku("schema")[1])["$defs"]
    places = {
        f"{kind}.{name}"
        for kind, schema in whole.items()
        for name, member in schema["properties"].items()
        if any(untyped(member, name))
    }
    assert places == OPEN


@pytest.mark.parametrize(
    ("command", "way_on"),
    [
        ("serve", "satdoku schema prints the objects of all commands"),
        ("solv", "did you mean satdoku solve?"),
        ("plugh", "satdoku help lists the commands"),
    ],
)
def test_a_command_without_a_schema_is_led_on(
    satdoku: Callable[..., tuple[int, str, str]], command: str, way_on: str
) -> None:
    code, out, err = satdoku("schema", command)
    assert (code, out) == (2, "")
    assert way_on in err
