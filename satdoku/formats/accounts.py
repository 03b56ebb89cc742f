"""Keys that a reader has not read: every key of every object of a file is accounted for.

A reader of JSON works on :func:`noted` data, whose objects note which of their keys are read, and
at the end asks for the :func:`unread` ones. So no reader lists the keys of an item beside the code
that reads them, and a key that nobody reads cannot be dropped in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass

_MAX_DEPTH = 60
"""How deep objects and lists may be nested; no file of a site is deeper than ten."""

_NESTED = (dict, list)
"""Made once: thousands of values are asked."""

_PLAIN = frozenset((str, int, float, bool, type(None)))

Known = Mapping[str, Container[str]]
"""Keys that say nothing about the solution, by the place of their object without its numbers
(``grid[][]``) or by ``*`` for all other places, and by ``drawn`` inside drawings and looks."""


class Noted(dict[str, Any]):
    """An object of a file that notes which of its keys are read by ``[]`` and ``get``."""

    __slots__ = ("drawn", "read", "skipped")

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.read: set[str] = set()
        self.drawn = self.skipped = False

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """As that of a dict."""
        self.read.add(key)
        return super().get(key, default)


def noted(data: Any, rename: Callable[[str], str] | None = None, depth: int = 0) -> Any:
    """A copy of data in JSON whose objects note what is read of them.

    :param rename: the name by which a key is read.

    :raises FormatError: where the data are nested too deeply, or two keys have one name.
    """
    if depth > _MAX_DEPTH:
        raise FormatError("this JSON is nested too deeply")
    depth += 1
    if isinstance(data, list):
        if _PLAIN.issuperset(map(type, data)):
            return data[:]
        return [noted(item, rename, depth) if isinstance(item, _NESTED) else item for item in data]
    if not isinstance(data, dict) or not data:
        return data
    if rename is None and _PLAIN.issuperset(map(type, data.values())):
        return Noted(data)
    items = {
        key if rename is None else rename(key): noted(item, rename, depth)
        if isinstance(item, _NESTED)
        else item
        for key, item in data.items()
    }
    if len(items) != len(data):
        raise FormatError("two keys of one object are the same in two ways of writing")
    return Noted(items)


def know(item: Any, keys: Iterable[str]) -> None:
    """These keys of an object are understood without being read."""
    if isinstance(item, Noted):
        item.read.update(keys)


def draw(item: Any, keys: Iterable[str] = ()) -> None:
    """An object is a drawing, of which these keys are known; what is unread cannot be a rule."""
    if isinstance(item, Noted):
        item.drawn = True
        item.read.update(keys)


def skip(item: Any) -> None:
    """An object, with all objects in it, need not be read: it is ignored, or not in force."""
    if isinstance(item, Noted):
        item.skipped = True
    if isinstance(item, _NESTED):
        for inner in item.values() if isinstance(item, dict) else item:
            skip(inner)


@dataclass(frozen=True, slots=True)
class Unread:
    """A key that was not read: the object's place, the same without numbers, the key, and whether
    the object is a drawing or about looks."""

    place: str
    kind: str
    key: str
    drawn: bool


def unread(
    data: Any, known: Known, place: str = "", kind: str = "", *, drawn: bool = False
) -> Iterator[Unread]:
    """The keys of :func:`noted` data that were not read, but for those that are known."""
    if isinstance(data, list):
        for index, item in enumerate(data):
            if item and isinstance(item, _NESTED) and not _is_read(item):
                yield from unread(item, known, f"{place}[{index}]", f"{kind}[]", drawn=drawn)
    elif isinstance(data, Noted) and not data.skipped:
        drawn = drawn or data.drawn
        harmless = known.get(kind, known.get("*", ()))
        looks = known.get("drawn", ()) if drawn else ()
        for key, item in data.items():
            if not (key in data.read or key in harmless or key in looks):
                yield Unread(place, kind, key, drawn)
            elif item and isinstance(item, _NESTED) and not _is_read(item):
                inner = f"{place}.{key}" if place else key
                inside = f"{kind}.{key}" if kind else key
                yield from unread(item, known, inner, inside, drawn=drawn or key not in data.read)


def _is_read(data: Any) -> bool:
    """Whether it is seen at once that nothing in it is unread; most objects hold no others."""
    if isinstance(data, Noted):
        return data.read.issuperset(data) and _PLAIN.issuperset(map(type, data.values()))
    return isinstance(data, list) and _PLAIN.issuperset(map(type, data))
