"""Random limits and cancellations: an answer that is given is right, or it is none at all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from satdoku import solving
from satdoku.base.errors import Undecided
from satdoku.base.limits import Limit
from satdoku.proofs import certify
from satdoku.puzzle import Puzzle
from satdoku.symmetry import canonical
from tests.fuzz import puzzles
from tests.fuzz.tries import expect
from tests.fuzz.verdicts import solutions

QUESTIONS = ("check", "solve", "count", "candidates", "certify", "canonical")


@dataclass(frozen=True)
class Case:
    """A question with its limits; ``polls``: cancelled when asked this many times."""

    puzzle: Puzzle
    question: str
    backend: str
    seconds: float | None
    nodes: int | None
    polls: int | None
    wanted: int | None

    @property
    def limit(self) -> Limit:
        """The limits, anew."""
        left = self.polls

        def cancel() -> bool:
            nonlocal left
            assert left is not None
            left -= 1
            return left < 0

        return Limit(
            self.seconds, self.wanted, self.nodes, cancel if self.polls is not None else None
        )


def draw(chance: random.Random) -> Case:
    """Small or classic puzzles, few of them hard; limits near to what an answer takes."""
    question = chance.choice(QUESTIONS)
    sizes = "small classic classic" if chance.random() < 0.9 else "middle"
    puzzle = puzzles.puzzle(chance, sizes)
    native = puzzle.geometry.is_classic and not puzzle.constraints
    backends = ["auto", "sat"] + (["native"] if native else [])
    return Case(
        puzzle,
        question,
        chance.choice(backends) if chance.random() < 0.97 else chance.choice(("cpsat", "all")),
        chance.choice((None, None, 0.0, 10 ** chance.uniform(-6, -1.5))),
        chance.choice((None, None, 1, chance.randrange(1, 200))),
        chance.choice((None, None, 0, chance.randrange(1, 30))),
        chance.choice((None, 1, 2, 3, chance.randrange(1, 1000))),
    )


def judge(case: Case) -> None:
    """The limited answer against the whole truth."""
    puzzle = case.puzzle
    if puzzle.problems():
        return
    truth, whole = solutions(puzzle)
    limited = case.seconds is not None or case.nodes is not None or case.polls is not None
    if not whole and not limited and case.wanted is None:
        return
    _QUESTIONS[case.question](case, truth, whole, limited)


Truth = set[tuple[int, ...]]


def _check(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    result = solving.check_unique(case.puzzle, backend=case.backend, limit=case.limit)
    _decided(result.verdict, truth, limited, result.stopped)
    expect(all(map(case.puzzle.accepts, result.witnesses)), "a witness breaks a rule")


def _decided(verdict: str, truth: Truth, limited: bool, stopped: object) -> None:
    if verdict == "undecided":
        expect(
            limited and stopped in ("seconds", "nodes", "cancelled"), "undecided without a limit"
        )
    else:
        right = ("none", "unique")[len(truth)] if len(truth) < 2 else "multiple"
        expect(verdict == right, "a wrong verdict", f"{verdict}, not {right}")


def _solve(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    wanted = case.wanted or 50
    limit = replace(case.limit, solutions=wanted)
    result = solving.solve(case.puzzle, backend=case.backend, limit=limit)
    count = len(result.solutions)
    expect(len(set(result.solutions)) == count <= wanted, "equal solutions, or too many")
    expect(all(map(case.puzzle.accepts, result.solutions)), "a solution breaks a rule")
    right = count == len(truth) if whole else count >= len(truth)
    expect(not result.exhausted or right, "exhausted is wrong")
    expect(limited or count == wanted or result.exhausted, "a search ended early")
    expect(result.complete == (result.exhausted or result.stopped == "solutions"), "complete")
    if result.verdict in ("none", "unique", "multiple"):
        _decided(result.verdict, truth, limited, result.stopped)


def _count(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    result = solving.count(case.puzzle, backend=case.backend, limit=case.limit)
    if whole:
        expect(result.count <= len(truth), "too large a count", result)
        expect(not result.exact or result.count == len(truth), "a wrong exact count", result)
    if case.wanted is not None:
        expect(result.count <= case.wanted, "a count beyond its limit", result)
    if not limited:
        least = min(len(truth), case.wanted or len(truth))
        expect(result.count >= least, "too small a count", result)
    expect(result.exact == (result.stopped is None), "exact and stopped", result)


def _candidates(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    limit = replace(case.limit, solutions=None) if whole else case.limit
    result = solving.true_candidates(case.puzzle, backend=case.backend, limit=limit)
    for cell, table in enumerate(result.candidates):
        own = {values[cell] for values in truth}
        if whole:
            expect(set(table) <= own, "a candidate in no solution")
        if result.complete:
            expect(set(table) >= own, "a candidate is missing")
    expect(result.complete == (result.stopped is None), "complete and stopped")


def _certify(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    if case.backend == "all":
        return
    try:
        certificate = certify(case.puzzle, backend=case.backend, limit=case.limit)
    except Undecided:
        expect(limited, "undecided without a limit")
        return
    _decided(certificate.verdict, truth, limited, None)


def _canonical(case: Case, truth: Truth, whole: bool, limited: bool) -> None:
    plain = Puzzle(case.puzzle.geometry, case.puzzle.givens)
    if plain.geometry.size > 4 and not plain.geometry.is_classic:
        return
    if plain.geometry.places is not None:  # a board with holes has no canonical form
        return
    try:
        form = canonical(plain, limit=case.limit)
    except Undecided:
        expect(limited, "undecided without a limit")
        return
    expect(form == canonical(plain), "a limit changes the canonical form")


_QUESTIONS: dict[str, Callable[[Case, Truth, bool, bool], Any]] = {
    "check": _check,
    "solve": _solve,
    "count": _count,
    "candidates": _candidates,
    "certify": _certify,
    "canonical": _canonical,
}


def smaller(case: Case) -> Iterator[Case]:
    """Fewer limits, then less of the puzzle."""
    for name in ("seconds", "nodes", "polls", "wanted"):
        if getattr(case, name) is not None:
            yield replace(case, **{name: None})
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle)
