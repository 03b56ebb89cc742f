"""The files for a public forge and for editors say what the project says elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satdoku.cli.commands import commands

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SYSTEMS = {"POSIX :: Linux": "ubuntu", "MacOS": "macos", "Microsoft :: Windows": "windows"}
ACTIONS = {
    "actions/checkout@v4",
    "actions/setup-python@v5",
    "actions/upload-artifact@v4",
}


def loaded(name: str) -> dict[Any, Any]:
    yaml = pytest.importorskip("yaml", reason="reads the files of the forge")
    data = yaml.safe_load((ROOT / name).read_text("utf-8"))
    assert isinstance(data, dict)
    return data


def jobs() -> dict[str, Any]:
    workflow = loaded(".github/workflows/ci.yml")
    assert workflow[True]["pull_request"] is None  # YAML 1.1 reads "on" as true
    jobs: dict[str, Any] = workflow["jobs"]
    return jobs


def steps() -> Iterator[dict[str, Any]]:
    for job in jobs().values():
        yield from job["steps"]


def classified(kind: str) -> set[str]:
    return {
        name.removeprefix(kind)
        for name in PROJECT["project"]["classifiers"]
        if name.startswith(kind)
    }


def pinned(name: str) -> str:
    match = re.search(rf"^{name}==\S+$", (ROOT / "constraints.txt").read_text("utf-8"), re.M)
    assert match is not None
    return match[0]


def test_ci_tests_every_system_and_python_that_the_package_names() -> None:
    matrix = jobs()["tests"]["strategy"]["matrix"]
    assert set(matrix["python"]) == classified("Programming Language :: Python :: ")
    least = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert min(matrix["python"], key=lambda name: int(name[2:])) == least
    systems = {SYSTEMS[name] for name in classified("Operating System :: ")}
    assert {name.removesuffix("-latest") for name in matrix["os"]} == systems
    wheels = {name.partition("-")[0] for name in jobs()["wheels"]["strategy"]["matrix"]["os"]}
    assert wheels == systems & {*PROJECT["tool"]["cibuildwheel"], "ubuntu"}


def test_ci_runs_the_commands_of_the_readme() -> None:
    runs = [step["run"] for step in steps() if "run" in step]
    (install,) = re.findall(
        r"^<!-- all tests -->\n```sh\n.*?\.venv/bin/(.*) && (.*)\n", README, re.M
    )
    assert install[0] in runs
    assert install[1].removeprefix(".venv/bin/") in runs
    assert [step.get("run") for step in jobs()["all"]["steps"]].count(".ci/run") == 1
    assert "cibuildwheel --output-dir dist" in runs
    variables = PROJECT["tool"]["cibuildwheel"]["windows"]["environment"]
    assert all(any(f'"{key}={value}"' in run for run in runs) for key, value in variables.items())


def test_ci_runs_only_known_actions_and_files() -> None:
    for step in steps():
        assert ("uses" in step) is not ("run" in step)
        assert step.get("uses") in {None, *ACTIONS}
        for path in re.findall(r"(?<!\S)\.ci/\w+", step.get("run", "")):
            assert (ROOT / path).stat().st_mode & 0o100


@pytest.mark.parametrize("path", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")))
def test_an_issue_form_is_one(path: Path) -> None:
    form = loaded(str(path.relative_to(ROOT)))
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields) > 1
    kinds = {"input", "textarea", "dropdown", "checkboxes"}
    assert all(field["type"] in kinds and field["attributes"]["label"] for field in fields)
    text = path.read_text("utf-8")
    assert {*re.findall(r"`satdoku ([\w-]+)", text)} <= {*commands()}
    assert all((ROOT / name).is_file() for name in re.findall(r"\b[A-Z]+\.md\b", text))


def test_the_form_of_a_pull_request_names_commands_that_there_are() -> None:
    text = (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
    named = re.findall(r"`([^`]*(?:pytest|python)[^`]*)`", text)
    assert len(named) > 2
    assert all(command in README or command in CONTRIBUTING for command in named)


def test_hooks_run_the_tools_of_the_tests() -> None:
    (local,) = loaded(".pre-commit-config.yaml")["repos"]
    hooks = {hook["id"]: hook for hook in local["hooks"]}
    tools = {"lint": "ruff", "format": "ruff", "core": "clang-format"}
    for name, tool in tools.items():
        assert hooks[name]["additional_dependencies"] == [pinned(tool)]
        assert hooks[name]["entry"].split()[0] == tool
    assert hooks["subject"]["stages"] == ["commit-msg"]
    assert (ROOT / hooks["subject"]["entry"].split()[1]).is_file()
    core = re.compile(hooks["core"]["files"])
    sources = [path.relative_to(ROOT).as_posix() for path in (ROOT / "native").rglob("*.?pp")]
    assert sources
    assert all(map(core.search, sources))


def test_editors_write_what_the_tests_accept() -> None:
    text = (ROOT / ".editorconfig").read_text("utf-8")
    sections = dict(re.findall(r"^\[(.*?)\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S))
    assert f"max_line_length = {PROJECT['tool']['ruff']['line-length']}" in sections["*.py"]
    style = (ROOT / "native/.clang-format").read_text("utf-8")
    columns = re.search(r"ColumnLimit: (\d+)", style)
    assert columns is not None
    assert f"max_line_length = {columns[1]}" in sections["*.{cpp,hpp}"]
    places = ("satdoku/**/*.py", "tests/**/*.py", "native/**/*.?pp", "docs/**/*.md", "*.md")
    files = [path for place in places for path in ROOT.glob(place)]
    files += ROOT.glob("satdoku/web/static/*.*s")
    assert len(files) > 500
    for path in files:
        data = path.read_bytes()
        assert b"\r" not in data, path
        assert data.endswith(b"\n") or not data, path


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("Add a rule for knights", None),
        ("Bring back what a hint said", None),
        ("Need no compiler for HoDoKu's names", None),
        ("x" * 73, "73 characters"),
        ("fix: read links of two boards", "begins with a prefix"),
        ("docs(web): name the panels", "begins with a prefix"),
        ("add a rule", "capital letter"),
        ("Add a rule.", "full stop"),
        ("Added a rule", "'Added' is not imperative"),
        ("Adding a rule", "'Adding' is not imperative"),
        ("", "there is no subject"),
    ],
)
def test_the_subject_of_a_commit(tmp_path: Path, subject: str, fault: str | None) -> None:
    file = tmp_path / "message"
    file.write_text(f"{subject}\n\nThe reason: as it was before.\n" if subject else "# a comment\n")
    script = [sys.executable, str(ROOT / ".ci/subject")]
    done = subprocess.run([*script, str(file)], capture_output=True, text=True)
    assert done.returncode == (fault is not None)
    assert fault is None or fault in done.stderr
    if subject:
        again = subprocess.run([*script, "-"], input=subject, capture_output=True, text=True)
        assert (again.returncode, again.stderr) == (done.returncode, done.stderr)


def test_contributing_has_the_rule_on_subjects() -> None:
    rule = re.search(r"subject.{0,80}imperative.{0,80}at most (\d+) characters", CONTRIBUTING, re.S)
    assert rule is not None
    script = (ROOT / ".ci/subject").read_text("utf-8")
    assert f"LENGTH = {rule[1]}\n" in script
