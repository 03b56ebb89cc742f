"""``satdoku collection``: the puzzles of a collection that fit conditions."""

from __future__ import annotations

from typing import Annotated

from satdoku.batch.collection import Collection, Wanted
from satdoku.cli.kept_output import KeptOutputGroup
from satdoku.cli.options import CollectionArgument, option
from satdoku.cli.output import DONE, print_json

LISTED = 521, "Print puzzles of a collection that is kept in a file"
EXAMPLES = (
    "satdoku collection add kept.db puzzles.txt",
    "satdoku collection kept.db --level easy --json",
)


def collection(
    file: CollectionArgument,
    wanted: Wanted,
    output: KeptOutputGroup,
    limit: Annotated[int | None, option("--limit", min=1, text="Print at most N puzzles.")] = None,
    summary: Annotated[
        bool,
        option("--summary", text="Print how many puzzles there are instead, by level."),
    ] = False,
) -> int:
    """Print the puzzles of a collection that fit all conditions, a line each.

    satdoku collection add puts puzzles into a collection, rate rates those that are not rated yet,
    and draw takes some that were not used before. Exit codes: 0 done, 2 bad input.
    """
    output.require_form()
    with Collection(file) as store:
        if not summary:
            return output.write(store.find(wanted, limit=limit))
        counts = store.summary()
    if output.json:
        print_json(counts)
    else:
        print(counts.text())
    return DONE
