"""The searches for steps, one file a family.

| folder | holds |
|---|---|
| houses/ | patterns of houses and links, which exist on every board |
| clues/ | what the clues of variants exclude |
| small/ | following assumptions: trial, negation, whips, small proofs |

Begin with houses/wings.py.
"""
