"""Blocks answered by Dask: the same bytes, dead workers, other versions, a lost scheduler."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from satdoku.base.errors import SatdokuError, WorkerDied
from satdoku.batch import cluster
from satdoku.batch.cluster import Cluster
from satdoku.batch.running import Task, work
from tests.batch.deadly import DEADLY, deadly
from tests.batch.support import LINES, Run, files, puzzles, rows
from tests.batch.test_runs import answered, asked, blocks

dask = pytest.importorskip("dask", reason="needs satdoku[cluster]")
distributed = pytest.importorskip("distributed", reason="needs satdoku[cluster]")
pytest.importorskip("satdoku.core", reason="makes its puzzles by the core")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join([*LINES, *puzzles(50)]) + "\n")
    return path


@pytest.fixture
def inside() -> Iterator[str]:
    """The address of a cluster in this process, which starts quickly."""
    with started() as cluster:
        yield cluster.scheduler_address


def started() -> Any:
    # By TCP: what is sent is pickled, as between machines.
    return distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=None,
    )


def test_a_cluster_leaves_the_same_bytes(
    satdoku: Run, lines: Path, tmp_path: Path, inside: str
) -> None:
    answered(lines, tmp_path / "here", asked("solution", "rating"), "threads")
    ask = ("--ask", "solution,rating", "--to", "csv", "--block", "10", "--cluster", inside)
    assert satdoku("batch", str(lines), "-o", str(tmp_path / "there"), *ask)[0] == 2
    here, there = files(tmp_path / "here"), files(tmp_path / "there")
    assert {name for name in here if here[name] != there[name]} <= {"_run.json"}


def test_workers_of_another_version_are_refused(
    satdoku: Run, lines: Path, tmp_path: Path, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = cluster.versions_here
    asked_first = iter([{"satdoku": "0.0.9"}])
    monkeypatch.setattr(cluster, "versions_here", lambda f: here(f) | next(asked_first, {}))
    ask = ("--to", "csv", "--cluster", inside)
    code, _, err = satdoku("batch", str(lines), "-o", str(tmp_path / "o"), *ask)
    assert code == 2
    assert "a worker of the cluster has satdoku" in err
    assert err.count("\n") == 1
    assert not list((tmp_path / "o").glob("part-*"))


def test_no_scheduler_is_a_sentence(
    satdoku: Run, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    code, _, err = satdoku("batch", str(lines), "-o", str(tmp_path / "o"),
                           "--cluster", "tcp://127.0.0.1:9")  # fmt: skip
    assert (code, "no Dask cluster answers at tcp://127.0.0.1:9" in err) == (2, True)
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = satdoku("batch", str(lines), "-o", str(tmp_path / "o"), "--cluster", "local")
    assert (code, "pip install 'satdoku[cluster]'" in err) == (2, True)


class OnlyHere(Exception):
    """Cannot be unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def odd(task: Any) -> Any:
    if task == "error":
        raise OnlyHere(1, 2)
    return (lambda: 1) if task == "result" else task


def test_errors_and_results_that_cannot_be_pickled(inside: str) -> None:
    executor: Cluster[Any, Any] = Cluster(odd, inside, "csv", 1)
    try:
        for task, words in (("error", "OnlyHere: 1 and 2"), ("result", "pickle")):
            executor.submit(task)
            with pytest.raises((RuntimeError, AttributeError, pickle.PicklingError), match=words):
                executor.finished()
        executor.submit("fine")
        assert executor.finished() == ("fine", "fine")
    finally:
        executor.close()


def test_workers_that_are_lost_with_their_results_end_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, seconds in (("_LOOK", 0.2), ("_FETCH", 0.5), ("_WORKERLESS", 1.0)):
        monkeypatch.setattr(cluster, f"{name}_SECONDS", seconds)
    wait = distributed.wait

    def waited(*arguments: Any, **options: Any) -> Any:
        done = wait(*arguments, **options)
        for worker in list(here.workers.values()):
            here.sync(worker.close, executor_wait=False)
        return done

    with started() as here:
        executor: Cluster[Any, Any] = Cluster(odd, here.scheduler_address, "csv", 1)
        try:
            monkeypatch.setattr(distributed, "wait", waited)
            executor.submit("fine")
            with pytest.raises(WorkerDied, match="the cluster had no worker for 1 s"):
                executor.finished()
        finally:
            executor.close()


def test_a_run_that_is_given_up_leaves_no_worker_at_its_line(
    lines: Path, tmp_path: Path, inside: str
) -> None:
    lines.write_text("." * 81 + "\n")  # counted to a thousand million
    questions = replace(asked("count"), limit=10**9)
    (block,) = blocks(lines, 10)
    task = Task(block, 0, 1, 1)
    first: Cluster[Any, Any] = Cluster(partial(work, questions, "csv"), inside, "csv", 1)
    first.submit(task)
    while not any(first._client.processing().values()):
        time.sleep(0.01)
    first.close()
    second: Cluster[Any, Any] = Cluster(odd, inside, "csv", 1)
    try:
        second.submit("fine")
        assert second.finished() == ("fine", "fine")
    finally:
        second.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [("tls://127.0.0.1:9", "the files for TLS are not named"), ("odd://x", "odd"), ("", "")],
)
def test_an_address_that_cannot_be_used_is_a_sentence(
    satdoku: Run, lines: Path, tmp_path: Path, address: str, words: str
) -> None:
    code, _, err = satdoku("batch", str(lines), "-o", str(tmp_path / "o"), "--cluster", address)
    assert (code, err.count("\n")) == (2, 1)
    assert f"no Dask cluster answers at {address}" in err
    assert words in err


def local(function: Callable[[Any], Any]) -> Cluster[Any, Any]:
    """Processes of this machine; a block whose worker dies three times is given up: one that only
    waited at a worker that died does not."""
    with dask.config.set({"distributed.scheduler.allowed-failures": 2}):
        return Cluster(function, "local", "csv", 2)


def test_a_worker_of_this_machine_is_not_given_up_while_it_starts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dask would after 15 seconds, for good; on a loaded machine a start takes longer."""
    name = "distributed.deploy.lost-worker-timeout"
    before, seen = dask.config.get(name), []

    def refuse(**_: object) -> None:
        seen.append(dask.config.get(name))
        raise OSError("no cluster")

    monkeypatch.setattr(distributed, "LocalCluster", refuse)
    with pytest.raises(SatdokuError, match="no cluster"):
        Cluster(len, "local", "csv", 1)
    assert seen == ["1 week"]
    assert dask.config.get(name) == before


@pytest.mark.slow
def test_the_scheduler_needs_no_satdoku_and_a_worker_without_it_is_named(
    lines: Path, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['satdoku'] = None\n")
    without = os.environ | {"PYTHONPATH": str(tmp_path)}
    place = tmp_path / "scheduler.json"
    file = ("--scheduler-file", place, "--no-dashboard")
    worker = ("distributed.cli.dask_worker", *file, "--nthreads", "1", "--no-nanny")
    with ExitStack() as stack:

        def begin(*arguments: Any, env: Any) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", *arguments]
            process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        def batch(out: str) -> tuple[int, str]:
            address = json.loads(place.read_text())["address"]
            command = [sys.executable, "-m", "satdoku", "batch", lines, "-o", tmp_path / out]
            done = subprocess.run(
                [*command, "--to", "csv", "--cluster", address],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            return done.returncode, done.stderr

        scheduler = ("distributed.cli.dask_scheduler", *file, "--port", "0", "--host", "127.0.0.1")
        begin(*scheduler, env=without)
        while not place.exists():
            time.sleep(0.1)
        lacking = begin(*worker, env=without)
        code, err = batch("one")
        assert (code, err.count("\n")) == (2, 1), err
        assert "a worker of the cluster lacks a package" in err
        lacking.kill()
        lacking.wait()
        begin(*worker, env=os.environ)
        assert batch("two") == (2, "")
        assert len(rows(tmp_path / "two")) == 58


@pytest.mark.slow
def test_a_line_that_kills_its_worker_is_found_in_a_cluster(lines: Path, tmp_path: Path) -> None:
    text = lines.read_text().splitlines()
    text.insert(33, DEADLY)
    lines.write_text("\n".join(text) + "\n")
    out = tmp_path / "out"
    answered(lines, out, asked("verdict"), lambda f: local(partial(deadly, f)), size=8)
    assert [row["line"] for row in rows(out) if row["verdict"] == "unanswered"] == [34]


@pytest.mark.slow
def test_the_scheduler_and_the_workers_as_processes_with_tls(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    openssl = shutil.which("openssl") or pytest.skip("makes its certificate by openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
         certificate, "-days", "2", "-subj", "/CN=satdoku"],
        check=True, capture_output=True,
    )  # fmt: skip
    names = {"CA_FILE": certificate} | {
        f"{who}__{part}": path
        for who in ("SCHEDULER", "WORKER", "CLIENT")
        for part, path in (("KEY", key), ("CERT", certificate))
    }
    environment = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(p) for name, p in names.items()}
    environment |= {"DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True"}
    place = tmp_path / "scheduler.json"
    python = [sys.executable, "-m"]
    common = {"env": os.environ | environment, "stderr": subprocess.DEVNULL}
    ask = ("--ask", "techniques", "--to", "csv", "--block", "2", "-j", "1")
    with subprocess.Popen(
        [*python, "distributed.cli.dask_scheduler", "--protocol", "tls", "--port", "0", "--host",
         "127.0.0.1", "--no-dashboard", "--scheduler-file", place], **common,
    ) as scheduler:  # fmt: skip
        try:
            workers = [
                subprocess.Popen(
                    [
                        *python,
                        "distributed.cli.dask_worker",
                        "--scheduler-file",
                        place,
                        "--nthreads",
                        "1",
                        "--no-dashboard",
                    ],
                    **common,
                )
                for _ in range(2)
            ]
            try:
                while not place.exists():
                    time.sleep(0.1)
                address = json.loads(place.read_text())["address"]
                assert address.startswith("tls://")
                out = tmp_path / "out"
                done = subprocess.run(
                    [sys.executable, "-m", "satdoku", "batch", lines, "-o", out, *ask,
                     "--cluster", address], env=os.environ | environment, capture_output=True,
                    text=True, check=False,
                )  # fmt: skip
                assert (done.returncode, "satdoku:" in done.stderr) == (2, False)
                assert len(rows(out)) == 58
                lines.write_text("\n".join(puzzles(2000)) + "\n")
                # The scheduler goes away in the middle of another run.
                with subprocess.Popen(
                    [sys.executable, "-m", "satdoku", "batch", lines, "-o", tmp_path / "o", *ask,
                     "--cluster", address], env=os.environ | environment, text=True,
                    stderr=subprocess.PIPE,
                ) as run:  # fmt: skip
                    while not list((tmp_path / "o").glob("part-*")):
                        time.sleep(0.01)
                    scheduler.send_signal(signal.SIGKILL)
                    _, err = run.communicate(timeout=120)
                assert run.returncode == 2
                assert "the same command continues" in err
                assert not (tmp_path / "o" / "_SUCCESS").exists()
            finally:
                for worker in workers:
                    worker.kill()
                    worker.wait()
        finally:
            scheduler.kill()
