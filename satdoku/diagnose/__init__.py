"""What is wrong with a puzzle or a player's board, and why: clashes, repairs, other solutions.

| file | answers |
|---|---|
| hitting.py | the smallest sets that meet every set of a growing list |
"""
