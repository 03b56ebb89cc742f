"""Techniques that look at houses and links, one file a family.

| file | holds |
|---|---|
| singles.py | full house, hidden and naked single |
| locked.py | pointing, claiming, and their direct forms |
| subsets.py | naked and hidden sets, direct hidden sets, Enclosure, Exclosure |
| fish.py | X-wing, swordfish, jellyfish |
| single_digit.py | patterns of one digit: skyscraper, kite, turbot fish, empty rectangle, colours |
| wings.py | XY-wing, XYZ-wing |
| uniqueness.py | unique rectangles and loops, types 1-4 |
| deadly.py | deadly patterns of three digits and more: Borescoper's, the unique matrix, Qiu's |
| bug.py | bivalue universal grave, types 1-4 |
| reverse.py | reverse BUG: two digits that could change places away from their givens |
| aligned.py | aligned pair and triplet exclusion |
| bent.py | Sue de Coq; templates |
| rank.py | patterns of rank 0: almost locked candidates, fireworks, domino loop |
| guardians.py | patterns that cannot be filled: broken wing, bivalue oddagon, tridagon |
| medusa.py | 3D Medusa: two colours for candidates of several digits |
| exocet.py | exocet: two cells, and two targets that hold the same two digits |
| symmetric.py | Gurth's symmetrical placement |
| als.py | almost locked sets: WXYZ-wing, XZ, XY-wing, chains, death blossom |
| links.py | the net of strong and weak links, with nodes of several cells |
| alternating.py | alternating chains by their links and ends: W-wing, XY-chain, nice loops, AIC |
| chains.py | single chains and cycles as Sudoku Explainer has them |
| forcing.py | Nishio, cell, region and dynamic forcing chains |
| kernel.py | forcing chains that use patterns or chains, by the compiled core |

Begin with wings.py.
"""
