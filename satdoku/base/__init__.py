"""What everything else stands on; it imports nothing of satdoku.

| file | holds |
|---|---|
| errors.py | the one error tree, drawn in its docstring |
| problem.py | Problem: one fault of a puzzle, a sentence with its place |
| limits.py | Limit and Clock: how far a search may go |
| files.py | locks, and files that appear whole or not at all |
| workers.py | a function over pieces of work in worker processes; the protocol of executors |
| compiled.py | the one door to the compiled core |
| late.py | names of a package that are loaded when first asked for |
| shipped.py | the pages and examples that come with satdoku |
| shown.py | Shown: what has a picture in a notebook; the renderer is set from above |
| version.py | the version of satdoku |
| options.py | what is known of an option of a question |
| columns.py | what is known of a column of the answers to many puzzles |
| places.py | where a person's own files lie, by the custom of each system |

Begin with errors.py.
"""
