"""Clues suggested for a puzzle, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from satdoku.answers.asked import Asked
from satdoku.base.errors import FormatError
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import to_words
from satdoku.diagnosing.suggest import suggest
from satdoku.explaining.findings import findings
from satdoku.explaining.names import Lang
from satdoku.generating.clues import ClueWish, parse_clues
from satdoku.records.rules import SuggestRecord

__all__ = ["suggested_of", "wishes_of"]


def wishes_of(kinds: str, geometry: Geometry) -> tuple[ClueWish, ...]:
    """The kinds of clue that a comma list names, each perhaps with a number of cells.

    :raises FormatError: with the part that cannot be read.
    :raises ImpossibleWish: where clues of a kind cannot be placed.
    """
    wishes = parse_clues(kinds, geometry)
    for wish in wishes:
        if wish.count not in (None, 1):
            raise FormatError(
                f"clues are added one at a time, so {wish.kind}:{wish.count} has no meaning "
                f"(generate reads it as {wish.count} clues; one of {wish.count} cells is "
                f"{wish.kind}:1:{wish.count}, one of 3 to 5 is {wish.kind}:3-5)"
            )
    return wishes


def suggested_of(
    asked: Asked,
    kind: str,
    wishes: Sequence[ClueWish],
    *,
    count: int,
    pairs: bool = False,
    solution: Grid | None,
    seed: int,
    lang: Lang,
    limit: Limit,
) -> SuggestRecord:
    """The best clues found of the wished kinds, one or two at a time, and the rules that can go.

    :raises InvalidPuzzle, ImpossibleWish, Undecided, Unsupported: as
        :func:`satdoku.diagnosing.suggest.suggest`.
    """
    puzzle = asked.puzzle
    geometry = puzzle.geometry
    found = suggest(
        puzzle, wishes, count=count, pairs=pairs, solution=solution, seed=seed, limit=limit
    )
    wording = findings(geometry, lang)
    number = found.solutions
    return SuggestRecord(
        **asked.place,
        verdict="multiple" if number > 1 else "unique" if number else "none",
        solutions=number,
        complete=found.complete,
        kind=kind,
        clues=tuple(
            {
                "clue": ",".join(to_words(clue, geometry) for clue in one.clues),
                "text": wording.words.join(map(wording.constraint, one.clues), "together"),
                "left": one.left,
                "exact": one.exact,
                "unique": one.exact and one.left == 1,
            }
            for one in found.clues
        ),
        spare=tuple(to_words(puzzle.constraints[i], geometry) for i in found.spare),
        seconds=round(found.seconds, 6),
    )
