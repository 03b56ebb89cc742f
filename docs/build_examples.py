"""Renew the positions that show techniques: ``python docs/build_examples.py NAME ...``.

Of some new puzzles that need a technique, with clues of the rules of its example, the position
before its step is kept in which that step is told in the fewest letters. A technique for which no
puzzle is found in time keeps its position.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice

from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.explaining import explain
from satdoku.generating.examples import technique_example, technique_file
from satdoku.generating.exercises import Exercises
from satdoku.puzzle import Document, Position
from satdoku.techniques.catalogue import technique


def needing(name: str, seed: int, seconds: float) -> Iterator[Position]:
    """Positions of new puzzles in which nothing easier than the technique leads on, and in which
    it finds its step first when it is asked alone."""
    search, example = technique(name), technique_example(name)
    try:
        for exercise in Exercises(search, example, seed, Limit(seconds).start()):
            if not (exercise.is_new and exercise.is_next):
                return
            if exercise.stage.step.technique == name:
                yield exercise.position
    except SatdokuError:  # the time is over
        return


def length(name: str, position: Position) -> int:
    """The letters of the step that the page of the technique shows."""
    step = technique(name).first(position)
    assert step is not None
    return len(explain(step, position.geometry))


def renew(name: str, seed: int, count: int, seconds: float) -> str:
    """What was done for a technique, in a line."""
    file = technique_file(name)
    assert file is not None, name
    positions = list(islice(needing(name, seed, seconds), count))
    if not positions:
        return "keeps its position"
    best = min(positions, key=lambda position: length(name, position))
    kind = "json" if file.suffix == ".json" else "library"
    file.write_text(formats.write(Document(best.puzzle, best), kind), "ascii")
    return f"has one of {len(positions)} positions"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    for name in arguments.names:
        done = renew(name, arguments.seed, arguments.count, arguments.seconds)
        print(f"{name} {done}", flush=True)


if __name__ == "__main__":
    main()
