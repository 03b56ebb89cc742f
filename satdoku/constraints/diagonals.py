"""The two long diagonals, together or one alone."""

from __future__ import annotations

from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Aliases, BoardMap, Constraint, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.pairs import GroupRule
from satdoku.constraints.wording import UNLIKE

__all__ = ["AntiDiagonal", "BothDiagonals", "MainDiagonal"]

_NO_SUM = r"(?!.*\b(?:sums?|adds?|totals?)\b)"
_PLAIN = (
    rf"{_NO_SUM}(?!(?:(?!negative).)*\bpositive diagonal\b(?:(?!negative).)*$)"
    r"(?!(?:(?!positive).)*\bnegative diagonal\b(?:(?!positive).)*$)"
)
"""Words of a sentence that is not about sums, and not about one diagonal alone."""
_LONG_DIAGONALS = (
    r"(?!.*\b(?:arrow|direction|outside|bent|broken|short|only|box|any length|(?:may|can) repeat"
    r"|[3-9] (?:\w+ )*diagonals?|\d distinct)\b)"
)
"""Words of a sentence that is about the long diagonals of the board."""
_ONCE = rf"\b(?:{UNLIKE}|1-9|1 to 9|1 through 9|(?:all|every|each) digits?)\b"


class _Diagonals(GroupRule):
    def unfit(self, geometry: Geometry) -> str | None:
        if geometry.rows == geometry.columns and not geometry.grids:
            return None
        return worded(
            "{name}: the rule needs a square board, and this one is {board}",
            name=self.name,
            board=geometry.describe(),
        )

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return tuple(Shape("line", cells) for _, cells in self.groups(geometry))


@dataclass(frozen=True)
class BothDiagonals(_Diagonals):
    """No digit repeats on either long diagonal (also known as X-Sudoku)."""

    name = "diagonal"
    sought = ("sudoku x", "x-sudoku", "main diagonals", "both diagonals")
    aliases: ClassVar[Aliases] = {"x-sudoku": None, "diagonals": None}
    title = "Diagonals"
    summary = "No digit repeats on either long diagonal."
    in_words = (
        rf"^{_PLAIN}{_LONG_DIAGONALS}(?=.*{_ONCE}).*\bdiagonals?\b",
        r"^\W*(?:(?:both|main|long) )*diagonals?\W*$",
        r"\bx ?sudoku\b|\bsudoku ?x\b|diagonal sudoku",
    )

    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (_main(geometry), _anti(geometry)) if self.unfit(geometry) is None else ()


@dataclass(frozen=True)
class MainDiagonal(_Diagonals):
    """No digit repeats on the diagonal from the top left to the bottom right."""

    name = "diagonal-main"
    in_links = ("fpuzzles:diagonal-", "lisudoku:primaryDiagonal")
    aliases: ClassVar[Aliases] = {"dneg": None}
    title = "Main diagonal"
    summary = "No digit repeats on the diagonal from the top left to the bottom right."
    in_words = (rf"^{_NO_SUM}{_LONG_DIAGONALS}(?=.*{_ONCE}).*\b(?:main|negative) diagonals?\b",)

    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (_main(geometry),) if self.unfit(geometry) is None else ()

    def image(self, board_map: BoardMap) -> Constraint | None:
        return _image_of_one(self, board_map)


@dataclass(frozen=True)
class AntiDiagonal(_Diagonals):
    """No digit repeats on the diagonal from the top right to the bottom left."""

    name = "diagonal-anti"
    in_links = ("fpuzzles:diagonal+", "lisudoku:secondaryDiagonal")
    aliases: ClassVar[Aliases] = {"dpos": None}
    title = "Anti-diagonal"
    summary = "No digit repeats on the diagonal from the top right to the bottom left."
    in_words = (rf"^{_NO_SUM}{_LONG_DIAGONALS}(?=.*{_ONCE}).*\b(?:anti ?|positive )diagonals?\b",)

    def groups(self, geometry: Geometry) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return (_anti(geometry),) if self.unfit(geometry) is None else ()

    def image(self, board_map: BoardMap) -> Constraint | None:
        return _image_of_one(self, board_map)


def _main(geometry: Geometry) -> tuple[str, tuple[int, ...]]:
    cells = (geometry.at(i, i) for i in range(geometry.rows))
    return "the main diagonal", tuple(cell for cell in cells if cell is not None)


def _anti(geometry: Geometry) -> tuple[str, tuple[int, ...]]:
    cells = (geometry.at(i, geometry.columns - 1 - i) for i in range(geometry.rows))
    return "the anti-diagonal", tuple(cell for cell in cells if cell is not None)


def _image_of_one(rule: _Diagonals, board_map: BoardMap) -> Constraint | None:
    geometry = board_map.geometry
    for _, cells in rule.groups(geometry):
        mapped = {board_map.cells[cell] for cell in cells}
        if mapped == set(_main(geometry)[1]):
            return MainDiagonal()
        if mapped == set(_anti(geometry)[1]):
            return AntiDiagonal()
    return None
