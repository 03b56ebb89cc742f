"""Output for notebooks: pictures whose ids are unique in the page, and ratings of many puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Protocol

from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.rating.scales import SCALES, SE, Scale
from satdoku.render.canvas import Canvas
from satdoku.render.escaped import escape
from satdoku.render.plots import bars, histogram
from satdoku.render.scene import Scene, make_scene
from satdoku.render.style import STYLES
from satdoku.render.svg import Drawing, svg

if TYPE_CHECKING:
    from satdoku.render.scene import Drawable

__all__ = ["Ratings", "drawn", "folded", "picture"]

_SIZE = 420
_numbers = count(1)


def drawn(scene: Scene, description: str = "") -> str:
    """A scene as SVG, its ids its own."""
    return svg(scene, size=_SIZE, ids=f"sd{next(_numbers)}-", description=description)


def picture(board: Drawable) -> str:
    """A puzzle, a grid or a position as SVG."""
    return drawn(make_scene(board))


def with_text(scene: Scene, text: str) -> str:
    """A scene with a text below it, as HTML without a script."""
    return f"<div>{drawn(scene, text)}<pre>{escape(text)}</pre></div>"


def folded(parts: Iterable[tuple[str, Scene, str]], end: str) -> str:
    """Headings, each with a picture and a text below it, as HTML without a script.

    The first is open, the others unfold. What several pictures show is in the page once.
    """
    layers: dict[str, str] = {}
    page = f"sd{next(_numbers)}-"

    def shared(layer: str) -> str:
        return f'<use href="#{layers.setdefault(layer, f"{page}{len(layers)}")}"/>'

    parts_html = []
    for number, (heading, scene, text) in enumerate(parts, 1):
        canvas = Canvas(scene, STYLES["light"], f"{page}{number}-", "text")
        picture = Drawing(canvas).lean(shared).replace("<svg", f'<svg width="{_SIZE}"', 1)
        lines = escape(text).replace("\n", "<br/>")
        opened = ' open=""' if number == 1 else ""
        parts_html.append(
            f"<details{opened}><summary>{number}. {escape(heading)}</summary>"
            f"{picture}<p>{lines}</p></details>"
        )
    defined = "".join(f'<g id="{name}">{layer}</g>' for layer, name in layers.items())
    return (
        f'<div><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" '
        f'style="position:absolute" aria-hidden="true"><defs>{defined}</defs></svg>'
        f"{''.join(parts_html)}<p>{escape(end)}</p></div>"
    )


class _Rated(Protocol):
    @property
    def scores(self) -> Mapping[str, float]: ...
    @property
    def scale(self) -> str | None: ...
    @property
    def level(self) -> str | None: ...


@dataclass(frozen=True)
class Ratings:
    """The ratings of many puzzles, such as those of :func:`satdoku.rate_many`, as two plots.

    Puzzles without a rating (``None``) are counted apart; there is a plot for each scale's numbers.
    """

    ratings: tuple[_Rated | None, ...]

    @staticmethod
    def of(ratings: Iterable[_Rated | None]) -> Ratings:
        """All ratings of an iterable."""
        return Ratings(tuple(ratings))

    def _repr_html_(self) -> str:
        known = [one for one in self.ratings if one is not None]
        scales = {tuple(one.scores): SCALES[one.scale or SE.name] for one in known} or {(): SE}
        plots = [self._plot(scale, known) for scale in scales.values()]
        levels = Counter(one.level or "none" for one in known)
        if len(known) < len(self.ratings):
            levels["not rated"] = len(self.ratings) - len(known)
        return f"<div>{''.join(plots)}{bars(levels, 'Levels')}</div>"

    @staticmethod
    def _plot(scale: Scale, known: list[_Rated]) -> str:
        column = scale.columns[0]
        values = [one.scores[column.name] for one in known if column.name in one.scores]
        return histogram(
            Counter(round(scale.unit * value) for value in values),
            f"{column.label} of {plural(len(values), 'puzzle')}",
            lambda units: scale.shown(units / scale.unit),
        )
