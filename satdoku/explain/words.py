"""What the two languages share: grouping, numbering, and which sentence a step needs.

:class:`Words` is the frame; ``english.py`` and ``japanese.py`` fill in the sentences. The dispatch
lives here once, so that neither language can forget a family: a missing method is a type error.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from satdoku.explain.eureka import eureka
from satdoku.explain.names import Lang, title
from satdoku.puzzle.geometry import Geometry
from satdoku.techniques.step import Candidate, CellSet, Chain, House, Node, Step

__all__ = ["Words"]

Statement: TypeAlias = tuple[int, int, bool]
"""cell, digit, whether it is the digit or is not."""

SHORT = 6
"""A chain of up to this many statements is told in one sentence, a longer one line by line."""


class Words(ABC):
    """The sentences of one language for the steps of one board."""

    lang: Lang

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    # -- pieces ----------------------------------------------------------------------------------

    @abstractmethod
    def join(self, items: Sequence[str]) -> str:
        """A list in a sentence."""

    @abstractmethod
    def house(self, house: House) -> str:
        """The name of a house inside a sentence."""

    @abstractmethod
    def is_not(self, cells: str, digits: str, many: bool) -> str:
        """ "r1c1 and r1c2 are not 5"."""

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return self.geometry.name(cell)

    def cells(self, cells: Iterable[int]) -> str:
        """The names of some cells, in a sentence."""
        return self.join([self.cell(cell) for cell in cells])

    def digits(self, digits: Iterable[int]) -> str:
        """Some digits, in a sentence."""
        return self.join([str(digit) for digit in digits])

    def houses(self, houses: Iterable[House]) -> str:
        """The names of some houses, in a sentence."""
        return self.join([self.house(house) for house in houses])

    def out(self, step: Step) -> str:
        """What is crossed out: "r1c2 and r1c3 are not 5; r1c2 is not 7"."""
        groups: dict[tuple[int, ...], list[int]] = {}
        by_digit: dict[int, list[int]] = {}
        for cell, digit in step.eliminations:
            by_digit.setdefault(digit, []).append(cell)
        for digit, cells in by_digit.items():
            groups.setdefault(tuple(cells), []).append(digit)
        parts = [
            self.is_not(self.cells(cells), self.either(digits), len(cells) > 1)
            for cells, digits in groups.items()
        ]
        return self.semicolon.join(parts)

    semicolon = "; "

    def either(self, digits: Sequence[int]) -> str:
        """Digits after a negation: "3 or 5"."""
        return self.digits(digits)

    def where(self, pairs: Iterable[Candidate]) -> str:
        """The cells of some candidates."""
        return self.cells(dict.fromkeys(cell for cell, _ in pairs))

    # -- the three strengths -----------------------------------------------------------------------

    def kind(self, step: Step) -> str:
        """Strength 1: what kind, and where to look."""
        return self.look_for(title(step.technique, self.lang), self.place(step))

    @abstractmethod
    def look_for(self, name: str, place: str) -> str:
        """ "Look for a naked pair in row 3."."""

    def place(self, step: Step) -> str:
        """Where to look: the houses of the pattern, or one that holds its first cell."""
        if step.houses:
            return self.houses(dict.fromkeys(step.houses[:2]))
        cells = step.cells or tuple(c for c, _ in step.placements + step.eliminations)
        names = []
        for house in self.geometry.houses:
            if cells and set(cells) <= set(house.cells):
                names.append(self.house(_as_house(house.kind, house.number, house.cells)))
        if names:
            return names[0]
        homes = dict.fromkeys(self._home(cell) for cell in cells)
        return self.join(list(homes)[:3])

    def _home(self, cell: int) -> str:
        for house in (*self.geometry.regions, *self.geometry.houses):
            if cell in house.cells:
                return self.house(_as_house(house.kind, house.number, house.cells))
        return self.cell(cell)

    @abstractmethod
    def pattern(self, step: Step) -> str:
        """Strength 2: which cells and digits, without what follows."""

    def full(self, step: Step) -> str:
        """Strength 3: everything, with the reason."""
        return self._body(step)

    def _body(self, step: Step) -> str:
        name = step.technique
        if step.contradiction is not None and name in ("enclosure", "exclosure"):
            return self.contradiction(step)
        if name in ("full-house",):
            return self.full_house(step)
        if name == "hidden-single" or (name == "ubit" and step.houses):
            return self.hidden_single(step)
        if name in ("naked-single", "sbit"):
            return self.naked_single(step)
        if name in ("pointing", "claiming", "intersection"):
            return self.locked(step)
        if name.startswith(("direct-pointing", "direct-claiming")):
            return self.direct_locked(step)
        if name.startswith("direct-hidden"):
            return self.direct_hidden(step)
        if name.startswith("naked-") or name == "enclosure":
            return self.naked_set(step)
        if name.startswith("hidden-") or name == "exclosure":
            return self.hidden_set(step)
        if name in ("x-wing", "swordfish", "jellyfish") or name.startswith("fish-"):
            return self.fish(step)
        if name in ("xy-wing", "xyz-wing"):
            return self.wing(step)
        if name.startswith("unique-"):
            return self.unique(step, int(name[-1]))
        if name.startswith("bug-"):
            return self.bug(step, int(name[-1]))
        if name.startswith("aligned-"):
            return self.aligned(step)
        if step.variant.endswith("cycle"):
            return self.cycle(step)
        if step.variant in ("x-chain", "xy-chain"):
            return self.chain(step)
        if step.variant in ("contradiction", "double", "cell", "region") and step.chains:
            return self.forcing(step)
        if name == "death-blossom":
            return self.blossom(step)
        if name == "als-xz" and step.variant == "doubly linked":
            return self.doubly_linked(step)
        if name.startswith("als-"):
            return self.als_chain(step)
        if name == "negation":
            return self.negation(step)
        if name == "trial":
            return self.trial(step)
        if name == "assumption":
            return self.assumption(step)
        return self.plain(step)

    # -- chains ------------------------------------------------------------------------------------

    def lines(self, chain: Chain, known: dict[Statement, int] | None = None) -> str:
        """A chain's statements, one a line, each with its reason and numbered for reference.

        ``known`` gives the numbers of statements that were told before; these and what only they
        rest on are left out, and those told now are added.
        """
        known = {} if known is None else known
        nodes = chain.nodes
        wanted = [False] * len(nodes)
        wanted[-1] = True
        for at in range(len(nodes) - 1, -1, -1):
            if wanted[at] and _says(nodes[at]) not in known:
                for parent in nodes[at].parents:
                    wanted[parent] = True
        told = []
        met: set[int] = set()
        line = chain.is_line and not known
        for at, node in enumerate(nodes):
            if not wanted[at] or _says(node) in known:
                continue
            number = known[_says(node)] = len(known) + 1
            rests_on = sorted({known[_says(nodes[p])] for p in node.parents})
            others = "" if line else self.because(rests_on, number)
            told.append(f"{number}. {self.statement(chain, at)}{others}")
            if node.part is not None and node.part not in met:
                met.add(node.part)
                told.append(self.indent(self.full(chain.parts[node.part]), "   | "))
        return "\n".join(told)

    def tell_both(self, chains: Sequence[Chain]) -> list[str]:
        """Trains of thought from one assumption, each with its end: one numbered argument."""
        if all(self._is_short(chain) for chain in chains):
            return self.contrasted([self.tell(chain) for chain in chains])
        known: dict[Statement, int] = {}
        return self.contrasted([self._noted(chain, self.lines(chain, known)) for chain in chains])

    def contrasted(self, told: Sequence[str]) -> list[str]:
        """Texts with a word between that says that they oppose each other."""
        return [told[0], *(f"{self.opposed}\n{text}" for text in told[1:])]

    def _is_short(self, chain: Chain) -> bool:
        return len(chain.nodes) <= SHORT and chain.is_line and not chain.parts

    @abstractmethod
    def statement(self, chain: Chain, at: int) -> str:
        """One statement of a chain with its reason: "r1c5 is not 7 (row 1)"."""

    @abstractmethod
    def because(self, numbers: Sequence[int], own: int) -> str:
        """A reference to the lines a statement rests on, where it is not just the one above."""

    def tell(self, chain: Chain) -> str:
        """A chain as text: one sentence when short, else line by line, with its notation below."""
        if self._is_short(chain):
            told = self.sentence(
                self.arrow.join(self.statement(chain, at) for at in range(len(chain.nodes)))
            )
        else:
            told = self.lines(chain)
        return self._noted(chain, told)

    def _noted(self, chain: Chain, told: str) -> str:
        note = eureka(chain, self.geometry)
        return told + (f"\n  {note}" if note else "")

    def sentence(self, text: str) -> str:
        """A text as a sentence of its own."""
        return text + self.stop

    arrow = " → "
    stop = "."
    opposed = "On the other hand:"

    # -- what each language must say ---------------------------------------------------------------

    @abstractmethod
    def contradiction(self, step: Step) -> str: ...
    @abstractmethod
    def full_house(self, step: Step) -> str: ...
    @abstractmethod
    def hidden_single(self, step: Step) -> str: ...
    @abstractmethod
    def naked_single(self, step: Step) -> str: ...
    @abstractmethod
    def locked(self, step: Step) -> str: ...
    @abstractmethod
    def direct_locked(self, step: Step) -> str: ...
    @abstractmethod
    def direct_hidden(self, step: Step) -> str: ...
    @abstractmethod
    def naked_set(self, step: Step) -> str: ...
    @abstractmethod
    def hidden_set(self, step: Step) -> str: ...
    @abstractmethod
    def fish(self, step: Step) -> str: ...
    @abstractmethod
    def wing(self, step: Step) -> str: ...
    @abstractmethod
    def unique(self, step: Step, number: int) -> str: ...
    @abstractmethod
    def bug(self, step: Step, number: int) -> str: ...
    @abstractmethod
    def aligned(self, step: Step) -> str: ...
    @abstractmethod
    def cycle(self, step: Step) -> str: ...
    @abstractmethod
    def chain(self, step: Step) -> str: ...
    @abstractmethod
    def forcing(self, step: Step) -> str: ...
    @abstractmethod
    def als_chain(self, step: Step) -> str: ...
    @abstractmethod
    def doubly_linked(self, step: Step) -> str: ...
    @abstractmethod
    def blossom(self, step: Step) -> str: ...
    @abstractmethod
    def negation(self, step: Step) -> str: ...
    @abstractmethod
    def trial(self, step: Step) -> str: ...
    @abstractmethod
    def assumption(self, step: Step) -> str: ...
    @abstractmethod
    def plain(self, step: Step) -> str: ...

    # -- shared by both ----------------------------------------------------------------------------

    def split_fish(self, step: Step) -> tuple[Sequence[House], Sequence[House]]:
        """A fish's base lines and covering lines."""
        half = len(step.houses) // 2
        return step.houses[:half], step.houses[half:]

    def ends(self, step: Step) -> tuple[list[int], list[int]]:
        """The restricted commons of an ALS chain, and the digits that go."""
        count = len(step.sets) - 1
        return list(step.digits[:count]), list(step.digits[count:])

    def set_cells(self, found: CellSet) -> str:
        """The cells of a named set."""
        return self.cells(found.cells)

    def indent(self, text: str, by: str = "  ") -> str:
        """Every line of a text moved in."""
        return "\n".join(by + line for line in text.splitlines())


def _says(node: Node) -> Statement:
    return node.cell, node.digit, node.on


def _as_house(kind: str, number: int, cells: tuple[int, ...]) -> House:
    return House(kind, number, cells)  # type: ignore[arg-type]
