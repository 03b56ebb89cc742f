"""Long arguments in short: what is left is a part of the whole, and nothing is lost silently."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

from satdoku.api import explain, steps, why
from satdoku.explaining.folding import in_short
from satdoku.messages import Lang, languages
from satdoku.techniques.arguments.saying import MAX_LINES
from tests.shared import thinned

Run = Callable[..., tuple[int, str, str]]

HARD = "98.7..6..5...9..7...7..4...3...2...6..85...4......3....1...62....59...6.....8...1"
MORE = re.compile(r"[((（]\D*([\d,]+)\D*--full[))）]")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("seed", range(20))
def test_every_line_is_shown_or_counted(lang: Lang, seed: int) -> None:
    rng = random.Random(seed)
    depth, lines = 0, []
    for number in range(rng.randrange(1, 120)):
        lines.append("  " * depth + f"{number}.")
        depth = max(0, min(depth + rng.choice((-2, -1, 0, 0, 1)), 6))
    text = "\n".join(lines)
    short = in_short(text, lang).splitlines()
    hidden = sum(int(match[1]) for line in short if (match := MORE.search(line)))
    shown = [line for line in short if not MORE.search(line)]
    assert [line for line in lines if line in shown] == shown
    assert len(shown) + hidden == len(lines)
    first = [line for line in lines if not line.startswith(" ")]
    assert [line for line in shown if not line.startswith(" ")] == first
    assert len(short) <= max(MAX_LINES, 2 * len(first) + 1)
    assert short == lines or len(lines) > MAX_LINES


COMMANDS = {
    "explain": (HARD, "--preset", "se", "--limit", "1"),
    "steps": (HARD, "--technique", "dynamic-forcing-chains", "--limit", "1"),
    "why": (HARD, "dynamic forcing chains"),
}


@pytest.mark.parametrize(
    ("command", "lang"), thinned(reversed([*product(COMMANDS, languages())]), 8, rows=True)
)
def test_a_long_argument_is_printed_in_short_and_whole_on_demand(
    satdoku: Run, monkeypatch: pytest.MonkeyPatch, command: str, lang: str
) -> None:
    monkeypatch.setattr("satdoku.cli.subcommands.steps.on_terminal", lambda: True)
    arguments = (command, *COMMANDS[command], "--lang", lang)
    _, short, _ = satdoku(*arguments)
    _, whole, _ = satdoku(*arguments, "--full")
    _, data, _ = satdoku(*arguments, "--json")
    assert len(short.splitlines()) < MAX_LINES + 8 < len(whole.splitlines())
    hidden = [int(match[1]) for match in MORE.finditer(short)]
    assert len(short.splitlines()) - len(hidden) + sum(hidden) == len(whole.splitlines())
    assert "--full" not in whole + data


@pytest.mark.full
def test_the_answers_are_short_and_whole_too() -> None:
    for ask in (
        partial(explain, HARD, preset="se", limit=1),
        partial(steps, HARD, "dynamic-forcing-chains", limit=1),
        partial(why, HARD, "dynamic forcing chains"),
    ):
        short, whole = ask().text().splitlines(), ask(full=True).text().splitlines()
        assert len(short) < MAX_LINES + 8 < len(whole)
