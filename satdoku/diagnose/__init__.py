"""What is wrong with a puzzle or a player's board, and why: clashes, repairs, other solutions.

| file | answers |
|---|---|
| diagnosis.py | ``diagnose``: all of it for one puzzle |
| facts.py | what can be at fault (givens, pencil marks, rules), and which of it can hold together |
| clashes.py | the smallest sets of facts that clash, and all others by size |
| reasons.py | the argument that shows a clash, in sentences |
| repairs.py | the fewest facts to take away, or givens to change, that cure |
| additions.py | the fewest givens to add so that one solution is left |
| ambiguity.py | why a puzzle has several solutions: the deadly pattern, what to add or change |
| board.py | what is wrong with a player's board, without giving the rest away |
| hitting.py | the smallest sets that meet every set of a growing list |

>>> from satdoku.diagnose import diagnose
>>> from satdoku.formats import parse
>>> found = diagnose(parse("1...2......12...").puzzle)
>>> found.verdict
'none'
"""

from satdoku.diagnose.clashes import Clashes
from satdoku.diagnose.diagnosis import Clash, Diagnosis, diagnose
from satdoku.diagnose.facts import Fact, Ground, facts_of, require_sound, with_facts, without
from satdoku.diagnose.reasons import Argument, argue
from satdoku.diagnose.repairs import Change, Removal, a_removal, changed, changes, removals

__all__ = [
    "Argument",
    "Change",
    "Clash",
    "Clashes",
    "Diagnosis",
    "Fact",
    "Ground",
    "Removal",
    "a_removal",
    "argue",
    "changed",
    "changes",
    "diagnose",
    "facts_of",
    "removals",
    "require_sound",
    "with_facts",
    "without",
]
