"""Small proofs in a preset: after its techniques, or alone.

Small proofs stand at the end of every table, because a step with a name is clearer to a reader than
a step without one. Proofs with an argument come before assumptions that are nested or followed by
more than singles, because these take more lines. On boards with rules, small proofs replace these
assumptions, which take several times as many lines there.
The eliminations of a single clue of a variant, and the 45 rule, come right after the singles.
If a clue cannot be expressed by pairs of cells (a cage's sum), chains through clues replace other
chains, and small proofs replace assumptions, which would have to ignore the most important rules.
"""

from __future__ import annotations

from dataclasses import replace

from satdoku.base.garbage import seldom_gc
from satdoku.puzzle import Puzzle
from satdoku.rating.shorter import ShorterFirst
from satdoku.rating.table import Preset, PresetEntry
from satdoku.techniques.board import board_of
from satdoku.techniques.names.terms import terms_of
from satdoku.techniques.searches.houses.alternating import AlternatingChains
from satdoku.techniques.searches.houses.chains import UnaryChains
from satdoku.techniques.searches.houses.exocet import JuniorExocet
from satdoku.techniques.searches.houses.forcing import ForcingChains
from satdoku.techniques.searches.houses.guardians import BivalueOddagon
from satdoku.techniques.searches.houses.rank import Fireworks
from satdoku.techniques.searches.houses.singles import FullHouse, HiddenSingle, NakedSingle
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.searches.small.trial import Trial

SMALL_PROOFS = Preset("mus", "small proofs", (PresetEntry(SmallProof()),))
"""Small proofs alone."""

_SINGLE_SEARCHES = (FullHouse, HiddenSingle, NakedSingle)
_EXOTIC_SEARCHES = (BivalueOddagon, Fireworks, JuniorExocet)
"""Patterns of many cells: on boards with clues they come after what clues and houses show."""
_LONG_SEARCHES = (UnaryChains, AlternatingChains, ForcingChains, Negation, Trial)


def knows_all_rules(puzzle: Puzzle) -> bool:
    """Whether the techniques support every rule of a puzzle: what two cells may not hold, and what
    a cell takes by itself."""
    return puzzle.model.only_pairs


def _is_laborious(entry: PresetEntry) -> bool:
    search = entry.search
    return isinstance(search, Trial) or (
        isinstance(search, Negation) and (search.depth > 1 or search.elements != "singles")
    )


_MAX_STATEMENTS = 120
"""Statements of a small proof that replaces nested assumptions; where the shortest proof is longer,
these have twice as many."""


@seldom_gc()
def with_small_proofs(preset: Preset, puzzle: Puzzle) -> Preset:
    """The preset with small proofs where its techniques do not go on."""
    if preset.complete:
        return preset
    last = PresetEntry(SmallProof())
    entries = _reordered(preset.entries, puzzle)
    few: list[PresetEntry] = []
    many: list[PresetEntry] = []
    if puzzle.geometry.box is None or board_of(puzzle).wide_extras:
        from satdoku.techniques.searches.clues.leftovers import Leftovers

        few, many = [PresetEntry(Leftovers(2))], [PresetEntry(Leftovers())]
    single = [isinstance(entry.search, _SINGLE_SEARCHES) for entry in entries]
    after = len(single) - single[::-1].index(True) if True in single else 0
    # ``after`` is the place behind the last single, where short arguments about clues come in.
    if board_of(puzzle).plain:
        places: tuple[PresetEntry, ...] = ()
        if board_of(puzzle).extras:
            from satdoku.techniques.searches.clues.digit_places import DigitPlaces
            from satdoku.techniques.searches.clues.leftovers import SetEquivalence

            searches = (DigitPlaces(2), DigitPlaces(), SetEquivalence())
            places = tuple(map(PresetEntry, searches))
        entries = (*entries[:after], *few, *entries[after:], *many, *places, last)
        return replace(preset, entries=entries)
    from satdoku.constraints.combined import Counting
    from satdoku.constraints.modifiers import Modifier
    from satdoku.constraints.unknown_regions import ChaosConstruction
    from satdoku.techniques.searches.clues.clues import ClueCombinations
    from satdoku.techniques.searches.clues.conflicts import ConflictingCombinations
    from satdoku.techniques.searches.clues.digit_places import DigitPlaces
    from satdoku.techniques.searches.clues.house_clues import HouseCombinations
    from satdoku.techniques.searches.clues.joined import JoinedClues
    from satdoku.techniques.searches.clues.leftovers import SetEquivalence
    from satdoku.techniques.searches.clues.polarity import WhisperPolarity
    from satdoku.techniques.searches.clues.sums import InniesOuties

    each_clue = [PresetEntry(ClueCombinations(), easiest=True)]
    all_at_once: list[PresetEntry] = []
    if any(isinstance(rule, Modifier) for rule in puzzle.constraints):
        # All of such a rule is computed at once where nothing else goes on: nobody can follow it.
        apart = PresetEntry(ClueCombinations(whole=False), easiest=True)
        each_clue, all_at_once = [apart, *_each_of("marks")], each_clue
    if any(isinstance(rule, Counting) for rule in puzzle.constraints):
        each_clue = [*_each_of("liars"), *each_clue]
    if any(isinstance(rule, ChaosConstruction) for rule in puzzle.constraints):
        each_clue = [*_each_of("region_borders"), *each_clue]
    clues = (*each_clue, *few, PresetEntry(InniesOuties(2)))
    exotic = [entry for entry in entries[after:] if isinstance(entry.search, _EXOTIC_SEARCHES)]
    rest = [
        *(entry for entry in entries[after:] if entry not in exotic),
        *many,
        PresetEntry(InniesOuties()),
        *_each_of("equal_cells", "totals", "joined", "classes"),
    ]
    rest += map(PresetEntry, (DigitPlaces(2), HouseCombinations(), DigitPlaces()))
    rest += exotic
    rest.append(PresetEntry(ConflictingCombinations()))
    rest.append(PresetEntry(SetEquivalence()))
    rest.append(PresetEntry(JoinedClues(12, 2)))
    rest += _each_of("digit_counts")
    if not knows_all_rules(puzzle):
        rest += _each_of("clue_chains", "clue_negation")
    rest += [*all_at_once, last]
    # One colouring of a line says what a pair of its cells after another would.
    first = next(
        (at for at, e in enumerate(entries) if not isinstance(e.search, _SINGLE_SEARCHES)), 0
    )
    singles = (*entries[:first], PresetEntry(WhisperPolarity()), *entries[first:after])
    entries = (*singles, *clues, *rest)
    return ShorterFirst(preset.name, preset.title, entries, preset.scale, preset.complete)


def _reordered(entries: tuple[PresetEntry, ...], puzzle: Puzzle) -> tuple[PresetEntry, ...]:
    """The entries of a preset without those that small proofs replace, or with the laborious ones
    behind short small proofs."""
    if not knows_all_rules(puzzle):
        entries = tuple(
            [entry for entry in entries if not isinstance(entry.search, _LONG_SEARCHES)]
        )
        return tuple(sorted(entries, key=lambda e: not isinstance(e.search, _SINGLE_SEARCHES)))
    if puzzle.constraints:
        return tuple([entry for entry in entries if not _is_laborious(entry)])
    if not any(map(_is_laborious, entries)):
        return entries
    from satdoku.techniques.searches.clues.leftovers import SetEquivalence

    # An argument by a few facts is shorter than one by nested assumptions or by all consequences of
    # an assumption (but perhaps longer than many singles in a row). Exhaustive searches come last,
    # since they give no argument.
    late = [_is_laborious(entry) or entry.search == Negation() for entry in entries]
    long = [entry for is_late, entry in zip(late, entries, strict=True) if is_late]
    flat = [entry for is_late, entry in zip(late, entries, strict=True) if not is_late]
    short = PresetEntry(SmallProof(longest=_MAX_STATEMENTS))
    return (*flat, PresetEntry(SetEquivalence()), short, *long)


def added_names(preset: Preset) -> tuple[str, ...]:
    """The names of the steps that :func:`with_small_proofs` may add to a preset."""
    if preset.complete:
        return ()
    homes = (
        "leftovers",
        "sums",
        "equal_cells",
        "totals",
        "joined",
        "digit_places",
        "house_clues",
        "classes",
        "polarity",
        "marks",
        "liars",
        "region_borders",
        "conflicts",
        "digit_counts",
    )
    added = [
        term.name
        for home in ("clues", *homes, "clue_chains", "clue_negation")
        for term in terms_of(f"clues.{home}")
    ]
    return (*added, SmallProof.name)


def _each_of(*families: str) -> tuple[PresetEntry, ...]:
    """The searches of a family file."""
    searches = (term.search for family in families for term in terms_of(f"clues.{family}"))
    return tuple(PresetEntry(search) for search in searches if search is not None)
