"""The page on encodings says what the encodings are."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_of_sizes_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    module = importlib.import_module("encoding_sizes")
    text = (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8")
    assert module.table() in text, "run: python benchmarks/all.py --only encoding_sizes"
