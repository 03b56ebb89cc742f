"""Rules that a text tells in words and that are not among the rules of its puzzle.

The words are English. They are not turned into rules: a sentence is compared with what the rules
of the puzzle say of themselves (their names and summaries), and a sentence about something else is
reported. A new rule is therefore known by its own words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry
from satdoku.constraints.wording import STATES_NOTHING

__all__ = ["Told", "another_board", "is_usual", "told_only"]


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a text that no rule of its puzzle says.

    names  the rules of the catalogue that the text names and the puzzle lacks, likeliest first
    """

    sentence: str
    names: tuple[str, ...]


_SUBJECTS = {
    name: re.compile(words)
    for name, words in {
        "sum": r"\bsums?\b|\bsumm\w+|\badd(s|ed|ing)?\b|\btotal(s|l?ing)?\b",
        "product": r"\bproducts?\b|\bmultipl(y|ied|ying|ication)\b",
        "multiple": r"\bmultiples?\b|\bdivisible\b|\bdivisors?\b|\bmod(ulo)?\b|\bremainders?\b",
        "average": r"\baverages?\b|\barithmetic mean\b",
        "largest": r"\b(larg|high|great|bigg)est\b|\bmax(imum|ima)?\b",
        "smallest": r"\b(small|low|least)est\b|\bmin(imum|ima)?\b",
        "greater": r"\b(greater|larger|bigger|exceeds?|smaller|less|lower|higher)\b",
        "difference": r"\bdiffer(s|ing)?\b.*\b(by|at least)\b|\bdifferences?\b",
        "distinct": r"\b(different|distinct|unique|disjoint)\b|\bdiffers?\b(?!.*\b(by|at least)\b)",
        "consecutive": r"\b(non-?)?consecutive(ly)?\b|\bsuccessive\b",
        "rising": r"\b(in|de)creas\w+|\b(a|de)scend\w*|\bris(es?|ing)\b",
        "ratio": r"\bratios?\b|\bdoubles?\b|\btwice (as|the|its)\b|\bhalf\b|\b1:2\b",
        "odd": r"\bodds?\b",
        "even": r"\bevens?\b(?! (if|though|when|diagonally|where))",
        "parity": r"\bparity\b",
        "special": r"\bprimes?\b|\bfibonacci\b|\bsquare numbers?\b",
        "knight": r"\b(anti-?)?knight\w*",
        "king": r"\b(anti-?)?kings?\b",
        "queen": r"\b(anti-?)?(queen|bishop|rook)s?\b",
        "diagonal": r"(?<!even )\bdiagonal(s|ly)?\b",
        "place": r"\b(relative|corresponding|respective|same) (relative )?(positions?|places?)\b"
        r"|\bsame cells? of\b",
        "symmetry": r"\ba?symmetr\w+|\brotational\w*|\bmirror\w*|\bopposite\b",
        "class": r"\bentrop\w+|\b(low|medium|high)\b",
        "palindrome": r"\bpalindrom\w+|\bbackwards?\b|\bforwards?\b|\bboth ends\b",
        "adjacent": r"\badjacent\b|\badjoining\b|\bneighbou?r\w*|\btouch\w*|\bnext to\b",
        "pointer": r"\blocation\b|\bindicates?\b|\bsignif\w+|\btells?\b|\bpoints?\b|\bindex\w*",
        "seen": r"\b(see|seen|sees|visible|hid\w+|in sight)\b",
        "counted": r"\bhow (many|often)\b|\b(two|three|four|five|\d) times\b|\bnumber of\b",
        "blank": r"\b(left|remain|are|be|stay) (blank|empty|unfilled)\b",
        "drawn": r"\b(draw|shad(e|ing)|snakes?|loops?|paths?|walls?)\b",
        "coloured": r"\bcolou?r(s|ed)?\b|\b(shaded|highlighted)\b"
        r"|\b(green|gr[ae]y|purple|orange|blue|red|yellow|pink)\b",
        "clue": r"\b(clue|shape|pill|display|corner)s?\b",
        "cage": r"\bcages?\b",
        "line": r"\blines?\b",
        "arrow": r"\barrows?\b",
        "circle": r"\bcircles?\b",
        "square": r"\b(white|black|gr[ae]y|blue|red|green|orange) squares?\b",
        "dot": r"\bdots?\b",
        "outside": r"\boutside\b",
        "letter": r"\bxv\b|\bx and v\b|\ban? [xv]\b",
        "between": r"\b(strictly|values?|are|be|lies?) between (the|its|those)\b",
        "sandwich": r"\bsandwich\w*",
        "all": r"\ball\b.*\b(dots|[xv]'?e?s|marks)\b.*\b(given|marked|shown)\b|\ball given\b",
        "read": r"\b(\d|two|three|multi)-?digit numbers?\b|\bconcatenat\w+",
        "marked": r"\b(un)?marked\b|\bcandidates?\b|\bpencil ?marks?\b",
        "order": r"\bsame order\b",
        "sized": r"\bof size\b",
        "repeating": r"\bcages?\b.*\b(may|can) repeat\b|\b(may|can) repeat\b.*\bcages?\b",
        "set": r"\bsets? of digits\b|\bsame (set|digits|values)\b|\bclone\w*",
        "console": r"^constraints?:",
        "denied": r"\bmistakes?\b|\berrors?\b|\bwrong\b|\bliars?\b",
    }.items()
}
"""The subjects of a sentence beside cells, digits and houses, by the words for each."""

_OF_CLUES = frozenset(("adjacent", "clue", "coloured", "marked", "pointer"))
"""Subjects of the sentences that say where a clue is, of whatever rule."""

_DRAWN: Mapping[str, tuple[str, ...]] = {
    "cage": ("cage",),
    "line": ("line",),
    "arrow": ("arrow", "line", "circle"),
    "circle": ("circle",),
    "square": ("square",),
    "dot": ("dot", "circle"),
    "outside": ("outside", "arrow", "line"),
}
"""The words for a rule in sentences, by the kind of its shapes."""

_USUAL = (
    r"\b(normal|standard|classic(al)?|usual|regular|ordinary|general|basic|irregular|jigsaw)"
    r"( \d+ ?x ?\d+)?( irregular| jigsaw| classic)? sudoku( rules?)?( apply| applies)?"
    r"|\bsudoku rules? appl(y|ies)\b"
)
_BESIDE = re.compile(_USUAL + r"|\bnot necessarily \w+")
_NO_USUAL = re.compile(r"\bsudoku\b.*\bnot apply\b|n't apply\b")
_SPAN = re.compile(r"\b(?:digits?|numbers?)(?: from)? (\d+) ?(?:-|\u2013|to|through) ?(\d+)\b")
_SENTENCES = re.compile(r"(?<=[.!?;])[\"')]*\s+|[\n\r\u2022]+")
_MAX_SENTENCE_LENGTH = 160

_COMMON = frozenset((
    "all of", "arrow", "arrows", "at least one of", "between", "cage", "cages", "chess",
    "clone", "connected", "consecutive", "contain", "contains", "diagonal", "diagonals",
    "difference", "double", "equal", "even", "even cells", "every row", "extra", "friendly",
    "greater", "greater than", "high", "high cells", "hyper", "king", "knight", "less than", "line",
    "lines", "low", "low cells", "main", "maximum", "minimum", "modular", "negative constraint",
    "odd", "odd cells", "outside", "parity", "ratio", "roman", "same sum", "sequence", "sums",
    "variables", "x sum",
))  # fmt: skip
"""Names of rules that sentences about other rules have as well."""


def told_only(
    text: str, title: str, rules: Sequence[Constraint], geometry: Geometry
) -> Told | None:
    """The first sentence of a text about a subject of none of these rules; sentences of
    :func:`another_board` are left out.

    :param title: that of the puzzle, which may name a rule too.
    """
    rules = list(_with_parts(rules))
    known, called = _subjects(rules, geometry), {rule.name for rule in rules}
    own = " . ".join({_words(type(rule)) for rule in rules})
    if called >= {"diagonal-main", "diagonal-anti"}:
        called.add("diagonal")
    elif "diagonal" in called:
        called |= {"diagonal-main", "diagonal-anti"}
    first: str | None = None
    names: dict[str, None] = {}
    for sentence in _sentences(text):
        plain = _plain(sentence)
        if STATES_NOTHING.search(plain) or _of_another(plain, geometry):
            continue
        rest = _BESIDE.sub(" ", plain)
        named = _named(rest, called, own)
        if named or not _about(rest) <= known:
            first = sentence if first is None else first
            names |= dict.fromkeys(named)
    if first is None:
        return None
    names |= dict.fromkeys(_named(title.lower(), called, own))
    return Told(_shown(first), tuple(names))


def another_board(text: str, geometry: Geometry) -> str | None:
    """The first sentence of a text that names other digits than those of the board, or says that
    the usual rules do not apply."""
    return next((_shown(s) for s in _sentences(text) if _of_another(_plain(s), geometry)), None)


def is_usual(text: str) -> bool:
    """Whether a text only says that the usual rules apply."""
    return not any(any(map(str.isalpha, _BESIDE.sub("", _plain(s)))) for s in _sentences(text))


def _plain(sentence: str) -> str:
    return sentence.lower().replace("\u2019", "'")


def _shown(sentence: str) -> str:
    shown = " ".join(sentence.split())
    return (
        shown if len(shown) <= _MAX_SENTENCE_LENGTH else f"{shown[: _MAX_SENTENCE_LENGTH - 3]}..."
    )


def _sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCES.split(text):
        if one := sentence.strip(" \t-*"):
            yield one


def _of_another(text: str, geometry: Geometry) -> bool:
    if _NO_USUAL.search(text):
        return True
    span, digits = _SPAN.search(text), geometry.digits
    return span is not None and tuple(map(int, span.groups())) != (digits[0], digits[-1])


def _about(text: str) -> set[str]:
    return {name for name, words in _SUBJECTS.items() if words.search(text)}


def _with_parts(rules: Iterable[Constraint]) -> Iterator[Constraint]:
    """The rules, and those that combined rules are made of."""
    for rule in rules:
        yield rule
        for parameter in rule.parameters:
            if parameter.kind == "rules":
                yield from _with_parts(getattr(rule, parameter.name) or ())


def _subjects(rules: Iterable[Constraint], geometry: Geometry) -> set[str]:
    """The subjects of the rules of a puzzle, with what sentences call their clues."""
    kinds: dict[type[Constraint], list[Constraint]] = {}
    for rule in rules:
        kinds.setdefault(type(rule), []).append(rule)
    known: set[str] = set()
    for kind, own in kinds.items():
        subjects = _of_kind(kind)
        numbers = [p.name for p in kind.parameters if p.optional and p.kind == "integer"]
        if "rising" in subjects:
            subjects |= {"greater"}
        if numbers and all(getattr(rule, name) is None for rule in own for name in numbers):
            subjects -= {"sum"}  # of cages without a number no sum is said
        subjects |= {"all"} if kind.name.startswith("negative-") else set()
        subjects |= {"odd", "even"} if "parity" in kind.name else set()
        for shape in (shape for rule in own for shape in rule.shapes(geometry)):
            known.update(_DRAWN.get(shape.kind, ()))
        known |= subjects | (_OF_CLUES if kind.parameters else _OF_CLUES - {"adjacent"})
    return known


@lru_cache(maxsize=256)
def _words(kind: type[Constraint]) -> str:
    words = (kind.title, kind.summary, kind.name, *kind.aliases, *kind.sought)
    return " . ".join(words).lower()


@lru_cache(maxsize=256)
def _of_kind(kind: type[Constraint]) -> frozenset[str]:
    words = _words(kind)
    return frozenset(_about(words) | ({"distinct"} if "repeats" in words else set()))


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    """The words by which rules are called, the longest first, and the rules of each."""
    from satdoku.constraints.registry import REGISTRY

    rules: dict[str, set[str]] = {}
    for name, kind in REGISTRY.items():
        for words in (name, kind.title, kind.noun, *kind.aliases, *kind.sought):
            plain = words.lower().replace("-", " ")
            if len(plain) > 3 and plain not in _COMMON:
                rules.setdefault(plain, set()).add(name)
    return tuple(
        (re.compile(rf"\b{re.escape(plain)}s?\b".replace(r"\ ", "[ -]?")), frozenset(names))
        for plain, names in sorted(rules.items(), key=lambda item: (-len(item[0]), item[0]))
    )


def _named(text: str, called: Collection[str], own: str) -> list[str]:
    """The rules that a text names, without those ``called`` so and names in their ``own`` words."""
    missing: dict[str, None] = {}
    for words, names in _names():
        if words.search(text):
            if names.isdisjoint(called) and not words.search(own):
                missing |= dict.fromkeys(sorted(names))
            text = words.sub(" ", text)
    return list(missing)
