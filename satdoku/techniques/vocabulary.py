"""The names of techniques; one file, since it is one table.

One canonical name each, what people call it, and whose name that is.

Every command and the JSON print the canonical name (``naked-pair``) and take any of the others
(``Naked Pair``, ``locked pair``, ``conjugate pair``, 二国同盟). English titles are HoDoKu's and
SudokuWiki's; those of other languages are messages (``techniques.po`` in :mod:`satdoku.messages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from satdoku.messages import SOURCE, catalogue, languages

__all__ = [
    "CLUE_TECHNIQUES",
    "FAMILIES",
    "FISH",
    "GROUPS",
    "TERMS",
    "Group",
    "Term",
    "canonical",
    "members",
    "nearest",
    "term",
]


@dataclass(frozen=True, slots=True)
class Term:
    """One technique's names.

    name     the canonical name
    english  its title
    aliases  what else it is called: by Sudoku Explainer, HoDoKu, SudokuWiki and others
    codes    the codes of HoDoKu's library under which its steps are expected, its own first: what
             HoDoKu calls a hidden single may be the last cell of another house, and a locked pair
             is a naked pair in two houses
    """

    name: str
    english: str
    aliases: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


_FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
_FISH_KINDS = ("", "finned", "sashimi", "franken", "finned franken", "mutant", "finned mutant")


def _fish() -> tuple[Term, ...]:
    """Fish of every kind and size. The third digit of a code is the kind, the fourth the size."""
    found = []
    for number, kind in enumerate(_FISH_KINDS):
        for size, name in enumerate(_FISH, 2):
            named = f"{kind} {name}".strip()
            own = (named if size < 5 else f"{kind} fish-{size}".strip()).replace(" ", "-")
            aliases = [f"{kind} fish of {size} lines".strip()]
            aliases += [f"{kind} starfish".strip()] if size == 5 else []
            english = named.replace("x-wing", "X-wing").replace("franken", "Franken")
            if size > 4 and not kind:
                english, aliases = aliases[0], [named, *aliases[1:]]
            found.append(Term(own, english, tuple(aliases), (f"03{number}{size - 2}",)))
    return tuple(found)


FISH = _fish()
"""Fish without fins, with fins, and of any houses, of 2 to 7 houses."""


TERMS: tuple[Term, ...] = (
    Term(
        "full-house",
        "full house",
        ("last digit", "last free cell", "single (one empty cell)"),
        codes=("0000", "0002"),
    ),
    Term(
        "hidden-single",
        "hidden single",
        ("pinned digit", "last remaining cell", "crosshatching"),
        codes=("0002",),
    ),
    Term(
        "naked-single",
        "naked single",
        ("sole candidate", "forced digit", "last possible number", "obvious single"),
        codes=("0003",),
    ),
    Term(
        "pointing",
        "pointing",
        ("locked candidates type 1", "pointing pair", "pointing triple", "box-line interaction"),
        codes=("0100",),
    ),
    Term(
        "claiming",
        "claiming",
        ("locked candidates type 2", "box-line reduction", "line-box reduction"),
        codes=("0101",),
    ),
    Term("direct-pointing", "direct pointing"),
    Term("direct-claiming", "direct claiming"),
    Term("locked-pair", "locked pair", codes=("0110",)),
    Term("locked-triple", "locked triple", ("locked triplet",), codes=("0111",)),
    Term(
        "naked-pair",
        "naked pair",
        ("conjugate pair", "obvious pair"),
        codes=("0200",),
    ),
    Term(
        "naked-triple",
        "naked triple",
        ("Naked Triplet", "obvious triple"),
        codes=("0201",),
    ),
    Term("naked-quad", "naked quad", ("naked quadruple",), codes=("0202",)),
    Term("hidden-pair", "hidden pair", codes=("0210",)),
    Term("hidden-triple", "hidden triple", ("Hidden Triplet",), codes=("0211",)),
    Term("hidden-quad", "hidden quad", ("hidden quadruple",), codes=("0212",)),
    Term("direct-hidden-pair", "direct hidden pair"),
    Term(
        "direct-hidden-triple",
        "direct hidden triple",
        ("Direct Hidden Triplet",),
    ),
    Term("enclosure", "enclosure", ("Enclosure(n)",)),
    Term("exclosure", "exclosure", ("Exclosure(n)",)),
    Term("sbit", "Sbit"),
    Term("ubit", "Ubit"),
    Term("intersection", "Intersection"),
    *FISH,
    Term("kraken-fish-1", "kraken fish type 1"),
    Term("kraken-fish-2", "kraken fish type 2"),
    Term("skyscraper", "skyscraper", codes=("0400",)),
    Term("two-string-kite", "two-string kite", ("2-string kite",), codes=("0401",)),
    Term("turbot-fish", "turbot fish", codes=("0403",)),
    Term("empty-rectangle", "empty rectangle", ("rectangle elimination",), codes=("0402",)),
    Term("dual-two-string-kite", "dual two-string kite", ("dual 2-string kite",), codes=("0404",)),
    Term("dual-empty-rectangle", "dual empty rectangle", codes=("0405",)),
    Term("remote-pair", "remote pair", codes=("0703",)),
    Term("simple-colours-trap", "simple colour trap", ("singles chain trap",), codes=("0500",)),
    Term("simple-colours-wrap", "simple colour wrap", ("singles chain wrap",), codes=("0501",)),
    Term(
        "multi-colours-1",
        "multi-colour elimination type 1",
        ("multi-colour type 1",),
        codes=("0502",),
    ),
    Term(
        "multi-colours-2",
        "multi-colour elimination type 2",
        ("multi-colour type 2",),
        codes=("0503",),
    ),
    Term("xy-wing", "XY-wing", ("Y-wing", "bent triple"), codes=("0800",)),
    Term("xyz-wing", "XYZ-wing", codes=("0801",)),
    Term(
        "unique-rectangle-1",
        "unique rectangle type 1",
        ("UR1", "uniqueness test 1", "uniqueness 1"),
        codes=("0600",),
    ),
    Term(
        "unique-rectangle-2",
        "unique rectangle type 2",
        ("UR2", "uniqueness test 2", "uniqueness 2"),
        codes=("0601",),
    ),
    Term(
        "unique-rectangle-3",
        "unique rectangle type 3",
        ("UR3", "uniqueness test 3", "uniqueness 3"),
        codes=("0602",),
    ),
    Term(
        "unique-rectangle-4",
        "unique rectangle type 4",
        ("UR4", "uniqueness test 4", "uniqueness 4"),
        codes=("0603",),
    ),
    Term(
        "unique-rectangle-5",
        "unique rectangle type 5",
        ("UR5", "uniqueness test 5", "uniqueness 5"),
        codes=("0604",),
    ),
    Term(
        "unique-rectangle-6",
        "unique rectangle type 6",
        ("UR6", "uniqueness test 6", "uniqueness 6"),
        codes=("0605",),
    ),
    Term(
        "hidden-rectangle", "hidden rectangle", ("hidden unique rectangle", "HUR"), codes=("0606",)
    ),
    Term("avoidable-rectangle-1", "avoidable rectangle type 1", ("AR1",), codes=("0607",)),
    Term("avoidable-rectangle-2", "avoidable rectangle type 2", ("AR2",), codes=("0608",)),
    Term("unique-loop-1", "unique loop type 1", ("UL1",)),
    Term("unique-loop-2", "unique loop type 2", ("UL2",)),
    Term("unique-loop-3", "unique loop type 3", ("UL3",)),
    Term("unique-loop-4", "unique loop type 4", ("UL4",)),
    Term(
        "bug-1",
        "bivalue universal grave type 1",
        ("BUG type 1", "BUG+1", "bivalue universal grave + 1"),
        codes=("0610",),
    ),
    Term("bug-2", "bivalue universal grave type 2", ("BUG type 2",)),
    Term("bug-3", "bivalue universal grave type 3", ("BUG type 3",)),
    Term("bug-4", "bivalue universal grave type 4", ("BUG type 4",)),
    Term("bug-n", "bivalue universal grave + n", ("BUG+n", "multi-trailed BUG")),
    Term("extended-rectangle-1", "extended rectangle type 1"),
    Term("extended-rectangle-2", "extended rectangle type 2"),
    Term("extended-rectangle-3", "extended rectangle type 3"),
    Term("extended-rectangle-4", "extended rectangle type 4"),
    Term("aligned-pair-exclusion", "aligned pair exclusion", ("APE",)),
    Term("aligned-triplet-exclusion", "aligned triplet exclusion", ("ATE",)),
    Term(
        "x-cycle",
        "X-cycle",
        ("Bidirectional X-Cycle", "continuous nice loop of one digit", "Generalized X-Wing"),
    ),
    Term(
        "y-cycle",
        "Y-cycle",
        ("Bidirectional Y-Cycle", "continuous XY-chain", "XY loop"),
    ),
    Term(
        "xy-cycle",
        "XY-cycle",
        ("Bidirectional Cycle",),
    ),
    Term(
        "x-chain",
        "X-chain",
        ("Forcing X-Chain", "simple AIC"),
        codes=("0701",),
    ),
    Term("w-wing", "W-wing", ("George Woods' wing", "semi-remote naked pair"), codes=("0803",)),
    Term("m-wing", "M-wing", ("Medusa wing",)),
    Term("s-wing", "S-wing", ("split wing",)),
    Term("l-wing", "L-wing", ("local wing",)),
    Term("h-wing", "H-wing", ("hybrid wing",)),
    Term("xy-chain", "XY-chain", codes=("0702",)),
    Term("aic", "AIC", ("alternating inference chain",), codes=("0708",)),
    Term(
        "discontinuous-nice-loop",
        "discontinuous nice loop",
        codes=("0707",),
    ),
    Term(
        "continuous-nice-loop",
        "continuous nice loop",
        ("AIC loop", "AIC ring"),
        codes=("0706",),
    ),
    Term("grouped-aic", "grouped AIC", ("AIC with ALS",), codes=("0711",)),
    Term(
        "grouped-discontinuous-nice-loop",
        "grouped discontinuous nice loop",
        codes=("0710",),
    ),
    Term(
        "grouped-continuous-nice-loop",
        "grouped continuous nice loop",
        ("grouped nice loop",),
        codes=("0709",),
    ),
    Term(
        "forcing-chain",
        "forcing chain",
        ("Forcing Chains",),
    ),
    Term("nishio", "Nishio", ("Nishio Forcing Chains",)),
    Term(
        "cell-forcing-chains",
        "cell forcing chains",
        ("cell-chains", "unit forcing chains of a cell", "quad forcing chain"),
    ),
    Term(
        "region-forcing-chains",
        "region forcing chains",
        ("region-chains", "unit forcing chains"),
    ),
    Term(
        "dynamic-forcing-chains",
        "dynamic forcing chains",
        (
            "Dynamic Contradiction Forcing Chains",
            "Dynamic Double Forcing Chains",
            "Dynamic Cell Forcing Chains",
            "Dynamic Region Forcing Chains",
            "contradiction-chain",
            "double-chain",
            "forcing net",
            "Forcing Net Contradiction",
            "Forcing Net Verity",
            "Forcing Chain Contradiction",
            "digit forcing chains",
        ),
    ),
    Term(
        "dynamic-forcing-chains-plus",
        "dynamic forcing chains (+)",
        (
            "Dynamic Contradiction Forcing Chains (+)",
            "Dynamic Double Forcing Chains (+)",
            "Dynamic Cell Forcing Chains (+)",
            "Dynamic Region Forcing Chains (+)",
        ),
    ),
    Term(
        "nested-forcing-chains",
        "nested forcing chains",
        ("Dynamic + Forcing Chains",),
    ),
    Term(
        "sue-de-coq",
        "Sue de Coq",
        ("SdC", "two-sector disjoint subsets", "extended Sue de Coq"),
        codes=("1101",),
    ),
    Term("almost-locked-pair", "almost locked pair", ("almost locked candidates pair", "ALP")),
    Term(
        "almost-locked-triple", "almost locked triple", ("almost locked candidates triple", "ALT")
    ),
    Term("fireworks-triple", "fireworks triple", ("triple fireworks", "firework triple")),
    Term(
        "fireworks-quadruple",
        "fireworks quadruple",
        ("quadruple fireworks", "fireworks quad", "firework quadruple"),
    ),
    Term("domino-loop", "domino loop", ("SK loop", "Steve K's loop")),
    Term(
        "multi-sector-locked-set",
        "multi-sector locked set",
        ("MSLS", "multisector locked set", "multi-sector naked set", "multifish"),
    ),
    Term("broken-wing", "broken wing", ("guardian", "guardians of a broken wing")),
    Term("bivalue-oddagon", "bivalue oddagon", ("bivalue odd loop", "oddagon")),
    Term(
        "tridagon",
        "tridagon",
        ("Thor's hammer", "chromatic pattern", "trivalue oddagon", "three-valued oddagon"),
    ),
    Term("medusa-3d", "3D Medusa", ("Medusa", "3-D Medusa", "Medusa colouring")),
    Term("chute-remote-pair", "chute remote pair"),
    Term("twinned-xy-chains", "twinned XY-chains"),
    Term("junior-exocet", "junior exocet", ("exocet", "JExocet", "JE2")),
    Term("senior-exocet", "senior exocet", ("SExocet", "SE2")),
    Term("double-exocet", "double exocet", ("double junior exocet", "double JExocet")),
    Term(
        "symmetrical-placement",
        "symmetrical placement",
        ("Gurth's symmetrical placement", "Gurth's theorem", "GSP"),
    ),
    Term("template-set", "template set", codes=("1201",)),
    Term(
        "template-delete",
        "template delete",
        ("pattern overlay", "pattern overlay method", "POM"),
        codes=("1202",),
    ),
    Term("wxyz-wing", "WXYZ-wing", ("bent quadruple",)),
    Term("vwxyz-wing", "VWXYZ-wing", ("bent quintuple",)),
    Term("uvwxyz-wing", "UVWXYZ-wing"),
    Term("tuvwxyz-wing", "TUVWXYZ-wing"),
    Term("als-xz", "ALS-XZ", ("almost locked set xz-rule",), codes=("0901",)),
    Term("als-xy-wing", "ALS-XY-wing", ("almost locked set XY-wing",), codes=("0902",)),
    Term(
        "als-chain",
        "ALS chain",
        ("almost locked set chain", "almost locked set XY-chain", "ALS-XY-chain"),
        codes=("0903",),
    ),
    Term("death-blossom", "death blossom", codes=("0904",)),
    Term(
        "negation",
        "negation",
        ("reductio ad absurdum", "trial of one candidate", "Bowman's bingo"),
    ),
    Term("negation-2", "nested negation"),
    Term("trial", "trial", ("guess", "bifurcation", "trial and error", "brute force")),
    Term("assumption", "assumption"),
    Term(
        "clue-combinations",
        "clue combinations",
        ("combinations of a clue",),
    ),
    Term(
        "cage-combinations",
        "cage combinations",
        ("killer combinations", "cage combination reduction"),
    ),
    Term("thermo-bounds", "thermo bounds", ("thermometer bounds",)),
    Term("arrow-sums", "arrow sums", ("arrow maximum",)),
    Term("dot-pairs", "dot pairs", ("kropki pairs", "kropki chain", "xv pairs")),
    Term("whisper-partners", "whisper partners", ("whisper: no 5",)),
    Term("renban-range", "renban range"),
    Term("between-ends", "between ends", ("between line",)),
    Term("sandwich-sets", "sandwich sets"),
    Term("little-killer-bounds", "little killer bounds"),
    Term("line-sums", "line sums", ("region sum line", "zipper sums")),
    Term("outside-clues", "outside clue", ("X-sum minimum", "skyscraper bounds")),
    Term("group-patterns", "group pattern", ("entropic pattern",)),
    Term("indexer-places", "indexer places"),
    Term("quadruple-digits", "quadruple digits"),
    Term(
        "innies-outies",
        "innies and outies",
        ("45 rule", "rule of 45", "cage splitting"),
    ),
    Term(
        "law-of-leftovers",
        "law of leftovers",
        ("LoL", "leftovers"),
    ),
    Term(
        "set-equivalence",
        "set equivalence",
        ("set equivalence theory", "SET", "Phistomefel ring"),
    ),
    Term("joined-clues", "joined clues", ("combined clues",)),
    Term("digit-places", "digit places", ("clues that need a digit",)),
    Term(
        "house-combinations",
        "house combinations",
        ("clues of a house", "cage as a hidden set"),
    ),
    Term("killer-pair", "killer pair"),
    Term("killer-triple", "killer triple"),
    Term("parity-chain", "parity chain", ("parity",)),
    Term("modulus-chain", "modulus chain", ("modulo chain",)),
    Term("high-low-chain", "high-low chain", ("polarity chain",)),
    Term("entropy-chain", "entropy chain", ("low-middle-high chain",)),
    Term("clue-chain", "clue chain", ("chain of clues",)),
    Term("clue-forcing-chains", "clue forcing chains"),
    Term(
        "conflicting-combinations",
        "conflicting combinations",
        ("killer combination conflicts", "combined cages", "cage unit overlap"),
    ),
    Term("whip", "whip"),
    Term("braid", "braid"),
    Term("small-proof", "small proof", ("mus", "minimal unsatisfiable subset")),
)
"""Every name that a step can bear, the gentlest technique first as in the catalogue's families."""


@dataclass(frozen=True, slots=True)
class Group:
    """Techniques that have one name together: ``unique-rectangle``.

    name     the name
    aliases  what else they are called
    members  their canonical names, the gentlest first
    """

    name: str
    aliases: tuple[str, ...]
    members: tuple[str, ...]


def _group(name: str, pattern: str, *aliases: str) -> Group:
    found = (item.name for item in TERMS if re.fullmatch(pattern, item.name))
    return Group(name, aliases, tuple(found))


_SIZES = "(pair|triple|quad)"

GROUPS = (
    _group("single", "full-house|(hidden|naked)-single"),
    _group("locked-candidates", "pointing|claiming", "intersection removal", "box line"),
    _group("locked-set", "locked-(pair|triple)", "locked subset"),
    _group("naked-set", f"naked-{_SIZES}", "naked subset", "naked candidate"),
    _group("hidden-set", f"hidden-{_SIZES}", "hidden subset", "hidden candidate"),
    _group("subset", f"(locked|naked|hidden)-{_SIZES}"),
    _group("fish", "x-wing|swordfish|jellyfish|fish-.", "basic fish"),
    *(
        _group(f"{kind}-fish", f"{kind}-(x-wing|swordfish|jellyfish|fish-.)")
        for kind in (own.replace(" ", "-") for own in _FISH_KINDS[1:])
    ),
    _group("kraken-fish", "kraken-fish-.", "kraken"),
    _group("siamese-fish", "(finned|sashimi)-(x-wing|swordfish|jellyfish)"),
    _group("single-digit-pattern", "skyscraper|(dual-)?two-string-kite|(dual-)?empty-rectangle"),
    _group("simple-colours", "simple-colours-.*", "simple colouring", "singles chain", "colouring"),
    _group("multi-colours", "multi-colours-.", "multi-colouring"),
    _group("unique-rectangle", "unique-rectangle-.", "uniqueness test", "UR"),
    _group("avoidable-rectangle", "avoidable-rectangle-.", "AR"),
    _group("unique-loop", "unique-loop-.", "UL"),
    _group("extended-rectangle", "extended-rectangle-.", "extended unique rectangle", "EUR"),
    _group("bug", "bug-.", "bivalue universal grave"),
    _group(
        "uniqueness",
        "(unique|avoidable|hidden|extended)-(rectangle|loop).*|bug-.",
        "deadly pattern",
    ),
    _group("almost-locked-set", "als-.*|death-blossom"),
    _group("aligned-exclusion", "aligned-.*"),
    _group("bent-set", ".*wxyz-wing", "bent set wing", "large wing"),
    _group("regular-wing", "xyz?-wing|.*wxyz-wing"),
    _group("irregular-wing", "[wmslh]-wing"),
    _group("nice-loop", "(grouped-)?(dis)?continuous-nice-loop"),
    _group("grouped-chain", "grouped-.*", "grouped X-cycle", "grouped AIC or loop"),
    _group("template", "template-.*", "templating"),
    _group("almost-locked-candidates", "almost-locked-.*", "ALC"),
    _group("fireworks", "fireworks-.*", "firework"),
    _group("forcing-chain-verity", "(cell|region)-forcing-chains"),
)
"""Names that several techniques have together."""


_PATTERNS = (
    (r"unique-loop-\d+-type-(\d)", r"unique-loop-\1"),
    (r"dynamic-(contradiction|double|cell|region)-forcing-chains-plus-.+", "nested-forcing-chains"),
)
"""Names of Sudoku Explainer's that are narrower than the canonical ones."""


def _plain(name: str) -> str:
    """What is left of a name where spelling does not count: no case, no blanks, signs as dashes."""
    words = name.strip().lower().replace("triplet", "triple").replace("+", " plus ")
    plain = re.sub(r"[\W_]+", "-", words).strip("-")
    return re.sub(r"colou?r(ing)?(?=s?(-|$))", "colour", plain)


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for item in TERMS:
        codes = (code for code in item.codes[:1] if found.get(code, item.name) == item.name)
        for name in (item.name, item.english, *item.aliases, *codes):
            other = found.setdefault(_plain(name), item.name)
            assert other == item.name, f"{name!r} means both {other} and {item.name}"
    for group in GROUPS:
        for name in (group.name, *group.aliases):
            other = found.setdefault(_plain(name), group.name)
            assert other == group.name, f"{name!r} means both {other} and {group.name}"
    return found


def members(name: str) -> tuple[str, ...]:
    """The techniques of a group, by its canonical name; none where it is no group's."""
    return next((group.members for group in GROUPS if group.name == name), ())


@lru_cache(maxsize=1)
def _in_all_languages() -> dict[str, str]:
    own = {item.name for item in TERMS}
    found = dict(_known())
    for lang in languages():
        if lang != SOURCE:
            for name, text in catalogue(lang, "techniques").texts.items():
                if name in own:
                    found.setdefault(_plain(text), name)
                    # Some have another name, or what is meant, in brackets.
                    found.setdefault(_plain(re.split("[(（]", text)[0]), name)
    return found


def _names_like(plain: str) -> dict[str, str]:
    """The names that a text may be one of; the catalogues are read for other letters alone."""
    return _known() if plain.isascii() else _in_all_languages()


def canonical(name: str) -> str:
    """The canonical name of what anybody calls a technique; the name itself, with dashes for blanks
    and without capitals, where it is unknown."""
    plain = _plain(name)
    for pattern, own in _PATTERNS:
        if re.fullmatch(pattern, plain):
            return re.sub(pattern, own, plain)
    known = _names_like(plain)
    if re.fullmatch(r"0\d{3}1(-.)?|\d{4}-.", plain):
        plain = plain[:4]  # a code of HoDoKu's library: a siamese fish, or a variant
    # A plural is the same, a type without its number, and what has an explanation in brackets.
    spellings = (plain, plain.removesuffix("s"), f"{plain}s", plain.removesuffix("-type"))
    for spelt in (*spellings, _plain(re.sub(r"\([^\d()]*\)$", "", name.strip()))):
        if spelt in known:
            return known[spelt]
    return plain


def nearest(name: str, names: Iterable[str] | None = None) -> list[str]:
    """Up to three canonical names (of ``names``, where given) that a misspelt one may mean."""
    from difflib import get_close_matches

    allowed = None if names is None else set(names)
    plain = _plain(name)
    known = _names_like(plain)
    spelt = [key for key, own in known.items() if allowed is None or own in allowed]
    spelt += [] if allowed is None else sorted(allowed)
    near = get_close_matches(plain, spelt, 6, 0.6)
    return list(dict.fromkeys(known.get(key, key) for key in near))[:3]


CLUE_TECHNIQUES = (
    "clue-combinations",
    "cage-combinations",
    "thermo-bounds",
    "arrow-sums",
    "dot-pairs",
    "whisper-partners",
    "renban-range",
    "between-ends",
    "sandwich-sets",
    "little-killer-bounds",
    "line-sums",
    "outside-clues",
    "group-patterns",
    "indexer-places",
    "quadruple-digits",
)
"""What reads one clue of a variant: the general one, and one for each family of rules
(``Constraint.technique``)."""

FAMILIES = {
    "naked-set": "naked set of {size}",
    "hidden-set": "hidden set of {size}",
    "fish": "fish of {size} lines",
}
"""Families that go on, ``naked-set-5``, with their English titles."""


@lru_cache(maxsize=256)
def term(name: str) -> Term:
    """The names of a technique by its canonical name.

    Families that go on (``naked-set-5``, ``fish-6``) have theirs made.
    """
    for item in TERMS:
        if item.name == name:
            return item
    family, _, size = name.rpartition("-")
    made = FAMILIES.get(family) if size.isdecimal() else None
    return Term(name, name if made is None else made.format(size=size))
