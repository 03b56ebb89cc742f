"""The only access to python-sat's solvers: Ctrl-C breaks none of them, and none is freed twice.

python-sat frees a solver in C and forgets its address afterwards, in Python. A KeyboardInterrupt
between the two leaves the address, and ``__del__`` frees it again: the process ends by a signal, or
later, anywhere. And in the main thread its searches jump out of C on SIGINT. Solvers and counters
that come from here have neither fault, in whatever thread they are used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from satdoku.base.early import interrupt_again

if TYPE_CHECKING:
    from pysat.card import ITotalizer

_SEARCHES = ("solve", "solve_limited", "propagate")


def solver_of(name: str, *, with_proof: bool = False) -> Any:
    """A new solver of python-sat, by one of its names: the object behind its ``Solver``.

    It is freed by ``delete`` or where nothing holds it any more.
    """
    from pysat.solvers import Solver

    wrapper = Solver(name=name, with_proof=with_proof)
    inner = guard(wrapper)
    wrapper.solver = None  # its own __del__ would delete what is handed out
    return inner


def guard(wrapper: Any) -> Any:
    """The object behind a ``Solver`` of python-sat, made safe as described in the module."""
    inner = wrapper.solver
    inner.__class__ = _guarded(inner.__class__)
    return inner


def counter_of(literals: Sequence[int], most: int, top: int) -> ITotalizer:
    """A counter of how many literals are true, up to ``most``; its variables come after ``top``."""
    from pysat.card import ITotalizer

    counter: Any = ITotalizer(literals, most, top)
    counter.__class__ = _guarded(counter.__class__)
    totalizer: ITotalizer = counter
    return totalizer


class _NotMain:
    @staticmethod
    def check() -> bool:
        return False


class _Remains:
    """The attributes of an object, for its ``delete``; it has no ``__del__`` itself."""


@lru_cache(maxsize=64)
def _guarded(kind: type[Any]) -> type[Any]:
    """The class with searches that leave SIGINT to Python, and a ``delete`` that runs once."""
    if "_guarded" in vars(kind):
        return kind

    def delete(self: Any) -> None:
        # A solver without an address answers nothing, as after python-sat's delete.
        held, self.__dict__ = self.__dict__, dict.fromkeys(self.__dict__)
        remains = _Remains()
        remains.__dict__ = held
        kind.delete(remains)

    def forget(self: Any, ending: Callable[[], bool] = sys.is_finalizing) -> None:
        if ending():
            return  # what it takes to free it is gone, and the memory goes with the process
        try:
            delete(self)
        except KeyboardInterrupt:
            # Python drops what is raised here, and Ctrl-C with it.
            interrupt_again()

    members: dict[str, Any] = {"_guarded": True, "delete": delete, "__del__": forget}
    for name in _SEARCHES:
        method = getattr(kind, name, None)
        if isinstance(method, FunctionType):
            # python-sat takes SIGINT for itself where its check for the main thread holds, and
            # jumps out of the solver by longjmp: it is broken after that. KeyboardInterrupt then
            # comes after the search, which its caller cuts into slices.
            members[name] = FunctionType(
                method.__code__,
                {**method.__globals__, "MainThread": _NotMain},
                name,
                method.__defaults__,
                method.__closure__,
            )
    return type(kind.__name__, (kind,), members)
