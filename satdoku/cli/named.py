"""Techniques by the names that options give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.base.errors import FormatError
from satdoku.cli import completing
from satdoku.cli.options import option

if TYPE_CHECKING:
    from satdoku.techniques.base import Technique

__all__ = ["technique_list", "technique_option", "technique_search"]


def technique_option(*names: str, text: str) -> Any:
    """An option that takes a technique by any of its names."""
    return option(*names, text=text, metavar="TECHNIQUE", values=completing.technique)


def technique_list() -> str:
    """The names of all techniques."""
    from satdoku.techniques.catalogue import technique_names

    return ", ".join(technique_names())


def technique_search(name: str) -> Technique:
    """The technique of a name.

    :raises FormatError: where there is none; names those that there are.
    """
    from satdoku.techniques.catalogue import technique

    try:
        return technique(name)
    except ValueError as error:
        joint = " There are" if str(error).endswith("?") else "; there are"
        raise FormatError(f"{error}{joint} {technique_list()}") from None
