"""The base of all other packages; it imports nothing else from satdoku.

| file | holds |
|---|---|
| errors.py | the one error tree, drawn in its docstring |
| worded.py | sentences that know their form and values, for other languages |
| problem.py | Problem: one fault of a puzzle, a sentence with its place |
| records.py | dataclasses of which nothing is compiled while their modules load; HashedTuple |
| garbage.py | when the garbage collector of Python runs |
| codes.py | the exit codes of the command line |
| limits.py | Limit and Clock: how far a search may go |
| files.py | locks, and files that appear whole or not at all |
| workers.py | a function over pieces of work in worker processes; the protocol of executors |
| compiled.py | the only access to the compiled core |
| early.py | Ctrl-C while the command is loaded |
| late.py | names of a package that are loaded when they are first used |
| shipped.py | the pages and examples that come with satdoku |
| shown.py | Shown: objects with a picture in notebooks; a higher layer sets the renderer |
| version.py | the version of satdoku |
| options.py | Option: the description of an option of a question |
| columns.py | the description of a column of the answers to many puzzles |
| places.py | the directories for a user's own files, by the custom of each system |

Begin with errors.py.
"""
