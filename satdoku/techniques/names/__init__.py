"""The names of techniques.

| file | holds |
|---|---|
| terms.py | what each family file declares about its techniques: names, codes, ratings |
| vocabulary.py | from a typed name to the technique; groups |
| traditions.py | the names that programs and sites use, in their own spelling and order |

Begin with terms.py.
"""
