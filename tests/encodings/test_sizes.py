"""The page on encodings says what the encodings are."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_of_sizes_is_true() -> None:
    spec = importlib.util.spec_from_file_location(
        "encoding_sizes", ROOT / "benchmarks" / "encoding_sizes.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8")
    found = text.split(module.BEGIN)[1].split(module.END)[0]
    assert found == module.table(), "run: python benchmarks/encoding_sizes.py --write"
