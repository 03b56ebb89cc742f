"""The sentences in Japanese (日本語の説明文)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from satdoku.board.grid import Grid
from satdoku.explaining.hints import PatternPart
from satdoku.explaining.lists import grid_line
from satdoku.explaining.names import Lang, title, title_key
from satdoku.explaining.rules_ja import RULES
from satdoku.explaining.words import MANY, Words
from satdoku.techniques.step import (
    AlignedProof,
    AlsProof,
    AssumptionProof,
    BlossomProof,
    BugProof,
    Candidate,
    CellSet,
    Chain,
    ClassProof,
    ClueProof,
    ConflictProof,
    Contradiction,
    CycleProof,
    DirectProof,
    ExclusionProof,
    ExtraLock,
    ExtraSet,
    FactsProof,
    FishProof,
    ForcingProof,
    HiddenSetProof,
    House,
    IntersectionProof,
    JointProof,
    KillerSetProof,
    LeftoverProof,
    LoopProof,
    NakedSetProof,
    Node,
    Rule,
    SingleProof,
    Step,
    SumProof,
    TrialProof,
    WingProof,
)

if TYPE_CHECKING:
    from satdoku.rating.trials import Trials

__all__ = ["Japanese", "things"]

_KINDS = {"row": "行", "column": "列", "box": "ブロック", "region": "領域"}
_PAIRS = {"non-consecutive": "連続する数字は入らない"}
_EXTRAS = {
    "main diagonal": "右下がりの対角線",
    "anti-diagonal": "右上がりの対角線",
    "window": "ウィンドウ",
    "disjoint group": "ディスジョイントグループ",
}

_ROLES = {
    "houses": "{houses}",
    "cells": "{cells}",
    "digits": "数字{digits}",
    "inside": "どれも{houses}の中",
    "then": "続いて{houses}に注目",
    "base": "基準の{houses}",
    "cover": "交わる{houses}",
    "pivot": "軸{held}",
    "pincers": "羽{held}",
    "ring": "輪{cells}",
    "extra": "余分な候補{held}",
    "only": "{houses}で{digits}が入るのは{cells}だけ",
    "not-bivalue": "ほかの空きマスは2候補、例外は{held}",
    "naked-set": "{houses}の{cells}とともに{digits}の同盟",
    "hidden-set": "{houses}の{cells}とともに{digits}の隠れた同盟",
    "base-cells": "調べるマス{held}",
    "excluders": "組み合わせを除くマス{held}",
    "links": "リンク{text}",
    "assumption": "{cells}の候補の1つを仮定",
    "clash": "{held}が真とも偽ともなる",
    "places": "{houses}で{digits}が入るマス{cells}をそれぞれ仮定",
    "both-ways": "{held}を真とも偽とも仮定",
    "each-candidate": "{held}の候補をそれぞれ仮定",
    "set": "{name}={cells}(候補{digits})",
    "commons": "限定共通候補{digits}",
    "stem": "茎{held}",
}
"""What the parts of a pattern are called."""


def things(count: int) -> str:
    """3つ, and 10個 where つ has no number."""
    return f"{count}つ" if count < 10 else f"{count}個"


def _both(count: int) -> str:
    """両方, すべて."""
    return "両方" if count == 2 else "すべて"


def _grid(house: House) -> str:
    return f"盤{house.grid}の" if house.grid else ""


def _either(count: int) -> str:
    """どちらか, どれか."""
    return "どちらか" if count == 2 else "どれか"


def _span(digits: Sequence[int]) -> str:
    """``1〜4``, ``1・3・4``."""
    if len(digits) > 3 and digits[-1] - digits[0] == len(digits) - 1:
        return f"{digits[0]}〜{digits[-1]}"
    return "・".join(map(str, digits))


class Japanese(Words):
    """See :class:`~satdoku.explaining.words.Words`."""

    lang: Lang = "ja"
    space = ""
    semicolon = "、"
    arrow = " → "
    stop = "。"
    opposed = "一方:"

    def join(self, items: Sequence[str]) -> str:
        """a・b・c."""
        return "・".join(items)

    def house(self, house: House) -> str:
        """行3."""
        if house.kind != "extra":
            return f"{_grid(house)}{_KINDS[house.kind]}{house.number}"
        name, _, number = house.title.rpartition(" ")
        if number.isdigit() and name in _EXTRAS:
            return f"{_EXTRAS[name]}{number}"
        return _EXTRAS.get(house.title) or f"追加ハウス「{house.title}」"

    def is_not(self, cells: str, digits: str, many: bool) -> str:
        """r1c1・r1c2に5は入りません."""
        return f"{cells}に{digits}は入りません"

    def crossed_out(self, pairs: Iterable[Candidate]) -> str:
        """r1c1・r1c2に5、r1c3に6は入りません."""
        *others, (cells, digits) = self.grouped(pairs)
        lines = [f"{self.cells(cs)}に{self.digits(ds)}、" for cs, ds in others]
        return "".join(lines) + self.is_not(self.cells(cells), self.digits(digits), many=False)

    def excluded_as_reason(self, pairs: Sequence[Candidate]) -> str:
        """r1c1・r1c2≠5."""
        lines = [f"{self.cells(cs)}≠{self.digits(ds)}" for cs, ds in self.grouped(pairs)]
        return self.semicolon.join(lines)

    def some_cell(self, cells: Sequence[int]) -> str:
        """r1c1・r1c2のどちらか."""
        names = self.cells(cells)
        return names if len(cells) == 1 else f"{names}の{_either(len(cells))}"

    def _some_digit(self, digits: Sequence[int]) -> str:
        """3・6のどちらか."""
        names = self.digits(digits)
        return names if len(digits) == 1 else f"{names}の{_either(len(digits))}"

    def some_kind(self, kinds: Sequence[str]) -> str:
        """行・列・ブロック."""
        return self.join([_KINDS[kind] for kind in kinds])

    def look_for(self, technique: str, place: str) -> str:
        """Strength 1."""
        where = f"{place}で" if place else ""
        return f"{where}「{title(technique, 'ja')}」を探してみましょう。"

    def lines_of(self, houses: Sequence[House]) -> str:
        """行3・4・9."""
        lines = []
        for group in self.by_kind(houses):
            first, *more = group
            numbers = self.digits([h.number for h in group])
            many = more and f"{_grid(first)}{_KINDS[first.kind]}{numbers}"
            lines.append(many or self.house(first))
        return "、".join(lines)

    def pattern_of(self, step: Step, parts: Sequence[str]) -> str:
        """Strength 2."""
        name = title(title_key(step), "ja")
        if isinstance(step.proof, FactsProof):
            name += f"(事実{things(self._facts(step.proof))})"
        return f"{name}:{'、'.join(parts)}。"

    def role(self, part: PatternPart) -> str:
        """A part of a pattern."""
        return _ROLES[part.role].format(
            houses=self.lines_of(part.houses),
            cells=self.cells(part.cells),
            held=self.join([f"{self.cell(c)}{self._among(ds)}" for c, ds in part.held]),
            digits=self.digits(part.digits),
            name=part.name,
            text=part.text,
        )

    def _among(self, digits: Sequence[int]) -> str:
        return f"({self.digits(digits)})" if digits else ""

    # -- a trace of trials -------------------------------------------------------------------------

    def followed(self, assumed: Candidate | None, singles: Sequence[Step]) -> str:
        """r2c8=2とすると、r2c9=6(行2で最後の場所)。"""
        lines = []
        for step in singles:
            why = (
                f"{self.houses(step.view.houses)}で最後の場所"
                if step.view.houses
                else "残る候補はこれだけ"
            )
            lines.append(f"{self.holds(*step.placements[0])}({why})")
        follows = "、".join(lines)
        if assumed is None:
            return f"{follows}。"
        return f"{self.holds(*assumed)}{'とすると、' if lines else 'とします'}{follows}。"

    def tried(self, proof: TrialProof) -> str:
        """r2c8の候補2・6を順に試します:"""
        return f"{self.cell(proof.cell)}の候補{self.digits(proof.digits)}を順に試します:"

    def dead_end(self, wrong: Contradiction) -> str:
        """ブロック3に1の入るマスがなくなり、矛盾します。"""
        if wrong.rule is not None:
            return f"{self.cells(wrong.cells)}で{self.rule(wrong.rule)}に反し、矛盾します。"
        if wrong.house is not None:
            return f"{self.house(wrong.house)}に{wrong.digits[0]}の入るマスがなくなり、矛盾します。"
        return f"{self.cells(wrong.cells)}に入る候補がなくなり、矛盾します。"

    def answer(self, number: int, grid: Grid) -> str:
        """解1:1234..."""
        return f"解{number}:{grid_line(grid)}"

    def all_tried(self, trials: Trials) -> str:
        """How it ended."""
        n, tried = len(trials.solutions), f"試した候補は{things(trials.tried)}です。"
        if trials.stopped == "solutions":
            return f"指定どおり{things(n)}の解で止めました。ほかにもあるかもしれません。{tried}"
        if trials.stopped is not None:
            return f"時間切れです。解は{things(n)}見つかり、ほかにもあるかもしれません。{tried}"
        if not n:
            return f"どの仮定も矛盾に終わり、解はありません。{tried}"
        return f"解は{things(n)}で、ほかにはありません。{tried}"

    # -- singles and locked digits -----------------------------------------------------------------

    def wrong(self, found: Contradiction) -> str:
        """What cannot be filled."""
        house = self.house(found.house) if found.house else ""
        cells, digits = self.cells(found.cells), self.digits(found.digits)
        if found.kind == "no-candidate":
            return f"{cells}に入る候補数字がなくなります"
        if found.kind == "no-place":
            return f"{house}に{digits}の入るマスがなくなります"
        if found.kind == "few-digits":
            n = len(found.cells)
            return f"{house}の{n}マス{cells}の候補数字は{digits}だけで、{n}マスすべては埋まりません"
        return (
            f"{house}で{digits}の{things(len(found.digits))}の数字が入るマスは{cells}だけで、"
            "すべては入りません"
        )

    def contradiction(self, found: Contradiction) -> str:
        """Nothing fits."""
        return f"{self.wrong(found)}。よって解はありません。"

    def full_house(self, cell: int, digit: int, house: House) -> str:
        """Last cell of a house."""
        return (
            f"{self.house(house)}の空きマスは{self.cell(cell)}だけで、"
            f"まだ入っていない数字は{digit}です。よって{self.cell(cell)}={digit}です。"
        )

    def hidden_single(self, cell: int, digit: int, house: House) -> str:
        """Only place in a house."""
        return (
            f"{self.house(house)}のほかの空きマスには{digit}が入りません。"
            f"よって{self.cell(cell)}={digit}です。"
        )

    def naked_single(self, cell: int, digit: int) -> str:
        """Only candidate of a cell."""
        return (
            f"{self.cell(cell)}には{digit}のほかの数字が入りません。"
            f"よって{self.cell(cell)}={digit}です。"
        )

    def locked(self, step: Step, proof: IntersectionProof) -> str:
        """Pointing and claiming."""
        first, second = (self.house(house) for house in (proof.first, proof.second))
        digit = proof.digit
        both = "どちらも" if len(proof.cells) == 2 else "どれも"
        return (
            f"{first}で{digit}が入るのは{self.some_cell(proof.cells)}で、{both}{second}にあります。"
            f"いずれにせよ{second}の{digit}はここに入るので、{second}のほかのマスには入りません。"
            f"よって{self.out(step)}。"
        )

    def locked_links(self, step: Step, proof: ExclusionProof) -> str:
        """Places or candidates that all exclude the same."""
        why = f"({self.linked_by(proof.rules)})" if proof.rules else ""
        if proof.house is None:
            return (
                f"{self.cells(proof.cells)}の候補数字は{self.digits(proof.digits)}だけです。"
                f"どれが入っても{self.out(step)}{why}。"
            )
        locked = (
            f"{self.house(proof.house)}で{proof.digits[0]}が入るのは{self.some_cell(proof.cells)}"
        )
        if not why:
            seen = _both(len(proof.cells))
            return (
                f"{locked}なので、その{seen}から見えるマスには入りません。よって{self.out(step)}。"
            )
        return f"{locked}です。どこに入っても{self.out(step)}{why}。"

    def also(self, rules: Sequence[str]) -> str:
        """Further rules."""
        return f"ほかに使う規則:{'、'.join(rules)}。"

    def name_of(self, rule: Rule) -> str:
        """アンチナイト."""
        return self.rule_name(rule)

    def linked(self, rule: Rule) -> str:
        """A rule about two cells."""
        name = _PAIRS.get(rule.name) or self.rule_name(rule)
        if len(rule.cells) > 2:
            return self.rule(rule)
        return (
            f"{self.cells(rule.cells)}に{name}"
            if rule.name in _PAIRS
            else (f"{self.cells(rule.cells)}は{name}")
        )

    def direct_locked(self, proof: DirectProof, locked: IntersectionProof) -> str:
        """Pointing or claiming that places a digit at once."""
        first, second = self.house(locked.first), self.house(locked.second)
        cell, digit = proof.placed
        both = "どちらも" if len(locked.cells) == 2 else "どれも"
        return (
            f"{first}で{digit}が入るのは{self.some_cell(locked.cells)}で、{both}{second}にあるので、"
            f"{second}のほかのマスに{digit}は入りません。すると{self.house(proof.house)}で{digit}が入るマスは"
            f"{self.cell(cell)}だけです。よって{self.cell(cell)}={digit}です。"
        )

    # -- sets --------------------------------------------------------------------------------------

    def direct_hidden(self, proof: DirectProof, hidden: HiddenSetProof) -> str:
        """A hidden set that places a digit at once."""
        house = self.house(proof.house)
        cell, digit = proof.placed
        return (
            f"{house}で{self.digits(hidden.digits)}が入るのは{self.cells(hidden.cells)}だけなので、"
            f"これらのマスにほかの数字は入りません。すると{house}で{digit}が入るマスは"
            f"{self.cell(cell)}だけです。よって{self.cell(cell)}={digit}です。"
        )

    def naked_set(self, step: Step, proof: NakedSetProof) -> str:
        """n cells, n digits."""
        n = len(proof.cells)
        if n == 1:
            return (
                f"{self.cell(proof.cells[0])}は{proof.digits[0]}に決まるので、そこから見えるマスには"
                f"入りません。よって{self.out(step)}。"
            )
        place = f"{self.house(proof.house)}の" if proof.house is not None else "同じ数字が入らない"
        start = (
            f"{place}{n}マス{self.cells(proof.cells)}の候補数字は"
            f"{self.digits(proof.digits)}の{things(n)}だけです。この{n}マスで使い切るので、"
        )
        if proof.rules:
            gone = self._goes(step, proof.rules)
            return f"{start}それぞれの入るマスすべてと両立しない候補は消えます。{gone}"
        if proof.house is None:
            start += "それぞれの入るマスすべてから見えるマスにその数字は入りません。"
            return f"{start}よって{self.out(step)}。"
        return f"{start}{_both(n)}から見えるほかのマスには入りません。よって{self.out(step)}。"

    def _goes(self, step: Step, rules: Sequence[Rule]) -> str:
        """What goes, by which rules."""
        return f"よって{self.out(step)}({self.linked_by(rules)})。"

    def hidden_set(self, step: Step, proof: HiddenSetProof) -> str:
        """n digits, n cells."""
        n = len(proof.digits)
        if n == 1:
            return (
                f"{self.house(proof.house)}で{proof.digits[0]}が入るのは"
                f"{self.cell(proof.cells[0])}だけなので、ほかの数字は入りません。"
                f"よって{self.out(step)}。"
            )
        return (
            f"{self.house(proof.house)}で{self.digits(proof.digits)}の{things(n)}の数字が入るのは"
            f"{self.cells(proof.cells)}の{n}マスだけです。この{n}マスはこれらの数字で埋まるので、"
            f"ほかの数字は入りません。よって{self.out(step)}。"
        )

    def fish(self, step: Step, proof: FishProof) -> str:
        """n lines in n crossing lines."""
        base, cover = proof.base, proof.cover
        digit, n = proof.digit, len(base)
        return (
            f"{self.houses(base)}で{digit}が入るのは{self.houses(cover)}の上だけです。"
            f"{self.houses(base)}の{things(n)}の{digit}は{self.houses(cover)}に1つずつ入るので、"
            f"{self.houses(cover)}のほかのマスに{digit}は入りません。よって{self.out(step)}。"
        )

    def wing(self, step: Step, proof: WingProof) -> str:
        """Pivot and pincers."""
        pivot = self.cell(proof.pivot)
        z = proof.digit
        held = {cell: self.digits(sorted((digit, z))) for cell, digit in proof.pincers}
        cases = [
            f"{digit}なら{self.cell(cell)}が{z}"
            for cell, digit in sorted(proof.pincers, key=lambda pincer: pincer[1])
        ]
        some, seen = "か".join(map(self.cell, held)), "その両方"
        if proof.in_pivot:
            cases.append(f"{z}なら{pivot}自身が{z}")
            some, seen = "3マスのどれか", "3マスすべて"
        so = f"{seen}から見えるマスに{z}は入りません。よって{self.out(step)}。"
        if proof.rules:
            so = f"{seen}と両立しない候補は消えます。{self._goes(step, proof.rules)}"
        return (
            f"{pivot}の候補数字は{self.digits(proof.pivot_digits)}で、"
            f"{'と'.join(f'{self.cell(c)}({digits})' for c, digits in held.items())}が見えます。"
            f"{pivot}が{'、'.join(cases)}です。いずれにせよ{some}が{z}なので、{so}"
        )

    # -- uniqueness --------------------------------------------------------------------------------

    def unique(self, step: Step, proof: LoopProof) -> str:
        """Unique rectangles and loops."""
        low, high = proof.digits
        pair = self.digits((low, high))
        ring = (
            f"{self.cells(proof.ring)}がすべて{pair}だけになると、これらのマスを含むどの"
            f"{self.kinds()}でも、そのうち1マスに{low}、1マスに{high}が入ります。"
            f"そこで全部のマスで{low}と{high}を入れ替えると、もう1つの解ができてしまいます。"
        )
        extra = proof.extra
        cells = tuple(dict.fromkeys(cell for cell, _ in extra))
        others = self._some_digit(sorted({digit for _, digit in extra}))
        match proof.how:
            case None if proof.type == 1:
                return (
                    f"{ring}これを防げるのは{self.cells(cells)}だけで、そこには{others}が"
                    f"入ります。よって{self.out(step)}。"
                )
            case None:
                return (
                    f"{ring}そのため{self.some_cell(cells)}に{extra[0][1]}が入るので、"
                    f"{_both(len(cells))}から見えるマスには入りません。よって{self.out(step)}。"
                )
            case ExtraLock(house, locked):
                removed = high if locked == low else low
                return (
                    f"{ring}{self.house(house)}で{locked}が入るのは{self.some_cell(cells)}です。"
                    f"一方が{removed}なら他方が{locked}になり、この形ができてしまいます。"
                    f"よって{self.out(step)}。"
                )
            case ExtraSet(_, CellSet("naked")) as found:
                fills = self._fills(step, found)
                return f"{ring}そのため{self.some_cell(cells)}に{others}が入ります。{fills}"
            case ExtraSet(house, found):
                return (
                    f"{ring}そのため{self.some_cell(cells)}には{pair}以外が入ります。"
                    f"{self.house(house)}で{self.digits(found.digits)}が入るのはこの2マスと"
                    f"{self.cells(found.cells)}だけで、2マスにはそのうち1つまでしか入らないので、"
                    f"残りが{self.cells(found.cells)}を埋めます。よって{self.out(step)}。"
                )
            case unknown:
                assert_never(unknown)

    def _fills(self, step: Step, how: ExtraSet) -> str:
        """One of some cells and a named set fill their house with as many digits."""
        found, house = how.others, self.house(how.house)
        n = len(found.digits)
        if not found.cells:
            return f"{house}のほかのマスには入りません。よって{self.out(step)}。"
        return (
            f"そのマスと{self.cells(found.cells)}を合わせた{house}の{n}マスには"
            f"{self.digits(found.digits)}しか入らないので、この{n}マスで使い切ります。"
            f"よって{self.out(step)}。"
        )

    def bug(self, step: Step, proof: BugProof) -> str:
        """Bivalue universal grave."""
        extra = proof.extra
        named = self.join([f"{self.cell(c)}の{d}" for c, d in extra])
        grave = (
            f"{named}がなければ、空きマスの候補数字はすべて2つずつ、"
            f"どの{self.kinds()}でも各数字の入るマスは2つずつになります。"
            "そのような盤面の解は0個か2個以上ですが、この問題の解は1つです。"
        )
        cells = tuple(dict.fromkeys(cell for cell, _ in extra))
        held = "か".join(f"{self.cell(c)}={d}" for c, d in extra)
        match proof.how:
            case None if proof.type == 1:
                return f"{grave}よって{held}です。{self.out(step)}。"
            case None:
                return (
                    f"{grave}そのため{self.some_cell(cells)}に{extra[0][1]}が入るので、"
                    f"{_both(len(cells))}から見えるマスには入りません。よって{self.out(step)}。"
                )
            case ExtraLock(house, digit):
                return (
                    f"{grave}そのため{held}です。{self.house(house)}で{digit}が"
                    f"入るのは{self.some_cell(cells)}なので、他方のマスは{digit}です。"
                    f"2マスにほかの数字は入りません。よって{self.out(step)}。"
                )
            case ExtraSet() as found:
                return f"{grave}そのため{held}です。{self._fills(step, found)}"
            case unknown:
                assert_never(unknown)

    def aligned(self, step: Step, proof: AlignedProof) -> str:
        """Aligned exclusion."""
        lines = [f"{self.cells(proof.base)}への数字の入れ方を調べます:"]
        for (cell, digit), cases in self.impossible(step, proof):
            lines.append(self.indent(f"{self.cell(cell)}={digit}はどの入れ方でも成り立ちません:"))
            for way, why in cases:
                held = "、".join(f"{self.cell(c)}={self.digits(ds)}" for c, ds in way)
                lines.append(self.indent(f"- {held}とすると、{why}。", "    "))
        lines.append(f"よって{self.out(step)}。")
        return "\n".join(lines)

    def same_house(self, a: int, b: int) -> str:
        """Two equal digits."""
        return f"互いに見える{self.cell(a)}と{self.cell(b)}が同じ数字になります"

    def emptied(self, cell: int, digits: Sequence[int]) -> str:
        """A cell that sees all of them."""
        return f"これらが見える{self.cell(cell)}({self.digits(digits)})に入る数字がなくなります"

    # -- chains ------------------------------------------------------------------------------------

    def claim(self, node: Node, part: Step | None = None) -> str:
        """One link."""
        name = self.cell(node.cell)
        what = f"{name}={node.digit}" if node.on else f"{name}≠{node.digit}"
        if node.cause == "start":
            return f"仮に{what}"
        if part is not None:
            return f"{what}({self.phrase(part) or title(part.technique, 'ja')})"
        if node.cause == "cell":
            why = "残る候補数字はこれだけ" if node.on else "1マスに入る数字は1つ"
            return f"{what}({why})"
        if node.house is not None:
            house = self.house(node.house)
            why = f"{house}ではここだけ" if node.on else house
            return f"{what}({why})"
        if node.rule is None:
            return what
        return f"{what}({self.needing(node.rule) if node.on else self.linked(node.rule)})"

    def needing(self, rule: Rule) -> str:
        """A rule by which one of two candidates must be true."""
        why = f"{self.linked(rule)}ので" if rule.name in _PAIRS else f"{self.rule(rule)}により"
        return f"{why}、どちらか一方は必ず入る"

    def phrase(self, part: Step) -> str:
        """Locked digits and sets."""
        match part.proof:
            case _ if not part.eliminations:
                return ""
            case IntersectionProof(digit, first, second):
                return f"{self.house(first)}の{digit}は{self.house(second)}の中"
            case ExclusionProof(house=House() as house) as proof:
                cells = self.cells(proof.cells)
                return f"{self.house(house)}の{self.digits(proof.digits)}は{cells}の中"
            case ExclusionProof() as proof:
                return f"{self.cells(proof.cells)}は{self.digits(proof.digits)}"
            case NakedSetProof(cells, digits, house=None):
                return f"{self.cells(cells)}は{self.digits(digits)}"
            case NakedSetProof(cells, digits):
                return f"{self.digits(digits)}は{self.cells(cells)}で使い切り"
            case HiddenSetProof(cells, digits, house=house):
                return f"{self.house(house)}の{self.digits(digits)}は{self.cells(cells)}の中"
            case _:
                return ""

    def pattern_says(self, part: Step) -> str:
        """A pattern under an assumption."""
        return f"{self.excluded_as_reason(part.eliminations)}({self.phrase(part)})"

    def because(self, numbers: Sequence[int], own: int) -> str:
        """References."""
        if not numbers or list(numbers) == [own - 1]:
            return ""
        return f" [{'・'.join(map(str, sorted(numbers)))}より]"

    def cycle(self, step: Step, proof: CycleProof) -> str:
        """A ring."""
        one, other = map(self.join, self.two_ways(proof.chain))
        return (
            f"リンクがつながって輪になり、逆回りにも成り立ちます:\n"
            f"{self.indent(self.chain_text(proof.chain))}\n"
            f"そのため{one}か、逆に{other}かのどちらかです。"
            + (
                f"どちらの場合とも両立しない候補は消えます。{self._goes(step, proof.rules)}"
                if proof.rules
                else "どちらの場合にも同じ数字が見えるマスに、その数字は入りません。"
                f"よって{self.out(step)}。"
            )
        )

    def chain(self, chain: Chain) -> str:
        """One assumption that refutes or proves itself."""
        text = f"リンクをたどります:\n{self.indent(self.chain_text(chain))}"
        end, before = chain.end, chain.nodes[-2]
        name = self.cell(end.cell)
        if end.on:
            if end.rule is not None:
                before_digit = f"{self.cell(before.cell)}に{before.digit}も入りません"
                wrong = f"{before_digit}が、{self.needing(end.rule)}はずです"
            elif end.house is None:
                wrong = f"{name}にほかに入る候補数字がなくなります"
            else:
                wrong = f"{self.house(end.house)}に{end.digit}の入るマスがほかになくなります"
            return f"{text}\n{name}が{end.digit}でなければ、{wrong}。よって{name}={end.digit}です。"
        if end.rule is not None:
            wrong = f"{self.cell(before.cell)}が{before.digit}になりますが、"
            if end.rule.name in _PAIRS:
                wrong += self.linked(end.rule)
            else:
                wrong += f"{self.rule(end.rule)}により両方は入りません"
        elif end.house is None:
            wrong = f"{name}が{before.digit}にもなってしまいます"
        else:
            wrong = (
                f"{self.house(end.house)}に{end.digit}が2つ({name}・{self.cell(before.cell)})"
                "入ってしまいます"
            )
        wrong = f"{name}が{end.digit}だとすると、{wrong}。"
        return f"{text}\n{wrong}よって{name}に{end.digit}は入りません。"

    def forcing(self, step: Step, proof: ForcingProof) -> str:
        """Several assumptions."""
        if proof.case == "contradiction":
            chains = self.chain_texts(proof.chains)
        else:
            chains = [self.chain_text(chain) for chain in proof.chains]
        cell, digit = self.cell(proof.source[0]), proof.source[1]
        if step.placements:
            place, d = step.placements[0]
            result = f"{self.cell(place)}={d}です"
        else:
            result = self.out(step)
        if proof.case == "contradiction":
            start = proof.chains[0].start
            intro = f"{cell}{'=' if start.on else '≠'}{digit}とすると、矛盾する2つの結果が出ます:"
            end = proof.chains[0].end
            outro = (
                f"{self.cell(end.cell)}が{end.digit}であると同時に{end.digit}でないことは"
                f"ありえません。よって仮定は誤りで、{result}。"
            )
        elif proof.case == "double":
            intro = f"{cell}が{digit}でもそうでなくても、同じ結果になります:"
            outro = f"よって{result}。"
        elif proof.case == "cell":
            intro = f"{cell}にどの候補数字が入っても、同じ結果になります:"
            outro = f"よって{result}。"
        elif proof.case == "clue":
            assert proof.rule is not None
            held = self.one_of([(c.start.cell, c.start.digit) for c in proof.chains])
            intro = f"{self.rule(proof.rule)}:{held}。どの場合も同じ結果になります:"
            outro = f"よって{result}。"
        else:
            house = self.houses(() if proof.house is None else (proof.house,))
            intro = f"{house}の{digit}がどこに入っても、同じ結果になります:"
            outro = f"よって{result}。"
        return "\n".join([intro, *(self.indent(text) for text in chains), outro])

    # -- almost locked sets ----------------------------------------------------------------------

    def als_chain(self, step: Step, proof: AlsProof) -> str:
        """Sets in a row."""
        commons, goes = proof.commons, proof.goes
        first, last = proof.sets[0], proof.sets[-1]
        parts = [self._sets(proof.sets), f"{first.name}に{goes[0]}が入らないとすると:"]
        lines = [f"{first.name}には{self._held(first, commons[0])}が入ります。"]
        gains = [*commons[1:], goes[0]]
        for before, found, lost, gain in zip(
            proof.sets, proof.sets[1:], commons, gains, strict=False
        ):
            lines.append(
                f"{self._all_see(step, lost, before, found)}ので、{found.name}に{lost}は入らず、"
                f"{self._held(found, gain)}が入ります。"
            )
        parts += [self.indent(f"{number}. {line}") for number, line in enumerate(lines, 1)]
        if goes[1:]:
            parts.append(f"{self.digits(goes[1:])}が入らないとしても同じです。")
        groups = [self.places(first, z) + self.places(last, z) for z in goes]
        either = "、".join(
            f"{z}は{first.name}({self.cells(self.places(first, z))})か"
            f"{last.name}({self.cells(self.places(last, z))})"
            for z in goes
        )
        seen = self._seen_places(step, proof.rules, groups)
        parts.append(f"よって{either}に入ります。{seen}\n  {proof.notation}")
        return "\n".join(parts)

    def _sets(self, sets: Sequence[CellSet]) -> str:
        """The sets, and what follows from them."""
        intro = (
            "候補数字がマスの数より1つ多いマスの集まり(ALS)に注目します。"
            "そのうち1つが入らなければ、残りの数字はすべて入ります:"
        )
        lines = [f"{s.name}={self.cells(s.cells)}(候補数字{self.digits(s.digits)})" for s in sets]
        return "\n".join([intro, *map(self.indent, lines)])

    def _held(self, found: CellSet, digit: int) -> str:
        return f"{digit}({self.cells(self.places(found, digit))})"

    def _all_see(self, step: Step, digit: int, one: CellSet, other: CellSet) -> str:
        """Why a digit is a restricted common."""
        here, there = self.places(one, digit), self.places(other, digit)
        rules = self.between(step, here, there)
        how = (
            f"{self.join(self.pairs_of(rules))}により両立しない" if rules else "すべて互いに見える"
        )
        return (
            f"{one.name}の{digit}({self.cells(here)})と{other.name}の{digit}({self.cells(there)})は"
            f"{how}"
        )

    def _seen_places(
        self, step: Step, rules: Sequence[Rule], groups: Sequence[Sequence[int]]
    ) -> str:
        """What goes, where one cell of each group holds its digit."""
        if rules:
            return f"これらすべてと両立しない候補は消えます。{self._goes(step, rules)}"
        these = f"これらのマスの{_both(max(len(set(cells)) for cells in groups))}"
        return f"{these}から見えるマスには入らないので、{self.out(step)}。"

    def doubly_linked(self, step: Step, proof: AlsProof) -> str:
        """Two restricted commons."""
        a, b = proof.sets
        x, y = proof.commons[:2]
        lines = [
            self._sets(proof.sets),
            f"{self._all_see(step, x, a, b)}ので、{x}が両方に入ることはありません。"
            f"{self._all_see(step, y, a, b)}ので、{y}も同じです。"
            f"どちらの集まりも入らない数字は1つまでなので、一方には{x}が、他方には{y}が入らず、"
            "ほかの数字はすべて入ります。",
        ]
        found, groups = [], []
        for digit, having in self.held(step, proof):
            groups.append([cell for s in having for cell in self.places(s, digit)])
            where = "か".join(f"{s.name}({self.cells(self.places(s, digit))})" for s in having)
            found.append(f"{digit}は{where}")
        seen = self._seen_places(step, proof.rules, groups)
        lines.append(f"よって{'、'.join(found)}に入ります。{seen}\n  {proof.notation}")
        return "\n".join(lines)

    def blossom(self, step: Step, proof: BlossomProof) -> str:
        """Stem and petals."""
        stem = self.cell(proof.stem)
        goes = proof.goes
        lines = [
            self._sets(proof.petals),
            f"{stem}にどの数字が入っても、1つの集まりがその数字を失います:",
        ]
        for digit, petal in zip(proof.digits, proof.petals, strict=True):
            held = "と".join(self._held(petal, z) for z in goes)
            there = self.places(petal, digit)
            rules = self.between(step, [proof.stem], there)
            how = f"{self.join(self.pairs_of(rules))}により消える" if rules else "すべて見える"
            lines.append(
                self.indent(
                    f"- {stem}={digit}なら、{petal.name}の{digit}"
                    f"({self.cells(there)})が{how}ので、"
                    f"{petal.name}には{held}が入ります。"
                )
            )
        groups = [[cell for s in proof.petals for cell in self.places(s, z)] for z in goes]
        seen = self._seen_places(step, (), groups)
        lines.append(f"いずれにせよ{self.digits(goes)}はこのどこかに入ります。{seen}")
        return "\n".join(lines)

    # -- assumptions -----------------------------------------------------------------------------

    def refuted(self, assumed: Candidate, lines: str) -> str:
        """Assume, follow, contradict."""
        cell, digit = assumed
        # Said once, where some line needs it.
        how = "([…より]のない行は直前の行による)" if "より]" in lines else ""
        return (
            f"{self.cell(cell)}={digit}とすると矛盾します{how}:\n{lines}\n"
            f"よって{self.cell(cell)}に{digit}は入りません。"
        )

    def nested(self, part: Step) -> str:
        """A refutation inside."""
        return f"{self.excluded_as_reason(part.eliminations)}(次のように矛盾するため):"

    def trial(self, step: Step, proof: TrialProof) -> str:
        """A tree of trials."""
        lines = [f"{self.cell(proof.cell)}の候補数字を順に試します:"]
        lines += [self.indent(self.full(branch)) for branch in proof.branches]
        if step.placements:
            cell, digit = step.placements[0]
            lines.append(f"残るのは1つだけです。よって{self.cell(cell)}={digit}です。")
        elif step.contradiction is not None:
            lines.append("どれも成り立ちません。")
        elif step.eliminations:
            lines.append(f"よって{self.out(step)}。")
        return "\n".join(lines)

    def assumption(self, proof: AssumptionProof) -> str:
        """One branch of a trial."""
        cell, digit = proof.assumed
        singles = [part for part in proof.parts if isinstance(part.proof, SingleProof)]
        rest = [part for part in proof.parts if part not in singles]
        text = f"{self.cell(cell)}={digit}"
        if singles:
            text += "、続いて" + "、".join(
                f"{self.cell(c)}={d}" for part in singles for c, d in part.placements
            )
        lines = [text]
        for part in rest:
            if isinstance(part.proof, TrialProof):
                lines[-1] += "。"
                lines.append(self.indent(self.trial(part, part.proof)))
            else:
                assert part.contradiction is not None
                lines[-1] += f"。{self.wrong(part.contradiction)}(矛盾)。"
        if not rest:
            ending = {"solution": "で、解になります。", "open": "で打ち切ります。"}
            lines[-1] += ending.get(proof.ending, "。")
        return "\n".join(lines)

    # -- clues -------------------------------------------------------------------------------------

    def one_of(self, common: Sequence[Candidate]) -> str:
        """残りのどの入れ方でも、r1c1・r1c2のどちらかは9です."""
        digits = {digit for _, digit in common}
        if len(digits) == 1:
            held = f"{self.some_cell([cell for cell, _ in common])}が{min(digits)}"
        else:
            held = f"{self.join([self.holds(*pair) for pair in common])}のどれか"
        return f"残りのどの入れ方でも{held}になります"

    def only_ways(self, cells: Sequence[int], ways: Sequence[str]) -> str:
        """r1c1・r1c2に入るのは順に1-2・3-4だけです."""
        each = "順に" if len(cells) > 1 else ""
        return f"{self.cells(cells)}に入るのは{each}{self.join(ways)}だけです"

    def can_only_be(self, held: Sequence[tuple[Sequence[int], Sequence[int]]]) -> str:
        """r1c1に入るのは1〜3だけです."""
        return "、".join(f"{self.cells(cells)}に入るのは{_span(ds)}だけ" for cells, ds in held) + (
            "です"
        )

    def clue(self, step: Step, proof: ClueProof, left: str) -> str:
        """What the ways to keep a clue have in common."""
        named, count = self.rule(proof.rule), len(proof.rule.cells)
        if count > MANY and not proof.ways:
            named += "(入れ方は計算による)"
        return f"{named}:{left}。よって{self.out(step)}。"

    def sums(self, step: Step, proof: SumProof, left: str) -> str:
        """The 45 rule."""
        every = sum(self.geometry.digits) * len(proof.houses)
        inner = {cell for house in proof.houses for cell in house.cells}
        covered = every - proof.total if set(proof.plus) <= inner else every + proof.total
        rules = self.join([self.rule(rule) for rule in proof.rules])
        total = "+".join(map(self.cell, proof.plus))
        if len(proof.minus) > 1:
            total += f"-({'+'.join(map(self.cell, proof.minus))})"
        elif proof.minus:
            total += f"-{self.cell(proof.minus[0])}"
        text = f"{self.lines_of(proof.houses)}の合計は{every}、{rules}の合計は{covered}です。"
        text += f"よって{total}={proof.total}"
        if step.contradiction is not None:
            return f"{text}ですが、これはありえません。{self.unsolvable()}"
        if len(proof.plus) + len(proof.minus) == 1:
            return f"{text}なので、{self.out(step)}。"
        return f"{text}です。{left}。よって{self.out(step)}。"

    def leftovers(self, step: Step, proof: LeftoverProof, left: str) -> str:
        """Lines against regions."""
        first, second = self.lines_of(proof.first), self.lines_of(proof.second)
        if not proof.minus:
            text = f"{first}から{second}を除くと、{self.cells(proof.plus)}に各数字が1つずつ入ります"
        else:
            text = (
                f"{first}と{second}には同じ数字が同じ数だけ入るので、共通のマスを除いて残る"
                f"{self.cells(proof.plus)}と{self.cells(proof.minus)}の数字も同じです"
            )
        return f"{text}。{left}。よって{self.out(step)}。"

    def joint(self, step: Step, proof: JointProof, left: str) -> str:
        """Several clues together."""
        rules = self.join([self.rule(rule) for rule in proof.rules])
        if step.contradiction is not None:
            return f"{rules}を同時に満たす入れ方がありません。{self.unsolvable()}"
        return f"{rules}を同時に満たすには、{left}。よって{self.out(step)}。"

    def killer_set(self, step: Step, proof: KillerSetProof) -> str:
        """A naked set with clues."""
        digits, parts = self.digits(proof.digits), []
        if proof.cells:
            parts.append(f"{self.cells(proof.cells)}の候補数字は{digits}だけです")
        for rule, places in zip(proof.rules, proof.places, strict=True):
            held = f"{digits}のうち{proof.least}つが入ります"
            parts.append(f"{self.rule(rule)}のどの入れ方でも{self.cells(places)}に{held}")
        text = f"{self.house(proof.house)}では、{'。'.join(parts)}"
        return f"{text}。{digits}はこれらで使い切られます。よって{self.out(step)}。"

    def class_chain(self, step: Step, proof: ClassProof) -> str:
        """Classes of digits along clues."""
        links: list[str] = []
        for found in proof.statements:
            what = f"{self.cell(found.cell)}は{self._class(proof, found.digits)}"
            if found.reason is None:
                links.append(f"仮に{what}" if not links else f"{what}(候補数字から)")
            else:
                links.append(f"{what}({self._reason(found.reason)})")
        because = [proof.statements[at] for at in proof.because]
        if isinstance(proof.reason, House):
            kind = self._class(proof, because[0].digits)
            cells = self.cells([found.cell for found in because])
            wrong = (
                f"すると{cells}が{kind}となり、{self.house(proof.reason)}に残る数より多くなります"
            )
        else:
            wrong = f"すると{self._reason(proof.reason)}を満たせません"
        return f"{self.arrow.join(links)}。{wrong}。よって{self.out(step)}。"

    def _class(self, proof: ClassProof, digits: Sequence[int]) -> str:
        if proof.kind == "parity":
            return "奇数" if digits[0] % 2 else "偶数"
        return self.digits(digits)

    def _reason(self, reason: Rule | House) -> str:
        return self.house(reason) if isinstance(reason, House) else self.rule(reason)

    def conflict(self, step: Step, proof: ConflictProof, left: str) -> str:
        """Ways to keep a clue that leave something else none."""
        lost = [f"{self.cell(cell)}に入る数字がなくなる" for cell in proof.cells]
        lost += [f"{self.house(h)}に{digit}の入るマスがなくなる" for h, digit in proof.needs]
        lost += [f"{self.rule(other)}を満たせなくなる" for other in proof.others]
        text = f"{self.rule(proof.rule)}の入れ方のうち、{'、または'.join(lost)}ものは除けます"
        if step.contradiction is not None:
            return f"{text}が、残るものがありません。{self.unsolvable()}"
        return f"{text}。残りを見ると、{left}。よって{self.out(step)}。"

    # -- small proofs ------------------------------------------------------------------------------

    def _facts(self, proof: FactsProof) -> int:
        return proof.size

    def rule_name(self, rule: Rule) -> str:
        """キラーケージ3; XVのV."""
        if rule.called:
            return f"規則「{rule.called}」"
        name = RULES[rule.name][0] if rule.name in RULES else f"規則「{rule.name}」"
        return name + (rule.label if rule.label[:1].isdigit() else rule.label and f"の{rule.label}")

    def rule(self, rule: Rule) -> str:
        """キラーケージ3(r1c1・r1c2)."""
        name = self.rule_name(rule)
        whole = len(rule.cells) == self.geometry.cell_count
        if whole:
            return name
        if len(rule.cells) > MANY:
            first = (rule.reading or rule.cells)[0]
            return f"{name}({self.cell(first)}など{len(rule.cells)}マス)"
        return f"{name}({self.cells(rule.reading or rule.cells)})"

    def holds(self, cell: int, digit: int) -> str:
        """r1c1=5."""
        return f"{self.cell(cell)}={digit}"

    def house_fact(self, house: House, digits: Sequence[int]) -> str:
        """行2に5が入ること."""
        return f"{self.house(house)}に{self.digits(digits)}が入ること"

    def cell_fact(self, cells: Sequence[int]) -> str:
        """r4c4に数字が入ること."""
        each = "" if len(cells) == 1 else "それぞれ"
        return f"{self.cells(cells)}に{each}数字が入ること"

    def enough(self, step: Step, proof: FactsProof, facts: Sequence[str]) -> str:
        """The facts."""
        listed = "、".join(facts)
        if step.contradiction is not None:
            return f"次の事実は同時には成り立ちません:{listed}。"
        return f"次の{things(self._facts(proof))}の事実だけで十分です:{listed}。"

    def direct_house(self, step: Step, house: House, digit: int, cells: Sequence[int]) -> str:
        """A digit locked in a house."""
        return (
            f"{self.house(house)}で{digit}が入るのは{self.cells(cells)}だけなので、"
            f"その{_both(len(cells))}から見えるマスには入りません。よって{self.out(step)}。"
        )

    def direct_rule(self, step: Step, rule: Rule, left: str = "") -> str:
        """What a constraint excludes, or the constraint itself."""
        if step.placements:
            cell, digit = step.placements[0]
            return (
                f"{self.rule(rule)}を満たす残りの入れ方では、{self.cell(cell)}はいつも"
                f"{digit}です。よって{self.cell(cell)}={digit}です。"
            )
        named = self.rule(rule)
        if ways := self.ways(rule):
            if left:
                only = f"{named}の組み合わせは{'・'.join(ways)}だけです"
                return f"{only}。{left}。よって{self.out(step)}。"
            left = "よって" if self.rules_out_by_itself(step, rule) else "残りの候補数字から、"
            return f"{named}の組み合わせは{'・'.join(ways)}だけです。{left}{self.out(step)}。"
        return f"{named}を満たす残りの入れ方には現れないので、{self.out(step)}。"

    def suppose(self, node: Node) -> str:
        """The assumption."""
        return f"仮に{self.cell(node.cell)}{'=' if node.on else '≠'}{node.digit}とすると:"

    def excluded(self, node: Node) -> str:
        """An assumption inside."""
        name = self.cell(node.cell)
        return f"{name}に{node.digit}は入りません。仮に{name}={node.digit}とすると:"

    def ruled(self, rule: Rule, what: str, why: str) -> str:
        """What a constraint states."""
        return f"{self.rule(rule)}より、{what}です{self._given(why)}。"

    def _given(self, why: str) -> str:
        if not why:
            return ""
        return f"({why})" if why.endswith("ため") else f"({why}のため)"

    def only(self, node: Node, why: str) -> str:
        """A fact with one way left."""
        name = f"{self.cell(node.cell)}={node.digit}"
        if node.house is None:
            return f"{name}です。残る候補数字はこれだけです{self._given(why)}。"
        return f"{name}です。{self.house(node.house)}ではここだけです{self._given(why)}。"

    def broken(self, rule: Rule, why: str) -> str:
        """A constraint with no way left."""
        return f"{self.rule(rule)}を満たせなくなります{self._given(why)}。"

    def clash(self, cell: int, digit: int) -> str:
        """Both true and false."""
        return f"{self.cell(cell)}に{digit}が入るとも入らないとも言えることになります。"

    def nothing(
        self, cell: int | None, house: House | None, digits: Sequence[int], why: str
    ) -> str:
        """A fact with no way left."""
        if cell is not None:
            return f"{self.cell(cell)}に入る数字がなくなります{self._given(why)}。"
        assert house is not None
        return f"{self.house(house)}に{digits[0]}の入るマスがなくなります{self._given(why)}。"

    def it_sees(self, digits: Sequence[Candidate]) -> str:
        """The digits that a cell sees."""
        return self.join([f"{self.cell(by)}の{digit}" for digit, by in digits]) + "が見えるため"

    def excludes(self, by: Candidate, lost: Sequence[Node]) -> str:
        """What a digit excludes by a rule."""
        gone = [
            f"{self.cells(cells)}の{self.digits(digits)}"
            for cells, digits in self.grouped((node.cell, node.digit) for node in lost)
        ]
        return f"{self.holds(*by)}が{self.join(gone)}を除くため"

    def they_see(self, cells: Sequence[int], by: int) -> str:
        """Cells that see another."""
        return f"{self.cells(cells)}から{self.cell(by)}が見えるため"

    def unsolvable(self) -> str:
        """The conclusion of facts that cannot all be."""
        return "よって解はありません。"

    def therefore(self, start: Node, further: str) -> str:
        """The conclusion."""
        name = self.cell(start.cell)
        text = f"よって{name}に{start.digit}は入りません。"
        if not start.on:
            text = f"よって{name}={start.digit}です。"
        if further:
            text += f"同じ事実から同じように、{further}。"
        return text
