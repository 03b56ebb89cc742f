"""What is wrong with a puzzle or a player's board, and why: clashes, repairs, other solutions.

Also what a puzzle with one solution is made of: what it could spare, and what its hardness and its
givens hang on.

| file | answers |
|---|---|
| diagnosis.py | :func:`diagnose`: all of it for one puzzle |
| facts.py | what can be at fault (givens, pencil marks, rules), and which of it can hold together |
| clashes.py | :class:`Clashes`: the smallest sets of facts that clash, and all others by size |
| reasons.py | :func:`argue`: the argument that shows a clash |
| repairs.py | the fewest facts to take away, or givens to change, that cure |
| ambiguity.py | :func:`diagnose_ambiguity`: why there are several solutions: the deadly pattern |
| additions.py | :func:`fewest_additions`: the fewest givens to add so that one solution is left |
| board.py | :func:`check_board`: a player's board, without giving the rest away |
| redundant.py | :func:`find_redundant`: givens and rules that follow from the others |
| backdoors.py | :func:`find_backdoors`: the fewest cells that let singles finish |
| unavoidable.py | :func:`unavoidable_sets`: cells of which one must be given |
| fewest.py | :func:`find_fewest_clues`: how few givens can pose a grid |
| solution.py | the one solution of a puzzle, or why there is no such thing |
| judging.py, smallest.py | :class:`Judge`: whether a claim is forced; the smallest proof of it |
| hitting.py | :class:`HittingSets`: the smallest sets that meet every set of a growing list |
| misplaced.py | moves: a given written one cell off, or two givens exchanged |
| suggest.py | which further clue of a wished kind would leave the fewest solutions |

>>> from satdoku.diagnosing import diagnose
>>> from satdoku.formats import parse
>>> puzzle = parse("1...2......12...").puzzle
>>> found = diagnose(puzzle)
>>> found.verdict, [fact.name(puzzle.geometry) for fact in found.clash.facts]
('none', ['r2c1=2', 'r4c1=2'])

Begin with diagnosis.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.base.late import late_names

if TYPE_CHECKING:
    from satdoku.diagnosing.additions import Additions, fewest_additions
    from satdoku.diagnosing.ambiguity import Ambiguity, diagnose_ambiguity
    from satdoku.diagnosing.backdoors import Backdoors, find_backdoors
    from satdoku.diagnosing.board import BoardCheck, PlayerBoard, check_board
    from satdoku.diagnosing.clashes import Clashes
    from satdoku.diagnosing.diagnosis import Clash, Diagnosis, diagnose
    from satdoku.diagnosing.facts import (
        Fact,
        Ground,
        facts_of,
        names_of,
        require_sound,
        with_facts,
        without,
    )
    from satdoku.diagnosing.fewest import FewestClues, find_fewest_clues
    from satdoku.diagnosing.hitting import HittingSets
    from satdoku.diagnosing.misplaced import MovedGiven, moved, moves
    from satdoku.diagnosing.reasons import Argument, argue
    from satdoku.diagnosing.redundant import Redundant, find_redundant
    from satdoku.diagnosing.repairs import (
        Removal,
        Replacement,
        a_removal,
        changed,
        changes,
        removals,
    )
    from satdoku.diagnosing.unavoidable import UnavoidableSets, unavoidable_sets

__all__ = [
    "Additions",
    "Ambiguity",
    "Argument",
    "Backdoors",
    "BoardCheck",
    "Clash",
    "Clashes",
    "Diagnosis",
    "Fact",
    "FewestClues",
    "Ground",
    "HittingSets",
    "MovedGiven",
    "PlayerBoard",
    "Redundant",
    "Removal",
    "Replacement",
    "UnavoidableSets",
    "a_removal",
    "argue",
    "changed",
    "changes",
    "check_board",
    "diagnose",
    "diagnose_ambiguity",
    "facts_of",
    "fewest_additions",
    "find_backdoors",
    "find_fewest_clues",
    "find_redundant",
    "moved",
    "moves",
    "names_of",
    "removals",
    "require_sound",
    "unavoidable_sets",
    "with_facts",
    "without",
]

_HOMES = {
    "additions": ("Additions", "fewest_additions"),
    "ambiguity": ("Ambiguity", "diagnose_ambiguity"),
    "backdoors": ("Backdoors", "find_backdoors"),
    "board": ("PlayerBoard", "BoardCheck", "check_board"),
    "clashes": ("Clashes",),
    "diagnosis": ("Clash", "Diagnosis", "diagnose"),
    "facts": ("Fact", "Ground", "facts_of", "names_of", "require_sound", "with_facts", "without"),
    "fewest": ("FewestClues", "find_fewest_clues"),
    "hitting": ("HittingSets",),
    "misplaced": ("MovedGiven", "moved", "moves"),
    "reasons": ("Argument", "argue"),
    "redundant": ("Redundant", "find_redundant"),
    "repairs": ("Replacement", "Removal", "a_removal", "changed", "changes", "removals"),
    "unavoidable": ("UnavoidableSets", "unavoidable_sets"),
}  # fmt: skip
# Each question imports engines of its own; one question should not import those of the others.
__getattr__ = late_names(__name__, _HOMES.items())
