"""The wish for puzzles of a run, and reasons why a wish can never be met."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cached_property
from hashlib import sha256
from typing import Any

from satdoku.base.errors import ImpossibleWish
from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid
from satdoku.constraints import to_data
from satdoku.constraints.modifiers import Modifier
from satdoku.formats import write
from satdoku.generating.clues import ClueKind, ClueWish, counts_together
from satdoku.generating.difficulty import Target
from satdoku.generating.modified import Modified, ModifiedKind
from satdoku.generating.needs import core_for_needs
from satdoku.generating.pattern import (
    impossible_clues,
    impossible_mask,
    orbits,
    pattern_symmetries,
    reachable_sums,
    whole_orbits,
)
from satdoku.puzzle import Document, Puzzle

__all__ = ["MAX_GENERATED", "MIN_GENERATED", "ImpossibleWish", "Wish"]

MIN_GENERATED, MAX_GENERATED = 4, 25
"""Smallest and largest side of the boards that are generated."""

MAX_SOLUTIONS = 9
"""The most solutions of puzzles that are made to have several."""


@dataclass(frozen=True)
class Wish:
    """The properties that every puzzle of a run must have.

    board     board and rules; its givens are digits that every puzzle must give
    clues     exactly this many givens
    minimal   every given is needed
    symmetry  one of :data:`SYMMETRIES`, which the pattern of givens and the shapes of placed clues
              keep. Without ``minimal``, both are taken away as whole orbits until no orbit can be
              spared
    mask      exactly the cells that are given
    grid      the solution
    killer    cages with sums instead of givens
    full      full grids instead of puzzles
    target    classic 9x9: the difficulty
    uniform   classic 9x9: start from grids that are all equally likely (some 25 times slower)
    placed    clues of rules to place on the solution
    area      the cells that these clues may lie in; ``None``: all cells
    no_givens the only givens are those of the board; clues determine the rest
    single_cages  killer puzzles may have cages of one cell
    solutions  the fewest and most solutions of each puzzle; ``None``: one
    under     a modifier without rules, whose values these clues read
    """

    board: Puzzle
    clues: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    mask: frozenset[int] | None = None
    grid: tuple[int, ...] | None = None
    killer: bool = False
    full: bool = False
    uniform: bool = False
    target: Target | None = None
    placed: tuple[ClueWish, ...] = ()
    area: frozenset[int] | None = None
    no_givens: bool = False
    single_cages: bool = False
    solutions: tuple[int, int] | None = None
    under: Modifier | None = None

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.board.geometry

    @cached_property
    def modified(self) -> Modified | None:
        """The board of clues under a modifier."""
        return None if self.under is None else Modified.on(self.geometry, self.under)

    @property
    def wished_cells(self) -> tuple[int, ...]:
        """The cells whose digits are wished for."""
        return tuple(cell for cell, given in enumerate(self.board.givens) if given is not None)

    @property
    def is_determined(self) -> bool:
        """Whether the digits of a mask are all known, so that there is one puzzle to look at."""
        if self.mask is None:
            return False
        return self.grid is not None or self.mask.issubset(self.wished_cells)

    @property
    def is_classic(self) -> bool:
        """Whether this is about plain 9x9 puzzles."""
        return (
            self.board.geometry.is_classic and not self.board.constraints and not self.has_own_rules
        )

    @property
    def is_one_need(self) -> bool:
        """Whether the difficulty wished for is one technique that plain 9x9 puzzles need, and the
        core can look for them."""
        is_plain = self.is_classic and self.mask is None and core_for_needs() is not None
        return is_plain and self.target is not None and self.target.is_one_need

    @property
    def has_own_rules(self) -> bool:
        """Whether each puzzle has cages or clues of its own."""
        return self.killer or bool(self.placed)

    def described(self) -> dict[str, Any]:
        """The wish as plain data."""
        return {
            "board": write(Document(self.board), "json").strip(),
            "clues": self.clues,
            "minimal": self.minimal,
            "symmetry": self.symmetry,
            "mask": None if self.mask is None else sorted(self.mask),
            "grid": self.grid,
            "killer": self.killer,
            "full": self.full,
            "uniform": self.uniform,
            "target": None if self.target is None else self.target.data(),
        } | self._described_clues()

    def _described_clues(self) -> dict[str, Any]:
        """Fields that are left out where they are not wished for, so that seeds of other wishes
        stay as they were."""
        fields: dict[str, Any] = {}
        if self.placed:
            fields["placed"] = [asdict(wish) for wish in self.placed]
        if self.area is not None:
            fields["area"] = sorted(self.area)
        if self.no_givens:
            fields["no givens"] = True
        if self.killer:
            fields["single cages"] = self.single_cages
        if self.solutions is not None:
            fields["solutions"] = self.solutions
        if self.under is not None:
            fields["under"] = to_data(self.under, self.geometry)
        return fields

    def seeded(self, seed: int) -> int:
        """The seed of a run of this wish: other wishes draw other numbers from the same seed."""
        return seed ^ self._number

    @cached_property
    def _number(self) -> int:
        text = json.dumps(self.described(), sort_keys=True)
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def require_possible(self) -> None:
        """Raise an error if it can be seen that no puzzle meets the wish.

        A wish that passes may still be impossible.

        :raises ImpossibleWish: with the first reason found.
        :raises InvalidPuzzle: where digits wished for clash, or a region is at fault.
        """
        self.board.require_valid()
        if reason := self._reason():
            raise ImpossibleWish(reason)

    def _reason(self) -> str | None:
        geometry = self.geometry
        size = geometry.size
        if size < MIN_GENERATED or max(geometry.rows, geometry.columns, size) > MAX_GENERATED:
            return (
                f"boards of {MIN_GENERATED}x{MIN_GENERATED} to {MAX_GENERATED}x{MAX_GENERATED} "
                f"are generated, not {geometry.describe()}"
            )
        try:
            orbits(geometry, self.symmetry)
        except ValueError as error:
            return str(error)
        if self.target is not None and (reason := self._target_reason(self.target)):
            return reason
        return self._clash() or self._grid_reason() or self._mask_reason() or self._clues_reason()

    def _clash(self) -> str | None:
        # One check after the other, since the first clash is the one that is reported.
        shaped = {
            "a number of clues": self.clues is not None,
            "minimal": self.minimal,
            "a symmetry": self.symmetry != "none",
            "a mask": self.mask is not None,
        }
        alone = self.no_givens and not self.killer
        for special, wanted in (
            ("full grids", self.full),
            ("killer puzzles", self.killer),
            ("puzzles without givens", alone),
        ):
            others = [
                name
                for name, there in shaped.items()
                if there and not (alone and name in ("minimal", "a symmetry"))
            ]
            if wanted and others:
                return f"{special} cannot be asked for together with {' and '.join(others)}"
        if reason := self._clues_clash() or self._solutions_clash():
            return reason
        if self.full and self.killer:
            return "full grids cannot be asked for together with killer puzzles"
        if self.killer and self.wished_cells:
            return "killer puzzles are made without givens, so no digits can be wished for"
        if self.full and self.grid is not None:
            return "full grids cannot be asked for together with a grid"
        if self.uniform and not self.is_classic:
            return "uniform grids are for the classic 9x9 (other boards: docs/generate-methods.md)"
        chosen = {
            "a mask": self.mask is not None,
            "a grid": self.grid is not None,
            "digits wished for": bool(self.wished_cells),
        }
        others = [name for name, there in chosen.items() if there]
        if self.uniform and others:
            return f"uniform grids cannot be asked for together with {' and '.join(others)}"
        return None

    def _clues_clash(self) -> str | None:
        """The reason why clues on the solution are impossible, or ``None``."""
        # One check after the other, since the first clash is the one that is reported.
        if self.single_cages and not self.killer:
            return "cages of one cell can be asked for killer puzzles only"
        if self.area is not None and not self.placed:
            return "no clues are asked for that could lie in a pattern"
        if self.under is not None and not self.placed:
            return "no clues are asked for that could read modified cells"
        if self.no_givens and not self.has_own_rules:
            return "a puzzle without givens needs clues of rules"
        if not self.placed:
            return None
        others = [
            name
            for name, there in (
                ("full grids", self.full),
                ("killer puzzles", self.killer),
                ("a mask", self.mask is not None),
            )
            if there
        ]
        if others:
            return f"clues of rules cannot be asked for together with {' and '.join(others)}"
        if self.no_givens and self.wished_cells:
            return "without givens no digits can be wished for"
        for wish in self.placed:
            if wish.count is None and not self.no_givens:
                return (
                    f"how many clues of {wish.kind} is not said ({wish.kind}:3); only a puzzle "
                    "without givens has as many as it needs"
                )
        if self.under is not None and (reason := self.under.unplaced(self.geometry)):
            return reason
        for wish in self.placed:
            kind = self.kind_of(wish)
            room = kind.room(self.area)
            if wish.count == 0:
                return f"of {wish.kind} at least one clue must be asked for"
            if room is not None and wish.count is not None and wish.count > room:
                return (
                    f"{wish.count} clues of {wish.kind} do not fit: with at least "
                    f"{kind.sizes[0]} cells each there is room for {room} at most"
                )
            if reason := self._unsymmetric(kind):
                return reason
        return None

    @property
    def whole_area(self) -> frozenset[int] | None:
        """The cells of ``area`` whose images are all in it."""
        return None if self.area is None else whole_orbits(self.geometry, self.symmetry, self.area)

    def _unsymmetric(self, kind: ClueKind) -> str | None:
        """The reason why clues of a kind cannot have the symmetry, or ``None``."""
        count = kind.wish.count
        sizes = counts_together(kind.wish, self.geometry, self.symmetry, self.whole_area)
        if not sizes:
            return (
                f"clues of {kind.name} cannot have the symmetry {self.symmetry}: "
                "their images are no such clues, or leave each other no room"
            )
        if count is not None and count % sizes[-1]:
            sets = " or ".join(map(str, reversed(sizes)))
            return (
                f"{count} clues of {kind.wish.kind} cannot have the symmetry {self.symmetry}: "
                f"they come in sets of {sets}"
            )
        return None

    def kind_of(self, wish: ClueWish) -> ClueKind:
        """The kind of clue of a wish for clues."""
        if self.modified is None:
            return ClueKind(wish, self.geometry, self.symmetry)
        return ModifiedKind(wish, self.modified, self.symmetry)

    def _solutions_clash(self) -> str | None:
        """The reason why several solutions are impossible, or ``None``."""
        if self.solutions is None:
            return None
        low, high = self.solutions
        if not 2 <= low <= high <= MAX_SOLUTIONS:
            return f"puzzles of 2 to {MAX_SOLUTIONS} solutions are made, not of {low} to {high}"
        others = {
            "full grids": self.full,
            "killer puzzles": self.killer,
            "no givens": self.no_givens,
            "a mask": self.mask is not None,
            "a number of clues": self.clues is not None,
            "minimal": self.minimal,
            "a difficulty": self.target is not None,
        }
        named = [name for name, there in others.items() if there]
        if named:
            return f"several solutions cannot be asked for together with {' and '.join(named)}"
        return None

    def _target_reason(self, target: Target) -> str | None:
        if self.full:
            return "a difficulty can be asked for puzzles only, not for full grids"
        if not self.is_classic:
            if not target.is_about_paths:
                return (
                    "the difficulty of other puzzles than the classic 9x9 is asked for by level, "
                    "technique, singles or steps, not by rating or minutes"
                )
            if self.is_determined:
                return "a difficulty cannot be asked for where the mask holds known digits"
            return target.reason(is_plain=False)
        if self.uniform:
            return "a difficulty cannot be asked for together with uniform grids"
        given = self.clues if self.mask is None else len(self.mask)
        if given is not None and given < target.least_givens:
            return (
                f"a puzzle of the level {target.level} has {target.least_givens} givens or more, "
                f"and {given} are asked for"
            )
        return target.reason(one_need=self.is_one_need)

    def _grid_reason(self) -> str | None:
        if self.grid is None:
            return None
        if not self.board.accepts(Grid(self.geometry, self.grid)):
            return "the grid does not keep the rules or the digits wished for"
        return None

    def _mask_reason(self) -> str | None:
        mask, geometry = self.mask, self.geometry
        if mask is None:
            return None
        if stray := [cell for cell in self.wished_cells if cell not in mask]:
            return (
                f"a digit is wished for in {geometry.name(stray[0])}, which the mask leaves empty"
            )
        if self.clues is not None and self.clues != len(mask):
            return f"the mask fills {len(mask)} cells, so there cannot be {self.clues} clues"
        if self.symmetry != "none" and self.symmetry not in pattern_symmetries(geometry, mask):
            for orbit in orbits(geometry, self.symmetry):
                filled = [cell for cell in orbit if cell in mask]
                if filled and len(filled) < len(orbit):
                    empty = next(cell for cell in orbit if cell not in mask)
                    return (
                        f"the mask does not have the symmetry {self.symmetry}: it fills "
                        f"{geometry.name(filled[0])} and leaves {geometry.name(empty)} empty"
                    )
        return impossible_mask(self.board, mask)

    def _clues_reason(self) -> str | None:
        if self.clues is None:
            return None
        if self.clues < 0:
            return f"the number of clues cannot be {self.clues}"
        if (
            self.mask is None
            and not self.placed
            and (reason := impossible_clues(self.board, self.clues, minimal=self.minimal))
        ):
            return reason
        wished = set(self.wished_cells)
        forced = [o for o in orbits(self.geometry, self.symmetry) if wished.intersection(o)]
        fixed = sum(map(len, forced))
        if self.clues < fixed:
            return f"the digits wished for make {fixed} clues already, more than {self.clues}"
        free = [len(o) for o in orbits(self.geometry, self.symmetry) if not wished.intersection(o)]
        if self.clues - fixed not in reachable_sums(free):
            sizes = ", ".join(map(str, sorted(set(free))))
            return (
                f"no pattern with the symmetry {self.symmetry} has {self.clues} clues: "
                f"its cells come in sets of {sizes}"
            )
        return None
