"""A path as one HTML file: pictures, sentences, slider and keys, without any outside request.

Every step is in the page as a picture and in words, so that it can be read and printed where no
script runs; the script only shows one step at a time. Parts that steps share are drawn once: the
rules and the grid, and each digit and candidate, grouped by the steps that show it. The texts of
the other languages are packed, since a script is needed to change the language anyway; and so are
the hints, which hide a part of a step.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import get_args

from satdoku.base.records import dataclass
from satdoku.explaining.phrases import phrases
from satdoku.messages import Lang
from satdoku.render.canvas import CELL, Canvas
from satdoku.render.escaped import escape
from satdoku.render.html import html_head
from satdoku.render.scene import MarkRole, Scene
from satdoku.render.style import BOLD_ROLES, PAGE, page_css
from satdoku.render.svg import DASHED, DIGIT_RADIUS, MARK_RADIUS, Drawing
from satdoku.render.words import rule_words

_SIGNS = {
    "first": "M6 5v14M18 5 9 12l9 7Z",
    "previous": "M17 5 8 12l9 7Z",
    "next": "M7 5l9 7-9 7Z",
    "last": "M18 5v14M6 5l9 7-9 7Z",
}
"""The signs of the buttons, as paths of 24 units each way: no font decides on them."""

_BLOCK_GROUPS = 10
_MAX_SHORT_LENGTH = 256
_MIN_FOLDED_LENGTH = 400
"""The number of characters from which an argument is folded."""
_MAX_PLAIN_BYTES = 60_000
"""Bytes of folded arguments that stand in a page unpacked; more are packed."""


@cache
def _words(lang: Lang) -> dict[str, str]:
    """The texts of a page beside its steps."""
    return phrases(lang).texts("viewer")


@dataclass(frozen=True, slots=True)
class FrameText:
    """A step in words.

    name     its name
    text     the pattern, its conclusions and the argument
    follows  the conclusions, beside the name; empty where the frame is no step
    kind     a hint: the kind of step, and its place
    pattern  a hint, and the summary of a long text: the pattern
    """

    name: str
    text: str
    follows: str = ""
    kind: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class ViewerFrame:
    """A step of a path: its scene, its texts by language, and the scene of its pattern alone."""

    scene: Scene
    texts: Mapping[Lang, FrameText]
    pattern: Scene | None = None


def viewer(
    frames: Sequence[ViewerFrame], *, title: str, puzzle: str, lang: Lang = "en", ids: str = ""
) -> str:
    """The page of a path.

    frames  the steps in order; all of one board, and none shows a candidate again that an
            earlier one lacks
    title   the page's title
    puzzle  the puzzle as a line of text
    lang    the language that is shown first

    :raises ValueError: where there are no frames.
    """
    if not frames:
        raise ValueError("a path without steps has no pages")
    words = _words(lang)
    shared = _Shared.of([frame.scene for frame in frames], ids)
    long = [
        frame.texts[lang].text
        for frame in frames
        if len(frame.texts[lang].text) > _MIN_FOLDED_LENGTH
    ]
    plain = sum(len(text.encode()) for text in long) <= _MAX_PLAIN_BYTES
    sections = "\n".join(
        _section(shared, frame, number, lang, plain=plain) for number, frame in enumerate(frames, 1)
    )
    rules = _rules(frames[0].scene, lang)
    if rules:
        rules = f'<details class="rules">{rules}</details>'
    others = {
        other: {
            "words": _words(other),
            "rules": _rules(frames[0].scene, other),
            "texts": [_text_html(frame.texts[other], other) for frame in frames],
        }
        for other in frames[0].texts
        if other != lang
    }
    packed = json.dumps(
        {
            "others": others,
            "long": [] if plain else long,
            "hints": [shared.hint(frame, number) for number, frame in enumerate(frames, 1)],
        },
        ensure_ascii=False,
    )
    data = base64.b64encode(zlib.compress(packed.encode(), 9)).decode()
    buttons = "".join(
        f'<button type="button" id="{name}" title="{words[name]}" aria-label="{words[name]}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg></button>'
        for name, sign in _SIGNS.items()
    )
    script = "\n" + _asset("viewer.js")
    head = html_head(title, page_css() + _asset("viewer.css"), lang, script)
    return f"""{head}<body>
<header>
<h1>{escape(title)}</h1>
{_source(puzzle, words)}
{rules}
</header>
{shared.definitions()}
<nav id="controls" hidden>
{buttons}
<input type="range" id="slider" min="1" max="{len(frames)}" value="1" aria-label="{words["step"]}">
<output id="place" for="slider">1 / {len(frames)}</output>
<label><span id="show">{words["show"]}</span>
<select id="strength">{_options(words)}</select></label>
<button type="button" id="more">{words["more"]}</button>
<select id="language" aria-label="{words["language"]}">{_choice(frames[0].texts, lang)}</select>
<span id="keys">{words["keys"]}</span>
</nav>
<p id="spoken" class="spoken" aria-live="polite"></p>
<main>
<div id="steps">
{sections}
</div>
<nav id="list" hidden aria-label="{words["steps"]}"><ol></ol></nav>
</main>
<script type="text/plain" id="packed">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def _choice(languages: Iterable[Lang], shown: Lang) -> str:
    """The languages of the page, as they call themselves."""
    return "".join(
        f'<option value="{lang}" lang="{lang}"{" selected" if lang == shown else ""}>'
        f"{escape(phrases(lang).messages.name)}</option>"
        for lang in languages
    )


def _options(words: Mapping[str, str]) -> str:
    """The choice of how much of each step is shown first."""
    names = ("kind", "pattern", "whole")
    return "".join(
        f'<option value="{strength}"{" selected" if name == "whole" else ""}>{words[name]}</option>'
        for strength, name in enumerate(names, 1)
    )


def _rules(scene: Scene, lang: Lang) -> str:
    """The rules in words, empty where there are none."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in rule_words(scene, "all", lang))
    return lines and f"<summary>{_words(lang)['rules']}</summary><ul>{lines}</ul>"


def _source(puzzle: str, words: Mapping[str, str]) -> str:
    """The puzzle as text, folded where it is long."""
    code = f"<code>{escape(puzzle)}</code>"
    if len(puzzle) <= _MAX_SHORT_LENGTH:
        return f'<p class="puzzle">{code}</p>'
    return f'<details class="puzzle"><summary>{words["puzzle"]}</summary>{code}</details>'


@cache
def _asset(name: str) -> str:
    return (files("satdoku.render") / "assets" / name).read_text(encoding="utf-8")


def _section(shared: _Shared, frame: ViewerFrame, number: int, lang: Lang, *, plain: bool) -> str:
    picture = shared.picture(frame.scene, number, f"{_words(lang)['step']} {number}")
    text = _text_html(frame.texts[lang], lang, plain=plain)
    return (
        f'<section class="step" id="step-{number}">\n<figure>{picture}</figure>\n'
        f'<div class="text"><p class="number">{number}</p>{text}</div>\n</section>'
    )


def _text_html(text: FrameText, lang: Lang, *, plain: bool = True) -> str:
    follows = f'<span class="follows">: {escape(text.follows)}</span>' if text.follows else ""
    heading = f"<h2>{escape(text.name)}{follows}</h2>"
    lines = "\n".join(escape(line) for line in text.text.splitlines())
    if len(text.text) <= _MIN_FOLDED_LENGTH:
        return f'{heading}<p class="why">{lines}</p>'
    note = f"<noscript>{_words(lang)['script']}</noscript>"
    return (
        f'{heading}<p class="summary">{escape(text.pattern)}</p>'
        f"<details><summary>{_words(lang)['why']}</summary>\n"
        f'<p class="why">{lines if plain else note}</p></details>'
    )


@dataclass(frozen=True)
class _Shared:
    """The parts that several pictures of one board share, as groups that they use.

    A group is the candidates that are last shown in one picture, or the digits that are first
    shown in one; ``_BLOCK_GROUPS`` groups make a block, which holds the blocks beyond it too.
    """

    scenes: Sequence[Scene]
    ids: str
    marks: tuple[tuple[str, ...], ...]
    digits: tuple[tuple[str, ...], ...]

    @staticmethod
    def of(scenes: Sequence[Scene], ids: str) -> _Shared:
        last: dict[tuple[int, int], int] = {}
        first: dict[int, int] = {}
        for number, scene in enumerate(scenes):
            for cell, here in enumerate(scene.cells):
                if here.text:
                    first.setdefault(cell, number)
                else:
                    last.update(((cell, digit), number) for digit in here.marks)
        marks: list[list[str]] = [[] for _ in scenes]
        digits: list[list[str]] = [[] for _ in scenes]
        drawings = [Drawing(Canvas(scene, PAGE, ids)) for scene in (scenes[0], scenes[-1])]
        for (cell, digit), number in last.items():
            marks[number].append(drawings[0].mark(cell, digit, None))
        for cell, number in first.items():
            here = scenes[number].cells[cell]
            ink = PAGE.ink if here.role == "given" else PAGE.placed
            digits[number].append(drawings[1].digit(cell, here, ink))
        return _Shared(scenes, ids, tuple(map(tuple, marks)), tuple(map(tuple, digits)))

    def definitions(self) -> str:
        """The groups, in a picture that shows nothing."""
        drawing = Drawing(Canvas(self.scenes[0], PAGE, self.ids))
        parts = [f'<g id="{self.ids}under">', *drawing.under(), "</g>"]
        parts += [f'<g id="{self.ids}board">', *drawing.board(), "</g>"]
        size = drawing.canvas.mark_size
        for role in get_args(MarkRole):
            for name, radius in (("k", MARK_RADIUS * size), ("K", DIGIT_RADIUS)):
                sign = "".join(drawing.behind(0, 0, radius, role))
                parts.append(f'<g id="{self.ids}{name}{role}">{sign}</g>')
        parts.append(f'<g id="{self.ids}out">{drawing.stroke(0, 0, 0.6 * size)}</g>')
        for number, group in enumerate(self.marks):
            if group:
                parts.append(f'<g id="{self.ids}a{number}">{"".join(group)}</g>')
        for number, group in enumerate(self.digits):
            if group:
                parts.append(f'<g id="{self.ids}d{number}">{"".join(group)}</g>')
        blocks = -(-len(self.scenes) // _BLOCK_GROUPS)
        for block in range(blocks):
            within = range(
                block * _BLOCK_GROUPS, min((block + 1) * _BLOCK_GROUPS, len(self.scenes))
            )
            marks = [self._use(f"a{n}") for n in within if self.marks[n]]
            digits = [self._use(f"d{n}") for n in within if self.digits[n]]
            if block + 1 < blocks:
                marks.append(self._use(f"A{block + 1}"))
            if block:
                digits.append(self._use(f"D{block - 1}"))
            parts.append(f'<g id="{self.ids}A{block}">{"".join(marks)}</g>')
            parts.append(f'<g id="{self.ids}D{block}">{"".join(digits)}</g>')
        return (
            '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
            + "\n".join(parts)
            + "</defs></svg>"
        )

    def _use(self, name: str) -> str:
        return f'<use href="#{self.ids}{name}"/>'

    def picture(self, scene: Scene, number: int, title: str) -> str:
        """A picture: the parts that it shares with others, and its own."""
        drawing = self._drawing(scene, number)
        left, top, width, height = drawing.box()
        size = drawing.canvas.mark_size
        below, above = self._seen(drawing)
        parts = [self._use("under"), f"<g>{below}</g>", self._use("board")]
        parts.append(
            f'<g font-size="{size:.4g}" fill="{PAGE.mark}">{"".join(self._marks(number - 1))}</g>'
        )
        parts += self._digits(number - 1)
        parts.append(f"<g>{above}</g>")
        return (
            f'<svg viewBox="{left:g} {top:g} {width:g} {height:g}" role="img">'
            f"<title>{escape(title)}</title>" + "".join(parts) + "</svg>"
        )

    def hint(self, frame: ViewerFrame, number: int) -> dict[str, tuple[str, str]] | None:
        """The hints of a step: by language the sentences of the first two strengths, and the layers
        of the pattern below and above the board."""
        if frame.pattern is None:
            return None
        parts = {"seen": self._seen(self._drawing(frame.pattern, number))}
        return parts | {str(lang): (text.kind, text.pattern) for lang, text in frame.texts.items()}

    def _drawing(self, scene: Scene, number: int) -> Drawing:
        return Drawing(Canvas(scene, PAGE, f"{self.ids}s{number}-"))

    def _seen(self, drawing: Drawing) -> tuple[str, str]:
        """The pattern of a step, below the board and above the candidates and digits."""
        below = (*_tinted(drawing), *drawing.sets())
        return "".join(below), "".join(
            (*drawing.houses(), *self._roles(drawing), *drawing.spoken(), *_links(drawing))
        )

    def _roles(self, drawing: Drawing) -> Iterator[str]:
        """The roles of candidates in a step, by the parts that are drawn once for each role."""
        canvas = drawing.canvas
        behind: list[str] = []
        thin: list[str] = []
        bold: list[str] = []
        over: list[str] = []
        for cell, here in enumerate(canvas.scene.cells):
            if here.text and here.mark_roles:
                x, y = canvas.centre(cell)
                roles = dict.fromkeys(role for _, role in here.mark_roles)
                behind += [self._sign(f"K{role}", x, y) for role in roles]
                over.append(drawing.digit(cell, here, PAGE.on_role))
                continue
            for digit, role in here.mark_roles:
                x, y = canvas.place((cell, digit))
                behind.append(self._sign(f"k{role}", x, y))
                if digit in here.marks:
                    mark = self._use(f"m-{canvas.scene.geometry.name(cell)}-{digit}")
                else:
                    mark = f'<text x="{x:.4g}" y="{y + 0.35 * canvas.mark_size:.4g}">{digit}</text>'
                (bold if role in BOLD_ROLES else thin).append(mark)
                if role == "out":
                    over.append(self._sign("out", x, y))
        yield from behind
        for marks, weight in ((thin, ""), (bold, ' font-weight="bold"')):
            if marks:
                yield (
                    f'<g font-size="{canvas.mark_size:.4g}" fill="{PAGE.on_role}"{weight}>'
                    f"{''.join(marks)}</g>"
                )
        yield from over

    def _sign(self, name: str, x: float, y: float) -> str:
        return f'<use href="#{self.ids}{name}" x="{x:.4g}" y="{y:.4g}"/>'

    def _marks(self, number: int) -> Iterator[str]:
        end = min((number // _BLOCK_GROUPS + 1) * _BLOCK_GROUPS, len(self.scenes))
        for n in range(number, end):
            if self.marks[n]:
                yield self._use(f"a{n}")
        if end < len(self.scenes):
            yield self._use(f"A{end // _BLOCK_GROUPS}")

    def _digits(self, number: int) -> Iterator[str]:
        block = number // _BLOCK_GROUPS
        for n in range(block * _BLOCK_GROUPS, number + 1):
            if self.digits[n]:
                yield self._use(f"d{n}")
        if block:
            yield self._use(f"D{block - 1}")


def _tinted(drawing: Drawing) -> Iterator[str]:
    """The cells of a step's pattern, as one path."""
    canvas = drawing.canvas
    cells = [n for n, cell in enumerate(canvas.scene.cells) if cell.highlight == "pattern"]
    if cells:
        squares = "".join("M{} {}h{s}v{s}h-{s}z".format(*canvas.corner(c), s=CELL) for c in cells)
        yield f'<path class="pattern" d="{squares}"/>'


def _links(drawing: Drawing) -> Iterator[str]:
    """The links of a step, as a path for each kind and one for the heads."""
    curves = list(drawing.curves())
    for kind, dashes in (("strong", ""), ("weak", f' stroke-dasharray="{DASHED}"')):
        path = "".join(curve for this, curve, _ in curves if this == kind)
        if path:
            yield f'<path class="link" d="{path}"{dashes}/>'
    if curves:
        yield f'<path d="{"".join(head for *_, head in curves)}" fill="{PAGE.link}"/>'
