"""The preset ``human``: easy to follow. Steps that are seen at a glance come first, named patterns
before chains, short chains before long ones, and nothing is rated.

Each family file of ``satdoku.techniques`` says where its searches stand (``HUMAN``).
"""

from __future__ import annotations

from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.base import Technique
from satdoku.techniques.names.terms import human_searches


def _entry(search: Technique) -> PresetEntry:
    """The line of a search, which takes its easiest step where it compares them."""
    return PresetEntry(search, easiest=type(search).easiest is not Technique.easiest)


HUMAN = Preset("human", "short explanations first", tuple(map(_entry, human_searches())))
