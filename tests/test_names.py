"""One name a concept: no two modules define a public class or type of the same name."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEFINED = re.compile(
    r"^(?:class ([A-Za-z]\w*)|([A-Z]\w*[a-z]\w*)(?:: TypeAlias)? = (?!TypeVar))", re.MULTILINE
)
"""A public class, or a type that is given a name, of a module."""


def test_a_public_name_means_one_thing() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "satdoku").rglob("*.py")):
        for kind, alias in DEFINED.findall(path.read_text("utf-8")):
            places[kind or alias].append(str(path.relative_to(ROOT)))
    assert len(places) > 500
    assert not {name: where for name, where in places.items() if len(where) > 1}
