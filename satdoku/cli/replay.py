"""``satdoku steps --library``: every case of a library, replayed."""

from __future__ import annotations

from collections import Counter

from satdoku.answers.cases import CasesRecord, case_of
from satdoku.base.errors import FormatError, ProgramFault, naming_faults
from satdoku.cli.inputs import items
from satdoku.cli.output import DONE, NO, UNDECIDED, gravest, print_json, report_error
from satdoku.cli.reading import Reading

_CODES = {"found": DONE, "absent": DONE, "undecided": UNDECIDED}


def replay(file: str, seconds: float | None, json: bool) -> int:
    """Print whether each case is found, and the counts; returns the exit code."""
    counts: Counter[str] = Counter()
    code = DONE
    for item in items(file, Reading.of("library", "auto", None, None)):
        if item.document is None:
            code = gravest(code, report_error(item.unreadable(), json=json))
            continue
        text = " ".join(item.text.split())
        try:
            with naming_faults():
                record = case_of(item.document, item.line, text, item.source, seconds)
        except (FormatError, ProgramFault) as error:
            code = gravest(code, report_error(item.refused(error, text), json=json))
            continue
        counts[record.status] += 1
        code = gravest(code, _CODES.get(record.status, NO))
        if json:
            print_json(record)
        else:
            shown = " ".join(record.expected) or "-"
            print(f"{record.status}\t{record.code}\t{record.title}\t{record.line}\t{shown}")
    ended = CasesRecord(counts.total(), counts)
    if json:
        print_json(ended)
    else:
        print(ended.text())
    return code
