"""SudokuMaker's scripts: JavaScript that makes components, and the rules that these are.

:mod:`~satdoku.formats.scripts.syntax` reads a small part of JavaScript, ``running`` carries it out
as the language says, with ``values`` and ``library``; ``site`` has the objects of SudokuMaker and
``components`` the rules. A thing that is not known is refused by name: nothing is guessed.
"""
