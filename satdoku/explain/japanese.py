"""The sentences in Japanese (日本語の説明文)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satdoku.explain.hints import Part
from satdoku.explain.lists import grid_line
from satdoku.explain.names import Lang, title, title_key
from satdoku.explain.words import Words
from satdoku.puzzle.grid import Grid
from satdoku.techniques.step import Candidate, Chain, House, Node, Rule, Step

if TYPE_CHECKING:
    from satdoku.rating.trials import Trials

__all__ = ["Japanese", "things"]

_KINDS = {"row": "行", "column": "列", "box": "ブロック", "region": "領域"}
_RULES = {
    "killer-cage": "ケージ",
    "non-consecutive": "隣接マスに連続する数字は入らない規則",
    "odd": "奇数マス",
    "even": "偶数マス",
    "extra-region": "追加領域",
    "windoku": "窓の規則",
    "disjoint-groups": "分散グループの規則",
    "diagonal": "両対角線の規則",
    "diagonal-main": "右下がりの対角線の規則",
    "diagonal-anti": "右上がりの対角線の規則",
    "anti-knight": "桂馬跳び(チェスのナイト)の規則",
    "anti-king": "斜め隣(チェスのキング)の規則",
}
_EXTRAS = {
    "main diagonal": "右下がりの対角線",
    "anti-diagonal": "右上がりの対角線",
    "window": "窓",
    "disjoint group": "分散グループ",
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
    "spoilers": "ほかの空きマスは2候補、例外は{held}",
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


class Japanese(Words):
    """See :class:`~satdoku.explain.words.Words`."""

    lang: Lang = "ja"
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
            return f"{_KINDS[house.kind]}{house.number}"
        name, _, number = house.title.rpartition(" ")
        if number.isdigit() and name in _EXTRAS:
            return f"{_EXTRAS[name]}{number}"
        return _EXTRAS.get(house.title) or f"追加ハウス「{house.title}」"

    def is_not(self, cells: str, digits: str, many: bool) -> str:
        """r1c1・r1c2に5は入らない."""
        return f"{cells}に{digits}は入らない"

    def look_for(self, technique: str, place: str) -> str:
        """Strength 1."""
        where = f"{place}で" if place else ""
        return f"{where}「{title(technique, 'ja')}」を探してみましょう。"

    def lines_of(self, houses: Sequence[House]) -> str:
        """行3・4・9."""
        told = []
        for group in self.by_kind(houses):
            numbers = self.digits([h.number for h in group])
            one = self.house(group[0])
            told.append(f"{_KINDS[group[0].kind]}{numbers}" if group[1:] else one)
        return "、".join(told)

    def pattern_of(self, step: Step, told: Sequence[str]) -> str:
        """Strength 2."""
        name = title(title_key(step), "ja")
        if step.technique == "small-proof":
            name += f"(事実{things(self._facts(step))})"
        return f"{name}:{'、'.join(told)}。"

    def role(self, part: Part) -> str:
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
        told = []
        for step in singles:
            why = f"{self.houses(step.houses)}で最後の場所" if step.houses else "残る候補はこれだけ"
            told.append(f"{self.holds(*step.placements[0])}({why})")
        follows = "、".join(told)
        if assumed is None:
            return f"{follows}。"
        return f"{self.holds(*assumed)}{'とすると、' if told else 'とします'}{follows}。"

    def tried(self, step: Step) -> str:
        """r2c8の候補2・6を順に試します:"""
        return f"{self.cell(step.cells[0])}の候補{self.digits(step.digits)}を順に試します:"

    def dead_end(self, step: Step) -> str:
        """ブロック3に1の入るマスがなくなり、矛盾します。"""
        wrong = step.contradiction
        assert wrong is not None
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

    def contradiction(self, step: Step) -> str:
        """Nothing fits."""
        found = step.contradiction
        assert found is not None
        house = self.house(found.house) if found.house else ""
        if found.kind == "no-candidate":
            return f"{self.cells(found.cells)}に入る候補がなくなるので、解はありません。"
        if found.kind == "no-place":
            return f"{house}に{found.digits[0]}の入るマスがなくなるので、解はありません。"
        if found.kind == "few-digits":
            return (
                f"{house}の{len(found.cells)}マス{self.cells(found.cells)}の候補は"
                f"{self.digits(found.digits)}だけで数が足りず、全部は埋まらないので、解はありません。"
            )
        return (
            f"{house}の{len(found.digits)}個の数字{self.digits(found.digits)}が入るマスは"
            f"{self.cells(found.cells)}だけで足りないので、解はありません。"
        )

    def full_house(self, step: Step) -> str:
        """Last cell of a house."""
        cell, digit = step.placements[0]
        return (
            f"{self.house(step.houses[0])}の空きマスは{self.cell(cell)}だけで、"
            f"足りない数字は{digit}です。よって{self.cell(cell)}={digit}。"
        )

    def hidden_single(self, step: Step) -> str:
        """Only place in a house."""
        cell, digit = step.placements[0]
        return (
            f"{self.house(step.houses[0])}で{digit}が入るマスは{self.cell(cell)}だけです"
            f"(ほかの空きマスには{digit}が入らないため)。よって{self.cell(cell)}={digit}。"
        )

    def naked_single(self, step: Step) -> str:
        """Only candidate of a cell."""
        cell, digit = step.placements[0]
        return (
            f"{self.cell(cell)}の候補は{digit}だけで、ほかの数字はすべて入りません。"
            f"よって{self.cell(cell)}={digit}。"
        )

    def locked(self, step: Step) -> str:
        """Pointing and claiming."""
        first, second = (self.house(house) for house in step.houses[:2])
        digit = step.digits[0]
        return (
            f"{first}で{digit}が入るのは{self.cells(step.cells)}だけで、どれも{second}にあります。"
            f"いずれにせよ{second}の{digit}はこの中に入るので、{second}のほかのマスには入りません:"
            f"{self.out(step)}。"
        )

    def direct_locked(self, step: Step) -> str:
        """Pointing or claiming that places a digit at once."""
        first, second, third = (self.house(house) for house in step.houses)
        cell, digit = step.placements[0]
        return (
            f"{first}で{digit}が入るのは{self.cells(step.cells)}だけで、どれも{second}にあるので、"
            f"{second}のほかのマスに{digit}は入りません。すると{third}で{digit}が入るのは"
            f"{self.cell(cell)}だけ。よって{self.cell(cell)}={digit}。"
        )

    # -- sets --------------------------------------------------------------------------------------

    def direct_hidden(self, step: Step) -> str:
        """A hidden set that places a digit at once."""
        house = self.house(step.houses[0])
        cell, digit = step.placements[0]
        return (
            f"{house}で{self.digits(step.digits)}が入るのは{self.cells(step.cells)}だけなので、"
            f"これらのマスにほかの数字は入りません。すると{house}で{digit}が入るのは"
            f"{self.cell(cell)}だけ。よって{self.cell(cell)}={digit}。"
        )

    def naked_set(self, step: Step) -> str:
        """n cells, n digits."""
        n = len(step.cells)
        if n == 1:
            return (
                f"{self.cell(step.cells[0])}は{step.digits[0]}に決まるので、"
                f"そこから見えるマスには入りません:{self.out(step)}。"
            )
        return (
            f"{self.house(step.houses[0])}の{n}マス{self.cells(step.cells)}の候補は"
            f"{self.digits(step.digits)}の{n}個だけです。この{n}マスで使い切るので、"
            f"これら全部が見えるほかのマスには入りません:{self.out(step)}。"
        )

    def hidden_set(self, step: Step) -> str:
        """n digits, n cells."""
        n = len(step.digits)
        if n == 1:
            return (
                f"{self.house(step.houses[0])}で{step.digits[0]}が入るのは"
                f"{self.cell(step.cells[0])}だけなので、ほかの数字は入りません:{self.out(step)}。"
            )
        return (
            f"{self.house(step.houses[0])}で{self.digits(step.digits)}の{n}個の数字が入るのは"
            f"{self.cells(step.cells)}の{n}マスだけです。この{n}マスは{n}個の数字で埋まるので、"
            f"ほかの数字は入りません:{self.out(step)}。"
        )

    def fish(self, step: Step) -> str:
        """n lines in n crossing lines."""
        base, cover = self.split_fish(step)
        digit, n = step.digits[0], len(base)
        return (
            f"{self.houses(base)}で{digit}が入るのは{self.houses(cover)}の上だけです。"
            f"{n}本の{digit}は{self.houses(cover)}に1つずつ入るので、"
            f"{self.houses(cover)}のほかのマスに{digit}は入りません:{self.out(step)}。"
        )

    def wing(self, step: Step) -> str:
        """Pivot and pincers."""
        pivot, first, second = step.cells
        x, y, z = step.digits
        own = self.digits([d for c, d in step.role("pivot") if c == pivot])
        hold = {
            c: self.digits([d for k, d in step.role("defining") if k == c]) for c in (first, second)
        }
        cases = []
        for digit in (x, y):
            loser = first if (first, digit) in step.role("defining") else second
            cases.append(f"{digit}なら{self.cell(loser)}が{z}")
        if step.technique == "xyz-wing":
            cases.append(f"{z}ならそれ自身が{z}")
        seen = "3マスすべて" if step.technique == "xyz-wing" else "両方"
        return (
            f"{self.cell(pivot)}の候補は{own}で、{self.cell(first)}({hold[first]})と"
            f"{self.cell(second)}({hold[second]})が見えます。{self.cell(pivot)}が"
            f"{'、'.join(cases)}。どの場合も{z}がそのどれかに入るので、{seen}が見えるマスに"
            f"{z}は入りません:{self.out(step)}。"
        )

    # -- uniqueness --------------------------------------------------------------------------------

    def unique(self, step: Step, number: int) -> str:
        """Unique rectangles and loops."""
        pair = self.digits(sorted(step.digits))
        ring = (
            f"{self.cells(step.cells)}がすべて{pair}だけになると、2つの数字を入れ替えた"
            "別の解ができてしまい、解が1つという前提に反します。"
        )
        extra = step.role("extra")
        cells = self.where(extra)
        if number == 1:
            return (
                f"{ring}ほかの候補があるのは{cells}だけなので、そちらが入ります:{self.out(step)}。"
            )
        if number == 2:
            return (
                f"{ring}よって{cells}のどれかに{extra[0][1]}が入るので、"
                f"これら全部が見えるマスには入りません:{self.out(step)}。"
            )
        if number == 4:
            locked, removed = step.digits
            return (
                f"{ring}{self.house(step.houses[0])}で{locked}が入るのは{cells}だけです。"
                f"一方が{removed}なら他方が{locked}となって禁じられた形になるので、"
                f"{removed}は入りません:{self.out(step)}。"
            )
        found = step.sets[0]
        others = self.digits(sorted({d for _, d in extra}))
        if found.name == "naked":
            return (
                f"{ring}よって{cells}のどちらかに{others}のどれかが入ります。"
                f"{self.house(step.houses[0])}ではこの2マスを1マスとみなすと、"
                f"{self.cells(found.cells)}とともに{self.digits(found.digits)}の同盟になります:"
                f"{self.out(step)}。"
            )
        return (
            f"{ring}よって{cells}の一方は{pair}以外です。{self.house(step.houses[0])}で"
            f"{self.digits(found.digits)}が入るのはこの2マスと{self.cells(found.cells)}だけで、"
            f"2マスにはそのうち1つしか入らないので、{self.cells(found.cells)}にほかの数字は"
            f"入りません:{self.out(step)}。"
        )

    def bug(self, step: Step, number: int) -> str:
        """Bivalue universal grave."""
        extra = step.role("extra")
        named = self.join([f"{self.cell(c)}の{d}" for c, d in extra])
        grave = (
            f"{named}がなければ、空きマスはすべて2候補、どのハウスでも各数字の入る場所は2つずつになり、"
            "解がないか複数になります。解は1つなので、それは起こりません。"
        )
        if number == 1:
            return f"{grave}よって{self.cells(step.cells)}にはそれが入ります:{self.out(step)}。"
        if number == 2:
            return (
                f"{grave}よってこのどれかに{extra[0][1]}が入るので、"
                f"全部が見えるマスには入りません:{self.out(step)}。"
            )
        if number == 4:
            return (
                f"{grave}よって2マスの一方には余分な候補が入ります。{self.house(step.houses[0])}で"
                f"{step.digits[0]}が入るのはこの2マスだけなので、他方は{step.digits[0]}です。"
                f"ほかの数字は入りません:{self.out(step)}。"
            )
        found = step.sets[0]
        return (
            f"{grave}よって{self.cells(step.cells)}のどれかにこの数字が入ります。"
            f"{self.house(step.houses[0])}ではこれらを1マスとみなすと、{self.cells(found.cells)}と"
            f"ともに{self.digits(found.digits)}の同盟になります:{self.out(step)}。"
        )

    def aligned(self, step: Step) -> str:
        """Aligned exclusion."""
        held = "、".join(
            f"{self.cell(c)}({self.digits([d for k, d in step.role('excluder') if k == c])})"
            for c in dict.fromkeys(c for c, _ in step.role("excluder"))
        )
        return (
            f"{self.cells(step.cells)}の入れ方をすべて調べます。互いに見えるマスが同じ数字になる入れ方と、"
            f"全部が見えるマス({held})の候補をなくす入れ方は除きます。"
            f"残った入れ方に現れない候補は消えます:{self.out(step)}。"
        )

    # -- chains ------------------------------------------------------------------------------------

    def statement(self, chain: Chain, at: int) -> str:
        """One link."""
        node = chain.nodes[at]
        name = self.cell(node.cell)
        what = f"{name}={node.digit}" if node.on else f"{name}≠{node.digit}"
        if node.cause == "start":
            return f"仮に{what}"
        if node.cause == "advanced" and node.part is not None:
            return f"{what}({title(chain.parts[node.part].technique, 'ja')})"
        if node.cause == "cell":
            why = "残る候補はこれだけ" if node.on else "1マスに1数字"
            return f"{what}({why})"
        if node.house is not None:
            house = self.house(node.house)
            why = f"{house}で最後の場所" if node.on else house
            return f"{what}({why})"
        return what

    def because(self, numbers: Sequence[int], own: int) -> str:
        """References."""
        if not numbers or list(numbers) == [own - 1]:
            return ""
        return f" [{'・'.join(map(str, sorted(numbers)))}より]"

    def cycle(self, step: Step) -> str:
        """A ring."""
        return (
            f"どちら回りにも成り立つ輪です:\n{self.indent(self.tell(step.chains[0]))}\n"
            "最初が真なら1つおきに真、偽なら残りが真です。どちらにしても各リンクの一方が真なので、"
            f"リンクの両端が見える候補は消えます:{self.out(step)}。"
        )

    def chain(self, step: Step) -> str:
        """One assumption that refutes or proves itself."""
        told = f"リンクをたどります:\n{self.indent(self.tell(step.chains[0]))}"
        cell, digit = (step.placements or step.eliminations)[0]
        name = self.cell(cell)
        if step.placements:
            return f"{told}\n{name}が{digit}でないとしても{digit}になります。よって{name}={digit}。"
        return (
            f"{told}\n{name}が{digit}だとすると{digit}でなくなります。"
            f"よって{name}に{digit}は入りません。"
        )

    def forcing(self, step: Step) -> str:
        """Several assumptions."""
        if step.variant == "contradiction":
            chains = self.tell_both(step.chains)
        else:
            chains = [self.tell(chain) for chain in step.chains]
        cell = self.cell(step.cells[0])
        digit = step.digits[0]
        if step.placements:
            place, d = step.placements[0]
            result = f"{self.cell(place)}={d}"
        else:
            result = self.out(step)
        if step.variant == "contradiction":
            start = step.chains[0].start
            intro = f"{cell}{'=' if start.on else '≠'}{digit}とすると、相反する2つの結果が出ます:"
            outro = f"よって仮定は誤りで、{result}。"
        elif step.variant == "double":
            intro = f"{cell}が{digit}でもそうでなくても、同じ結果になります:"
            outro = f"よって{result}。"
        elif step.variant == "cell":
            intro = f"{cell}にどの候補が入っても、同じ結果になります:"
            outro = f"よって{result}。"
        else:
            house = self.house(step.houses[0])
            intro = f"{house}の{digit}がどこに入っても、同じ結果になります:"
            outro = f"よって{result}。"
        return "\n".join([intro, *(self.indent(text) for text in chains), outro])

    # -- almost locked sets ----------------------------------------------------------------------

    def als_chain(self, step: Step) -> str:
        """Sets in a row."""
        commons, goes = self.ends(step)
        sets = step.sets
        told = [f"{s.name}={self.cells(s.cells)}(候補{self.digits(s.digits)})" for s in sets]
        first, last = sets[0].name, sets[-1].name
        z = goes[0]
        links = [f"{first}に{z}がなければ{first}は固定されて{commons[0]}を含む"]
        for at in range(1, len(sets)):
            gains = commons[at] if at < len(commons) else z
            links.append(f"すると{sets[at].name}は{commons[at - 1]}を失い、固定されて{gains}を含む")
        also = f"({self.digits(goes[1:])}も同様)" if goes[1:] else ""
        return (
            f"マス数より候補が1つ多い集合(ALS):{'、'.join(told)}。{'。'.join(links)}{also}。"
            f"よって{self.digits(goes)}は{first}か{last}に入り、両方が見えるマスから消えます:"
            f"{self.out(step)}。\n  {step.notation}"
        )

    def doubly_linked(self, step: Step) -> str:
        """Two restricted commons."""
        a, b = step.sets
        x, y = step.digits[:2]
        return (
            f"マス数より候補が1つ多い集合(ALS):A={self.cells(a.cells)}(候補{self.digits(a.digits)})、"
            f"B={self.cells(b.cells)}(候補{self.digits(b.digits)})。{x}も{y}も両方には入れず、"
            "どちらの集合も欠けてよい数字は1つだけなので、それぞれ一方だけが欠け、"
            f"ほかの数字はすべて入ります。その置き場所すべてが見えるマスから消えます:"
            f"{self.out(step)}。\n  {step.notation}"
        )

    def blossom(self, step: Step) -> str:
        """Stem and petals."""
        cases = [
            f"{digit}なら{petal.name}({self.cells(petal.cells)}、候補{self.digits(petal.digits)})が"
            f"{digit}を失って固定される"
            for digit, petal in zip(step.digits, step.sets, strict=False)
        ]
        goes = step.digits[len(step.sets) :]
        return (
            f"{self.cell(step.cells[0])}が{'、'.join(cases)}。どの場合も集合のどれかに"
            f"{self.digits(goes)}が入るので、その置き場所すべてが見えるマスから消えます:"
            f"{self.out(step)}。"
        )

    # -- assumptions -----------------------------------------------------------------------------

    def negation(self, step: Step) -> str:
        """Assume, follow, contradict."""
        cell, digit = step.eliminations[0]
        told = [f"仮に{self.cell(cell)}={digit}とすると:"]
        told += [self.indent(f"- {self._short(part)}") for part in step.parts]
        told.append(f"よって{self.cell(cell)}に{digit}は入りません。")
        return "\n".join(told)

    def _short(self, part: Step) -> str:
        if part.technique == "negation":
            return self.negation(part).replace("\n", "\n  ")
        if part.contradiction is not None or not part.placements:
            return self.full(part).replace("解はありません", "矛盾します")
        cell, digit = part.placements[0]
        if part.houses:
            return f"{self.cell(cell)}={digit}({self.house(part.houses[0])}で最後の場所)。"
        return f"{self.cell(cell)}={digit}(残る候補はこれだけ)。"

    def trial(self, step: Step) -> str:
        """A tree of trials."""
        told = [f"{self.cell(step.cells[0])}の候補を順に試します:"]
        told += [self.indent(self.assumption(branch)) for branch in step.parts]
        if step.placements:
            cell, digit = step.placements[0]
            told.append(f"残るのは1つだけです。{self.cell(cell)}={digit}。")
        elif step.contradiction is not None:
            told.append("どれも成り立ちません。")
        elif step.eliminations:
            told.append(f"よって{self.out(step)}。")
        return "\n".join(told)

    def assumption(self, step: Step) -> str:
        """One branch of a trial."""
        cell, digit = step.placements[0]
        singles = [part for part in step.parts if part.placements and part.technique != "trial"]
        rest = [part for part in step.parts if part not in singles]
        told = f"{self.cell(cell)}={digit}"
        if singles:
            told += "、続いて" + "、".join(
                f"{self.cell(c)}={d}" for part in singles for c, d in part.placements
            )
        lines = [told]
        for part in rest:
            if part.technique == "trial":
                lines[-1] += "。"
                lines.append(self.indent(self.trial(part)))
            else:
                lines[-1] += "。" + self.full(part).replace("解はありません", "矛盾します")
        if not rest:
            ending = {"solution": " - 解に到達。", "open": " - 途中で打ち切り。"}
            lines[-1] += ending.get(step.variant, "。")
        return "\n".join(lines)

    # -- small proofs ------------------------------------------------------------------------------

    def _facts(self, step: Step) -> int:
        return len(step.cells) + len(step.houses) + len(step.rules)

    def rule(self, rule: Rule) -> str:
        """ケージ3(r1c1・r1c2)."""
        name = _RULES.get(rule.name, f"規則「{rule.name}」") + rule.label
        whole = len(rule.cells) == self.geometry.cell_count
        return name if whole else f"{name}({self.cells(rule.cells)})"

    def holds(self, cell: int, digit: int) -> str:
        """r1c1=5."""
        return f"{self.cell(cell)}={digit}"

    def house_fact(self, house: House, digits: Sequence[int]) -> str:
        """行2に5が入る."""
        return f"{self.house(house)}に{self.digits(digits)}が入る"

    def cell_fact(self, cells: Sequence[int]) -> str:
        """r4c4に数字が入る."""
        each = "" if len(cells) == 1 else "それぞれ"
        return f"{self.cells(cells)}に{each}数字が入る"

    def enough(self, step: Step, facts: Sequence[str]) -> str:
        """The facts."""
        listed = "、".join(facts)
        if step.contradiction is not None:
            return f"次の事実は同時には成り立ちません:{listed}。"
        return f"次の{self._facts(step)}つの事実だけで十分です:{listed}。"

    def direct_house(self, step: Step) -> str:
        """A digit locked in a house."""
        chain = step.chains[0]
        cells = [chain.nodes[at].cell for at in chain.because]
        return (
            f"{self.house(step.houses[0])}で{step.digits[0]}が入るのは{self.cells(cells)}だけなので、"
            f"そのすべてが見えるマスには入りません:{self.out(step)}。"
        )

    def direct_rule(self, step: Step) -> str:
        """What a constraint excludes, or says itself."""
        if step.placements:
            cell, digit = step.placements[0]
            return (
                f"{self.rule(step.rules[0])}を満たす残りの入れ方では、{self.cell(cell)}はいつも"
                f"{digit}です。よって{self.cell(cell)}={digit}。"
            )
        rule = self.rule(step.rules[0])
        if ways := self.ways(step.rules[0]):
            left = "" if self.rules_out_by_itself(step) else "残りの候補から、"
            return f"{rule}の組み合わせは{'・'.join(ways)}だけです。{left}{self.out(step)}。"
        return f"{rule}を満たす残りの入れ方に現れない候補は消えます:{self.out(step)}。"

    def suppose(self, node: Node) -> str:
        """The assumption."""
        return f"仮に{self.cell(node.cell)}{'=' if node.on else '≠'}{node.digit}とすると:"

    def excluded(self, node: Node) -> str:
        """An assumption inside."""
        name = self.cell(node.cell)
        return f"{name}に{node.digit}も入りません。仮に{name}={node.digit}とすると:"

    def ruled(self, rule: Rule, what: str, why: str) -> str:
        """What a constraint says."""
        return f"{self.rule(rule)}より、{what}{self._given(why)}。"

    def _given(self, why: str) -> str:
        return f"({why})" if why else ""

    def only(self, node: Node, why: str) -> str:
        """A fact with one way left."""
        name = f"{self.cell(node.cell)}={node.digit}"
        if node.house is None:
            return f"{name}、残る候補はこれだけ{self._given(why)}。"
        return f"{name}、{self.house(node.house)}で最後の場所{self._given(why)}。"

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
        return f"{self.house(house)}に{digits[0]}の入る場所がなくなります{self._given(why)}。"

    def it_sees(self, digits: Sequence[Candidate]) -> str:
        """The digits that a cell sees."""
        return self.join([f"{self.cell(by)}の{digit}" for digit, by in digits]) + "が見える"

    def they_see(self, cells: Sequence[int], by: int) -> str:
        """Cells that see another."""
        return f"{self.cells(cells)}から{self.cell(by)}が見える"

    def therefore(self, step: Step, further: str) -> str:
        """The conclusion."""
        if step.contradiction is not None:
            return "よって解はありません。"
        start = step.chains[0].start
        name = self.cell(start.cell)
        told = f"よって{name}に{start.digit}は入りません。"
        if not start.on:
            told = f"よって{name}={start.digit}。"
        if further:
            told += f"同じ事実から同様に、ほかにも消えます:{further}。"
        return told

    def plain(self, step: Step) -> str:
        """A step of a technique that has no sentence of its own."""
        parts = [f"{self.cell(c)}={d}" for c, d in step.placements]
        if step.eliminations:
            parts.append(self.out(step))
        return f"{title(step.technique, 'ja')}:{'、'.join(parts)}。"
