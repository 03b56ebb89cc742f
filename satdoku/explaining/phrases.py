"""The text around the steps of a way, in English and Japanese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satdoku.explaining.names import Lang, title

__all__ = ["Phrases", "phrases"]


@dataclass(frozen=True)
class Phrases:
    """The text around the steps, in one language.

    ``legend`` names the colours of a board (``None``: in the renderer's own words). Pairs are for
    one and for several, or (``none``, ``several``, ``undecided``) for a puzzle and for a position.
    """

    lang: Lang
    solved: str
    solved_before: str
    stuck: str
    contradiction: str
    out_of_time: str
    enough: str
    hardest: str
    comma: str
    weak: str
    full: str
    full_wrong: str
    legend: dict[str, str] | None
    step: tuple[str, str]
    cell: tuple[str, str]
    between: str
    stop: str
    place: str
    none: tuple[str, str]
    several: tuple[str, str]
    undecided: tuple[str, str]
    offer: dict[str, str]
    """What leads on, by the name of the error."""
    steps_cut: str
    steps_none: str
    presets: dict[str, str]
    levels: dict[str, str]
    level_line: str

    def level(self, name: str) -> str:
        """The level of a puzzle, in a sentence."""
        return self.level_line.format(self.levels.get(name, name))

    def summary(
        self,
        outcome: str,
        steps: int,
        left: int,
        preset: str,
        hardest: str | None,
        rating: float | None,
        numbers: Sequence[str],
    ) -> str:
        """How a way ended, in a line.

        ``outcome`` is solved, stuck, contradiction, or what stopped the way: seconds or steps;
        ``left`` the open cells; ``rating`` that of the hardest technique; ``numbers`` those of the
        path.
        """
        form = {
            "solved": self.solved if steps else self.solved_before,
            "seconds": self.out_of_time,
            "steps": self.enough,
            "stuck": self.stuck,
        }.get(outcome, self.contradiction)
        parts = [
            form.format(
                steps=self.step[steps != 1].format(steps),
                open=self.cell[left != 1].format(left),
                preset=self.presets.get(preset, preset),
            )
        ]
        if hardest is not None:
            name = title(hardest, self.lang)
            rated = "" if rating is None else f" ({rating:.1f})"
            parts.append(self.hardest.format(name=name[:1].upper() + name[1:] + rated))
        if numbers:
            parts.append(self.comma.join(numbers))
        return self.between.join(parts) + self.stop


_ENGLISH = Phrases(
    lang="en",
    solved="Solved in {steps}",
    solved_before="The grid is full already: nothing is left to do",
    stuck="Stuck after {steps}: the preset {preset} finds nothing more, and {open} are open",
    contradiction="After {steps} it is certain that no grid keeps all the rules",
    out_of_time="The time ran out after {steps}; {open} are open",
    enough="Stopped after {steps}, as asked; {open} are open",
    hardest="the hardest: {name}",
    comma=", ",
    weak="(--strength {next} shows more)",
    full="The grid is full: nothing is left to find.",
    full_wrong="The grid is full, and breaks a rule.",
    legend=None,
    step=("{} step", "{} steps"),
    cell=("{} cell", "{} cells"),
    between="; ",
    stop=".",
    place="line {line}: ",
    none=(
        "the puzzle has no solution, so no way leads to one",
        "the position has no solution, so no way leads to one",
    ),
    several=(
        "the puzzle has several solutions, so no argument leads to one",
        "the position has several solutions, so no argument leads to one",
    ),
    undecided=(
        "whether the puzzle has one solution was not decided in time",
        "whether the position has one solution was not decided in time",
    ),
    offer={
        "NoSolution": "; satdoku check reports the wrong digits of a board, satdoku diagnose what "
        "is wrong with a puzzle; --allow-multiple goes as far as it can",
        "NotUnique": "; satdoku diagnose reports what they differ in and which givens are missing; "
        "--allow-multiple goes as far as it can",
    },
    steps_cut="the time ran out after {count} steps of {name}",
    steps_none="there is no {name} in this position",
    presets={},
    levels={},
    level_line="Level: {}.",
)
_JAPANESE = Phrases(
    lang="ja",
    solved="{steps}で解けました",
    solved_before="すでにすべてのマスが埋まっています",
    stuck="{steps}で行き詰まりました。手筋集「{preset}」ではこれ以上進めず、{open}が残っています",
    contradiction="{steps}で、すべての規則を満たす解がないことがわかりました",
    out_of_time="{steps}で時間切れです。{open}が残っています",
    enough="指定どおり{steps}で止めました。{open}が残っています",
    hardest="最も難しい手筋:{name}",
    comma="、",
    weak="(--strength {next} でもっと詳しく)",
    full="すべてのマスが埋まっていて、探すものはありません。",
    full_wrong="すべてのマスが埋まっていますが、規則に反しています。",
    legend={
        "pattern": "注目するマス",
        "defining": "手筋の候補",
        "fin": "余分な候補",
        "extra": "余分な候補",
        "pivot": "軸",
        "locked": "限定された候補",
        "common": "2つの集合に共通",
        "excluder": "組み合わせを除く候補",
        "leaned": "すでに入っている数字",
        "true": "連鎖で真",
        "false": "連鎖で偽",
        "set-a": "集合A",
        "set-b": "集合B",
        "set-c": "集合C",
        "out": "消える候補",
        "put": "入る数字",
    },
    step=("{}手", "{}手"),
    cell=("{}マス", "{}マス"),
    between="。",
    stop="。",
    place="{line}行目:",
    none=(
        "この問題には解がないので、解き方もありません。",
        "この局面には解がないので、解き方もありません。",
    ),
    several=(
        "この問題には解が複数あるので、論理だけでは1つに決まりません。",
        "この局面には解が複数あるので、論理だけでは1つに決まりません。",
    ),
    undecided=(
        "この問題の解が1つかどうかは、時間内にわかりませんでした。",
        "この局面の解が1つかどうかは、時間内にわかりませんでした。",
    ),
    offer={
        "NoSolution": "盤面の誤った数字は satdoku check で、"
        "問題の誤りは satdoku diagnose で調べられます。"
        "--allow-multiple を付けると、進めるところまで進みます。",
        "NotUnique": "解の違いと足りないヒントは satdoku diagnose で調べられます。"
        "--allow-multiple を付けると、進めるところまで進みます。",
    },
    steps_cut="「{name}」を{count}手見つけたところで時間切れです。",
    steps_none="この局面に「{name}」はありません。",
    presets={
        "human": "人向け",
        "se": "Sudoku Explainer",
        "six-elements": "六要素",
        "euler96": "オイラー96",
        "trial": "仮置き",
        "mus": "小さな証明",
    },
    levels={
        "easy": "初級",
        "medium": "中級",
        "hard": "上級",
        "expert": "超上級",
        "diabolical": "最上級",
    },
    level_line="難易度:{}。",
)


def phrases(lang: Lang) -> Phrases:
    """The phrases of a language."""
    return _JAPANESE if lang == "ja" else _ENGLISH
