"""``satdoku doctor``: what is installed, and whether it works."""

from __future__ import annotations

from satdoku.cli.options import JsonOption
from satdoku.cli.output import DONE, NO, print_json

LISTED = 820, "Report what is installed and whether it works"
EXAMPLES = ("satdoku doctor", "satdoku doctor --json")


def doctor(json: JsonOption = False) -> int:
    """Print versions, engines, extras, cores and fonts, and whether all of it works.

    Paste the whole text into a bug report. Each engine is tested on a puzzle.
    Exit codes: 0 everything works, 1 something does not work, and a line names it.
    """
    from satdoku.answers.doctor import diagnosed_installation, installation_text

    state = diagnosed_installation()
    if json:
        print_json(state)
    else:
        print(installation_text(state))
    return NO if state.problems else DONE
