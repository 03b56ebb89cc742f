"""Faults of a puzzle or a player's board, with reasons: clashes, repairs, other solutions.

The package also analyses puzzles with one solution: redundant givens and rules, the cells that make
a puzzle easy, and the sets of cells that need a given.

| file | answers |
|---|---|
| diagnosis.py | :func:`diagnose`: all of it for one puzzle |
| facts.py | what can be at fault (givens, pencil marks, rules), and which can hold together |
| clashes.py | :class:`Clashes`: the smallest sets of facts that clash, and all others by size |
| reasons.py | :func:`argue`: the argument that shows a clash |
| repairs.py | the fewest facts to remove, or givens to change, that cure the puzzle |
| ambiguity.py | :func:`diagnose_ambiguity`: why there are several solutions: the deadly pattern |
| additions.py | :func:`fewest_additions`: the fewest givens to add so that one solution is left |
| board.py | :func:`check_board`: a player's board, without revealing other digits |
| redundant.py | :func:`find_redundant`: givens and rules that follow from the others |
| backdoors.py | :func:`find_backdoors`: the fewest cells that let singles finish |
| unavoidable.py | :func:`unavoidable_sets`: cells of which one must be given |
| fewest.py | :func:`find_fewest_clues`: the fewest givens whose only solution is a grid |
| solution.py | the one solution of a puzzle, or the error if there is not exactly one |
| judging.py, smallest.py | :class:`Judge`: whether a claim is forced; the smallest proof of it |
| hitting.py | :class:`HittingSets`: the smallest sets that meet every set of a growing list |
| meant.py | what the solution in a text breaks, and which rule is meant in place of one |
| misplaced.py | moves: a given that was written one cell off, or two exchanged givens |
| suggest.py | which further clue of a given kind would leave the fewest solutions |

>>> from satdoku.diagnosing.diagnosis import diagnose
>>> from satdoku.formats import parse
>>> puzzle = parse("1...2......12...").puzzle
>>> found = diagnose(puzzle)
>>> found.verdict, [fact.name(puzzle.geometry) for fact in found.clash.facts]
('none', ['r2c1=2', 'r4c1=2'])

Begin with diagnosis.py.
"""
