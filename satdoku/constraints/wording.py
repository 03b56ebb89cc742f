"""Parts of the forms by which rules are told in English (``in_words`` of a rule class).

Forms are regular expressions that are looked for in a sentence in small letters, with digits for
numbers, without hyphens inside of words (:mod:`satdoku.reading.words`).
"""

import re

STATES_NOTHING = re.compile(
    r"\bno negative|\bnot (?:all|every)\b|\bnot (?:necessarily )?(?:given|marked|shown)\b"
    r"|\baesthetic|\b(?:may or may not|can still|could still|may (?:also|still) be|need not)\b"
    r"|\bmay satisfy\b|\bpurely cosmetic|\bno meaning\b|\bdecorati"
    r"|^\W*(?:(?:so|thus),? )?(?:for (?:instance|example)|e\.? ?g\.?)(?!\w)"
)
"""Sentences that state no rule: they leave something open, speak of looks, or give an example."""

DIGITS = r"(?:digits?|numbers?|values?|cells?)"
SUMS = r"(?:sums?|adds?|add up|adding|total|totals|summing)"
ROUNDS = r"(?:circles?|bulbs?|rounds?)"
SOME_DIGITS = r"\d(?:, \d)*,?(?: (?:and|or) \d)?"
REGIONS = r"(?:box|boxes|regions?|blocks?|nonets?|sub ?grids?|3x3s?|2x2 box|2x2s?)"
NOT = r"(?:can ?not|can't|may not|must not|mustn't|never|do(?:es)? not|don't|doesn't|not|no)"
UNLIKE = rf"(?:{NOT}|neither|different|differ|distinct|unique|unequal|repeat\w*|once)"
ADJACENT = (
    r"(?:adjacent|neighbou?ring|successive|connected|consecutive cells|orthogonally adjacent)"
)
SAME = r"(?:same|equal|identical|constant|common)"
