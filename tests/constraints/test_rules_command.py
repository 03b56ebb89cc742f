"""``satdoku rules`` and the JSON Schema: both are what the code has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from satdoku.answers.rules import rule_record
from satdoku.base.errors import FormatError
from satdoku.cli.app import run
from satdoku.constraints import ALIASES, REGISTRY
from satdoku.formats import parse
from satdoku.formats.schema import json_schema

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.json"))


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(["rules", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_list_has_every_rule_with_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys)
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert [row[0] for row in rows] == list(REGISTRY)
    assert ["thermo", "thermo:r1c1+r1c2", "Thermometer", "thermometer"] in rows
    assert ["region-sum", "region-sum:r1c2+r1c1[:merge=yes]"] in [row[:2] for row in rows]
    assert {alias for row in rows for alias in row[3].split(", ") if alias} == set(ALIASES)


@pytest.mark.full
def test_every_rule_has_its_page_and_its_picture(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "--json", *REGISTRY)
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [record["rule"] for record in records] == list(REGISTRY)
    assert all(Path(record["example"]).is_file() for record in records)
    code, out, _ = call(capsys, *REGISTRY)
    assert all(re.search(rf"^{name}(:.*)?\n-+$", out, re.MULTILINE) for name in REGISTRY)
    assert "<!--" not in out


def test_one_rule_by_an_alias(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "dutch-whisper")
    assert code == 0
    names = ", ".join(rule_record(REGISTRY["whisper"]).titles.values())
    assert out.startswith(f"name: whisper ({names})\nalso called: whispers, german-whisper, ")
    assert "dutch-whisper (diff=4)" in out
    assert "written: --rules whisper:r2c1+r1c1[:diff=4]\n" in out
    assert "\nexamples/constraints/whisper.json" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["thermmo"], "did you mean thermo"),
        (["fog"], "the rule 'fog' is not supported"),
        (["--schema", "thermo"], "--schema is asked for alone"),
    ],
)
def test_what_is_no_rule(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, *words)
    assert code == 2
    assert reason in err


@pytest.fixture(scope="module")
def validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema judges the schema")
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.full
def test_the_examples_keep_the_schema(validator: Any) -> None:
    assert len(EXAMPLES) > 100
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        if '"givens"' not in text:
            continue  # JSON of another site
        for data in _objects(text):
            # One of each rule: the others have the same keys, and each takes its time.
            of_rule = {rule["rule"]: rule for rule in data.get("constraints", ())}
            data["constraints"] = list(of_rule.values())
            assert not [e.message for e in validator.iter_errors(data)], path.name


def _objects(text: str) -> list[Any]:
    """The objects of a file that holds one, or one a line."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def test_an_editor_may_name_the_schema(validator: Any) -> None:
    data = {"$schema": "satdoku.schema.json", "size": 4, "givens": "." * 16}
    assert validator.is_valid(data)
    assert parse(json.dumps(data)).puzzle.geometry.size == 4


@pytest.mark.parametrize(
    ("constraint", "is_valid"),
    [
        ({"rule": "thermo", "cells": ["r1c1", "r1c2"]}, True),
        ({"rule": "x", "cells": ["r1c1", "r1c2"]}, True),
        ({"rule": "xv", "cells": ["r1c1", "r1c2"]}, False),
        ({"rule": "thermo"}, False),
        ({"rule": "thermo", "cells": ["1,1"]}, False),
        ({"rule": "thermo", "cells": ["r1c1", "r1c2"], "sum": 3}, False),
        ({"rule": "thermmo", "cells": ["r1c1", "r1c2"]}, False),
        ({"rule": "sandwich", "side": "left", "index": 3, "sum": 10}, True),
        ({"rule": "sandwich", "side": "lefft", "index": 3, "sum": 10}, False),
        ({"rule": "sandwich", "side": "left", "index": 3, "sum": -1}, False),
        ({"cells": ["r1c1"]}, False),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(
    constraint: dict[str, Any], is_valid: bool, validator: Any
) -> None:
    data = {"givens": "." * 81, "constraints": [constraint]}
    assert validator.is_valid(data) is is_valid
    if is_valid:
        assert parse(json.dumps(data)).puzzle.constraints
    else:
        with pytest.raises(FormatError):
            parse(json.dumps(data))
