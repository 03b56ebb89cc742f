"""``satdoku transform``: puzzles moved about, made canonical, their different images counted."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Annotated, Literal

import typer

from satdoku.answers.symmetry import image_of
from satdoku.cli.asking import Asked, run
from satdoku.cli.groups import Asking, BoardGroup, InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments
from satdoku.cli.output import DONE, UNDECIDED, Report
from satdoku.records.puzzles import TransformRecord
from satdoku.symmetry import NAMED_SYMMETRIES, Move, parse_moves

__all__ = ["Transformation", "move_all", "transform"]

Named = StrEnum("Named", {name.replace("-", "_"): name for name in NAMED_SYMMETRIES})  # type: ignore[misc]


@dataclass(frozen=True)
class Transformation:
    """What is asked of every puzzle."""

    kind: Literal["random", "named", "canonical", "count"]
    moves: tuple[Move, ...] | None = None
    seed: int = 0
    name: str | None = None


def transform(
    puzzles: PuzzleArguments,
    common: RunGroup,
    input: InputGroup,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The seed of a random symmetry (each line draws its own)."),
    ] = None,
    by: Annotated[
        Named | None, typer.Option(metavar="NAME", help=f"One of {', '.join(NAMED_SYMMETRIES)}.")
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            metavar="KINDS",
            help="Only these kinds of moves, such as relabel,rows,columns,bands,stacks,transpose "
            "(layout for irregular regions).",
        ),
    ] = None,
    canonical: Annotated[
        bool, typer.Option("--canonical", help="Print the least image (minlex) of each puzzle.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Count the different images of each puzzle.")
    ] = False,
) -> int:
    """Move the rows, columns and digits of each puzzle: at random, by name, or to its least image.

    Off a terminal: the image, a line each; with --count the number of different images, a tab and
    the puzzle.
    """
    chosen = [
        name
        for name, given in (
            ("--seed", seed is not None),
            ("--by", by is not None),
            ("--canonical", canonical),
            ("--count", count),
        )
        if given
    ]
    if len(chosen) > 1:
        raise typer.BadParameter(f"{chosen[0]} and {chosen[1]} cannot be asked together")
    if by is not None and moves is not None:
        raise typer.BadParameter("--by names one symmetry; --moves has no meaning with it")
    try:
        kinds = None if moves is None else parse_moves(moves)
    except ValueError as error:
        raise typer.BadParameter(f"--moves: {error}") from None
    wish = Transformation(
        "count" if count else "canonical" if canonical else "random" if by is None else "named",
        kinds,
        # Without a seed the draw differs from run to run; --json gives the symmetry drawn.
        secrets.randbits(64) if seed is None else seed,
        None if by is None else by.value,
    )
    return move_all(puzzles, wish, common, input)


def move_all(puzzles: list[str], wish: Transformation, common: RunGroup, input: BoardGroup) -> int:
    """Do the same with every puzzle."""
    asking = Asking(input.reading(), seconds=common.time_limit)
    return run(partial(_ask, wish), puzzles, asking, Report(_lines, _code, _text), common)


def _ask(wish: Transformation, asking: Asking, asked: Asked) -> TransformRecord:
    return image_of(
        asked, wish.kind, wish.moves, seed=wish.seed, name=wish.name, limit=asking.limit
    )


def _lines(record: TransformRecord) -> Iterable[str]:
    if record.stopped is not None:
        return (f"undecided\t{record.puzzle}",)
    return (record.image or f"{record.images}\t{record.puzzle}",)


def _code(record: TransformRecord) -> int:
    return DONE if record.stopped is None else UNDECIDED


def _text(record: TransformRecord) -> str:
    if record.stopped is not None:
        return f"undecided: the limit on {record.stopped} ran out"
    if record.image is not None:
        return record.image
    assert record.images is not None
    moves = ", ".join(record.moves) or "no moves"
    alike = (
        "only one of them leaves it as it is"
        if record.automorphisms == 1
        else f"{record.automorphisms:,} of them leave it as it is"
    )
    return (
        f"{record.images:,} different image{'' if record.images == 1 else 's'}\n"
        f"  {record.group_order:,} symmetries ({moves}); {alike}"
    )
