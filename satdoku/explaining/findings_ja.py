"""What is found about puzzles and boards, in Japanese (盤面と問題についての説明文)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from satdoku.explaining.findings import Findings, rule_of
from satdoku.explaining.japanese import Japanese, things
from satdoku.explaining.names import Lang
from satdoku.puzzle import Constraint, Problem, Puzzle
from satdoku.puzzle.geometry import BoardHouse as BoardHouse
from satdoku.records.findings import BackdoorsRecord, DiagnosisRecord, RedundantRecord
from satdoku.techniques.step import Candidate, House, Step

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity
    from satdoku.diagnosing.board import BoardCheck
    from satdoku.diagnosing.facts import Fact
    from satdoku.diagnosing.misplaced import MovedGiven

__all__ = ["JapaneseFindings"]

_NAMED = 12
"""Cells, candidates or changes that a sentence names before it only counts them."""

_SHOWN = 20
"""Backdoors that are listed."""

_LIMITS = {
    "seconds": "時間の上限に達したため",
    "solutions": "解の個数の上限に達したため",
    "nodes": "探索量の上限に達したため",
    "cancelled": "中断されたため",
}

_BY = {"singles": "単独候補", "naked": "単独候補(マス)", "hidden": "隠れた単独候補"}


class JapaneseFindings(Findings):
    """See :class:`~satdoku.explaining.findings.Findings`."""

    lang: Lang = "ja"

    # -- facts and arguments -----------------------------------------------------------------------

    def fact(self, fact: Fact) -> str:
        """r7c1=5."""
        if fact.rule is not None:
            return self.constraint(fact.rule)
        if fact.kind == "given":
            return self.holds(fact.cell, fact.digits[0])
        marks = self.words.digits(fact.digits) or "なし"
        return f"{self.cell(fact.cell)}の候補({marks})"

    def constraint(self, rule: Constraint) -> str:
        """キラーケージ8(r1c1・r2c1); サンドイッチ5(行2、左から); リトルキラー22(r1c2から左下へ)."""
        named = rule_of(rule, self.geometry)
        place = _place(rule, self.cell)
        if not place:
            return self.words.rule(named)
        return f"{cast(Japanese, self.words).rule_name(named)}({place})"

    def empty_board(self) -> str:
        """Without any facts."""
        return "数字が1つもなくても、この盤面は埋められません。"

    def fault(self, problem: Problem, puzzle: Puzzle) -> str:
        """What is wrong, as the end of a sentence."""
        cells = self.cells(problem.cells)
        if problem.kind == "repeat":
            digit = puzzle.givens[problem.cells[0]]
            house = next((h for h in self.geometry.houses if h.name == problem.house), None)
            where = f"{self.house(house)}の" if house is not None else "同じ数字の入らない"
            return f"{where}{cells}に{digit}が重なっています"
        if problem.kind == "no-candidate":
            given = puzzle.givens[problem.cells[0]]
            if given is None:
                return f"{cells}に入る候補がありません"
            return f"{cells}は{given}ですが、候補に{given}がありません"
        if problem.kind == "rule":
            for rule in puzzle.constraints:
                if problem in rule.faults(puzzle.grid):
                    named = self.constraint(rule)
                    held = [
                        self.holds(cell, digit)
                        for cell in problem.cells
                        if (digit := puzzle.givens[cell]) is not None
                    ]
                    return (
                        f"{self.join(held)}は{named}に反します"
                        if held
                        else f"{named}は満たせません"
                    )
        return f"{cells}に誤りがあります" if cells else "規則が盤面に合いません"

    def faulty(self, problem: Problem, puzzle: Puzzle) -> str:
        """As a sentence."""
        return f"{self.fault(problem, puzzle)}。"

    def totals(
        self, facts: Sequence[str], house: BoardHouse, made: int, total: int, rest: Sequence[int]
    ) -> str:
        """Sums of cages in a house."""
        place = self.house(house)
        if rest:
            return (
                f"{place}の数字の合計は{total}で、{self.join(facts)}で{made}になるので、"
                f"{self.cells(rest)}の合計は{total - made}のはずですが、そうはなりません。"
            )
        return (
            f"{self.join(facts)}で{place}のマスはすべて埋まり、合計は{made}ですが、"
            f"{place}の数字の合計は{total}です。"
        )

    def no_place(
        self,
        same: Sequence[Fact],
        filling: Sequence[int],
        rest: Sequence[Fact],
        digit: int,
        house: House,
    ) -> str:
        """r7c1=5・r8c4=5により、ブロック9に5の入るマスがありません。"""
        causes = self.facts(same)
        if filling:
            causes.append(f"{self.cells(filling)}のヒント")
        causes += self.facts(rest)
        return f"{self.join(causes)}により、{self.house(house)}に{digit}の入るマスがありません。"

    def no_digit(self, facts: Sequence[Fact], cell: int) -> str:
        """r1c2=1・r5c1=2により、r1c1に入る数字がありません。"""
        return f"{self.join(self.facts(facts))}により、{self.cell(cell)}に入る数字がありません。"

    def sums(self, fact: Fact, digits: Sequence[int], cells: Sequence[int]) -> str:
        """What a cage leaves."""
        left = self.words.digits(digits)
        return f"{self.fact(fact)}により、{self.cells(cells)}に入るのは{left}だけです。"

    def singles(self, steps: Sequence[Step]) -> str:
        """Singles in a row."""
        places = []
        for step in steps:
            houses = self.words.houses(step.view.houses)
            why = f"{houses}で最後の場所" if houses else "残る候補はこれだけ"
            places.append(f"{self.holds(*step.placements[0])}({why})")
        return f"順に{'、'.join(places)}と決まります。"

    # -- diagnose ----------------------------------------------------------------------------------

    def verdict(self, record: DiagnosisRecord) -> str:
        """In a line."""
        return {
            "none": "解がありません。",
            "unique": "解はちょうど1つで、問題はありません。",
            "multiple": "解が2つ以上あります。",
        }.get(record.verdict) or f"{_why(record.stopped)}、判定できませんでした。"

    def ran_out(self, stopped: str | None) -> str:
        """Not all is known."""
        return f"{_why(stopped)}、すべては調べられませんでした。"

    def pair(self) -> tuple[str, str]:
        """Two solutions."""
        return "1つの解", "別の解"

    def caption(self, givens: bool, coloured: bool) -> str:
        """Below the picture."""
        if coloured and givens:
            return "赤は矛盾するヒント、背景色は矛盾の現れる場所です。"
        if coloured:
            return "背景色は矛盾の現れる場所です。"
        return f"* {'矛盾するヒント' if givens else '矛盾の現れる場所'}"

    def clashing(self, facts: Sequence[str], *, givens: bool, smallest: bool) -> str:
        """The facts."""
        what = self.join(facts)
        if len(facts) == 1:
            return f"{what}は、ほかに何があっても成り立ちません。"
        how = (
            "これより少ない組み合わせで矛盾するものはありません"
            if smallest
            else "どれも欠かせません"
        )
        kind = "ヒント" if givens else "条件"
        return f"次の{things(len(facts))}の{kind}は矛盾します({how}):{what}。"

    def no_argument(self) -> str:
        """There is no argument, only the solver's answer."""
        return "短い説明は見つかりませんが、ソルバーが証明しています。"

    def more_steps(self, count: int) -> str:
        """Those not listed."""
        return f"…ほかに{count}手あります(すべては --json で)"

    def all_clashes(self, all: bool) -> str:
        """Whether there are more."""
        return "矛盾する組み合わせはこれですべてです。" if all else "ほかにもあるかもしれません。"

    def cure(self, what: str, *, first: bool) -> str:
        """A heading."""
        text = {
            "change": "次のように変えれば直ります:",
            "move": "次のように移せば直ります:",
            "remove": "次のヒントを除けば直ります:",
            "drop": "次の条件を外せば直ります:",
        }[what]
        return text if first else f"または、{text}"

    def move(self, move: MovedGiven) -> str:
        """A given in a wrong cell."""
        start, end = self.cell(move.cell), self.cell(move.to)
        if move.other is None:
            return f"{start}の{move.digit}を{end}へ移す"
        return f"{start}と{end}の数字を入れ替える"

    def wrong_cell(self) -> str:
        """A heading."""
        return "または、数字のマスが違うのかもしれません:"

    def altered(self, choice: Mapping[str, Any]) -> str:
        """r1c1を5から6に."""
        return "、".join("{cell}を{from}から{to}に".format(**cell) for cell in choice["cells"])

    def then_one(self) -> str:
        """After a choice."""
        return "(解はちょうど1つになります)"

    def more_choices(self, count: int) -> str:
        """Those not listed."""
        return f"…ほかに{count}通りあります(すべては --json で)"

    def not_fewest(self) -> str:
        """What is known of the choices."""
        return "どれも欠かせませんが、もっと少なくて済む方法があるかもしれません。"

    def ambiguity(self, found: Ambiguity) -> list[str]:
        """Several solutions."""
        number = f"{found.count:,}個" if found.count >= 10 else things(found.count)
        lines = [f"この問題には解が{'' if found.exact else '少なくとも'}{number}あります。"]
        lines.append(
            f"そのうちの2つの解は{len(found.cells)}マス{'だけ' if found.is_pattern else ''}"
            f"が違います:{self._named(found.cells)}。"
            + ("これより少ないマスだけが違う解の組はありません。" if found.closest else "")
        )
        if found.is_pattern:
            held = self.words.digits(found.digits)
            lines[-1] += (
                f"これはデッドリーパターンです。{held}が入れ替わっても、ほかのマスからは"
                "見分けられません。このうちの1マスにヒントがあれば見分けられます。"
            )
        elif not found.closest:
            lines[-1] += "これより少ないマスだけが違う解の組があるかどうかは、わかっていません。"
        lines += [self._open(found), self._additions(found)]
        if found.changes:
            ways = [f"{self.cell(c.cell)}を{c.old}から{c.new}に" for c in found.changes]
            lines.append(
                f"または、ヒントを1つ変えれば解はちょうど1つになります:{self._cut(ways, '通り')}。"
            )
        elif found.puzzle.clues:
            lines.append(
                "ヒントを1つ変えるだけでは、解は1つになりません。"
                if found.changes_complete
                else "ヒントを1つ変えれば足りるかどうかは、時間内にわかりませんでした。"
            )
        if found.changes and not found.changes_complete:
            lines[-1] += "時間内にすべての変更は試せませんでした。"
        return lines

    def _open(self, found: Ambiguity) -> str:
        cells = found.open_cells
        seen = "" if found.candidates_complete else "時間内に調べた限りでは、"
        text = f"{seen}解によって数字が違うマスは{len(cells)}マスです"
        if len(cells) <= _NAMED:
            named = [
                f"{self.cell(c)}({self.words.digits(sorted(found.candidates[c]))})" for c in cells
            ]
            text += f":{self.join(named)}"
        fixed = len(found.fixed_cells)
        if fixed:
            text += f"。ほかの空きマス{fixed}マスは、どの解でも同じ数字です"
        return f"{text}。"

    def _additions(self, found: Ambiguity) -> str:
        additions = found.additions
        if additions is None:
            return "解を1つにするために加えるヒントは、時間内にわかりませんでした。"
        needed = len(additions.givens)
        said = self.join(self._says(additions.givens))
        if needed == 1:
            text = f"ヒントを1つ加えれば足ります:{said}を加えると、解はちょうど1つになります。"
            others = [c for c in found.enough_alone if c != additions.givens[0]]
            if others:
                named = (
                    self.join(self._says(others))
                    if len(others) <= _NAMED
                    else f"ほかの{len(others)}個の候補"
                )
                text += f"{named}のどれか1つでも同じです。"
            return text
        text = f"ヒントを{things(needed)}({said})加えると、解はちょうど1つになります。"
        if additions.proved:
            return f"{text}これより少なくては足りません。"
        least = things(max(additions.at_least, 1))
        if additions.proved_here:
            return f"{text}少なくとも{least}は必要で、この解には{things(needed)}必要です。"
        return (
            f"{text}少なくとも{least}は必要ですが、{things(needed)}必要かどうかはわかっていません。"
        )

    def _says(self, candidates: Iterable[Candidate]) -> list[str]:
        return [self.holds(cell, digit) for cell, digit in candidates]

    def _named(self, cells: Sequence[int]) -> str:
        names = [self.cell(cell) for cell in cells]
        return self.join(names) if len(cells) <= 2 * _NAMED else self._cut(names, "マス")

    def _cut(self, items: Sequence[str], counter: str) -> str:
        if len(items) <= _NAMED:
            return self.join(items)
        return f"{self.join(items[: _NAMED - 1])}、ほか{len(items) - _NAMED + 1}{counter}"

    # -- check -------------------------------------------------------------------------------------

    def seen(self, cell: int, digit: int) -> str:
        """r1c3が5."""
        return f"{self.cell(cell)}が{digit}"

    def board(self, found: BoardCheck, *, reveal: bool = False) -> list[str]:
        """What is wrong with a player's board."""
        board = found.board
        lines: list[str] = []
        if found.verdict == "unsolvable":
            why = (
                "この問題自体に解がありません。理由は satdoku diagnose で調べられます。"
                if board.trusted
                else "これらの規則をすべて満たす盤面はありません。"
            )
            return [why]
        if found.verdict == "solved":
            return ["完成です。すべての数字が正しく入っています。"]
        if found.verdict == "fine":
            lines.append("今のところ間違いはありません。")
            if not board.trusted:
                lines[0] += "この盤面は完成できます。"
            elif found.solutions == "several":
                lines[0] += "(この問題には解が複数あり、少なくとも1つがこの盤面と一致します。)"
        elif found.verdict == "wrong" and not board.trusted:
            lines.append("この盤面は、このままでは完成できません。")
        elif found.solutions == "several":
            lines.append(
                "この問題には解が複数あるので、どの解とも一致しないものだけを間違いとします。"
            )
        for fault in found.wrong:
            if fault.seen:
                digit = self.holds(fault.cell, fault.digit)
                lines.append(
                    f"{digit}は間違いです。{self.cells(fault.seen)}にも{fault.digit}が入っています。"
                )
        plain = [self.holds(w.cell, w.digit) for w in found.wrong if not w.seen]
        if plain:
            lines.append(f"{self.join(plain)}は間違いです。")
        for clash in found.clashes:
            digits = [f"{self.cell(cell)}={board.values[cell]}" for cell in clash]
            both = "両方" if len(clash) == 2 else "すべて"
            lines.append(f"{self.join(digits)}の{both}が正しいことはありえません。")
        if found.lost:
            cells = self.cells(found.lost)
            lines.append(
                f"{cells}の候補から正しい数字が消えています。"
                if found.solutions == "one"
                else f"{cells}に書かれた候補は、どれも入りません。"
            )
        if found.lost_together:
            cells = self.cells(found.lost_together)
            lines.append(f"{cells}の候補がすべて正しいことはありえません。")
        if found.stale:
            marks = [f"{self.cell(s.cell)}の{s.digit}({s.reason})" for s in found.stale]
            lines.append(f"もう入らないのに残っている候補があります:{'、'.join(marks)}。")
        if reveal and found.right:
            lines.append(f"正しくは{self.join(self._says(found.right.items()))}です。")
        if found.verdict == "wrong" and not board.trusted and (found.clashes or found.wrong):
            lines.append(
                "どの数字がヒントですか。--puzzle で問題を指定すると、ほかの数字だけを調べます。"
            )
        if found.verdict == "undecided":
            lines.append(self.ran_out(found.stopped))
        return lines

    # -- what a puzzle can spare -------------------------------------------------------------------

    def redundant(self, record: RedundantRecord, *, rules: bool, coloured: bool) -> list[str]:
        """Givens and rules."""
        if record.verdict == "minimal":
            return [f"極小です。どのヒント{'も規則' if rules else ''}も欠かせません。"]
        lines = ["極小ではありません。次のそれぞれは、残りのすべてから導けます:"]
        lines += _parts(record.givens, record.rules)
        together = record.together["givens"], record.together["rules"]
        if (len(together[0]), len(together[1])) == (len(record.givens), len(record.rules)):
            return [*lines, "すべてを一度に除けます。"]
        green = "(緑)" if coloured else ""
        lines.append(
            f"すべてを一度には除けません。次のもの{green}は一度に除け、その後はもう何も除けません:"
        )
        return lines + _parts(*together)

    def backdoors(self, record: BackdoorsRecord) -> list[str]:
        """Sets of cells."""
        kind = _BY[record.by]
        if not record.size:
            return [f"大きさ0:{kind}だけで解けます。"]
        one = self.join(record.backdoors[0])
        proved = record.at_least == record.size
        lines = [
            f"大きさ{record.size}:{one}がわかれば、{kind}だけで解けます。これより少なくては解けません。"
        ]
        if not proved:
            lines = [
                f"大きさ{record.at_least}以上{record.size}以下:{one}がわかれば、{kind}だけで解けます。"
                f"{_why(record.stopped)}、もっと少なくて済むかどうかはわかっていません。"
            ]
        if len(record.backdoors) > 1 or (record.stopped and proved):
            more = "" if record.complete else "少なくとも"
            lines.append(f"この大きさのバックドアは{more}{things(len(record.backdoors))}あります:")
            lines += [f"  {self.join(cells)}" for cells in record.backdoors[:_SHOWN]]
            if len(record.backdoors) > _SHOWN:
                lines.append(f"  ほか{len(record.backdoors) - _SHOWN}個(すべては --json で)")
        return lines


def _why(stopped: str | None) -> str:
    return _LIMITS.get(stopped or "", "上限に達したため")


def _parts(givens: Sequence[str], rules: Sequence[str]) -> list[str]:
    lines = [f"  ヒント{things(len(givens))}:{'・'.join(givens)}"] if givens else []
    return lines + [f"  規則:{rule}" for rule in rules]


_SIDES = {"left": "左", "right": "右", "top": "上", "bottom": "下"}
_WAYS = {"up-left": "左上", "up-right": "右上", "down-left": "左下", "down-right": "右下"}


def _place(rule: Constraint, cell: Callable[[int], str]) -> str:
    """Where a clue outside of the board stands; nothing of another rule."""
    values = rule.arguments()
    match {parameter.kind: values[parameter.name] for parameter in rule.parameters}:
        case {"side": str(side), "index": int(index)}:
            return f"{'行' if side in ('left', 'right') else '列'}{index}、{_SIDES[side]}から"
        case {"cell": int(first), "direction": str(way)}:
            return f"{cell(first)}から{_WAYS[way]}へ"
        case _:
            return ""
