"""The description of a column of the answers to many puzzles."""

from __future__ import annotations

from typing import Literal

from satdoku.base.records import dataclass

ColumnKind = Literal["integer", "number", "flag", "text", "word", "counts"]
"""``word``: a text of which few differ; ``counts``: how often each name occurs."""


@dataclass(frozen=True, slots=True)
class RunColumn:
    """A column of the answers of a run over files (docs/batch.md).

    of  the name of the attribute that it holds, where that is not the name of the column
    """

    name: str
    kind: ColumnKind
    meaning: str
    of: str = ""

    @property
    def attribute(self) -> str:
        """The attribute of the answer that it holds."""
        return self.of or self.name
