"""What is wrong with a player's board, as plain data."""

from __future__ import annotations

from satdoku.answers.asked import Asked
from satdoku.diagnose.board import BoardCheck, board_sentences
from satdoku.explain.names import Lang
from satdoku.records.findings import CheckRecord

__all__ = ["board_record"]


def board_record(
    found: BoardCheck, asked: Asked, *, reveal: bool = False, lang: Lang = "en"
) -> CheckRecord:
    """What was found, as plain data; the right digits only with ``reveal``."""
    name = found.board.puzzle.geometry.name
    return CheckRecord(
        **asked.place,
        verdict=found.verdict,
        givens="known" if found.board.trusted else "unknown",
        solutions=found.solutions,
        wrong=tuple(
            {"cell": name(w.cell), "digit": w.digit, "sees": [name(c) for c in w.seen]}
            for w in found.wrong
        ),
        clashes=tuple(
            tuple(f"{name(c)}={found.board.values[c]}" for c in clash) for clash in found.clashes
        ),
        lost=tuple(name(c) for c in found.lost),
        lost_together=tuple(name(c) for c in found.lost_together),
        no_longer=tuple(
            {"cell": name(s.cell), "digit": s.digit, "reason": s.reason} for s in found.stale
        ),
        right={name(c): d for c, d in found.right.items()} if reveal else None,
        sentences=tuple(board_sentences(found, reveal=reveal, lang=lang)),
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )
