"""The core built with ASan and UBSan, over every call."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .conftest import SPEED

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_no_undefined_behaviour(tmp_path: Path) -> None:
    pytest.importorskip("nanobind", reason="building the core needs nanobind")
    cmake, gcc = shutil.which("cmake"), shutil.which("g++")
    if not cmake or not gcc or not (ROOT / "CMakeLists.txt").exists():
        pytest.skip("building the core needs the sources, cmake and g++")
    asan, ubsan = (
        subprocess.run(
            [gcc, f"-print-file-name={library}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for library in ("libasan.so", "libubsan.so")
    )
    if not Path(asan).is_absolute() or not Path(ubsan).is_absolute():
        pytest.skip("the sanitizers' libraries are not installed")
    build = tmp_path / "build"
    subprocess.run(
        [
            cmake,
            "-S",
            str(ROOT),
            "-B",
            str(build),
            "-DSATDOKU_SANITIZE=ON",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-DCMAKE_CXX_COMPILER={gcc}",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run([cmake, "--build", str(build)], check=True, stdout=subprocess.DEVNULL)
    package = tmp_path / "path" / "satdoku"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for library in build.glob("core*.so"):
        shutil.copy(library, package)
    sets = [str(path) for path in sorted(SPEED.glob("*.txt")) if not path.stem.startswith("grid")]
    run = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("corpus.py")), *sets],
        env=os.environ
        | {
            "PYTHONPATH": str(package.parent),
            "LD_PRELOAD": f"{asan} {ubsan}",
            # The interpreter itself leaks by design.
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert run.stdout.strip() == "clean"
