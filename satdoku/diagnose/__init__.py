"""What is wrong with a puzzle or a player's board, and why: clashes, repairs, other solutions.

| file | answers |
|---|---|
| additions.py | the fewest givens to add so that one solution is left |
| ambiguity.py | why a puzzle has several solutions: the deadly pattern, what to add or change |
| board.py | what is wrong with a player's board, without giving the rest away |
| hitting.py | the smallest sets that meet every set of a growing list |
"""
