"""Rules of chess moves: equal digits never stand a knight's or a king's move apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from satdoku.base.records import dataclass
from satdoku.board.constraint import Aliases, BoardMap, Constraint
from satdoku.board.geometry import Geometry
from satdoku.constraints.pairs import PairRule, maps_onto_itself, open_pairs
from satdoku.constraints.wording import UNLIKE
from satdoku.relations import AllDifferent, Relation

_OF_ALL = rf"(?=.*\b{UNLIKE}\b)(?!.*\bfor each \d)"
"""Words of a sentence that forbids like digits, whatever they are."""

__all__ = ["AntiKing", "AntiKnight"]


class _ChessMove(PairRule):
    piece: ClassVar[str]

    def clash(self, first: int, second: int) -> bool:
        return first == second

    def fault(self, place: str, first: int, second: int) -> str:
        return f"{first} is in {place}, a {self.piece}'s move apart"

    def relations(self, geometry: Geometry) -> Iterable[Relation]:
        # Cells that share a house differ anyway; stating it again would only add clauses.
        return _apart(self, geometry)

    def image(self, board_map: BoardMap) -> Constraint | None:
        pairs = open_pairs(board_map.geometry, self.pairs(board_map.geometry))
        return self if maps_onto_itself(pairs, board_map) else None


@dataclass(frozen=True)
class AntiKnight(_ChessMove):
    """Cells a knight's move apart (two cells one way, one cell aside) differ."""

    name = "anti-knight"
    sought = ("knight's move", "chess")
    in_links = ("fpuzzles:antiknight", "iss:AntiKnight", "lisudoku:antiKnight")
    aliases: ClassVar[Aliases] = {"knight": None}
    title = "Anti-knight"
    summary = "Cells a knight's move apart hold different digits."
    in_words = (
        r"anti ?knight",
        rf"^{_OF_ALL}.*\bknight'?s?'? (?:move|jump|step)",
        rf"^{_OF_ALL}.*\bchess knight",
        r"knight'?s?'? (?:move )?(?:rule|constraint|restriction)",
    )
    piece: ClassVar[str] = "knight"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((1, 2), (2, 1), (2, -1), (1, -2))


@dataclass(frozen=True)
class AntiKing(_ChessMove):
    """Cells that touch, also at a corner, differ."""

    name = "anti-king"
    sought = ("king's move", "diagonally adjacent", "chess")
    in_links = ("fpuzzles:antiking", "iss:AntiKing", "lisudoku:antiKing")
    aliases: ClassVar[Aliases] = {"king": None}
    title = "Anti-king"
    summary = "Cells that touch, also at a corner, hold different digits."
    in_words = (
        r"anti ?king",
        rf"^{_OF_ALL}.*\bking'?s?'? (?:move|jump|step)",
        r"(?:diagonally adjacent|connected diagonally|touch\w* diagonally).*(?:same"
        r"|repeat|identical)",
        r"(?:same|identical|equal) digits?.*(?:touch diagonally|diagonally adjacent)",
    )
    piece: ClassVar[str] = "king"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 1), (1, 0), (1, -1))


@lru_cache(maxsize=64)
def _apart(rule: _ChessMove, geometry: Geometry) -> tuple[AllDifferent, ...]:
    return tuple([AllDifferent(pair) for pair in open_pairs(geometry, rule.pairs(geometry))])
