"""Carries a parsed script out: each part becomes a Python function of a scope.

A scope is a dict of the names that a function, a block or a turn of a loop declares, with the scope
around it under ``None``; where a name is declared is known before the script runs. A step is a
part of a body that is carried out, or a value that the library makes: a script is granted a
number of them, so that it ends, and stays small.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from satdoku.formats.scripts.library import GLOBALS, METHODS
from satdoku.formats.scripts.refusals import Refused, endless, failing, unknown
from satdoku.formats.scripts.syntax import SyntaxNode, parsed
from satdoku.formats.scripts.values import (
    HOLE,
    MAX_TEXT,
    SPEND,
    UNDEFINED,
    Array,
    Boxed,
    Builtin,
    Function,
    Host,
    KeyedValues,
    Once,
    Opaque,
    PlainObject,
    bits,
    calculated,
    index_of,
    key_of,
    kind_of,
    number_of,
    same,
    text_of,
    truth,
)

MAX_STEPS = 10_000_000
"""Published scripts take fewer than half of it."""

_OF_ALL_OBJECTS = frozenset(
    ("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
     "toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__",
     "__lookupGetter__", "__lookupSetter__")
)  # fmt: skip

_REPEATED = frozenset(("call", "dowhile", "for", "function", "in", "of"))

_SURROGATE = re.compile("[\ud800-\udfff]")

Bindings = dict[Any, Any]
Code = Callable[[Bindings], Any]


class _Left:
    """The way out of a statement."""

    __slots__ = ("value",)

    def __init__(self, value: Any = None) -> None:
        self.value = value


_BREAK: Final = _Left()
_CONTINUE: Final = _Left()


class _Absent(Exception):
    """A ``?.`` after nothing, where the rest of the chain is left out."""


@contextmanager
def located(source: str) -> Iterator[None]:
    """Refusals inside of it get the line of their place in a script."""
    try:
        yield
    except Refused as error:
        if error.line is None and error.at is not None:
            error.line = source.count("\n", 0, error.at) + 1
        raise


class StepBudget:
    """The steps that the scripts of a puzzle are granted together."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        """:raises Refused: where none are left."""
        self.left -= steps
        if self.left < 0:
            raise endless()


class Runner:
    """Carries scripts out that share globals, and methods of their own."""

    def __init__(self, known: dict[str, Any], steps: StepBudget) -> None:
        self.globals: Bindings = {None: None, **GLOBALS, **known}
        self.methods: dict[str, dict[str, Any]] = METHODS
        self.own: dict[str, dict[str, Any]] = {name: {} for name in METHODS}
        self.own_globals: set[str] = set()
        self.spend = steps.spend
        SPEND.set(steps.spend)
        self.drives = False  # whether the next function called is a hook, which may yield
        self.yielded: list[Any] = []

    def run(self, source: str) -> Bindings:
        """The names that a script declares, after it has run.

        :raises Refused: where it is not of the part of the language that is known.
        """
        with located(source):
            return _Compiler(self).program(parsed(source))

    def call(self, function: Any, this: Any, given: list[Any]) -> Any:
        """The value of a function."""
        if type(function) is Function:
            return function.body(function.scope, this, given)
        if isinstance(function, Builtin) and function.call is not None:
            self.spend(1 + len(given))
            return function.call(self, this, given)
        raise failing(f"call of {kind_of(function)}")

    def iterate(self, value: Any) -> Iterator[Any]:
        """The values that a loop over a value has."""
        if isinstance(value, Boxed):
            value = value.value
        if isinstance(value, Array):
            place = 0
            while place < len(value.items):
                item = value.items[place]
                yield UNDEFINED if item is HOLE else item
                place += 1
        elif isinstance(value, Once):
            if value.begun and not value.ended:
                raise unknown("iterator in a second loop")
            value.begun = True
            yield from value.values
            value.ended = True
        elif isinstance(value, KeyedValues):
            drops, place = value.drops, 0
            while place < len(value.entries):  # what is added in the loop comes last
                self.spend(1 + len(value.entries) // 8)
                for held in [*value.entries][place:]:
                    key, inside = value.entries[held]
                    yield key if value.is_set else Array([key, inside])
                    if drops != value.drops:
                        raise unknown("delete in a loop over a Map or Set")
                    place += 1
        elif isinstance(value, str):
            self.spend(len(value) // 10)
            if _SURROGATE.search(value):
                raise unknown("loop over characters beyond U+FFFF")
            yield from value
        elif isinstance(value, Host) and "[iterator]" in value.fields:
            yield from value.fields["[iterator]"]()
        else:
            raise failing(f"loop over {kind_of(value)}")

    def short(self, value: Any) -> Any:
        """The value, which is no text beyond all bounds."""
        if isinstance(value, str) and len(value) > 1000:
            self.spend(len(value) // 10)
            if len(value) > MAX_TEXT:
                raise endless()
        return value

    def items(self, value: Any) -> list[Any]:
        """All values that a loop over a value has."""
        items = []
        for item in self.iterate(value):
            self.spend(1)
            items.append(item)
        return items

    def method_home(self, value: Any) -> str | None:
        """The name of the constructor whose methods a value has."""
        if isinstance(value, float):
            return "Number"
        if isinstance(value, str):
            return "String"
        if isinstance(value, Array):
            return "Array"
        if isinstance(value, KeyedValues):
            return "Set" if value.is_set else "Map"
        return {bool: "Boolean", Function: "Function", Builtin: "Function", Once: "Iterator"}.get(
            type(value)
        )

    def field(self, value: Any, key: Any, at: int | None = None) -> Any:
        """A field of a value."""
        if isinstance(value, Opaque):
            value = value.read()
        if isinstance(value, Boxed):
            value = value.value
        if isinstance(value, Array):
            if (place := index_of(key)) is not None:
                item = value.items[place] if place < len(value.items) else UNDEFINED
                return UNDEFINED if item is HOLE else item
            if key == "length":
                return float(len(value.items))
        elif isinstance(value, str):
            if (place := index_of(key)) is not None:
                return value[place] if place < len(value) else UNDEFINED
            if key == "length":
                return float(len(value))
        elif value is None or value is UNDEFINED:
            raise failing(f"field of {value or 'null'}", at)
        name = key_of(key)
        if isinstance(value, PlainObject):
            if name in value.fields:
                return value.fields[name]
            if name in _OF_ALL_OBJECTS:
                raise unknown(name, at)
            return UNDEFINED
        if isinstance(value, Host | Builtin) and name in value.fields:
            return value.fields[name]
        if isinstance(value, KeyedValues) and name == "size":
            return float(len(value.entries))
        home = self.method_home(value)
        if home in ("Number", "Boolean") and index_of(key) is not None:
            return UNDEFINED
        if home is not None:
            if name in self.own.get(home, ()):
                return self.own[home][name]
            if name in self.methods.get(home, ()):
                return self.methods[home][name]
        of = value.name if isinstance(value, Host | Builtin) else home or kind_of(value)
        raise unknown(f"{of}.{name}", at)

    def set_field(self, value: Any, key: Any, new: Any, at: int) -> None:
        """Give a field of a value another value."""
        if isinstance(value, Array):
            if (place := index_of(key)) is not None:
                if place >= len(value.items):
                    self.spend(place - len(value.items))
                    value.items += [HOLE] * (place - len(value.items) + 1)
                value.items[place] = new
                return
            if key == "length" and isinstance(new, float) and index_of(new) is not None:
                more = int(new) - len(value.items)
                self.spend(max(0, more))
                value.items[int(new) :] = [HOLE] * more
                return
        elif type(value) is PlainObject and (name := key_of(key)) not in _OF_ALL_OBJECTS:
            value.fields[name] = new
            return
        elif isinstance(value, Host) and value.name.endswith(".prototype"):
            home, name = value.name.split(".")[0], key_of(key)
            if isinstance(new, Function) and name not in self.methods[home]:
                self.own[home][name] = new
                return
        raise unknown(f"{kind_of(value)}.{key_of(key)} =", at)

    def has(self, key: Any, value: Any, at: int) -> bool:
        """The operator ``in``."""
        if isinstance(value, Array) and (place := index_of(key)) is not None:
            return place < len(value.items) and value.items[place] is not HOLE
        if type(value) is PlainObject and (name := key_of(key)) not in _OF_ALL_OBJECTS:
            return name in value.fields
        raise unknown("in", at)


class _Names:
    """The names that a scope declares: how each is declared."""

    def __init__(self, around: _Names | None) -> None:
        self.around = around
        self.kinds: dict[str, str] = {}

    def declare(self, name: str, kind: str, at: int) -> None:
        if name in self.kinds and not {self.kinds[name], kind} <= {"var", "parameter", "function"}:
            raise failing(name, at)
        self.kinds[name] = kind if self.kinds.get(name) != "parameter" else "parameter"


class _Compiler:
    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.strict = False

    def program(self, node: SyntaxNode) -> Bindings:
        scope: Bindings = {None: self.runner.globals}
        _, _, statements, self.strict, _, _ = node.parts
        names = _Names(None)
        body = self.function_body(names, statements)
        for name, kind in names.kinds.items():
            if kind == "var" and name in self.runner.globals:
                # It has a value already if the site gives it as a parameter.
                raise unknown(f"var {name}")
        body(scope)
        return scope

    # --- names -----------------------------------------------------------------------------

    def names_in(self, pattern: SyntaxNode) -> Iterator[tuple[str, int]]:
        """The names of a pattern, with their places."""
        if pattern.kind == "name":
            yield pattern.parts[0], pattern.at
        elif pattern.kind in ("default", "rest"):
            yield from self.names_in(pattern.parts[0])
        elif pattern.kind == "arraypattern":
            for item in pattern.parts[0]:
                if item is not None:
                    yield from self.names_in(item)
        elif pattern.kind == "objectpattern":
            for _, item in pattern.parts[0]:
                yield from self.names_in(item)

    def hoist(self, node: Any, names: _Names) -> None:
        """Declare what ``var`` declares in statements, outside of functions in them."""
        if isinstance(node, SyntaxNode):
            if node.kind == "function":
                return
            if node.kind == "var":
                for pattern, _ in node.parts[0]:
                    for name, at in self.names_in(pattern):
                        names.declare(name, "var", at)
            for part in node.parts:
                if isinstance(part, tuple):
                    self.hoist(part, names)
        elif isinstance(node, tuple):
            for part in node:
                if isinstance(part, tuple):
                    self.hoist(part, names)

    def lexical(self, statements: tuple[SyntaxNode, ...], names: _Names) -> list[SyntaxNode]:
        """Declare what a list of statements declares itself; the functions of them."""
        functions = []
        for node in statements:
            if node.kind in ("let", "const"):
                for pattern, _ in node.parts[0]:
                    for name, at in self.names_in(pattern):
                        names.declare(name, node.kind, at)
            elif node.kind == "declare":
                functions.append(node.parts[0])
                names.declare(node.parts[0].parts[0], "function", node.at)
        return functions

    def no_var(self, names: _Names, inside: Any) -> None:
        """:raises Refused: where ``var`` declares a name again that is around it."""
        variables = _Names(None)
        self.hoist(inside, variables)
        for name in names.kinds.keys() & variables.kinds.keys():
            raise failing(name)

    def finder(self, name: str, names: _Names) -> tuple[int, str]:
        """How many scopes out a name is declared, and how; a global is ``""``."""
        out = 0
        inside: _Names | None = names
        while inside is not None:
            if name in inside.kinds:
                return out, inside.kinds[name]
            out += 1
            inside = inside.around
        return out, ""

    def name_code(self, node: SyntaxNode, names: _Names) -> Code:
        name, at = node.parts[0], node.at
        out, kind = self.finder(name, names)
        if not kind:
            globals_ = self.runner.globals

            def of_all(scope: Bindings) -> Any:
                if name not in globals_:
                    raise unknown(name, at)
                return globals_[name]

            return of_all

        def declared(scope: Bindings) -> Any:
            for _ in range(out):
                scope = scope[None]
            try:
                return scope[name]
            except KeyError:
                raise failing(f"{name} before it is set", at) from None

        def nearest(scope: Bindings) -> Any:
            try:
                return scope[name]
            except KeyError:
                raise failing(f"{name} before it is set", at) from None

        return declared if out else nearest

    def setter(
        self, node: SyntaxNode, names: _Names, *, first: bool = False
    ) -> Callable[[Bindings, Any], None]:
        """How a name or a pattern gets its value.

        :param first: whether it is declared here.
        """
        at = node.at
        if node.kind == "name":
            return self.name_setter(node, names, first=first)
        if node.kind in ("member", "index"):
            of, key = self.code(node.parts[0], names), self.key_code(node, names)
            return lambda scope, value: self.runner.set_field(of(scope), key(scope), value, at)
        if node.kind == "default":
            if node.parts[0].kind in ("member", "index"):
                raise unknown("=", at)  # its place would have to be found before its value
            inner, usual = (
                self.setter(node.parts[0], names, first=first),
                self.code(node.parts[1], names),
            )
            return lambda scope, value: inner(scope, usual(scope) if value is UNDEFINED else value)
        if node.kind == "arraypattern":
            return self.array_setter(node, names, first=first)
        assert node.kind == "objectpattern", node.kind
        fields = [
            (self.code(key, names), self.setter(part, names, first=first))
            for key, part in node.parts[0]
        ]

        def taken_apart(scope: Bindings, value: Any) -> None:
            if value is None or value is UNDEFINED:
                raise failing("{} = null", at)
            for key, part in fields:
                part(scope, self.runner.field(value, key(scope), at))

        return taken_apart

    def name_setter(
        self, node: SyntaxNode, names: _Names, *, first: bool
    ) -> Callable[[Bindings, Any], None]:
        name, at, strict = node.parts[0], node.at, self.strict
        out, kind = self.finder(name, names)
        runner = self.runner
        if not kind:

            def set_global(scope: Bindings, value: Any) -> None:
                own = name in runner.own_globals or name not in runner.globals
                if strict or not own:
                    raise unknown(f"{name} =", at)
                runner.own_globals.add(name)
                runner.globals[name] = value

            return set_global
        if kind == "const" and not first:
            raise failing(f"{name} =", at)

        def set_name(scope: Bindings, value: Any) -> None:
            for _ in range(out):
                scope = scope[None]
            if not first and name not in scope:
                raise failing(f"{name} before it is set", at)
            scope[name] = value

        return set_name

    def array_setter(
        self, node: SyntaxNode, names: _Names, *, first: bool
    ) -> Callable[[Bindings, Any], None]:
        runner = self.runner
        parts = [
            None
            if part is None
            else (
                part.kind == "rest",
                self.setter(part.parts[0] if part.kind == "rest" else part, names, first=first),
            )
            for part in node.parts[0]
        ]

        def taken_apart(scope: Bindings, value: Any) -> None:
            values = runner.iterate(value)
            for part in parts:
                if part is not None and part[0]:
                    rest = list(values)
                    runner.spend(len(rest))
                    part[1](scope, Array(rest))
                    return
                item = next(values, UNDEFINED)
                if part is not None:
                    part[1](scope, item)

        return taken_apart

    # --- statements ------------------------------------------------------------------------

    def block(self, statements: tuple[SyntaxNode, ...], names: _Names) -> Code:
        """Statements in a scope of their own, if they declare something."""
        inside = _Names(names)
        self.lexical(statements, inside)
        if not inside.kinds:
            return self.sequence(statements, names)
        self.no_var(inside, statements)
        body = self.sequence(statements, inside)
        return lambda scope: body({None: scope})

    def sequence(self, statements: tuple[SyntaxNode, ...], names: _Names) -> Code:
        codes = [self.statement(node, names) for node in statements if node.kind != "declare"]
        if len(codes) == 1:
            return codes[0]

        def run(scope: Bindings) -> Any:
            for code in codes:
                if (left := code(scope)) is not None:
                    return left
            return None

        return run

    def statement(self, node: SyntaxNode, names: _Names) -> Code:
        compiled: Code = getattr(self, f"_{node.kind}_statement")(node, names)
        return compiled

    def _do_statement(self, node: SyntaxNode, names: _Names) -> Code:
        value = self.code(node.parts[0], names)

        def run(scope: Bindings) -> None:
            value(scope)

        return run

    def _block_statement(self, node: SyntaxNode, names: _Names) -> Code:
        return self.block(node.parts[0], names)

    def _declaring(self, node: SyntaxNode, names: _Names) -> Code:
        parts: list[tuple[Callable[[Bindings, Any], None], Code | None]] = []
        for pattern, value in node.parts[0]:
            if value is None and node.kind == "var":
                continue
            code = None if value is None else self.code(value, names)
            parts.append((self.setter(pattern, names, first=True), code))

        def run(scope: Bindings) -> None:
            for put, value in parts:
                put(scope, UNDEFINED if value is None else value(scope))

        return run

    _var_statement = _let_statement = _const_statement = _declaring

    def _if_statement(self, node: SyntaxNode, names: _Names) -> Code:
        condition, then = self.code(node.parts[0], names), self.statement(node.parts[1], names)
        other = None if node.parts[2] is None else self.statement(node.parts[2], names)

        def run(scope: Bindings) -> Any:
            if truth(condition(scope)):
                return then(scope)
            return other(scope) if other is not None else None

        return run

    def _for_statement(self, node: SyntaxNode, names: _Names) -> Code:
        first, condition, update, body_node = node.parts
        inside = _Names(names)
        if first is not None and first.kind in ("let", "const"):
            self.lexical((first,), inside)
        own = bool(inside.kinds)
        self.no_var(inside, body_node)
        inside = inside if own else names
        start = None
        if first is not None:
            start = self.statement(
                first
                if first.kind in ("var", "let", "const")
                else SyntaxNode("do", first.at, (first,)),
                inside,
            )
        test = None if condition is None else self.code(condition, inside)
        step = None if update is None else self.code(update, inside)
        body, size, runner = self.statement(body_node, inside), _size(node), self.runner

        def run(scope: Bindings) -> Any:
            if own:
                scope = {None: scope}
            if start is not None:
                start(scope)
                scope = scope.copy() if own else scope
            while test is None or truth(test(scope)):
                runner.spend(size)
                left = body(scope)
                if left is not None and left is not _CONTINUE:
                    return None if left is _BREAK else left
                if own:
                    scope = scope.copy()
                if step is not None:
                    step(scope)
            return None

        return run

    def _dowhile_statement(self, node: SyntaxNode, names: _Names) -> Code:
        body, test = self.statement(node.parts[0], names), self.code(node.parts[1], names)
        size, runner = _size(node), self.runner

        def run(scope: Bindings) -> Any:
            while True:
                runner.spend(size)
                left = body(scope)
                if left is not None and left is not _CONTINUE:
                    return None if left is _BREAK else left
                if not truth(test(scope)):
                    return None

        return run

    def _over(
        self, node: SyntaxNode, names: _Names, values: Callable[[Any], Iterator[Any]]
    ) -> Code:
        target, over, body_node = node.parts
        inside = _Names(names)
        declares = target.kind in ("let", "const")
        if declares:
            self.lexical((target,), inside)
            self.no_var(inside, body_node)
        value = self.code(over, inside if declares else names)
        pattern = target.parts[0][0][0] if target.kind in ("var", "let", "const") else target
        put = self.setter(
            pattern, inside if declares else names, first=target.kind in ("var", "let", "const")
        )
        body = self.statement(body_node, inside if declares else names)
        size, runner = _size(node), self.runner

        def run(scope: Bindings) -> Any:
            for item in values(value({None: scope} if declares else scope)):
                runner.spend(size)
                turn = {None: scope} if declares else scope
                put(turn, item)
                left = body(turn)
                if left is not None and left is not _CONTINUE:
                    return None if left is _BREAK else left
            return None

        return run

    def _of_statement(self, node: SyntaxNode, names: _Names) -> Code:
        runner, at = self.runner, node.at

        def values(value: Any) -> Iterator[Any]:
            try:
                yield from runner.iterate(value)
            except Refused as error:
                error.at = at if error.at is None else error.at
                raise

        return self._over(node, names, values)

    def _in_statement(self, node: SyntaxNode, names: _Names) -> Code:
        at = node.at

        def values(value: Any) -> Iterator[Any]:
            if isinstance(value, Array) and not self.runner.own["Array"]:
                before = len(value.items)
                self.runner.spend(before // 8)
                for place, item in enumerate(value.items[:]):
                    if len(value.items) != before:
                        raise unknown("array that changes in a loop over it", at)
                    if item is not HOLE:
                        yield str(place)
            elif type(value) is PlainObject:
                self.runner.spend(len(value.fields))
                for name in value.names():
                    if name not in value.fields:
                        raise unknown("object that changes in a loop over it", at)
                    yield name
            else:
                raise unknown("in", at)

        return self._over(node, names, values)

    def _return_statement(self, node: SyntaxNode, names: _Names) -> Code:
        if node.parts[0] is None:
            return lambda scope: _Left(UNDEFINED)
        value = self.code(node.parts[0], names)
        return lambda scope: _Left(value(scope))

    def _break_statement(self, node: SyntaxNode, names: _Names) -> Code:
        return lambda scope: _BREAK

    def _continue_statement(self, node: SyntaxNode, names: _Names) -> Code:
        return lambda scope: _CONTINUE

    def _throw_statement(self, node: SyntaxNode, names: _Names) -> Code:
        def run(scope: Bindings) -> Any:
            raise failing("throw", node.at)

        return run

    def _switch_statement(self, node: SyntaxNode, names: _Names) -> Code:
        value = self.code(node.parts[0], names)
        inside = _Names(names)
        self.lexical(tuple(one for _, statements in node.parts[1] for one in statements), inside)
        self.no_var(inside, node.parts[1])
        cases = [
            (None if test is None else self.code(test, inside), self.sequence(statements, inside))
            for test, statements in node.parts[1]
        ]

        def run(scope: Bindings) -> Any:
            wanted, scope = value(scope), {None: scope}
            chosen = next(
                (
                    i
                    for i, (test, _) in enumerate(cases)
                    if test is not None and same(test(scope), wanted)
                ),
                next((i for i, (test, _) in enumerate(cases) if test is None), len(cases)),
            )
            for _, body in cases[chosen:]:
                if (left := body(scope)) is not None:
                    return None if left is _BREAK else left
            return None

        return run

    # --- functions -------------------------------------------------------------------------

    def function_body(self, names: _Names, statements: tuple[SyntaxNode, ...]) -> Code:
        """The body of a function, in whose scope the parameters are already set."""
        self.hoist(statements, names)
        functions = self.lexical(statements, names)
        variables = [name for name, kind in names.kinds.items() if kind == "var"]
        codes = [(node.parts[0], self.function(node, names, declared=True)) for node in functions]
        body = self.sequence(statements, names)

        def run(scope: Bindings) -> Any:
            for name in variables:
                scope.setdefault(name, UNDEFINED)
            for name, code in codes:
                scope[name] = code(scope)
            return body(scope)

        return run

    def function(self, node: SyntaxNode, names: _Names, *, declared: bool = False) -> Code:
        """The code that makes a function; one that is not declared knows itself by its name."""
        own_name, patterns, statements, strict, arrow, generator = node.parts
        knows_itself = bool(own_name) and not declared
        if knows_itself:
            names = _Names(names)
            names.kinds[own_name] = "const"
        outer_strict, self.strict = self.strict, self.strict or strict
        inside = _Names(names)
        if not arrow:
            inside.kinds["this"] = "const"
        # Where one has a default, ``var`` would make a second variable of its name.
        kind = "parameter" if all(pattern.kind == "name" for pattern in patterns) else "let"
        for pattern in patterns:
            for parameter, at in self.names_in(pattern):
                if parameter in inside.kinds:
                    raise failing(parameter, at)
                inside.kinds[parameter] = kind
        # Defaults are compiled before the names of the body are known, which they do not see.
        setters = []
        for pattern in patterns:
            rest = pattern.kind == "rest"
            inner = pattern.parts[0] if rest else pattern
            setters.append((rest, self.setter(inner, inside, first=True)))
        body = self.function_body(inside, statements)
        is_strict, runner, size = self.strict, self.runner, _size(node)
        self.strict = outer_strict

        def call(around: Bindings, this: Any, given: list[Any]) -> Any:
            runner.spend(size)
            drives, runner.drives = runner.drives, False
            scope: Bindings = {None: around}
            if not arrow:
                this = this.read() if isinstance(this, Opaque) else this
                if not is_strict and isinstance(this, float | str | bool):
                    this = Boxed(this)
                if is_strict or not (this is None or this is UNDEFINED):
                    scope["this"] = this
            if generator:
                # It runs to its end at once, which only the caller of a hook does not notice.
                if not drives:
                    raise unknown("function*", node.at)
                runner.yielded = []
            for place, (rest, put) in enumerate(setters):
                if rest:
                    put(scope, Array(given[place:]))
                else:
                    put(scope, given[place] if place < len(given) else UNDEFINED)
            left = body(scope)
            if generator:
                return Once(iter(runner.yielded))
            return left.value if left is not None else UNDEFINED

        def make(scope: Bindings) -> Function:
            if knows_itself:
                scope = {None: scope}
            function = Function(call, scope)
            if knows_itself:
                scope[own_name] = function
            return function

        return make

    # --- expressions -----------------------------------------------------------------------

    def code(self, node: SyntaxNode, names: _Names) -> Code:
        compiled: Code = getattr(self, f"_{node.kind}")(node, names)
        return compiled

    def _function(self, node: SyntaxNode, names: _Names) -> Code:
        return self.function(node, names)

    def _name(self, node: SyntaxNode, names: _Names) -> Code:
        return self.name_code(node, names)

    def _this(self, node: SyntaxNode, names: _Names) -> Code:
        if not self.finder("this", names)[1]:
            raise unknown("this", node.at)
        return self.name_code(SyntaxNode("name", node.at, ("this",)), names)

    def _constant(self, node: SyntaxNode, names: _Names) -> Code:
        value = node.parts[0]
        return lambda scope: value

    _number = _string = _constant

    def _literal(self, node: SyntaxNode, names: _Names) -> Code:
        value = {"true": True, "false": False, "null": None}[node.parts[0]]
        return lambda scope: value

    def _brackets(self, node: SyntaxNode, names: _Names) -> Code:
        return self.code(node.parts[0], names)

    def _default(self, node: SyntaxNode, names: _Names) -> Code:
        raise failing("=", node.at)

    _spread = _rest = _default

    def _template(self, node: SyntaxNode, names: _Names) -> Code:
        texts, codes = node.parts[0], [self.code(value, names) for value in node.parts[1]]
        runner = self.runner

        def run(scope: Bindings) -> str:
            text: str = texts[0]
            for code, more in zip(codes, texts[1:], strict=True):
                text += text_of(code(scope)) + more
            return str(runner.short(text))

        return run

    def several(
        self, nodes: tuple[SyntaxNode | None, ...], names: _Names
    ) -> Callable[[Bindings], list[Any]]:
        """The values of a list, some of which may be spread or left out."""
        runner = self.runner
        if all(node is not None and node.kind != "spread" for node in nodes):
            codes = [self.code(node, names) for node in nodes if node is not None]
            return lambda scope: [code(scope) for code in codes]
        parts = [
            (None, False)
            if node is None
            else (self.code(node.parts[0], names), True)
            if node.kind == "spread"
            else (self.code(node, names), False)
            for node in nodes
        ]

        def run(scope: Bindings) -> list[Any]:
            values: list[Any] = []
            for code, spread in parts:
                if code is None:
                    values.append(HOLE)
                elif spread:
                    values += runner.items(code(scope))
                else:
                    values.append(code(scope))
            return values

        return run

    def _array(self, node: SyntaxNode, names: _Names) -> Code:
        values, runner = self.several(node.parts[0], names), self.runner

        def run(scope: Bindings) -> Array:
            runner.spend(1)
            return Array(values(scope))

        return run

    def _object(self, node: SyntaxNode, names: _Names) -> Code:
        runner = self.runner
        fields = [
            (None if key is None else self.code(key, names), self.code(value, names))
            for key, value in node.parts[0]
        ]

        def run(scope: Bindings) -> PlainObject:
            runner.spend(1)
            fresh = PlainObject()
            for key, value in fields:
                if key is not None:
                    name = key_of(key(scope))
                    fresh.fields[name] = value(scope)
                    continue
                spread = value(scope)
                if type(spread) is PlainObject:
                    runner.spend(len(spread.fields))
                    fresh.fields |= {name: spread.fields[name] for name in spread.names()}
                elif spread is not None and spread is not UNDEFINED:
                    raise unknown("...", node.at)
            return fresh

        return run

    def _comma(self, node: SyntaxNode, names: _Names) -> Code:
        first, last = (self.code(part, names) for part in node.parts)

        def run(scope: Bindings) -> Any:
            first(scope)
            return last(scope)

        return run

    def _choose(self, node: SyntaxNode, names: _Names) -> Code:
        test, then, other = (self.code(part, names) for part in node.parts)
        return lambda scope: then(scope) if truth(test(scope)) else other(scope)

    def _either(self, node: SyntaxNode, names: _Names) -> Code:
        mark = node.parts[0]
        left, right = (self.code(part, names) for part in node.parts[1:])

        def run(scope: Bindings) -> Any:
            value = left(scope)
            return right(scope) if _goes_on(mark, value) else value

        return run

    def _binary(self, node: SyntaxNode, names: _Names) -> Code:
        mark = node.parts[0]
        left, right = (self.code(part, names) for part in node.parts[1:])
        at, runner = node.at, self.runner
        if mark == "in":
            return lambda scope: runner.has(left(scope), right(scope), at)
        quick = _QUICK.get(mark)

        def run(scope: Bindings) -> Any:
            one, other = left(scope), right(scope)
            if quick is not None and type(one) is float and type(other) is float:
                return quick(one, other)
            try:
                return runner.short(calculated(mark, one, other))
            except Refused as error:
                error.at = at if error.at is None else error.at
                raise

        return run

    def _unary(self, node: SyntaxNode, names: _Names) -> Code:
        value = self.code(node.parts[1], names)
        return {
            "!": lambda scope: not truth(value(scope)),
            "-": lambda scope: -number_of(value(scope)),
            "+": lambda scope: number_of(value(scope)),
            "~": lambda scope: float(~bits(value(scope))),
            "void": lambda scope: (value(scope), UNDEFINED)[1],
        }[node.parts[0]]

    def _typeof(self, node: SyntaxNode, names: _Names) -> Code:
        inner = node.parts[1]
        if inner.kind == "name" and not self.finder(inner.parts[0], names)[1]:
            name, globals_ = inner.parts[0], self.runner.globals
            if name not in globals_:
                raise unknown(f"typeof {name}", node.at)
        value = self.code(inner, names)
        return lambda scope: kind_of(value(scope))

    def _step(self, node: SyntaxNode, names: _Names) -> Code:
        mark, target, before = node.parts
        change = 1.0 if mark == "++" else -1.0
        read, write = self.access(target, names)

        def run(scope: Bindings) -> float:
            place, old = read(scope)
            number = number_of(old)
            write(scope, place, number + change)
            return number + change if before else number

        return run

    def access(
        self, target: SyntaxNode, names: _Names
    ) -> tuple[Callable[[Bindings], tuple[Any, Any]], Callable[[Bindings, Any, Any], None]]:
        """How a name or field is read and then written: its object and key are found once."""
        runner, at = self.runner, target.at
        if target.kind == "name":
            value, put = self.code(target, names), self.setter(target, names)
            return (lambda scope: (None, value(scope))), (lambda scope, place, new: put(scope, new))
        of = self.code(target.parts[0], names)
        key = self.key_code(target, names)

        def read(scope: Bindings) -> tuple[Any, Any]:
            place = of(scope), key(scope)
            return place, runner.field(*place, at)

        def write(scope: Bindings, place: Any, new: Any) -> None:
            runner.set_field(place[0], place[1], new, at)

        return read, write

    def key_code(self, node: SyntaxNode, names: _Names) -> Code:
        if node.kind == "index":
            return self.code(node.parts[1], names)
        name = node.parts[1]
        return lambda scope: name

    def _assign(self, node: SyntaxNode, names: _Names) -> Code:
        mark, target, right = node.parts
        if mark == "=":
            if target.kind in ("member", "index"):
                return self.assign_field(target, right, names)
            put, value = self.setter(target, names), self.code(right, names)

            def run(scope: Bindings) -> Any:
                new = value(scope)
                put(scope, new)
                return new

            return run
        read, write = self.access(target, names)
        value, operator = self.code(right, names), mark[:-1]

        def change(scope: Bindings) -> Any:
            place, old = read(scope)
            if operator in ("&&", "||", "??"):
                if not _goes_on(operator, old):
                    return old
                new = value(scope)
            else:
                new = self.runner.short(calculated(operator, old, value(scope)))
            write(scope, place, new)
            return new

        return change

    def assign_field(self, target: SyntaxNode, right: SyntaxNode, names: _Names) -> Code:
        of, key, value = (
            self.code(target.parts[0], names),
            self.key_code(target, names),
            self.code(right, names),
        )

        def run(scope: Bindings) -> Any:
            owner, name = of(scope), key(scope)
            new = value(scope)
            self.runner.set_field(owner, name, new, target.at)
            return new

        return run

    def _chain(self, node: SyntaxNode, names: _Names) -> Code:
        value = self.code(node.parts[0], names)

        def run(scope: Bindings) -> Any:
            try:
                return value(scope)
            except _Absent:
                return UNDEFINED

        return run

    def _member(self, node: SyntaxNode, names: _Names) -> Code:
        of, key = self.code(node.parts[0], names), self.key_code(node, names)
        optional, at, runner = node.parts[2], node.at, self.runner

        def run(scope: Bindings) -> Any:
            value = of(scope)
            if optional and (value is None or value is UNDEFINED):
                raise _Absent
            return runner.field(value, key(scope), at)

        return run

    _index = _member

    def _call(self, node: SyntaxNode, names: _Names) -> Code:
        callee, given, optional = node.parts
        values, at, runner = self.several(given, names), node.at, self.runner
        while callee.kind == "brackets" and callee.parts[0].kind in ("member", "index", "brackets"):
            callee = callee.parts[0]
        if callee.kind in ("member", "index"):
            of, key = self.code(callee.parts[0], names), self.key_code(callee, names)
            absent = callee.parts[2]

            def found(scope: Bindings) -> tuple[Any, Any]:
                this = of(scope)
                if absent and (this is None or this is UNDEFINED):
                    raise _Absent
                return runner.field(this, key(scope), callee.at), this
        else:
            code = self.code(callee, names)

            def found(scope: Bindings) -> tuple[Any, Any]:
                return code(scope), UNDEFINED

        def run(scope: Bindings) -> Any:
            function, this = found(scope)
            if optional and (function is None or function is UNDEFINED):
                raise _Absent
            try:
                return runner.call(function, this, values(scope))
            except Refused as error:
                error.at = at if error.at is None else error.at
                raise

        return run

    def _new(self, node: SyntaxNode, names: _Names) -> Code:
        maker, values = self.code(node.parts[0], names), self.several(node.parts[1], names)
        at, runner = node.at, self.runner

        def run(scope: Bindings) -> Any:
            constructor = maker(scope)
            if not isinstance(constructor, Builtin) or constructor.make is None:
                raise unknown(f"new {getattr(constructor, 'name', '') or kind_of(constructor)}", at)
            given = values(scope)
            try:
                runner.spend(1 + len(given))
                return constructor.make(runner, UNDEFINED, given)
            except Refused as error:
                error.at = at if error.at is None else error.at
                raise

        return run

    def _yield(self, node: SyntaxNode, names: _Names) -> Code:
        value = None if node.parts[0] is None else self.code(node.parts[0], names)
        runner = self.runner

        def run(scope: Bindings) -> Any:
            runner.yielded.append(UNDEFINED if value is None else value(scope))
            return UNDEFINED

        return run


def _goes_on(mark: str, value: Any) -> bool:
    """Whether the right side of a logical operator is asked."""
    if mark == "??":
        return value is None or value is UNDEFINED
    return truth(value) == (mark == "&&")


def _size(node: Any) -> int:
    """The number of parts of a script's part; what comes with a loop or call counts too."""
    if isinstance(node, SyntaxNode):
        return (4 if node.kind in _REPEATED else 1) + sum(
            _size(part) for part in node.parts if isinstance(part, tuple)
        )
    return sum(_size(part) for part in node if isinstance(part, tuple))


_QUICK: dict[str, Callable[[float, float], Any]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
    "===": lambda one, other: one == other,
    "==": lambda one, other: one == other,
    "!==": lambda one, other: one != other,
    "!=": lambda one, other: one != other,
}
