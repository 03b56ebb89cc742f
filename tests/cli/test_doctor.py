"""``satdoku doctor``: what is there, and what does not work."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from satdoku import engines
from satdoku.answers import doctor
from satdoku.base.errors import EngineUnavailable
from satdoku.base.version import __version__

Run = Callable[..., tuple[int, str, str]]


def test_everything_here_works(satdoku: Run) -> None:
    pytest.importorskip("satdoku.core", reason="without the core doctor reports a problem")
    code, out, err = satdoku("doctor")
    assert (code, err) == (0, "")
    assert out.startswith(f"satdoku {__version__} in ")
    assert out.endswith("everything works\n")
    record = json.loads(satdoku("doctor", "--json")[1])
    assert set(record["engines"].values()) == {"works"}
    assert set(record["engines"]) == set(engines.ENGINES)
    assert record["simd"] in record["simd_levels"]
    assert {"python-sat", "ortools"} <= record["packages"].keys()
    assert {"batch", "serve", "pictures"} <= record["extras"].keys()
    assert "pyarrow" in record["extras"]["batch"]
    assert not {"test", "docs"} & record["extras"].keys()
    assert record["pages"] is True


def wrong(*_: Any, **__: Any) -> Any:
    return SimpleNamespace(verdict="none", solution=None)


def absent(*_: Any, **__: Any) -> Any:
    raise EngineUnavailable("it is not installed")


def broken(*_: Any, **__: Any) -> Any:
    raise ImportError("libstdc++.so.6: version not found")


@pytest.mark.parametrize(
    ("answer", "said"),
    [(wrong, "it answers none"), (absent, "it is not installed"), (broken, "libstdc++")],
)
def test_an_engine_that_does_not_work_is_a_problem(
    answer: Any, said: str, satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "check_unique", answer)
    monkeypatch.setattr(doctor, "solve", answer)
    code, out, err = satdoku("doctor")
    assert (code, err) == (1, "")
    assert f"problem: the engine sat does not work: {said}" in out
    assert "everything works" not in out


def test_a_package_that_is_absent_is_a_problem(
    satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = ["python-sat>=1.9", "no-such-package>=2", 'no-such-extra; extra == "batch"']
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: needed)
    monkeypatch.setenv("SATDOKU_SIMD", "baseline")
    code, out, _ = satdoku("doctor")
    assert code == 1
    assert "problem: no-such-package is not installed\n" in out
    assert "  batch: no-such-extra (absent)\n" in out
    assert "no-such-extra is not" not in out
    assert "SATDOKU_SIMD=baseline" in out
