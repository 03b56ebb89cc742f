"""Parts of the forms by which rules are told in English (``in_words`` of a rule class).

Forms are regular expressions that are looked for in a sentence in small letters, with digits for
numbers, without hyphens inside of words (:mod:`satdoku.reading.words`).
"""

DIGITS = r"(?:digits?|numbers?|values?|cells?)"
SUMS = r"(?:sums?|adds?|add up|adding|total|totals|summing)"
ROUNDS = r"(?:circles?|bulbs?|rounds?)"
SOME_DIGITS = r"\d(?:, \d)*,?(?: (?:and|or) \d)?"
REGIONS = r"(?:box|boxes|regions?|blocks?|nonets?|sub ?grids?|3x3s?|2x2 box|2x2s?)"
NOT = r"(?:can ?not|can't|may not|must not|mustn't|never|do(?:es)? not|don't|doesn't|not|no)"
ADJACENT = (
    r"(?:adjacent|neighbou?ring|successive|connected|consecutive cells|orthogonally adjacent)"
)
SAME = r"(?:same|equal|identical|constant|common)"
