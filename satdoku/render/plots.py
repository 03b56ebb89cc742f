"""Plots of counts as SVG: plain strings that need no library and no network.

A page may set the colours (``currentColor``, the class ``bar``), so that one picture suits a light
and a dark one; each bar has its count as text for readers and screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from satdoku.render.escaped import escape, quoteattr

_WIDTH = 640
_HEIGHT = 220
_ROW = 22
_NAME = 210
_MARGIN = 40
_BAR = 'class="bar" fill="#0072b2"'


def bars(
    counts: Mapping[str, float],
    title: str,
    label: Callable[[float], str] = "{:,}".format,
    *,
    logarithmic: bool = False,
) -> str:
    """A bar for each name, from above in the given order; ``label`` makes the text of a number.

    Logarithmic bars (of numbers above 0) begin below the least number, at a power of ten.
    """
    if logarithmic and counts:
        floor = math.floor(math.log10(min(counts.values()))) - 0.2
        lengths = {name: math.log10(count) - floor for name, count in counts.items()}
    else:
        lengths = dict(counts)
    most = max(lengths.values(), default=1) or 1
    height = _ROW * len(counts) + 8
    room = _WIDTH - _NAME - 90
    drawn = []
    for row, (name, count) in enumerate(counts.items()):
        y = _ROW * row + 4
        width = room * lengths[name] / most
        drawn.append(
            f"<g><title>{escape(name)}: {label(count)}</title>"
            f'<text x="{_NAME - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
            f'<rect {_BAR} x="{_NAME}" y="{y + 2}" width="{width:.1f}" height="{_ROW - 6}"/>'
            f'<text x="{_NAME + width + 6:.1f}" y="{y + 14}">{label(count)}</text></g>'
        )
    return _picture(title, height, drawn)


def histogram(
    counts: Mapping[int, int], title: str, label: Callable[[int], str] = "{:,}".format
) -> str:
    """A bar for each whole number from the least to the greatest.

    ``label`` makes the text of a number. More than some hundred numbers share bars of equal width.
    """
    if not counts:
        return _picture(title, 20, ())
    least, greatest = min(counts), max(counts)
    step = 1 + (greatest - least) // 120
    low = least - least % step
    number = (greatest - low) // step + 1
    binned = [0] * number
    for value, count in counts.items():
        binned[(value - low) // step] += count
    most = max(binned)
    width = (_WIDTH - 2 * _MARGIN) / number
    floor = _HEIGHT - 28

    drawn = [f'<path class="axis" d="M{_MARGIN} {floor + 0.5}H{_WIDTH - _MARGIN}"/>']
    for place, count in enumerate(binned):
        if not count:
            continue
        value = low + place * step
        height = max(1.0, (floor - 24) * count / most)
        name = label(value) + (f" to {label(value + step - 1)}" if step > 1 else "")
        drawn.append(
            f'<rect {_BAR} x="{_MARGIN + place * width + width * 0.08:.1f}" '
            f'y="{floor - height:.1f}" width="{width * 0.84:.1f}" height="{height:.1f}">'
            f"<title>{name}: {count:,}</title></rect>"
        )
    every = max(1, -(-number // 12))
    for place in range(0, number, every):
        x = _MARGIN + (place + 0.5) * width
        drawn.append(
            f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">'
            f"{label(low + place * step)}</text>"
        )
    drawn.append(f'<text x="{_MARGIN}" y="14">{most:,}</text>')
    return _picture(title, _HEIGHT, drawn)


def _picture(title: str, height: int, drawn: Iterable[str]) -> str:
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label={quoteattr(title)} font-family="sans-serif" font-size="12" '
        f'fill="currentColor">\n<title>{escape(title)}</title>\n{body}\n</svg>\n'
    )
