"""HoDoKu's compiled chains, almost locked sets and forcing steps against a literal referee.

The referee (hodoku_literal.py) builds every list that the specification names; the compiled
searches take short cuts. Both are asked about positions of real paths, also where an earlier
technique would come first. ``-m full`` takes more and larger positions. Data: ../shared/data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

core = pytest.importorskip("satdoku.core", reason="the compiled core is not built here")

from tests.rating.hodoku_literal import (  # noqa: E402  (it is of no use without a core)
    HOUSES,
    PEERS,
    SEARCHES,
    Position,
    TooMuch,
    asked,
)

Shared = Callable[[str], Path]
Step = dict[str, Any]


def start(puzzle: str) -> Position:
    values = [int(ch) if ch in "123456789" else 0 for ch in puzzle]
    taken = [{values[p] for p in PEERS[c]} for c in range(81)]
    return Position(
        values, [set() if values[c] else set(range(1, 10)) - taken[c] for c in range(81)]
    )


def after(p: Position, step: Step) -> Position:
    values, cand = list(p.values), [set(s) for s in p.cand]
    if step["place"] is not None:
        c, d = step["place"]
        values[c], cand[c] = d, set()
        for x in PEERS[c]:
            cand[x].discard(d)
    for c, d in step["eliminations"]:
        cand[c].discard(d)
    return Position(values, cand)


def positions(puzzle: str) -> Iterator[tuple[Position, Step]]:
    """The positions of a path and the steps there."""
    rating, steps = core.hodoku_path(puzzle)
    assert rating.status == "ok"
    p = start(puzzle)
    for step in steps:
        yield p, step
        p = after(p, step)


def sample(shared: Shared, count: int, seed: int, most: int) -> list[Position]:
    """Positions with at most this many candidates where no single is left."""
    rng = random.Random(seed)
    lines = []
    for name in ("top1465", "sudocue", "hardest_1905", "clue17"):
        lines += [line[:81] for line in shared(f"data/speed/{name}.txt").read_text().split("\n")]
    out: list[Position] = []
    while len(out) < count:
        puzzle = rng.choice(lines)
        if len(puzzle) != 81:
            continue
        hard = [
            p
            for p, step in positions(puzzle)
            if not step["search"].endswith(("single", "full_house"))
            and sum(map(len, p.cand)) <= most
        ]
        if hard:
            out.append(rng.choice(hard))
    return out


def judge(positions: list[Position]) -> None:
    for p in positions:
        for name, search in SEARCHES.items():
            try:
                wanted = search(p)
            except TooMuch:
                continue
            assert asked(p, name) == wanted, (name, p.values, p.cand)


@pytest.mark.full
def test_a_literal_search_finds_the_same(shared: Shared) -> None:
    judge(sample(shared, 3, 26, 75))


@pytest.mark.slow
@pytest.mark.parametrize("number", [10, 40])
def test_a_literal_search_finds_the_same_in_larger_positions(shared: Shared, number: int) -> None:
    judge(sample(shared, number, 27, 300) + sample(shared, number // 10, 26, 90))


def test_a_pair_of_a_block_in_one_line_has_the_link_of_the_line() -> None:
    """9 has two places in block 3, both in row 3, where it has a third: no strong link."""
    values = "038000041401000023072134800894301270715000430326407100009248317283719004147003982"
    p = start(values.replace("0", "."))
    assert asked(p, "turbot_fish") == SEARCHES["turbot_fish"](p)
    assert asked(p, "x_chain") == SEARCHES["x_chain"](p)


def linked(p: Position, a: tuple[Any, int, bool], b: tuple[Any, int, bool]) -> bool:
    """Whether b follows from a by one link."""
    (cells, d, on), (others, e, state) = a, b
    if on == state:
        return False
    if cells == others:
        return len(cells) == 1 and d != e and (on or len(p.cand[cells[0]]) == 2)
    if d != e:
        return False
    if on:
        return all(y in PEERS[x] for x in cells for y in others)
    both = {*cells, *others}
    return any(both >= (p.with_digit[d] & set(h)) and both <= set(h) for h in HOUSES)


CHAINS = (
    "turbot_fish",
    "remote_pair",
    "x_chain",
    "xy_chain",
    "nice_loop",
    "grouped_nice_loop",
    "forcing_chain",
)


@pytest.mark.full
def test_every_chain_of_a_path_holds(shared: Shared) -> None:
    rows = shared("data/rating/hodoku_full_paths.tsv").read_text().split("\n")[1:]
    seen = set()
    for row in random.Random(26).sample([r for r in rows if "FORCING_NET" in r], 15):
        for p, step in positions(row.split("\t")[0]):
            for chain, sides in step["chains"]:
                nodes = [node[:3] for node in chain]
                seen.add(step["search"])
                if step["search"] in CHAINS:
                    assert all(linked(p, a, b) for a, b in pairwise(nodes)), step
                assert all(side[0][0][:3] in nodes for side in sides)
            if not step["search"].startswith("forcing"):
                continue
            ends = [nodes[-1][:3] for nodes, _ in step["chains"]]
            starts = [nodes[0][:3] for nodes, _ in step["chains"]]
            (c, d), on = step["place"] or step["eliminations"][0], step["place"] is not None
            if step["technique"].endswith("contradiction"):
                assert {((c,), d, not on)} == set(starts)
            else:
                assert {((c,), d, on)} == set(ends)
            if step["search"] == "forcing_net":
                assert any(sides for _, sides in step["chains"])
    assert {"forcing_chain", "forcing_net", "nice_loop", "grouped_nice_loop"} <= seen
