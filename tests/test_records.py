"""The dataclasses of satdoku are those of Python, but for when their methods are compiled."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import pytest

from satdoku.base.records import dataclass


def _classes(decorate: Callable[..., Any]) -> tuple[Any, ...]:
    """Classes of each kind, with one decorator."""

    @decorate(frozen=True, slots=True)
    class Point:
        """With a field that is not compared, and a default that is made anew."""

        x: int
        y: int = 2
        label: str = dataclasses.field(default="", compare=False)
        seen: list[int] = dataclasses.field(default_factory=list, hash=False, repr=False)
        kinds: ClassVar[int] = 3

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError("negative")

    @decorate(frozen=True, kw_only=True)
    class Named(Point):
        """With a base, a field that is no argument, and a property that is kept."""

        name: str
        cells: tuple[int, ...] = dataclasses.field(default=(), init=False)

        @cached_property
        def size(self) -> int:
            return len(self.name)

    @decorate(frozen=True)
    class One:
        """Of one field, with methods of its own."""

        x: object

        def __repr__(self) -> str:
            return "one"

    @decorate(frozen=True)
    class Empty:
        """Without fields."""

    class Plain(One):
        """No dataclass: it may have further attributes."""

    return Point, Named, One, Empty, Plain


def _tried(call: Callable[[], object]) -> tuple[object, ...]:
    """The result or the error of a call, without the addresses of objects."""
    try:
        result = call()
    except (AttributeError, TypeError, ValueError) as error:
        return type(error), str(error)
    return type(result).__qualname__, repr(result).replace("_HAS_DEFAULT_FACTORY", "")


USES: dict[str, Callable[[Any, Any, Any, Any, Any], object]] = {
    "made": lambda p, n, o, e, s: [p(1), p(1, 3, "a", [4]), n(1, name="b"), o(1), e(), s(2)],
    "too few": lambda p, n, o, e, s: p(),
    "too many": lambda p, n, o, e, s: e(1),
    "unknown": lambda p, n, o, e, s: o(y=1),
    "no argument": lambda p, n, o, e, s: n(1, name="b", cells=(1,)),
    "only named": lambda p, n, o, e, s: n(1, 2, "", [], "b"),
    "checked": lambda p, n, o, e, s: p(-1),
    "of its own": lambda p, n, o, e, s: p(1).seen is p(1).seen,
    "equal": lambda p, n, o, e, s: [p(1) == p(1, 2, "a"), p(1) == p(2), o(1) == s(1), e() == e()],
    "hash": lambda p, n, o, e, s: [hash(p(1)), hash(n(1, name="b")), hash(o(1)), hash(e())],
    "set": lambda p, n, o, e, s: setattr(p(1), "x", 2),
    "set another": lambda p, n, o, e, s: setattr(o(1), "y", 2),
    "deleted": lambda p, n, o, e, s: delattr(n(1, name="b"), "x"),
    "set of a subclass": lambda p, n, o, e, s: setattr(s(1), "y", 2),
    "field of a subclass": lambda p, n, o, e, s: setattr(s(1), "x", 2),
    "replaced": lambda p, n, o, e, s: dataclasses.replace(n(1, name="b"), x=7),
    "as data": lambda p, n, o, e, s: [dataclasses.asdict(n(1, name="b")), p.__match_args__],
    "kept": lambda p, n, o, e, s: n(1, name="abc").size,
    "parameters": lambda p, n, o, e, s: [dataclasses.is_dataclass(o), o.__dataclass_params__],
    "names": lambda p, n, o, e, s: list(inspect.signature(n).parameters),
}


@pytest.mark.parametrize("use", USES)
def test_they_do_what_those_of_python_do(use: str) -> None:
    ours, theirs = _classes(dataclass), _classes(dataclasses.dataclass)
    assert _tried(lambda: USES[use](*ours)) == _tried(lambda: USES[use](*theirs))


@pytest.mark.parametrize("first", [dataclass, dataclasses.dataclass])
@pytest.mark.parametrize("then", [dataclass, dataclasses.dataclass])
def test_either_may_be_the_base_of_the_other(first: Any, then: Any) -> None:
    @first(frozen=True)
    class Base:
        x: int

    @then(frozen=True)
    class Derived(Base):
        y: int

    derived: Any = Derived
    assert derived(1, 2) == derived(1, y=2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        derived(1, 2).x = 3
    with pytest.raises(TypeError, match="non-frozen"):
        dataclasses.dataclass(type("Open", (Base,), {}))


@dataclass(frozen=True, slots=True)
class Pickled:
    """At the top of the module, where pickles look for it."""

    x: int
    y: tuple[int, ...] = ()


def test_they_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Pickled(1, (2,)))) == Pickled(1, (2,))


def test_nothing_is_compiled_before_the_first_object(monkeypatch: pytest.MonkeyPatch) -> None:
    def create(*arguments: object, **named: object) -> None:
        raise AssertionError("a method is compiled")

    if not hasattr(dataclasses, "_create_fn"):
        pytest.skip("this Python compiles methods by another function")
    monkeypatch.setattr(dataclasses, "_create_fn", create)
    with pytest.raises(AssertionError, match="compiled"):
        _classes(dataclasses.dataclass)
    assert repr(_classes(dataclass)[0](1)) == ("_classes.<locals>.Point(x=1, y=2, label='')")
