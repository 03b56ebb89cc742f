"""Columns whose values lie side by side in few bytes, as the compiled core returns them.

They are sequences like any other column; what writes Parquet takes them as they lie.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from satdoku.base.records import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class _Packed(Sequence[str]):
    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        places = range(len(self))[index]
        return self.at(places) if isinstance(places, int) else [self.at(i) for i in places]

    @abstractmethod
    def at(self, place: int) -> str: ...


@dataclass(frozen=True, slots=True)
class FixedTexts(_Packed):
    """Texts of ``width`` ASCII characters each."""

    data: bytes
    width: int

    def __len__(self) -> int:
        return len(self.data) // self.width

    def __iter__(self) -> Iterator[str]:
        text, width = self.data.decode("ascii"), self.width
        return (text[start : start + width] for start in range(0, len(text), width))

    def at(self, place: int) -> str:
        """The text at a place, counted from 0."""
        start = place * self.width
        return self.data[start : start + self.width].decode("ascii")


@dataclass(frozen=True, slots=True)
class WordColumn(_Packed):
    """Words of which few differ: ``names[codes[i]]`` for each i."""

    names: tuple[str, ...]
    codes: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.names.__getitem__, self.codes.tolist())

    def at(self, place: int) -> str:
        """The word at a place, counted from 0."""
        return self.names[int(self.codes[place])]

    def __contains__(self, word: object) -> bool:
        return word in self.counts()

    def counts(self) -> dict[str, int]:
        """How often each word occurs that does, in the order in which they first do."""
        import numpy as np

        counts = np.bincount(self.codes, minlength=len(self.names)).tolist()
        present = [code for code, count in enumerate(counts) if count]
        present.sort(key=lambda code: int((self.codes == code).argmax()))
        return {self.names[code]: counts[code] for code in present}


def counted(values: Sequence[Any]) -> dict[Any, int]:
    """How often each value of a column occurs, in the order in which they first do."""
    return values.counts() if isinstance(values, WordColumn) else dict(Counter(values))
