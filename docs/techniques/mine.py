"""Mine positions of the project's own that show a technique.

    python docs/techniques/mine.py [--seconds 600] [--seed 1] [NAME ...]

Of some new puzzles that need a technique, the position before its step is kept in which that step
is told in the fewest letters. For a technique without such a puzzle it makes puzzles (filled grids,
givens removed while the solution stays unique), walks their paths, and keeps the position that
shows the technique best. For rare patterns it also crosses out wrong candidates at random, which
keeps a position a true one of its puzzle. Positions are kept in ``examples/techniques/``, as lines
of HoDoKu's library form, with clues as JSON.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import satdoku
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.explaining import explain
from satdoku.formats import WriteOptions, write
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import Exercises
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.techniques.arguments.chains import AicProof
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.houses.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.step import Step

ROOT = Path(__file__).resolve().parents[2]
PAGES = Path(__file__).resolve().parent
EXAMPLES = ROOT / "examples" / "techniques"

SINGLES = (FullHouse(), HiddenSingle(), NakedSingle())

_MIDDLE = 40
"""The open cells of a puzzle in its middle."""

_POSITIONS = 8
"""The positions in need of a technique of which the one told most shortly is kept."""

sys.path.insert(0, str(PAGES))
import clue_positions as clues  # noqa: E402
import patterns  # noqa: E402

# ------------------------------------------------------------------------------------------------
# Mining.


def new_solution(rng: random.Random) -> tuple[int, ...]:
    """A filled grid."""
    givens: list[int | None] = [None] * 81
    for box in range(3):
        digits = rng.sample(range(1, 10), 9)
        for i, digit in enumerate(digits):
            givens[(3 * box + i // 3) * 9 + 3 * box + i % 3] = digit
    full = satdoku.solve(Puzzle(Geometry.classic(), tuple(givens))).solution
    assert full is not None
    return tuple(v for v in full.values if v is not None)


def new_puzzle(rng: random.Random, checker: satdoku.Checker) -> tuple[Puzzle, tuple[int, ...]]:
    """A puzzle with one solution, and the solution."""
    solution = new_solution(rng)
    cells: list[int | None] = list(solution)
    for cell in rng.sample(range(81), 81):
        kept, cells[cell] = cells[cell], None
        if not checker.is_unique(cells):
            cells[cell] = kept
    return Puzzle(Geometry.classic(), tuple(cells)), solution


def thinned(position: Position, solution: tuple[int, ...], rng: random.Random) -> Position:
    """The position after some true eliminations, chosen at random."""
    share = rng.choice((0.3, 0.5, 0.7, 0.85))
    gone = [
        (cell, digit)
        for cell, digits in enumerate(position.candidates)
        for digit in digits
        if digit != solution[cell] and rng.random() < share
    ]
    return position.eliminate(gone)


def shows(name: str, step: Step) -> bool:
    """Whether a step needs what the technique's name promises."""
    tests: dict[str, Callable[[Step], bool]] = {
        "negation-2": lambda step: step.variant == "2",
        "enclosure": lambda step: step.variant >= "2",
        "exclosure": lambda step: step.variant >= "2",
        "dynamic-forcing-chains-plus": lambda step: any(c.parts for c in step.view.chains),
        "nested-forcing-chains": lambda step: any(
            p.view.chains for c in step.view.chains for p in c.parts
        ),
        "simple-colours-trap": lambda step: len(step.view.houses) > 2,
        "simple-colours-wrap": lambda step: len(step.view.houses) > 3,
        "multi-colours-1": lambda step: len(step.view.houses) > 3,
        "multi-colours-2": lambda step: len(step.view.houses) > 3,
        "kraken-fish-2": lambda step: any(len(c.nodes) > 3 for c in step.view.chains),
        "whip": lambda step: (step.view.size or 0) > 2,
        "braid": lambda step: (step.view.size or 0) > 3,
        "small-proof": lambda step: step.variant == "assumption",
        "clue-negation": lambda step: len(step.view.rules) > 1,
        "clue-forcing-chains": lambda step: step.variant == "clue",
    }
    return tests.get(name, lambda step: True)(step)


def shown(search: Technique, position: Position) -> Step | None:
    """The step that shows the technique: its first, but one that needs what its name promises."""
    found = islice(search.find(position), 300)
    return next((step for step in found if shows(search.name, step)), None)


def cost(step: Step, position: Position) -> tuple[int, ...]:
    """How hard a position is to read."""
    start_marks = start(Puzzle(position.geometry, position.values)).candidates
    missing = sum(len(a) - len(b) for a, b in zip(start_marks, position.candidates, strict=True))
    nodes = sum(len(chain.nodes) for chain in step.view.chains) + len(step.view.parts)
    cells = [cell for found in step.view.sets for cell in found.cells]
    overlap = len(cells) - len(set(cells))
    # The first thing to see should be the technique, not a single that nobody has written yet.
    singles = 0
    for search in SINGLES:
        if search.name == step.technique:
            # A single is shown in the middle of a puzzle, where it has to be looked for.
            return singles, overlap, nodes // 4, missing // 6, 1, abs(_open(position) - _MIDDLE)
        singles = singles or int(search.first(position) is not None)
    # An alternating chain of two strong links is a pattern that has a simpler name.
    short = isinstance(step.proof, AicProof) and len(step.proof.nodes) < 6
    return (
        int(singles or short),
        overlap,
        nodes // 4,
        missing // 6,
        len(step.view.cells),
        _open(position),
    )


def _open(position: Position) -> int:
    return position.values.count(None)


def needing(name: str, seed: int, seconds: float) -> Iterator[Position]:
    """Positions of new puzzles in which nothing easier than the technique leads on."""
    search = technique(name)
    if search in SINGLES:
        return  # they are shown in the middle of a puzzle
    try:
        known = technique_example(name)
        for exercise in Exercises(search, known, seed, Limit(seconds).start()):
            if not (exercise.is_new and exercise.is_next):
                return
            first = search.first(exercise.position)
            if first is not None and shows(name, first) and not faults(first, exercise.position):
                yield exercise.position
    except SatdokuError:  # the time is over, or the technique is shown for the first time
        return


def mine_needs(names: list[str], seconds: float, seed: int) -> list[str]:
    """Keep positions that need their techniques; the names of those without one."""
    left = []
    for name in names:
        positions = list(islice(needing(name, seed, seconds), _POSITIONS))
        if positions:
            _write(name, min(positions, key=lambda position: _letters(name, position)))
        else:
            left.append(name)
    return left


def _letters(name: str, position: Position) -> int:
    """The letters of the step that the page of the technique shows."""
    step = technique(name).first(position)
    assert step is not None
    return len(explain(step, position.geometry))


def _write(name: str, position: Position) -> None:
    kind, ending = ("json", "json") if position.puzzle.constraints else ("library", "txt")
    text = write(Document(position.puzzle, position), kind, WriteOptions())
    (EXAMPLES / f"{name}.{ending}").write_text(text, encoding="ascii")


def mine_clues(names: list[str], seconds: float, seed: int) -> None:
    """The same for what the clues of a variant exclude."""
    rng = random.Random(seed)
    for name in names:
        best: tuple[tuple[int, ...], Position] | None = None
        deadline = time.monotonic() + seconds
        while best is None or time.monotonic() < deadline:
            for position, step in clues.positions(name, rng):
                found = shown(technique(name), position)
                if found is None or faults(step, position):
                    continue
                price = (len(step.view.rules), len(step.view.cells), _open(position))
                if best is None or price < best[0]:
                    best = price, position
        _write(name, best[1])


def mine(names: list[str], seconds: float, seed: int) -> None:
    """Look for positions until the time is over; better ones replace those already known."""
    rng = random.Random(seed)
    wanted = {name: technique(name) for name in names}
    best: dict[str, tuple[tuple[int, ...], Position]] = {}
    deadline = time.monotonic() + seconds
    with satdoku.Checker() as checker:
        while wanted and time.monotonic() < deadline:
            puzzle, solution = new_puzzle(rng, checker)
            table = preset(rng.choice(("human", "human", "se")))
            seen = [stage.before for stage in path(start(puzzle), table, _brief()).stages]
            # Positions without an open single show a pattern best; they come first.
            rng.shuffle(seen)
            seen.sort(key=lambda p: any(s.first(p) for s in (HiddenSingle(), NakedSingle())))
            for position in seen[:12]:
                missing = [n for n in wanted if n not in best or best[n][0][0]]
                slow = {"negation-2"}
                for name in wanted:
                    done = name in best and not best[name][0][0]
                    if name in slow and (done or position is not seen[0]):
                        continue
                    _try(wanted[name], position, best)
                if missing and position.values.count(None) < 45:
                    for _ in range(8):
                        variant = thinned(position, solution, rng)
                        for name in missing:
                            if name not in slow:
                                _try(wanted[name], variant, best)
    _keep(best)
    print("found", len(best), "missing", sorted(set(wanted) - set(best)))


def mine_patterns(names: list[str], seconds: float, seed: int) -> None:
    """The same for patterns that come first, with a puzzle round them."""
    rng = random.Random(seed)
    with satdoku.Checker() as checker:
        for name in names:
            best: dict[str, tuple[tuple[int, ...], Position]] = {}
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                for position in patterns.positions(name, new_solution(rng), rng, checker):
                    seen = path(position, preset("euler96"), _brief()).stages
                    for before in [position, *(stage.before for stage in seen)]:
                        _try(technique(name), before, best)
            _keep(best)
            print("found", list(best), "of", name)


def _keep(best: dict[str, tuple[tuple[int, ...], Position]]) -> None:
    for name, (_, position) in best.items():
        _write(name, position)


def _brief() -> satdoku.Limit:
    return satdoku.Limit(seconds=3)


def _try(
    search: Technique, position: Position, best: dict[str, tuple[tuple[int, ...], Position]]
) -> None:
    step = shown(search, position)
    if step is None or faults(step, position):
        return
    price = cost(step, position)
    if search.name not in best or price < best[search.name][0]:
        best[search.name] = price, position


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    every = arguments.names or [search.name for search in all_techniques()]
    names = mine_needs(every, arguments.seconds, arguments.seed)
    mine_clues([name for name in names if name in clues.NAMES], arguments.seconds, arguments.seed)
    mine_patterns([n for n in names if n in patterns.NAMES], arguments.seconds, arguments.seed)
    others = [name for name in names if name not in (*clues.NAMES, *patterns.NAMES)]
    if others:
        mine(others, arguments.seconds, arguments.seed)


if __name__ == "__main__":
    main()
