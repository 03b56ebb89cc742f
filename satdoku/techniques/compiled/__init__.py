"""Steps that the compiled core finds.

| file | holds |
|---|---|
| finding.py | the searches of the compiled core: combined almost locked sets, chains |
| steps.py | reads the steps of the kernels of Sudoku Explainer and HoDoKu |
| se_names.py | the catalogue's names for steps of Sudoku Explainer's kernel |
| hodoku_chains.py | HoDoKu's chains, loops, forcing chains and nets as proofs |

Begin with finding.py.
"""
