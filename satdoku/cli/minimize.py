"""``satdoku minimize``: puzzles without their redundant givens."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated, Any

import typer

from satdoku.answers.asked import Asked
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
from satdoku.records.puzzles import MinimizedRecord

__all__ = ["minimize"]


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
    code = DONE
    for item in all_items(puzzles, reading):
        record, found = _answer(item, all, fewest, seed, time_limit, rules is not None)
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
    from satdoku.answers.minimal import minimized_of

    record: dict[str, Any] = {"line": item.line, "puzzle": " ".join(item.text.split())}
    if item.source is not None:
        record["source"] = item.source
    if item.document is None:
        sentence = str(item.error)
        sentence = sentence if item.source is None else f"{item.source}: {sentence}"
        return record | {"verdict": "invalid", "error": sentence}, BAD_INPUT
    asked = Asked(item.document.puzzle, item.line, record["puzzle"], item.source)
    try:
        found = minimized_of(
            asked, most=all, fewest=fewest, seed=seed, seconds=seconds, rules_known=ruled
        )
    except (InvalidPuzzle, Unsupported) as error:
        return record | {"verdict": "invalid", "error": f"line {item.line}: {error}"}, BAD_INPUT
    except NoSolution:
        return record | {"verdict": "none"}, NO
    except NotUnique:
        return record | {"verdict": "multiple"}, NO
    except Undecided:
        return record | {"verdict": "undecided"}, UNDECIDED
    if not found.complete:
        _complain(found)
    return found.as_dict(), DONE if found.complete else UNDECIDED


def _complain(found: MinimizedRecord) -> None:
    if found.at_least is None:
        count = len(found.minimal)
        complain(f"line {found.line}: there are more than these {count}, or the time was over")
        return
    least = f" (at least {found.at_least} are needed)" if found.at_least else ""
    complain(
        f"line {found.line}: {found.clues[0]} givens found, not proved to be the fewest{least}"
    )
