"""``python -m satdoku.explaining check``: whether every language has every message.

``python -m satdoku.explaining template DOMAIN`` prints a file to translate.
"""

from __future__ import annotations

import sys

from satdoku.explaining.checking import ALL_DOMAINS, language_faults, template
from satdoku.messages import languages

USAGE = "usage: python -m satdoku.explaining check [LANGUAGE...] | template DOMAIN"


def main(arguments: list[str]) -> int:
    """Run a command: 0 nothing is wrong, 1 something is, 2 bad input."""
    match arguments:
        case ["check", *langs]:
            return check(langs or list(languages()))
        case ["template", domain] if domain in ALL_DOMAINS:
            print(template(domain))
            return 0
        case ["template", domain]:
            message = f"there are no messages about {domain!r}; there are {', '.join(ALL_DOMAINS)}"
        case _:
            message = USAGE
    print(message, file=sys.stderr)
    return 2


def check(langs: list[str]) -> int:
    """Print what is wrong with some languages."""
    wrong = False
    for lang in langs:
        try:
            faults = language_faults(lang)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        for fault in faults:
            print(f"{lang}: {fault}")
        wrong = wrong or bool(faults)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
