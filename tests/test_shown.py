"""Pages show real output: sessions, piped (``console``) or at a terminal, and input.

In the pages on formats, rules and pictures every block says what it is: ``input`` is a file that
satdoku reads, ``json`` such a file or one rule of it, ``sh`` command lines, ``python`` code,
``text`` a drawing that the tests of the rules compare, and ``fragment`` what cannot be run by
itself.

The pages of ``WHOLE`` are run from top to bottom in a folder of their own: ``sh`` blocks, sessions
and Python alike.
"""

from __future__ import annotations

import doctest
import gzip
import io
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku import formats
from satdoku.cli.app import run
from tests.shared import example_files, thinned

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    "README.md",
    "docs/diagnose.md",
    "docs/hodoku.md",
    "docs/human.md",
    "docs/learning.md",
    "docs/setters.md",
    "docs/scale.md",
    "docs/small_proofs.md",
    "docs/themes.md",
)
EMPTY = "." * 81
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INPUT_PAGES = [
    "docs/pictures.md",
    *sorted(
        str(path.relative_to(ROOT))
        for part in ("formats", "constraints")
        for path in (ROOT / "docs" / part).glob("*.md")
    ),
]
WHOLE = [
    "docs/README.md",
    "docs/generate-runs.md",
    "docs/howto.md",
    "docs/torture.md",
    *sorted(
        str(path.relative_to(ROOT))
        for part in ("tutorials", "ja", "zh")
        for path in (ROOT / "docs" / part).glob("*.md")
    ),
]
KINDS = ("input", "json", "sh", "python", "fragment")


def sessions(kind: str) -> list[tuple[str, str]]:
    """The command lines of all blocks of a kind, each with what is shown below it."""
    sessions = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL):
            sessions += re.findall(r"^\$ satdoku (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    return sessions


def matches(shown: str, real: str) -> bool:
    """Whether a text is as shown; a line ``...`` stands for any number of lines."""
    parts = [re.escape(line) if line != "..." else None for line in shown.splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if part is None else f"{part}\n" for part in parts)
    return (
        re.fullmatch(pattern, "\n".join(line.rstrip() for line in real.splitlines()) + "\n")
        is not None
    )


@pytest.mark.parametrize(("command", "shown"), thinned(sessions("console"), 3, rows=True))
def test_piped(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(shlex.split(command))
    captured = capsys.readouterr()
    assert matches(shown, captured.out), captured.out
    assert not captured.err


@pytest.mark.parametrize(("command", "shown"), thinned(sessions("terminal"), 5, rows=True))
def test_at_a_terminal(
    command: str, shown: str, seen_at_a_terminal: Callable[..., tuple[int, str]]
) -> None:
    _, seen = seen_at_a_terminal(*shlex.split(command.replace("EMPTY", EMPTY)))
    assert matches(shown, seen), seen


def test_there_are_both() -> None:
    assert len(sessions("console")) >= 2
    assert len(sessions("terminal")) >= 3


def blocks(*kinds: str) -> list[tuple[str, str, str]]:
    """The blocks of the pages on input: page, kind, text."""
    return [
        (page, kind, text)
        for page in INPUT_PAGES
        for kind, text in re.findall(
            r"^```(.*)\n((?:(?!```).*\n)*)```$", (ROOT / page).read_text("utf-8"), re.MULTILINE
        )
        if not kinds or kind in kinds
    ]


def test_every_block_says_what_it_is() -> None:
    assert {kind for _, kind, _ in blocks()} == set(KINDS)
    fragments = {page.removeprefix("docs/formats/") for page, _, _ in blocks("fragment")}
    assert fragments == {
        *("candidates.md", "fpuzzles.md", "penpa.md", "sudokubench.md", "sudokupad.md"),
    }
    for page in INPUT_PAGES:
        text = (ROOT / page).read_text("utf-8")
        outside = "".join(re.split(r"^```.*\n(?:(?!```).*\n)*```$", text, flags=re.MULTILINE))
        assert not re.search(r"^    |^```", outside, re.MULTILINE), page


@pytest.mark.parametrize(("page", "kind", "text"), blocks("input", "json"))
def test_input_is_read(
    page: str, kind: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if kind == "json" and "rule" in (data := json.loads(text)):
        example = ROOT / "examples" / "constraints" / f"{data['rule']}.json"
        shown = json.loads(example.read_text(encoding="utf-8")) if example.is_file() else {}
        whole = not any(isinstance(v, list) for v in data.values())  # a rule of the example's board
        base = shown if whole and shown else {"givens": EMPTY}
        text = json.dumps({**base, "constraints": [data]})
    file = tmp_path / "input"
    file.write_text(text, encoding="utf-8")
    assert run(["convert", "--to", "json", str(file)]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    assert not captured.err
    if kind == "input" and "formats" in page:
        before = (ROOT / page).read_text("utf-8").partition(text)[0]
        *_, name = re.findall(r"^##? (\w+): ", before, re.MULTILINE)
        assert formats.detect(text) == name, "the page shows another format"


@pytest.mark.parametrize(("page", "kind", "text"), blocks("sh", "python"))
def test_code_runs(
    page: str,
    kind: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    pictures = page == "docs/pictures.md"
    if pictures:
        pytest.importorskip("resvg_py")
        pytest.importorskip("typst")
        variant = ROOT / "examples" / "constraints" / "anti-knight.json"
        Path("variant.json").write_text(variant.read_text("utf-8"))
        Path("puzzles.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n")
    Path("puzzle.txt").write_text(PUZZLE if pictures else EMPTY)
    Path("collection.txt.gz").write_bytes(gzip.compress(PUZZLE.encode()))
    if kind == "python":
        documents = [formats.parse(PUZZLE)]
        exec(text, {"text": PUZZLE, "documents": documents, "file": io.StringIO()})
        return
    for line in text.splitlines():
        command, *words = shlex.split(line)
        assert command == "satdoku"
        assert run(words) == 0, capsys.readouterr().err


def in_order(page: str) -> list[tuple[str, str, str]]:
    """The blocks of a page in order: the kind, the command or code, and the output."""
    blocks = []
    text = (ROOT / page).read_text("utf-8")
    for kind, block in re.findall(r"^```(.+)\n((?:(?!```).*\n)*)```$", text, re.MULTILINE):
        if kind == "python":
            blocks.append((kind, block, ""))
        elif kind == "console":
            pieces = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
            blocks += [(kind, command, shown) for command, shown in pieces]
        else:
            blocks += [(kind, command, "") for command in block.splitlines()]
    return blocks


def carried_out(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of a command line."""
    shown, _, target = command.partition(" > ")
    program, *words = shlex.split(shown, comments=True)
    assert program == "satdoku", command
    code = run(words)
    captured = capsys.readouterr()
    assert code in (0, 1), captured.err
    if target:
        Path(target.strip()).write_text(captured.out, encoding="utf-8")
    return captured.out


@pytest.mark.parametrize(
    "page", [WHOLE[0], *(pytest.param(page, marks=pytest.mark.full) for page in WHOLE[1:])]
)
def test_a_page_runs_from_top_to_bottom(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    pytest.importorskip("typst", reason="books need it")
    monkeypatch.chdir(tmp_path)
    example_files(tmp_path)
    shown_here = in_order(page)
    assert {kind for kind, _, _ in shown_here} <= {"sh", "console", "python"}
    assert shown_here
    names: dict[str, object] = {}
    for kind, text, shown in shown_here:
        if kind == "python":
            code = doctest.DocTestParser().get_doctest(text, names, page, None, 0)
            failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert failed.run(code, clear_globs=False).failed == 0, capsys.readouterr().out
            names = code.globs
            capsys.readouterr()
            continue
        real = carried_out(text, capsys)
        assert kind == "sh" or matches(shown, real), real
