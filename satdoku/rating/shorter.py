"""A preset that puts a short argument before a long one, whatever the order of its techniques.

A step whose sentence can be read at once is taken where it is found. One that tells several things
is cut down to as many as can be read at once. With any other the lines behind it are searched too,
and the shortest is taken of what is no harder: a puzzle gets no higher level for it. What a reader
goes through decides, not the name of a technique; but what a clue says of many cells is not put
off for chains that say each of them alone. What only a computation over all ways shows is read by
nobody, and is put off for any argument that is no harder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from operator import itemgetter
from typing import NamedTuple

from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Position
from satdoku.rating.columns import WORTH
from satdoku.rating.levels import most_points
from satdoku.rating.table import Preset, PresetEntry, RatedStep
from satdoku.rating.worth import worth
from satdoku.techniques.arguments.clues import ClueProof, JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.pieces import House
from satdoku.techniques.arguments.reading import length
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.arguments.ways import WaysProof
from satdoku.techniques.board import open_candidates
from satdoku.techniques.searches.clues.clue_negation import ClueNegation
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.step import Step

READ_AT_ONCE = 290
"""The letters of a sentence that a reader takes in at once, about."""

_MUCH_MORE = 10
"""A step that shows so many times as much for its length is not put off for a shorter one."""

_FEWEST_FACTS = 4
"""The points of the two facts that a negation with clues rests on at least."""

SHORTEST_CHAIN = 100
"""The letters of a chain through clues at least."""

_DIGIT = 5
"""A placement is worth so many eliminations."""

_LONG_IS_HARD = 60
"""The points that a step may have in place of a longer one: one that cannot be read at once is
hard, whatever its name."""

_OF_SINGLE, _OF_REASON, _OF_LOST = 100, 45, 25
"""The most letters of a single without its reasons, of a reason without the name of its house or
rule, and of a candidate in it."""

_LETTERS = itemgetter(0)


class _Long(NamedTuple):
    """A step that cannot be read at once.

    ``best`` is the shortest before it, where it is no shorter and has no arguments yet; ``whole``
    the step with the rules that it rests on, where they are known.
    """

    letters: int
    line: PresetEntry
    step: Step
    best: Step | None = None
    whole: Step | None = None


@dataclass(frozen=True, slots=True)
class ShorterFirst(Preset):
    """A preset with which a later line is taken where its step is shorter."""

    def next(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        cands, geometry = open_candidates(position), position.geometry

        def size(step: Step) -> int:
            return length(step.sentence(geometry), geometry)

        long: list[_Long] = []
        most, least = inf, 0.0

        def is_less(step: Step, letters: int, best: Step) -> bool:
            """Whether a step is not taken for the shortest before it, whatever their lengths: an
            argument that is read is worth more than fewer letters."""
            computed = _is_computed(step) and not _is_computed(best)
            return computed or _gain(step) < least * letters

        def supported(entry: PresetEntry, step: Step) -> tuple[Step, bool]:
            """A step that can be read at once, with what it rests on, and whether it still can."""
            whole = entry.search.supported(cands, step, clock)
            return whole, whole is step or size(whole) <= READ_AT_ONCE

        for entry in self.entries:
            if long and (
                _least_worth(entry) > most or (entry.search.is_chain and least * SHORTEST_CHAIN > 1)
            ):
                continue
            for bare in _compared(entry, position, clock):
                best = min(long, key=_LETTERS, default=None)
                letters: int | None = None
                if best is not None and bare.contradiction is None:
                    if worth(bare) > most:
                        continue
                    letters = size(bare)
                    if letters >= max(best.letters, READ_AT_ONCE + 1):
                        # Arguments make it no shorter: they are searched for where it is needed.
                        long.append(_Long(letters, entry, bare, best.step))
                        continue
                step = entry.search.argued(cands, bare, clock)
                if best is None and is_brief(step):
                    return entry.rated(step)
                if letters is None or step is not bare:
                    letters = size(step)
                if step.contradiction is not None:
                    if best is not None and is_less(step, 0, best.step):
                        continue
                    return entry.rated(entry.search.supported(cands, step, clock))
                if best is not None and is_less(step, letters, best.step):
                    continue
                # What it rests on takes long to find, and makes it no shorter.
                whole = None
                if letters <= READ_AT_ONCE and not _is_computed(step):
                    whole, is_read = supported(entry, step)
                    if is_read:
                        return entry.rated(whole)
                if best is None:
                    for part in _parts(entry, step, position, clock):
                        if size(part) > READ_AT_ONCE:
                            continue
                        some, is_read = supported(entry, part)
                        if is_read:
                            return entry.rated(some)
                    # What is computed is put off for no chain: few arguments are searched for.
                    most, least = most_points(worth(step)), 0.0
                    if not _is_computed(step):
                        most = max(most, _LONG_IS_HARD)
                        least = _gain(step) / letters / _MUCH_MORE
                long.append(_Long(letters, entry, step, whole=whole))
        shortest, fewest = None, (True, inf)
        for one in sorted(long, key=_cost):
            if _cost(one) >= fewest:
                break
            step, letters = one.step, one.letters
            if one.best is not None:
                step = one.line.search.argued(cands, step, clock)
                letters = size(step)
                cost = _is_computed(step), letters
                if cost >= fewest or is_less(step, letters, one.best):
                    continue
            whole = one.whole or one.line.search.supported(cands, step, clock)
            if whole is not step:
                letters = size(whole)
            if (cost := (_is_computed(step), letters)) < fewest:
                shortest, fewest = one.line.rated(whole), cost
        return shortest


def _cost(one: _Long) -> tuple[bool, float]:
    """Whether a step is known to be without an argument, and its letters."""
    return one.best is None and _is_computed(one.step), one.letters


def _compared(entry: PresetEntry, position: Position, clock: Clock) -> Iterator[Step]:
    """The step of a line, and more where several of its technique are compared; bare."""
    if entry.search.compared > 1:
        yield from islice(entry.search.bare(position, clock), entry.search.compared)
    elif (step := entry.bare(position, clock)) is not None:
        yield step


def is_brief(step: Step) -> bool:
    """Whether a single can be read at once however its reasons are told: most steps are singles,
    and counting the letters of one takes longer than finding it."""
    proof = step.proof
    if not isinstance(proof, SingleProof) or step.contradiction is not None:
        return False
    most = _OF_SINGLE
    for one in proof.barred:
        if isinstance(one.by, House):
            most += _OF_REASON + len(one.by.name)
        else:
            most += _OF_REASON + len(one.lost) * _OF_LOST + (len(one.by.title) if one.by else 0)
    return most <= READ_AT_ONCE


def _gain(step: Step) -> int:
    """How much a step concludes."""
    return len(step.eliminations) + _DIGIT * len(step.placements)


def _is_computed(step: Step) -> bool:
    """Whether a step says what all ways to fill many cells leave, which no reader checks."""
    match step.proof:
        case FactsProof(tried=tried):
            return tried is not None
        case ClueProof() as proof:
            return not (proof.ways or proof.common or proof.each or proof.against)
        case JointProof() as proof:
            listed = proof.ways or proof.common or proof.each
            return not (listed or proof.arguments or proof.extremes)
        case _:
            return False


def _parts(entry: PresetEntry, step: Step, position: Position, clock: Clock) -> Iterator[Step]:
    """A step of several parts with fewer of them; the others make the next steps."""
    proof = step.proof
    if not isinstance(proof, ClueProof | SumProof | LeftoverProof):
        return
    parts = proof.each
    for count in range(len(parts) - 1, 0, -1):
        own = parts[:count]
        every = {pair for part in own for pair in part.eliminations}
        proofs = [part.proof for part in own if isinstance(part.proof, WaysProof)]
        common = dict.fromkeys(pair for one in proofs for pair in one.common)
        left = sorted({pair for one in proofs for pair in one.left} - every)
        some = replace(proof, each=own, common=tuple(common), left=tuple(left))
        if count > 1:
            yield replace(step, proof=some, eliminations=tuple(sorted(every)))
        else:
            yield entry.search.argued(open_candidates(position), own[0], clock)


def _least_worth(entry: PresetEntry) -> float:
    """The points that a step of a line has at least; a small proof is no shorter than others, and
    is looked for only where none is too hard."""
    if isinstance(entry.search, SmallProof):
        return inf
    facts = _FEWEST_FACTS if isinstance(entry.search, ClueNegation) else 0
    return min([WORTH[name] for name in entry.search.names if name in WORTH], default=0) + facts
