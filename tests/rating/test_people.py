"""How long people take: the compiled walks against plain ones, the table against sums by hand."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

import satdoku
from satdoku import core
from satdoku.rating.explainer import rate_text
from satdoku.rating.people import WALKS, HumanTime, human_time, people, people_table

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MEDIUM = ".7...6..5.2..71.9.1...2..3...2..9.6.4.......8.8.2..1...6..3...2.5.94..7.7..6...4."
LOCKED = "...2....1.....8..4.4.3..6....6..2.79.1..9..685..........8..1..7..5....9...1.26..5"
CHAINS = ".28.....36....9.......1...........9..852.43.....6..1..2.17.6.84..7.......6.54...1"
HARD = "..5.....4.643..7.....1.8.........6.8..186..29...2.9...49.6...1...2.....5.1....84."
TABLE = people_table()

BOXES = [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)]
ROWS = [[9 * r + i for i in range(9)] for r in range(9)]
COLUMNS = [[9 * i + c for i in range(9)] for c in range(9)]
HOUSES = BOXES + ROWS + COLUMNS
OF = [[h for h, cells in enumerate(HOUSES) if cell in cells] for cell in range(81)]
PEERS = [{p for h in OF[cell] for p in HOUSES[h]} - {cell} for cell in range(81)]


class _Plain:
    """A walk in plain Python, with the rates of the table."""

    def __init__(self, text: str, number: int) -> None:
        self.digits = [0 if s == "." else int(s) for s in text]
        self.state = number
        self.open = [set(range(1, 10)) if not d else set[int]() for d in self.digits]
        for cell, digit in enumerate(self.digits):
            if digit:
                self.place(cell, digit)
        self.path = [
            step
            for step in core.se_path(text)[1]
            if step["search"] not in ("full_house", "hidden_single", "naked_single")
        ]

    def place(self, cell: int, digit: int) -> None:
        self.digits[cell], self.open[cell] = digit, set()
        for peer in PEERS[cell]:
            self.open[peer].discard(digit)

    def drawn(self, bound: int) -> int:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        return (z >> 32) * bound >> 32

    def options(self) -> list[tuple[str, int, int, int]]:
        """The kind of each single, the empty cells that count for it, its cell and digit."""
        empty = [sum(not self.digits[cell] for cell in cells) for cells in HOUSES]
        singles = []
        for house, cells in enumerate(HOUSES):
            for digit in range(1, 10):
                if len(places := [cell for cell in cells if digit in self.open[cell]]) == 1:
                    kind = "box" if house < 9 else "line"
                    singles.append((kind, empty[house], places[0], digit))
        for cell, digits in enumerate(self.open):
            if len(digits) == 1:
                singles.append(("cell", min(empty[h] for h in OF[cell]), cell, *digits))
        return singles

    def seconds(self) -> float:
        total = 0.0
        while 0 in self.digits:
            slow = (self.digits.count(0) / 40) ** TABLE.power * 1e6
            singles = self.options()
            rates = [_rate(kind, empty) for kind, empty, _, _ in singles]
            if rate := sum(rates):
                number = self.drawn(rate)
                at = 0
                while number >= rates[at]:
                    number -= rates[at]
                    at += 1
                self.place(*singles[at][2:])
                total += TABLE.writing
            else:
                self.conclude()
                rate = round(1e6 / TABLE.other)
            total += slow / rate
        return total

    def conclude(self) -> None:
        before = [set(digits) for digits in self.open]
        while before == self.open:
            step = self.path.pop(0)
            for cell, digit in step["eliminations"]:
                self.open[cell].discard(digit)
            if step["place"] and not self.digits[step["place"][0]]:
                self.place(*step["place"])


def _rate(kind: str, empty: int) -> int:
    """Finds in 10^6 seconds."""
    if kind == "cell" and empty == 1:
        return 0
    if kind == "box" or empty == 1:
        return round(1e6 / TABLE.box)
    seconds, more = {"line": (TABLE.line, TABLE.line_more), "cell": (TABLE.cell, TABLE.cell_more)}[
        kind
    ]
    return round(1e6 / (seconds * more ** (empty - 5)))


def _without(*cells: int) -> str:
    return "".join("." if cell in cells else digit for cell, digit in enumerate(SOLVED))


@pytest.mark.parametrize("text", [MEDIUM, LOCKED, CHAINS])
def test_a_plain_walk_takes_as_long(text: str) -> None:
    walks = [_Plain(text, number).seconds() for number in range(WALKS)]
    assert core.se_rate(text, people=people()).people == pytest.approx(sum(walks) / WALKS)


def test_the_table_by_hand() -> None:
    scan = TABLE.box / 3 * (1 / 40) ** TABLE.power  # its box, its row and its column show the digit
    one = core.se_rate(_without(40), people=people()).people
    assert one == pytest.approx(TABLE.writing + scan, rel=1e-4)
    # Of two cells in different houses the digit of either is found, then that of the other.
    two = core.se_rate(_without(0, 40), people=people()).people
    pair = TABLE.box / 6 * (2 / 40) ** TABLE.power
    assert two == pytest.approx(2 * TABLE.writing + pair + scan, rel=1e-4)


def test_the_positions_of_walks() -> None:
    walks = people().walks(LOCKED)
    rows = [walks[at : at + 33] for at in range(0, len(walks), 33)]
    first = _Plain(LOCKED, 0).options()
    for kind, start in (("box", 2), ("line", 12), ("cell", 22)):
        counts = [sum((kind, k) == one[:2] for one in first) for k in range(10)]
        assert list(rows[0][start : start + 10]) == counts
    assert {row[0] for row in rows} == set(range(WALKS))
    for row, following in pairwise(rows):
        if row[0] == following[0]:
            assert following[1] == row[1] - 1 or row[32]
    assert any(row[32] for row in rows)


def test_what_is_more_takes_longer() -> None:
    for text in (MEDIUM, LOCKED, CHAINS):
        solution = core.se_rate(text).last
        given = [cell for cell, digit in enumerate(text) if digit == "."][::9]
        easier = "".join(solution[c] if c in given else text[c] for c in range(81))
        times = [core.se_rate(one, people=people()).people for one in (easier, text)]
        assert times == sorted(times)
    assert TABLE.line_more >= 1 <= TABLE.cell_more
    assert TABLE.power >= 0
    assert TABLE.low < 1 < TABLE.high
    assert TABLE.fast < 1


def test_percentiles() -> None:
    known = TABLE.quantiles
    assert list(known) == sorted(known)
    assert [TABLE.percentile(each) for each in (0.1, known[10], 999)] == [0, 50, 100]
    human = HumanTime.of(60 * known[10], TABLE)
    assert human.percentile == 50
    assert human.fast < human.low < human.minutes < human.high


@pytest.mark.parametrize("text", [SOLVED[:-1] + ".", MEDIUM, LOCKED, CHAINS])
def test_a_path_is_walked_as_the_puzzle_is(text: str) -> None:
    rating, _ = core.se_path(text)
    assert rating.seconds_of(people()) == core.se_rate(text, people=people()).people > 0
    assert core.se_rate(text).seconds_of(people()) is None
    assert rate_text(text).human == rate_text(text, names=False).human is not None
    older = SimpleNamespace(tenths=rating.tenths)
    assert human_time(text, cast(Any, older)) == rate_text(text).human
    stopped, _ = core.se_path(HARD, nodes=1000)
    assert stopped.seconds_of(people()) == 0


def test_what_is_not_known_is_not_claimed() -> None:
    assert human_time(MEDIUM, core.se_rate(HARD)) is None
    assert satdoku.rate(".3.......4.3..1.").human is None
    rated = satdoku.rate(MEDIUM)
    assert rated.to_dict()["human"]["minutes"] == rated.human.minutes
    assert f"about {rated.human.minutes:.0f} min" in rated.text()
    hard = satdoku.rate(HARD)
    assert "human" not in hard.to_dict()
    assert "not calibrated" in hard.text()
