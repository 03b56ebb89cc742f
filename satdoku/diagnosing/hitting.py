"""The smallest sets that meet every set of a list that grows.

Such a set is called a hitting set. The smallest set of givens that clash meets every set whose
removal cures the puzzle; the fewest givens that leave one solution meet the difference of every
other solution from it; the fewest givens to take away meet every clash. These lists are far too
long to write down, so they grow on demand: propose a smallest set that meets every known set, let a
solver look for a set that it misses, add this set, and repeat until there is none ("implicit
hitting sets": Moreno-Centeno and Karp, "The implicit hitting set approach to solve combinatorial
optimization problems", Operations Research 61, 2013; Ignatiev, Previti, Liffiton and Marques-Silva,
"Smallest MUS extraction with minimal hitting set dualization", CP 2015).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

from satdoku.base.limits import Clock
from satdoku.engines.incremental import Clauses
from satdoku.engines.oracles import counter_of

if TYPE_CHECKING:
    from pysat.card import ITotalizer

T = TypeVar("T", bound=Hashable)


class HittingSets(Generic[T]):
    """Smallest sets with an element of every set added so far and not all of any blocked set.

    ``elements`` may be chosen (cells, positions in a list, names of rules); where several smallest
    sets serve, any of them is returned. ``at_least`` is the proved least size of the smallest set;
    it only grows, and is one more than the number of elements where no set serves.
    """

    def __init__(self, elements: Iterable[T]) -> None:
        self.elements = tuple(dict.fromkeys(elements))
        self._literal = {element: i for i, element in enumerate(self.elements, 1)}
        self._clauses = Clauses(solver="glucose4")
        self._counter: ITotalizer | None = None
        self._written = 0
        # Sets that share no element take one each; a solver would try all ways to find this out.
        self._apart, self._met = 0, set[T]()
        self.at_least = 0

    def add(self, elements: Iterable[T]) -> None:
        """Require every set to meet this one, of which only the ``elements`` count."""
        chosen = [e for e in dict.fromkeys(elements) if e in self._literal]
        if chosen:
            self._clauses.add([self._literal[element] for element in chosen])
            if self._met.isdisjoint(chosen):
                self._met.update(chosen)
                self._apart += 1
                self.at_least = max(self.at_least, self._apart)
        else:
            self.at_least = len(self.elements) + 1

    def block(self, elements: Iterable[T]) -> None:
        """Exclude sets that hold all of these."""
        self._clauses.add([-self._literal[element] for element in dict.fromkeys(elements)])

    def smallest(self, clock: Clock, at_most: int | None = None) -> frozenset[T] | None:
        """A smallest set; ``None`` where there is none, or none of at most ``at_most`` elements.

        :raises RanOut: where the clock runs out first.
        """
        bound = len(self.elements) if at_most is None else min(at_most, len(self.elements))
        while self.at_least <= bound:
            if self._clauses.solve(self._at_most(self.at_least), clock):
                return self._chosen()
            if not self._clauses.core():  # no set at all, whatever its size
                self.at_least = len(self.elements)
            self.at_least += 1
        return None

    def _chosen(self) -> frozenset[T]:
        # A variable that no clause names is missing from the model.
        true = {literal for literal in self._clauses.model() if literal > 0}
        return frozenset(e for e, literal in self._literal.items() if literal in true)

    def _at_most(self, size: int) -> list[int]:
        """The assumptions under which at most ``size`` elements are chosen."""
        literals = list(self._literal.values())
        if size >= len(literals):
            return []
        if not size:
            return [-literal for literal in literals]
        if self._counter is None:
            self._counter = counter_of(literals, size, len(literals))
        elif size > self._counter.ubound:
            self._counter.increase(ubound=2 * size)
        clauses = self._counter.cnf.clauses
        self._clauses.extend(clauses[self._written :])
        self._written = len(clauses)
        return [-self._counter.rhs[size]]

    def close(self) -> None:
        """Free the solver."""
        self._clauses.close()
        if self._counter is not None:
            self._counter.delete()
