"""The table of docs/encodings.md: the size of each encoding of an empty board.

    python benchmarks/encoding_sizes.py

tests/encodings/test_sizes.py derives it again, so that the page cannot drift.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from satdoku.board import Geometry
from satdoku.encodings.cnf import encode
from satdoku.encodings.cpsat import build
from satdoku.encodings.formula import AMO, KINDS
from satdoku.model import model_of
from satdoku.puzzle import Puzzle


def table(sizes: Sequence[int] = (9, 16, 25)) -> str:
    """The sizes as a Markdown table."""
    boards = [Geometry.of_size(size) for size in sizes]
    heads = [f"{size}x{size}" for size in sizes]
    rows = [
        [
            "encoding",
            "at-most-one",
            *(f"{h} clauses" for h in heads),
            *(f"{h} variables" for h in heads),
        ]
    ]
    for kind in KINDS:
        for amo in AMO:
            formulas = [encode(model_of(board), kind=kind, amo=amo) for board in boards]
            rows.append(
                [
                    kind,
                    amo,
                    *(f"{formula.clause_count:,}" for formula in formulas),
                    *(f"{formula.top:,}" for formula in formulas),
                ]
            )
    for model in ("boolean", "integer"):
        built = [build(Puzzle.empty(board), model) for board in boards]  # type: ignore[arg-type]
        rows.append(
            [
                f"CP-SAT, {model}",
                "",
                *(f"{len(b.model.proto.constraints):,}" for b in built if b is not None),
                *(f"{len(b.variables):,}" for b in built if b is not None),
            ]
        )
    lines = ["| " + " | ".join(row) + " |\n" for row in rows]
    lines.insert(1, "|---|---|" + "---:|" * (2 * len(sizes)) + "\n")
    return "".join(lines)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print(table(), end="")


if __name__ == "__main__":
    main()
