"""What is wrong with a puzzle or a player's board, and why: clashes, repairs, other solutions.

Also what a puzzle with one solution is made of: what it could spare, and what its hardness and its
givens hang on.

| file | answers |
|---|---|
| hitting.py | the smallest sets that meet every set of a growing list |
| solution.py | the one solution of a puzzle, or why there is no such thing |
| redundant.py | :func:`~redundant.find_redundant`: givens and rules that follow from the others |
| backdoors.py | :func:`~backdoors.find_backdoors`: the fewest cells that let singles finish |
| unavoidable.py | :func:`~unavoidable.unavoidable_sets`: cells of which one must be given |
| fewest.py | :func:`~fewest.find_fewest_clues`: how few givens can pose a grid |
"""
