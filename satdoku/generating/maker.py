"""A puzzle from wish, seed and number alone; one file, since one function chooses the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, cycle
from types import ModuleType
from typing import Any

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Grid
from satdoku.formats import write
from satdoku.generating.clued import (
    NearClues,
    Unmarked,
    clued_board,
    clues_alone,
    has_spare_clue,
)
from satdoku.generating.difficulty import (
    NO_EFFORT,
    SearchEffort,
    Target,
    follows,
    harder_by,
    meets,
    search,
)
from satdoku.generating.grids import grid_values
from satdoku.generating.growing import HARDEST_STARTS, KNOWN_STARTS, STARTS, Growth, Start
from satdoku.generating.killer import killer_puzzle
from satdoku.generating.masks import fill_mask
from satdoku.generating.needs import BATCH_PUZZLES, may_need, needed
from satdoku.generating.outside_clues import clues_beside, is_beside
from satdoku.generating.pattern import board_symmetries, digits_are_alike, orbits
from satdoku.generating.randomness import Stream, child_seed
from satdoku.generating.sat import Cut, SatBoard
from satdoku.generating.symmetric import Symmetric, fitted
from satdoku.generating.wish import ImpossibleWish, Wish
from satdoku.puzzle import Document, Puzzle
from satdoku.rating import start
from satdoku.rating.explainer import Rating
from satdoku.rating.scales import HODOKU, SE
from satdoku.solving import enumerate_solutions
from satdoku.symmetry import canonical, canonical_bytes

RECIPE = 11
"""The version of the mapping from seeds to puzzles: runs of another recipe are not resumed."""

_MAX_ATTEMPTS = 10_000
_MAX_SLOW_ATTEMPTS = 40
_MAX_FEW_CLUES = 23
_MAX_FEW_CLUES_ATTEMPTS = 20
_MAX_MASK_STEPS = 30_000
_MAX_SLOW_MASK_STEPS = 1_500
_MAX_TARGET_STEPS = 2_000
_MAX_NEED_PUZZLES = 128_000
_FIRST_TURNS = {True: 16, False: 4}
_TURNS_BETWEEN = {True: 13, False: 1}
"""Turns that look at random puzzles, before the first start is grown and then between each round
of starts; more where the core knows the technique, since this is quick."""
_MAX_CANONICAL_SIZE = 9
_MIN_LARGE_SIZE = 16
_LARGE_CONFLICTS = 100


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle that was made (or a full grid), with its number in the run.

    puzzle    one line, a symbol a cell (see :meth:`satdoku.puzzle.Grid.text`)
    solution  likewise
    rules     the rules that are this puzzle's own (cages)
    key       equal for two puzzles of a run exactly if they are equivalent, as far as this can be
              decided on the board (docs/generate-runs.md)
    row       the row that the run's ``describe`` computed
    """

    index: int
    puzzle: str
    solution: str
    rules: tuple[Constraint, ...]
    key: str
    row: Mapping[str, Any] | None = None

    @property
    def clues(self) -> int:
        """The number of givens."""
        cells = self.puzzle.split() if " " in self.puzzle else self.puzzle
        return len(cells) - cells.count(".")

    def posed(self, board: Puzzle) -> Puzzle:
        """The puzzle on its board and under its rules."""
        plain = posed(self.puzzle, board)
        return replace(plain, constraints=plain.constraints + self.rules) if self.rules else plain


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of consecutive numbers of a run; ``None`` where a number gives no puzzle.

    ``cut``: a limit ended it before the last number asked for. ``effort``: the ratings it took.
    """

    first: int
    results: tuple[Generated | None, ...]
    cut: bool
    effort: SearchEffort = NO_EFFORT


def posed(text: str, board: Puzzle) -> Puzzle:
    """The puzzle of a line on a board and under its rules (the board's givens do not count)."""
    cells: Sequence[str] = text.split() if " " in text else text
    return board.with_givens([None if cell == "." else int(cell, 36) for cell in cells])


def compiled() -> ModuleType | None:
    """The compiled core, or ``None`` where it is not installed (or older)."""
    return compiled_core("make_puzzles")


def is_quick(wish: Wish) -> bool:
    """Whether the compiled core makes the puzzles, without the interpreter's lock."""
    return (
        wish.is_classic
        and wish.mask is None
        and wish.target is None
        and wish.solutions is None
        and (wish.clues is None or wish.clues >= _MAX_FEW_CLUES)
        and compiled() is not None
    )


def is_reduced_fully(wish: Wish) -> bool:
    """Whether every redundant given is removed (on large boards only if ``minimal``)."""
    return wish.minimal or wish.geometry.size <= _MIN_LARGE_SIZE


def batch_size(wish: Wish) -> int:
    """How many numbers to make at a time."""
    if not is_quick(wish):
        return 1
    plain = not (wish.uniform or wish.full or wish.clues or wish.wished_cells)
    return (64 if plain and wish.symmetry == "none" else 8) if wish.minimal or plain else 8


def patience(wish: Wish) -> int:
    """The number of consecutive tries without a new puzzle after which a run ends."""
    if wish.no_givens or wish.placed:
        return 10
    if wish.is_one_need:
        return 3  # of _MAX_NEED_PUZZLES each
    if is_quick(wish) and not wish.wished_cells and wish.grid is None:
        return 20_000
    return 500 if wish.geometry.cell_count <= 36 or is_quick(wish) else 60


def make_puzzles(
    wish: Wish,
    seed: int,
    first: int,
    count: int,
    deadline: float | None,
    report: Callable[[SearchEffort], None] | None = None,
) -> Batch:
    """The puzzles of the numbers ``first .. first + count - 1`` of a run.

    ``deadline`` is a time of :func:`time.time`, which processes share. A function for workers.
    ``report`` is called with the progress of a search for a difficulty.

    :raises ImpossibleWish: where it turns out that the digits wished for have no solution.
    """
    seed = wish.seeded(seed)
    if is_quick(wish) and not wish.full:
        return _make_quickly(wish, seed, first, count, deadline)
    results: list[Generated | None] = []
    before, effort = 0, NO_EFFORT

    def heard(now: SearchEffort) -> None:
        nonlocal effort
        effort = replace(now, ratings=before + now.ratings)
        if report is not None:
            report(effort)

    for index in range(first, first + count):
        seconds = None if deadline is None else max(0.0, deadline - time.time())
        clock = Limit(seconds=seconds).start()
        try:
            _cut(clock)
            made_one = _make_one(wish, child_seed(seed, index), clock, heard)
        except Cut:
            return Batch(first, tuple(results), cut=True, effort=effort)
        before = effort.ratings
        if made_one is None:
            results.append(None)
            continue
        puzzle, solution = made_one
        rules = puzzle.constraints[len(wish.board.constraints) :]
        solved = Grid(wish.geometry, solution).text()
        key = equivalence_key(puzzle, wish)
        results.append(Generated(index, puzzle.grid.text(), solved, rules, key))
    return Batch(first, tuple(results), cut=False, effort=effort)


def _make_quickly(wish: Wish, seed: int, first: int, count: int, deadline: float | None) -> Batch:
    core = compiled()
    assert core is not None
    seconds = 0.0 if deadline is None else max(1e-6, deadline - time.time())
    pairs, _ = core.make_puzzles(
        seed,
        first,
        count,
        orbits=_orbit_bytes(wish),
        clues=wish.clues or 0,
        strict=wish.minimal,
        uniform=wish.uniform,
        grid=None if wish.grid is None else "".join(map(str, wish.grid)),
        keep=wish.board.grid.text() if wish.wished_cells else None,
        attempts=_MAX_ATTEMPTS,
        seconds=seconds,
    )
    if wish.wished_cells and wish.grid is None and None in pairs:
        _require_solvable(wish)
    texts = [pair[0] for pair in pairs if pair]
    forms = canonical_bytes("".join(texts).encode()).decode() if texts else ""
    keys = iter(forms[i : i + 81] for i in range(0, len(forms), 81))
    results = tuple(
        pair and Generated(first + i, pair[0], pair[1], (), next(keys))
        for i, pair in enumerate(pairs)
    )
    return Batch(first, results, cut=len(pairs) < count)


def _require_solvable(wish: Wish) -> None:
    if SatBoard(wish.board, Limit().start()).random_grid(Stream(0)) is None:
        raise _no_solution(wish)


def _needs_core() -> Unsupported:
    return Unsupported("a difficulty cannot be asked for: the compiled core is not installed")


def _no_solution(wish: Wish) -> ImpossibleWish:
    if wish.wished_cells:
        return ImpossibleWish("the digits wished for leave no solution")
    return ImpossibleWish("the board has no full grid that keeps the rules")


def _make_one(
    wish: Wish, seed: int, clock: Clock, report: Callable[[SearchEffort], None]
) -> tuple[Puzzle, tuple[int, ...]] | None:
    # The one place that chooses the way: the compiled core where it can, else the search for what
    # is wished. Each return is one way.
    board = wish.board
    core = compiled()
    if wish.solutions is not None:
        return _with_solutions(core, wish, seed, clock, report)
    if wish.is_determined:
        return _only_puzzle(core, wish, clock)
    if wish.target is not None and wish.is_classic:
        if wish.is_one_need and core is not None:
            return _search_for_need(core, wish, wish.target, seed, clock, report)
        return _search_for_target(core, wish, wish.target, seed, clock, report)
    if core is not None and wish.is_classic and not wish.full and wish.grid is None:
        if wish.mask is not None:
            return _fill_mask_natively(core, wish, seed, clock)
        if wish.clues is not None:
            return _with_few_clues(core, wish, seed, clock)
    sat = SatBoard(board, clock)
    if wish.full:
        solution = grid_values(sat, seed)
        if solution is None:
            raise _no_solution(wish)
        return board.with_givens(solution), solution
    stream = Stream(seed)
    if wish.mask is not None:
        if sat.find(sat.literals(wish.wished_cells, [g or 0 for g in board.givens])) is None:
            raise _no_solution(wish)
        filled = fill_mask(sat, wish.mask, stream, steps=_MAX_SLOW_MASK_STEPS, minimal=wish.minimal)
        start_puzzle = filled and (_posed_cells(board, filled[0], filled[1]), filled[0])
        return _with_difficulty(wish, start_puzzle, stream, clock, report)
    start = wish.grid or grid_values(sat, seed)
    if start is None:
        raise _no_solution(wish)
    if wish.killer:
        caged = killer_puzzle(board, start, stream, clock, single=wish.single_cages)
        return _with_difficulty(
            wish, None if caged is None else (caged, start), stream, clock, report
        )
    if wish.placed:
        return _with_clues(wish, start, stream, clock, report)
    return _with_difficulty(wish, _reduced(wish, start, sat, stream), stream, clock, report)


def _reduced(
    wish: Wish, start: tuple[int, ...], sat: SatBoard, stream: Stream
) -> tuple[Puzzle, tuple[int, ...]] | None:
    board, geometry = wish.board, wish.geometry
    solution = start
    for attempt in range(_MAX_SLOW_ATTEMPTS):
        if attempt and wish.grid is None:
            solution = sat.random_grid(stream) or solution
        floor = 0 if wish.minimal else wish.clues or 0
        sat.forget_preferences()
        # On large boards the proof that a given can go may take hours.
        effort = None if is_reduced_fully(wish) else _LARGE_CONFLICTS
        moving = orbits(geometry, wish.symmetry)
        cells = sat.reduce(solution, moving, wish.wished_cells, floor, stream, effort=effort)
        if wish.clues is not None and len(cells) != wish.clues:
            continue
        if wish.minimal and not sat.is_minimal(solution, cells):
            continue
        return _posed_cells(board, solution, cells), solution
    return None


def _with_solutions(
    core: ModuleType | None,
    wish: Wish,
    seed: int,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> tuple[Puzzle, tuple[int, ...]] | None:
    """A puzzle with one solution, without further givens, as many as it can spare."""
    assert wish.solutions is not None
    stream, one = Stream(seed), replace(wish, solutions=None)
    if core is not None and is_quick(one):
        [pair] = _made(core, one, seed, 1, clock)
        unique = pair and _read(wish.board, *pair)
    else:
        unique = _make_one(one, seed, clock, report)
    if unique is None:
        return None
    puzzle, solution = unique
    low, high = wish.solutions
    wanted = low + stream.below(high - low + 1)
    required = set(wish.wished_cells)
    given = [o for o in orbits(wish.geometry, wish.symmetry) if puzzle.givens[o[0]] is not None]
    for orbit in stream.shuffled(given):
        if required.isdisjoint(orbit):
            fewer = puzzle.with_givens(dict.fromkeys(orbit))
            count = len(solutions_of(fewer, high + 1, clock))
            if count <= high:
                puzzle = fewer
            if wanted <= count <= high:
                return puzzle, solution
    return None


def solutions_of(puzzle: Puzzle, most: int, clock: Clock) -> list[Grid]:
    """Up to so many solutions of a puzzle, in order.

    :raises Cut: where the clock runs out first.
    """
    core = compiled()
    if core is not None and puzzle.is_classic:
        grids = core.Solutions(puzzle.grid.text()).next_batch(most).tolist()
        return sorted((Grid(puzzle.geometry, tuple(grid)) for grid in grids), key=Grid.text)
    listed = enumerate_solutions(puzzle, limit=replace(clock.rest(), solutions=most))
    grids = sorted(listed, key=Grid.text)
    if not listed.complete:
        raise Cut(f"the limit on {listed.stopped} ran out")
    return grids


def _with_clues(
    wish: Wish,
    start: tuple[int, ...],
    stream: Stream,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> tuple[Puzzle, tuple[int, ...]] | None:
    board = wish.board

    def heard(rounds: int, near: NearClues | None) -> None:
        if wish.target is not None:
            return  # the difficulty is reported
        effort = SearchEffort(rounds)
        if near is not None:
            text, count = write(Document(near.puzzle), "json").strip(), near.givens
            givens = "1 given" if count == 1 else f"{count} givens"
            effort = SearchEffort(rounds, givens, count, text, near.enough)
        report(effort)

    try:
        symmetric = Symmetric(wish.symmetry)
        if wish.grid is None and wish.under is None:
            start, symmetric = fitted(
                board, start, wish.placed, wish.whole_area, wish.symmetry, stream, clock
            )
        if wish.no_givens:
            minimal, is_chosen = wish.minimal, wish.grid is not None
            plain = wish.under is None and wish.symmetry == "none"
            if plain and is_beside(board, wish.placed):
                solved = clues_beside(board, start, wish.placed, is_chosen, stream, clock)
                if solved is not None or not is_chosen:
                    return _with_difficulty(wish, solved, stream, clock, report)
            clued = clues_alone(
                board, start, wish.placed, wish.whole_area, minimal, is_chosen, stream, clock,
                heard, wish.modified, symmetric,
            )  # fmt: skip
            solved = None if clued is None else (clued, start)
        else:
            clued = clued_board(
                board, start, wish.placed, wish.whole_area, stream, clock, wish.modified, symmetric
            )
            if clued is None:
                return None
            # The digits of this solution alone keep the clues.
            solved = _reduced(
                replace(wish, board=clued, grid=start), start, SatBoard(clued, clock), stream
            )
        # Clues alone were left out in sets of images.
        is_doubtful = wish.minimal and (not wish.no_givens or wish.symmetry != "none")
        if (
            solved is not None
            and is_doubtful
            and has_spare_clue(*solved, board, clock, wish.modified)
        ):
            return None
    except Unmarked:
        if wish.grid is not None:
            raise ImpossibleWish("the modifiers find no places on the grid") from None
        return None
    except RanOut as ended:
        raise Cut(f"the limit on {ended.stop} ran out") from None
    return _with_difficulty(wish, solved, stream, clock, report)


def _with_difficulty(
    wish: Wish,
    solved: tuple[Puzzle, tuple[int, ...]] | None,
    stream: Stream,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> tuple[Puzzle, tuple[int, ...]] | None:
    """The puzzle, made as hard as wished; ``None`` where this is impossible."""
    if solved is None or wish.target is None:
        return solved
    try:
        puzzle = _with_more_givens(wish, wish.target, *solved, stream, clock, report)
    except RanOut as ended:
        raise Cut(f"the limit on {ended.stop} ran out") from None
    return None if puzzle is None else (puzzle, solved[1])


def _with_more_givens(
    wish: Wish,
    target: Target,
    puzzle: Puzzle,
    solution: tuple[int, ...],
    stream: Stream,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> Puzzle | None:
    """The puzzle, with further givens where it is too hard and may have them; ``None`` where it
    misses the target.

    :raises RanOut: where the clock runs out.
    """
    is_fixed = wish.minimal or wish.no_givens or wish.killer or wish.clues is not None or wish.mask
    more = () if is_fixed or wish.symmetry != "none" else range(wish.geometry.cell_count)
    order = stream.shuffled([c for c in more if puzzle.givens[c] is None])
    if target.level is not None:
        return _at_level(target, puzzle, solution, order, clock, report)
    for cell in [None, *order]:
        if cell is not None:
            puzzle = puzzle.with_givens({cell: solution[cell]})
        is_likely = target.requires is None or may_need(target.requires, puzzle, clock)
        if is_likely and follows(target, puzzle, clock):
            return puzzle
        if not target.only_singles and target.max_steps is None:
            return None
    return None


def _at_level(
    target: Target,
    puzzle: Puzzle,
    solution: Sequence[int],
    order: Sequence[int],
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> Puzzle | None:
    """The puzzle with the fewest further givens that make it no harder than the level.

    They are found by bisection, since a given seldom makes a puzzle harder. The nearest puzzle is
    reported.
    """
    effort = NO_EFFORT

    def rated(puzzle: Puzzle) -> int:
        nonlocal effort
        off = harder_by(target, puzzle, clock)
        effort = effort.with_level(target, off)
        report(effort)
        return off

    def eased(count: int) -> Puzzle:
        return puzzle.with_givens({cell: solution[cell] for cell in order[:count]})

    low, high = 0, len(order)
    off = rated(puzzle)
    rated_last = puzzle
    while off and high - low > 1:
        if not low and off < 0:
            return None  # no given makes it harder
        middle = (low + high) // 2
        rated_last = eased(middle)
        off = rated(rated_last)
        low, high = (middle, high) if off > 0 else (low, middle)
        low = max(low, 1) if off < 0 else low
    return rated_last if off == 0 and follows(target, rated_last, clock) else None


def _only_puzzle(
    core: ModuleType | None, wish: Wish, clock: Clock
) -> tuple[Puzzle, tuple[int, ...]]:
    """The one puzzle that the wish can mean.

    :raises ImpossibleWish: where it is not as wished.
    """
    assert wish.mask is not None
    board = wish.board
    sat = SatBoard(board, clock)
    solution = wish.grid or sat.find(
        sat.literals(wish.wished_cells, [g or 0 for g in board.givens])
    )
    if solution is None:
        raise _no_solution(wish)
    if not sat.is_only(solution, wish.mask):
        raise ImpossibleWish("the digits that the mask is to hold have more than one solution")
    if wish.minimal and not sat.is_minimal(solution, wish.mask):
        raise ImpossibleWish(
            "the digits that the mask is to hold are not minimal: some can be removed"
        )
    puzzle = _posed_cells(board, solution, wish.mask)
    if wish.target is not None:
        if core is None:
            raise _needs_core()
        if not meets(core, wish.target, text := puzzle.grid.text(), partial(_cut, clock)):
            rated = Rating.of(core.se_rate(text), text)
            shown = [f"{c.label} {rated.scores[c.name]}" for c in SE.columns]
            if wish.target.is_about_hodoku:
                hodoku = core.hodoku_rate(text)
                shown.append(f"{HODOKU.title} {hodoku.level} {hodoku.score}")
            if wish.target.is_about_minutes and rated.human is not None:
                shown.append(f"{rated.human.minutes} minutes")
            raise ImpossibleWish(
                "the digits that the mask is to hold make a puzzle of another difficulty: "
                f"{', '.join(shown)}, {rated.steps} steps"
            )
    return puzzle, solution


def _posed_cells(
    board: Puzzle, solution: Sequence[int], cells: set[int] | frozenset[int]
) -> Puzzle:
    return board.with_givens(
        [digit if cell in cells else None for cell, digit in enumerate(solution)]
    )


def _seconds(clock: Clock) -> float:
    left = clock.remaining()
    return 0.0 if left is None else max(left, 1e-6)


def _fill_mask_natively(
    core: ModuleType, wish: Wish, seed: int, clock: Clock
) -> tuple[Puzzle, tuple[int, ...]] | None:
    assert wish.mask is not None
    mask = "".join("x" if cell in wish.mask else "." for cell in range(81))
    keep = wish.board.grid.text() if wish.wished_cells else None
    pair, steps, cut = core.fill_mask(
        seed, mask, keep=keep, strict=wish.minimal, steps=_MAX_MASK_STEPS, seconds=_seconds(clock)
    )
    if cut:
        raise Cut("the time is over")
    if pair is None and not steps:
        raise _no_solution(wish)
    return pair and _read(wish.board, *pair)


def _with_few_clues(
    core: ModuleType, wish: Wish, seed: int, clock: Clock
) -> tuple[Puzzle, tuple[int, ...]] | None:
    anneals = wish.symmetry == "none"
    pairs, _ = core.make_puzzles(
        seed,
        0,
        1,
        orbits=_orbit_bytes(wish),
        clues=wish.clues,
        strict=wish.minimal,
        uniform=wish.uniform,
        keep=wish.board.grid.text() if wish.wished_cells else None,
        attempts=_MAX_FEW_CLUES_ATTEMPTS if anneals else _MAX_ATTEMPTS,
        seconds=_seconds(clock),
    )
    if not pairs:
        raise Cut("the time is over")
    if pairs[0] is None and wish.wished_cells:
        _require_solvable(wish)
    return pairs[0] and _read(wish.board, *pairs[0])


def _search_for_need(
    core: ModuleType,
    wish: Wish,
    target: Target,
    seed: int,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> tuple[Puzzle, tuple[int, ...]] | None:
    if wish.wished_cells:
        _require_solvable(wish)
    assert target.requires is not None
    need, stream = needed(target.requires), Stream(seed)
    # The path of the preset may lack the technique.
    rest = replace(target, requires=None, only=False, unlike=False)

    def begin(solution: str | None = None) -> dict[str, str]:
        report(SearchEffort(growth.looked))
        _cut(clock)
        own = wish if solution is None else replace(wish, grid=tuple(map(int, solution)))
        return dict(filter(None, _made(core, own, stream.bits64(), BATCH_PUZZLES, clock)))

    def accepts(text: str) -> bool:
        position = start(posed(text, wish.board))
        stage = need.stage(position, clock)
        return (
            stage is not None
            and follows(rest, position.puzzle, clock)
            and (not target.only or need.is_enough(position, clock))
            and (not target.unlike or need.is_unlike(stage, clock))
        )

    def heard(looked: int) -> None:
        report(SearchEffort(looked))
        _cut(clock)

    growth = Growth(
        core, need, stream, orbits(wish.geometry, wish.symmetry), frozenset(wish.wished_cells),
        wish.minimal, wish.clues, lambda grid: begin(grid).items(), accepts, heard, clock,
    )  # fmt: skip
    is_known = bool(need.wanted)
    starts = KNOWN_STARTS if is_known else STARTS
    if need.is_of_the_hardest and compiled_core("undecided") is not None:
        starts = HARDEST_STARTS
    turns: tuple[Start | None, ...] = (*starts, *[None] * _TURNS_BETWEEN[is_known])
    try:
        for begin_with in chain([None] * _FIRST_TURNS[is_known], cycle(turns)):
            if growth.looked >= _MAX_NEED_PUZZLES:
                return None
            if begin_with is not None and wish.grid is None:
                pair = growth.attempt(begin_with)
                if pair is not None:
                    return _read(wish.board, *pair)
                continue
            solutions = begin()
            growth.looked += len(solutions)
            for text in need.likely(tuple(solutions), clock):
                if accepts(text):
                    heard(growth.looked)
                    return _read(wish.board, text, solutions[text])
    except RanOut as ended:
        raise Cut(f"the limit on {ended.stop} ran out") from None
    return None


def _made(
    core: ModuleType, wish: Wish, seed: int, count: int, clock: Clock
) -> list[tuple[str, str] | None]:
    """Puzzles of the core, which have the pattern that is wished.

    :raises Cut: where the clock runs out first.
    """
    pairs: list[tuple[str, str] | None]
    pairs, _ = core.make_puzzles(
        seed,
        0,
        count,
        orbits=_orbit_bytes(wish),
        clues=wish.clues or 0,
        strict=wish.minimal,
        grid=None if wish.grid is None else "".join(map(str, wish.grid)),
        keep=wish.board.grid.text() if wish.wished_cells else None,
        attempts=_MAX_ATTEMPTS,
        seconds=_seconds(clock),
    )
    if len(pairs) < count:
        raise Cut("the time is over")
    return pairs


def _search_for_target(
    core: ModuleType | None,
    wish: Wish,
    target: Target,
    seed: int,
    clock: Clock,
    report: Callable[[SearchEffort], None],
) -> tuple[Puzzle, tuple[int, ...]] | None:
    if core is None:
        raise _needs_core()
    if wish.wished_cells:
        _require_solvable(wish)
    keep = wish.board.grid.text() if wish.wished_cells else None
    moving = orbits(wish.geometry, wish.symmetry)

    def begin(number: int) -> tuple[str, str] | None:
        pair: tuple[str, str] | None
        if wish.mask is not None:
            mask = "".join("x" if cell in wish.mask else "." for cell in range(81))
            pair, _, cut = core.fill_mask(
                number, mask, keep, wish.minimal, _MAX_MASK_STEPS, _seconds(clock)
            )
            if cut:
                raise Cut("the time is over")
            return pair
        return _made(core, wish, number, 1, clock)[0]

    def check(effort: SearchEffort) -> None:
        report(effort)
        _cut(clock)

    pair = search(
        core,
        target,
        Stream(seed),
        begin,
        None if wish.mask is not None else moving,
        frozenset(wish.wished_cells),
        minimal=wish.minimal,
        clues=wish.clues,
        steps=_MAX_TARGET_STEPS,
        check=check,
    )
    return None if pair is None else _read(wish.board, *pair)


def _cut(clock: Clock) -> None:
    if clock.stopped():
        raise Cut("the time is over")


def _orbit_bytes(wish: Wish) -> bytes | None:
    """The orbits of the wished symmetry as the core takes them."""
    if wish.symmetry == "none":
        return None
    numbers = bytearray(81)
    for number, orbit in enumerate(orbits(wish.geometry, wish.symmetry)):
        for cell in orbit:
            numbers[cell] = number
    return bytes(numbers)


def _read(board: Puzzle, puzzle: str, solution: str) -> tuple[Puzzle, tuple[int, ...]]:
    givens = [None if cell == "." else int(cell) for cell in puzzle]
    return board.with_givens(givens), tuple(map(int, solution))


def equivalence_key(puzzle: Puzzle, wish: Wish) -> str:
    """A text that is equal for equivalent puzzles; see :class:`Generated`."""
    geometry = puzzle.geometry
    if puzzle.is_classic:
        return canonical_bytes(puzzle.grid.text().encode()).decode()
    square = geometry.is_square and geometry.crossings
    if (
        square
        and geometry.regions
        and geometry.size <= _MAX_CANONICAL_SIZE
        and not puzzle.constraints
    ):
        return canonical(puzzle).grid.text()
    if wish.has_own_rules:
        return puzzle.grid.text() + repr(puzzle.constraints)
    alike = digits_are_alike(geometry, puzzle.constraints)
    digits, empty = geometry.digits, -1
    keys = []
    for places in board_symmetries(geometry, puzzle.constraints):
        names: dict[int, int] = {}
        keys.append(
            [
                empty
                if (given := puzzle.givens[cell]) is None
                else digits[names.setdefault(given, len(names))]
                if alike
                else given
                for cell in places
            ]
        )
    least = min(keys)
    return puzzle.with_givens([None if d == empty else d for d in least]).grid.text()
