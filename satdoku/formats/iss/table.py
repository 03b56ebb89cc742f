"""The site's types of items and the rules that they are."""

from __future__ import annotations

from satdoku.formats.clues import Codec, Key, RuleFields
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
from satdoku.formats.tables import LinkTable

CAGE = CellsCodec("sum", zero=True)
_FLAG, _LIST = FlagCodec(), CellsCodec()

_KEYS = (
    Key("Diagonal", "diagonal-anti", KindCodec("1")),
    Key("Diagonal", "diagonal-main", KindCodec("-1")),
    Key("Indexing", "row-indexer", KindCodec("R", _LIST)),
    Key("Indexing", "column-indexer", KindCodec("C", _LIST)),
    Key("ChaosConstruction", "chaos-construction", _FLAG),
    Key("GlobalEntropy", "global-entropy", _FLAG),
    Key("Cage", "killer-cage", CAGE),
    Key("Sum", "sum", SumCodec()),
    Key("EqualSum", "equal-sum", EqualSumCodec()),
    Key("Arrow", "arrow", LedCodec("bulb", "it needs a bulb and a shaft")),
    Key("PillArrow", "pill-arrow", PillCodec()),
    Key("Pair", "slow-thermo", TableCodec(lambda a, b, f: a <= b, "slow thermo")),
    Key("Whisper", "whisper", CellsCodec("diff", 5, lambda board: (board.size + 1) // 2)),
    Key("Lockout", "lockout", CellsCodec("diff", 4, lambda board: 4 if board.size == 9 else None)),
    Key("RegionSumLine", "region-sum", _LIST),
    Key("SumLine", "sum-line", SumLineCodec("sum", 10)),
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
    Key("LookAndSay", "look-and-say", TextCodec()),
    Key("CountDistinct", "count-distinct", LedCodec("control")),
    Key("LittleKiller", "little-killer", LittleKillerCodec()),
    Key("Sandwich", "sandwich", SandwichCodec()),
    Key("FullRank", "full-rank", OutsideCodec()),
    Key("Pair", "pair-table", PairTableCodec()),
    Key("PairX", "all-pairs", PairTableCodec()),
    Key("Regex", "regex", RegexCodec()),
    Key("NFA", "automaton", NfaCodec()),
    Key("ChaosArrow", "chaos-arrow", ChaosArrowCodec()),
    Key("ChaosCount", "chaos-count", ChaosCountCodec()),
    Key("ConnectedValues", "connected", ConnectedCodec()),
)

_READ = {key.name: key for key in _KEYS if not isinstance(key.codec, WrittenOnly | KindCodec)}
OLD_TABLES = {"Binary": _READ["Pair"], "BinaryX": _READ["PairX"]}
"""Tables of older links, which have ``-`` and ``_`` exchanged."""
EXCHANGED = str.maketrans("-_", "_-")
WORDED = {
    name: {k.codec.word: k for k in _KEYS if k.name == name and isinstance(k.codec, KindCodec)}
    for name in ("Diagonal", "Indexing")
}
"""The types whose first argument names the rule: their keys by this word."""
STRICT: dict[str, list[tuple[str, RuleFields]]] = {
    "StrictKropki": [("negative-difference", {}), ("negative-ratio", {"ratios": (2,)})],
    "StrictXV": [("negative-xv", {})],
}
"""The types that stand for several rules of the whole board."""


def _usual(kinds: tuple[str, ...], last: str) -> Codec | None:
    match kinds:
        case ():
            return _FLAG
        case ("line",) | ("cells",):
            return _LIST
        case ("line", "integer") | ("cells", "integer"):
            return CellsCodec(last)
        case ("side", "index", "integer"):
            return OutsideCodec(last)
    return None


TABLE = LinkTable("iss", _KEYS, _usual)
_DOMAINS = (Key("", "odd", ParityCodec(1)), Key("", "even", ParityCodec(0)))
WITH_DOMAINS = LinkTable("iss", (*_KEYS, *_DOMAINS), _usual)
"""With rules that are written as restrictions of single cells."""


def key_of(name: str) -> Key | None:
    """The key of a type that names one rule, which is read from its arguments."""
    return _READ.get(name) or TABLE.named(name)
