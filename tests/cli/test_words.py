"""The words of help, messages and documentation: options in one form, plain English in all.

A turn in ``BANNED`` is one that readers stumbled over; its plain form is beside it. A new option
text begins with a verb of ``VERBS``, or adds its verb there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from satdoku.cli.commands import commands
from satdoku.cli.loading import app
from satdoku.messages import catalogue

ROOT = Path(__file__).parents[2]
BANNED = {
    r"(?<![Tt]here )\b(is|are|was|were)\s+no\b(?!\s+(longer|more|fewer|less|such)\b)": "is not a",
    r"\b[Bb]esides\b": "in addition to, apart from",
    r"\bspared\b|\bto spare\b": "can be removed, left",
    r"\b(given|givens|digit|clue|cell)s? more\b(?! than)": "one more given",
    r"\bstands?\b(?! (for|in)\b)": "is, appears",
    r"\bgoes (on|with|as far)\b|\bwhat goes\b|\bgoes(?= from the list)": (
        "continues, is eliminated, explains as far"
    ),
    r"\bfor suppose\b": "because",
}
VERBS = {
    "Accept", "Add", "Allow", "Answer", "Apply", "Ask", "Check", "Choose", "Compare", "Count",
    "Draw", "Encode", "Expect", "Explain", "Give", "Grade", "Ignore", "Judge", "Keep", "Leave",
    "Let", "List", "Look", "Make", "Number", "Open", "Place", "Print", "Rate", "Read", "Refuse",
    "Repeat", "Replay", "Report", "Require", "Run", "Search", "Serve", "Set", "Show", "Solve",
    "Sort", "Start", "Stop", "Suggest", "Take", "Tell", "Test", "Use", "Work", "Write",
}  # fmt: skip


@cache
def _commands() -> dict[str, Any]:
    group = typer.main.get_command(app)
    return {name: group.get_command(typer.Context(group), name) for name in commands()}


def _parameters() -> Iterator[tuple[str, Any]]:
    for name, command in _commands().items():
        yield from ((name, parameter) for parameter in command.params)


def test_each_option_is_told_in_one_form() -> None:
    faults, options = [], 0
    for command, parameter in _parameters():
        text, name = parameter.help, "/".join(parameter.opts)
        is_option = parameter.param_type_name == "option"
        options += is_option
        first = text.partition(" ")[0].rstrip(".:,")
        if is_option and first not in VERBS:
            faults.append(f"{command} {name}: does not begin with a verb: {text}")
        if not text.endswith(".") or text != text.strip() or not first[:1].isupper():
            faults.append(f"{command} {name}: is not a sentence: {text}")
        shown = parameter.make_metavar(typer.Context(_commands()[command]))
        if (
            is_option
            and not parameter.is_flag
            and re.fullmatch(r"<(int|float|path|str|text|integer)( range)?>", shown)
        ):
            faults.append(f"{command} {name}: {shown} is not a word for its value")
    assert options > 500
    assert not faults, "\n".join(dict.fromkeys(faults))


@pytest.mark.full
def test_each_help_fits_a_terminal_of_80_columns(
    monkeypatch: pytest.MonkeyPatch, satdoku: Any
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command in commands():
        code, out, _ = satdoku(*command.split(), "--help")
        assert code == 0
        assert max(map(len, out.splitlines())) <= 80, command


def faults_in(text: str) -> Iterator[str]:
    """The banned turns of a text, each with its plain form."""
    for turn, plain in BANNED.items():
        for match in re.finditer(turn, text):
            around = text[max(0, match.start() - 40) : match.end() + 30]
            yield f"...{around}...: write {plain}"


def _messages() -> Iterator[tuple[str, str]]:
    for part in ("app", "common", "findings", "lessons", "phrases", "steps"):
        for name, text in catalogue("en", part).texts.items():
            yield f"{part}.po {name}", text


def test_no_banned_turn_in_messages_and_help() -> None:
    texts = [*_messages(), *((f"{c} {p.opts}", p.help) for c, p in _parameters())]
    texts += [(f"{name} --help", _long(name)) for name in commands()]
    assert len(texts) > 2000
    faults = [f"{place}: {fault}" for place, text in texts for fault in faults_in(text)]
    assert not faults, "\n".join(faults)


def _long(name: str) -> str:
    return str(_commands()[name].help)


def test_no_banned_turn_in_the_documentation() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    pages = [page for page in pages if not {"ja", "zh", "node_modules"} & {*page.parts}]
    assert len(pages) > 80
    faults = []
    for page in pages:
        text = re.sub(r"`[^`\n]*`", "`", page.read_text(encoding="utf-8"))
        if page.name != "CHANGELOG.md":
            faults += [f"{page.relative_to(ROOT)}: {fault}" for fault in faults_in(text)]
    assert not faults, "\n".join(faults)


@pytest.mark.full
def test_no_banned_turn_in_the_errors() -> None:
    """Strings of the code that are no docstrings; ``reading/`` has the words of others."""
    faults = []
    for file in sorted((ROOT / "satdoku").rglob("*.py")):
        if "reading" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        faults += [
            f"{file.relative_to(ROOT)}:{node.lineno}: {fault}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and not node.value.isidentifier()
            and id(node) not in statements
            for fault in faults_in(node.value)
        ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("r1c4 is no cell of the board", True),
        ("there is no cell here, and it is no longer needed", False),
        ("no given can be spared", True),
        ("One given more is enough", True),
        ("4 stands twice in row 1", True),
        ("- stands for standard input", False),
        ("the same command goes on", True),
        ("the search goes through all lines", False),
    ],
)
def test_the_turns_are_seen(text: str, some: bool) -> None:
    assert bool([*faults_in(text)]) is some
