"""``satdoku collection draw``: puzzles of a collection that were not used before."""

from __future__ import annotations

from satdoku.base.errors import ImpossibleWish
from satdoku.batch.collection import Collection, Draw, Wanted
from satdoku.cli.kept_output import KeptOutputGroup
from satdoku.cli.options import CollectionArgument
from satdoku.cli.output import NO, complain

LISTED = 524, "Draw unused puzzles for a book or for each day"
EXAMPLES = (
    "satdoku collection add kept.db puzzles.txt",
    "satdoku collection draw kept.db --for 'Book 1' -o book.csv",
)


def collection_draw(
    file: CollectionArgument, draw: Draw, wanted: Wanted, output: KeptOutputGroup
) -> int:
    """Draw puzzles that were not used before, and note what each is used for.

    With --from there is one for each of --count days, and --weekdays sets the level of each day of
    the week. The notes are kept first: satdoku collection FILE --used DAYS prints the puzzles
    again. Exit codes: 0 all were drawn, 1 there are not enough (none is drawn), 2 bad input.
    """
    output.require_form()
    with Collection(file) as store:
        try:
            puzzles = store.draw(draw, wanted)
        except ImpossibleWish as error:
            complain(str(error))
            return NO
    return output.write(puzzles)
