"""How a person finds the next step: one file a family.

A technique only finds steps and never changes a position. It takes a Position and yields Steps,
which are pure data; text, pictures, ratings and checks are made from them.

| file | holds |
|---|---|
| step.py | Step: conclusions with a typed proof; StepView, as records and pictures show it |
| base.py | Technique: the interface of a technique |
| catalogue.py | all techniques by name |
| board.py | the compact form that the searches work on; applying a step |
| check.py | whether a step's argument holds, judged from the step alone |
| singles.py | full house, hidden and naked single |
| locked.py | pointing, claiming, and their direct forms |
| subsets.py | naked and hidden sets, direct hidden sets, Enclosure, Exclosure |
| fish.py | X-wing, swordfish, jellyfish |
| wings.py | XY-wing, XYZ-wing |
| uniqueness.py | unique rectangles and loops, types 1-4 |
| bug.py | bivalue universal grave, types 1-4 |
| aligned.py | aligned pair and triplet exclusion |
| finding.py | the searches of the compiled core: combined almost locked sets, chains |
| als.py | almost locked sets: WXYZ-wing, XZ, XY-wing, chains, death blossom |
| bent.py | Sue de Coq; templates |
| links.py | the net of strong and weak links, with nodes of several cells |
| alternating.py | alternating chains by their links and ends: W-wing, XY-chain, nice loops, AIC |
| reasoning/ | the machine behind all chains: links, propagation, searches |
| chains.py | single chains and cycles as Sudoku Explainer has them |
| forcing.py | Nishio, cell, region and dynamic forcing chains |
| kernel.py, kernel_steps.py | forcing chains that use patterns or chains, by the compiled core |
| settle.py | following an assumption through singles |
| negation.py | Negation, nested to a chosen depth |
| trial.py | trial of a cell's candidates, with its tree |
| ways.py | the ways to fill a few cells that keep a clue |
| clues.py | what one clue of a variant excludes, by the family of its rule |
| sums.py | the 45 rule: innies and outies |
| facts/ | a position as facts, and arguments that use few facts |
| small_proof.py | the technique of small proofs |
| strong.py | pairs of candidates of which a rule needs one |
| pieces.py | houses, links, statements: what proofs are made of |
| classes.py | parity-, modulus-, high-low- and entropy-chain: kinds of digits |
| clue_chains.py | clue chains: each link holds in all the ways to keep a clue |
| clue_negation.py | negation with clues: a contradiction by singles and clues |
| conflicts.py | conflicting combinations |
| joined.py | joined clues and killer sets: clues that act together |
| house_clues.py | house combinations: the clues of a house and the digits that it needs |
| house_groups.py | which clues and needed digits of a house exclude a candidate together |
| digit_places.py | digit places: houses and clues that need a digit but lack places for it |
| leftovers.py | the law of leftovers: rows or columns against irregular regions |
| met.py | a table of the ways to fill cells that were found before |
| premises.py | the rules that a step uses without naming them |
| named.py | what a step names: cells, houses with their digits, rules |
| single_digit.py | patterns of one digit: skyscraper, kite, turbot fish, empty rectangle, colours |
| traditions.py | the names that programs and sites use, in their own spelling and order |
| terms.py | what each family file declares about its techniques: names, codes, ratings |
| vocabulary.py | from a typed name to the technique; groups |
| guardians.py | patterns that cannot be filled: broken wing, bivalue oddagon, tridagon |
| hodoku_chains.py | HoDoKu's chains, loops, forcing chains and nets as proofs |
| hodoku_steps.py | HoDoKu's steps, as its compiled kernel reports them (docs/hodoku.md) |
| rank.py | patterns of rank 0: almost locked candidates, fireworks, domino loop |
| exocet.py | exocet: two cells, and two targets that hold the same two digits |
| medusa.py | 3D Medusa: two colours for candidates of several digits |
| symmetric.py | gurth's symmetrical placement |
| deadly.py | deadly patterns of three digits and more: Borescoper's, the unique matrix, Qiu's |
| reverse.py | reverse BUG: two digits that could change places away from their givens |
| whips.py | whips and braids |

Begin with wings.py.
"""

from satdoku.techniques.base import Technique
from satdoku.techniques.board import apply
from satdoku.techniques.catalogue import all_techniques, technique, technique_names
from satdoku.techniques.step import Candidate, Step

__all__ = [
    "Candidate",
    "Step",
    "Technique",
    "all_techniques",
    "apply",
    "technique",
    "technique_names",
]
