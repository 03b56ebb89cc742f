"""The part of the compiled core that the pages without a server have: the search of relations.

It is ``satdoku.core`` there (build.py puts it beside search.wasm, which native/wasm/search.cpp
becomes), with the same interface as the extension module; ``satdoku/base/compiled.py`` asks it for
nothing else.
"""

import itertools
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import js
from pyodide.ffi import create_proxy, to_js

IS_PARTIAL = True

_BITS = (1 << 64) - 1


def _started() -> Any:
    """The exports of an instance; of what the system gives it has no variables of the
    environment."""
    code = Path(__file__).with_name("search.wasm").read_bytes()
    module = js.WebAssembly.Module.new(to_js(code))
    imports: dict[str, Any] = {}

    def environ_sizes_get(count: int, size: int) -> int:
        js.Uint32Array.new(exports.memory.buffer, count, 1).fill(0)
        js.Uint32Array.new(exports.memory.buffer, size, 1).fill(0)
        return 0

    def absent(*_: object) -> int:
        raise OSError("not in a browser")

    own = {"environ_sizes_get": environ_sizes_get, "environ_get": lambda *_: 0}
    for one in js.WebAssembly.Module.imports(module):
        imports[one.name] = create_proxy(own.get(one.name, absent))
    given = to_js({"wasi_snapshot_preview1": imports}, dict_converter=js.Object.fromEntries)
    exports = js.WebAssembly.Instance.new(module, given).exports
    exports._initialize()
    return exports


_wasm = _started()


def _tables() -> dict[str, dict[str, int]]:
    text = bytearray()
    memory = js.Uint8Array.new(_wasm.memory.buffer)
    for at in itertools.count(_wasm.tables()):
        if not memory[at]:
            break
        text.append(memory[at])
    tables: dict[str, dict[str, int]] = {}
    for line in text.decode().splitlines():
        table, name, *number = line.split()
        entries = tables.setdefault(table, {})
        entries[name] = int(number[0].replace("'", "")) if number else len(entries)
    return tables


_named = _tables()
INTERFACE = _named["INTERFACE"]["INTERFACE"]
RELATIONS, COMPARISONS, LIMITS = (_named[name] for name in ("RELATIONS", "COMPARISONS", "LIMITS"))


def _give(numbers: Sequence[int]) -> None:
    """Write numbers of 64 bits where the core reads them; those above 63 bits are masks."""
    data = array("Q", [number & _BITS for number in numbers]).tobytes()
    at = _wasm.room(len(numbers))
    if data:
        js.Uint8Array.new(_wasm.memory.buffer, at, len(data)).assign(data)


def _told() -> list[int]:
    """The numbers that the core has written."""
    size = 8 * _wasm.counted()
    if not size:
        return []
    numbers = array("Q")
    numbers.frombytes(js.Uint8Array.new(_wasm.memory.buffer, _wasm.output(), size).to_bytes())
    return numbers.tolist()


def _rows(numbers: list[int], count: int) -> list[list[int]]:
    length = len(numbers) // count if count else 1
    return [numbers[at : at + length] for at in range(0, len(numbers), length)]


class Narrowing:
    """Searches what keeps the relations of a program of numbers (native/narrowing/bind.cpp)."""

    def __init__(self, program: Sequence[int]) -> None:
        _give(program)
        self._search = _wasm.begin()

    def __del__(self) -> None:
        _wasm.end(self._search)

    @property
    def masks(self) -> list[int]:
        """The values left to each variable, the cells first; empty where one has none."""
        _wasm.masks(self._search)
        return _told()

    @property
    def work(self) -> int:
        """How much work was done so far, about."""
        return int(_wasm.work(self._search))

    @property
    def guesses(self) -> int:
        """How many values were tried so far."""
        return int(_wasm.guesses(self._search))

    def advance(self, work: int, wanted: int) -> bool:
        """Search on for about this much work, or until so many solutions wait."""
        return bool(_wasm.advance(self._search, work, wanted))

    def probe(self, work: int) -> None:
        """Take away the values that are refuted when tried alone, and begin again."""
        _wasm.probe(self._search, work)

    def restart(self, masks: Sequence[int], preferred: Sequence[int] = ()) -> bool:
        """Begin again, for the grids in which each cell has a value of its mask."""
        _give([*masks, *preferred])
        return bool(_wasm.restart(self._search, len(masks)))

    def occurring(
        self, masks: Sequence[int], seen: Sequence[int], work: int, most: int
    ) -> tuple[list[int], list[int], list[list[int]], bool]:
        """The values of the cells that occur in some grid, where those of ``seen`` do."""
        count = len(masks)
        _give([*masks, *seen])
        grids = _wasm.occurring(self._search, count, work, most)
        lost, *numbers = _told()
        left, now_seen = numbers[:count], numbers[count : 2 * count]
        return left, now_seen, _rows(numbers[2 * count :], grids), bool(lost)

    def supposed(
        self, masks: Sequence[int], each: Sequence[tuple[int, int]], work: int, most: int
    ) -> list[int]:
        """In how many cases it is refuted that a cell has a value of a mask."""
        _give([*masks, *itertools.chain.from_iterable(each)])
        _wasm.supposed(self._search, len(masks), work, most)
        return _told()

    def solutions(self) -> list[list[int]]:
        """The bit of each variable's value in the solutions since the last call."""
        rows = _wasm.take(self._search)
        return _rows(_told(), rows)

    def columns(self, variables: Sequence[int]) -> list[bytes]:
        """The same by variable."""
        rows = self.solutions()
        return [bytes([row[variable] for row in rows]) for variable in variables]
