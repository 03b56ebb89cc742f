"""The names of techniques: one canonical name each, what people call it, and whose name that is.

Every command and the JSON print the canonical name (``naked-pair``) and take any of the others
(``Naked Pair``, ``locked pair``, ``conjugate pair``, 二国同盟). English titles are HoDoKu's and
SudokuWiki's, Japanese ones those of the Japanese community where it has its own (二国同盟), else
the usual transcription.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["TERMS", "Term", "canonical", "nearest", "term"]


@dataclass(frozen=True, slots=True)
class Term:
    """One technique's names.

    name     the canonical name
    english, japanese  its title
    aliases  what else it is called: by Sudoku Explainer, HoDoKu, SudokuWiki and others
    codes    the codes of HoDoKu's library under which its steps are expected, its own first: what
             HoDoKu calls a hidden single may be the last cell of another house, and a locked pair
             is a naked pair in two houses
    """

    name: str
    english: str
    japanese: str
    aliases: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


TERMS: tuple[Term, ...] = (
    Term(
        "full-house",
        "full house",
        "フルハウス(最後の1マス)",
        ("last digit", "single (one empty cell)"),
        codes=(
            "0000",
            "0002",
        ),
    ),
    Term(
        "hidden-single",
        "hidden single",
        "隠れた単独候補",
        ("pinned digit", "last remaining cell"),
        codes=("0002",),
    ),
    Term(
        "naked-single",
        "naked single",
        "単独候補",
        ("sole candidate", "forced digit", "last possible number"),
        codes=("0003",),
    ),
    Term(
        "pointing",
        "pointing",
        "いずれにせよ理論(ブロックから列・行)",
        ("locked candidates type 1", "pointing pair", "pointing triple", "box-line interaction"),
        codes=("0100",),
    ),
    Term(
        "claiming",
        "claiming",
        "いずれにせよ理論(列・行からブロック)",
        ("locked candidates type 2", "box-line reduction", "line-box reduction"),
        codes=("0101",),
    ),
    Term("direct-pointing", "direct pointing", "いずれにせよ理論による確定"),
    Term("direct-claiming", "direct claiming", "いずれにせよ理論(逆)による確定"),
    Term(
        "naked-pair",
        "naked pair",
        "二国同盟",
        ("conjugate pair", "locked pair"),
        codes=("0200", "0110"),
    ),
    Term(
        "naked-triple",
        "naked triple",
        "三国同盟",
        ("Naked Triplet", "locked triple"),
        codes=("0201", "0111"),
    ),
    Term("naked-quad", "naked quad", "四国同盟", ("naked quadruple",), codes=("0202",)),
    Term("hidden-pair", "hidden pair", "隠れた二国同盟", codes=("0210",)),
    Term("hidden-triple", "hidden triple", "隠れた三国同盟", ("Hidden Triplet",), codes=("0211",)),
    Term("hidden-quad", "hidden quad", "隠れた四国同盟", ("hidden quadruple",), codes=("0212",)),
    Term("direct-hidden-pair", "direct hidden pair", "隠れた二国同盟による確定"),
    Term(
        "direct-hidden-triple",
        "direct hidden triple",
        "隠れた三国同盟による確定",
        ("Direct Hidden Triplet",),
    ),
    Term("enclosure", "enclosure", "囲い込み(Enclosure)", ("Enclosure(n)",)),
    Term("exclosure", "exclosure", "締め出し(Exclosure)", ("Exclosure(n)",)),
    Term("sbit", "Sbit", "Sbit(単独候補)"),
    Term("ubit", "Ubit", "Ubit(隠れた単独候補)"),
    Term("intersection", "Intersection", "交差(Intersection)"),
    Term("x-wing", "X-wing", "X-Wing(井桁)", ("fish of 2 lines",), codes=("0300",)),
    Term("swordfish", "swordfish", "ソードフィッシュ", ("fish of 3 lines",), codes=("0301",)),
    Term("jellyfish", "jellyfish", "ジェリーフィッシュ", ("fish of 4 lines",), codes=("0302",)),
    Term("xy-wing", "XY-wing", "XYウィング", ("Y-wing", "bent triple"), codes=("0800",)),
    Term("xyz-wing", "XYZ-wing", "XYZウィング", codes=("0801",)),
    Term(
        "unique-rectangle-1",
        "unique rectangle type 1",
        "ユニークレクタングル(タイプ1)",
        ("UR1", "uniqueness test 1"),
        codes=("0600",),
    ),
    Term(
        "unique-rectangle-2",
        "unique rectangle type 2",
        "ユニークレクタングル(タイプ2)",
        ("UR2", "uniqueness test 2"),
        codes=("0601",),
    ),
    Term(
        "unique-rectangle-3",
        "unique rectangle type 3",
        "ユニークレクタングル(タイプ3)",
        ("UR3", "uniqueness test 3"),
        codes=("0602",),
    ),
    Term(
        "unique-rectangle-4",
        "unique rectangle type 4",
        "ユニークレクタングル(タイプ4)",
        ("UR4", "uniqueness test 4"),
        codes=("0603",),
    ),
    Term("unique-loop-1", "unique loop type 1", "ユニークループ(タイプ1)", ("UL1",)),
    Term("unique-loop-2", "unique loop type 2", "ユニークループ(タイプ2)", ("UL2",)),
    Term("unique-loop-3", "unique loop type 3", "ユニークループ(タイプ3)", ("UL3",)),
    Term("unique-loop-4", "unique loop type 4", "ユニークループ(タイプ4)", ("UL4",)),
    Term(
        "bug-1",
        "bivalue universal grave type 1",
        "BUG(タイプ1)",
        ("BUG type 1", "BUG+1", "bivalue universal grave + 1"),
        codes=("0610",),
    ),
    Term("bug-2", "bivalue universal grave type 2", "BUG(タイプ2)", ("BUG type 2",)),
    Term("bug-3", "bivalue universal grave type 3", "BUG(タイプ3)", ("BUG type 3",)),
    Term("bug-4", "bivalue universal grave type 4", "BUG(タイプ4)", ("BUG type 4",)),
    Term("aligned-pair-exclusion", "aligned pair exclusion", "2マス整列排除", ("APE",)),
    Term("aligned-triplet-exclusion", "aligned triplet exclusion", "3マス整列排除", ("ATE",)),
    Term(
        "x-cycle",
        "X-cycle",
        "Xサイクル",
        ("Bidirectional X-Cycle", "continuous nice loop of one digit", "Generalized X-Wing"),
    ),
    Term(
        "y-cycle",
        "Y-cycle",
        "Yサイクル",
        ("Bidirectional Y-Cycle", "continuous XY-chain", "XY loop"),
    ),
    Term(
        "xy-cycle",
        "XY-cycle",
        "XYサイクル",
        ("Bidirectional Cycle", "continuous nice loop", "AIC loop"),
    ),
    Term(
        "x-chain",
        "X-chain",
        "Xチェーン",
        ("Forcing X-Chain", "Turbot Fish", "skyscraper", "two-string kite", "simple AIC"),
    ),
    Term(
        "forcing-chain",
        "forcing chain",
        "強制連鎖",
        ("AIC", "alternating inference chain", "discontinuous nice loop", "XY-chain"),
    ),
    Term("nishio", "Nishio", "西尾法(1数字の背理法)", ("Nishio Forcing Chains",)),
    Term(
        "cell-forcing-chains",
        "cell forcing chains",
        "マスの強制連鎖",
        ("cell-chains", "unit forcing chains of a cell"),
    ),
    Term(
        "region-forcing-chains",
        "region forcing chains",
        "ハウスの強制連鎖",
        ("region-chains", "unit forcing chains"),
    ),
    Term(
        "dynamic-forcing-chains",
        "dynamic forcing chains",
        "動的強制連鎖",
        (
            "Dynamic Contradiction Forcing Chains",
            "Dynamic Double Forcing Chains",
            "Dynamic Cell Forcing Chains",
            "Dynamic Region Forcing Chains",
            "contradiction-chain",
            "double-chain",
            "forcing net",
        ),
    ),
    Term(
        "dynamic-forcing-chains-plus",
        "dynamic forcing chains (+)",
        "動的強制連鎖(+)",
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
        "入れ子の強制連鎖",
        ("Dynamic + Forcing Chains",),
    ),
    Term("als-xz", "ALS-XZ", "ALS-XZ", ("almost locked set xz-rule",), codes=("0901",)),
    Term("als-xy-wing", "ALS-XY-wing", "ALS-XYウィング", codes=("0902",)),
    Term("als-chain", "ALS chain", "ALSチェーン", ("almost locked set chain",), codes=("0903",)),
    Term("death-blossom", "death blossom", "デスブロッサム", codes=("0904",)),
    Term(
        "negation",
        "negation",
        "背理法(Negation)",
        ("reductio ad absurdum", "trial of one candidate"),
    ),
    Term("negation-2", "nested negation", "入れ子の背理法(Negation)"),
    Term("trial", "trial", "仮置き(試行)", ("guess", "bifurcation", "trial and error")),
    Term("assumption", "assumption", "仮定"),
    Term(
        "clue-combinations",
        "clue combinations",
        "ヒントの組み合わせ",
        ("combinations of a clue",),
    ),
    Term(
        "cage-combinations",
        "cage combinations",
        "ケージの組み合わせ",
        ("killer combinations", "cage combination reduction"),
    ),
    Term("thermo-bounds", "thermo bounds", "サーモの上限と下限", ("thermometer bounds",)),
    Term("arrow-sums", "arrow sums", "アローの和", ("arrow maximum",)),
    Term("dot-pairs", "dot pairs", "点のペア", ("kropki pairs", "kropki chain", "xv pairs")),
    Term("whisper-partners", "whisper partners", "ウィスパーの相手", ("whisper: no 5",)),
    Term("renban-range", "renban range", "連番の範囲"),
    Term("between-ends", "between ends", "両端の間", ("between line",)),
    Term("sandwich-sets", "sandwich sets", "サンドイッチの組み合わせ"),
    Term("little-killer-bounds", "little killer bounds", "リトルキラーの上限と下限"),
    Term("line-sums", "line sums", "線の和", ("region sum line", "zipper sums")),
    Term("outside-clues", "outside clue", "盤外の数字", ("X-sum minimum", "skyscraper bounds")),
    Term("group-patterns", "group pattern", "組のくり返し", ("entropic pattern",)),
    Term("indexer-places", "indexer places", "指示マスの行き先"),
    Term("quadruple-digits", "quadruple digits", "四つ角の数字"),
    Term(
        "innies-outies",
        "innies and outies",
        "45の法則",
        ("45 rule", "rule of 45", "cage splitting"),
    ),
    Term(
        "law-of-leftovers",
        "law of leftovers",
        "はみ出しの法則",
        ("LoL", "leftovers", "set equivalence theory"),
    ),
    Term("joined-clues", "joined clues", "手がかりの重ね合わせ", ("combined clues",)),
    Term("killer-pair", "killer pair", "手がかりとの二国同盟"),
    Term("killer-triple", "killer triple", "手がかりとの三国同盟"),
    Term("parity-chain", "parity chain", "偶奇の連鎖", ("parity",)),
    Term("modulus-chain", "modulus chain", "剰余の連鎖", ("modulo chain",)),
    Term("high-low-chain", "high-low chain", "高低の連鎖", ("polarity chain",)),
    Term("entropy-chain", "entropy chain", "低中高の連鎖", ("low-middle-high chain",)),
    Term("clue-chain", "clue chain", "手がかりを通る連鎖", ("chain of clues",)),
    Term("clue-forcing-chains", "clue forcing chains", "手がかりを通る強制連鎖"),
    Term(
        "conflicting-combinations",
        "conflicting combinations",
        "両立しない組み合わせ",
        ("killer combination conflicts", "combined cages", "cage unit overlap"),
    ),
    Term("small-proof", "small proof", "小さな証明", ("mus", "minimal unsatisfiable subset")),
)
"""Every name that a step can bear, the gentlest technique first as in the catalogue's families."""

_KANJI = "〇一二三四五六七八九十"

_PATTERNS = (
    (r"unique-loop-\d+-type-(\d)", r"unique-loop-\1"),
    (r"dynamic-(contradiction|double|cell|region)-forcing-chains-plus-.+", "nested-forcing-chains"),
)
"""Names of Sudoku Explainer's that are narrower than the canonical ones."""


def _plain(name: str) -> str:
    """What is left of a name where spelling does not count: no case, no blanks, signs as dashes."""
    words = name.strip().lower().replace("triplet", "triple").replace("+", " plus ")
    return re.sub(r"[\W_]+", "-", words).strip("-")


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for item in TERMS:
        for name in (item.name, item.english, item.japanese, *item.aliases):
            other = found.setdefault(_plain(name), item.name)
            assert other == item.name, f"{name!r} means both {other} and {item.name}"
    return found


def canonical(name: str) -> str:
    """The canonical name of what anybody calls a technique; the name itself, with dashes for blanks
    and without capitals, where it is unknown."""
    plain = _plain(name)
    for pattern, own in _PATTERNS:
        if re.fullmatch(pattern, plain):
            return re.sub(pattern, own, plain)
    return _known().get(plain, plain)


def nearest(name: str, names: Iterable[str] | None = None) -> list[str]:
    """Up to three canonical names (of ``names``, where given) that a misspelt one may mean."""
    from difflib import get_close_matches

    allowed = None if names is None else set(names)
    spelt = [key for key, own in _known().items() if allowed is None or own in allowed]
    spelt += [] if allowed is None else sorted(allowed)
    near = get_close_matches(_plain(name), spelt, 6, 0.6)
    return list(dict.fromkeys(_known().get(key, key) for key in near))[:3]


@lru_cache(maxsize=256)
def term(name: str) -> Term:
    """The names of a technique by its canonical name.

    Families that go on (``naked-set-5``, ``fish-6``) have theirs made.
    """
    for item in TERMS:
        if item.name == name:
            return item
    family, _, size = name.rpartition("-")
    if size.isdecimal():
        kanji = _KANJI[int(size)] if int(size) < len(_KANJI) else size
        made = {
            "naked-set": (f"naked set of {size}", f"{kanji}国同盟"),
            "hidden-set": (f"hidden set of {size}", f"隠れた{kanji}国同盟"),
            "fish": (f"fish of {size} lines", f"{size}本のフィッシュ"),
        }
        if family in made:
            return Term(name, *made[family])
    return Term(name, name, name)
