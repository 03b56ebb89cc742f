"""The site's types of items and the rules that they are."""

from __future__ import annotations

from satdoku.formats.clues import Key, RuleFields, by_rule
from satdoku.formats.iss.codecs import (
    CellsCodec,
    CloneCodec,
    DigitsCodec,
    EqualSumCodec,
    ExtremesCodec,
    FlagCodec,
    KindCodec,
    LedCodec,
    ModularCodec,
    PairsCodec,
    ParityCodec,
    PillCodec,
    QuadCodec,
    SameValuesCodec,
    SumCodec,
    SumLineCodec,
    TextCodec,
    WrittenOnly,
)
from satdoku.formats.iss.custom import (
    ChaosArrowCodec,
    ChaosCountCodec,
    ConnectedCodec,
    NfaCodec,
    PairTableCodec,
    RegexCodec,
    TableCodec,
)
from satdoku.formats.iss.sides import LittleKillerCodec, OutsideCodec, SandwichCodec

__all__ = [
    "BY_RULE",
    "CAGE",
    "DOMAINS",
    "EXCHANGED",
    "KEYS",
    "OLD_TABLES",
    "READ",
    "STRICT",
    "WORDED",
]

CAGE = CellsCodec("sum", zero=True)
_FLAG, _LIST, _OUTSIDE = FlagCodec(), CellsCodec(), OutsideCodec()

KEYS = (
    Key("Diagonal", "diagonal-anti", KindCodec("1")),
    Key("Diagonal", "diagonal-main", KindCodec("-1")),
    Key("Indexing", "row-indexer", KindCodec("R", _LIST)),
    Key("Indexing", "column-indexer", KindCodec("C", _LIST)),
    Key("AntiKnight", "anti-knight", _FLAG),
    Key("AntiKing", "anti-king", _FLAG),
    Key("AntiConsecutive", "non-consecutive", _FLAG),
    Key("Windoku", "windoku", _FLAG),
    Key("DisjointSets", "disjoint-groups", _FLAG),
    Key("GlobalEntropy", "global-entropy", _FLAG),
    Key("GlobalMod", "global-mod", _FLAG),
    Key("AntiTaxicab", "anti-taxicab", _FLAG),
    Key("DutchFlatmates", "dutch-flatmates", _FLAG),
    Key("Doppelganger", "doppelganger", _FLAG),
    Key("ChaosConstruction", "chaos-construction", _FLAG),
    Key("RegionSameValues", "region-same-values", _FLAG),
    Key("Cage", "killer-cage", CAGE),
    Key("AllDifferent", "extra-region", _LIST),
    Key("Sum", "sum", SumCodec()),
    Key("EqualSum", "equal-sum", EqualSumCodec()),
    Key("Arrow", "arrow", LedCodec("bulb", "it needs a bulb and a shaft")),
    Key("PillArrow", "pill-arrow", PillCodec()),
    Key("DoubleArrow", "double-arrow", _LIST),
    Key("Thermo", "thermo", _LIST),
    Key("Pair", "slow-thermo", TableCodec(lambda a, b, f: a <= b, "slow thermo")),
    Key("Whisper", "whisper", CellsCodec("diff", 5, lambda board: (board.size + 1) // 2)),
    Key("Renban", "renban", _LIST),
    Key("Palindrome", "palindrome", _LIST),
    Key("Zipper", "zipper", _LIST),
    Key("Between", "between", _LIST),
    Key("Lockout", "lockout", CellsCodec("diff", 4, lambda board: 4 if board.size == 9 else None)),
    Key("RegionSumLine", "region-sum", _LIST),
    Key("SumLine", "sum-line", SumLineCodec("sum", 10)),
    Key("Entropic", "entropic-line", _LIST),
    Key("Modular", "modular-line", ModularCodec("mod", 5, lambda board: 3)),
    Key("PairX", "nabner", TableCodec(lambda a, b, f: abs(a - b) > 1, "nabner")),
    Key("WhiteDot", "white-dot", PairsCodec("diff", 1)),
    Key(
        "Pair",
        "white-dot",
        TableCodec(lambda a, b, f: abs(a - b) == f.get("diff", 1), "difference"),
    ),
    Key("BlackDot", "black-dot", PairsCodec("ratio", 2)),
    Key(
        "Pair",
        "black-dot",
        TableCodec(lambda a, b, f: f.get("ratio", 2) in (a and b / a, b and a / b), "ratio"),
    ),
    Key("X", "xv", PairsCodec("total", 10)),
    Key("V", "xv", PairsCodec("total", 5)),
    Key("Pair", "xv", TableCodec(lambda a, b, f: a + b == f["total"], "sum")),
    Key("GreaterThan", "less-than", PairsCodec(None, 0, falling=True)),
    Key("Pair", "less-than", TableCodec(lambda a, b, f: a < b, "less than")),
    Key("GreaterThan", "minimum", ExtremesCodec(highest=False)),
    Key("GreaterThan", "maximum", ExtremesCodec(highest=True)),
    Key("Quad", "quadruple", QuadCodec()),
    Key("SameValues", "same-values", SameValuesCodec()),
    Key("SameValues", "clone", CloneCodec()),
    Key("ContainAtLeast", "contain", DigitsCodec()),
    Key("ContainExact", "contain-exact", DigitsCodec()),
    Key("CountingCircles", "counting-circles", _LIST),
    Key("LookAndSay", "look-and-say", TextCodec()),
    Key("RellikCage", "rellik", CellsCodec("sum")),
    Key("EqualityCage", "equality-cage", _LIST),
    Key("Lunchbox", "lunchbox", CellsCodec("sum")),
    Key("CountDistinct", "count-distinct", LedCodec("control")),
    Key("ValueIndexing", "value-indexing", _LIST),
    Key("LittleKiller", "little-killer", LittleKillerCodec()),
    Key("Sandwich", "sandwich", SandwichCodec()),
    Key("XSum", "x-sum", OutsideCodec("sum")),
    Key("Skyscraper", "skyscraper", _OUTSIDE),
    Key("HiddenSkyscraper", "hidden-skyscraper", _OUTSIDE),
    Key("NumberedRoom", "numbered-room", _OUTSIDE),
    Key("FullRank", "full-rank", OutsideCodec()),
    Key("Pair", "pair-table", PairTableCodec()),
    Key("PairX", "all-pairs", PairTableCodec()),
    Key("Regex", "regex", RegexCodec()),
    Key("NFA", "automaton", NfaCodec()),
    Key("ChaosArrow", "chaos-arrow", ChaosArrowCodec()),
    Key("ChaosCount", "chaos-count", ChaosCountCodec()),
    Key("ConnectedValues", "connected", ConnectedCodec()),
)

READ = {key.name: key for key in KEYS if not isinstance(key.codec, WrittenOnly | KindCodec)}
"""The types that name one rule, which is read from their arguments."""
OLD_TABLES = {"Binary": READ["Pair"], "BinaryX": READ["PairX"]}
"""Tables of older links, which have ``-`` and ``_`` exchanged."""
EXCHANGED = str.maketrans("-_", "_-")
WORDED = {
    name: {k.codec.word: k for k in KEYS if k.name == name and isinstance(k.codec, KindCodec)}
    for name in ("Diagonal", "Indexing")
}
"""The types whose first argument names the rule: their keys by this word."""
STRICT: dict[str, list[tuple[str, RuleFields]]] = {
    "StrictKropki": [("negative-difference", {}), ("negative-ratio", {"ratios": [2]})],
    "StrictXV": [("negative-xv", {})],
}
"""The types that stand for several rules of the whole board."""
BY_RULE = by_rule(KEYS)
DOMAINS = {"odd": [Key("", "odd", ParityCodec(1))], "even": [Key("", "even", ParityCodec(0))]}
"""Rules that are written as restrictions of single cells."""
