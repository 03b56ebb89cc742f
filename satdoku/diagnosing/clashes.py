"""Clashes: sets of facts that no grid can keep together, though it can once any one of them goes.

A clash meets every *correction*, a set of facts whose removal cures the puzzle; the smallest clash
is the smallest set that meets them all. :class:`Clashes` proposes a smallest set that meets the
corrections known so far; if its facts can hold together, what must be left out beside them is a new
correction; if they cannot, they are a smallest clash. Forbidding that one and going on gives every
clash, by size (hitting.py has the sources; Liffiton, Previti, Malik and Marques-Silva, "Fast,
flexible MUS enumeration", Constraints 21, 2016, for the way to enumerate).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from satdoku.base.limits import Clock
from satdoku.diagnosing.facts import Fact, Ground
from satdoku.diagnosing.hitting import HittingSets


class Clashes:
    """The clashes of a puzzle without a solution.

    ``first`` is a clash in which every fact is needed, found by leaving facts out one by one;
    ``at_least`` is the size that the smallest clash is proved to have at least.

    :raises ValueError: where the facts can hold together.
    :raises RanOut: where the clock runs out before a clash is found.
    """

    def __init__(self, ground: Ground, clock: Clock) -> None:
        self._ground = ground
        if ground.hold(ground.facts, clock):
            raise ValueError("the puzzle has a solution")
        self._hitting = HittingSets(ground.facts)
        self._seen: Counter[Fact] = Counter()
        self.known: list[frozenset[Fact]] = []
        """Sets of facts that cannot hold together, as the searches met them, fit to hit."""
        self.first = self.reduced(ground.clashing(), clock)

    @property
    def at_least(self) -> int:
        """The proved least size of the smallest clash that was not returned yet."""
        return self._hitting.at_least

    def reduced(self, facts: Iterable[Fact], clock: Clock) -> frozenset[Fact]:
        """A clash within facts that cannot hold together.

        :raises RanOut: where the clock runs out first.
        """
        ground = self._ground
        left = list(facts)
        needed: list[Fact] = []
        # Rules and marks go first where they can: a clash of givens alone is easier to see.
        left.sort(key=ground.facts.index)
        while left:
            fact = left.pop()
            if ground.hold([*needed, *left], clock):
                needed.append(fact)
            else:
                core = ground.clashing()
                left = [other for other in left if other in core]
        clash = frozenset(needed)
        self._note(clash)
        return clash

    def smallest_first(self, clock: Clock) -> Iterator[frozenset[Fact]]:
        """Every clash, each proved to have the smallest size of those not given before.

        :raises RanOut: where the clock runs out first.
        """
        hitting = self._hitting
        given: set[frozenset[Fact]] = set()
        while (proposed := hitting.smallest(clock)) is not None:
            size = len(proposed)
            # A known clash of this size serves as well as a new one.
            clash = next((c for c in self.known if len(c) == size and c not in given), None)
            if clash is None:
                correction = self.correction(proposed, clock)
                if correction is not None:
                    hitting.add(correction)
                    continue
                clash = proposed
                self._note(clash)
            given.add(clash)
            yield clash
            hitting.block(clash)

    def correction(self, fixed: frozenset[Fact], clock: Clock) -> list[Fact] | None:
        """Facts without which the others can hold, each of them needed; none of ``kept``.

        ``None`` where ``kept`` itself clashes.

        :raises RanOut: where the clock runs out first.
        """
        ground = self._ground
        others = [fact for fact in ground.facts if fact not in fixed]
        left_out = []
        # Many facts are tried at once: on a large board, trying few would take long.
        while not ground.hold([*fixed, *others], clock):
            core = ground.clashing() - fixed
            if not core:
                return None
            self._seen.update(core)
            # Facts in most clashes are removed first, so that few others must be removed too.
            worst = max((f for f in others if f in core), key=self._seen.__getitem__)
            others.remove(worst)
            left_out.append(worst)
        needed = []
        welcome = ground.kept(left_out, ground.values())
        others += welcome
        for fact in left_out:
            if fact in welcome:
                continue
            if ground.hold([*fixed, *others, fact], clock):
                others.append(fact)
            else:
                needed.append(fact)
        return needed

    def _note(self, clash: frozenset[Fact]) -> None:
        self._seen.update(dict.fromkeys(clash, 8))
        self.known.append(clash)

    def close(self) -> None:
        """Free what the search holds."""
        self._hitting.close()
