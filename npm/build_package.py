"""Build the npm package: ``python npm/build_package.py FOLDER`` (docs/npm.md).

Zig, which is had from PyPI, compiles the C library (native/c) to WebAssembly; ``npm pack`` in the
folder makes the file to publish.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "docs" / "browser"), str(ROOT / "native" / "c")]

import amalgamate  # noqa: E402  # the lists of sources are there
import build as browser  # noqa: E402

FUNCTIONS = ("check", "solve", "count", "candidates", "rate", "generate", "canonical")
FILES = ("index.js", "index.d.ts", "README.md")


def build(folder: Path) -> None:
    """Write the package into a folder, which is made anew."""
    from satdoku.base.version import __version__

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(HERE / name, folder)
    shutil.copy(ROOT / "LICENSE", folder)
    data = json.loads((HERE / "package.json").read_text("utf-8"))
    (folder / "package.json").write_text(json.dumps(data | {"version": __version__}, indent=2))
    compile_core(folder / "satdoku.wasm")


def compile_core(target: Path) -> None:
    """The C library as WebAssembly, without exceptions: what would throw is a trap."""
    exports = [*(f"satdoku_{name}" for name in FUNCTIONS), "malloc"]
    command = [
        sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-mexec-model=reactor",
        "-msimd128", "-O3", "-s", "-std=gnu++20", "-fno-rtti", "-DNDEBUG", "-DSATDOKU_STATIC",
        "-DSATDOKU_LEVEL=baseline", *(f"-Wl,--export={name}" for name in exports),
    ]  # fmt: skip
    files = [*amalgamate.sources(), ROOT / "native" / "wasm" / "throwing.cpp"]
    environment = os.environ | {"PYTHONPATH": str(browser._zig())}
    subprocess.run([*command, *map(str, files), "-o", str(target)], env=environment, check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "npm")
