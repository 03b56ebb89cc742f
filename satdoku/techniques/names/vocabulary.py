"""The names of techniques; one file, since it is one table.

One canonical name each, what people call it, and whose name that is.

Every command and the JSON print the canonical name (``naked-pair``) and take any of the others
(``Naked Pair``, ``locked pair``, ``conjugate pair``, 二国同盟). English titles are HoDoKu's and
SudokuWiki's; those of other languages are messages (``techniques.po`` in :mod:`satdoku.messages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from satdoku.base.records import dataclass
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.techniques.names.terms import Term, known, terms


class SizedName(str):
    """The name of a step with its length, ``whip[5]``: a text with ``technique`` and ``length``."""

    __slots__ = ("length", "technique")

    technique: str
    length: int

    def __new__(cls, technique: str, length: int) -> SizedName:
        name = super().__new__(cls, f"{technique}[{length}]")
        name.technique, name.length = technique, length
        return name

    def __reduce__(self) -> tuple[object, ...]:
        return SizedName, (self.technique, self.length)


def without_length(name: str) -> str:
    """The technique of a step's name."""
    return name.technique if isinstance(name, SizedName) else name


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


def _group(name: str, patterns: str | tuple[str, ...], *aliases: str) -> Group:
    """The techniques of each pattern after those of the one before."""
    each = (patterns,) if isinstance(patterns, str) else patterns
    names = [t.name for one in each for t in terms() if re.fullmatch(one, t.name)]
    return Group(name, aliases, tuple(names))


_SIZES = "(pair|triple|quad)"
_FISH_KINDS = ("finned", "sashimi", "franken", "finned-franken", "mutant", "finned-mutant")


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Names that several techniques have together."""
    return (
        _group("single", "full-house|(hidden|naked)-single"),
        _group(
            "locked-candidates",
            "pointing|claiming",
            "intersection removal",
            "box line",
            "line-box interaction",
        ),
        _group("locked-set", "locked-(pair|triple)", "locked subset"),
        _group(
            "naked-set", f"naked-{_SIZES}", "naked subset", "naked candidate", "disjoint subset"
        ),
        _group("hidden-set", f"hidden-{_SIZES}", "hidden subset", "hidden candidate"),
        _group("subset", tuple(f"{kind}-{_SIZES}" for kind in ("locked", "naked", "hidden"))),
        _group("fish", "x-wing|swordfish|jellyfish|fish-.", "basic fish"),
        *(
            _group(
                f"{kind}-fish",
                f"{kind}-(x-wing|swordfish|jellyfish|fish-.)",
                *(() if "-" in kind else (kind,)),
                *(("filet-o-fish",) if kind == "finned" else ()),
            )
            for kind in _FISH_KINDS
        ),
        _group("kraken-fish", "kraken-fish-.", "kraken"),
        _group("siamese-fish", "(finned|sashimi)-(x-wing|swordfish|jellyfish)", "siamese"),
        _group(
            "single-digit-pattern", "skyscraper|(dual-)?two-string-kite|(dual-)?empty-rectangle"
        ),
        _group(
            "simple-colours", "simple-colours-.*", "simple colouring", "singles chain", "colouring"
        ),
        _group("multi-colours", "multi-colours-.", "multi-colouring"),
        _group(
            "unique-rectangle", "unique-rectangle-.", "uniqueness test", "UR", "gordonian rectangle"
        ),
        _group("avoidable-rectangle", "avoidable-rectangle-.", "AR"),
        _group("unique-loop", "unique-loop-.", "UL", "gordonian polygon"),
        _group("extended-rectangle", "extended-rectangle-.", "extended unique rectangle", "EUR"),
        _group("borescoper-deadly-pattern", "borescoper-.*", "Borescoper's deadly pattern", "BDP"),
        _group("unique-matrix", "unique-matrix-."),
        _group("qiu-deadly-pattern", "qiu-.*", "Qiu's deadly pattern", "QDP"),
        _group("bug", "bug-.", "bivalue universal grave", "BUG principle"),
        _group(
            "uniqueness",
            (
                "(unique|hidden|avoidable)-rectangle.*",
                "unique-loop-.",
                "bug-.",
                "extended-rectangle-.",
                "(borescoper|qiu)-.*",
                "unique-matrix-.",
                "reverse-bug",
            ),
            "deadly pattern",
            "BUG lite",
            "MUG",
            "multivalue universal grave",
            "gordonian logic",
            "unavoidable set",
        ),
        _group("almost-locked-set", "als-.*|death-blossom", "almost hidden set", "AHS"),
        _group("aligned-exclusion", "aligned-.*"),
        _group("bent-set", ".*wxyz-wing", "bent set wing", "bent naked subset", "large wing"),
        _group("regular-wing", "xyz?-wing|.*wxyz-wing"),
        _group("irregular-wing", "[wmslh]-wing"),
        _group("nice-loop", "(grouped-)?(dis)?continuous-nice-loop"),
        _group("grouped-chain", "grouped-.*", "grouped X-cycle", "grouped AIC or loop"),
        _group("template", ("template-set", "template-delete"), "templating"),
        _group("almost-locked-candidates", "almost-locked-.*", "ALC"),
        _group("fireworks", "fireworks-.*", "firework"),
        _group(
            "forcing-chain-verity",
            "(cell|region)-forcing-chains",
            "verity",
            "multiple forcing chain",
        ),
    )


_RECTANGLE = "(unique-rectangle|avoidable-rectangle|ur|ar)"
_FISHES = "(x-wing|swordfish|jellyfish|squirmbag|whale|leviathan)"
_PATTERNS = (
    (r"(naked|hidden)-quint(uple)?s?", r"\1-set-5"),
    (r"unique-loop-\d+-type-(\d)", r"unique-loop-\1"),
    (r"dynamic-(contradiction|double|cell|region)-forcing-chains-plus-.+", "nested-forcing-chains"),
    (rf"siamese-((?:finned-|sashimi-)?(?:franken-|mutant-)?{_FISHES})", r"\1"),
    (rf"sashimi-((?:franken|mutant)-{_FISHES})", r"finned-\1"),
    (r"(\w+)-(rectangle|loop)s-(type-\d)", r"\1-\2-\3"),
    (r"(ur|unique-rectangle)-type-([234])b", r"unique-rectangle-\2"),
    (r"ur-(type-\d)", r"unique-rectangle-\1"),
    (r"ar-(type-\d)", r"avoidable-rectangle-\1"),
    (r"ul-(type-\d)", r"unique-loop-\1"),
    (r"eur-(type-\d)", r"extended-rectangle-\1"),
    (r"or[2-9]-((whip|chain|forcing-whip)s?)", r"ork-\1"),
    (r"unique-polygon(-type-\d)?", r"borescoper-deadly-pattern\1"),
    (r"(borescoper|qiu)-deadly-pattern-type-(\d)", r"\1-deadly-pattern-\2"),
    (r"(naked-(?:pair|triple|quad)(?:ruple)?)-plus", r"\1"),
)
"""Names that are narrower than the canonical ones, and sizes as words."""

_SPECIAL = (
    (rf"{_RECTANGLE}(-plus)?-(2b|2d|2x|3x|3n|3u|3e|4x|4c)(-\dsl)?", "rectangle-forcing-chains"),
    (rf"{_RECTANGLE}-(xy|xyz|w)-wing", "rectangle-forcing-chains"),
    (r"hidden-avoidable-rectangle|avoidable-rectangle-type-5", "rectangle-forcing-chains"),
    (r"avoidable-rectangle-hidden-single.*", "rectangle-forcing-chains"),
    (rf"kraken-{_FISHES}", "kraken-fish"),
)
"""Special cases that a technique finds, as the names of ``covers``."""

_KIN = (
    (r"(unique-rectangle|ur)-(external-.+|wxyz-wing|sue-de-coq|baba-grouping)", "unique-rectangle"),
    (
        r"(avoidable-rectangle|ar)-(type-3|external-.+|wxyz-wing|sue-de-coq|broken-wing|guardian)",
        "avoidable-rectangle",
    ),
    (r"unique-loop-strong-link(-type)?", "unique-loop"),
    (r"bug-(xz|xz-rule|xy-wing|plus-n-(with-)?forcing-chains)", "bug"),
    (r"reverse-(bug|bivalue-universal-grave)-type-[2-4]", "reverse-bug"),
    (r"bivalue-oddagon-type-[23]", "bivalue-oddagon"),
    (r"(chromatic-pattern|trivalue-oddagon)-(type-[1-4]|xz-rule)", "tridagon"),
    (r"(anonymous|rotating|rw-s)-deadly-pattern(-type-\d)?", "uniqueness"),
    (r"(two-digit-)?uniqueness-clue-cover", "uniqueness"),
    (r"(complex|franken|mutant)-(junior-)?exocet(-.+)?", "junior-exocet"),
    (r"(advanced-)?(complex|franken|mutant)-senior-exocet(-.+)?", "senior-exocet"),
    (r"junior-exocet-(generalized-fish|mirror-almost-hidden-set)", "junior-exocet"),
    (r"double-exocet-(generalized-fish|uni-fish)", "double-exocet"),
    (r"pattern-locked-quadruple|plq", "domino-loop"),
    (r"rectangle-death-blossom", "death-blossom"),
    (r"(anti|extended)-(gsp|gurth(-s-symmetrical-placement)?)", "symmetrical-placement"),
)
"""Variants that no search finds by themselves: the techniques of their kind."""


def _plain(name: str) -> str:
    """A name as it is compared, where spelling does not count: no case, no blanks, signs as
    dashes."""
    words = name.strip().casefold().replace("triplet", "triple").replace("+", " plus ")
    plain = re.sub(r"[\W_]+", "-", words).strip("-")
    return re.sub(r"colou?r(ing)?(?=s?(-|$))", "colour", plain)


def _read(plain: str, patterns: Iterable[tuple[str, str]]) -> str | None:
    """The name in whose place one of a pattern stands, also in the plural."""
    for pattern, own in patterns:
        for spelt in (plain, plain.removesuffix("s")):
            if match := re.fullmatch(pattern, spelt):
                return match.expand(own)
    return None


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    names: dict[str, str] = {}
    for item in terms():
        codes = (code for code in item.codes[:1] if names.get(code, item.name) == item.name)
        for name in (item.name, item.title, *item.aliases, *item.covers, *codes):
            other = names.setdefault(_plain(name), item.name)
            assert other == item.name, f"{name!r} means both {other} and {item.name}"
    for group in groups():
        for name in (group.name, *group.aliases):
            other = names.setdefault(_plain(name), group.name)
            assert other == group.name, f"{name!r} means both {other} and {group.name}"
    return names


def is_special_case(name: str) -> bool:
    """Whether a name is that of a special case of the technique that has it."""
    plain, covered = _plain(name), known(canonical(name))
    if _read(plain, _SPECIAL) is not None:
        return True
    return covered is not None and plain in map(_plain, covered.covers)


def is_kin(name: str) -> bool:
    """Whether a name is that of a variant that no search finds by itself: it stands for the
    techniques of its kind."""
    return _read(_plain(name), _KIN) is not None


def members(name: str) -> tuple[str, ...]:
    """The techniques of a group, by its canonical name; none where it is no group's."""
    return next((group.members for group in groups() if group.name == name), ())


@lru_cache(maxsize=1)
def _in_all_languages() -> dict[str, str]:
    own = {item.name for item in terms()}
    names = dict(_known())
    for lang in languages():
        if lang != SOURCE:
            for name, text in catalogue(lang, "techniques").texts.items():
                if name in own:
                    names.setdefault(_plain(text), name)
                    # Some have another name, or what is meant, in brackets.
                    names.setdefault(_plain(re.split("[(（]", text)[0]), name)
    return names


def _names_like(plain: str) -> dict[str, str]:
    """The names that a text may be one of; the catalogues are read for other letters alone."""
    return _known() if plain.isascii() else _in_all_languages()


def canonical(name: str) -> str:
    """The canonical name of what anybody calls a technique; the name itself, with dashes for blanks
    and without capitals, where it is unknown."""
    plain = _plain(name)
    own = _read(plain, (*_PATTERNS, *_SPECIAL, *_KIN))
    if own is not None:
        return own if own == plain else canonical(own)
    if re.fullmatch(r"0\d{3}1(-[1-4x])?|\d{4}-[1-4x]", plain):
        plain = plain[:4]  # a code of HoDoKu's library: a siamese fish, or a variant
    # A plural is the same, a type without its number, and what has an explanation in brackets.
    plurals = (plain.removesuffix("s"), plain.removesuffix("es"), f"{plain}s")
    spellings = (plain, *plurals, plain.removesuffix("-type"))
    bare = _plain(re.sub(r"\([^\d()]*\)$", "", name.strip()))
    for names in (_known, _in_all_languages):  # the catalogues are read for unknown names alone
        for spelt in (*spellings, bare):
            if spelt in names():
                return names()[spelt]
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
    term_ = known(name)
    if term_ is not None:
        return term_
    family, _, size = name.rpartition("-")
    title = FAMILIES.get(family) if size.isdecimal() else None
    return Term(named=name, english=name if title is None else title.format(size=size))
