"""An independent judge: a few lines of CNF and python-sat."""

from itertools import combinations

from pysat.solvers import Solver


def literal(cell: int, digit: int) -> int:
    return 9 * cell + digit


def houses() -> list[list[int]]:
    rows = [[9 * r + c for c in range(9)] for r in range(9)]
    columns = [[9 * r + c for r in range(9)] for c in range(9)]
    boxes = [
        [9 * (3 * b + i) + 3 * s + j for i in range(3) for j in range(3)]
        for b in range(3)
        for s in range(3)
    ]
    return rows + columns + boxes


class Referee:
    """Counts solutions up to a limit with blocking clauses behind an activation literal."""

    def __init__(self) -> None:
        self.solver = Solver(name="cadical153")
        self.next = 730
        for cell in range(81):
            self.exactly_one([literal(cell, d) for d in range(1, 10)])
        for house in houses():
            for d in range(1, 10):
                self.exactly_one([literal(cell, d) for cell in house])

    def exactly_one(self, literals: list[int]) -> None:
        self.solver.add_clause(literals)
        for a, b in combinations(literals, 2):
            self.solver.add_clause([-a, -b])

    def solutions(self, allowed: list[set[int]], limit: int) -> list[list[int]]:
        guard = self.next
        self.next += 1
        assumptions = [guard] + [
            -literal(cell, d) for cell in range(81) for d in range(1, 10) if d not in allowed[cell]
        ]
        grids: list[list[int]] = []
        while len(grids) < limit and self.solver.solve(assumptions=assumptions):
            true = [v for v in self.solver.get_model() if 0 < v <= 729]
            grids.append([(v - 1) % 9 + 1 for v in true])
            self.solver.add_clause([-guard] + [-v for v in true])
        self.solver.add_clause([-guard])
        return grids

    def count(self, text: str, limit: int = 2) -> int:
        return len(self.solutions(allowed(text), limit))


def allowed(text: str) -> list[set[int]]:
    return [{int(c)} if c in "123456789" else set(range(1, 10)) for c in text]
