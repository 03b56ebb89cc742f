"""Techniques that look at the clues of variants, one file a family.

| file | holds |
|---|---|
| ways.py | the ways to fill a few cells that keep a clue |
| met.py | a table of the ways to fill cells that were found before |
| clues.py | what one clue of a variant excludes, by the family of its rule |
| reasons.py | why the ways to keep a clue leave out what they leave out |
| following.py | shared by these: the few cells of a clue that show why a digit is in no way |
| sums.py | the 45 rule: innies and outies |
| totals.py | equal totals: parts of lines that add up to the same |
| leftovers.py | the law of leftovers: rows or columns against irregular regions |
| joined.py | joined clues and killer sets: clues that act together |
| digit_places.py | digit places: houses and clues that need a digit but lack places for it |
| house_clues.py | house combinations: the clues of a house and the digits that it needs |
| house_groups.py | which clues and needed digits of a house exclude a candidate together |
| classes.py | parity-, modulus-, high-low- and entropy-chain: kinds of digits |
| equal_cells.py | cells that hold one digit, whichever it is |
| polarity.py | whisper polarity: a whisper line coloured low and high alternately |
| liars.py | liars: clues of which only some hold |
| region_borders.py | region-borders: cells that share a region which is to be found |
| marks.py | modified cells: where a house has its doubler |
| conflicts.py | conflicting combinations |
| digit_counts.py | digit counts: low or odd digits, counted over houses and clues at once |
| strong.py | pairs of candidates of which a rule needs one |
| clue_chains.py | clue chains: each link holds in all the ways to keep a clue |
| clue_negation.py | negation with clues: a contradiction by singles and clues |

Begin with clues.py.
"""
