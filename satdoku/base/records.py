"""Frozen dataclasses of which nothing is compiled while their modules are loaded.

Python writes and compiles six methods of each such class when it is defined. That was half of the
time before a first answer, which uses few of the classes. Here ``__init__`` is compiled when it is
first called, and the others are the same functions for all classes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["HashedTuple", "dataclass"]

T = TypeVar("T")

_lock = RLock()


def _dataclass(cls: type[Any] | None = None, /, *, frozen: bool = False, **options: bool) -> Any:
    if cls is None:
        return partial(_dataclass, frozen=frozen, **options)
    if not frozen or not options.keys() <= {"kw_only", "slots"}:
        return dataclasses.dataclass(cls, frozen=frozen, **options)
    record = _without_methods(cls, **options)
    methods: dict[str, Any] = _comparing(record) | _refusing_change(record)
    methods |= {"__init__": _late_init(record), "__repr__": _shown}
    methods["__signature__"] = _Signature()
    if options.get("slots"):
        methods |= {"__getstate__": _values, "__setstate__": _set_values}
    own = vars(record)
    for name, method in methods.items():
        if own.get(name) is None:
            setattr(record, name, method)
    return record


def _without_methods(cls: type[Any], **options: bool) -> Any:
    """The dataclass of the same fields, without methods."""
    # Python compiles those that refuse a change of every class that it is told is frozen, and a
    # class has to be what its bases are.
    own = (vars(base).get("__dataclass_params__") for base in cls.__mro__[1:])
    bases: list[Any] = [parameters for parameters in own if parameters is not None]
    with _lock:
        were = [base.frozen for base in bases]
        try:
            for base in bases:
                base.frozen = False
            record: Any = dataclasses.dataclass(cls, init=False, repr=False, eq=False, **options)
        finally:
            for base, was in zip(bases, were, strict=True):
                base.frozen = was
    parameters = record.__dataclass_params__
    parameters.init = parameters.repr = parameters.eq = parameters.frozen = True
    return record


def _late_init(record: type[Any]) -> Callable[..., None]:
    """An ``__init__`` that has itself replaced when it is first called."""

    def __init__(self: object, *arguments: object, **named: object) -> None:  # noqa: N807
        compiled()(self, *arguments, **named)

    def compiled() -> Callable[..., None]:
        record.__init__ = init = _compiled_init(record)
        return init

    __init__.compiled = compiled  # type: ignore[attr-defined]
    return __init__


def _compiled_init(record: type[Any]) -> Callable[..., None]:
    plain, named, body = ["self"], list[str](), list[str]()
    known: dict[str, Any] = {"_set": object.__setattr__, "_new": object()}
    for field in dataclasses.fields(record):
        name, default = field.name, f"_{field.name}"
        parameter, value = name, name
        if field.default_factory is not dataclasses.MISSING:
            known[default] = field.default_factory
            parameter = f"{name}=_new"
            value = f"{default}() if {name} is _new else {name}" if field.init else f"{default}()"
        elif field.default is not dataclasses.MISSING:
            known[default] = field.default
            parameter, value = f"{name}={default}", name if field.init else default
        elif not field.init:
            continue
        if field.init:
            (named if field.kw_only else plain).append(parameter)
        body.append(f"_set(self, {name!r}, {value})")
    if hasattr(record, "__post_init__"):
        body.append("self.__post_init__()")
    head = ", ".join([*plain, "*", *named] if named else plain)
    exec("\n ".join([f"def __init__({head}):", *body, "pass"]), known)  # as Python itself does
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{record.__qualname__}.__init__"
    return init


def _comparing(record: type[Any]) -> dict[str, Callable[..., Any]]:
    """The methods that compare objects by the values of their fields."""
    fields = dataclasses.fields(record)
    values = _getter(field.name for field in fields if field.compare)
    hashed = _getter(f.name for f in fields if (f.compare if f.hash is None else f.hash))

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    return {"__eq__": equal, "__hash__": lambda self: hash(hashed(self))}


def _getter(names: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that gives the values of some attributes."""
    every = tuple(names)
    if not every:
        return lambda self: ()
    get: Callable[[Any], Any] = attrgetter(*every)
    return get if len(every) > 1 else lambda self: (get(self),)


def _refusing_change(record: type[Any]) -> dict[str, Callable[..., Any]]:
    """The methods that refuse to set and delete attributes."""
    fields = frozenset(record.__dataclass_fields__)

    def refusing(verb: str, change: str) -> Callable[..., None]:
        def changed(self: object, name: str, *value: object) -> None:
            if type(self) is record or name in fields:
                raise dataclasses.FrozenInstanceError(f"cannot {verb} field {name!r}")
            getattr(super(record, self), change)(name, *value)

        return changed

    return {
        "__setattr__": refusing("assign to", "__setattr__"),
        "__delattr__": refusing("delete", "__delattr__"),
    }


def _shown(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _values(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_values(self: Any, values: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), values, strict=True):
        object.__setattr__(self, field.name, value)


class _Signature:
    """The signature of a class for help pages: its ``__init__`` may not be compiled yet."""

    def __get__(self, instance: object, owner: type[Any]) -> object:
        from inspect import signature

        init = owner.__init__
        own = signature(getattr(init, "compiled", lambda: init)())
        return own.replace(parameters=[*own.parameters.values()][1:])


class HashedTuple(tuple[T, ...]):
    """A tuple whose hash is worked out once: rules are looked up several times for a puzzle."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[type[HashedTuple[T]], tuple[tuple[T, ...]]]:
        return type(self), (tuple(self),)  # hashes of text differ between processes


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
