"""Small proofs in a preset: after its techniques, or alone.

They stand at the end of every table: a step with a name says more to a reader than one without.
Where the puzzle has rules that no technique knows (a cage's sum), what one such rule excludes comes
right after the singles, and small proofs take the place of chains and assumptions, which would
have to do without the rules that matter most.
"""

from __future__ import annotations

from dataclasses import replace

from satdoku.puzzle import Puzzle
from satdoku.rating.table import Entry, Preset
from satdoku.relations import AllDifferent, Domain
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, DeathBlossom
from satdoku.techniques.chains import UnaryChains
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.negation import Negation
from satdoku.techniques.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.small_proof import SmallProof
from satdoku.techniques.trial import Trial

__all__ = ["SMALL_PROOFS", "with_small_proofs"]

SMALL_PROOFS = Preset("mus", "small proofs", (Entry(SmallProof()),))
"""Small proofs alone."""

_SINGLES = (FullHouse, HiddenSingle, NakedSingle)
_LONG = (
    UnaryChains, AlsXz, AlsXyWing, AlsChain, DeathBlossom, ForcingChains, Negation, Trial,
)  # fmt: skip


def knows_all_rules(puzzle: Puzzle) -> bool:
    """Whether the techniques know every rule of a puzzle: that digits differ, what a cell takes."""
    return all(
        isinstance(relation, AllDifferent | Domain)
        for constraint in puzzle.constraints
        for relation in constraint.relations(puzzle.geometry)
    )


def with_small_proofs(preset: Preset, puzzle: Puzzle) -> Preset:
    """The preset with small proofs where its techniques do not go on."""
    last = Entry(SmallProof())
    if knows_all_rules(puzzle):
        return replace(preset, entries=(*preset.entries, last))
    patterns = [entry for entry in preset.entries if not isinstance(entry.search, _LONG)]
    after = sum(isinstance(entry.search, _SINGLES) for entry in patterns)
    patterns.sort(key=lambda entry: not isinstance(entry.search, _SINGLES))
    first = Entry(SmallProof(most=1))
    return replace(preset, entries=(*patterns[:after], first, *patterns[after:], last))
