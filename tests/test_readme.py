"""The commands of the README print the output that it shows."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.app import run
from tests.shared import example_files

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_python_examples_run_as_shown() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 5
    assert failed == 0


def test_the_package_docstring_runs_as_shown() -> None:
    failed, tried = doctest.testmod(satdoku)
    assert tried >= 4
    assert failed == 0


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("satdoku ")]


@pytest.mark.parametrize("command", commands())
def test_every_command_shown_works(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    example_files(Path())
    if "puzzle.cnf" in command.split():
        run(["encode", "puzzle.txt", "-o", "puzzle.cnf"])
    before = set(Path().iterdir())
    words = shlex.split(command.partition(" > ")[0])[1:]
    assert run(words) == 0
    assert capsys.readouterr().out or all(path.stat().st_size for path in _new(before))


def _new(before: set[Path]) -> set[Path]:
    """The files that a command wrote, at least one."""
    files = set(Path().iterdir()) - before
    assert files
    return files


def test_the_first_command_is_the_main_job() -> None:
    first, second = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert first.endswith(UNIQUE)
    assert second.endswith(".venv/bin/pytest")


def test_the_numbers_are_those_of_the_program() -> None:
    from satdoku.constraints import REGISTRY
    from satdoku.techniques.catalogue import technique_names

    counts = re.findall(r"variants of (\d+) rules|^\* Rules: (\d+) of them", README, re.MULTILINE)
    assert {"".join(count) for count in counts} == {str(len(REGISTRY))}
    assert len(counts) == 2
    numbers = re.findall(r"^\* Techniques: (\d+) of them", README, re.MULTILINE)
    assert numbers == [str(len(technique_names()))]


def test_every_site_is_named_where_the_formats_are() -> None:
    """As the pages of the formats name them, but for those that only describe a text."""
    table = (ROOT / "docs" / "formats" / "README.md").read_text(encoding="utf-8")
    names = set(re.findall(r"^\| \[(\w+)\]", table, re.MULTILINE))
    sites = {
        "fpuzzles": "f-puzzles", "sudokupad": "SudokuPad", "sudokumaker": "SudokuMaker",
        "lisudoku": "lisudoku", "penpa": "Penpa+", "iss": "Interactive Sudoku Solver",
        "sdm": "SudoCue", "killer": "SumoCue", "sdk": "SadMan", "ss": "Simple Sudoku",
        "library": "HoDoKu", "opensudoku": "OpenSudoku", "solo": "Simon Tatham's Solo",
        "euler": "Project Euler 96", "s9b": "SudokuWiki", "puzzlink": "puzz.link", "ipuz": "ipuz",
        "sudokubench": "Sudoku-Bench", "towers": "Towers", "unequal": "Unequal", "keen": "Keen",
    }  # fmt: skip
    plain = {
        "line",
        "numbers",
        "grid",
        "board",
        "candidates",
        "pencilmarks",
        "csv",
        "jigsaw",
        "samurai",
    }
    assert names == sites.keys() | plain | {"json", "url"}
    formats = re.search(r"^\* Formats: (.*?)^\* ", README, re.MULTILINE | re.DOTALL)
    assert formats is not None
    words = " ".join(formats[1].split())
    assert not [site for site in sites.values() if site not in words]


def test_two_pictures_and_a_link_come_first() -> None:
    assert len(re.findall(r"^!\[[^\]]+\]\(docs/", README[: README.index("## Install")], re.M)) == 2
    assert re.fullmatch(r"satdoku explain 'https://.*'", commands()[0])


INDEX = ROOT / "docs" / "README.md"


def test_the_index_has_every_page_and_no_other() -> None:
    text = INDEX.read_text(encoding="utf-8")
    linked = {(INDEX.parent / link).resolve() for link in re.findall(r"\]\(([^)#]+)\)", text)}
    assert all(path.exists() for path in linked)
    docs = ROOT / "docs"
    pages = {*docs.glob("*.md"), *docs.glob("*/README.md"), *docs.glob("tutorials/*.md")}
    assert pages - {INDEX} <= linked
    users = re.findall(r"^## You (.*)$", text, re.MULTILINE)
    assert users == [
        "solve puzzles", "set puzzles", "make an app", "publish puzzles, or teach", "do research",
        "look something up", "contribute",
    ]  # fmt: skip


@pytest.mark.parametrize("page", ["README.md", "docs/README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert links
    assert not [link for link in links if not (path.parent / link).exists()]


def test_it_is_short_and_shows_the_figures_that_were_measured() -> None:
    assert README.count("\n") <= 150
    block = r"<!-- measured.*: python benchmarks/figures.py -->\n(.*?)<!-- end of measured -->"
    [short] = re.findall(block, README, re.DOTALL)
    [whole] = re.findall(block, (ROOT / "docs" / "BENCHMARKS.md").read_text("utf-8"), re.DOTALL)
    rows = re.findall(r"^\| (.* \| [\d.]+ (?:s|ms|us)) \|", short, re.MULTILINE)
    assert len(rows) >= 3
    assert all(f"| {row} |" in whole for row in rows)


def test_every_command_of_the_table_exists() -> None:
    from satdoku.cli.commands import commands

    table = README[README.index("| for | commands |") : README.index("## Report a bug")]
    named = {span.split()[0] for span in re.findall(r"`([a-z][^`]*)`", table)}
    assert named <= commands().keys()
    assert len(named) > 20


def test_every_command_is_on_the_page_of_how_to() -> None:
    from satdoku.cli.commands import commands

    page = (ROOT / "docs" / "howto.md").read_text("utf-8")
    assert not [name for name in commands() if not re.search(rf"satdoku {name}\b", page)]


def test_ci_runs_the_test_commands_shown() -> None:
    """``.ci/run`` reads the marked blocks; here it prints what it would run."""
    script = (ROOT / ".ci" / "run").read_text("utf-8").replace("eval", ":")
    shown = subprocess.run(
        ["bash", "-c", script, str(ROOT / ".ci" / "run")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    every, full = re.findall(r"^<!-- \w+ tests -->\n```sh\n(.*)\n```$", README, re.MULTILINE)
    assert shown.splitlines() == [f"+ {every}", f"+ {full}"]
    assert full == ".venv/bin/pytest -m full"


def test_no_page_installs_what_is_not_on_the_index() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.ipynb")]
    commands = {
        (page.name, command)
        for page in pages
        if page.name != "CHANGELOG.md"
        for command in re.findall(r"pip install[^`\n]*", page.read_text("utf-8"))
    }
    assert len(commands) > 5
    assert not [one for one in commands if re.search(r"\bsatdoku\b(?!.* check)", one[1])]
