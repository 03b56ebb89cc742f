"""The icons of the installed app: ``python docs/build_icons.py``.

Draws ``icon.svg`` as PNG in the sizes that systems ask for, and once with its ground to the edges,
since systems cut that one to shapes of their own, which all show what is drawn: it is at most 0.4
of the width from the middle. Needs the extra ``pictures``. The same drawing gives the same files.
"""

from __future__ import annotations

import re
from pathlib import Path

from satdoku.render.png import png

STATIC = Path(__file__).resolve().parents[1] / "satdoku" / "web" / "static"


def icons() -> dict[str, bytes]:
    """The files by their names."""
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    square, count = re.subn(r' rx="\d+"', "", drawing)
    assert count == 1
    sizes = {f"icon-{width}.png": png(drawing, width=width) for width in (192, 512)}
    return {**sizes, "icon-maskable.png": png(square, width=512)}


if __name__ == "__main__":
    for name, content in icons().items():
        (STATIC / name).write_bytes(content)
        print(name, len(content))
