"""``satdoku verify``: does a certificate prove what it claims?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.verification import VerificationAnswer, verification_of
from satdoku.base.errors import DIED, ProgramFault, SatdokuError, naming_faults
from satdoku.base.limits import Limit
from satdoku.base.worded import worded
from satdoku.batch.ordered import map_ordered
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import one_document
from satdoku.cli.options import JobsOption, JsonOption, LangOption, argument, option, seconds_option
from satdoku.cli.output import Report, report_all
from satdoku.messages import SOURCE, Lang
from satdoku.puzzle import Puzzle

LISTED = 710, "Check whether each certificate proves its verdict"
EXAMPLES = ("satdoku check-unique puzzles.txt --certify proofs", "satdoku verify proofs")


def verify(
    certificates: Annotated[
        list[str],
        argument(metavar="CERTIFICATE...", text="A certificate, or a directory of certificates."),
    ],
    input: InputGroup,
    puzzle: Annotated[
        str | None,
        option(
            "--puzzle", metavar="PUZZLE", text="Check that the certificates are about this puzzle."
        ),
    ] = None,
    checker: Annotated[
        str | None,
        option(
            "--checker",
            metavar="PROGRAM",
            text="Let another program check each proof too: acl2, drup, or the path of a program.",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        seconds_option("Give up on a proof after this time."),
    ] = None,
    jobs: JobsOption = 1,
    lang: LangOption = SOURCE,
    json: JsonOption = False,
) -> int:
    """Check whether each certificate (from check-unique or rate, --certify) proves its verdict.

    The formula is generated again from the puzzle, and the proof is checked step by step without a
    solver. Of a path each step is checked, and that none is harder than the rating; whether there
    is an easier path is not. Exit codes: 0 proved, 1 not proved, 2 unreadable, 3 undecided (a time
    limit).
    """
    posed = None
    if puzzle is not None:
        posed = one_document(puzzle, input.reading()).puzzle
    judge = partial(_judge, posed, checker, time_limit, lang)
    numbered = enumerate(_paths(certificates), 1)
    records = map_ordered(judge, numbered, jobs=jobs, chunk=1, lost=_lost)
    return report_all(records, Report(invalid=_unreadable), json)


def _paths(arguments: Sequence[str]) -> Iterator[str]:
    """Every certificate: a directory stands for all .json files in it, in order of their names."""
    for name in arguments:
        path = Path(name)
        try:
            if not path.is_dir():
                yield name
                continue
            certificates = sorted(str(entry) for entry in path.iterdir() if entry.suffix == ".json")
        except (OSError, ValueError):
            yield name  # reading it will report what is wrong
            continue
        if not certificates:
            raise SatdokuError("there is no certificate (.json) in the directory {name}", name=name)
        yield from certificates


def _judge(
    puzzle: Puzzle | None,
    checker: str | None,
    seconds: float | None,
    lang: Lang,
    numbered: tuple[int, str],
) -> VerificationAnswer | ErrorRecord:
    number, path = numbered
    limit = Limit(seconds=seconds)
    try:
        with naming_faults():
            return verification_of(
                path, puzzle, number=number, checker=checker, limit=limit, lang=lang
            )
    except SatdokuError as error:
        sentence = str(error)
        if path not in sentence:
            sentence = worded("{where}: {why}", where=path, why=sentence)
        verdict = "fault" if isinstance(error, ProgramFault) else None
        return ErrorRecord(number, "", sentence, verdict, source=path)


def _lost(piece: list[tuple[int, str]]) -> list[ErrorRecord]:
    return [ErrorRecord(number, "", f"{path}: {DIED}", source=path) for number, path in piece]


def _unreadable(record: ErrorRecord) -> Iterable[str]:
    return (f"unreadable\t\t\t{record.source}",)
