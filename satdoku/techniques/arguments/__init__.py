"""The arguments of steps: one class for each kind of proof, with what a picture shows
of it and what hints say of its parts.

No argument knows a search or a language.

| file | holds |
|---|---|
| sets.py | singles, naked and hidden sets |
| locked.py | places that lie in two houses, or that all exclude the same |
| fish.py | houses whose places of a digit lie in as many others |
| colours.py | candidates in two colours, of which one is true |
| patterns.py | bent sets, guardians, exocets, wings, aligned exclusion, templates |
| uniqueness.py | arguments that assume one solution; symmetry of the givens |
| chains.py | chains of inferences, forcing chains, alternating chains |
| als.py | almost locked sets |
| clues.py | what the ways to keep clues, one or several together, have in common |
| reasons.py | why a clue does not allow digits: sums, a cell left without one, extreme ways |
| bounds.py | how low and how high a sum of many cells can be, house by house |
| sums.py | the 45 rule, and lines against regions |
| totals.py | parts of lines with one total |
| classes.py | classes of digits along clues: odd and even, low and high |
| equal.py | cells that hold one digit, whichever it is |
| polarity.py | whisper lines, low and high alternately |
| counts.py | digits of a kind, counted over houses and clues |
| liars.py | clues of which so many hold that some cannot all be wrong |
| regions.py | regions that are to be found: cells that share one, and what that excludes |
| marks.py | which cells are modified (doubled, negated), and what follows |
| ways.py | what clues.py and sums.py share: how they say what the ways leave |
| assumptions.py | negation and trial |
| facts.py | small proofs |
| small_lines.py | small proofs as sentences |
| chain_lines.py | chains as sentences |
| checks.py | what checks are made of: whether candidates exclude each other |
| brute.py | patterns that have no way to be filled where the conclusion is false |
| filling.py | whether cells can be filled so that clues are kept |
| linked.py | whether chains hold, link by link |
| naming.py | what an argument names: cells, houses with their digits, rules |
| saying.py | a sentence as data: a message and its typed values |
| reading.py | how long a sentence is, so that short arguments can be preferred |
| eureka.py | chains in one line |
| pieces.py | houses, links, statements: what arguments are made of |

Begin with sets.py.
"""
