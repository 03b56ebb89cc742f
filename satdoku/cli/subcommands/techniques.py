"""``satdoku techniques``: what techniques there are, and what is known of each."""

from __future__ import annotations

from typing import Annotated

from satdoku.base.errors import FormatError
from satdoku.cli import completing
from satdoku.cli.markdown import page_text
from satdoku.cli.options import JsonOption, LangOption, bad_value, names_argument, option
from satdoku.cli.output import DONE, print_json
from satdoku.messages import SOURCE

LISTED = 260, "List the techniques, or print the page of one"
EXAMPLES = ("satdoku techniques", "satdoku techniques x-wing", "satdoku techniques --names")


def techniques(
    names: Annotated[
        list[str] | None,
        names_argument("Techniques, by any of their names.", completing.technique),
    ] = None,
    traditions: Annotated[
        bool, option("--names", text="Print the names that other programs and sites use.")
    ] = False,
    lang: LangOption = SOURCE,
    json: JsonOption = False,
) -> int:
    """List the techniques, or print the pages of some of them.

    NAME is any name of a technique, also in the plural, or of a group (unique-rectangle). The list
    has one line for each technique, separated by tabs: name, family, Sudoku Explainer's rating,
    title, other names. --names prints the source of each name, the name, and the techniques that it
    stands for ("-" if there is none).
    """
    from satdoku.answers.pages import technique_page
    from satdoku.answers.techniques import names_of_traditions, technique_record
    from satdoku.techniques.catalogue import all_techniques, called

    if traditions:
        if names:
            raise bad_value("--names lists the names of all techniques")
        for item in names_of_traditions():
            if json:
                print_json(item)
            else:
                own = ", ".join(item.techniques)
                print("\t".join((item.tradition, item.name, own or "-")))
        return DONE

    listed = list(all_techniques())
    if names:
        try:
            listed = [one for name in names for one in called(name)]
        except ValueError as error:
            raise FormatError(str(error)) from None
    for number, one in enumerate(listed):
        data = technique_record(one)
        if json:
            print_json(data)
        elif names:
            print("\n" * bool(number) + page_text(technique_page(one, lang)))
        else:
            others = ", ".join(data.aliases)
            print("\t".join((one.name, data.family, data.se or "-", data.title, others)))
    return DONE
