"""``python -m satdoku.explaining check``: whether the messages of every language are right.

It reports what is wrong, and what is missing, for which English stands in, with how much of each
file there is. ``check --complete ja`` lists all that is missing, and fails where anything is.
``template DOMAIN`` prints a file to translate.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

from satdoku.explaining.checking import ALL_DOMAINS, MessageFault, language_faults, shares, template
from satdoku.messages import SOURCE, languages

USAGE = "usage: python -m satdoku.explaining check [--complete] [LANGUAGE...] | template DOMAIN"

_LISTED = 5
"""How many missing messages of a file are listed where the language need not be complete."""


def main(arguments: list[str]) -> int:
    """Run a command: 0 nothing is wrong, 1 something is, 2 bad input."""
    match arguments:
        case ["check", "--complete", *langs]:
            return check(langs, complete=True)
        case ["check", *langs]:
            return check(langs)
        case ["template", domain] if domain in ALL_DOMAINS:
            print(template(domain))
            return 0
        case ["template", domain]:
            message = f"there are no messages about {domain!r}; there are {', '.join(ALL_DOMAINS)}"
        case _:
            message = USAGE
    print(message, file=sys.stderr)
    return 2


def check(langs: list[str], *, complete: bool = False) -> int:
    """Print the faults of some languages, or of all."""
    failed = False
    for lang in langs or languages():
        try:
            faults = language_faults(lang)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        wrong = [fault for fault in faults if fault.wrong or complete]
        failed = failed or bool(wrong)
        open_ones = () if complete else _listed(fault for fault in faults if not fault.wrong)
        for line in (*wrong, *open_ones):
            print(f"{lang}: {line}")
        if lang != SOURCE and any(not fault.wrong for fault in faults):
            parts = (f"{domain} {own} of {all}" for domain, (own, all) in shares(lang).items())
            print(f"{lang}: messages: {', '.join(parts)}")
    return int(failed)


def _listed(faults: Iterator[MessageFault]) -> Iterator[str]:
    for file, group in groupby(faults, key=lambda fault: fault.file):
        own = list(group)
        yield from map(str, own[:_LISTED])
        if len(own) > _LISTED:
            yield f"{file}: {len(own) - _LISTED:,} more (check --complete lists them)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
