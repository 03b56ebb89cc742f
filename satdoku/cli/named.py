"""Techniques by the names that options give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.base.errors import FormatError
from satdoku.cli import completing
from satdoku.cli.options import option

if TYPE_CHECKING:
    from satdoku.techniques.base import Technique


def technique_option(*names: str, text: str) -> Any:
    """An option that takes a technique by any of its names."""
    return option(*names, text=text, metavar="TECHNIQUE", values=completing.technique)


def technique_search(name: str) -> Technique:
    """The technique of a name.

    :raises FormatError: where there is none, with the names that are like it.
    """
    from satdoku.techniques.catalogue import technique

    try:
        return technique(name)
    except ValueError as error:
        raise FormatError(str(error)) from None
