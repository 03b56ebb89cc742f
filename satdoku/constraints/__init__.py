"""The rules of variants: one file for each family; every rule is a small frozen dataclass.

| file | rules |
|---|---|
| regions.py | ``extra-region``, ``windoku``, ``disjoint-groups`` |
| diagonals.py | ``diagonal``, ``diagonal-main``, ``diagonal-anti`` |
| chess.py | ``anti-knight``, ``anti-king`` |
| neighbours.py | ``non-consecutive``, ``minimum``, ``maximum``, ``company`` |
| parity.py | ``odd``, ``even`` |
| cages.py | ``killer-cage`` |
| lines.py | ``thermo``, ``slow-thermo``, ``whisper``, ``renban``, ``palindrome``, ``between`` and
``region-sum`` |
| dots.py | ``white-dot``, ``black-dot``, ``xv``, ``pair-sum``, ``less-than``, ``quadruple``,
``negative-difference``, ``negative-ratio`` and ``negative-xv`` |
| arrows.py | ``arrow``, ``pill-arrow`` |
| outside.py | ``little-killer``, ``sandwich``, ``x-sum``, ``skyscraper`` |
| clones.py | ``clone``, ``same-values`` |
| first_digits.py | ``hidden-skyscraper``, ``first-seen-odd``, ``first-seen-even``, ``rossini`` |
| side_sums.py | ``frame-sum``, ``frame-number``, ``product-frame``, ``before-hi``, ... |
| side_digits.py | ``numbered-room``, ``outside``, ``next-to-hi``, ``side-by-side``, ... |
| runs.py | ``ascending-starter``, ``longest-run`` |
| blanks.py | ``blanks``, ``doppelblock``, ``japanese-sums``, ``end-view`` |
| ranks.py | ``full-rank`` |
| group_lines.py | ``entropic-line``, ``modular-line``, ``parity-line``, ``high-low-line``, ... |
| line_sums.py | ``zipper``, ``double-arrow``, ``split-peas``, ``sum-line``, ``lunchbox`` |
| line_steps.py | ``nabner``, ``lockout``, ``same-difference``, ``sequence-line``, ... |
| indexers.py | ``row-indexer``, ``column-indexer``, ``box-indexer``, ``index-line``, ... |
| contents.py | ``contain``, ``contain-exact``, ``house-digits``, ``equality-cage``, ... |
| cage_kinds.py | ``rellik``, ``product-cage``, ``digital-root-cage``, ``calculation-cage`` |
| sums.py | ``sum``, ``equal-sum``, ``magic-square`` |
| arrow_kinds.py | ``average-arrow``, ``product-arrow``, ``difference-arrow``, ``vudoku``, ... |
| squares.py | ``global-entropy``, ``global-mod`` |
| corners.py | ``quad-number``, ``exclusion``, ``battenburg``, ``clock-face``, ``mathrax`` |
| moves.py | ``anti-taxicab``, ``taxicab``, ``chess``, ``knightmare``, ``diagonal-nonconsecutive`` |
| own_numbers.py | ``friendly``, ``unfriendly``, ``digit-class``, ``low``, ``high`` |
| pointers.py | ``pointer``, ``counting-cell`` |
| flatmates.py | ``dutch-flatmates`` |
| missing_digits.py | ``doppelganger``, ``region-same-values`` |
| modifiers.py | ``modifier``: doublers, negators, hot and cold cells |
| combined.py | ``or``, ``and``, ``not``, ``count-of``, ``variables``, ``same-for-all`` |
| each.py | ``for-each``, ``negative`` |
| unknown_regions.py | ``chaos-construction``, ``chaos-arrow``, ``chaos-count``, ``connected`` |
| shadings.py | ``yin-yang``, ``cave``, ``tapa``, ``nurikabe``, ``star-battle``, paths, clues |
| custom.py | ``pair-table``, ``all-pairs``, ``automaton``, ``regex`` |
| rows.py | rows of integers that many rules share |
| machines.py, sides.py | automata from steps; code shared by clues beside a line |
| denied.py | the opposite of relations |
| open_rules.py | rules with unknown numbers as parameters |
| common.py, pairs.py | code shared by families; rules made of pairs |
| parameters.py | the values of parameters, by kind: read, written, moved |
| hidden.py | digits of cells outside of the grid and numbers of unknown regions, by backtracking |
| region_shapes.py | the unknown regions that agree with the digits of a full grid |
| listed.py | clues as lines of a list, written and read; what drawings leave open |
| wording.py | parts of the forms by which rules are told in English |
| phrases.py | how rules are told in German |
| told.py | rules that a text tells in words and that its puzzle lacks |
| usage.py | how a rule is written on the command line: its example, made short |
| refused.py | the names of rules that are refused, each with the reason |
| console.py | the option text of SudokuSolver's console |
| registry.py | the families; rules and their other names by name, loaded when looked up |
| data.py | rules as plain data (JSON) and as words of the command line |
| patterns.py | regular expressions over the digits of a board, as nondeterministic automata |
| laws.py | the demands of tables and automata, where these are laws with words |

A family is imported when one of its rules is first asked for. To add a rule, write its class in
the file of a family, or in a new file that is named in ``FAMILIES`` (registry.py). Then run
tests/constraints/test_registry.py, which reports what else the rule needs.

Begin with chess.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.constraints.data import from_data as from_data
from satdoku.constraints.data import once as once
from satdoku.constraints.data import parse_rules as parse_rules
from satdoku.constraints.data import to_data as to_data
from satdoku.constraints.data import to_words as to_words
from satdoku.constraints.registry import ALIASES as ALIASES
from satdoku.constraints.registry import BUNDLES as BUNDLES
from satdoku.constraints.registry import FAMILIES as FAMILIES
from satdoku.constraints.registry import REGISTRY as REGISTRY
from satdoku.constraints.registry import rule_class

if TYPE_CHECKING:
    from satdoku.constraints.arrow_kinds import *  # noqa: F403
    from satdoku.constraints.arrows import *  # noqa: F403
    from satdoku.constraints.blanks import *  # noqa: F403
    from satdoku.constraints.cage_kinds import *  # noqa: F403
    from satdoku.constraints.cages import *  # noqa: F403
    from satdoku.constraints.chess import *  # noqa: F403
    from satdoku.constraints.clones import *  # noqa: F403
    from satdoku.constraints.combined import *  # noqa: F403
    from satdoku.constraints.contents import *  # noqa: F403
    from satdoku.constraints.corners import *  # noqa: F403
    from satdoku.constraints.custom import *  # noqa: F403
    from satdoku.constraints.diagonals import *  # noqa: F403
    from satdoku.constraints.dots import *  # noqa: F403
    from satdoku.constraints.first_digits import *  # noqa: F403
    from satdoku.constraints.flatmates import *  # noqa: F403
    from satdoku.constraints.group_lines import *  # noqa: F403
    from satdoku.constraints.indexers import *  # noqa: F403
    from satdoku.constraints.line_steps import *  # noqa: F403
    from satdoku.constraints.line_sums import *  # noqa: F403
    from satdoku.constraints.lines import *  # noqa: F403
    from satdoku.constraints.missing_digits import *  # noqa: F403
    from satdoku.constraints.modifiers import *  # noqa: F403
    from satdoku.constraints.moves import *  # noqa: F403
    from satdoku.constraints.neighbours import *  # noqa: F403
    from satdoku.constraints.outside import *  # noqa: F403
    from satdoku.constraints.own_numbers import *  # noqa: F403
    from satdoku.constraints.parity import *  # noqa: F403
    from satdoku.constraints.pointers import *  # noqa: F403
    from satdoku.constraints.ranks import *  # noqa: F403
    from satdoku.constraints.regions import *  # noqa: F403
    from satdoku.constraints.runs import *  # noqa: F403
    from satdoku.constraints.shadings import *  # noqa: F403
    from satdoku.constraints.side_digits import *  # noqa: F403
    from satdoku.constraints.side_sums import *  # noqa: F403
    from satdoku.constraints.squares import *  # noqa: F403
    from satdoku.constraints.sums import *  # noqa: F403
    from satdoku.constraints.unknown_regions import *  # noqa: F403

_OWN = (
    "ALIASES",
    "BUNDLES",
    "FAMILIES",
    "REGISTRY",
    "from_data",
    "once",
    "parse_rules",
    "to_data",
    "to_words",
)


if not TYPE_CHECKING:  # else a wrong name would have any type

    def __getattr__(name: str) -> object:
        if name == "__all__":
            return [*_OWN, *sorted(kind.__name__ for kind in REGISTRY.values())]
        try:
            return rule_class(name)
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return sorted({*globals(), *(kind.__name__ for kind in REGISTRY.values())})
