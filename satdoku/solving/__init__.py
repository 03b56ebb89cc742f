"""The questions about solutions, for any engine.

Each function takes a Limit and reports how certain its answer is.

| file | question |
|---|---|
| solve.py | :func:`solve`: some or all solutions; :func:`enumerate_solutions`: one at a time |
| count.py | :func:`count`: how many solutions, exactly or "at least" |
| estimate.py | about how many solutions, by random dives |
| uniqueness.py | :func:`is_unique`: exactly one? :func:`check_unique`: with witnesses |
| candidates.py | :func:`true_candidates`: which candidates occur in some solution |
| checker.py | :class:`Checker`: the same questions about thousands of related puzzles |
| sessions.py | shared by all: choosing engines, checking answers, comparing engines |
| frontier.py | exact solution counts without listing solutions |
| frontier_plan.py | the plan of a frontier count: the order of cells, the contents of states |

``backend`` is one of :data:`satdoku.engines.BACKENDS`. Every question raises

* InvalidPuzzle where the puzzle breaks its own rules (:meth:`Puzzle.problems`),
* EngineUnavailable and Unsupported where the backend named cannot answer,
* EngineDisagreement where two engines, or an engine and the rules, contradict each other.

Begin with solve.py.
"""

from satdoku.engines import BACKENDS, EngineOptions
from satdoku.solving.candidates import CandidateMemory, CandidatesResult, true_candidates
from satdoku.solving.checker import Checker
from satdoku.solving.count import CountResult, Published, count, published
from satdoku.solving.solve import Solutions, SolveResult, enumerate_solutions, solve
from satdoku.solving.uniqueness import UniquenessResult, check_unique, is_unique

__all__ = [
    "BACKENDS",
    "CandidateMemory",
    "CandidatesResult",
    "Checker",
    "CountResult",
    "EngineOptions",
    "Published",
    "Solutions",
    "SolveResult",
    "UniquenessResult",
    "check_unique",
    "count",
    "enumerate_solutions",
    "is_unique",
    "published",
    "solve",
    "true_candidates",
]
