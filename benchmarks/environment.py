"""The Gymnasium environment under a random player: how many moves a second.

    python benchmarks/environment.py [--moves 20000]

The player draws among the legal moves until a wrong one ends the episode, which is after about two.
Resets are counted in. CPU seconds.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from common import RATING, figure, head, row

from satdoku.programs.environment import SudokuEnv


def played(env: SudokuEnv, moves: int) -> tuple[float, int]:
    """Moves a second, and how many episodes they were."""
    rng = np.random.default_rng(2)
    _, info = env.reset(seed=1)
    episodes, started = 1, time.process_time()
    for _ in range(moves):
        legal = np.flatnonzero(info["action_mask"])
        _, _, ended, truncated, info = env.step(legal[rng.integers(len(legal))])
        if ended or truncated:
            _, info = env.reset()
            episodes += 1
    return moves / (time.process_time() - started), episodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=20_000)
    moves = parser.parse_args().moves
    given = (RATING / "se_reference.csv").read_text("utf-8").splitlines()[1].split(",")[0]
    head("episodes begin with", "moves", "episodes", "moves/s")
    for name, env, few in (
        ("one puzzle, given", SudokuEnv(given), moves),
        ("easy puzzles, 500 forms of each", SudokuEnv(), moves),
        ("hard puzzles, 500 forms of each", SudokuEnv(level="hard"), moves),
        ("easy puzzles, one form of each", SudokuEnv(forms=1), moves // 20),
    ):
        speed, episodes = played(env, few)
        row(name, few, episodes, figure(speed))


if __name__ == "__main__":
    main()
