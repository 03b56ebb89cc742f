"""Techniques by the names that options give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import FormatError

if TYPE_CHECKING:
    from satdoku.techniques.base import Technique

__all__ = ["technique_list", "technique_search"]


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
