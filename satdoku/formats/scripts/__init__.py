"""SudokuMaker's scripts: JavaScript that makes components, and the rules that these are.

``syntax`` reads a small part of JavaScript and ``running`` carries it out as the language says,
with ``values`` and ``library``. ``site`` has what SudokuMaker puts around a script, ``components``
the rules of the site's components, and ``own`` those of components that a script defines. Whatever
is not known is one of the ``refusals``, by its name and line: nothing is guessed.

Begin with running.py.
"""
