"""``satdoku techniques``: what techniques there are, and what is known of each."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.cli.options import JsonOption
from satdoku.cli.output import DONE
from satdoku.errors import FormatError

if TYPE_CHECKING:
    from satdoku.techniques.base import Technique

__all__ = ["techniques"]


def techniques(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Techniques, by any of their names.", show_default=False
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """List the techniques, or print what is known of some of them and their pages.

    Off a terminal the list is a line each: name, family, Sudoku Explainer's rating, title, other
    names, with tabs between them.
    """
    from satdoku.techniques.catalogue import all_techniques, technique

    found = list(all_techniques())
    if names:
        try:
            found = [technique(name) for name in names]
        except ValueError as error:
            raise FormatError(f"{error}; satdoku techniques lists them all") from None
    for number, one in enumerate(found):
        data = _data(one)
        if json:
            print(jsonlib.dumps(data, ensure_ascii=False))
        elif names:
            print("\n" * bool(number) + "\n".join(_described(data)))
        else:
            others = ", ".join(data["aliases"])
            print("\t".join((one.name, data["family"], data["se"] or "-", data["title"], others)))
    return DONE


def _data(found: Technique) -> dict[str, Any]:
    from satdoku.rating import PRESETS
    from satdoku.rating.names import technique_names
    from satdoku.techniques.vocabulary import term

    names = term(found.name)
    return {
        "technique": found.name,
        "title": names.english,
        "title_ja": names.japanese,
        "family": type(found).__module__.rpartition(".")[2],
        "se": names.se or None,
        "aliases": list(names.aliases),
        "needs_uniqueness": found.needs_uniqueness,
        "presets": [preset for preset in PRESETS if found.name in technique_names(preset)],
    }


def _described(data: dict[str, Any]) -> Iterator[str]:
    yield f"name: {data['technique']} ({data['title']}, {data['title_ja']})"
    if data["aliases"]:
        yield f"also called: {', '.join(data['aliases'])}"
    yield f"family: {data['family']}"
    yield f"Sudoku Explainer's rating: {data['se'] or 'not on its scale'}"
    if data["needs_uniqueness"]:
        yield "assumes that the puzzle has exactly one solution"
    yield f"presets: {', '.join(data['presets']) or 'none'}"
    page = _page(data["technique"])
    if page is not None:
        yield ""
        yield page.rstrip()


def _page(name: str) -> str | None:
    """The technique's page: in an installed package, or in the docs of a checkout."""
    import satdoku

    package = Path(satdoku.__file__).parent
    for folder in (package, package.parent):
        page = folder / "docs" / "techniques" / f"{name}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return None
