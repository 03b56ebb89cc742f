"""What each technique is called, in English and Japanese.

English names are HoDoKu's and SudokuWiki's. Japanese ones are those of the Japanese community where
it has its own (二国同盟, いずれにせよ理論, 井桁), else the usual transcription.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from satdoku.techniques.step import Step

__all__ = ["Lang", "title", "title_key"]

Lang = Literal["en", "ja"]

_NAMES: dict[str, tuple[str, str]] = {
    "full-house": ("full house", "フルハウス(最後の1マス)"),
    "hidden-single": ("hidden single", "隠れた単独候補"),
    "naked-single": ("naked single", "単独候補"),
    "pointing": ("pointing", "いずれにせよ理論(ブロックから列・行)"),
    "claiming": ("claiming", "いずれにせよ理論(列・行からブロック)"),
    "direct-pointing": ("direct pointing", "いずれにせよ理論による確定"),
    "direct-claiming": ("direct claiming", "いずれにせよ理論(逆)による確定"),
    "naked-pair": ("naked pair", "二国同盟"),
    "naked-triple": ("naked triple", "三国同盟"),
    "naked-quad": ("naked quad", "四国同盟"),
    "hidden-pair": ("hidden pair", "隠れた二国同盟"),
    "hidden-triple": ("hidden triple", "隠れた三国同盟"),
    "hidden-quad": ("hidden quad", "隠れた四国同盟"),
    "direct-hidden-pair": ("direct hidden pair", "隠れた二国同盟による確定"),
    "direct-hidden-triple": ("direct hidden triple", "隠れた三国同盟による確定"),
    "enclosure": ("enclosure", "囲い込み(Enclosure)"),
    "exclosure": ("exclosure", "締め出し(Exclosure)"),
    "sbit": ("Sbit", "Sbit(単独候補)"),
    "ubit": ("Ubit", "Ubit(隠れた単独候補)"),
    "intersection": ("Intersection", "交差(Intersection)"),
    "x-wing": ("X-wing", "X-Wing(井桁)"),
    "swordfish": ("swordfish", "ソードフィッシュ"),
    "jellyfish": ("jellyfish", "ジェリーフィッシュ"),
    "xy-wing": ("XY-wing", "XYウィング"),
    "xyz-wing": ("XYZ-wing", "XYZウィング"),
    **{
        f"unique-rectangle-{n}": (
            f"unique rectangle type {n}",
            f"ユニークレクタングル(タイプ{n})",
        )
        for n in (1, 2, 3, 4)
    },
    **{
        f"unique-loop-{n}": (f"unique loop type {n}", f"ユニークループ(タイプ{n})")
        for n in (1, 2, 3, 4)
    },
    **{f"bug-{n}": (f"bivalue universal grave type {n}", f"BUG(タイプ{n})") for n in (1, 2, 3, 4)},
    "aligned-pair-exclusion": ("aligned pair exclusion", "2マス整列排除"),
    "aligned-triplet-exclusion": ("aligned triplet exclusion", "3マス整列排除"),
    "x-cycle": ("X-cycle", "Xサイクル"),
    "y-cycle": ("Y-cycle", "Yサイクル"),
    "xy-cycle": ("XY-cycle", "XYサイクル"),
    "x-chain": ("X-chain", "Xチェーン"),
    "forcing-chain": ("forcing chain", "強制連鎖"),
    "nishio": ("Nishio", "西尾法(1数字の背理法)"),
    "cell-forcing-chains": ("cell forcing chains", "マスの強制連鎖"),
    "region-forcing-chains": ("region forcing chains", "ハウスの強制連鎖"),
    "dynamic-forcing-chains": ("dynamic forcing chains", "動的強制連鎖"),
    "dynamic-forcing-chains-plus": ("dynamic forcing chains (+)", "動的強制連鎖(+)"),
    "nested-forcing-chains": ("nested forcing chains", "入れ子の強制連鎖"),
    "als-xz": ("ALS-XZ", "ALS-XZ"),
    "als-xy-wing": ("ALS-XY-wing", "ALS-XYウィング"),
    "als-chain": ("ALS chain", "ALSチェーン"),
    "death-blossom": ("death blossom", "デスブロッサム"),
    "negation": ("negation", "背理法(Negation)"),
    "negation-2": ("nested negation", "入れ子の背理法(Negation)"),
    "trial": ("trial", "仮置き(試行)"),
    "assumption": ("assumption", "仮定"),
    "small-proof": ("small proof", "小さな証明"),
}

_KANJI = "〇一二三四五六七八九十"

_SETS = {"naked": ("naked set of {}", "{}国同盟"), "hidden": ("hidden set of {}", "隠れた{}国同盟")}


def title(technique: str, lang: Lang = "en") -> str:
    """A technique's name for people."""
    at = 1 if lang == "ja" else 0
    if technique in _NAMES:
        return _NAMES[technique][at]
    kind, _, rest = technique.partition("-set-")
    if kind in _SETS and rest:
        if at and int(rest) < len(_KANJI):
            rest = _KANJI[int(rest)]
        return _SETS[kind][at].format(rest)
    if technique.startswith("fish-"):
        return (f"fish of {technique[5:]} lines", f"{technique[5:]}本のフィッシュ")[at]
    return technique


def title_key(step: Step) -> str:
    """The name that a step is called by: a negation inside a negation has its own."""
    return "negation-2" if (step.technique, step.variant) == ("negation", "2") else step.technique
