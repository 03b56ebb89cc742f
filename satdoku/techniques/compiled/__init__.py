"""Steps that the compiled core finds.

| file | holds |
|---|---|
| finding.py | the searches of the compiled core: combined almost locked sets, chains |
| kernel_steps.py | the steps of the kernel of Sudoku Explainer |
| hodoku_steps.py | HoDoKu's steps, as its compiled kernel reports them (docs/hodoku.md) |
| hodoku_chains.py | HoDoKu's chains, loops, forcing chains and nets as proofs |

Begin with finding.py.
"""
