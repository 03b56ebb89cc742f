"""The npm package: built, and compared with the core in Python by node."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import satdoku
from tests.bad_calls import BAD_CALLS, EASY

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

ROOT = Path(__file__).parent.parent
MAX_BYTES = 400_000
ASK = """
import * as satdoku from "./index.js";
const answers = [];
for (const [name, ...given] of JSON.parse(process.argv[2])) {
  try {
    answers.push(satdoku[name](...given));
  } catch (error) {
    if (!(error instanceof satdoku.SudokuError)) throw error;
    const { code, message, column, cells } = error;
    answers.push({ code, message, column, cells });
  }
}
console.log(JSON.stringify(answers));
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    folder = tmp_path_factory.mktemp("npm") / "package"
    script = [sys.executable, str(ROOT / "npm" / "build_package.py"), str(folder)]
    run = subprocess.run(script, capture_output=True, text=True, check=False)
    if run.returncode and "ziglang" in run.stderr and "pip" in run.stderr:
        pytest.skip("Zig cannot be had")
    assert run.returncode == 0, run.stderr[-3000:]
    (folder / "ask.mjs").write_text(ASK, "utf-8")
    return folder


def asked(package: Path, *calls: list[Any]) -> list[Any]:
    command = ["node", "ask.mjs", json.dumps(calls)]
    run = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(run.stdout)
    return answers


@pytest.mark.slow
def test_the_package_answers_as_python_does(package: Path) -> None:
    assert (package / "satdoku.wasm").stat().st_size < MAX_BYTES
    right = satdoku.rate(EASY)
    spare = EASY.replace("5", ".").replace("6", ".")
    checked, solved, rated, counted, first, hard, again = asked(
        package,
        ["check", EASY],
        ["solve", EASY],
        ["rate", EASY],
        ["count", spare],
        ["generate", {"seed": 5}],
        ["generate", {"seed": 5, "level": "hard", "symmetry": "180"}],
        ["rate", EASY],
    )
    assert checked == {"verdict": "unique", "solutions": [solved]}
    assert solved == str(satdoku.solve(EASY).solution)
    assert rated == again
    assert [rated[name] for name in ("er", "ep", "ed")] == [
        right.to_dict()[name] for name in ("er", "ep", "ed")
    ]
    assert (rated["level"], rated["hardest"]) == (right.level, right.hardest)
    number = satdoku.count(spare)
    assert counted == {"verdict": "multiple", "count": int(number), "exact": number.exact}
    assert first["puzzle"] == core.make_puzzles(5, 0, 1)[0][0][0]
    assert satdoku.rate(hard["puzzle"]).level == "hard"
    assert all((one == ".") == (other == ".") for one, other in zip(
        hard["puzzle"], reversed(hard["puzzle"]), strict=True
    ))  # fmt: skip


@pytest.mark.slow
def test_bad_input_is_an_error_with_its_place(package: Path) -> None:
    tried = 0
    for bad in BAD_CALLS:
        puzzle = bad.line
        if puzzle is None:
            continue
        (error,) = asked(package, ["check", puzzle])
        assert error["code"] == bad.problem
        assert bad.words in error["message"]
        if bad.problem == "invalid":
            assert len(error["cells"]) == 2
        tried += 1
    assert tried >= 30
    (limited,) = asked(package, ["rate", EASY, {"nodes": 1}])
    assert limited["code"] == "undecided"
