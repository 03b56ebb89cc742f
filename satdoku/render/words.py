"""Words beside a picture: the rules that it does not show, and text in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias
from unicodedata import east_asian_width

from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.messages import SOURCE, Lang
from satdoku.render.scene import Scene, SceneRule

BoardWords: TypeAlias = Literal["undrawn", "all", "none"]
"""The rules that are written under a picture: those that cannot be drawn, all, or none."""

_MAX_LISTED = 12
"""Places of a kind of rule that are written under a picture."""

_MAX_PLACE_LENGTH = 120
"""Characters of such a place; longer ones (a table, an automaton) are for files."""

_NARROW = set("ijl.,:;'|!()[]1 tfI")


@dataclass(frozen=True, slots=True)
class KindInWords:
    """A kind of rule beside a picture: its title, its title with what it demands, and a line for
    each place that the picture does not show."""

    title: str
    headline: str
    places: tuple[str, ...]


def rule_words(scene: Scene, which: BoardWords = "undrawn", lang: Lang = "en") -> tuple[str, ...]:
    """A line for each kind of rule, and one for each place that the picture does not show."""
    kinds = kinds_in_words(scene, which, lang)
    return tuple(line for kind in kinds for line in (kind.headline, *kind.places))


def kinds_in_words(scene: Scene, which: BoardWords, lang: Lang) -> Iterator[KindInWords]:
    """The kinds of rules that are written beside a picture."""
    # In one piece: whether a kind is written, its title and its places depend on the same shapes.
    if which == "none":
        return
    named: dict[str, list[SceneRule]] = {}
    for rule in scene.rules:
        named.setdefault(rule.name, []).append(rule)
    for alike in named.values():
        undrawn = [
            rule for rule in alike if not rule.shapes or any(s.kind == "none" for s in rule.shapes)
        ]
        if not undrawn and which != "all":
            continue
        summary = alike[0].summary
        said = _sentences(alike, scene.geometry, lang)
        texts = [
            _in_full(rule, shape.label or "", scene.geometry, lang)
            if len(said) > 1
            else shape.label
            for rule in undrawn
            for shape in rule.shapes
            if shape.kind == "none"
            and shape.label not in (None, summary)
            and (len(said) > 1 or rule.is_named or not _is_told(rule, scene.geometry))
        ]
        texts += [
            place_in_words(rule, scene.geometry, lang)
            for rule in undrawn
            if rule.placed
            and rule.place != rule.title.lower()
            and not any(s.kind != "none" or s.label != summary for s in rule.shapes)
        ]
        if len(said) > 1 and which == "all" and not texts:
            texts += [place_in_words(rule, scene.geometry, lang) for rule in alike]
        places = list(dict.fromkeys(text for text in texts if text))
        # On paper a puzzle is to be solved: nothing of it is left out.
        lines = [f"– {text}" for text in places] if which == "all" else _listed(places, lang)
        line = headline(alike, scene.geometry, lang)
        yield KindInWords(_title(alike[0], lang), line, tuple(lines))


def _is_told(rule: SceneRule, geometry: Geometry) -> bool:
    """Whether its own sentence, in the headline, says all that its picture lacks."""
    drawn = any(shape.kind != "none" for shape in rule.shapes)
    return drawn and rule.constraint is not None and bool(rule.constraint.told_by(geometry))


def _in_full(rule: SceneRule, label: str, geometry: Geometry, lang: Lang) -> str:
    """The words of a rule that its picture lacks, with its own sentence."""
    from satdoku.explaining.names import sentence
    from satdoku.explaining.phrases import phrases

    if rule.constraint is None:
        return label
    place = place_in_words(rule, geometry, lang) if lang != SOURCE and rule.placed else label
    return phrases(lang).say("heading", name=place, text=sentence(rule.constraint, geometry, lang))


def _listed(places: list[str], lang: Lang) -> list[str]:
    """The first places that are short enough to read, and the number of the others."""
    shown = [text for text in places if len(text) <= _MAX_PLACE_LENGTH][:_MAX_LISTED]
    rest = len(places) - len(shown)
    lines = [f"– {text}" for text in shown]
    if not rest or len(places) == 1:  # "1 of them" would say nothing
        return lines
    from satdoku.explaining.phrases import phrases

    more = phrases(lang).say("rules.more" if shown else "rules.all", n=rest)
    return [*lines, f"– {more}"]


def headline(alike: Sequence[SceneRule], geometry: Geometry, lang: Lang) -> str:
    """The title and sentence of rules of one kind, with their numbers where these are equal."""
    said = _sentences(alike, geometry, lang)
    text = said.pop() if len(said) == 1 else _words(alike[0], lang)[1]
    if lang == SOURCE:
        return f"{alike[0].title}: {text}"
    from satdoku.explaining.phrases import phrases

    return phrases(lang).say("heading", name=_title(alike[0], lang), text=text)


def _sentences(alike: Iterable[SceneRule], geometry: Geometry, lang: Lang) -> set[str]:
    from satdoku.explaining.names import sentence

    return {
        rule.summary if rule.constraint is None else sentence(rule.constraint, geometry, lang)
        for rule in alike
    }


def _title(rule: SceneRule, lang: Lang) -> str:
    return _words(rule, lang)[0]


def _words(rule: SceneRule, lang: Lang) -> tuple[str, str]:
    if rule.constraint is None:
        return rule.title, rule.summary
    from satdoku.explaining.names import words_of_rule

    return words_of_rule(rule.constraint, lang)


def place_in_words(rule: SceneRule, geometry: Geometry, lang: Lang) -> str:
    """A rule with its cells."""
    if lang != SOURCE and rule.constraint is not None:
        from satdoku.explaining.findings import findings

        return findings(geometry, lang).constraint(rule.constraint)
    return rule.place


_CLOSING = "、。，：；！？）」\u300f\u201d\u3009\u300b\u3011"
"""Wide marks that no line begins with; the font of pictures lacks the last five."""


def text_width(text: str, size: float) -> float:
    """The approximate width of a text in a sans-serif font, in the unit of ``size``.

    For most texts it is an estimate from above, made without a font.
    """
    return size * sum(
        1.0
        if east_asian_width(c) in "WF" or "\u2190" <= c <= "\u2bff"
        else 0.33
        if c in _NARROW
        else 0.68
        if c.isupper()
        else 0.58
        for c in text
    )


def wrapped(
    text: str, size: float, width: float, measure: Callable[[str, float], float] = text_width
) -> list[str]:
    """A text in lines of at most ``width``, broken at spaces or wide characters, else anywhere."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and measure(line + piece.rstrip(), size) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
        while measure(line.rstrip(), size) > width and len(line) > 1:
            cut = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or measure(line[:n], size) <= width
            )
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _pieces(text: str) -> Iterable[str]:
    piece = ""
    for character in text:
        wide = east_asian_width(character) in "WF"
        if piece and wide and character not in _CLOSING:
            yield piece
            piece = ""
        piece += character
        if character == " ":
            yield piece
            piece = ""
    if piece:
        yield piece
