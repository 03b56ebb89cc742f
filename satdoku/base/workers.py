"""A function over pieces of work in worker processes: results in order, or as they are ready.

A piece may take many seconds: leaving early ends the workers at once instead of waiting for their
current pieces. Each worker has a pipe of its own and the parent no thread, so that ending one at
any moment can leave no lock behind (as ending a ProcessPoolExecutor's can). A worker that dies
(killed, out of memory) is replaced; its piece is lost.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast

from satdoku.base.errors import DIED, WorkerDied

T = TypeVar("T")
R = TypeVar("R")

_UNGUARDED = 113
"""The exit code of a worker that was about to start workers while it imported the script."""

_GUARD = (
    "worker processes import the script that starts them, and this one starts them as it is "
    'imported: put the calls with jobs > 1 below `if __name__ == "__main__":`'
)

_MAX_FAILED_STARTS = 3
"""Workers in a row that may die before they take anything."""

_MAX_WAITING_RESULTS = 16
"""Results that may wait for an earlier one, for each worker."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    function: Callable[[T], R], items: Iterable[T], jobs: int, lost: Callable[[T], R] | None = None
) -> Generator[R, None, None]:
    """``function(item)`` for each item, in order.

    :param lost: the result of an item whose worker died.
    :raises WorkerDied: where one dies and ``lost`` is not given.
    """
    if jobs == 1:
        for item in items:
            yield function(item)
        return
    workers = Workers(function, jobs)
    try:
        yield from _ordered(workers, iter(items), lost or _raise)
    finally:
        workers.end()


def _raise(item: object) -> Any:
    raise WorkerDied(DIED)


def started(
    serve: Callable[[Connection, T], None], argument: T, loaded: Sequence[str] = ()
) -> tuple[Connection, BaseProcess]:
    """A process that runs ``serve(pipe, argument)``, and the other end of its pipe. It ends with
    this one, however that ends.

    :param loaded: modules that processes started later find imported, where the system can do that.
    :raises WorkerDied: where it cannot be started.
    """
    current = multiprocessing.current_process()
    if getattr(current, "_inheriting", False):
        # This is a worker, which is still importing the script: the parent states the reason.
        os._exit(_UNGUARDED)
    if current.daemon:
        raise WorkerDied("a worker process can start no others: jobs must be 1 there")
    # Workers must not inherit threads (a progress bar's, a solver's), so no plain fork.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = cast(Any, multiprocessing.get_context(method))
    if loaded and method == "forkserver":
        context.set_forkserver_preload([*loaded])
    mine, theirs = context.Pipe()
    process = context.Process(target=_begin, args=(serve, theirs, argument), daemon=True)
    try:
        with _interrupts_waiting(), _without_missing_script():
            process.start()
    except OSError as error:
        raise WorkerDied(f"a worker process cannot be started: {error}") from None
    theirs.close()
    return mine, process


class Workers:
    """The processes, and the number and item that each works on. A process starts with its first
    item."""

    def __init__(self, function: Callable[[Any], Any], jobs: int) -> None:
        self._function = function
        self.jobs = jobs
        self._processes: dict[Connection, BaseProcess] = {}
        self.idle: list[Connection] = []
        self.busy: dict[Connection, tuple[int, Any]] = {}

    def start(self) -> None:
        # What is loaded here was needed to make the function, and is to answer it.
        loaded = [name for name in sys.modules if name.startswith("satdoku.")]
        mine, process = started(_serve, self._function, loaded)
        self._processes[mine] = process
        self.idle.append(mine)

    @property
    def room(self) -> bool:
        """Whether a worker is idle or may be started."""
        return bool(self.idle) or len(self._processes) < self.jobs

    def give(self, number: int, item: object) -> None:
        """Give an item to an idle worker; to a new one where there is none, or it has died."""
        if not self.idle:
            self.start()
        for _ in range(_MAX_FAILED_STARTS):
            pipe = self.idle.pop()
            with suppress(OSError):
                pipe.send(item)
                self.busy[pipe] = number, item
                return
            self._replace(pipe)
        raise WorkerDied(DIED)

    def results(self) -> Iterator[tuple[int, Any, tuple[Exception | None, Any] | None]]:
        """Wait, and yield the number, item and (error, result) of finished items; ``None`` in place
        of the pair where the worker died."""
        for ready in wait(list(self.busy)) if self.busy else ():
            pipe = cast(Connection, ready)
            number, item = self.busy.pop(pipe)
            answer = None
            with suppress(EOFError, OSError):
                answer = pipe.recv()
            if answer is None:
                self._replace(pipe)
            else:
                self.idle.append(pipe)
            yield number, item, answer

    def _replace(self, pipe: Connection) -> None:
        pipe.close()
        process = self._processes.pop(pipe)
        process.join()
        if process.exitcode == _UNGUARDED:
            raise WorkerDied(_GUARD)
        self.start()

    def end(self) -> None:
        for process in self._processes.values():
            process.terminate()
        for pipe, process in self._processes.items():
            process.join()
            pipe.close()


class Executor(Protocol[T]):
    """Where a function runs.

    ``window`` is how many tasks it is worth having in it at a time.
    """

    window: int

    def submit(self, task: T) -> None:
        """Take a task."""

    def finished(self) -> tuple[T, Any]:
        """Wait for a task: it and its result, ``None`` where its worker died.

        :raises Exception: what the function raised.
        """

    def close(self) -> None:
        """End at once; tasks inside are given up."""


class Inline(Generic[T, R]):
    """This process itself: a task is done when it is waited for."""

    window = 1

    def __init__(self, function: Callable[[T], R]) -> None:
        self._function = function
        self._tasks: deque[T] = deque()

    def submit(self, task: T) -> None:
        self._tasks.append(task)

    def finished(self) -> tuple[T, R]:
        task = self._tasks.popleft()
        return task, self._function(task)

    def close(self) -> None:
        pass


class Processes(Generic[T, R]):
    """Worker processes; a worker that dies loses its own task and nothing else."""

    def __init__(self, function: Callable[[T], R], jobs: int) -> None:
        self.window = 2 * jobs
        self._queue: deque[T] = deque()
        self._done: deque[tuple[T, tuple[Exception | None, Any] | None]] = deque()
        self._workers = Workers(function, jobs)

    def submit(self, task: T) -> None:
        self._queue.append(task)
        self._give()

    def _give(self) -> None:
        while self._queue and self._workers.room:
            self._workers.give(0, self._queue.popleft())

    def finished(self) -> tuple[T, R | None]:
        while not self._done:
            self._done.extend((task, answer) for _, task, answer in self._workers.results())
            self._give()
        task, answer = self._done.popleft()
        if answer is None:
            return task, None
        error, result = answer
        if error is not None:
            raise error
        return task, result

    def close(self) -> None:
        self._workers.end()


def _ordered(workers: Workers, stream: Iterator[Any], lost: Callable[[Any], Any]) -> Iterator[Any]:
    done: dict[int, Any] = {}
    given = shown = 0
    ended = False
    while True:
        while workers.room and not ended and given - shown < workers.jobs * _MAX_WAITING_RESULTS:
            try:
                item = next(stream)
            except StopIteration:
                ended = True
                break
            workers.give(given, item)
            given += 1
        while shown in done:
            error, result = done.pop(shown)
            shown += 1
            if error is not None:
                raise error
            yield result
            if workers.room and not ended:
                break
        else:
            if not workers.busy and (ended or not workers.room):
                return
            for number, item, answer in workers.results():
                done[number] = (None, lost(item)) if answer is None else answer


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Ctrl-C is the parent's to handle: a process begins with it blocked and keeps it so."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would unblock SIGINT where it starts its own process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(serve: Callable[[Connection, T], None], pipe: Connection, argument: T) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    # Its sentinel is a pipe that nobody writes to and that closes when the parent dies. A worker
    # in a solver may hold the interpreter for long, so that no thread of it runs: where the system
    # can do that, it sends the signal itself.
    _signalled_by(parent.sentinel)
    threading.Thread(target=_die_after, args=(parent,), daemon=True).start()
    serve(pipe, argument)


def _signalled_by(sentinel: int) -> None:
    try:
        import fcntl

        fcntl.fcntl(sentinel, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(sentinel, fcntl.F_SETFL, fcntl.fcntl(sentinel, fcntl.F_GETFL) | os.O_ASYNC)
    except (ImportError, AttributeError, OSError):  # no Linux
        pass


def _die_after(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _without_missing_script() -> Iterator[None]:
    """Keep workers from importing a script that was read from standard input."""
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    if getattr(main, "__spec__", None) is not None or path is None or Path(path).exists():
        yield
        return
    del main.__file__
    try:
        yield
    finally:
        main.__file__ = path


def _serve(pipe: Connection, function: Callable[[Any], Any]) -> None:
    # Where the process began without SIGINT blocked.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        try:
            answer = pickle.dumps((None, function(item)))
        except Exception as error:  # also of a result that cannot be pickled
            answer = pickle.dumps((portable(error), None))
        try:
            pipe.send_bytes(answer)
        except OSError:
            return


def portable(error: Exception) -> Exception:
    """The error, or one with the same message where it would not survive the way to the parent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
