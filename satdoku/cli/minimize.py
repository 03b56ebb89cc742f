"""``satdoku minimize``: puzzles without their redundant givens."""

from __future__ import annotations

import json as jsonlib
from itertools import islice
from typing import Annotated, Any

import typer

from satdoku.cli.asking import one_line
from satdoku.cli.inputs import Item, Reading, all_items
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
    real_seconds,
)
from satdoku.cli.output import BAD_INPUT, DONE, NO, UNDECIDED, complain, gravest
from satdoku.errors import (
    InvalidPuzzle,
    NoSolution,
    NotUnique,
    SatdokuError,
    Undecided,
    Unsupported,
)
from satdoku.puzzle import Puzzle

__all__ = ["minimize"]

_FEWEST_SECONDS = 10.0


def minimize(
    puzzles: PuzzleArguments,
    all: Annotated[
        int | None,
        typer.Option("--all", min=1, metavar="N", help="Every minimal sub-puzzle, up to N."),
    ] = None,
    fewest: Annotated[
        bool,
        typer.Option("--fewest", help="The fewest givens found in the time, proved where it can."),
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, help="The order in which givens are tried (without --all).")
    ] = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            callback=real_seconds,
            help="For each puzzle; with --fewest 10 by default.",
        ),
    ] = None,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Drop redundant givens: every puzzle printed has one solution and needs all its givens.

    A puzzle a line, in input order; none, multiple, undecided or invalid stands in the place of a
    puzzle that has not exactly one solution. Exit codes: 0 done, 1 not unique, 2 bad input, 3 a
    limit came first (--all: there are more; --fewest: not proved).
    """
    if all is not None and fewest:
        raise SatdokuError("--all and --fewest cannot be asked for together")
    reading = Reading.of(format, letters, box, rules)
    seconds = _FEWEST_SECONDS if fewest and time_limit is None else time_limit
    code = DONE
    for item in all_items(puzzles, reading):
        record, found = _answer(item, all, fewest, seed, seconds, rules is not None)
        code = gravest(code, found)
        if json:
            print(jsonlib.dumps(record, ensure_ascii=False), flush=True)
        elif "minimal" in record:
            for text in record["minimal"]:
                print(text, flush=True)
        elif item.line:
            print(record["verdict"], flush=True)
        if "error" in record:
            complain(record["error"])
    return code


def _answer(
    item: Item, all: int | None, fewest: bool, seed: int, seconds: float | None, ruled: bool
) -> tuple[dict[str, Any], int]:
    from satdoku.generate.reducing import Reducer
    from satdoku.limits import Limit

    record: dict[str, Any] = {"line": item.line, "puzzle": " ".join(item.text.split())}
    if item.source is not None:
        record["source"] = item.source
    if item.document is None:
        sentence = str(item.error)
        sentence = sentence if item.source is None else f"{item.source}: {sentence}"
        return record | {"verdict": "invalid", "error": sentence}, BAD_INPUT
    puzzle = item.document.puzzle
    complete, at_least, code = True, None, DONE
    found: list[Puzzle] = []
    try:
        reducer = Reducer(puzzle, Limit(seconds=seconds))
        if fewest:
            best = reducer.fewest()
            found, at_least, complete = [best.puzzle], best.at_least, best.proved
        elif all is not None:
            complete = False
            try:
                stream = reducer.all_minimal()
                for one in islice(stream, all):
                    found.append(one)
                complete = next(stream, None) is None
            except Undecided:
                complete = False
        else:
            found = [reducer.minimal(seed)]
    except (InvalidPuzzle, Unsupported) as error:
        return record | {"verdict": "invalid", "error": f"line {item.line}: {error}"}, BAD_INPUT
    except NoSolution:
        return record | {"verdict": "none"}, NO
    except NotUnique:
        return record | {"verdict": "multiple"}, NO
    except Undecided:
        return record | {"verdict": "undecided"}, UNDECIDED
    if not complete:
        code = UNDECIDED
    texts = [_text(one, ruled) for one in found]
    record |= {"verdict": "unique", "minimal": texts, "clues": [one.clues for one in found]}
    record["dropped"] = [puzzle.clues - one.clues for one in found]
    record["complete"] = complete
    if at_least is not None:
        record["at_least"] = at_least
        if not complete:
            complain(
                f"line {item.line}: {found[0].clues} givens found, not proved to be the fewest"
                + (f" (at least {at_least} are needed)" if at_least else "")
            )
    elif not complete:
        complain(f"line {item.line}: there are more than these {len(found)}, or the time was over")
    return record, code


def _text(puzzle: Puzzle, ruled: bool) -> str:
    geometry = puzzle.geometry
    if (
        geometry.box is not None
        and puzzle.pencil_marks is None
        and (ruled or not puzzle.constraints)
    ):
        return puzzle.grid.text()
    return one_line(puzzle)
