"""The help: commands in sections, examples that run, values that the shell completes; mistakes."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from unicodedata import east_asian_width

import pytest

import satdoku.cli
from satdoku.cli.commands import commands, listed, sections
from satdoku.cli.functions import examples_of
from tests.languages import LETTER
from tests.shared import example_files, thinned

Run = Callable[..., tuple[int, str, str]]
P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MAX_COLUMNS = 60
LONG_PAGES = ("torture", "generate")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("words", [("--help",), ("help",), ("-h",)])
def test_every_command_is_listed_whole_in_its_section(words: tuple[str, ...], satdoku: Run) -> None:
    code, out, err = satdoku(*words)
    assert (code, err) == (0, "")
    listed = out[out.index("Solve and check") :]
    assert "..." not in listed
    shown = re.findall(r"^(\S.*):\n((?:  .*\n)+)", listed, re.M)
    assert [title for title, _ in shown] == list(sections())
    for title, rows in shown:
        listed = [tuple(re.split(r"\s{2,}", row.strip())) for row in rows.splitlines()]
        assert listed == list(sections()[title].items())
    assert "docs" in out[out.rindex("Documentation") :]


def test_every_command_has_a_short_line_and_examples() -> None:
    files = Path(satdoku.cli.__file__).with_name("subcommands").glob("[!_]*.py")
    own = {file.stem.replace("collection_", "collection ").replace("_", "-") for file in files}
    asking = {name for name, command in listed().items() if command.question}
    assert own | asking == {*commands()}
    assert not own & asking
    assert len({command.place for command in listed().values()}) == len(commands())
    assert not [name for name, line in commands().items() if len(line) > MAX_COLUMNS]
    assert all(map(examples_of, commands()))
    assert max(len(line) for name in commands() for line in examples_of(name)) <= 76


@pytest.mark.parametrize("command", thinned(commands(), 3))
def test_the_help_of_a_command_ends_with_its_examples(command: str, satdoku: Run) -> None:
    code, out, err = satdoku("help", *command.split())
    assert (code, err) == (0, "")
    assert out.endswith("\n".join(f"    {line}" for line in examples_of(command)) + "\n")
    assert (code, out, err) == satdoku(*command.split(), "--help")


TYPED = re.compile(
    r"--?[\w-]+|<[^>]*>|\[[A-Z|a-z:, -]*\]|\b[A-Z][A-Z.]+\b|python -m pytest|satdoku|/\S+|"
    r"ж[:：] ?[^\]\n]*\]|^    satdoku.*$|^  [a-z]+(-[a-z]+)?(?: [a-z]+)?  ",
    re.M,
)
"""Parts of the help that are the same in every language: names of options, values and commands."""


@pytest.mark.parametrize("words", [("--help",), ("hint", "--help"), ("help", "hint")])
def test_help_is_in_the_language_that_is_asked_for(
    words: tuple[str, ...], veiled: str, satdoku: Run
) -> None:
    code, out, err = satdoku(*words, "--lang", veiled)
    assert (code, err) == (0, "")
    assert not re.search("[a-z]{2}", TYPED.sub("", out)), TYPED.sub("", out)
    assert satdoku("--lang", veiled, *words)[1].splitlines()[:9] == out.splitlines()[:9]
    assert LETTER not in satdoku(*words)[1]


@pytest.mark.parametrize(
    "mistake",
    ["nosuch", "hnt", P, "--foo", "hint", "hint --foo", "hint --fromm", "hint --to x",
     "hint --step", f"hint {P} --strength 9", f"hint {P} --strength x",
     f"hint {P} --time-limit soon",
     f"solve {P} --backend foo", f"solve {P} --time-limit nan", f"same {P}",
     f"same {P} {P} {P}", "generate 5", f"solve {P} --given r1c1=x",
     f"generate --seed {1 << 64}", "generate --size 9 --layout 12", "generate --layout 12",
     f"rate {P} --er 5..3", f"check {P} --puzzle 12", f"why {P}", f"steps {P}",
     f"explain {P} --preset trial --html x.html", f"book {P} --per-page 5 -o x.pdf",
     "rules --text ''", "socket --origin x", "schema help"],
)  # fmt: skip
def test_mistakes_are_in_the_language_that_is_asked_for(
    mistake: str, veiled: str, satdoku: Run
) -> None:
    words = shlex.split(mistake)
    code, out, err = satdoku("--lang", veiled, *words)
    assert (code, out) == (2, "")
    names = "|".join((*commands(), "satdoku"))
    typed = rf"'.*?'|--?[\w-]+|\b({names})\b|r1c1|=x|[A-Z]+"
    assert not re.search("[a-z]{2}", re.sub(typed, "", err)), err
    assert LETTER in err


def test_a_language_before_the_command_is_that_of_the_command(satdoku: Run) -> None:
    assert satdoku("--lang", "ja", "hint", P) == satdoku("hint", P, "--lang", "ja")
    assert satdoku("--language=ja", "convert", "12")[2].startswith("satdoku: 1行目:")
    assert satdoku("--lang", "ja", "--", "hint", "12")[2].startswith("satdoku: 1行目:")
    assert satdoku("hint", "12", "--", "--lang", "ja")[2].startswith("satdoku: line 1: 2 cells")
    assert satdoku("--lang", "ja")[1] == satdoku("help", "--lang", "ja")[1]


def test_wide_letters_fill_the_lines_of_a_terminal(satdoku: Run) -> None:
    lines = satdoku("explain", "--help", "--lang", "ja")[1].splitlines()
    widths = [sum(2 if east_asian_width(c) in "WF" else 1 for c in line) for line in lines]
    assert 70 < max(widths) <= 80
    assert not [line for line in lines if line.strip()[:1] in set("、。」）")]


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, marks=pytest.mark.full if one in LONG_PAGES else ()) for one in commands()],
)
def test_the_examples_run(
    command: str, satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "book":
        pytest.importorskip("typst")
    if command == "mcp":
        monkeypatch.setattr("sys.stdin", io.StringIO('{"id": 1, "method": "ping"}'))
    if command in ("serve", "socket"):
        _without_servers(monkeypatch)
    example_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    for line in examples_of(command):
        before = set(tmp_path.iterdir())
        words = shlex.split(line.partition(" > ")[0])
        prepares = ("batch", "check-unique", "collection", "encode", "generate")
        assert words[1] == command or words[1] in prepares
        code, out, err = satdoku(*words[1:])
        assert code in (0, 1), err
        assert out or set(tmp_path.iterdir()) - before


def _without_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    running = pytest.importorskip("satdoku.web.running")
    port = SimpleNamespace(getsockname=lambda: ("127.0.0.1", 1))
    monkeypatch.setattr(running, "bound", lambda *_: [port])
    monkeypatch.setattr(running, "serve", lambda _parts, ready, _loaded=(): ready())
    monkeypatch.setattr("webbrowser.open", lambda _: True)


@pytest.mark.parametrize(
    ("words", "some"),
    thinned(
        [
            ("hel", {"help"}),
            ("help ca", {"candidates", "canonical"}),
            ("generate --level e", {"easy", "expert"}),
            ("generate --level hodoku:u", {"hodoku:unfair"}),
            ("generate --levels easy:2,ha", {"easy:2,hard"}),
            ("generate --requires x-w", {"x-wing"}),
            ("generate --clues-of therm", {"thermo"}),
            ("rate --requires naked-p", {"naked-pair"}),
            ("steps -t x-w", {"x-wing"}),
            ("techniques xy-w", {"xy-wing"}),
            ("rules anti-k", {"anti-knight", "anti-king"}),
            ("solve --rules diagonal,anti-kn", {"diagonal,anti-knight"}),
            ("suggest --rule therm", {"thermo"}),
            ("solve --format sudokup", {"sudokupad"}),
            ("convert --to fp", {"fpuzzles"}),
            ("explain --preset s", {"se", "six-elements"}),
            ("solve puzz", set()),  # the shell offers files where nothing else is offered
        ],
        16,
        rows=True,
    ),
)
def test_the_shell_completes_values(words: str, some: set[str]) -> None:
    typed = ["satdoku", *words.split()]
    environment = os.environ | {
        "COMP_WORDS": " ".join(typed),
        "COMP_CWORD": str(len(typed) - 1),
        "_SATDOKU_COMPLETE": "complete_bash",
    }
    program = "import sys; sys.argv = ['satdoku']; from satdoku.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    offered = set(done.stdout.split())
    assert some <= offered
    assert all(one.startswith(typed[-1]) for one in offered)
    assert bool(offered) is bool(some)


@pytest.mark.parametrize(
    ("words", "expected"),
    thinned(
        [
            ("generate 10", "the number of puzzles is an option: satdoku generate -n 10"),
            ("generate ten", "satdoku generate takes no further argument, and here is 'ten'"),
            (
                "hint",
                "PUZZLE is missing; satdoku hint takes the puzzle itself, the name of a file",
            ),
            ("check", "BOARD is missing; satdoku check takes the board itself"),
            ("encode a b", "satdoku encode takes no further argument, and here is 'b'"),
            (
                f"explain --technique x-wing {P}",
                "no option --technique, which is one of satdoku steps",
            ),
            (f"solve --level hard {P}", "no option --level, which is one of satdoku generate"),
            (f"rate --jsno {P}", "--json"),
            (f"solve --nonesuch {P}", "satdoku help solve lists the options"),
            ("--nonesuch", "satdoku help lists the commands"),
            (f"difficulty {P}", "did you mean satdoku rate?"),
            ("docs", "did you mean satdoku help?"),
            (f"Draw {P}", "did you mean satdoku show?"),
            (f"chekc-unique {P}", "did you mean satdoku check-unique?"),
            ("nonesuch", "satdoku help lists the commands"),
            ("help nonesuch", "satdoku help lists the commands"),
            (P, "a command comes before the puzzle, such as: satdoku solve 53..7....6..195..."),
            (
                "puzzles.txt",
                "a command comes before the puzzle, such as: satdoku solve puzzles.txt",
            ),
            (f"count --limit ten {P}", "'--limit': a whole number is wanted, not 'ten'"),
            (f"count --limit 0 {P}", "'--limit': it has to be at least 1, not 0"),
            (f"count --time-limit soon {P}", "'--time-limit': a number is wanted, not 'soon'"),
            (f"hint --strength 9 {P}", "it has to be from 1 to 3, not 9"),
        ],
        2,
        rows=True,
    ),
)
def test_a_mistake_is_led_on(
    words: str, expected: str, satdoku: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example_files(tmp_path)
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    code, out, err = satdoku(*words.split())
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert expected in err
