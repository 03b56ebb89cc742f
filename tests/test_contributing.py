"""The worked examples of CONTRIBUTING.md run, and do what they say."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import satdoku.engines as engines
from satdoku import formats
from satdoku.answers.json_object import SCHEMA
from satdoku.base.errors import Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import AntiKnight, KillerCage, NonConsecutive, registry
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.solving import check_unique, count, solve, true_candidates
from tests.constraints.constraint_oracle import BOARDS, BOXES, full_grids
from tests.copied import PACKAGE, Copy
from tests.shared import thinned

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def shown(name: str) -> str:
    """The code that the page shows under this name."""
    match = re.search(rf"<!-- example: {name} -->\n```python\n(.*?)```", TEXT, re.DOTALL)
    assert match is not None
    return match[1]


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The code that the page shows under this name, as a module."""
    module = ModuleType(f"example_{name}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(shown(name), f"CONTRIBUTING.md, {name}", "exec"), module.__dict__)
    return module


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    example("engine", monkeypatch)
    entry = engines.EngineEntry("example_engine", "TrialEngine", "read CONTRIBUTING.md", 1000.0)
    monkeypatch.setitem(engines.ENGINES, "trial", entry)


@pytest.mark.usefixtures("trial")
@pytest.mark.parametrize("board", thinned(BOARDS, 3))
def test_the_engine_answers_as_the_others_do(board: str) -> None:
    geometry = BOARDS[board]
    for rules in ((), (KillerCage((0, 1), 5),), (AntiKnight(),), (NonConsecutive(),)):
        puzzle = Puzzle.empty(geometry, rules)
        some = puzzle.with_givens({0: 1, 15: 2})
        assert count(some, backend="trial").count == count(some, backend="sat").count
        assert check_unique(some, backend="all").verdict in ("multiple", "unique", "none")
        candidates = true_candidates(some, backend="trial").candidates
        assert candidates == true_candidates(some, backend="sat").candidates
    cut = count(Puzzle.empty(geometry), backend="trial", limit=Limit(cancel=lambda: True))
    assert (cut.exact, cut.stopped) == (False, "cancelled")


@pytest.mark.usefixtures("trial")
def test_the_engine_is_asked_where_it_applies() -> None:
    small, large = Puzzle.empty(BOXES), Puzzle.empty(Geometry.classic())
    assert "trial" in {session.name for session in engines.sessions_for(small)}
    assert engines.choose("auto", small).name != "trial"
    with pytest.raises(Unsupported, match="too large for it"):
        engines.choose("trial", large)


def test_the_constraint_needs_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    little_sum = example("constraint", monkeypatch).LittleSum
    rules = [little_sum((0, 5, 10), 4), little_sum((3, 6), 7)]
    puzzle = Puzzle.empty(BOXES, rules)
    expected = {
        values
        for values in full_grids(BOXES)
        if all(rule.holds(Grid(BOXES, values)) for rule in rules)
    }
    assert expected
    result = solve(puzzle, backend="all", limit=Limit(solutions=None))
    assert {grid.values for grid in result.solutions} == expected
    assert Position.of(puzzle).place(3, 3).candidates[6] == {4}
    (problem,) = Puzzle.empty(BOXES, [little_sum((0, 1), 9)]).problems()
    assert "no 2 digits add up to 9" in problem.message


@pytest.mark.parametrize("name", ["fpuzzles", "iss"])
def test_links_hold_the_constraint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    little_sum = example("constraint", monkeypatch).LittleSum
    registry._families.load_all()
    monkeypatch.setitem(registry._families.rules, little_sum.name, little_sum)
    monkeypatch.setattr(registry, "linked", registry.linked.__wrapped__)  # without its memory
    for link in little_sum.in_links:
        monkeypatch.setitem(registry._families.links, link, little_sum)
    rules = [little_sum((0, 5, 10), 4), AntiKnight()]
    puzzle = Puzzle.empty(Geometry.classic(), rules)
    text = formats.write(Document(puzzle), name)
    assert formats.detect(text) == name
    assert formats.parse(text).puzzle == puzzle


# -- a command, in a copy of satdoku ---------------------------------------------------------------

PUZZLE = "1....2..4......3"


@pytest.fixture(scope="module")
def tally(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of satdoku to which the command of the page was added."""
    copy = Copy(tmp_path_factory.mktemp("copy"))
    copy.add("answers/tally.py", shown("command"))
    lines = [
        ("__all__ = [\n", '    "tally", "TallyAnswer",\n'),
        ("_ANSWERS = {\n", '    "tally": "TallyAnswer",\n'),
        ("if TYPE_CHECKING:\n", "    from satdoku.answers.tally import TallyAnswer\n"),
    ]
    for place, line in lines:
        copy.add("api.py", line, after=place)
    copy.add("api.py", "\n\n" + shown("function"))
    assert copy.touched() == {"api.py", "answers/tally.py"}
    added = shown("command") + shown("function") + "".join(line for _, line in lines)
    assert added.count("\n") <= 55
    return copy


def test_a_command_is_a_question_and_a_function(tally: Copy) -> None:
    assert tally.satdoku("tally", PUZZLE) == (0, "1: 1\n2: 1\n3: 1\n4: 1\n")
    code, out = tally.satdoku("tally", PUZZLE, "11.............", "--json")
    assert code == 2
    first, second, _ = out.splitlines()
    place = {"schema": SCHEMA, "line": 1, "puzzle": PUZZLE}
    assert json.loads(first) == place | {"digits": dict.fromkeys("1234", 1)}
    assert "error" in json.loads(second)
    assert "  tally            Count how often each digit is given\n" in tally.satdoku("help")[1]
    code, out = tally.satdoku("tally", "--help")
    assert "Output has a line for each digit" in out
    assert "satdoku tally puzzle.txt" in out
    schema = json.loads(tally.satdoku("schema", "tally")[1])["$defs"]["TallyAnswer"]
    assert schema["properties"]["digits"]["additionalProperties"] == {"type": "integer"}
    data = {"schema": SCHEMA, "puzzle": PUZZLE, "digits": dict.fromkeys("1234", 1)}
    code = (
        "import satdoku; print(satdoku.tally(sys.argv[1]).to_dict(), satdoku.TallyAnswer.__name__)"
    )
    assert tally.python(code, PUZZLE) == (0, f"{data} TallyAnswer\n")


# -- where to start --------------------------------------------------------------------------------


def test_the_tasks_to_start_with_are_open() -> None:
    section = TEXT.partition("## Start here\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:2] == "| "]
    assert len(rows) == 6
    for row in rows[1:]:
        task, files, tests = row[0], re.findall(r"`([\w/]+(?:\.\w+|/))`", row[1]), row[-1]
        assert files, task
        assert all((PACKAGE / file).exists() for file in files), task
        code = row[2].strip(" |`") if len(row) == 4 else ""
        assert code in (PACKAGE / files[0]).read_text("utf-8") if code else files == ["messages/"]
        command = tests.strip("` |").split()
        assert command[0] == ".venv/bin/pytest"
        assert len(command) > 1
        assert all((ROOT / path).exists() for path in command[1:]), task
