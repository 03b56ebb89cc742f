"""The demands of automata and tables in words: laws are told exactly, and nothing else as a law."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import pairwise, product

import pytest

from satdoku.board import Geometry
from satdoku.constraints.custom import AllPairs, AutomatonRule, PairTableRule
from satdoku.constraints.laws import law_of_machine
from satdoku.constraints.patterns import Machine
from satdoku.explaining.names import sentence
from satdoku.messages import languages

BOARD = Geometry.of_size(4)
DIGITS = BOARD.digits


def machine(fits: Callable[[tuple[int, ...]], bool], length: int) -> Machine:
    """The automaton of all lines that fit, as a tree with shared leaves."""
    states: dict[tuple[int, ...], int] = {(): 0}
    moves = set()
    accepting = set()
    for size in range(length):
        for line in [one for one in states if len(one) == size]:
            for digit in DIGITS:
                longer = (*line, digit)
                moves.add((states[line], digit, states.setdefault(longer, len(states))))
    for line, state in states.items():
        if len(line) == length and fits(line):
            accepting.add(state)
    return Machine(frozenset({0}), frozenset(accepting), frozenset(moves))


@pytest.mark.parametrize(
    ("fits", "name", "values"),
    [
        (lambda line: sum(line) in (5, 9), "total", {"numbers": "5, 9"}),
        (lambda line: sum(line) >= 12, "total", {"numbers": "12–16"}),
        (
            lambda line: sum(one in (1, 4) for one in line) in (0, 3),
            "count",
            {"digits": "1 4", "numbers": "0, 3"},
        ),
        (
            lambda line: all(abs(a - b) >= 2 for a, b in pairwise(line)),
            "differences",
            {"numbers": "2, 3"},
        ),
        (lambda line: all(a + b == 5 for a, b in pairwise(line)), "sums", {"numbers": "5"}),
        (
            lambda line: all(a < b for a, b in pairwise(line)),
            "follow",
            {"pairs": "1 → 2; 2 → 3; 3 → 4"},
        ),
    ],
)
def test_a_law_is_known_from_its_automaton(
    fits: Callable[[tuple[int, ...]], bool], name: str, values: dict[str, str]
) -> None:
    law = law_of_machine(machine(fits, 4), 4, DIGITS)
    assert law is not None
    assert (law.name, law.values) == (name, values)


def _numbers(text: str) -> set[int]:
    numbers: set[int] = set()
    for part in text.split(", "):
        first, _, last = part.partition("–")
        numbers |= set(range(int(first), int(last or first) + 1))
    return numbers


def _said(name: str, values: dict[str, str]) -> Callable[[tuple[int, ...]], bool]:
    """The meaning of a sentence, read again from its values."""
    if name == "follow":
        rows = (
            [row.split(" → ") for row in values["pairs"].split("; ")]
            if "→" in values["pairs"]
            else []
        )
        pairs = {(int(a), int(b)) for a, some in rows for b in some.split()}
        return lambda line: all(one in pairs for one in pairwise(line))
    numbers = _numbers(values["numbers"])
    counted = set(map(int, values.get("digits", "").split()))
    return {
        "total": lambda line: sum(line) in numbers,
        "count": lambda line: sum(one in counted for one in line) in numbers,
        "differences": lambda line: all(abs(a - b) in numbers for a, b in pairwise(line)),
        "sums": lambda line: all(a + b in numbers for a, b in pairwise(line)),
    }[name]


def _drawn(chance: random.Random) -> Callable[[tuple[int, ...]], bool]:
    """A law, or the like that misses it by a line or two."""
    kind = chance.choice(["total", "count", "pairs", "any"])
    if kind == "any":
        lines = {line for line in product(DIGITS, repeat=3) if chance.random() < 0.5}
        return lambda line: line in lines
    some = set(chance.sample(range(13), chance.randint(1, 6)))
    digits = set(chance.sample(DIGITS, chance.randint(1, 3)))
    pairs = {pair for pair in product(DIGITS, repeat=2) if chance.random() < 0.5}
    fits = {
        "total": lambda line: sum(line) in some,
        "count": lambda line: sum(one in digits for one in line) in some,
        "pairs": lambda line: all(pair in pairs for pair in pairwise(line)),
    }[kind]
    odd = set(chance.sample(list(product(DIGITS, repeat=3)), chance.choice([0, 0, 1])))
    return lambda line: fits(line) != (line in odd)


def test_what_is_told_is_what_the_automaton_accepts() -> None:
    chance = random.Random(7)
    counts: dict[str, int] = {}
    for _ in range(200):
        fits = _drawn(chance)
        accepted = {line for line in product(DIGITS, repeat=3) if fits(line)}
        law = law_of_machine(machine(fits, 3), 3, DIGITS)
        counts[law.name if law else ""] = counts.get(law.name if law else "", 0) + 1
        if law is not None:
            says = _said(law.name, dict(law.values))
            assert {line for line in product(DIGITS, repeat=3) if says(line)} == accepted
    assert min(counts.get(name, 0) for name in ("total", "count", "follow", "")) >= 10, counts


def _table(fits: Callable[[int, int], bool]) -> Iterable[tuple[int, int]]:
    return tuple((a, b) for a, b in product(DIGITS, repeat=2) if fits(a, b))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("kind", [PairTableRule, AllPairs])
def test_tables_are_told_in_each_language(kind: type[PairTableRule], lang: str) -> None:
    for fits, part in (
        (lambda a, b: abs(a - b) >= 2, "2, 3"),
        (lambda a, b: a + b in (3, 5), "3, 5"),
        (lambda a, b: a < b, "1 → 2 3 4; 2 → 3 4; 3 → 4"),
    ):
        words = sentence(kind((0, 1, 2), _table(fits)), BOARD, lang)
        assert part in words
        assert (kind.told["follow"].split("{")[0] in words) == (lang == "en" and "→" in part)


@pytest.mark.parametrize("lang", languages())
def test_an_automaton_that_is_no_law_is_told_by_its_states(lang: str) -> None:
    # Twice the same digit in a row, just once.
    moves = [(0, 1, 1), (1, 2, 2), (2, 1, 0), (0, 2, 2), (2, 3, 2)]
    rule = AutomatonRule(((0, 1, 2, 3),), (0,), (2,), tuple(moves))
    words = sentence(rule, BOARD, lang)
    assert "0: 1 → 1, 2 → 2; 1: 2 → 2; 2: 1 → 0, 3 → 2" in words


def test_a_line_of_any_length_is_told() -> None:
    board = Geometry.of_size(25)
    moves = tuple((s, d, (s + d) % 2) for s in (0, 1) for d in board.digits)
    rule = AutomatonRule((tuple(range(600)),), (0,), (0,), moves)
    assert rule.sentence(board).startswith("Each digit of a line, in order, changes")


def test_a_rule_that_is_too_large_to_tell_has_its_states() -> None:
    # Whether the fifth digit before the end is a 1, and much else.
    moves = [(0, d, 0) for d in range(1, 10)] + [(0, 1, 1)]
    moves += [(state, d, state + 1) for state in range(1, 15) for d in range(1, 10)]
    rule = AutomatonRule((tuple(range(27)),), (0,), (15,), tuple(moves))
    assert rule.sentence(Geometry.classic()).startswith("Each digit of a line, in order, changes")
